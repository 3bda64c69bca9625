#!/usr/bin/env bash
# A Slurm array job that plays a comparison in 64 parts, each of some minutes:
#
#   mkdir results
#   sbatch slurm.sh results --games teeko,star --players greedy,mcts \
#     --playouts 500 --rounds 1000
#
# and, when all are done (or from time to time, to see how far they are):
#
#   boardwalk merge results/all.sqlite results/shard-*.sqlite
#   boardwalk report results/all.sqlite
#
# Another number of parts: sbatch --array=1-200 slurm.sh ... A part may be
# requeued, killed or run twice: it goes on where it was, and merging takes each
# game once. Submit the same line again to finish what ran out of time.
#
# BOARDWALK is the program, `boardwalk` unless set.
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
