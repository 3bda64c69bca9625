#!/usr/bin/env bash
# The entry that `boardwalk export-entry` writes compiles as the document of the
# competition wants it, has no names that others could have, and plays.
#
#   frontends/contest/entry/entry_test.sh PROGRAM ENTRY_GAMES
set -euo pipefail
readonly program=$1 games=$2 id=1155123456
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

fail() {
  printf 'entry_test: %s\n' "$*" >&2
  exit 1
}

"$program" export-entry chinese8 --id "$id" --time 10ms >printed
[[ $(echo *) == "aiplayer_$id.c aiplayer_$id.h printed" ]] || fail "files: $(echo *)"
! grep -n STUDENTID ./* || fail 'the name of the template is left'

cat >other.c <<'END'
#include "aiplayer_7.h"
#include "aiplayer_1155123456.h"
int main(void) { return ai_player_7(0, 0) + ai_player_1155123456(0, 0); }
END
"$program" export-entry chinese8 --id 7 >/dev/null

compilers=0
for compiler in gcc clang; do
  command -v "$compiler" >/dev/null || continue
  compilers=$((compilers + 1))
  for flags in -O0 -O2 '-O2 -m32' '-O2 -fsanitize=undefined -fno-sanitize-recover'; do
    # Not every machine has the libraries for it.
    read -ra words <<<"$flags"
    echo 'int main(void) { return 0; }' >probe.c
    "$compiler" "${words[@]}" -include stdlib.h probe.c -o probe 2>/dev/null || continue
    "$compiler" -std=c99 -Wall -Wextra -Werror -pedantic "${words[@]}" \
      other.c "aiplayer_$id.c" aiplayer_7.c -o both
    ./both || fail "$compiler $flags: nonsense is answered"
  done
  for level in 0 2; do
    "$compiler" -std=c99 -Wall -Wextra -Werror -pedantic "-O$level" -c \
      "aiplayer_$id.c" -o entry.o
    names=$(nm -g --defined-only entry.o | awk '{ print $3 }')
    [[ $names == "ai_player_$id" ]] || fail "$compiler -O$level: names: $names"
    # Nothing that could be kept from one call to the next.
    ! nm entry.o | grep ' [bBcCdD] ' || fail "$compiler -O$level: variables"
    # What it needs of others: time, memory for a while, and no more.
    strange=$(nm -u entry.o | awk '{ print $2 }' |
      grep -vxE 'abs|calloc|clock|difftime|free|memset|memcpy|time|_GLOBAL_OFFSET_TABLE_' || true)
    [[ -z $strange ]] || fail "$compiler -O$level: it uses $strange"
    # No function of the file has another end either, as the document asks.
    if [[ $level == 0 ]]; then
      functions=$(nm --defined-only entry.o | awk '$2 ~ /[tT]/ { print $3 }' |
        grep -v "_$id\$" || true)
      [[ -z $functions ]] || fail "$compiler: functions: $functions"
    fi
  done
done
((compilers > 0)) || fail 'no compiler'

# A clock that counts how often it is read, every 512 positions: the games are
# the same on every machine. A move is some 50,000 positions, 10 ms.
cat >counting_clock.h <<'END'
#include <time.h>
static clock_t counting_clock(void) {
  static clock_t now;
  return now += CLOCKS_PER_SEC / 10000;
}
#define clock counting_clock
END
cc -std=c99 -O2 -shared -fPIC -include ./counting_clock.h "aiplayer_$id.c" \
  -o entry.so
"$games" ./entry.so "$id" 10 2 || fail 'it plays badly'
