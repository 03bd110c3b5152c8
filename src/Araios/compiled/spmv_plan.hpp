// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The instantiations of SpmvPlan in Araios::compiled.

#include <Araios/compiled/spmv.hpp>
#include <Araios/compiled/types.hpp>
#include <Araios/spmv_plan.hpp>

namespace Araios {

#define ARAIOS_COMPILED_SPMV_PLAN(instantiate, Exec, Scalar, Ordinal, Offset)                                         \
  instantiate void SpmvPlan<Exec, Scalar, Ordinal, Offset>::set_up(                                                   \
      Exec const&, SpmvPlanOptions const&, SpmvPlan<Exec, Scalar, Ordinal, Offset>::matrix_type const&,               \
      WorkspaceFor<Exec>&);                                                                                           \
  instantiate void SpmvPlan<Exec, Scalar, Ordinal, Offset>::analyse(                                                  \
      Exec const&, SpmvPlanOptions const&, CsrMatrix<Pattern, Ordinal, Offset, Impl::compiled::Memory<Exec>> const&); \
  instantiate void SpmvPlan<Exec, Scalar, Ordinal, Offset>::apply<PlusTimes>(                                         \
      Exec const&, Impl::compiled::ConstCsr<Scalar, Ordinal, Offset, Impl::compiled::Memory<Exec>> const&,            \
      Impl::compiled::X<Scalar, Exec> const&, Impl::compiled::Output<Scalar, Exec> const&) const;

ARAIOS_DECLARE_ALL(ARAIOS_IN_BOTH, ARAIOS_COMPILED_SPMV_PLAN)

}  // namespace Araios
