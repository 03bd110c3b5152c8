// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// SpMV for ELL matrices.

#include <Araios/core/semiring.hpp>
#include <Araios/formats/ell.hpp>
#include <Araios/formats/layout/padded.hpp>
#include <Araios/operations/spmv/padded.hpp>

#include <string>
#include <type_traits>

namespace Araios::Impl::spmv {

template <class S, class O, class F, class M>
struct Spmv<EllMatrix<S, O, F, M>> {
  using Matrix = EllMatrix<S, O, F, M>;
  using Entries = EllEntries<typename Matrix::row_lengths_type>;

  template <SemiringType Semiring, class Exec, class X, class Output, class Space>
  static void apply(Exec const& exec, SpmvOptions const&, Matrix const& A, X const& x, Output const& out,
                    Workspace<Space>&) {
    std::string const label = "Araios::spmv::ell";
    if (A.padding() == EllPadding::index)
      spmv_padded<Semiring, true>(exec, label, slots_of(A), A.entries, A.values, x, out);
    else if constexpr (std::is_same_v<Semiring, PlusTimes>)
      spmv_padded<Semiring, false>(exec, label, slots_of(A), A.entries, A.values, x, out);
    else  // 0 is not the neutral element of addition
      spmv_padded<Semiring, false>(exec, label, Entries{slots_of(A), A.row_lengths}, A.entries, A.values, x, out);
  }

  template <class Exec, class Visitor>
  static void visit(Exec const& exec, std::string const& label, Matrix const& A, Visitor const& visitor) {
    if (A.padding() == EllPadding::index)
      visit_padded(exec, label, slots_of(A), A.entries, A.values, visitor);
    else
      visit_padded(exec, label, Entries{slots_of(A), A.row_lengths}, A.entries, A.values, visitor);
  }
};

}  // namespace Araios::Impl::spmv
