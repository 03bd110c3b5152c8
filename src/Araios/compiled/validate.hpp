// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The instantiations of validation in Araios::compiled.

#include <Araios/compiled/types.hpp>
#include <Araios/formats/coo.hpp>
#include <Araios/formats/validate/compressed.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <optional>

namespace Araios {

/// For CSR, CSC and BSR matrices: by the types of the indices, whatever the values.
#define ARAIOS_COMPILED_VALIDATE_COMPRESSED(instantiate, Exec, Ordinal, Offset)      \
  instantiate std::optional<Fault> Impl::compressed_fault(                           \
      Exec const&, Kokkos::View<Offset const*, Impl::compiled::Memory<Exec>> const&, \
      Kokkos::View<Ordinal const*, Impl::compiled::Memory<Exec>> const&, bool, std::int64_t, std::int64_t, Order);

#define ARAIOS_COMPILED_VALIDATE_COO(instantiate, Exec, Scalar, Ordinal, Offset) \
  instantiate std::optional<Fault> find_fault(                                   \
      Exec const&, CooMatrix<Scalar, Ordinal, Offset, Impl::compiled::Memory<Exec>> const&, ValidateOptions const&);

ARAIOS_DECLARE_INDEX(ARAIOS_IN_BOTH, ARAIOS_COMPILED_VALIDATE_COMPRESSED)
ARAIOS_DECLARE_ALL(ARAIOS_IN_BOTH, ARAIOS_COMPILED_VALIDATE_COO)

}  // namespace Araios
