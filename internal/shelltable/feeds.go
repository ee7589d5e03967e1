package shelltable

import (
	"fmt"
	"slices"
	"strings"
)

// Feed is a program that runs what it reads, where no row of a command says so.
type Feed struct {
	Names  []string // each a program and its subcommands
	When   FeedTime
	What   FeedKind
	With   []string // options of which one has to be there; none for always
	Unless []string // options by which it takes code from elsewhere
}

// FeedTime says when a program reads its standard input.
type FeedTime string

// The times.
const (
	FeedBare FeedTime = "bare" // without operands
	FeedAny  FeedTime = "any"  // whatever its words are
	FeedDash FeedTime = "dash" // only where a word stands for the input, or for what another command prints
)

// FeedKind says what a program does with what it reads.
type FeedKind string

// The kinds.
const (
	FeedShell FeedKind = "shell" // a shell of some kind
	FeedCode  FeedKind = "code"  // another language
	FeedFile  FeedKind = "file"  // a description of what is built or applied
)

// Feeds are the rows of a program by its name without folders, in the order of the data.
func Feeds(program string) []Feed { return loaded().feeds[program] }

func parseFeed(f []string) (Feed, error) {
	if len(f) < 3 || len(f) > 5 {
		return Feed{}, fmt.Errorf("found %d columns, want 3 to 5", len(f))
	}
	f = append(f, "", "")
	row := Feed{strings.Split(f[0], ", "), FeedTime(f[1]), FeedKind(f[2]), strings.Fields(f[3]), strings.Fields(f[4])}
	if !slices.Contains([]FeedTime{FeedBare, FeedAny, FeedDash}, row.When) {
		return row, fmt.Errorf("unknown time %q", row.When)
	}
	if !slices.Contains([]FeedKind{FeedShell, FeedCode, FeedFile}, row.What) {
		return row, fmt.Errorf("unknown kind %q", row.What)
	}
	return row, nil
}

// indexFeeds has each name of a row apart, by its program.
func indexFeeds(rows []Feed) map[string][]Feed {
	out := map[string][]Feed{}
	for _, row := range rows {
		for _, name := range row.Names {
			one := row
			one.Names = strings.Fields(name)
			out[one.Names[0]] = append(out[one.Names[0]], one)
		}
	}
	return out
}
