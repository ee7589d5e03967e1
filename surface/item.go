package surface

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// pageDepth is the nesting allowed to a result whose items may use all of jsonv.DefaultDepth.
const pageDepth = jsonv.DefaultDepth + 2

// NewItem reads one item of a listing. Bytes that are no strict JSON object are
// kept, and Problem says why. raw is not copied.
func NewItem(kind Kind, raw []byte) Item {
	item, _ := readItem(kind, raw)
	return item
}

func readItem(kind Kind, raw []byte) (Item, *jsonv.Value) {
	item := Item{Raw: raw}
	v, err := jsonv.Parse(raw, jsonv.Limits{})
	if err != nil {
		item.Problem = problemOf(err)
		return item, nil
	}
	return identify(item, kind, v)
}

func identify(item Item, kind Kind, v *jsonv.Value) (Item, *jsonv.Value) {
	if v.Kind() != jsonv.Object {
		item.Problem = fmt.Sprintf("not_object: found %s, want an object", v.Kind())
		return item, nil
	}
	item.Name, _ = v.Get(kind.Key()).Str()
	item.Canonical = jsonv.Canonical(v, jsonv.Source)
	for range v.Find((*jsonv.Value).Inexact) {
		item.Inexact = true
		break
	}
	return item, v
}

func problemOf(err error) string {
	if e := (*jsonv.Error)(nil); errors.As(err, &e) {
		short := *e
		short.Pointer, short.Detail = shorten(e.Pointer), shorten(e.Detail)
		return string(e.Code) + ": " + short.Error()
	}
	return shorten(err.Error())
}

// itemHazards lists what is odd about one item; v is nil when it is unreadable.
func itemHazards(kind Kind, index int, item Item, v *jsonv.Value) []Hazard {
	where := Where(kind, item.Name)
	if item.Name == "" {
		where = string(kind) + " " + strconv.Itoa(index)
	}
	if item.Problem != "" {
		return []Hazard{{Code: UnreadableItem, Where: where, Detail: item.Problem}}
	}
	var out []Hazard
	if name := v.Get(kind.Key()); name.Kind() != jsonv.String {
		out = append(out, Hazard{Code: NamelessItem, Where: where, Detail: fmt.Sprintf("member %q is no string", kind.Key())})
	}
	if item.Inexact {
		out = append(out, inexactHazard(where, v))
	}
	return out
}

// inexactHazard counts the numbers of an item that RFC 8785 would change, and
// names the first.
func inexactHazard(where string, v *jsonv.Value) Hazard {
	h := Hazard{Code: InexactNumber, Where: where}
	for pointer, number := range v.Find((*jsonv.Value).Inexact) {
		h.Detail = fmt.Sprintf("%s: RFC 8785 writes %s as another number", shorten(pointer), shorten(number.Text()))
		break
	}
	h.Count = v.Count((*jsonv.Value).Inexact)
	return h
}

// Where names an item in one word for people and hazards: kind and quoted name.
func Where(kind Kind, name string) string { return string(kind) + " " + strconv.Quote(name) }
