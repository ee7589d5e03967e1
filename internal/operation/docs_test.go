package operation

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/band"
	"github.com/mooring-mcp/mooring/internal/docsection"
	"github.com/mooring-mcp/mooring/internal/pathop"
	"github.com/mooring-mcp/mooring/internal/urlop"
)

var update = flag.Bool("update", false, "write the tables of docs/bands.md and docs/evaluation.md")

func tableIn(t *testing.T, name, want string) {
	t.Helper()
	docsection.Section{
		File: "../../docs/bands.md", Begin: "<!-- " + name + ", written by make update -->\n", End: "<!-- end of " + name + " -->\n",
	}.Compare(t, want, *update)
}

func TestCellsTable(t *testing.T) {
	var b strings.Builder
	b.WriteString("| reversibility | scope | trusted | untrusted |\n|---|---|---|---|\n")
	for _, r := range []band.Reversibility{band.Reversible, band.HardToReverse, band.Irreversible} {
		for _, s := range []band.Scope{band.Local, band.SharedRemote, band.External} {
			fmt.Fprintf(&b, "| %s | %s |", r, s)
			for _, trust := range []band.Trust{band.Trusted, band.Untrusted} {
				fmt.Fprintf(&b, " %s |", band.Project(band.Axes{Reversibility: r, Scope: s, Trust: trust}).Band)
			}
			b.WriteByte('\n')
		}
	}
	tableIn(t, "cells", b.String())
}

func TestURLTable(t *testing.T) {
	examples := map[urlop.Class]string{
		urlop.Loopback: "http://localhost:3000/", urlop.Private: "http://10.0.0.1/", urlop.External: "https://example.com/",
		urlop.Invalid: "http://0177.0.0.1/", urlop.Metadata: "http://169.254.169.254/",
	}
	var b strings.Builder
	b.WriteString("| class | such as | read | send |\n|---|---|---|---|\n")
	for _, class := range []urlop.Class{urlop.Loopback, urlop.Private, urlop.External, urlop.Invalid, urlop.Metadata} {
		text := examples[class]
		if got := urlop.Classify(text).Class; got != class {
			t.Errorf("Classify(%q) = %s, want %s", text, got, class)
		}
		fmt.Fprintf(&b, "| %s | `%s` | %s | %s |\n", class, text, shown(URL(text, Read)), shown(URL(text, Write)))
	}
	tableIn(t, "urls", b.String())
}

func TestPathTable(t *testing.T) {
	at := pathop.Place{Workspace: "/home/mo/harbor", Home: "/home/mo"}
	var b strings.Builder
	b.WriteString("| class | such as | read | write | delete |\n|---|---|---|---|---|\n")
	for _, e := range []struct {
		class pathop.Class
		text  string
	}{
		{pathop.Workspace, "main.go"},
		{pathop.Harmless, "/dev/null"},
		{pathop.Temporary, "/tmp/x"},
		{pathop.Home, "~/notes.txt"},
		{pathop.Outside, "/data/x"},
		{pathop.System, "/usr/bin/env"},
		{pathop.Device, "/dev/sda"},
		{pathop.Persistence, "~/.bashrc"},
		{pathop.Root, "~"},
		{pathop.Critical, "/etc/passwd"},
		{pathop.Network, `\\server\share`},
		{pathop.Credential, "~/.ssh/id_rsa"},
		{pathop.Unresolved, "$DIR/x"},
		{pathop.Invalid, "．．/x"},
		{pathop.Guard, "mooring.lock.json"},
	} {
		if got := pathop.Classify(e.text, at).Class; got != e.class {
			t.Errorf("Classify(%q) = %s, want %s", e.text, got, e.class)
		}
		fmt.Fprintf(&b, "| %s | `%s` | %s | %s | %s |\n", e.class, e.text,
			shown(Path(e.text, at, Read)), shown(Path(e.text, at, Write)), shown(Path(e.text, at, Delete)))
	}
	tableIn(t, "paths", b.String())
}

// TestRowsAreComplete: every class has its row.
func TestRowsAreComplete(t *testing.T) {
	if len(pathRows) != 15 || len(urlRows) != 5 {
		t.Errorf("%d rows of paths, %d of URLs, want 15 and 5", len(pathRows), len(urlRows))
	}
	for class := range pathRows {
		if class.Rank() < 0 {
			t.Errorf("row of %q, which is no class", class)
		}
	}
}

// shown is the band of a part, or its floor.
func shown(p Part) string {
	if p.Floor != "" {
		return "never_allow"
	}
	return string(p.Band())
}
