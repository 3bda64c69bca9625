#!/usr/bin/env bash
# What boardwalk.bash makes of the program's answers: the words as bash cuts
# them, and what bash puts in place of the last one.
#
#   frontends/cli/completion/completion_test.sh PROGRAM
set -euo pipefail
program=$1
unset BOARDWALK_PLUGIN_PATH
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
ln -s "$program" "$folder/boardwalk"
PATH=$folder:$PATH
HOME=$folder

# shellcheck source=/dev/null
. "$(dirname "${BASH_SOURCE[0]}")/boardwalk.bash"

# Bash refuses its own outside of a completion.
set_options=
compopt() { set_options+=" $*"; }

# Cuts $1 like bash: at blanks, before and after ':' and '=', not in quotes.
cut() {
  local rest=$1
  COMP_WORDS=()
  while [[ $rest =~ ^[[:blank:]]*(\"[^\"]*\"?|[:=]|([^[:blank:]:=\\]|\\.)+) ]]
  do
    COMP_WORDS+=("${BASH_REMATCH[1]}")
    rest=${rest:${#BASH_REMATCH[0]}}
  done
  [[ -z $rest ]] || COMP_WORDS+=("")
}

failures=0
# expect LINE REPLY: Tab at the end of LINE, or at its '|', offers REPLY: what
# bash inserts, separated by blanks, then the options that are set.
expect() {
  local -r before=${1%%|*} wanted=$2
  local -r after=${1#"$before"}
  local word=
  # Bash knows the whole word that the cursor is in.
  [[ $after != \|[^\ ]* ]] || word=${after#|} word=${word%% *}
  cut "$before$word"
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
  COMP_LINE=${1/|/}
  COMP_POINT=${#before}
  set_options=
  _boardwalk 2>"$folder/errors"
  local -r got="${COMPREPLY[*]-}$set_options$(<"$folder/errors")"
  if [[ $got != "$wanted" ]]; then
    printf "completion_test: '%s': '%s' instead of '%s'\n" "$1" "$got" \
      "$wanted" >&2
    failures=$((failures + 1))
  fi
}

expect 'boardwalk pl' 'play playouts'
expect 'boardwalk play te' 'teeko'
expect "$folder/boardwalk play te" 'teeko'
# shellcheck disable=SC2088  # the script replaces it
expect '~/boardwalk play te' 'teeko'
expect 'boardwalk   play  te' 'teeko'
# After ':' and '=' bash replaces what follows them; no blank after these.
expect 'boardwalk play teeko:' 'phase= -o nospace'
expect 'boardwalk play teeko:ph' 'phase= -o nospace'
expect 'boardwalk play teeko:phase=' 'full placement movement'
expect 'boardwalk play teeko:phase=m' 'movement'
expect 'boardwalk think onejump alphabeta:dep' 'depth= -o nospace'
expect 'boardwalk think teeko mcts:reuse=on,sol' 'on,solver= -o nospace'
expect 'boardwalk compare --games teeko,st' 'teeko,star'
expect 'boardwalk compare --games star:players=3,te' '3,teeko'
expect 'boardwalk compare --players=mcts,ra' 'mcts,random'
expect 'boardwalk play --seat 2=ra' 'random'
expect 'boardwalk play --seat 2=mcts:reu' 'reuse= -o nospace'
expect 'boardwalk export --format=' 'jsonl csv csv-seats pdn moves'
expect 'boardwalk export --format j' 'jsonl'
# Quoted, all is one word.
expect 'boardwalk play "teeko:phase=m' 'teeko:phase=movement'
expect 'boardwalk show --moves "1 2" te' 'teeko'
expect 'boardwalk show teeko --moves 1\ 2 --js' '--json'
# What stands behind the cursor does not matter.
expect 'boardwalk play te| --seat 1=human' 'teeko'
expect 'boardwalk play te|ex' 'teeko'
# Names of files are left to bash.
expect 'boardwalk report ' ' -o default'
expect 'boardwalk compare --db=x' ' -o default'
expect 'boardwalk merge a b' ' -o default'
# Nothing, and nothing is said.
expect 'boardwalk nonsense ' ''
expect 'boardwalk perft teeko ' ''
expect "$folder/nothing " ''

((failures == 0))
