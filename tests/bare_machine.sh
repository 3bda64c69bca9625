#!/usr/bin/env bash
# Tests the set-up for a newcomer: makes a Debian 12 with nothing but git in a
# folder and clones the committed state of this repository into it. Then it runs,
# each time with nothing installed: `./dev` as a user who may install nothing (and
# must be told what to ask for), `./dev test` as root, `./dev run play` as a user
# with sudo. Last, with everything installed, both without a network.
#
#   sudo tests/bare_machine.sh [FOLDER]
#
# Needs root, debootstrap and unshare. FOLDER is where the machine is made (about
# 2 GB; a temporary one by default). It is kept for the next time if it is given.
set -euo pipefail
repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
mirror=${MIRROR:-http://deb.debian.org/debian}
((EUID == 0)) || { echo "bare_machine: run this as root" >&2; exit 2; }

keep=0
if (($# > 0)); then
  machine=$1
  keep=1
else
  machine=$(mktemp -d)
fi
clean_up() {
  umount -q "$machine/proc" "$machine/dev/pts" "$machine/dev" || true
  # Never remove a folder that the real devices are still mounted in.
  if ((!keep)) && ! mountpoint -q "$machine/dev"; then rm -rf "$machine"; fi
}
trap clean_up EXIT

step() { printf '\n##### %s\n' "$*"; }

# inside USER COMMAND: runs a shell command in the machine.
start=()
inside() {
  "${start[@]}" chroot "$machine" /usr/bin/env -i HOME="$(home_of "$1")" TERM=xterm \
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    setpriv --reuid "$1" --regid "$1" --init-groups bash -c "$2"
}
home_of() { chroot "$machine" getent passwd "$1" | cut -d : -f 6; }

clone() {
  step "$1: git clone"
  inside "$1" "cd && rm -rf boardwalk &&
    git -c advice.detachedHead=false clone -q /var/boardwalk.bundle boardwalk"
}

# Removes whatever an earlier step or an earlier run has installed.
# shellcheck disable=SC2016  # expanded in the machine
make_bare() {
  inside root 'dpkg-query -W -f="\${Package}\n" | grep -vxFf /var/bare_packages \
    | xargs -r apt-get -qq purge -y >/dev/null 2>&1'
}

test_it="cd ~/boardwalk && time ./dev test"
# The computer in both seats, since there is no keyboard.
play_it="set -o pipefail; cd ~/boardwalk &&
  time ./dev run play onejump --seat 1=random --seat 2=random | tail -n 12"

if [[ ! -e $machine/usr/bin/git ]]; then
  step "making a bare Debian 12 in $machine"
  debootstrap --variant=minbase --include=git,ca-certificates bookworm \
    "$machine" "$mirror" >/dev/null
  # shellcheck disable=SC2016  # the format is dpkg-query's own
  chroot "$machine" dpkg-query -W -f='${Package}\n' >"$machine/var/bare_packages"
fi
mount --bind /dev "$machine/dev"
mount --bind /dev/pts "$machine/dev/pts"
mount -t proc proc "$machine/proc"
cp /etc/resolv.conf /etc/hosts "$machine/etc/"
echo "127.0.1.1 $(hostname)" >>"$machine/etc/hosts"
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

step "someone, without a network: ./dev run play, ./dev test"
start=(unshare --net)
inside someone "$play_it; $test_it"
step "done"
