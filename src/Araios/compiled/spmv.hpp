// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The instantiations of SpMV in Araios::compiled.

#include <Araios/compiled/types.hpp>
#include <Araios/compiled/validate.hpp>
#include <Araios/compiled/validate_formats.hpp>
#include <Araios/spmv.hpp>

namespace Araios {

namespace Impl::compiled {
template <class Scalar, class Ordinal, class Offset, class Space>
using ConstCsr = CsrMatrix<Scalar const, Ordinal, Offset, Space>;
template <class Scalar, class Ordinal, class Offset, class Space>
using ConstCoo = CooMatrix<Scalar const, Ordinal, Offset, Space>;
template <class Scalar, class Exec>
using X = UnmanagedView<Number<Scalar> const, Memory<Exec>>;
template <class Scalar, class Exec>
using Y = UnmanagedView<Number<Scalar>, Memory<Exec>>;
template <class Scalar, class Exec>
using Output = spmv::SpmvOutput<PlusTimes, Y<Scalar, Exec>>;
}  // namespace Impl::compiled

/// The product of one format: x and y hold the Scalar, or double for Pattern.
#define ARAIOS_COMPILED_MULTIPLY(instantiate, Exec, Matrix, Scalar, Ordinal, Offset)                           \
  instantiate void Impl::spmv::multiply<PlusTimes>(                                                            \
      Exec const&, Matrix<Scalar, Ordinal, Offset, Impl::compiled::Memory<Exec>> const&,                       \
      Impl::compiled::X<Scalar, Exec> const&, Impl::compiled::Output<Scalar, Exec> const&, SpmvOptions const&, \
      WorkspaceFor<Exec>&);

#define ARAIOS_COMPILED_SPMV(instantiate, Exec, Scalar, Ordinal, Offset) \
  ARAIOS_COMPILED_MULTIPLY(instantiate, Exec, Impl::compiled::ConstCsr, Scalar, Ordinal, Offset)

#define ARAIOS_COMPILED_SPMV_FORMATS(instantiate, Exec, Scalar, Ordinal, Offset)                 \
  ARAIOS_COMPILED_MULTIPLY(instantiate, Exec, Impl::compiled::ConstCoo, Scalar, Ordinal, Offset) \
  ARAIOS_COMPILED_MULTIPLY(instantiate, Exec, EllMatrix, Scalar, Ordinal, Offset)                \
  ARAIOS_COMPILED_MULTIPLY(instantiate, Exec, HybMatrix, Scalar, Ordinal, Offset)                \
  ARAIOS_COMPILED_MULTIPLY(instantiate, Exec, SellMatrix, Scalar, Ordinal, Offset)               \
  ARAIOS_COMPILED_MULTIPLY(instantiate, Exec, JdsMatrix, Scalar, Ordinal, Offset)                \
  ARAIOS_COMPILED_MULTIPLY(instantiate, Exec, DiaMatrix, Scalar, Ordinal, Offset)                \
  ARAIOS_COMPILED_MULTIPLY(instantiate, Exec, DiaCsrMatrix, Scalar, Ordinal, Offset)             \
  ARAIOS_COMPILED_MULTIPLY(instantiate, Exec, BsrMatrix, Scalar, Ordinal, Offset)

ARAIOS_DECLARE_ALL(ARAIOS_IN_BOTH, ARAIOS_COMPILED_SPMV)
ARAIOS_DECLARE_ALL(ARAIOS_IN_BOTH, ARAIOS_COMPILED_SPMV_FORMATS)

}  // namespace Araios
