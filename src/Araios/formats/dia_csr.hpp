// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// DIA + CSR: full diagonals in DIA, all other entries in CSR.

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/dia.hpp>
#include <Araios/formats/format.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace Araios {

/// Bytes of a DiaCsrMatrix of `num_rows` rows: `num_diagonals` diagonals, and `csr_nnz` entries in the CSR part
///
/// Throws        std::invalid_argument when they do not fit 64 bits.
template <ScalarType Scalar, OrdinalType Ordinal, OffsetType Offset>
std::int64_t dia_csr_bytes(std::int64_t num_rows, std::int64_t num_diagonals, std::int64_t csr_nnz) {
  return dia_bytes<Scalar, Ordinal>(num_rows, num_diagonals) + csr_bytes<Scalar, Ordinal, Offset>(num_rows, csr_nnz);
}

/// The sum of two matrices of equal size without a common entry: `dia`, and the CSR part `csr`
///
/// Requires      no entry is in both; rows of `csr` are sorted without duplicates. Checked by `validate`.
/// Ownership     that of both parts.
/// Throws        std::invalid_argument when the sizes disagree, or Offset cannot count the entries of both.
template <ScalarType Scalar_, OrdinalType Ordinal_ = int, OffsetType Offset_ = int,
          MemorySpace MemorySpace_ = Kokkos::DefaultExecutionSpace::memory_space>
class DiaCsrMatrix {
 public:
  using matrix_type = DiaCsrMatrix;
  using Scalar = Scalar_;
  using Ordinal = Ordinal_;
  using Offset = Offset_;
  using memory_space = MemorySpace_;
  using dia_type = DiaMatrix<Scalar, Ordinal, Offset, memory_space>;
  using csr_type = CsrMatrix<Scalar, Ordinal, Offset, memory_space>;

  dia_type dia;
  csr_type csr;

  /// The empty 0-by-0 matrix.
  DiaCsrMatrix() = default;

  DiaCsrMatrix(dia_type const& dia_, csr_type const& csr_) : dia(dia_), csr(csr_) {
    Impl::check_equal(dia.num_rows(), csr.num_rows(), "Araios::DiaCsrMatrix: rows of dia, rows of csr");
    Impl::check_equal(dia.num_cols(), csr.num_cols(), "Araios::DiaCsrMatrix: columns of dia, columns of csr");
    (void)Impl::checked_cast<Offset>(static_cast<std::int64_t>(dia.nnz()) + static_cast<std::int64_t>(csr.nnz()),
                                     "Araios::DiaCsrMatrix: number of entries");
  }

  KOKKOS_FUNCTION Ordinal num_rows() const { return dia.num_rows(); }
  KOKKOS_FUNCTION Ordinal num_cols() const { return dia.num_cols(); }
  /// Stored entries of both parts, explicit zeros counted.
  KOKKOS_FUNCTION Offset nnz() const { return static_cast<Offset>(dia.nnz() + csr.nnz()); }

  /// Bytes of the arrays of both parts.
  std::int64_t bytes() const { return dia.bytes() + csr.bytes(); }
};

template <class S, class O, class F, class M>
struct FormatTraits<DiaCsrMatrix<S, O, F, M>> : Impl::FormatTag<Format::dia_csr> {
  template <class Space>
  using rebind = DiaCsrMatrix<std::remove_const_t<S>, O, F, Space>;

  template <class To, class Use>
  static auto arrays(DiaCsrMatrix<S, O, F, M> const& A, Use const& use) {
    auto const make = [&](auto const& dia, auto const& csr) { return To(dia, csr); };
    return use(make, Impl::named("dia", A.dia), Impl::named("csr", A.csr));
  }
};

}  // namespace Araios
