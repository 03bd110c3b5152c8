// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// What the kernels of products with several columns share: the arrays, the terms, the output, and the cuts of work.
///
/// Rows and entries are the work: an entry reads a row of X, a row writes a row of Y, and both are as long. So the list
/// of all entries, in which the end of each row stands behind its entries, is cut into parts of the same number of
/// items. A cut may fall inside a row. Then the parts before it leave their sums of the row as a `carry`, the part in
/// which the row ends stores its own sum in Y, and a second kernel adds the carries, in the order of the parts. No cut
/// falls near an end of a row, so that short rows stay whole.

#include <Araios/core/execution.hpp>
#include <Araios/core/search.hpp>
#include <Araios/operations/spmm/options.hpp>
#include <Araios/operations/spmv/core.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace Araios::Impl::spmm {

/// X as kernels read it.
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
    return Semiring::add(Semiring::multiply(alpha, sum), Semiring::multiply(beta, old));
  }
  KOKKOS_INLINE_FUNCTION void store(std::int64_t i, std::int64_t c, T const& sum) const {
    T& y = at(i, c);
    y = overwrite ? Semiring::multiply(alpha, sum) : scaled(sum, y);
  }
  /// Y(i, c) := Y(i, c) + alpha sum, after `store` of another part.
  KOKKOS_INLINE_FUNCTION void add(std::int64_t i, std::int64_t c, T const& sum) const {
    T& y = at(i, c);
    y = Semiring::add(y, Semiring::multiply(alpha, sum));
  }
};

/// A View as kernels read it. The one column of a View has neighbours, too, and so it needs no stride.
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
      alpha, beta, beta == Semiring::template zero<T>(), y.data(), static_cast<std::int64_t>(y.stride(0)), stride};
}

/// Y := beta Y: what is left of a product when there is nothing to multiply.
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

/// A kernel that is launched, but works only where a number on the device, which the host does not wait for, says so.
struct SpmmChoice {
  std::int64_t const* number = nullptr;  ///< null: it works
  std::int64_t most = 0;
  bool when_more = false;

  KOKKOS_INLINE_FUNCTION bool holds() const { return number == nullptr || (*number > most) == when_more; }
};

/// A place in the list of entries and ends of rows: the rows before `row` have ended, the entries before `entry` are
/// over.
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
  SpmmChoice choice = {};  ///< of the kernels that a GPU may find it does not need

  std::int64_t parts = 0;
  std::int64_t items = 0;  ///< of a part: entries and ends of rows
  std::int64_t snap = 0;   ///< a cut stays as far from the ends of a row, or falls on one
  /// Of a part: the row that the cut behind it divides, or -1 - row when it divides none.
  std::int64_t* carry_rows = nullptr;
  T* carries = nullptr;  ///< of each group of columns, of each part: a sum for each column of the group

  KOKKOS_INLINE_FUNCTION Scalar value(std::int64_t p) const {
    if constexpr (has_values)
      return values[p];
    else
      return {};
  }
  KOKKOS_INLINE_FUNCTION T term(Scalar const& a, X const& with) const {
    return spmv::spmv_term<Semiring, T>(is_complex_v<Scalar> && conjugate ? spmv::conjugate_of(a) : a, with);
  }

  /// Where the item number `diagonal` stands, if `row` is the last row with row_map[row] + row <= diagonal, or near
  /// there.
  KOKKOS_INLINE_FUNCTION SpmmCut snapped(std::int64_t row, std::int64_t diagonal) const {
    std::int64_t const entry = diagonal - row;
    if (row >= num_rows) return {row, entry};
    std::int64_t const begin = static_cast<std::int64_t>(row_map[row]);
    std::int64_t const end = static_cast<std::int64_t>(row_map[row + 1]);
    if (entry - begin <= snap) return {row, begin};
    if (end - entry <= snap) return {row + 1, end};
    return {row, entry};
  }
  /// The item that part number `part` begins with.
  KOKKOS_INLINE_FUNCTION std::int64_t first_item(std::int64_t part) const {
    std::int64_t const all = num_rows + nnz;
    return part < parts && part * items < all ? part * items : all;
  }
  /// Where part number `part` begins, and the one before it ends.
  KOKKOS_INLINE_FUNCTION SpmmCut cut(std::int64_t part) const {
    std::int64_t const diagonal = first_item(part);
    std::int64_t const row = last_true(std::int64_t(0), static_cast<std::int64_t>(num_rows) + 1, [&](std::int64_t i) {
      return static_cast<std::int64_t>(row_map[i]) + i <= diagonal;
    });
    return snapped(row, diagonal);
  }
  /// Whether a row was begun before a part that ends, or begins, at `at`.
  KOKKOS_INLINE_FUNCTION bool divides(SpmmCut const& at) const {
    return at.row < num_rows && at.entry > static_cast<std::int64_t>(row_map[at.row]);
  }
};

/// The data for `columns` columns of x and y; the work is not cut yet.
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
