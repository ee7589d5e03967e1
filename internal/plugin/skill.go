package plugin

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"unicode/utf8"
)

// Skill is a skill that a client loads.
type Skill struct {
	Name string
	// Tools are the ids of the tools that it names: in allowed-tools those of a server of
	// the plugin, in its text those that are declared; sorted.
	Tools  []string
	Enough Enough // is its own declaration as high as theirs

	// open says that allowed-tools holds more than tools that can be named: a pattern, or a
	// tool of a server that is not known.
	open bool
}

// skills reads the folder skills: each folder right below it with a SKILL.md is one.
func (r *reader) skills() {
	root, found := r.component(skillsDir, fs.ModeDir, "a folder")
	if found == absent {
		r.knownSkills = map[string]bool{}
	}
	if found != present {
		return
	}
	entries, err := fs.ReadDir(r.fsys, root)
	if err != nil {
		r.add(ruleUnreadable, Place{File: skillsDir}, cause(err), "a folder that can be read")
		return
	}
	r.knownSkills = map[string]bool{}
	budget := int64(skillsBytes)
	mentions := r.mentions()
	for _, e := range entries {
		r.skill(e, mentions, &budget)
	}
}

// skill looks at one entry of the folder skills.
func (r *reader) skill(e fs.DirEntry, mentions map[string]string, budget *int64) {
	folder := path.Join(skillsDir, e.Name())
	target, info, err := r.resolve(folder)
	switch {
	case err != nil:
		r.knownSkills[e.Name()] = true // for all that is known
		r.unread(folder, err)
		return
	case !info.IsDir():
		if strings.EqualFold(e.Name(), skillFile) {
			r.add(ruleNotDiscovered, Place{File: folder}, "no folder of its own", "skills/NAME/SKILL.md")
		}
		return
	}
	file := path.Join(folder, skillFile)
	if _, err := fs.Lstat(r.fsys, path.Join(target, skillFile)); err != nil {
		r.undiscovered(folder, target)
		return
	}
	r.knownSkills[e.Name()] = true
	if device(e.Name()) {
		r.add(rulePathDevice, Place{File: folder}, quoted(e.Name()), "a folder that every system takes")
	}
	if _, info, err := r.resolve(file); err == nil && !info.Mode().IsRegular() {
		r.add(ruleNotDiscovered, Place{File: file}, fileKind(info.Mode()), "a file")
		return
	}
	text, err := r.read(file, min(skillBytes, *budget))
	if err != nil {
		r.unread(file, err)
		return
	}
	*budget -= int64(len(text))
	src := newSource(file, text)
	if !utf8.Valid(text) {
		r.add(ruleFrontMatter, Place{File: file}, "bytes that are no UTF-8", "UTF-8")
		return
	}
	r.hiddenIn(src, string(text))
	matter, body, ok := r.frontMatter(src, string(text))
	if at, _ := concealed(string(text)); ok && at < 0 {
		r.hiddenInMatter(src, matter)
	}
	if !ok || !r.checkSkill(src, e.Name(), matter) {
		return
	}
	s := Skill{Name: e.Name()}
	s.Tools, s.open = r.named(matter, body, mentions)
	r.out.Skills = append(r.out.Skills, s)
}

// undiscovered looks for a SKILL.md that is misspelt or too deep. What it cannot read,
// portable has reported.
func (r *reader) undiscovered(folder, target string) {
	entries, err := fs.ReadDir(r.fsys, target)
	if err != nil || target != folder { // a link may lead to folders that hold skills rightly
		return
	}
	for _, e := range entries {
		name := path.Join(folder, e.Name())
		if strings.EqualFold(e.Name(), skillFile) {
			r.add(ruleNotDiscovered, Place{File: name}, quoted(e.Name()), "SKILL.md")
		} else if _, err := fs.Lstat(r.fsys, path.Join(target, e.Name(), skillFile)); err == nil {
			r.add(ruleNotDiscovered, Place{File: path.Join(name, skillFile)}, "a folder in a folder", "skills/NAME/SKILL.md")
		}
	}
}

// checkSkill checks the members of front matter, and reports whether a client loads
// the skill.
func (r *reader) checkSkill(src source, folder string, matter frontMatter) bool {
	failed := false
	refuse := func(rule string, line int, found, want string) {
		failed = true
		r.add(rule, Place{File: src.file, Line: line, Column: min(line, 1)}, found, want)
	}
	if name := matter["name"]; !r.skillName(name.text) || name.text != folder {
		refuse(ruleSkillName, name.line, name.shown()+beyond(name.text), "the name of the folder, "+quoted(folder)+beyond(folder)+", of a-z, 0-9 and -")
	} else if strings.ContainsFunc(name.text, func(c rune) bool { return c >= utf8.RuneSelf }) {
		r.add(ruleSkillNameLetters, Place{File: src.file, Line: name.line, Column: 1}, name.shown(), "a to z")
	}
	if d := matter["description"]; strings.TrimSpace(d.text) == "" || utf8.RuneCountInString(d.text) > 1024 {
		found := d.shown()
		if d.text != "" && strings.TrimSpace(d.text) == "" {
			found = "nothing but space"
		} else if d.text != "" {
			found = fmt.Sprintf("%d characters", utf8.RuneCountInString(d.text))
		}
		refuse(ruleSkillDescription, d.line, found, "1 to 1,024 characters")
	}
	for _, m := range []struct {
		name string
		kind memberKind
		most int
	}{{"license", text, 0}, {"compatibility", text, 500}, {"metadata", textsByName, 0}, {"allowed-tools", texts, 0}} {
		member, given := matter[m.name]
		if want := member.wrong(m.kind, m.most); given && want != "" {
			refuse(ruleSkillMember, member.line, m.name+": "+member.shown(), want)
		}
	}
	for _, name := range []string{"permissions", "x-permissions"} {
		if member, given := matter[name]; given {
			r.add(ruleSkillPermissions, Place{File: src.file, Line: member.line, Column: 1}, name, "a declaration in plugin.json")
		}
	}
	return !failed
}

// skillName reports a name of a skill. Lower-case letters beyond a to z are for
// another rule.
func (r *reader) skillName(name string) bool {
	if name == "" || utf8.RuneCountInString(name) > 64 || name[0] == '-' || name[len(name)-1] == '-' || strings.Contains(name, "--") {
		return false
	}
	return !strings.ContainsFunc(name, func(c rune) bool { return c != '-' && !lowerOrDigit(c) })
}

// mentions maps every spelling by which a text names a declared tool to its id.
func (r *reader) mentions() map[string]string {
	out := map[string]string{}
	for _, op := range r.out.Declared {
		if op.Server == "" {
			continue
		}
		for _, prefix := range r.prefixes(op.Server) {
			out[prefix+op.Tool] = op.ID
		}
		// The bare name of a tool is a mention if no sentence would hold it by chance, and if
		// one server alone has it.
		if strings.ContainsAny(op.Tool, "_-./0123456789") || strings.ToLower(op.Tool[1:]) != op.Tool[1:] {
			if _, taken := out[op.Tool]; taken {
				out[op.Tool] = ""
			} else {
				out[op.Tool] = op.ID
			}
		}
	}
	return out
}

// prefixes are what stands in front of the name of a server's tool where a text names it.
// The second one is that of a client that keeps the servers of plugins apart.
func (r *reader) prefixes(server string) []string {
	return []string{"mcp__" + server + "__", "mcp__plugin_" + r.out.Manifest.Name + "_" + server + "__", "mcp:" + server + "/", server + ":", server + "/"}
}

// named returns the ids of the tools that a skill names, and whether allowed-tools holds
// more than those.
func (r *reader) named(matter frontMatter, body string, mentions map[string]string) (ids []string, open bool) {
	found := map[string]bool{}
	tools, whole := allowedTools(matter["allowed-tools"])
	open = !whole
	for _, tool := range tools {
		if id := r.toolID(tool, mentions); id != "" {
			found[id] = true
		} else if r.reaches(tool) {
			open = true
		}
	}
	if len(mentions) > 0 {
		text := strings.ReplaceAll(matter["description"].text+"\n"+body, `\_`, "_") // as Markdown may write it
		for word := range strings.FieldsFuncSeq(text, func(c rune) bool { return !nameRune(c) }) {
			if id := mentions[strings.Trim(word, ".:/-")]; id != "" {
				found[id] = true
			}
		}
	}
	ids = slices.AppendSeq([]string{}, maps.Keys(found)) // a list, also when it is empty
	slices.Sort(ids)
	return ids, open
}

// toolID is the id of a tool of allowed-tools, "" for a pattern and for one of the client's
// own.
func (r *reader) toolID(tool string, mentions map[string]string) string {
	tool, _, _ = strings.Cut(tool, "(")
	if id := mentions[tool]; id != "" || strings.Contains(tool, "*") {
		return id
	}
	for _, s := range r.out.Servers {
		for _, prefix := range r.prefixes(s.Name) {
			if name, is := strings.CutPrefix(tool, prefix); is && name != "" {
				return "mcp:" + s.Name + "/" + name
			}
		}
	}
	return ""
}

// reaches reports a word of allowed-tools that may be of tools of servers.
func (r *reader) reaches(tool string) bool {
	tool, _, _ = strings.Cut(tool, "(")
	return strings.Contains(tool, "*") || strings.HasPrefix(tool, "mcp__") || strings.HasPrefix(tool, "mcp:") || r.knownServers[tool]
}

// nameRune is a character of the names by which tools are mentioned.
func nameRune(c rune) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.ContainsRune("_-./:", c)
}

// errNoMatter says that a text has no front matter.
var errNoMatter = errors.New("no front matter between two lines of ---")
