// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The instantiations of choose_format and convert_to in Araios::compiled.

#include <Araios/choose_format.hpp>
#include <Araios/compiled/any_matrix.hpp>
#include <Araios/compiled/convert.hpp>
#include <Araios/compiled/types.hpp>

namespace Araios {

#define ARAIOS_COMPILED_CHOOSE_FORMAT(instantiate, Exec, Scalar, Ordinal, Offset)                 \
  instantiate FormatChoice Impl::choose::choose_format(                                           \
      Exec const&, CsrMatrix<Scalar const, Ordinal, Offset, Impl::compiled::Memory<Exec>> const&, \
      Impl::choose::MeasureCandidates const&, ChooseFormatOptions const&, Workspace<Impl::compiled::Memory<Exec>>&);

#define ARAIOS_COMPILED_CONVERT_TO(instantiate, Exec, Scalar, Ordinal, Offset)             \
  instantiate AnyMatrix<Exec, Scalar, Ordinal, Offset> Impl::choose::convert_to_candidate( \
      Exec const&, FormatCandidate const&, SpmvPlanOptions const&,                         \
      CsrMatrix<Scalar const, Ordinal, Offset, Impl::compiled::Memory<Exec>> const&,       \
      Workspace<Impl::compiled::Memory<Exec>>&);

ARAIOS_DECLARE_ALL(ARAIOS_IN_BOTH, ARAIOS_COMPILED_CHOOSE_FORMAT)
ARAIOS_DECLARE_ALL(ARAIOS_IN_BOTH, ARAIOS_COMPILED_CONVERT_TO)

}  // namespace Araios
