// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Validation of a sparse vector: finds the first violation.

#include <Araios/core/read_back.hpp>
#include <Araios/formats/sparse_vector.hpp>
#include <Araios/formats/validate/compressed.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <optional>

namespace Araios {

namespace Impl {

// The violation at entry p of a sparse vector, if any.
template <class Indices>
KOKKOS_INLINE_FUNCTION bool index_fault(Indices const& indices, std::int64_t length, Order order, std::int64_t p,
                                        FaultRecord& fault) {
  std::int64_t const value = indices(p);
  std::int64_t const previous = p > 0 ? static_cast<std::int64_t>(indices(p - 1)) : -1;
  fault.line = value;
  fault.position = p;
  fault.value = value;
  fault.previous = previous;
  fault.kind = Fault::Kind::row_range;
  if (value < 0 || value >= length) return true;
  if (order == Order::any || value > previous) return false;
  fault.kind = value < previous ? Fault::Kind::unsorted : Fault::Kind::duplicate;
  return value < previous || order == Order::strict;
}

}  // namespace Impl

/// The first violation in x, or nothing; `row` of the Fault is the index, as in a matrix of one column
///
/// Values are not checked: NaN and explicit zeros are valid. `validate` (validate.hpp) throws for the violation.
///
/// Cost          one kernel, one read of the indices; with a violation one more kernel of one work item.
/// Asynchronous  no: reads its result, so work of exec is complete at return. Allocates one record if there is a
///               violation.
/// Deterministic space to space: the same violation.
template <ExecutionSpace Exec, class S, class O, class M>
  requires Accesses<Exec, SparseVector<S, O, M>>
ARAIOS_NOT_INLINED std::optional<Fault> find_fault(Exec const& exec, SparseVector<S, O, M> const& x,
                                                   ValidateOptions const& options = {}) {
  Order const order = options.order;
  Impl::check_order(order);
  using Record = Kokkos::View<Impl::FaultRecord*, typename Exec::memory_space>;
  std::int64_t const length = x.length();
  auto const indices = x.indices;
  if (indices.extent(0) == 0) return std::nullopt;
  std::int64_t first = Impl::no_fault;
  Kokkos::parallel_reduce(
      "Araios::validate::indices", Araios::range(exec, indices.extent(0)),
      KOKKOS_LAMBDA(std::int64_t p, std::int64_t& minimum) {
        Impl::FaultRecord ignored;
        if (p < minimum && Impl::index_fault(indices, length, order, p, ignored)) minimum = p;
      },
      Kokkos::Min<std::int64_t>(first));
  if (first == Impl::no_fault) return std::nullopt;
  auto const record = allocate<Record>(exec, "Araios::validate::record", 1);
  Kokkos::parallel_for(
      "Araios::validate::describe", Araios::range(exec, 1),
      KOKKOS_LAMBDA(std::int64_t) { (void)Impl::index_fault(indices, length, order, first, record(0)); });
  Impl::FaultRecord const fault = Araios::read_back(exec, record, 0, Impl::fault_on_host);
  Fault result{fault.kind, fault.value, -1, fault.position, fault.value, ""};
  auto const location = Impl::message("position ", fault.position, ": index ", fault.value);
  if (fault.kind == Fault::Kind::row_range)
    result.sentence = Impl::message(location, " is not in [0, ", length, ")");
  else if (fault.kind == Fault::Kind::unsorted)
    result.sentence = Impl::message(location, " follows index ", fault.previous, ": not sorted");
  else
    result.sentence = Impl::message(location, " appears twice");
  return result;
}

}  // namespace Araios
