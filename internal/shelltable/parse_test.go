package shelltable_test

import (
	"testing"

	"github.com/mooring-mcp/mooring/internal/shelltable"
)

func TestDataParses(t *testing.T) {
	if n := len(shelltable.Commands()); n < 100 {
		t.Errorf("found %d rows of commands, want hundreds", n)
	}
}
