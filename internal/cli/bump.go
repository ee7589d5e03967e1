package cli

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/contract"
	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// releaseBytes is what a file may have that says which version is released.
const releaseBytes = 4 << 20

// matterBytes is what the front matter of a changeset may have.
const matterBytes = 16 << 10

// fromServerInfo is the word for the versions that servers say they are.
const fromServerInfo = "serverinfo"

// readIntention reads --expect-bump, all but serverinfo. rev is the revision with
// which a file is compared, "" for HEAD.
func readIntention(ctx context.Context, want, rev string) (check.Intended, error) {
	if level := contract.BumpLevel(want); level.Rank() >= 0 {
		return check.Intended{Step: contract.Step{Bump: level}}, nil
	}
	if before, after, is := strings.Cut(want, ".."); is && isVersion(before) && isVersion(after) {
		return step("", before, after) // whatever file has that name: the change could bring it along
	}
	info, err := os.Stat(want)
	switch {
	case err == nil && info.IsDir():
		return changesets(want)
	case err == nil && filepath.Ext(want) == ".json":
		return againstRevision(ctx, want, cmp.Or(rev, "HEAD"))
	case err == nil:
		return releaseFile(want)
	}
	return pairOf(ctx, want)
}

// serverInfoStep is the step between what both sides call themselves.
func serverInfoStep(sides [2]check.Observation) (check.Intended, error) {
	var versions [2]string
	for i, side := range sides {
		var info struct {
			Version string `json:"version"`
		}
		text := side.Surface.Handshake.ServerInfo
		if text == nil || json.Unmarshal(text, &info) != nil || info.Version == "" {
			return check.Intended{}, usagef("name the versions: --expect-bump OLD..NEW", "--expect-bump serverinfo: %s does not say its version, as a list of tools never does; want a server or a record of mooring inspect", side.Label)
		}
		versions[i] = info.Version
	}
	return step("serverInfo.version", versions[0], versions[1])
}

// step is the intention that two versions show; source says where they stand.
func step(source, before, after string) (check.Intended, error) {
	s, err := contract.StepBetween(before, after)
	if err != nil {
		about := "--expect-bump: "
		if source != "" {
			about += source + ": "
		}
		return check.Intended{}, usage(fmt.Errorf("%s%w", about, err), "say the step: --expect-bump minor, or name the versions: --expect-bump OLD..NEW")
	}
	return check.Intended{Step: s, Source: strings.TrimSpace(source + " " + before + " → " + after)}, nil
}

func isVersion(word string) bool {
	_, err := contract.StepBetween("0.0.0-0", word) // no version is lower
	return err == nil
}

// pairOf takes OLD..NEW apart: two versions, or two files that hold one. A path may
// hold dots of its own.
func pairOf(ctx context.Context, want string) (check.Intended, error) {
	for at := range len(want) {
		before, found := strings.CutSuffix(want[:at], "..")
		after := want[at:]
		if !found || before == "" || after == "" {
			continue
		}
		if isVersion(before) {
			return step("", before, after)
		}
		if path.Ext(filepath.ToSlash(before)) == ".json" && path.Ext(filepath.ToSlash(after)) == ".json" {
			return betweenFiles(ctx, before, after)
		}
	}
	if path.Ext(filepath.ToSlash(want)) != "" && !strings.Contains(want, "..") {
		return check.Intended{}, usagef("", "--expect-bump: no file %q", want)
	}
	return check.Intended{}, usagef("mooring diff --help", "--expect-bump is %q, want none, patch, minor or major, OLD..NEW, serverinfo, or a file: package.json, server.json, a changeset or a commit message", want)
}

func betweenFiles(ctx context.Context, before, after string) (check.Intended, error) {
	old, err := versionIn(ctx, before)
	if err != nil {
		return check.Intended{}, err
	}
	now, err := versionIn(ctx, after)
	if err != nil {
		return check.Intended{}, err
	}
	return step(after, old, now)
}

// againstRevision compares a file with itself in a commit.
func againstRevision(ctx context.Context, file, rev string) (check.Intended, error) {
	now, err := versionIn(ctx, file)
	if err != nil {
		return check.Intended{}, err
	}
	hint := "name both: --expect-bump git:main:" + filepath.ToSlash(file) + ".." + file
	inside := file
	if dir, err := os.Getwd(); err == nil && filepath.IsAbs(file) {
		inside, _ = filepath.Rel(dir, file)
	}
	text, err := git(ctx, "cat-file", "blob", rev+":./"+filepath.ToSlash(inside))
	if err != nil {
		return check.Intended{}, usage(fmt.Errorf("--expect-bump: no version of %q before: %w", file, err), hint)
	}
	old, err := versionOf("git:"+rev+":"+file, text)
	if err != nil {
		return check.Intended{}, err
	}
	source := file
	if old == now {
		source += ", as it is in " + rev
	}
	return step(source, old, now)
}

// versionIn reads the version in a file, or in a file of a git revision.
func versionIn(ctx context.Context, word string) (string, error) {
	if object, ok := strings.CutPrefix(word, "git:"); ok {
		if strings.HasPrefix(object, "-") || !strings.Contains(object, ":") {
			return "", usagef("", "--expect-bump: %q is not git:REV:PATH", word)
		}
		text, err := git(ctx, "cat-file", "blob", object)
		if err != nil {
			return "", err
		}
		return versionOf(word, text)
	}
	text, err := readFile(word, releaseBytes)
	if err != nil {
		return "", err
	}
	return versionOf(word, text)
}

func versionOf(name string, text []byte) (string, error) {
	v, err := jsonv.Parse(text, jsonv.Limits{})
	if err != nil {
		return "", usage(fmt.Errorf("--expect-bump: %q: %w", name, placed(text, err)), "")
	}
	version, isText := v.Get("version").Str()
	if !isText {
		return "", usagef("", "--expect-bump: %q has no member \"version\", want a package.json or server.json", name)
	}
	return version, nil
}

// changesets is the highest level that the changesets of a folder ask for.
func changesets(dir string) (check.Intended, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return check.Intended{}, usage(err, "")
	}
	out := check.Intended{Step: contract.Step{Bump: contract.BumpNone}, Source: dir + ": no changesets"}
	for _, e := range entries {
		if e.IsDir() || filepath.Ext(e.Name()) != ".md" || strings.EqualFold(e.Name(), "readme.md") {
			continue
		}
		one, err := releaseFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return out, err
		}
		if one.Bump.Rank() > out.Bump.Rank() || strings.HasSuffix(out.Source, ": no changesets") {
			out = one
		}
	}
	return out, nil
}

// releaseFile reads a changeset, which is Markdown, or a commit message.
func releaseFile(file string) (check.Intended, error) {
	text, err := readFile(file, releaseBytes)
	if err != nil {
		return check.Intended{}, err
	}
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	read := conventionalCommit
	if filepath.Ext(file) == ".md" {
		read = changeset
	}
	level, why, err := read(text)
	if err != nil {
		return check.Intended{}, usage(fmt.Errorf("--expect-bump: %q: %w", file, err), "say the step: --expect-bump minor")
	}
	return check.Intended{Step: contract.Step{Bump: level}, Source: file + ": " + why}, nil
}

// changeset reads the front matter of a changeset, a map from package to level.
func changeset(text []byte) (contract.BumpLevel, string, error) {
	const fence = "---\n"
	rest, found := bytes.CutPrefix(bytes.TrimLeft(text, "\n \t"), []byte(fence))
	matter, _, closed := bytes.Cut(append([]byte("\n"), rest...), []byte("\n"+fence[:3]))
	if !found || !closed {
		return "", "", fmt.Errorf("found no front matter between two lines ---, want a changeset")
	}
	if len(matter) > matterBytes { // the reader takes memory by the square of its depth
		return "", "", fmt.Errorf("front matter has %d bytes, want %d at most", len(matter), matterBytes)
	}
	levels := map[string]string{}
	if err := yaml.NewDecoder(bytes.NewReader(matter), yaml.Strict()).Decode(&levels); err != nil && len(bytes.TrimSpace(matter)) > 0 {
		return "", "", fmt.Errorf("front matter is no map from package to level")
	}
	most, why := contract.BumpNone, "no package"
	for _, name := range slices.Sorted(maps.Keys(levels)) {
		level := contract.BumpLevel(levels[name])
		if level.Rank() < 0 {
			return "", "", fmt.Errorf("package %q asks for %q, want patch, minor or major", name, levels[name])
		}
		if level.Rank() > most.Rank() || why == "no package" {
			most, why = level, name
		}
	}
	return most, why, nil
}

var (
	// commitHeader and breakingFooter are of Conventional Commits 1.0.0, §1 and §8 to
	// §16.
	commitHeader   = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9_-]*)(?:\([^()\n]+\))?(!)?: +\S`)
	breakingFooter = regexp.MustCompile(`(?m)^BREAKING[ -]CHANGE(?:: | #)\S`)
)

// commitTypes are the types that release something. The specification names fix and
// feat; perf and revert are what release tools make a patch of, too.
var commitTypes = map[string]contract.BumpLevel{
	"feat": contract.BumpMinor, "fix": contract.BumpPatch, "perf": contract.BumpPatch, "revert": contract.BumpPatch,
}

// conventionalCommit reads a commit message by Conventional Commits 1.0.0. A type
// that is not listed releases nothing unless it breaks.
func conventionalCommit(text []byte) (contract.BumpLevel, string, error) {
	var lines []string
	for line := range strings.SplitSeq(string(text), "\n") {
		if strings.HasPrefix(line, "# ------------------------ >8") {
			break // what git shows below is no message
		}
		if !strings.HasPrefix(line, "#") && (len(lines) > 0 || strings.TrimSpace(line) != "") {
			lines = append(lines, line)
		}
	}
	if len(lines) == 0 {
		return "", "", fmt.Errorf("found an empty commit message, want \"type: description\"")
	}
	m := commitHeader.FindStringSubmatch(lines[0])
	switch {
	case m == nil:
		return "", "", fmt.Errorf("found the header %q, want \"type: description\" (Conventional Commits)", lines[0])
	case m[2] != "":
		return contract.BumpMajor, m[1] + "!", nil
	case breakingFooter.MatchString(strings.Join(lines[1:], "\n")):
		return contract.BumpMajor, "BREAKING CHANGE", nil
	}
	return cmp.Or(commitTypes[strings.ToLower(m[1])], contract.BumpNone), m[1], nil
}
