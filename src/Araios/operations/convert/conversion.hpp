// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// How a format is converted, by its tag, and what of a pair of formats is not through CSR.
///
/// The file of a format's conversions specialises Impl::convert::Conversion beside them, with
///   using Options = ...;
///       of the conversion to the format; NoFormatOptions where there are none.
///   static auto from_csr(exec, A, Options const&, workspace)
///       makes a matrix of the format of A, a CsrMatrix.
///   static auto to_csr(exec, A, workspace)
///       makes a CsrMatrix of A, a matrix of the format.
/// `convert` is made of these. Where a pair has a conversion of its own, or options of its own, the file specialises
/// Impl::convert::ConversionOf of the pair.

#include <Araios/formats/format.hpp>

#include <type_traits>

namespace Araios {

/// The options of conversions that have none.
struct NoFormatOptions {};

namespace Impl::convert {

/// The conversions of one format; see the file comment.
template <Format format>
struct Conversion;

/// All others go through it.
template <>
struct Conversion<Format::csr> {
  using Options = NoFormatOptions;
  static auto from_csr(auto const& /*exec*/, auto const& A, Options const& /*options*/, auto& /*workspace*/) {
    return A;
  }
  static auto to_csr(auto const& /*exec*/, auto const& A, auto& /*workspace*/) { return A; }
};

/// The conversion of a matrix of the format `from` to the format `to`: through CSR, and nothing where the formats are
/// the same and have no options.
template <Format from, Format to>
struct ConversionOf {
  using Options = typename Conversion<to>::Options;
  static auto make(auto const& exec, auto const& A, Options const& options, auto& workspace) {
    if constexpr (from == to && std::is_same_v<Options, NoFormatOptions>)
      return A;
    else
      return Conversion<to>::from_csr(exec, Conversion<from>::to_csr(exec, A, workspace), options, workspace);
  }
};

}  // namespace Impl::convert

/// The options of the conversion of a Matrix to the format `to`: EllOptions for ELL, HybOptions for HYB and so on,
/// whatever the format of the matrix; TransposeOptions for CSR to CSC and CSC to CSR, CooToCsrOptions for COO to CSR
/// and to CSC; NoFormatOptions for other conversions to CSR, COO and DCSR. Their doc blocks say what a conversion
/// requires, costs and refuses.
template <Format to, SparseMatrix Matrix>
using ConversionOptions = typename Impl::convert::ConversionOf<format_of_v<Matrix>, to>::Options;

}  // namespace Araios
