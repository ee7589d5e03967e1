package observe

import (
	"bytes"
	"strings"
	"sync"
)

// tailBytes is how much of a server's stderr is kept.
const tailBytes = 4 << 10

// tail keeps the end of what is written to it. It is safe for concurrent use.
type tail struct {
	mu   sync.Mutex
	kept []byte // at most twice tailBytes
	lost bool   // something before kept was let go
}

// Write keeps the end of text; it takes everything and never fails.
func (t *tail) Write(text []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := len(text)
	if n > tailBytes {
		t.lost, t.kept, text = true, nil, text[n-tailBytes:]
	}
	t.kept = append(t.kept, text...)
	if over := len(t.kept) - tailBytes; over > tailBytes {
		t.lost, t.kept = true, append([]byte(nil), t.kept[over:]...)
	}
	return n, nil
}

// text returns the last lines, at most tailBytes of them. It begins with a whole
// line, so that what is searched for in it is found.
func (t *tail) text() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	text, lost := t.kept, t.lost
	if over := len(text) - tailBytes; over > 0 {
		text, lost = text[over:], true
	}
	if at := bytes.IndexByte(text, '\n'); lost && at >= 0 {
		text = text[at+1:]
	}
	return strings.ToValidUTF8(string(text), "\uFFFD")
}
