package nasty

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// Timing: late, silent and talkative servers.

func timingModes() []mode {
	return []mode{
		{Mode{"slow-start", "[DURATION]", "waits (default 300ms) before it reads anything"}, slowStart},
		{Mode{"never-answers-initialize", "", "reads all and says nothing until stdin ends"}, neverAnswers},
		{Mode{"never-answers-lists", "", "greets, then answers no listing"}, neverAnswersLists},
		{Mode{"never-answers-others", "", "answers tools/list and no other listing"}, neverAnswersOthers},
		{Mode{"exits-at-once", "", `status 3, with "cannot find config" on stderr`}, exitsAtOnce},
		{Mode{"exits-after-initialize", "", "status 4 right after the answer to initialize"}, exitsAfterInitialize},
		{Mode{"stderr-flood", "[BYTES]", "that much on stderr (default 4194304) before it answers initialize"}, stderrFlood},
	}
}

// onInitialize replaces the answer to initialize.
func onInitialize(answer handler) func(*server) error {
	return func(s *server) error {
		s.on["initialize"] = answer
		return nil
	}
}

func slowStart(s *server) error {
	wait := 300 * time.Millisecond
	if len(s.args) > 0 {
		var err error
		if wait, err = time.ParseDuration(s.args[0]); err != nil {
			return fmt.Errorf("argument %q, want a duration: %w", s.args[0], err)
		}
	}
	s.begin = func(*server) { time.Sleep(wait) }
	return nil
}

func neverAnswers(s *server) error {
	silent := func(*server, message) {}
	for method := range s.on {
		if method != "tools/call" {
			s.on[method] = silent
		}
	}
	s.unknown = silent
	return nil
}

func neverAnswersLists(s *server) error {
	wrapLists(s, func(handler) handler { return func(*server, message) {} })
	return nil
}

func neverAnswersOthers(s *server) error {
	list := s.on["tools/list"]
	wrapLists(s, func(handler) handler { return func(*server, message) {} })
	return tools(list)(s)
}

func exitsAtOnce(s *server) error {
	s.begin = func(s *server) {
		fmt.Fprintln(s.errw, "nasty: cannot find config")
		s.quit(3)
	}
	return nil
}

func exitsAfterInitialize(s *server) error {
	return onInitialize(func(s *server, m message) {
		initialize(s, m)
		s.quit(4)
	})(s)
}

func stderrFlood(s *server) error {
	size, err := s.number(0, 4<<20)
	if err != nil {
		return err
	}
	const line = "nasty: still loading the harbour chart, please wait a little longer ..\n"
	const last = "nasty: the flood is over\n"
	return onInitialize(func(s *server, m message) {
		chunk := strings.Repeat(line, 64)
		for left := size - len(last); left > 0; left -= len(chunk) {
			if _, err := io.WriteString(s.errw, chunk[:min(left, len(chunk))]); err != nil {
				break // the client closed our stderr; its business
			}
		}
		_, _ = io.WriteString(s.errw, "\n"+last)
		initialize(s, m)
	})(s)
}
