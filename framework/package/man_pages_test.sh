#!/usr/bin/env bash
# Tests that each command has a manual page with the usual sections, and that
# all options of its help are in it, as options.
#
#   man_pages_test.sh PROGRAM FOLDER
set -euo pipefail
program=$1 folder=$2
failures=0
wrong() {
  printf 'man_pages_test: %s\n' "$*" >&2
  failures=$((failures + 1))
}

# check PAGE [COMMAND...]: the page has what the help of the command has.
check() {
  local -r page=$folder/$1.1.gz
  local text help section option
  text=$(zcat "$page") || { wrong "no page $page"; return; }
  help=$("$program" "${@:2}" --help)
  # `man -k` finds a page by this line.
  [[ $text == *$'\n.SH NAME\n'"$1 \\- "[a-z]* &&
    $text != *' manual page for '* ]] || wrong "$1 has no name"
  for section in SYNOPSIS DESCRIPTION OPTIONS '"SEE ALSO"'; do
    [[ $text == *$'\n'".SH $section"$'\n'* ]] || wrong "$1 has no $section"
  done
  while read -r option; do
    grep -A1 '^\.TP$' <<<"$text" | grep -qE -- \
      "(^|, )\\\\fB${option//-/\\\\-}\\\\fR" \
      || wrong "$1 does not explain $option"
  done < <(sed -nE 's/^  (-h,)?(--[a-z0-9-]+).*/\2/p' <<<"$help")
}

check boardwalk
for command in $("$program" complete ''); do
  check "boardwalk-$command" "$command"
  # The members of a group are on its page.
  "$program" "$command" --help | grep -q '^Subcommands:' || continue
  for member in $("$program" complete "$command" ''); do
    check "boardwalk-$command" "$command" "$member"
  done
done
((failures == 0))
