// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The formats that products are fast in: those that AnyMatrix holds and choose_format chooses among.

#include <Araios/formats/bsr.hpp>
#include <Araios/formats/coo.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/dia.hpp>
#include <Araios/formats/dia_csr.hpp>
#include <Araios/formats/ell.hpp>
#include <Araios/formats/hyb.hpp>
#include <Araios/formats/jds.hpp>
#include <Araios/formats/sell.hpp>

namespace Araios::Impl::choose {

/// List of their matrices. CSR and COO share the values of the matrix that they are made of, which stay const.
template <template <class...> class List, class Scalar, class Ordinal, class Offset, class Space>
using ProductFormats = List<CsrMatrix<Scalar const, Ordinal, Offset, Space>,
                            CooMatrix<Scalar const, Ordinal, Offset, Space>, EllMatrix<Scalar, Ordinal, Offset, Space>,
                            HybMatrix<Scalar, Ordinal, Offset, Space>, SellMatrix<Scalar, Ordinal, Offset, Space>,
                            JdsMatrix<Scalar, Ordinal, Offset, Space>, DiaMatrix<Scalar, Ordinal, Offset, Space>,
                            DiaCsrMatrix<Scalar, Ordinal, Offset, Space>, BsrMatrix<Scalar, Ordinal, Offset, Space>>;

}  // namespace Araios::Impl::choose
