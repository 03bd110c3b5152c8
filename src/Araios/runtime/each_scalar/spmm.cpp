// SPDX-License-Identifier: Apache-2.0
/// \file
/// SpMM. X and Y have strides, which the kernels take as they are: one instance for both layouts.

#include <Araios/runtime/spmv_typed.hpp>
#include <Araios/spmm.hpp>

namespace Araios::runtime {

template <class S, class Exec>
void multiply_columns(Exec const& exec, Op op, Coefficient alpha, Matrix const& A, DenseMatrix const& X,
                      Coefficient beta, DenseMatrix const& Y) {
  using T = Number<S>;
  auto const product = [&](auto const& B) {
    Araios::spmm(exec, alpha.as<T>(), B, X.as<T, Exec>(), beta.as<T>(), Y.as<T, Exec>(), {.op = op});
  };
  if (A.format == Format::csr && A.index == IndexType::index_32) return product(A.as<Csr<S, Index32, Exec>>());
  product(working<S>(exec, A));
}

#define ARAIOS_RUNTIME_INSTANTIATE(S, Exec)                                                                \
  template void multiply_columns<S, Exec>(Exec const&, Op, Coefficient, Matrix const&, DenseMatrix const&, \
                                          Coefficient, DenseMatrix const&);
ARAIOS_RUNTIME_INSTANTIATE_UNIT

}  // namespace Araios::runtime
