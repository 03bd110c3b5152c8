// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// How a format is converted, by its tag.
///
/// The file of a format's conversions specialises Impl::convert::Conversion beside them, with
///   using Options = ...;
///       of the conversion to the format; NoFormatOptions where there are none.
///   static auto from_csr(exec, A, Options const&, workspace)
///       makes a matrix of the format of A, a CsrMatrix.
///   static auto to_csr(exec, A, workspace)
///       makes a CsrMatrix of A, a matrix of the format.
/// `convert` of convert/any.hpp is made of these.

#include <Araios/formats/format.hpp>

namespace Araios {

/// The options of formats that have none.
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

}  // namespace Impl::convert
}  // namespace Araios
