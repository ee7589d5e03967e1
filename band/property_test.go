package band_test

import (
	"testing"

	"github.com/mooring-mcp/mooring/band"
)

// inputs returns every input that there is: 6,144.
func inputs() []band.Input {
	var out []band.Input
	for _, r := range []band.Reversibility{band.Reversible, band.HardToReverse, band.Irreversible, ""} {
		for _, s := range []band.Scope{band.Local, band.SharedRemote, band.External, ""} {
			for _, t := range []band.Trust{band.Trusted, band.Untrusted, ""} {
				for _, d := range []band.Band{band.None, band.Auto, band.SoftAck, band.Escalate} {
					for bits := range 16 {
						run := band.Run{UntrustedInput: bits&1 != 0, Sensitive: bits&2 != 0, StateOrExternal: bits&4 != 0, ProvedRead: bits&8 != 0}
						for _, m := range []band.Mode{band.Strict, band.Meta} {
							out = append(out, band.Input{Axes: band.Axes{Reversibility: r, Scope: s, Trust: t}, Declared: d, Run: run, Mode: m})
						}
					}
				}
			}
		}
	}
	return out
}

// raised returns the inputs that are one step worse than in: one axis, the declared
// band, or one boolean.
func raised(in band.Input) []band.Input {
	var out []band.Input
	step := func(change func(*band.Input)) {
		next := in
		change(&next)
		if next != in {
			out = append(out, next)
		}
	}
	worse := map[band.Reversibility]band.Reversibility{band.Reversible: band.HardToReverse, band.HardToReverse: band.Irreversible}
	step(func(n *band.Input) {
		if w, ok := worse[in.Axes.Reversibility]; ok {
			n.Axes.Reversibility = w
		}
	})
	wider := map[band.Scope]band.Scope{band.Local: band.SharedRemote, band.SharedRemote: band.External}
	step(func(n *band.Input) {
		if w, ok := wider[in.Axes.Scope]; ok {
			n.Axes.Scope = w
		}
	})
	step(func(n *band.Input) {
		if in.Axes.Trust == band.Trusted {
			n.Axes.Trust = band.Untrusted
		}
	})
	higher := map[band.Band]band.Band{band.None: band.Auto, band.Auto: band.SoftAck, band.SoftAck: band.Escalate}
	step(func(n *band.Input) {
		if h, ok := higher[in.Declared]; ok {
			n.Declared = h
		}
	})
	step(func(n *band.Input) { n.Run.UntrustedInput = true })
	step(func(n *band.Input) { n.Run.Sensitive = true })
	step(func(n *band.Input) { n.Run.StateOrExternal = true })
	step(func(n *band.Input) { n.Run.ProvedRead = false })
	step(func(n *band.Input) { n.Mode = band.Strict })
	return out
}

func decide(t *testing.T, in band.Input) band.Result {
	t.Helper()
	r, err := band.Decide(in)
	if err != nil {
		t.Fatalf("Decide(%+v): %v", in, err)
	}
	return r
}

// TestRaisingNeverLowers walks from every input to every one that is a step worse.
func TestRaisingNeverLowers(t *testing.T) {
	steps := 0
	for _, in := range inputs() {
		was := decide(t, in)
		for _, next := range raised(in) {
			steps++
			if is := decide(t, next); is.Band.Rank() < was.Band.Rank() {
				t.Errorf("%+v is %q, but %+v is %q", in, was.Band, next, is.Band)
			}
		}
	}
	if steps < 10_000 {
		t.Errorf("%d steps, want the whole space", steps)
	}
}

// TestBandIsTheHighestInput: a band is never below, nor above, all of what it was
// decided from, and DecidedBy names one that asks for it.
func TestBandIsTheHighestInput(t *testing.T) {
	for _, in := range inputs() {
		r := decide(t, in)
		by := map[band.Source]band.Band{
			band.ByProjection: r.Projection.Band,
			band.ByDeclared:   r.Declared,
			band.ByRuleOfTwo:  r.RuleOfTwo.Band,
			band.Undeclared:   band.None,
		}
		if by[r.DecidedBy] != r.Band {
			t.Errorf("Decide(%+v) = %q, decided by %s, which asks for %q", in, r.Band, r.DecidedBy, by[r.DecidedBy])
		}
		if r.DecidedBy != band.Undeclared && band.Max(r.Projection.Band, r.Declared, r.RuleOfTwo.Band) != r.Band {
			t.Errorf("Decide(%+v) = %q, want the highest of %v", in, r.Band, by)
		}
		if undeclared := !in.Axes.Declared() && in.Declared == band.None; undeclared && r.Band != band.None && r.Band != band.Escalate {
			t.Errorf("Decide(%+v) = %q, want no band or escalate", in, r.Band)
		}
	}
}

// TestMissingAxisIsWorst: leaving out one axis of several gives what its worst value gives.
func TestMissingAxisIsWorst(t *testing.T) {
	for _, in := range inputs() {
		if !in.Axes.Declared() {
			continue
		}
		full := in
		full.Axes = in.Axes.Filled()
		if got, want := decide(t, in).Band, decide(t, full).Band; got != want {
			t.Errorf("Decide(%+v) = %q, want %q as with %+v", in, got, want, full.Axes)
		}
	}
}

// TestProvedReadNeverEscalatesAlone: the rule alone does not ask about a read.
func TestProvedReadNeverEscalatesAlone(t *testing.T) {
	for _, in := range inputs() {
		if in.Run.ProvedRead && !in.Run.StateOrExternal && in.Run.Apply(in.Mode).Band == band.Escalate {
			t.Errorf("Apply(%+v, %s) = escalate", in.Run, in.Mode)
		}
	}
}
