// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Conversions from any format to any other.
///
///     auto const B = convert<SellMatrix>(exec, A);                                // A in any format
///     auto const C = convert<BsrMatrix>(exec, B, {.block_rows = 3, .block_cols = 3});
///     auto const D = convert<Format::coo>(exec, C);                               // the same by a tag

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

#include <Kokkos_Core.hpp>

#include <type_traits>

namespace Araios {

/// The options of a conversion to a format: EllOptions for ELL and so on, TransposeOptions for CSC, NoFormatOptions for
/// CSR, COO and DCSR.
template <Format format>
using FormatOptions = typename Impl::convert::Conversion<format>::Options;

namespace Impl::convert {

/// Whether the options request nothing but columns, by whatever method they are made.
inline bool asks_for_columns_only(TransposeOptions const& options) {
  return options.method == TransposeMethod::automatic && options.conjugate == Conjugate::no;
}

}  // namespace Impl::convert

/// A in the format To, made with the options of that format
///
/// Path: CSC and COO, COO and DOK, and COO and DCSR convert directly; everything else goes through CSR, which is
/// released at return. COO to CSC also goes through CSR when TransposeOptions name a method or conjugates, because only
/// a transposition has these. A matrix that has the format To already is made anew through CSR, because it may have
/// been made with other options; CSR, COO and DCSR have none, and are A itself.
///
/// Shapes, Requires, Ownership, Cost, Deterministic, Throws   those of the conversions on the path: `csr_to_ell` of
///               convert/ell.hpp, and so on. DIA, DIA + CSR, BSR and DOK refuse two entries at one coordinate; BSR
///               requires blocks that divide the matrix, packet a square matrix.
/// Order         COO, DCSR, ELL, HYB, SELL and JDS keep the order of the entries of a row; DIA, DIA + CSR, BSR, packet
///               and DOK give sorted rows back, and so does CSC, as two stable transpositions sort. COO made of CSC is
///               column by column; columns made of COO keep its order, or are sorted where they go through CSR.
/// Values        keep their bits, unless TransposeOptions request conjugates.
/// Asynchronous  as these conversions are; the release of intermediate matrices waits for the device.
template <Format To, ExecutionSpace Exec, SparseMatrix Matrix>
  requires Accesses<Exec, Matrix>
auto convert(Exec const& exec, Matrix const& A, FormatOptions<To> const& options, WorkspaceFor<Exec> workspace = {}) {
  constexpr Format from = format_of_v<Matrix>;
  if constexpr (from == To && (To == Format::csr || To == Format::coo || To == Format::hypersparse))
    return A;
  else if constexpr (from == Format::csc && To == Format::coo)
    return csc_to_coo(exec, A);
  else if constexpr (from == Format::coo && To == Format::csc)
    return Impl::convert::asks_for_columns_only(options)
               ? coo_to_csc(exec, A, {}, workspace.get(exec))
               : csr_to_csc(exec, coo_to_csr(exec, A, {}, workspace.get(exec)), options, workspace.get(exec));
  else if constexpr (from == Format::coo && To == Format::dok)
    return coo_to_dok(exec, A, options, workspace.get(exec));
  else if constexpr (from == Format::dok && To == Format::coo)
    return dok_to_coo(A);
  else if constexpr (from == Format::coo && To == Format::hypersparse)
    return coo_to_hypersparse(exec, A, workspace.get(exec));
  else if constexpr (from == Format::hypersparse && To == Format::coo)
    return hypersparse_to_coo(exec, A);
  else
    return Impl::convert::Conversion<To>::from_csr(
        exec, Impl::convert::Conversion<from>::to_csr(exec, A, workspace.get(exec)), options, workspace.get(exec));
}

/// The same with the default options of the format; A itself, sharing its arrays, where it has the format already.
template <Format To, ExecutionSpace Exec, SparseMatrix Matrix>
  requires Accesses<Exec, Matrix>
auto convert(Exec const& exec, Matrix const& A, WorkspaceFor<Exec> workspace = {}) {
  if constexpr (format_of_v<Matrix> == To)
    return A;
  else
    return convert<To>(exec, A, FormatOptions<To>{}, workspace.get(exec));
}

namespace Impl::convert {
/// The tag of a class template. The arguments are parameters, because clang 14 crashes where they are types.
template <template <ScalarType, OrdinalType, OffsetType, MemorySpace> class To, class Scalar = double,
          class Index = int, class Space = Kokkos::HostSpace>
inline constexpr Format format_of_template_v = format_of_v<To<Scalar, Index, Index, Space>>;
}  // namespace Impl::convert

/// Both functions with the class template of the format instead of its tag, as `convert<EllMatrix>(exec, A)`.
template <template <ScalarType, OrdinalType, OffsetType, MemorySpace> class To, ExecutionSpace Exec,
          SparseMatrix Matrix>
  requires Accesses<Exec, Matrix>
auto convert(Exec const& exec, Matrix const& A, FormatOptions<Impl::convert::format_of_template_v<To>> const& options,
             WorkspaceFor<Exec> workspace = {}) {
  return convert<Impl::convert::format_of_template_v<To>>(exec, A, options, workspace.get(exec));
}
template <template <ScalarType, OrdinalType, OffsetType, MemorySpace> class To, ExecutionSpace Exec,
          SparseMatrix Matrix>
  requires Accesses<Exec, Matrix>
auto convert(Exec const& exec, Matrix const& A, WorkspaceFor<Exec> workspace = {}) {
  return convert<Impl::convert::format_of_template_v<To>>(exec, A, workspace.get(exec));
}

}  // namespace Araios
