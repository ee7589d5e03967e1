// Command _gen writes tables.go from files of the Unicode Character Database and from the confusables.txt of UTS #39.
// Its one argument is a folder with UnicodeData.txt, DerivedCoreProperties.txt, Scripts.txt, ScriptExtensions.txt,
// PropertyValueAliases.txt and confusables.txt, all of one version:
//
//	go run _gen/main.go FOLDER
package main

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"go/format"
	"log"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// version is the one that every file but UnicodeData.txt, which names none, has to name among its first lines.
const version = "15.0.0"

const maxRune = 0x10FFFF

// indexBits is the width of an index into the texts in an entry of the tables prototypes and decompositions.
const indexBits = 13

// database holds what is read.
type database struct {
	folder     string
	canonical  map[rune][]rune // direct canonical decompositions
	class      map[rune]int    // Canonical_Combining_Class, if not 0
	ignorable  map[rune]bool   // Default_Ignorable_Code_Point
	confusable map[rune][]rune
	script     map[rune]string   // Script, long name
	extensions map[rune][]string // Script_Extensions where they differ from Script, long names
	longName   map[string]string // of a script, by its short one
}

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: go run _gen/main.go FOLDER")
	}
	source, err := format.Source(load(os.Args[1]).tables())
	if err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile("tables.go", source, 0o644); err != nil {
		log.Fatal(err)
	}
}

// load reads the files of a folder.
func load(folder string) *database {
	db := &database{
		folder: folder, canonical: map[rune][]rune{}, class: map[rune]int{}, ignorable: map[rune]bool{},
		confusable: map[rune][]rune{}, script: map[rune]string{}, extensions: map[rune][]string{}, longName: map[string]string{},
	}
	db.each("UnicodeData.txt", func(r rune, f []string) {
		if class, _ := strconv.Atoi(f[3]); class != 0 {
			db.class[r] = class
		}
		if f[5] != "" && f[5][0] != '<' {
			db.canonical[r] = runes(f[5])
		}
	})
	db.each("DerivedCoreProperties.txt", func(r rune, f []string) {
		if f[1] == "Default_Ignorable_Code_Point" {
			db.ignorable[r] = true
		}
	})
	db.each("confusables.txt", func(r rune, f []string) { db.confusable[r] = runes(f[1]) })
	db.lines("PropertyValueAliases.txt", func(f []string) {
		if f[0] == "sc" {
			db.longName[f[1]] = f[2]
		}
	})
	db.each("Scripts.txt", func(r rune, f []string) { db.script[r] = f[1] })
	db.each("ScriptExtensions.txt", func(r rune, f []string) {
		for short := range strings.FieldsSeq(f[1]) {
			db.extensions[r] = append(db.extensions[r], db.longName[short])
		}
		slices.Sort(db.extensions[r])
	})
	return db
}

// lines calls visit with the fields of each line.
func (db *database) lines(name string, visit func(fields []string)) {
	text, err := os.ReadFile(filepath.Join(db.folder, name))
	if err != nil {
		log.Fatal(err)
	}
	if head := text[:min(len(text), 500)]; name != "UnicodeData.txt" && !bytes.Contains(head, []byte(version)) {
		log.Fatalf("%s: does not name version %s in its head", name, version)
	}
	scanner := bufio.NewScanner(bytes.NewReader(bytes.TrimPrefix(text, []byte("\uFEFF"))))
	for scanner.Scan() {
		line, _, _ := strings.Cut(scanner.Text(), "#")
		if strings.TrimSpace(line) == "" {
			continue
		}
		fields := strings.Split(line, ";")
		for i := range fields {
			fields[i] = strings.TrimSpace(fields[i])
		}
		visit(fields)
	}
	if err := scanner.Err(); err != nil {
		log.Fatal(err)
	}
}

// each calls visit for each character of each line that begins with a code point or a range.
func (db *database) each(name string, visit func(r rune, fields []string)) {
	db.lines(name, func(fields []string) {
		from, to, isRange := strings.Cut(fields[0], "..")
		if !isRange {
			to = from
		}
		for r := hex(from); r <= hex(to); r++ {
			visit(r, fields)
		}
	})
}

func hex(s string) rune {
	v, err := strconv.ParseUint(s, 16, 21)
	if err != nil {
		log.Fatal(err)
	}
	return rune(v)
}

func runes(s string) []rune {
	var out []rune
	for word := range strings.FieldsSeq(s) {
		out = append(out, hex(word))
	}
	return out
}

// decompose is NFD: UAX #15, and for Hangul the Unicode Standard §3.12.
func (db *database) decompose(in []rune) []rune {
	var out []rune
	for _, r := range in {
		if direct := db.canonical[r]; direct != nil {
			out = append(out, db.decompose(direct)...)
		} else if i := r - 0xAC00; i >= 0 && i < 11172 {
			out = append(out, 0x1100+i/588, 0x1161+i%588/28)
			if i%28 != 0 {
				out = append(out, 0x11A7+i%28)
			}
		} else {
			out = append(out, r)
		}
	}
	for i := range out { // insertion sort, which is stable
		for ; i > 0 && db.class[out[i]] != 0 && db.class[out[i-1]] > db.class[out[i]]; i-- {
			out[i-1], out[i] = out[i], out[i-1]
		}
	}
	return out
}

// skeleton is internalSkeleton of UTS #39 §4, once.
func (db *database) skeleton(in []rune) []rune {
	var out []rune
	for _, r := range db.decompose(in) {
		if db.ignorable[r] {
			continue
		}
		if prototype := db.confusable[r]; prototype != nil {
			out = append(out, prototype...)
		} else {
			out = append(out, r)
		}
	}
	return db.decompose(out)
}

// decompositions returns the full canonical decompositions.
func (db *database) decompositions() map[rune]string {
	out := map[rune]string{}
	for r := range db.canonical {
		out[r] = string(db.decompose([]rune{r}))
	}
	return out
}

// prototypes returns the mapping of confusables.txt for the characters that can be there after NFD without ignorables,
// with each prototype closed: in NFD, and its own skeleton. confusables.txt has a few that are neither.
func (db *database) prototypes() map[rune]string {
	out := map[rune]string{}
	for _, r := range slices.Sorted(maps.Keys(db.confusable)) {
		if db.ignorable[r] || db.canonical[r] != nil {
			continue
		}
		once := db.skeleton([]rune{r})
		closed := db.skeleton(once)
		for range 5 {
			closed = db.skeleton(closed)
		}
		if !slices.Equal(closed, db.skeleton(closed)) {
			log.Fatalf("confusables.txt: %U has no closed prototype", r)
		}
		if !slices.Equal(once, closed) {
			log.Printf("%U: %+q, closed %+q", r, string(once), string(closed))
		}
		out[r] = string(closed)
	}
	for r, prototype := range out {
		for _, p := range prototype {
			if out[p] != "" || db.ignorable[p] || db.canonical[p] != nil {
				log.Fatalf("confusables.txt: the prototype of %U holds %U, which is none itself", r, p)
			}
		}
	}
	return out
}

// scriptSet returns the name of the script of r, "" for a character that stands with several or any, and its
// Script_Extensions, nil for one that stands with any.
func (db *database) scriptSet(r rune) (own string, extensions []string) {
	own = cmp.Or(db.script[r], "Unknown")
	extensions = db.extensions[r]
	if extensions == nil {
		extensions = []string{own}
	}
	isAny := func(script string) bool { return script == "Common" || script == "Inherited" }
	if slices.ContainsFunc(extensions, isAny) {
		return "", nil
	}
	if isAny(own) {
		own = ""
	}
	return own, extensions
}

// scriptNames returns the long names of the scripts in use, sorted.
func (db *database) scriptNames() []string {
	names := map[string]bool{}
	for r := rune(0); r <= maxRune; r++ {
		_, extensions := db.scriptSet(r)
		for _, name := range extensions {
			names[name] = true
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// tables returns the Go source.
func (db *database) tables() []byte {
	prototypes, decompositions := db.prototypes(), db.decompositions()
	all := map[string]bool{"": true} // index 0 is none
	for _, m := range []map[rune]string{prototypes, decompositions} {
		for _, text := range m {
			all[text] = true
		}
	}
	texts := slices.Sorted(maps.Keys(all))
	if len(texts) > 1<<indexBits {
		log.Fatalf("%d texts do not fit into %d bits", len(texts), indexBits)
	}

	w := &bytes.Buffer{}
	fmt.Fprintf(w, "// Code generated by _gen/main.go from Unicode %s; DO NOT EDIT.\n//\n"+
		"// The data is modified Unicode data: LICENSE.unicode has its copyright and permission notice.\n\n"+
		"package confusable\n\n", version)
	fmt.Fprintf(w, "// indexBits is the width of an index into starts in an entry of prototypes and decompositions.\nconst indexBits = %d\n\n", indexBits)
	writeStrings(w, texts)
	writeTexts(w, "prototypes", "is what confusables.txt maps to, closed: in NFD, and each its own skeleton", prototypes, texts)
	writeTexts(w, "decompositions", "is the full canonical decompositions, Hangul syllables apart", decompositions, texts)
	writeASCII(w, prototypes, texts)
	writeRanges(w, "classes", "is the Canonical_Combining_Class", func(r rune) int { return db.class[r] })
	writeRanges(w, "ignorables", "is 1 for a Default_Ignorable_Code_Point", func(r rune) int {
		if db.ignorable[r] {
			return 1
		}
		return 0
	})
	db.writeScripts(w)
	return w.Bytes()
}

// writeStrings writes the texts, one behind the other, and where each starts.
func writeStrings(w *bytes.Buffer, texts []string) {
	fmt.Fprint(w, "// pool is every text of prototypes and decompositions, one behind the other: text i is pool[starts[i]:starts[i+1]].\n")
	fmt.Fprint(w, "const pool = \"\"")
	var starts []uint32
	var line string
	total := 0
	for _, text := range texts {
		starts = append(starts, uint32(total))
		total += len(text)
		quoted := strings.Trim(strconv.QuoteToASCII(text), `"`)
		if len(line)+len(quoted) > 110 {
			fmt.Fprintf(w, " +\n\"%s\"", line)
			line = ""
		}
		line += quoted
	}
	fmt.Fprintf(w, " +\n\"%s\"\n\n", line)
	if total > 0xFFFF {
		log.Fatalf("%d bytes of text do not fit into 16 bits", total)
	}
	writeNumbers(w, "starts", "is where each text of the pool starts, and the end", "uint16", append(starts, uint32(total)))
}

func writeTexts(w *bytes.Buffer, name, doc string, m map[rune]string, texts []string) {
	var entries []uint32
	for _, r := range slices.Sorted(maps.Keys(m)) {
		index, _ := slices.BinarySearch(texts, m[r])
		entries = append(entries, uint32(r)<<indexBits|uint32(index))
	}
	writeNumbers(w, name, doc+": character<<indexBits | index into starts", "uint32", entries)
}

func writeASCII(w *bytes.Buffer, prototypes map[rune]string, texts []string) {
	indexes := make([]uint32, 128)
	for r := range indexes {
		index, _ := slices.BinarySearch(texts, prototypes[rune(r)])
		indexes[r] = uint32(index)
	}
	writeNumbers(w, "asciiPrototypes", "is the part of prototypes below U+0080: index into starts, 0 for none", "uint16", indexes)
}

// writeRanges writes a property of one byte as the characters where it changes.
func writeRanges(w *bytes.Buffer, name, doc string, value func(r rune) int) {
	var entries []uint32
	for r, last := rune(0), -1; r <= maxRune; r++ {
		v := value(r)
		if v < 0 || v > 0xFF {
			log.Fatalf("%s: %d does not fit into 8 bits", name, v)
		}
		if v != last {
			entries = append(entries, uint32(r)<<8|uint32(v))
			last = v
		}
	}
	writeNumbers(w, name, doc+": first character<<8 | value, up to the next entry", "uint32", entries)
}

func (db *database) writeScripts(w *bytes.Buffer) {
	names := db.scriptNames()
	id := func(name string) byte { // 0 for none
		i, found := slices.BinarySearch(names, name)
		if !found {
			return 0
		}
		return byte(i + 1)
	}
	sets := map[string]bool{"": true}
	setOf := func(r rune) string {
		own, extensions := db.scriptSet(r)
		if extensions == nil {
			return ""
		}
		set := []byte{id(own)}
		for _, name := range extensions {
			set = append(set, id(name))
		}
		return string(set)
	}
	for r := rune(0); r <= maxRune; r++ {
		sets[setOf(r)] = true
	}
	sorted := slices.Sorted(maps.Keys(sets))

	fmt.Fprint(w, "// The scripts that the rules name: indexes into scriptNames.\nconst (\n")
	for _, name := range []string{"Bopomofo", "Han", "Hangul", "Hiragana", "Katakana", "Latin"} {
		fmt.Fprintf(w, "script%s = %d\n", name, id(name))
	}
	fmt.Fprint(w, ")\n\n// scriptNames is the long names of the scripts, sorted; index 0 is none.\nvar scriptNames = [...]string{\n\"\",\n")
	for _, name := range names {
		fmt.Fprintf(w, "%q,\n", strings.ReplaceAll(name, "_", " "))
	}
	fmt.Fprint(w, "}\n\n// scriptSets is the different sets of scripts: first the character's Script, 0 if it is Common or Inherited, then\n"+
		"// its Script_Extensions; the empty set stands for a character of any script.\nvar scriptSets = [...]string{\n")
	for _, set := range sorted {
		fmt.Fprint(w, `"`)
		for i := range len(set) {
			fmt.Fprintf(w, `\x%02X`, set[i])
		}
		fmt.Fprint(w, "\",\n")
	}
	fmt.Fprint(w, "}\n\n")
	writeRanges(w, "scripts", "is the index into scriptSets", func(r rune) int {
		i, _ := slices.BinarySearch(sorted, setOf(r))
		return i
	})
}

func writeNumbers(w *bytes.Buffer, name, doc, kind string, numbers []uint32) {
	fmt.Fprintf(w, "// %s %s.\nvar %s = [...]%s{", name, doc, name, kind)
	perLine, format := 10, "0x%X,"
	if kind == "uint16" {
		perLine, format = 16, "0x%X,"
	}
	for i, number := range numbers {
		if i%perLine == 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintf(w, format, number)
	}
	fmt.Fprint(w, "\n}\n\n")
}
