# shellcheck shell=bash
# For tests of the package, which source it: installs a build into an empty
# folder that is removed at the end, goes there, and checks what commands say.
#
#   source package_testing.sh BUILD_FOLDER COMPILER
#
# Sets `source`, the tree, `folder` and `program`, which is installed.
# shellcheck disable=SC2034  # for those who source this
source=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$(realpath "$1")
export CXX=$2 CMAKE_GENERATOR=Ninja
unset BOARDWALK_PLUGIN_PATH
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit

fail() { printf '%s: %s\n' "${0##*/}" "$*" >&2; exit 1; }
# expect TEXT COMMAND...: the command succeeds and prints TEXT.
expect() {
  local -r text=$1
  local output
  shift
  output=$("$@" 2>&1) || fail "$* failed: $output"
  [[ $output == *"$text"* ]] || fail "$* does not print '$text': $output"
}
# refuse TEXT COMMAND...: it is an error in the command line, told in one line
# that has TEXT.
refuse() {
  local -r text=$1
  local output status=0
  shift
  output=$("$@" 2>&1) || status=$?
  ((status == 2)) || fail "$* ends with $status: $output"
  [[ $output == *"$text"* ]] || fail "$* does not print '$text': $output"
  [[ $output != *$'\n'* ]] || fail "$* prints several lines: $output"
}
# find_fault TEXT COMMAND...: it fails and prints TEXT.
find_fault() {
  local -r text=$1
  local output
  shift
  ! output=$("$@" 2>&1) || fail "$* finds nothing: $output"
  [[ $output == *"$text"* ]] || fail "$* does not print '$text': $output"
}

cmake --install "$build" --prefix "$folder/installed" >install.log \
  || fail "$(<install.log)"
export CMAKE_PREFIX_PATH=$folder/installed
# shellcheck disable=SC2034  # for those who source this
program=$folder/installed/bin/boardwalk
