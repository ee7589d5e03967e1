//go:build unix

package cli_test

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/klauspost/compress/gzip"

	"github.com/mooring-mcp/mooring/internal/censusgen"
	"github.com/mooring-mcp/mooring/internal/docsection"
)

// spent is what a program took.
type spent struct {
	wall, cpu time.Duration
	peak      float64 // MB of resident memory
}

func measure(t *testing.T, cores int, args ...string) spent {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), args[0], args[1:]...)
	cmd.Env = append(os.Environ(), fmt.Sprintf("GOMAXPROCS=%d", cores))
	began := time.Now()
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		t.Fatal("no resource usage")
	}
	return spent{time.Since(began), cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), float64(usage.Maxrss) * 1024 / 1e6}
}

// best is the least of several runs in each respect but memory, of which it is the most.
// Other programs only ever make a run slower.
func best(runs []spent) spent {
	least := func(of func(spent) time.Duration) time.Duration {
		return of(slices.MinFunc(runs, func(a, b spent) int { return cmp.Compare(of(a), of(b)) }))
	}
	return spent{
		wall: least(func(s spent) time.Duration { return s.wall }), cpu: least(func(s spent) time.Duration { return s.cpu }),
		peak: slices.MaxFunc(runs, func(a, b spent) int { return cmp.Compare(a.peak, b.peak) }).peak,
	}
}

// TestCensusScale measures a census of made up corpora, and writes docs/census.md anew
// with -update; without, it would be measured for nobody.
func TestCensusScale(t *testing.T) {
	wantMeasure(t)
	var b strings.Builder
	fmt.Fprintf(&b, "| tools | servers | decompressed MB | CPU s | µs a tool | peak MB |\n|---|---|---|---|---|---|\n")
	for _, tools := range []int{10_000, 30_000, 100_000, censusgen.PublishedTools, 1_000_000, 2_000_000} {
		servers := tools * censusgen.PublishedServers / censusgen.PublishedTools
		file, size := makeCorpus(t, tools, servers)
		runs := []spent{}
		for range max(1, min(5, 600_000/tools)) {
			runs = append(runs, measure(t, 2, "mooring", "census", file))
		}
		s := best(runs)
		fmt.Fprintf(&b, "| %d | %d | %.0f | %.2f | %.1f | %.0f |\n", tools, servers, float64(size)/1e6, s.cpu.Seconds(), s.cpu.Seconds()*1e6/float64(tools), s.peak)
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
	}
	docsection.Section{File: "../../docs/census.md", Begin: "<!-- scale, written by make scale -->\n", End: "<!-- end of scale -->\n"}.Write(t, b.String())
}

// TestCensusGoals measures at the published size what is to be reached there.
func TestCensusGoals(t *testing.T) {
	wantMeasure(t)
	file, _ := makeCorpus(t, censusgen.PublishedTools, censusgen.PublishedServers)
	var valid, one []spent
	for range 5 {
		valid = append(valid, measure(t, 1, "valid-only", file))
		one = append(one, measure(t, 1, "mooring", "census", file))
	}
	v, o, peak := best(valid), best(one), measure(t, 2, "mooring", "census", file).peak
	alone, two, pair := speedup(t)
	var b strings.Builder
	fmt.Fprintf(&b, "| at the published size | | goal |\n|---|---|---|\n")
	fmt.Fprintf(&b, "| CPU of the census on one core, and of decompressing and `json.Valid` | %.2f s, %.2f s: %.2f times | at most 2.5 |\n", o.cpu.Seconds(), v.cpu.Seconds(), o.cpu.Seconds()/v.cpu.Seconds())
	fmt.Fprintf(&b, "| peak of resident memory | %.0f MB | under 150 |\n", max(o.peak, peak))
	fmt.Fprintf(&b, "| 60,000 tools on one core and on two | %.2f s, %.2f s: %.2f times as fast | at least 1.8 |\n", alone.Seconds(), two.Seconds(), alone.Seconds()/two.Seconds())
	fmt.Fprintf(&b, "| what there was to gain: two runs at once, each on one core | %.2f s: the work of %.2f cores | 2.0 on an idle machine |\n", pair.Seconds(), 2*alone.Seconds()/pair.Seconds())
	docsection.Section{File: "../../docs/census.md", Begin: "<!-- goals, written by make scale -->\n", End: "<!-- end of goals -->\n"}.Write(t, b.String())
}

// speedup measures a census on one core, on two, and twice at once on one core each: no
// program gains more from a second core than two that have nothing to do with each other.
func speedup(t *testing.T) (alone, two, pair time.Duration) {
	t.Helper()
	file, _ := makeCorpus(t, 60_000, 3_400)
	alone, two, pair = time.Hour, time.Hour, time.Hour
	for range 30 {
		alone = min(alone, measure(t, 1, "mooring", "census", file).wall)
		two = min(two, measure(t, 2, "mooring", "census", file).wall)
		began := time.Now()
		var both sync.WaitGroup
		for range 2 {
			both.Go(func() { measure(t, 1, "mooring", "census", file) })
		}
		both.Wait()
		pair = min(pair, time.Since(began))
	}
	return alone, two, pair
}

func wantMeasure(t *testing.T) {
	t.Helper()
	if !*update || os.Getenv("MOORING_SCALE") == "" {
		t.Skip("make scale measures, for some minutes")
	}
}

// makeCorpus writes a compressed corpus, and returns how large it is decompressed.
func makeCorpus(t *testing.T, tools, servers int) (file string, size int64) {
	t.Helper()
	file = filepath.Join(t.TempDir(), fmt.Sprintf("%d.jsonl.gz", tools))
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewWriterLevel(f, gzip.BestSpeed)
	if err != nil {
		t.Fatal(err)
	}
	w := bufio.NewWriterSize(z, 1<<20)
	counter := &lengthOf{w: w}
	err = censusgen.Write(counter, 1, tools, servers)
	if err = errors.Join(err, w.Flush(), z.Close(), f.Close()); err != nil {
		t.Fatal(err)
	}
	return file, counter.n
}

type lengthOf struct {
	w io.Writer
	n int64
}

func (l *lengthOf) Write(p []byte) (int, error) {
	l.n += int64(len(p))
	return l.w.Write(p)
}
