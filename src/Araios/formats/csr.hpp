// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// CSR: compressed sparse rows.

#include <Araios/core/aliasing.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/unmanaged.hpp>
#include <Araios/formats/format.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>

namespace Araios {

namespace Impl {
template <class Scalar, class MemorySpace>
struct ValuesViewOf {
  using type = Kokkos::View<Scalar*, MemorySpace>;
};
template <class MemorySpace>
struct ValuesViewOf<Pattern, MemorySpace> {
  using type = NoValues;
};
template <class MemorySpace>
struct ValuesViewOf<Pattern const, MemorySpace> {
  using type = NoValues;
};
}  // namespace Impl

/// The array that holds values of type Scalar: a View, or NoValues for Pattern.
template <class Scalar, class MemorySpace>
using ValuesViewOf = typename Impl::ValuesViewOf<Scalar, MemorySpace>::type;

/// Writable arrays of a CSR (or CSC) matrix: operations fill them, and a CsrMatrix is constructed from them.
template <ScalarType Scalar, OrdinalType Ordinal, OffsetType Offset, MemorySpace Space>
struct CsrArrays {
  Kokkos::View<Offset*, Space> row_map;
  Kokkos::View<Ordinal*, Space> entries;
  ValuesViewOf<Scalar, Space> values;
};

/// Bytes of a CsrMatrix of `num_rows` rows and `nnz` entries
///
/// Throws        std::invalid_argument when they do not fit 64 bits.
template <ScalarType Scalar, OrdinalType Ordinal, OffsetType Offset>
std::int64_t csr_bytes(std::int64_t num_rows, std::int64_t nnz) {
  return Araios::checked_multiply(num_rows + 1, sizeof(Offset), "Araios::csr_bytes: bytes of row_map") +
         Araios::checked_multiply(nnz, sizeof(Ordinal) + Impl::value_bytes_v<Scalar>,
                                  "Araios::csr_bytes: bytes of the entries");
}

/// An m-by-n matrix by rows: row i holds the entries at positions row_map(i) .. row_map(i+1)-1
///
/// Shapes        row_map has m+1 elements, entries (the columns) and values have k. m = 0 may come with an empty
///               row_map.
/// Requires      m and n fit Ordinal, k fits Offset. Rows may be unsorted and may repeat columns. Checked by
///               `validate`.
/// Ownership     that of the Views: managed Views share ownership, Views of raw pointers (see `wrap_csr`) own nothing.
///               The structure is const: the holder of a matrix may change values, never row_map or entries. With a
///               const Scalar, values are const too.
/// Throws        std::invalid_argument when the lengths disagree, or an array that has elements is a null pointer.
///               `validate` checks the contents of the arrays.
template <ScalarType Scalar_, OrdinalType Ordinal_ = int, OffsetType Offset_ = int,
          MemorySpace MemorySpace_ = Kokkos::DefaultExecutionSpace::memory_space>
class CsrMatrix {
 public:
  using matrix_type = CsrMatrix;
  using Scalar = Scalar_;
  using Ordinal = Ordinal_;
  using Offset = Offset_;
  using memory_space = MemorySpace_;
  using row_map_type = Kokkos::View<Offset const*, memory_space>;
  using entries_type = Kokkos::View<Ordinal const*, memory_space>;
  using values_type = ValuesViewOf<Scalar, memory_space>;
  static_assert(sizeof(Offset) >= sizeof(Ordinal), "CsrMatrix: Offset must be at least as wide as Ordinal");

  row_map_type row_map;
  entries_type entries;
  values_type values;

  /// The empty 0-by-0 matrix.
  CsrMatrix() = default;

  CsrMatrix(std::int64_t num_rows, std::int64_t num_cols, row_map_type const& row_map_, entries_type const& entries_,
            values_type const& values_ = {})
      : row_map(row_map_),
        entries(entries_),
        values(values_),
        num_rows_(Impl::checked_cast<Ordinal>(num_rows, "Araios::CsrMatrix: number of rows")),
        num_cols_(Impl::checked_cast<Ordinal>(num_cols, "Araios::CsrMatrix: number of columns")) {
    Impl::check(num_rows >= 0 && num_cols >= 0, "Araios::CsrMatrix: negative size ", num_rows, " x ", num_cols);
    Impl::check(
        row_map.extent(0) == static_cast<std::size_t>(num_rows) + 1 || (num_rows == 0 && row_map.extent(0) == 0),
        "Araios::CsrMatrix: length of row_map must be rows + 1 (", row_map.extent(0), " != ", num_rows, " + 1)");
    (void)Impl::checked_cast<Offset>(entries.extent(0), "Araios::CsrMatrix: number of entries");
    if constexpr (!is_pattern_v<Scalar>)
      Impl::check_equal(values.extent(0), entries.extent(0), "Araios::CsrMatrix: length of values, length of entries");
    Impl::check_memory(row_map, "Araios::CsrMatrix: row_map");
    Impl::check_memory(entries, "Araios::CsrMatrix: entries");
    Impl::check_memory(values, "Araios::CsrMatrix: values");
  }

  CsrMatrix(std::int64_t num_rows, std::int64_t num_cols,
            CsrArrays<Scalar, Ordinal, Offset, memory_space> const& arrays)
      : CsrMatrix(num_rows, num_cols, arrays.row_map, arrays.entries, arrays.values) {}

  KOKKOS_FUNCTION Ordinal num_rows() const { return num_rows_; }
  KOKKOS_FUNCTION Ordinal num_cols() const { return num_cols_; }
  /// Stored entries, explicit zeros and duplicates counted.
  KOKKOS_FUNCTION Offset nnz() const { return static_cast<Offset>(entries.extent(0)); }

  /// Bytes of the three arrays.
  std::int64_t bytes() const {
    return static_cast<std::int64_t>(row_map.extent(0) * sizeof(Offset) + entries.extent(0) * sizeof(Ordinal) +
                                     entries.extent(0) * Impl::value_bytes_v<Scalar>);
  }

 private:
  Ordinal num_rows_ = 0;
  Ordinal num_cols_ = 0;
};

template <class S, class O, class F, class M>
struct FormatTraits<CsrMatrix<S, O, F, M>> : Impl::FormatTag<Format::csr> {
  template <class Space>
  using rebind = CsrMatrix<std::remove_const_t<S>, O, F, Space>;

  template <class To, class Use>
  static auto arrays(CsrMatrix<S, O, F, M> const& A, Use const& use) {
    auto const make = [&](auto const& values, auto const& entries, auto const& row_map) {
      return To(A.num_rows(), A.num_cols(), row_map, entries, values);
    };
    return use(make, Impl::named("values", A.values), Impl::named("entries", A.entries),
               Impl::named("row_map", A.row_map));
  }
};

/// A CsrMatrix, or what is read as one (see MatrixAdapter), in memory that kernels of Exec can access.
template <class T, class Exec>
concept CsrOf = Impl::InFormat<T, Format::csr, Exec>;

namespace Impl {
/// A without the right to change its values; it shares the arrays.
template <class S, class O, class F, class M>
CsrMatrix<S const, O, F, M> read_only(CsrMatrix<S, O, F, M> const& A) {
  return CsrMatrix<S const, O, F, M>(A.num_rows(), A.num_cols(), A.row_map, A.entries, A.values);
}

/// A with the Scalar To (its own one, const, or Pattern), without the owners of its arrays: the argument of functions
/// that are instantiated once for matrices of const and of other values.
template <class To, class S, class O, class F, class M>
CsrMatrix<To, O, F, M> borrow_csr(CsrMatrix<S, O, F, M> const& A) {
  using Matrix = CsrMatrix<To, O, F, M>;
  using Values = typename Matrix::values_type;
  auto const row_map = borrowed<typename Matrix::row_map_type>(A.row_map);
  auto const entries = borrowed<typename Matrix::entries_type>(A.entries);
  if constexpr (is_pattern_v<To>)
    return Matrix(A.num_rows(), A.num_cols(), row_map, entries);
  else
    return Matrix(A.num_rows(), A.num_cols(), row_map, entries, borrowed<Values>(A.values));
}
}  // namespace Impl

/// New arrays for a matrix of `num_rows` rows and `nnz` entries, not initialised, in one allocation with this label,
/// which lives as long as any of them
///
/// Throws        std::invalid_argument when a number is negative, or Offset cannot count nnz.
template <ScalarType Scalar, OrdinalType Ordinal, OffsetType Offset, ExecutionSpace Exec>
auto allocate_csr(Exec const& exec, std::string const& label, std::int64_t num_rows, std::int64_t nnz) {
  using Space = typename Exec::memory_space;
  Impl::check(num_rows >= 0 && nnz >= 0, label, ": negative size: ", num_rows, " rows, ", nnz, " entries");
  Impl::check(std::in_range<Offset>(nnz), label, ": ", nnz, " entries, and the Offset of the result counts up to ",
              std::numeric_limits<Offset>::max(), "; name a wider Offset, as std::int64_t");
  auto const [row_map, entries, values] =
      allocate_packed<Kokkos::View<Offset*, Space>, Kokkos::View<Ordinal*, Space>, ValuesViewOf<Scalar, Space>>(
          exec, label, {num_rows + 1, nnz, nnz});
  return CsrArrays<Scalar, Ordinal, Offset, Space>{row_map, entries, values};
}

/// A matrix over three raw pointers, without a copy and without ownership
///
/// Shapes        row_map: num_rows + 1, entries and values: nnz elements; values is nullptr for Pattern; row_map may be
///               nullptr if num_rows is 0.
/// Requires      the pointers can be read in MemorySpace and stay alive as long as the matrix is used.
/// Throws        std::invalid_argument as CsrMatrix does.
template <MemorySpace Space, OffsetType Offset, OrdinalType Ordinal, ScalarType Scalar>
CsrMatrix<Scalar, Ordinal, Offset, Space> wrap_csr(std::int64_t num_rows, std::int64_t num_cols, std::int64_t nnz,
                                                   Offset const* row_map, Ordinal const* entries, Scalar* values) {
  using Matrix = CsrMatrix<Scalar, Ordinal, Offset, Space>;
  Impl::check(num_rows >= 0 && nnz >= 0, "Araios::wrap_csr: negative size: ", num_rows, " rows, ", nnz, " entries");
  typename Matrix::row_map_type const map(row_map, num_rows == 0 && row_map == nullptr ? 0 : num_rows + 1);
  typename Matrix::entries_type const columns(entries, nnz);
  if constexpr (is_pattern_v<Scalar>)
    return Matrix(num_rows, num_cols, map, columns);
  else
    return Matrix(num_rows, num_cols, map, columns, typename Matrix::values_type(values, nnz));
}

/// The same without values.
template <MemorySpace Space, OffsetType Offset, OrdinalType Ordinal>
CsrMatrix<Pattern, Ordinal, Offset, Space> wrap_csr(std::int64_t num_rows, std::int64_t num_cols, std::int64_t nnz,
                                                    Offset const* row_map, Ordinal const* entries) {
  return wrap_csr<Space>(num_rows, num_cols, nnz, row_map, entries, static_cast<Pattern*>(nullptr));
}

namespace Impl {
/// A KokkosSparse::CrsMatrix, or any type with its members. A KokkosSparse::BsrMatrix has them too, and blockDim.
template <class T>
concept LikeKokkosCrs = requires(T const& A) {
  A.graph.row_map;
  A.graph.entries;
  A.values;
  A.numCols();
} && !requires(T const& A) { A.blockDim(); };
}  // namespace Impl

/// A matrix over the Views of a KokkosSparse::CrsMatrix (or anything with its members), without a copy
///
/// Ownership     shared where the Views of A are managed.
template <class KokkosCrs>
  requires Impl::LikeKokkosCrs<KokkosCrs>
auto wrap_csr(KokkosCrs const& A) {
  using Scalar = typename std::remove_cvref_t<decltype(A.values)>::value_type;
  using Ordinal = typename std::remove_cvref_t<decltype(A.graph.entries)>::non_const_value_type;
  using Offset = typename std::remove_cvref_t<decltype(A.graph.row_map)>::non_const_value_type;
  using Space = typename std::remove_cvref_t<decltype(A.values)>::memory_space;
  std::int64_t const rows = A.graph.row_map.extent(0) == 0 ? 0 : A.graph.row_map.extent(0) - 1;
  return CsrMatrix<Scalar, Ordinal, Offset, Space>(rows, A.numCols(), A.graph.row_map, A.graph.entries, A.values);
}

/// A KokkosSparse::CrsMatrix is an argument of every function of a CsrMatrix.
template <Impl::LikeKokkosCrs KokkosCrs>
struct MatrixAdapter<KokkosCrs> {
  static auto matrix(KokkosCrs const& A) { return wrap_csr(A); }
};

}  // namespace Araios
