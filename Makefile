# Targets for people and for .ci/run. `make` alone lists them.

BIN       := bin/mooring
CACHE     := .cache
NPM       := testdata/npm
SUITE     := testdata/conformance
LINT      := v2.15.0
ACTIONS   := v1.7.12
RELEASER  := v2.15.1
FUZZTIME  ?= 10s
SOAKTIME  ?= 5m
BENCHRUNS ?= 1
CROSS     := linux/arm64 darwin/arm64 windows/amd64
# Packages whose tests measure into docs/evaluation.md, one after another.
EVAL      := ./contract ./internal/axes ./internal/classifiers ./internal/consequence ./internal/operation ./internal/policy ./internal/sqlread
# Set GOLANGCI to the path of a golangci-lint that is already there.
GOLANGCI  ?= $(CACHE)/bin/golangci-lint-$(LINT)
# Packages where a goroutine is started, tests included.
RACY       = $(sort $(dir $(shell grep -rlE --include='*.go' --exclude-dir=node_modules --exclude-dir='.?*' \
	'^[[:space:]]+go (func|[A-Za-z_])' .)))

.DEFAULT_GOAL := help
.PHONY: help demo test lint race conformance bench eval scale fuzz soak update cross build npm npm-if-present \
	share workflows release release-check clean

help: ## list the targets
	@awk 'BEGIN { FS = ":.*## " } /^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: npm-if-present ## pin a server and refuse its next version, under a minute
	@bash examples/harbor/demo.sh

test: npm-if-present ## every test; needs no root
	@[ -d "$${MOORING_SHARED:-../shared}" ] || echo "no $${MOORING_SHARED:-../shared} (MOORING_SHARED): tests on third-party data skip"
	go test ./...

lint: $(GOLANGCI) ## golangci-lint with .golangci.yml
	$(GOLANGCI) run ./...

# The detector would hold each process for a second at its end, and the scripts of internal/cli start hundreds.
race: npm-if-present ## the race detector on the packages with goroutines
	GORACE=atexit_sleep_ms=0 go test -race -timeout 30m $(RACY)

conformance: $(SUITE)/node_modules/.package-lock.json ## log in to the servers of the MCP conformance suite, which it installs
	MOORING_REQUIRE=conformance go test -count 1 -run '^TestConformance$$' ./internal/cli

bench: ## benchmarks; BENCHRUNS=10 for benchstat
	go test -run '^$$' -bench . -benchmem -count $(BENCHRUNS) ./...

eval: ## measure lenses and classifiers on third-party data, into docs/evaluation.md
	go test -p 1 -count 1 -run '^(TestEvaluation|TestRulesEvaluation|TestSteps)$$' $(EVAL) -update

scale: ## measure a census of up to two million tools, into docs/census.md; takes minutes
	MOORING_SCALE=1 go test -count 1 -timeout 1h -run '^TestCensus(Scale|Goals)$$' ./internal/cli -update

fuzz: ## each fuzz target for FUZZTIME (10s)
	@scripts/fuzz.sh $(FUZZTIME)

soak: npm-if-present ## the suites too long for test, then each fuzz target for SOAKTIME (5m)
	MOORING_SOAK=1 go test -count 1 -timeout 2h ./...
	@scripts/fuzz.sh $(SOAKTIME)

update: npm-if-present ## rewrite the golden files, never the vectors
	go test ./internal/rulebook -run Examples -update
	go test ./internal/operation -run 'Table$$' -update
	go test ./internal/shellop -run Page -update
	go test ./internal/allowlist ./internal/censusreport ./internal/cli ./internal/report ./internal/render/... ./internal/clientconfig ./internal/plugin ./internal/policy ./internal/rulebook ./paramrisk -update

cross: ## build and vet for linux/arm64, darwin/arm64, windows/amd64
	@for target in $(CROSS); do \
		echo "cross $$target"; \
		CGO_ENABLED=0 GOOS=$${target%/*} GOARCH=$${target#*/} go build ./... || exit 1; \
		CGO_ENABLED=0 GOOS=$${target%/*} GOARCH=$${target#*/} go vet ./... || exit 1; \
	done

build: ## bin/mooring
	CGO_ENABLED=0 go build -trimpath -o $(BIN) ./cmd/mooring

share: ## completions and the manual page, as packages carry them, in bin/share
	@mkdir -p bin/share/completions bin/share/man
	go run ./cmd/mooring completion bash > bin/share/completions/mooring.bash
	go run ./cmd/mooring completion zsh > bin/share/completions/_mooring
	go run ./cmd/mooring completion fish > bin/share/completions/mooring.fish
	gzip -9nc docs/mooring.1 > bin/share/man/mooring.1.gz

workflows: $(CACHE)/bin/actionlint-$(ACTIONS) ## actionlint on .github/workflows
	$(CACHE)/bin/actionlint-$(ACTIONS)

release: $(CACHE)/bin/goreleaser-$(RELEASER) ## publish the tag that is checked out; .github/workflows/release.yml runs it
	@mkdir -p bin
	@tag=$$(git describe --tags --exact-match) && \
		awk -v head="## [$${tag#v}]" 'index($$0, head) == 1 { on = 1; next } /^## / { on = 0 } on' \
			CHANGELOG.md > bin/notes.md && \
		[ -s bin/notes.md ] || { echo "nothing to release, or CHANGELOG.md has no section for it" >&2; exit 1; }
	$(CACHE)/bin/goreleaser-$(RELEASER) release --clean --release-notes bin/notes.md

release-check: $(CACHE)/bin/goreleaser-$(RELEASER) ## check .goreleaser.yaml, build a release into dist
	$(CACHE)/bin/goreleaser-$(RELEASER) check
	$(CACHE)/bin/goreleaser-$(RELEASER) release --snapshot --clean
	node packaging/npm/pack.mjs dist dist/npm

npm: $(NPM)/node_modules/.package-lock.json ## install the published servers that tests observe

# npm writes the hidden lock last; touching it keeps it newer than what it lists.
%/node_modules/.package-lock.json: %/package-lock.json
	@cd $* && npm ci --loglevel=error --no-progress && touch node_modules/.package-lock.json

# Without npm or its registry the tests that need it skip, or fail under MOORING_REQUIRE=node.
npm-if-present:
	@if ! command -v npm >/dev/null 2>&1; then \
		echo "npm not found: tests of published servers will skip"; \
	elif ! $(MAKE) --silent --no-print-directory npm; then \
		echo "npm ci failed: tests of published servers will skip"; \
	fi

$(CACHE)/bin/golangci-lint-$(LINT): MODULE := github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(LINT)
$(CACHE)/bin/actionlint-$(ACTIONS): MODULE := github.com/rhysd/actionlint/cmd/actionlint@$(ACTIONS)
$(CACHE)/bin/goreleaser-$(RELEASER): MODULE := github.com/goreleaser/goreleaser/v2@$(RELEASER)

# The tools, each with its version in its name, so that another version is another file.
$(CACHE)/bin/%:
	@mkdir -p $@.d
	GOBIN=$(CURDIR)/$@.d go install $(MODULE)
	@mv $@.d/* $@ && rmdir $@.d

clean: ## remove what these targets made
	rm -rf bin dist $(CACHE) $(NPM)/node_modules $(SUITE)/node_modules
