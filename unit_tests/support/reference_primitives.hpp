// SPDX-License-Identifier: Apache-2.0
//
// Sequential references for scans, histograms and expansions, and what the tests of primitives share: sizes, spaces,
// comparison on the device.

#pragma once

#include "support/scale.hpp"

#include <Araios/core.hpp>
#include <Araios/testing/fail_allocation.hpp>

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace Araios::test::reference {

/// out(i) = in(0) + ... + in(i-1), for i = 0 .. n.
template <class Out, class In>
std::vector<Out> exclusive_scan(std::vector<In> const& in) {
  std::vector<Out> out{0};
  out.reserve(in.size() + 1);
  for (In const value : in) out.push_back(out.back() + static_cast<Out>(value));
  return out;
}

/// Each column of a rows-by-columns table, stored by rows, replaced by its exclusive scan; returns the totals.
template <class T>
std::vector<T> vertical_scan(std::vector<T>& table, std::int64_t rows, std::int64_t columns) {
  std::vector<T> sum(columns, 0);
  for (std::int64_t r = 0; r < rows; ++r)
    for (std::int64_t c = 0; c < columns; ++c) sum[c] += std::exchange(table[r * columns + c], sum[c]);
  return sum;
}

template <class Count, class Index>
void histogram(Index const* indices, std::int64_t length, std::vector<Count>& counts) {
  std::fill(counts.begin(), counts.end(), Count(0));
  for (std::int64_t p = 0; p < length; ++p) ++counts[indices[p]];
}

/// index(p) = r for pointers(r) <= p < pointers(r+1), one row after the other.
template <class Pointer, class Index>
void pointers_to_index(std::vector<Pointer> const& pointers, std::vector<Index>& index) {
  for (std::size_t r = 0; r + 1 < pointers.size(); ++r)
    for (Pointer p = pointers[r]; p < pointers[r + 1]; ++p) index[p] = static_cast<Index>(r);
}

}  // namespace Araios::test::reference

namespace Araios::test::arrays {

/// The size to test after n, of sizes up to 2,000: the next one, under sanitizers from 200 on each ninth.
inline std::int64_t next_small_size(std::int64_t n) { return n + (n >= 200 && is_small_scale() ? 9 : 1); }

/// Small sizes up to 2,000, then growing by 1.5 up to 20,000,000 (less under sanitizers).
inline std::vector<std::int64_t> primitive_sizes() {
  std::vector<std::int64_t> sizes;
  for (std::int64_t n = 1; n <= 2000; n = next_small_size(n)) sizes.push_back(n);
  std::int64_t const most = scaled(20'000'000, 2'000);
  for (std::int64_t n = 3000; n < most; n += n / 2) sizes.push_back(n);
  if (most > 2000) sizes.push_back(most);
  return sizes;
}

/// Numbers that look random, the same everywhere: splitmix64 of Vigna.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  /// In [0, bound).
  std::int64_t below(std::int64_t bound) {
    return static_cast<std::int64_t>(next() % static_cast<std::uint64_t>(bound));
  }

 private:
  std::uint64_t state_;
};

template <class T, class Exec>
using Array = Kokkos::View<T*, typename Exec::memory_space>;

/// The elements [begin, end) of a View.
template <class View>
auto part(View const& view, std::int64_t begin, std::int64_t end) {
  return Kokkos::subview(view, std::pair<std::int64_t, std::int64_t>(begin, end));
}

/// Copies the first elements of a vector into a View, and waits.
template <class View, class T>
void upload(View const& to, T const* from, std::int64_t length) {
  if (length == 0) return;
  Kokkos::View<T const*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>> const source(from, length);
  Kokkos::deep_copy(part(to, 0, length), source);
}
template <class Exec, class T>
Array<T, Exec> to_device(Exec const& exec, std::vector<T> const& from) {
  auto const view = allocate<Array<T, Exec>>(exec, "Araios::test::array", static_cast<std::int64_t>(from.size()));
  exec.fence();
  upload(view, from.data(), static_cast<std::int64_t>(from.size()));
  return view;
}
template <class View>
auto to_host(View const& view) {
  using T = typename View::non_const_value_type;
  std::vector<T> result(view.extent(0));
  if (!result.empty()) {
    Kokkos::View<T*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>> const target(result.data(),
                                                                                              result.size());
    Kokkos::deep_copy(target, view);
  }
  return result;
}

/// Number of positions where two Views of one length differ, found where they are.
template <class Exec, class A, class B>
std::int64_t differences(Exec const& exec, A const& a, B const& b) {
  EXPECT_EQ(a.extent(0), b.extent(0));
  std::int64_t count = 0;
  Kokkos::parallel_reduce(
      "Araios::test::differences", Araios::range(exec, static_cast<std::int64_t>(a.extent(0))),
      KOKKOS_LAMBDA(std::int64_t i, std::int64_t& sum) { sum += a(i) != b(i); }, count);
  return count;
}

/// The space, and the type of offsets, of a test of a primitive.
template <class Exec_, class Offset_>
struct PrimitiveCase {
  using Exec = Exec_;
  using Offset = Offset_;
};
struct PrimitiveCaseName {
  template <class C>
  static std::string GetName(int) {
    return std::string(C::Exec::name()) + "_i" + std::to_string(8 * sizeof(typename C::Offset));
  }
};

namespace detail {
using Device = Kokkos::DefaultExecutionSpace;
using HostSide = Kokkos::DefaultHostExecutionSpace;
}  // namespace detail

/// int and int64_t, on the default space and, where that is another one, on the host's. A host build with
/// Araios_TESTS_TYPES=few leaves int to others, and one with Araios_TESTS_TYPES=other leaves int64_t.
#if defined ARAIOS_TESTS_FEW_TYPES
using HostPrimitiveCases = testing::Types<PrimitiveCase<detail::HostSide, std::int64_t>>;
#elif defined ARAIOS_TESTS_OTHER_TYPES
using HostPrimitiveCases = testing::Types<PrimitiveCase<detail::HostSide, int>>;
#else
using HostPrimitiveCases =
    testing::Types<PrimitiveCase<detail::HostSide, int>, PrimitiveCase<detail::HostSide, std::int64_t>>;
#endif
using PrimitiveCases = std::conditional_t<
    std::is_same_v<detail::Device, detail::HostSide>, HostPrimitiveCases,
    testing::Types<PrimitiveCase<detail::Device, int>, PrimitiveCase<detail::Device, std::int64_t>,
                   PrimitiveCase<detail::HostSide, int>, PrimitiveCase<detail::HostSide, std::int64_t>>>;

/// Fails the first, second, ... allocation of `operation(workspace)`, each time with a new workspace, until none is
/// left to fail; then checks that a call on the workspace of the last failure works. Returns how many failures there
/// were.
template <class Exec, class Operation, class Check>
int fail_every_allocation(Operation const& operation, Check const& check_result) {
  for (int failures = 0;; ++failures) {
    Workspace<typename Exec::memory_space> workspace;
    fail_allocation_after(failures);
    bool failed = false;
    try {
      operation(workspace);
    } catch (AllocationFailure const&) {
      failed = true;
    }
    fail_allocation_after(-1);
    if (failed) operation(workspace);
    check_result();
    if (!failed) return failures;
  }
}

}  // namespace Araios::test::arrays
