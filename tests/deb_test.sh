#!/usr/bin/env bash
# Tests the Debian packages: makes them from this tree, for any machine, asks
# lintian, and installs them on a fresh, empty Debian 12. There the program must
# play, without /proc, too, complete words and have manual pages; then, with
# boardwalk-dev, a game and a player of one's own are built and compared, and with
# python3-boardwalk that game is played in Python. Needs pybind11.
#
#   sudo tests/deb_test.sh [FOLDER]
#
# FOLDER: see machine.sh. Needs lintian besides.
set -euo pipefail
# shellcheck source=tests/machine.sh
source "$(dirname "${BASH_SOURCE[0]}")/machine.sh" "$@"

step "making the packages"
build=$repository/build/deb
cmake --preset portable -B "$build" -DBOARDWALK_TESTS=OFF -DBOARDWALK_BENCH=OFF \
  -DCMAKE_REQUIRE_FIND_PACKAGE_pybind11=ON -S "$repository" >/dev/null
cmake --build "$build" -j "$(nproc)" >/dev/null
rm -f "$build"/*.deb
(cd "$build" && cpack >/dev/null)
lintian --fail-on error "$build"/*.deb
rm -f "$machine"/var/*.deb
cp "$build"/*.deb "$machine/var/"

make_bare
inside root "id someone >/dev/null 2>&1 || useradd -m someone"
step "apt install ./boardwalk*.deb, without /proc"
inside root "apt-get -qq update
  apt-get -qq install -y --no-install-recommends /var/boardwalk_*.deb >/dev/null"
inside someone "set -eo pipefail
  boardwalk list | grep draughts
  boardwalk play draughts --seat 1=random --seat 2=mcts:playouts=50 | tail -n 4
  boardwalk complete think connectfour alphabeta:de
  boardwalk serve --port 8123 & sleep 2
  exec 3<>/dev/tcp/127.0.0.1/8123
  printf 'GET / HTTP/1.0\r\nHost: 127.0.0.1:8123\r\n\r\n' >&3
  grep -m 1 '<title>Boardwalk' <&3
  kill %1
  test -s /usr/share/bash-completion/completions/boardwalk
  test -s /usr/share/zsh/vendor-completions/_boardwalk"
# dpkg may be configured to skip manual pages, so the package itself is asked.
dpkg-deb -c "$build"/boardwalk_*.deb | grep -c 'man1/boardwalk'
# What tournaments of sources need.
[[ $(dpkg-deb -f "$build"/boardwalk_*.deb Recommends) == bubblewrap ]]

step "apt install ./boardwalk-dev*.deb"
mount_devices
inside root "apt-get -qq install -y --no-install-recommends make \
  /var/boardwalk-dev_*.deb >/dev/null"
inside someone "set -e; cd; rm -rf mygame myplayer
  boardwalk new game mygame; boardwalk new player myplayer
  for name in mygame myplayer; do
    (cd \$name && cmake -B build >/dev/null && cmake --build build >/dev/null \
      && ctest --test-dir build | tail -n 4)
  done
  boardwalk --plugin mygame/build/mygame.so --plugin myplayer/build/myplayer.so \
    compare --games teeko,mygame --players myplayer,mcts --playouts 50 --rounds 2 --no-db
  printf '#include <ai_player.h>\nint main(void) { return 0; }\n' >use.c
  cc use.c -I/usr/include/boardwalk -lai_player && ./a.out"

step "apt install ./python3-boardwalk*.deb"
inside root "apt-get -qq install -y --no-install-recommends \
  /var/python3-boardwalk_*.deb >/dev/null
  test -e /usr/lib/python3/dist-packages/boardwalk/__pycache__"
rm -rf "$machine/var/tree"
mkdir -p "$machine/var/tree/tests"
cp "$repository/tests/installed_module.py" "$machine/var/tree/tests/"
cp -r "$repository/games" "$machine/var/tree/"
inside someone "cd && /usr/bin/python3 /var/tree/tests/installed_module.py \
  /usr/lib/python3/dist-packages/boardwalk mygame/build/mygame.so mygame"
# Nothing that Python has made there stays behind.
inside root "apt-get -qq purge -y python3-boardwalk >/dev/null
  ! test -e /usr/lib/python3/dist-packages/boardwalk"
step "done"
