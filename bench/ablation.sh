#!/usr/bin/env bash
# What each feature of a search is worth: the search against itself without the
# feature, or with one more, pairs of games from random openings, in all games.
# The results are one file a match; started again, it goes on where it stopped,
# and at the end prints one table.
#
#   bench/ablation.sh FOLDER          # everything, some hours
#   bench/ablation.sh FOLDER --table  # the table of what there is so far
#
# Environment: FEATURES, settings that take something away or add it, such as
# "alphabeta:table=off mcts:rave=50", in all of GAMES; PAIRS and TIME a move;
# JOBS, games at once; BOARDWALK, the program.
set -euo pipefail

# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/comparisons.sh"

read -ra games <<<"${GAMES:-onejump chinese8 teeko star:size=3}"
pairs=${PAIRS:-50}
time=${TIME:-20ms}
jobs=${JOBS:-$(nproc)}
openings=4

# GAME FEATURE, in the order in which they are played.
matches=()
# add FEATURE GAME...: of those games that are wanted.
add() {
  local -r feature=$1
  local game
  for game in "${@:2}"; do
    [[ " ${games[*]} " != *" $game "* ]] || matches+=("$game $feature")
  done
}
# In every game what it has by default, and what it might have.
add_all() {
  local -r all=(onejump chinese8 teeko star:size=3)
  local feature
  for feature in table ordering reductions scout aspiration; do
    add "alphabeta:$feature=off" "${all[@]}"
  done
  add alphabeta:quiescence=off onejump
  add alphabeta:nullmove=off chinese8 star:size=3
  for feature in solver=off reuse=off playout=uniform minimax=0; do
    add "mcts:$feature" "${all[@]}"
  done
  add mcts:repetitions=off onejump teeko star:size=3
  add mcts:bias=0 chinese8 star:size=3
  for feature in history=0.5 rave=50; do
    add "mcts:$feature" "${all[@]}"
  done
}
if [[ -n ${FEATURES:-} ]]; then
  for feature in $FEATURES; do add "$feature" "${games[@]}"; done
else
  add_all
fi

play_all() {
  local match game feature
  for match in "${matches[@]}"; do
    read -r game feature <<<"$match"
    play "$(file_of "$1" "$feature" "$game")" --games "$game" \
      --players "${feature%%:*}" "$feature" --time "$time" \
      --openings "$openings" --rounds "$pairs" --jobs "$jobs"
  done
}

rows() {
  local match game feature file
  for match in "${matches[@]}"; do
    read -r game feature <<<"$match"
    file=$(file_of "$1" "$feature" "$game")
    [[ ! -e $file ]] || summary_row "$file"
  done
}

measure "$@"
