package firstsight

// How much a sight names of one rule or class: so many, and fewer, but at least
// one, where they take more than 1 MiB. The rest is counted in [Sight.Omitted].
const (
	MaxSignals = 200  // of one rule
	MaxEntries = 1000 // of one class of the inventory
	MaxPointer = 1024 // bytes of a pointer; a longer one is cut to a parent
	MaxName    = 1024 // bytes of an item's name
	MaxTools   = 1000 // with parameters of a class

	maxBytes = 1 << 20
)

// tally is what is kept of one rule or class.
type tally struct {
	count, bytes int
	omitted      int
	full         bool
}

func (l *looker) tally(key string) *tally {
	t := l.tallies[key]
	if t == nil {
		t = &tally{}
		l.tallies[key] = t
	}
	return t
}

// closed reports that no more is kept, and counts what is left out. A caller asks
// before it builds what would be kept.
func (t *tally) closed() bool {
	if t.full {
		t.omitted++
	}
	return t.full
}

// takes reports whether one more of so many bytes is kept, of at most so many.
func (t *tally) takes(bytes, most int) bool {
	if t.full = t.full || t.count > 0 && (t.count == most || t.bytes+bytes > maxBytes); t.closed() {
		return false
	}
	t.count++
	t.bytes += bytes
	return true
}

// keep takes up a signal.
func (l *looker) keep(list *[]Signal, s Signal) {
	if l.tally(s.Rule).takes(len(s.Name)+len(s.Pointer)+len(s.Definition)+len(s.Text), MaxSignals) {
		*list = append(*list, s)
	}
}

// omitted counts what is left out, by rule and by class; nil for nothing.
func (l *looker) omitted() map[string]int {
	var out map[string]int
	for key, t := range l.tallies {
		if t.omitted == 0 {
			continue
		}
		if out == nil {
			out = map[string]int{}
		}
		out[key] = t.omitted
	}
	return out
}
