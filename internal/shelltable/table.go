// Package shelltable holds what is known of commands, variables and paths, as data: which command has which effect,
// which operand is a path that is written, which option runs a program.
//
// The rows are in the folder data, one line each; [Commands], [Variables], [Paths], [Code] and [Names] read them once.
// A command, option, variable or path that has no row is unknown, and what asks decides what that means. All values
// are read-only and safe for concurrent use.
package shelltable

// Effect names what running something does. Its axes and its minimum are in [Effects].
type Effect string

// The effects, from harmless to the floor.
const (
	None     Effect = ""         // nothing is said
	Read     Effect = "read"     // looks, and changes nothing
	Make     Effect = "make"     // a local change that its maker undoes
	Edit     Effect = "edit"     // a named local file is overwritten, moved or removed
	Opaque   Effect = "opaque"   // local code runs that is not in the text
	Test     Effect = "test"     // the tests and linters of the project
	Signal   Effect = "signal"   // one named process, or a local service of the user
	Doubt    Effect = "doubt"    // an option that no row lists, of a command that is harmless without it
	Reveal   Effect = "reveal"   // shows what may hold secrets
	Fetch    Effect = "fetch"    // reads from another system
	Share    Effect = "share"    // a change on a shared system that its maker undoes
	State    Effect = "state"    // a change of the machine that is hard to reverse
	Destroy  Effect = "destroy"  // data is gone
	Remote   Effect = "remote"   // a change on a shared system that is hard to reverse
	Secret   Effect = "secret"   // a secret is read
	Exec     Effect = "exec"     // text that looks like data runs, or another program than the named one
	Fresh    Effect = "fresh"    // code runs that comes from outside and was not there before
	Publish  Effect = "publish"  // reaches the public, third parties or people
	Leak     Effect = "leak"     // local data leaves
	Listen   Effect = "listen"   // opens this machine to others
	Unknown  Effect = "unknown"  // no row
	Ruin     Effect = "ruin"     // floor: root, home, system or device is destroyed
	Unseen   Effect = "unseen"   // floor: bytes that nobody saw run
	Exfil    Effect = "exfil"    // floor: credentials leave
	Metadata Effect = "metadata" // floor: the metadata service of a cloud
	Tamper   Effect = "tamper"   // floor: approvals, policy, lock, hooks or store of Mooring
)

// Profile is what an effect amounts to: the axes of spec risk-bands §2.1, and the least band of its rows.
type Profile struct {
	Effect        Effect
	Reversibility string // "reversible", "hard-to-reverse" or "irreversible"
	Scope         string // "local", "shared-remote" or "external": where the effect lands, so a read is at most shared-remote
	Minimum       string // "auto", "soft-ack", "escalate" or "deny"
	Meaning       string
}

// Effects are the profiles of all effects, in the order of the constants without [None].
var Effects = []Profile{
	{Read, "reversible", "local", "auto", "looks, and changes nothing"},
	{Make, "reversible", "local", "auto", "a local change that is easily undone"},
	{Edit, "reversible", "local", "soft-ack", "a named local file is overwritten, moved or removed"},
	{Opaque, "reversible", "local", "soft-ack", "runs local code that is not in the text"},
	{Test, "reversible", "local", "auto", "runs the tests or linters of the project"},
	{Signal, "reversible", "local", "soft-ack", "touches one named process or service of the user"},
	{Doubt, "reversible", "local", "soft-ack", "has an option that is not known, and is harmless without it"},
	{Reveal, "reversible", "local", "soft-ack", "shows what may hold secrets"},
	{Fetch, "reversible", "shared-remote", "soft-ack", "reads from another system"},
	{Share, "reversible", "shared-remote", "soft-ack", "a change on a shared system that is easily undone"},
	{State, "hard-to-reverse", "local", "escalate", "changes the machine in a way that is hard to undo"},
	{Destroy, "irreversible", "local", "escalate", "destroys local data"},
	{Remote, "hard-to-reverse", "shared-remote", "escalate", "changes a shared system in a way that is hard to undo"},
	{Secret, "reversible", "local", "escalate", "reads a secret"},
	{Exec, "hard-to-reverse", "local", "escalate", "runs text that looks like data, or another program than the one named"},
	{Fresh, "hard-to-reverse", "local", "escalate", "runs code from outside that was not here before"},
	{Publish, "irreversible", "external", "escalate", "reaches the public, third parties or people"},
	{Leak, "irreversible", "external", "escalate", "sends local data out"},
	{Listen, "hard-to-reverse", "external", "escalate", "opens the machine to others"},
	{Unknown, "irreversible", "external", "escalate", "is not known, so each axis has its worst value"},
	{Ruin, "irreversible", "local", "deny", "destroys the system, a home or a device"},
	{Unseen, "irreversible", "external", "deny", "runs bytes that nobody could see beforehand"},
	{Exfil, "irreversible", "external", "deny", "sends credentials out"},
	{Metadata, "reversible", "shared-remote", "deny", "reads the metadata service of a cloud, which hands out credentials"},
	{Tamper, "irreversible", "local", "deny", "touches what guards this very decision"},
}

// profiles are the same by their effect.
var profiles = func() map[Effect]*Profile {
	by := make(map[Effect]*Profile, len(Effects))
	for i := range Effects {
		by[Effects[i].Effect] = &Effects[i]
	}
	return by
}()

// ProfileOf is the profile of an effect; that of [Unknown] for one that has none.
func ProfileOf(e Effect) *Profile {
	if p := profiles[e]; p != nil {
		return p
	}
	return profiles[Unknown]
}

// Role is what an operand or the value of an option is for.
type Role string

// The roles.
const (
	Data    Role = "data"    // text
	Name    Role = "name"    // a path whose content is not read
	Input   Role = "read"    // a path that is read
	Tree    Role = "tree"    // a path that is read with all that is below it
	Address Role = "url"     // a path that is read, or a URL that is fetched
	Output  Role = "write"   // a path that is overwritten
	Created Role = "make"    // a path that is created, or changed so that it is easily undone
	Gone    Role = "delete"  // a path that is removed
	Argv    Role = "run"     // this word and all after it are a command
	Source  Role = "source"  // shell source
	Program Role = "code"    // source of another language
	Script  Role = "script"  // a file that is run
	Host    Role = "host"    // a host, or a URL
	Query   Role = "sql"     // SQL
	Queries Role = "sqlfile" // a file of SQL
	Sub     Role = "sub"     // a subcommand
)

// Option is what is known of one option of a command.
type Option struct {
	Valued   bool   // takes a value, attached or as the next word
	Attached bool   // may take a value, only attached
	Deep     bool   // what the command reads it reads with all that is below it
	Role     Role   // of the value
	Raise    Effect // added to the command's effect
	Base     Effect // takes the place of the command's effect, as a dry run does
}

// Row is what is known of one command, or of one subcommand.
type Row struct {
	Words    []string // the program and its subcommands
	Effect   Effect
	Operands []Role // one each; Many is the index of the one that repeats
	Many     int    // -1 for none
	Options  map[string]Option
	Open     bool // options that are not listed change nothing
	Why      string
	subs     map[string]*Row
	risky    Effect // the worst that an option of it can do
}

// Sub is the row of a subcommand; nil for one that is unknown.
func (r *Row) Sub(word string) *Row { return r.subs[word] }

// HasSubs reports a command whose first operand chooses what it does.
func (r *Row) HasSubs() bool { return len(r.subs) > 0 }

// Risky is the effect of its worst option, [None] when no option adds to the effect of the command.
func (r *Row) Risky() Effect { return r.risky }

// RoleOf is the role of operand i of n.
func (r *Row) RoleOf(i, n int) Role {
	if len(r.Operands) == 0 {
		return Data
	}
	after := len(r.Operands) - 1 - r.Many
	switch {
	case r.Many < 0:
		return r.Operands[min(i, len(r.Operands)-1)]
	case i < r.Many:
		return r.Operands[i]
	case n-i <= after:
		return r.Operands[len(r.Operands)-(n-i)]
	default:
		return r.Operands[r.Many]
	}
}
