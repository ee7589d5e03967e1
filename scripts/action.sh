#!/usr/bin/env bash
# What action.yml does, in two steps. `compare` runs what the change builds and starts, without a token, and hands over
# the exit status of `mooring diff` and the digest of its report. `tell` runs nothing of the change: it believes a
# report only with that digest and a verdict that is that status, and comments. Inputs come in variables MOORING_*; see
# action.yml. The status of tell is that of `mooring diff`: 0 passed, 1 refused, 2 wrong usage, 3 could not tell.
# Telling never changes it: a token that may not comment leaves the summary and the reports.
#
# It needs bash, curl and jq, and sha256sum or shasum.
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
	token=mooring-$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
	printf '::stop-commands::%s\n' "$token"
}
loud() { printf '\n::%s::\n' "$token"; }

# give NAME VALUE sets an output. The value is one line.
output=${GITHUB_OUTPUT:-/dev/null}
give() { printf '%s=%s\n' "$1" "$2" >>"$output"; }

# --- install -----------------------------------------------------------------------------------------------------

digest() {
	if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d ' ' -f 1
}

fetch() { curl --fail --silent --show-error --location --retry 3 --proto '=https,http' --output "$2" "$1"; }

# install_mooring gets a release, whose digest has to be the one in its checksums.txt; with version "path" nothing, since
# mooring is on the PATH already.
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
	say "installed $version, sha256:$want"
}

# use_installed puts what was installed on the PATH, also in a later step.
use_installed() {
	[[ ! -x $work/bin/mooring && ! -x $work/bin/mooring.exe ]] || PATH=$work/bin:$PATH
}

# --- compare -----------------------------------------------------------------------------------------------------

# conceal starts the script anew without what is none of the change's business: a process can read the environment of
# those above it, and unset does not clear that. The files of the step come on standard input.
readonly files=(GITHUB_OUTPUT GITHUB_ENV GITHUB_PATH GITHUB_STATE GITHUB_STEP_SUMMARY)
conceal() {
	local options=(-u MOORING_TOKEN) variable paths=''
	for variable in "${files[@]}"; do
		options+=(-u "$variable")
		paths+=${!variable:-}$'\n'
	done
	for variable in $(compgen -e); do
		[[ $variable == ACTIONS_*_TOKEN ]] && options+=(-u "$variable")
	done
	exec env "${options[@]}" "$BASH" "$0" compare concealed <<<"$paths"
}

# compare runs mooring diff --base and hands over what it came to.
compare() {
	local path paths=() status=0 sum='' tools
	while IFS= read -r path; do [[ -n $path ]] && paths+=("$path"); done
	exec </dev/null
	output=${paths[0]:-/dev/null}
	rm -rf "$work" && mkdir -p "$work" || exit 2
	: >"$work/said.txt"
	install_mooring 2>&1 | tee "$work/said.txt" || status=2
	use_installed
	tools=$(tools)
	[[ $status == 0 ]] && run_diff
	# The change is over. What it wrote for the runner does not count, and mooring and this script must be what they were.
	for path in ${paths[@]+"${paths[@]}"}; do rm -f -- "$path" && : >"$path"; done
	if [[ ! $status =~ ^[0-3]$ || $tools != "$(tools)" ]]; then
		say "error: mooring was ended from outside (status $status), or is not the program any more that was started; nothing is told"
		exit 3
	fi
	give status "$status"
	give digest "$sum"
}

# tools is the digest of all programs that tell runs from where the change may write.
tools() {
	local program
	program=$(command -v mooring) && digest "$program"
	digest "$0"
}

has_report() { [[ -f $work/report.json && ! -L $work/report.json ]]; }

# wrong prints what is wrong with the inputs, for the log and the summary.
wrong() { printf 'mooring: error: %s\n' "$*" | tee -a "$work/said.txt"; }

# run_diff runs mooring diff --base and sets status, and sum to the digest of its report.
run_diff() {
	local args=(--base) words=() word
	status=2
	[[ -n ${MOORING_BASE:-} ]] && args=("--base=$MOORING_BASE")
	[[ -n ${MOORING_INSTALL:-} ]] && args+=(--install "$MOORING_INSTALL")
	[[ -n ${MOORING_BUILD:-} ]] && args+=(--build "$MOORING_BUILD")
	[[ -n ${MOORING_POLICY:-} ]] && args+=(--policy "$MOORING_POLICY")
	[[ -n ${MOORING_NAME:-} ]] && args+=(--name "$MOORING_NAME")
	# Whether a text is a list or names a file must not depend on the files of the change.
	if [[ -n ${MOORING_CONFIGURATIONS:-} && -n ${MOORING_CONFIGURATIONS_FILE:-} ]]; then
		wrong 'configurations and configurations-file are both set, want one'
		return
	elif [[ -n ${MOORING_CONFIGURATIONS:-} ]]; then
		printf '%s\n' "$MOORING_CONFIGURATIONS" >"$work/configurations.yaml"
		args+=(--configurations "$work/configurations.yaml")
	elif [[ -n ${MOORING_CONFIGURATIONS_FILE:-} ]]; then
		args+=(--configurations "$MOORING_CONFIGURATIONS_FILE")
	fi
	split "${MOORING_ARGS:-}" || return
	for word in ${words[@]+"${words[@]}"}; do
		[[ $word == --exit-zero ]] || args+=("$word") # tell obeys it; the status has to be that of the verdict
	done
	if ! split "${MOORING_START:-}" || [[ ${#words[@]} -eq 0 ]]; then
		wrong 'the input start is no command, want the one that starts the server'
		return
	fi
	quiet
	mooring diff "${args[@]}" --format json --output "$work/report.json" -- "${words[@]}" 2>&1 | tee "$work/said.txt"
	status=${PIPESTATUS[0]}
	if has_report; then
		sum=$(digest "$work/report.json")
		mooring report convert --format text "$work/report.json"
	fi
	loud
}

# split takes a line apart into words as a shell does with quotes, and expands nothing.
split() {
	words=()
	local word list
	[[ -n $1 ]] || return 0
	if ! list=$(printf '%s' "$1" | xargs -n 1 printf '%s\n' 2>&1); then
		wrong "$list in: $1"
		return 1
	fi
	while IFS= read -r word; do words+=("$word"); done <<<"$list"
}

# --- tell --------------------------------------------------------------------------------------------------------

# trust drops a report that is not the one that mooring wrote, or whose verdict is not what mooring ended with.
trust() {
	local why='' said
	if ! has_report; then
		[[ $status == [01] ]] && why="mooring ended with $status and left no report"
	elif [[ $(digest "$work/report.json") != "${MOORING_DIGEST:-}" ]]; then
		why='the report is not the one that mooring wrote'
	else
		said=$(jq -r .verdict "$work/report.json")
		[[ $said == "$(verdict)" ]] || why="mooring ended with $status, and the report says $said"
	fi
	[[ -n $why ]] || return 0
	rm -rf "$work/report.json"
	wrong "$why"
	[[ $status == 1 ]] || status=3
}

# verdict is what mooring ended with; in a report of another run, what that says.
verdict() {
	if ! has_report; then
		echo error
	elif [[ -n ${MOORING_REPORT:-} ]]; then
		jq -r '.verdict | select(IN("passed", "inconclusive", "refused"))' "$work/report.json"
	else
		case $status in 0) echo passed ;; 1) echo refused ;; 3) echo inconclusive ;; *) echo error ;; esac
	fi
}

# convert FORMAT FILE writes the report in a format.
convert() {
	local more=()
	[[ $1 == sarif ]] && more=(--omit-suppressed --category "mooring-$name")
	mooring report convert --format "$1" --output "$2" ${more[@]+"${more[@]}"} "$work/report.json"
}

# markdown writes the summary, also where there is no report to tell of.
markdown() {
	if has_report && convert markdown "$work/report.md"; then return; fi
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
	if has_report; then counts=$(jq -c .counts "$work/report.json"); fi
	give counts "$counts"
	paths=$(jq -cn --arg path "$work/report.md" '{markdown: $path}')
	if has_report; then
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
	has_report && [[ ,${MOORING_FORMATS// /,}, == *,github,* ]] || return 0
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

# other tells the report of another run, and repeats nothing. Here commenting is the work.
other() {
	rm -rf "$work" && mkdir -p "$work" || exit 2
	install_mooring 2>&1 | tee "$work/said.txt" || status=2
	use_installed
	[[ $status == 0 ]] && cp -- "$MOORING_REPORT" "$work/report.json" || status=2
	if has_report && ! convert markdown "$work/report.md" 2>"$work/said.txt"; then
		cat "$work/said.txt" && rm -f "$work/report.json" && status=2
	fi
	markdown && formats
	short "$work/report.md" $limit_summary >>"${GITHUB_STEP_SUMMARY:-/dev/null}"
	comment || status=2
	exit "$status"
}

tell() {
	local status=${MOORING_STATUS:-0} words=()
	[[ -n ${MOORING_REPORT:-} ]] && other
	[[ -n ${MOORING_STATUS:-} && -d $work ]] || { say 'error: there is nothing to tell' && exit 3; }
	use_installed
	trust
	markdown
	formats
	short "$work/report.md" $limit_summary >>"${GITHUB_STEP_SUMMARY:-/dev/null}"
	annotate
	[[ ${MOORING_COMMENT:-true} == true ]] && comment
	rm -rf "${work:?}/bin" "$work/answer.json" "$work/comment.json" "$work/comment.md"
	say "$(verdict)"
	if has_report && split "${MOORING_ARGS:-}" && [[ " ${words[*]-} " == *' --exit-zero '* ]]; then status=0; fi
	exit "$status"
}

case ${1:-} in
compare) if [[ ${2:-} == concealed ]]; then compare; else conceal; fi ;;
tell) tell ;;
*) say 'error: want compare or tell' && exit 2 ;;
esac
exit
