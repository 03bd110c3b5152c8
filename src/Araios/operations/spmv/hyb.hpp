// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// SpMV for HYB matrices: the ELL part writes y, then the COO part adds to it in tiles, for rows of any length. The COO
/// part is sorted by row, so each element is added to once, and the result is deterministic run to run.

#include <Araios/core/execution.hpp>
#include <Araios/formats/hyb.hpp>
#include <Araios/operations/spmv/coo.hpp>
#include <Araios/operations/spmv/core.hpp>
#include <Araios/operations/spmv/ell.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>

namespace Araios::Impl::spmv {

template <class S, class O, class F, class M>
struct Spmv<HybMatrix<S, O, F, M>> {
  using Matrix = HybMatrix<S, O, F, M>;
  using Ell = Spmv<typename Matrix::ell_type>;

  template <SemiringType Semiring, class Exec, class X, class Output, class Space>
  static void apply(Exec const& exec, SpmvOptions const& options, Matrix const& A, X const& x, Output const& out,
                    Workspace<Space>& workspace) {
    using T = typename Output::value_type;
    using List = SpmvCooEntries<Semiring, T, typename Matrix::coo_type, X>;
    Ell::template apply<Semiring>(exec, options, A.ell, x, out, workspace);
    if (A.coo.nnz() > 0) spmv_coo_rounds<Semiring, O>(exec, List{A.coo, x}, out, workspace);
  }

  template <class Exec, class Visitor>
  ARAIOS_NOT_INLINED static void visit(Exec const& exec, std::string const& label, Matrix const& A,
                                       Visitor const& visitor) {
    Ell::visit(exec, label, A.ell, visitor);
    auto const list = A.coo;
    if (list.nnz() > 0)
      Kokkos::parallel_for(
          label, range(exec, static_cast<std::int64_t>(list.nnz())),
          KOKKOS_LAMBDA(std::int64_t q) { visitor(list.row_indices(q), list.col_indices(q), list.values(q)); });
  }
};

}  // namespace Araios::Impl::spmv
