package nasty

import (
	"fmt"
	"net/http"
	"strings"
)

// Statuses: what is refused, forgotten, elsewhere.

// WebToken is what the modes "login" and "echo" want in the Authorization header.
const WebToken = "Bearer open-sesame-token"

func webStatusModes() []webMode {
	return []webMode{
		{Mode{"session-lost", "", "forgets its session at the second listing"}, func(w *Web) { w.forgetful = 2; w.before = onceForgetful() }},
		{Mode{"session-always-lost", "", "forgets its sessions at each listing"}, func(w *Web) { w.forgetful = 1 }},
		{Mode{"unauthorized", "", "status 401 for all"}, always(http.StatusUnauthorized, "sign in")},
		{Mode{"login", "", "status 401 without the token"}, func(w *Web) { w.before = login }},
		{Mode{"forbidden", "", "status 403 for all"}, always(http.StatusForbidden, "not you")},
		{Mode{"unauthorized-lists", "", "status 401 for each listing"}, onLists(http.StatusUnauthorized)},
		{Mode{"unauthorized-prompts", "", "status 401 for prompts/list"}, listBy(func(c call, lines []string) {
			if c.m.Method == "prompts/list" {
				http.Error(c, "", http.StatusUnauthorized)
				return
			}
			asJSON(c, lines[0])
		})},
		{Mode{"ack-stream", "", "answers notifications with a stream that does not end"}, func(w *Web) {
			w.acknowledge = func(c call) {
				openStream(c)
				flush(c)
				<-c.req.Context().Done()
			}
		}},
		{Mode{"redirect-path", "", "status 307 to another path"}, redirect("/elsewhere?token=secret-in-query")},
		{Mode{"redirect-origin", "URL", "status 307 to URL"}, redirect("")},
		{Mode{"redirect-nowhere", "", "status 302 without a location"}, always(http.StatusFound, "")},
		{Mode{"accepted", "", "status 202 for each listing"}, onLists(http.StatusAccepted)},
		{Mode{"broken", "", "status 500 for all"}, always(http.StatusInternalServerError, "<html>oops</html>")},
		{Mode{"broken-lists", "", "status 500 for each listing"}, onLists(http.StatusInternalServerError)},
		{Mode{"broken-once", "", "status 500 for the first message"}, func(w *Web) {
			w.before = func(_ *Web, c call) bool {
				if c.n == 1 {
					http.Error(c, "waking up", http.StatusInternalServerError)
				}
				return c.n == 1
			}
		}},
		{Mode{"method-not-allowed", "", "status 405 for all"}, always(http.StatusMethodNotAllowed, "")},
		{Mode{"header-mismatch", "", "error -32020 for all, whatever the headers"}, func(w *Web) {
			w.before = func(w *Web, c call) bool {
				w.failure(c, http.StatusBadRequest, -32020, "Header mismatch")
				return true
			}
		}},
		{Mode{"echo", "", "wants the token, and then says it wherever it can"}, func(w *Web) { w.before = echo }},
	}
}

func always(status int, body string) func(*Web) {
	return func(w *Web) {
		w.before = func(_ *Web, c call) bool {
			http.Error(c, body, status)
			return true
		}
	}
}

func onLists(status int) func(*Web) {
	return listBy(func(c call, _ []string) { http.Error(c, "", status) })
}

// onceForgetful stops forgetting when a second session has begun.
func onceForgetful() func(*Web, call) bool {
	return func(w *Web, _ call) bool {
		w.mu.Lock()
		defer w.mu.Unlock()
		if w.begun > 1 {
			w.forgetful = 0
		}
		return false
	}
}

func redirect(to string) func(*Web) {
	return func(w *Web) {
		w.before = func(w *Web, c call) bool {
			location := to
			if len(w.args) > 0 {
				location = w.args[0]
			}
			http.Redirect(c, c.req, location, http.StatusTemporaryRedirect)
			return true
		}
	}
}

func login(_ *Web, c call) bool {
	if c.req.Header.Get("Authorization") == WebToken {
		return false
	}
	c.Header().Set("WWW-Authenticate", `Bearer resource_metadata="/.well-known/oauth-protected-resource"`)
	http.Error(c, "sign in", http.StatusUnauthorized)
	return true
}

// echo answers each listing in another way that has the token in it.
func echo(w *Web, c call) bool {
	if login(w, c) {
		return true
	}
	token := strings.TrimPrefix(WebToken, "Bearer ")
	switch c.m.Method {
	case "initialize":
		asJSON(c, `{"jsonrpc":"2.0","id":`+string(c.m.ID)+`,"result":{"protocolVersion":"`+token+`","capabilities":`+allCapabilities+`}}`)
	case "tools/list":
		w.failure(c, http.StatusOK, -32603, "the token "+token+" is fine")
	case "prompts/list":
		http.Redirect(c, c.req, "http://"+token+".example/"+token, http.StatusTemporaryRedirect)
	case "resources/list":
		c.Header().Set("Content-Type", "text/"+token)
		fmt.Fprint(c, token)
	case "resources/templates/list":
		openStream(c)
		fmt.Fprintf(c, "data: %s\n\n", token)
	default:
		return false
	}
	return true
}
