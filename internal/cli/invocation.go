package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"mvdan.cc/sh/v3/syntax"

	"github.com/mooring-mcp/mooring/surface"
)

// invocation is how servers were named on the command line, so that a hint can
// name them in the same way.
type invocation struct {
	flags   *targetFlags
	lock    lockFlags
	command []string // behind "--"; nil without
	source  string   // the one word that says what the server is; "" for names
	// templates is whether texts that change by themselves are to be accepted as such.
	templates bool
	// alarms is whether what is to be accepted alarms, so that a reason is wanted.
	alarms bool
	// offers is whether to say how the bands of tools are proposed that were pinned for the
	// first time.
	offers bool
}

func newInvocation(cmd *cobra.Command, f *targetFlags, lock lockFlags, args []string) invocation {
	i := invocation{flags: f, lock: lock}
	words := args
	if dash := cmd.ArgsLenAtDash(); dash >= 0 {
		words, i.command = args[:dash], args[dash:]
	}
	if len(words) == 1 && isSource(words[0]) {
		i.source = surface.RedactURL(words[0])
	}
	return i
}

// line is a command to type: the verb, with the same files and servers.
func (i invocation) line(verb string, ids ...string) string {
	words := append([]string{"mooring"}, strings.Fields(verb)...)
	switch {
	case verb == "inspect":
	case i.lock.user:
		words = append(words, "--user")
	case i.lock.path != "":
		words = append(words, "--lock", i.lock.path)
	}
	if i.flags.config != "" {
		words = append(words, "--config", i.flags.config)
	}
	for _, name := range i.flags.env {
		words = append(words, "--env", name)
	}
	if i.flags.dir != "" {
		words = append(words, "--cwd", i.flags.dir)
	}
	for _, header := range i.flags.headers {
		words = append(words, "--header", header)
	}
	if i.flags.bearer != "" {
		words = append(words, "--bearer-env", i.flags.bearer)
	}
	if i.templates && verb == "accept" {
		words = append(words, "--template-reason", "WHY")
	}
	if i.alarms && verb == "accept" {
		words = append(words, "--alarm-reason", "WHY")
	}
	if i.flags.trustProject {
		words = append(words, "--trust-project")
	}
	if i.source != "" {
		ids = []string{i.source}
	}
	words = append(words, ids...)
	if i.command != nil {
		words = append(append(words, "--"), i.command...)
	}
	return shellLine(words)
}

// shellLine writes words so that a shell reads them again.
func shellLine(words []string) string {
	out := slices.Clone(words)
	for n, w := range out {
		if quoted, err := syntax.Quote(w, syntax.LangPOSIX); err == nil {
			out[n] = quoted
		}
	}
	return strings.Join(out, " ")
}
