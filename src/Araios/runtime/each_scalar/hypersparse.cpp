// SPDX-License-Identifier: Apache-2.0
/// \file
/// Matrices by their rows that have entries: from other formats and back, transposition, ranges, comparison.

#include <Araios/algebra.hpp>
#include <Araios/convert.hpp>
#include <Araios/runtime/coordinate_kernels.hpp>
#include <Araios/runtime/hypersparse.hpp>
#include <Araios/runtime/index_types.hpp>
#include <Araios/transform.hpp>

#include <Kokkos_Core.hpp>

namespace Araios::runtime {

namespace {
struct Conjugated {
  template <class T>
  KOKKOS_FUNCTION T operator()(T const& a) const {
    return Kokkos::conj(a);
  }
};

/// borders(0) and borders(1) := how many of the names are less than `begin`, and less than `end`
template <class Names, class Borders>
struct FindRange {
  Names names;
  Wide begin, end;
  Borders borders;
  KOKKOS_FUNCTION void operator()(Wide side) const { borders(side) = number_of_less(names, side == 0 ? begin : end); }
};

/// C by its rows that have entries, where row p of C is row names(first + p) - origin.
template <class S, class Exec>
Rows<S, Exec> renamed(Exec const& exec, std::int64_t num_rows, RowNames<Exec> const& names, Working<S, Exec> const& C,
                      std::int64_t first, std::int64_t origin) {
  using Names = Dense<int, Exec>;
  Rows<S, Exec> const B = Araios::convert<Araios::Format::hypersparse>(exec, C);
  auto const n = static_cast<Wide>(B.rows.extent(0));
  auto const rows = Araios::allocate<Names>(exec, "Araios::runtime::rows", n);
  for_each(exec, "Araios::runtime::rename", n,
           Rename<RowNames<Exec>, RowNames<Exec>, Names>{names, B.rows, rows, first, origin});
  return Rows<S, Exec>(num_rows, C.num_cols(), rows, B.row_map, B.entries, B.values);
}
}  // namespace

template <class S, class Exec>
Rows<S, Exec> own_rows(Exec const& exec, Matrix const& A) {
  if (A.format == Format::coo) return Araios::convert<Araios::Format::hypersparse>(exec, working_coo<S>(exec, A));
  if (A.format != Format::hypersparse) return Araios::convert<Araios::Format::hypersparse>(exec, working<S>(exec, A));
  auto const& B = std::get<Dcsr<S, Exec>>(A.as<StructuredMatrix<S, Exec>>());
  return Rows<S, Exec>(B.num_rows(), B.num_cols(), B.rows, cast_indices<std::int64_t, int>(exec, B.row_map), B.entries,
                       B.values);
}

template <class S, class Exec>
Rows<S, Exec> named_rows(Exec const& exec, std::int64_t num_rows, RowNames<Exec> const& names,
                         Working<S, Exec> const& C) {
  return renamed<S>(exec, num_rows, names, C, 0, 0);
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
  using Borders = Dense<Wide, Exec>;
  auto const borders = new_indices(exec, 2);
  for_each(exec, "Araios::runtime::submatrix", 2, FindRange<RowNames<Exec>, Borders>{A.rows, i, i + rows, borders});
  auto const found = Kokkos::create_mirror_view(borders);
  Kokkos::deep_copy(exec, found, borders);
  exec.fence();
  auto const C = range_of<S>(exec, A.compressed(), found(0), j, found(1) - found(0), columns);
  return renamed<S>(exec, rows, A.rows, C, found(0), i);
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
Matrix coo_of(Exec const& exec, Rows<S, Exec> const& A) {
  return matrix_of(cast_coo<Index32>(exec, Araios::convert<Araios::Format::coo>(exec, A)));
}

template <class S, class Exec>
Matrix dcsr_of(Exec const& exec, Rows<S, Exec> const& A) {
  require_sizes(IndexType::index_32, A.num_rows(), A.num_cols(), A.nnz());
  return matrix_of_structured<Exec>(Dcsr<S, Exec>(
      A.num_rows(), A.num_cols(), A.rows, cast_indices<int, std::int64_t>(exec, A.row_map), A.entries, A.values));
}

#define ARAIOS_RUNTIME_INSTANTIATE(S, Exec)                                                               \
  template Rows<S, Exec> own_rows<S, Exec>(Exec const&, Matrix const&);                                   \
  template Rows<S, Exec> named_rows<S, Exec>(Exec const&, std::int64_t, RowNames<Exec> const&,            \
                                             Working<S, Exec> const&);                                    \
  template Rows<S, Exec> transposed<S, Exec>(Exec const&, Rows<S, Exec> const&, bool);                    \
  template Rows<S, Exec> range_of<S, Exec>(Exec const&, Rows<S, Exec> const&, std::int64_t, std::int64_t, \
                                           std::int64_t, std::int64_t);                                   \
  template bool are_equal<S, Exec>(Exec const&, Rows<S, Exec> const&, Rows<S, Exec> const&);              \
  template Matrix coo_of<S, Exec>(Exec const&, Rows<S, Exec> const&);                                     \
  template Matrix dcsr_of<S, Exec>(Exec const&, Rows<S, Exec> const&);
ARAIOS_RUNTIME_INSTANTIATE_UNIT

}  // namespace Araios::runtime
