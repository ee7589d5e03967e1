package shelltable_test

import (
	"testing"

	"github.com/mooring-mcp/mooring/internal/shelltable"
)

func TestOptionKindOf(t *testing.T) {
	for name, want := range map[string]shelltable.OptionKind{
		"":                   shelltable.OptionUnknown,
		"--":                 shelltable.OptionUnknown,
		"--color":            shelltable.OptionPlain,
		"--frobnicate":       shelltable.OptionUnknown,
		"--frobnicate-file":  shelltable.OptionUnknown,
		"--output":           shelltable.OptionWrite,
		"--output-file":      shelltable.OptionWrite,
		"--outputFile.junit": shelltable.OptionWrite,
		"--output-format":    shelltable.OptionPlain,
		"--no-output":        shelltable.OptionPlain,
		"--no":               shelltable.OptionPlain,
		"--log":              shelltable.OptionTrail,
		"--log-level":        shelltable.OptionPlain,
		"--log_file":         shelltable.OptionWrite,
		"--coverageDir":      shelltable.OptionWrite,
		"--coverage.2":       shelltable.OptionTrail,
		"--path":             shelltable.OptionPlace,
		"--config-path":      shelltable.OptionCode,
		"--CONFIG":           shelltable.OptionCode,
		"--reporter":         shelltable.OptionModule,
		"--update-snapshots": shelltable.OptionChange,
		"--delete-config":    shelltable.OptionDestroy,
		"--remote":           shelltable.OptionFetch,
		"--listen-output":    shelltable.OptionListen,
		"--upload":           shelltable.OptionLeak,
		"--install-types":    shelltable.OptionFresh,
		"--install-command":  shelltable.OptionRun,
		"-outputdir":         shelltable.OptionWrite,
	} {
		if got := shelltable.OptionKindOf(name); got != want {
			t.Errorf("OptionKindOf(%q) = %s, want %s", name, got, want)
		}
	}
}
