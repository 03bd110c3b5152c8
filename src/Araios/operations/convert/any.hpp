// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Conversions from any format to any other, for rooms of the library. Users call `convert` of convert.hpp.

#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/format.hpp>
#include <Araios/operations/convert/bsr.hpp>
#include <Araios/operations/convert/compressed.hpp>
#include <Araios/operations/convert/conversion.hpp>
#include <Araios/operations/convert/dia.hpp>
#include <Araios/operations/convert/dia_csr.hpp>
#include <Araios/operations/convert/dok.hpp>
#include <Araios/operations/convert/ell.hpp>
#include <Araios/operations/convert/hyb.hpp>
#include <Araios/operations/convert/hypersparse.hpp>
#include <Araios/operations/convert/jds.hpp>
#include <Araios/operations/convert/packet.hpp>
#include <Araios/operations/convert/sell.hpp>

namespace Araios::Impl::convert {

/// A in the format `to`, made with these options; `convert` says what it does.
template <Format to, class Exec, class Matrix>
auto in_format(Exec const& exec, Matrix const& A, ConversionOptions<to, Matrix> const& options,
               Workspace<typename Exec::memory_space>& workspace) {
  return ConversionOf<format_of_v<Matrix>, to>::make(exec, A, options, workspace);
}

}  // namespace Araios::Impl::convert
