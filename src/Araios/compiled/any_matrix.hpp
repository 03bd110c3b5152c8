// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The instantiations of SpMV of AnyMatrix in Araios::compiled.

#include <Araios/any_matrix.hpp>
#include <Araios/compiled/spmv.hpp>
#include <Araios/compiled/spmv_plan.hpp>
#include <Araios/compiled/types.hpp>

namespace Araios {

#define ARAIOS_COMPILED_ANY_MATRIX(instantiate, Exec, Scalar, Ordinal, Offset)                             \
  instantiate void Impl::choose::multiply<PlusTimes>(                                                      \
      Exec const&, Impl::compiled::Number<Scalar> const&, AnyMatrix<Exec, Scalar, Ordinal, Offset> const&, \
      Impl::compiled::X<Scalar, Exec> const&, Impl::compiled::Number<Scalar> const&,                       \
      Impl::compiled::Y<Scalar, Exec> const&, SpmvOptions const&, WorkspaceFor<Exec>&);

ARAIOS_DECLARE_ALL(ARAIOS_IN_BOTH, ARAIOS_COMPILED_ANY_MATRIX)

}  // namespace Araios
