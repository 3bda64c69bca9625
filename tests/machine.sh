# shellcheck shell=bash
# For tests of the set-up, which source it: a Debian 12 with nothing but git in a
# folder.
#
#   source machine.sh [FOLDER]
#
# Needs root, debootstrap, ip and unshare. FOLDER is where the machine is made
# (about 2 GB; a temporary one by default). It is kept for the next time if it is
# given.
# shellcheck disable=SC2034  # for those who source this
repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
mirror=${MIRROR:-http://deb.debian.org/debian}
((EUID == 0)) || { echo "${0##*/}: run this as root" >&2; exit 2; }

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

# inside USER COMMAND: runs a shell command in the machine. The machine's folder
# becomes the root of a mount namespace of its own: below a mere chroot nobody
# may make a user namespace, and so no sandbox.
start=()
# shellcheck disable=SC2016  # expanded in the namespace
inside() {
  "${start[@]}" unshare --mount bash -c '
    cd "$1" && mount --rbind . . && cd "$1" && pivot_root . . && umount -l . &&
    exec /usr/bin/env -i HOME="$2" TERM=xterm \
      PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
      setpriv --reuid "$3" --regid "$3" --init-groups bash -c "$4"' \
    enter "$machine" "$(home_of "$1")" "$1" "$2"
}
home_of() { chroot "$machine" getent passwd "$1" | cut -d : -f 6; }

# Removes whatever an earlier step or an earlier run has installed.
# shellcheck disable=SC2016  # expanded in the machine
make_bare() {
  inside root 'dpkg-query -W -f="\${Package}\n" | grep -vxFf /var/bare_packages \
    | SUDO_FORCE_REMOVE=yes xargs -r apt-get -qq purge -y >/dev/null 2>&1'
}

if [[ ! -e $machine/usr/bin/git ]]; then
  step "making a bare Debian 12 in $machine"
  debootstrap --variant=minbase --include=git,ca-certificates bookworm \
    "$machine" "$mirror" >/dev/null
  # shellcheck disable=SC2016  # the format is dpkg-query's own
  chroot "$machine" dpkg-query -W -f='${Package}\n' >"$machine/var/bare_packages"
fi
cp /etc/resolv.conf /etc/hosts "$machine/etc/"
echo "127.0.1.1 $(hostname)" >>"$machine/etc/hosts"
mount_devices() {
  mount --bind /dev "$machine/dev"
  mount --bind /dev/pts "$machine/dev/pts"
  mount -t proc proc "$machine/proc"
}
