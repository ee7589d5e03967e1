package filter

import (
	"errors"
	"slices"

	"github.com/mooring-mcp/mooring/band"
	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// bandAnswer is the answer of "classify band"; what was not decided is null.
type bandAnswer struct {
	Band            *band.Band      `json:"band"`
	AtLeast         bool            `json:"at_least,omitempty"` // the band is a floor and no permission
	DecidedBy       band.Source     `json:"decided_by"`
	Why             string          `json:"why"`
	Projection      *bandProjection `json:"projection"`
	DeclaredMinBand *band.Band      `json:"declared_min_band"`
	RuleOfTwo       bandRuleOfTwo   `json:"rule_of_two"`
}

type bandProjection struct {
	Band    band.Band   `json:"band"`
	Axes    band.Axes   `json:"axes"`
	Decided []band.Axis `json:"decided"`
	Assumed []band.Axis `json:"assumed"`
}

type bandRuleOfTwo struct {
	Band *band.Band       `json:"band"`
	Mode band.Mode        `json:"mode"`
	True []band.Condition `json:"true"`
}

// Band is the judge of "classify band". A line holds what is known of an operation,
// each member of which may be null or absent:
//
//	{"reversibility", "scope", "trust", "declared",
//	 "run": {"untrusted_input","sensitive","state_or_external","proved_read"}, "mode"}
//
// and is answered with {"band","decided_by",…}; the band is null where nobody declared
// anything. A word that is not of its enumeration invalidates the line.
func Band(line *jsonv.Value, _ []byte) ([]byte, error) {
	if err := members(line, "reversibility", "scope", "trust", "declared", "run", "mode"); err != nil {
		return nil, err
	}
	in, err := bandInput(line)
	if err != nil {
		return nil, err
	}
	r, err := band.Decide(in)
	if err != nil {
		return nil, wrongWord(line, err)
	}
	answer := bandAnswer{
		Band: bandOrNull(r.Band), AtLeast: r.AtLeast(), DecidedBy: r.DecidedBy, Why: r.Why(),
		DeclaredMinBand: bandOrNull(r.Declared),
		RuleOfTwo:       bandRuleOfTwo{bandOrNull(r.RuleOfTwo.Band), r.RuleOfTwo.Mode, orNone(r.RuleOfTwo.True)},
	}
	if p := r.Projection; p.Band != band.None {
		answer.Projection = &bandProjection{p.Band, p.Axes, p.Decided, orNone(p.Assumed)}
	}
	return encodeAnswer(answer)
}

func bandInput(line *jsonv.Value) (in band.Input, err error) {
	words := map[string]string{}
	for _, name := range []string{"reversibility", "scope", "trust", "declared", "mode"} {
		if words[name], err = wordOf(line, name); err != nil {
			return in, err
		}
	}
	in.Axes = band.Axes{
		Reversibility: band.Reversibility(words["reversibility"]),
		Scope:         band.Scope(words["scope"]),
		Trust:         band.Trust(words["trust"]),
	}
	in.Declared, in.Mode = band.Band(words["declared"]), band.Mode(words["mode"])
	in.Run, err = bandRun(line.Get("run"))
	return in, err
}

// bandRun reads the booleans of a run; one that is not there does not hold.
func bandRun(v *jsonv.Value) (run band.Run, err error) {
	if isNothing(v) {
		return run, nil
	}
	if v.Kind() != jsonv.Object {
		return run, At(v, "/run", WrongValue, "found %s, want an object", v.Kind())
	}
	booleans := map[string]*bool{
		string(band.UntrustedInput):  &run.UntrustedInput,
		string(band.Sensitive):       &run.Sensitive,
		string(band.StateOrExternal): &run.StateOrExternal,
		"proved_read":                &run.ProvedRead,
	}
	for name, member := range v.Members() {
		to, known := booleans[name]
		switch {
		case !known:
			return run, At(member, jsonv.AppendPointer("/run", name), UnknownMember, "found member %q in a run, want only %s", name, list([]band.Condition{band.UntrustedInput, band.Sensitive, band.StateOrExternal, "proved_read"}))
		case member.Kind() != jsonv.Bool:
			return run, At(member, "/run/"+name, WrongValue, "found %s, want a boolean", member.Kind())
		}
		*to = member.Bool()
	}
	return run, nil
}

// wordOf is a member that holds a word, "" for null and for none. An empty word is
// none of any enumeration.
func wordOf(line *jsonv.Value, member string, want ...string) (string, error) {
	v := line.Get(member)
	if isNothing(v) {
		return "", nil
	}
	word, ok := v.Str()
	switch {
	case !ok:
		return "", At(v, "/"+member, WrongValue, "found %s, want a string or null", v.Kind())
	case word == "" && len(want) == 0:
		return "", At(v, "/"+member, WrongValue, "found an empty string, want a word or null")
	case word == "", len(want) > 0 && !slices.Contains(want, word):
		return "", At(v, "/"+member, WrongValue, "found %q, want one of %s", word, list(want))
	}
	return word, nil
}

// wrongWord places an error about a word.
func wrongWord(line *jsonv.Value, err error) error {
	var bad *band.ValueError
	if !errors.As(err, &bad) {
		return err
	}
	name := bad.Name
	if name == string(band.ByDeclared) {
		name = "declared"
	}
	return At(line.Get(name), "/"+name, WrongValue, "found %q, want one of %s", bad.Value, list(bad.Want))
}

func bandOrNull(b band.Band) *band.Band {
	if b == band.None {
		return nil
	}
	return &b
}
