#!/usr/bin/env bash
# Makes the manual pages, boardwalk(1) and boardwalk-COMMAND(1) for each command,
# from what the program says about itself.
#
#   man_pages.sh PROGRAM VERSION DATE FOLDER
#
# The pages have the DATE, so that the same program makes the same pages. FOLDER
# is made anew.
set -euo pipefail
program=$1 version=$2 folder=$4
SOURCE_DATE_EPOCH=$(date -d "$3" +%s)
export SOURCE_DATE_EPOCH LC_ALL=C
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The help of a command as help2man understands it: two blanks before each
# description, a sentence that says what it does.
help_of() {
  "$program" "$@" --help \
    | sed -E -e 's/^(  [^ ].{25}[^ ]) ([^ ])/\1  \2/' -e 's/^  -h,-/  -h, -/' \
      -e '1s/.*/\u&./' -e 's/^Subcommands:/*Commands*/' -e '/^Usage:/s/SUBCOMMAND/COMMAND/'
}

# A group of commands is one page: the usage of each, then a section for each,
# without the options of all.
group_help() {
  local -r group=$1
  local member word='Usage:'
  help_of "$group" >"$work/group"
  sed -n 1p "$work/group"
  for member in "${@:2}"; do
    help_of "$group" "$member" | sed -n "s/^Usage:/$word/p"
    word='  or: '
  done
  sed '1d; /^Usage:/d; /^\*Commands/,$d' "$work/group"
  for member in "${@:2}"; do
    printf '\n*%s %s*\n' "$group" "$member"
    # The empty line ends the options; a heading without any is none.
    help_of "$group" "$member" | grep -vxFf <(grep '^  -' "$work/group") \
      | sed '/^Usage:/d' \
      | sed -E "/^Options:/{N; s/^Options:\n *$//; s/^Options:/With $member:/}"
  done
}

# page SEE_ALSO [COMMAND]
page() {
  local -r see_also=$1 name=boardwalk${2:+-$2}
  local -a command=("${@:2}") members=()
  local about
  about=$("$program" "${command[@]}" --help | sed -n 1p)
  help_of "${command[@]}" >"$work/help"
  if ((${#command[@]} > 0)) && grep -q '^\*Commands' "$work/help"; then
    mapfile -t members < <("$program" complete "${command[@]}" '')
    group_help "${command[@]}" "${members[@]}" >"$work/text"
    mv "$work/text" "$work/help"
  fi
  {
    printf '[see also]\n%s\n' "$see_also"
    printf '[environment]\n.TP\n.B BOARDWALK_PLUGIN_PATH\n%s\n' \
      "folders with ':' between them; the plug-ins in them are loaded"
  } >"$work/include"
  # It calls what it is given, which prints the help.
  help2man --no-info --section=1 --name="$about" --include="$work/include" \
    --version-string="$name $version" --source="boardwalk $version" \
    --help-option="$work/help" --output="$folder/$name.1" cat
}

# The commands as references, such as .BR boardwalk-play (1),
references() {
  printf '.BR boardwalk-%s (1),\n' "$@" | sed '$s/,$//'
}

rm -rf "$folder"
mkdir -p "$folder"
mapfile -t commands < <("$program" complete '')
((${#commands[@]} > 0))
page "$(references "${commands[@]}")"
for command in "${commands[@]}"; do
  page '.BR boardwalk (1)' "$command"
done
gzip -9n "$folder"/*.1
