#!/usr/bin/env bash
# Uses the package as a stranger does: installs a build into an empty folder,
# makes a game and a player with `boardwalk new`, builds and tests them outside
# the tree, loads them, and plays.
#
#   tests/package_test.sh BUILD_FOLDER COMPILER
set -euo pipefail
source=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$1
export CXX=$2 CMAKE_GENERATOR=Ninja
unset BOARDWALK_PLUGIN_PATH
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

fail() { printf 'package_test: %s\n' "$*" >&2; exit 1; }
# expect TEXT COMMAND...: the command succeeds and prints TEXT.
expect() {
  local -r text=$1
  local output
  shift
  output=$("$@" 2>&1) || fail "$* failed: $output"
  [[ $output == *"$text"* ]] || fail "$* does not print '$text': $output"
}
# refuse TEXT COMMAND...: it fails with one line that has TEXT.
refuse() {
  local -r text=$1
  local output status=0
  shift
  output=$("$@" 2>&1) || status=$?
  ((status == 2)) || fail "$* ends with $status: $output"
  [[ $output == *"$text"* ]] || fail "$* does not print '$text': $output"
  [[ $output != *$'\n'* ]] || fail "$* prints several lines: $output"
}

cmake --install "$build" --prefix "$folder/installed" >install.log \
  || fail "$(<install.log)"
export CMAKE_PREFIX_PATH=$folder/installed
program=$folder/installed/bin/boardwalk
for game in connectfour othello breakthrough draughts ataxx tictactoe; do
  expect 'installed/lib/boardwalk/plugins' "$program" list
  expect "  $game  " "$program" list
done

"$program" new game mygame >/dev/null
"$program" new player myplayer >/dev/null
refuse 'is here already' "$program" new game mygame
for name in mygame myplayer; do
  (cd $name && cmake -B build && cmake --build build \
    && ctest --test-dir build --no-tests=error --output-on-failure) \
    >$name.log 2>&1 || fail "$name: $(<$name.log)"
done
game=mygame/build/mygame.so
player=myplayer/build/myplayer.so

expect "from $game" "$program" --plugin $game list
expect 'conforms' "$program" --plugin $game check mygame
expect '9 127872' "$program" --plugin $game perft mygame 9
expect '24 games of 24' "$program" --plugin $game --plugin $player \
  compare --games teeko,mygame,connectfour,othello \
  --players myplayer,mcts,random --playouts 20 --rounds 1 --max-plies 40 \
  --db results.sqlite
# Results say where games and players came from, and report without them.
expect 'plug-ins mygame from mygame.so' "$program" report results.sqlite
# The order of plug-ins and commands does not matter, and a folder does as well.
expect 'playouts' "$program" think mygame myplayer:playouts=10 \
  --plugin $player --plugin $game
mkdir both && cp $game $player both
expect 'playouts' env BOARDWALK_PLUGIN_PATH="$folder/both" \
  "$program" think mygame myplayer:playouts=10

# A player compiled for the rules of games, from their installed headers.
cp -r "$source/ai/plugins/squeeze" .
(cd squeeze && cmake -B build && cmake --build build \
  && ctest --test-dir build --no-tests=error --output-on-failure) \
  >squeeze.log 2>&1 || fail "squeeze: $(<squeeze.log)"

# What cannot be loaded is refused in a line that says why.
head -c 30000 $game >damaged.so
refuse 'plug-in damaged.so: ' "$program" --plugin damaged.so list
echo 'no library' >text.so
refuse 'cannot be loaded' "$program" --plugin text.so list
refuse 'no such file' "$program" --plugin nothing.so list
refuse 'name the library' "$program" --plugin mygame list
cp $game again.so
refuse "two games have the id 'mygame'" "$program" --plugin $game \
  --plugin again.so list
# In a folder, they are left out and the others stay.
cp damaged.so both
expect 'left out' env BOARDWALK_PLUGIN_PATH="$folder/both" "$program" list
expect '  mygame  ' env BOARDWALK_PLUGIN_PATH="$folder/both" "$program" list
