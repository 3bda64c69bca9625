#!/usr/bin/env bash
# Installs `import boardwalk` by pip into an empty folder, from what a build folder
# has and without a network, and uses it from there alone.
#
#   tests/wheel_test.sh BUILD_FOLDER PYTHON PLUG-IN GAME
#
# PLUG-IN has the game GAME, which is somebody else's.
set -euo pipefail
source=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$(realpath "$1")
python=$2
unset BOARDWALK_PLUGIN_PATH
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

fail() { printf 'wheel_test.sh: %s\n' "$*" >&2; exit 1; }
# install BUILD_FOLDER: its output is in the file `log`.
install() {
  BOARDWALK_BUILD=$1 "$python" -m pip --disable-pip-version-check install \
    --no-index --no-build-isolation --no-deps --target installed "$source" \
    >log 2>&1
}

before=$(ls -A "$source" "$source/frontends/python")
install "$build" || fail "$(<log)"
[[ $(ls -A "$source" "$source/frontends/python") == "$before" ]] \
  || fail "it leaves files in $source"
said=$(PYTHONPATH=installed "$python" -B "$source/tests/installed_module.py" \
  installed/boardwalk "$3" "$4" 2>&1) || fail "$said"
[[ $said == *" games and $4 are played" && $said != *$'\n'* ]] || fail "$said"
said=$(PYTHONPATH=installed "$python" -B -c '
import boardwalk
from importlib.metadata import metadata
found = metadata("boardwalk")
print(found["Version"] == boardwalk.__version__, found["License"],
      found.get_all("Requires-Dist"))' 2>&1)
[[ $said == "True Apache-2.0 ['numpy']" ]] || fail "metadata: $said"
for library in installed/boardwalk/*.so installed/boardwalk/plugins/*.so; do
  ! readelf --sections "$library" | grep -q ' \.symtab' \
    || fail "$library is not stripped"
done

rm -r installed
! install "$folder" || fail "it is built in a folder without a build"
grep -q "BOARDWALK_BUILD: '$folder' is no folder that CMake has configured" log \
  || fail "$(<log)"
