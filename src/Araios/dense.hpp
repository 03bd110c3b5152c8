// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Conversions between CSR and dense tables, and between sparse and dense vectors.
///
/// A table has a value at every coordinate, and cannot distinguish an explicit zero from an absent entry by itself. A
/// marker value, compared bitwise, denotes absent entries: fill the table with a NaN of a payload of your own, and
/// `absent_where(that NaN)` brings back every entry, zeros of both signs and other NaNs included.

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/check_operands.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/for_each_array.hpp>
#include <Araios/formats/format.hpp>
#include <Araios/formats/format_limits.hpp>
#include <Araios/formats/sparse_vector.hpp>
#include <Araios/operations/convert/dense.hpp>
#include <Araios/operations/convert/sparse_vector.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace Araios {

struct DenseOptions {
  /// Tables are mostly empty by nature: any number of bytes is accepted, up to limits.bytes.
  FormatLimits limits{.always_accepted_bytes = std::numeric_limits<std::int64_t>::max()};
};

/// Bytes of an m-by-n table
///
/// Throws        std::invalid_argument when they do not fit 64 bits.
template <class T>
std::int64_t dense_bytes(std::int64_t num_rows, std::int64_t num_cols) {
  char const* const what = "Araios::dense_bytes: bytes of a table";
  return Araios::checked_multiply(Araios::checked_multiply(num_rows, num_cols, what), sizeof(T), what);
}

/// Keeps values that differ from `marker` in any bit.
template <class T>
struct AbsentWhere {
  T marker;

  KOKKOS_FUNCTION bool operator()(std::int64_t /*i*/, std::int64_t /*j*/, T const& value) const {
    auto const* const a = reinterpret_cast<unsigned char const*>(&value);
    auto const* const b = reinterpret_cast<unsigned char const*>(&marker);
    bool differs = false;
    for (std::size_t byte = 0; byte < sizeof(T); ++byte) differs = differs || a[byte] != b[byte];
    return differs;
  }
};
template <class T>
AbsentWhere<T> absent_where(T const& marker) {
  return {marker};
}

/// D(i, j) := the entry of A at (i, j), or `absent` where there is none; 1 for the entries of a Pattern
///
/// Shapes        D is m-by-n, row by row.
/// Requires      A passes `validate`. Rows may be unsorted.
/// Bytes         dense_bytes, checked against the limits before they are allocated.
/// Cost          3 kernels: D is written once, and entries once more; sorting where rows are not sorted, to find
///               duplicates.
/// Asynchronous  no: waits for the order of the rows. Allocates D; takes an Ordinal for each entry from `workspace`.
///               Where rows are not sorted it allocates columns and values of A once more, in sorted rows; their
///               release at return waits for the device.
/// Deterministic space to space, bitwise: values of the type of `absent` are copied, others converted.
/// Throws        std::invalid_argument for two entries at one coordinate (with its row and column), and where the
///               limits are exceeded.
template <ExecutionSpace Exec, class T>
auto csr_to_dense(Exec const& exec, CsrOf<Exec> auto const& A, T const& absent, DenseOptions const& options = {},
                  WorkspaceFor<Exec> workspace = {}) {
  auto const& a = Impl::as_matrix(A);
  Impl::check_operands(exec, "Araios::csr_to_dense", Impl::Operand("A", a));
  Impl::ScopedRegion const region("Araios::csr_to_dense");
  Impl::check_format_limits("Araios::csr_to_dense", options.limits);
  std::int64_t const m = a.num_rows();
  std::int64_t const n = a.num_cols();
  std::int64_t const bytes = dense_bytes<T>(m, n);
  Impl::check_format_size("Araios::csr_to_dense", options.limits, m * n, a.nnz(), bytes,
                          Impl::message("the table has ", m, " x ", n, " elements"));
  return Impl::convert::table_of(exec, a, absent, workspace.get(exec));
}

/// The entries of D for which keep(i, j, D(i, j)) holds, in sorted rows
///
/// Types         of the result: those of Result, a CsrMatrix of any memory, whose Scalar may be Pattern; by default
///               values of the type of D, and indices of int.
/// Requires      keep can be called in kernels, and always returns the same: `absent_where(value)`, or a read of a
///               mask.
/// Cost          a kernel that reads D and writes a bit per element, a scan of the words, and 2 kernels that read the
///               bits and the kept values.
/// Asynchronous  no: one fence, to read the number of entries. Allocates the result; takes 12 bytes per 32 elements of
///               a row from `workspace`.
/// Deterministic space to space, bitwise.
/// Throws        std::invalid_argument when m or n do not fit Ordinal, or the number of entries does not fit Offset.
template <class Result = void, ExecutionSpace Exec, DenseMatrixView Table, class Keep>
  requires Accesses<Exec, Table>
auto dense_to_csr(Exec const& exec, Table const& D, Keep const& keep, WorkspaceFor<Exec> workspace = {}) {
  using Types =
      std::conditional_t<std::is_void_v<Result>, CsrMatrix<typename Table::non_const_value_type, int, int>, Result>;
  using Ordinal = OrdinalOf<Types>;
  Impl::ScopedRegion const region("Araios::dense_to_csr");
  (void)Impl::checked_cast<Ordinal>(std::int64_t(D.extent(0)), "Araios::dense_to_csr: number of rows");
  (void)Impl::checked_cast<Ordinal>(std::int64_t(D.extent(1)), "Araios::dense_to_csr: number of columns");
  return Impl::convert::rows_of_table<Types>(exec, D, keep, workspace.get(exec));
}

/// The default `keep` of dense_to_sparse: elements that do not equal zero. NaN does not, 0.0 and -0.0 do.
struct IsNotZero {
  template <class T>
  KOKKOS_FUNCTION constexpr bool operator()(T const& value) const {
    return !(value == T(0));
  }
};

/// The elements of `dense` that `keep` accepts, as a sparse vector
///
/// Shapes        dense has n elements, so has the result.
/// Requires      keep(value) returns bool, can be called in kernels, and always returns the same for the same value.
///               IsNotZero keeps what does not equal zero: NaN stays, -0.0 goes. Another `keep` can keep explicit
///               zeros.
/// Order         indices are strictly sorted. Values are copied bitwise.
/// Cost          a scan and one kernel: reads dense twice, n Ordinals of workspace are written and read.
/// Asynchronous  no: one fence, to read the number of entries. Allocates the result.
/// Deterministic space to space, bitwise.
/// Throws        std::invalid_argument when n does not fit Ordinal.
template <OrdinalType Ordinal = int, ExecutionSpace Exec, VectorView Dense, class Keep = IsNotZero>
  requires Accesses<Exec, Dense>
SparseVector<typename Dense::non_const_value_type, Ordinal, typename Exec::memory_space>
dense_to_sparse(Exec const& exec, Dense const& dense, Keep const& keep = {}, WorkspaceFor<Exec> workspace = {}) {
  Impl::ScopedRegion const region("Araios::dense_to_sparse");
  (void)Impl::checked_cast<Ordinal>(std::int64_t(dense.extent(0)), "Araios::dense_to_sparse: number of elements");
  return Impl::convert::kept_elements<Ordinal>(exec, dense, keep, workspace.get(exec));
}

/// dense := x: its elements are the values of x at the indices of x, and zero elsewhere
///
/// Shapes        x and dense have n elements.
/// Requires      indices of x in [0, n), without duplicates, in any order. Entries of a Pattern are one.
/// Cost          two kernels: n elements are written once, k of them twice.
/// Asynchronous  yes; allocates nothing.
/// Deterministic space to space, bitwise.
/// Throws        std::invalid_argument when the lengths disagree, or dense overlaps an array of x.
template <ExecutionSpace Exec, VectorView Dense>
  requires Accesses<Exec, Dense>
void sparse_to_dense(Exec const& exec, SparseVectorOf<Exec> auto const& x, Dense const& dense) {
  auto const& vector = Impl::as_vector(x);
  Impl::check_equal(dense.extent(0), x.length(), "Araios::sparse_to_dense: length of dense, length of x");
  Impl::check_disjoint_from_arrays("Araios::sparse_to_dense", dense, "dense", vector, "x");
  Impl::check_operands(exec, "Araios::sparse_to_dense", Impl::Operand("x", vector));
  Impl::convert::write_elements(exec, vector, dense);
}

/// Writes x to a new View of T and returns it; T is by default the type of the values of x. A Pattern needs T.
template <class T = void, ExecutionSpace Exec>
auto sparse_to_dense(Exec const& exec, SparseVectorOf<Exec> auto const& x) {
  using Stored = std::remove_const_t<typename Impl::VectorType<decltype(x)>::Scalar>;
  using Value = std::conditional_t<std::is_void_v<T>, Stored, T>;
  static_assert(!is_pattern_v<Value>, "sparse_to_dense: a Pattern has no values; name a type, as sparse_to_dense<int>");
  auto const dense = allocate<Kokkos::View<Value*, typename Exec::memory_space>>(exec, "Araios::sparse_to_dense",
                                                                                 static_cast<std::int64_t>(x.length()));
  sparse_to_dense(exec, x, dense);
  return dense;
}

}  // namespace Araios
