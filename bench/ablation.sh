#!/usr/bin/env bash
# What each feature of a search is worth: the search against itself without the
# feature, pairs of games from random openings, in all games. The results are
# one file a match; started again, it goes on where it stopped, and at the end
# prints one table.
#
#   bench/ablation.sh FOLDER          # everything, some hours
#   bench/ablation.sh FOLDER --table  # the table of what there is so far
#
# Environment: FEATURES, settings that take something away, such as
# "alphabeta:table=off mcts:solver=off"; GAMES; PAIRS and TIME a move; JOBS,
# games at once; BOARDWALK, the program.
set -euo pipefail

# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/comparisons.sh"

read -ra features <<<"${FEATURES:-alphabeta:table=off alphabeta:ordering=off \
alphabeta:reductions=off alphabeta:scout=off alphabeta:aspiration=off \
alphabeta:quiescence=off alphabeta:nullmove=off mcts:solver=off \
mcts:reuse=off mcts:repetitions=off mcts:playout=uniform mcts:bias=0 mcts:history=0 \
mcts:minimax=0}"
read -ra games <<<"${GAMES:-onejump chinese8 teeko star:size=3}"
pairs=${PAIRS:-50}
time=${TIME:-20ms}
jobs=${JOBS:-$(nproc)}
openings=4

# file_of FOLDER FEATURE GAME
file_of() {
  local -r name=${2//[:=]/-}
  echo "$1/$name-${3%%:*}.sqlite"
}

play_all() {
  local feature game
  for feature in "${features[@]}"; do
    for game in "${games[@]}"; do
      play "$(file_of "$1" "$feature" "$game")" --games "$game" \
        --players "${feature%%:*}" "$feature" --time "$time" \
        --openings "$openings" --rounds "$pairs" --jobs "$jobs"
    done
  done
}

rows() {
  local feature game file
  for feature in "${features[@]}"; do
    for game in "${games[@]}"; do
      file=$(file_of "$1" "$feature" "$game")
      [[ ! -e $file ]] || summary_row "$file"
    done
  done
}

measure "$@"
