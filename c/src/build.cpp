// SPDX-License-Identifier: Apache-2.0
/// \file
/// Matrices of lists in which coordinates may repeat.

#include "handles.hpp"

#include <Araios/runtime/arrays.hpp>
#include <Araios/runtime/index_types.hpp>
#include <Araios/runtime/operations.hpp>
#include <Araios/runtime/renumbering.hpp>

#include <Araios/convert.hpp>
#include <Araios/formats/validate/compressed.hpp>

namespace araios_c {

namespace {

araios_build_options build_options(araios_build_options const* options) {
  araios_build_options given = options == nullptr ? araios_build_options{} : *options;
  require_enumerator(of(given.duplicates), Duplicates::keep, "araios_duplicates");
  require_space(of(given.space));
  require_enumerator(of(given.result), IndexType::index_64, "araios_index");
  return given;
}

/// The list of the caller, with its indices checked, and converted.
template <class S, class To = Index32_64, class Exec>
Coo<S, To, Exec> take_triplets(Exec const& exec, araios_build_options const& options, IndexType index,
                               std::int64_t rows, std::int64_t columns, std::int64_t count, void const* row_indices,
                               void const* col_indices, void const* values) {
  auto const copies = copies_from(of(options.space));
  auto const of_indices = [&](auto i) {
    using Index = decltype(i);
    using Ordinal = typename Index::Ordinal;
    auto const a = take_array<Ordinal>(exec, copies, row_indices, count, "row_indices");
    auto const b = take_array<Ordinal>(exec, copies, col_indices, count, "col_indices");
    auto const fault = Araios::find_fault(exec, Coo<Pattern, Index, Exec>(rows, columns, a, b));
    if (fault) fail(ErrorKind::out_of_range, fault->sentence);
    return cast_coo<To>(exec, Coo<S, Index, Exec>(rows, columns, a, b, take_values<S>(exec, copies, values, count)));
  };
  return with_index(index, of_indices);
}

}  // namespace
}  // namespace araios_c

using namespace araios_c;

araios_status araios_matrix_build(araios_context* context, araios_build_options const* options, araios_type type,
                                  araios_index index, int64_t rows, int64_t columns, int64_t count,
                                  void const* row_indices, void const* col_indices, void const* values,
                                  araios_matrix** A) {
  return compute_beside("araios_matrix_build", context, [&](auto const& exec) {
    MatrixOutput output(*context, A);
    auto const given = build_options(options);
    IndexType const list = or_default(of(index)),
                    requested = of(given.result) == IndexType::unspecified ? list : of(given.result);
    require_sizes(requested, rows, columns, 0);
    bool const is_list = is_wide(rows) || is_wide(columns) || is_costly_axis(rows, count);
    require_sizes(is_list ? IndexType::index_64 : IndexType::index_32_64, rows, columns, count);
    GiveWay const way(A);
    auto made = with_type(of(type), [&](auto t) {
      using S = typename decltype(t)::type;
      if (is_list) {
        using Exec = std::remove_cvref_t<decltype(exec)>;
        auto entries = matrix_of(
            take_triplets<S, Index64>(exec, given, list, rows, columns, count, row_indices, col_indices, values));
        Renumbering numbers(exec);
        numbers.add(entries, 0, 1);
        numbers.force();
        numbers.request(requested);
        numbers.apply();
        auto const small = build<S>(exec, of(given.duplicates), entries.template as<Coo<S, Index32_64, Exec>>());
        return numbers.restore(result<S>(exec, small, IndexType::index_32_64), 0, 1);
      }
      auto const triplets = take_triplets<S>(exec, given, list, rows, columns, count, row_indices, col_indices, values);
      return result<S>(exec, build<S>(exec, of(given.duplicates), triplets), requested);
    });
    output.set(of(given.duplicates) == Duplicates::keep ? made : known_canonical(std::move(made)));
  });
}

araios_status araios_vector_build(araios_context* context, araios_build_options const* options, araios_type type,
                                  araios_index index, int64_t n, int64_t count, void const* indices, void const* values,
                                  araios_vector** x) {
  return compute_beside("araios_vector_build", context, [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    VectorOutput output(*context, x);
    auto const given = build_options(options);
    IndexType const list = or_default(of(index)),
                    requested = of(given.result) == IndexType::unspecified ? list : of(given.result);
    require(of(given.duplicates) != Duplicates::keep, ErrorKind::invalid_argument,
            "a sparse vector repeats no index: ARAIOS_DUPLICATES_SUM, ERROR, LAST or FIRST");
    require_sizes(requested, n, n, 0);
    require_sizes(is_wide(n) ? IndexType::index_64 : IndexType::index_32_64, n, n, count);
    output.set(with_type(of(type), [&](auto t) {
      using S = typename decltype(t)::type;
      // All in row 0: the indices of the rows are zeros.
      if (is_wide(n)) {
        auto const entries = take_triplets<S, Index64>(exec, given, list, n, n, count, indices, indices, values);
        auto const zeros = Araios::allocate<Dense<std::int64_t, Exec>>(exec, "Araios::c::zeros", count);
        Araios::fill(exec, zeros, std::int64_t(0));
        auto row = matrix_of(Coo<S, Index64, Exec>(1, n, zeros, entries.col_indices, entries.values));
        Renumbering numbers(exec);
        numbers.add(row, 0, 1);
        numbers.add_all(0);
        numbers.force();
        numbers.request(requested);
        numbers.apply();
        auto const small = build<S>(exec, of(given.duplicates), row.template as<Coo<S, Index32_64, Exec>>());
        return numbers.restore(result<S>(exec, from_row<S, Exec>(small), IndexType::index_32), 1);
      }
      auto const columns = take_triplets<S>(exec, given, list, n, n, count, indices, indices, values);
      auto const zeros = Araios::allocate<Dense<int, Exec>>(exec, "Araios::c::zeros", count);
      Araios::fill(exec, zeros, 0);
      Coo<S, Index32_64, Exec> const row(1, n, zeros, columns.col_indices, columns.values);
      return result<S>(exec, from_row<S, Exec>(build<S>(exec, of(given.duplicates), row)), requested);
    }));
  });
}
