#!/usr/bin/env bash
# Runs the commands of the README that begin with `./dev run` or `cc`, in their order,
# in one empty folder.
# Games read `quit` after the questions; `serve` gets one request.
#
#   tests/readme_commands.sh
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
ln -s "$root/frontends" .
printf '#!/bin/sh\nexec "%s/dev" "$@"\n' "$root" >dev
chmod +x dev

# Requests the page with only a Host header.
serve() {
  "$@" --port 8123 &
  local -r server=$!
  local answer=1
  for _ in {1..50}; do
    sleep 0.2
    exec 3<>/dev/tcp/127.0.0.1/8123 || continue
    printf 'GET / HTTP/1.0\r\nHost: 127.0.0.1:8123\r\n\r\n' >&3
    ! grep -m 1 '<title>Boardwalk' <&3 || answer=0
    break
  done 2>/dev/null
  kill "$server"
  wait "$server" || (($? == 143)) || answer=1
  return "$answer"
}

# One line each, without their comments.
mapfile -t commands < <(sed -n '
  /^    \(\.\/dev run\|cc\) / {
    :more
    /\\$/ { N; s/\\\n */ /; b more; }
    s/^    //; s/  *# .*//; p
  }' "$root/README.md")
((${#commands[@]} >= 20)) || { echo "the README has few commands" >&2; exit 1; }
"$root/dev" run --version
for command in "${commands[@]}"; do
  printf '\n$ %s\n' "$command"
  start=$SECONDS
  case $command in
    *' serve'*) serve "$root/build/release/bin/boardwalk" serve ;;
    *' play') "$root/dev" run play <<<$'teeko\n\n\n\n\n\nquit' | tail -n 15 ;;
    *) (eval "$command" <<<quit) | tail -n 15 ;;
  esac
  printf '(%d s)\n' $((SECONDS - start))
done
