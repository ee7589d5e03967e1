package jsonv

// Limits bound what [Parse] accepts. A zero field takes its default. Each limit
// is named in the error it causes.
type Limits struct {
	Bytes int // length of the text; default 64 MiB
	Depth int // nesting of arrays and objects; default 1,000
	Nodes int // members and array items in the whole text; default 4,000,000
}

// The defaults of [Limits].
const (
	DefaultBytes = 64 << 20
	DefaultDepth = 1000
	DefaultNodes = 4_000_000
)

func (l Limits) withDefaults() Limits {
	if l.Bytes == 0 {
		l.Bytes = DefaultBytes
	}
	if l.Depth == 0 {
		l.Depth = DefaultDepth
	}
	if l.Nodes == 0 {
		l.Nodes = DefaultNodes
	}
	return l
}
