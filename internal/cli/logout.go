package cli

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/mooring-mcp/mooring/internal/oauth"
	"github.com/mooring-mcp/mooring/internal/visible"
)

func (a *app) logout() *cobra.Command {
	var store string
	cmd := &cobra.Command{
		Use: "logout [flags] SERVER", GroupID: groupStart, Short: "Forget the login to a remote server",
		Long: `Remove the stored tokens of a remote server, and have the authorization server
revoke them where it can. A revocation that fails is told, and the tokens are
removed all the same. SERVER is its URL.

Exit status: 0 removed; 2 there is none, or the stored logins cannot be read.`,
		Example: example("mooring logout https://mcp.example.com/mcp"),
		Args:    oneServer,
		RunE: func(cmd *cobra.Command, args []string) error {
			server, err := a.serverURL(args[0])
			if err != nil {
				return err
			}
			client, err := a.oauthClient(store)
			if err != nil {
				return err
			}
			steps := a.newSteps()
			removed, err := client.Logout(cmd.Context(), server, steps.tell)
			steps.stop()
			for _, rec := range removed {
				fmt.Fprintf(a.io.Stdout, "logged out: %s: login of %s at %s\n", visible.Text(rec.Resource), rec.Obtained.UTC().Format(time.DateOnly), visible.Text(rec.Issuer))
			}
			switch {
			case errors.Is(err, oauth.ErrNotStored):
				return usagef("", "no login to %q is stored", server)
			case err != nil:
				return oauthError(err)
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&store, "store", "auto", "where the key of the stored tokens is: auto, keychain or file")
	return cmd
}

// steps prints what a login does, on standard error. On a terminal it counts the seconds while it waits for a person. It is
// used by one goroutine at a time.
type steps struct {
	a    *app
	end  chan struct{}
	wait sync.WaitGroup
}

func (a *app) newSteps() *steps { return &steps{a: a} }

// tell prints one step. It ends the waiting of the step before.
func (s *steps) tell(step oauth.Step) {
	s.stop()
	w := s.a.io.Stderr
	text := visible.Text(step.Text)
	switch step.Kind {
	case oauth.Found:
		fmt.Fprintf(w, "%s\n", text)
	case oauth.Note:
		fmt.Fprintf(w, "mooring: warning: %s\n", text)
	case oauth.Visit:
		fmt.Fprintf(w, "%s:\n\n  %s\n\n", text, visible.Text(step.URL))
		if step.Code != "" {
			fmt.Fprintf(w, "and type the code, or compare it:\n\n  %s\n\n", visible.Text(step.Code))
		}
	case oauth.Wait:
		s.start(text)
	case oauth.Done: // the caller says it, on standard output
	}
}

func (s *steps) start(text string) {
	if !isTerminal(s.a.io.Stderr) {
		fmt.Fprintf(s.a.io.Stderr, "%s\n", text)
		return
	}
	s.end = make(chan struct{})
	began := time.Now()
	ticker := time.NewTicker(time.Second)
	fmt.Fprintf(s.a.io.Stderr, "%s (Ctrl-C to stop)", text)
	end := s.end
	s.wait.Go(func() { // ends with stop
		defer ticker.Stop()
		for {
			select {
			case <-end:
				return
			case <-ticker.C:
				fmt.Fprintf(s.a.io.Stderr, "\r\x1b[K%s, %s (Ctrl-C to stop)", text, time.Since(began).Round(time.Second))
			}
		}
	})
}

// stop ends the counter and its line.
func (s *steps) stop() {
	if s.end == nil {
		return
	}
	close(s.end)
	s.wait.Wait()
	s.end = nil
	fmt.Fprint(s.a.io.Stderr, "\r\x1b[K")
}
