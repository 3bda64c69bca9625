#!/usr/bin/env bash
# Tests parallel.sh, and slurm.sh without Slurm: a comparison in parts, one of
# which is killed while it plays, has the games of a comparison in one process.
#
#   cluster_test.sh PROGRAM
set -euo pipefail
BOARDWALK=$(realpath "$1")
export BOARDWALK
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

wrong() {
  printf 'cluster_test: %s\n' "$*" >&2
  exit 1
}

readonly arguments=(--games 'teeko,star:size=3,players=3'
  --players 'random,greedy,mcts:playouts=400' --rounds 9 --seed 5)
shards=3

# same FILE: checks that its games are those of the whole.
same() {
  diff <("$BOARDWALK" export whole.sqlite --format jsonl --no-times) \
    <("$BOARDWALK" export "$1" --format jsonl --no-times) >&2 \
    || wrong "$1 has other games than a comparison in one go"
}

# kill_writer_of FILE PID: kills the program that writes FILE when it has stored
# a game. PID is the process that starts it.
kill_writer_of() {
  local pid
  until [[ $("$BOARDWALK" games "$1" 2>/dev/null | wc -l) -gt 3 ]]; do
    kill -0 "$2" 2>/dev/null || wrong "the comparison ended before it could be killed"
  done
  pid=$(pgrep -f "^$BOARDWALK compare .*--db $1")
  kill -KILL "$pid" || wrong "nothing writes $1"
}

"$BOARDWALK" compare "${arguments[@]}" --db whole.sqlite >whole.txt 2>whole.log \
  || wrong "compare failed: $(cat whole.log)"

# GNU parallel; one part is killed and retried.
SHARDS=$shards "$here/parallel.sh" parts "${arguments[@]}" >parts.log 2>&1 &
parallel=$!
kill_writer_of parts/shard-2.sqlite "$parallel"
wait "$parallel" || wrong "parallel.sh failed: $(cat parts.log)"
grep -q 'shard-2.sqlite has [0-9]* of them already' parts.log \
  || wrong "the killed part did not continue: $(cat parts.log)"
same parts/results.sqlite

# Running it again changes nothing.
SHARDS=$shards "$here/parallel.sh" parts "${arguments[@]}" >again.log 2>&1 \
  || wrong "parallel.sh failed the second time: $(cat again.log)"
same parts/results.sqlite

# The tasks that Slurm would start, one after another, one of them twice.
mkdir array
export SLURM_ARRAY_TASK_MIN=4 SLURM_ARRAY_TASK_COUNT=3 SLURM_ARRAY_TASK_STEP=2 \
  SLURM_ARRAY_TASK_MAX=8
for task in 4 8 6 8; do
  SLURM_ARRAY_TASK_ID=$task "$here/slurm.sh" array "${arguments[@]}" \
    >>array.log 2>&1 || wrong "task $task failed: $(cat array.log)"
done
"$BOARDWALK" merge array/all.sqlite array/shard-*.sqlite >>array.log 2>&1
same array/all.sqlite
