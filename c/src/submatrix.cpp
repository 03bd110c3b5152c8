// SPDX-License-Identifier: Apache-2.0
/// \file
/// Kronecker products, submatrices, rows and columns, assignment.

#include "handles.hpp"

#include <Araios/runtime/arrays.hpp>
#include <Araios/runtime/coordinate_kernels.hpp>
#include <Araios/runtime/hypersparse.hpp>
#include <Araios/runtime/operators.hpp>
#include <Araios/runtime/renumbering.hpp>

#include <Araios/kronecker.hpp>
#include <Araios/submatrix.hpp>

namespace araios_c {

namespace {

void require_range(std::int64_t begin, std::int64_t length, std::int64_t limit, char const* what) {
  require(begin >= 0 && length >= 0 && begin <= limit && length <= limit - begin, ErrorKind::out_of_range, what, " ",
          begin, " .. ", begin, " + ", length, " are not in [0, ", limit, ")");
}

/// The Kronecker product of matrices by their rows that have entries.
template <class S, class Exec>
Rows<S, Exec> kronecker_rows(Exec const& exec, Operator op, Rows<S, Exec> const& A, Rows<S, Exec> const& B) {
  using Names = Dense<int, Exec>;
  auto const m = Araios::checked_multiply(A.num_rows(), B.num_rows(), "number of rows");
  require_sizes(IndexType::index_32, m, 0, 0);
  Working<S, Exec> const C(Araios::kronecker(exec, chosen<S>(op), A.compressed(), B.compressed()));
  auto const rows = Araios::allocate<Names>(exec, "Araios::c::rows", C.num_rows());
  for_each(exec, "Araios::c::kronecker_rows", C.num_rows(),
           PairNames<RowNames<Exec>, RowNames<Exec>, Names>{A.rows, B.rows, B.num_rows(), rows});
  return Rows<S, Exec>(m, rows, C);
}

/// to(p) := p of all, else list(p)
template <class List, class To>
struct TakeIndices {
  List list;
  To to;
  bool is_all;
  KOKKOS_FUNCTION void operator()(std::int64_t p) const { to(p) = static_cast<int>(is_all ? p : list(p)); }
};

/// The product of the rows and columns that have entries, where its rows or columns are wide or few of them have any.
template <class Exec>
Matrix kronecker_lists(Exec const& exec, Operator op, Matrix a, Matrix b, std::int64_t rows, std::int64_t columns) {
  std::int64_t const rows_of_b = b.rows, columns_of_b = b.columns;
  Renumbering numbers(exec);
  numbers.add(a, 0, 1);
  numbers.add(b, 2, 3);
  numbers.force();
  numbers.apply();
  auto const product = with_type(common_type(a.type, b.type), [&](auto t) {
    using S = typename decltype(t)::type;
    return matrix_of(
        Working<S, Exec>(Araios::kronecker(exec, chosen<S>(op), working<S>(exec, a), working<S>(exec, b))));
  });
  int const row_axis = numbers.product(0, 2, rows, rows_of_b),
            column_axis = numbers.product(1, 3, columns, columns_of_b);
  return numbers.restore(product, row_axis, column_axis);
}

araios_status kronecker(char const* function, araios_context* context, Operator op, araios_matrix const* A,
                        araios_matrix const* B, araios_matrix** C) {
  return compute_beside(function, context, [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    MatrixOutput output(*context, C, "C");
    auto const a = canonical_input(*context, A, "A");
    auto const b = canonical_input(*context, B, "B");
    require_enumerator(op, Operator::second, "araios_operator");
    ValueType const type = common_type(a.type, b.type);
    auto const rows = Araios::checked_multiply(a.rows, b.rows, "number of rows");
    auto const columns = Araios::checked_multiply(a.columns, b.columns, "number of columns");
    auto const nnz = Araios::checked_multiply(a.nnz, b.nnz, "number of entries");
    GiveWay const way(C);
    bool const is_dcsr = a.format == Format::hypersparse && !is_wide(rows) && !is_wide(columns);
    if (is_wide(rows) || is_wide(columns) || is_list(a) || is_list(b) || (!is_dcsr && is_costly_axis(rows, nnz)))
      return output.set(known_canonical(kronecker_lists(exec, op, a, b, rows, columns)));
    output.set(known_canonical(with_type(type, [&](auto t) {
      using S = typename decltype(t)::type;
      if (is_dcsr)
        return dcsr_of<S>(exec, kronecker_rows<S>(exec, op, listed_rows<S>(exec, a), listed_rows<S>(exec, b)));
      Working<S, Exec> const product(Araios::kronecker(exec, chosen<S>(op), working<S>(exec, a), working<S>(exec, b)));
      return result<S>(exec, product, a.index);
    })));
  });
}

/// The rows or columns that a list on the host names. Where it is NULL they are all, and have the axis of the operand.
template <class Exec>
struct Selected {
  Renumbering<Exec>& numbers;
  int axis;
  bool is_all;
  Dense<std::int64_t, Exec> list;

  Selected(Exec const& exec, Renumbering<Exec>& numbers, int axis, std::int64_t const* list, std::int64_t count,
           std::int64_t limit, char const* name)
      : numbers(numbers), axis(axis), is_all(list == nullptr) {
    if (is_all) return;
    this->list = take_list<std::int64_t>(exec, list, count, limit, name);
    numbers.add(this->list, axis, limit);
  }
  /// In the numbers of the axis where it has some, else as they are.
  Dense<int, Exec> indices(Exec const& exec, bool has_numbers, std::int64_t n) const {
    if (!is_all && has_numbers) return numbers.numbers(list, axis);
    auto const to = Araios::allocate<Dense<int, Exec>>(exec, "Araios::c::list",
                                                       is_all ? n : static_cast<std::int64_t>(list.extent(0)));
    auto const count = static_cast<std::int64_t>(to.extent(0));
    if (count > 0)
      Kokkos::parallel_for("Araios::c::list", Araios::range(exec, count),
                           TakeIndices<Dense<std::int64_t, Exec>, Dense<int, Exec>>{list, to, is_all});
    return to;
  }
};

}  // namespace
}  // namespace araios_c

using namespace araios_c;

araios_status araios_kronecker(araios_context* context, araios_matrix const* A, araios_matrix const* B,
                               araios_matrix** C) {
  return kronecker("araios_kronecker", context, Operator::times, A, B, C);
}
araios_status araios_kronecker_with(araios_context* context, araios_operator op, araios_matrix const* A,
                                    araios_matrix const* B, araios_matrix** C) {
  return kronecker("araios_kronecker_with", context, of(op), A, B, C);
}

araios_status araios_submatrix(araios_context* context, araios_matrix const* A, int64_t i, int64_t j, int64_t rows,
                               int64_t columns, araios_matrix** C) {
  return compute_beside("araios_submatrix", context, [&](auto const& exec) {
    MatrixOutput output(*context, C, "C");
    auto const a = canonical_input(*context, A, "A");
    require_range(i, rows, a.rows, "rows");
    require_range(j, columns, a.columns, "columns");
    bool const is_dcsr = a.format == Format::hypersparse;
    if (a.format == Format::coo || is_wide(a) || (is_list(a) && !is_dcsr))
      return output.set(entries_within(exec, a, i, j, rows, columns));
    auto made = with_type(a.type, [&](auto t) {
      using S = typename decltype(t)::type;
      if (is_dcsr) return dcsr_of<S>(exec, range_of<S>(exec, own_rows<S>(exec, a), i, j, rows, columns));
      if (a.format == Format::csc)
        return as_csc(result<S>(exec, range_of<S>(exec, working_csc<S>(exec, a), j, i, columns, rows), a.index));
      return result<S>(exec, range_of<S>(exec, working<S>(exec, a), i, j, rows, columns), a.index);
    });
    made.is_canonical = a.is_canonical;
    output.set(std::move(made));
  });
}

araios_status araios_submatrix_lists(araios_context* context, araios_matrix const* A, int64_t num_rows,
                                     int64_t const* rows, int64_t num_columns, int64_t const* columns,
                                     araios_matrix** C) {
  return compute_beside("araios_submatrix_lists", context, [&](auto const& exec) {
    MatrixOutput output(*context, C, "C");
    auto a = matrix_input(*context, A, "A");
    Renumbering numbers(exec);
    numbers.add(a, 0, 1);
    Selected const i(exec, numbers, 0, rows, num_rows, a.rows, "rows");
    Selected const j(exec, numbers, 1, columns, num_columns, a.columns, "columns");
    bool const renumbered = numbers.apply();
    auto const part = with_type(a.type, [&](auto t) {
      using S = typename decltype(t)::type;
      return result<S>(exec,
                       Araios::submatrix(exec, working<S>(exec, a), i.indices(exec, renumbered, a.rows),
                                         j.indices(exec, renumbered, a.columns)),
                       a.index);
    });
    output.set(renumbered ? numbers.restore(part, i.is_all ? 0 : -1, j.is_all ? 1 : -1) : part);
  });
}

araios_status araios_assign(araios_context* context, araios_matrix const* C, int64_t i, int64_t j,
                            araios_matrix const* B, araios_matrix** D) {
  return compute_beside("araios_assign", context, [&](auto const& exec) {
    MatrixOutput output(*context, D, "D");
    auto c = canonical_input(*context, C, "C");
    auto b = canonical_input(*context, B, "B");
    require(b.type == c.type, ErrorKind::invalid_argument, "B is of ", name(b.type), ", C of ", name(c.type));
    require_range(i, b.rows, c.rows, "rows");
    require_range(j, b.columns, c.columns, "columns");
    if (is_list(c)) {
      // The entries of C outside of the block, and those of B: no coordinate is in both.
      auto outside = entries_within(exec, c, i, j, b.rows, b.columns, true);
      Renumbering numbers(exec);
      numbers.add(outside, 0, 1);
      numbers.add(b, 0, 1, i, j);
      numbers.force();
      return output.set(numbers.matrix(0, 1, [&] {
        return with_type(c.type, [&](auto t) {
          using S = typename decltype(t)::type;
          return result<S>(exec,
                           either<S>(exec, strict_rows<S>(exec, working<S>(exec, outside)),
                                     strict_rows<S>(exec, working<S>(exec, b))),
                           IndexType::index_32_64);
        });
      }));
    }
    output.set(with_type(c.type, [&](auto t) {
      using S = typename decltype(t)::type;
      Araios::IndexRange const rows{i, i + b.rows}, columns{j, j + b.columns};
      return result<S>(exec, Araios::assign(exec, working<S>(exec, c), rows, columns, working<S>(exec, b)), c.index);
    }));
  });
}

araios_status araios_assign_lists(araios_context* context, araios_matrix const* C, int64_t num_rows,
                                  int64_t const* rows, int64_t num_columns, int64_t const* columns,
                                  araios_matrix const* B, araios_matrix** D) {
  return compute_beside("araios_assign_lists", context, [&](auto const& exec) {
    MatrixOutput output(*context, D, "D");
    auto c = canonical_input(*context, C, "C");
    auto b = canonical_input(*context, B, "B");
    require(b.type == c.type, ErrorKind::invalid_argument, "B is of ", name(b.type), ", C of ", name(c.type));
    Renumbering numbers(exec);
    numbers.add(c, 0, 1);
    Selected const i(exec, numbers, 0, rows, num_rows, c.rows, "rows");
    Selected const j(exec, numbers, 1, columns, num_columns, c.columns, "columns");
    if (i.is_all) require(b.rows == c.rows, ErrorKind::invalid_argument, "B has ", b.rows, " rows, C has ", c.rows);
    if (j.is_all)
      require(b.columns == c.columns, ErrorKind::invalid_argument, "B has ", b.columns, " columns, C has ", c.columns);
    // Where a list names rows, those of B keep their numbers: all are named, of an axis of its own.
    numbers.add(b, i.is_all ? 0 : 2, j.is_all ? 1 : 3);
    if (!i.is_all) numbers.add_all(2);
    if (!j.is_all) numbers.add_all(3);
    bool const renumbered = numbers.apply();
    auto const made = with_type(c.type, [&](auto t) {
      using S = typename decltype(t)::type;
      return result<S>(exec,
                       Araios::assign(exec, working<S>(exec, c), i.indices(exec, renumbered, c.rows),
                                      j.indices(exec, renumbered, c.columns), working<S>(exec, b)),
                       c.index);
    });
    output.set(renumbered ? numbers.restore(made, 0, 1) : made);
  });
}

namespace {

/// Row or column `at` of a list, as a sparse vector in strict order.
template <class Exec>
Vector line_of_list(Exec const& exec, Matrix const& A, std::int64_t at, bool is_row) {
  auto line = is_row ? entries_within(exec, A, at, 0, 1, A.columns) : entries_within(exec, A, 0, at, A.rows, 1);
  Renumbering numbers(exec);
  numbers.add(line, is_row ? 0 : 1, is_row ? 1 : 0);
  numbers.request(A.index);
  numbers.force();
  numbers.apply();
  return with_type(A.type, [&](auto t) {
    using S = typename decltype(t)::type;
    auto const rows = is_row ? working<S>(exec, line) : transposed<S>(exec, working<S>(exec, line), false);
    return numbers.restore(vector_of_sparse(from_row<S, Exec>(strict_rows<S>(exec, rows))), 1);
  });
}

/// Row `at` of A in CSR, or its column.
template <class S, class Exec>
Vector line_of_rows(Exec const& exec, Working<S, Exec> const& A, std::int64_t at, bool is_row, IndexType index) {
  return result<S>(exec, is_row ? Araios::extract_row(exec, A, at) : Araios::extract_column(exec, A, at), index);
}

araios_status extract(char const* function, araios_context* context, araios_matrix const* A, std::int64_t at,
                      bool is_row, araios_vector** x) {
  return compute_beside(function, context, [&](auto const& exec) {
    VectorOutput output(*context, x);
    auto const a = canonical_input(*context, A, "A");
    std::int64_t const n = is_row ? a.rows : a.columns;
    require(at >= 0 && at < n, ErrorKind::out_of_range, is_row ? "row " : "column ", at, " is not in [0, ", n, ")");
    if (is_list(a) || a.format == Format::coo || a.format == Format::hypersparse)
      return output.set(line_of_list(exec, a, at, is_row));
    output.set(with_type(a.type, [&](auto t) {
      using S = typename decltype(t)::type;
      if (a.format == Format::csc) return line_of_rows<S>(exec, working_csc<S>(exec, a), at, !is_row, a.index);
      return line_of_rows<S>(exec, working<S>(exec, a), at, is_row, a.index);
    }));
  });
}

}  // namespace

araios_status araios_extract_row(araios_context* context, araios_matrix const* A, int64_t i, araios_vector** x) {
  return extract("araios_extract_row", context, A, i, true, x);
}
araios_status araios_extract_column(araios_context* context, araios_matrix const* A, int64_t j, araios_vector** x) {
  return extract("araios_extract_column", context, A, j, false, x);
}
