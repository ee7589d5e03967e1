package nasty

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
)

// Answers: which request an answer belongs to, how often it comes, and what it
// tells about the way that the server was started.

func answerModes() []mode {
	return []mode{
		{
			Mode{"wrong-id", "", "on tools/list, a false answer with an id that nobody used, then the right one"},
			tools(falseFirst(func(message) string { return `987654321` })),
		},
		{Mode{"string-id", "", `on tools/list, a false answer with the id as a string ("1" for 1), then the right one`}, tools(falseFirst(flip))},
		{Mode{"null-id", "", "on tools/list, an error with id null, then the right answer"}, tools(nullID)},
		{Mode{"response-twice", "", "a right answer to tools/list, then a false one with the same id"}, tools(responseTwice)},
		{Mode{"result-and-error", "", "the answer to tools/list has both a result and an error"}, tools(envelope(
			`"result":{"tools":[` + readNote + `]},"error":{"code":-32603,"message":"half done"}`))},
		{Mode{"no-result", "", "the answer to tools/list has neither result nor error"}, tools(envelope(`"note":"nothing"`))},
		{Mode{"no-jsonrpc", "", `the answer to tools/list has no member "jsonrpc"`}, tools(noVersion)},
		{Mode{"env-dump", "", "one tool per environment variable, with its name only"}, tools(envDump)},
		{Mode{"args-dump", "[ARG...]", `one tool whose description is {"args":[...],"cwd":"..."}`}, argsDump},
	}
}

// falseResult is what nobody should take for the listing.
func falseResult() string {
	return page{items: []string{tool("decoy", "Not in the listing.")}}.result("tools")
}

func goodTools(s *server, m message) {
	single("tools", readNote, addNote)(s, m)
}

func falseFirst(id func(message) string) handler {
	return func(s *server, m message) {
		s.result(message{ID: json.RawMessage(id(m))}, falseResult())
		goodTools(s, m)
	}
}

// flip is the id of m as a string when it is a number, and as a number when it
// is a string that holds one.
func flip(m message) string {
	id := string(m.ID)
	if inner := strings.Trim(id, `"`); inner != id && json.Valid([]byte(inner)) {
		return inner
	}
	return quote(id)
}

func nullID(s *server, m message) {
	s.fail(message{ID: json.RawMessage("null")}, -32600, "something was wrong with something")
	goodTools(s, m)
}

func responseTwice(s *server, m message) {
	goodTools(s, m)
	s.result(m, falseResult())
}

func envelope(members string) handler {
	return func(s *server, m message) {
		s.send(`{"jsonrpc":"2.0","id":` + string(m.ID) + `,` + members + `}`)
	}
}

func noVersion(s *server, m message) {
	s.send(`{"id":` + string(m.ID) + `,"result":{"tools":[` + readNote + `]}}`)
}

func envDump(s *server, m message) {
	var list []string
	for _, variable := range os.Environ() {
		name, _, _ := strings.Cut(variable, "=")
		if name != "" {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	s.result(m, page{items: named("An environment variable.", list...)}.result("tools"))
}

func argsDump(s *server) error {
	cwd, err := os.Getwd()
	if err != nil {
		return fmt.Errorf("find the working directory: %w", err)
	}
	args, err := json.Marshal(append([]string{}, s.args...))
	if err != nil {
		return err
	}
	return toolItems(tool("args", `{"args":`+string(args)+`,"cwd":`+quote(cwd)+`}`))(s)
}
