// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Validation of ELL, HYB, JDS and SELL matrices: finds the first violation, whatever their arrays hold.

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/search.hpp>
#include <Araios/formats/ell.hpp>
#include <Araios/formats/hyb.hpp>
#include <Araios/formats/jds.hpp>
#include <Araios/formats/layout/padded.hpp>
#include <Araios/formats/sell.hpp>
#include <Araios/formats/validate/compressed.hpp>
#include <Araios/formats/validate/slots.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <optional>

namespace Araios {

namespace Impl {

template <class Lengths>
struct LengthFault {
  Lengths lengths;
  std::int64_t width;
  KOKKOS_FUNCTION bool operator()(std::int64_t i) const {
    return lengths(i) < 0 || static_cast<std::int64_t>(lengths(i)) > width;
  }
};

template <class Offsets>
struct RaggedChunk {
  Offsets offsets;
  std::int64_t chunk;
  KOKKOS_FUNCTION bool operator()(std::int64_t i) const { return static_cast<std::int64_t>(offsets(i)) % chunk != 0; }
};

/// Diagonal k is longer than the one before it, or than the number of rows.
template <class Offsets>
struct LongDiagonal {
  Offsets offsets;
  std::int64_t num_rows;
  KOKKOS_FUNCTION bool operator()(std::int64_t k) const {
    std::int64_t const max_length = k == 0 ? num_rows : static_cast<std::int64_t>(offsets(k) - offsets(k - 1));
    return static_cast<std::int64_t>(offsets(k + 1) - offsets(k)) > max_length;
  }
};

/// Row s of overflow_rows is outside the matrix, is not greater than the one before it, or has no entry.
template <class Rows, class Offsets>
struct OverflowRowFault {
  Rows rows;
  Offsets offsets;
  std::int64_t num_rows;
  KOKKOS_FUNCTION bool operator()(std::int64_t s) const {
    std::int64_t const row = rows(s);
    return row < 0 || row >= num_rows || (s > 0 && row <= static_cast<std::int64_t>(rows(s - 1))) ||
           offsets(s + 1) == offsets(s);
  }
};

/// Row s of overflow_rows has free slots in ELL.
template <class Matrix>
struct RowNotFull {
  Matrix A;
  KOKKOS_FUNCTION bool operator()(std::int64_t s) const {
    auto const row = A.overflow_rows(s);
    std::int64_t const width = A.ell.width();
    if (A.ell.row_lengths.extent(0) > 0) return A.ell.row_lengths(row) < width;
    return width > 0 && A.ell.entries((width - 1) * A.ell.stride() + row) < 0;
  }
};

/// Entry q of COO is in another row than it is counted for, outside the matrix, or out of order.
template <class Matrix>
struct ListFault {
  Matrix A;
  Order order;

  KOKKOS_FUNCTION std::int64_t row(std::int64_t q) const {
    auto const rows = static_cast<std::int64_t>(A.overflow_rows.extent(0));
    return A.overflow_rows(last_at_most(A.overflow_offsets, std::int64_t(0), rows, q));
  }
  /// The column that precedes entry q in its row, in COO or in ELL, or -1.
  KOKKOS_FUNCTION std::int64_t previous(std::int64_t q) const {
    if (q > 0 && A.coo.row_indices(q - 1) == A.coo.row_indices(q)) return A.coo.col_indices(q - 1);
    std::int64_t const width = A.ell.width();
    return width > 0 ? static_cast<std::int64_t>(A.ell.entries((width - 1) * A.ell.stride() + row(q))) : -1;
  }
  KOKKOS_FUNCTION bool operator()(std::int64_t q) const {
    std::int64_t const column = A.coo.col_indices(q);
    if (static_cast<std::int64_t>(A.coo.row_indices(q)) != row(q)) return true;
    if (column < 0 || column >= static_cast<std::int64_t>(A.num_cols())) return true;
    if (order == Order::any) return false;
    std::int64_t const before = previous(q);
    return column < before || (order == Order::strict && column == before);
  }
};

template <class Exec, class Matrix>
ARAIOS_NOT_INLINED Fault describe_list(Exec const& exec, Matrix const& A, Order order, std::int64_t q) {
  using Record = Kokkos::View<FaultRecord*, typename Exec::memory_space>;
  auto const record = allocate<Record>(exec, "Araios::validate::record", 1);
  ListFault<Matrix> const list{A, order};
  Kokkos::parallel_for(
      "Araios::validate::describe", range(exec, 1), KOKKOS_LAMBDA(std::int64_t) {
        record(0).line = list.row(q);
        record(0).position = q;
        record(0).value = list.A.coo.col_indices(q);
        record(0).previous = list.previous(q);
        record(0).previous_row = list.A.coo.row_indices(q);
      });
  FaultRecord fault = read_back(exec, record, 0, fault_on_host);
  if (fault.previous_row != fault.line)
    return {Fault::Kind::list_row,
            fault.previous_row,
            fault.value,
            q,
            fault.previous_row,
            message("list, position ", q, ": row ", fault.previous_row, " among the entries of row ", fault.line)};
  if (fault.value < 0 || fault.value >= static_cast<std::int64_t>(A.num_cols()))
    fault.kind = Fault::Kind::column_range;
  else
    fault.kind = fault.value < fault.previous ? Fault::Kind::unsorted : Fault::Kind::duplicate;
  Fault result = describe_slots(fault, fault.line, A.num_cols());
  result.sentence = "list, " + result.sentence;
  return result;
}

}  // namespace Impl

/// The first violation in A, or nothing: in the lengths of rows, then in the slots row by row, then in the number of
/// entries
///
/// Violations in the slots are columns of entries outside the matrix, entries after padding, padding by zero whose
/// value is not 0 or whose column is outside the matrix, and entries that are not in the requested order.
///
/// Cost          one or two kernels that read each array once; with a violation one more kernel of one work item.
/// Asynchronous, Deterministic   as `find_fault` of CSR.
template <ExecutionSpace Exec>
std::optional<Fault> find_fault(Exec const& exec, Impl::InFormat<Format::ell, Exec> auto const& A,
                                ValidateOptions const& options = {}) {
  auto const& a = Impl::as_matrix(A);
  using Lengths = typename Impl::MatrixType<decltype(A)>::row_lengths_type;
  std::int64_t const wrong =
      Impl::first_index(exec, "Araios::validate::row_lengths", static_cast<std::int64_t>(a.row_lengths.extent(0)),
                        Impl::LengthFault<Lengths>{a.row_lengths, a.width()});
  if (wrong != Impl::no_fault) {
    std::int64_t const length = Araios::read_back(exec, a.row_lengths, wrong, Impl::element_on_host);
    return Fault{Fault::Kind::row_length,
                 wrong,
                 -1,
                 wrong,
                 length,
                 Impl::message("row_lengths(", wrong, ") is ", length, ", not in [0, ", a.width(), "]")};
  }
  return Impl::find_lines_fault(exec, Impl::layout_of(a), a, Lengths(), options.order);
}

/// The same for SELL: chunk_offsets, the permutation, then slots in the order of stored rows, then the number of
/// entries
///
/// Cost          three kernels that read each array once; with a permutation four more kernels and an array of m
///               Ordinals.
template <ExecutionSpace Exec>
std::optional<Fault> find_fault(Exec const& exec, Impl::InFormat<Format::sell, Exec> auto const& A,
                                ValidateOptions const& options = {}) {
  auto const& a = Impl::as_matrix(A);
  using Offsets = typename Impl::MatrixType<decltype(A)>::chunk_offsets_type;
  auto const offsets = a.chunk_offsets;
  std::int64_t const chunk = a.chunk();
  if (auto const fault = Impl::find_offsets_fault(exec, offsets, a.slots(), "chunk_offsets", "chunk", "slots"))
    return fault;
  std::int64_t const ragged =
      Impl::first_index(exec, "Araios::validate::chunks", static_cast<std::int64_t>(offsets.extent(0)),
                        Impl::RaggedChunk<Offsets>{offsets, chunk});
  if (ragged != Impl::no_fault) {
    auto const offset = Araios::read_back(exec, offsets, ragged, Impl::element_on_host);
    return Fault{Fault::Kind::block_length,
                 -1,
                 -1,
                 ragged,
                 static_cast<std::int64_t>(offset),
                 Impl::message("chunk_offsets(", ragged, ") is ", offset, ", not a multiple of the ", chunk,
                               " rows of a chunk")};
  }
  if (auto const fault = Impl::find_permutation_fault(exec, a.permutation)) return fault;
  return Impl::find_lines_fault(exec, Impl::layout_of(a), a, a.permutation, options.order);
}

/// The same for JDS: diagonal_offsets, the permutation, then entries in the order of stored rows
///
/// Cost          three kernels that read each array once; for the permutation four more and an array of m Ordinals.
template <ExecutionSpace Exec>
std::optional<Fault> find_fault(Exec const& exec, Impl::InFormat<Format::jds, Exec> auto const& A,
                                ValidateOptions const& options = {}) {
  auto const& a = Impl::as_matrix(A);
  using Offsets = typename Impl::MatrixType<decltype(A)>::diagonal_offsets_type;
  auto const offsets = a.diagonal_offsets;
  if (auto const fault = Impl::find_offsets_fault(exec, offsets, static_cast<std::int64_t>(a.nnz()), "diagonal_offsets",
                                                  "diagonal", "entries"))
    return fault;
  std::int64_t const k = Impl::first_index(exec, "Araios::validate::diagonals", a.diagonals(),
                                           Impl::LongDiagonal<Offsets>{offsets, a.num_rows()});
  if (k != Impl::no_fault) {
    auto const begin = static_cast<std::int64_t>(Araios::read_back(exec, offsets, k, Impl::element_on_host));
    auto const end = static_cast<std::int64_t>(Araios::read_back(exec, offsets, k + 1, Impl::element_on_host));
    std::int64_t const length = end - begin;
    std::int64_t const max_length =
        k == 0 ? a.num_rows() : begin - std::int64_t(Araios::read_back(exec, offsets, k - 1, Impl::element_on_host));
    return Fault{Fault::Kind::block_length,
                 -1,
                 -1,
                 k,
                 length,
                 Impl::message("diagonal ", k, " has ", length, " entries, more than the ", max_length,
                               k == 0 ? " rows" : " of the one before it")};
  }
  if (auto const fault = Impl::find_permutation_fault(exec, a.permutation)) return fault;
  return Impl::find_lines_fault(exec, Impl::layout_of(a), a, a.permutation, options.order);
}

/// The same for HYB: ELL, overflow_offsets, overflow_rows, then COO entry by entry
///
/// Cost          that of ELL; for COO four kernels that read each array once, and bisect overflow_offsets for each
///               entry.
template <ExecutionSpace Exec>
std::optional<Fault> find_fault(Exec const& exec, Impl::InFormat<Format::hyb, Exec> auto const& A,
                                ValidateOptions const& options = {}) {
  auto const& a = Impl::as_matrix(A);
  using Matrix = Impl::MatrixType<decltype(A)>;
  using Rows = typename Matrix::overflow_rows_type;
  using Offsets = typename Matrix::overflow_offsets_type;
  if (auto const fault = find_fault(exec, a.ell, options)) return fault;
  auto const nnz = static_cast<std::int64_t>(a.coo.nnz());
  auto const rows = static_cast<std::int64_t>(a.overflow_rows.extent(0));
  if (auto const fault =
          Impl::find_offsets_fault(exec, a.overflow_offsets, nnz, "overflow_offsets", "row", "entries of the list"))
    return fault;
  std::int64_t const s =
      Impl::first_index(exec, "Araios::validate::overflow_rows", rows,
                        Impl::OverflowRowFault<Rows, Offsets>{a.overflow_rows, a.overflow_offsets, a.num_rows()});
  if (s != Impl::no_fault) {
    std::int64_t const row = Araios::read_back(exec, a.overflow_rows, s, Impl::element_on_host);
    return Fault{Fault::Kind::list_row,
                 row,
                 -1,
                 s,
                 row,
                 Impl::message("overflow_rows(", s, ") is ", row, ": not in [0, ", a.num_rows(),
                               "), not after the one before it, or without entries")};
  }
  std::int64_t const free = Impl::first_index(exec, "Araios::validate::full_rows", rows, Impl::RowNotFull<Matrix>{a});
  if (free != Impl::no_fault) {
    std::int64_t const row = Araios::read_back(exec, a.overflow_rows, free, Impl::element_on_host);
    return Fault{Fault::Kind::row_not_full,
                 row,
                 -1,
                 free,
                 row,
                 Impl::message("row ", row, " has entries in the list although it has slots left")};
  }
  std::int64_t const q =
      Impl::first_index(exec, "Araios::validate::list", nnz, Impl::ListFault<Matrix>{a, options.order});
  if (q == Impl::no_fault) return std::nullopt;
  return Impl::describe_list(exec, a, options.order, q);
}

}  // namespace Araios
