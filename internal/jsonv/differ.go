package jsonv

// FirstDifference returns the pointer of the first place where two values differ
// by [Equal], parents before children; differs is false when they do not.
func FirstDifference(a, b *Value, numbers Numbers) (pointer string, differs bool) {
	if Equal(a, b, numbers) {
		return "", false
	}
	if a == nil || b == nil || a.Kind() != b.Kind() {
		return "", true
	}
	for i, item := range a.Items() {
		if other := b.Index(i); !Equal(item, other, numbers) {
			below, _ := FirstDifference(item, other, numbers)
			return AppendPointer("", itoa(i)) + below, true
		}
	}
	for name, member := range a.Members() {
		if other := b.Get(name); !Equal(member, other, numbers) {
			below, _ := FirstDifference(member, other, numbers)
			return AppendPointer("", name) + below, true
		}
	}
	for name := range b.Members() {
		if a.Get(name) == nil {
			return AppendPointer("", name), true
		}
	}
	return "", true
}
