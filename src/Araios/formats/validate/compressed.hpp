// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Validation of CSR, CSC and COO matrices: finds the first violation, whatever their arrays hold.
///
/// The other operations of Araios check sizes only and use indices unchecked. Call `validate` first for a matrix from
/// an untrusted source: after it, no kernel accesses memory outside of the arrays.

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/search.hpp>
#include <Araios/formats/coo.hpp>
#include <Araios/formats/csc.hpp>
#include <Araios/formats/csr.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>

namespace Araios {

/// The order required of entries: of the columns in a row (CSR), of the rows in a column (CSC), of (row, column) (COO).
enum class Order {
  any,     // none
  sorted,  // non-decreasing; duplicates are allowed
  strict   // sorted without duplicates
};

/// Options of find_fault and validate; an order that is no enumerator is refused.
struct ValidateOptions {
  Order order = Order::any;
};

/// What `find_fault` found first.
struct Fault {
  enum class Kind {
    first_offset,       // offsets do not start at 0
    decreasing_offset,  // an offset is less than the one before it
    last_offset,        // offsets do not end at the number of entries
    row_range,          // a row index is outside the matrix
    column_range,       // a column index is outside the matrix
    unsorted,           // an entry belongs before the one that it follows
    duplicate,          // an entry repeats the one that it follows
    entry_count,        // the number of entries in the slots is not nnz
    after_padding,      // an entry follows padding in its row
    padding_value,      // padding by zero has another value
    row_length,         // the length of a row does not fit its slots
    block_length,       // a chunk or a jagged diagonal has an invalid length
    list_row,           // an entry of COO is not in the row that it is counted for, or rows are not sorted
    row_not_full,       // a row has entries in COO although it has free slots in ELL
    storage             // invalid element of an array that only this format has; the sentence names both
  };
  Kind kind;
  std::int64_t row;       // of the entry, or -1 (CSC: where only the column is known)
  std::int64_t column;    // of the entry, or -1 (CSR: where only the row is known)
  std::int64_t position;  // in the entries; for a violation in the offsets, in the offsets
  std::int64_t value;     // the invalid index or offset, as a signed number
  std::string sentence;   // the message
};

namespace Impl {

// A violation as a kernel records it.
struct FaultRecord {
  Fault::Kind kind;
  std::int64_t line;  // row of a CSR matrix, column of a CSC matrix
  std::int64_t position;
  std::int64_t value;
  std::int64_t previous;      // the element before `value`
  std::int64_t previous_row;  // and its row, in COO
};

/// The label of the fence for a fault.
inline constexpr char const* fault_on_host = "Araios::validate: the fault is on the host";

inline void check_order(Order order) { check_enumerator(order, Order::strict, "Araios::validate: Order"); }

inline constexpr std::int64_t no_fault = std::numeric_limits<std::int64_t>::max();

// The violation at element i of the offsets, if any. Compared as Offset: an unsigned value may not fit int64_t.
template <class Offsets>
KOKKOS_INLINE_FUNCTION bool offset_fault(Offsets const& offsets, std::int64_t lines, std::int64_t nnz, std::int64_t i,
                                         FaultRecord& fault) {
  using Offset = typename Offsets::non_const_value_type;
  Offset const value = offsets(i);
  fault.line = i;
  fault.position = i;
  fault.value = static_cast<std::int64_t>(value);
  fault.previous = i > 0 ? static_cast<std::int64_t>(offsets(i - 1)) : 0;
  fault.kind = Fault::Kind::first_offset;
  if (i == 0 && value != Offset(0)) return true;
  fault.kind = Fault::Kind::decreasing_offset;
  if (i > 0 && value < offsets(i - 1)) return true;
  fault.kind = Fault::Kind::last_offset;
  return i == lines && value != static_cast<Offset>(nnz);
}

// The violation at entry p of a compressed matrix with valid offsets, if any. The offsets are searched only for an
// entry that is not greater than the one before it: about one per line where lines are sorted.
template <class Offsets, class Entries>
KOKKOS_INLINE_FUNCTION bool entry_fault(Offsets const& offsets, Entries const& entries, std::int64_t lines,
                                        std::int64_t limit, Order order, std::int64_t p, FaultRecord& fault) {
  std::int64_t const value = entries(p);
  std::int64_t const previous = p > 0 ? static_cast<std::int64_t>(entries(p - 1)) : -1;
  fault.position = p;
  fault.value = value;
  fault.previous = previous;
  fault.kind = Fault::Kind::column_range;
  if (value < 0 || value >= limit) return true;
  if (order == Order::any || value > previous) return false;
  fault.kind = value < previous ? Fault::Kind::unsorted : Fault::Kind::duplicate;
  if (value == previous && order == Order::sorted) return false;
  return static_cast<std::int64_t>(offsets(last_at_most(offsets, std::int64_t(0), lines, p))) != p;
}

// The violation at entry p of a COO matrix, if any; `line` is then its row, `value` the invalid index.
template <class Indices>
KOKKOS_INLINE_FUNCTION bool coordinate_fault(Indices const& rows, Indices const& cols, std::int64_t num_rows,
                                             std::int64_t num_cols, Order order, std::int64_t p, FaultRecord& fault) {
  std::int64_t const row = rows(p);
  std::int64_t const col = cols(p);
  fault.line = row;
  fault.position = p;
  fault.value = row;
  fault.kind = Fault::Kind::row_range;
  if (row < 0 || row >= num_rows) return true;
  fault.value = col;
  fault.kind = Fault::Kind::column_range;
  if (col < 0 || col >= num_cols) return true;
  if (order == Order::any || p == 0) return false;
  std::int64_t const row_before = rows(p - 1);
  std::int64_t const col_before = cols(p - 1);
  fault.previous = col_before;
  fault.previous_row = row_before;
  fault.kind = Fault::Kind::unsorted;
  if (row < row_before || (row == row_before && col < col_before)) return true;
  fault.kind = Fault::Kind::duplicate;
  return order == Order::strict && row == row_before && col == col_before;
}

/// The first fault of offsets and entries as a record.
template <class Exec, class Offsets, class Entries>
ARAIOS_NOT_INLINED std::optional<FaultRecord> find_compressed_fault(Exec const& exec, Offsets const& offsets,
                                                                    Entries const& entries, std::int64_t lines,
                                                                    std::int64_t limit, Order order) {
  using Record = Kokkos::View<FaultRecord*, typename Exec::memory_space>;
  check_order(order);
  auto const nnz = static_cast<std::int64_t>(entries.extent(0));
  if (offsets.extent(0) == 0) {  // a matrix without rows may lack its single offset, but then has no entry
    if (nnz == 0) return std::nullopt;
    return FaultRecord{Fault::Kind::last_offset, 0, 0, 0, 0, 0};
  }
  std::int64_t first = no_fault;
  Kokkos::parallel_reduce(
      "Araios::validate::offsets", range(exec, lines + 1),
      KOKKOS_LAMBDA(std::int64_t i, std::int64_t& minimum) {
        FaultRecord ignored;
        if (i < minimum && offset_fault(offsets, lines, nnz, i, ignored)) minimum = i;
      },
      Kokkos::Min<std::int64_t>(first));
  if (first != no_fault) {
    auto const record = allocate<Record>(exec, "Araios::validate::record", 1);
    Kokkos::parallel_for(
        "Araios::validate::describe", range(exec, 1),
        KOKKOS_LAMBDA(std::int64_t) { (void)offset_fault(offsets, lines, nnz, first, record(0)); });
    return read_back(exec, record, 0, fault_on_host);
  }

  if (nnz == 0) return std::nullopt;
  Kokkos::parallel_reduce(
      "Araios::validate::entries", range(exec, nnz),
      KOKKOS_LAMBDA(std::int64_t p, std::int64_t& minimum) {
        FaultRecord ignored;
        if (p < minimum && entry_fault(offsets, entries, lines, limit, order, p, ignored)) minimum = p;
      },
      Kokkos::Min<std::int64_t>(first));
  if (first == no_fault) return std::nullopt;
  auto const record = allocate<Record>(exec, "Araios::validate::record", 1);
  Kokkos::parallel_for(
      "Araios::validate::describe", range(exec, 1), KOKKOS_LAMBDA(std::int64_t) {
        (void)entry_fault(offsets, entries, lines, limit, order, first, record(0));
        record(0).line = last_at_most(offsets, std::int64_t(0), lines, first);
      });
  return read_back(exec, record, 0, fault_on_host);
}

/// The message for a violation in a compressed matrix of `lines` rows or columns, with indices below `limit`. Unsigned
/// offsets are written as such: they may not fit int64_t.
inline Fault describe_compressed(FaultRecord const& fault, bool by_rows, std::int64_t lines, std::int64_t nnz,
                                 std::int64_t limit, bool has_unsigned_offsets) {
  auto const part = [&](std::int64_t value) {
    return has_unsigned_offsets ? MessagePart(static_cast<std::uint64_t>(value)) : MessagePart(value);
  };
  MessagePart const offset = part(fault.value), previous_offset = part(fault.previous);
  std::string const line = by_rows ? "row" : "column";
  std::string const map = by_rows ? "row_map" : "col_map";
  std::string const index = by_rows ? "column" : "row";
  std::string const location =
      join_message({line, " ", fault.line, ", position ", fault.position, ": ", index, " ", fault.value});
  Fault result{fault.kind, -1, -1, fault.position, fault.value, ""};
  (by_rows ? result.row : result.column) = fault.line;
  switch (fault.kind) {
  case Fault::Kind::first_offset:
    result.sentence = join_message({map, "(0) is ", offset, ", not 0"});
    break;
  case Fault::Kind::decreasing_offset:
    // Element i + 1 of the offsets ends line i, which is the invalid one.
    (by_rows ? result.row : result.column) = fault.line - 1;
    result.sentence =
        join_message({map, "(", fault.position, ") is ", offset, ", less than ", map, "(", fault.position - 1,
                      ") = ", previous_offset, ": ", line, " ", fault.line - 1, " has a negative length"});
    break;
  case Fault::Kind::last_offset:
    (by_rows ? result.row : result.column) = lines - 1;
    result.sentence = join_message({map, "(", lines, ") is ", offset, ", not the number of entries, ", nnz});
    break;
  case Fault::Kind::row_range:
  case Fault::Kind::column_range:
    result.kind = by_rows ? Fault::Kind::column_range : Fault::Kind::row_range;
    (by_rows ? result.column : result.row) = fault.value;
    result.sentence = join_message({location, " is not in [0, ", limit, ")"});
    break;
  case Fault::Kind::unsorted:
    (by_rows ? result.column : result.row) = fault.value;
    result.sentence = join_message({location, " follows ", index, " ", fault.previous, ": not sorted"});
    break;
  case Fault::Kind::duplicate:
    (by_rows ? result.column : result.row) = fault.value;
    result.sentence = join_message({location, " appears twice"});
    break;
  default:
    break;  // those of other formats
  }
  return result;
}

/// The first fault of offsets and entries, described. It depends on the types of the indices alone, not on the values.
template <class Exec, class Offsets, class Entries>
ARAIOS_NOT_INLINED std::optional<Fault> compressed_fault(Exec const& exec, Offsets const& offsets,
                                                         Entries const& entries, bool by_rows, std::int64_t lines,
                                                         std::int64_t limit, Order order) {
  auto const fault = find_compressed_fault(exec, offsets, entries, lines, limit, order);
  if (!fault) return std::nullopt;
  return describe_compressed(*fault, by_rows, lines, static_cast<std::int64_t>(entries.extent(0)), limit,
                             std::is_unsigned_v<typename Offsets::non_const_value_type>);
}

}  // namespace Impl

/// The first violation in A, or nothing
///
/// Offsets are checked first, then entries; the first violation is the one with the minimum position. Values are not
/// checked: NaN and explicit zeros are valid.
///
/// Cost          two kernels, one read of each array (a binary search of the offsets for an entry that is not greater
///               than the one before it); with a violation one more kernel of one work item.
/// Asynchronous  no: reads its result, so work of exec is complete at return. Allocates one record if there is a
///               violation.
/// Deterministic space to space: the same violation.
template <ExecutionSpace Exec>
std::optional<Fault> find_fault(Exec const& exec, CsrOf<Exec> auto const& A, ValidateOptions const& options = {}) {
  auto const& a = Impl::as_matrix(A);
  return Impl::compressed_fault(exec, a.row_map, a.entries, true, a.num_rows(), a.num_cols(), options.order);
}

/// The same by columns.
template <ExecutionSpace Exec>
std::optional<Fault> find_fault(Exec const& exec, CscOf<Exec> auto const& A, ValidateOptions const& options = {}) {
  auto const& a = Impl::as_matrix(A);
  return Impl::compressed_fault(exec, a.col_map, a.entries, false, a.num_cols(), a.num_rows(), options.order);
}

/// The same for a list of entries: one kernel; `options.order` is by row, then by column.
template <ExecutionSpace Exec, CooOf<Exec> Matrix>
ARAIOS_NOT_INLINED std::optional<Fault> find_fault(Exec const& exec, Matrix const& A,
                                                   ValidateOptions const& options = {}) {
  auto const& a = Impl::as_matrix(A);
  Order const order = options.order;
  Impl::check_order(order);
  using Record = Kokkos::View<Impl::FaultRecord*, typename Exec::memory_space>;
  std::int64_t const num_rows = a.num_rows();
  std::int64_t const num_cols = a.num_cols();
  auto const rows = a.row_indices;
  auto const cols = a.col_indices;
  if (rows.extent(0) == 0) return std::nullopt;
  std::int64_t first = Impl::no_fault;
  Kokkos::parallel_reduce(
      "Araios::validate::coordinates", Araios::range(exec, static_cast<std::int64_t>(rows.extent(0))),
      KOKKOS_LAMBDA(std::int64_t p, std::int64_t& minimum) {
        Impl::FaultRecord ignored;
        if (p < minimum && Impl::coordinate_fault(rows, cols, num_rows, num_cols, order, p, ignored)) minimum = p;
      },
      Kokkos::Min<std::int64_t>(first));
  if (first == Impl::no_fault) return std::nullopt;
  auto const record = allocate<Record>(exec, "Araios::validate::record", 1);
  Kokkos::parallel_for(
      "Araios::validate::describe", Araios::range(exec, 1), KOKKOS_LAMBDA(std::int64_t) {
        (void)Impl::coordinate_fault(rows, cols, num_rows, num_cols, order, first, record(0));
      });
  Impl::FaultRecord const fault = Araios::read_back(exec, record, 0, Impl::fault_on_host);
  Fault result{fault.kind, fault.line, -1, fault.position, fault.value, ""};
  if (fault.kind == Fault::Kind::row_range) {
    result.sentence =
        Impl::message("position ", fault.position, ": row ", fault.value, " is not in [0, ", num_rows, ")");
    return result;
  }
  result.column = fault.value;
  std::string const location =
      Impl::message("position ", fault.position, ": entry (", fault.line, ", ", fault.value, ")");
  if (fault.kind == Fault::Kind::column_range)
    result.sentence =
        Impl::message("position ", fault.position, ": column ", fault.value, " is not in [0, ", num_cols, ")");
  else if (fault.kind == Fault::Kind::unsorted)
    result.sentence = Impl::message(location, " follows (", fault.previous_row, ", ", fault.previous, "): not sorted");
  else
    result.sentence = Impl::message(location, " appears twice");
  return result;
}

/// Throws std::invalid_argument "Araios::validate: <sentence>" with the first fault of A, if there is one
///
/// Cost, Asynchronous, Deterministic   as `find_fault`.
template <ExecutionSpace Exec, class Matrix>
void validate(Exec const& exec, Matrix const& A, ValidateOptions const& options = {}) {
  if (auto const fault = find_fault(exec, A, options)) Impl::check(false, "Araios::validate: ", fault->sentence);
}

}  // namespace Araios
