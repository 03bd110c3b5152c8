// SPDX-License-Identifier: Apache-2.0
/// \file
/// SpMV in the arithmetic of plus and times.

#include <Araios/runtime/spmv_typed.hpp>
#include <Araios/spmv.hpp>

namespace Araios::runtime {

template <class S, class Exec>
void multiply_vector(Exec const& exec, Araios::SpmvOptions const& options, Coefficient alpha, Matrix const& A,
                     Dense<Number<S>, Exec> const& x, Coefficient beta, Dense<Number<S>, Exec> const& y) {
  using T = Number<S>;
  auto const product = [&](auto const& B) { Araios::spmv(exec, alpha.as<T>(), B, x, beta.as<T>(), y, options); };
  if (is_structured(A.format)) return visit_structured<S, Exec>(A, product);
  if (A.format == Format::coo) return product(working_coo<S>(exec, A));
  if (A.format == Format::csc)
    return product(Araios::CscMatrix<S, int, std::int64_t, SpaceOf<Exec>>(working_csc<S>(exec, A)));
  with_index(A.index, [&](auto index) { product(A.as<Csr<S, decltype(index), Exec>>()); });
}

#define ARAIOS_RUNTIME_INSTANTIATE(S, Exec)                                                                   \
  template void multiply_vector<S, Exec>(Exec const&, Araios::SpmvOptions const&, Coefficient, Matrix const&, \
                                         Dense<Number<S>, Exec> const&, Coefficient, Dense<Number<S>, Exec> const&);
ARAIOS_RUNTIME_INSTANTIATE_UNIT

}  // namespace Araios::runtime
