// SPDX-License-Identifier: Apache-2.0
/// \file
/// SpMM. X and Y have strides, which the kernels take as they are: one instance for both layouts.

#include "../spmv.hpp"

#include <Araios/spmm.hpp>

namespace araios_c {

namespace {
template <class T, class Exec>
using Table = Kokkos::View<T**, Kokkos::LayoutStride, SpaceOf<Exec>, Kokkos::MemoryUnmanaged>;

template <class T, class Exec>
Table<T, Exec> table_of(araios_dense const& X) {
  auto const size = [](std::int64_t n) { return static_cast<std::size_t>(n); };
  return Table<T, Exec>(static_cast<T*>(X.data),
                        Kokkos::LayoutStride(size(X.rows), size(X.row_stride), size(X.columns), size(X.column_stride)));
}
}  // namespace

template <class S, class Exec>
void multiply_columns(Exec const& exec, araios_op op, Factors const& factors, MatrixBody const& A,
                      araios_dense const& X, araios_dense const& Y) {
  using T = Number<S>;
  auto const product = [&](auto const& B) {
    Araios::spmm(exec, factors.a<T>(), B, table_of<T, Exec>(X), factors.b<T>(), table_of<T, Exec>(Y),
                 Araios::SpmmOptions{static_cast<Araios::Op>(op)});
  };
  if (A.format == ARAIOS_CSR && A.index == ARAIOS_INDEX_32) return product(A.as<Csr<S, Index32, Exec>>());
  product(working<S>(exec, A));
}

#define ARAIOS_C_INSTANTIATE(S, Exec)                                                                \
  template void multiply_columns<S, Exec>(Exec const&, araios_op, Factors const&, MatrixBody const&, \
                                          araios_dense const&, araios_dense const&);
ARAIOS_C_INSTANTIATE_UNIT

}  // namespace araios_c
