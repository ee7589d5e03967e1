package prose

// MaxChars is how many characters (code points) a side may have for step 5 to
// measure its similarity. A longer text is judged by step 5c alone.
const MaxChars = 4000

// Threshold is one way in which two texts are similar enough for DOCUMENTATION
// at step 5: both similarities are at least so many percent. They are compared
// exactly, in integers: a similarity of 9 in 10 is 90 percent.
type Threshold struct {
	// Chars is 1 minus the distance by the number of characters of the longer
	// text. The distance counts insertions, deletions, replacements and swaps of
	// neighbours (optimal string alignment).
	Chars int
	// Words is the number of different words that both texts have by the number
	// that one or both have, with or without articles and fillers.
	Words int
}

// Thresholds returns the bounds of step 5; one of them suffices.
func Thresholds() []Threshold {
	return []Threshold{
		{Chars: 90, Words: 30}, // a typo in a title of two words leaves a third of the words
		{Chars: 75, Words: 90},
	}
}

// lowestChars is the least Chars of all thresholds.
func lowestChars() int {
	lowest := 100
	for _, t := range Thresholds() {
		lowest = min(lowest, t.Chars)
	}
	return lowest
}

// similarity is a count of what is the same out of a whole, which is not 0.
type similarity struct{ same, whole int }

func (s similarity) atLeast(percent int) bool { return s.same*100 >= percent*s.whole }

// percent is rounded down, so that what is printed never looks enough when it is
// not.
func (s similarity) percent() int { return s.same * 100 / s.whole }
