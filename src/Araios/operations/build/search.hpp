// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Matrices compared, and entries looked up in them, whatever their format.

#include <Araios/core/aliasing.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/search.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/check_operands.hpp>
#include <Araios/formats/for_each_array.hpp>
#include <Araios/formats/validate/compressed.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <string>

namespace Araios::Impl::build {

/// Differences between two matrices of one shape and number of entries.
template <class A, class B>
struct CountDifferences {
  A a;
  B b;
  KOKKOS_FUNCTION void operator()(std::int64_t i, std::int64_t& differences) const {
    if (i <= static_cast<std::int64_t>(a.num_rows()))
      differences += static_cast<std::int64_t>(a.row_map(i)) != static_cast<std::int64_t>(b.row_map(i));
    if (i < static_cast<std::int64_t>(a.nnz())) {
      differences += a.entries(i) != b.entries(i);
      if constexpr (!is_pattern_v<typename A::Scalar>) differences += !(a.values(i) == b.values(i));
    }
  }
};

/// Whether two matrices have the same numbers of rows, columns and entries.
template <class A, class B>
bool have_same_sizes(A const& a, B const& b) {
  return a.num_rows() == b.num_rows() && a.num_cols() == b.num_cols() &&
         static_cast<std::int64_t>(a.nnz()) == static_cast<std::int64_t>(b.nnz());
}

/// Whether `count` finds no difference between two matrices of `rows` stored rows and nnz entries: one fence.
template <class Exec, class Count, class Space>
bool have_no_differences(Exec const& exec, std::int64_t rows, std::int64_t nnz, Count const& count,
                         Workspace<Space>& workspace) {
  typename Workspace<Space>::Frame const frame(workspace);
  auto const differences = workspace.template take<Kokkos::View<std::int64_t*, Space>>(exec, 1);
  Kokkos::parallel_reduce("Araios::equal", range(exec, std::max(rows + 1, nnz)), count,
                          Kokkos::subview(differences, 0));
  return read_back(exec, differences, 0, "Araios::equal: the number of differences is on the host") == 0;
}

/// The position of an entry (i, j) of a CSR matrix, or -1: also outside of the matrix. Rows are sorted; of duplicates
/// the first.
template <class Matrix>
struct PositionInRows {
  Matrix A;
  KOKKOS_FUNCTION std::int64_t operator()(std::int64_t i, std::int64_t j) const {
    if (i < 0 || i >= static_cast<std::int64_t>(A.num_rows())) return -1;
    auto const end = static_cast<std::int64_t>(A.row_map(i + 1));
    auto const at = first_not_below(A.entries, static_cast<std::int64_t>(A.row_map(i)), end, j);
    return at < end && static_cast<std::int64_t>(A.entries(at)) == j ? at : -1;
  }
};
/// Whether a CSR matrix has an entry (i, j).
template <class Matrix>
struct HasEntry {
  PositionInRows<Matrix> position;
  KOKKOS_FUNCTION bool operator()(std::int64_t i, std::int64_t j) const { return position(i, j) >= 0; }
};

/// results(p) := look_up(rows(p), cols(p))
template <class LookUp, class Rows, class Cols, class Results>
struct LookUpEntries {
  LookUp look_up;
  Rows rows;
  Cols cols;
  Results results;
  KOKKOS_FUNCTION void operator()(std::int64_t p) const {
    results(p) = static_cast<typename Results::non_const_value_type>(
        look_up(static_cast<std::int64_t>(rows(p)), static_cast<std::int64_t>(cols(p))));
  }
};

/// results(p) := look_up(rows(p), cols(p)), a search in A, after the checks of the arguments; `name` is that of results.
template <class Exec, class Matrix, class LookUp, class Rows, class Cols, class Results>
void look_up_entries(Exec const& exec, std::string const& function, Matrix const& A, LookUp const& look_up,
                     Rows const& rows, Cols const& cols, Results const& results, std::string const& name) {
  check_equal(rows.extent(0), cols.extent(0), (function + ": length of rows, length of cols").c_str());
  check_equal(results.extent(0), rows.extent(0), (function + ": length of " + name + ", length of rows").c_str());
  check_disjoint(function.c_str(), results, name.c_str(), rows, "rows");
  check_disjoint(function.c_str(), results, name.c_str(), cols, "cols");
  check_disjoint_from_arrays(function.c_str(), results, name.c_str(), A, "A");
  check_operands(exec, function.c_str(), Operand("A", A, Order::sorted));
  if (rows.extent(0) == 0) return;
  Kokkos::parallel_for(function, range(exec, static_cast<std::int64_t>(rows.extent(0))),
                       LookUpEntries<LookUp, Rows, Cols, Results>{look_up, rows, cols, results});
}

}  // namespace Araios::Impl::build
