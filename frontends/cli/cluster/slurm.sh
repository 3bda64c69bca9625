#!/usr/bin/env bash
# A Slurm array job that plays a comparison in 64 parts:
#
#   mkdir results
#   sbatch slurm.sh results --games teeko,star --players greedy,mcts \
#     --playouts 500 --rounds 1000
#
# and, when all are done or to see the results so far:
#
#   boardwalk merge results/all.sqlite results/shard-*.sqlite
#   boardwalk report results/all.sqlite
#
# Another number of parts: sbatch --array=1-200 slurm.sh ... A part may be
# requeued, killed or run twice: it continues, and merge takes each game once.
# Submit the same command again to finish parts that ran out of time.
#
# BOARDWALK is the program; default: boardwalk.
#
#SBATCH --job-name=boardwalk
#SBATCH --array=1-64
#SBATCH --cpus-per-task=1
#SBATCH --time=01:00:00
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=boardwalk-%A-%a.log
set -euo pipefail

if (($# < 2)); then
  printf 'usage: sbatch %s FOLDER COMPARE-ARGUMENTS...\n' "$0" >&2
  exit 2
fi
folder=$1
shift
exec "${BOARDWALK:-boardwalk}" compare "$@" \
  --jobs "${SLURM_CPUS_PER_TASK:-1}" --shard auto \
  --db "$folder/shard-$SLURM_ARRAY_TASK_ID.sqlite"
