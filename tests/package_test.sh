#!/usr/bin/env bash
# Uses the package as a stranger does: installs a build into an empty folder,
# builds our plug-ins, and a game and a player of `boardwalk new`, outside the
# tree, loads them, checks them, and plays.
#
#   tests/package_test.sh BUILD_FOLDER COMPILER [PYTHON]
#
# PYTHON: `import boardwalk` is part of the build, and is used, too.
set -euo pipefail
# shellcheck source=tests/package_testing.sh
source "$(dirname "${BASH_SOURCE[0]}")/package_testing.sh" "$@"

for game in connectfour othello breakthrough draughts ataxx tictactoe; do
  expect 'installed/lib/boardwalk/plugins' "$program" list
  expect "  $game  " "$program" list
done

"$program" new game mygame >/dev/null
"$program" new player myplayer >/dev/null
refuse 'is here already' "$program" new game mygame
cp -r "$source"/games/plugins/*/ "$source"/ai/plugins/*/ .
# Those of the tree are tested there, and need not be fast here.
build_and_test() {
  local options=() test=(ctest --test-dir build --no-tests=error
    --output-on-failure)
  if [[ $1 != my* ]]; then
    options=(-DCMAKE_BUILD_TYPE=Plain -DCMAKE_CXX_FLAGS=-O0)
    test=(true)
  fi
  (cd "$1" && cmake -B build "${options[@]}" && cmake --build build \
    && "${test[@]}") >"$1.log" 2>&1 || fail "$1: $(<"$1.log")"
}
names=()
for file in */CMakeLists.txt; do names+=("${file%/*}"); done
((${#names[@]} >= 10)) || fail "the plug-ins are ${names[*]}"
export -f build_and_test fail
printf '%s\n' "${names[@]}" | xargs -P 2 -I NAME bash -c 'build_and_test NAME'
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

# Python finds the plug-ins of the program, and loads the same library.
if [[ -n ${3:-} ]]; then
  module=installed/lib/python3/dist-packages
  said=$(PYTHONPATH=$module "$3" -B "$source/tests/installed_module.py" \
    $module/boardwalk $game mygame 2>&1) || fail "$said"
  [[ $said == *' games and mygame are played' && $said != *$'\n'* ]] \
    || fail "Python: $said"
fi

# Our plug-ins also build outside the tree and load together: the searches play the
# games, the players play all of them.
mkdir all
cp ./*/build/*.so all
rm -r installed/lib/boardwalk/plugins
expect "$(printf '%s\n' all/*.so | wc -l)" bash -c \
  "BOARDWALK_PLUGIN_PATH=all $program list | grep -c '    from all/'"
expect '84 games of 84' env BOARDWALK_PLUGIN_PATH=all "$program" compare \
  --games ataxx,breakthrough,connectfour,draughts,mygame,othello,tictactoe \
  --players alphabeta:depth=2,mcts:playouts=20,flat:playouts=20,random \
  --rounds 1 --max-plies 60 --no-db

# What cannot be loaded is refused in a line that says why.
head -c 30000 $game >damaged.so
refuse "plug-in 'damaged.so': " "$program" --plugin damaged.so list
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
