package shellop

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/shelltable"
)

// isURL reports a word that is an address and no path: a scheme of letters, and no file.
func isURL(v word) bool {
	scheme, _, ok := strings.Cut(v.text, "://")
	if !ok || scheme == "" || strings.EqualFold(scheme, "file") {
		return false
	}
	for _, c := range []byte(scheme) {
		if c == '_' || !letter(c) && c != '+' && c != '-' && c != '.' {
			return false
		}
	}
	return true
}

// buckets are schemes of stores that are read as files are.
var buckets = map[string]string{"s3": "https", "gs": "https", "gcs": "https", "r2": "https", "hf": "https", "az": "https", "abfss": "https"}

// transfers are schemes by which a file is read or written elsewhere.
var transfers = []string{"dav", "davs", "ftp", "ftps", "http", "https", "rsync", "scp", "sftp", "smb"}

// fetches is an operand that is read from a file, or from the machine that it names as a URL.
func (w *walker) fetches(v word, p *parsed, st *state, in flow, at Span) origin {
	if !isURL(v) {
		return w.reads(v, p, st, in, at)
	}
	scheme, rest, _ := strings.Cut(v.text, "://")
	if as := buckets[strings.ToLower(scheme)]; as != "" {
		v.text = as + "://" + rest
	}
	return w.url(&request{name: p.name}, v, st, at)
}

// addresses looks at the addresses among the words of a program that may go there, though no row says that it does.
func (w *walker) addresses(p *parsed, words []word, st *state, at Span) {
	if quiet(p.effect) || p.effect == shelltable.Tamper {
		return
	}
	for _, v := range words {
		if _, val, ok := strings.Cut(v.text, "="); ok && strings.HasPrefix(v.text, "-") {
			v.text = val
		}
		if !isURL(v) {
			continue
		}
		if scheme, _, _ := strings.Cut(strings.ToLower(v.text), "://"); p.effect == shelltable.Opaque && slices.Contains(transfers, scheme) {
			w.url(&request{name: p.name}, v, st, at)
			continue
		}
		if reachOf(v.data()) == metadata {
			w.add(shelltable.Metadata, "metadata-host", fmt.Sprintf("%s reaches %q, the metadata service of a cloud", p.name, v.show()), at)
		}
	}
}
