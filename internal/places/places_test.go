package places_test

import (
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/internal/glob"
	"github.com/mooring-mcp/mooring/internal/places"
)

func TestFollow(t *testing.T) {
	for _, tt := range []struct{ path, want string }{
		{"/etc/../usr/x", "/usr/x"},
		{"/a/./b//c/", "/a/b/c"},
		{"/proc/self/environ", "/proc/self/environ"},
		{"/proc/self/../self/environ", "/proc/self/environ"},
		{"/proc/self/root", "/"},
		{"/proc/self/root/etc/shadow", "/etc/shadow"},
		{"/proc/self/root/../etc/shadow", "/etc/shadow"},
		{"/proc/1/root/../etc/shadow", "foreign /etc/shadow"},
		{"/proc/1/task/2/root/x", "foreign /x"},
		{"/proc/self/root/proc/self/root/x", "/x"},
		{"/proc/self/cwd", "."},
		{"/proc/self/cwd/../.env", "./../.env"},
		{"/proc/self/cwd/a/../../../b", "./../../b"},
		{"/proc/thread-self/cwd/x", "./x"},
		{"/proc/thread-self/../../environ", "/proc/self/environ"},
		{"/proc/12/cwd", "? "},
		{"/proc/12/cwd/../.env", "? .env"},
		{"/proc/self/exe", "/proc/self/exe"},
		{"/proc/self/exe/../x", "? x"},
		{"/proc/self/fd/3", "/proc/self/fd/3"},
		{"/proc/self/fd/3/x", "? x"},
		{"/proc/self/fd/3/../x", "? x"},
		{"/proc/self/fd/../environ", "/proc/self/environ"},
		{"/dev/fd/3", "/dev/fd/3"},
		{"/dev/fd/3/../x", "? x"},
		{"/dev/fd/../environ", "/proc/self/environ"},
		{"/proc/net/../environ", "/proc/self/environ"},
		{"/var/run/../etc/shadow", "/etc/shadow"},
		{"/proc/self/*/etc/shadow", "? etc/shadow"},
		{"/proc/self/r*/x", "? x"},
		{"/proc/self/e*", "/proc/self/e*"},
		{"/proc/sys/root", "foreign /"}, // whatever it is, it is none of the settings
		{"/../../x", "/x"},
	} {
		f := places.Follow(tt.path, nil)
		got := strings.Join(f.Segs, "/")
		switch f.Begin {
		case places.FromRoot:
			got = "/" + got
		case places.FromCurrent:
			got = strings.TrimSuffix("./"+got, "/")
		default:
			got = "? " + got
		}
		if f.Foreign {
			got = "foreign " + got
		}
		if got != tt.want {
			t.Errorf("Follow(%q) = %q, want %q", tt.path, got, tt.want)
		}
	}
}

func TestHeld(t *testing.T) {
	for _, tt := range []struct {
		folder string
		want   bool
	}{
		{"~", true},
		{"/", true},
		{"~/.config", true},
		{"/etc", true},
		{"/var/lib", true},
		{"~/Library", true},
		{"x/.config", true},
		{"", false},
		{"src", false},
		{"~/src", false},
		{"/usr/share", false},
		{"containers", false},
	} {
		if got := places.HeldBy(glob.ParseWord(tt.folder), places.Credential); got != tt.want {
			t.Errorf("HeldBy(%q) = %v, want %v", tt.folder, got, tt.want)
		}
	}
}

// TestRows is that a name without a pattern leads to the same rows as a path and as a word.
func TestRows(t *testing.T) {
	for word := range strings.FieldsSeq("~/.ssh/id_rsa .env x/server.pem ~/.aws/credentials .git/hooks/x mooring.yaml") {
		found := ""
		places.Floating(strings.Split(strings.TrimPrefix(word, "~/"), "/"), func(q *places.Row) { found = q.Class })
		met := ""
		places.Meeting(glob.ParseWord(word), func(q *places.Row, o glob.Overlap) {
			if o == glob.Named {
				met = q.Class
			}
		})
		if found == "" || found != met {
			t.Errorf("%q is %q as a path and %q as a word", word, found, met)
		}
	}
}
