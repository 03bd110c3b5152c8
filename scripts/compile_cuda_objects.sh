#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Compiles sources for CUDA, to the device's machine code, on a machine that has nvcc but neither a GPU nor a Kokkos built
# for CUDA. nvcc's front end reads the host's code too, with all instantiations, so that what does not compile for the
# host fails as well; only g++'s machine code of it, half of the time, is left out.
#
#   scripts/compile_cuda_objects.sh KOKKOS OUT [SOURCE...] [-- more flags for nvcc]
#
# KOKKOS is the folder of the headers of a Kokkos 5 that was built without CUDA (that of a sid root:
# ROOT/usr/include/kokkos). A package's headers are the same for every backend but for a few that its build generates;
# these are generated here, with CUDA switched on, in OUT/config. The machine code goes to OUT. Without a SOURCE,
# only these headers are made.
# NVCC, CXX (nvcc's host compiler) and CUDA_SM (80, 90 or 100; default 90) may be set in the environment, and
# PTX_ONLY, a pattern of the sources that are compiled to PTX, not to machine code, in three fifths of the time, and
# COMPILE_SECONDS, after which no further source is begun: the remaining ones are listed, and the exit status is 77.
set -euo pipefail

fail() { printf 'compile_cuda_objects: %s\n' "$*" >&2; exit 1; }

[ $# -ge 2 ] || fail "usage: compile_cuda_objects.sh KOKKOS OUT [SOURCE...] [-- more flags for nvcc]"
kokkos=$1 out=$2
shift 2
sources=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do
  sources+=("$1")
  shift
done
[ $# -eq 0 ] || shift
flags=("$@")
nvcc=${NVCC:-nvcc}
sm=${CUDA_SM:-90}
case $sm in
  80) architecture="KOKKOS_ARCH_AMPERE KOKKOS_ARCH_AMPERE80" ;;
  90) architecture="KOKKOS_ARCH_HOPPER KOKKOS_ARCH_HOPPER90" ;;
  100) architecture="KOKKOS_ARCH_BLACKWELL KOKKOS_ARCH_BLACKWELL100" ;;
  *) fail "CUDA_SM=$sm is not 80, 90 or 100" ;;
esac
[ -f "$kokkos/KokkosCore_config.h" ] || fail "$kokkos has no headers of Kokkos"

# switch_on HEADER MACRO...: a copy of a generated header with these options switched on
config=$out/config
switch_on() {
  local header=$1 macro
  shift
  mkdir -p "$(dirname "$config/$header")"
  cp "$kokkos/$header" "$config/$header"
  for macro in "$@"; do
    grep -q -E "undef $macro \*/|define $macro\$" "$config/$header" || fail "$header has no option $macro"
    sed -i "s|^/\* #undef $macro \*/|#define $macro|" "$config/$header"
  done
}
switch_on KokkosCore_config.h KOKKOS_ENABLE_CUDA KOKKOS_ENABLE_SERIAL $architecture
switch_on desul/atomics/Config.hpp DESUL_ATOMICS_ENABLE_CUDA

# The headers that include the chosen backends; those of the host come first, because those of CUDA use them.
backends() {
  local kind=$1 folder=$2 name=$3 backend
  shift 3
  printf '#ifndef KOKKOS_%s_HPP_\n#define KOKKOS_%s_HPP_\n' "$kind" "$kind"
  for backend in "$@"; do printf '#include <%s/Kokkos_%s_%s.hpp>\n' "$folder" "$name" "$backend"; done
  printf '#endif\n'
}
backends SETUP setup Setup Cuda >"$config/KokkosCore_Config_SetupBackend.hpp"
backends FWD fwd Fwd OPENMP SERIAL CUDA >"$config/KokkosCore_Config_FwdBackend.hpp"
backends DECLARE decl Declare OPENMP SERIAL CUDA >"$config/KokkosCore_Config_DeclareBackend.hpp"

# Nothing runs, so the fewest optimisations, where this nvcc can be told (12.9 and later).
fast=()
if "$nvcc" --help 2>/dev/null | grep -- --Ofast-compile >/dev/null; then fast=(-Ofc max); fi
compile() {
  local source=$1 start=$SECONDS to=cubin
  # shellcheck disable=SC2053  # the right side is a pattern
  if [[ $source == ${PTX_ONLY:-} ]]; then to=ptx; fi
  # Only Kokkos' own folder: the C library's headers beside it belong to another system.
  # No -expt-relaxed-constexpr, which a Kokkos has by an option only: device code may call no function of the host,
  # constexpr or not (20013 to 20015: in functions of both sides nvcc only warns of it).
  "$nvcc" -ccbin "${CXX:-g++}" -x cu -std=c++20 "${fast[@]}" "-arch=sm_$sm" -extended-lambda \
    -Werror cross-execution-space-call -diag-error 20013,20014,20015 \
    -Xcudafe --diag_suppress=esa_on_defaulted_function_ignored -Xcompiler -fopenmp -DKOKKOS_DEPENDENCE "-I$config" \
    -isystem "$kokkos" "${flags[@]}" -$to "$source" -o "$out/${source//\//_}.$to" || return 1
  printf 'compiled for sm_%s, to %s: %s (%s s)\n' "$sm" "$to" "$source" $((SECONDS - start))
}
# One compiler per processor. Every source is compiled; one failure fails the script.
running=0 failures=0 left=()
for source in "${sources[@]}"; do
  if [ "$SECONDS" -ge "${COMPILE_SECONDS:-$((SECONDS + 1))}" ]; then
    left+=("$source")
    continue
  fi
  if [ "$running" -ge "$(nproc)" ]; then
    wait -n || failures=$((failures + 1))
    running=$((running - 1))
  fi
  compile "$source" &
  running=$((running + 1))
done
while [ "$running" -gt 0 ]; do
  wait -n || failures=$((failures + 1))
  running=$((running - 1))
done
[ "$failures" -eq 0 ] || fail "$failures of ${#sources[@]} sources do not compile"
if [ "${#left[@]}" -gt 0 ]; then
  printf 'NOT TESTED: after %s s no time was left to compile for CUDA: %s\n' "$SECONDS" "${left[*]}"
  exit 77
fi
