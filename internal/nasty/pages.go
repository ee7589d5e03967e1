package nasty

import "fmt"

// Pagination: what the cursor says, and what happens between two pages.

func pageModes() []mode {
	return []mode{
		{Mode{"two-pages", "", "tools in two pages"}, tools(twoPages())},
		{Mode{"two-pages-each", "", "two pages in each of the four listings"}, twoPagesEach},
		{Mode{"empty-cursor-chain", "", `nextCursor "" leads to a second and last page`}, tools(secondAt(`""`))},
		{Mode{"number-cursor", "", "nextCursor 7, a number; a request with cursor 7 gets the last page"}, tools(secondAt(`7`))},
		{Mode{"null-cursor", "", "one page with nextCursor null"}, tools(nullCursor())},
		{Mode{"repeated-cursor", "", "each page has the same cursor and the same tools"}, tools(repeatedCursor(`"again"`))},
		{Mode{"empty-cursor-forever", "", `each page has nextCursor "" and the same tools`}, tools(repeatedCursor(`""`))},
		{Mode{"alternating-cursors", "", "the cursors go A, B, A, B for ever"}, tools(alternatingCursors())},
		{Mode{"endless-cursors", "", "each page has a new tool and a new cursor"}, tools(endlessCursors())},
		{Mode{"error-page2", "", "page 2 is error -32603"}, tools(onPage2(internalError))},
		{Mode{"error-always", "", "tools/list is error -32603"}, tools(internalError)},
		{Mode{"silent-page2", "", "page 2 is never answered; everything else is"}, tools(onPage2(func(*server, message) {}))},
		{Mode{"dies-mid-list", "[at-once]", "exits with status 1 when page 2 is requested, or right after page 1"}, diesMidList},
		{Mode{"changed-between-pages", "[once]", "sends list_changed before page 2 of each chain, or of the first only"}, changedBetweenPages},
		{Mode{"list-storm", "[after]", "one page, with list_changed before (or after) each answer to tools/list"}, listStorm},
		{Mode{"page2-duplicate-name", "", "page 2 has a tool of the name of page 1's"}, tools(page2Duplicate())},
		{Mode{"tools-not-array", "", "the member tools is an object"}, tools(fixed(`{"tools":{}}`))},
		{Mode{"tools-missing", "", "the result is {}"}, tools(fixed(`{}`))},
		{Mode{"result-not-object", "", "the result is a string"}, tools(fixed(`"tools"`))},
		{Mode{"zero-tools", "", "a complete listing of no tools"}, tools(fixed(`{"tools":[]}`))},
	}
}

// fixed answers every request with the same result.
func fixed(result string) handler {
	return func(s *server, m message) { s.result(m, result) }
}

func internalError(s *server, m message) {
	s.fail(m, -32603, "the note store is closed")
}

// secondAt puts the second tool on a page of its own, at cursor next.
func secondAt(next string) handler {
	return chain("tools", map[string]page{
		"":   {items: []string{readNote}, next: next},
		next: {items: []string{addNote}},
	})
}

func twoPages() handler { return secondAt(`"page-2"`) }

func twoPagesEach(s *server) error {
	const next = `"page-2"`
	split := func(method, member, first, second string) {
		s.on[method] = chain(member, map[string]page{
			"":   {items: []string{first}, next: next},
			next: {items: []string{second}},
		})
	}
	split("tools/list", "tools", readNote, addNote)
	split("prompts/list", "prompts", dailyPrompt, `{"name":"weekly"}`)
	split("resources/list", "resources", noteResource, `{"uri":"note://second","name":"second"}`)
	split("resources/templates/list", "resourceTemplates", noteTemplate, `{"uriTemplate":"day://{day}","name":"day"}`)
	return nil
}

func nullCursor() handler {
	return chain("tools", map[string]page{"": {items: []string{readNote, addNote}, next: `null`}})
}

func repeatedCursor(next string) handler {
	same := page{items: []string{readNote, addNote}, next: next}
	return chain("tools", map[string]page{"": same, next: same})
}

func alternatingCursors() handler {
	return chain("tools", map[string]page{
		"":    {items: []string{readNote}, next: `"A"`},
		`"A"`: {items: []string{addNote}, next: `"B"`},
		`"B"`: {items: []string{readNote}, next: `"A"`},
	})
}

// endlessCursors numbers its pages: cursor "c7" asks for the page with tool-8.
func endlessCursors() handler {
	return func(s *server, m message) {
		n := 0
		if at := cursor(m); at != "" {
			if _, err := fmt.Sscanf(at, `"c%d"`, &n); err != nil {
				s.fail(m, -32602, "unknown cursor")
				return
			}
		}
		n++
		p := page{
			items: []string{tool(fmt.Sprintf("tool-%d", n), "One of many.")},
			next:  fmt.Sprintf(`"c%d"`, n),
		}
		s.result(m, p.result("tools"))
	}
}

// onPage2 lists page 1 of 2 and leaves any request with a cursor to answer.
func onPage2(answer handler) handler {
	first := twoPages()
	return func(s *server, m message) {
		if cursor(m) == "" {
			first(s, m)
			return
		}
		answer(s, m)
	}
}

func diesMidList(s *server) error {
	die := func(s *server, _ message) { s.quit(1) }
	if len(s.args) == 0 {
		return tools(onPage2(die))(s)
	}
	first := twoPages()
	return tools(func(s *server, m message) {
		first(s, m)
		die(s, m)
	})(s)
}

func changedBetweenPages(s *server) error {
	times := 0
	once := len(s.args) > 0
	pages := twoPages()
	return tools(onPage2(func(s *server, m message) {
		if times == 0 || !once {
			s.sayToolsChanged()
		}
		times++
		pages(s, m)
	}))(s)
}

func listStorm(s *server) error {
	after := len(s.args) > 0
	list := s.on["tools/list"]
	return tools(func(s *server, m message) {
		if !after {
			s.sayToolsChanged()
		}
		list(s, m)
		if after {
			s.sayToolsChanged()
		}
	})(s)
}

func page2Duplicate() handler {
	const next = `"page-2"`
	return chain("tools", map[string]page{
		"":   {items: []string{readNote, addNote}, next: next},
		next: {items: []string{tool("read_note", "The same name with another text.")}},
	})
}
