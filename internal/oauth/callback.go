package oauth

import (
	"context"
	"crypto/subtle"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"time"
)

const callbackPath = "/callback"

// callback is the loopback port that takes the browser's answer (RFC 8252 §7.3). It listens on 127.0.0.1 alone, and
// takes one answer.
type callback struct {
	redirect string // the redirect URI
	state    string
	answers  chan url.Values
	server   *http.Server
	served   chan struct{} // closed when the server has ended
}

// listen opens the port, 0 is any free one, and serves it until close. Requests for anything but the answer are not
// found and do not count.
func listen(ctx context.Context, port int, state string) (*callback, error) {
	var config net.ListenConfig
	l, err := config.Listen(ctx, "tcp4", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		return nil, usagef("port %d of 127.0.0.1, for the browser's answer, cannot be listened on", port).hint("name another one with --callback-port, or use --device")
	}
	b := &callback{redirect: "http://" + l.Addr().String() + callbackPath, state: state, answers: make(chan url.Values, 1), served: make(chan struct{})}
	b.server = &http.Server{Handler: callbackHandler(state, b.answers), ReadHeaderTimeout: 10 * time.Second, MaxHeaderBytes: 64 << 10}
	go func() { // ends with close
		defer close(b.served)
		_ = b.server.Serve(l)
	}()
	return b, nil
}

// close leaves the browser a moment to take its page, unless ctx has ended.
func (b *callback) close(ctx context.Context) {
	const moment = 2 * time.Second
	ctx, cancel := context.WithTimeout(ctx, moment)
	defer cancel()
	if b.server.Shutdown(ctx) != nil {
		_ = b.server.Close()
	}
	<-b.served
}

// wait returns the authorization server's answer when the browser has brought it.
func (b *callback) wait(ctx context.Context) (url.Values, error) {
	select {
	case <-ctx.Done():
		return nil, &Error{Kind: Unreachable, Text: "waiting for the browser", Err: ctx.Err()}
	case answer := <-b.answers:
		return answer, checkState(answer, b.state)
	}
}

// checkState refuses an answer to another login: somebody else's code would log us in as somebody else.
func checkState(answer url.Values, state string) error {
	if subtle.ConstantTimeCompare([]byte(answer.Get("state")), []byte(state)) != 1 {
		return invalidf("the browser brought an answer whose state is not that of this login").hint("log in again, and use only the page that this login opens")
	}
	return nil
}

func callbackHandler(state string, answers chan<- url.Values) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Referrer-Policy", "no-referrer")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		query := r.URL.Query()
		if r.URL.Path != callbackPath || r.Method != http.MethodGet || !query.Has("state") {
			w.WriteHeader(http.StatusNotFound)
			page(w, "Nothing here", "This port waits for the answer to a login.")
			return
		}
		select {
		case answers <- query:
		default:
			w.WriteHeader(http.StatusGone)
			page(w, "Already answered", "This login has had its answer.")
			return
		}
		switch {
		case checkState(query, state) != nil:
			w.WriteHeader(http.StatusBadRequest)
			page(w, "Not this login", "This is the answer to another login. Nothing was stored.")
		case query.Get("code") == "":
			page(w, "Not logged in", "The authorization server said no. The terminal says more.")
		default:
			page(w, "Almost done", "You can close this page. The terminal says whether the login is complete.")
		}
	})
}

// page writes a plain page. Both texts are ours: nothing of a request is in it.
func page(w http.ResponseWriter, title, text string) {
	fmt.Fprintf(w, `<!doctype html><html lang="en"><meta charset="utf-8"><title>Mooring: %[1]s</title>`+
		`<body style="font-family:sans-serif;max-width:34em;margin:4em auto"><h1>%[1]s</h1><p>%[2]s</p></body></html>`+"\n", title, text)
}
