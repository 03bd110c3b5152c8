// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Boolean vectors as bits: from and to sparse vectors, unions, intersections and differences.

#include <Araios/core/bit_mask.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/bitmap_vector.hpp>
#include <Araios/formats/check_operands.hpp>
#include <Araios/formats/sparse_vector.hpp>
#include <Araios/operations/bitmap/combine.hpp>
#include <Araios/operations/bitmap/kernels.hpp>
#include <Araios/primitives/bit_words.hpp>
#include <Araios/primitives/scan.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>

namespace Araios {

/// A Boolean vector of `length` elements, all false
///
/// Asynchronous  yes; allocates length / 8 bytes.
/// Throws        std::invalid_argument when length is negative.
template <ExecutionSpace Exec>
BitmapVector<typename Exec::memory_space> allocate_bitmap(Exec const& exec, std::string const& label,
                                                          std::int64_t length) {
  using Vector = BitmapVector<typename Exec::memory_space>;
  Impl::check(length >= 0, "Araios::allocate_bitmap: negative length ", length);
  auto const words = allocate<typename Vector::words_type>(exec, label, words_for_bits(length));
  Araios::fill(exec, words, std::uint32_t(0));
  return Vector(length, words);
}

/// The same elements as bits
///
/// Requires      indices of x in [0, n), in any order; they may repeat.
/// Cost          writes n / 8 bytes, then an atomic operation per entry.
/// Asynchronous  yes; allocates the result.
/// Deterministic space to space, bitwise.
template <ExecutionSpace Exec>
auto sparse_to_bitmap(Exec const& exec, SparseVectorOf<Exec> auto const& x) {
  Impl::check_operands(exec, "Araios::sparse_to_bitmap", Impl::Operand("x", x));
  auto const y = allocate_bitmap(exec, "Araios::sparse_to_bitmap", static_cast<std::int64_t>(x.length()));
  if (x.nnz() > 0)
    Kokkos::parallel_for("Araios::sparse_to_bitmap", Araios::range(exec, static_cast<std::int64_t>(x.nnz())),
                         Impl::bitmap::SetBits<decltype(x.indices), decltype(y.words)>{x.indices, y.words});
  return y;
}

/// The indices of the elements that are true
///
/// Order         sorted.
/// Cost          a scan over the words and one kernel.
/// Asynchronous  no: one fence, to read the number of entries. Allocates the result; takes 8 bytes per word from
///               `workspace`.
/// Deterministic space to space, bitwise.
/// Throws        std::invalid_argument when Ordinal cannot count the elements.
template <OrdinalType Ordinal = int, ExecutionSpace Exec>
auto bitmap_to_sparse(Exec const& exec, BitmapVectorOf<Exec> auto const& x, WorkspaceFor<Exec> workspace = {}) {
  using Space = typename Exec::memory_space;
  (void)Impl::checked_cast<Ordinal>(x.length(), "Araios::bitmap_to_sparse: number of elements");
  Impl::ScopedRegion const region("Araios::bitmap_to_sparse");
  auto& space = workspace.get(exec);
  typename Workspace<Space>::Frame const frame(space);
  auto const words = static_cast<std::int64_t>(x.words.extent(0));
  auto const inside = Impl::bitmap::words_within(x);
  auto const before = space.template take<Kokkos::View<std::int64_t*, Space>>(exec, words + 1);
  exclusive_scan(exec, Impl::CountsOfWords<decltype(inside)>{inside}, before, {}, space);
  auto const count =
      Araios::read_back(exec, before, words, "Araios::bitmap_to_sparse: the number of entries is on the host");
  auto const y = allocate_sparse_vector<Pattern, Ordinal>(exec, "Araios::bitmap_to_sparse", count);
  if (words > 0)
    Kokkos::parallel_for(
        "Araios::bitmap_to_sparse", Araios::range(exec, words),
        Impl::bitmap::ListBits<decltype(inside), decltype(before), decltype(y.indices)>{inside, before, y.indices});
  return SparseVector<Pattern, Ordinal, Space>(x.length(), y);
}

/// The number of elements that are true
///
/// Asynchronous  no: one fence, to read the number.
/// Deterministic space to space.
template <ExecutionSpace Exec>
std::int64_t count(Exec const& exec, BitmapVectorOf<Exec> auto const& x) {
  std::int64_t sum = 0;
  auto const inside = Impl::bitmap::words_within(x);
  if (x.words.extent(0) > 0)
    Kokkos::parallel_reduce("Araios::count", Araios::range(exec, static_cast<std::int64_t>(x.words.extent(0))),
                            Impl::bitmap::CountBits<decltype(inside)>{inside}, sum);
  return sum;
}

/// Whether x and y have the same length and the same elements
///
/// Asynchronous  no: one fence, to read the result; none where the lengths differ.
template <ExecutionSpace Exec>
bool equal(Exec const& exec, BitmapVectorOf<Exec> auto const& x, BitmapVectorOf<Exec> auto const& y) {
  if (x.length() != y.length()) return false;
  std::int64_t differences = 0;
  auto const in_x = Impl::bitmap::words_within(x);
  auto const in_y = Impl::bitmap::words_within(y);
  if (x.words.extent(0) > 0)
    Kokkos::parallel_reduce("Araios::equal", Araios::range(exec, static_cast<std::int64_t>(x.words.extent(0))),
                            Impl::bitmap::CountDifferences<decltype(in_x), decltype(in_y)>{in_x, in_y}, differences);
  return differences == 0;
}

/// z := x or y; z may be x or y
///
/// Shapes        x, y and z have as many elements.
/// Cost          one kernel.
/// Asynchronous  yes; allocates nothing.
/// Deterministic space to space, bitwise.
/// Throws        std::invalid_argument when the lengths differ.
template <ExecutionSpace Exec>
void bitmap_or(Exec const& exec, BitmapVectorOf<Exec> auto const& x, BitmapVectorOf<Exec> auto const& y,
               BitmapVectorOf<Exec> auto const& z) {
  Impl::bitmap::combine<Impl::bitmap::WordOp::bit_or>(exec, "Araios::bitmap_or", x, y, z);
}
/// z := x and y; otherwise as `bitmap_or`.
template <ExecutionSpace Exec>
void bitmap_and(Exec const& exec, BitmapVectorOf<Exec> auto const& x, BitmapVectorOf<Exec> auto const& y,
                BitmapVectorOf<Exec> auto const& z) {
  Impl::bitmap::combine<Impl::bitmap::WordOp::bit_and>(exec, "Araios::bitmap_and", x, y, z);
}
/// z := x and not y; otherwise as `bitmap_or`.
template <ExecutionSpace Exec>
void bitmap_and_not(Exec const& exec, BitmapVectorOf<Exec> auto const& x, BitmapVectorOf<Exec> auto const& y,
                    BitmapVectorOf<Exec> auto const& z) {
  Impl::bitmap::combine<Impl::bitmap::WordOp::bit_and_not>(exec, "Araios::bitmap_and_not", x, y, z);
}
/// z := either x or y; otherwise as `bitmap_or`.
template <ExecutionSpace Exec>
void bitmap_xor(Exec const& exec, BitmapVectorOf<Exec> auto const& x, BitmapVectorOf<Exec> auto const& y,
                BitmapVectorOf<Exec> auto const& z) {
  Impl::bitmap::combine<Impl::bitmap::WordOp::bit_xor>(exec, "Araios::bitmap_xor", x, y, z);
}

}  // namespace Araios
