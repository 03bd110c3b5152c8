// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Changes of single entries of a CSR matrix, collected in a batch and made in one call.
///
///     auto const batch = allocate_batch<double>(exec, "changes", 1000);      // at most 1000 changes
///     batch.set(3, 4, 5.0);                                                  // on the host, or in kernels
///     batch.remove(7, 0);
///     A = update(exec, A, batch);
///
/// A matrix has no changes that are pending: they are in the batch, and `update` makes a new matrix.

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/elementwise.hpp>
#include <Araios/formats/batch.hpp>
#include <Araios/formats/check_operands.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/operations/elementwise/combine.hpp>
#include <Araios/operations/update/winners.hpp>
#include <Araios/primitives/scan.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>
#include <utility>

namespace Araios {

namespace Impl::update {
/// The second of two.
struct Second {
  template <class A, class B>
  KOKKOS_FUNCTION constexpr B operator()(A const&, B const& b) const {
    return b;
  }
};
}  // namespace Impl::update

/// B := A after all changes of a batch, in their order: the last change of a coordinate counts
///
/// A and the batch are not changed. Setting an entry replaces its value, or adds the entry; removing an entry that is
/// not there does nothing.
///
/// Shapes        A and B are m-by-n; the batch has c changes.
/// Requires      A as checked by `validate`, rows sorted without duplicates (`sum_duplicates`). Kernels and host code
///               that append to the batch are complete, or come before on exec.
/// Order         rows of B are sorted, without duplicates.
/// Cost          a check, two radix sorts, two scans and up to two kernels over the batch; then, where entries are
///               removed, the difference of A and these, and, where entries are set, or none is removed, the union with
///               these: each as `elementwise_union`, with m + 1 Offsets for the changed entries. Balanced by rows and
///               entries.
/// Asynchronous  no: two fences, to read the number of changes and those that count; one for each of difference and
///               union. Allocates B, and where both are needed the difference. Workspace: 32 bytes and four Ordinals
///               per change, up to two Ordinals and a value per coordinate, an Offset per row for each of the two, and
///               what `radix_sort` and the element-wise operations take.
/// Deterministic space to space, bitwise, for changes in one order. Where concurrent threads appended different changes
///               of one coordinate, the order of these depends on the schedule.
/// Throws        std::invalid_argument for more changes than the capacity of the batch, with both numbers; for a change
///               outside of A, naming the first; where a row of A is not sorted or repeats a column, naming it; and
///               when Offset cannot count the entries of B.
template <ExecutionSpace Exec, CsrOf<Exec> Matrix, MemorySpace M>
  requires Accesses<Exec, Batch<ScalarOf<Matrix>, OrdinalOf<Matrix>, M>>
auto update(Exec const& exec, Matrix const& A, Batch<ScalarOf<Matrix>, OrdinalOf<Matrix>, M> const& batch,
            WorkspaceFor<Exec> workspace = {}) {
  auto const& a = Impl::as_matrix(A);
  using O = OrdinalOf<Matrix>;
  using F = OffsetOf<Matrix>;
  namespace elementwise = Impl::elementwise;
  using Scalar = ScalarOf<Matrix>;
  using Space = typename Exec::memory_space;
  using Before = Kokkos::View<std::int64_t*, Space>;
  using Range = std::pair<std::int64_t, std::int64_t>;
  constexpr char const* label = "Araios::update";
  Impl::check_operands(exec, label, Impl::Operand("A", a));
  Impl::ScopedRegion const region(label);
  auto& space = workspace.get(exec);
  typename Workspace<Space>::Frame const frame(space);
  std::int64_t const m = a.num_rows(), n = a.num_cols();
  std::int64_t const count = Impl::update::checked_count(exec, label, batch, m, n, space);
  (void)Impl::checked_cast<F>(count, "Araios::update: number of changes");

  auto const sorted = Impl::update::sort_changes(exec, batch, count, m, n, space);
  using Winners =
      Impl::update::IsWinner<std::remove_const_t<decltype(sorted)>, typename Batch<Scalar, O, M>::removals_type>;
  Winners const to_set{sorted, batch.removals, false}, to_remove{sorted, batch.removals, true};
  // The scans of both kinds give the number of winners before each change, and the total.
  auto const before = space.template take<Before>(exec, 2 * count + 2);
  auto const before_set = Kokkos::subview(before, Range(0, count + 1));
  auto const before_remove = Kokkos::subview(before, Range(count + 1, 2 * count + 2));
  exclusive_scan(exec, to_set, before_set, {}, space);
  exclusive_scan(exec, to_remove, before_remove, {}, space);
  auto const [all_set, all_removed] = Impl::update::read_totals(exec, label, before, count, space);

  auto const with_set = [&, all_set = all_set](auto const& B) {
    auto const changed = Impl::update::matrix_of_winners<Scalar, F>(exec, "Araios::update::set", to_set, before_set,
                                                                    all_set, m, n, batch.values, space);
    return elementwise::combine_matrices<elementwise::kept_by_union>(exec, label, Impl::update::Second{}, B, changed,
                                                                     space);
  };
  if (all_removed == 0) return with_set(a);
  auto const removed = Impl::update::matrix_of_winners<Pattern, F>(exec, "Araios::update::remove", to_remove,
                                                                   before_remove, all_removed, m, n, NoValues{}, space);
  auto const B = elementwise::combine_matrices<elementwise::kept_by_difference>(exec, label, elementwise::First{}, a,
                                                                                removed, space);
  return all_set == 0 ? B : with_set(B);
}

}  // namespace Araios
