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

# file_of FOLDER NAME GAME: where what is called so is played in a game.
file_of() {
  local -r name=$2-$3
  echo "$1/${name//[:=,]/-}.sqlite"
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

# A match of two as a row, tab-separated: how the first one named did; a bound
# where an interval has only one end.
summary_header() {
  printf 'game\tplayer\tagainst\tgames\tscore\tElo, 95 %%\n'
}
summary_row() {
  "$boardwalk" report "$1" --format json | jq -r '
    def negative: if . != null then -. else . end;
    # The report names the stronger first.
    def turned: {value: (.value | negative), low: (.high | negative),
                 high: (.low | negative)};
    def signed: round | if . > 0 then "+\(.)" else "\(.)" end;
    def elo: if .value != null then "\(.value | signed) [\(.low | signed), \(.high | signed)]"
      elif .low != null then "> \(.low | signed)"
      elif .high != null then "< \(.high | signed)"
      else "-" end;
    .variants[0] as $v | .configuration.players as $names
    | ($v.players[] | select(.player == $names[0])) as $first
    | [$v.game, $names[0], $names[1], $first.games,
       "\($first.score * 1000 | round / 10) %", ($v.pairs[0] | if .first == $names[0] then .elo else .elo | turned end
        | elo)]
    | @tsv'
}

# measure FOLDER [--table]: calls `play_all FOLDER`, unless only the table is
# wanted, then prints what `rows FOLDER` says.
measure() {
  (($# == 1)) || [[ $# == 2 && $2 == --table ]] \
    || die "usage: ${0##*/} FOLDER [--table]"
  require_tools
  mkdir -p "$1"
  (($# == 2)) || play_all "$1"
  { summary_header; rows "$1"; } | column -t -s $'\t'
}
