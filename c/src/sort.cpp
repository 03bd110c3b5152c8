// SPDX-License-Identifier: Apache-2.0
/// \file
/// The C functions of sorted rows, summed duplicates and comparison.

#include "handles.hpp"

#include <Araios/algebra.hpp>
#include <Araios/runtime/arrays.hpp>
#include <Araios/runtime/hypersparse.hpp>
#include <Araios/runtime/index_types.hpp>
#include <Araios/runtime/renumbering.hpp>

using namespace araios_c;

namespace {

template <class S, class Exec>
Working<Pattern, Exec> pattern(Working<S, Exec> const& A) {
  return Working<Pattern, Exec>(A.num_rows(), A.num_cols(), A.row_map, A.entries);
}

/// The transpose of A in CSC by rows, without values.
template <class Exec>
Working<Pattern, Exec> pattern_by_columns(Exec const& exec, Matrix const& A) {
  return with_type(A.type, [&](auto t) {
    using S = typename decltype(t)::type;
    return pattern<S, Exec>(working_csc<S>(exec, A));
  });
}

template <class F>
araios_status by_rows(char const* function, araios_context* context, araios_matrix const* A, araios_matrix** B,
                      F const& f) {
  return compute_beside(function, context, [&](auto const& exec) {
    MatrixOutput output(*context, B);
    auto a = matrix_input(*context, A, "A");
    GiveWay const way(B);
    Renumbering numbers(exec);
    numbers.add(a, 0, 1);
    output.set(numbers.matrix(0, 1, [&] {
      return with_type(a.type, [&](auto t) {
        using S = typename decltype(t)::type;
        return result<S>(exec, f(exec, t, working<S>(exec, a)), a.index, a.owner);
      });
    }));
  });
}
}  // namespace

araios_status araios_sort_rows(araios_context* context, araios_matrix const* A, araios_matrix** B) {
  return by_rows("araios_sort_rows", context, A, B, [](auto const& exec, auto t, auto const& a) {
    return sorted_rows<typename decltype(t)::type>(exec, a);
  });
}
araios_status araios_sum_duplicates(araios_context* context, araios_matrix const* A, araios_matrix** B) {
  return by_rows("araios_sum_duplicates", context, A, B, [](auto const& exec, auto t, auto const& a) {
    return strict_rows<typename decltype(t)::type>(exec, a);
  });
}

araios_status araios_matrix_contains(araios_context* context, araios_matrix const* A, int64_t count,
                                     int64_t const* rows, int64_t const* columns, int* found) {
  return compute_beside("araios_matrix_contains", context, [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    auto a = matrix_input(*context, A, "A");
    require(count <= 0 || found != nullptr, ErrorKind::invalid_argument, "found is NULL");
    auto const given_i = take_list<std::int64_t>(exec, rows, count, a.rows, "rows");
    auto const given_j = take_list<std::int64_t>(exec, columns, count, a.columns, "columns");
    Renumbering numbers(exec);
    numbers.add(a, 0, 1);
    numbers.add(given_i, 0, a.rows);
    numbers.add(given_j, 1, a.columns);
    bool const renumbered = numbers.apply();
    auto const of = [&](auto const& list, int axis) -> Kokkos::View<int const*, SpaceOf<Exec>> {
      if (renumbered) return numbers.numbers(list, axis);
      return cast_indices<int, std::int64_t>(exec, list);
    };
    Kokkos::View<int const*, SpaceOf<Exec>> i = of(given_i, 0), j = of(given_j, 1);
    auto const out = Araios::allocate<Dense<int, Exec>>(exec, "Araios::c::found", count);
    auto const in_order = [&](Working<Pattern, Exec> const& B) {
      return fault_of(exec, Order::sorted, B) ? sorted_rows<Pattern>(exec, B) : B;
    };
    if (a.format == Format::csc) std::swap(i, j);
    if (a.format == Format::coo || a.format == Format::hypersparse) {
      auto const B = listed_rows<Pattern>(exec, a);
      Araios::contains(exec, Rows<Pattern, Exec>(B.num_rows(), B.rows, in_order(B.compressed())), i, j, out);
    } else if (a.format == Format::csc) {
      Araios::contains(exec, in_order(pattern_by_columns(exec, a)), i, j, out);
    } else {
      Araios::contains(exec, in_order(working<Pattern>(exec, a)), i, j, out);
    }
    copy_out(exec, out, found);
  });
}

araios_status araios_matrix_equal(araios_context* context, araios_matrix const* A, araios_matrix const* B, int* equal) {
  return compute_beside("araios_matrix_equal", context, [&](auto const& exec) {
    auto a = canonical_input(*context, A, "A");
    auto b = canonical_input(*context, B, "B");
    require_pointer(equal, "equal");
    bool const may_be = a.type == b.type && a.rows == b.rows && a.columns == b.columns && a.nnz == b.nnz;
    Renumbering numbers(exec);
    numbers.add(a, 0, 1);
    numbers.add(b, 0, 1);
    if (may_be) numbers.apply();
    *equal = may_be && with_type(a.type, [&](auto t) {
               using S = typename decltype(t)::type;
               if (a.format == Format::hypersparse || b.format == Format::hypersparse)
                 return are_equal<S>(exec, own_rows<S>(exec, a), own_rows<S>(exec, b));
               return are_equal<S>(exec, working<S>(exec, a), working<S>(exec, b));
             });
  });
}
