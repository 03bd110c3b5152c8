// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The instantiations of TransposePlan in Araios::compiled.

#include <Araios/compiled/types.hpp>
#include <Araios/operations/transpose/plan/analyse.hpp>
#include <Araios/operations/transpose/plan/kernels.hpp>
#include <Araios/transpose_plan.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace Araios {

namespace Impl::compiled {
template <class Exec, class Index>
using Indices = Kokkos::View<Index const*, Memory<Exec>>;
template <class Offset>
using PositionFor = std::conditional_t<(sizeof(Offset) > 4), Offset, std::uint32_t>;
template <class Scalar>
using ConstElements = Elements<Scalar const>;
template <class Scalar>
using ConjugateElements = transpose::ConjugatedValues<ConstElements<Scalar>>;
}  // namespace Impl::compiled

/// The analysis with positions of this type, without and with a requested method, and the comparison of patterns.
#define ARAIOS_COMPILED_TRANSPOSE_ANALYSE(instantiate, Exec, Position, Automatic, Ordinal, Offset) \
  instantiate CsrArrays<Position, Ordinal, Offset, Impl::compiled::Memory<Exec>>                   \
  Impl::transpose::transpose_plan_analyse<Position, Automatic>(                                    \
      Exec const&, TransposePlanOptions const&,                                                    \
      CsrMatrix<Pattern, Ordinal, Offset, Impl::compiled::Memory<Exec>> const&,                    \
      Workspace<Impl::compiled::Memory<Exec>>&);
#define ARAIOS_COMPILED_TRANSPOSE_PLAN_OF(instantiate, Exec, Position, Ordinal, Offset)                               \
  ARAIOS_COMPILED_TRANSPOSE_ANALYSE(instantiate, Exec, Position, true, Ordinal, Offset)                               \
  ARAIOS_COMPILED_TRANSPOSE_ANALYSE(instantiate, Exec, Position, false, Ordinal, Offset)                              \
  instantiate Impl::transpose::TransposePatternDifference Impl::transpose::transpose_plan_compare(                    \
      Exec const&, bool, Impl::compiled::Indices<Exec, Offset> const&, Impl::compiled::Indices<Exec, Ordinal> const&, \
      Impl::compiled::Indices<Exec, Offset> const&, Impl::compiled::Indices<Exec, Ordinal> const&,                    \
      Impl::compiled::Indices<Exec, Position> const&);
#define ARAIOS_COMPILED_TRANSPOSE_PLAN(instantiate, Exec, Ordinal, Offset) \
  ARAIOS_COMPILED_TRANSPOSE_PLAN_OF(instantiate, Exec, std::uint32_t, Ordinal, Offset)
#define ARAIOS_COMPILED_TRANSPOSE_PLAN_WIDE(instantiate, Exec, Ordinal, Offset) \
  ARAIOS_COMPILED_TRANSPOSE_PLAN_OF(instantiate, Exec, Offset, Ordinal, Offset)

/// The gather of new values: by positions of 4 bytes in the list of int, of 8 bytes in that of int64_t.
#define ARAIOS_COMPILED_TRANSPOSE_VALUES_OF(instantiate, Exec, From, Scalar, Offset)          \
  instantiate void Impl::transpose::transpose_plan_gather(                                    \
      Exec const&, Impl::compiled::Indices<Exec, Impl::compiled::PositionFor<Offset>> const&, \
      Impl::compiled::From<Scalar> const&, Impl::Elements<Scalar> const&);
#define ARAIOS_COMPILED_TRANSPOSE_VALUES(instantiate, Exec, Scalar, Ordinal, Offset) \
  ARAIOS_COMPILED_TRANSPOSE_VALUES_OF(instantiate, Exec, ConstElements, Scalar, Offset)
#define ARAIOS_COMPILED_TRANSPOSE_CONJUGATE_VALUES(instantiate, Exec, Scalar, Ordinal, Offset) \
  ARAIOS_COMPILED_TRANSPOSE_VALUES_OF(instantiate, Exec, ConjugateElements, Scalar, Offset)

ARAIOS_DECLARE_INDEX(ARAIOS_IN_BOTH, ARAIOS_COMPILED_TRANSPOSE_PLAN)
ARAIOS_DECLARE_WIDE(ARAIOS_IN_BOTH, ARAIOS_COMPILED_TRANSPOSE_PLAN_WIDE)
ARAIOS_DECLARE_VALUES(ARAIOS_IN_BOTH, ARAIOS_COMPILED_TRANSPOSE_VALUES)
ARAIOS_DECLARE_COMPLEX(ARAIOS_IN_BOTH, ARAIOS_COMPILED_TRANSPOSE_CONJUGATE_VALUES)

}  // namespace Araios
