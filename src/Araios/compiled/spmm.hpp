// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The instantiations of SpMM of CSR in Araios::compiled.

#include <Araios/compiled/spmv.hpp>
#include <Araios/compiled/types.hpp>
#include <Araios/spmm.hpp>

namespace Araios {

#define ARAIOS_COMPILED_SPMM(instantiate, Exec, Scalar, Ordinal, Offset)                                       \
  instantiate void Impl::spmm::spmm_by_rows(                                                                   \
      Exec const&, Op, Impl::compiled::ConstCsr<Scalar, Ordinal, Offset, Impl::compiled::Memory<Exec>> const&, \
      std::int64_t, Impl::spmm::SpmmInput<Impl::compiled::Number<Scalar>> const&,                              \
      Impl::spmm::SpmmOutput<PlusTimes, Impl::compiled::Number<Scalar>> const&,                                \
      Workspace<Impl::compiled::Memory<Exec>>&);

ARAIOS_DECLARE_ALL(ARAIOS_IN_BOTH, ARAIOS_COMPILED_SPMM)

}  // namespace Araios
