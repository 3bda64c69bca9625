#!/usr/bin/env bash
# Rules about sources that a compiler does not know: which folder may include
# which (see CONTRIBUTING.md and frontends/README.md), and that no file contains
# a path that exists on one machine only.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

status=0
wrong() {
  printf '%s\n' "$*" >&2
  status=1
}

# What each front end includes besides framework/ and itself. An arrow that no
# file uses is wrong, too. The helpers of its tests include more.
declare -A arrows=(
  [cli]='ai/learn/games_file ai/learn/learned_check ai/learn/learner ai/learn/weights_file classic comparison console contest engine games/registry process report
    results session statistics terminal web'
  [classic]='games/onejump/onejump games/onejump/scripted games/registry
    games/teeko/scripted games/teeko/teeko'
  [capi]='games/registry'
  [python]='ai/bind ai/puct/puct_search comparison engine games/registry report
    results'
  [console]='session terminal'
  [engine]='process'
  [comparison]='statistics'
  [results]='comparison'
  [board]='comparison'
  [report]='board comparison statistics'
  [contest]='board comparison engine games/star/setup process report'
  [web]='board comparison report results session'
  [cli testing]='games/plugins/tictactoe/tictactoe'
  [report testing]='games/registry'
)
declare -A used=()

frontend_may_include() {
  local -r file=$1 included=$2
  local folder=${file#frontends/} to=${included#frontends/}
  folder=${folder%%/*}
  [[ $included != framework/* && $included != frontends/"$folder"/* ]] || return 0
  [[ $included == frontends/* ]] && to=${to%%/*}
  to=${to%.h}
  local from
  for from in "$folder" "$folder testing"; do
    [[ $from == "$folder" || $file == *testing.h ]] || continue
    # shellcheck disable=SC2076  # a word, not a pattern
    [[ " ${arrows[$from]-} " =~ [[:space:]]"$to"[[:space:]] ]] || continue
    used[$from $to]=1
    return 0
  done
  return 1
}

# Whether a file may include another, both as paths from the root.
may_include() {
  local -r file=$1 included=$2
  case $file in
    # Plug-ins may include only what is installed.
    tests/plugins/*) [[ $included =~ ^(framework|ai)/ ]] ;;
    *_test.cc | tests/* | bench/*) return 0 ;;
    framework/*) [[ $included == framework/* ]] ;;
    # So may those of the program.
    games/plugins/*.cc) [[ $included =~ ^(framework|ai)/ ]] ;;
    ai/plugins/*) [[ $included =~ ^(framework|ai|games)/ ]] ;;
    ai/*) [[ $included =~ ^(framework|ai)/ ]] ;;
    games/registry.*) [[ $included =~ ^(framework|games/registry)[/.] ]] ;;
    games/*/plugin.cc) [[ $included =~ ^(framework|ai)/ ||
      ${included%/*} == "${file%/*}" ]] ;;
    games/*) [[ $included == framework/* || ${included%/*} == "${file%/*}" ]] ;;
    frontends/web/http/*testing.h) return 0 ;;
    # The server knows nothing of games.
    frontends/web/http/*) [[ $included =~ ^(framework|frontends/web/http)/ ||
      $included == frontends/web/api.h ]] ;;
    frontends/*) frontend_may_include "$file" "$included" ;;
    *) return 0 ;;
  esac
}

while IFS= read -r line; do
  file=${line%%:*}
  included=${line#*\"}
  included=${included%%\"*}
  case $included in framework/* | games/* | ai/* | frontends/*) ;; *) continue ;; esac
  may_include "$file" "$included" \
    || wrong "$file includes $included: its folder may not include that one"
done < <(git grep --untracked -E '^#include "' -- '*.h' '*.cc')
for from in "${!arrows[@]}"; do
  for to in ${arrows[$from]}; do
    [[ -n ${used[$from $to]-} ]] \
      || wrong "no file of frontends/$from includes $to: remove that arrow in $0"
  done
done

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

# Sentences in the page's modules, besides those that hold its texts. Comments
# may quote.
if git grep --untracked -nP '^(?:(?!(?:^|\s)//).)*["'\''`][^"'\''`]*\b[A-Z][a-z]+,? [a-z]' \
  -- 'frontends/web/page/*.js' 'frontends/board/viewer/*.js' ':!*texts.js' >&2
then
  wrong "the lines above have texts: those of the page stand in texts.js and viewer_texts.js"
fi

version=$(sed -n 's/^#define BOARDWALK_VERSION "\(.*\)"/\1/p' framework/version.h)
grep -qx "version: $version" CITATION.cff \
  || wrong "CITATION.cff is not of version $version, as framework/version.h is"
released=$(sed -n 's/^date-released: //p' CITATION.cff)
grep -qxF "## [$version] - $released" CHANGELOG.md \
  || wrong "CHANGELOG.md has no '## [$version] - $released', as CITATION.cff says"
grep -qF "set(release_date \"$(LC_ALL=C date -u -d "$released" '+%a, %d %b %Y %T +0000')\")" \
  framework/package/package.cmake \
  || wrong "framework/package/package.cmake has not the release date $released"

if git grep --untracked -nE '(^|[^A-Za-z0-9_.$}])/(work|tmp|home|root)/' -- . >&2
then
  wrong "the lines above contain a path that does not exist on every machine"
fi
exit "$status"
