// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// JDS, jagged diagonals: rows sorted by decreasing length, then stored slot by slot without padding.

#include <Araios/core/aliasing.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/format.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace Araios {

/// Bytes of a JDS matrix of `num_rows` rows, of which the longest has `longest` entries, and `nnz` entries.
template <ScalarType Scalar, OrdinalType Ordinal, OffsetType Offset>
std::int64_t jds_bytes(std::int64_t num_rows, std::int64_t longest, std::int64_t nnz) {
  std::int64_t const each = sizeof(Ordinal) + Impl::value_bytes_v<Scalar>;
  return Araios::checked_multiply(nnz, each, "Araios::jds_bytes: bytes") +
         (longest + 1) * static_cast<std::int64_t>(sizeof(Offset)) +
         num_rows * static_cast<std::int64_t>(sizeof(Ordinal));
}

/// An m-by-n matrix by jagged diagonals: entry k of stored row i is at position diagonal_offsets(k) + i
///
/// Shapes        diagonal_offsets has d + 1 elements for d diagonals (entries of the longest row), entries (the
///               columns) and values have k, permutation has m.
/// Requires      m and n fit Ordinal, k fits Offset. Stored row i is row permutation(i). Stored rows are sorted by
///               decreasing length, so diagonal k has an entry of each of the first diagonal_offsets(k+1) -
///               diagonal_offsets(k) stored rows, and no diagonal is longer than the one before it. Rows may be
///               unsorted and may repeat columns. Checked by `validate`.
/// Ownership     that of the Views, as for CsrMatrix.
/// Throws        std::invalid_argument when the lengths disagree. `validate` checks the contents of the arrays.
/// Source        Saad, Krylov subspace methods on supercomputers, SIAM J. Sci. Stat. Comput. 10 (1989).
template <ScalarType Scalar_, OrdinalType Ordinal_ = int, OffsetType Offset_ = int,
          MemorySpace MemorySpace_ = Kokkos::DefaultExecutionSpace::memory_space>
class JdsMatrix {
 public:
  using matrix_type = JdsMatrix;
  using Scalar = Scalar_;
  using Ordinal = Ordinal_;
  using Offset = Offset_;
  using memory_space = MemorySpace_;
  using diagonal_offsets_type = Kokkos::View<Offset const*, memory_space>;
  using entries_type = Kokkos::View<Ordinal const*, memory_space>;
  using values_type = ValuesViewOf<Scalar, memory_space>;
  using permutation_type = Kokkos::View<Ordinal const*, memory_space>;
  static_assert(sizeof(Offset) >= sizeof(Ordinal), "JdsMatrix: Offset must be at least as wide as Ordinal");

  diagonal_offsets_type diagonal_offsets;
  entries_type entries;
  values_type values;
  permutation_type permutation;

  /// The empty 0-by-0 matrix.
  JdsMatrix() = default;

  JdsMatrix(std::int64_t num_rows, std::int64_t num_cols, diagonal_offsets_type const& diagonal_offsets_,
            entries_type const& entries_, values_type const& values_, permutation_type const& permutation_)
      : diagonal_offsets(diagonal_offsets_),
        entries(entries_),
        values(values_),
        permutation(permutation_),
        num_rows_(Impl::checked_cast<Ordinal>(num_rows, "Araios::JdsMatrix: number of rows")),
        num_cols_(Impl::checked_cast<Ordinal>(num_cols, "Araios::JdsMatrix: number of columns")) {
    Impl::check(num_rows >= 0 && num_cols >= 0, "Araios::JdsMatrix: negative size ", num_rows, " x ", num_cols);
    Impl::check(diagonal_offsets.extent(0) > 0 || entries.extent(0) == 0, "Araios::JdsMatrix: no diagonal for ",
                entries.extent(0), " entries");
    (void)Impl::checked_cast<Offset>(entries.extent(0), "Araios::JdsMatrix: number of entries");
    if constexpr (!is_pattern_v<Scalar>)
      Impl::check_equal(values.extent(0), entries.extent(0), "Araios::JdsMatrix: length of values, length of entries");
    Impl::check_equal(permutation.extent(0), num_rows, "Araios::JdsMatrix: length of permutation, number of rows");
    Impl::check_memory(diagonal_offsets, "Araios::JdsMatrix: diagonal_offsets");
    Impl::check_memory(entries, "Araios::JdsMatrix: entries");
    Impl::check_memory(values, "Araios::JdsMatrix: values");
    Impl::check_memory(permutation, "Araios::JdsMatrix: permutation");
  }

  KOKKOS_FUNCTION Ordinal num_rows() const { return num_rows_; }
  KOKKOS_FUNCTION Ordinal num_cols() const { return num_cols_; }
  /// Stored entries, explicit zeros and duplicates counted.
  KOKKOS_FUNCTION Offset nnz() const { return static_cast<Offset>(entries.extent(0)); }
  /// Entries of the longest row.
  KOKKOS_FUNCTION std::int64_t diagonals() const {
    return diagonal_offsets.extent(0) > 0 ? static_cast<std::int64_t>(diagonal_offsets.extent(0)) - 1 : 0;
  }

  /// Bytes of the arrays.
  std::int64_t bytes() const {
    return static_cast<std::int64_t>(
        diagonal_offsets.extent(0) * sizeof(Offset) +
        entries.extent(0) * (sizeof(Ordinal) + Impl::value_bytes_v<Scalar>)+permutation.extent(0) * sizeof(Ordinal));
  }

 private:
  Ordinal num_rows_ = 0;
  Ordinal num_cols_ = 0;
};

template <class S, class O, class F, class M>
struct FormatTraits<JdsMatrix<S, O, F, M>> : Impl::FormatTag<Format::jds> {
  template <class Space>
  using rebind = JdsMatrix<std::remove_const_t<S>, O, F, Space>;

  template <class To, class Use>
  static auto arrays(JdsMatrix<S, O, F, M> const& A, Use const& use) {
    auto const make = [&](auto const& values, auto const& entries, auto const& permutation,
                          auto const& diagonal_offsets) {
      return To(A.num_rows(), A.num_cols(), diagonal_offsets, entries, values, permutation);
    };
    return use(make, Impl::named("values", A.values), Impl::named("entries", A.entries),
               Impl::named("permutation", A.permutation), Impl::named("diagonal_offsets", A.diagonal_offsets));
  }
};

}  // namespace Araios
