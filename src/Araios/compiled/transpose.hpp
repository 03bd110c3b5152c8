// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The instantiations of transposition by the method that `automatic` chooses in Araios::compiled.

#include <Araios/compiled/types.hpp>
#include <Araios/compiled/validate.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/operations/transpose/call.hpp>
#include <Araios/operations/transpose/options.hpp>
#include <Araios/operations/transpose/serial.hpp>

#include <cstdint>

namespace Araios {

namespace Impl::compiled {
template <class Scalar, class Exec>
using ConstValues = Araios::ValuesViewOf<Scalar const, Memory<Exec>>;
template <class Scalar, class Exec>
using Conjugates = transpose::ConjugatedValues<ConstValues<Scalar, Exec>>;
}  // namespace Impl::compiled

#define ARAIOS_COMPILED_TRANSPOSE_ARGUMENTS(Exec, Values, Scalar, Ordinal, Offset) \
  CsrMatrix<Pattern, Ordinal, Offset, Impl::compiled::Memory<Exec>> const&,        \
      Impl::compiled::Values<Scalar, Exec> const&,                                 \
      CsrArrays<Scalar, Ordinal, Offset, Impl::compiled::Memory<Exec>> const&,     \
      Workspace<Impl::compiled::Memory<Exec>>&
#define ARAIOS_COMPILED_TRANSPOSE_OF(instantiate, Exec, Values, Scalar, Ordinal, Offset) \
  instantiate void Impl::transpose::transpose_automatic(                                 \
      Exec const&, Impl::transpose::Choice const&, std::int64_t,                         \
      ARAIOS_COMPILED_TRANSPOSE_ARGUMENTS(Exec, Values, Scalar, Ordinal, Offset));
#define ARAIOS_COMPILED_TRANSPOSE(instantiate, Exec, Scalar, Ordinal, Offset) \
  ARAIOS_COMPILED_TRANSPOSE_OF(instantiate, Exec, ConstValues, Scalar, Ordinal, Offset)
#define ARAIOS_COMPILED_TRANSPOSE_CONJUGATES(instantiate, Exec, Scalar, Ordinal, Offset) \
  ARAIOS_COMPILED_TRANSPOSE_OF(instantiate, Exec, Conjugates, Scalar, Ordinal, Offset)

ARAIOS_DECLARE_ALL(ARAIOS_IN_BOTH, ARAIOS_COMPILED_TRANSPOSE)
ARAIOS_DECLARE_COMPLEX(ARAIOS_IN_BOTH, ARAIOS_COMPILED_TRANSPOSE_CONJUGATES)

}  // namespace Araios
