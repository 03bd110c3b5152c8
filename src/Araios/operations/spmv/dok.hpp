// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// SpMV for hash tables of entries (DOK).
///
/// Entries are stored in the order of their insertion, independent of rows, so y is scaled first, and every entry adds
/// to it with an atomic operation: nnz(V + 2I) bytes, an element of x and an addition in memory per entry, and y twice.
/// The hash slots are not read. For many products, convert the matrix first (convert<Format::csr>).

#include <Araios/formats/dok.hpp>
#include <Araios/operations/spmv/core.hpp>

#include <Kokkos_Core.hpp>

namespace Araios::Impl::spmv {

template <class S, class O, class F, class M>
struct Spmv<DokMatrix<S, O, F, M>> {
  using Matrix = DokMatrix<S, O, F, M>;

  /// The entry (i, j) of A as the entry (j, i) of a transposed SpMV.
  template <class Scatter>
  struct Exchanged {
    Scatter scatter;
    template <class A>
    KOKKOS_FUNCTION void operator()(std::int64_t i, std::int64_t j, A const& a) const {
      scatter(j, i, a);
    }
  };

  template <SemiringType Semiring, class Exec, class X, class Output, class Space>
  static void apply(Exec const& exec, SpmvOptions const&, Matrix const& A, X const& x, Output const& out,
                    Workspace<Space>&) {
    using Scatter = SpmvScatter<Semiring, X, Output>;
    spmv_scale(exec, A.num_rows(), out, "Araios::spmv::scale");
    visit(exec, "Araios::spmv::dok_entries", A, Exchanged<Scatter>{Scatter{x, out, false}});
  }

  template <class Exec, class Visitor>
  ARAIOS_NOT_INLINED static void visit(Exec const& exec, std::string const& label, Matrix const& A,
                                       Visitor const& visitor) {
    Kokkos::parallel_for(
        label, range(exec, static_cast<std::int64_t>(A.nnz())),
        KOKKOS_LAMBDA(std::int64_t e) { visitor(A.row_indices(e), A.col_indices(e), A.values(e)); });
  }
};

}  // namespace Araios::Impl::spmv
