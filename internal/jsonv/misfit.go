package jsonv

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// misfit finds the value in a text that a record of a type cannot hold, so that an error
// says where it is and what was wanted; encoding/json says neither. nil for none.
func misfit(v *Value, t reflect.Type, at string) *Error {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if v.IsNull() { // encoding/json leaves what it finds null for as it is
		return nil
	}
	if into := reflect.New(t); into.Type().Implements(reflect.TypeFor[json.Unmarshaler]()) {
		if err := json.Unmarshal([]byte(v.Raw()), into.Interface()); err != nil {
			return recordError(v, at, "%v", err)
		}
		return nil
	}
	switch t.Kind() {
	case reflect.Struct:
		return misfitMember(v, at, func(name string) (reflect.Type, bool) {
			f, known := fieldOf(t, name)
			return f, known
		})
	case reflect.Map:
		return misfitMember(v, at, func(string) (reflect.Type, bool) { return t.Elem(), true })
	case reflect.Slice, reflect.Array:
		if v.Kind() != Array {
			return wanted(v, at, "a list")
		}
		for i, item := range v.Items() {
			if err := misfit(item, t.Elem(), AppendPointer(at, strconv.Itoa(i))); err != nil {
				return err
			}
		}
		return nil
	default:
		return misfitScalar(v, t, at)
	}
}

func misfitMember(v *Value, at string, typeOf func(name string) (reflect.Type, bool)) *Error {
	if v.Kind() != Object {
		return wanted(v, at, "an object")
	}
	for name, member := range v.Members() {
		pointer := AppendPointer(at, name)
		t, known := typeOf(name)
		if !known {
			return recordError(member, pointer, "found member %q, which no such record has", cut(name))
		}
		if err := misfit(member, t, pointer); err != nil {
			return err
		}
	}
	return nil
}

// fieldOf finds the field that encoding/json writes under a name.
func fieldOf(t reflect.Type, name string) (reflect.Type, bool) {
	for _, f := range reflect.VisibleFields(t) {
		tag, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if tag == name && tag != "-" || tag == "" && !f.Anonymous && f.IsExported() && f.Name == name {
			return f.Type, true
		}
	}
	return nil, false
}

func misfitScalar(v *Value, t reflect.Type, at string) *Error {
	want, kind := "", v.Kind()
	switch {
	case t.Kind() == reflect.String && kind != String:
		want = "a string"
	case t.Kind() == reflect.Bool && kind != Bool:
		want = "true or false"
	case t.Kind() == reflect.Float32 || t.Kind() == reflect.Float64:
		if kind != Number {
			want = "a number"
		}
	case reflect.Int <= t.Kind() && t.Kind() <= reflect.Uint64:
		if json.Unmarshal([]byte(v.Raw()), reflect.New(t).Interface()) != nil {
			want = fmt.Sprintf("a whole number of %d bits, without exponent or fraction", t.Bits())
		}
	}
	if want == "" {
		return nil
	}
	return wanted(v, at, want)
}

func wanted(v *Value, at, want string) *Error {
	found := v.Kind().String()
	if v.Kind() == Number || v.Kind() == Bool {
		found = cut(v.Raw())
	}
	return recordError(v, at, "found %s, want %s", found, want)
}

func recordError(v *Value, at, format string, args ...any) *Error {
	return &Error{Code: Record, Offset: v.Span().Start, Pointer: at, Detail: fmt.Sprintf(format, args...)}
}
