package clientconfig

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Match is one server by its name, with everybody who names it alike.
type Match struct {
	Server  Server
	Clients []string // IDs of the clients that name it, sorted
	Files   []string // paths of the files that name it, in the order of [Find]
	// Project says that only files of the project name it, so that it must not be
	// started without being asked for.
	Project bool
}

// ErrNotFound is matched by the error of [Named] for a name that no file has.
var ErrNotFound = errors.New("no such server")

// Named picks the server of a name. Entries of several clients with the same
// launch are one server; entries that are switched off count only when all are.
// Different launches are an error that names the files, which are to be chosen
// from.
func Named(sources []Source, name string) (Match, error) {
	var all []Match
	for _, source := range sources {
		for _, s := range source.Servers {
			if s.Name == name {
				clients := append([]string{source.Client.ID}, source.Also...)
				all = append(all, Match{Server: s, Clients: clients, Files: []string{source.Path}, Project: s.Scope == Project})
			}
		}
	}
	if slices.ContainsFunc(all, func(m Match) bool { return !m.Server.Disabled }) {
		all = slices.DeleteFunc(all, func(m Match) bool { return m.Server.Disabled })
	}
	if len(all) == 0 {
		return Match{}, fmt.Errorf("%w %q in %s", ErrNotFound, name, counted(sources))
	}
	first := all[0]
	for _, m := range all[1:] {
		if !sameLaunch(first.Server, m.Server) {
			return Match{}, fmt.Errorf("server %q is launched differently by %s", name, quotedFiles(all))
		}
		if first.Project && !m.Project {
			first.Server = m.Server
		}
		first.Clients = append(first.Clients, m.Clients...)
		first.Files = append(first.Files, m.Files...)
		first.Project = first.Project && m.Project
	}
	slices.Sort(first.Clients)
	first.Clients = slices.Compact(first.Clients)
	first.Files = slices.Compact(first.Files)
	return first, nil
}

func counted(sources []Source) string {
	if len(sources) == 1 {
		return "the 1 configuration that was found"
	}
	return fmt.Sprintf("the %d configurations that were found", len(sources))
}

func quotedFiles(all []Match) string {
	var out []string
	for _, m := range all {
		out = append(out, fmt.Sprintf("%q", m.Files[0]))
	}
	return strings.Join(slices.Compact(out), " and ")
}

// sameLaunch compares what is started or reached, values included.
func sameLaunch(a, b Server) bool {
	return a.Transport == b.Transport && a.Command == b.Command && a.Dir == b.Dir && a.URL == b.URL && a.BearerEnv == b.BearerEnv &&
		slices.Equal(a.Args, b.Args) && slices.Equal(a.Env, b.Env) && slices.Equal(a.Headers, b.Headers)
}
