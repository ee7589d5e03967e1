package confusable

import "math/bits"

// Writing systems of several scripts, numbered on behind the scripts: UTS #39 §5.1.
const (
	systemHanb = len(scriptNames) + iota // Han with Bopomofo
	systemJpan
	systemKore
)

// numbers is a set of scripts and writing systems, by their numbers, which are below 256.
type numbers [4]uint64

// MixedScript reports whether no single script or writing system has all characters of s: whether the resolved script
// set of UTS #39 §5.1 is empty. A character that stands with several scripts (Script_Extensions) counts for each of
// them. One that stands with any, such as a digit, a full stop, a combining mark or an emoji, counts for all. Han with
// Bopomofo, Japanese and Korean are one writing system each, but none of them has Latin letters: "検索search" is mixed.
//
// The scripts are the names of those that occur, sorted, with spaces: "Latin", "Old Italic". A character that stands
// with several adds them only if none of them occurs otherwise. Unassigned and private characters are of "Unknown".
// Scripts is empty if all characters stand with any script.
func MixedScript(s string) (scripts []string, mixed bool) {
	var occur numbers
	shared := numbers{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}
	var several []string
	last := ""
	for _, r := range s {
		set := scriptsOf(r)
		if set == "" || set == last {
			continue
		}
		last = set
		own, extensions := int(set[0]), set[1:]
		shared = shared.and(augmented(extensions))
		switch {
		case own != 0:
			occur.add(own)
		case len(extensions) == 1:
			occur.add(int(extensions[0]))
		default:
			several = append(several, extensions)
		}
	}
	certain := occur
	for _, extensions := range several {
		if set := setOf(extensions); certain.and(set) == (numbers{}) {
			occur = occur.or(set)
		}
	}
	return occur.names(), shared == (numbers{})
}

// scriptsOf returns the entry of r in [scriptSets].
func scriptsOf(r rune) string {
	const latin = string(rune(scriptLatin)) + string(rune(scriptLatin))
	switch {
	case r >= 0x80:
		return scriptSets[valueAt(scripts[:], r)]
	case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z':
		return latin
	}
	return ""
}

// augmented returns the scripts with the writing systems that use one of them.
func augmented(extensions string) numbers {
	set := setOf(extensions)
	for i := range len(extensions) {
		switch extensions[i] {
		case scriptHan:
			set.add(systemHanb)
			set.add(systemJpan)
			set.add(systemKore)
		case scriptHiragana, scriptKatakana:
			set.add(systemJpan)
		case scriptHangul:
			set.add(systemKore)
		case scriptBopomofo:
			set.add(systemHanb)
		}
	}
	return set
}

func setOf(extensions string) numbers {
	var set numbers
	for i := range len(extensions) {
		set.add(int(extensions[i]))
	}
	return set
}

func (n *numbers) add(number int) { n[number/64] |= 1 << (number % 64) }

func (n numbers) and(other numbers) numbers {
	for i := range n {
		n[i] &= other[i]
	}
	return n
}

func (n numbers) or(other numbers) numbers {
	for i := range n {
		n[i] |= other[i]
	}
	return n
}

// names returns the names of the scripts, sorted, as their numbers are.
func (n numbers) names() []string {
	var names []string
	for i, word := range n {
		for ; word != 0; word &= word - 1 {
			names = append(names, scriptNames[i*64+bits.TrailingZeros64(word)])
		}
	}
	return names
}
