#!/usr/bin/env bash
# Code in README.md files is compiled code: a block that begins with "```cpp FILE"
# stands in FILE, line by line. Blocks of C++ and CMake without a file are errors.
#
#   tests/readme_code.sh [FOLDER], the root of the tree by default
set -euo pipefail
cd "${1:-$(dirname "${BASH_SOURCE[0]}")/..}"
status=0
blocks=0
block=$(mktemp)
trap 'rm -f "$block"' EXIT
check() {  # README LINE FILE: $block has the text
  blocks=$((blocks + 1))
  if [[ -z $3 ]]; then
    printf '%s:%s: say which file this code is from: ```cpp FILE\n' "$1" "$2"
    status=1
  elif [[ ! -s $block || ! -f $3 ]] \
    || ! awk 'NR == FNR { want = want $0 "\n"; next } { text = text $0 "\n" }
         END { exit index("\n" text, "\n" want) == 0 }' "$block" "$3"; then
    printf '%s:%s: this code is not in %s\n' "$1" "$2" "$3"
    status=1
  fi
}
while IFS= read -r readme; do
  start=0 file=''
  mapfile -t lines <"$readme"
  for ((number = 1; number <= ${#lines[@]}; ++number)); do
    line=${lines[number - 1]}
    if ((start == 0)) && [[ $line =~ ^\`\`\`(cpp|cmake)\ ?(.*)$ ]]; then
      start=$number file=${BASH_REMATCH[2]}
      : >"$block"
    elif ((start > 0)) && [[ $line == '```' ]]; then
      check "$readme" "$start" "$file"
      start=0
    elif ((start > 0)); then
      printf '%s\n' "$line" >>"$block"
    fi
  done
done < <(find . -name README.md -not -path './build/*' | sort)
if ((blocks == 0)); then
  echo "readme_code: no README.md has code"
  status=1
fi
exit "$status"
