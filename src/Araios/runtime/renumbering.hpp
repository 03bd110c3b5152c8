// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Operands whose non-empty rows and columns get new, consecutive numbers.
///
/// Operations compute with indices of 32 bits and offsets of all rows. Where rows or columns do not fit, or are far more
/// than entries, a function computes with renumbered operands, and its result gets the old indices back: its cost grows
/// with the number of entries alone.

#include <Araios/runtime/coordinate_list.hpp>
#include <Araios/runtime/index_types.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <vector>

namespace Araios::runtime {

/// The format of a result. by_rule: COO where an offset for each row would be more than the entries, else CSR.
enum class Form { by_rule, csr, dcsr };

/// The operands of one call. Axes are counted from 0: rows or columns with common indices share one axis.
///
///   Renumbering<Exec> numbers(exec);
///   numbers.add(a, 0, 1), numbers.add(b, 0, 1);
///   auto const c = numbers.matrix(0, 1, [&] { return sum of a and b; });
///
/// The numbers of an axis grow with the indices, so sorted rows stay sorted.
template <class Exec>
class Renumbering {
 public:
  using Indices = Kokkos::View<std::int64_t const*, SpaceOf<Exec>>;

  explicit Renumbering(Exec const& exec) : exec_(exec) {}

  /// Operands are replaced by `apply`. `offset` is added to the indices of A before they get numbers.
  void add(Matrix& A, int rows, int columns, std::int64_t row_offset = 0, std::int64_t column_offset = 0);
  void add(Vector& x, int axis);
  /// Indices that get numbers, too, of an axis of n.
  void add(Indices const& list, int axis, std::int64_t n);
  /// Every index of an axis gets a number: its own.
  void add_all(int axis) { axes_[at(axis)].is_all = true; }
  /// From now on apply() renumbers.
  void force() { is_required_ = true; }
  /// The index type of results where they fit; that of the first operand otherwise.
  void request(IndexType index) { index_ = index; }

  /// Renumbers once, where that is needed, and says whether it has.
  bool apply();
  /// Elements of an axis: of the new numbers after apply().
  std::int64_t size(int axis) const { return axes_[static_cast<std::size_t>(axis)].size; }
  /// The new numbers of indices that were added.
  Dense<int, Exec> numbers(Indices const& list, int axis) const;
  /// The old index of each new number.
  Indices names(int axis) const { return axes_[static_cast<std::size_t>(axis)].names; }
  /// The number of the first name that is not less than an index.
  std::int64_t first_not_below(int axis, std::int64_t index) const;
  /// A new axis: index i nb + k for each pair of one of axis a and one of axis b.
  int product(int a, int b, std::int64_t size, std::int64_t nb);

  /// C with its old indices; axis -1 has no names.
  Matrix restore(Matrix const& C, int rows, int columns, Form form) const;
  Matrix restore(Matrix const& C, int rows, int columns) const { return restore(C, rows, columns, form_); }
  Vector restore(Vector const& y, int axis) const;

  /// A part of a vector, from number `begin` of axis 0 on, as `length` elements from old index `offset` on.
  Vector part(Vector const& y, std::int64_t begin, std::int64_t offset, std::int64_t length) const;
  /// The sparse vector that has a value for each name of an axis.
  template <class T>
  Vector of_names(int axis, Dense<T, Exec> const& values) const {
    std::int64_t const n = old_sizes_[static_cast<std::size_t>(axis)];
    Indices const list = names(axis);
    if (is_wide(n) || index_ == IndexType::index_64)
      return vector_of_sparse(SparseOf<T, std::int64_t, Exec>(n, list, values));
    return vector_of_sparse(Sparse<T, Exec>(n, cast_indices<int, std::int64_t>(exec_, list), values));
  }

  /// f() in the shape of the operands.
  template <class F>
  Matrix matrix(int rows, int columns, F const& f) {
    if (!apply()) return f();
    return restore(f(), rows, columns);
  }
  template <class F>
  Vector vector(int axis, F const& f) {
    if (!apply()) return f();
    return restore(f(), axis);
  }

 private:
  struct Axis {
    std::int64_t size = 0;  ///< of the operands
    std::vector<Indices> lists;
    bool is_all = false;
    Indices names;
  };
  struct Operand {
    Matrix* A = nullptr;
    Vector* x = nullptr;
    int rows = 0;
    int columns = 0;
    std::int64_t row_offset = 0;
    std::int64_t column_offset = 0;
    Indices row_list, column_list;
  };
  std::size_t at(int axis) {
    if (axes_.size() <= static_cast<std::size_t>(axis)) axes_.resize(static_cast<std::size_t>(axis) + 1);
    return static_cast<std::size_t>(axis);
  }
  bool is_needed() const;
  Vector with_old_indices(Vector const& y, int axis, std::int64_t begin, std::int64_t offset, std::int64_t n) const;
  void list(Operand& operand);
  void name(Axis& axis);
  void replace(Operand& operand);

  Exec const& exec_;
  std::vector<Axis> axes_;
  std::vector<Operand> operands_;
  std::vector<std::int64_t> old_sizes_;
  std::int64_t entries_ = 0;
  bool has_wide_ = false;
  bool has_lists_ = false;  ///< an operand whose rows are not stored: COO, DCSR or CSC
  bool is_required_ = false;
  bool is_applied_ = false;
  IndexType index_ = IndexType::unspecified;
  Form form_ = Form::by_rule;
};

}  // namespace Araios::runtime
