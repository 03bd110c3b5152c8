// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Conversions of any format to any other, and what goes with them.
///
///     auto const B = convert<Format::sell>(exec, A);                              // A in any format
///     auto const C = convert<Format::bsr>(exec, B, {.block_rows = 3, .block_cols = 3});
///     auto const D = convert<Format::csr>(exec, list, {.duplicates = Duplicates::sum});  // of COO
///
/// dense.hpp has the conversions of dense tables and of vectors; sort_rows.hpp sorts the rows of CSR;
/// format_sizes.hpp predicts sizes.

#include <Araios/core/concepts.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/dense.hpp>
#include <Araios/format_sizes.hpp>
#include <Araios/formats/argument_types.hpp>
#include <Araios/formats/format.hpp>
#include <Araios/formats/packet.hpp>
#include <Araios/operations/convert/any.hpp>
#include <Araios/operations/convert/compressed.hpp>
#include <Araios/operations/convert/conversion.hpp>
#include <Araios/operations/convert/packet.hpp>
#include <Araios/sort_rows.hpp>

#include <concepts>

namespace Araios {

/// A in the format To, made with the options of the pair of formats: see ConversionOptions
///
/// Path: CSC and COO, COO and DOK, and COO and DCSR convert directly; everything else goes through CSR, which is
/// released at return. A matrix that has the format To already is made anew through CSR, because it may have been made
/// with other options; CSR, COO and DCSR have none, and are A itself.
///
/// Shapes, Requires, Cost, Throws   those of the conversions on the path. Of a conversion to a format: the doc block of
///               its options, as EllOptions; to CSR, COO and DCSR: the file comment of operations/convert/<format>.hpp.
///               DIA, DIA + CSR, BSR and DOK refuse two entries at one coordinate; BSR requires blocks that divide the
///               matrix, packet a square matrix.
/// Ownership     the result shares what the conversion does not change: values and one array of indices where CSR or
///               CSC becomes COO, and where DCSR becomes CSR or COO; entries and values where CSR becomes DCSR, and COO
///               that is sorted by row; all arrays where DOK becomes COO. Others share nothing. Of a shared Scalar
///               const stays const; elsewhere the values of the result can be written.
/// Order         COO, DCSR, ELL, HYB, SELL and JDS keep the order of the entries of a row; DIA, DIA + CSR, BSR, packet
///               and DOK give sorted rows back, and so does CSC, as two stable transpositions sort. COO made of CSC is
///               column by column; columns made of COO keep its order.
/// Values        keep their bits, unless TransposeOptions request conjugates or CooToCsrOptions sums.
/// Asynchronous  as these conversions are; the release of intermediate matrices waits for the device.
/// Deterministic space to space, bitwise, except for the slots of DOK.
template <Format To, ExecutionSpace Exec, MatrixOf<Exec> Matrix>
auto convert(Exec const& exec, Matrix const& A, ConversionOptions<To, Matrix> const& options,
             WorkspaceFor<Exec> workspace = {}) {
  return Impl::convert::in_format<To>(exec, Impl::as_matrix(A), options, workspace.get(exec));
}

/// The same with the default options; A itself, sharing its arrays, where it has the format already
///
/// Two forms exist because two things are asked of them. Without options the caller needs some matrix of this format,
/// and one that exists costs nothing: a function that takes any format begins so, and A of a type of the user becomes
/// the matrix over its arrays. With options, `{}` too, the caller needs the layout that these options make, and A may
/// have been made with others, as a SELL of other chunks: it is made anew.
template <Format To, ExecutionSpace Exec, MatrixOf<Exec> Matrix>
auto convert(Exec const& exec, Matrix const& A) {
  if constexpr (format_of_v<Matrix> == To)
    return Impl::MatrixType<Matrix>(Impl::as_matrix(A));
  else
    return convert<To>(exec, A, ConversionOptions<To, Matrix>{});
}

/// A in packets, each of the rows of one part of a PacketPartition of the Ordinal of A, in the memory of exec; A may
/// have any format
///
/// Shapes, Requires, Order, Cost, Asynchronous, Deterministic, Throws   those of PacketOptions, whose `ordering` and
///               `packet_rows` have no effect.
template <Format To, ExecutionSpace Exec, MatrixOf<Exec> Matrix>
  requires(To == Format::packet)
auto convert(Exec const& exec, Matrix const& A,
             std::same_as<PacketPartition<OrdinalOf<Matrix>, typename Exec::memory_space>> auto const& partition,
             PacketOptions const& options = {}, WorkspaceFor<Exec> workspace = {}) {
  return Impl::convert::csr_to_packet(
      exec, partition, Impl::convert::in_format<Format::csr>(exec, Impl::as_matrix(A), {}, workspace.get(exec)),
      options, workspace.get(exec));
}
/// Options before A: refused, with the remedy.
template <Format To, ExecutionSpace Exec, MatrixOf<Exec> Matrix, class... Others>
void convert(Exec const&, ConversionOptions<To, Matrix> const&, Matrix const&, Others const&...) {
  Impl::options_are_last<Exec>();
}

}  // namespace Araios

#ifdef ARAIOS_COMPILED
#include <Araios/compiled/convert.hpp>
#endif
