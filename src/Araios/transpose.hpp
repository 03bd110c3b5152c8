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
#include <Araios/core/execution.hpp>
#include <Araios/core/option_ranges.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/argument_types.hpp>
#include <Araios/formats/check_operands.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/for_each_array.hpp>
#include <Araios/operations/transpose/bucket_cuda.hpp>
#include <Araios/operations/transpose/bucket_host.hpp>
#include <Araios/operations/transpose/fused_cuda.hpp>
#include <Araios/operations/transpose/merge.hpp>
#include <Araios/operations/transpose/radix.hpp>
#include <Araios/operations/transpose/scan.hpp>
#include <Araios/operations/transpose/serial.hpp>

#include <Kokkos_Core.hpp>

#include <concepts>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

namespace Araios {

enum class TransposeMethod { automatic, serial, scan_trans, merge_trans, radix, bucket, symmetric, fused };

/// The name of the enumerator.
constexpr std::string_view name(TransposeMethod method) {
  switch (method) {
  case TransposeMethod::automatic:
    return "automatic";
  case TransposeMethod::serial:
    return "serial";
  case TransposeMethod::scan_trans:
    return "scan_trans";
  case TransposeMethod::merge_trans:
    return "merge_trans";
  case TransposeMethod::radix:
    return "radix";
  case TransposeMethod::bucket:
    return "bucket";
  case TransposeMethod::symmetric:
    return "symmetric";
  case TransposeMethod::fused:
    return "fused";
  }
  return "unknown";
}

/// Whether complex values are conjugated; real values and Pattern are not changed.
enum class Conjugate { no, yes };

struct TransposeOptions {
  TransposeMethod method = TransposeMethod::automatic;
  Conjugate conjugate = Conjugate::no;
  /// Maximum bytes of inter and intra of scan_trans, which throws where it needs more.
  std::int64_t scan_trans_budget_bytes = std::int64_t(4) << 30;
  /// Bytes of workspace that bucket and symmetric on a CUDA GPU may take where they are then faster; where they need
  /// more in any case, they take that. -1: 16 bytes per entry of A.
  std::int64_t max_workspace_bytes = -1;
};
template <>
inline constexpr bool may_leave_out_v<TransposeOptions> = true;

namespace Impl::transpose {
template <class T>
struct IsTransposePlan : std::false_type {};
}  // namespace Impl::transpose

/// A method, and the reason for it.
struct TransposeChoice {
  TransposeMethod method;
  std::string_view reason;
};

/// The method that runs for an m-by-n matrix with k entries, from the space and the sizes alone; nothing is read back.
///
/// A requested method is the answer, except where it cannot run: bucket needs a CUDA GPU with 96 KB of shared memory
/// per block, indices below 2^31, and, beyond 4 million columns, thousands of entries in a bucket of 2^16; where it
/// cannot run, the entries are sorted (radix). fused needs 80 KB of shared memory and at most 2^20 columns and entries;
/// where it cannot run, bucket replaces it.
template <ExecutionSpace Exec>
TransposeChoice choose_transpose(Exec const& exec, std::int64_t m, std::int64_t n, std::int64_t k,
                                 TransposeOptions const& options = {}) {
  bool const automatic = options.method == TransposeMethod::automatic;
  bool const fused = options.method == TransposeMethod::fused;
  bool const buckets =
      options.method == TransposeMethod::bucket || options.method == TransposeMethod::symmetric || fused;
  if (!automatic && !buckets) return {options.method, "requested by the options"};
  if constexpr (Araios::is_gpu_v<Exec>) {
    if ((fused || automatic) && Impl::transpose::fused_suits(exec, fused, m, n, k))
      return {TransposeMethod::fused,
              fused ? "requested by the options" : "so small that launches would cost more than the work"};
    if (!Impl::transpose::bucket_suits(exec, m, n, k))
      return {TransposeMethod::radix,
              "sorting, which is applicable on every GPU and to every size; buckets are not applicable here"};
    if (options.method == TransposeMethod::bucket) return {TransposeMethod::bucket, "requested by the options"};
    if (fused) return {TransposeMethod::bucket, "too large to be fused"};
    if (m == n)
      return {TransposeMethod::symmetric, "a square matrix may have a symmetric pattern; a check of it costs little"};
    return {TransposeMethod::bucket, "not square, so not symmetric, and buckets move each entry twice only"};
  } else {
    if (!automatic) return {TransposeMethod::bucket, "requested by the options"};
    if (Impl::concurrency(exec) == 1) return {TransposeMethod::serial, "one thread: one pass is fastest"};
    return {TransposeMethod::bucket,
            "threads count in windows or buckets of columns, in memory that does not grow with them"};
  }
}

namespace Impl::transpose {
/// Throws when an option is out of range.
inline void check_transpose_options(TransposeOptions const& options) {
  check_enumerator(options.method, TransposeMethod::fused, "Araios::transpose: TransposeMethod");
  check_enumerator(options.conjugate, Conjugate::yes, "Araios::transpose: Conjugate");
  check_option("Araios::transpose", option::scan_trans_budget_bytes, options.scan_trans_budget_bytes);
  check_option("Araios::transpose", option::max_workspace_bytes_or_default, options.max_workspace_bytes);
}

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

/// Bytes of workspace that the options allow for k entries.
inline std::int64_t workspace_allowed(TransposeOptions const& options, std::int64_t k) {
  constexpr std::int64_t by_default = 16;  // per entry, as cusparseCsr2cscEx2
  return options.max_workspace_bytes >= 0 ? options.max_workspace_bytes : by_default * k;
}

/// B := transpose of A with values(p) as the value of entry p, by a method that `automatic` chooses. `values` is a View,
/// or a function of p.
///
/// Only the methods that `automatic` can choose in Exec are instantiated here: half of all. A has the pattern only, so
/// that matrices of const and of other values share them.
template <class Exec, class Ordinal, class Offset, class SpaceA, class Values, class Arrays, class Space>
void transpose_automatic(Exec const& exec, [[maybe_unused]] TransposeMethod method,
                         [[maybe_unused]] std::int64_t max_workspace_bytes,
                         CsrMatrix<Pattern, Ordinal, Offset, SpaceA> const& A, Values const& values, Arrays const& B,
                         Workspace<Space>& workspace) {
  if constexpr (is_serial_v<Exec>) {
    transpose_serial(exec, A, values, B);
  } else if constexpr (!is_gpu_v<Exec>) {
    if (method == TransposeMethod::serial) return transpose_serial(exec, A, values, B);
    transpose_bucket_host(exec, A, values, B, workspace);
  } else {
#ifdef ARAIOS_HAVE_CUDA_LAUNCH
    if constexpr (is_cuda_v<Exec>) {
      if (method == TransposeMethod::fused) return transpose_fused_cuda(exec, A, values, B, workspace);
      if (method != TransposeMethod::radix)
        return transpose_bucket_cuda(exec, A, values, B, method == TransposeMethod::symmetric, max_workspace_bytes,
                                     workspace);
    }
#endif
    transpose_radix(exec, A, values, B, workspace);
  }
}

/// The same by the method of the options.
template <class Exec, class Ordinal, class Offset, class SpaceA, class Values, class Arrays, class Space>
void transpose_by_method(Exec const& exec, TransposeOptions const& options,
                         CsrMatrix<Pattern, Ordinal, Offset, SpaceA> const& A, Values const& values, Arrays const& B,
                         Workspace<Space>& workspace) {
  auto const method = choose_transpose(exec, A.num_rows(), A.num_cols(), std::int64_t(A.nnz()), options).method;
  if (options.method != TransposeMethod::automatic) {
    if (method == TransposeMethod::serial) return transpose_serial(exec, A, values, B);
    if (method == TransposeMethod::scan_trans)
      return transpose_scan(exec, A, values, B, options.scan_trans_budget_bytes, workspace);
    if (method == TransposeMethod::merge_trans) return transpose_merge(exec, A, values, B, workspace);
    if (method == TransposeMethod::radix) return transpose_radix(exec, A, values, B, workspace);
    if constexpr (!is_gpu_v<Exec>) return transpose_bucket_host(exec, A, values, B, workspace);
  }
  transpose_automatic(exec, method, workspace_allowed(options, std::int64_t(A.nnz())), A, values, B, workspace);
}

/// `transpose` after the check of its options. EveryMethod: they may request any method; else they are the default.
template <bool EveryMethod, class Exec, class Scalar, class Ordinal, class Offset, class Space, class Arrays>
void transpose_into(Exec const& exec, TransposeOptions const& options,
                    CsrMatrix<Scalar, Ordinal, Offset, Space> const& A, Arrays const& B,
                    WorkspaceFor<Exec>& workspace) {
  Impl::check_operands(exec, "Araios::transpose", Impl::Operand("A", A));
  ScopedRegion const region("Araios::transpose");
  check_equal(B.row_map.extent(0), static_cast<std::int64_t>(A.num_cols()) + 1,
              "Araios::transpose: length of the row_map of B, columns of A + 1");
  check_equal(B.entries.extent(0), A.nnz(), "Araios::transpose: length of the entries of B, entries of A");
  if constexpr (!is_pattern_v<Scalar>)
    check_equal(B.values.extent(0), A.nnz(), "Araios::transpose: length of the values of B, entries of A");
  check_transpose_arrays(A, B);
  if (A.nnz() == 0) return fill(exec, B.row_map, Offset(0));

  auto const pattern = borrow_csr<Pattern>(A);
  auto const run = [&](auto const& values) {
    if constexpr (EveryMethod)
      transpose_by_method(exec, options, pattern, values, B, workspace.get(exec));
    else
      transpose_automatic(exec,
                          choose_transpose(exec, A.num_rows(), A.num_cols(), std::int64_t(A.nnz()), options).method,
                          workspace_allowed(options, std::int64_t(A.nnz())), pattern, values, B, workspace.get(exec));
  };
  using Values = Araios::ValuesViewOf<Scalar const, Space>;
  auto const values = borrowed<Values>(A.values);
  // One instance of every method serves both cases: the values are read through a functor that conjugates or does not.
  if constexpr (EveryMethod && is_complex_v<Scalar>)
    if (options.conjugate == Conjugate::yes) return run(ConjugatedValues<Values>{values});
  run(values);
}

/// New arrays for the transpose of A.
template <class Exec, class Matrix>
auto allocate_transpose(Exec const& exec, Matrix const& A) {
  return allocate_csr<ScalarOf<Matrix>, OrdinalOf<Matrix>, OffsetOf<Matrix>>(exec, "Araios::transpose", A.num_cols(),
                                                                             std::int64_t(A.nnz()));
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
  Impl::transpose::check_transpose_options(options);
  Impl::transpose::transpose_into<true>(exec, options, Impl::as_matrix(A), B, workspace);
}

/// The transpose of A as a new matrix
///
/// As above, and
/// Asynchronous  yes; allocates the three arrays of the result.
template <ExecutionSpace Exec, CsrOf<Exec> Matrix>
auto transpose(Exec const& exec, Matrix const& A, TransposeOptions const& options, WorkspaceFor<Exec> workspace = {}) {
  auto const& a = Impl::as_matrix(A);
  Impl::transpose::check_transpose_options(options);
  if (options.method == TransposeMethod::scan_trans && a.nnz() > 0)  // before B is allocated
    (void)Impl::transpose::transpose_scan_parts_within(exec, a, options.scan_trans_budget_bytes);
  auto const B = Impl::transpose::allocate_transpose(exec, a);
  Impl::transpose::transpose_into<true>(exec, options, a, B, workspace);
  return Impl::Rebind<Impl::MatrixType<Matrix>, typename Exec::memory_space>(a.num_cols(), a.num_rows(), B);
}

/// The same with the method chosen by `choose_transpose`. Compiles in half the time: it has no other methods.
template <ExecutionSpace Exec, CsrOf<Exec> Matrix>
auto transpose(Exec const& exec, Matrix const& A, WorkspaceFor<Exec> workspace = {}) {
  auto const& a = Impl::as_matrix(A);
  auto const B = Impl::transpose::allocate_transpose(exec, a);
  Impl::transpose::transpose_into<false>(exec, TransposeOptions{}, a, B, workspace);
  return Impl::Rebind<Impl::MatrixType<Matrix>, typename Exec::memory_space>(a.num_cols(), a.num_rows(), B);
}
template <ExecutionSpace Exec, CsrOf<Exec> Matrix, MemorySpace SpaceB>
void transpose(Exec const& exec, Matrix const& A,
               CsrArrays<ScalarOf<Matrix>, OrdinalOf<Matrix>, OffsetOf<Matrix>, SpaceB> const& B,
               WorkspaceFor<Exec> workspace = {}) {
  Impl::transpose::transpose_into<false>(exec, TransposeOptions{}, Impl::as_matrix(A), B, workspace);
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
#include <Araios/compiled/transpose.hpp>
#endif
