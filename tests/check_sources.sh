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

# Whether a file may include another, both as paths from the root.
may_include() {
  local -r file=$1 included=$2
  case $file in
    *_test.cc | tests/* | bench/*) return 0 ;;
    framework/*) [[ $included == framework/* ]] ;;
    # Plug-ins may include only what is installed.
    games/plugins/*.cc) [[ $included =~ ^(framework|ai)/ ]] ;;
    ai/plugins/*) [[ $included =~ ^(framework|ai|games)/ ]] ;;
    ai/*) [[ $included =~ ^(framework|ai)/ ]] ;;
    games/registry.*) [[ $included =~ ^(framework|games/registry)[/.] ]] ;;
    games/*/plugin.cc) [[ $included =~ ^(framework|ai)/ ||
      ${included%/*} == "${file%/*}" ]] ;;
    games/*) [[ $included == framework/* || ${included%/*} == "${file%/*}" ]] ;;
    frontends/*)
      local folder=${file#frontends/} more
      folder=${folder%%/*}
      case $folder in
        cli) more='frontends/[a-z]+|games/registry' ;;
        # Programs of one game: each may include that game and its players.
        classic | capi) more='games|ai' ;;
        console) more='frontends/(session|terminal)' ;;
        engine) more='frontends/process' ;;
        comparison) more='frontends/statistics' ;;
        results) more='frontends/comparison' ;;
        board) more='frontends/comparison' ;;
        report) more='frontends/(board|comparison|statistics)' ;;
        contest) more='frontends/(board|comparison|process|report)|games/star/setup' ;;
        web) more='frontends/(board|comparison|contest|report|results|session)' ;;
        process | session | statistics | terminal) more=framework ;;
        *) return 1 ;;
      esac
      [[ $file == *testing.h ]] && more='frontends/[a-z]+|games'
      [[ $included =~ ^(framework|frontends/$folder|$more)[/.] ]]
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
    || wrong "$file includes $included: its folder may not include that one"
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
