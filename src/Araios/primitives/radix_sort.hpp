// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Stable radix sort by non-negative integer keys of few bits, with payloads.

#include <Araios/core/aliasing.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/pattern.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/primitives/radix_sort/arrays.hpp>
#include <Araios/primitives/radix_sort/cub.hpp>
#include <Araios/primitives/radix_sort/host.hpp>
#include <Araios/primitives/radix_sort/team.hpp>

#include <Kokkos_Core.hpp>

#include <concepts>
#include <cstdint>
#include <optional>
#include <type_traits>

namespace Araios {

enum class RadixMethod {
  automatic,  ///< the fastest measured in the space
  native,     ///< count, scan, move: kernels of Araios, in every space
  cub         ///< cub::DeviceRadixSort; in the CUDA space only
};

struct RadixSortOptions {
  /// All keys are below 2^key_bits; none: any number that is not negative. Fewer bits take fewer passes.
  std::optional<int> key_bits = std::nullopt;
  RadixMethod method = RadixMethod::automatic;
};

namespace Impl {

/// Tuning parameters of the radix sort on a GPU with warps (CUDA).
struct RadixWarpTuning {
  /// Tiles of 7,680: their keys and their counters (12 warps, 1,024 digits) both fit the 40 KB of scratch that Kokkos
  /// offers.
  static constexpr LaunchShape shape{384, 20};
  /// Maximum number of bits of the digit of a pass. A run of one digit within a tile has tile / 2^bits elements on
  /// average: 7.5, about a sector.
  static constexpr int digit_bits = 10;
  /// Minimum number of teams resident on a multiprocessor, which bounds the registers of a thread.
  static constexpr int teams_per_sm = 2;
  /// Resident threads of the device per chunk. A chunk is a whole number of tiles, and its counts are one column of the
  /// table.
  static constexpr int threads_per_chunk = 256;
  /// Shape of the teams that scan the rows of the table.
  static constexpr LaunchShape scan_shape{128, 4};
};

/// The same on other GPUs: each thread has its own counters, so counters are many and digits narrow.
struct RadixThreadTuning {
  static constexpr LaunchShape shape{128, 16};
  static constexpr int digit_bits = 4;
  static constexpr int teams_per_sm = 2;
  static constexpr int threads_per_chunk = 256;
  static constexpr LaunchShape scan_shape{128, 4};
};

/// The same on host threads.
struct RadixHostTuning {
  /// 2,048 counters are 16 KB, half of an L1 cache.
  static constexpr int digit_bits = 11;
  /// Minimum elements per chunk: fewer are not worth another thread.
  static constexpr std::int64_t min_chunk = 8192;
};

/// From so many elements on, three passes of CUB beat two of ours (perf_tests/notes/primitives.md); below, ours needs fewer
/// launches.
inline constexpr std::int64_t radix_min_for_cub = 4'000'000;

#ifdef KOKKOS_ENABLE_CUDA
template <class Exec>
using RadixGpuEngine =
    std::conditional_t<is_cuda_v<Exec>, RadixTeams<CudaWarp, RadixWarpTuning>, RadixTeams<OneLane, RadixThreadTuning>>;
#else
template <class Exec>
using RadixGpuEngine = RadixTeams<OneLane, RadixThreadTuning>;
#endif

/// The implementation of a pass of `native` in Exec.
template <class Exec>
using RadixEngine = std::conditional_t<is_gpu_v<Exec>, RadixGpuEngine<Exec>, RadixHostThreads<RadixHostTuning>>;

/// A temporary array with the element type of `like`; none for NoValues.
template <class Exec, class Like>
auto radix_temporary(Exec const& exec, Workspace<typename Exec::memory_space>& workspace, Like const&, std::int64_t n) {
  if constexpr (std::same_as<Like, NoValues>) {
    return NoValues{};
  } else {
    using Value = typename Like::non_const_value_type;
    auto const view = workspace.template take<Kokkos::View<Value*, typename Exec::memory_space>>(exec, n);
    return Elements<Value>{view.data()};
  }
}

/// An LSD radix sort, with digits of nearly equal width. The last pass writes the output; the passes before
/// it alternate between the output and a temporary, so that the input is only read.
template <class Engine, class Exec, class KeysIn, class P1In, class P2In, class KeysOut, class P1Out, class P2Out>
void radix_passes(Exec const& exec, int key_bits, KeysIn const& keys_in, P1In const& p1_in, P2In const& p2_in,
                  KeysOut const& keys_out, P1Out const& p1_out, P2Out const& p2_out,
                  Workspace<typename Exec::memory_space>& workspace) {
  using Space = typename Exec::memory_space;
  using Key = typename KeysIn::non_const_value_type;
  using Counts = Kokkos::View<std::int64_t*, Space>;
  std::int64_t const n = static_cast<std::int64_t>(keys_in.extent(0));
  int const passes = (key_bits + Engine::digit_bits - 1) / Engine::digit_bits;
  int const widest = (key_bits + passes - 1) / passes;
  RadixChunks const chunks = Engine::chunks(exec, n);

  auto const rows = workspace.template take<Counts>(exec, chunks.count << widest);
  auto const totals = workspace.template take<Counts>(exec, std::int64_t(1) << widest);
  RadixTable const table{rows.data(), totals.data()};

  auto const in = radix_readable(keys_in, p1_in, p2_in);
  auto const out = radix_writable(keys_out, p1_out, p2_out);
  std::int64_t const held = passes > 1 ? n : 0;
  RadixArrays const other{radix_temporary(exec, workspace, keys_in, held),
                          radix_temporary(exec, workspace, p1_out, held),
                          radix_temporary(exec, workspace, p2_out, held)};
  // The output as a ping-pong buffer. Where keys_out is NoValues, the passes in between still need the keys.
  auto const station = [&] {
    if constexpr (std::same_as<KeysOut, NoValues>)
      return RadixArrays<Elements<Key>, decltype(out.p1), decltype(out.p2)>{
          radix_temporary(exec, workspace, keys_in, passes > 2 ? n : 0), out.p1, out.p2};
    else
      return out;
  }();

  int shift = 0;
  for (int pass = 0; pass < passes; ++pass) {
    RadixDigit const digit{shift, key_bits / passes + (pass < key_bits % passes ? 1 : 0)};
    shift += digit.bits;
    bool const first = pass == 0;
    bool const last = pass == passes - 1;
    bool const to_output = (passes - 1 - pass) % 2 == 0;
    if (first && last)
      Engine::pass(exec, chunks, digit, in, out, table);
    else if (first && to_output)
      Engine::pass(exec, chunks, digit, in, station, table);
    else if (first)
      Engine::pass(exec, chunks, digit, in, other, table);
    else if (last)
      Engine::pass(exec, chunks, digit, radix_readable(other), out, table);
    else if (to_output)
      Engine::pass(exec, chunks, digit, radix_readable(other), station, table);
    else
      Engine::pass(exec, chunks, digit, radix_readable(station), other, table);
  }
}

/// Copies input that is already sorted: n <= 1, or key_bits = 0.
template <class From, class To>
struct RadixCopy {
  From from;
  To to;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    if constexpr (!std::is_same_v<std::remove_cvref_t<decltype(to.keys)>, NoValues>) to.keys(i) = from.keys(i);
    if constexpr (!std::is_same_v<std::remove_cvref_t<decltype(to.p1)>, NoValues>)
      to.p1(i) = static_cast<std::remove_cvref_t<decltype(to.p1(i))>>(from.p1(i));
    if constexpr (!std::is_same_v<std::remove_cvref_t<decltype(to.p2)>, NoValues>) to.p2(i) = from.p2(i);
  }
};

template <class In, class Out>
void radix_check_payload(In const& in, Out const& out, std::int64_t n, char const* in_name, char const* out_name) {
  if constexpr (!std::same_as<Out, NoValues>) {
    static_assert(!std::same_as<In, NoValues>, "radix_sort: a payload that is written must also be given");
    check_equal(out.extent(0), n, out_name);
    if constexpr (VectorView<In>) {
      check_equal(in.extent(0), n, in_name);
      check(n == 0 || static_cast<void const*>(in.data()) != static_cast<void const*>(out.data()),
            "Araios::radix_sort: a payload cannot be sorted in place");
    }
  }
}

}  // namespace Impl

/// keys_out := keys_in, sorted; p1_out, p2_out := the payloads in the same order
///
/// Shapes        all of length n = extent of keys_in. p1_in and p2_in may be anything with operator()(int64_t) that
///               kernels can call, such as the identity. A payload, or keys_out, that is not needed is NoValues.
/// Requires      0 <= keys_in(i) < 2^options.key_bits. The outputs overlap neither the inputs nor each other.
/// Order         stable: elements of equal keys keep their order.
/// Cost          own: P = ceil(key_bits / w) passes, w = 10 (CUDA), 4 (other GPUs), 11 (hosts), of 3 kernels each,
///               which read the keys twice and read and write every element once. Workspace: one copy of the elements
///               when P > 1, of the keys once more when keys_out is NoValues and P > 2, and 2^w counts of 8 bytes per
///               chunk.
///               cub: passes of 8 bits; workspace: twice the keys and once the second payload when a 4-byte key and a
///               4-byte index are packed, else three copies of the payloads when there are two, and one of the keys.
/// Asynchronous  yes; allocates what the workspace lacks.
/// Deterministic space to space, bitwise, and by every method: a stable order is unique.
/// Throws        std::invalid_argument when lengths disagree, when key_bits is negative or more than the key type has,
///               for an output that overlaps an input or another output, and for RadixMethod::cub outside CUDA.
/// Source        Merrill and Grimshaw, Parallel Processing Letters 21 (2011): reduce, scan, scatter. Ranking by warps:
///               Adinets and Merrill, Onesweep (arXiv 2206.01784).
template <ExecutionSpace Exec, IndexView KeysIn, ValuesView KeysOut>
void radix_sort(Exec const& exec, KeysIn const& keys_in, auto const& p1_in, auto const& p2_in, KeysOut const& keys_out,
                ValuesView auto const& p1_out, ValuesView auto const& p2_out, RadixSortOptions const& options = {},
                WorkspaceFor<Exec> workspace = {})
  requires Accesses<Exec, KeysIn, KeysOut, decltype(p1_out), decltype(p2_out)>
{
  using Key = typename KeysIn::non_const_value_type;
  constexpr int max_bits = static_cast<int>(8 * sizeof(Key)) - (std::is_signed_v<Key> ? 1 : 0);
  int const key_bits = options.key_bits.value_or(max_bits);
  std::int64_t const n = static_cast<std::int64_t>(keys_in.extent(0));
  Impl::check(key_bits >= 0 && key_bits <= max_bits, "Araios::radix_sort: key_bits must be 0 to ", max_bits, ", not ",
              key_bits);
  if constexpr (!std::same_as<KeysOut, NoValues>) {
    static_assert(std::same_as<typename KeysOut::non_const_value_type, Key>,
                  "radix_sort: keys in and out differ in type");
    Impl::check_equal(keys_out.extent(0), n, "Araios::radix_sort: length of keys_out, length of keys_in");
    Impl::check(n == 0 || keys_in.data() != keys_out.data(), "Araios::radix_sort: keys cannot be sorted in place");
  }
  Impl::radix_check_payload(p1_in, p1_out, n, "Araios::radix_sort: length of p1_in, length of keys_in",
                            "Araios::radix_sort: length of p1_out, length of keys_in");
  Impl::radix_check_payload(p2_in, p2_out, n, "Araios::radix_sort: length of p2_in, length of keys_in",
                            "Araios::radix_sort: length of p2_out, length of keys_in");
  Impl::check_outputs("Araios::radix_sort",
                      {{Impl::byte_blocks(keys_out), "keys_out"},
                       {Impl::byte_blocks(p1_out), "p1_out"},
                       {Impl::byte_blocks(p2_out), "p2_out"}},
                      {{Impl::byte_blocks(keys_in), "keys_in"},
                       {Impl::byte_blocks(p1_in), "p1_in"},
                       {Impl::byte_blocks(p2_in), "p2_in"}});
  Impl::check_enumerator(options.method, RadixMethod::cub, "Araios::radix_sort: RadixMethod");
  Impl::check(options.method != RadixMethod::cub || Impl::is_cuda_v<Exec>,
              "Araios::radix_sort: RadixMethod::cub needs the CUDA space");
  if (n == 0) return;

  Impl::ScopedRegion const region("Araios::radix_sort");
  typename Workspace<typename Exec::memory_space>::Frame const frame(workspace.get(exec));
  if (n == 1 || key_bits == 0) {
    auto const in = Impl::radix_readable(keys_in, p1_in, p2_in);
    auto const out = Impl::radix_writable(keys_out, p1_out, p2_out);
    Kokkos::parallel_for("Araios::radix_sort::copy", Araios::range(exec, n),
                         Impl::RadixCopy<decltype(in), decltype(out)>{in, out});
    return;
  }
#ifdef KOKKOS_ENABLE_CUDA
  if constexpr (Impl::is_cuda_v<Exec>) {
    if (options.method == RadixMethod::cub ||
        (options.method == RadixMethod::automatic && n >= Impl::radix_min_for_cub)) {
      auto const in = Impl::radix_readable(keys_in, p1_in, p2_in);
      auto const out = Impl::radix_writable(keys_out, p1_out, p2_out);
      using V1 = typename std::remove_cvref_t<decltype(p1_out)>::non_const_value_type;
      using V2 = typename std::remove_cvref_t<decltype(p2_out)>::non_const_value_type;
      Impl::radix_sort_cub<Key, V1, V2>(exec, key_bits, n, in, out, workspace.get(exec));
      return;
    }
  }
#endif
  Impl::radix_passes<Impl::RadixEngine<Exec>>(exec, key_bits, keys_in, p1_in, p2_in, keys_out, p1_out, p2_out,
                                              workspace.get(exec));
}

}  // namespace Araios
