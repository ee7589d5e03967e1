package shelltable

import (
	"errors"
	"fmt"
	"slices"
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

// VariableOf is the row of a variable's name. A name of its own goes before a beginning.
func VariableOf(name string) (Variable, bool) {
	all := loaded()
	if v, ok := all.named[name]; ok {
		return v, true
	}
	for _, v := range all.begun {
		if strings.HasPrefix(name, strings.TrimSuffix(v.Pattern, "*")) {
			return v, true
		}
	}
	return Variable{}, false
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

// OwnOption is an option of Mooring's own commands. Its role is of its value; [Switch] where it has none.
type OwnOption struct {
	Name string
	Role Role
}

// Roles that only options of Mooring's own commands have.
const (
	Switch Role = "switch" // takes no value
	Sent   Role = "secret" // names a variable whose value goes to a server
)

// OwnOptions are all of them, in the order of the data.
func OwnOptions() []OwnOption {
	var out []OwnOption
	for _, row := range loaded().own {
		out = append(out, row...)
	}
	return out
}

// OwnRole is the role of such an option; [Data] for one that there is not.
func OwnRole(name string) Role {
	if role, ok := loaded().owned[name]; ok {
		return role
	}
	return Data
}

func parseOwn(f []string) ([]OwnOption, error) {
	if len(f) < 2 {
		return nil, errors.New("want options and a role")
	}
	role := Role(f[1])
	if !slices.Contains(roles, role) && role != Switch && role != Sent {
		return nil, fmt.Errorf("unknown role %q", role)
	}
	var out []OwnOption
	for name := range strings.SplitSeq(f[0], ", ") {
		out = append(out, OwnOption{name, role})
	}
	return out, nil
}
