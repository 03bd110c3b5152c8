// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Conversions between CSR and dense tables: what dense.hpp at the top computes.

#include <Araios/core/bit_mask.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/kokkos_compat.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/operations/convert/strict_rows.hpp>
#include <Araios/primitives/bit_words.hpp>
#include <Araios/primitives/pointers.hpp>
#include <Araios/primitives/scan.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace Araios::Impl::convert {

/// The table as bits, each row in whole words: bit 32 words_of_row i + j is coordinate (i, j); bits beyond a row are
/// clear.
template <class Table, class Keep>
struct KeptInTable {
  Table table;
  Keep keep;
  std::int64_t words_of_row;

  KOKKOS_FUNCTION bool operator()(std::int64_t bit) const {
    std::int64_t const width = words_of_row * bits_per_word;
    std::int64_t const i = bit / width;
    std::int64_t const j = bit - i * width;
    return j < static_cast<std::int64_t>(table.extent(1)) && keep(i, j, table(i, j));
  }
};

template <class Exec, class Table>
ARAIOS_NOT_INLINED void fill_table(Exec const& exec, Table const& table, typename Table::value_type const& value) {
  auto* const data = table.data();
  auto const size = static_cast<std::int64_t>(table.extent(0) * table.extent(1));
  if (size == 0) return;
  Kokkos::parallel_for(
      "Araios::csr_to_dense::fill", range(exec, size), KOKKOS_LAMBDA(std::int64_t p) { data[p] = value; });
}

template <class Exec, class Rows, class Matrix, class Table>
ARAIOS_NOT_INLINED void scatter_entries(Exec const& exec, Rows const& rows, Matrix const& A, Table const& table) {
  using T = typename Table::value_type;
  Kokkos::parallel_for(
      "Araios::csr_to_dense::scatter", range(exec, static_cast<std::int64_t>(A.nnz())), KOKKOS_LAMBDA(std::int64_t p) {
        T& element = table(rows(p), A.entries(p));
        if constexpr (is_pattern_v<typename Matrix::Scalar>)
          element = T(1);
        else
          element = static_cast<T>(A.values(p));
      });
}

template <class Exec, class Kept, class Words, class Before, class Arrays>
ARAIOS_NOT_INLINED void gather_entries(Exec const& exec, Kept const& kept, Words const& words, Before const& before,
                                       Arrays const& B) {
  Kokkos::parallel_for(
      "Araios::dense_to_csr::row_map", range(exec, static_cast<std::int64_t>(B.row_map.extent(0))),
      KOKKOS_LAMBDA(std::int64_t i) {
        B.row_map(i) = static_cast<std::remove_reference_t<decltype(B.row_map(0))>>(before(i * kept.words_of_row));
      });
  Kokkos::parallel_for(
      "Araios::dense_to_csr::fill", range(exec, static_cast<std::int64_t>(words.extent(0)) * bits_per_word),
      KOKKOS_LAMBDA(std::int64_t bit) {
        if (!bit_at(words, bit)) return;
        std::int64_t const width = kept.words_of_row * bits_per_word;
        std::int64_t const i = bit / width;
        std::int64_t const j = bit - i * width;
        std::int64_t const p = BitsBefore<Words, Before>{words, before}(bit);
        B.entries(p) = static_cast<std::remove_reference_t<decltype(B.entries(0))>>(j);
        if constexpr (!std::is_same_v<std::remove_cvref_t<decltype(B.values)>, NoValues>)
          B.values(p) = static_cast<std::remove_reference_t<decltype(B.values(0))>>(kept.table(i, j));
      });
}

/// The table of A, whose size is checked; `csr_to_dense` says what holds.
template <ExecutionSpace Exec, class S, class O, class F, class M, class T>
auto table_of(Exec const& exec, CsrMatrix<S, O, F, M> const& A, T const& absent,
              Workspace<typename Exec::memory_space>& workspace) {
  using Space = typename Exec::memory_space;
  using Table = Kokkos::View<T**, Kokkos::LayoutRight, Space>;
  typename Workspace<Space>::Frame const frame(workspace);
  auto const strict = strict_rows(exec, "Araios::csr_to_dense", A, workspace);
  auto const D = allocate_table<Table>(exec, "Araios::csr_to_dense::table", A.num_rows(), A.num_cols());
  fill_table(exec, D, absent);
  if (A.nnz() == 0) return D;
  auto const rows = workspace.template take<Kokkos::View<O*, Space>>(exec, A.nnz());
  pointers_to_index(exec, A.row_map, rows);
  scatter_entries(exec, rows, strict, D);
  return D;
}

/// The entries of D that are kept, as a matrix of the types of Types; `dense_to_csr` says what holds.
template <class Types, ExecutionSpace Exec, class Table, class Keep>
auto rows_of_table(Exec const& exec, Table const& D, Keep const& keep,
                   Workspace<typename Exec::memory_space>& workspace) {
  using Space = typename Exec::memory_space;
  using Scalar = ScalarOf<Types>;
  using Ordinal = OrdinalOf<Types>;
  using Offset = OffsetOf<Types>;
  using Words = Kokkos::View<std::uint32_t*, Space>;
  auto const m = static_cast<std::int64_t>(D.extent(0));
  auto const n = static_cast<std::int64_t>(D.extent(1));
  typename Workspace<Space>::Frame const frame(workspace);
  KeptInTable<Table, Keep> const kept{D, keep, words_for_bits(n)};
  auto const words = workspace.template take<Words>(exec, m * kept.words_of_row);
  auto const before = workspace.template take<Kokkos::View<std::int64_t*, Space>>(exec, m * kept.words_of_row + 1);
  pack_bits(exec, "Araios::dense_to_csr::count", kept, words);
  exclusive_scan(exec, CountsOfWords<Words>{words}, before, {}, workspace);
  std::int64_t const nnz =
      read_back(exec, before, m * kept.words_of_row, "Araios::dense_to_csr: the number of entries is on the host");
  auto const B = allocate_csr<Scalar, Ordinal, Offset>(exec, "Araios::dense_to_csr", m, nnz);
  gather_entries(exec, kept, words, before, B);
  return CsrMatrix<Scalar, Ordinal, Offset, Space>(m, n, B);
}

}  // namespace Araios::Impl::convert
