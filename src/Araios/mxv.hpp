// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Products of Boolean matrices with Boolean vectors of bits: A x, and x^T A, under masks.
///
/// A breadth-first search is made of these (graph.hpp). Products of other semirings and of vectors of numbers: spmv.hpp;
/// with sparse vectors: spmspv.hpp.

#include <Araios/core/aliasing.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/formats/bitmap_vector.hpp>
#include <Araios/formats/check_operands.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/for_each_array.hpp>
#include <Araios/operations/mxv/kernels.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios {

/// Options of mxv and vxm.
struct MxvOptions {
  /// y keeps the elements that are true: y |= A x in place of y := A x.
  bool accumulate = false;
  /// The mask names the elements that are not computed, in place of those that are.
  bool complement_mask = false;
};

namespace Impl::mxv {
template <class Matrix, class X, class Y>
void check_vectors(char const* function, char const* lengths_x, char const* lengths_y, std::int64_t in,
                   std::int64_t out, Matrix const& A, X const& x, Y const& y) {
  check_equal(x.length(), in, lengths_x);
  check_equal(y.length(), out, lengths_y);
  check_disjoint(function, y.words, "y", x.words, "x");
  check_disjoint_from_arrays(function, y.words, "y", A, "A");
}
template <class Mask, class Y>
void check_mask(char const* function, char const* lengths, Mask const& mask, Y const& y) {
  check_equal(mask.length(), y.length(), lengths);
  check_disjoint(function, y.words, "y", mask.words, "the mask");
}
}  // namespace Impl::mxv

/// y := A x, or with options.accumulate y |= A x, over or-and: y(i) is true where row i has an entry at a column j with
/// x(j); pull
///
/// With a mask, only elements that are true in it (options.complement_mask: false) are computed; without `accumulate` the
/// others become false. Values of A do not matter.
///
/// Shapes        A is m-by-n; x has n elements, y and the mask have m.
/// Requires      A as checked by `validate`. y overlaps neither x nor the mask nor an array of A.
/// Cost          2 kernels. A row is read up to its first hit; rows outside of the mask, and with `accumulate` those that
///               are true, are not read. Long rows are divided.
/// Asynchronous  yes; allocates nothing.
/// Deterministic space to space, bitwise.
/// Throws        std::invalid_argument when the lengths disagree, or y overlaps x, the mask or an array of A.
/// Source        pull of Beamer, Asanovic, Patterson, SC 2012.
template <ExecutionSpace Exec>
void mxv(Exec const& exec, CsrOf<Exec> auto const& A, BitmapVectorOf<Exec> auto const& x,
         BitmapVectorOf<Exec> auto const& y, MxvOptions const& options = {}) {
  auto const& a = Impl::as_matrix(A);
  Impl::mxv::check_vectors("Araios::mxv", "Araios::mxv: length of x, columns of A",
                           "Araios::mxv: length of y, rows of A", a.num_cols(), a.num_rows(), a, x, y);
  Impl::check_operands(exec, "Araios::mxv", Impl::Operand("A", a));
  Impl::ScopedRegion const region("Araios::mxv");
  Impl::mxv::pull(exec, "Araios::mxv", Impl::borrow_csr<Pattern>(a), x.words, y.words, Impl::mxv::NoMask{},
                  options.accumulate);
}
template <ExecutionSpace Exec>
void mxv(Exec const& exec, CsrOf<Exec> auto const& A, BitmapVectorOf<Exec> auto const& x,
         BitmapVectorOf<Exec> auto const& mask, BitmapVectorOf<Exec> auto const& y, MxvOptions const& options = {}) {
  auto const& a = Impl::as_matrix(A);
  Impl::mxv::check_vectors("Araios::mxv", "Araios::mxv: length of x, columns of A",
                           "Araios::mxv: length of y, rows of A", a.num_cols(), a.num_rows(), a, x, y);
  Impl::mxv::check_mask("Araios::mxv", "Araios::mxv: length of the mask, length of y", mask, y);
  Impl::check_operands(exec, "Araios::mxv", Impl::Operand("A", a));
  Impl::ScopedRegion const region("Araios::mxv");
  Impl::mxv::pull(exec, "Araios::mxv", Impl::borrow_csr<Pattern>(a), x.words, y.words,
                  Impl::mxv::BitMask<decltype(mask.words)>{mask.words, options.complement_mask}, options.accumulate);
}

/// y := x^T A, or with options.accumulate y |= x^T A, over or-and: y(j) is true where a row i with x(i) has an entry in
/// column j; push
///
/// The mask and the options are those of `mxv`.
///
/// Shapes        A is m-by-n; x has m elements, y and the mask have n.
/// Requires      as `mxv`.
/// Cost          without `accumulate` y is cleared; 2 kernels. Rows whose element of x is true are read, those of others
///               cost a bit of x. An atomic operation for each element that becomes true. Long rows are divided.
/// Asynchronous, Deterministic, Throws   as `mxv`.
/// Source        push of Beamer, Asanovic, Patterson, SC 2012.
template <ExecutionSpace Exec>
void vxm(Exec const& exec, BitmapVectorOf<Exec> auto const& x, CsrOf<Exec> auto const& A,
         BitmapVectorOf<Exec> auto const& y, MxvOptions const& options = {}) {
  auto const& a = Impl::as_matrix(A);
  Impl::mxv::check_vectors("Araios::vxm", "Araios::vxm: length of x, rows of A",
                           "Araios::vxm: length of y, columns of A", a.num_rows(), a.num_cols(), a, x, y);
  Impl::check_operands(exec, "Araios::vxm", Impl::Operand("A", a));
  Impl::ScopedRegion const region("Araios::vxm");
  Impl::mxv::push(exec, "Araios::vxm", Impl::borrow_csr<Pattern>(a), x.words, y.words, Impl::mxv::NoMask{},
                  options.accumulate);
}
template <ExecutionSpace Exec>
void vxm(Exec const& exec, BitmapVectorOf<Exec> auto const& x, CsrOf<Exec> auto const& A,
         BitmapVectorOf<Exec> auto const& mask, BitmapVectorOf<Exec> auto const& y, MxvOptions const& options = {}) {
  auto const& a = Impl::as_matrix(A);
  Impl::mxv::check_vectors("Araios::vxm", "Araios::vxm: length of x, rows of A",
                           "Araios::vxm: length of y, columns of A", a.num_rows(), a.num_cols(), a, x, y);
  Impl::mxv::check_mask("Araios::vxm", "Araios::vxm: length of the mask, length of y", mask, y);
  Impl::check_operands(exec, "Araios::vxm", Impl::Operand("A", a));
  Impl::ScopedRegion const region("Araios::vxm");
  Impl::mxv::push(exec, "Araios::vxm", Impl::borrow_csr<Pattern>(a), x.words, y.words,
                  Impl::mxv::BitMask<decltype(mask.words)>{mask.words, options.complement_mask}, options.accumulate);
}

}  // namespace Araios
