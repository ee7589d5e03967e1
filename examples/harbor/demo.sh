#!/bin/sh
# Pin a server, put its next version in its place, and see it refused. Run it
# from the root of the repository: sh examples/harbor/demo.sh
#
# Everything is built into bin/, and bin/demo is removed at the end.
set -eu

if [ ! -f examples/harbor/demo.sh ]; then
	echo "demo: error: run this from the root of the repository" >&2
	exit 2
fi

root=$PWD
dir=$root/bin/demo
rm -rf "$dir"
mkdir -p "$dir"
trap 'rm -rf "$dir"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
PATH="$root/bin:$PATH"
export PATH

say() {
	printf '\n# %s\n' "$*"
}

# echo_command prints a command as somebody would type it.
echo_command() {
	printf '$'
	for word; do
		case $word in
		*' '*) printf ' "%s"' "$word" ;;
		*) printf ' %s' "$word" ;;
		esac
	done
	printf '\n'
}

run() {
	echo_command "$@"
	"$@"
}

# expect STATUS COMMAND... runs a command that must end with that status.
expect() {
	want=$1
	shift
	status=0
	echo_command "$@"
	"$@" 2>&1 || status=$?
	echo "exit status $status"
	if [ "$status" -ne "$want" ]; then
		echo "demo: error: exit status $status, want $want" >&2
		exit 1
	fi
}

say "Build Mooring, and version 1 of a small MCP server."
export CGO_ENABLED=0
run go build -o bin/mooring ./cmd/mooring
run go build -o bin/demo/harbor ./examples/harbor
run cd bin/demo

say "Pin what the server shows."
expect 0 mooring lock harbor -- ./harbor

say "It still shows the same."
expect 0 mooring check harbor -- ./harbor

say "An update arrives: version 2, at the same place, started by the same command."
run go build -C ../.. -ldflags "-X main.version=2" -o bin/demo/harbor ./examples/harbor
expect 1 mooring check harbor -- ./harbor

cd "$root"

# The rest compares two published versions of another server: as testdata/npm
# has them, or else through npx, with the versions that its package.json names.
npm=testdata/npm
old_entry=$npm/node_modules/server-everything-old/dist/index.js
new_entry=$npm/node_modules/@modelcontextprotocol/server-everything/dist/index.js

# pinned KEY prints the version that package.json gives for a dependency, without
# an npm: alias in front.
pinned() {
	[ ! -f "$npm/package.json" ] ||
		sed -n "s|^ *\"$1\": *\"\(npm:.*@\)\{0,1\}\([0-9][^\"@]*\)\".*|\2|p" "$npm/package.json"
}

# compare BEFORE AFTER shows the beginning of the difference between two
# servers. mooring's status is kept in $status.
compare() {
	echo_command mooring diff --before-cmd "$1" --after-cmd "$2"
	status=0
	mooring diff --before-cmd "$1" --after-cmd "$2" >"$dir/diff.txt" 2>&1 || status=$?
	head -n 40 "$dir/diff.txt"
	lines=$(($(wc -l <"$dir/diff.txt")))
	[ "$lines" -le 40 ] || echo "... and $((lines - 40)) lines more"
	echo "exit status $status"
}

compared=
before=
if command -v node >/dev/null 2>&1 && [ -f "$old_entry" ] && [ -f "$new_entry" ]; then
	before="node $old_entry stdio"
	after="node $new_entry stdio"
elif command -v npx >/dev/null 2>&1; then
	old=$(pinned server-everything-old)
	new=$(pinned @modelcontextprotocol/server-everything)
	if [ -n "$old" ] && [ -n "$new" ]; then
		before="npx -y @modelcontextprotocol/server-everything@$old stdio"
		after="npx -y @modelcontextprotocol/server-everything@$new stdio"
	fi
fi

if [ -z "$before" ]; then
	say "Skipped: two published versions of server-everything, which need Node (make npm installs them)."
else
	say "What changed between two published versions of server-everything?"
	compare "$before" "$after"
	case $status,$before in
	0,* | 1,*) compared=", and two published versions of server-everything compared" ;;
	*,npx*) say "Skipped: npx could not start both versions; make npm installs them." ;;
	*)
		echo "demo: error: exit status $status, want 0 or 1" >&2
		exit 1
		;;
	esac
fi

echo
echo "demo: shown: a server pinned, found unchanged (0), its version 2 refused (1)$compared."
