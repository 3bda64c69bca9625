#!/usr/bin/env bash
# Rules about sources that a compiler does not know: which folder may include
# which (see CONTRIBUTING.md), and that no file names a place of one machine.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

status=0
wrong() {
  printf '%s\n' "$*" >&2
  status=1
}

# Whether a file may include another, both as paths from the root.
may_include() {
  local -r file=$1 included=$2
  case $file in
    *_test.cc | tests/* | bench/*) return 0 ;;
    framework/*) [[ $included == framework/* ]] ;;
    ai/*) [[ $included =~ ^(framework|ai)/ ]] ;;
    games/registry.*) [[ $included =~ ^(framework|games/registry)[/.] ]] ;;
    games/*/plugin.cc) [[ $included =~ ^(framework|ai)/ ||
      ${included%/*} == "${file%/*}" ]] ;;
    games/*) [[ $included == framework/* || ${included%/*} == "${file%/*}" ]] ;;
    frontends/classic/* | frontends/capi/*)
      # Programs of one game by nature: each may include a game's headers, and
      # a player for it.
      [[ $included =~ ^(framework|games|ai|frontends)/ ]] ;;
    frontends/*)
      [[ $included =~ ^(framework|frontends)/ || $included == games/registry.h ]]
      ;;
    *) return 0 ;;
  esac
}

while IFS= read -r line; do
  file=${line%%:*}
  included=${line#*\"}
  included=${included%%\"*}
  case $included in framework/* | games/* | ai/* | frontends/*) ;; *) continue ;; esac
  may_include "$file" "$included" \
    || wrong "$file includes $included: that arrow runs the wrong way"
done < <(git grep --untracked -E '^#include "' -- '*.h' '*.cc')

# Code in a header's comment that is not marked as an example, so that the build
# does not compile it.
# shellcheck disable=SC2016
unmarked=$(git ls-files --cached --others --exclude-standard -- '*.h' \
  | xargs awk '
      /^ *\/\/ Example[ ,:]/ { marked = 1 }
      !/^ *\/\/(   .*)?$/ && !/Example[ ,:]/ && !heading { marked = 0 }
      { heading = marked && (heading || /Example[ ,:]/) && !/:$/ }
      /^ *\/\/   / && after_empty && !marked && /[;{]$/ {
        print FILENAME ":" FNR ": " $0
      }
      { after_empty = /^ *\/\/$/ || (after_empty && /^ *\/\/   /) }')
[[ -z $unmarked ]] || wrong "$unmarked
these lines look like an example that no line 'Example:' announces (CONTRIBUTING.md)"

if git grep --untracked -nE '(^|[^A-Za-z0-9_.$}])/(work|tmp|home|root)/' -- . >&2
then
  wrong "the lines above name a place that is not on every machine"
fi
exit "$status"
