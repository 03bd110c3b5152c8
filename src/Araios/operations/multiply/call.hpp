// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// SpGEMM after its checks: what other rooms call.
///
/// A product of Patterns with a dense B is one of bits (dense.hpp); all others are computed by rows (steps.hpp).

#include <Araios/core/workspace.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/operations/build/from_bits.hpp>
#include <Araios/operations/multiply/dense.hpp>
#include <Araios/operations/multiply/steps.hpp>

#include <Kokkos_Core.hpp>

#include <type_traits>

namespace Araios::Impl::multiply {

/// C := A B with values of type C and offsets of type F; a product of Patterns needs no values of A and B, whatever
/// these are.
template <class Semiring, class C, class F, class Exec, class MatrixA, class MatrixB, class Space>
auto call(Exec const& exec, MultiplyOptions const& options, MatrixA const& A, MatrixB const& B,
          Workspace<Space>& workspace) {
  auto const a = borrow_csr<std::conditional_t<is_pattern_v<C>, Pattern, ScalarOf<MatrixA> const>>(A);
  auto const b = borrow_csr<std::conditional_t<is_pattern_v<C>, Pattern, ScalarOf<MatrixB> const>>(B);
  if constexpr (is_pattern_v<C>)
    if (is_dense(options, a, b)) {
      typename Workspace<Space>::Frame const frame(workspace);
      auto const words = multiply_as_bits(exec, a, b, workspace);
      return build::from_bits<OrdinalOf<MatrixA>, F>(exec, a.num_rows(), b.num_cols(), words, workspace);
    }
  return compute<Semiring, C, F>(exec, options, a, b, KeepAll{}, workspace);
}

}  // namespace Araios::Impl::multiply
