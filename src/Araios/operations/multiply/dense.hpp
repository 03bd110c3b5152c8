// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The Boolean product A B with a dense B, as the last steps of a transitive closure have: rows of B and C as bits.
///
/// Where B has more than one entry per 32 coordinates, a word of 32 columns costs less than its entries. A row of C is
/// the union of the rows of B at the entries of the row of A. Bytes: with w words a row, 4 w per entry of A, from the
/// cache where B fits into it; B and C once as bits; a scan of 8 bytes per word of C.

#include <Araios/core/bit_mask.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/operations/multiply/order.hpp>
#include <Araios/operations/multiply/problem.hpp>
#include <Araios/primitives/visit_segments.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::Impl::multiply {

/// Tuning parameter: a B with fewer entries is no work worth four more kernels.
inline constexpr std::int64_t min_dense_entries = std::int64_t(1) << 16;

/// Whether rows as bits cost less, and fit into the workspace that the caller allows.
template <class A, class B>
bool is_dense(MultiplyOptions const& options, A const& a, B const& b) {
  auto const entries = static_cast<double>(b.nnz());
  double const words = static_cast<double>(words_for_bits(b.num_cols()));
  double const bytes = 4 * words * static_cast<double>(b.num_rows()) + 12 * words * static_cast<double>(a.num_rows());
  return b.nnz() >= min_dense_entries && entries > words * static_cast<double>(b.num_rows()) &&
         bytes <= static_cast<double>(options.max_workspace_bytes);
}

/// Entry p of row `row`, if it is the first of its word: the word, with the entries that follow.
template <class B, class Words>
struct PackRow {
  B b;
  Words words;
  std::int64_t width;  // words of a row

  KOKKOS_FUNCTION void operator()(std::int64_t row, std::int64_t p) const {
    auto const end = static_cast<std::int64_t>(b.row_map(row + 1));
    std::int64_t const w = word_of_bit(static_cast<std::int64_t>(b.entries(p)));
    if (p > static_cast<std::int64_t>(b.row_map(row)) && word_of_bit(static_cast<std::int64_t>(b.entries(p - 1))) == w)
      return;
    std::uint32_t word = 0;
    for (; p < end && word_of_bit(static_cast<std::int64_t>(b.entries(p))) == w; ++p)
      word |= 1u << (static_cast<unsigned>(b.entries(p)) & 31u);
    words(row * width + w) = word;
  }
};

/// Word `item` of C: consecutive work items read consecutive words of B.
template <class A, class Words>
struct UniteWords {
  A a;
  Words of_b, of_c;
  std::int64_t width;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    std::int64_t const row = item / width, w = item % width;
    auto const end = static_cast<std::int64_t>(a.row_map(row + 1));
    std::uint32_t word = 0;
    for (auto p = static_cast<std::int64_t>(a.row_map(row)); p < end; ++p)
      word |= of_b(static_cast<std::int64_t>(a.entries(p)) * width + w);
    of_c(item) = word;
  }
};

/// Row `row` of C, which stays in the cache of a core.
template <class A, class Words>
struct UniteRows {
  A a;
  Words of_b, of_c;
  std::int64_t width;

  KOKKOS_FUNCTION void operator()(std::int64_t row) const {
    auto* const to = &of_c(row * width);
    for (std::int64_t w = 0; w < width; ++w) to[w] = 0;
    auto const end = static_cast<std::int64_t>(a.row_map(row + 1));
    for (auto p = static_cast<std::int64_t>(a.row_map(row)); p < end; ++p) {
      auto const* const from = &of_b(static_cast<std::int64_t>(a.entries(p)) * width);
      for (std::int64_t w = 0; w < width; ++w) to[w] |= from[w];
    }
  }
};

/// The rows of A B as bits, from `workspace`, where is_dense. One fence.
template <class Exec, class A, class B, class Space>
auto multiply_as_bits(Exec const& exec, A const& a, B const& b, Workspace<Space>& workspace) {
  using Words = Kokkos::View<std::uint32_t*, Space>;
  auto const descents = workspace.template take<Kokkos::View<std::int64_t*, Space>>(exec, 1);
  count_descents(exec, b, Kokkos::subview(descents, 0));
  if (read_back(exec, descents, 0, "Araios::multiply: the order of the second factor is on the host") != 0)
    refuse_unsorted(exec, b);
  std::int64_t const m = a.num_rows(), width = words_for_bits(b.num_cols());
  auto const of_b = workspace.template take<Words>(exec, b.num_rows() * width);
  auto const of_c = workspace.template take<Words>(exec, m * width);
  Araios::fill(exec, of_b, 0u);
  visit_segments(exec, "Araios::multiply::bits", b.row_map, static_cast<std::int64_t>(b.nnz()),
                 PackRow<B, Words>{b, of_b, width});
  if constexpr (is_gpu_v<Exec>)
    Kokkos::parallel_for("Araios::multiply::unite", range(exec, m * width), UniteWords<A, Words>{a, of_b, of_c, width});
  else
    Kokkos::parallel_for("Araios::multiply::unite", range(exec, m), UniteRows<A, Words>{a, of_b, of_c, width});
  return of_c;
}

}  // namespace Araios::Impl::multiply
