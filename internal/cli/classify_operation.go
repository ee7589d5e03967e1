package cli

import (
	"github.com/spf13/cobra"

	"github.com/mooring-mcp/mooring/internal/filter"
)

func (a *app) classifyURL() *cobra.Command {
	return &cobra.Command{
		Use: "url [flags] [FILE]", Short: "Where a URL or host leads",
		Long: `A line is

  {"url": TEXT, "intent": "read", "write" or "delete"}
      answers {"class", "disguised", "host", "address", "band", "reasons"}; the class
      is loopback, private, external, metadata, or invalid for what programs read in
      several ways and for what is not fetched

Nothing is resolved. The band is that of one use with this intent; without an intent
something is sent. "deny" is never_allow. docs/bands.md has the rows. Without FILE the
lines come from standard input.`,
		Example: example(
			`echo '{"url":"http://2130706433/","intent":"read"}' | mooring classify url`,
			"mooring classify url urls.jsonl > answers.jsonl",
		),
		Args: atMost(1, "one FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.filter(cmd.Context(), args, filter.URL)
		},
	}
}

func (a *app) classifyPath() *cobra.Command {
	return &cobra.Command{
		Use: "path [flags] [FILE]", Short: "What a path leads to",
		Long: `A line is

  {"path": TEXT, "intent": "read", "write" or "delete", "workspace": TEXT, "home": TEXT}
      answers {"class", "resolved", "notes", "band", "reasons"}; the class is the most
      severe of workspace, harmless, temporary, home, outside, system, device,
      persistence, root, critical, network, credential, unresolved, invalid and guard

Paths are resolved lexically: no file is read and no link followed. A text that programs
read in several ways has the class, and is resolved, as it is read worst. The band is that of
one use with this intent; without an intent it is deleted. "deny" is never_allow.
docs/bands.md has the rows. Without FILE the lines come from standard input.`,
		Example: example(
			`echo '{"path":"~/.ssh/id_rsa","intent":"read"}' | mooring classify path`,
			"mooring classify path paths.jsonl > answers.jsonl",
		),
		Args: atMost(1, "one FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.filter(cmd.Context(), args, filter.Path)
		},
	}
}

func (a *app) classifyBand() *cobra.Command {
	return &cobra.Command{
		Use: "band [flags] [FILE]", Short: "The band of axes, a declared band and a run",
		Long: `A line is

  {"reversibility": "reversible", "hard-to-reverse" or "irreversible",
   "scope": "local", "shared-remote" or "external",
   "trust": "trusted" or "untrusted",
   "declared": "auto", "soft-ack" or "escalate",
   "run": {"untrusted_input", "sensitive", "state_or_external", "proved_read"},
   "mode": "strict" or "meta"}
      each of which may be left out; answers {"band", "decided_by", "why", …}

decided_by is projection, declared_min_band, rule_of_two, or undeclared beside a band
that is null: nobody declared the operation. Of axes of which some are given, each
missing one counts as its worst value. "at_least": true is beside a band below escalate
that no axes ask for: it is a floor and no permission, so that the operation counts as
undeclared, and as no lower than that. proved_read keeps the Rule of Two at soft-ack,
and counts for nothing beside state_or_external. Without FILE the lines come from standard input.`,
		Example: example(
			`echo '{"reversibility":"reversible","scope":"local","trust":"trusted"}' | mooring classify band`,
			"mooring classify band operations.jsonl > answers.jsonl",
		),
		Args: atMost(1, "one FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.filter(cmd.Context(), args, filter.Band)
		},
	}
}
