#!/usr/bin/env bash
# Runs every fuzz target of the module, one after the other, for the given time each (default 10s).
# A target that finds a failing input leaves it under its package's testdata/fuzz and fails the run.
set -euo pipefail
cd "$(dirname "$0")/.."

time_each=${1:-10s}
found=0
while read -r package; do
	targets=$(go test -list '^Fuzz' "$package" | grep '^Fuzz' || true)
	for target in $targets; do
		found=$((found + 1))
		echo "fuzz $package $target $time_each"
		go test -run '^$' -fuzz "^$target\$" -fuzztime "$time_each" "$package" </dev/null
	done
done < <(go list -f '{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}{{end}}' ./...)
echo "$found fuzz targets passed"
