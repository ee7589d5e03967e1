package consequence

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/word"
)

//go:embed words.txt
var wordsText string

// Version names the rules. It changes with how words are read, and [Digest] with the
// words themselves; a judgement is the same where both are.
const Version = "mooring-consequence-v1"

// Digest returns the SHA-256 of words.txt as "sha256:" and 64 hexadecimal digits.
func Digest() string { return jsonv.Digest([]byte(wordsText)) }

// roles are what a word can be, as bits: for each kind a name, a verb and an object.
type roles uint32

const (
	outbound roles = 1 << (iota + 3*kinds)
	read
	joint
	negation

	kinds = 5
)

// anyVerb is a verb of any kind.
var anyVerb = func() (all roles) {
	for kind := range kinds {
		all |= verbOf(kind)
	}
	return all
}()

func nameOf(kind int) roles   { return 1 << (3 * kind) }
func verbOf(kind int) roles   { return 2 << (3 * kind) }
func objectOf(kind int) roles { return 4 << (3 * kind) }

// dictionary is what words.txt says.
type dictionary struct {
	roles   map[string]roles
	secrets [][]string // words next to each other
}

var words = readWords(wordsText)

func readWords(text string) dictionary {
	d := dictionary{roles: map[string]roles{}}
	for row, rest := range word.Rows(text) {
		fields := strings.Fields(rest)
		switch row {
		case "name", "verb", "object":
			kind := slices.Index(Kinds(), Kind(fields[0]))
			d.add(map[string]func(int) roles{"name": nameOf, "verb": verbOf, "object": objectOf}[row](kind), fields[1:])
		case "secret":
			d.secrets = append(d.secrets, fields)
		default:
			d.add(map[string]roles{"outbound": outbound, "read": read, "joint": joint, "negation": negation}[row], fields)
		}
	}
	return d
}

// add gives words and their forms a role.
func (d dictionary) add(r roles, list []string) {
	for _, w := range list {
		for _, form := range forms(w) {
			d.roles[form] |= r
		}
	}
}

// forms are those of a word: run, runs, running; directory, directories; push, pushes;
// delete, deleting.
func forms(w string) []string {
	stem := w
	if strings.HasSuffix(w, "e") {
		stem = w[:len(w)-1]
	}
	out := []string{w, w + "s", w + "es", stem + "ing", w + w[len(w)-1:] + "ing"}
	if strings.HasSuffix(w, "y") {
		out = append(out, w[:len(w)-1]+"ies")
	}
	return out
}
