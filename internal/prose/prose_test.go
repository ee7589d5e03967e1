package prose_test

import (
	"os"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/mooring-mcp/mooring/internal/prose"
)

const (
	none = prose.Same
	docs = prose.Documentation
	warn = prose.PotentiallyBreaking
)

// cases are in the order of the steps: what a step catches, and what it almost
// does.
var cases = []struct {
	name          string
	before, after string
	verdict       prose.Verdict
	step          string
}{
	{"identical", "Dock a ship", "Dock a ship", none, ""},
	{"both absent", "", "", none, ""},

	// 0: literals.
	{"quoted value in another case", "Berth class 'deep' or 'tidal'", "Berth class 'DEEP' or 'tidal'", warn, "0"},
	{"code in another case", "Set `Flag` first", "Set `flag` first", warn, "0"},
	{"double quotes, typographic before", "Say “Aye” to confirm", `Say "aye" to confirm`, warn, "0"},
	{"corner brackets", "「Aye」と答える", "「aye」と答える", warn, "0"},
	{"two values change places", "'a' then 'A'", "'A' then 'a'", warn, "0"},
	{"fenced block", "Example:\n```\nDock A\n```", "Example:\n```\ndock a\n```", warn, "0"},
	{"near: other quotes around the same", "Berth class 'deep'", `Berth class "deep"`, docs, "1b"},
	{"near: an apostrophe quotes nothing", "The pilot's log isn't the Master's", "The Pilot's log isn't the master's", docs, "1"},
	{"near: unquoted value, a known gap", "Level is low or high", "Level is LOW or HIGH", docs, "1"},
	{"near: a lone backtick", "Dock ` Ships", "dock ` ships", docs, "1"},

	// 1: normalisation.
	{"case", "Dock A Ship", "dock a ship", docs, "1"},
	{"line breaks", "Dock a ship\nat a berth", "Dock  a ship at a\tberth ", docs, "1"},
	{"composed and not", "Caf\u00E9 by the quay", "Cafe\u0301 by the quay", docs, "1"},
	{"final stop", "Dock a ship", "Dock a ship.", docs, "1"},
	{"final ideographic stop", "船を係留する", "船を係留する。", docs, "1"},
	{"dash", "Ships – all sizes", "Ships — all sizes", docs, "1"},
	{"sharp s", "Straße", "STRASSE", docs, "1"},
	{"final sigma", "ΠΛΟΙΟΣ", "πλοιος", docs, "1"},
	{"no-break space", "10\u00A0knots", "10 knots", docs, "1"},
	{"style of an emoji", "Danger ⚠\uFE0F ahead", "Danger ⚠ ahead", docs, "1"},
	{"hidden on both sides", "Dock\u200B a ship", "dock\u200B a ship", docs, "1"},
	{"near: long s is a look-alike", "Ships", "\u017Fhips", warn, "3"},

	// 1b: layout and spelling.
	{"contraction", "Don't dock twice", "Do not dock twice", docs, "1b"},
	{"can't, cannot, can not", "Can't dock, cannot moor", "cannot dock, can not moor", docs, "1b"},
	{"without its apostrophe", "It doesnt dock", "It doesn't dock", docs, "1b"},
	{"we're", "we’re docked", "we are docked", docs, "1b"},
	{"emphasis", "**Docks** a _very_ big ship", "Docks a very big ship", docs, "1b"},
	{"bullets", "Needs:\n- a berth\n- a pilot", "Needs:\n* a berth\n+ a pilot", docs, "1b"},
	{"list gains numbers", "- moor\n- sail", "1. moor\n2. sail", docs, "1b"},
	{"heading", "# Docking\nDock a ship", "Docking: dock a ship", docs, "1b"},
	{"code ticks", "Pass `berth` to dock", "Pass berth to dock", docs, "1b"},
	{"hyphen", "A read-only log", "A read only log", docs, "1b"},
	{"thousands", "Up to 1,000 ships", "Up to 1000 ships", docs, "1b"},
	{"decimal zero", "Up to 1000.0 tons", "Up to 1000 tons", docs, "1b"},
	{"number word", "Waits five minutes", "Waits 5 minutes", docs, "1b"},
	{"unit apart", "At most 10MB", "At most 10 MB", docs, "1b"},
	{"percent apart", "Fuel at 5%", "Fuel at 5 %", docs, "1b"},
	{"operator spelled otherwise", "Draught ≥ 5", "Draught >= 5", docs, "1b"},
	{"emoji dropped", "🚢 Dock a ship", "Dock a ship", docs, "1b"},
	{"semicolon", "Dock; then moor", "Dock, then moor", docs, "1b"},
	{"near: a number at a line's beginning", "The limit is\n10. Then stop", "The limit is\n100. Then stop", warn, "3"},
	{"near: a list that starts anywhere", "7. moor", "8. moor", warn, "3"},
	{"near: a point before three zeros", "Up to 1.000 tons", "Up to 1 tons", warn, "3"},
	{"near: a variable", "Takes a $PORT path", "Takes a PORT path", warn, "5c"},
	{"near: a path", "Reads charts at /etc/port on the host", "Reads charts at etc/port on the host", warn, "5c"},
	{"near: a pattern", "Reads charts *.map in the folder", "Reads charts .map in the folder", warn, "5c"},
	{"near: not, as a sign", "Show if !docked", "Show if docked", warn, "3"},
	{"near: version zero", "Needs Go 1.10", "Needs Go 1.1", warn, "3"},
	{"near: array of a type", "Takes berth[] and more", "Takes berth and more", warn, "5c"},

	// 1c: word division.
	{"compound", "Writes the log book", "Writes the logbook", docs, "1c"},
	{"compound with hyphen in code", "Pass `log-book`", "Pass logbook", docs, "1c"},
	{"near: digits", "Moors 1 0 ships", "Moors 10 ships", warn, "3"},
	{"near: a negation comes apart", "A not able crew", "A notable crew", warn, "3"},
	{"near: a flag is no hyphen", "dock --force", "dock force", warn, "5"},

	// 2: absent.
	{"added", "", "Dock a ship", warn, "2"},
	{"removed", "Dock a ship", "", warn, "2"},
	{"blank", "Dock a ship", " \n", warn, "2"},
	{"nothing but an emoji", "", "🚢", warn, "2"},
	{"near: blank to absent", "", " \n", docs, "1"},
	{"near: nothing but hidden", "", "\u200B", warn, "3"},

	// 3: markers.
	{"negation", "Dock at night", "Never dock at night", warn, "3"},
	{"not", "Do dock at night", "Don't dock at night", warn, "3"},
	{"stem", "Docks ships excluding ferries", "Docks ships including ferries", warn, "3"},
	{"modality", "The pilot may board", "The pilot must board", warn, "3"},
	{"quantifier", "Moors any ship here", "Moors each ship here", warn, "3"},
	{"order", "Sound the horn after mooring", "Sound the horn before mooring", warn, "3"},
	{"default", "Berth, 'a' by default", "Berth, 'a' by preference", warn, "3"},
	{"number", "limit defaults to 10", "limit defaults to 100", warn, "3"},
	{"sign", "Tide of -1", "Tide of 1", warn, "3"},
	{"unit", "Waits 10 seconds", "Waits 10 minutes", warn, "3"},
	{"unit that is attached", "At most 10MB", "At most 10GB", warn, "3"},
	{"currency", "Costs $5", "Costs 5", warn, "3"},
	{"identifier", "Chart format s57", "Chart format s63", warn, "3"},
	{"version", "Needs 1.2.3", "Needs 1.2.4", warn, "3"},
	{"operator", "Draught < 5", "Draught > 5", warn, "3"},
	{"arrow", "pilot -> crew", "pilot <- crew", warn, "3"},
	{"URL", "See https://port.example/a for more", "See https://port.example/b for more", warn, "3"},
	{"e-mail", "Ask harbour@port.example for a berth", "Ask master@port.example for a berth", warn, "3"},
	{"code", "Call `dock` for a berth in port", "Call `lock` for a berth in port", warn, "3"},
	{"code with signs", "Give `{id}` of the ship", "Give `<id>` of the ship", warn, "3"},
	{"zero width", "Dock a ship", "Dock a\u200B ship", warn, "3"},
	{"zero width moves", "Do\u200Bck a ship", "Dock a sh\u200Bip", warn, "3"},
	{"tags", "Dock a ship", "Dock a ship\U000E0041\U000E0042", warn, "3"},
	{"soft hyphen", "Dock a ship", "Dock a sh\u00ADip", warn, "3"},
	{"selectors behind a letter", "Dock a ship", "Dock a ship\uFE0F", warn, "3"},
	{"second selector behind an emoji", "🚢\uFE0F Dock", "🚢\uFE0F\uFE0F Dock", warn, "3"},
	{"Cyrillic a", "Dock a mainsail", "Dock a m\u0430insail", warn, "3"},
	{"full width within a word", "Dock a mainsail", "Dock a m\uFF41insail", warn, "3"},
	{"Chinese", "停靠船只", "不停靠船只", warn, "3"},
	{"Japanese", "係留できます", "係留できません", warn, "3"},
	{"Korean", "배를 정박합니다", "배를 정박하지 않습니다", warn, "3"},
	{"German", "Schiffe anlegen", "Keine Schiffe anlegen", warn, "3"},
	{"French", "Le navire est à quai", "Le navire n'est pas à quai", warn, "3"},
	{"Spanish", "Atraca el barco", "Nunca atraca el barco", warn, "3"},
	{"Italian", "Ormeggia con pilota", "Ormeggia senza pilota", warn, "3"},
	{"Portuguese", "Atraca o navio", "Não atraca o navio", warn, "3"},
	{"Russian", "Швартует судно", "Не швартует судно", warn, "3"},
	{"a typo in a marker is a marker", "Ships mustt moor here", "Ships must moor here", warn, "3"},
	{"near: a marker within a word", "Knotted ropes hold ships here", "Knoted ropes hold ships here", docs, "5"},
	{"near: one stem", "The list excludes ferries at night", "The list exclude ferries at night", docs, "5"},
	{"near: hidden on both sides", "Do\u200Bck this ship of ours at a berth", "Do\u200Bck this ship of ours at the berth", docs, "5"},

	// 4 and 4b: order.
	{"order of words", "Use moor before dock", "Use dock before moor", warn, "4"},
	{"order of a list", "Ports: a, b, c", "Ports: c, b, a", warn, "4"},
	{"order of characters", "先停靠再装货", "先装货再停靠", warn, "4"},
	{"order beside a typo", "Use moor before dock for vesels", "Use dock before moor for vessels", warn, "4b"},
	{"near: a word doubled", "Use the the dock at this harbour", "Use the dock at this harbour", docs, "5"},

	// 5 and 5c: similarity.
	{"typo", "Moor the shpi at this berth", "Moor the ship at this berth", docs, "5"},
	{"typo in an article", "Moor t" + "eh ship at this berth", "Moor the ship at this berth", docs, "5"},
	{"typo in two words", "Docking scheduel", "Docking schedule", docs, "5"},
	{"typo in a title", "Departures timetabel", "Departures timetable", docs, "5"},
	{"spelling", "Lists every harbour of the country", "Lists every harbor of the country", docs, "5"},
	{"ending", "Returns berths of the harbour", "Return berths of the harbour", docs, "5"},
	{"article", "Moor a ship of the fleet at the berth", "Moor the ship of the fleet at the berth", docs, "5"},
	{"exactly 18 of 20 characters", "A big harbour colour", "A big harbor color", docs, "5"},
	{"near: 17 of 19 characters", "A big harbour color", "A big harbor colr", warn, "5"},
	{"compound beside a typo", "Writes the log book of the vesel", "Writes the logbook of the vessel", docs, "5"},
	{"another verb", "Docks the ship", "Sinks the ship", warn, "5"},
	{"short", "OK", "Okay", warn, "5"},
	{"a sentence more", "Lists berths.", "Lists berths. Good for planning.", warn, "5"},
	{
		"one content word in a long text",
		"Returns the berths of the harbour sorted ascending by depth of water at the quay",
		"Returns the berths of the harbour sorted descending by depth of water at the quay", warn, "5c",
	},
	{
		"one content word dropped",
		"Returns the free berths of the harbour, sorted by the depth of water at the quay",
		"Returns the berths of the harbour, sorted by the depth of water at the quay", warn, "5c",
	},
	{
		"a short word is no typo of another",
		"Moors at the berth named on the chart or in the order, with a pilot aboard",
		"Moors at the berth named on the chart on in the order, with a pilot aboard", warn, "5c",
	},
	{
		"real words a letter apart are no typo",
		"Moors at the berth and returns the next steps of the voyage to the captain",
		"Moors at the berth and returns the next stops of the voyage to the captain", warn, "5c",
	},
	{
		"who does is no form of what is done",
		"Moors at the berth and returns the list of user accounts to the captain",
		"Moors at the berth and returns the list of used accounts to the captain", warn, "5c",
	},
	{
		"a name is no typo of another",
		"Moors at the berth that list_berth returned for the ship and the tide",
		"Moors at the berth that list_berths returned for the ship and the tide", warn, "5c",
	},
	{
		"a full-width word",
		"Moors at the berth that was returned for the ship and the tide of the day",
		"Moors at the ｂｅｒｔｈ that was returned for the ship and the tide of the day", warn, "5c",
	},
}

func TestClassify(t *testing.T) {
	for _, tt := range cases {
		t.Run(tt.name, func(t *testing.T) {
			got := prose.Classify(tt.before, tt.after)
			if got.Verdict != tt.verdict || got.Step != tt.step {
				t.Errorf("Classify(%q, %q) = %v, want %v %v", tt.before, tt.after, got, tt.verdict, tt.step)
			}
			checkProperties(t, tt.before, tt.after)
		})
	}
}

// checkProperties checks what holds for every two texts.
func checkProperties(t *testing.T, a, b string) {
	t.Helper()
	got, back := prose.Classify(a, b), prose.Classify(b, a)
	if got.Verdict != back.Verdict || got.Step != back.Step {
		t.Errorf("Classify(%q, %q) = %v, but back %v", a, b, got, back)
	}
	if (got.Verdict == prose.Same) != (a == b) {
		t.Errorf("Classify(%q, %q) = %v", a, b, got)
	}
	if (got.Verdict == prose.Same) != (got.Step == "" && got.Reason == "") {
		t.Errorf("Classify(%q, %q) = %v: step and reason belong to what differs", a, b, got)
	}
	hidden := func(r rune) bool {
		return !unicode.IsPrint(r) || unicode.In(r, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
	}
	if len(got.Reason) > 2000 || !utf8.ValidString(got.Reason) || strings.ContainsFunc(got.Reason, hidden) {
		t.Errorf("Classify(%q, %q) gives a reason that is no short line: %q", a, b, got.Reason)
	}
	if twice := prose.Classify(a, b); twice != got {
		t.Errorf("Classify(%q, %q) = %v, and then %v", a, b, got, twice)
	}
	for _, text := range []string{a, b} {
		if r := prose.Classify(text, text); r != (prose.Result{Verdict: prose.Same}) {
			t.Errorf("Classify(%q, itself) = %v", text, r)
		}
		if r := prose.Classify(text, text+" \n"); r.Verdict != prose.Documentation {
			t.Errorf("Classify(%q, with blanks behind) = %v", text, r)
		}
	}
}

func FuzzClassify(f *testing.F) {
	for _, tt := range cases {
		f.Add(tt.before, tt.after)
	}
	f.Fuzz(checkProperties)
}

// TestReasons shows what each step says.
func TestReasons(t *testing.T) {
	tests := []struct{ before, after, want string }{
		{"limit defaults to 10", "limit defaults to 100", "numbers [10] became [100]"},
		{"Dock", "Do not dock", `negation "not" added`},
		{"The pilot may board", "The pilot must board", `modality "may" became "must"`},
		{"Dock", "Dock\u200B", `hidden or look-alike characters "k\u200b" added`},
		{"a 1 2 3 4 5 6", "a", "numbers [1 2 3 4 and 2 more] removed"},
		{"Level 'low'", "Level 'LOW'", `literal "low" became "LOW"`},
		{"Use moor before dock", "Use dock before moor", `the same words in another order: "dock" stands where "moor" stood`},
		{"Docks the ship", "Sinks the ship", "78 % of the characters and 50 % of the words are the same"},
		{"Moor the shpi at this berth", "Moor the ship at this berth", `word "shpi" became "ship", a form or spelling of it`},
		{"", "Dock", "text added where there was none"},
	}
	for _, tt := range tests {
		if got := prose.Classify(tt.before, tt.after).Reason; got != tt.want {
			t.Errorf("Classify(%q, %q).Reason = %q, want %q", tt.before, tt.after, got, tt.want)
		}
	}
}

// TestHostileSizes gives each kind of text that costs something a lot of it, a
// megabyte with MOORING_SOAK. Work that grew with the square of the length would
// take minutes to hours.
func TestHostileSizes(t *testing.T) {
	size := 1 << 18
	if os.Getenv("MOORING_SOAK") != "" {
		size = 1 << 20
	}
	for _, unit := range []string{
		"a", "a ", "the ", "ab cd ", "`", "``` ` ", "'a ", `"`, "<a", "a<b", "-", "- ", "--a", "=", "*", "*/", "[](", "a://", "a@b.",
		"1,", "1,000", "1. \n", "n'", "don't ", "_", "_a_ ", ".", "a.", "\u200B", "a\u200B", "\U000E0041", "\u0301", "e\u0301",
		"不", "先\u3000", "한 ", "\uFF41a ", "\u0430a ", "\xFF", "\n", "🚢\uFE0F\u200D", "ß", "İ", "%", "1% ", "v1 ", "www.",
	} {
		text := strings.Repeat(unit, size/len(unit))
		start := time.Now()
		got := prose.Classify(text, "x"+text+" x")
		took := time.Since(start)
		if len(got.Reason) > 2000 {
			t.Errorf("%d bytes of %q: %.300v", size, unit, got)
		}
		if took > 20*time.Second {
			t.Errorf("%d bytes of %q took %v", size, unit, took)
		}
	}
}

// TestLongTexts are judged by their words alone.
func TestLongTexts(t *testing.T) {
	long := strings.Repeat("Moors ships along these quays. ", prose.MaxChars/25)
	for _, tt := range []struct {
		name, before, after string
		verdict             prose.Verdict
		step                string
	}{
		{"typo", long + "A vesel", long + "A vessel", docs, "5c"},
		{"word", long + "A vessel", long + "A ferry", warn, "5c"},
		{"short enough", "Moors a vesel " + long[:3000], "Moors a vessel " + long[:3000], docs, "5"},
	} {
		got := prose.Classify(tt.before, tt.after)
		if got.Verdict != tt.verdict || got.Step != tt.step {
			t.Errorf("%s: Classify of %d characters = %v, want %v %v", tt.name, len(tt.before), got, tt.verdict, tt.step)
		}
	}
}

func TestRepeats(t *testing.T) {
	tests := []struct {
		name, title string
		want        bool
	}{
		{"dock_ship", "Dock Ship", true},
		{"dockShip", "Dock ship", true},
		{"DockShip", "dock-ship", true},
		{"listPRs", "List PRs", true},
		{"port.dock_ship", "Port: Dock ship", true},
		{"dock_v2", "Dock V2", true},
		{"größe", "GRÖSSE", true},
		{"dock_ship", "Dock a ship", false},
		{"dock_ship", "Ship Dock", false},
		{"dock_ship", "Dock Ship!", false},
		{"dock_ship", "Dock Ship\u200B", false},
		{"dock_ship", "D\u043Eck Ship", false},
		{"ship", "\u017Fhip", false},
		{"dock_v2", "Dock V3", false},
		{"dock", "", false},
		{"", "", false},
		{"_", "-", false},
	}
	for _, tt := range tests {
		if got := prose.Repeats(tt.name, tt.title); got != tt.want {
			t.Errorf("Repeats(%q, %q) = %v, want %v", tt.name, tt.title, got, tt.want)
		}
	}
}

func BenchmarkClassify(b *testing.B) {
	sentence := "Returns the berths of the harbour sorted by depth of water at the quay. "
	for _, bb := range []struct {
		name  string
		times int
	}{{"sentence", 1}, {"page", 28}, {"above the cap", 100}} {
		before := strings.Repeat(sentence, bb.times)
		after := "Lists ferries, then r" + before[1:] + "Plans a voyage"
		b.Run(bb.name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(before) + len(after)))
			for b.Loop() {
				prose.Classify(before, after)
			}
		})
	}
}
