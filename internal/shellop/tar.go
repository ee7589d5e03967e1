package shellop

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/shelltable"
)

// tar packs or unpacks; some options run programs.
func (w *walker) tar(name string, argv []word, st *state, in flow, at Span) flow {
	p := &parsed{row: shelltable.Command(name), name: name, argv: argv[1:]}
	mode, stdout, archive, folder := byte(0), false, word{}, word{text: "."}
	args := argv[1:]
	if len(args) > 0 && !strings.HasPrefix(args[0].text, "-") && args[0].known() {
		args = append([]word{{text: "-" + args[0].text, span: args[0].span}}, args[1:]...)
	}
	var operands []word
	for i := 0; i < len(args); i++ {
		text := args[i].text
		next := func() word {
			if _, val, ok := strings.Cut(text, "="); ok {
				return word{text: val, from: args[i].from}
			}
			if i+1 < len(args) {
				i++
				return args[i]
			}
			return word{}
		}
		switch {
		case strings.HasPrefix(text, "--"):
			long, _, _ := strings.Cut(text, "=")
			switch {
			case runsInTar(long):
				source := next()
				w.add(shelltable.Exec, "option", fmt.Sprintf("tar %s runs %q", long, source.show()), at)
				w.nested(strings.TrimPrefix(source.data(), "exec="), at, st.fork(), flow{}, "sh")
			case long == "--remove-files":
				w.add(shelltable.Destroy, "option", "tar removes what it packed", at)
			case strings.HasPrefix("--absolute-names", long):
				w.add(shelltable.State, "option", "tar writes wherever the archive says", at)
			case strings.HasPrefix("--to-stdout", long) && len(long) > 6:
				stdout = true
			case strings.HasPrefix("--index-file", long) && len(long) > 4, strings.HasPrefix("--volno-file", long) && len(long) > 5,
				strings.HasPrefix("--listed-incremental", long) && len(long) > 6:
				w.writes(next(), p, st, at, false)
			case long == "--file":
				archive = next()
			case long == "--directory" || long == "--one-top-level":
				folder = next()
			case long == "--list":
				mode = 't'
			case long == "--extract" || long == "--get":
				mode = 'x'
			case long == "--create" || long == "--append" || long == "--update" || long == "--catenate" || long == "--concatenate" || long == "--delete":
				mode = 'c'
			case !strings.Contains(text, "=") && slices.Contains([]string{"--exclude", "--exclude-from", "--files-from", "--transform", "--owner", "--group", "--mode"}, long):
				next()
			}
		case strings.HasPrefix(text, "-") && len(text) > 1:
			w.tarLetters(text, next, at, st, func(m byte) { mode = m }, func() { stdout = true }, func(v word) { archive = v }, func(v word) { folder = v })
		default:
			operands = append(operands, args[i].in(folder))
			if args[i].split || strings.HasPrefix(text, string(markUnknown)) {
				w.add(shelltable.Exec, "unknown-option", fmt.Sprintf("%q may be an option of tar that runs a program", args[i].show()), at)
			}
		}
	}
	return w.tarred(p, mode, stdout, archive, folder, operands, st, in, at)
}

// in is a path from a folder.
func (v word) in(folder word) word {
	if folder.text != "." && !strings.HasPrefix(v.text, "/") && !strings.HasPrefix(v.text, string(markHome)) {
		v.text, v.from = folder.text+"/"+v.text, v.from|folder.from
	}
	return v
}

// overwrites reports an option of tar by which what is there already gives way, whatever it is.
func overwrites(v word) bool {
	return slices.Contains([]string{"--overwrite", "--overwrite-dir", "--unlink-first", "--recursive-unlink"}, v.text)
}

// runsInTar reports an option of tar, or its beginning, whose value is run.
func runsInTar(long string) bool {
	if len(long) < 5 {
		return false
	}
	for _, option := range []string{"--to-command", "--checkpoint-action", "--use-compress-program", "--rsh-command", "--rmt-command", "--info-script", "--new-volume-script"} {
		if strings.HasPrefix(option, long) {
			return true
		}
	}
	return false
}

func (w *walker) tarLetters(text string, next func() word, at Span, st *state, mode func(byte), stdout func(), archive, folder func(word)) { //nolint:revive // what runs, the state, the input and the place belong together
	for i := 1; i < len(text); i++ {
		rest := word{text: text[i+1:]}
		valued := func() word {
			if rest.text != "" && i == 1 {
				i = len(text)
				return rest
			}
			return next()
		}
		switch c := text[i]; c {
		case 'c', 'r', 'u', 'A':
			mode('c')
		case 'x', 't':
			mode(c)
		case 'O':
			stdout()
		case 'P':
			w.add(shelltable.State, "option", "tar writes wherever the archive says", at)
		case 'f':
			archive(valued())
		case 'C':
			folder(valued())
		case 'I', 'F':
			v := valued()
			w.add(shelltable.Exec, "option", fmt.Sprintf("tar -%c runs %q", c, v.show()), at)
			w.nested(v.data(), at, st.fork(), flow{}, "sh")
		case 'g':
			w.writes(valued(), &parsed{name: "tar"}, st, at, false)
		case 'T', 'X', 'b', 'N', 'V', 'K', 'L', 'H':
			valued()
		}
	}
}

func (w *walker) tarred(p *parsed, mode byte, stdout bool, archive, folder word, operands []word, st *state, in flow, at Span) flow { //nolint:revive // what runs, the state, the input and the place belong together
	remote := strings.Contains(archive.text, ":") && !strings.HasPrefix(archive.text, "/") && !strings.HasPrefix(archive.text, ".")
	if remote {
		w.add(shelltable.Leak, "data-leaves", fmt.Sprintf("tar opens the archive %q on another machine", archive.show()), at)
	}
	switch mode {
	case 't':
		w.add(shelltable.Read, "command", "lists an archive", at)
		return unseen(fromLocal)
	case 'x':
		if stdout {
			w.add(shelltable.Read, "command", "unpacks to its output", at)
			return unseen(fromDecoder | in.from)
		}
		w.writes(folder, p, st, at, false)
		if pl := w.place(st, folder); slices.ContainsFunc(p.argv, overwrites) && pl.zones.Has(root) && !pl.home && !strings.HasPrefix(pl.path, "/usr/local") && !strings.HasPrefix(pl.path, "/opt") {
			w.path(shelltable.Ruin, "path-root", "overwrites what is in", folder, p, at)
		}
		w.unpacked(operands, p, st, at)
		w.add(shelltable.Edit, "command", "unpacks over what is there", at)
		from := in.from | st.files[w.place(st, archive).key()].from
		if from&fromNet != 0 {
			st.fetched = true
		}
		return flow{}
	}
	out := unseen(fromLocal)
	out.from |= w.takesFound(p, in, st, at)
	for _, v := range operands {
		out.from |= w.readsTree(v, p, st, in, at)
	}
	if archive.text != "" && archive.text != "-" && !remote {
		w.writes(archive, p, st, at, false)
		if key := w.place(st, archive).key(); key != "" {
			st.write(key, unseen(out.from))
		}
		return flow{}
	}
	w.add(shelltable.Read, "command", "packs to its output", at)
	return out
}

// unpacked are the members that are taken out of an archive, which the text names, and which pack programs take for
// patterns: what only the archive knows is not seen.
func (w *walker) unpacked(members []word, p *parsed, st *state, at Span) {
	for _, v := range members {
		v = v.member()
		switch effect, code := w.place(st, v).write(false); effect {
		case shelltable.Tamper, shelltable.Ruin, shelltable.Exec:
			w.path(effect, code, "unpacks", v, p, at)
		default: // the folder has been judged
		}
	}
}
