#!/usr/bin/env bash
# How strong the searches are, for two: against their first forms, against
# greedy and against random, 100 ms a move, pairs of games from random openings.
# The results are one file a match; started again, it goes on where it stopped,
# and at the end prints one table.
#
#   bench/strength.sh FOLDER          # everything, some hours
#   bench/strength.sh FOLDER --table  # the table of what there is so far
#
# Environment: ALPHABETA and MCTS, what is tested; FIRST_ALPHABETA, PLAIN_UCT
# and CUT_UCT, the first forms; GAMES; PAIRS and TIME a move; JOBS, games at
# once; BOARDWALK, the program.
set -euo pipefail

# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/comparisons.sh"

alphabeta=${ALPHABETA:-alphabeta}
mcts=${MCTS:-mcts}
first_alphabeta=${FIRST_ALPHABETA:-alphabeta:table=off,scout=off,aspiration=off,ordering=off,reductions=off,quiescence=off,nullmove=off}
uct=mcts:fpu=100,playout=uniform,history=0,rave=0,bias=0,minimax=0,solver=off,reuse=off,repetitions=off
plain_uct=${PLAIN_UCT:-$uct,exploration=1,cutoff=0}
# The same with playouts cut early, as good as it gets without the rest.
cut_uct=${CUT_UCT:-$uct,exploration=0.05,cutoff=2}
pairs=${PAIRS:-100}
time=${TIME:-100ms}
jobs=${JOBS:-2}
openings=4

# NAME GAME FIRST SECOND, in the order in which they are played.
matches=()
add() {
  local -r name=$1 first=$2 second=$3
  local game
  for game in "${@:4}"; do matches+=("$name $game $first $second"); done
}
read -ra games <<<"${GAMES:-onejump chinese8 teeko star:size=3}"
add alphabeta-first "$alphabeta" "$first_alphabeta" "${games[@]}"
add alphabeta-greedy "$alphabeta" greedy "${games[@]}"
add alphabeta-random "$alphabeta" random "${games[@]}"
add mcts-plain "$mcts" "$plain_uct" "${games[@]}"
add mcts-cut "$mcts" "$cut_uct" "${games[@]}"
add mcts-greedy "$mcts" greedy "${games[@]}"
add mcts-random "$mcts" random "${games[@]}"

play_all() {
  local -r folder=$1
  local match name game first second
  for match in "${matches[@]}"; do
    read -r name game first second <<<"$match"
    play "$(file_of "$folder" "$name" "$game")" --games "$game" \
      --players "$first" "$second" --time "$time" --openings "$openings" \
      --rounds "$pairs" --jobs "$jobs"
  done
}

rows() {
  local match name game file
  for match in "${matches[@]}"; do
    read -r name game _ <<<"$match"
    file=$(file_of "$1" "$name" "$game")
    [[ ! -e $file ]] || summary_row "$file"
  done
}

measure "$@"
