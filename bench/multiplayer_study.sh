#!/usr/bin/env bash
# Algorithms for three and more players against each other, on the small star
# for three, four and six: mixed fields in all rotations, 300 blocks at 10 ms a
# move, then the best four of each again, 100 blocks at 100 ms. The results are
# one file a table; started again, it goes on where it stopped, and at the end
# prints all tables.
#
#   bench/multiplayer_study.sh FOLDER
#
# Environment: PLAYERS, names with blanks between them; SEATS, such as "3 4 6";
# SHORT and LONG, blocks and time a move, such as "300 10ms", LONG="" for none;
# JOBS, games at once; BOARDWALK, the program.
set -euo pipefail

# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/comparisons.sh"

read -ra players <<<"${PLAYERS:-alphabeta:algorithm=paranoid \
alphabeta:algorithm=maxn alphabeta:algorithm=brs alphabeta:algorithm=opps \
mcts:history=0.5 mcts:history=0}"
read -ra seat_numbers <<<"${SEATS:-3 4 6}"
read -r short_blocks short_time <<<"${SHORT:-300 10ms}"
read -r long_blocks long_time <<<"${LONG-100 100ms}" || true
jobs=${JOBS:-$(nproc)}
best=4
# Random plies that a block starts from; its games share them.
openings=6

# How many fields `$1` players make for `$2` seats, as compare plans them:
# everybody as often as can be, and any choice of the players for the rest.
fields() {
  local -r n=$1
  local k=$(($2 % $1)) choices=1 i
  for ((i = 1; i <= k; ++i)); do
    choices=$((choices * (n - k + i) / i))
  done
  echo "$choices"
}

# table FILE SEATS BLOCKS TIME PLAYER...: at least so many blocks; every field
# has as many.
table() {
  local -r file=$1 seats=$2 blocks=$3 time=$4
  shift 4
  local a_round
  a_round=$(fields $# "$seats")
  play "$file" --games "star:size=3,players=$seats" --players "$@" \
    --time "$time" --openings "$openings" --jobs "$jobs" \
    --rounds $(((blocks + a_round - 1) / a_round))
}

best_of() {
  "$boardwalk" report "$1" --format json \
    | jq -r ".variants[0].players[:$best][].player"
}

main() {
  (($# == 1)) || die "usage: ${0##*/} FOLDER"
  require_tools
  local -r folder=$1
  mkdir -p "$folder"
  local seats
  local -a files=() chosen
  for seats in "${seat_numbers[@]}"; do
    files+=("$folder/$seats-players-$short_time.sqlite")
    table "${files[-1]}" "$seats" "$short_blocks" "$short_time" "${players[@]}"
  done
  for seats in "${seat_numbers[@]}"; do
    [[ -n ${long_blocks:-} ]] || break
    mapfile -t chosen < <(best_of "$folder/$seats-players-$short_time.sqlite")
    files+=("$folder/$seats-players-$long_time.sqlite")
    table "${files[-1]}" "$seats" "$long_blocks" "$long_time" "${chosen[@]}"
  done
  local file
  for file in "${files[@]}"; do
    "$boardwalk" report "$file"
    echo
  done
}

main "$@"
