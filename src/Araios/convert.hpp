// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Conversions of any format to any other, and what goes with them.
///
///     auto const B = convert<Format::sell>(exec, A);                              // A in any format
///     auto const C = convert<Format::bsr>(exec, B, {.block_rows = 3, .block_cols = 3});
///     auto const D = convert<Format::csr>(exec, list, {.duplicates = Duplicates::sum});  // of COO
///
/// Vectors in the numbering of packets:
///
///     auto const P = convert<Format::packet>(exec, A, {.numbering = PacketNumbering::packed});
///     permute_to_packed(exec, P, x, packed_x);             // once before the solver,
///     spmv(exec, 1.0, P, packed_x, 0.0, packed_y);         // many times,
///     permute_to_original(exec, P, packed_y, y);           // once after it
///
/// dense.hpp has the conversions of dense tables and of vectors; sort_rows.hpp sorts the rows of CSR;
/// format_sizes.hpp predicts sizes.

#include <Araios/core/aliasing.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/dense.hpp>
#include <Araios/format_sizes.hpp>
#include <Araios/formats/argument_types.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/for_each_array.hpp>
#include <Araios/formats/format.hpp>
#include <Araios/formats/format_limits.hpp>
#include <Araios/formats/packet.hpp>
#include <Araios/formats/sell.hpp>
#include <Araios/operations/convert/any.hpp>
#include <Araios/operations/convert/compressed.hpp>
#include <Araios/operations/convert/conversion.hpp>
#include <Araios/operations/convert/packet.hpp>
#include <Araios/operations/convert/sell.hpp>
#include <Araios/operations/packet/partition.hpp>
#include <Araios/sort_rows.hpp>

#include <concepts>
#include <cstdint>

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
/// Options before A, or a bool where they belong: refused, with the remedy.
template <Format To, ExecutionSpace Exec, MatrixOf<Exec> Matrix, class... Others>
void convert(Exec const&, ConversionOptions<To, Matrix> const&, Matrix const&, Others const&...) {
  Impl::options_are_last<Exec>();
}
template <Format To, ExecutionSpace Exec>
void convert(Exec const&, MatrixOf<Exec> auto const&, std::same_as<bool> auto const&, auto const&...) {
  Impl::options_are_named<Exec>();
}

/// The partition from an array that holds the part index of every row, as METIS returns it: part p becomes packet p
///
/// Shapes        part_of has n elements.
/// Requires      nothing: part indices outside [0, parts) are refused.
/// Order         rows of a part keep their order.
/// Cost          a kernel that reads the part indices, and a radix sort of them, bits of parts - 1.
/// Asynchronous  no: waits for the check of the part indices. Allocates the result; takes an Ordinal per row, and what
///               `radix_sort` takes, from `workspace`.
/// Deterministic space to space, bitwise.
/// Throws        std::invalid_argument, before anything is allocated, when parts is negative, a part index is not in
///               [0, parts) (the first such row is named), or the number of rows does not fit the type of the indices.
///               A conversion refuses parts of too many rows.
template <ExecutionSpace Exec, IndexView Parts>
  requires Accesses<Exec, Parts>
auto packet_partition(Exec const& exec, std::int64_t parts, Parts const& part_of, WorkspaceFor<Exec> workspace = {}) {
  Impl::ScopedRegion const region("Araios::packet_partition");
  std::int64_t const n = part_of.extent(0);
  (void)Impl::checked_cast<typename Parts::non_const_value_type>(n, "Araios::packet_partition: number of rows");
  Impl::packet::check_parts(exec, parts, part_of);
  return Impl::convert::partition_of_parts(exec, parts, part_of, workspace.get(exec));
}

/// packed_x(q) := x(order(q)): a vector for SpMV in PacketNumbering::packed
///
/// Shapes        x and packed_x have n elements.
/// Cost          one kernel.
/// Asynchronous  yes; allocates nothing.
/// Throws        std::invalid_argument when the lengths disagree, or the vectors overlap.
template <ExecutionSpace Exec, MatrixOf<Exec> Matrix, VectorView X, VectorView PackedX>
  requires(format_of_v<Matrix> == Format::packet && Accesses<Exec, X, PackedX>)
void permute_to_packed(Exec const& exec, Matrix const& A, X const& x, PackedX const& packed_x) {
  auto const& a = Impl::as_matrix(A);
  Impl::check_equal(x.extent(0), a.num_rows(), "Araios::permute_to_packed: length of x, rows of A");
  Impl::check_equal(packed_x.extent(0), a.num_rows(), "Araios::permute_to_packed: length of packed_x, rows of A");
  Impl::check_disjoint("Araios::permute_to_packed", packed_x, "packed_x", x, "x");
  Impl::check_disjoint_from_arrays("Araios::permute_to_packed", packed_x, "packed_x", a, "A");
  Impl::convert::gather_packed(exec, a.order, x, packed_x);
}

/// y(order(q)) := packed_y(q): the inverse of `permute_to_packed`; otherwise as that.
template <ExecutionSpace Exec, MatrixOf<Exec> Matrix, VectorView PackedY, VectorView Y>
  requires(format_of_v<Matrix> == Format::packet && Accesses<Exec, PackedY, Y>)
void permute_to_original(Exec const& exec, Matrix const& A, PackedY const& packed_y, Y const& y) {
  auto const& a = Impl::as_matrix(A);
  Impl::check_equal(packed_y.extent(0), a.num_rows(), "Araios::permute_to_original: length of packed_y, rows of A");
  Impl::check_equal(y.extent(0), a.num_rows(), "Araios::permute_to_original: length of y, rows of A");
  Impl::check_disjoint("Araios::permute_to_original", y, "y", packed_y, "packed_y");
  Impl::check_disjoint_from_arrays("Araios::permute_to_original", y, "y", a, "A");
  Impl::convert::scatter_packed(exec, a.order, packed_y, y);
}

struct GroupedJdsOptions {
  /// Rows a group: the chunk of SellOptions.
  std::int64_t rows_per_group = 32;
  FormatLimits limits = {};
};

/// The grouped form of JDS: rows sorted by length, then cut into groups, each of which is stored as ELL
///
/// This is SELL with the groups as chunks and one window for all rows; see SellOptions for the other fields.
template <ExecutionSpace Exec>
auto csr_to_grouped_jds(Exec const& exec, CsrOf<Exec> auto const& A, GroupedJdsOptions const& options = {},
                        WorkspaceFor<Exec> workspace = {}) {
  Impl::check(options.rows_per_group >= 1, "Araios::csr_to_grouped_jds: rows_per_group is ", options.rows_per_group,
              "; it must be at least 1");
  return Impl::convert::csr_to_sell(
      exec, Impl::read_only(Impl::as_matrix(A)),
      {.chunk = options.rows_per_group, .sorting_window = sell_sort_all, .limits = options.limits},
      workspace.get(exec));
}

}  // namespace Araios

#ifdef ARAIOS_COMPILED
#include <Araios/compiled/convert.hpp>
#endif
