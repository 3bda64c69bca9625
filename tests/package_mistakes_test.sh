#!/usr/bin/env bash
# Makes the mistakes of games/README.md that compile, as a stranger does, in a
# copy of what `boardwalk new game` makes, and looks at what the program says.
# mistakes.cmake has those that do not.
#
#   tests/package_mistakes_test.sh BUILD_FOLDER COMPILER
set -euo pipefail
# shellcheck source=tests/package_testing.sh
source "$(dirname "${BASH_SOURCE[0]}")/package_testing.sh" "$@"

# mistake NAME FILE EXPRESSION: the game NAME, in which sed changes FILE. Without
# players, it is compiled in a moment.
mistake() {
  "$program" new game "$1" >/dev/null
  cp "$1/$2" before
  sed -i -E "$3" "$1/$2"
  ! cmp -s before "$1/$2" || fail "sed finds nothing to change for $1"
  sed -i 's/ai::BindGame<Rules>()/MakePlugin<Rules>({})/' "$1/plugin.cc"
}
# Some games in the plug-in PLUGIN.cc; their entry points go, it has one of its
# own.
together() {
  local game
  {
    for game in "${@:2}"; do
      sed -i '/^BOARDWALK_PLUGIN/,$d' "$game/plugin.cc"
      echo "#include \"$game/plugin.cc\""
    done
    echo 'BOARDWALK_PLUGIN(contents) {'
    for game in "${@:2}"; do
      echo "  contents.games.push_back(boardwalk::$game::Plugin());"
    done
    echo '}'
  } >"$1.cc"
}

mistake deadend deadend.h 's/Taken\(\) == 0777/false/'
mistake toomany toomany.h 's/kMaxMoves = 9/kMaxMoves = 6/'
mistake twice twice.h 's/list.push_back\(\{square\}\);/{ list.push_back({square}); list.push_back({square}); }/'
mistake halfhash halfhash.h 's/Mix64\(marks_\[0\] << 9 \| marks_\[1\]\)/Mix64(marks_[0])/'
mistake losttext plugin.cc 's/State state;/State state; if (text == "...\/...\/..X") return State();/'
mistake halfundo halfundo.h 's/  uint64_t Hash\(\)/  struct UndoInfo { int square; };\n  UndoInfo ApplyWithUndo(Move move) { Apply(move); return {move.square}; }\n  void Undo(UndoInfo) {}\n&/'
mistake wrongrule wrongrule.h 's/0421u, //'
together faulty deadend toomany twice halfhash losttext halfundo wrongrule
# connect_four NAME EXPRESSION: the plug-in connectfour, renamed and changed.
connect_four() {
  cp -r "$source/games/plugins/connectfour" "$1"
  sed -i -E "$2; s/ai::BindGame<Rules>\(\)/MakePlugin<Rules>({})/; s/connectfour/$1/" \
    "$1/connectfour.cc"
}
connect_four fullboard 's/ \|\| taken_ == kBoard//'
connect_four onediagonal 's/\{1, 6, 7, 8\}/{1, 6, 7}/'
mistake badset plugin.cc 's/\.minutes = .*/&\n      .test_sets = {"size=1"},/'
mistake unwritten plugin.cc 's/^GamePlugin Plugin\(\).*//'
# shellcheck disable=SC2016  # the end of the file, for sed
mistake entry plugin.cc '/^BOARDWALK_PLUGIN/,$d'
mistake crash plugin.cc 's/(BOARDWALK_PLUGIN.*)/\1 __builtin_trap();/'
mistake other plugin.cc '1s/^/#include "framework\/version.h"\n#undef BOARDWALK_VERSION\n#define BOARDWALK_VERSION "0.0.1"\n/'

# A player that never stops.
"$program" new player deaf >/dev/null
sed -i 's/    Budget budget(limits, limits.playouts);/&\n    for (volatile bool on = true; on;) {}/' deaf/deaf.cc

cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.25)
project(mistakes LANGUAGES C CXX)
find_package(boardwalk REQUIRED)
boardwalk_add_plugin(faulty faulty.cc)
target_include_directories(faulty PRIVATE .)
foreach(game fullboard onediagonal)
  boardwalk_add_plugin(${game} ${game}/connectfour.cc)
endforeach()
boardwalk_add_plugin(deaf deaf/deaf.cc)
foreach(game badset unwritten entry crash other)
  boardwalk_add_plugin(${game} ${game}/plugin.cc)
endforeach()
END
# Not optimised, as it is only looked at.
CXXFLAGS="-O0 -DNDEBUG" cmake -B build -DCMAKE_BUILD_TYPE=Plain >build.log
find_fault 'boardwalk::unwritten::Plugin()' cmake --build build -- -k 0
for game in faulty badset entry crash other fullboard onediagonal deaf; do
  [[ -e build/$game.so ]] || fail "$game is not built: $(<build.log)"
done

# check_finds GAME TEXT [ARGUMENTS]
check_finds() {
  find_fault "$2" "$program" --plugin build/faulty.so check "$1" "${@:3}"
}
check_finds deadend 'no legal move: the game is not over and has no legal move; '
check_finds toomany 'kMaxMoves: 9 legal moves, more than kMaxMoves = 6'
check_finds twice "legal moves: 'a1' is listed twice, in the opening position"
check_finds halfhash 'hash lacks something: unequal positions have one hash: '
check_finds losttext "position text lacks something: '.../.../..X' is read back "
check_finds halfundo 'undo: taking back '
check_finds wrongrule 'line 1: depth 6 has 55440 leaves, not 54720' \
  --perft wrongrule/perft.txt
# The suite fills boards; the numbers of positions show what wins.
find_fault 'no legal move: the game is not over and has no legal move; ' \
  "$program" --plugin build/fullboard.so check fullboard
expect 'conforms' "$program" --plugin build/onediagonal.so check onediagonal
find_fault 'depth 1 has 7 leaves, not 0; see it with: boardwalk --plugin build/onediagonal.so show onediagonal --position ' \
  "$program" --plugin build/onediagonal.so check onediagonal \
  --perft onediagonal/perft.txt --leaves 1000000
# The command in a failing line works, plug-in and all.
shown=$("$program" --plugin build/faulty.so check deadend \
  | sed -n 's/.*no legal move.*see it with: boardwalk //p') || true
[[ $shown == *"--plugin build/faulty.so show deadend --moves '"* ]] \
  || fail "check says how to see it by '$shown'"
eval "set -- $shown"
expect 'O' "$program" "$@"
refuse 'deaf has no limit: give time=1s or playouts=1000' \
  "$program" --plugin build/deaf.so compare --games teeko --players deaf,random \
  --rounds 1 --nodes 10
expect 'in 2 games a player did not stop when it was asked to, and forfeits' \
  "$program" --plugin build/deaf.so compare --games teeko --players deaf,random \
  --rounds 1 --playouts 10 --patience 100ms --jobs 1 --db deaf.sqlite
expect 'by the wall clock; it did not stop when it was asked to' \
  "$program" games deaf.sqlite --ending overrun --json
find_fault 'what was played is kept' \
  "$program" --plugin build/deaf.so compare --games teeko --players deaf,random \
  --rounds 9 --playouts 10 --patience 100ms --jobs 1 --db deaf.sqlite
refuse "the test set 'size=1' of 'badset' is refused" \
  "$program" --plugin build/badset.so list
refuse 'not a plug-in: BOARDWALK_PLUGIN is not used in it' \
  "$program" --plugin build/entry.so list
refuse "loading it ends with 'Illegal instruction'; build it again" \
  "$program" --plugin build/crash.so list
refuse 'it is built for boardwalk 0.0.1, ' \
  "$program" --plugin build/other.so list
sed -i 's/"unwritten"/"teeko"/; $a namespace boardwalk::unwritten { GamePlugin Plugin() { return MakePlugin<Rules>({}); } }' unwritten/plugin.cc
cmake --build build >build.log || fail "$(<build.log)"
refuse "two games have the id 'teeko'" "$program" --plugin build/unwritten.so list
