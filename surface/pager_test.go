package surface_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/surface"
)

// walk feeds results to a pager as a server would that answers them in turn, and
// the last one for ever.
func walk(limits surface.Limits, results ...string) (surface.Listing, []surface.Hazard, int) {
	p := surface.NewPager(surface.Tool, limits)
	asked := 0
	for {
		if _, more := p.Next(); !more {
			return p.Listing(), p.Hazards(), asked
		}
		p.Page([]byte(results[min(asked, len(results)-1)]))
		asked++
	}
}

func names(l surface.Listing) string {
	var out []string
	for _, it := range l.Items {
		out = append(out, it.Name)
	}
	return strings.Join(out, " ")
}

func hazardCodes(hazards []surface.Hazard) string {
	var out []string
	for _, h := range hazards {
		out = append(out, string(h.Code))
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

func TestPager(t *testing.T) {
	for _, tt := range []struct {
		name         string
		results      []string
		completeness surface.Completeness
		reason       surface.Reason
		names        string
		asked        int
		hazards      string
	}{
		{"one page", []string{`{"tools":[{"name":"a"}]}`}, "complete", "", "a", 1, ""},
		{"no tools", []string{`{"tools":[]}`}, "complete", "", "", 1, ""},
		{"two pages", []string{`{"tools":[{"name":"a"}],"nextCursor":"x"}`, `{"tools":[{"name":"b"}]}`}, "complete", "", "a b", 2, ""},
		{"empty cursor is one", []string{`{"tools":[{"name":"a"}],"nextCursor":""}`, `{"tools":[{"name":"b"}]}`}, "complete", "", "a b", 2, ""},
		{"null cursor ends", []string{`{"tools":[],"nextCursor":null}`}, "complete", "", "", 1, "null_cursor"},
		{"repeated cursor", []string{`{"tools":[{"name":"a"}],"nextCursor":"x"}`}, "partial", "cursor_repeated", "a a", 2, "duplicate_name"},
		{"empty cursor for ever", []string{`{"tools":[],"nextCursor":""}`}, "partial", "cursor_repeated", "", 2, ""},
		{"alternating cursors", []string{`{"tools":[],"nextCursor":"x"}`, `{"tools":[],"nextCursor":"y"}`, `{"tools":[],"nextCursor":"x"}`}, "partial", "cursor_repeated", "", 3, ""},
		{"number cursor", []string{`{"tools":[{"name":"a"}],"nextCursor":7}`}, "partial", "cursor_not_string", "a", 1, ""},
		{"object cursor", []string{`{"tools":[],"nextCursor":{}}`}, "partial", "cursor_not_string", "", 1, ""},
		{"tools missing", []string{`{}`}, "unknown", "page_unreadable", "", 1, ""},
		{"tools is an object", []string{`{"tools":{}}`}, "unknown", "page_unreadable", "", 1, ""},
		{"tools is null", []string{`{"tools":null}`}, "unknown", "page_unreadable", "", 1, ""},
		{"result is a list", []string{`[]`}, "unknown", "page_unreadable", "", 1, ""},
		{"result is cut", []string{`{"tools":[`}, "unknown", "page_unreadable", "", 1, ""},
		{"second page unreadable", []string{`{"tools":[{"name":"a"}],"nextCursor":"x"}`, `{"tools":7}`}, "partial", "page_unreadable", "a", 2, ""},
		{"repeated tools member", []string{`{"tools":[],"tools":[]}`}, "unknown", "page_unreadable", "", 1, ""},
		{"repeated cursor member", []string{`{"tools":[],"nextCursor":"a","nextCursor":"b"}`}, "unknown", "page_unreadable", "", 1, ""},
		{"repeated other member", []string{`{"tools":[{"name":"a"}],"x":1,"x":2}`}, "complete", "", "a", 1, ""},
		{"null item", []string{`{"tools":[{"name":"a"},null]}`}, "partial", "item_unreadable", "a ", 1, "unreadable_item"},
		{"repeated member in an item", []string{`{"tools":[{"name":"a","d":1,"d":2},{"name":"b"}]}`}, "partial", "item_unreadable", " b", 1, "unreadable_item"},
		{"lone surrogate in an item", []string{`{"tools":[{"name":"\ud800"}]}`}, "partial", "item_unreadable", "", 1, "unreadable_item"},
		{"number beyond a double", []string{`{"tools":[{"name":"a","n":1e400}]}`}, "partial", "item_unreadable", "", 1, "unreadable_item"},
		{"nameless item", []string{`{"tools":[{"title":"x"},{"name":7}]}`}, "complete", "", " ", 1, "duplicate_name nameless_item nameless_item"},
		{"inexact number", []string{`{"tools":[{"name":"a","n":[9007199254740993,0.1]}]}`}, "complete", "", "a", 1, "inexact_number"},
		{"repeated name", []string{`{"tools":[{"name":"a"},{"name":"a"},{"name":"a"}]}`}, "complete", "", "a a a", 1, "duplicate_name duplicate_name"},
	} {
		l, hazards, asked := walk(surface.Limits{}, tt.results...)
		if l.Completeness != tt.completeness || l.Reason != tt.reason || names(l) != tt.names || asked != tt.asked {
			t.Errorf("%s: %s %q, names %q, %d asked; want %s %q, names %q, %d", tt.name, l.Completeness, l.Reason, names(l), asked, tt.completeness, tt.reason, tt.names, tt.asked)
		}
		if got := hazardCodes(hazards); got != tt.hazards {
			t.Errorf("%s: hazards %q, want %q", tt.name, got, tt.hazards)
		}
		if (l.Reason == "") != (l.Completeness == surface.Complete) {
			t.Errorf("%s: %s with reason %q", tt.name, l.Completeness, l.Reason)
		}
	}
}

func TestPagerLimits(t *testing.T) {
	endless := func(i int) string { return fmt.Sprintf(`{"tools":[{"name":"t%d"}],"nextCursor":"c%d"}`, i, i) }
	for _, tt := range []struct {
		name   string
		limits surface.Limits
		reason surface.Reason
		want   string // in the detail
	}{
		{"pages", surface.Limits{Pages: 3}, surface.TooManyPages, "limit of 3 pages"},
		{"items", surface.Limits{Items: 4}, surface.TooManyItems, "limit of 4 items"},
		{"bytes", surface.Limits{Bytes: 100}, surface.TooManyBytes, "limit of 100 bytes"},
	} {
		p := surface.NewPager(surface.Tool, tt.limits)
		for i := 0; ; i++ {
			if _, more := p.Next(); !more {
				break
			}
			p.Page([]byte(endless(i)))
		}
		l := p.Listing()
		if l.Completeness != surface.Partial || l.Reason != tt.reason || !strings.Contains(l.Detail, tt.want) {
			t.Errorf("%s: %s %q (%s), want partial %q with %q", tt.name, l.Completeness, l.Reason, l.Detail, tt.reason, tt.want)
		}
	}
}

func TestPagerCursorsAreRecorded(t *testing.T) {
	l, _, _ := walk(surface.Limits{}, `{"tools":[],"nextCursor":""}`, `{"tools":[],"nextCursor":"z"}`, `{"tools":[]}`)
	empty, z := "", "z"
	want := []surface.Page{{Next: &empty, Bytes: 28}, {Cursor: &empty, Next: &z, Bytes: 29}, {Cursor: &z, Bytes: 12}}
	if diff := cmp.Diff(want, l.Pages); diff != "" {
		t.Errorf("pages (-want +got):\n%s", diff)
	}
}

func TestPagerNotesCaching(t *testing.T) {
	l, _, _ := walk(surface.Limits{}, `{"tools":[],"ttlMs":300000,"cacheScope":"private"}`)
	if p := l.Pages[0]; p.TTL == nil || *p.TTL != 300000 || p.Scope != "private" {
		t.Errorf("page %+v", p)
	}
	l, _, _ = walk(surface.Limits{}, `{"tools":[],"ttlMs":"soon","cacheScope":5}`)
	if p := l.Pages[0]; p.TTL != nil || p.Scope != "" || l.Completeness != surface.Complete {
		t.Errorf("page %+v", p)
	}
}

func TestPagerFailure(t *testing.T) {
	p := surface.NewPager(surface.Prompt, surface.Limits{})
	p.Fail(surface.TimedOut, "no answer")
	if l := p.Listing(); l.Status != surface.NotObserved || l.Completeness != surface.Unknown || l.Reason != surface.TimedOut {
		t.Errorf("a failed first page gives %+v, want not observed", l)
	}
	p = surface.NewPager(surface.Prompt, surface.Limits{})
	p.NotOffered()
	if l := p.Listing(); l.Status != surface.NotOffered || l.Completeness != surface.Complete {
		t.Errorf("not offered gives %+v", l)
	}
	p = surface.NewPager(surface.Tool, surface.Limits{})
	p.Page([]byte(`{"tools":[]}`))
	p.Fail(surface.PageFailed, "an error behind the end")
	if l := p.Listing(); l.Completeness != surface.Partial || l.Reason != surface.PageFailed {
		t.Errorf("a failure behind the end gives %+v, want partial", l)
	}
}

func TestItemsKeepTheirBytes(t *testing.T) {
	page := "{ \"tools\" : [ {\"name\" :\"a\" , \"n\":1.0} ,\t{\"name\":\"b\",\"b\":1,\"b\":2} ] }"
	l, _, _ := walk(surface.Limits{}, page)
	for i, want := range []string{"{\"name\" :\"a\" , \"n\":1.0}", "{\"name\":\"b\",\"b\":1,\"b\":2}"} {
		if got := string(l.Items[i].Raw); got != want {
			t.Errorf("item %d is %q, want %q", i, got, want)
		}
	}
}

// FuzzPager proves that a listing is complete only when every item of it is
// readable and the last page had no cursor.
func FuzzPager(f *testing.F) {
	f.Add([]byte(`{"tools":[{"name":"a"}],"nextCursor":"x"}`), []byte(`{"tools":[null]}`))
	f.Add([]byte(`{"tools":[{"name":"a","a":1,"a":2}]}`), []byte(`{`))
	f.Fuzz(func(t *testing.T, first, second []byte) {
		p := surface.NewPager(surface.Tool, surface.Limits{})
		p.Page(first)
		p.Page(second)
		l := p.Listing()
		if l.Completeness != surface.Complete {
			return
		}
		if last := l.Pages[len(l.Pages)-1]; last.Next != nil {
			t.Errorf("complete with cursor %q left", *last.Next)
		}
		for i, it := range l.Items {
			if it.Problem != "" {
				t.Errorf("complete with unreadable item %d: %s", i, it.Problem)
			}
		}
	})
}
