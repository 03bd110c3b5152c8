// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Transposition of a CSR matrix, which is also its conversion to CSC.
///
/// Seven methods, one result. Each stores entry p = (i, j, a) of A after every entry of an earlier column, and after
/// the entries of column j that come before p in A; the methods differ in how they count those.
///
///   serial       counts columns, scans, scatters, one entry after the other. The reference that defines the result.
///   scan_trans   every part of the entries counts its columns in its own row of `inter`, and stores in `intra` the
///                number of equal columns before each entry in the part; a vertical scan of `inter` and a scan over
///                columns give all positions. Fast on a host; needs parts * n counters.
///   merge_trans  sorts tiles of entries by column, then merges neighbours, log2(tiles) times. Memory independent of n.
///   radix        sorts by column (LSD radix sort), only the bits that n - 1 uses.
///   bucket       first into buckets of neighbouring columns, then by column within each. On host threads also without
///                buckets, by counting in the window of columns of each part, where neighbouring rows have neighbouring
///                columns. The fastest for matrices in general.
///   symmetric    on a CUDA GPU, for a square matrix: checks whether its pattern is symmetric, and then only moves
///                values; otherwise, and in other spaces, the same as bucket.
///   fused        on a CUDA GPU, for a small matrix: symmetric, and bucket with one level, in one launch whose blocks
///                wait for each other; otherwise, and in other spaces, the same as bucket.
///
/// Sources: Wang, Liu, Hou, Feng, "Parallel Transposition of Sparse Data Structures", ICS 2016 (scan_trans,
/// merge_trans); Incudini and Penzo, 2020 (the same on a GPU).

#include <Araios/core/aliasing.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/argument_types.hpp>
#include <Araios/formats/check_operands.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/for_each_array.hpp>
#include <Araios/operations/transpose/by_method.hpp>
#include <Araios/operations/transpose/call.hpp>
#include <Araios/operations/transpose/options.hpp>

#include <Kokkos_Core.hpp>

#include <concepts>
#include <cstdint>

namespace Araios {

/// The method that runs for an m-by-n matrix with k entries, from the space and the sizes alone; nothing is read back.
///
/// A requested method is the answer, except where it cannot run: bucket needs a CUDA GPU with 96 KB of shared memory
/// per block, indices below 2^31, and, beyond 4 million columns, thousands of entries in a bucket of 2^16; where it
/// cannot run, the entries are sorted (radix). fused needs 80 KB of shared memory and at most 2^20 columns and entries;
/// where it cannot run, bucket replaces it.
template <ExecutionSpace Exec>
TransposeChoice choose_transpose(Exec const& exec, std::int64_t m, std::int64_t n, std::int64_t k,
                                 TransposeOptions const& options = {}) {
  return Impl::transpose::choose(exec, m, n, k, options);
}

namespace Impl::transpose {
/// Throws when arrays of B have no memory, or overlap each other or an array of A.
template <class Matrix, class Arrays>
void check_transpose_arrays(Matrix const& A, Arrays const& B) {
  check_memory(B.row_map, "Araios::transpose: the row_map of B");
  check_memory(B.entries, "Araios::transpose: the entries of B");
  check_memory(B.values, "Araios::transpose: the values of B");
  check_disjoint_from_arrays("Araios::transpose", B.values, "values", A, "A", "B");
  check_disjoint_from_arrays("Araios::transpose", B.entries, "entries", A, "A", "B");
  check_disjoint_from_arrays("Araios::transpose", B.row_map, "row_map", A, "A", "B");
  check_outputs("Araios::transpose",
                {{byte_blocks(B.values), "the values of B"},
                 {byte_blocks(B.entries), "the entries of B"},
                 {byte_blocks(B.row_map), "the row_map of B"}},
                {});
}

/// Checks A and the arrays B of its transpose, calls move() within the region of transposition.
template <class Exec, class Matrix, class Arrays, class Move>
void transpose_into(Exec const& exec, Matrix const& A, Arrays const& B, Move const& move) {
  check_operands(exec, "Araios::transpose", Operand("A", A));
  ScopedRegion const region("Araios::transpose");
  check_equal(B.row_map.extent(0), static_cast<std::int64_t>(A.num_cols()) + 1,
              "Araios::transpose: length of the row_map of B, columns of A + 1");
  check_equal(B.entries.extent(0), A.nnz(), "Araios::transpose: length of the entries of B, entries of A");
  if constexpr (!is_pattern_v<ScalarOf<Matrix>>)
    check_equal(B.values.extent(0), A.nnz(), "Araios::transpose: length of the values of B, entries of A");
  check_transpose_arrays(A, B);
  move();
}
}  // namespace Impl::transpose

/// B := transpose of A, into arrays of the caller; with Conjugate::yes, of its complex conjugate
///
/// Shapes        A is m-by-n with k entries; B.row_map has n+1 elements, B.entries and B.values have k.
/// Requires      entries of A in [0, n), row_map of A as checked by `validate`. Rows may be unsorted and may repeat
///               columns. The arrays of A and B do not overlap.
/// Order         within a row of B, entries keep the order that they had in A: sorted by column, and deterministic.
/// Cost          reads k (Ordinal + Scalar) + (m+1) Offset and writes k (Ordinal + Scalar) + (n+1) Offset at least.
///               Beyond that: the file comments of operations/transpose.
/// Asynchronous  yes. Temporaries come from `workspace`: from the second call of the same size on, no allocation.
/// Deterministic space to space, bitwise, equal to the serial method.
/// Throws        std::invalid_argument when an array of B has another length, is a null pointer or overlaps another
///               array of A or B, when scan_trans would exceed its budget, and for options that are out of range.
/// Source        see the file comment.
template <ExecutionSpace Exec, CsrOf<Exec> Matrix, MemorySpace SpaceB>
void transpose(Exec const& exec, Matrix const& A,
               CsrArrays<ScalarOf<Matrix>, OrdinalOf<Matrix>, OffsetOf<Matrix>, SpaceB> const& B,
               TransposeOptions const& options, WorkspaceFor<Exec> workspace = {}) {
  auto const& a = Impl::as_matrix(A);
  Impl::transpose::check_transpose_options(options);
  Impl::transpose::transpose_into(exec, a, B,
                                  [&] { Impl::transpose::by_method(exec, options, a, B, workspace.get(exec)); });
}

/// The transpose of A as a new matrix
///
/// As above, and
/// Asynchronous  yes; allocates the three arrays of the result.
template <ExecutionSpace Exec, CsrOf<Exec> Matrix>
auto transpose(Exec const& exec, Matrix const& A, TransposeOptions const& options, WorkspaceFor<Exec> workspace = {}) {
  auto const& a = Impl::as_matrix(A);
  Impl::transpose::check_transpose_options(options);
  Impl::check_operands(exec, "Araios::transpose", Impl::Operand("A", a));
  Impl::ScopedRegion const region("Araios::transpose");
  return Impl::transpose::by_method(exec, options, a, workspace.get(exec));
}

/// The same with the method chosen by `choose_transpose`. Compiles in half the time: it has no other methods.
template <ExecutionSpace Exec, CsrOf<Exec> Matrix>
auto transpose(Exec const& exec, Matrix const& A, WorkspaceFor<Exec> workspace = {}) {
  auto const& a = Impl::as_matrix(A);
  Impl::check_operands(exec, "Araios::transpose", Impl::Operand("A", a));
  Impl::ScopedRegion const region("Araios::transpose");
  return Impl::transpose::call(exec, a, workspace.get(exec));
}
template <ExecutionSpace Exec, CsrOf<Exec> Matrix, MemorySpace SpaceB>
void transpose(Exec const& exec, Matrix const& A,
               CsrArrays<ScalarOf<Matrix>, OrdinalOf<Matrix>, OffsetOf<Matrix>, SpaceB> const& B,
               WorkspaceFor<Exec> workspace = {}) {
  auto const& a = Impl::as_matrix(A);
  Impl::transpose::transpose_into(exec, a, B, [&] { Impl::transpose::call(exec, a, B, workspace.get(exec)); });
}

/// Refuses what is no CsrMatrix in memory that Exec can access, with the remedy.
template <ExecutionSpace Exec, class Matrix, class... Others>
  requires(!CsrOf<Matrix, Exec> && !Impl::transpose::IsTransposePlan<Matrix>::value)
Matrix transpose(Exec const&, Matrix const& A, Others const&...) {
  (void)Impl::rows_types_are_right<Exec, Matrix>();
  return A;
}
template <ExecutionSpace Exec, class Matrix, class... Others>
  requires(!CsrOf<Matrix, Exec> && !Impl::transpose::IsTransposePlan<Matrix>::value)
Matrix transpose(Exec const&, Matrix const& A, TransposeOptions const&, Others const&...) {
  (void)Impl::rows_types_are_right<Exec, Matrix>();
  return A;
}
/// Into a B that cannot be written: refused, with the remedy.
template <ExecutionSpace Exec, CsrOf<Exec> Matrix, CsrOf<Exec> MatrixB, class... Others>
void transpose(Exec const&, Matrix const&, MatrixB const&, TransposeOptions const&, Others const&...) {
  Impl::output_is_arrays<MatrixB>();
}
template <ExecutionSpace Exec, CsrOf<Exec> Matrix, CsrOf<Exec> MatrixB, class... Others>
void transpose(Exec const&, Matrix const&, MatrixB const&, Others const&...) {
  Impl::output_is_arrays<MatrixB>();
}
template <ExecutionSpace Exec, CsrOf<Exec> Matrix, class Arrays, class... Others>
  requires Impl::ArraysOfOtherTypes<Arrays, Matrix>
void transpose(Exec const&, Matrix const&, Arrays const&, Others const&...) {
  Impl::arrays_have_the_types_of_A<Arrays>();
}
/// Options before A, or a bool where they belong: refused, with the remedy.
template <ExecutionSpace Exec, class Matrix, class... Others>
void transpose(Exec const&, TransposeOptions const&, Matrix const&, Others const&...) {
  Impl::options_are_last<Exec>();
}
template <ExecutionSpace Exec, CsrOf<Exec> Matrix, class... Others>
void transpose(Exec const&, Matrix const&, std::same_as<bool> auto const&, Others const&...) {
  Impl::options_are_named<Exec>();
}
/// Without an instance: refused, with the remedy.
template <class First, class... Others>
  requires(!ExecutionSpace<First>)
First transpose(First const& first, Others const&...) {
  static_assert(Impl::always_false<First>, "Araios::transpose: pass an execution-space instance first, as in "
                                           "transpose(Kokkos::DefaultExecutionSpace(), A)");
  return first;
}

}  // namespace Araios

#ifdef ARAIOS_COMPILED
#include <Araios/compiled/transpose_by_method.hpp>
#endif
