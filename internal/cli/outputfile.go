package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// toStdout is the name of standard output as a file.
const toStdout = "-"

// outputFlags name the file that a command writes its result to.
var outputFlags = []string{"output", "out", "parquet"}

// writeOutput writes the result of a command to the file that a user names; "" and "-"
// are standard output. A regular file is replaced in one step. What is no regular file, a
// pipe or a device, and what one of our streams goes to already, stays what it is and is
// written to. what is written is for the error.
func (a *app) writeOutput(what, path string, text []byte) error {
	if path == "" || path == toStdout {
		_, err := a.io.Stdout.Write(text)
		return err
	}
	info, err := os.Stat(path)
	switch {
	case err != nil: // not there, or writing says why it cannot be
		err = writeFile(path, text)
	case info.IsDir():
		return usagef("", "%q is a folder, want a file", path)
	case a.stream(info) != nil:
		_, err := a.stream(info).Write(text)
		return err
	case !info.Mode().IsRegular():
		err = writeThrough(path, text)
	default:
		err = writeFile(path, text)
	}
	if err != nil {
		return usage(fmt.Errorf("write %s: %w", what, err), "")
	}
	return nil
}

// writeNew is writeOutput that replaces no regular file, and takes back one that it could
// not write whole.
func (a *app) writeNew(path string, text []byte) error {
	if info, err := os.Stat(path); path == "" || path == toStdout || err == nil && (!info.Mode().IsRegular() || a.stream(info) != nil) {
		return a.writeOutput("record", path, text)
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644) //nolint:gosec // a record is no secret
	if errors.Is(err, fs.ErrExist) {
		return usagef("name another file, or remove this one first", "%q exists and is not overwritten", path)
	}
	if err != nil {
		return usage(err, "")
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return usage(errors.Join(err, os.Remove(path)), "")
	}
	return nil
}

// stream is the one of our streams that goes to a file, nil for none.
func (a *app) stream(file fs.FileInfo) io.Writer {
	for _, w := range []io.Writer{a.io.Stdout, a.io.Stderr} {
		f, _ := w.(*os.File)
		if out, is := w.(*output); is {
			f = out.file
		}
		if f == nil {
			continue
		}
		if info, err := f.Stat(); err == nil && os.SameFile(info, file) {
			return w
		}
	}
	return nil
}

func writeThrough(path string, text []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	return errors.Join(err, f.Close())
}

// keepInputs refuses an output that would replace what the run reads: a file that its
// arguments or flags name, one of a folder that its arguments name, the lock, or a policy.
func (a *app) keepInputs(cmd *cobra.Command, args []string) error {
	for _, name := range outputFlags {
		flag := cmd.Flags().Lookup(name)
		if flag == nil || !flag.Changed {
			continue
		}
		out, err := os.Stat(flag.Value.String())
		if err != nil || !out.Mode().IsRegular() {
			continue
		}
		for _, in := range a.inputs(cmd, args, name) {
			if info, err := os.Stat(in); err == nil && os.SameFile(info, out) {
				return usagef("name another file", "--%s %q is %q, which this run reads", name, flag.Value, in)
			}
		}
		folder, _ := os.Stat(filepath.Dir(flag.Value.String())) // nil is no folder's
		for _, arg := range beforeDash(cmd, args) {
			if info, err := os.Stat(arg); err == nil && info.IsDir() && os.SameFile(info, folder) {
				return usagef("name another file", "--%s %q is in the folder %q, which this run reads", name, flag.Value, arg)
			}
		}
	}
	return nil
}

func beforeDash(cmd *cobra.Command, args []string) []string {
	if dash := cmd.ArgsLenAtDash(); dash >= 0 && dash < len(args) {
		return args[:dash]
	}
	return args
}

// inputs are the names of files that a run may read.
func (a *app) inputs(cmd *cobra.Command, args []string, output string) []string {
	words := append([]string{projectPolicy(), userPolicy(), a.managedPolicy(), filepath.Join(projectDir(), defaultLock)}, args...)
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if f.Name == output {
			return
		}
		words = append(words, strings.Split(f.Value.String(), "..")...) // --expect-bump may name two files
		words = append(words, f.Value.String())
		if list, is := f.Value.(pflag.SliceValue); is {
			words = append(words, list.GetSlice()...)
		}
	})
	return words
}
