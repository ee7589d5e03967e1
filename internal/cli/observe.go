package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/mooring-mcp/mooring/internal/artifact"
	"github.com/mooring-mcp/mooring/internal/oauth"
	"github.com/mooring-mcp/mooring/internal/observe"
	"github.com/mooring-mcp/mooring/internal/visible"
	"github.com/mooring-mcp/mooring/surface"
)

// observation is a target and what came of it: a surface, or why there is none;
// the surface then has nothing observed.
type observation struct {
	target

	surface surface.Surface
	err     error
	again   []observation   // repetitions of --repeat
	others  []observation   // under the identities behind the first
	profile profile         // identity that this one was made under
	ending  *observe.Ending // set when the server went away by itself
	machine artifact.Machine
}

// observeAll observes servers concurrently and returns the outcomes in the order
// of the targets. The only error is an interrupt.
func (a *app) observeAll(ctx context.Context, f *targetFlags, targets []target) ([]observation, error) {
	out := make([]observation, len(targets))
	bar := a.newProgress(len(targets))
	slots := make(chan struct{}, f.jobs)
	var wait sync.WaitGroup
	for i, t := range targets {
		wait.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			bar.start(t.id)
			defer bar.finish(t.id)
			out[i] = a.observeAs(ctx, f, t)
		})
	}
	wait.Wait()
	bar.clear()
	for _, o := range out {
		if o.ending != nil {
			fmt.Fprintf(a.io.Stderr, "mooring: warning: server %q: %s\n", visible.Text(o.id), visible.Text(o.ending.String()))
		}
	}
	return out, ctx.Err()
}

// observeAs observes a server under each of its identities, with retries.
func (a *app) observeAs(ctx context.Context, f *targetFlags, t target) observation {
	identities := t.as
	if len(identities) == 0 {
		identities = profiles[:1] // bare, which is sorted first
	}
	var all []observation
	for _, p := range identities {
		o := a.observeOne(ctx, f, t, p)
		for n := max(f.retries, t.retries); n > 0 && o.retryable() && ctx.Err() == nil; n-- {
			o = a.observeOne(ctx, f, t, p)
		}
		all = append(all, o)
	}
	all[0].others = all[1:]
	return all[0]
}

func (a *app) observeOne(ctx context.Context, f *targetFlags, t target, p profile) observation {
	o := observation{target: t, profile: p, err: t.blocked, machine: a.machine()}
	if o.err == nil {
		options := a.observeOptions(f, t, p)
		options.Ended = func(e observe.Ending) { o.ending = &e }
		o.surface, o.err = observe.Observe(ctx, options)
		o.surface.Server.Launch = t.launch // as it is written in the configuration
	}
	if o.err != nil {
		o.surface = surface.Surface{Server: surface.Server{ID: t.id, Launch: t.launch}}
	}
	return o
}

func (a *app) observeOptions(f *targetFlags, t target, p profile) observe.Options {
	o := observe.Options{
		ID: t.id, Server: t.stdio, ClientName: p.client, ClientVersion: cmp.Or(p.version, buildVersion()), Capabilities: p.capabilities, ProtocolVersion: f.protocol, Environ: a.environ,
		URL: t.url, Headers: t.headers, Era: f.era,
		KnownEra: func(key string) (string, bool) {
			if t.era != "" {
				return t.era, true
			}
			return a.eras.known(key)
		},
		LearnEra:     a.eras.learn,
		Proxy:        http.ProxyFromEnvironment,
		StartTimeout: f.startTimeout, RequestTimeout: f.requestTimeout, TotalTimeout: f.timeout,
	}
	if client, err := a.oauthClient("auto"); err == nil && t.url != "" {
		o.Authorize = client.Authorizer(t.url).Authorize
	}
	return o
}

// artifact is what the launch runs. It reads files, so it is asked for only when
// the answer is needed.
func (o observation) artifact() surface.Artifact {
	if o.launch.Transport != "stdio" {
		return surface.Artifact{Kind: surface.Remote}
	}
	return o.machine.Find(o.stdio.Command, o.stdio.Args, o.stdio.Dir)
}

// machine is where artifacts are looked for.
func (a *app) machine() artifact.Machine {
	m := artifact.Machine{LookPath: exec.LookPath}
	home, err := os.UserHomeDir()
	if cache, told := a.lookup("npm_config_cache"); told {
		m.NPMCache = cache
	} else if local, windows := a.lookup("LOCALAPPDATA"); windows {
		m.NPMCache = filepath.Join(local, "npm-cache")
	} else if err == nil {
		m.NPMCache = filepath.Join(home, ".npm")
	}
	return m
}

// retryable reports an observation that another try may complete.
func (o observation) retryable() bool {
	if o.blocked != nil {
		return false
	}
	worst, _ := o.surface.Completeness()
	return o.err != nil || worst != surface.Complete
}

// observed reports that there is a surface.
func (o observation) observed() bool { return o.err == nil }

// failure turns an observation that failed into the command's error.
func (o observation) failure() error {
	return &exitError{status: statusUnknown, err: errors.New(o.failureText()), hint: o.failureHint()}
}

// failureText says which server, and what the observer found.
func (o observation) failureText() string {
	return fmt.Sprintf("server %q was not observed: %s", o.id, o.reason())
}

// reason is why there is no surface, without the server.
func (o observation) reason() string {
	if e := (*observe.Error)(nil); errors.As(o.err, &e) {
		return e.Reason()
	}
	return o.err.Error()
}

// reasonAndHint is for a report, which has no line for hints.
func (o observation) reasonAndHint() string {
	if hint := o.failureHint(); hint != "" {
		return o.reason() + "\n" + hint
	}
	return o.reason()
}

// failureHint says what to look at first.
func (o observation) failureHint() string {
	needed := errors.Is(o.err, observe.ErrUnauthorized) || errors.As(o.err, new(*oauth.LoginNeededError))
	if needed && slices.ContainsFunc(o.headers, func(h observe.Header) bool { return strings.EqualFold(h.Name, "Authorization") }) {
		return "the server refuses the token that it was given: renew it, or leave it out and type: mooring login " + o.launch.URL
	}
	if e := (*oauth.LoginNeededError)(nil); errors.As(o.err, &e) {
		return e.Command()
	}
	if e := (*oauth.Error)(nil); errors.As(o.err, &e) && e.Hint != "" {
		return e.Hint
	}
	if errors.Is(o.err, observe.ErrUnauthorized) {
		return "mooring login " + o.launch.URL
	}
	if errors.Is(o.err, fs.ErrNotExist) && o.stdio.Command != "" {
		return "is the path right? Relative paths start at " + cmp.Or(o.stdio.Dir, "the current folder")
	}
	return ""
}
