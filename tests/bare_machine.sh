#!/usr/bin/env bash
# Tests the set-up for a newcomer: makes a Debian 12 with nothing but git in a
# folder and clones the committed state of this repository into it. Then it runs,
# each time with nothing installed: `./dev` as a user who may install nothing (and
# must be told what to ask for), `./dev test` as root, every command of the README
# as a user with sudo. Last, with everything installed, both without a network.
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
# The first build, then all that the README says.
readme_it="cd ~/boardwalk && time ./dev run list && time tests/readme_commands.sh"

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
step "someone, with sudo: ./dev run list, the commands of the README"
inside someone "$readme_it"

step "someone, without a network: ./dev run, ./dev test"
start=(unshare --net bash -c 'ip link set lo up && exec "$@"' bash)
inside someone "cd ~/boardwalk && ./dev run list && $test_it"
step "done"
