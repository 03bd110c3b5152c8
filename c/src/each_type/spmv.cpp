// SPDX-License-Identifier: Apache-2.0
/// \file
/// SpMV in the arithmetic of plus and times.

#include "../spmv.hpp"

#include <Araios/spmv.hpp>

namespace araios_c {

template <class S, class Exec>
void multiply_vector(Exec const& exec, Araios::SpmvOptions const& options, Factors const& factors, MatrixBody const& A,
                     Dense<Number<S>, Exec> const& x, Dense<Number<S>, Exec> const& y) {
  using T = Number<S>;
  auto const product = [&](auto const& B) { Araios::spmv(exec, factors.a<T>(), B, x, factors.b<T>(), y, options); };
  if (is_structured(A.format)) return visit_structured<S, Exec>(A, product);
  if (A.format == ARAIOS_COO) return product(working_coo<S>(exec, A));
  if (A.format == ARAIOS_CSC)
    return product(Araios::CscMatrix<S, int, std::int64_t, SpaceOf<Exec>>(working_csc<S>(exec, A)));
  with_index(A.index, [&](auto index) { product(A.as<Csr<S, decltype(index), Exec>>()); });
}

#define ARAIOS_C_INSTANTIATE(S, Exec)                                                                                \
  template void multiply_vector<S, Exec>(Exec const&, Araios::SpmvOptions const&, Factors const&, MatrixBody const&, \
                                         Dense<Number<S>, Exec> const&, Dense<Number<S>, Exec> const&);
ARAIOS_C_INSTANTIATE_UNIT

}  // namespace araios_c
