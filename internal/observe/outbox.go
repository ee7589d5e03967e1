package observe

import (
	"errors"
	"sync"
)

// errBacklog says that a server reads nothing any more.
var errBacklog = errors.New("the server does not read its stdin")

// maxReplies is how many bytes of answers may wait for a server that asks more than
// it reads.
const maxReplies = 4 << 20

// outbox is what is to be written to a server. Putting something in never waits,
// so that a server that writes before it reads and we do not wait for each other.
// It is safe for concurrent use.
type outbox struct {
	mu      sync.Mutex
	more    sync.Cond // on mu
	waiting []outgoing
	replies int // bytes of the answers among them
	closed  bool
}

func newOutbox() *outbox {
	b := &outbox{}
	b.more.L = &b.mu
	return b
}

// put adds a message. Answers to a server are refused beyond a limit; what we say
// ourselves is little, and never refused.
func (b *outbox) put(m outgoing) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if m.method == "" {
		if b.replies+len(m.line) > maxReplies {
			return errBacklog
		}
		b.replies += len(m.line)
	}
	b.waiting = append(b.waiting, m)
	b.more.Signal()
	return nil
}

// take waits for the next message; false when there will be none.
func (b *outbox) take() (line []byte, more bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for len(b.waiting) == 0 && !b.closed {
		b.more.Wait()
	}
	if len(b.waiting) == 0 {
		return nil, false
	}
	m := b.waiting[0]
	b.waiting[0] = outgoing{}
	b.waiting = b.waiting[1:]
	if m.method == "" {
		b.replies -= len(m.line)
	}
	return m.line, true
}

// end says that nothing will be put in any more.
func (b *outbox) end() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	b.more.Signal()
}
