// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Validation of a DokMatrix: finds the first violation, whatever its arrays hold.

#include <Araios/core/read_back.hpp>
#include <Araios/formats/coo.hpp>
#include <Araios/formats/dok.hpp>
#include <Araios/formats/validate/compressed.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <optional>
#include <utility>

namespace Araios {

namespace Impl {

/// The first slot that holds neither -1 nor the index of an entry; `used` becomes the number of slots that hold an
/// entry.
template <class Exec, class Slots>
ARAIOS_NOT_INLINED std::int64_t find_dok_slot_fault(Exec const& exec, Slots const& slots, std::int64_t nnz,
                                                    std::int64_t& used) {
  using Offset = typename Slots::non_const_value_type;
  std::int64_t first = no_fault;
  Kokkos::parallel_reduce(
      "Araios::validate::slots", range(exec, static_cast<std::int64_t>(slots.extent(0))),
      KOKKOS_LAMBDA(std::int64_t s, std::int64_t& minimum, std::int64_t& count) {
        Offset const e = slots(s);
        if (e == static_cast<Offset>(-1)) return;
        // Compared as Offset: an unsigned value may not fit int64_t.
        if (e < Offset(0) || e >= static_cast<Offset>(nnz)) {
          if (s < minimum) minimum = s;
        } else {
          ++count;
        }
      },
      Kokkos::Min<std::int64_t>(first), Kokkos::Sum<std::int64_t>(used));
  return first;
}

/// The first entry that a search for its coordinate does not find.
template <class Exec, class Matrix>
ARAIOS_NOT_INLINED std::int64_t find_dok_search_fault(Exec const& exec, Matrix const& A) {
  std::int64_t first = no_fault;
  Kokkos::parallel_reduce(
      "Araios::validate::searches", range(exec, static_cast<std::int64_t>(A.nnz())),
      KOKKOS_LAMBDA(std::int64_t e, std::int64_t& minimum) {
        if (e < minimum && A.find(A.row_indices(e), A.col_indices(e)) != e) minimum = e;
      },
      Kokkos::Min<std::int64_t>(first));
  return first;
}

/// Row and column of an entry, and the result of a search for them, on the host.
struct DokCoordinate {
  std::int64_t row, column, found;
};
template <class Exec, class Matrix>
ARAIOS_NOT_INLINED DokCoordinate read_dok_coordinate(Exec const& exec, Matrix const& A, std::int64_t e) {
  using Record = Kokkos::View<DokCoordinate*, typename Exec::memory_space>;
  auto const record = allocate<Record>(exec, "Araios::validate::record", 1);
  Kokkos::parallel_for(
      "Araios::validate::describe", range(exec, 1), KOKKOS_LAMBDA(std::int64_t) {
        std::int64_t const i = A.row_indices(e);
        std::int64_t const j = A.col_indices(e);
        record(0) = DokCoordinate{i, j, A.find(i, j)};
      });
  return read_back(exec, record, 0, fault_on_host);
}

}  // namespace Impl

/// The first violation in A, or nothing: in the slots, then in the coordinates of the entries, then in the searches for
/// them
///
/// What passes has every entry in one slot, where the search for its coordinate ends, and no coordinate twice.
/// `options.order` is that of the numbers of entries, by row and then by column.
///
/// Cost          three kernels: slots and coordinates are read once, and every entry is searched.
/// Asynchronous  no: reads its results. Allocates one record if there is a violation.
/// Deterministic space to space for equal arrays. The reported slot depends on the slots that earlier insertions used.
template <ExecutionSpace Exec>
std::optional<Fault> find_fault(Exec const& exec, DokOf<Exec> auto const& A, ValidateOptions const& options = {}) {
  auto const& a = Impl::as_matrix(A);
  Impl::check_order(options.order);
  auto const nnz = static_cast<std::int64_t>(a.nnz());
  std::int64_t used = 0;
  std::int64_t const slot = Impl::find_dok_slot_fault(exec, a.slots, nnz, used);
  if (slot != Impl::no_fault) {
    auto const value = static_cast<std::int64_t>(Araios::read_back(exec, a.slots, slot, Impl::fault_on_host));
    return Fault{Fault::Kind::storage,
                 -1,
                 -1,
                 slot,
                 value,
                 Impl::message("slot ", slot, " holds ", value, ", which is neither -1 nor one of ", nnz, " entries")};
  }
  if (used != nnz)
    return Fault{
        Fault::Kind::storage, -1, -1, -1, used, Impl::message(used, " slots are in use for ", nnz, " entries")};
  std::pair<std::int64_t, std::int64_t> const entries(0, nnz);
  using Matrix = Impl::MatrixType<decltype(A)>;
  CooMatrix<Pattern, typename Matrix::Ordinal, typename Matrix::Offset, typename Matrix::memory_space> const pattern(
      a.num_rows(), a.num_cols(), Kokkos::subview(a.row_indices, entries), Kokkos::subview(a.col_indices, entries));
  if (auto const fault = find_fault(exec, pattern, options)) return fault;
  std::int64_t const entry = Impl::find_dok_search_fault(exec, a);
  if (entry == Impl::no_fault) return std::nullopt;
  Impl::DokCoordinate const coordinate = Impl::read_dok_coordinate(exec, a, entry);
  Fault result{Fault::Kind::storage, coordinate.row, coordinate.column, entry, coordinate.found, ""};
  if (coordinate.found >= 0) {
    result.kind = Fault::Kind::duplicate;
    result.sentence = Impl::message("position ", entry, ": entry (", coordinate.row, ", ", coordinate.column,
                                    ") is a duplicate of position ", coordinate.found);
  } else {
    result.sentence = Impl::message("position ", entry, ": entry (", coordinate.row, ", ", coordinate.column,
                                    ") is not found: it is in none of the slots that a search for it reads");
  }
  return result;
}

}  // namespace Araios
