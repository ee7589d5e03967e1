package shellop

import (
	"strings"
	"testing"
)

// TestInside is that the short way of a relative path finds what the long one does.
func TestInside(t *testing.T) {
	folders := []string{"", "src", ".config", ".ssh", "mooring.yaml", "dist", "node_modules", ".github", "tmp", "~x", "C:", "etc", "dev", "a b"}
	names := []string{"a.go", ".env", "x.env.example", "id_rsa", "MOORING.yaml", "Build", "mooring.lock", ".bashrc", "null", "config", ".", "hooks", "x.pem", "ſsh", "-"}
	tried, taken := 0, 0
	for _, o := range []Options{
		{},
		{Workspace: "/srv/app"},
		{Workspace: "/srv/app/"},
		{Workspace: "/srv/app", Dir: "/srv/app/.config"},
		{Workspace: "/home/u/p", Home: "/home/u"},
		{Workspace: "/tmp/p"},
		{Workspace: "/etc/x"},
		{Workspace: "/srv", Home: "/srv/u"},
		{Workspace: "/root/p"},
		{Workspace: "/srv/app", Dir: "/srv/application"},
		{Workspace: "/srv/app", Dir: "/var/x"},
		{Dir: "/tmp/x"},
		{Workspace: "/home/u/.ssh"},
		{Workspace: "/dev/shm/p"},
		{Workspace: "/private/var/x"},
	} {
		w := walker{options: o.sane()}
		w.plain = w.options.plain()
		st := newState(w.options)
		for _, folder := range folders {
			for _, name := range names {
				for _, begin := range []string{"", "./", ".//"} {
					v := word{text: begin + strings.TrimPrefix(folder+"/"+name, "/")}
					tried++
					got, ok := w.inside(st, v)
					if !ok {
						continue
					}
					taken++
					if want := w.anywhere(st, v); got != want {
						t.Fatalf("%+v: %q is %+v, and the long way %+v", o, v.text, got, want)
					}
				}
			}
		}
	}
	if taken < tried/3 {
		t.Errorf("%d of %d went the short way", taken, tried)
	}
}
