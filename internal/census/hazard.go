package census

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"strconv"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/visible"
)

// Hazard is a way in which the text of a tool may be read differently by two readers,
// or not be seen by a person.
type Hazard string

// The hazards.
const (
	DuplicateMembers Hazard = "duplicate_members"    // an object has two members of one name
	HiddenCharacters Hazard = "hidden_characters"    // zero-width, bidirectional and other characters that show nothing
	InvalidUTF8      Hazard = "invalid_utf8"         // a string has bytes that are no UTF-8
	LoneSurrogates   Hazard = "lone_surrogates"      // half of a \u pair
	LooseSyntax      Hazard = "loose_syntax"         // raw controls, unknown escapes, literals such as NaN
	BeyondDouble     Hazard = "number_beyond_double" // a number that no double is near to
	NoName           Hazard = "no_name"              // a tool without a name
	RepeatedName     Hazard = "repeated_name"        // a server has two tools of one name
)

// Hazards returns the hazards in their order.
func Hazards() []Hazard {
	return []Hazard{DuplicateMembers, HiddenCharacters, InvalidUTF8, LoneSurrogates, LooseSyntax, BeyondDouble, NoName, RepeatedName}
}

// hazards is a set of hazards, by their place in [Hazards].
type hazards uint8

const (
	hazardDuplicate hazards = 1 << iota
	hazardHidden
	hazardUTF8
	hazardSurrogate
	hazardLoose
	hazardDouble
	hazardNoName
	hazardRepeated
)

// inspector looks for hazards. It keeps its buffers.
type inspector struct {
	names [][]byte
	many  map[string]struct{}
}

// few is how many names are compared one by one.
const few = 24

// value returns the hazards of a value and everything in it. Of a document that is
// plain, only escapes are looked at in strings. O(n) in bytes.
func (in *inspector) value(d *document, i int) (found hazards) {
	for at := i; at < d.end(i); at++ {
		e := d.tape[at]
		switch e.Kind {
		case jsonv.Object:
			if in.repeats(d, at) {
				found |= hazardDuplicate
			}
		case jsonv.String:
			found |= stringHazards(d.raw[e.Start+1:e.End-1], d.plain, e.Escaped)
		case jsonv.Number:
			found |= numberHazards(e.Of(d.raw))
		case jsonv.Null, jsonv.Bool:
			if !isLiteral(e.Of(d.raw)) {
				found |= hazardLoose
			}
		case jsonv.Array:
		}
	}
	return found
}

// repeats reports that an object has two members of one name. Few objects have names
// that agree in length and ends; only those are looked at closely.
func (in *inspector) repeats(d *document, i int) bool {
	seen := uint64(0)
	for at := i + 1; at < d.end(i); at = d.end(at + 1) {
		e := d.tape[at]
		ends := 5*uint32(e.End-e.Start) + 11*uint32(d.raw[e.Start+1]) + uint32(d.raw[e.End-2])
		bit := uint64(1) << (ends & 63)
		if seen&bit != 0 || e.Escaped {
			return in.repeatsClosely(d, i)
		}
		seen |= bit
	}
	return false
}

func (in *inspector) repeatsClosely(d *document, i int) bool {
	in.names = in.names[:0]
	for at := i + 1; at < d.end(i); at = d.end(at + 1) {
		in.names = append(in.names, d.decoded(at))
	}
	if len(in.names) > few {
		return in.repeatsOfMany()
	}
	for n, name := range in.names {
		for _, other := range in.names[:n] {
			if bytes.Equal(name, other) {
				return true
			}
		}
	}
	return false
}

func (in *inspector) repeatsOfMany() bool {
	if in.many == nil {
		in.many = map[string]struct{}{}
	}
	clear(in.many)
	for _, name := range in.names {
		in.many[string(name)] = struct{}{}
	}
	return len(in.many) < len(in.names)
}

// stringHazards looks at the text between the quotes of a string.
func stringHazards(text []byte, plain, escaped bool) (found hazards) {
	if !plain {
		found = rawHazards(text[plainRun(text):])
	}
	if escaped {
		found |= escapeHazards(text)
	}
	return found
}

// plainRun is how many bytes at the start are printable ASCII or a space. It looks at
// eight at a time.
func plainRun(text []byte) int {
	const (
		ones = 0x0101010101010101
		high = 0x80 * ones
	)
	i := 0
	for ; i+8 <= len(text); i += 8 {
		// The high bit of a byte is set when it is beyond ASCII or below 0x20; above the
		// first such byte a borrow may set others too.
		w := binary.LittleEndian.Uint64(text[i:])
		if special := (w | (w - 0x20*ones)) & high; special != 0 {
			return i + bits.TrailingZeros64(special)/8
		}
	}
	for i < len(text) && 0x20 <= text[i] && text[i] < utf8.RuneSelf {
		i++
	}
	return i
}

// rawHazards looks at the characters as they stand.
func rawHazards(text []byte) (found hazards) {
	before := ' '
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRune(text[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			found |= hazardUTF8
		case r < 0x20:
			found |= hazardLoose
		case hidden(before, r):
			found |= hazardHidden
		}
		before = r
		i += n
	}
	return found
}

// hidden reports a character that shows nothing; spaces of any width and the colour
// selector of emoji are none.
func hidden(before, r rune) bool {
	if r < 0x7F || unicode.IsSpace(r) || !visible.Hidden(r) {
		return false
	}
	return r != 0xFE0F || !unicode.In(before, unicode.So, unicode.Sm)
}

// escapeHazards looks at the escapes of a string.
func escapeHazards(text []byte) (found hazards) {
	for {
		at := bytes.IndexByte(text, '\\')
		if at < 0 {
			return found
		}
		text = text[at:]
		r, n := jsonv.Unescape(text)
		switch {
		case n == 0:
			found, n = found|hazardLoose, 1
		case utf16.IsSurrogate(r):
			found |= hazardSurrogate
		case n > 2 && hidden(' ', r):
			found |= hazardHidden
		}
		text = text[n:]
	}
}

func isLiteral(text []byte) bool {
	switch string(text) {
	case "null", "true", "false":
		return true
	}
	return false
}

// numberHazards looks at a number, or at what stands in the place of one.
func numberHazards(text []byte) hazards {
	if isSmall(text) {
		return 0
	}
	if !isNumber(text) {
		return hazardLoose
	}
	if _, err := strconv.ParseFloat(string(text), 64); err != nil {
		return hazardDouble
	}
	return 0
}

// isSmall reports digits that are surely a number.
func isSmall(text []byte) bool {
	if len(text) > 15 || len(text) > 1 && text[0] == '0' {
		return false
	}
	for _, c := range text {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

// isNumber follows the grammar of RFC 8259 §6.
func isNumber(text []byte) bool {
	text = bytes.TrimPrefix(text, []byte("-"))
	digits := func() bool {
		n := 0
		for n < len(text) && '0' <= text[n] && text[n] <= '9' {
			n++
		}
		text = text[n:]
		return n > 0
	}
	leading := len(text) > 1 && text[0] == '0' && '0' <= text[1] && text[1] <= '9'
	if leading || !digits() {
		return false
	}
	if len(text) > 0 && text[0] == '.' {
		if text = text[1:]; !digits() {
			return false
		}
	}
	if len(text) > 0 && (text[0] == 'e' || text[0] == 'E') {
		text = text[1:]
		if len(text) > 0 && (text[0] == '+' || text[0] == '-') {
			text = text[1:]
		}
		if !digits() {
			return false
		}
	}
	return len(text) == 0
}
