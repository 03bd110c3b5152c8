// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The instantiations of validation in Araios::compiled, of the formats with padding, diagonals or blocks.

#include <Araios/compiled/types.hpp>
#include <Araios/formats/validate/padded.hpp>
#include <Araios/formats/validate/structured.hpp>

#include <optional>

namespace Araios {

#define ARAIOS_COMPILED_VALIDATE_FORMAT(instantiate, Exec, Result, Matrix, Scalar, Ordinal, Offset) \
  instantiate std::optional<Result> find_fault(                                                     \
      Exec const&, Matrix<Scalar, Ordinal, Offset, Impl::compiled::Memory<Exec>> const&, ValidateOptions const&);

#define ARAIOS_COMPILED_VALIDATE_FORMATS(instantiate, Exec, Scalar, Ordinal, Offset)                         \
  ARAIOS_COMPILED_VALIDATE_FORMAT(instantiate, Exec, Fault, EllMatrix, Scalar, Ordinal, Offset)              \
  ARAIOS_COMPILED_VALIDATE_FORMAT(instantiate, Exec, Fault, SellMatrix, Scalar, Ordinal, Offset)             \
  ARAIOS_COMPILED_VALIDATE_FORMAT(instantiate, Exec, Fault, JdsMatrix, Scalar, Ordinal, Offset)              \
  ARAIOS_COMPILED_VALIDATE_FORMAT(instantiate, Exec, Fault, HybMatrix, Scalar, Ordinal, Offset)              \
  ARAIOS_COMPILED_VALIDATE_FORMAT(instantiate, Exec, StructuredFault, DiaMatrix, Scalar, Ordinal, Offset)    \
  ARAIOS_COMPILED_VALIDATE_FORMAT(instantiate, Exec, StructuredFault, DiaCsrMatrix, Scalar, Ordinal, Offset) \
  ARAIOS_COMPILED_VALIDATE_FORMAT(instantiate, Exec, StructuredFault, BsrMatrix, Scalar, Ordinal, Offset)

ARAIOS_DECLARE_ALL(ARAIOS_IN_BOTH, ARAIOS_COMPILED_VALIDATE_FORMATS)

}  // namespace Araios
