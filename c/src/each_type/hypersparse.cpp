// SPDX-License-Identifier: Apache-2.0
/// \file
/// Matrices by their rows that have entries: from other formats and back, transposition, ranges, comparison.

#include "../hypersparse.hpp"

#include "../indices.hpp"

#include <Araios/algebra.hpp>
#include <Araios/convert.hpp>
#include <Araios/operations/algebra/rename.hpp>
#include <Araios/operations/convert/nonempty_rows.hpp>
#include <Araios/transform.hpp>

namespace araios_c {

namespace {
struct Conjugated {
  template <class T>
  KOKKOS_FUNCTION T operator()(T const& a) const {
    return Kokkos::conj(a);
  }
};
}  // namespace

template <class S, class Exec>
Rows<S, Exec> own_rows(Exec const& exec, MatrixBody const& A) {
  if (A.format == ARAIOS_COO) return Araios::convert<Araios::Format::hypersparse>(exec, working_coo<S>(exec, A));
  if (A.format != ARAIOS_DCSR) return Araios::convert<Araios::Format::hypersparse>(exec, working<S>(exec, A));
  auto const& B = std::get<Dcsr<S, Exec>>(A.as<StructuredMatrix<S, Exec>>());
  return Rows<S, Exec>(B.num_rows(), B.num_cols(), B.rows, cast_indices<std::int64_t, int>(exec, B.row_map), B.entries,
                       B.values);
}

template <class S, class Exec>
Rows<S, Exec> named_rows(Exec const& exec, std::int64_t num_rows, RowNames<Exec> const& names,
                         Working<S, Exec> const& C) {
  Araios::WorkspaceFor<Exec> workspace;
  return Araios::Impl::convert::without_empty_rows(exec, "Araios::c::named_rows", num_rows, names, C,
                                                   workspace.get(exec));
}

template <class S, class Exec>
Rows<S, Exec> transposed(Exec const& exec, Rows<S, Exec> const& A, [[maybe_unused]] bool conjugate) {
  Rows<S, Exec> const B = Araios::transpose(exec, A);
  if constexpr (Araios::is_complex_v<S>)
    if (conjugate) {
      auto const rows = B.compressed();
      Araios::transform_values(exec, Conjugated{}, rows, rows.values);
    }
  return B;
}

template <class S, class Exec>
Rows<S, Exec> range_of(Exec const& exec, Rows<S, Exec> const& A, std::int64_t i, std::int64_t j, std::int64_t rows,
                       std::int64_t columns) {
  Araios::WorkspaceFor<Exec> workspace;
  auto& space = workspace.get(exec);
  auto const listed = Araios::Impl::algebra::listed_within(exec, "Araios::c::submatrix", A.rows, {i, i + rows}, space);
  auto const C = range_of<S>(exec, A.compressed(), listed.begin, j, listed.end - listed.begin, columns);
  Araios::Impl::algebra::RowsFrom<RowNames<Exec>> const names{A.rows, listed.begin, i};
  return Araios::Impl::convert::without_empty_rows(exec, "Araios::c::submatrix", rows, names, C, space);
}

template <class S, class Exec>
bool are_equal(Exec const& exec, Rows<S, Exec> const& A, Rows<S, Exec> const& B) {
  if (Araios::equal(exec, A, B)) return true;
  auto const sorted = [&](Rows<S, Exec> const& C) {
    return Rows<S, Exec>(C.num_rows(), C.rows, sorted_rows<S>(exec, C.compressed()));
  };
  return Araios::equal(exec, sorted(A), sorted(B));
}

template <class S, class Exec>
MatrixBody coo_of(Exec const& exec, Rows<S, Exec> const& A) {
  return body_of(cast_coo<Index32>(exec, Araios::convert<Araios::Format::coo>(exec, A)));
}

template <class S, class Exec>
MatrixBody dcsr_of(Exec const& exec, Rows<S, Exec> const& A) {
  require_sizes(ARAIOS_INDEX_32, A.num_rows(), A.num_cols(), A.nnz());
  return body_of_structured<Exec>(Dcsr<S, Exec>(A.num_rows(), A.num_cols(), A.rows,
                                                cast_indices<int, std::int64_t>(exec, A.row_map), A.entries, A.values));
}

#define ARAIOS_C_INSTANTIATE(S, Exec)                                                                     \
  template Rows<S, Exec> own_rows<S, Exec>(Exec const&, MatrixBody const&);                               \
  template Rows<S, Exec> named_rows<S, Exec>(Exec const&, std::int64_t, RowNames<Exec> const&,            \
                                             Working<S, Exec> const&);                                    \
  template Rows<S, Exec> transposed<S, Exec>(Exec const&, Rows<S, Exec> const&, bool);                    \
  template Rows<S, Exec> range_of<S, Exec>(Exec const&, Rows<S, Exec> const&, std::int64_t, std::int64_t, \
                                           std::int64_t, std::int64_t);                                   \
  template bool are_equal<S, Exec>(Exec const&, Rows<S, Exec> const&, Rows<S, Exec> const&);              \
  template MatrixBody coo_of<S, Exec>(Exec const&, Rows<S, Exec> const&);                                 \
  template MatrixBody dcsr_of<S, Exec>(Exec const&, Rows<S, Exec> const&);
ARAIOS_C_IN_BOTH(ARAIOS_C_INSTANTIATE, ARAIOS_C_UNIT)

}  // namespace araios_c
