package band_test

import (
	"encoding/json"
	"errors"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/band"
	"github.com/mooring-mcp/mooring/internal/thirdparty"
)

// TestProject holds all 18 combinations, each with the axes that decided.
func TestProject(t *testing.T) {
	const (
		r, s, u = band.AxisReversibility, band.AxisScope, band.AxisTrust
	)
	for _, tt := range []struct {
		r       band.Reversibility
		s       band.Scope
		t       band.Trust
		want    band.Band
		decided []band.Axis
	}{
		{band.Reversible, band.Local, band.Trusted, band.Auto, []band.Axis{r, s, u}},
		{band.Reversible, band.Local, band.Untrusted, band.SoftAck, []band.Axis{u}},
		{band.Reversible, band.SharedRemote, band.Trusted, band.SoftAck, []band.Axis{s}},
		{band.Reversible, band.SharedRemote, band.Untrusted, band.SoftAck, []band.Axis{s, u}},
		{band.Reversible, band.External, band.Trusted, band.Escalate, []band.Axis{s}},
		{band.Reversible, band.External, band.Untrusted, band.Escalate, []band.Axis{s}},
		{band.HardToReverse, band.Local, band.Trusted, band.Escalate, []band.Axis{r}},
		{band.HardToReverse, band.Local, band.Untrusted, band.Escalate, []band.Axis{r}},
		{band.HardToReverse, band.SharedRemote, band.Trusted, band.Escalate, []band.Axis{r}},
		{band.HardToReverse, band.SharedRemote, band.Untrusted, band.Escalate, []band.Axis{r}},
		{band.HardToReverse, band.External, band.Trusted, band.Escalate, []band.Axis{r, s}},
		{band.HardToReverse, band.External, band.Untrusted, band.Escalate, []band.Axis{r, s}},
		{band.Irreversible, band.Local, band.Trusted, band.Escalate, []band.Axis{r}},
		{band.Irreversible, band.Local, band.Untrusted, band.Escalate, []band.Axis{r}},
		{band.Irreversible, band.SharedRemote, band.Trusted, band.Escalate, []band.Axis{r}},
		{band.Irreversible, band.SharedRemote, band.Untrusted, band.Escalate, []band.Axis{r}},
		{band.Irreversible, band.External, band.Trusted, band.Escalate, []band.Axis{r, s}},
		{band.Irreversible, band.External, band.Untrusted, band.Escalate, []band.Axis{r, s}},
	} {
		axes := band.Axes{Reversibility: tt.r, Scope: tt.s, Trust: tt.t}
		want := band.Projection{Band: tt.want, Axes: axes, Decided: tt.decided}
		if diff := cmp.Diff(want, band.Project(axes)); diff != "" {
			t.Errorf("Project(%v) (-want +got):\n%s", axes, diff)
		}
	}
}

// vector is a row of data/vectors/bands.json.
type vector struct {
	Reversibility   band.Reversibility `json:"reversibility"`
	Scope           band.Scope         `json:"scope"`
	Trust           band.Trust         `json:"trust"`
	UntrustedInput  bool               `json:"untrusted_input"`
	Sensitive       bool               `json:"sensitive"`
	StateOrExternal bool               `json:"state_or_external"`
	RuleOfTwo       bool               `json:"rule_of_two"`
	Band            band.Band          `json:"band"`
	Effective       band.Band          `json:"effective"`
}

// TestVectors compares every combination of axes and booleans with what another
// implementation of the specification says.
func TestVectors(t *testing.T) {
	text, err := os.ReadFile(thirdparty.Path(t, "data", "vectors", "bands.json"))
	if err != nil {
		t.Fatal(err)
	}
	var rows []vector
	if err := json.Unmarshal(text, &rows); err != nil {
		t.Fatal(err)
	}
	if len(rows) != 144 {
		t.Fatalf("read %d vectors, want 144", len(rows))
	}
	for _, v := range rows {
		in := band.Input{
			Axes: band.Axes{Reversibility: v.Reversibility, Scope: v.Scope, Trust: v.Trust},
			Run:  band.Run{UntrustedInput: v.UntrustedInput, Sensitive: v.Sensitive, StateOrExternal: v.StateOrExternal},
		}
		got, err := band.Decide(in)
		if err != nil || got.Projection.Band != v.Band || got.Band != v.Effective || (got.RuleOfTwo.Band == band.Escalate) != v.RuleOfTwo {
			t.Errorf("Decide(%+v) = %+v, %v, want band %s, effective %s", in, got, err, v.Band, v.Effective)
		}
	}
}

func TestDecide(t *testing.T) {
	local := band.Axes{Reversibility: band.Reversible, Scope: band.Local, Trust: band.Trusted}
	two := band.Run{UntrustedInput: true, StateOrExternal: true}
	three := band.Run{UntrustedInput: true, Sensitive: true, StateOrExternal: true}
	read := band.Run{UntrustedInput: true, Sensitive: true, ProvedRead: true}
	for _, tt := range []struct {
		name string
		in   band.Input
		want band.Band
		by   band.Source
		why  string
	}{
		{"nothing", band.Input{}, band.None, band.Undeclared, "neither axes nor a band is declared"},
		{"all mild", band.Input{Axes: local}, band.Auto, band.ByProjection, "reversible and local and trusted"},
		{"declared raises", band.Input{Axes: local, Declared: band.SoftAck}, band.SoftAck, band.ByDeclared, "declared_min_band is soft-ack"},
		{
			"declared lowers nothing",
			band.Input{Axes: band.Axes{Reversibility: band.Reversible, Scope: band.External, Trust: band.Trusted}, Declared: band.Auto},
			band.Escalate, band.ByProjection, "external",
		},
		{"declared without axes", band.Input{Declared: band.Auto}, band.Auto, band.ByDeclared, "declared_min_band is auto, which is no permission, and no axes are known"},
		{"declared escalate without axes", band.Input{Declared: band.Escalate}, band.Escalate, band.ByDeclared, "declared_min_band is escalate"},
		{
			"trust left out",
			band.Input{Axes: band.Axes{Reversibility: band.Reversible, Scope: band.Local}},
			band.SoftAck, band.ByProjection, "trust not declared, taken as untrusted",
		},
		{
			"scope alone",
			band.Input{Axes: band.Axes{Scope: band.Local}, Declared: band.Auto},
			band.Escalate, band.ByProjection, "reversibility not declared, taken as irreversible",
		},
		{"two of three", band.Input{Axes: local, Run: two}, band.Escalate, band.ByRuleOfTwo, "Rule of Two (strict): untrusted_input and state_or_external"},
		{"two of three, meta", band.Input{Axes: local, Run: two, Mode: band.Meta}, band.SoftAck, band.ByRuleOfTwo, "Rule of Two (meta): untrusted_input and state_or_external"},
		{"three of three, meta", band.Input{Axes: local, Run: three, Mode: band.Meta}, band.Escalate, band.ByRuleOfTwo, "Rule of Two (meta): untrusted_input and sensitive and state_or_external"},
		{"proved read", band.Input{Axes: local, Run: read}, band.SoftAck, band.ByRuleOfTwo, "Rule of Two (strict): untrusted_input and sensitive"},
		{
			"a proved read that changes state is none",
			band.Input{Axes: local, Run: band.Run{UntrustedInput: true, StateOrExternal: true, ProvedRead: true}},
			band.Escalate, band.ByRuleOfTwo, "Rule of Two (strict): untrusted_input and state_or_external",
		},
		{"undeclared, two of three", band.Input{Run: two}, band.Escalate, band.ByRuleOfTwo, "Rule of Two (strict): untrusted_input and state_or_external"},
		{"undeclared is not settled by soft-ack", band.Input{Run: two, Mode: band.Meta}, band.None, band.Undeclared, "neither axes nor a band is declared"},
		{"a tie names the projection", band.Input{Axes: band.Axes{Scope: band.External}, Declared: band.Escalate, Run: three}, band.Escalate, band.ByProjection, "reversibility not declared, taken as irreversible and external"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := band.Decide(tt.in)
			if err != nil || got.Band != tt.want || got.DecidedBy != tt.by || got.Why() != tt.why {
				t.Errorf("Decide(%+v) = %q by %q (%s), %v, want %q by %q (%s)", tt.in, got.Band, got.DecidedBy, got.Why(), err, tt.want, tt.by, tt.why)
			}
		})
	}
}

// TestAtLeast: a band below escalate that no axes ask for is a floor, and no permission.
func TestAtLeast(t *testing.T) {
	for _, in := range inputs() {
		r, err := band.Decide(in)
		if err != nil {
			t.Fatal(err)
		}
		want := !in.Axes.Declared() && (r.Band == band.Auto || r.Band == band.SoftAck)
		if r.AtLeast() != want {
			t.Errorf("Decide(%+v).AtLeast() = %t, want %t", in, r.AtLeast(), want)
		}
	}
}

func TestDecideErrors(t *testing.T) {
	for _, tt := range []struct {
		in   band.Input
		want string
	}{
		{band.Input{Axes: band.Axes{Reversibility: "Reversible"}}, `reversibility: found "Reversible", want one of reversible, hard-to-reverse, irreversible`},
		{band.Input{Axes: band.Axes{Scope: "shared"}}, `scope: found "shared", want one of local, shared-remote, external`},
		{band.Input{Axes: band.Axes{Trust: "yes"}}, `trust: found "yes", want one of trusted, untrusted`},
		{band.Input{Declared: "never_allow"}, `declared_min_band: found "never_allow", want one of auto, soft-ack, escalate`},
		{band.Input{Mode: "lax"}, `mode: found "lax", want one of strict, meta`},
	} {
		var bad *band.ValueError
		if _, err := band.Decide(tt.in); !errors.As(err, &bad) || err.Error() != tt.want {
			t.Errorf("Decide(%+v) = %v, want %s", tt.in, err, tt.want)
		}
	}
}

func TestWorse(t *testing.T) {
	for _, tt := range []struct{ a, b, want band.Axes }{
		{band.Axes{}, band.Axes{}, band.Axes{}},
		{band.Axes{Scope: band.Local}, band.Axes{Trust: band.Trusted}, band.Axes{Scope: band.Local, Trust: band.Trusted}},
		{band.Axes{Scope: band.Local}, band.Axes{Scope: band.External}, band.Axes{Scope: band.External}},
		{band.Axes{Reversibility: "undoable"}, band.Axes{Reversibility: band.Reversible}, band.Axes{Reversibility: "undoable"}},
		{band.Axes{Trust: band.Untrusted}, band.Axes{Trust: "semi"}, band.Axes{Trust: "semi"}},
		{band.Axes{Scope: "x"}, band.Axes{}, band.Axes{Scope: "x"}},
	} {
		got, other := tt.a.Worse(tt.b), tt.b.Worse(tt.a)
		if got != tt.want || other != tt.want {
			t.Errorf("%+v.Worse(%+v) = %+v, the other way round %+v, want %+v", tt.a, tt.b, got, other, tt.want)
		}
	}
}

func TestMax(t *testing.T) {
	for _, tt := range []struct {
		in   []band.Band
		want band.Band
	}{
		{nil, band.None},
		{[]band.Band{band.None, band.None}, band.None},
		{[]band.Band{band.None, band.Auto}, band.Auto},
		{[]band.Band{band.SoftAck, band.Auto}, band.SoftAck},
		{[]band.Band{"unheard of", band.Auto}, band.Escalate},
	} {
		if got := band.Max(tt.in...); got != tt.want {
			t.Errorf("Max(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
}
