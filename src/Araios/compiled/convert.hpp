// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The instantiations of conversions in Araios::compiled: from CSR to each format with fast SpMV and back, and from COO.

#include <Araios/compiled/transpose_by_method.hpp>
#include <Araios/compiled/types.hpp>
#include <Araios/compiled/validate.hpp>
#include <Araios/formats/coo.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/operations/convert/bsr.hpp>
#include <Araios/operations/convert/compressed.hpp>
#include <Araios/operations/convert/dia.hpp>
#include <Araios/operations/convert/dia_csr.hpp>
#include <Araios/operations/convert/ell.hpp>
#include <Araios/operations/convert/hyb.hpp>
#include <Araios/operations/convert/jds.hpp>
#include <Araios/operations/convert/sell.hpp>

namespace Araios {

/// A format, by the prefix of its class and its name in functions. A CSR matrix of other than const values is passed on
/// as one of const values.
#define ARAIOS_COMPILED_CONVERSION(instantiate, Format, name, Exec, Scalar, Ordinal, Offset)                      \
  instantiate Format##Matrix<Scalar, Ordinal, Offset, Impl::compiled::Memory<Exec>> Impl::convert::csr_to_##name( \
      Exec const&, CsrMatrix<Scalar const, Ordinal, Offset, Impl::compiled::Memory<Exec>> const&,                 \
      Format##Options const&, WorkspaceFor<Exec>);                                                                \
  instantiate CsrMatrix<Scalar, Ordinal, Offset, Impl::compiled::Memory<Exec>> Impl::convert::name##_to_csr(      \
      Exec const&, Format##Matrix<Scalar, Ordinal, Offset, Impl::compiled::Memory<Exec>> const&, WorkspaceFor<Exec>);

#define ARAIOS_COMPILED_CONVERT_PADDED(instantiate, Exec, Scalar, Ordinal, Offset)   \
  ARAIOS_COMPILED_CONVERSION(instantiate, Ell, ell, Exec, Scalar, Ordinal, Offset)   \
  ARAIOS_COMPILED_CONVERSION(instantiate, Hyb, hyb, Exec, Scalar, Ordinal, Offset)   \
  ARAIOS_COMPILED_CONVERSION(instantiate, Sell, sell, Exec, Scalar, Ordinal, Offset) \
  ARAIOS_COMPILED_CONVERSION(instantiate, Jds, jds, Exec, Scalar, Ordinal, Offset)
#define ARAIOS_COMPILED_CONVERT_STRUCTURED(instantiate, Exec, Scalar, Ordinal, Offset)    \
  ARAIOS_COMPILED_CONVERSION(instantiate, Dia, dia, Exec, Scalar, Ordinal, Offset)        \
  ARAIOS_COMPILED_CONVERSION(instantiate, DiaCsr, dia_csr, Exec, Scalar, Ordinal, Offset) \
  ARAIOS_COMPILED_CONVERSION(instantiate, Bsr, bsr, Exec, Scalar, Ordinal, Offset)
#define ARAIOS_COMPILED_CONVERT_COO(instantiate, Exec, Scalar, Ordinal, Offset)                                     \
  instantiate CsrMatrix<Scalar, Ordinal, Offset, Impl::compiled::Memory<Exec>> Impl::convert::coo_to_csr(           \
      Exec const&, CooMatrix<Scalar, Ordinal, Offset, Impl::compiled::Memory<Exec>> const&, CooToCsrOptions const&, \
      WorkspaceFor<Exec>);                                                                                          \
  instantiate CooMatrix<Scalar, Ordinal, Offset, Impl::compiled::Memory<Exec>> Impl::convert::csr_to_coo(           \
      Exec const&, CsrMatrix<Scalar, Ordinal, Offset, Impl::compiled::Memory<Exec>> const&);                        \
  instantiate CooMatrix<Scalar const, Ordinal, Offset, Impl::compiled::Memory<Exec>> Impl::convert::csr_to_coo(     \
      Exec const&, CsrMatrix<Scalar const, Ordinal, Offset, Impl::compiled::Memory<Exec>> const&);

ARAIOS_DECLARE_ALL(ARAIOS_IN_BOTH, ARAIOS_COMPILED_CONVERT_PADDED)
ARAIOS_DECLARE_ALL(ARAIOS_IN_BOTH, ARAIOS_COMPILED_CONVERT_STRUCTURED)
ARAIOS_DECLARE_ALL(ARAIOS_IN_BOTH, ARAIOS_COMPILED_CONVERT_COO)

}  // namespace Araios
