#!/usr/bin/env bash
# Tests the build on a machine without the libraries: each is built from source.
# The sources come from Debian's source packages instead of the network addresses
# in CMakeLists.txt. Further arguments go to ctest. SQLite's two files are
# generated from its sources, which needs tclsh (package tcl).
#
#   tests/fetched_libraries.sh FOLDER [CTEST ARGS]
#
# FOLDER keeps the sources for the next time.
set -euo pipefail
repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
mirror=${MIRROR:-http://deb.debian.org/debian}
folder=${1:?usage: tests/fetched_libraries.sh FOLDER [CTEST ARGS]}
shift

mkdir -p "$folder/lists/partial"
cd "$folder"
folder=$PWD
if ! compgen -G 'sqlite3-*' >/dev/null; then
  echo "deb-src $mirror bookworm main" >sources.list
  options=(-q -o "Dir::Etc::sourcelist=$folder/sources.list"
    -o Dir::Etc::sourceparts=- -o "Dir::State::lists=$folder/lists"
    -o Dir::Cache::srcpkgcache= -o Dir::Cache::pkgcache=)
  apt-get "${options[@]}" update
  apt-get "${options[@]}" source abseil googletest benchmark cli11 \
    nlohmann-json3 sqlite3
fi
if [[ ! -e sqlite-amalgamation ]]; then
  (cd sqlite3-*/ && ./configure && make sqlite3.c)
  mkdir -p sqlite-amalgamation.part
  cp sqlite3-*/sqlite3.[ch] sqlite-amalgamation.part
  mv sqlite-amalgamation.part sqlite-amalgamation
fi

build=$repository/build/fetched
arguments=()
# use NAME FOLDER: treats the library as not installed, with its source there.
use() {
  arguments+=("-DCMAKE_DISABLE_FIND_PACKAGE_$1=ON"
    "-DFETCHCONTENT_SOURCE_DIR_${1^^}=$2")
}
use absl "$(echo "$folder"/abseil-*/)"
use CLI11 "$(echo "$folder"/cli11-*/)"
use nlohmann_json "$(echo "$folder"/nlohmann-json3-*/)"
use SQLite3 "$folder/sqlite-amalgamation"
use GTest "$(echo "$folder"/googletest-*/)"
use benchmark "$(echo "$folder"/benchmark-*/)"
# Debian's package passes its version, which upstream takes from git.
arguments+=(-DGIT_VERSION=1.7.1)
cd "$repository"
cmake --fresh --preset portable -B "$build" "${arguments[@]}"
cmake --build "$build" -j "$(nproc)"
ctest --test-dir "$build" --output-on-failure --no-tests=error "$@"
