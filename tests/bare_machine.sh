#!/usr/bin/env bash
# Tests the set-up for a newcomer: makes a Debian 12 with nothing but git in a
# folder and clones the committed state of this repository into it. Then it runs,
# each time with nothing installed: `./dev` as a user who may install nothing (and
# must be told what to ask for), `./dev test` as root, `./dev run play` as a user
# with sudo. Last, with everything installed, both without a network.
#
#   sudo tests/bare_machine.sh [FOLDER]
#
# FOLDER: see machine.sh.
set -euo pipefail
# shellcheck source=tests/machine.sh
source "$(dirname "${BASH_SOURCE[0]}")/machine.sh" "$@"

clone() {
  step "$1: git clone"
  inside "$1" "cd && rm -rf boardwalk &&
    git -c advice.detachedHead=false clone -q /var/boardwalk.bundle boardwalk"
}

test_it="cd ~/boardwalk && time ./dev test"
# The computer in both seats, since there is no keyboard.
play_it="set -o pipefail; cd ~/boardwalk &&
  time ./dev run play onejump --seat 1=random --seat 2=random | tail -n 12"

# The page, by a browser that says its name and no more.
# shellcheck disable=SC2016  # expanded in the machine
serve_it='cd ~/boardwalk; ./dev run serve --port 8123 & sleep 5
  exec 3<>/dev/tcp/127.0.0.1/8123
  printf "GET / HTTP/1.0\r\nHost: 127.0.0.1:8123\r\n\r\n" >&3
  grep -m 1 "<title>Boardwalk" <&3 || exit 1
  kill %1; wait %1; (($? == 143))'

mount_devices
git -C "$repository" bundle create -q "$machine/var/boardwalk.bundle" HEAD
make_bare

inside root "id poor >/dev/null 2>&1 || useradd -m poor"
clone poor
step "poor: ./dev test must say what to install, and stop"
inside poor "cd ~/boardwalk && ! ./dev test"

clone root
step "root: ./dev test"
inside root "$test_it"

make_bare
inside root "apt-get -qq install -y --no-install-recommends sudo >/dev/null
  id someone >/dev/null 2>&1 || useradd -m someone
  echo 'someone ALL=(ALL) NOPASSWD: ALL' >/etc/sudoers.d/someone"
clone someone
step "someone, with sudo: ./dev run play"
inside someone "$play_it"
inside someone "$serve_it"

step "someone, without a network: ./dev run play, ./dev test"
start=(unshare --net)
inside someone "$play_it; $test_it"
step "done"
