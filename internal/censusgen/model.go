package censusgen

import (
	_ "embed"
	"encoding/json"
)

// model is what real tools are like, in numbers: quantiles are 101 values, from the 0th
// to the 100th percentile, and shares are of 1. TestModel derives it from real tools.
type model struct {
	ToolsPerServer      []int `json:"tools_per_server"` // quantiles
	NameWords           []int `json:"name_words"`
	Description         []int `json:"description"` // bytes
	Properties          []int `json:"properties"`
	PropertyNameWords   []int `json:"property_name_words"`
	PropertyDescription []int `json:"property_description"` // bytes, of those that have one
	EnumValues          []int `json:"enum_values"`

	Described   float64 `json:"described"` // share of properties with a description
	Required    float64 `json:"required"`  // share of properties
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

	// FormNames and FormTexts are, by the place in [paramrisk.AllForms], the shares of
	// properties that have the form in their name and in their description.
	FormNames []float64 `json:"form_names"`
	FormTexts []float64 `json:"form_texts"`
}

//go:embed model.json
var modelText []byte

func readModel() (m model) {
	if err := json.Unmarshal(modelText, &m); err != nil {
		panic(err) // it is embedded, and TestModel reads it
	}
	return m
}
