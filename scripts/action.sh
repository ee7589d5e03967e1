#!/usr/bin/env bash
# What action.yml does: compare a pull request with its merge base, and tell. Inputs come in variables MOORING_*; see
# action.yml. The exit status is that of `mooring diff`: 0 passed, 1 refused, 2 wrong usage, 3 could not tell. Telling
# never changes it: a token that may not comment leaves the summary and the reports.
#
# It needs bash, curl and jq, and sha256sum or shasum to install.
set -uo pipefail

readonly limit_comment=65000 limit_summary=1000000

name=$(printf '%s' "${MOORING_NAME:-default}" | tr -c 'A-Za-z0-9._-' '-')
while [[ $name == *--* ]]; do name=${name//--/-}; done # nothing that ends a comment of HTML
work=${RUNNER_TEMP:-/tmp}/mooring-report-$name
secret=${MOORING_TOKEN:-}
unset MOORING_TOKEN
readonly work name secret marker="<!-- mooring:$name -->"

say() { printf 'mooring: %s\n' "$*"; }

# Text of others may look like an order to the runner. Between quiet and loud none is read.
quiet() {
	token=mooring-$RANDOM$RANDOM$RANDOM
	printf '::stop-commands::%s\n' "$token"
}
loud() { printf '\n::%s::\n' "$token"; }

# give NAME VALUE sets an output. The value is one line.
give() { printf '%s=%s\n' "$1" "$2" >>"${GITHUB_OUTPUT:-/dev/null}"; }

# --- install -----------------------------------------------------------------------------------------------------

digest() {
	if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d ' ' -f 1
}

fetch() { curl --fail --silent --show-error --location --retry 3 --proto '=https,http' --output "$2" "$1"; }

# install puts mooring on the PATH: what is there with version "path", else a release, whose digest has to be the one
# in its checksums.txt.
install_mooring() {
	local version=${MOORING_VERSION:-latest} server=${GITHUB_SERVER_URL:-https://github.com}
	[[ $version == path ]] && return 0
	local releases=${MOORING_RELEASES:-$server/mooring-mcp/mooring/releases} os arch kind=tar.gz
	case ${RUNNER_OS:-$(uname -s)} in
	Linux) os=linux ;; macOS | Darwin) os=darwin ;; Windows) os=windows kind=zip ;;
	*) say "error: no release for ${RUNNER_OS:-this system}" && return 2 ;;
	esac
	case ${RUNNER_ARCH:-$(uname -m)} in
	X64 | x86_64) arch=amd64 ;; ARM64 | aarch64 | arm64) arch=arm64 ;;
	*) say "error: no release for ${RUNNER_ARCH:-this machine}" && return 2 ;;
	esac
	local bin=$work/bin
	mkdir -p "$bin" || return 2
	if [[ $version == latest ]]; then
		version=$(curl --fail --silent --show-error --location --head --retry 3 --output /dev/null --write-out '%{url_effective}' "$releases/latest") || return 2
		version=${version##*/}
	fi
	version=${version#v}
	[[ $version =~ ^[0-9A-Za-z.+-]+$ ]] || { say "error: found no version of a release at $releases/latest" && return 2; }
	local archive=mooring_${version}_${os}_$arch.$kind
	fetch "$releases/download/v$version/checksums.txt" "$bin/checksums.txt" || return 2
	fetch "$releases/download/v$version/$archive" "$bin/$archive" || return 2
	local want
	want=$(awk -v file="$archive" '$2 == file || $2 == "*" file { print $1 }' "$bin/checksums.txt")
	if [[ ! $want =~ ^[0-9a-f]{64}$ || $want != "$(digest "$bin/$archive")" ]]; then
		say "error: $archive is not what checksums.txt of the release says"
		return 2
	fi
	case $kind in
	zip) unzip -q -o "$bin/$archive" -d "$bin" ;;
	*) tar -xzf "$bin/$archive" -C "$bin" ;;
	esac || return 2
	PATH=$bin:$PATH
	say "installed $version, sha256:$want"
}

# --- compare -----------------------------------------------------------------------------------------------------

# compare runs mooring diff --base and sets status. What the change builds and starts gets neither the token nor the
# files by which a step speaks to the runner.
compare() {
	local args=(--base)
	[[ -n ${MOORING_BASE:-} ]] && args=("--base=$MOORING_BASE")
	[[ -n ${MOORING_INSTALL:-} ]] && args+=(--install "$MOORING_INSTALL")
	[[ -n ${MOORING_BUILD:-} ]] && args+=(--build "$MOORING_BUILD")
	[[ -n ${MOORING_POLICY:-} ]] && args+=(--policy "$MOORING_POLICY")
	[[ -n ${MOORING_NAME:-} ]] && args+=(--name "$MOORING_NAME")
	if [[ -n ${MOORING_CONFIGURATIONS:-} ]]; then
		local file=$MOORING_CONFIGURATIONS
		if [[ ! -f $file ]]; then
			file=$work/configurations.yaml
			printf '%s\n' "$MOORING_CONFIGURATIONS" >"$file"
		fi
		args+=(--configurations "$file")
	fi
	local words=()
	if ! split "${MOORING_ARGS:-}"; then
		status=2
		return
	fi
	args+=(${words[@]+"${words[@]}"})
	if ! split "${MOORING_START:-}" || [[ ${#words[@]} -eq 0 ]]; then
		printf 'mooring: error: the input start is no command, want the one that starts the server\n' | tee -a "$work/said.txt"
		status=2
		return
	fi
	quiet
	env -u GITHUB_OUTPUT -u GITHUB_ENV -u GITHUB_PATH -u GITHUB_STATE -u GITHUB_STEP_SUMMARY \
		mooring diff "${args[@]}" --format json --output "$work/report.json" -- "${words[@]}" 2>&1 | tee "$work/said.txt"
	status=${PIPESTATUS[0]}
	if [[ -f $work/report.json ]]; then mooring report convert --format text "$work/report.json"; fi
	loud
}

# split takes a line apart into words as a shell does with quotes, and expands nothing.
split() {
	words=()
	local word list
	[[ -n $1 ]] || return 0
	if ! list=$(printf '%s' "$1" | xargs -n 1 printf '%s\n' 2>&1); then
		printf 'mooring: error: %s in: %s\n' "$list" "$1" | tee -a "$work/said.txt"
		return 1
	fi
	while IFS= read -r word; do words+=("$word"); done <<<"$list"
}

# --- tell --------------------------------------------------------------------------------------------------------

verdict() {
	if [[ -f $work/report.json ]]; then jq -r '.verdict | select(IN("passed", "inconclusive", "refused"))' "$work/report.json"; else echo error; fi
}

# convert FORMAT FILE writes the report in a format.
convert() {
	local more=()
	[[ $1 == sarif ]] && more=(--omit-suppressed --category "mooring-$name")
	mooring report convert --format "$1" --output "$2" ${more[@]+"${more[@]}"} "$work/report.json"
}

# markdown writes the summary, also where there is no report to tell of.
markdown() {
	if [[ -f $work/report.json ]] && convert markdown "$work/report.md"; then return; fi
	{
		printf '### mooring could not run (status %s)\n\n```text\n' "$status"
		tail -n 40 "$work/said.txt" 2>/dev/null | tr '`' "'"
		printf '\n```\n'
	} >"$work/report.md"
}

# short FILE LIMIT prints a file, or a sentence where it is longer than a host takes.
short() {
	if [[ $(wc -c <"$1") -le $2 ]]; then
		cat "$1"
	else
		printf 'mooring: %s. The report is too long to be shown here; the artifact has it.\n' "$(verdict)"
	fi
}

formats() {
	give verdict "$(verdict)"
	local counts=null paths format file extension
	if [[ -f $work/report.json ]]; then counts=$(jq -c .counts "$work/report.json"); fi
	give counts "$counts"
	paths=$(jq -cn --arg path "$work/report.md" '{markdown: $path}')
	if [[ -f $work/report.json ]]; then
		paths=$(jq -c --arg path "$work/report.json" '. + {json: $path}' <<<"$paths")
		for format in ${MOORING_FORMATS//,/ }; do
			case $format in
			json | markdown) continue ;;
			sarif) extension=sarif ;; junit) extension=junit.xml ;; gitlab) extension=gitlab.json ;;
			html) extension=html ;; github) extension=github.txt ;; text) extension=txt ;; changelog) extension=changelog.md ;;
			*) say "warning: there is no format ${format//[^A-Za-z0-9_-]/?}" && continue ;;
			esac
			file=$work/report.$extension
			convert "$format" "$file" && paths=$(jq -c --arg format "$format" --arg path "$file" '. + {($format): $path}' <<<"$paths")
		done
	fi
	give paths "$paths"
	give folder "$work"
	give artifact "mooring-$name"
}

annotate() {
	[[ -f $work/report.json && ,${MOORING_FORMATS// /,}, == *,github,* ]] || return 0
	[[ -f $work/report.github.txt ]] && cat "$work/report.github.txt"
}

# api METHOD PATH [FILE] calls the REST API; the answer is in $work/answer.json, the HTTP status is printed. The token
# is given on standard input, where no list of processes shows it.
api() {
	local data=()
	[[ $# -gt 2 ]] && data=(--data-binary "@$3")
	printf 'header = "Authorization: Bearer %s"\n' "$secret" |
		curl --silent --config - --request "$1" --max-time 60 --output "$work/answer.json" --write-out '%{http_code}' \
			--header 'Accept: application/vnd.github+json' --header 'X-GitHub-Api-Version: 2022-11-28' \
			${data[@]+"${data[@]}"} "${GITHUB_API_URL:-https://api.github.com}/$2" || true
}

# pull_request prints the number of the pull request that the event is about. What another workflow uploaded is of a
# stranger, so for workflow_run the number is asked of the API, by the commit that ran.
pull_request() {
	local event=${GITHUB_EVENT_PATH:-/dev/null} number
	number=$(jq -r '.pull_request.number // empty | select(type == "number")' "$event" 2>/dev/null)
	if [[ -z $number ]] && jq -e .workflow_run "$event" >/dev/null 2>&1; then
		local sha head
		sha=$(jq -r .workflow_run.head_sha "$event")
		head=$(jq -r '(.workflow_run.head_repository.owner.login + ":" + .workflow_run.head_branch) | @uri' "$event")
		[[ $(api GET "repos/$GITHUB_REPOSITORY/pulls?state=open&per_page=100&head=$head") == 200 ]] &&
			number=$(jq -r --arg sha "$sha" '[.[] | select(.head.sha == $sha)][0].number // empty' "$work/answer.json")
	fi
	printf '%s' "$number"
}

# own prints the id of our comment on a pull request, "" where there is none. Only our own comment counts: one of a
# stranger with our marker could be changed by them afterwards.
own() {
	local page code login='' id=''
	[[ $(api GET user) == 200 ]] && login=$(jq -r '.login // empty' "$work/answer.json")
	for ((page = 1; page <= 50; page++)); do
		code=$(api GET "repos/$GITHUB_REPOSITORY/issues/$1/comments?per_page=100&page=$page")
		[[ $code == 200 ]] || { printf 'status %s' "$code" && return 1; }
		id=$(jq -r --arg marker "$marker" --arg login "$login" '[.[] | select((.body // "") | startswith($marker))
			| select(if $login == "" then .user.type == "Bot" else .user.login == $login end)][0].id // empty' "$work/answer.json")
		[[ -n $id || $(jq length "$work/answer.json") -lt 100 ]] && break
	done
	printf '%s' "$id"
}

# comment keeps one comment on the pull request up to date.
comment() {
	local number id code
	[[ -n $secret && -n ${GITHUB_REPOSITORY:-} ]] || { say 'no comment: there is no token' && return 1; }
	number=$(pull_request)
	[[ -n $number ]] || { say 'no comment: this run is about no open pull request' && return 1; }
	{
		printf '%s\n' "$marker"
		short "$work/report.md" $limit_comment
	} >"$work/comment.md"
	jq -Rs '{body: .}' "$work/comment.md" >"$work/comment.json"
	if ! id=$(own "$number"); then
		code=${id#status }
	elif [[ -n $id ]]; then
		code=$(api PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$id" "$work/comment.json")
	else
		code=$(api POST "repos/$GITHUB_REPOSITORY/issues/$number/comments" "$work/comment.json")
	fi
	case $code in
	200 | 201) say "commented on pull request $number" ;;
	401 | 403 | 404)
		printf '::notice title=mooring::%s\n' "The token may not comment (HTTP $code), as on a pull request from a fork. The summary and the artifact have the report."
		return 1
		;;
	*) say "warning: no comment: the API answered with HTTP $code" && return 1 ;;
	esac
}

main() {
	local status=0
	rm -rf "$work" && mkdir -p "$work" || exit 2
	: >"$work/said.txt"
	if ! install_mooring 2>&1 | tee "$work/said.txt"; then status=2; fi
	[[ -x $work/bin/mooring || -x $work/bin/mooring.exe ]] && PATH=$work/bin:$PATH
	if [[ -n ${MOORING_REPORT:-} ]]; then
		# A report of another run is told, not repeated. Here commenting is the work.
		[[ $status == 0 ]] && cp -- "$MOORING_REPORT" "$work/report.json" || status=2
		if [[ -f $work/report.json ]] && ! convert markdown "$work/report.md" 2>"$work/said.txt"; then
			cat "$work/said.txt" && rm -f "$work/report.json" && status=2
		fi
		markdown && formats
		short "$work/report.md" $limit_summary >>"${GITHUB_STEP_SUMMARY:-/dev/null}"
		comment || status=2
		exit "$status"
	fi
	[[ $status == 0 ]] && compare
	markdown
	formats
	short "$work/report.md" $limit_summary >>"${GITHUB_STEP_SUMMARY:-/dev/null}"
	annotate
	[[ ${MOORING_COMMENT:-true} == true ]] && comment
	rm -rf "${work:?}/bin" "$work/answer.json" "$work/comment.json" "$work/comment.md"
	say "$(verdict)"
	exit "$status"
}

main
