package censusgen

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// model is what real tools are like, in numbers: quantiles are 101 values, from the 0th
// to the 100th percentile, and shares are of 1. TestModel derives it from real tools.
type model struct {
	ToolsPerServer      []int `json:"tools_per_server"` // quantiles
	NameWords           []int `json:"name_words"`
	Description         []int `json:"description"` // bytes
	PropertyNameWords   []int `json:"property_name_words"`
	PropertyDescription []int `json:"property_description"` // bytes, of those that have one
	EnumValues          []int `json:"enum_values"`

	Described   float64 `json:"described"` // share of the properties without a form in it that have a description
	Required    float64 `json:"required"`  // share of plain properties, which have no form
	OneLine     float64 `json:"one_line"`  // share of descriptions of tools without a line feed
	Escapes     float64 `json:"escapes"`   // quotes in them, in a byte
	NonASCII    float64 `json:"non_ascii"` // share of tools with a character beyond ASCII
	Annotated   float64 `json:"annotated"`
	Output      float64 `json:"output"`      // share of tools with an output schema
	Definitions float64 `json:"definitions"` // share of tools with definitions

	Read         float64            `json:"read"`         // share of tools that only read ([consequence.Judge])
	Consequences map[string]float64 `json:"consequences"` // shares of tools, by kind

	Types    map[string]float64 `json:"types"`    // shares of properties, "" for none
	Keywords map[string]float64 `json:"keywords"` // shares of properties that have it
	Dialects map[string]float64 `json:"dialects"` // shares of tools; "" for none

	// Sets are the parameters that tools have together, with how many tools have them: what
	// one parameter carries says much of the others, and of its own name and description.
	// "2 12/ /4.7!" is two plain parameters, one with form 12 of [paramrisk.AllForms] in its
	// name, and a required one with the forms 4 and 7 in its description.
	Sets map[string]int `json:"sets"`
}

// parameter is one of a set.
type parameter struct {
	names, texts []int // forms
	plain        bool  // neither
	required     bool  // said of those that are not plain
}

// String is the form in the model.
func (p parameter) String() string {
	text := dotted(p.names) + "/" + dotted(p.texts)
	if p.required {
		text += "!"
	}
	return text
}

func dotted(forms []int) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(forms), " ", "."), "[]")
}

// readSet reads a set of the model.
func readSet(text string) (out []parameter) {
	numbers := func(dotted string) (out []int) {
		for n := range strings.SplitSeq(dotted, ".") {
			if i, err := strconv.Atoi(n); err == nil { // none is empty
				out = append(out, i)
			}
		}
		return out
	}
	plain, rest, _ := strings.Cut(text, " ")
	for range numbers(plain)[0] {
		out = append(out, parameter{plain: true})
	}
	for word := range strings.FieldsSeq(rest) {
		p := parameter{}
		word, p.required = strings.CutSuffix(word, "!")
		names, texts, _ := strings.Cut(word, "/")
		p.names, p.texts = numbers(names), numbers(texts)
		out = append(out, p)
	}
	return out
}

//go:embed model.json
var modelText []byte

func readModel() (m model) {
	if err := json.Unmarshal(modelText, &m); err != nil {
		panic(err) // it is embedded, and TestModel reads it
	}
	return m
}
