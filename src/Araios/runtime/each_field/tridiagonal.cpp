// SPDX-License-Identifier: Apache-2.0
/// \file
/// Systems of 3 and 5 diagonals. Arrays have strides, which the kernels take as they are.

#include <Araios/runtime/solve_typed.hpp>
#include <Araios/tridiagonal.hpp>

#include <Kokkos_Core.hpp>

namespace Araios::runtime {

namespace {

template <class T, class Exec>
auto column_of(DenseMatrix const& X) {
  return Kokkos::View<T const*, Kokkos::LayoutStride, SpaceOf<Exec>, Kokkos::MemoryUnmanaged>(
      static_cast<T const*>(X.data),
      Kokkos::LayoutStride(static_cast<std::size_t>(X.rows), static_cast<std::size_t>(X.row_stride)));
}

/// f(diagonals) of rank 1 for one matrix, or 2 for a batch.
template <class T, class Exec, std::size_t Count, class F>
void with_diagonals(std::array<DenseMatrix, Count> const& A, DenseMatrix const& X, F const& f) {
  bool const is_batch = A[Count / 2].columns == X.columns && X.columns != 1;
  for (auto const& diagonal : A)
    require(diagonal.columns == (is_batch ? X.columns : 1), ErrorKind::invalid_argument,
            "diagonals have 1 column, or as many as X (", diagonal.columns, ", ", X.columns, ")");
  auto const views = [&]<class View>(View const& first, auto const& view) {
    std::array<View, Count> all{first};
    for (std::size_t d = 1; d < Count; ++d) all[d] = view(A[d]);
    f(all);
  };
  auto const column = [](DenseMatrix const& X_) { return column_of<T, Exec>(X_); };
  auto const table = [](DenseMatrix const& X_) { return X_.as<T const, Exec>(); };
  if (is_batch)
    views(table(A[0]), table);
  else
    views(column(A[0]), column);
}

}  // namespace

template <class T, class Exec>
void solve_diagonals(Exec const& exec, TridiagonalOptions const& options, std::array<DenseMatrix, 3> const& A,
                     DenseMatrix const& B, DenseMatrix const& X) {
  with_diagonals<T, Exec>(A, X, [&](auto const& a) {
    Araios::tridiagonal_solve(exec, TridiagonalMatrix{a[0], a[1], a[2]}, B.as<T const, Exec>(), X.as<T, Exec>(),
                              options);
  });
}
template <class T, class Exec>
void solve_diagonals(Exec const& exec, TridiagonalOptions const& options, std::array<DenseMatrix, 5> const& A,
                     DenseMatrix const& B, DenseMatrix const& X) {
  with_diagonals<T, Exec>(A, X, [&](auto const& a) {
    Araios::pentadiagonal_solve(exec, PentadiagonalMatrix{a[0], a[1], a[2], a[3], a[4]}, B.as<T const, Exec>(),
                                X.as<T, Exec>(), options);
  });
}

#define ARAIOS_RUNTIME_INSTANTIATE(S, Exec)                                                                         \
  template void solve_diagonals<S, Exec>(Exec const&, TridiagonalOptions const&, std::array<DenseMatrix, 3> const&, \
                                         DenseMatrix const&, DenseMatrix const&);                                   \
  template void solve_diagonals<S, Exec>(Exec const&, TridiagonalOptions const&, std::array<DenseMatrix, 5> const&, \
                                         DenseMatrix const&, DenseMatrix const&);
ARAIOS_RUNTIME_INSTANTIATE_FIELD

}  // namespace Araios::runtime
