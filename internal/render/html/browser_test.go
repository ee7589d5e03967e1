package html_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/report/reporttest"
)

// browser is a tab of a headless Chromium that notes everything a page should not do.
type browser struct {
	ctx context.Context //nolint:containedctx // a tab of chromedp is a context

	mu       sync.Mutex
	problems []string
}

// start starts Chromium, or skips where there is none.
func start(t *testing.T) *browser {
	t.Helper()
	program, err := exec.LookPath("chromium")
	if err != nil {
		if slices.Contains(strings.Split(os.Getenv("MOORING_REQUIRE"), ","), "chromium") {
			t.Fatal("MOORING_REQUIRE wants chromium: not found; install chromium")
		}
		t.Skip("no chromium: install it to see the page in a browser")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(program), chromedp.UserDataDir(t.TempDir()))
	if os.Getuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	allocated, cancel := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(cancel)
	tab, cancelTab := chromedp.NewContext(allocated)
	t.Cleanup(cancelTab)
	b := &browser{ctx: tab}
	b.run(t)
	if err := chromedp.Listen(tab, b.note); err != nil {
		t.Fatal(err)
	}
	call(t, b, network.Enable, network.EnableParams{})
	call(t, b, log.Enable, cdp.Empty{})
	return b
}

// call sends a command of the protocol.
func call[P, R any](t *testing.T, b *browser, command cdp.Command[P, R], params P) {
	t.Helper()
	if _, err := chromedp.Call(b.ctx, command, params); err != nil {
		t.Fatal(err)
	}
}

func (b *browser) note(event any) {
	text := ""
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		text = "exception: " + e.ExceptionDetails.Text
	case *runtime.EventConsoleAPICalled:
		text = "console: " + string(e.Type)
	case *log.EventEntryAdded:
		text = "log: " + e.Entry.Text
	case *page.EventJavascriptDialogOpening:
		text = "dialog: " + e.Message
	case *network.EventRequestWillBeSent:
		if !strings.HasPrefix(e.Request.URL, "file://") || e.Type != network.ResourceTypeDocument {
			text = "request: " + e.Request.URL
		}
	}
	if text != "" {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.problems = append(b.problems, text)
	}
}

// open shows a report.
func (b *browser) open(t *testing.T, r check.Report) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(file, rendered(t, r), 0o600); err != nil {
		t.Fatal(err)
	}
	b.run(t, chromedp.Navigate("file://"+file))
}

// run takes steps in order, each within a minute.
func (b *browser) run(t *testing.T, steps ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	if len(steps) == 0 {
		if err := chromedp.Do(b.ctx); err != nil {
			t.Fatal(err)
		}
	}
	for _, step := range steps {
		ctx, cancel := context.WithTimeout(b.ctx, time.Minute)
		err := chromedp.Do(ctx, step)
		cancel()
		if err != nil {
			t.Fatal(err)
		}
	}
}

// evaluate runs an expression of ours in the page.
func evaluate[T any](t *testing.T, b *browser, expression string) T {
	t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, time.Minute)
	defer cancel()
	out, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// size gives the page a width, of a phone where that is small.
func (b *browser) size(t *testing.T, width int64) {
	t.Helper()
	var options []chromedp.EmulateViewportOption
	if width < 500 {
		options = append(options, chromedp.EmulateMobile)
	}
	b.run(t, chromedp.EmulateViewport(width, 800, options...))
}

// quiet fails for whatever the page did that it should not.
func (b *browser) quiet(t *testing.T) {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, p := range b.problems {
		t.Error(p)
	}
	b.problems = nil
}

// visibleRows counts the rows that are seen.
const visibleRows = `[...document.querySelectorAll("details.row")].filter((r) => r.offsetParent).length`

func TestBrowser(t *testing.T) {
	b := start(t)
	t.Run("filters", func(t *testing.T) {
		b.open(t, reporttest.Rich())
		choose := func(id, option string) string {
			return `{const f = document.getElementById("` + id + `"); f.value = [...f.options].find((o) => o.text === "` + option + `").value; f.dispatchEvent(new Event("input", {bubbles: true}));} ` + visibleRows
		}
		search := func(text string) string {
			return `{const f = document.getElementById("f-text"); f.value = "` + text + `"; f.dispatchEvent(new Event("input", {bubbles: true}));} ` + visibleRows
		}
		for _, step := range []struct {
			name, do string
			want     int
		}{
			{"nothing chosen", visibleRows, 13},
			{"fail", choose("f-action", "fail"), 2},
			{"fail and taxonomy", choose("f-lens", "taxonomy"), 1},
			{"taxonomy", choose("f-action", "all"), 3},
			{"taxonomy of skiff", choose("f-server", "skiff"), 1},
			{"skiff", choose("f-lens", "all"), 2},
			{"a server without rows", choose("f-server", "bay"), 0},
			{"all", choose("f-server", "all"), 13},
			{"text", search("evil.example"), 1},
			{"two words, whatever the case", search("SURVEY r07"), 1},
			{"text nowhere", search("no such text"), 0},
			{"all again", search(""), 13},
		} {
			if got := evaluate[int](t, b, step.do); got != step.want {
				t.Errorf("%s: %d rows, want %d", step.name, got, step.want)
			}
		}
		if got := evaluate[string](t, b, search("pilot")+`; document.getElementById("f-count").textContent`); got != "1 of 13 rows" {
			t.Errorf("count says %q", got)
		}
		b.quiet(t)
	})
	t.Run("keyboard", func(t *testing.T) {
		b.open(t, reporttest.Rich())
		b.run(t, chromedp.Focus(chromedp.CSS("#f-open")), chromedp.KeyEvent("\t"), chromedp.KeyEvent("\r"))
		if !evaluate[bool](t, b, `document.querySelector("details.row").open`) {
			t.Error("Tab from the filters and Enter do not open the first row")
		}
		if got := evaluate[int](t, b, `document.getElementById("f-open").click(); document.querySelectorAll("details.row[open]").length`); got != 13 {
			t.Errorf("open all opens %d rows", got)
		}
		b.quiet(t)
	})
	t.Run("no overflow", func(t *testing.T) {
		for name, r := range map[string]check.Report{"rich": reporttest.Rich(), "long words": reporttest.Forged(strings.Repeat("x", 5000)), "hidden": reporttest.Forged(strings.Repeat("\u202e", 300))} {
			for _, width := range []int64{1280, 768, 360} {
				b.size(t, width)
				b.open(t, r)
				over := evaluate[[]string](t, b, `document.querySelectorAll("details").forEach((d) => { d.open = true; });
					const wide = document.documentElement.clientWidth; document.documentElement.scrollWidth <= wide ? [] :
					[...document.querySelectorAll("body *")].filter((e) => e.getBoundingClientRect().right > wide + 1).slice(0, 5).map((e) => e.outerHTML.slice(0, 120))`)
				if len(over) > 0 {
					t.Errorf("%s at %d pixels is too wide:\n%s", name, width, strings.Join(over, "\n"))
				}
			}
		}
		b.run(t, chromedp.EmulateReset())
		b.quiet(t)
	})
	t.Run("without scripts", func(t *testing.T) {
		call(t, b, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
		b.open(t, reporttest.Rich())
		call(t, b, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{})
		if got := evaluate[int](t, b, visibleRows); got != 13 {
			t.Errorf("%d rows", got)
		}
		if evaluate[bool](t, b, `document.querySelector(".filters").offsetParent !== null`) {
			t.Error("filters are seen that do nothing")
		}
	})
	t.Run("attacks", func(t *testing.T) {
		const elements = `(() => { const n = {}; for (const e of document.querySelectorAll("*")) if (!/^(hid|ch|hid ch|skip)$/.test(e.className)) n[e.tagName] = (n[e.tagName] || 0) + 1; return n; })()`
		for _, attack := range attacks {
			r := reporttest.Forged(attack)
			b.open(t, r)
			got := evaluate[map[string]int](t, b, elements)
			b.open(t, reporttest.Harmless(r, attack))
			want := evaluate[map[string]int](t, b, elements)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("elements with %q (-harmless +attack):\n%s", attack, diff)
			}
			b.quiet(t)
		}
	})
}
