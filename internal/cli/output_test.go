package cli_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/internal/cli"
)

// full is a device without room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

// TestLostOutput shows that what could not be written is said, whatever the run came to.
func TestLostOutput(t *testing.T) {
	for _, tt := range []struct {
		name   string
		args   []string
		input  string
		status int
	}{
		{"passed", []string{"rules", "list"}, "", 2},
		{"could not tell", []string{"classify", "params"}, "no tool\n", 3},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var said bytes.Buffer
			status := cli.Run(t.Context(), cli.IO{Args: tt.args, Stdin: strings.NewReader(tt.input), Stdout: full{}, Stderr: &said})
			if status != tt.status || !strings.Contains(said.String(), "mooring: error: write output: no space left on device\n") {
				t.Errorf("status %d, want %d; stderr:\n%s", status, tt.status, said.String())
			}
		})
	}
}
