package check_test

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/surface"
)

// The tools of a server before and after an update: one has a new required argument,
// another a clearer title.
const (
	toolsBefore = `[
	  {"name": "dock", "description": "Dock a ship.", "inputSchema": {"type": "object", "properties": {"ship": {"type": "string"}}, "required": ["ship"]}},
	  {"name": "tide", "title": "Tide", "description": "Tell the tide."}
	]`
	toolsAfter = `[
	  {"name": "dock", "description": "Dock a ship.", "inputSchema": {"type": "object", "properties": {"ship": {"type": "string"}, "pilot": {"type": "string"}}, "required": ["ship", "pilot"]}},
	  {"name": "tide", "title": "Tide table", "description": "Tell the tide."}
	]`
)

// side reads one side of a comparison. Vouched says that the list is all there is,
// which a bare array cannot say of itself.
func side(label, tools string) check.Observation {
	s, err := surface.Read("harbor", []byte(tools))
	if err != nil {
		panic(err)
	}
	return check.Observation{Label: label, Surface: s, Vouched: true}
}

// A consumer of a server has every change reviewed; its author asks whether callers
// break.
func ExampleCompare() {
	for _, preset := range check.Presets() {
		s, err := check.Compare("harbor", side("1.0.0", toolsBefore), side("1.1.0", toolsAfter), check.Options{Preset: preset})
		if err != nil {
			panic(err)
		}
		fmt.Printf("%s: %s\n", preset, s.Verdict)
		for _, row := range s.Rows {
			fmt.Printf("  %-6s %s %s %s\n", row.Action, row.Kind, row.Name, row.Op)
		}
	}
	// Output:
	// author: refused
	//   fail   tool dock changed
	//   warn   tool tide changed
	// consumer: refused
	//   review tool dock changed
	//   review tool tide changed
}

// Details gives each row with its change and with what the lenses say about it.
func ExampleSubject_Details() {
	s, err := check.Compare("harbor", side("1.0.0", toolsBefore), side("1.1.0", toolsAfter), check.Options{Preset: check.Author})
	if err != nil {
		panic(err)
	}
	for _, d := range s.Details() {
		fmt.Printf("%s %s\n", d.Name, d.Op)
		for _, e := range d.Change.Edits {
			fmt.Printf("  %s %s\n", e.Op, e.Pointer)
		}
		for _, f := range d.Findings {
			fmt.Printf("  %s %s %s\n", f.Action, f.Rule, f.Severity)
			if f.Witness != nil {
				fmt.Printf("    for instance %s\n", f.Witness)
			}
		}
	}
	// Output:
	// dock changed
	//   added /inputSchema/properties/pilot
	//   added /inputSchema/required/1
	//   fail tool.input.required.added BREAKING
	//     for instance {"ship":""}
	//   warn R04 HIGH
	//   pass mcp_tool_input_schema_changed medium
	//   pass tool.input.property.added NON_BREAKING
	// tide changed
	//   changed /title
	//   warn tool.title.changed POTENTIALLY_BREAKING
	//   pass mooring_tool_title_changed medium
}

// patient lets a title change, and follows a preset in everything else.
type patient struct{ check.Decider }

func (p patient) Decide(f check.Finding, accepted []string) check.Decision {
	if f.Pointer == "/title" {
		return check.Decision{Action: check.Warn, By: "titles may change"}
	}
	return p.Decider.Decide(f, accepted)
}

// A decider of one's own gives findings their actions.
func ExampleSubject_Decide() {
	s, err := check.Compare("harbor", side("1.0.0", toolsBefore), side("1.1.0", toolsAfter), check.Options{})
	if err != nil {
		panic(err)
	}
	s.Decide(patient{check.Consumer}, check.Review)
	for _, row := range s.Rows {
		fmt.Printf("%s %s\n", row.Name, row.Action)
	}
	for _, f := range s.Findings {
		if f.Name == "tide" {
			fmt.Printf("%s, decided by %s\n", f.Rule, f.DecidedBy)
		}
	}
	// Output:
	// dock review
	// tide warn
	// tool.title.changed, decided by titles may change
	// mooring_tool_title_changed, decided by titles may change
}

// Levels change what a severity comes to; the rest is the preset's.
func ExamplePreset_With() {
	s, err := check.Compare("harbor", side("1.0.0", toolsBefore), side("1.1.0", toolsAfter), check.Options{})
	if err != nil {
		panic(err)
	}
	s.Decide(check.Author.With(check.Levels{"contract": {"BREAKING": check.Warn}}), check.Fail)
	fmt.Println(s.Verdict)
	// Output:
	// passed
}

// A report is written as JSON and read again, as by a program that renders it.
func ExampleParseReport() {
	s, err := check.Compare("harbor", side("1.0.0", toolsBefore), side("1.1.0", toolsAfter), check.Options{Preset: check.Author})
	if err != nil {
		panic(err)
	}
	saved, err := json.Marshal(check.NewReport("diff", check.Lenses(), []check.Subject{s}, check.Weighing{Preset: string(check.Author)}))
	if err != nil {
		panic(err)
	}
	r, err := check.ParseReport(saved)
	if err != nil {
		panic(err)
	}
	fmt.Println(r.Verdict, "by", strings.Join(r.Lenses, ", "))
	for _, s := range r.Subjects {
		fmt.Printf("%s: %d fails, %d warns, %d passes\n", s.Server, s.Counts().Fail, s.Counts().Warn, s.Counts().Pass)
	}
	// Output:
	// refused by drift, taxonomy, contract, params
	// harbor: 1 fails, 1 warns, 0 passes
}
