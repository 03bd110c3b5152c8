// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Conversions between CSR and dense tables.
///
/// A table has a value at every coordinate, and cannot distinguish an explicit zero from an absent entry by itself. A
/// marker value, compared bitwise, denotes absent entries: fill the table with a NaN of a payload of your own, and
/// `absent_where(that NaN)` brings back every entry, zeros of both signs and other NaNs included.

#include <Araios/core/bit_mask.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/kokkos_compat.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/check_operands.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/format_limits.hpp>
#include <Araios/operations/convert/strict_rows.hpp>
#include <Araios/primitives/bit_words.hpp>
#include <Araios/primitives/expand.hpp>
#include <Araios/primitives/scan.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

namespace Araios {

struct DenseOptions {
  /// Tables are mostly empty by nature: any number of bytes is accepted, up to limits.bytes.
  FormatLimits limits{.always_accepted_bytes = std::numeric_limits<std::int64_t>::max()};
};

/// Bytes of an m-by-n table
///
/// Throws        std::invalid_argument when they do not fit 64 bits.
template <class T>
std::int64_t dense_bytes(std::int64_t num_rows, std::int64_t num_cols) {
  char const* const what = "Araios::dense_bytes: bytes of a table";
  return Araios::checked_multiply(Araios::checked_multiply(num_rows, num_cols, what), sizeof(T), what);
}

/// Keeps values that differ from `marker` in any bit.
template <class T>
struct AbsentWhere {
  T marker;

  KOKKOS_FUNCTION bool operator()(std::int64_t /*i*/, std::int64_t /*j*/, T const& value) const {
    auto const* const a = reinterpret_cast<unsigned char const*>(&value);
    auto const* const b = reinterpret_cast<unsigned char const*>(&marker);
    bool differs = false;
    for (std::size_t byte = 0; byte < sizeof(T); ++byte) differs = differs || a[byte] != b[byte];
    return differs;
  }
};
template <class T>
AbsentWhere<T> absent_where(T const& marker) {
  return {marker};
}

namespace Impl::convert {

/// The table as bits, each row in whole words: bit 32 words_of_row i + j is coordinate (i, j); bits beyond a row are
/// clear.
template <class Table, class Keep>
struct KeptPlaces {
  Table table;
  Keep keep;
  std::int64_t words_of_row;

  KOKKOS_FUNCTION bool operator()(std::int64_t place) const {
    std::int64_t const width = words_of_row * bits_per_word;
    std::int64_t const i = place / width;
    std::int64_t const j = place - i * width;
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
        T& place = table(rows(p), A.entries(p));
        if constexpr (is_pattern_v<typename Matrix::Scalar>)
          place = T(1);
        else
          place = static_cast<T>(A.values(p));
      });
}

template <class Exec, class Places, class Words, class Before, class Arrays>
ARAIOS_NOT_INLINED void gather_entries(Exec const& exec, Places const& places, Words const& words, Before const& before,
                                       Arrays const& B) {
  Kokkos::parallel_for(
      "Araios::dense_to_csr::row_map", range(exec, static_cast<std::int64_t>(B.row_map.extent(0))),
      KOKKOS_LAMBDA(std::int64_t i) {
        B.row_map(i) = static_cast<std::remove_reference_t<decltype(B.row_map(0))>>(before(i * places.words_of_row));
      });
  Kokkos::parallel_for(
      "Araios::dense_to_csr::fill", range(exec, static_cast<std::int64_t>(words.extent(0)) * bits_per_word),
      KOKKOS_LAMBDA(std::int64_t place) {
        if (!bit_at(words, place)) return;
        std::int64_t const width = places.words_of_row * bits_per_word;
        std::int64_t const i = place / width;
        std::int64_t const j = place - i * width;
        std::int64_t const p = BitsBefore<Words, Before>{words, before}(place);
        B.entries(p) = static_cast<std::remove_reference_t<decltype(B.entries(0))>>(j);
        if constexpr (!std::is_same_v<std::remove_cvref_t<decltype(B.values)>, NoValues>)
          B.values(p) = static_cast<std::remove_reference_t<decltype(B.values(0))>>(places.table(i, j));
      });
}

}  // namespace Impl::convert

/// D(i, j) := the entry of A at (i, j), or `absent` where there is none; 1 for the entries of a Pattern
///
/// Shapes        D is m-by-n, row by row.
/// Requires      A passes `validate`. Rows may be unsorted.
/// Bytes         dense_bytes, checked against the limits before they are allocated.
/// Cost          3 kernels: D is written once, and entries once more; sorting where rows are not sorted, to find
///               duplicates.
/// Asynchronous  no: waits for the order of the rows. Allocates D; takes an Ordinal for each entry from `workspace`.
///               Where rows are not sorted it allocates columns and values of A once more, in sorted rows; their
///               release at return waits for the device.
/// Deterministic space to space, bitwise: values of the type of `absent` are copied, others converted.
/// Throws        std::invalid_argument for two entries at one coordinate (with its row and column), and where the
///               limits are exceeded.
template <ExecutionSpace Exec, class T>
auto csr_to_dense(Exec const& exec, CsrOf<Exec> auto const& A, T const& absent, DenseOptions const& options = {},
                  WorkspaceFor<Exec> workspace = {}) {
  auto const& a = Impl::as_matrix(A);
  using Space = typename Exec::memory_space;
  using Table = Kokkos::View<T**, Kokkos::LayoutRight, Space>;
  Impl::check_operands(exec, "Araios::csr_to_dense", Impl::Operand("A", a));
  Impl::ScopedRegion const region("Araios::csr_to_dense");
  Impl::check_format_limits("Araios::csr_to_dense", options.limits);
  std::int64_t const m = a.num_rows();
  std::int64_t const n = a.num_cols();
  std::int64_t const bytes = dense_bytes<T>(m, n);
  Impl::check_format_size("Araios::csr_to_dense", options.limits, m * n, a.nnz(), bytes,
                          Impl::message("the table has ", m, " x ", n, " elements"));
  auto& space = workspace.get(exec);
  typename Workspace<Space>::Frame const frame(space);
  auto const strict = Impl::convert::strict_rows(exec, "Araios::csr_to_dense", a, space);
  auto const D = allocate_table<Table>(exec, "Araios::csr_to_dense::table", m, n);
  Impl::convert::fill_table(exec, D, absent);
  if (a.nnz() == 0) return D;
  auto const rows = space.template take<Kokkos::View<OrdinalOf<decltype(a)>*, Space>>(exec, a.nnz());
  pointers_to_index(exec, a.row_map, rows);
  Impl::convert::scatter_entries(exec, rows, strict, D);
  return D;
}

/// The entries of D for which keep(i, j, D(i, j)) holds, in sorted rows
///
/// Types         of the result: those of Result, a CsrMatrix of any memory, whose Scalar may be Pattern; by default
///               values of the type of D, and indices of int.
/// Requires      keep can be called in kernels, and always returns the same: `absent_where(value)`, or a read of a
///               mask.
/// Cost          a kernel that reads D and writes a bit per element, a scan of the words, and 2 kernels that read the
///               bits and the kept values.
/// Asynchronous  no: one fence, to read the number of entries. Allocates the result; takes 12 bytes per 32 elements of
///               a row from `workspace`.
/// Deterministic space to space, bitwise.
/// Throws        std::invalid_argument when m or n do not fit Ordinal, or the number of entries does not fit Offset.
template <class Result = void, ExecutionSpace Exec, DenseMatrixView Table, class Keep>
  requires Accesses<Exec, Table>
auto dense_to_csr(Exec const& exec, Table const& D, Keep const& keep, WorkspaceFor<Exec> workspace = {}) {
  using Space = typename Exec::memory_space;
  using Types =
      std::conditional_t<std::is_void_v<Result>, CsrMatrix<typename Table::non_const_value_type, int, int>, Result>;
  using Scalar = ScalarOf<Types>;
  using Ordinal = OrdinalOf<Types>;
  using Offset = OffsetOf<Types>;
  using Words = Kokkos::View<std::uint32_t*, Space>;
  char const* const name = "Araios::dense_to_csr";
  Impl::ScopedRegion const region(name);
  auto const m = static_cast<std::int64_t>(D.extent(0));
  auto const n = static_cast<std::int64_t>(D.extent(1));
  (void)Impl::checked_cast<Ordinal>(m, "Araios::dense_to_csr: number of rows");
  (void)Impl::checked_cast<Ordinal>(n, "Araios::dense_to_csr: number of columns");
  auto& space = workspace.get(exec);
  typename Workspace<Space>::Frame const frame(space);
  Impl::convert::KeptPlaces<Table, Keep> const places{D, keep, words_for_bits(n)};
  auto const words = space.template take<Words>(exec, m * places.words_of_row);
  auto const before = space.template take<Kokkos::View<std::int64_t*, Space>>(exec, m * places.words_of_row + 1);
  Impl::pack_bits(exec, "Araios::dense_to_csr::count", places, words);
  exclusive_scan(exec, Impl::CountsOfWords<Words>{words}, before, {}, space);
  std::int64_t const nnz = Araios::read_back(exec, before, m * places.words_of_row,
                                             "Araios::dense_to_csr: the number of entries is on the host");
  auto const B = allocate_csr<Scalar, Ordinal, Offset>(exec, name, m, nnz);
  Impl::convert::gather_entries(exec, places, words, before, B);
  return CsrMatrix<Scalar, Ordinal, Offset, Space>(m, n, B);
}

}  // namespace Araios
