// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The instantiations of validation in Araios::compiled.

#include <Araios/compiled/types.hpp>
#include <Araios/formats/coo.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/validate/compressed.hpp>

#include <optional>

namespace Araios {

#define ARAIOS_COMPILED_VALIDATE(instantiate, Exec, Scalar, Ordinal, Offset)                                         \
  instantiate std::optional<Fault> find_fault(                                                                       \
      Exec const&, CsrMatrix<Scalar, Ordinal, Offset, Impl::compiled::Memory<Exec>> const&, ValidateOptions const&); \
  instantiate std::optional<Fault> find_fault(                                                                       \
      Exec const&, CooMatrix<Scalar, Ordinal, Offset, Impl::compiled::Memory<Exec>> const&, ValidateOptions const&);

ARAIOS_DECLARE_ALL(ARAIOS_IN_BOTH, ARAIOS_COMPILED_VALIDATE)

}  // namespace Araios
