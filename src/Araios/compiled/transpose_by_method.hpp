// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The instantiations of transposition by the method of the options in Araios::compiled.

#include <Araios/compiled/transpose.hpp>
#include <Araios/operations/transpose/by_method.hpp>
#include <Araios/operations/transpose/options.hpp>

namespace Araios {

#define ARAIOS_COMPILED_BY_METHOD_OF(instantiate, Exec, Values, Scalar, Ordinal, Offset) \
  instantiate void Impl::transpose::transpose_by_method(                                 \
      Exec const&, TransposeOptions const&,                                              \
      ARAIOS_COMPILED_TRANSPOSE_ARGUMENTS(Exec, Values, Scalar, Ordinal, Offset));
#define ARAIOS_COMPILED_BY_METHOD(instantiate, Exec, Scalar, Ordinal, Offset) \
  ARAIOS_COMPILED_BY_METHOD_OF(instantiate, Exec, ConstValues, Scalar, Ordinal, Offset)
#define ARAIOS_COMPILED_BY_METHOD_CONJUGATES(instantiate, Exec, Scalar, Ordinal, Offset) \
  ARAIOS_COMPILED_BY_METHOD_OF(instantiate, Exec, Conjugates, Scalar, Ordinal, Offset)

ARAIOS_DECLARE_ALL(ARAIOS_IN_BOTH, ARAIOS_COMPILED_BY_METHOD)
ARAIOS_DECLARE_COMPLEX(ARAIOS_IN_BOTH, ARAIOS_COMPILED_BY_METHOD_CONJUGATES)

}  // namespace Araios
