// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The instantiations of the readers in Araios::compiled.

#include <Araios/compiled/copy.hpp>
#include <Araios/compiled/types.hpp>
#include <Araios/io/matrix_market.hpp>

#include <Kokkos_Core.hpp>

#include <filesystem>
#include <string_view>

namespace Araios {

#define ARAIOS_COMPILED_READ(instantiate, Exec, Scalar, Ordinal, Offset)                                          \
  instantiate CooMatrix<Scalar, Ordinal, Offset, Kokkos::HostSpace> read_matrix_market<Scalar, Ordinal, Offset>(  \
      Exec const&, std::filesystem::path const&, MatrixMarketReadOptions const&, MatrixMarketHeader*);            \
  instantiate CooMatrix<Scalar, Ordinal, Offset, Kokkos::HostSpace> parse_matrix_market<Scalar, Ordinal, Offset>( \
      Exec const&, std::string_view, MatrixMarketReadOptions const&, MatrixMarketHeader*);

ARAIOS_DECLARE_ALL(ARAIOS_IN_HOST, ARAIOS_COMPILED_READ)

}  // namespace Araios
