// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// SpMV for DIA + CSR matrices: the DIA part stores, the CSR part adds.

#include <Araios/formats/dia_csr.hpp>
#include <Araios/operations/spmv/core.hpp>
#include <Araios/operations/spmv/csr.hpp>
#include <Araios/operations/spmv/dia.hpp>

#include <string>

namespace Araios::Impl::spmv {

template <class S, class O, class F, class M>
struct Spmv<DiaCsrMatrix<S, O, F, M>> {
  using Matrix = DiaCsrMatrix<S, O, F, M>;
  using Dia = Spmv<DiaMatrix<S, O, F, M>>;
  using Csr = Spmv<CsrMatrix<S, O, F, M>>;

  template <SemiringType Semiring, class Exec, class X, class Output, class Space>
  static void apply(Exec const& exec, SpmvOptions const& options, Matrix const& A, X const& x, Output const& out,
                    Workspace<Space>& workspace) {
    if (A.dia.nnz() == 0) return Csr::template apply<Semiring>(exec, options, A.csr, x, out, workspace);
    Dia::template apply<Semiring>(exec, options, A.dia, x, out, workspace);
    if (A.csr.nnz() > 0) Csr::template apply<Semiring>(exec, options, A.csr, x, SpmvAdding<Output>{out}, workspace);
  }

  template <SemiringType Semiring, class Exec, class X, class Output, class Space>
  static void apply_transposed(Exec const& exec, SpmvOptions const& options, bool conjugate, Matrix const& A,
                               X const& x, Output const& out, Workspace<Space>& workspace) {
    // Without diagonals this is y := beta y.
    Dia::template apply_transposed<Semiring>(exec, options, conjugate, A.dia, x, out, workspace);
    if (A.csr.nnz() > 0)
      Csr::visit(exec, "Araios::spmv::scatter", A.csr, SpmvScatter<Semiring, X, Output>{x, out, conjugate});
  }

  template <class Exec, class Visitor>
  static void visit(Exec const& exec, std::string const& label, Matrix const& A, Visitor const& visitor) {
    if (A.dia.nnz() > 0) Dia::visit(exec, label, A.dia, visitor);
    if (A.csr.nnz() > 0) Csr::visit(exec, label, A.csr, visitor);
  }
};

}  // namespace Araios::Impl::spmv
