#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# A Debian sid, which has Kokkos 5, in a folder of this Debian.
#
#   scripts/sid_root.sh make ROOT                                  make it, or add missing packages to it
#   scripts/sid_root.sh run ROOT [FROM:TO]... -- COMMAND...        run a command in it, with FROM readable at TO
#
# Needs root, debootstrap and the right to mount. The mirror is the one that this machine's apt uses. Mounts are made in
# their own name space: they end with the command, and removing ROOT never removes files of a mounted folder.
set -euo pipefail

packages="g++ cmake ninja-build git libkokkos-dev libgtest-dev libcli11-dev nlohmann-json3-dev zlib1g-dev \
          libbz2-dev librapidcheck-dev libsuitesparse-dev"

fail() { printf 'sid_root: %s\n' "$*" >&2; exit 1; }

# The main archive among apt's sources, in either of their two forms.
mirror() {
  {
    sed -n 's/^URIs:[[:space:]]*//p' /etc/apt/sources.list.d/*.sources | tr ' ' '\n'
    sed -n -E 's/^deb[[:space:]]+(\[[^]]*\][[:space:]]+)?([^[:space:]]+).*/\2/p' \
      /etc/apt/sources.list /etc/apt/sources.list.d/*.list
  } 2>/dev/null | grep -E '/debian/?$' | sort -u | head -n 1 || true
}

# inside ROOT COMMAND...: with /proc, the devices, and what $binds names
inside() {
  local root=$1
  shift
  ROOT=$root BINDS="${binds[*]-}" unshare --mount bash -c '
    set -e
    mkdir -p "$ROOT/proc" "$ROOT/dev"
    mountpoint -q "$ROOT/proc" || mount -t proc proc "$ROOT/proc" || mount --bind /proc "$ROOT/proc"
    [ -c "$ROOT/dev/null" ] || mount --bind /dev "$ROOT/dev"
    for bind in $BINDS; do
      mkdir -p "$ROOT${bind#*:}"
      mount --bind "${bind%%:*}" "$ROOT${bind#*:}"
      mount -o remount,bind,ro "$ROOT${bind#*:}"
    done
    root=$ROOT
    unset ROOT BINDS
    exec chroot "$root" "$@"' bash "$@"
}

make_root() {
  local root=$1 from
  [ "$(id -u)" -eq 0 ] || fail "needs root"
  command -v debootstrap >/dev/null || fail "debootstrap is not installed"
  if [ ! -e "$root/.bootstrapped" ]; then
    from=$(mirror)
    [ -n "$from" ] || fail "apt's configuration names no Debian mirror"
    mkdir -p "$root"
    debootstrap --variant=minbase --include=ca-certificates sid "$root" "$from"
    touch "$root/.bootstrapped"
  fi
  # Host names and date checks of this machine: a frozen mirror is past its Valid-Until date. Signatures are still checked.
  cp -L /etc/resolv.conf /etc/hosts "$root/etc/" 2>/dev/null || true
  apt-config dump | grep -E '^Acquire::Check-(Valid-Until|Date) ' >"$root/etc/apt/apt.conf.d/99dates" || true
  # No service is started in the root.
  printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
  chmod +x "$root/usr/sbin/policy-rc.d"
  if ! inside "$root" dpkg -s $packages >/dev/null 2>&1; then
    inside "$root" apt-get -q update
    inside "$root" env DEBIAN_FRONTEND=noninteractive apt-get -q -y install --no-install-recommends $packages
  fi
  # The CMake files of libkokkos-dev name two archives that the package does not have; they have no code in Kokkos.
  inside "$root" bash -c '
    cd /usr/lib/$(gcc -dumpmachine)
    for archive in libkokkosalgorithms.a libkokkossimd.a; do [ -e $archive ] || ar crs $archive; done'
}

binds=()
case ${1-} in
  make)
    [ $# -eq 2 ] || fail "usage: sid_root.sh make ROOT"
    make_root "$2"
    ;;
  run)
    root=${2:?}
    shift 2
    while [ $# -gt 0 ] && [ "$1" != -- ]; do
      binds+=("$1")
      shift
    done
    shift
    inside "$root" "$@"
    ;;
  *)
    sed -n '3,/^set/s/^# \{0,1\}//p' "$0" | grep -v '^set'
    exit 2
    ;;
esac
