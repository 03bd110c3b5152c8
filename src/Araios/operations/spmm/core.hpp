// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// SpMM, common to all kernels: the arrays, the terms, the output, and the split points of the work.
///
/// Rows and entries are the work: an entry reads a row of X, a row writes a row of Y, and both have the same length. So
/// the list of all entries, in which the end of each row follows its entries, is divided into parts of the same number
/// of items. A split point may be inside a row. Then the parts before it store their sums of the row as a `carry`, the
/// part in which the row ends stores its own sum in Y, and a second kernel adds the carries, in the order of the parts.
/// No split point is near an end of a row, so that short rows stay in one part.

#include <Araios/core/execution.hpp>
#include <Araios/core/search.hpp>
#include <Araios/operations/spmm/options.hpp>
#include <Araios/operations/spmv/core.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace Araios::Impl::spmm {

/// X as read by kernels.
template <class T>
struct SpmmInput {
  T const* data;
  std::int64_t row_stride, column_stride;
};

/// Y := alpha sum + beta Y, one element at a time. Where beta is the zero of the semiring, Y is not read.
template <SemiringType Semiring_, class T>
struct SpmmOutput {
  using Semiring = Semiring_;
  using value_type = T;
  T alpha, beta;
  bool overwrite;
  T* data;
  std::int64_t row_stride, column_stride;

  KOKKOS_INLINE_FUNCTION T& at(std::int64_t i, std::int64_t c) const {
    return data[i * row_stride + c * column_stride];
  }
  /// alpha sum + beta old.
  KOKKOS_INLINE_FUNCTION T scaled(T const& sum, T const& old) const {
    return Semiring::add(Semiring::scale(alpha, sum), Semiring::scale(beta, old));
  }
  KOKKOS_INLINE_FUNCTION void store(std::int64_t i, std::int64_t c, T const& sum) const {
    T& y = at(i, c);
    y = overwrite ? Semiring::scale(alpha, sum) : scaled(sum, y);
  }
  /// Y(i, c) := Y(i, c) + alpha sum, after `store` by another part.
  KOKKOS_INLINE_FUNCTION void add(std::int64_t i, std::int64_t c, T const& sum) const {
    T& y = at(i, c);
    y = Semiring::add(y, Semiring::scale(alpha, sum));
  }
};

/// A View as read by kernels. A View of one column has column stride 1.
template <class View>
auto spmm_input(View const& x) {
  using X = typename View::non_const_value_type;
  auto const stride = x.extent(1) == 1 ? 1 : static_cast<std::int64_t>(x.stride(1));
  return SpmmInput<X>{x.data(), static_cast<std::int64_t>(x.stride(0)), stride};
}
template <SemiringType Semiring, class T, class View>
auto spmm_output(T const& alpha, T const& beta, View const& y) {
  auto const stride = y.extent(1) == 1 ? 1 : static_cast<std::int64_t>(y.stride(1));
  return SpmmOutput<Semiring, T>{
      alpha, beta, is_zero_of<Semiring>(beta), y.data(), static_cast<std::int64_t>(y.stride(0)), stride};
}

/// Y := beta Y: the result where there is nothing to multiply.
template <class Exec, class Output>
ARAIOS_NOT_INLINED void spmm_scale(Exec const& exec, std::int64_t rows, std::int64_t columns, Output const& out) {
  using T = typename Output::value_type;
  T const nothing = Output::Semiring::template zero<T>();
  bool const by_rows = out.column_stride == 1;
  Kokkos::parallel_for(
      "Araios::spmm::scale", range(exec, rows * columns), KOKKOS_LAMBDA(std::int64_t t) {
        out.store(by_rows ? t / columns : t % rows, by_rows ? t % columns : t / rows, nothing);
      });
}

/// The condition of a kernel that is launched before the host knows whether it is needed: a number on the device.
struct SpmmChoice {
  std::int64_t const* number = nullptr;  ///< null: the kernel runs
  std::int64_t limit = 0;
  bool when_more = false;

  KOKKOS_INLINE_FUNCTION bool holds() const { return number == nullptr || (*number > limit) == when_more; }
};

/// A split point in the list of entries and row ends: the rows before `row` and the entries before `entry` precede it.
struct SpmmCut {
  std::int64_t row, entry;
};

/// A, X and Y, and how the work is cut.
template <SemiringType Semiring_, class Scalar_, class Ordinal_, class Offset_, class X_, class T_>
struct SpmmData {
  using Semiring = Semiring_;
  using Scalar = Scalar_;
  using Ordinal = Ordinal_;
  using Offset = Offset_;
  using X = X_;
  using T = T_;
  static constexpr bool has_values = !is_pattern_v<Scalar>;

  Offset const* row_map;
  Ordinal const* entries;
  Scalar const* values;  ///< null where there are none
  std::int64_t num_rows, nnz;
  std::int64_t columns;  ///< of X and Y
  bool conjugate;        ///< values are conjugated before they are multiplied
  SpmmInput<X> x;
  SpmmOutput<Semiring, T> out;
  SpmmChoice choice = {};  ///< for kernels that a GPU may find unnecessary

  std::int64_t parts = 0;
  std::int64_t items = 0;  ///< of a part: entries and row ends
  std::int64_t snap = 0;   ///< a split point has this distance from the ends of a row, or is at one
  /// Per part: the row that the split point after it divides, or -1 - row when it divides none.
  std::int64_t* carry_rows = nullptr;
  T* carries = nullptr;  ///< per group of columns and part: a sum for each column of the group

  KOKKOS_INLINE_FUNCTION Scalar value(std::int64_t p) const {
    if constexpr (has_values)
      return values[p];
    else
      return {};
  }
  KOKKOS_INLINE_FUNCTION T term(Scalar const& a, X const& with) const {
    return spmv::spmv_term<Semiring, T>(is_complex_v<Scalar> && conjugate ? conjugate_of(a) : a, with);
  }

  /// The split point of item `diagonal` or near it, where `row` is the last row with row_map[row] + row <= diagonal.
  KOKKOS_INLINE_FUNCTION SpmmCut snapped(std::int64_t row, std::int64_t diagonal) const {
    std::int64_t const entry = diagonal - row;
    if (row >= num_rows) return {row, entry};
    std::int64_t const begin = static_cast<std::int64_t>(row_map[row]);
    std::int64_t const end = static_cast<std::int64_t>(row_map[row + 1]);
    if (entry - begin <= snap) return {row, begin};
    if (end - entry <= snap) return {row + 1, end};
    return {row, entry};
  }
  /// The first item of part `part`.
  KOKKOS_INLINE_FUNCTION std::int64_t first_item(std::int64_t part) const {
    std::int64_t const all = num_rows + nnz;
    return part < parts && part * items < all ? part * items : all;
  }
  /// The beginning of part `part`, which is the end of the part before.
  KOKKOS_INLINE_FUNCTION SpmmCut cut(std::int64_t part) const {
    std::int64_t const diagonal = first_item(part);
    std::int64_t const row = last_true(std::int64_t(0), static_cast<std::int64_t>(num_rows) + 1, [&](std::int64_t i) {
      return static_cast<std::int64_t>(row_map[i]) + i <= diagonal;
    });
    return snapped(row, diagonal);
  }
  /// Whether a row began before `at` and ends after it.
  KOKKOS_INLINE_FUNCTION bool divides(SpmmCut const& at) const {
    return at.row < num_rows && at.entry > static_cast<std::int64_t>(row_map[at.row]);
  }
};

/// The data for `columns` columns of x and y; the work is not divided yet.
template <class Matrix, class X, class Output>
auto spmm_data(Matrix const& A, bool conjugate, std::int64_t columns, SpmmInput<X> const& x, Output const& out) {
  using Scalar = std::remove_const_t<typename Matrix::Scalar>;
  using Data = SpmmData<typename Output::Semiring, Scalar, typename Matrix::Ordinal, typename Matrix::Offset, X,
                        typename Output::value_type>;
  Scalar const* values = nullptr;
  if constexpr (Data::has_values) values = A.values.data();
  return Data{A.row_map.data(), A.entries.data(), values, A.num_rows(), std::int64_t(A.nnz()),
              columns,          conjugate,        x,      out};
}

}  // namespace Araios::Impl::spmm
