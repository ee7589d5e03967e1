package oauth_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mooring-mcp/mooring/internal/oauth"
	"github.com/mooring-mcp/mooring/internal/oauth/oauthtest"
)

func TestDevice(t *testing.T) {
	pending := make([]string, 130)
	for i := range pending {
		pending[i] = "authorization_pending"
	}
	tests := []struct {
		name    string
		answers []string
		took    time.Duration
		want    string // in the error; "" for a login
	}{
		{"at once", []string{""}, 5 * time.Second, ""},
		{"after a while", []string{"authorization_pending", "authorization_pending", ""}, 15 * time.Second, ""},
		{"slow down", []string{"slow_down", "authorization_pending", ""}, 25 * time.Second, ""},
		{"denied", []string{"authorization_pending", "access_denied"}, 10 * time.Second, "refused on the other device"},
		{"expired", []string{"expired_token"}, 5 * time.Second, "nobody typed the code"},
		{"never", pending, 605 * time.Second, "within its 600 s"},
		{"odd", []string{"teapot"}, 5 * time.Second, `refuses: "teapot"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newBench(oauthtest.New())
				b.world.Device = tt.answers
				r := b.request()
				r.Flow, r.Open = oauth.Device, nil
				began := time.Now()
				rec, err := b.Login(t.Context(), r)
				if took := time.Since(began); took != tt.took {
					t.Errorf("it took %s, want %s", took, tt.took)
				}
				if tt.want == "" && (err != nil || !b.world.Valid("Bearer "+string(rec.AccessToken))) {
					t.Errorf("Login: %v, want a token that is taken", err)
				}
				if e := (*oauth.Error)(nil); tt.want != "" && (!errors.As(err, &e) || e.Kind != oauth.Denied || !strings.Contains(err.Error(), tt.want)) {
					t.Errorf("Login: %v, want %q", err, tt.want)
				}
				if !strings.Contains(b.said.String(), "https://as.example/activate ABCD-EFGH") {
					t.Errorf("the code was not shown:\n%s", b.said.String())
				}
				b.silent(t, rec, err)
			})
		})
	}
}

func TestDeviceInterrupt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(oauthtest.New())
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		r := b.request()
		r.Flow, r.Open = oauth.Device, nil
		if _, err := b.Login(ctx, r); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("Login: %v, want the end of the context", err)
		}
	})
}
