#!/usr/bin/env bash
# Plays a comparison in parts with GNU parallel, one process a core, and joins
# the results:
#
#   SHARDS=32 ./parallel.sh FOLDER --games teeko,star --players greedy,mcts \
#     --playouts 500 --rounds 1000
#
# FOLDER gets a file a part, a log of the jobs and, in the end, results.sqlite.
# A part that dies is tried again and goes on where it was; so does everything
# when the same line is run again. Parts may also be spread over machines that
# share FOLDER: PARALLEL='--sshloginfile hosts' (see parallel's own manual), as
# each file is written by one process.
#
# SHARDS     how many parts; more of them lose less to one that is slow. Choose
#            it so that a part takes minutes. Four for every core unless set.
# BOARDWALK  the program, `boardwalk` unless set
set -euo pipefail

if (($# < 2)); then
  printf 'usage: [SHARDS=N] %s FOLDER COMPARE-ARGUMENTS...\n' "$0" >&2
  exit 2
fi
folder=$1
shift
shards=${SHARDS:-$((4 * $(nproc)))}
boardwalk=${BOARDWALK:-boardwalk}

mkdir -p "$folder"
parallel --will-cite --quote --retries 3 --joblog "$folder/jobs.log" \
  "$boardwalk" compare "$@" --jobs 1 --shard "auto/$shards" \
  --db "$folder/shard-{}.sqlite" ::: $(seq "$shards")
"$boardwalk" merge "$folder/results.sqlite" "$folder"/shard-*.sqlite
