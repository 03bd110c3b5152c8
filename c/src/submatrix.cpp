// SPDX-License-Identifier: Apache-2.0
/// \file
/// Kronecker products, submatrices, rows and columns, assignment.

#include "arrays.hpp"
#include "chosen.hpp"
#include "hypersparse.hpp"

#include <Araios/kronecker.hpp>
#include <Araios/operations/algebra/rename.hpp>
#include <Araios/submatrix.hpp>

namespace araios_c {

template <class S, class Exec>
Working<S, Exec> range_of(Exec const& exec, Working<S, Exec> const& A, std::int64_t i, std::int64_t j,
                          std::int64_t rows, std::int64_t columns) {
  return Araios::submatrix(exec, A, {i, i + rows}, {j, j + columns});
}

#define ARAIOS_C_INSTANTIATE(S, Exec)                                                                           \
  template Working<S, Exec> range_of<S, Exec>(Exec const&, Working<S, Exec> const&, std::int64_t, std::int64_t, \
                                              std::int64_t, std::int64_t);
#define ARAIOS_C_INSTANTIATE_BOTH(S) ARAIOS_C_IN_BOTH(ARAIOS_C_INSTANTIATE, S)
ARAIOS_C_EACH_TYPE(ARAIOS_C_INSTANTIATE_BOTH)

namespace {

void require_range(std::int64_t begin, std::int64_t length, std::int64_t limit, char const* what) {
  require(begin >= 0 && length >= 0 && begin <= limit && length <= limit - begin, ARAIOS_OUT_OF_RANGE, what, " ", begin,
          " .. ", begin, " + ", length, " are not in [0, ", limit, ")");
}

/// The Kronecker product of matrices by their rows that have entries.
template <class S, class Exec>
Rows<S, Exec> kronecker_rows(Exec const& exec, araios_operator op, Rows<S, Exec> const& A, Rows<S, Exec> const& B) {
  using Names = Dense<int, Exec>;
  auto const m = Araios::Impl::checked_multiply(A.num_rows(), B.num_rows(), "number of rows");
  require_sizes(ARAIOS_INDEX_32, m, 0, 0);
  Working<S, Exec> const C(Araios::kronecker(exec, chosen<S>(op), A.compressed(), B.compressed()));
  auto const rows = Araios::allocate<Names>(exec, "Araios::c::rows", C.num_rows());
  if (C.num_rows() > 0)
    Kokkos::parallel_for("Araios::c::kronecker_rows", Araios::Impl::range(exec, C.num_rows()),
                         Araios::Impl::algebra::KroneckerRows<RowNames<Exec>, RowNames<Exec>, Names>{
                             A.rows, B.rows, B.num_rows(), rows});
  return Rows<S, Exec>(m, rows, C);
}

araios_status kronecker(char const* function, araios_context* context, araios_operator op, araios_matrix const* A,
                        araios_matrix const* B, araios_matrix** C) {
  return compute(function, context, [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    MatrixOutput output(*context, C, "C");
    auto const a = matrix_input(*context, A, "A");
    auto const b = matrix_input(*context, B, "B");
    require_enumerator(op, ARAIOS_SECOND, "araios_operator");
    output.set(with_type(common_type(a.type, b.type), [&](auto t) {
      using S = typename decltype(t)::type;
      if (a.format == ARAIOS_DCSR)
        return dcsr_of<S>(exec, kronecker_rows<S>(exec, op, listed_rows<S>(exec, a), listed_rows<S>(exec, b)));
      Working<S, Exec> const product(Araios::kronecker(exec, chosen<S>(op), working<S>(exec, a), working<S>(exec, b)));
      return result<S>(exec, product, a.index);
    }));
  });
}

/// A list on the host; all indices where it is NULL.
template <class Exec>
Dense<int, Exec> selected(Exec const& exec, std::int64_t const* list, std::int64_t count, std::int64_t limit,
                          char const* name) {
  if (list != nullptr || count != limit) return take_list<int>(exec, list, count, limit, name);
  std::vector<std::int64_t> all(static_cast<std::size_t>(limit));
  for (std::size_t p = 0; p < all.size(); ++p) all[p] = static_cast<std::int64_t>(p);
  return take_list<int>(exec, all.data(), limit, limit, name);
}

}  // namespace
}  // namespace araios_c

using namespace araios_c;

araios_status araios_kronecker(araios_context* context, araios_matrix const* A, araios_matrix const* B,
                               araios_matrix** C) {
  return kronecker("araios_kronecker", context, ARAIOS_TIMES, A, B, C);
}
araios_status araios_kronecker_with(araios_context* context, araios_operator op, araios_matrix const* A,
                                    araios_matrix const* B, araios_matrix** C) {
  return kronecker("araios_kronecker_with", context, op, A, B, C);
}

araios_status araios_submatrix(araios_context* context, araios_matrix const* A, int64_t i, int64_t j, int64_t rows,
                               int64_t columns, araios_matrix** C) {
  return compute("araios_submatrix", context, [&](auto const& exec) {
    MatrixOutput output(*context, C, "C");
    auto const a = matrix_input(*context, A, "A");
    require_range(i, rows, a.rows, "rows");
    require_range(j, columns, a.columns, "columns");
    output.set(with_type(a.type, [&](auto t) {
      using S = typename decltype(t)::type;
      if (a.format == ARAIOS_DCSR)
        return dcsr_of<S>(exec, range_of<S>(exec, own_rows<S>(exec, a), i, j, rows, columns));
      return result<S>(exec, range_of<S>(exec, working<S>(exec, a), i, j, rows, columns), a.index);
    }));
  });
}

araios_status araios_submatrix_lists(araios_context* context, araios_matrix const* A, int64_t num_rows,
                                     int64_t const* rows, int64_t num_columns, int64_t const* columns,
                                     araios_matrix** C) {
  return compute("araios_submatrix_lists", context, [&](auto const& exec) {
    MatrixOutput output(*context, C, "C");
    auto const a = matrix_input(*context, A, "A");
    auto const i = selected(exec, rows, rows == nullptr ? a.rows : num_rows, a.rows, "rows");
    auto const j = selected(exec, columns, columns == nullptr ? a.columns : num_columns, a.columns, "columns");
    output.set(with_type(a.type, [&](auto t) {
      using S = typename decltype(t)::type;
      return result<S>(exec, Araios::submatrix(exec, working<S>(exec, a), i, j), a.index);
    }));
  });
}

araios_status araios_assign(araios_context* context, araios_matrix const* C, int64_t i, int64_t j,
                            araios_matrix const* B, araios_matrix** D) {
  return compute("araios_assign", context, [&](auto const& exec) {
    MatrixOutput output(*context, D, "D");
    auto const c = matrix_input(*context, C, "C");
    auto const b = matrix_input(*context, B, "B");
    require(b.type == c.type, ARAIOS_INVALID_ARGUMENT, "B is of ", name(b.type), ", C of ", name(c.type));
    require_range(i, b.rows, c.rows, "rows");
    require_range(j, b.columns, c.columns, "columns");
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
  return compute("araios_assign_lists", context, [&](auto const& exec) {
    MatrixOutput output(*context, D, "D");
    auto const c = matrix_input(*context, C, "C");
    auto const b = matrix_input(*context, B, "B");
    require(b.type == c.type, ARAIOS_INVALID_ARGUMENT, "B is of ", name(b.type), ", C of ", name(c.type));
    auto const i = selected(exec, rows, rows == nullptr ? c.rows : num_rows, c.rows, "rows");
    auto const j = selected(exec, columns, columns == nullptr ? c.columns : num_columns, c.columns, "columns");
    output.set(with_type(c.type, [&](auto t) {
      using S = typename decltype(t)::type;
      return result<S>(exec, Araios::assign(exec, working<S>(exec, c), i, j, working<S>(exec, b)), c.index);
    }));
  });
}

araios_status araios_extract_row(araios_context* context, araios_matrix const* A, int64_t i, araios_vector** x) {
  return compute("araios_extract_row", context, [&](auto const& exec) {
    VectorOutput output(*context, x);
    auto const a = matrix_input(*context, A, "A");
    require(i >= 0 && i < a.rows, ARAIOS_OUT_OF_RANGE, "row ", i, " is not in [0, ", a.rows, ")");
    output.set(with_type(a.type, [&](auto t) {
      using S = typename decltype(t)::type;
      return result<S>(exec, Araios::extract_row(exec, working<S>(exec, a), i), a.index);
    }));
  });
}
araios_status araios_extract_column(araios_context* context, araios_matrix const* A, int64_t j, araios_vector** x) {
  return compute("araios_extract_column", context, [&](auto const& exec) {
    VectorOutput output(*context, x);
    auto const a = matrix_input(*context, A, "A");
    require(j >= 0 && j < a.columns, ARAIOS_OUT_OF_RANGE, "column ", j, " is not in [0, ", a.columns, ")");
    output.set(with_type(a.type, [&](auto t) {
      using S = typename decltype(t)::type;
      return result<S>(exec, Araios::extract_column(exec, working<S>(exec, a), j), a.index);
    }));
  });
}
