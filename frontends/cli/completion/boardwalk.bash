# Completion of `boardwalk` in bash. The program knows what a word may be; this
# file says it to bash. Installed, it is found by itself; else source it.

_boardwalk() {
  COMPREPLY=()
  # The words up to the cursor. Bash cuts them at ':' and '=' as well, so pieces
  # without a blank between them are one.
  local line=${COMP_LINE:0:COMP_POINT} piece
  local -a words=()
  local -i i
  for ((i = 0; i <= COMP_CWORD; ++i)); do
    piece=${line#"${line%%[![:blank:]]*}"}
    ((i > 0)) && [[ $piece == "$line" ]] || words+=("")
    line=$piece
    piece=${COMP_WORDS[i]:0:${#line}}
    line=${line:${#piece}}
    words[-1]+=$piece
  done

  # Without the quotes and with the home folder, as the program would get them.
  local -r typed=${words[-1]}
  words=("${words[@]//[\"\'\\]/}")
  words=("${words[@]/#\~\//$HOME/}")
  local -a candidates
  mapfile -t candidates < <(
    "${words[0]}" complete "${words[@]:1}" 2>/dev/null </dev/null)
  if [[ ${candidates[0]-} == :files ]]; then
    compopt -o default
    return
  fi

  # Bash replaces what follows the last ':' or '=' only, unless it is quoted.
  local before=${words[-1]}
  before=${before%"${before##*["$COMP_WORDBREAKS"]}"}
  [[ $typed != [\"\']* ]] || before=
  local candidate
  for candidate in "${candidates[@]}"; do
    [[ $candidate != *[:=] ]] || compopt -o nospace
    COMPREPLY+=("${candidate#"$before"}")
  done
}

complete -F _boardwalk boardwalk
