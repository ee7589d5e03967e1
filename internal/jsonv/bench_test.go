package jsonv_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/thirdparty"
)

// largest returns the longest capture of a real server, over 1 MB.
func largest(b *testing.B) []byte {
	b.Helper()
	var most []byte
	thirdparty.Lines(b, thirdparty.Path(b, "data", "corpus", "npm-live", "captures.jsonl.gz"), func(line []byte) {
		if len(line) > len(most) {
			most = slices.Clone(line)
		}
	})
	return most
}

// BenchmarkLargest holds what Mooring does with a text against the floor, which
// is to check that it is JSON and to hash it, and against jsontext.
func BenchmarkLargest(b *testing.B) {
	text := largest(b)
	value, err := jsonv.Parse(text, jsonv.Limits{})
	if err != nil {
		b.Fatal(err)
	}
	buf := jsonv.Canonical(value, jsonv.Doubles)
	for _, bench := range []struct {
		name string
		run  func() error
	}{
		{"valid+sha256", func() error {
			if !json.Valid(text) {
				return io.ErrUnexpectedEOF
			}
			buf = append(buf[:0], jsonv.Digest(text)...)
			return nil
		}},
		{"sha256", func() error {
			sum := sha256.Sum256(text)
			buf = append(buf[:0], sum[:]...)
			return nil
		}},
		{"parse", func() error {
			_, err := jsonv.Parse(text, jsonv.Limits{})
			return err
		}},
		{"canonical", func() error {
			buf = jsonv.AppendCanonical(buf[:0], value, jsonv.Doubles)
			return nil
		}},
		{"parse+canonical", func() error {
			v, err := jsonv.Parse(text, jsonv.Limits{})
			buf = jsonv.AppendCanonical(buf[:0], v, jsonv.Doubles)
			return err
		}},
		{"parse+canonical+sha256", func() error {
			v, err := jsonv.Parse(text, jsonv.Limits{})
			buf = jsonv.AppendCanonical(buf[:0], v, jsonv.Doubles)
			_ = jsonv.Digest(buf)
			return err
		}},
		{"jsontext-tokens", func() error { return tokens(text) }},
		{"jsontext-canonical", func() error {
			v := jsontext.Value(append(buf[:0], text...))
			return v.Canonicalize()
		}},
		{"jsontext-tokens+canonical", func() error {
			if err := tokens(text); err != nil {
				return err
			}
			v := jsontext.Value(append(buf[:0], text...))
			return v.Canonicalize()
		}},
		{"scan", func() error {
			return jsonv.ScanObject(text, func(_, _ jsonv.Span) bool { return true })
		}},
	} {
		b.Run(bench.name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if err := bench.run(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// tokens reads a text to its end as jsontext tokens.
func tokens(text []byte) error {
	d := jsontext.NewDecoder(bytes.NewReader(text))
	for {
		if _, err := d.ReadToken(); err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
	}
}
