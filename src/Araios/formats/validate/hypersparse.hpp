// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Validation of a HypersparseMatrix: finds the first violation, whatever its arrays hold.

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/kokkos_compat.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/formats/hypersparse.hpp>
#include <Araios/formats/validate/compressed.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <optional>

namespace Araios {

namespace Impl {

/// Whether element r of the list of rows is not in [0, num_rows), or not greater than the one before it.
template <class Rows>
KOKKOS_INLINE_FUNCTION bool is_listed_row_fault(Rows const& rows, std::int64_t num_rows, std::int64_t r) {
  auto const row = static_cast<std::int64_t>(rows(r));
  return row < 0 || row >= num_rows || (r > 0 && row <= static_cast<std::int64_t>(rows(r - 1)));
}

/// The first violation of the list of rows.
template <class Exec, class Rows>
ARAIOS_NOT_INLINED std::int64_t find_listed_row_fault(Exec const& exec, Rows const& rows, std::int64_t num_rows) {
  std::int64_t first = no_fault;
  Kokkos::parallel_reduce(
      "Araios::validate::rows", range(exec, static_cast<std::int64_t>(rows.extent(0))),
      KOKKOS_LAMBDA(std::int64_t r, std::int64_t& minimum) {
        if (r < minimum && is_listed_row_fault(rows, num_rows, r)) minimum = r;
      },
      Kokkos::Min<std::int64_t>(first));
  return first;
}

/// The first element of the list of rows whose row has no entry.
template <class Exec, class RowMap>
ARAIOS_NOT_INLINED std::int64_t find_listed_empty_row(Exec const& exec, RowMap const& row_map, std::int64_t rows) {
  std::int64_t first = no_fault;
  Kokkos::parallel_reduce(
      "Araios::validate::nonempty", range(exec, rows),
      KOKKOS_LAMBDA(std::int64_t r, std::int64_t& minimum) {
        if (r < minimum && row_map(r + 1) == row_map(r)) minimum = r;
      },
      Kokkos::Min<std::int64_t>(first));
  return first;
}

}  // namespace Impl

/// The first violation in A, or nothing: in the list of rows, then in row_map, then in the entries
///
/// Cost          four kernels: `rows` is read once, row_map twice, and the entries once (a binary search of row_map for
///               an entry that is not greater than the one before it).
/// Asynchronous  no: reads its results. Allocates one record if there is a violation.
/// Deterministic space to space: the same violation.
template <ExecutionSpace Exec>
std::optional<Fault> find_fault(Exec const& exec, HypersparseOf<Exec> auto const& A,
                                ValidateOptions const& options = {}) {
  auto const& a = Impl::as_matrix(A);
  std::int64_t const nonempty = a.nonempty_rows();
  auto const row_of = [&](std::int64_t r) {
    return static_cast<std::int64_t>(Araios::read_back(exec, a.rows, r, Impl::fault_on_host));
  };
  if (nonempty > 0) {
    std::int64_t const r = Impl::find_listed_row_fault(exec, a.rows, a.num_rows());
    if (r != Impl::no_fault) {
      std::int64_t const row = row_of(r);
      Fault fault{Fault::Kind::row_range, row, -1, r, row, ""};
      if (row < 0 || row >= a.num_rows()) {
        fault.sentence = Impl::message("rows(", r, ") is ", row, ", not in [0, ", a.num_rows(), ")");
      } else {
        fault.kind = Fault::Kind::list_row;
        fault.sentence =
            Impl::message("rows(", r, ") is ", row, ", not greater than rows(", r - 1, ") = ", row_of(r - 1));
      }
      return fault;
    }
  }
  auto record = Impl::find_compressed_fault(exec, a.row_map, a.entries, nonempty, a.num_cols(), options.order);
  if (record) {
    // Rows are named as the list names them; a negative length is that of the row before the line.
    int const before = record->kind == Fault::Kind::decreasing_offset ? 1 : 0;
    bool const is_last = record->kind == Fault::Kind::last_offset;
    if (!is_last && nonempty > 0) record->line = row_of(record->line - before) + before;
    Fault fault = Impl::describe_compressed(*record, true, nonempty, static_cast<std::int64_t>(a.nnz()), a.num_cols(),
                                            std::is_unsigned_v<OffsetOf<decltype(A)>>);
    if (is_last && nonempty > 0) fault.row = row_of(nonempty - 1);
    return fault;
  }
  if (nonempty == 0) return std::nullopt;
  std::int64_t const empty = Impl::find_listed_empty_row(exec, a.row_map, nonempty);
  if (empty == Impl::no_fault) return std::nullopt;
  std::int64_t const row = row_of(empty);
  return Fault{Fault::Kind::row_length,
               row,
               -1,
               empty,
               0,
               Impl::message("rows(", empty, ") is ", row, ", a row without entries")};
}

}  // namespace Araios
