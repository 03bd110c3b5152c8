// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// SpMV for SELL matrices: as ELL, with one width per chunk.

#include <Araios/core/semiring.hpp>
#include <Araios/formats/layout/padded.hpp>
#include <Araios/formats/sell.hpp>
#include <Araios/operations/spmv/padded.hpp>

#include <string>

namespace Araios::Impl::spmv {

template <class S, class O, class F, class M>
struct Spmv<SellMatrix<S, O, F, M>> {
  using Matrix = SellMatrix<S, O, F, M>;

  template <SemiringType Semiring, class Exec, class X, class Output, class Space>
  static void apply(Exec const& exec, SpmvOptions const&, Matrix const& A, X const& x, Output const& out,
                    Workspace<Space>&) {
    spmv_padded<Semiring, true>(exec, "Araios::spmv::sell", layout_of(A), A.entries, A.values, x, out);
  }

  template <class Exec, class Visitor>
  static void visit(Exec const& exec, std::string const& label, Matrix const& A, Visitor const& visitor) {
    visit_padded(exec, label, layout_of(A), A.entries, A.values, visitor);
  }
};

}  // namespace Araios::Impl::spmv
