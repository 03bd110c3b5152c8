// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// SpMV for DIA matrices.

#include <Araios/collective/lanes.hpp>
#include <Araios/core/bit_mask.hpp>
#include <Araios/formats/dia.hpp>
#include <Araios/operations/spmv/core.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

namespace Araios::Impl::spmv {

/// Tuning parameters of SpMV for DIA.
struct SpmvDiaTuning {
  /// Diagonals whose value, mask and x a thread loads before it adds the first: 16 loads of 8 bytes are in flight, in
  /// 32 registers of the 64 with which 1,024 threads fit a multiprocessor.
  static constexpr int max_chunk = 8;
  /// The same where a value and an element of x have more than 16 bytes in all, and on hosts, which execute out of
  /// order.
  static constexpr int min_chunk = 4;
  /// Threads per block and blocks per multiprocessor, that is, 64 registers per thread. Without these bounds ptxas
  /// takes 32 or 40, and issues loads one after the other. Four diagonals of op none need at most 40, and more threads
  /// compensate for their few loads (perf_tests/notes/spmv.md).
  template <bool Few>
  using Bounds = Kokkos::LaunchBounds<256, Few ? 6 : 4>;

  /// The minimum number of rounds that `max_chunk` allows, of equal size: 9 diagonals are 5 and 4, not 8 and 1, so that
  /// no round waits for few loads.
  static constexpr int chunk(std::int64_t diagonals) {
    std::int64_t const rounds = std::max<std::int64_t>(1, (diagonals + max_chunk - 1) / max_chunk);
    return static_cast<int>(std::max<std::int64_t>(min_chunk, (diagonals + rounds - 1) / rounds));
  }
};

/// One element of y := A x or of y := A^T x per work item.
///
/// Invariant: `sum` is the sum over the diagonals before `first`, in their order, for every Chunk. Neighbouring
/// items read neighbouring slots, neighbouring x, and (op none) the same word of the mask, with one load per warp. No
/// load waits for another one, nor for a branch: coordinates outside of the matrix are moved to its edge, and after the
/// loads the bit of the mask decides whether the product counts. A last round that is too short reads the last diagonal
/// again, from the cache.
///
/// Bytes: d (stride (V + 1/8) + I) for A, and x and y once.
template <SemiringType Semiring, bool Transposed, int Chunk, class Matrix, class X, class Output>
struct SpmvDia {
  using T = typename Output::value_type;
  using Ordinal = typename Matrix::Ordinal;
  using A_value = typename Matrix::values_type::non_const_value_type;
  using X_value = typename X::non_const_value_type;
  static constexpr bool wide = sizeof(A_value) + sizeof(X_value) > 16;
  static constexpr bool few = !Transposed && !wide && Chunk <= SpmvDiaTuning::min_chunk;
  Matrix A;
  X x;
  Output out;
  bool conjugate;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    auto const i = static_cast<Ordinal>(item);
    Ordinal const count = A.num_diagonals();
    // The diagonal from here to the last column, or (transposed) to the last row: beyond it nothing is stored. The sums
    // below cannot leave the range of Ordinal.
    Ordinal const edge =
        Transposed ? static_cast<Ordinal>(i - (A.num_rows() - 1)) : static_cast<Ordinal>(A.num_cols() - 1 - i);
    std::int64_t const stride = A.stride();
    T sum = Semiring::template zero<T>();
    for (Ordinal first = 0; first < count; first += Chunk) {
      Ordinal diagonal[std::size_t(Chunk)], other[std::size_t(Chunk)];
      std::uint32_t word[std::size_t(Chunk)];
      A_value a[std::size_t(Chunk)];
      X_value b[std::size_t(Chunk)];
      ARAIOS_UNROLL
      for (int k = 0; k < Chunk; ++k)
        diagonal[k] =
            A.diagonals(count - first > k ? static_cast<Ordinal>(first + k) : static_cast<Ordinal>(count - 1));
      ARAIOS_UNROLL
      for (int k = 0; k < Chunk; ++k) {
        std::int64_t const d = count - first > k ? first + k : count - 1;
        Ordinal const near =
            Transposed ? (diagonal[k] < edge ? edge : diagonal[k]) : (diagonal[k] < edge ? diagonal[k] : edge);
        Ordinal const index = Transposed ? static_cast<Ordinal>(i - near) : static_cast<Ordinal>(i + near);
        other[k] = index < 0 ? Ordinal(0) : index;  // op none: a column; transposed: a row
        std::int64_t const slot = d * stride + (Transposed ? other[k] : i);
        word[k] = A.present(word_of_bit(slot));
        a[k] = A.values(slot);
        b[k] = x(other[k]);
      }
      ARAIOS_LOADS_ARE_ISSUED;
      ARAIOS_UNROLL
      for (int k = 0; k < Chunk; ++k) {
        // A coordinate that was moved to the edge may have the bit of another entry; with op none it cannot: it has its
        // own row.
        bool here = bit_of(word[k], Transposed ? other[k] : i) & (count - first > k);
        if constexpr (Transposed) here = here & (diagonal[k] >= edge) & (diagonal[k] <= i);
        T const term = spmv_term<Semiring, T>(Transposed && conjugate ? conjugate_of(a[k]) : a[k], b[k]);
        T const longer = Semiring::add(sum, term);
        sum = here ? longer : sum;
      }
    }
    out.store(item, sum);
  }
};

template <SemiringType Semiring, bool Transposed, int Chunk, class Exec, class Matrix, class X, class Output>
void spmv_dia_by(Exec const& exec, bool conjugate, Matrix const& A, X const& x, Output const& out) {
  std::int64_t const length = Transposed ? A.num_cols() : A.num_rows();
  using Body = SpmvDia<Semiring, Transposed, Chunk, Matrix, X, Output>;
  using Policy = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>, SpmvDiaTuning::Bounds<Body::few>>;
  Kokkos::parallel_for(Transposed ? "Araios::spmv::dia_transposed" : "Araios::spmv::dia", Policy(exec, 0, length),
                       Body{A, x, out, conjugate});
}

/// out.store(i, sum) for each row i (transposed: column) of A, which has at least one row and one column.
template <SemiringType Semiring, bool Transposed, class Exec, class Matrix, class X, class Output>
void spmv_dia(Exec const& exec, bool conjugate, Matrix const& A, X const& x, Output const& out) {
  constexpr int min_chunk = SpmvDiaTuning::min_chunk;
  if constexpr (is_gpu_v<Exec> && !SpmvDia<Semiring, Transposed, min_chunk, Matrix, X, Output>::wide) {
    switch (SpmvDiaTuning::chunk(A.num_diagonals())) {
    case 8:
      return spmv_dia_by<Semiring, Transposed, 8>(exec, conjugate, A, x, out);
    case 7:
      return spmv_dia_by<Semiring, Transposed, 7>(exec, conjugate, A, x, out);
    case 6:
      return spmv_dia_by<Semiring, Transposed, 6>(exec, conjugate, A, x, out);
    case 5:
      return spmv_dia_by<Semiring, Transposed, 5>(exec, conjugate, A, x, out);
    default:
      break;
    }
  }
  spmv_dia_by<Semiring, Transposed, min_chunk>(exec, conjugate, A, x, out);
}

template <class S, class O, class F, class M>
struct Spmv<DiaMatrix<S, O, F, M>> {
  using Matrix = DiaMatrix<S, O, F, M>;

  template <SemiringType Semiring, class Exec, class X, class Output, class Space>
  static void apply(Exec const& exec, SpmvOptions const&, Matrix const& A, X const& x, Output const& out,
                    Workspace<Space>&) {
    spmv_dia<Semiring, false>(exec, false, A, x, out);
  }

  /// The same kernel over columns: slots of a diagonal lie as close for neighbouring columns as for rows.
  template <SemiringType Semiring, class Exec, class X, class Output, class Space>
  static void apply_transposed(Exec const& exec, SpmvOptions const&, bool conjugate, Matrix const& A, X const& x,
                               Output const& out, Workspace<Space>&) {
    spmv_dia<Semiring, true>(exec, conjugate, A, x, out);
  }

  template <class Exec, class Visitor>
  ARAIOS_NOT_INLINED static void visit(Exec const& exec, std::string const& label, Matrix const& A,
                                       Visitor const& visitor) {
    std::int64_t const stride = A.stride();
    Kokkos::parallel_for(
        label, range(exec, A.num_diagonals() * stride), KOKKOS_LAMBDA(std::int64_t slot) {
          if (!bit_at(A.present, slot)) return;
          std::int64_t const d = slot / stride;
          std::int64_t const i = slot - d * stride;
          visitor(i, i + static_cast<std::int64_t>(A.diagonals(d)), A.values(slot));
        });
  }
};

}  // namespace Araios::Impl::spmv
