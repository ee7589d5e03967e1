package census

import "github.com/mooring-mcp/mooring/internal/jsonv"

// document is a text with its tape. Values are named by their place on the tape, 0 being
// the whole; none is a value that is not there.
type document struct {
	raw   []byte
	tape  []jsonv.Entry
	plain bool // raw is printable ASCII and spaces
}

const none = -1

func (d *document) read(raw []byte) (err error) {
	d.raw, d.plain = raw, plainRun(raw) == len(raw)
	d.tape, err = jsonv.AppendTape(d.tape[:0], raw)
	return err
}

func (d *document) is(i int, k jsonv.Kind) bool { return i != none && d.tape[i].Kind == k }

func (d *document) text(i int) []byte { return d.tape[i].Of(d.raw) }

// end is the place behind a value.
func (d *document) end(i int) int { return int(d.tape[i].Next) }

// member finds the last member of an object with a name, as Python's json does; none
// for no object.
func (d *document) member(i int, name string) int {
	found := none
	if !d.is(i, jsonv.Object) {
		return found
	}
	for at, end := i+1, d.end(i); at < end; at = d.end(at + 1) {
		if d.named(at, name) {
			found = at + 1
		}
	}
	return found
}

// named reports that a member's name has a value.
func (d *document) named(at int, name string) bool {
	e := d.tape[at]
	if !e.Escaped {
		return int(e.End-e.Start) == len(name)+2 && string(d.raw[e.Start+1:e.End-1]) == name
	}
	return string(d.decoded(at)) == name
}

// decoded is the value of a string, see [jsonv.AppendUnescaped].
func (d *document) decoded(i int) []byte {
	quoted := d.text(i)
	inner := quoted[1 : len(quoted)-1]
	if !d.tape[i].Escaped {
		return inner
	}
	return jsonv.AppendUnescaped(nil, inner)
}

// str is the value of a string, nil for anything else.
func (d *document) str(i int) []byte {
	if !d.is(i, jsonv.String) {
		return nil
	}
	return d.decoded(i)
}

// compact is the text of a value without the white space between its parts; it is in
// buf where there is some.
func (d *document) compact(buf []byte, i int) (text, grown []byte) {
	spaced := false
	d.gaps(i, func(gap, _ []byte) {
		for _, c := range gap {
			spaced = spaced || c <= ' '
		}
	})
	if !spaced {
		return d.text(i), buf
	}
	buf = buf[:0]
	d.gaps(i, func(gap, scalar []byte) {
		for _, c := range gap {
			if c > ' ' {
				buf = append(buf, c)
			}
		}
		buf = append(buf, scalar...)
	})
	return buf, buf
}

// gaps calls visit with what stands before each scalar in a value, brackets, commas,
// colons and white space, and the scalar; and at last with what stands behind.
func (d *document) gaps(i int, visit func(gap, scalar []byte)) {
	from := d.tape[i].Start
	for at := i; at < d.end(i); at++ {
		if e := d.tape[at]; e.Kind != jsonv.Array && e.Kind != jsonv.Object {
			visit(d.raw[from:e.Start], e.Of(d.raw))
			from = e.End
		}
	}
	visit(d.raw[from:d.tape[i].End], nil)
}
