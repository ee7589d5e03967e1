package shellop

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/shelltable"
)

// request is what a program for HTTP is asked to do.
type request struct {
	name      string
	urls      []word
	outputs   []word // files that are written; - is standard output
	remote    bool   // the file is named after the URL
	bodies    []word // what is sent; @ in front is a file
	method    string
	extra     []word // headers and the like, which are sent as well
	elsewhere bool   // another machine sees it, or the host is not the one of the URL
	follows   bool
	side      []word // files that are written beside the answer
	reads     []word // files that decide what is shown
	variables []word // of curl, with what they hold
	folders   []word // where the files of outputs go
}

// valued options of curl and wget with one value that does nothing here.
var curlValued = []string{
	"-m", "--max-time", "--connect-timeout", "--retry", "--retry-delay", "--retry-max-time", "-r", "--range", "-y", "-Y",
	"--limit-rate", "-C", "--continue-at", "--cacert", "--capath", "--ciphers", "--tls-max", "-z", "--time-cond", "--interface", "--local-port",
	"--max-redirs", "--max-filesize", "--create-file-mode", "--keepalive-time", "--expect100-timeout", "--parallel-max",
}

var wgetValued = []string{
	"-t", "--tries", "-T", "--timeout", "--connect-timeout", "--read-timeout", "-w", "--wait", "--waitretry", "-Q", "--quota", "--limit-rate",
	"-l", "--level", "-A", "-R", "-D", "-I", "-X", "--accept", "--reject", "--domains", "--exclude-domains", "--cut-dirs", "-B", "--base",
	"--ca-certificate", "--progress", "--max-redirect", "-e", "--default-page", "--restrict-file-names",
}

// curlLong and wgetLong are the long options that decide something. Both programs take the beginning of one for it.
var curlLong = []string{
	"--abstract-unix-socket", "--alt-svc", "--aws-sigv4", "--cert", "--config", "--connect-to", "--cookie", "--cookie-jar", "--data",
	"--data-ascii", "--data-binary", "--data-raw", "--data-urlencode", "--dns-servers", "--doh-url", "--dump-header", "--engine", "--etag-save",
	"--form", "--form-string", "--get", "--haproxy-clientip", "--head", "--header", "--hsts", "--json", "--key", "--libcurl", "--location",
	"--netrc", "--netrc-file", "--oauth2-bearer", "--output", "--output-dir", "--postquote", "--preproxy", "--prequote", "--proxy",
	"--proxy-header", "--proxy-user", "--quote", "--referer", "--remote-name", "--request", "--resolve", "--socks4", "--socks4a", "--socks5",
	"--socks5-hostname", "--stderr", "--trace", "--trace-ascii", "--unix-socket", "--upload-file", "--url", "--url-query", "--user",
	"--user-agent", "--variable", "--write-out",
}

var wgetLong = []string{
	"--append-output", "--bind-address", "--body-data", "--body-file", "--certificate", "--config", "--directory-prefix", "--execute", "--header",
	"--hsts-file", "--http-password", "--http-user", "--input-file", "--load-cookies", "--method", "--output-document", "--output-file", "--password",
	"--post-data", "--post-file", "--private-key", "--referer", "--rejected-log", "--save-cookies", "--spider", "--use-askpass", "--user",
	"--user-agent", "--warc-file",
}

// wholeName is the long option that a name begins, where it is none itself and no option with a value that says nothing.
func wholeName(name string, long, valued []string) string {
	if len(name) < 4 || slices.Contains(long, name) || slices.Contains(valued, name) {
		return name
	}
	for _, full := range long {
		if strings.HasPrefix(full, name) {
			return full
		}
	}
	return name
}

// download is a program for HTTP.
func (w *walker) download(name string, argv []word, st *state, in flow, at Span) flow {
	w.add(shelltable.Read, "command", "sends a request", at)
	r := request{name: name, method: "GET"}
	switch name {
	case "curl", "curlie":
		w.curlOptions(&r, argv[1:], at)
	case "wget":
		w.wgetOptions(&r, argv[1:], at)
	default:
		w.httpieOptions(&r, argv[1:], at)
	}
	return w.requested(&r, st, in, at)
}

// eachOption calls take for each option, as a letter or a long name, with a function that takes its value.
// A long name may be cut short.
func eachOption(args []word, long, valued []string, take func(name string, value func() word), operand func(word)) {
	end := false
	for i := 0; i < len(args); i++ {
		v := args[i]
		text := v.text
		switch {
		case end || !strings.HasPrefix(text, "-") || text == "-":
			operand(v)
		case text == "--":
			end = true
		case strings.HasPrefix(text, "--"):
			name, val, attached := strings.Cut(text, "=")
			name = wholeName(name, long, valued)
			take(name, func() word {
				if attached {
					return word{text: val, from: v.from, sub: v.sub, span: v.span}
				}
				if i+1 < len(args) {
					i++
					return args[i]
				}
				return word{}
			})
			if slices.Contains(valued, name) && !attached {
				i++
			}
		default:
			for at := 1; at < len(text); at++ {
				name, used := "-"+text[at:at+1], false
				value := func() word {
					used = true
					if rest := text[at+1:]; rest != "" {
						return word{text: rest, from: v.from, sub: v.sub, span: v.span}
					}
					if i+1 < len(args) {
						i++
						return args[i]
					}
					return word{}
				}
				if take(name, value); slices.Contains(valued, name) && !used {
					value()
				}
				if used {
					break
				}
			}
		}
	}
}

func (w *walker) curlOptions(r *request, args []word, at Span) {
	risk := func(name string) {
		w.add(shelltable.Exec, "option", fmt.Sprintf("curl %s takes requests or credentials elsewhere", name), at)
	}
	explicit := ""
	get := false
	eachOption(args, curlLong, curlValued, func(name string, value func() word) {
		if rest, ok := strings.CutPrefix(name, "--expand-"); ok {
			v := value()
			v.text = templates.ReplaceAllString(v.text, string(markUnknown))
			name, value = "--"+rest, func() word { return v }
		}
		switch name {
		case "-w", "--write-out":
			r.writeOut(value())
		case "--stderr":
			r.side = append(r.side, value())
		case "--output-dir":
			r.folders = append(r.folders, value())
		case "-Q", "--quote", "--prequote", "--postquote":
			v := value()
			r.extra = append(r.extra, v)
			w.add(shelltable.Remote, "option", fmt.Sprintf("curl %s gives the server the command %q", name, v.show()), at)
		case "--variable":
			r.variables = append(r.variables, value())
		case "-X", "--request":
			explicit = strings.ToUpper(value().data())
		case "-d", "--data", "--data-ascii", "--data-binary", "--json", "--data-urlencode", "-F", "--form", "--url-query":
			r.bodies = append(r.bodies, bodyOf(name, value()))
		case "--data-raw", "--form-string":
			v := value()
			v.text = " " + v.text // an @ in front means nothing here
			r.bodies = append(r.bodies, v)
		case "-T", "--upload-file":
			v := value()
			v.text = "@" + v.text
			r.bodies = append(r.bodies, v)
		case "-G", "--get":
			get = true
		case "-I", "--head":
			explicit = "HEAD"
		case "-o", "--output":
			r.outputs = append(r.outputs, value())
		case "-D", "--dump-header", "-c", "--cookie-jar", "--trace", "--trace-ascii", "--libcurl", "--etag-save", "--hsts", "--alt-svc":
			r.side = append(r.side, value())
		case "-O", "--remote-name", "--remote-name-all", "-J", "--remote-header-name":
			r.remote = true
		case "-H", "--header", "-A", "--user-agent", "-e", "--referer", "-u", "--user", "--oauth2-bearer", "--proxy-header", "--aws-sigv4":
			r.extra = append(r.extra, value())
		case "-b", "--cookie":
			r.extra = append(r.extra, value())
		case "-x", "--proxy", "--preproxy", "--socks4", "--socks4a", "--socks5", "--socks5-hostname", "-K", "--config", "--resolve", "--connect-to",
			"--unix-socket", "--abstract-unix-socket", "--doh-url", "--dns-servers", "--haproxy-clientip", "--engine", "--netrc-file", "-E", "--cert", "--key",
			"--proxy-user", "-U":
			value()
			r.elsewhere = true
			risk(name)
		case "-n", "--netrc", "--netrc-optional":
			r.elsewhere = true
			risk(name)
		case "-L", "--location", "--location-trusted":
			r.follows = true
		case "--url":
			r.urls = append(r.urls, value())
		case "-V", "--version", "-h", "--help", "-M", "--manual":
			r.method = ""
		}
	}, func(v word) { r.urls = append(r.urls, v) })
	if len(r.bodies) > 0 && !get {
		r.method = "POST"
	}
	if explicit != "" {
		r.method = explicit
	}
	if len(r.bodies) == 0 && slices.Contains([]string{"POST", "PUT", "PATCH"}, r.method) {
		r.bodies = append(r.bodies, word{})
	}
}

// writeOut takes curl's -w: @F is read, %output{F} is written.
func (r *request) writeOut(v word) {
	if file, ok := strings.CutPrefix(v.text, "@"); ok {
		r.reads = append(r.reads, word{text: file, from: v.from})
	}
	for _, m := range outputIn.FindAllStringSubmatch(v.text, -1) {
		r.side = append(r.side, word{text: strings.TrimPrefix(m[1], ">>"), from: v.from})
	}
}

// bodyOf is what an option of curl sends, "@F" for a file.
func bodyOf(option string, v word) word {
	switch option {
	case "-F", "--form":
		if _, val, ok := strings.Cut(v.text, "="); ok {
			v.text = strings.Replace(val, "<", "@", 1)
		}
	case "--data-urlencode", "--url-query":
		if i := strings.IndexAny(v.text, "=@"); i > 0 && v.text[i] == '@' {
			v.text = v.text[i:]
		}
	}
	return v
}

func (w *walker) wgetOptions(r *request, args []word, at Span) {
	out, spider := false, false
	folder := word{}
	eachOption(args, wgetLong, wgetValued, func(name string, value func() word) {
		switch name {
		case "-O", "--output-document":
			out = true
			r.outputs = append(r.outputs, value())
		case "-o", "--output-file", "-a", "--append-output", "--save-cookies", "--warc-file", "--rejected-log", "--hsts-file":
			v := value()
			if name[1] != '-' {
				v.split = false
			}
			r.side = append(r.side, v)
		case "-P", "--directory-prefix":
			folder = value()
		case "--post-data", "--body-data":
			v := value()
			v.text = " " + v.text
			r.bodies, r.method = append(r.bodies, v), "POST"
		case "--post-file", "--body-file":
			v := value()
			v.text = "@" + v.text
			r.bodies, r.method = append(r.bodies, v), "POST"
		case "--method":
			r.method = strings.ToUpper(value().data())
		case "--header", "-U", "--user-agent", "--referer", "--user", "--password", "--http-user", "--http-password":
			r.extra = append(r.extra, value())
		case "--use-askpass", "-i", "--input-file", "--config", "--load-cookies", "--private-key", "--certificate", "--bind-address", "-e", "--execute":
			v := value()
			if name == "-i" || name == "--input-file" {
				r.urls = append(r.urls, word{text: "http://" + string(markUnknown)})
				break
			}
			r.elsewhere = true
			w.add(shelltable.Exec, "option", fmt.Sprintf("wget %s %q changes what it does, or runs a program", name, v.show()), at)
		case "--spider":
			spider = true
		case "-V", "--version", "-h", "--help":
			r.method = ""
		}
	}, func(v word) { r.urls = append(r.urls, v) })
	if !out && !spider {
		r.remote = true
	}
	if folder.text != "" {
		r.outputs = append(r.outputs, folder)
	}
}

// httpieOptions is http METHOD URL key=value, and other programs without options that matter.
func (w *walker) httpieOptions(r *request, args []word, at Span) {
	if slices.Contains([]string{"lynx", "w3m", "links", "elinks"}, r.name) { // options with one dash and long names
		for _, v := range args {
			switch {
			case !strings.HasPrefix(v.text, "-"):
				r.urls = append(r.urls, v)
			case strings.Contains(v.text, "cmd") || strings.Contains(v.text, "config") || strings.Contains(v.text, "cfg") || strings.Contains(v.text, "eval"):
				w.add(shelltable.Exec, "option", r.name+" "+v.show()+" takes commands", at)
			}
		}
		return
	}
	eachOption(args, nil, nil, func(name string, value func() word) {
		switch name {
		case "--output", "-o":
			r.outputs = append(r.outputs, value())
		case "--download", "-d":
			r.remote = true
		case "-a", "--auth", "-A":
			r.extra = append(r.extra, value())
		case "--proxy", "--session", "--cert", "--config":
			value()
			r.elsewhere = true
			w.add(shelltable.Exec, "option", r.name+" "+name+" takes requests or credentials elsewhere", at)
		}
	}, func(v word) {
		if len(r.urls) == 0 && strings.HasPrefix(v.text, ":") && !strings.Contains(v.text, "://") {
			v.text = "localhost" + v.text // :8000/x and :/x are of this machine
		}
		switch {
		case len(r.urls) == 0 && slices.Contains([]string{"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"}, v.text):
			r.method = v.text
		case len(r.urls) == 0:
			r.urls = append(r.urls, v)
		case strings.Contains(v.text, "==") || strings.Contains(v.text, ":") && !strings.Contains(v.text, ":="):
			r.extra = append(r.extra, v)
		default:
			if _, file, ok := strings.Cut(v.text, "@"); ok {
				v.text = "@" + file
			}
			r.bodies, r.method = append(r.bodies, v), "POST"
		}
	})
	if r.name == "aria2c" || r.name == "axel" {
		r.remote = true
	}
}

// requested judges a request by its host, its method and what it sends.
func (w *walker) requested(r *request, st *state, in flow, at Span) flow {
	if r.method == "" && len(r.urls) == 0 {
		return unseen(fromLocal)
	}
	if r.method == "" {
		r.method = "GET"
	}
	out := unseen(fromLoop)
	outside := false
	for _, v := range r.urls {
		from := w.url(r, v, st, at)
		out.from |= from
		outside = outside || from&fromNet != 0
	}
	if out.from&fromNet != 0 {
		out.from &^= fromLoop
	}
	w.method(r, outside, at)
	for _, v := range r.bodies {
		w.body(r, v, outside, st, in, at)
	}
	for _, v := range r.reads {
		w.reads(v, &parsed{name: r.name}, st, in, at)
	}
	for _, v := range r.variables {
		w.curlVariable(r, v, outside, st, in, at)
	}
	for _, v := range r.extra {
		if outside && (v.unknown() || v.from&fromSecret != 0 || v.sub) {
			w.leaves(v, r.name, at)
		}
		if strings.HasPrefix(v.text, "@") {
			w.sends(0, word{text: v.text[1:]}, r.name, st, at)
		}
	}
	return w.saved(r, out, st, at)
}

// url judges one URL.
func (w *walker) url(r *request, v word, st *state, at Span) origin {
	text := v.data()
	a := parseAddress(text)
	switch a.scheme {
	case "http", "https", "ftp", "ftps", "ws", "wss":
	case "file":
		w.reads(word{text: strings.TrimPrefix(v.text, "file://")}, &parsed{name: r.name}, st, flow{}, at)
		return fromLocal
	default:
		w.add(shelltable.Leak, "data-leaves", fmt.Sprintf("%s speaks %q, which can carry anything", r.name, plain.Replace(a.scheme)), at)
	}
	asked := text
	if !strings.Contains(text, "://") && !fewSlashes(text) {
		asked = "http://" + text
	}
	where := reachOf(asked)
	if strings.ContainsAny(a.host, "{}[]*,") && strings.Contains(text, "169.254.") {
		where = metadata
	}
	switch where {
	case external:
	case disguised:
		w.add(shelltable.Unknown, "host-disguised", fmt.Sprintf("%s reads from %q: %s", r.name, v.show(), meaning("host-disguised")), at)
	case metadata:
		w.add(shelltable.Metadata, "metadata-host", fmt.Sprintf("%s reaches %q, the metadata service of a cloud", r.name, v.show()), at)
		return fromNet | fromSecret
	case loopback:
		if !has(a.authority, unknownMarks) {
			if !r.elsewhere {
				return fromLoop
			}
			return fromNet
		}
	}
	w.add(shelltable.Fetch, "host-external", fmt.Sprintf("%s reads from %q", r.name, v.show()), at)
	if a.host != "" && (v.unknown() || v.sub) && !strings.HasPrefix(v.text, string(markUnknown)) || v.from&fromSecret != 0 {
		w.leaves(v, r.name, at)
	}
	return fromNet
}

func (w *walker) method(r *request, outside bool, at Span) {
	switch r.method {
	case "GET", "HEAD", "OPTIONS", "TRACE", "PROPFIND":
	default:
		if outside {
			w.add(shelltable.Leak, "data-leaves", fmt.Sprintf("%s sends %s to another machine", r.name, plain.Replace(r.method)), at)
		} else {
			w.add(shelltable.Signal, "local-service", fmt.Sprintf("%s changes a service of this machine by %s", r.name, plain.Replace(r.method)), at)
		}
	}
}

// body is what a request sends.
func (w *walker) body(r *request, v word, outside bool, st *state, in flow, at Span) { //nolint:revive // what runs, the state, the input and the place belong together
	if !outside {
		return
	}
	file, named := strings.CutPrefix(v.text, "@")
	switch {
	case named && file == "-":
		w.sends(in.from, word{text: "-"}, r.name, st, at)
	case named:
		file, _, _ = strings.Cut(file, ";")
		w.sends(v.from, word{text: file, from: v.from}, r.name, st, at)
	case v.from&fromSecret != 0 && v.sub:
		w.leaves(v, r.name, at)
	default:
		w.add(shelltable.Leak, "data-leaves", r.name+" sends data to another machine", at)
	}
}
