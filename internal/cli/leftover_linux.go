package cli

import (
	"bytes"
	"os"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// lingering is how long processes are hunted that start others as fast as they die.
const lingering = 2 * time.Second

// adopt makes this process the parent of whatever its children leave behind, in whatever
// group or session, instead of the system's first one. end kills all that was started
// since and still runs; without /proc it does nothing.
func adopt() (end func()) {
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		return func() {}
	}
	before := descendants()
	return func() {
		for until := time.Now().Add(lingering); time.Now().Before(until); {
			left := 0
			for pid := range descendants() {
				if !before[pid] {
					left++
					_ = unix.Kill(pid, unix.SIGKILL)
				}
			}
			if left == 0 {
				return
			}
			time.Sleep(time.Millisecond) // nothing tells when a process that is no child has died
		}
	}
}

// descendants are the living processes below this one.
func descendants() map[int]bool {
	children := map[int][]int{}
	entries, _ := os.ReadDir("/proc") // none is no descendant
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		if parent, alive := parentOf(pid); alive {
			children[parent] = append(children[parent], pid)
		}
	}
	out := map[int]bool{}
	for next := []int{os.Getpid()}; len(next) > 0; next = next[1:] {
		for _, pid := range children[next[0]] {
			if !out[pid] {
				out[pid] = true
				next = append(next, pid)
			}
		}
	}
	return out
}

// parentOf reads /proc/PID/stat, proc_pid_stat(5): "PID (NAME) STATE PPID …", where the
// name may hold anything. A zombie is not alive, unless only its first thread has ended.
func parentOf(pid int) (parent int, alive bool) {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return 0, false
	}
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	if len(fields) < 2 {
		return 0, false
	}
	if fields[0][0] == 'Z' {
		if threads, _ := os.ReadDir("/proc/" + strconv.Itoa(pid) + "/task"); len(threads) < 2 {
			return 0, false
		}
	}
	parent, err = strconv.Atoi(string(fields[1]))
	return parent, err == nil
}
