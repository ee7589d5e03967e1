package wire_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/wire"
)

func TestExact(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]bool{
		`{"jsonrpc":"2.0","id":1,"result":{}}`:                     true,
		`{"jsonrpc":"2.0","id":"x","error":{}}`:                    true,
		"\uFEFF{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\r\r\n": true,
		`{"jsonrpc":"2\u002e0","id":1,"result":{}}`:                true,
		`{"id":1,"result":{}}`:                                     false,
		`{"jsonrpc":"1.0","id":1,"result":{}}`:                     false,
		`{"jsonrpc":2.0,"id":1,"result":{}}`:                       false,
		`{"jsonrpc":"2.0","id":1,"result":{},"x":1}`:               false,
		`{"jsonrpc":"2.0","id":1,"result":{},"params":{}}`:         false,
		`{"jsonrpc":"2.0","id":1,"result":{},"method":null}`:       false,
		`{"jsonrpc":"2.0","id":1,"result":{},"Result":{}}`:         false,
		`{"jsonrpc":"2.0","id":1,"result":{},"error":null}`:        false,
		`{"jsonrpc":"2.0","id":1,"method":"x"}`:                    false,
		`[{"jsonrpc":"2.0","id":1,"result":{}}]`:                   false,
		`{`:                                                        false,
	} {
		if e := wire.Scan([]byte(line)); e.Exact() != want {
			t.Errorf("Exact of %s = %t, want %t", line, !want, want)
		}
	}
}

func TestClaims(t *testing.T) {
	t.Parallel()
	for line, want := range map[string][]int64{
		`{"id":2,"result":0}`:                          {2},
		`{"id":2,"error":null}`:                        {2},
		`{"id":2,"result":0,"method":null,"x":1}`:      {2},
		`{"id":2.0,"result":0}`:                        {2},
		`{"id":2e0,"result":0}`:                        {2},
		`{"id":0.2e1,"result":0}`:                      {2},
		`{"id":2.7,"result":0}`:                        {2},
		`{"id":"2","result":0}`:                        {2},
		`{"id":"\u0032","result":0}`:                   {2},
		`{"id":" 0x2 ","result":0}`:                    {2},
		`{"id":"0b10","result":0}`:                     {2},
		`{"id":"02","result":0}`:                       {2},
		`{"id":"010","result":0}`:                      {10},
		`{"id":"+2","result":0}`:                       {2},
		`{"id":"1_0","result":0}`:                      {10},
		"{\"id\":\"\uFEFF\u00a02\",\"result\":0}":      {2},
		"{\"id\":\"\uff12\u0661\",\"result\":0}":       {21},
		"{\"id\":\"\U0001D7D0\",\"result\":0}":         {2},
		`{"id":1,"id":2,"result":0}`:                   {1, 2},
		`{"ID":2,"id":2.0,"Result":0}`:                 {2},
		`{"ID":3,"Error":0}`:                           {3},
		`[{"id":2,"result":0},{"id":"2","error":0},7]`: {2, 2},
		"\f{\"id\":2,\"result\":0}\v\n":                {2},
		"\uFEFF\uFEFF[{\"id\":2,\"result\":0}]\x00":    {2},
		"\f\n":                    nil,
		`{"id":"2x","result":0}`:  nil,
		`{"id":null,"error":0}`:   nil,
		`{"id":[2],"result":0}`:   nil,
		`{"id":1e300,"result":0}`: nil,
		`{"id":"NaN","result":0}`: nil,
		`{"result":0}`:            nil,
		`{"id":2}`:                nil,
		`{"id":2,"method":"x","params":{"result":0}}`: nil,
		`{"id":2,"result":`:                           nil,
	} {
		e := wire.Scan([]byte(line))
		if diff := cmp.Diff(want, e.Claims()); diff != "" {
			t.Errorf("Claims of %s (-want +got):\n%s", line, diff)
		}
	}
}
