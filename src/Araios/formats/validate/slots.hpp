// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Building blocks of the validation of ELL, HYB, JDS and SELL. A line is a stored row.

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/formats/validate/compressed.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace Araios::Impl {

/// The label of the fence for an element that is at fault.
inline constexpr char const* element_on_host = "Araios::validate: the element at fault is on the host";

/// The minimum i in [0, n) for which is_fault(i), or no_fault.
template <class Exec, class IsFault>
ARAIOS_NOT_INLINED std::int64_t first_index(Exec const& exec, std::string const& label, std::int64_t n,
                                            IsFault const& is_fault) {
  std::int64_t first = no_fault;
  if (n > 0)
    Kokkos::parallel_reduce(
        label, range(exec, n),
        KOKKOS_LAMBDA(std::int64_t i, std::int64_t& minimum) {
          if (i < minimum && is_fault(i)) minimum = i;
        },
        Kokkos::Min<std::int64_t>(first));
  return first;
}

template <class Offsets>
struct OffsetFault {
  Offsets offsets;
  std::int64_t last;  // index of the last element
  std::int64_t end;   // its required value
  KOKKOS_FUNCTION bool operator()(std::int64_t i) const {
    FaultRecord ignored;
    return offset_fault(offsets, last, end, i, ignored);
  }
};

/// The first violation in offsets that must begin at 0, not decrease and end at `end`. `item` names what they delimit,
/// such as "chunk".
template <class Exec, class Offsets>
std::optional<Fault> find_offsets_fault(Exec const& exec, Offsets const& offsets, std::int64_t end,
                                        std::string const& array, std::string const& item, std::string const& what) {
  std::int64_t const last = static_cast<std::int64_t>(offsets.extent(0)) - 1;
  std::int64_t const i =
      first_index(exec, "Araios::validate::offsets", last + 1, OffsetFault<Offsets>{offsets, last, end});
  if (i == no_fault) return std::nullopt;
  auto const value = read_back(exec, offsets, i, element_on_host);
  Fault fault{Fault::Kind::first_offset, -1, -1, i, static_cast<std::int64_t>(value), ""};
  if (i == 0 && value != 0) {
    fault.sentence = message(array, "(0) is ", value, ", not 0");
    return fault;
  }
  auto const before = i > 0 ? read_back(exec, offsets, i - 1, element_on_host) : decltype(value)(0);
  if (value < before) {
    fault.kind = Fault::Kind::decreasing_offset;
    fault.sentence = message(array, "(", i, ") is ", value, ", less than ", array, "(", i - 1, ") = ", before, ": ",
                             item, " ", i - 1, " has a negative length");
  } else {
    fault.kind = Fault::Kind::last_offset;
    fault.sentence = message(array, "(", i, ") is ", value, ", not the number of ", what, ", ", end);
  }
  return fault;
}

template <class Permutation>
struct RowRangeFault {
  Permutation permutation;
  std::int64_t num_rows;
  KOKKOS_FUNCTION bool operator()(std::int64_t i) const {
    return permutation(i) < 0 || static_cast<std::int64_t>(permutation(i)) >= num_rows;
  }
};
/// A stored row whose row another stored row, the owner, has as well.
template <class Permutation, class Owner>
struct RepeatedRow {
  Permutation permutation;
  Owner owner;
  KOKKOS_FUNCTION bool operator()(std::int64_t i) const {
    return static_cast<std::int64_t>(owner(permutation(i))) != i;
  }
};

/// The first violation in a permutation of the rows, if any.
template <class Exec, class Permutation>
ARAIOS_NOT_INLINED std::optional<Fault> find_permutation_fault(Exec const& exec, Permutation const& permutation) {
  using Ordinal = typename Permutation::non_const_value_type;
  using Owner = Kokkos::View<Ordinal*, typename Exec::memory_space>;
  auto const m = static_cast<std::int64_t>(permutation.extent(0));
  if (m == 0) return std::nullopt;
  std::int64_t const outside =
      first_index(exec, "Araios::validate::permutation", m, RowRangeFault<Permutation>{permutation, m});
  if (outside != no_fault) {
    std::int64_t const row = read_back(exec, permutation, outside, element_on_host);
    return Fault{Fault::Kind::row_range,
                 row,
                 -1,
                 outside,
                 row,
                 message("permutation(", outside, ") is ", row, ", not in [0, ", m, ")")};
  }
  // The first stored row of each row owns it, whatever the order in which threads run.
  auto const owner = allocate<Owner>(exec, "Araios::validate::owner", m);
  fill(exec, owner, static_cast<Ordinal>(m - 1));
  Kokkos::parallel_for(
      "Araios::validate::owner", range(exec, m),
      KOKKOS_LAMBDA(std::int64_t i) { Kokkos::atomic_fetch_min(&owner(permutation(i)), static_cast<Ordinal>(i)); });
  std::int64_t const again =
      first_index(exec, "Araios::validate::permutation", m, RepeatedRow<Permutation, Owner>{permutation, owner});
  if (again == no_fault) return std::nullopt;
  std::int64_t const row = read_back(exec, permutation, again, element_on_host);
  return Fault{Fault::Kind::duplicate,
               row,
               -1,
               again,
               row,
               message("permutation(", again, ") is ", row, ", a duplicate of an earlier element")};
}

/// The first fault of the slots of a line, if any, and otherwise the number of its entries.
///
/// The layout is that of layout/padded.hpp, over offsets and lengths that were checked; columns are not trusted.
template <class Layout, class Entries, class Values>
KOKKOS_INLINE_FUNCTION bool slots_fault(Layout const& layout, Entries const& entries, Values const& values,
                                        std::int64_t line, std::int64_t num_cols, Order order, FaultRecord& fault,
                                        std::int64_t& count) {
  using Scalar = typename Values::non_const_value_type;
  std::int64_t const width = layout.width(line);
  std::int64_t const length = layout.known_length(line);
  std::int64_t const base = layout.base(line);
  count = 0;
  fault.line = line;
  fault.previous = -1;
  for (std::int64_t k = 0; k < width; ++k) {
    std::int64_t const position = layout.position(base, k);
    std::int64_t const column = entries(position);
    bool const entry = length < 0 ? column != -1 : k < length;
    fault.position = position;
    fault.value = column;
    fault.kind = Fault::Kind::column_range;
    if ((entry || length >= 0) && (column < 0 || column >= num_cols)) return true;
    if (!entry) {
      fault.kind = Fault::Kind::padding_value;
      if constexpr (!is_pattern_v<Scalar>)
        if (length >= 0 && !(values(position) == Scalar(0))) return true;
      continue;
    }
    fault.kind = Fault::Kind::after_padding;
    if (count < k) return true;
    fault.kind = column < fault.previous ? Fault::Kind::unsorted : Fault::Kind::duplicate;
    if (order != Order::any && column < fault.previous) return true;
    if (order == Order::strict && column == fault.previous) return true;
    fault.previous = column;
    ++count;
  }
  return false;
}

/// The first fault of the slots of all lines, if any; `found` becomes the number of entries otherwise.
template <class Exec, class Layout, class Entries, class Values>
ARAIOS_NOT_INLINED std::optional<FaultRecord>
find_slots_fault(Exec const& exec, Layout const& layout, Entries const& entries, Values const& values,
                 std::int64_t num_cols, Order order, std::int64_t& found) {
  using Record = Kokkos::View<FaultRecord*, typename Exec::memory_space>;
  check_order(order);
  found = 0;
  if (layout.num_rows == 0) return std::nullopt;
  std::int64_t first = no_fault;
  Kokkos::parallel_reduce(
      "Araios::validate::slots", range(exec, layout.num_rows),
      KOKKOS_LAMBDA(std::int64_t line, std::int64_t& minimum, std::int64_t& sum) {
        FaultRecord ignored;
        std::int64_t count = 0;
        bool const fault = slots_fault(layout, entries, values, line, num_cols, order, ignored, count);
        if (fault && line < minimum) minimum = line;
        sum += count;
      },
      Kokkos::Min<std::int64_t>(first), Kokkos::Sum<std::int64_t>(found));
  if (first == no_fault) return std::nullopt;
  auto const record = allocate<Record>(exec, "Araios::validate::record", 1);
  Kokkos::parallel_for(
      "Araios::validate::describe", range(exec, 1), KOKKOS_LAMBDA(std::int64_t) {
        std::int64_t count = 0;
        (void)slots_fault(layout, entries, values, first, num_cols, order, record(0), count);
      });
  return read_back(exec, record, 0, fault_on_host);
}

/// The message for a violation in the slots of a row.
inline Fault describe_slots(FaultRecord const& record, std::int64_t row, std::int64_t num_cols) {
  Fault fault{record.kind, row, record.value, record.position, record.value, ""};
  std::string const location = message("row ", row, ", position ", record.position, ": column ", record.value);
  switch (record.kind) {
  case Fault::Kind::after_padding:
    fault.sentence = message(location, " follows padding");
    break;
  case Fault::Kind::padding_value:
    fault.sentence = message("row ", row, ", position ", record.position, ": padding has a value other than 0");
    break;
  case Fault::Kind::unsorted:
    fault.sentence = message(location, " follows column ", record.previous, ": not sorted");
    break;
  case Fault::Kind::duplicate:
    fault.sentence = message(location, " appears twice");
    break;
  default:
    fault.sentence = message(location, " is not in [0, ", num_cols, ")");
  }
  return fault;
}

/// The first fault of slots or of their number; permutation(line) is the row of a line, of an empty one the line.
template <class Exec, class Layout, class Matrix, class Permutation>
std::optional<Fault> find_lines_fault(Exec const& exec, Layout const& layout, Matrix const& A,
                                      Permutation const& permutation, Order order) {
  std::int64_t found = 0;
  auto const record = find_slots_fault(exec, layout, A.entries, A.values, A.num_cols(), order, found);
  if (record) {
    std::int64_t const row = permutation.extent(0) > 0
                                 ? std::int64_t(read_back(exec, permutation, record->line, element_on_host))
                                 : record->line;
    return describe_slots(*record, row, A.num_cols());
  }
  auto const nnz = static_cast<std::int64_t>(A.nnz());
  if (found == nnz) return std::nullopt;
  return Fault{
      Fault::Kind::entry_count, -1, -1, -1, found, message("the slots hold ", found, " entries, but nnz() is ", nnz)};
}

}  // namespace Araios::Impl
