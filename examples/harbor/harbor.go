package main

import (
	"fmt"
	"strings"
	"time"
)

// harbor is the state behind the tools: a handful of berths and the vessels
// that may use them. Lengths and depths are in metres.
type harbor struct {
	berths  []berth
	vessels []vessel
	log     []string
}

type berth struct {
	name   string
	length float64
	depth  float64
	vessel string // who lies here; empty when free
}

type vessel struct {
	name    string
	length  float64
	draught float64
}

func newHarbor() *harbor {
	return &harbor{
		berths: []berth{
			{name: "A1", length: 12, depth: 2.5},
			{name: "A2", length: 12, depth: 2.5, vessel: "Dunlin"},
			{name: "B1", length: 30, depth: 5},
			{name: "B2", length: 60, depth: 8},
		},
		vessels: []vessel{
			{"Dunlin", 9, 1.6},
			{"Grey Seal", 42, 6.5},
			{"Heron", 18, 3.1},
			{"Turnstone", 11, 2.2},
		},
	}
}

func (h *harbor) list(freeOnly bool) string {
	var text strings.Builder
	for _, b := range h.berths {
		if freeOnly && b.vessel != "" {
			continue
		}
		state := "free"
		if b.vessel != "" {
			state = b.vessel
		}
		fmt.Fprintf(&text, "%s: %g m long, %g m deep, %s\n", b.name, b.length, b.depth, state)
	}
	return text.String()
}

// berth returns the named berth, to be changed in place.
func (h *harbor) berth(name string) (*berth, error) {
	for i := range h.berths {
		if h.berths[i].name == name {
			return &h.berths[i], nil
		}
	}
	return nil, fmt.Errorf("there is no berth %q", name)
}

func (h *harbor) assign(name, berthName string) (string, error) {
	b, err := h.berth(berthName)
	if err != nil {
		return "", err
	}
	for _, v := range h.vessels {
		switch {
		case v.name != name:
			continue
		case b.vessel == name:
			return fmt.Sprintf("%s already lies at %s", name, b.name), nil
		case b.vessel != "":
			return "", fmt.Errorf("berth %s is taken by %s", b.name, b.vessel)
		case v.length > b.length || v.draught > b.depth:
			return "", fmt.Errorf("%s (%g m, draught %g m) does not fit berth %s (%g m, depth %g m)",
				v.name, v.length, v.draught, b.name, b.length, b.depth)
		}
		h.leave(name)
		b.vessel = name
		return h.note("%s moored at %s", name, b.name), nil
	}
	return "", fmt.Errorf("there is no vessel %q in the register", name)
}

// leave frees the berth that a vessel moves away from.
func (h *harbor) leave(name string) {
	for i := range h.berths {
		if h.berths[i].vessel == name {
			h.berths[i].vessel = ""
		}
	}
}

func (h *harbor) releaseBerth(name string) (string, error) {
	b, err := h.berth(name)
	if err != nil {
		return "", err
	}
	if b.vessel == "" {
		return fmt.Sprintf("berth %s was free already", b.name), nil
	}
	left := b.vessel
	b.vessel = ""
	return h.note("%s left %s", left, b.name), nil
}

func (h *harbor) note(format string, a ...any) string {
	entry := fmt.Sprintf(format, a...)
	h.log = append(h.log, entry)
	return entry
}

// tides of an imaginary coast: two high waters a day, each day 50 minutes later
// than the day before.
func tides(date string) (string, error) {
	day, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return "", fmt.Errorf("date %q, want YYYY-MM-DD", date)
	}
	const half = 6*time.Hour + 12*time.Minute
	at := time.Duration(day.YearDay()%15) * 50 * time.Minute % (2 * half)
	var text strings.Builder
	for i := 0; at < 24*time.Hour; i++ {
		kind, metres := "high", 4.6
		if i%2 == 1 {
			kind, metres = "low", 0.9
		}
		fmt.Fprintf(&text, "%s %s water %.1f m\n", day.Add(at).Format("15:04"), kind, metres)
		at += half
	}
	return text.String(), nil
}
