package cli

import (
	"strings"

	"github.com/spf13/cobra"
	"mvdan.cc/sh/v3/syntax"
)

// invocation is how servers were named on the command line, so that a hint can
// name them in the same way.
type invocation struct {
	flags   *targetFlags
	lock    lockFlags
	command []string // behind "--"; nil without
}

func newInvocation(cmd *cobra.Command, f *targetFlags, lock lockFlags, args []string) invocation {
	i := invocation{flags: f, lock: lock}
	if dash := cmd.ArgsLenAtDash(); dash >= 0 {
		i.command = args[dash:]
	}
	return i
}

// line is a command to type: the verb, with the same files and servers.
func (i invocation) line(verb string, ids ...string) string {
	words := []string{"mooring", verb}
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
	words = append(words, ids...)
	if i.command != nil {
		words = append(append(words, "--"), i.command...)
	}
	for n, w := range words {
		if quoted, err := syntax.Quote(w, syntax.LangPOSIX); err == nil {
			words[n] = quoted
		}
	}
	return strings.Join(words, " ")
}
