#!/usr/bin/env bash
# clang-tidy over the sources: tidy.sh BUILD_FOLDER JOBS [changed|all], where the
# folder has been configured for clang. Prints nothing if there are no findings.
#
# `all` checks the whole tree. If it finds nothing and everything is committed, it
# writes the commit to tests/tidied. `changed` checks what differs from that
# commit: sources, and for a header the sources that include it, through other
# headers if no source does. It checks everything if git does not know the commit,
# or if the checks or this script have changed.
#
# Nearly all of the time goes into the headers of the libraries, so sources are
# checked in batches, each one file that includes several. In files with a name
# like UnifiedSource the static analyzer also checks what they include. Tests go
# without it, since it follows every path into GoogleTest.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD
build=$1
jobs=$2
scope=${3:-all}
folder=$build/tidy
export root folder

# deal NAME SIZE: splits the files of standard input into lists of about SIZE.
# Neighbours come into different lists, since they often have helpers of the same
# name, which cannot be compiled together.
deal() {
  local -r name=$1 size=$2
  local -a files
  mapfile -t files
  local -r batches=$(((${#files[@]} + size - 1) / size))
  local i
  for ((i = 0; i < ${#files[@]}; ++i)); do
    echo "${files[i]}" >>"$folder/$name-$((i % batches)).list"
  done
}

# tidy_list NAME LIST: checks the files of LIST as one.
tidy_list() {
  local -r source=$folder/$1.cc list=$2
  local -a checks=() flags
  [[ $1 == UnifiedSource* ]] || checks=(--checks='-clang-analyzer-*')
  mapfile -t flags <"$folder/flags"
  sed "s|.*|#include \"$root/&\"  // NOLINT|" "$list" >"$source"
  clang-tidy --quiet "${checks[@]}" "$source" -- "${flags[@]}" \
    >"$source.report" 2>&1
}

# divide LIST: splits it into LIST_a.list and LIST_b.list; files in which the
# report has errors form a list of their own, if possible.
divide() {
  local -r list=$1 report=$folder/$(basename "$1" .list).cc.report
  local -r one=${list%.list}_a.list other=${list%.list}_b.list
  local file
  : >"$one"
  : >"$other"
  while IFS= read -r file; do
    if grep -q "^$root/$file:.*error:" "$report"; then
      echo "$file" >>"$other"
    else
      echo "$file" >>"$one"
    fi
  done <"$list"
  [[ ! -s $one || ! -s $other ]] || return 0
  local -r half=$(($(wc -l <"$list") / 2))
  head -n "$half" "$list" >"$one"
  tail -n "+$((half + 1))" "$list" >"$other"
}

# tidy_batch LIST: checks it, in two parts if its files do not compile as one.
tidy_batch() {
  local -r list=$1 name=$(basename "$1" .list)
  tidy_list "$name" "$list" && return
  if (($(wc -l <"$list") == 1)) \
    || ! grep -q 'clang-diagnostic-error' "$folder/$name.cc.report"; then
    grep -vE '^[0-9]+ warnings( and [0-9]+ errors?)? generated' \
      "$folder/$name.cc.report"
    return 1
  fi
  divide "$list"
  local part status=0
  for part in "${list%.list}"_?.list; do
    tidy_batch "$part" || status=1
  done
  return "$status"
}
export -f tidy_list divide tidy_batch

rm -rf "$folder"
mkdir -p "$folder"

# The flags are those of a test, which has all definitions. The builds look for
# names that hide others: here those of files that are checked together do.
command=$(sed -n 's|^ *"command": "\(.*/frontends/cli/program_test\.cc\)",$|\1|p' \
  "$build/compile_commands.json" | sed 's/\\\(["\\]\)/\1/g')
words=()
eval "words=($command)"  # quoted for a shell
printf '%s\n' "${words[@]:1:${#words[@]}-5}" -Wno-shadow \
  -isystem "$(/usr/bin/python3 -c \
    'import sysconfig; print(sysconfig.get_path("include"))')" >"$folder/flags"

# The files that match a pattern, one a line.
present() {
  git ls-files --cached --others --exclude-standard -- "$@" \
    | while IFS= read -r file; do [[ ! -e $file ]] || echo "$file"; done
}

# Those of the files of standard input that are sources, and for each header the
# sources that include it; where those are only tests, those of the headers that
# do, too.
with_includers() {
  present '*.cc' '*.h' | xargs grep -HoE '^#include "[^"]+"' >"$folder/includes"
  awk -F'#include ' '
    FILENAME == ARGV[1] {
      gsub(/"/, "", $2)
      sub(/:$/, "", $1)
      includers[$2] = includers[$2] " " $1
      next
    }
    { queue[++last] = $0 }
    END {
      while (next_one < last) {
        file = queue[++next_one]
        if (seen[file]++) continue
        if (file ~ /\.cc$/) print file
        if (file !~ /\.h$/) continue
        count = split(includers[file], of_file, " ")
        found = 0
        for (i = 1; i <= count; ++i) {
          found += of_file[i] ~ /\.cc$/ && of_file[i] !~ /^tests\/|_test\.cc$/
        }
        for (i = 1; i <= count; ++i) {
          if (!found || of_file[i] ~ /\.cc$/) queue[++last] = of_file[i]
        }
      }
    }' "$folder/includes" -
}

present '*.cc' >"$folder/sources"
if [[ $scope == changed ]] && base=$(<tests/tidied) \
  && git diff --quiet "$base" -- .clang-tidy tests/tidy.sh 2>/dev/null
then
  { git diff --name-only "$base" -- '*.cc' '*.h'
    git ls-files --others --exclude-standard -- '*.cc' '*.h'; } \
    | with_includers | sort >"$folder/changed"
  sort "$folder/sources" | comm -12 - "$folder/changed" >"$folder/some"
  mv "$folder/some" "$folder/sources"
fi
{ grep -vE '^tests/|_test\.cc$' "$folder/sources" || true; } | deal UnifiedSource 20
{ grep -E '^tests/|_test\.cc$' "$folder/sources" || true; } | deal tests 15

# shellcheck disable=SC2016  # expanded by the shell that xargs starts
find "$folder" -name '*.list' -print0 \
  | xargs -0 -r -n 1 -P "$jobs" bash -c 'tidy_batch "$1" || exit 1' tidy
if [[ $scope == all && -z $(git status --porcelain) ]]; then
  git rev-parse HEAD >tests/tidied
fi
