// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// HYB: the first entries of every row in ELL, the other entries of long rows in COO.

#include <Araios/core/aliasing.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/formats/coo.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/ell.hpp>
#include <Araios/formats/format.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace Araios {

/// Bytes of a HYB matrix of `num_rows` rows, `width` slots per row, and `entries` entries in COO, of `rows` of the
/// rows.
template <ScalarType Scalar, OrdinalType Ordinal, OffsetType Offset>
std::int64_t hyb_bytes(std::int64_t num_rows, std::int64_t width, std::int64_t entries, std::int64_t rows) {
  std::int64_t const each = 2 * sizeof(Ordinal) + Impl::value_bytes_v<Scalar>;
  return ell_bytes<Scalar, Ordinal>(num_rows, width) +
         Araios::checked_multiply(entries, each, "Araios::hyb_bytes: bytes") +
         rows * static_cast<std::int64_t>(sizeof(Ordinal)) + (rows + 1) * static_cast<std::int64_t>(sizeof(Offset));
}

/// An m-by-n matrix in two parts: `ell` with the first entries of each row, `coo` with the others
///
/// Shapes        ell and coo are m-by-n. overflow_rows has the r rows that have entries in coo, overflow_offsets r + 1
///               elements; r = 0 may come with an empty overflow_offsets.
/// Requires      coo is sorted by row: its entries overflow_offsets(s) .. overflow_offsets(s+1)-1, at least one, are
///               those of row overflow_rows(s). overflow_rows is sorted without duplicates. Such a row uses all its
///               slots of ell. The number of entries of both parts fits Offset. Checked by `validate`.
/// Ownership     that of the Views, as for CsrMatrix.
/// Throws        std::invalid_argument when the sizes disagree. `validate` checks the contents of the arrays.
/// Source        Bell and Garland, Efficient Sparse Matrix-Vector Multiplication on CUDA, 2008.
template <ScalarType Scalar_, OrdinalType Ordinal_ = int, OffsetType Offset_ = int,
          MemorySpace MemorySpace_ = Kokkos::DefaultExecutionSpace::memory_space>
class HybMatrix {
 public:
  using matrix_type = HybMatrix;
  using Scalar = Scalar_;
  using Ordinal = Ordinal_;
  using Offset = Offset_;
  using memory_space = MemorySpace_;
  using ell_type = EllMatrix<Scalar, Ordinal, Offset, memory_space>;
  using coo_type = CooMatrix<Scalar, Ordinal, Offset, memory_space>;
  using overflow_rows_type = Kokkos::View<Ordinal const*, memory_space>;
  using overflow_offsets_type = Kokkos::View<Offset const*, memory_space>;

  ell_type ell;
  coo_type coo;
  overflow_rows_type overflow_rows;
  overflow_offsets_type overflow_offsets;

  /// The empty 0-by-0 matrix.
  HybMatrix() = default;

  HybMatrix(ell_type const& ell_, coo_type const& coo_, overflow_rows_type const& overflow_rows_,
            overflow_offsets_type const& overflow_offsets_)
      : ell(ell_), coo(coo_), overflow_rows(overflow_rows_), overflow_offsets(overflow_offsets_) {
    Impl::check_equal(ell.num_rows(), coo.num_rows(), "Araios::HybMatrix: rows of ell, rows of coo");
    Impl::check_equal(ell.num_cols(), coo.num_cols(), "Araios::HybMatrix: columns of ell, columns of coo");
    (void)Impl::checked_cast<Offset>(static_cast<std::int64_t>(ell.nnz()) + static_cast<std::int64_t>(coo.nnz()),
                                     "Araios::HybMatrix: number of entries");
    if (overflow_rows.extent(0) > 0 || overflow_offsets.extent(0) > 0)
      Impl::check_equal(overflow_offsets.extent(0), overflow_rows.extent(0) + 1,
                        "Araios::HybMatrix: length of overflow_offsets, length of overflow_rows + 1");
    Impl::check(overflow_rows.extent(0) <= coo.col_indices.extent(0), "Araios::HybMatrix: ", overflow_rows.extent(0),
                " rows in overflow_rows, but coo has ", coo.col_indices.extent(0), " entries");
    Impl::check(overflow_rows.extent(0) > 0 || coo.nnz() == 0, "Araios::HybMatrix: no row for the entries of coo (",
                coo.nnz(), " > 0)");
    Impl::check_memory(overflow_rows, "Araios::HybMatrix: overflow_rows");
    Impl::check_memory(overflow_offsets, "Araios::HybMatrix: overflow_offsets");
  }

  KOKKOS_FUNCTION Ordinal num_rows() const { return ell.num_rows(); }
  KOKKOS_FUNCTION Ordinal num_cols() const { return ell.num_cols(); }
  /// Stored entries, explicit zeros and duplicates counted, padding not.
  KOKKOS_FUNCTION Offset nnz() const { return static_cast<Offset>(ell.nnz() + coo.nnz()); }

  /// Bytes of the arrays.
  std::int64_t bytes() const {
    return ell.bytes() + coo.bytes() +
           static_cast<std::int64_t>(overflow_rows.extent(0) * sizeof(Ordinal) +
                                     overflow_offsets.extent(0) * sizeof(Offset));
  }
};

template <class S, class O, class F, class M>
struct FormatTraits<HybMatrix<S, O, F, M>> : Impl::FormatTag<Format::hyb> {
  template <class Space>
  using rebind = HybMatrix<std::remove_const_t<S>, O, F, Space>;

  template <class To, class Use>
  static auto arrays(HybMatrix<S, O, F, M> const& A, Use const& use) {
    auto const make = [&](auto const& overflow_rows, auto const& overflow_offsets, auto const& ell, auto const& coo) {
      return To(ell, coo, overflow_rows, overflow_offsets);
    };
    return use(make, Impl::named("overflow_rows", A.overflow_rows), Impl::named("overflow_offsets", A.overflow_offsets),
               Impl::named("ell", A.ell), Impl::named("coo", A.coo));
  }
};

}  // namespace Araios
