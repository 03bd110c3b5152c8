// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// radix_sort by CUB (CUDA Toolkit), limited to the bits in use.
///
/// CUB sorts keys with one array of values. A single stored payload is passed directly. Of two payloads, a 4-byte index
/// with a 4-byte key becomes the lower half of a 64-bit key, which is sorted by its upper half alone; the second
/// payload is then passed directly. Any other two payloads are packed into one array of structs. One kernel packs, and
/// so also serves payloads that are computed instead of stored; another unpacks.

#include <Araios/core/kokkos_compat.hpp>

#ifdef KOKKOS_ENABLE_CUDA

#include <Araios/collective/cuda_launch.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/primitives/radix_sort/arrays.hpp>

#include <Kokkos_Core.hpp>
#include <cub/device/device_radix_sort.cuh>

#include <cstdint>
#include <type_traits>

namespace Araios::Impl {

using CudaWorkspace = Workspace<Kokkos::Cuda::memory_space>;

/// Two packed payloads, aligned to their size where that is a power of two, so that one load fetches both.
template <class V1, class V2>
struct alignas(sizeof(V1) + sizeof(V2) == 8    ? 8
               : sizeof(V1) + sizeof(V2) == 16 ? 16
                                               : (alignof(V1) > alignof(V2) ? alignof(V1) : alignof(V2))) RadixPair {
  V1 first;
  V2 second;
};

template <class In, class Value>
struct RadixMaterialise {
  In in;
  Value* out;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const { out[i] = in(i); }
};

template <class P1, class P2, class Pair>
struct RadixPack {
  P1 p1;
  P2 p2;
  Pair* out;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const { out[i] = Pair{p1(i), p2(i)}; }
};

template <class P1, class P2, class Pair>
struct RadixUnpack {
  Pair const* in;
  P1 p1;
  P2 p2;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    Pair const pair = in[i];
    p1(i) = pair.first;
    p2(i) = pair.second;
  }
};

/// Packs key and index into one 64-bit number, the key in the upper half.
template <class Keys, class Index>
struct RadixPackKey {
  Keys keys;
  Index index;
  std::uint64_t* out;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    out[i] =
        static_cast<std::uint64_t>(static_cast<std::uint32_t>(keys(i))) << 32 | static_cast<std::uint32_t>(index(i));
  }
};

template <class Keys, class Index>
struct RadixUnpackKey {
  std::uint64_t const* in;
  Keys keys;
  Index index;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    std::uint64_t const both = in[i];
    if constexpr (!std::is_same_v<Keys, NoValues>)
      keys(i) = static_cast<std::remove_cvref_t<decltype(keys(i))>>(both >> 32);
    index(i) = static_cast<std::remove_cvref_t<decltype(index(i))>>(both & 0xffffffffu);
  }
};

template <class Key, class Index>
inline constexpr bool radix_fits_one_key_v =
    std::is_integral_v<Key> && std::is_integral_v<Index> && sizeof(Key) == 4 && sizeof(Index) == 4;

template <class In, class Out>
struct RadixCopyBack {
  In const* in;
  Out out;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const { out(i) = in[i]; }
};

template <class Value>
Value* radix_take(Kokkos::Cuda const& exec, CudaWorkspace& workspace, std::int64_t n) {
  return workspace.take<Kokkos::View<Value*, Kokkos::Cuda::memory_space>>(exec, n).data();
}

/// The array as a pointer for CUB: its own if it is contiguous and of this type, else a copy in the workspace.
template <class Value, class In>
Value const* radix_stored(Kokkos::Cuda const& exec, In const& in, std::int64_t n, CudaWorkspace& workspace) {
  if constexpr (std::is_same_v<In, Elements<Value const>> || std::is_same_v<In, Elements<Value>>) {
    return in.data;
  } else {
    auto* const copy = radix_take<Value>(exec, workspace, n);
    Kokkos::parallel_for("Araios::radix_sort::materialise", range(exec, n), RadixMaterialise<In, Value>{in, copy});
    return copy;
  }
}

inline void radix_cub_check(cudaError_t error) { cuda_check(error, "Araios::radix_sort: CUB failed"); }

template <class Key>
void radix_cub_keys(Kokkos::Cuda const& exec, int key_bits, std::int64_t n, Key const* in, Key* out,
                    CudaWorkspace& workspace) {
  ScopedRegion const region("Araios::radix_sort::cub");
  CudaCurrentDevice const device(exec);
  std::size_t bytes = 0;
  cudaStream_t const stream = exec.cuda_stream();
  radix_cub_check(cub::DeviceRadixSort::SortKeys(nullptr, bytes, in, out, n, 0, key_bits, stream));
  char* const storage = radix_take<char>(exec, workspace, static_cast<std::int64_t>(bytes));
  radix_cub_check(cub::DeviceRadixSort::SortKeys(storage, bytes, in, out, n, 0, key_bits, stream));
}

template <class Key, class Value>
void radix_cub_pairs(Kokkos::Cuda const& exec, int first_bit, int key_bits, std::int64_t n, Key const* keys_in,
                     Key* keys_out, Value const* in, Value* out, CudaWorkspace& workspace) {
  ScopedRegion const region("Araios::radix_sort::cub");
  CudaCurrentDevice const device(exec);
  std::size_t bytes = 0;
  cudaStream_t const stream = exec.cuda_stream();
  int const end_bit = first_bit + key_bits;
  radix_cub_check(
      cub::DeviceRadixSort::SortPairs(nullptr, bytes, keys_in, keys_out, in, out, n, first_bit, end_bit, stream));
  char* const storage = radix_take<char>(exec, workspace, static_cast<std::int64_t>(bytes));
  radix_cub_check(
      cub::DeviceRadixSort::SortPairs(storage, bytes, keys_in, keys_out, in, out, n, first_bit, end_bit, stream));
}

/// The array as a pointer that CUB may write: its own, or an array of the workspace, from which radix_give_back copies.
template <class Value, class Out>
Value* radix_destination(Kokkos::Cuda const& exec, Out const& out, std::int64_t n, CudaWorkspace& workspace) {
  if constexpr (std::is_same_v<Out, Elements<Value>>)
    return out.data;
  else
    return radix_take<Value>(exec, workspace, n);
}
template <class Value, class Out>
void radix_give_back(Kokkos::Cuda const& exec, Value const* from, Out const& out, std::int64_t n) {
  if constexpr (!std::is_same_v<Out, Elements<Value>> && !std::is_same_v<Out, NoValues>)
    Kokkos::parallel_for("Araios::radix_sort::copy", range(exec, n), RadixCopyBack<Value, Out>{from, out});
}

/// Key and first payload are packed into one 64-bit key, with the second payload as its value.
template <class Key, class V1, class V2, class From, class To>
void radix_sort_cub_one_key(Kokkos::Cuda const& exec, int key_bits, std::int64_t n, From const& from, To const& to,
                            CudaWorkspace& workspace) {
  auto* const packed = radix_take<std::uint64_t>(exec, workspace, n);
  auto* const sorted = radix_take<std::uint64_t>(exec, workspace, n);
  V2 const* const in = radix_stored<V2>(exec, from.p2, n, workspace);
  V2* const out = radix_destination<V2>(exec, to.p2, n, workspace);
  using Pack = RadixPackKey<decltype(from.keys), decltype(from.p1)>;
  using Unpack = RadixUnpackKey<decltype(to.keys), decltype(to.p1)>;
  Kokkos::parallel_for("Araios::radix_sort::pack", range(exec, n), Pack{from.keys, from.p1, packed});
  radix_cub_pairs(exec, 32, key_bits, n, static_cast<std::uint64_t const*>(packed), sorted, in, out, workspace);
  Kokkos::parallel_for("Araios::radix_sort::unpack", range(exec, n), Unpack{sorted, to.keys, to.p1});
  radix_give_back(exec, out, to.p2, n);
}

/// radix_sort for n > 1, key_bits > 0 through CUB.
template <class Key, class V1, class V2, class From, class To>
void radix_sort_cub(Kokkos::Cuda const& exec, int key_bits, std::int64_t n, From const& from, To const& to,
                    CudaWorkspace& workspace) {
  constexpr bool has1 = !std::is_same_v<decltype(to.p1), NoValues>;
  constexpr bool has2 = !std::is_same_v<decltype(to.p2), NoValues>;
  if constexpr (has1 && has2 && radix_fits_one_key_v<Key, V1>)
    return radix_sort_cub_one_key<Key, V1, V2>(exec, key_bits, n, from, to, workspace);
  Key const* const keys_in = radix_stored<Key>(exec, from.keys, n, workspace);
  Key* const keys_out = radix_destination<Key>(exec, to.keys, n, workspace);
  if constexpr (has1 && has2) {
    using Pair = RadixPair<V1, V2>;
    auto* const packed = radix_take<Pair>(exec, workspace, n);
    auto* const sorted = radix_take<Pair>(exec, workspace, n);
    using Pack = RadixPack<decltype(from.p1), decltype(from.p2), Pair>;
    using Unpack = RadixUnpack<decltype(to.p1), decltype(to.p2), Pair>;
    Kokkos::parallel_for("Araios::radix_sort::pack", range(exec, n), Pack{from.p1, from.p2, packed});
    radix_cub_pairs(exec, 0, key_bits, n, keys_in, keys_out, static_cast<Pair const*>(packed), sorted, workspace);
    Kokkos::parallel_for("Araios::radix_sort::unpack", range(exec, n), Unpack{sorted, to.p1, to.p2});
  } else if constexpr (has1) {
    V1 const* const in = radix_stored<V1>(exec, from.p1, n, workspace);
    V1* const out = radix_destination<V1>(exec, to.p1, n, workspace);
    radix_cub_pairs(exec, 0, key_bits, n, keys_in, keys_out, in, out, workspace);
    radix_give_back(exec, out, to.p1, n);
  } else if constexpr (has2) {
    V2 const* const in = radix_stored<V2>(exec, from.p2, n, workspace);
    V2* const out = radix_destination<V2>(exec, to.p2, n, workspace);
    radix_cub_pairs(exec, 0, key_bits, n, keys_in, keys_out, in, out, workspace);
    radix_give_back(exec, out, to.p2, n);
  } else {
    radix_cub_keys(exec, key_bits, n, keys_in, keys_out, workspace);
  }
  radix_give_back(exec, keys_out, to.keys, n);
}

}  // namespace Araios::Impl

#endif
