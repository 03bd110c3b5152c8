// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Element-wise operations of matrices by their non-empty rows: the union of the two lists of rows, both matrices with
/// the rows of the union, the combination of these as CSR, and the rows of it that have entries.

#include <Araios/core/checks.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/search.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/check_operands.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/format.hpp>
#include <Araios/formats/sparse_vector.hpp>
#include <Araios/operations/algebra/operands.hpp>
#include <Araios/operations/convert/hypersparse.hpp>
#include <Araios/operations/convert/nonempty_rows.hpp>
#include <Araios/operations/elementwise/call.hpp>
#include <Araios/operations/elementwise/combine.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <stdexcept>
#include <string>

namespace Araios::Impl::algebra {

/// row_map(u) := where row `all`(u) begins in a matrix with the non-empty rows `indices`; its end, for the last u
///
/// Requires      each of `indices` is in `all`; both are sorted.
template <class All, class Indices, class From, class RowMap>
struct AlignRows {
  All all;
  Indices indices;
  From from;
  RowMap row_map;
  KOKKOS_FUNCTION void operator()(std::int64_t u) const {
    auto const count = static_cast<std::int64_t>(indices.extent(0));
    bool const is_end = u == static_cast<std::int64_t>(all.extent(0));
    std::int64_t const r =
        is_end ? count : first_not_below(indices, std::int64_t(0), count, static_cast<std::int64_t>(all(u)));
    row_map(u) = static_cast<typename RowMap::value_type>(from(r));
  }
};

/// The matrix of the rows `all`, of which A has some.
template <class Exec, class Rows, class All, class Space>
Rows align(Exec const& exec, std::string const& label, NonemptyRows<Rows> const& A, All const& all,
           Workspace<Space>& workspace) {
  using Offsets = Kokkos::View<typename Rows::Offset*, Space>;
  auto const count = static_cast<std::int64_t>(all.extent(0));
  auto const row_map = workspace.template take<Offsets>(exec, count + 1);
  if (A.rows.nnz() == 0)
    fill(exec, row_map, 0);
  else
    Kokkos::parallel_for(label + "::align", range(exec, count + 1),
                         AlignRows<All, typename NonemptyRows<Rows>::Indices, typename Rows::row_map_type, Offsets>{
                             all, A.indices, A.rows.row_map, row_map});
  return Rows(count, A.rows.num_cols(), row_map, A.rows.entries, A.rows.values);
}

/// combine(), but a refusal of unsorted rows names entries of the operands themselves.
template <class Exec, class A, class B, class Combine>
auto naming_rows_of(Exec const& exec, std::string const& label, A const& a, B const& b, Combine const& combine) {
  try {
    return combine();
  } catch (std::invalid_argument const&) {
    elementwise::refuse_unsorted(exec, label, a, b);
    throw;
  }
}

/// The combination of two matrices in the format of the first; K says which coordinates it keeps.
template <elementwise::Kept K, class Exec, class Op>
auto combine(Exec const& exec, std::string const& label, Op const& op, OperandOf<Exec> auto const& first,
             OperandOf<Exec> auto const& second, WorkspaceFor<Exec>& workspace_of_call) {
  auto const& a = as_matrix(first);
  auto const& b = as_matrix(second);
  using A = MatrixType<decltype(first)>;
  check_operands(exec, label.c_str(), Operand("A", a), Operand("B", b));
  ScopedRegion const region(label);
  check_equal(a.num_rows(), b.num_rows(), (label + ": rows of the operands").c_str());
  check_equal(a.num_cols(), b.num_cols(), (label + ": columns of the operands").c_str());
  auto& workspace = workspace_of_call.get(exec);
  typename Workspace<typename Exec::memory_space>::Frame const frame(workspace);
  if constexpr (is_csr_v<A>) {
    return elementwise::combine_matrices<K>(exec, label, op, a, all_rows(exec, label, "second operand", b, workspace),
                                            workspace);
  } else {
    using Ordinal = typename A::Ordinal;
    using List = SparseVector<Pattern, Ordinal, typename Exec::memory_space>;
    auto const left = nonempty_rows(exec, label, "first operand", a, workspace);
    auto const right = nonempty_rows(exec, label, "second operand", b, workspace);
    auto const rows = elementwise::combine_vectors<elementwise::kept_by_union>(
                          exec, label + "::rows", elementwise::First{}, List(a.num_rows(), left.indices),
                          List(a.num_rows(), right.indices), workspace)
                          .indices;
    auto const C = naming_rows_of(exec, label, a, b, [&] {
      return elementwise::combine_matrices<K>(exec, label, op, align(exec, label, left, rows, workspace),
                                              align(exec, label, right, rows, workspace), workspace);
    });
    // A union has an entry in every row of the union.
    constexpr bool keeps_rows = K.both && K.left && K.right;
    if constexpr (keeps_rows)
      return in_format_of<A>(exec, with_rows(a.num_rows(), rows, C));
    else
      return in_format_of<A>(exec, convert::without_empty_rows(exec, label, a.num_rows(), rows, C, workspace));
  }
}

}  // namespace Araios::Impl::algebra
