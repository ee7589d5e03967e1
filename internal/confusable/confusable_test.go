package confusable_test

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/confusable"
)

func ExampleSkeleton() {
	fmt.Println(confusable.Skeleton("get_we\u0430ther") == confusable.Skeleton("get_weather")) // U+0430 is Cyrillic
	// Output: true
}

func ExampleMixedScript() {
	scripts, mixed := confusable.MixedScript("get_we\u0430ther")
	fmt.Println(mixed, strings.Join(scripts, " and "))
	// Output: true Cyrillic and Latin
}

func TestSkeletonEqual(t *testing.T) {
	for _, tt := range []struct {
		name, before, after string
		want                bool
	}{
		{"mixed script, UTS #39 §4", "paypal", "p\u0430ypal", true},
		{"whole script, UTS #39 §4", "scope", "\u0455\u0441\u043E\u0440\u0435", true},
		{"single script, UTS #39 §4", "so\u0337s", "s\u00F8s", true},
		{"one Cyrillic letter", "get_weather", "get_we\u0430ther", true},
		{"mathematical letters", "paypal", "𝔭𝒶ỿ𝕡𝕒ℓ", true},
		{"one, el and capital i", "1lI", "lll", true},
		{"zero and o", "t00l", "tOOl", true},
		{"r and n", "modern", "modem", true},
		{"v and v", "vv", "w", false}, // no row in confusables.txt
		{"case", "Tool", "tool", false},
		{"dashes", "get-file", "get\u2010file", true},
		{"dash and low line", "get-file", "get_file", false},
		{"fullwidth letters", "pay", "ｐａｙ", true},
		{"fullwidth letter without a row", "key", "ｋey", false},
		{"fullwidth digit without a row", "2", "２", false},
		{"digit of another script", "o", "\u0966", true},
		{"mathematical digit", "2", "𝟐", true},
		{"ligature", "file", "ﬁle", true},
		{"composed and decomposed", "caf\u00E9", "cafe\u0301", true},
		{"order of marks", "q\u0323\u0307", "q\u0307\u0323", true},
		{"order of many marks", "a" + strings.Repeat("\u0301", 40) + "\u0327", "a\u0327" + strings.Repeat("\u0301", 40), true},
		{"order of marks that map to one class", "x\u0305\u0618", "x\u0618\u0305", true},
		{"order of marks of one class", "a\u0301\u0300", "a\u0300\u0301", false},
		{"Hangul syllable and letters", "\uD55C\uAC00", "\u1112\u1161\u11AB\u1100\u1161", true},
		{"zero width space", "tool", "to\u200Bol", true},
		{"soft hyphen", "tool", "to\u00ADol", true},
		{"variation selector", "tool", "t\uFE0Fool", true},
		{"grapheme joiner", "tool", "to\u034Fol", true},
		{"Hangul filler", "tool", "tool\u3164", true},
		{"tag characters", "tool", "tool\U000E0041", true},
		{"unassigned and ignorable", "tool", "tool\u2065\U000E0FFF", true},
		{"where the standard stops", "\u01C6", "d\u017E", true},
		{"no UTF-8", "a\xFFb", "a\uFFFDb", true},
		{"other words", "read", "write", false},
	} {
		if got := confusable.Skeleton(tt.before) == confusable.Skeleton(tt.after); got != tt.want {
			t.Errorf("%s: Skeleton(%+q) == Skeleton(%+q) is %t, want %t", tt.name, tt.before, tt.after, got, tt.want)
		}
	}
}

func TestSkeleton(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"", ""},
		{"get_file", "get_file"},
		{"map01", "rnapOl"},
		{`"a|b"%`, "''alb''\u00BA/\u2080"},
		{"\u200B\u2060\uFEFF", ""},
		{"\u0130", "l\u0307"},
		{"a" + strings.Repeat("\u0301\u0300\u0323", 20), "a" + strings.Repeat("\u0323", 20) + strings.Repeat("\u0301\u0300", 20)},
		{"\U0010FFFF\U000E0100", "\U0010FFFF"},
	} {
		if got := confusable.Skeleton(tt.in); got != tt.want {
			t.Errorf("Skeleton(%+q) = %+q, want %+q", tt.in, got, tt.want)
		}
	}
}

func TestMixedScript(t *testing.T) {
	const dandaScripts = "Bengali Devanagari Dogra Grantha Gujarati Gunjala Gondi Gurmukhi Kannada Khudawadi Mahajani Malayalam " +
		"Masaram Gondi Nandinagari Oriya Sinhala Syloti Nagri Takri Tamil Telugu Tirhuta"
	for _, tt := range []struct {
		name, in, scripts string
		mixed             bool
	}{
		{"empty", "", "", false},
		{"ASCII", "get_file-2.txt", "Latin", false},
		{"no letter", "42-\u2192", "", false},
		{"Cyrillic in Latin", "get_we\u0430ther", "Cyrillic Latin", true},
		{"Cyrillic alone", "\u0455\u0441\u043E\u0440\u0435_2", "Cyrillic", false},
		{"Greek in Latin", "\u03A9meter", "Greek Latin", true},
		{"micro sign is of any script", "\u00B5meter", "Latin", false},
		{"mathematical letters are of any script", "𝔭aypal", "Latin", false},
		{"fullwidth letters are Latin", "ａb", "Latin", false},
		{"combining mark", "caf\u0435\u0301", "Cyrillic Latin", true},
		{"combining mark on Latin", "cafe\u0301", "Latin", false},
		{"emoji", "ship\U0001F6A2", "Latin", false},
		{"zero width space", "to\u200Bol", "Latin", false},
		{"Japanese", "東京タワーのしゃしん2", "Han Hiragana Katakana", false},
		{"Korean with Han", "韓国어", "Han Hangul", false},
		{"Han with Bopomofo", "漢ㄅ", "Bopomofo Han", false},
		{"Hiragana and Hangul", "ひ어", "Hangul Hiragana", true},
		{"Bopomofo and Hiragana", "ㄅひ", "Bopomofo Hiragana", true},
		{"Han and Latin", "検索search", "Han Latin", true},
		{"Japanese and Latin", "検索するapi", "Han Hiragana Latin", true},
		{"mark of two scripts, alone", "ー", "Hiragana Katakana", false},
		{"mark of two scripts, in one", "タワー", "Katakana", false},
		{"mark of two scripts, in neither", "aー", "Hiragana Katakana Latin", true},
		{"marks of several scripts, in any order", "ー・", "Bopomofo Han Hangul Hiragana Katakana Yi", false},
		{"Devanagari with danda", "\u0915\u0964", "Devanagari", false},
		{"danda alone", "\u0964", dandaScripts, false},
		{"letter used in two scripts", "\u0E81\u0E82", "Lao", false},
		{"own script before extensions", "\u06D4", "Arabic", false}, // also Hanifi Rohingya
		{"unassigned", "a\u0378", "Latin Unknown", true},
		{"private use", "a\uE000", "Latin Unknown", true},
		{"no UTF-8", "a\xFF", "Latin", false},
		{"name of two words", "\U00010300", "Old Italic", false},
	} {
		scripts, mixed := confusable.MixedScript(tt.in)
		if got := strings.Join(scripts, " "); got != tt.scripts || mixed != tt.mixed {
			t.Errorf("%s: MixedScript(%+q) = %q, %t, want %q, %t", tt.name, tt.in, got, mixed, tt.scripts, tt.mixed)
		}
	}
}

// TestEveryCharacter compares with another implementation, ICU 72.1, which has the same version of the data: the digest
// is of what uspoof_getSkeleton and uspoof_check answer, ignorable characters taken out of its input (it is from
// before revision 28), and but for the 13 characters in which Skeleton goes further.
func TestEveryCharacter(t *testing.T) {
	const further = "\u01C4\u01C5\u01C6\u048B\u321D\uFBA4\uFBA5\uFBB0\uFBB1\uFE81\uFE82\uFEF5\uFEF6"
	digest := sha256.New()
	for r := rune(0); r <= utf8.MaxRune; r++ {
		if plane := r >> 16; plane > 3 && plane != 14 || !utf8.ValidRune(r) || strings.ContainsRune(further, r) {
			continue // nothing is assigned in planes 4 to 13, and 15 and 16 are private
		}
		c := string(r)
		_, besideLatin := confusable.MixedScript("a" + c)
		_, besideKana := confusable.MixedScript("ー" + c)
		if skeleton := confusable.Skeleton(c); skeleton != c || besideLatin || besideKana {
			fmt.Fprintf(digest, "%s;%s;%t;%t\n", c, skeleton, besideLatin, besideKana)
		}
	}
	const want = "c5267dde395355c2c81162327f96baa0a72dff893dd06ca06e8bc40996ea58fa"
	if got := fmt.Sprintf("%x", digest.Sum(nil)); got != want {
		t.Errorf("digest of all answers = %s, want %s", got, want)
	}
}

func TestAllocations(t *testing.T) {
	for _, tt := range []struct {
		in   string
		want float64
	}{{"get_weather_forecast", 0}, {"list_deployment_jobs", 1}} {
		if got := testing.AllocsPerRun(100, func() { confusable.Skeleton(tt.in) }); got != tt.want {
			t.Errorf("Skeleton(%q) allocates %v times, want %v", tt.in, got, tt.want)
		}
	}
}

func FuzzSkeleton(f *testing.F) {
	for _, seed := range []string{"map01", "p\u0430ypal\u200B", "\u01C6", "q\u0307\u0323", "\uD55C", "\u0964\u30FC", "\xE2\x80", "\U0001D15E\u0345"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		s = strings.ToValidUTF8(s, "\uFFFD")
		skeleton := confusable.Skeleton(s)
		if again := confusable.Skeleton(skeleton); again != skeleton {
			t.Errorf("Skeleton(%+q) = %+q, and its skeleton %+q", s, skeleton, again)
		}
		if hidden := confusable.Skeleton("\u200B" + s + "\u2060"); hidden != skeleton {
			t.Errorf("Skeleton(%+q) = %+q, and between ignorables %+q", s, skeleton, hidden)
		}
		scripts, mixed := confusable.MixedScript(s)
		twice, mixedTwice := confusable.MixedScript(s + "_" + s)
		if diff := cmp.Diff(scripts, twice); diff != "" || mixed != mixedTwice {
			t.Errorf("MixedScript(%+q) = %t, twice %t; scripts (-once +twice):\n%s", s, mixed, mixedTwice, diff)
		}
		if mixed && len(scripts) < 2 {
			t.Errorf("MixedScript(%+q) = %q, mixed", s, scripts)
		}
	})
}

func BenchmarkSkeleton(b *testing.B) {
	for _, bb := range []struct{ name, in string }{
		{"ASCIISame", "get_weather_forecast"},
		{"ASCII", "list_deployment_jobs"},
		{"Cyrillic", "получить_прогноз_дня"},
	} {
		b.Run(bb.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				confusable.Skeleton(bb.in)
			}
		})
	}
}

func BenchmarkMixedScript(b *testing.B) {
	for _, bb := range []struct{ name, in string }{
		{"ASCII", "list_deployment_jobs"},
		{"Cyrillic", "получить_прогноз_дня"},
	} {
		b.Run(bb.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				confusable.MixedScript(bb.in)
			}
		})
	}
}
