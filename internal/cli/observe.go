package cli

import (
	"context"
	"errors"
	"sync"

	"github.com/mooring-mcp/mooring/internal/observe"
	"github.com/mooring-mcp/mooring/surface"
)

// observation is a target and what came of it: a surface, or why there is none.
type observation struct {
	target

	surface surface.Surface
	err     error
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
			out[i] = a.observeOne(ctx, f, t)
		})
	}
	wait.Wait()
	bar.clear()
	return out, ctx.Err()
}

func (a *app) observeOne(ctx context.Context, f *targetFlags, t target) observation {
	o := observation{target: t, err: t.blocked}
	if o.err == nil {
		o.surface, o.err = observe.Observe(ctx, a.observeOptions(f, t))
	}
	return o
}

func (a *app) observeOptions(f *targetFlags, t target) observe.Options {
	return observe.Options{
		ID: t.id, Server: t.stdio, ClientVersion: buildVersion(), ProtocolVersion: f.protocol, Environ: a.environ,
		StartTimeout: f.startTimeout, RequestTimeout: f.requestTimeout, TotalTimeout: f.timeout,
	}
}

// failure turns an observation that failed into the command's error.
func (o observation) failure() error {
	return &exitError{status: statusUnknown, err: errors.New(o.failureText())}
}

// failureText says which server, and what the observer found.
func (o observation) failureText() string {
	return "server \"" + o.id + "\" was not observed: " + o.err.Error()
}
