// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Prefix sums: of one array, and of each column of a table.

#include <Araios/core/aliasing.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/progress.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/primitives/scan/cub.hpp>
#include <Araios/primitives/scan/vertical.hpp>

#include <Kokkos_Core.hpp>

#include <concepts>
#include <cstdint>
#include <string>
#include <type_traits>

namespace Araios {

/// own: Kokkos::parallel_scan, in every space. cub: cub::DeviceScan (decoupled look-back), in the CUDA space only.
/// automatic: cub in the CUDA space, because it reads the input once and not three times; native elsewhere.
enum class ScanMethod { automatic, native, cub };

struct ScanOptions {
  ScanMethod method = ScanMethod::automatic;
};

/// What a scan reads: a View of integers, or anything else with in(i) and in.extent(0) that kernels can call.
template <class T>
concept ScanInput = requires(T const& in, std::int64_t i) {
  { in(i) } -> std::convertible_to<std::int64_t>;
  { in.extent(0) } -> std::convertible_to<std::int64_t>;
};

namespace Impl {

/// Tuning parameter of the scan by Kokkos: elements per call of the functor. On a GPU consecutive threads read
/// consecutive elements; on a host a loop over a tile keeps the running sum in a register and sums in vectors.
template <class Exec>
inline constexpr int scan_tile = is_gpu_v<Exec> ? 1 : 1024;

/// Each element is read for the last time by the call that then overwrites it, so `in` may be `out`.
template <bool Inclusive, int Tile, class In, class Out>
struct ScanTile {
  using value_type = typename Out::non_const_value_type;
  In in;
  Out out;
  std::int64_t count;   // elements of in
  std::int64_t length;  // elements of out

  KOKKOS_FUNCTION void operator()(std::int64_t tile, value_type& update, bool final) const {
    std::int64_t const begin = tile * Tile;
    std::int64_t const end = length - begin < Tile ? length : begin + Tile;
    std::int64_t const end_in = end < count ? end : count;
    value_type sum = update;
    if (final) {
      for (std::int64_t i = begin; i < end_in; ++i) {
        value_type const before = sum;
        sum += static_cast<value_type>(in(i));
        out(i) = Inclusive ? sum : before;
      }
      if (end > count) out(count) = sum;
    } else {
      for (std::int64_t i = begin; i < end_in; ++i) sum += static_cast<value_type>(in(i));
    }
    update = sum;
  }
};

/// The scan of one thread that has an observer, which is asked between tiles.
template <class Kernel>
void scan_with_polls(std::string const& name, Kernel const& kernel, std::int64_t tiles) {
  typename Kernel::value_type sum = 0;
  for (std::int64_t tile = 0; tile < tiles; ++tile) {
    if (tile % 64 == 0) poll(name.c_str(), tile, tiles);
    kernel(tile, sum, true);
  }
}

template <bool Inclusive, class Exec, class In, class Out>
void scan(Exec const& exec, std::string const& name, ScanOptions const& options, In const& in, Out const& out,
          [[maybe_unused]] WorkspaceFor<Exec>& workspace) {
  static_assert(Accesses<Exec, Out>, "scan: Exec must reach out");
  if constexpr (Kokkos::is_view<In>::value) static_assert(Accesses<Exec, In>, "scan: Exec must reach in");
  auto const count = static_cast<std::int64_t>(in.extent(0));
  auto const length = static_cast<std::int64_t>(out.extent(0));
  check(length == count || (!Inclusive && length == count + 1), name, ": length of out must be length of in",
        Inclusive ? "" : " or one more", " (", length, " != ", count, ")");
  check_enumerator(options.method, ScanMethod::cub, "Araios::scan: ScanMethod");
  check_disjoint_or_same(name.c_str(), out, "out", in, "in");
  constexpr bool cub_possible = is_cuda_v<Exec> && !std::is_same_v<typename Out::array_layout, Kokkos::LayoutStride>;
  check(options.method != ScanMethod::cub || cub_possible, name,
        ": method cub needs the CUDA space and a contiguous out; use own or automatic");
  if (length == 0) return;
#ifdef KOKKOS_ENABLE_CUDA
  if constexpr (cub_possible) {
    if (options.method != ScanMethod::native) return scan_by_cub<Inclusive>(exec, name, in, out, workspace.get(exec));
  }
#endif
  constexpr int tile = scan_tile<Exec>;
  ScanTile<Inclusive, tile, In, Out> const kernel{in, out, count, length};
  if constexpr (is_serial_v<Exec>)
    if (current_poll != nullptr) return scan_with_polls(name, kernel, tiles_for(length, tile));
  Kokkos::parallel_scan(name + "::own", range(exec, tiles_for(length, tile)), kernel);
}

}  // namespace Impl

/// out(i) := in(0) + ... + in(i-1), and out(n) := in(0) + ... + in(n-1) where out has that element
///
/// Shapes        in has n elements, out has n or n+1. `in` may be the first n elements of `out`; no other overlap.
/// Requires      every sum fits the type of out, in which all sums are computed.
/// Cost          own: 2 kernels on a GPU (1 on a host), in read two or three times. cub: 2 kernels, in read once.
/// Asynchronous  yes. cub takes 16 to 32 bytes per about 2,000 elements from `workspace`; own takes nothing.
/// Deterministic space to space, bitwise: integers only.
/// Throws        std::invalid_argument for another length, for another overlap, and for method cub outside of the CUDA
///               space.
/// Source        cub: Merrill and Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back, 2016.
template <ExecutionSpace Exec, ScanInput In, IndexView Out>
void exclusive_scan(Exec const& exec, In const& in, Out const& out, ScanOptions const& options = {},
                    WorkspaceFor<Exec> workspace = {}) {
  Impl::scan<false>(exec, "Araios::exclusive_scan", options, in, out, workspace);
}

/// out(i) := in(0) + ... + in(i)
///
/// Shapes        in and out have n elements and may be the same array; no other overlap.
/// Requires      Cost, Asynchronous, Deterministic, Throws, Source: as exclusive_scan.
template <ExecutionSpace Exec, ScanInput In, IndexView Out>
void inclusive_scan(Exec const& exec, In const& in, Out const& out, ScanOptions const& options = {},
                    WorkspaceFor<Exec> workspace = {}) {
  Impl::scan<true>(exec, "Araios::inclusive_scan", options, in, out, workspace);
}

/// table(r, c) := sum of table(s, c) over s < r, and totals(c) := sum of column c where totals are requested
///
/// Shapes        table is p-by-n with LayoutRight, totals has n elements.
/// Requires      every sum fits the type of table. totals and table do not overlap.
/// Cost          1 kernel that reads and writes the table once when its columns occupy the space; otherwise the rows
///               are divided into chunks, and the table is read twice and written once: 2 more kernels per level.
/// Asynchronous  yes; chunks take about p * n / 16 elements (GPU) or less from `workspace`.
/// Deterministic space to space, bitwise: integers only.
/// Throws        std::invalid_argument when the lengths disagree, or the arrays overlap.
/// Source        the vertical scan of ScanTrans: Wang, Liu, Hou and Feng, ICS 2016.
template <ExecutionSpace Exec, class Table, IndexView Totals>
void vertical_scan(Exec const& exec, Table const& table, Totals const& totals, WorkspaceFor<Exec> workspace = {}) {
  Impl::check_equal(totals.extent(0), table.extent(1), "Araios::vertical_scan: length of totals, columns of table");
  Impl::check_disjoint("Araios::vertical_scan", totals, "totals", table, "table");
  Impl::vertical_scan(exec, table, totals, workspace.get(exec), Impl::concurrency(exec));
}
template <ExecutionSpace Exec, class Table>
void vertical_scan(Exec const& exec, Table const& table, WorkspaceFor<Exec> workspace = {}) {
  Impl::vertical_scan(exec, table, NoValues{}, workspace.get(exec), Impl::concurrency(exec));
}

}  // namespace Araios
