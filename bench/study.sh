#!/usr/bin/env bash
# Studies of how strong players are, by `boardwalk compare`:
#
#   bench/study.sh strength FOLDER     # searches against weaker players
#   bench/study.sh ablation FOLDER     # searches against themselves without a feature
#   bench/study.sh levels FOLDER       # each level against the one below
#   bench/study.sh multiplayer FOLDER  # searches for three, four and six on the star
#   bench/study.sh gain FOLDER OPTION  # what an option of alphabeta gains over all games
#   bench/study.sh calibration FOLDER  # whether values foretell results
#
# Each comparison is a file in FOLDER. A study that was stopped continues when it
# is started again. At the end it prints a table; with --table at the end it
# only prints what is there so far. Environment:
#
#   BOARDWALK   the program
#   JOBS        games at once
#   GAMES, PAIRS  strength, ablation, levels: games, pairs of games
#   TIME        strength, ablation: time a move
#   ALPHABETA, MCTS, FIRST_ALPHABETA, PLAIN_UCT, CUT_UCT
#               strength: the players, and their weaker forms
#   FEATURES    ablation: such as "alphabeta:table=off mcts:rave=50"
#   PLAYERS     multiplayer: names separated by blanks
#   SEATS       multiplayer: such as "3 4 6"
#   SHORT, LONG multiplayer: blocks and time a move, such as "300 10ms"; LONG,
#               which the best four players play, may be empty
#   LADDER      gain, calibration: the games, joined by commas
#   ROUNDS      gain: pairs of games in each game
#   EQUALS      calibration: such as "alphabeta:nodes=2000/alphabeta:nodes=1900/500":
#               the player, one that is hardly different, and pairs of games
#   NODES, TIME gain: the limits of a move; one comparison for each that is not
#               empty
#   AGAINST     gain: the player without the option
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
boardwalk=${BOARDWALK:-$root/build/release/bin/boardwalk}
games=()  # of the study
jobs=${JOBS:-$(nproc)}
two_seats=chinese8,teeko,onejump,star:size=3,ataxx,breakthrough,connectfour,draughts,othello
ladder=${LADDER:-$two_seats}

say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }
die() { say "$*"; exit 1; }

# compare FILE ARGUMENTS...: starts or continues a comparison.
compare() {
  local -r file=$1
  shift
  say "$file"
  local status=0
  "$boardwalk" compare --db "$file" "$@" >/dev/null || status=$?
  ((status == 0)) || { say "stopped; the same command continues"; exit "$status"; }
}

# Strength, ablation and levels are lists of matches: NAME GAME FIRST SECOND.
matches=()
# add NAME FIRST SECOND [GAME...]: in these games, as far as they are in GAMES.
add() {
  local -r name=$1 first=$2 second=$3
  local game
  shift 3
  for game in "${games[@]}"; do
    (($# > 0)) && [[ " $* " != *" $game "* ]] \
      || matches+=("$name $game $first $second")
  done
}

strength_matches() {
  local -r alphabeta=${ALPHABETA:-alphabeta} mcts=${MCTS:-mcts}
  local -r plain_alphabeta=${FIRST_ALPHABETA:-alphabeta:table=off,scout=off,aspiration=off,ordering=off,reductions=off,quiescence=off,nullmove=off,futility=off,latemoves=off,tempo=off}
  local -r uct=mcts:fpu=100,playout=uniform,history=0,rave=0,bias=0,minimax=0,leaftemperature=1,solver=off,reuse=off,repetitions=off
  add alphabeta-first "$alphabeta" "$plain_alphabeta"
  add alphabeta-greedy "$alphabeta" greedy
  add alphabeta-random "$alphabeta" random
  add mcts-plain "$mcts" "${PLAIN_UCT:-$uct,exploration=1,cutoff=0}"
  # The best that plain UCT gets by cutting playouts early.
  add mcts-cut "$mcts" "${CUT_UCT:-$uct,exploration=0.05,cutoff=2}"
  add mcts-greedy "$mcts" greedy
  add mcts-random "$mcts" random
}

# add_feature SETTING [GAME...]: the player against itself with this setting.
add_feature() { add "$1" "${1%%:*}" "$1" "${@:2}"; }

ablation_matches() {
  local feature
  if [[ -n ${FEATURES:-} ]]; then
    for feature in $FEATURES; do add_feature "$feature"; done
    return
  fi
  for feature in table ordering reductions scout aspiration futility latemoves tempo; do
    add_feature "alphabeta:$feature=off"
  done
  add_feature alphabeta:quiescence=off onejump
  add_feature alphabeta:nullmove=off chinese8 star:size=3
  for feature in solver=off reuse=off playout=uniform minimax=0; do
    add_feature "mcts:$feature"
  done
  add_feature mcts:repetitions=off onejump teeko star:size=3
  add_feature mcts:bias=0 chinese8 star:size=3
  for feature in history=0.5 rave=50; do add_feature "mcts:$feature"; done
}

levels_matches() {
  add greedy greedy beginner
  add easy easy beginner
  add medium medium easy
  add hard hard medium
  add expert expert hard
}

# match_rows FILE: how the first player did in each game, and over several, each
# of which counts the same; separated by tabs. With more than two seats the score
# is the share of the points that both have together. If one side won everything
# the Elo is a bound.
match_rows() {
  "$boardwalk" report "$1" --format json | jq -r '
    def negative: if . != null then -. else . end;
    # The report names the stronger player first.
    def turned: {value: (.value | negative), low: (.high | negative),
                 high: (.low | negative)};
    def signed: round | if . > 0 then "+\(.)" else "\(.)" end;
    def elo: if .value != null then "\(.value | signed) [\(.low | signed), \(.high | signed)]"
      elif .low != null then "> \(.low | signed)"
      elif .high != null then "< \(.high | signed)"
      else "-" end;
    def elo_of_score: if . > 0 and . < 1 then -400 * (1 / . - 1 | log10)
      else null end;
    .configuration.players as $names
    | def row($game; $games; $score; $elo):
        [$game, $names[0], $names[1], $games,
         "\($score * 1000 | round / 10) %", $elo] | @tsv;
    (select(.variants | length > 1) | .games as $games
     | .overall[] | select(.player == $names[0])
     | row("all"; $games; .score;
           {value: (.score | elo_of_score),
            low: (.score - .score_error | elo_of_score),
            high: (.score + .score_error | elo_of_score)} | elo)),
    (.variants[] as $v
     | ($v.players[] | select(.player == $names[0])) as $first
     | row($v.game; $v.games; $first.score / ([$v.players[].score] | add);
           $v.pairs[0] | if .first == $names[0] then .elo else .elo | turned end
           | elo))'
}

# print_matches FILE...: the table of those that are there.
print_matches() {
  local file
  {
    printf 'game\tplayer\tagainst\tgames\tscore\tElo, 95 %%\n'
    for file in "$@"; do [[ ! -e $file ]] || match_rows "$file"; done
  } | column -t -s $'\t'
}

# rounds_of GAME PAIRS: how many rounds of two players are that many pairs of
# games. With more than two seats a round has all fields in all rotations.
rounds_of() {
  local seats=2 a_round
  [[ ! $1 =~ players=([0-9]+) ]] || seats=${BASH_REMATCH[1]}
  ((seats > 2)) || { echo "$2"; return; }
  a_round=$((seats * $(fields 2 "$seats")))
  echo $(((2 * $2 + a_round - 1) / a_round))
}

# run_matches FOLDER ONLY_TABLE PAIRS ARGUMENT...: these go to compare.
run_matches() {
  local -r folder=$1 only_table=$2 pairs=$3
  shift 3
  local match name game first second file
  local -a files=()
  for match in "${matches[@]}"; do
    read -r name game first second <<<"$match"
    file=$name-$game
    files+=("$folder/${file//[:=,]/-}.sqlite")
    ((only_table)) || compare "${files[-1]}" --games "$game" \
      --players "$first" "$second" --rounds "$(rounds_of "$game" "$pairs")" \
      --jobs "$jobs" "$@"
  done
  print_matches "${files[@]}"
}

# How many fields `$1` players make for `$2` seats in a round of compare:
# everybody as often as possible, and any choice of players for the rest.
fields() {
  local -r n=$1
  local k=$(($2 % $1)) choices=1 i
  for ((i = 1; i <= k; ++i)); do choices=$((choices * (n - k + i) / i)); done
  echo "$choices"
}

# compare_fields FILE SEATS BLOCKS TIME PLAYER...: at least so many blocks. A
# block is one opening of six random plies with a field in all rotations.
compare_fields() {
  local -r file=$1 seats=$2 blocks=$3 time=$4
  shift 4
  local a_round
  a_round=$(fields $# "$seats")
  compare "$file" --games "star:size=3,players=$seats" --players "$@" \
    --time "$time" --openings 6 --jobs "$jobs" \
    --rounds $(((blocks + a_round - 1) / a_round))
}

# run_multiplayer FOLDER ONLY_TABLE
run_multiplayer() {
  local -r folder=$1 only_table=$2
  local -a players seat_numbers best files=()
  local seats file short_blocks short_time long_blocks long_time
  read -ra players <<<"${PLAYERS:-alphabeta:algorithm=paranoid \
alphabeta:algorithm=maxn alphabeta:algorithm=brs alphabeta:algorithm=opps \
mcts:history=0.5 mcts:history=0}"
  read -ra seat_numbers <<<"${SEATS:-3 4 6}"
  read -r short_blocks short_time <<<"${SHORT:-300 10ms}"
  read -r long_blocks long_time <<<"${LONG-100 100ms}" || true
  for seats in "${seat_numbers[@]}"; do
    files+=("$folder/$seats-players-$short_time.sqlite")
    ((only_table)) || compare_fields "${files[-1]}" "$seats" "$short_blocks" \
      "$short_time" "${players[@]}"
  done
  for seats in "${seat_numbers[@]}"; do
    [[ -n ${long_blocks:-} ]] || break
    files+=("$folder/$seats-players-$long_time.sqlite")
    ((only_table)) && continue
    file=$folder/$seats-players-$short_time.sqlite
    mapfile -t best < <("$boardwalk" report "$file" --format json \
      | jq -r '.variants[0].players[:4][].player')
    compare_fields "${files[-1]}" "$seats" "$long_blocks" "$long_time" \
      "${best[@]}"
  done
  for file in "${files[@]}"; do
    [[ ! -e $file ]] || { "$boardwalk" report "$file"; echo; }
  done
}

# run_gain FOLDER ONLY_TABLE OPTION
run_gain() {
  local -r folder=$1 only_table=$2 option=$3 against=${AGAINST:-alphabeta}
  local with=$against limit file
  if [[ $with == *:* ]]; then with+=,$option; else with+=:$option; fi
  for limit in "nodes ${NODES-5000}" "time ${TIME-}"; do
    [[ -n ${limit#* } ]] || continue
    file=$with-against-$against-${limit/ /-}
    file=$folder/${file//[:=,]/-}.sqlite
    ((only_table)) || compare "$file" --games "$ladder" \
      --players "$with" "$against" "--${limit% *}" "${limit#* }" \
      --openings 4 --rounds "${ROUNDS:-112}" --max-plies 400 --jobs "$jobs"
    say "${limit/ / = } a move"
    print_matches "$file"
  done
}

# Random plies that leave a game undecided, and give many openings.
opening_plies() {
  case $1 in
    tictactoe) echo 2 ;;
    teeko) echo 6 ;;
    connectfour) echo 8 ;;
    *) echo 12 ;;
  esac
}

# run_calibration FOLDER ONLY_TABLE
run_calibration() {
  local -r folder=$1 only_table=$2
  local game match player equal rounds file
  local -a all_games files=()
  IFS=, read -ra all_games <<<"${LADDER:-$ladder,tictactoe}"
  for match in ${EQUALS:-alphabeta:nodes=2000/alphabeta:nodes=1900/500 \
    mcts:playouts=1000/mcts:playouts=950/200}; do
    IFS=/ read -r player equal rounds <<<"$match"
    for game in "${all_games[@]}"; do
      file=$player-$game
      files+=("$folder/${file//[:=,]/-}.sqlite")
      ((only_table)) || compare "${files[-1]}" --games "$game" \
        --players "$player" "$equal" --openings "$(opening_plies "$game")" \
        --rounds "$rounds" --max-plies 400 --jobs "$jobs"
    done
  done
  {
    printf 'game\tplayer and its equal\tgames\tpositions\tdifference\tof right values\tslope\n'
    for file in "${files[@]}"; do
      [[ ! -e $file ]] || "$boardwalk" report "$file" --calibration --json | jq -r '
        def rounded: . * 1000 | round / 1000;
        .calibration as $all | $all[-1] | [.game, $all[0].player, .games, .positions,
          (.difference, .by_chance | rounded),
          (.slope | if . == null then "-" else rounded end)] | @tsv'
    done
  } | column -t -s $'\t'
}

usage() {
  die "usage: ${0##*/} strength|ablation|levels|multiplayer|calibration FOLDER [--table], or
  ${0##*/} gain FOLDER OPTION [--table]"
}

main() {
  local only_table=0
  if (($# > 2)) && [[ ${*: -1} == --table ]]; then
    only_table=1
    set -- "${@:1:$#-1}"
  fi
  case ${1-} in
    strength | ablation | levels | multiplayer | calibration) (($# == 2)) || usage ;;
    gain) (($# == 3)) || usage ;;
    *) usage ;;
  esac
  [[ -x $boardwalk ]] \
    || die "no program at $boardwalk: build it (./dev run --version) or set BOARDWALK"
  command -v jq >/dev/null || die "jq is missing: apt-get install jq"
  mkdir -p "$2"
  local usual_games="onejump chinese8 teeko star:size=3"
  [[ $1 != levels ]] \
    || usual_games="${two_seats//,/ } star:size=3,players=3 star:size=3,players=6"
  read -ra games <<<"${GAMES:-$usual_games}"
  case $1 in
    strength)
      strength_matches
      run_matches "$2" "$only_table" "${PAIRS:-100}" --time "${TIME:-100ms}" \
        --openings 4
      ;;
    ablation)
      ablation_matches
      run_matches "$2" "$only_table" "${PAIRS:-50}" --time "${TIME:-20ms}" \
        --openings 4
      ;;
    levels)
      levels_matches
      run_matches "$2" "$only_table" "${PAIRS:-100}" --openings 2 --seed 11 \
        --max-plies 400
      ;;
    multiplayer) run_multiplayer "$2" "$only_table" ;;
    gain) run_gain "$2" "$only_table" "$3" ;;
    calibration) run_calibration "$2" "$only_table" ;;
  esac
}

main "$@"
