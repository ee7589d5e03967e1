package shelltable

import (
	"path"
	"strings"
)

// Command is the row of a program by its name without folders; nil for one that is unknown.
func Command(name string) *Row { return loaded().commands[name] }

// Commands are all rows in the order of the data.
func Commands() []*Row { return loaded().rows }

// Variable is a variable of the environment that decides what other programs do.
type Variable struct {
	Pattern string // a name, or its beginning with * behind
	Effect  Effect // of setting it
	Why     string
}

// Variables are all rows in the order of the data.
func Variables() []Variable { return loaded().variables }

func parseVariable(f []string) (Variable, error) {
	return Variable{f[0], Effect(f[1]), f[2]}, nil
}

// VariableOf is the row of a variable's name.
func VariableOf(name string) (Variable, bool) {
	for _, v := range loaded().variables {
		if prefix, open := strings.CutSuffix(v.Pattern, "*"); v.Pattern == name || open && strings.HasPrefix(name, prefix) {
			return v, true
		}
	}
	return Variable{}, false
}

// Zone is a kind of place in the file system.
type Zone string

// The zones that the rows of data/paths.txt name.
const (
	ZoneRoot       Zone = "root"       // holds a system or homes: its loss is the loss of the machine
	ZoneCritical   Zone = "critical"   // a file by which the system boots, or knows its users
	ZoneSystem     Zone = "system"     // below the folders of the system
	ZoneDevice     Zone = "device"     // a disk, or memory
	ZoneSink       Zone = "sink"       // takes everything and keeps nothing
	ZoneNetwork    Zone = "network"    // a connection that bash opens by a path
	ZoneCredential Zone = "credential" // keys, tokens, passwords
	ZoneOwn        Zone = "own"        // files of Mooring, and hooks of clients that call it
	ZoneStartup    Zone = "startup"    // run by a shell, a scheduler or git later on
	ZoneSocket     Zone = "socket"     // hands out control of the machine
	ZoneScratch    Zone = "scratch"    // thrown away anyhow
	ZoneArtefact   Zone = "artefact"   // made again by a build
)

// Pattern is a row of data/paths.txt. The pattern is one of [path.Match] by folders; ** in front matches any folders,
// ** behind everything below.
type Pattern struct {
	Zone    Zone
	Pattern string
}

// Paths are all rows in the order of the data.
func Paths() []Pattern { return loaded().paths }

func parsePattern(f []string) (Pattern, error) { return Pattern{Zone(f[0]), f[1]}, nil }

// InZone reports whether a clean path is in a zone; ~ stands for a home.
func InZone(zone Zone, p string) bool {
	for _, row := range loaded().paths {
		if row.Zone == zone && matches(row.Pattern, p) {
			return true
		}
	}
	return false
}

func matches(pattern, p string) bool {
	if open, ok := strings.CutSuffix(pattern, "/**"); ok {
		for p != "." && p != "/" && p != "" {
			if matches(open, p) {
				return true
			}
			if !strings.Contains(p, "/") {
				return false
			}
			p = path.Dir(p)
		}
		return false
	}
	if tail, ok := strings.CutPrefix(pattern, "**/"); ok {
		n := strings.Count(tail, "/") + 1
		parts := strings.Split(p, "/")
		if len(parts) < n {
			return false
		}
		pattern, p = tail, strings.Join(parts[len(parts)-n:], "/")
	}
	ok, err := path.Match(pattern, p)
	return err == nil && ok
}

// CodeWord is a word of inline code, and what code with it may do.
type CodeWord struct {
	Languages []string // as in the column effect of interpreters; "*" for all
	Word      string
	Effect    Effect
}

// Code are all rows in the order of the data.
func Code() []CodeWord { return loaded().code }

func parseCode(f []string) (CodeWord, error) {
	return CodeWord{strings.Split(f[0], ", "), f[1], Effect(f[2])}, nil
}

// Names are the names of Mooring's programs, and of what cases put in their place.
func Names() []string { return loaded().names }
