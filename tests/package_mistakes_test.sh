#!/usr/bin/env bash
# Makes every mistake of games/README.md as a stranger does, in a copy of what
# `boardwalk new game` makes, and looks at what the compiler or the program says.
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

# --- What the compiler says ---------------------------------------------------

cmake -DCXX="$CXX" -DSOURCE="$source" -DHEADERS=installed/include/boardwalk \
  -DBINARY="$folder" -P "$source/tests/mistakes.cmake" >mistakes.log 2>&1 \
  || fail "$(<mistakes.log)"

# --- What the program says ----------------------------------------------------

mistake deadend deadend.h 's/Taken\(\) == 0777/false/'
mistake toomany toomany.h 's/kMaxMoves = 9/kMaxMoves = 6/'
mistake twice twice.h 's/list.push_back\(\{square\}\);/{ list.push_back({square}); list.push_back({square}); }/'
mistake halfhash halfhash.h 's/Mix64\(marks_\[0\] << 9 \| marks_\[1\]\)/Mix64(marks_[0])/'
mistake losttext plugin.cc 's/State state;/State state; if (text == "...\/...\/..X") return State();/'
mistake halfundo halfundo.h 's/  uint64_t Hash\(\)/  struct UndoInfo { int square; };\n  UndoInfo ApplyWithUndo(Move move) { Apply(move); return {move.square}; }\n  void Undo(UndoInfo) {}\n&/'
mistake wrongrule wrongrule.h 's/0421u, //'
together faulty deadend toomany twice halfhash losttext halfundo wrongrule
mistake badset plugin.cc 's/\.title = .*/&\n      .test_sets = {"size=1"},/'
mistake unwritten plugin.cc 's/^GamePlugin Plugin\(\).*//'
# shellcheck disable=SC2016  # the end of the file, for sed
mistake entry plugin.cc '/^BOARDWALK_PLUGIN/,$d'
mistake crash plugin.cc 's/(BOARDWALK_PLUGIN.*)/\1 __builtin_trap();/'
mistake other plugin.cc '1s/^/#include "framework\/version.h"\n#undef BOARDWALK_VERSION\n#define BOARDWALK_VERSION "0.0.1"\n/'

cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.25)
project(mistakes LANGUAGES C CXX)
find_package(boardwalk REQUIRED)
boardwalk_add_plugin(faulty faulty.cc)
target_include_directories(faulty PRIVATE .)
foreach(game badset unwritten entry crash other)
  boardwalk_add_plugin(${game} ${game}/plugin.cc)
endforeach()
END
# Not optimised, as it is only looked at.
CXXFLAGS="-O0 -DNDEBUG" cmake -B build -DCMAKE_BUILD_TYPE=Plain >build.log
find_fault 'boardwalk::unwritten::Plugin()' cmake --build build -- -k 0
for game in faulty badset entry crash other; do
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
