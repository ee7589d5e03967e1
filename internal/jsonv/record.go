package jsonv

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strconv"
)

// DecodeRecord decodes a record that [Parse] took apart into a struct that encoding/json
// wrote it from. The struct has to say again what the text says: encoding/json takes
// "Tools" for "tools", so that one reader would see another record than the next. A member
// that the text leaves out is the zero value. Raw values come on one line. An error is an
// [*Error] with the code [Record], for what can be told.
func DecodeRecord(v *Value, into any) error {
	var compact bytes.Buffer
	if err := json.Compact(&compact, []byte(v.Raw())); err != nil {
		return err
	}
	in := json.NewDecoder(&compact)
	in.DisallowUnknownFields()
	if err := in.Decode(into); err != nil {
		if at := misfit(v, reflect.TypeOf(into), ""); at != nil {
			return at
		}
		return err
	}
	written, err := json.Marshal(into)
	if err != nil {
		return err
	}
	again, err := Parse(written, Unlimited())
	if err != nil {
		return err
	}
	if pointer, differs := unsaid(v, again, ""); differs {
		found, err := v.At(pointer)
		if err != nil {
			return err
		}
		return recordError(found, pointer, "found what no such record says")
	}
	return nil
}

// unsaid finds what a text says and a record that was read from it does not.
func unsaid(text, record *Value, at string) (pointer string, differs bool) {
	if Equal(text, record, Source) { // without looking up members by name
		return "", false
	}
	if text.Kind() != record.Kind() {
		return at, true
	}
	switch text.Kind() {
	case Object:
		for name, v := range text.Members() {
			if pointer, differs := unsaid(v, record.Get(name), AppendPointer(at, name)); differs {
				return pointer, true
			}
		}
		return "", false
	case Array:
		for i, v := range text.Items() {
			if pointer, differs := unsaid(v, record.Index(i), AppendPointer(at, strconv.Itoa(i))); differs {
				return pointer, true
			}
		}
		return at, text.Len() != record.Len()
	default:
		return at, true
	}
}
