// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The instantiations of copies of matrices between a device and the host in Araios::compiled.

#include <Araios/compiled/types.hpp>
#include <Araios/formats/coo.hpp>
#include <Araios/formats/copy.hpp>
#include <Araios/formats/csr.hpp>

#include <Kokkos_Core.hpp>

namespace Araios {

#define ARAIOS_COMPILED_COPY_OF(instantiate, Exec, Matrix, Scalar, Ordinal, Offset)                           \
  instantiate Matrix<Scalar, Ordinal, Offset, Impl::compiled::Memory<Exec>>                                   \
  Impl::copy_matrix<Impl::compiled::Memory<Exec>>(Exec const&,                                                \
                                                  Matrix<Scalar, Ordinal, Offset, Kokkos::HostSpace> const&); \
  instantiate Matrix<Scalar, Ordinal, Offset, Kokkos::HostSpace> Impl::copy_matrix<Kokkos::HostSpace>(        \
      Exec const&, Matrix<Scalar, Ordinal, Offset, Impl::compiled::Memory<Exec>> const&);
#define ARAIOS_COMPILED_COPY(instantiate, Exec, Scalar, Ordinal, Offset)         \
  ARAIOS_COMPILED_COPY_OF(instantiate, Exec, CooMatrix, Scalar, Ordinal, Offset) \
  ARAIOS_COMPILED_COPY_OF(instantiate, Exec, CsrMatrix, Scalar, Ordinal, Offset)

ARAIOS_DECLARE_ALL(ARAIOS_IN_DEVICE, ARAIOS_COMPILED_COPY)

}  // namespace Araios
