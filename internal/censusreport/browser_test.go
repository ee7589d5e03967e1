package censusreport_test

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
	"github.com/chromedp/chromedp"

	"github.com/mooring-mcp/mooring/internal/census"
	"github.com/mooring-mcp/mooring/internal/censusreport"
)

// tab opens a page in a headless Chromium, or skips where there is none.
func tab(t *testing.T, page []byte) context.Context {
	t.Helper()
	program, err := exec.LookPath("chromium")
	if err != nil {
		if slices.Contains(strings.Split(os.Getenv("MOORING_REQUIRE"), ","), "chromium") {
			t.Fatal(err)
		}
		t.Skip("no chromium: install it to see the page in a browser")
	}
	file := filepath.Join(t.TempDir(), "census.html")
	if err := os.WriteFile(file, page, 0o600); err != nil {
		t.Fatal(err)
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(program), chromedp.UserDataDir(t.TempDir()))
	if os.Getuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	allocated, cancel := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(cancel)
	ctx, cancelTab := chromedp.NewContext(allocated)
	t.Cleanup(cancelTab)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal(err)
	}
	listen(ctx, t)
	do(ctx, t, chromedp.Navigate("file://"+file))
	return ctx
}

// listen fails the test for whatever the page loads or complains of.
func listen(ctx context.Context, t *testing.T) {
	t.Helper()
	var mu sync.Mutex
	var problems []string
	note := func(event any) {
		text := ""
		switch e := event.(type) {
		case *log.EventEntryAdded:
			text = "log: " + e.Entry.Text
		case *network.EventRequestWillBeSent:
			if e.Type != network.ResourceTypeDocument {
				text = "request: " + e.Request.URL
			}
		}
		if text != "" {
			mu.Lock()
			defer mu.Unlock()
			problems = append(problems, text)
		}
	}
	if err := chromedp.Listen(ctx, note); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		mu.Lock()
		defer mu.Unlock()
		for _, p := range problems {
			t.Error(p)
		}
	})
	if _, err := chromedp.Call(ctx, network.Enable, network.EnableParams{}); err != nil {
		t.Fatal(err)
	}
	if _, err := chromedp.Call(ctx, log.Enable, cdp.Empty{}); err != nil {
		t.Fatal(err)
	}
}

func do(ctx context.Context, t *testing.T, step chromedp.Action[chromedp.Void]) {
	t.Helper()
	limited, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	if err := chromedp.Do(limited, step); err != nil {
		t.Fatal(err)
	}
}

func evaluate[T any](ctx context.Context, t *testing.T, expression string) T {
	t.Helper()
	limited, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	out, err := chromedp.Run(limited, chromedp.Evaluate[T](expression))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestBrowser opens the page on a desk and on a phone: nothing is wider than the screen,
// bars have the lengths of their numbers, and nothing is loaded. Names of inputs are as
// long as they like.
func TestBrowser(t *testing.T) {
	r, _ := made(t, 500)
	r.Inputs = append(r.Inputs, census.Input{Name: strings.Repeat("long", 300) + ".jsonl", Error: strings.Repeat("x", 900)})
	r.Tools, r.Servers = 229_539_000, 13_089_000
	ctx := tab(t, rendered(t, censusreport.HTML, r))
	for _, width := range []int64{1280, 768, 360} {
		var options []chromedp.EmulateViewportOption
		if width < 500 {
			options = append(options, chromedp.EmulateMobile)
		}
		do(ctx, t, chromedp.EmulateViewport(width, 800, options...))
		over := evaluate[[]string](ctx, t, `(() => { const wide = document.documentElement.clientWidth;
			return [...document.querySelectorAll("body *")].filter((e) => e.getBoundingClientRect().right > wide + 1).slice(0, 5).map((e) => e.outerHTML.slice(0, 120)); })()`)
		if len(over) > 0 {
			t.Errorf("at %d pixels too wide:\n%s", width, strings.Join(over, "\n"))
		}
		bars := evaluate[[]float64](ctx, t, `[...document.querySelectorAll("table:first-of-type tbody tr")].slice(0, 5).map((row) => {
			const bar = row.querySelector(".tools").getBoundingClientRect().width / row.querySelector("svg").getBoundingClientRect().width;
			const n = (r) => Number(r.querySelector("[data-head=tools]").textContent.replaceAll(",", ""));
			return bar - n(row) / n(document.querySelector("tbody tr")); })`)
		for i, off := range bars {
			if off > 0.01 || off < -0.01 {
				t.Errorf("at %d pixels bar %d is off by %.3f", width, i, off)
			}
		}
		if len(bars) != 5 {
			t.Errorf("at %d pixels %d bars", width, len(bars))
		}
	}
	for _, scheme := range []string{"light", "dark"} {
		_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
		if err != nil {
			t.Fatal(err)
		}
		same := evaluate[[]string](ctx, t, `[...document.querySelectorAll(".all, .tools, .must, .part")].filter((e) => e instanceof SVGElement && getComputedStyle(e).fill === getComputedStyle(document.body).backgroundColor).map((e) => e.outerHTML)`)
		if len(same) > 0 {
			t.Errorf("in %s colours bars cannot be seen: %v", scheme, same)
		}
	}
}
