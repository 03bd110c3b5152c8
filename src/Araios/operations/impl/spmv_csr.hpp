// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Products of CSR matrices with a vector.

#include <Araios/formats/csr.hpp>
#include <Araios/operations/impl/spmv_core.hpp>

namespace Araios::Impl {

template <class S, class O, class F, class M>
struct Spmv<CsrMatrix<S, O, F, M>> {
  using Matrix = CsrMatrix<S, O, F, M>;

  template <class Semiring, class Exec, class X, class Output, class Space>
  static void apply(Exec const& exec, SpmvOptions const&, Matrix const& A, X const& x, Output const& out,
                    Workspace<Space>&) {
    Kokkos::parallel_for(
        "Araios::spmv::csr_rows", range(exec, A.num_rows()), KOKKOS_LAMBDA(std::int64_t i) {
          using T = typename Output::value_type;
          T sum = Semiring::template zero<T>();
          for (auto p = A.row_map(i); p < A.row_map(i + 1); ++p)
            sum = Semiring::add(sum, spmv_term<Semiring, T>(A.values(p), x(A.entries(p))));
          out.store(i, sum);
        });
  }

  template <class Exec, class Visitor>
  static void visit(Exec const& exec, std::string const& label, Matrix const& A, Visitor const& visitor) {
    Kokkos::parallel_for(
        label, range(exec, A.num_rows()), KOKKOS_LAMBDA(std::int64_t i) {
          for (auto p = A.row_map(i); p < A.row_map(i + 1); ++p) visitor(i, A.entries(p), A.values(p));
        });
  }
};

}  // namespace Araios::Impl
