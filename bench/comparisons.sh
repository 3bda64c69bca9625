# shellcheck shell=bash
# What the studies share: the program, and comparisons that go on where they
# stopped. Sourced, not run.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
boardwalk=${BOARDWALK:-$root/build/release/bin/boardwalk}

say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }
die() { say "$*"; exit 1; }

require_tools() {
  [[ -x $boardwalk ]] \
    || die "no program at $boardwalk: build it (./dev run --version), or name one as BOARDWALK"
  command -v jq >/dev/null || die "needs jq: apt-get install jq"
}

# play FILE ARGS...: `boardwalk compare ARGS` into the file, or on with it. The
# file tells what is there already; its table is printed by the caller.
play() {
  local -r file=$1
  shift
  say "$file"
  local status=0
  "$boardwalk" compare --db "$file" "$@" >/dev/null || status=$?
  ((status == 0)) || { say "stopped; the same command goes on"; exit "$status"; }
}
