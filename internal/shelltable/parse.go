package shelltable

import (
	"embed"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"
)

//go:embed data/*.txt
var data embed.FS

// tables are all rows. A fault in the data is one of the build, which the tests of this package find.
type tables struct {
	commands  map[string]*Row
	rows      []*Row
	variables []Variable
	named     map[string]Variable
	begun     []Variable
	paths     []Pattern
	zones     zoneIndex
	folded    zoneIndex // the same in small letters
	small     zoneIndex // all rows as written, and those with capitals in small letters as well
	code      []CodeWord
	names     []string
	options   optionWords
	own       [][]OwnOption
	owned     map[string]Role
	feeds     map[string][]Feed // by the program; Names are then the words of one name
}

var loaded = sync.OnceValue(load)

func load() *tables {
	var t tables
	t.rows = mustParse("commands", parseRow)
	t.commands = tree(t.rows)
	t.variables = mustParse("variables", parseVariable)
	t.named = map[string]Variable{}
	for _, v := range t.variables {
		if strings.HasSuffix(v.Pattern, "*") {
			t.begun = append(t.begun, v)
		} else {
			t.named[v.Pattern] = v
		}
	}
	t.paths = mustParse("paths", parsePattern)
	t.zones, t.folded = indexZones(t.paths), indexZones(fold(t.paths))
	t.small = indexZones(slices.Concat(t.paths, fold(capital(t.paths))))
	t.code = mustParse("code", parseCode)
	t.options = indexOptionWords(mustParse("optionwords", parseOptionWords))
	t.feeds = indexFeeds(mustParse("feeds", parseFeed))
	t.own, t.owned = mustParse("own", parseOwn), map[string]Role{}
	for _, row := range t.own {
		for _, o := range row {
			t.owned[o.Name] = o.Role
		}
	}
	t.names = mustParse("names", func(f []string) (string, error) { return f[0], nil })
	return &t
}

// mustParse reads all files of data whose name begins with prefix.
func mustParse[T any](prefix string, row func(fields []string) (T, error)) []T {
	var out []T
	entries, err := data.ReadDir("data")
	if err != nil {
		panic(err)
	}
	for _, entry := range entries {
		if !strings.HasPrefix(entry.Name(), prefix) {
			continue
		}
		text, err := data.ReadFile(path.Join("data", entry.Name()))
		if err != nil {
			panic(err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			if line == "" || strings.HasPrefix(line, "#") {
				continue
			}
			fields := strings.Split(line, "|")
			for j := range fields {
				fields[j] = strings.TrimSpace(fields[j])
			}
			parsed, err := row(fields)
			if err != nil {
				panic(fmt.Sprintf("%s:%d: %v", entry.Name(), i+1, err))
			}
			out = append(out, parsed)
		}
	}
	return out
}

// parseRow reads "name, name | effect | operands | options | why".
func parseRow(f []string) (*Row, error) {
	if len(f) < 2 || len(f) > 5 {
		return nil, fmt.Errorf("found %d columns, want 2 to 5", len(f))
	}
	f = append(f, "", "", "")[:5]
	r := &Row{Words: strings.Split(f[0], ", "), Effect: Effect(f[1]), Many: -1, Why: f[4]}
	if f[1] == "sub" {
		r.Effect = Unknown
	}
	if !known(r.Effect) {
		return nil, fmt.Errorf("unknown effect %q", f[1])
	}
	for i, word := range strings.Fields(f[2]) {
		role, many := strings.CutSuffix(word, "...")
		if many {
			r.Many = i
		}
		if !slices.Contains(roles, Role(role)) {
			return nil, fmt.Errorf("unknown role %q", role)
		}
		r.Operands = append(r.Operands, Role(role))
	}
	for word := range strings.FieldsSeq(f[3]) {
		if word == "*" {
			r.Open = true
			continue
		}
		if err := r.option(word); err != nil {
			return nil, err
		}
	}
	return r, nil
}

var roles = []Role{
	Data, Name, Input, Tree, Address, Output, Created, Gone, Argv, Source, Program, Script, Host, Query, Queries, Sub,
}

func known(e Effect) bool { return profiles[e] != nil }

// option reads "-o=@write", "-i?:edit", "--dry-run~read", "-r^"; names that mean the same are joined by commas.
func (r *Row) option(word string) error {
	end := strings.IndexAny(word, "=?@:~^")
	if end < 0 {
		end = len(word)
	}
	names, rest := strings.Split(word[:end], ","), word[end:]
	var o Option
	for rest != "" {
		kind, tail := rest[0], rest[1:]
		end := strings.IndexAny(tail, "=?@:~^")
		if end < 0 {
			end = len(tail)
		}
		value := tail[:end]
		rest = tail[end:]
		switch {
		case kind == '=' && value == "":
			o.Valued = true
		case kind == '?' && value == "":
			o.Attached = true
		case kind == '^' && value == "":
			o.Deep = true
		case kind == '@' && slices.Contains(roles, Role(value)):
			o.Role = Role(value)
		case kind == ':' && known(Effect(value)):
			o.Raise = Effect(value)
		case kind == '~' && known(Effect(value)):
			o.Base = Effect(value)
		default:
			return fmt.Errorf("option %q: cannot read %q", word, string(kind)+value)
		}
	}
	r.risky = worse(r.risky, risk(o))
	if r.Options == nil {
		r.Options = map[string]Option{}
	}
	for _, name := range names {
		if !strings.HasPrefix(name, "-") && !strings.HasPrefix(name, "+") {
			return fmt.Errorf("option %q: want a dash in front", name)
		}
		if _, twice := r.Options[name]; twice {
			return fmt.Errorf("option %q occurs twice", name)
		}
		r.Options[name] = o
	}
	return nil
}

// risk is what an option can add.
func risk(o Option) Effect {
	switch o.Role {
	case Argv, Source, Program, Script:
		return worse(o.Raise, Exec)
	case Output, Gone:
		return worse(o.Raise, Edit)
	default:
		return o.Raise
	}
}

func worse(a, b Effect) Effect {
	if rank[a] > rank[b] {
		return a
	}
	return b
}

// rank is the place of an effect among all, from 1; 0 for [None].
var rank = func() map[Effect]int {
	by := make(map[Effect]int, len(Effects))
	for i, p := range Effects {
		by[p.Effect] = i + 1
	}
	return by
}()

// tree arranges rows by their words, those of few words first, so that rows may stand in any order.
func tree(rows []*Row) map[string]*Row {
	type named struct {
		words []string
		row   *Row
	}
	var all []named
	for _, r := range rows {
		for _, name := range r.Words {
			all = append(all, named{strings.Fields(name), r})
		}
	}
	slices.SortStableFunc(all, func(a, b named) int { return len(a.words) - len(b.words) })
	top := map[string]*Row{}
	for _, n := range all {
		at := top
		for _, word := range n.words[:len(n.words)-1] {
			if at[word] == nil {
				at[word] = &Row{Words: []string{word}, Effect: Unknown, Many: -1}
			}
			if at[word].subs == nil {
				at[word].subs = map[string]*Row{}
			}
			at = at[word].subs
		}
		last := n.words[len(n.words)-1]
		if at[last] != nil {
			panic(fmt.Sprintf("two rows for %q", strings.Join(n.words, " ")))
		}
		own := *n.row // names of one row have subcommands of their own
		at[last] = &own
	}
	return top
}
