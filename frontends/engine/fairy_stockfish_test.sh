#!/usr/bin/env bash
# An engine of other people: fairy_stockfish_test.sh BOARDWALK ENGINE plays 100
# games of breakthrough between Fairy-Stockfish, by UCI, and a player of ours,
# without an illegal move or another fault. A limit of time would be a matter of
# how busy the machine is.
set -euo pipefail

boardwalk=$1
engine=$2
report=$("$boardwalk" compare --games breakthrough --rounds 50 --no-db --json \
  --players "engine:cmd=\"$engine\",protocol=uci,nodes=2000" alphabeta:nodes=500 \
  2>/dev/null)
for part in '"games":100,' '"forfeits":0,'; do
  [[ $report == *"$part"* ]] || {
    printf 'no %s in %s\n' "$part" "$report"
    exit 1
  }
done
"$boardwalk" engine-check --protocol uci "$engine" breakthrough >/dev/null
