// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// SpMV for DCSR matrices: y is multiplied by beta, then SpMV of the non-empty rows as CSR adds to their elements of y.

#include <Araios/core/unmanaged.hpp>
#include <Araios/formats/hypersparse.hpp>
#include <Araios/operations/spmv/core.hpp>
#include <Araios/operations/spmv/csr.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>

namespace Araios::Impl::spmv {

template <class S, class O, class F, class M>
HypersparseMatrix<S const, O, F, M> operand(HypersparseMatrix<S, O, F, M> const& A) {
  using Matrix = HypersparseMatrix<S const, O, F, M>;
  return Matrix(A.num_rows(), A.num_cols(), borrowed<typename Matrix::rows_type>(A.rows),
                borrowed<typename Matrix::row_map_type>(A.row_map), borrowed<typename Matrix::entries_type>(A.entries),
                borrowed<typename Matrix::values_type>(A.values));
}

/// The output of the compressed rows: row r is element rows(r).
template <class Output, class Rows>
struct OutputOfListedRows {
  using semiring_type = typename Output::semiring_type;
  using value_type = typename Output::value_type;
  Output out;
  Rows rows;

  KOKKOS_FUNCTION void store(std::int64_t r, value_type const& sum) const { out.store(rows(r), sum); }
  KOKKOS_FUNCTION void add(std::int64_t r, value_type const& sum) const { out.add(rows(r), sum); }
};

template <class Visitor, class Rows>
struct VisitListedRows {
  Visitor visitor;
  Rows rows;

  template <class Ordinal, class Value>
  KOKKOS_FUNCTION void operator()(std::int64_t r, Ordinal j, Value const& value) const {
    visitor(static_cast<std::int64_t>(rows(r)), j, value);
  }
};

template <class S, class O, class F, class M>
struct Spmv<HypersparseMatrix<S, O, F, M>> {
  using Matrix = HypersparseMatrix<S, O, F, M>;
  using Rows = typename Matrix::rows_type;
  using Csr = Spmv<CsrMatrix<S, O, F, M>>;

  template <SemiringType Semiring, class Exec, class X, class Output, class Space>
  static void apply(Exec const& exec, SpmvOptions const& options, Matrix const& A, X const& x, Output const& out,
                    Workspace<Space>& workspace) {
    using Adding = SpmvAdding<Output>;
    spmv_scale(exec, A.num_rows(), out, "Araios::spmv::scale");
    if (A.nnz() > 0)
      Csr::template apply<Semiring>(exec, options, A.compressed(), x,
                                    OutputOfListedRows<Adding, Rows>{Adding{out}, A.rows}, workspace);
  }

  template <class Exec, class Visitor>
  static void visit(Exec const& exec, std::string const& label, Matrix const& A, Visitor const& visitor) {
    if (A.nnz() > 0) Csr::visit(exec, label, A.compressed(), VisitListedRows<Visitor, Rows>{visitor, A.rows});
  }
};

}  // namespace Araios::Impl::spmv
