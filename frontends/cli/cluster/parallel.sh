#!/usr/bin/env bash
# Plays a comparison in parts with GNU parallel, one process per core, and joins
# the results:
#
#   SHARDS=32 ./parallel.sh FOLDER --games teeko,star --players greedy,mcts \
#     --playouts 500 --rounds 1000
#
# FOLDER gets a file per part, a log of the jobs and finally results.sqlite. A
# part that fails is retried and continues; the same command continues all parts.
# Machines that share FOLDER can share the parts, since one process writes to
# each file: PARALLEL='--sshloginfile hosts' (see the manual of parallel).
#
# SHARDS     the number of parts; default: four per core. A part should take
#            minutes.
# BOARDWALK  the program; default: boardwalk
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
