package nasty

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"net/http"
	"strings"
)

// Bodies: right and wrong ones, and what is said of them.

func webBodyModes() []webMode {
	return []webMode{
		{Mode{"json", "", "misbehaves in nothing, and answers in JSON"}, func(*Web) {}},
		{Mode{"no-session", "", "begins no session"}, func(w *Web) { w.sessions = false }},
		{Mode{"gzip", "", "compresses what the client lets it compress"}, answerBy(zipped)},
		{Mode{"pretty", "", "answers in JSON over many lines"}, answerBy(func(_ *Web, c call, lines []string) {
			asJSON(c, strings.ReplaceAll(strings.Join(lines, ""), `,"`, ",\r\n\t\""))
		})},
		{Mode{"html-page", "", "each listing is a page of HTML with status 200"}, listBy(page200("text/html; charset=utf-8", "<html>Sign in, please.</html>"))},
		{Mode{"no-content-type", "", "each listing has an empty content type"}, listBy(page200("", `{"jsonrpc":"2.0"}`))},
		{Mode{"json-as-text", "", "each answer is JSON and called text/plain"}, answerBy(func(_ *Web, c call, lines []string) {
			c.Header().Set("Content-Type", "text/plain")
			fmt.Fprint(c, strings.Join(lines, ""))
		})},
		{Mode{"not-json", "", "each listing is HTML and called application/json"}, listBy(page200("application/json", "<html>Sign in, please.</html>"))},
		{Mode{"empty-body", "", "each listing has an empty body"}, listBy(page200("application/json", ""))},
		{Mode{"batch", "", "each listing is a JSON array"}, listBy(func(c call, lines []string) {
			asJSON(c, "["+strings.Join(lines, ",")+"]")
		})},
		{Mode{"brotli", "", "each listing is said to be compressed in a way that the client does not accept"}, listBy(func(c call, lines []string) {
			c.Header().Set("Content-Encoding", "br")
			asJSON(c, lines[0])
		})},
		{Mode{"bad-gzip", "", "each listing is said to be gzip and is not"}, listBy(func(c call, lines []string) {
			c.Header().Set("Content-Encoding", "gzip")
			asJSON(c, lines[0])
		})},
		{Mode{"gzip-bomb", "", "each listing is 1 GB of spaces in 1 MB"}, listBy(bomb)},
		{Mode{"cut-body", "", "each listing ends before its length"}, listBy(func(c call, lines []string) {
			c.Header().Set("Content-Length", fmt.Sprint(len(lines[0])+10))
			asJSON(c, lines[0])
		})},
		{Mode{"slow-body", "", "each listing stops in the middle, and never goes on"}, listBy(func(c call, lines []string) {
			asJSON(c, lines[0][:len(lines[0])/2])
			flush(c)
			<-c.req.Context().Done()
		})},
		{Mode{"no-headers", "", "each listing waits for ever before its headers"}, listBy(func(c call, _ []string) { <-c.req.Context().Done() })},
		{Mode{"huge-header", "", "each listing has a header of 1 MB"}, listBy(func(c call, lines []string) {
			c.Header().Set("X-Huge", strings.Repeat("x", 1<<20))
			asJSON(c, lines[0])
		})},
		{Mode{"session-changes", "", "each listing names another session"}, listBy(func(c call, lines []string) {
			c.Header().Set("Mcp-Session-Id", "another")
			asJSON(c, lines[0])
		})},
		{Mode{"error-without-id", "", "each listing is status 400 with an error whose id is null"}, listBy(func(c call, _ []string) {
			c.Header().Set("Content-Type", "application/json")
			c.WriteHeader(http.StatusBadRequest)
			fmt.Fprint(c, `{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"the note store is closed"}}`)
		})},
	}
}

func answerBy(answer func(*Web, call, []string)) func(*Web) {
	return func(w *Web) { w.answer = answer }
}

// listBy changes the answers to listings alone.
func listBy(answer func(call, []string)) func(*Web) {
	return answerBy(func(w *Web, c call, lines []string) {
		if strings.HasSuffix(c.m.Method, "/list") {
			answer(c, lines)
			return
		}
		plainAnswer(w, c, lines)
	})
}

func page200(contentType, body string) func(call, []string) {
	return func(c call, _ []string) {
		c.Header()["Content-Type"] = []string{contentType}
		c.WriteHeader(http.StatusOK)
		fmt.Fprint(c, body)
	}
}

// zipped writes an answer through gzip.
func zipped(w *Web, c call, lines []string) {
	if !strings.Contains(c.req.Header.Get("Accept-Encoding"), "gzip") {
		plainAnswer(w, c, lines)
		return
	}
	c.Header().Set("Content-Encoding", "gzip")
	z := gzip.NewWriter(c.ResponseWriter)
	defer func() { _ = z.Close() }()
	c.ResponseWriter = writer{c.ResponseWriter, z}
	plainAnswer(w, c, lines)
}

// writer writes a body by another way than the response itself.
type writer struct {
	http.ResponseWriter

	body interface{ Write(p []byte) (int, error) }
}

func (w writer) Write(p []byte) (int, error) { return w.body.Write(p) }

// bomb is many small gzip members, each of which grows to 1 MB.
func bomb(c call, _ []string) {
	var member bytes.Buffer
	z := gzip.NewWriter(&member)
	_, err1 := z.Write(bytes.Repeat([]byte(" "), 1<<20))
	err2 := z.Close()
	if err1 != nil || err2 != nil {
		return // cannot happen: a buffer takes everything
	}
	c.Header().Set("Content-Encoding", "gzip")
	c.Header().Set("Content-Type", "application/json")
	for range 1 << 10 {
		if _, err := c.Write(member.Bytes()); err != nil || c.req.Context().Err() != nil {
			return // the client has gone
		}
	}
}
