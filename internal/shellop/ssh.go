package shellop

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/shelltable"
)

// ssh runs a command on another machine.
func (w *walker) ssh(name string, argv []word, st *state, in flow, at Span) flow {
	args := argv[1:]
	valued := "BbcDEeFIiJLlmOopQRSWw"
	silent := false
	for len(args) > 0 && strings.HasPrefix(args[0].text, "-") {
		text := args[0].text
		if text == "-V" || text == "-G" || text == "-Q" { // its version, its settings, what it knows
			return unseen(fromLocal)
		}
		letter := strings.IndexAny(text[1:], valued)
		value := word{}
		switch {
		case text == "--":
		case letter >= 0 && letter+2 < len(text):
			value = word{text: text[letter+2:]}
		case letter >= 0 && len(args) > 1:
			args = args[1:]
			value = args[0]
		}
		silent = silent || letter < 0 && strings.Contains(text, "T")
		if letter >= 0 {
			w.sshOption(text[letter+1], value, st, at)
		}
		args = args[1:]
	}
	if len(args) == 0 {
		return unseen(fromLocal)
	}
	host := args[0]
	if host.unknown() || host.split || strings.HasPrefix(host.text, "-") {
		w.add(shelltable.Exec, "unknown-option", fmt.Sprintf("%q may be an option of ssh that runs a program", host.show()), at)
	}
	w.host(host, name, st, at)
	if args = args[1:]; len(args) > 1 && args[0].text == "--" {
		args = args[1:]
	}
	if len(args) == 0 && silent && !in.there && strings.HasPrefix(host.text, "git@") {
		w.add(shelltable.Fetch, "command", "a service of git that has no shell says who asks", at)
		return unseen(fromNet)
	}
	if len(args) == 0 {
		w.add(shelltable.Remote, "command", "a shell on another machine", at)
		if in.there {
			w.remoteSource(in, flow{}, st, at, name)
		}
		return unseen(fromNet)
	}
	f := flow{text: joinedText(args), known: !slices.ContainsFunc(args, word.unknown), there: true, from: joined(args)}
	for _, v := range args {
		if v.sub && v.from&fromSecret != 0 {
			w.leaves(v, name, at)
		}
	}
	if in.from&fromSecret != 0 {
		w.sends(in.from, word{text: "-"}, name, st, at)
	} else if in.there && !in.known {
		w.add(shelltable.Leak, "data-leaves", name+" sends its input to another machine", at)
	}
	w.remoteSource(f, in, st, at, name)
	return unseen(fromNet)
}

// remoteSource judges what runs elsewhere: what only looks is a read of a shared system, all else changes it.
func (w *walker) remoteSource(f, in flow, st *state, at Span, who string) {
	outer := w.outerBand()
	inner := newState(w.options)
	inner.dir = string(markUnknown)
	inner.through = append(slices.Clone(st.through), who)
	w.fed(f, in, inner, at, "sh", who)
	band := w.band
	if band.Less(outer) {
		w.band = outer
	}
	if band == Auto {
		w.add(shelltable.Fetch, "command", who+" looks at another machine", at)
		return
	}
	w.add(shelltable.Remote, "command", who+" changes another machine", at)
}

func (w *walker) sshOption(letter byte, value word, st *state, at Span) {
	switch letter {
	case 'o':
		key, val := value.data(), ""
		if i := strings.IndexAny(key, " ="); i >= 0 {
			key, val = key[:i], strings.TrimLeft(key[i:], " =")
		}
		switch strings.ToLower(key) {
		case "proxycommand", "localcommand", "knownhostscommand", "permitlocalcommand", "remotecommand", "pkcs11provider", "securitykeyprovider",
			"xauthlocation", "include", "match", "proxyjump", "proxyusefdpass", "identityagent", "controlpath", "sendenv", "setenv":
			w.add(shelltable.Exec, "option", fmt.Sprintf("ssh -o %s may run a program", plain.Replace(key)), at)
			w.nested(val, at, st.fork(), flow{}, "sh")
		}
		if value.unknown() {
			w.add(shelltable.Exec, "unknown-option", "an option of ssh is not known", at)
		}
	case 'F', 'I', 'S', 'E', 'O':
		w.add(shelltable.Exec, "option", fmt.Sprintf("ssh -%c takes settings from elsewhere", letter), at)
	case 'L', 'R', 'D', 'w', 'W':
		w.add(shelltable.Listen, "option", fmt.Sprintf("ssh -%c forwards connections", letter), at)
	}
}

// scp copies from or to another machine.
func (w *walker) scp(name string, argv []word, st *state, _ flow, at Span) flow {
	return w.copied(name, argv, []string{"-P", "-i", "-l", "-c", "-F", "-J", "-o", "-S", "-X", "-D"}, st, at)
}

// copied judges a program that copies its first operands to the last one, of which some are on other machines.
func (w *walker) copied(name string, argv []word, valued []string, st *state, at Span) flow {
	p := &parsed{row: shelltable.Command(name), name: name}
	var operands []word
	eachOption(argv[1:], nil, valued, func(option string, value func() word) {
		switch option {
		case "-o", "-S", "-F", "-D", "-J":
			if name == "scp" || name == "pscp" {
				v := value()
				w.add(shelltable.Exec, "option", fmt.Sprintf("%s %s %q may run a program", name, option, v.show()), at)
			}
		}
	}, func(v word) { operands = append(operands, v) })
	if len(operands) == 0 {
		return flow{}
	}
	target := operands[len(operands)-1]
	sources := operands[:len(operands)-1]
	fetched := false
	for _, v := range sources {
		switch {
		case remotePath(v):
			fetched = true
			w.remoteFile(v, p, at)
		case remotePath(target):
			w.sends(v.from, v, name, st, at)
		default:
			w.readsTree(v, p, st, flow{}, at)
		}
	}
	switch {
	case remotePath(target):
		w.add(shelltable.Leak, "data-leaves", fmt.Sprintf("%s writes to %q on another machine", name, target.show()), at)
	case len(sources) > 0:
		if fetched {
			w.add(shelltable.Fetch, "command", name+" reads from another machine", at)
			st.fetched = true
		}
		w.writes(target, p, st, at, false)
		if name == "rsync" { // a folder with a slash behind is copied without its name
			sources = slices.DeleteFunc(slices.Clone(sources), func(v word) bool { return strings.HasSuffix(v.text, "/") })
		}
		p.operands = append(slices.Clone(sources), target)
		w.intoFolder(p, st, at)
	}
	return flow{}
}

// remotePath reports host:path, and unknown words, which may be one.
func remotePath(v word) bool {
	if v.unknown() && strings.HasPrefix(v.text, string(markUnknown)) || strings.Contains(v.text, "://") {
		return true
	}
	host, _, ok := strings.Cut(v.text, ":")
	return ok && host != "" && !strings.Contains(host, "/")
}

// netcat connects, or listens.
func (w *walker) netcat(name string, argv []word, st *state, in flow, at Span) flow {
	effect := shelltable.Leak
	local, only := false, false
	for _, v := range argv[1:] {
		text := v.text
		switch {
		case strings.HasPrefix(text, "--sh-exec") || strings.HasPrefix(text, "--exec") || strings.HasPrefix(text, "--lua-exec"):
			w.add(shelltable.Exec, "option", name+" hands a program to whoever connects", at)
		case strings.HasPrefix(text, "-") && !strings.HasPrefix(text, "--"):
			if strings.ContainsAny(text, "ec") {
				w.add(shelltable.Exec, "option", name+" hands a program to whoever connects", at)
			}
			only = only || strings.Contains(text, "z")
			if strings.Contains(text, "l") {
				effect = shelltable.Listen
			}
		default:
			if strings.Contains(strings.ToUpper(text), "EXEC:") || strings.Contains(strings.ToUpper(text), "SYSTEM:") {
				w.add(shelltable.Exec, "option", name+" hands a program to whoever connects", at)
			}
			if name == "socat" {
				w.socatFile(v, st, at)
			}
			switch reachOf(v.data()) {
			case external, disguised:
			case metadata:
				w.host(v, name, st, at)
			case loopback:
				local = true
			}
		}
	}
	switch {
	case only && local:
		w.add(shelltable.Read, "command", "looks whether a port is open", at)
	case only:
		w.add(shelltable.Fetch, "command", "looks whether a port is open", at)
	case local && effect != shelltable.Listen && name != "socat":
		w.add(shelltable.Signal, "local-service", name+" talks to a service of this machine", at)
	default:
		w.add(effect, "data-leaves", name+" connects this machine with another", at)
		if in.from&fromSecret != 0 {
			w.sends(in.from, word{text: "-"}, name, st, at)
		}
	}
	return unseen(fromNet)
}

// rsync copies, on one machine or between two.
func (w *walker) rsync(name string, argv []word, st *state, in flow, at Span) flow {
	w.takesFound(&parsed{name: name}, in, st, at)
	dry, removes := rsyncDry(argv[1:]), false
	for i, v := range argv[1:] {
		text := v.text
		switch {
		case strings.HasPrefix(text, "--del") || strings.HasPrefix(text, "--remove-s") || strings.HasPrefix(text, "--force") || strings.HasPrefix(text, "--inplace-"):
			if !dry {
				w.add(shelltable.Destroy, "option", "rsync "+v.show()+" removes files", at)
				removes = removes || strings.HasPrefix(text, "--del")
			}
		case strings.HasPrefix(text, "--rsh") || strings.HasPrefix(text, "--rsync-path") || strings.HasPrefix(text, "--daemon") || strings.HasPrefix(text, "--early-input") || strings.HasPrefix(text, "--config"),
			strings.HasPrefix(text, "-") && !strings.HasPrefix(text, "--") && strings.Contains(text, "e"):
			source := text
			if i+2 < len(argv) {
				source = argv[i+2].data()
			}
			if source != "ssh" {
				w.add(shelltable.Exec, "option", fmt.Sprintf("rsync %s runs a program", v.show()), at)
				w.onlyFloor(source, at)
			}
		case v.split:
			w.add(shelltable.Exec, "unknown-option", fmt.Sprintf("%q may be an option of rsync that runs a program", v.show()), at)
		}
	}
	if dry {
		effect, code := shelltable.Read, "command"
		if slices.ContainsFunc(argv[1:], remotePath) {
			effect, code = shelltable.Fetch, "host-external"
		}
		w.add(effect, code, "rsync shows what it would do", at)
		return unseen(fromLocal)
	}
	if target := argv[len(argv)-1]; removes && !remotePath(target) {
		if effect, code := w.place(st, target).gone(true); effect == shelltable.Ruin {
			w.path(effect, code, "removes what is in", target, &parsed{name: name}, at)
		}
	}
	return w.copied(name, argv, rsyncValued, st, at)
}

// rsyncValued are options of rsync that take the next word.
var rsyncValued = []string{"-e", "--rsh", "--rsync-path", "-f", "-B", "-T", "--exclude", "--include", "--filter", "--files-from", "--exclude-from", "--include-from", "--log-file", "--chmod", "--chown", "--bwlimit", "--port", "--backup-dir", "--suffix", "--password-file", "--compare-dest", "--copy-dest", "--link-dest", "--timeout", "--max-size", "--min-size"}

// rsyncDry reports an rsync that only shows what it would do: -n among letters, before one that takes what follows.
func rsyncDry(args []word) bool {
	dry := false
	for i := 0; i < len(args); i++ {
		text := args[i].text
		switch {
		case slices.Contains(rsyncValued, text):
			i++
		case text == "--no-n" || text == "--no-dry-run":
			return false
		case text == "--dry-run":
			dry = true
		case strings.HasPrefix(text, "-") && !strings.HasPrefix(text, "--"):
			letters := text
			if j := strings.IndexAny(letters, "efBTM@"); j >= 0 {
				letters = letters[:j]
			}
			dry = dry || strings.Contains(letters, "n")
		}
	}
	return dry
}
