package filter

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// lineDepth is the nesting allowed to a line whose tools may use all of
// jsonv.DefaultDepth: the line, its pages, a page and its list are around them.
const lineDepth = jsonv.DefaultDepth + 4

// byteOrderMark may stand in front of a line.
var byteOrderMark = []byte("\xEF\xBB\xBF")

// respond answers one line, line end included.
func respond(l line, judge Judge) (answer []byte, failed bool) {
	text := bytes.TrimPrefix(l.text, byteOrderMark)
	id, answer, err := judgeText(l, text, judge)
	if err != nil {
		e := errorOf(err)
		e.Offset += len(l.text) - len(text)
		answer = e.answer()
	}
	return append(withID(id, answer), '\n'), err != nil
}

// judgeText parses and judges; id is the source text of the line's id, "" for
// none.
func judgeText(l line, text []byte, judge Judge) (id string, answer []byte, err error) {
	if l.over {
		return "", nil, &Error{Code: LineTooLong, Message: fmt.Sprintf("line is over the limit of %d bytes", MaxLine)}
	}
	v, err := jsonv.Parse(text, jsonv.Limits{Bytes: MaxLine, Depth: lineDepth})
	if err != nil {
		return looseID(text), nil, within(err, 0, "")
	}
	if v.Kind() != jsonv.Object {
		return "", nil, At(v, "", NotObject, "found %s, want an object", v.Kind())
	}
	answer, err = judge(v, text)
	return v.Get("id").Raw(), answer, err
}

// errorOf returns an error that may be changed.
func errorOf(err error) Error {
	if e := (*Error)(nil); errors.As(err, &e) {
		return *e
	}
	return Error{Code: CannotJudge, Message: err.Error()}
}

// looseID finds the id of a line that strict parsing refuses. There is none
// when it repeats or is broken itself.
func looseID(text []byte) string {
	var id string
	found := 0
	_ = jsonv.ScanObject(text, func(name, value jsonv.Span) bool {
		if n, ok := jsonv.Unquote(name.Of(text)); ok && n == "id" {
			found++
			id = string(value.Of(text))
		}
		return true
	}) // what stands before the fault was reported
	if _, err := jsonv.Parse([]byte(id), jsonv.Limits{}); err != nil || found != 1 {
		return ""
	}
	return id
}

// withID puts the id in front of an answer's members.
func withID(id string, answer []byte) []byte {
	if id == "" {
		return answer
	}
	out := make([]byte, 0, len(`{"id":,`)+len(id)+len(answer)+1)
	out = append(append(out, `{"id":`...), id...)
	if len(answer) > len(`{}`) {
		out = append(out, ',')
	}
	return append(out, answer[1:]...)
}
