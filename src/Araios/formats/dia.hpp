// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// DIA: diagonals, each stored in full length.

#include <Araios/core/aliasing.hpp>
#include <Araios/core/bit_mask.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/format.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>
#include <type_traits>

namespace Araios {

/// Slots per diagonal: the number of rows, rounded up to whole words of the mask.
KOKKOS_INLINE_FUNCTION constexpr std::int64_t dia_stride(std::int64_t num_rows) {
  return words_for_bits(num_rows) * bits_per_word;
}

/// Bytes of a DiaMatrix: d diagonals take d (stride (V + 1/8) + I), V and I being the bytes of a value and of an
/// Ordinal
///
/// Throws        std::invalid_argument when they do not fit 64 bits.
template <ScalarType Scalar, OrdinalType Ordinal>
std::int64_t dia_bytes(std::int64_t num_rows, std::int64_t num_diagonals) {
  std::int64_t const stride = dia_stride(num_rows);
  std::int64_t const each =
      Araios::checked_multiply(stride, Impl::value_bytes_v<Scalar>, "Araios::dia_bytes: bytes of a diagonal") +
      stride / 8 + static_cast<std::int64_t>(sizeof(Ordinal));
  return Araios::checked_multiply(num_diagonals, each, "Araios::dia_bytes: bytes of the diagonals");
}

/// Writable arrays of a DiaMatrix.
template <ScalarType Scalar, OrdinalType Ordinal, MemorySpace Space>
struct DiaArrays {
  Kokkos::View<Ordinal*, Space> diagonals;
  Kokkos::View<std::uint32_t*, Space> present;
  ValuesViewOf<Scalar, Space> values;
};

/// An m-by-n matrix by diagonals: entry (i, j) is stored in the slot of row i of diagonal j - i
///
/// Shapes        d diagonals, stride = m rounded up to a multiple of 32. diagonals has d elements; values has d stride,
///               that of row i of diagonals(p) at p stride + i; present has one bit per slot (bit_mask.hpp).
/// Requires      diagonals are sorted without duplicates, each in (-m, n). A bit is set if its slot holds an entry, and
///               clear for all slots outside of the matrix; nnz bits are set. Checked by `validate`.
/// Slots         without an entry add nothing in SpMV, whatever value they hold: an explicit zero, whose bit is set,
///               times infinity is NaN, but an absent entry adds nothing. The mask costs 1/64 of the bytes of double
///               values.
/// Ownership     that of the Views, as for CsrMatrix.
/// Throws        std::invalid_argument when the lengths disagree.
template <ScalarType Scalar_, OrdinalType Ordinal_ = int, OffsetType Offset_ = int,
          MemorySpace MemorySpace_ = Kokkos::DefaultExecutionSpace::memory_space>
class DiaMatrix {
 public:
  using matrix_type = DiaMatrix;
  using Scalar = Scalar_;
  using Ordinal = Ordinal_;
  using Offset = Offset_;
  using memory_space = MemorySpace_;
  using diagonals_type = Kokkos::View<Ordinal const*, memory_space>;
  using present_type = Kokkos::View<std::uint32_t const*, memory_space>;
  using values_type = ValuesViewOf<Scalar, memory_space>;
  static_assert(sizeof(Offset) >= sizeof(Ordinal), "DiaMatrix: Offset must be at least as wide as Ordinal");

  diagonals_type diagonals;
  present_type present;
  values_type values;

  /// The empty 0-by-0 matrix.
  DiaMatrix() = default;

  DiaMatrix(std::int64_t num_rows, std::int64_t num_cols, std::int64_t nnz, diagonals_type const& diagonals_,
            present_type const& present_, values_type const& values_ = {})
      : diagonals(diagonals_),
        present(present_),
        values(values_),
        num_rows_(Impl::checked_cast<Ordinal>(num_rows, "Araios::DiaMatrix: number of rows")),
        num_cols_(Impl::checked_cast<Ordinal>(num_cols, "Araios::DiaMatrix: number of columns")),
        nnz_(Impl::checked_cast<Offset>(nnz, "Araios::DiaMatrix: number of entries")) {
    Impl::check(num_rows >= 0 && num_cols >= 0 && nnz >= 0, "Araios::DiaMatrix: negative size ", num_rows, " x ",
                num_cols, " with ", nnz, " entries");
    std::int64_t const slots =
        Araios::checked_multiply(num_diagonals(), stride(), "Araios::DiaMatrix: number of slots");
    Impl::check_equal(present.extent(0), slots / bits_per_word, "Araios::DiaMatrix: length of present, slots / 32");
    Impl::check(nnz <= slots, "Araios::DiaMatrix: more entries than slots (", nnz, " > ", slots, ")");
    if constexpr (!is_pattern_v<Scalar>)
      Impl::check_equal(values.extent(0), slots, "Araios::DiaMatrix: length of values, slots");
    Impl::check_memory(diagonals, "Araios::DiaMatrix: diagonals");
    Impl::check_memory(present, "Araios::DiaMatrix: present");
    Impl::check_memory(values, "Araios::DiaMatrix: values");
  }

  DiaMatrix(std::int64_t num_rows, std::int64_t num_cols, std::int64_t nnz,
            DiaArrays<Scalar, Ordinal, memory_space> const& arrays)
      : DiaMatrix(num_rows, num_cols, nnz, arrays.diagonals, arrays.present, arrays.values) {}

  KOKKOS_FUNCTION Ordinal num_rows() const { return num_rows_; }
  KOKKOS_FUNCTION Ordinal num_cols() const { return num_cols_; }
  /// Stored entries, explicit zeros counted, empty slots not.
  KOKKOS_FUNCTION Offset nnz() const { return nnz_; }
  KOKKOS_FUNCTION Ordinal num_diagonals() const { return static_cast<Ordinal>(diagonals.extent(0)); }
  /// Slots from one diagonal to the next.
  KOKKOS_FUNCTION std::int64_t stride() const { return dia_stride(num_rows_); }

  /// Bytes of the three arrays.
  std::int64_t bytes() const { return dia_bytes<Scalar, Ordinal>(num_rows_, num_diagonals()); }

 private:
  Ordinal num_rows_ = 0;
  Ordinal num_cols_ = 0;
  Offset nnz_ = 0;
};

template <class S, class O, class F, class M>
struct FormatTraits<DiaMatrix<S, O, F, M>> : Impl::FormatTag<Format::dia> {
  template <class Space>
  using rebind = DiaMatrix<std::remove_const_t<S>, O, F, Space>;

  template <class To, class Use>
  static auto arrays(DiaMatrix<S, O, F, M> const& A, Use const& use) {
    auto const make = [&](auto const& values, auto const& diagonals, auto const& present) {
      return To(A.num_rows(), A.num_cols(), A.nnz(), diagonals, present, values);
    };
    return use(make, Impl::named("values", A.values), Impl::named("diagonals", A.diagonals),
               Impl::named("present", A.present));
  }
};

/// New arrays for d diagonals, not initialised, in one allocation with this label
template <ScalarType Scalar, OrdinalType Ordinal, ExecutionSpace Exec>
auto allocate_dia(Exec const& exec, std::string const& label, std::int64_t num_rows, std::int64_t num_diagonals) {
  using Space = typename Exec::memory_space;
  std::int64_t const slots =
      Araios::checked_multiply(num_diagonals, dia_stride(num_rows), "Araios::allocate_dia: number of slots");
  auto const [diagonals, present, values] =
      allocate_packed<Kokkos::View<Ordinal*, Space>, Kokkos::View<std::uint32_t*, Space>, ValuesViewOf<Scalar, Space>>(
          exec, label, {num_diagonals, slots / bits_per_word, slots});
  return DiaArrays<Scalar, Ordinal, Space>{diagonals, present, values};
}

}  // namespace Araios
