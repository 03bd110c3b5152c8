// SPDX-License-Identifier: Apache-2.0
/// \file
/// Matrices of lists in which coordinates may repeat.

#include "arrays.hpp"
#include "indices.hpp"
#include "operations.hpp"
#include "renumber.hpp"

#include <Araios/convert.hpp>
#include <Araios/formats/validate/compressed.hpp>

namespace araios_c {

namespace {

/// Entries that differ in their coordinate from the one before them (or after them): the first (last) of each.
template <class Exec>
struct KeepsOneOfEach {
  Working<Pattern, Exec> A;
  Dense<unsigned char, Exec> keeps;
  std::int64_t other;  ///< -1 or 1
  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    std::int64_t const begin = A.row_map(i), end = A.row_map(i + 1);
    for (std::int64_t p = begin; p < end; ++p) {
      std::int64_t const q = p + other;
      keeps(p) = q < begin || q >= end || A.entries(q) != A.entries(p);
    }
  }
};
template <class From, class To, class Keeps, class Before>
struct MoveKept {
  From from;
  To to;
  Keeps keeps;
  Before before;
  KOKKOS_FUNCTION void operator()(std::int64_t p) const {
    if (keeps(p) == 0) return;
    to.entries(before(p)) = from.entries(p);
    to.values(before(p)) = from.values(p);
  }
};
template <class RowMap, class Before, class To>
struct MoveRowMap {
  RowMap from;
  Before before;
  To to;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const { to(i) = before(from(i)); }
};
template <class Keeps, class Before>
struct ScanKept {
  Keeps keeps;
  Before before;
  std::int64_t count;
  KOKKOS_FUNCTION void operator()(std::int64_t p, std::int64_t& sum, bool final) const {
    if (final) before(p) = sum;
    if (p < count) sum += keeps(p);
  }
};

/// One entry of each coordinate of A, whose rows are sorted.
template <class S, class Exec>
Working<S, Exec> one_of_each(Exec const& exec, Working<S, Exec> const& A, bool first) {
  using Keeps = Dense<unsigned char, Exec>;
  using Before = Dense<std::int64_t, Exec>;
  std::int64_t const m = A.num_rows(), k = A.nnz();
  if (k == 0) return A;
  auto const keeps = Araios::allocate<Keeps>(exec, "Araios::c::keeps", k);
  auto const before = Araios::allocate<Before>(exec, "Araios::c::before", k + 1);
  Working<Pattern, Exec> const pattern(m, A.num_cols(), A.row_map, A.entries);
  Kokkos::parallel_for("Araios::c::one_of_each", Araios::range(exec, m),
                       KeepsOneOfEach<Exec>{pattern, keeps, first ? -1 : 1});
  Kokkos::parallel_scan("Araios::c::one_of_each::scan", Araios::range(exec, k + 1),
                        ScanKept<Keeps, Before>{keeps, before, k});
  std::int64_t total = 0;
  copy_out(exec, Kokkos::subview(before, std::pair<std::int64_t, std::int64_t>(k, k + 1)), &total);
  auto const arrays = Araios::allocate_csr<S, int, std::int64_t>(exec, "Araios::c::matrix", m, total);
  Kokkos::parallel_for("Araios::c::one_of_each::move", Araios::range(exec, k),
                       MoveKept<Working<S, Exec>, decltype(arrays), Keeps, Before>{A, arrays, keeps, before});
  Kokkos::parallel_for(
      "Araios::c::one_of_each::row_map", Araios::range(exec, m + 1),
      MoveRowMap<decltype(A.row_map), Before, decltype(arrays.row_map)>{A.row_map, before, arrays.row_map});
  return Working<S, Exec>(m, A.num_cols(), arrays);
}

}  // namespace

template <class S, class Exec>
Working<S, Exec> build(Exec const& exec, araios_duplicates duplicates, Coo<S, Index32_64, Exec> const& list) {
  if (duplicates == ARAIOS_DUPLICATES_SUM)
    return Araios::convert<Araios::Format::csr>(exec, list, {.duplicates = Araios::Duplicates::sum, .may_wait = true});
  auto const A = Araios::sort_rows(exec, Araios::convert<Araios::Format::csr>(exec, list, {.may_wait = true}));
  if (duplicates == ARAIOS_DUPLICATES_KEEP) return A;
  if (duplicates == ARAIOS_DUPLICATES_ERROR) {
    auto const fault =
        fault_of(exec, ARAIOS_ORDER_STRICT, Working<Pattern, Exec>(A.num_rows(), A.num_cols(), A.row_map, A.entries));
    if (fault) fail(ARAIOS_INVALID_MATRIX, *fault);
    return A;
  }
  return one_of_each<S>(exec, A, duplicates == ARAIOS_DUPLICATES_FIRST);
}

#define ARAIOS_C_INSTANTIATE(S, Exec) \
  template Working<S, Exec> build<S, Exec>(Exec const&, araios_duplicates, Coo<S, Index32_64, Exec> const&);
ARAIOS_C_INSTANTIATE_LIBRARY
#undef ARAIOS_C_INSTANTIATE

namespace {

araios_build_options build_options(araios_build_options const* options) {
  araios_build_options given = options == nullptr ? araios_build_options{} : *options;
  require_enumerator(given.duplicates, ARAIOS_DUPLICATES_KEEP, "araios_duplicates");
  require_space(given.space);
  require_enumerator(given.result, ARAIOS_INDEX_64, "araios_index");
  return given;
}

/// The list of the caller, with its indices checked, and converted.
template <class S, class To = Index32_64, class Exec>
Coo<S, To, Exec> take_triplets(Exec const& exec, araios_build_options const& options, araios_index index,
                               std::int64_t rows, std::int64_t columns, std::int64_t count, void const* row_indices,
                               void const* col_indices, void const* values) {
  auto const copies = copies_from(options.space);
  auto const of_indices = [&](auto i) {
    using Index = decltype(i);
    using Ordinal = typename Index::Ordinal;
    auto const a = take_array<Ordinal>(exec, copies, row_indices, count, "row_indices");
    auto const b = take_array<Ordinal>(exec, copies, col_indices, count, "col_indices");
    auto const fault = Araios::find_fault(exec, Coo<Pattern, Index, Exec>(rows, columns, a, b));
    if (fault) fail(ARAIOS_OUT_OF_RANGE, fault->sentence);
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
    araios_index const list = or_default(index), requested = given.result == ARAIOS_INDEX_DEFAULT ? list : given.result;
    require_sizes(requested, rows, columns, 0);
    bool const is_list = is_wide(rows) || is_wide(columns) || is_costly_axis(rows, count);
    require_sizes(is_list ? ARAIOS_INDEX_64 : ARAIOS_INDEX_32_64, rows, columns, count);
    GiveWay const way(A);
    auto made = with_type(type, [&](auto t) {
      using S = typename decltype(t)::type;
      if (is_list) {
        using Exec = std::remove_cvref_t<decltype(exec)>;
        auto entries = body_of(
            take_triplets<S, Index64>(exec, given, list, rows, columns, count, row_indices, col_indices, values));
        Renumbering numbers(exec);
        numbers.add(entries, 0, 1);
        numbers.force();
        numbers.request(requested);
        numbers.apply();
        auto const small = build<S>(exec, given.duplicates, entries.template as<Coo<S, Index32_64, Exec>>());
        return numbers.restore(result<S>(exec, small, ARAIOS_INDEX_32_64), 0, 1);
      }
      auto const triplets = take_triplets<S>(exec, given, list, rows, columns, count, row_indices, col_indices, values);
      return result<S>(exec, build<S>(exec, given.duplicates, triplets), requested);
    });
    output.set(given.duplicates == ARAIOS_DUPLICATES_KEEP ? made : known_canonical(std::move(made)));
  });
}

araios_status araios_vector_build(araios_context* context, araios_build_options const* options, araios_type type,
                                  araios_index index, int64_t n, int64_t count, void const* indices, void const* values,
                                  araios_vector** x) {
  return compute_beside("araios_vector_build", context, [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    VectorOutput output(*context, x);
    auto const given = build_options(options);
    araios_index const list = or_default(index), requested = given.result == ARAIOS_INDEX_DEFAULT ? list : given.result;
    require(given.duplicates != ARAIOS_DUPLICATES_KEEP, ARAIOS_INVALID_ARGUMENT,
            "a sparse vector repeats no index: ARAIOS_DUPLICATES_SUM, ERROR, LAST or FIRST");
    require_sizes(requested, n, n, 0);
    require_sizes(is_wide(n) ? ARAIOS_INDEX_64 : ARAIOS_INDEX_32_64, n, n, count);
    output.set(with_type(type, [&](auto t) {
      using S = typename decltype(t)::type;
      // All in row 0: the indices of the rows are zeros.
      if (is_wide(n)) {
        auto const entries = take_triplets<S, Index64>(exec, given, list, n, n, count, indices, indices, values);
        auto const zeros = Araios::allocate<Dense<std::int64_t, Exec>>(exec, "Araios::c::zeros", count);
        Araios::fill(exec, zeros, std::int64_t(0));
        auto row = body_of(Coo<S, Index64, Exec>(1, n, zeros, entries.col_indices, entries.values));
        Renumbering numbers(exec);
        numbers.add(row, 0, 1);
        numbers.add_all(0);
        numbers.force();
        numbers.request(requested);
        numbers.apply();
        auto const small = build<S>(exec, given.duplicates, row.template as<Coo<S, Index32_64, Exec>>());
        return numbers.restore(result<S>(exec, from_row<S, Exec>(small), ARAIOS_INDEX_32), 1);
      }
      auto const columns = take_triplets<S>(exec, given, list, n, n, count, indices, indices, values);
      auto const zeros = Araios::allocate<Dense<int, Exec>>(exec, "Araios::c::zeros", count);
      Araios::fill(exec, zeros, 0);
      Coo<S, Index32_64, Exec> const row(1, n, zeros, columns.col_indices, columns.values);
      return result<S>(exec, from_row<S, Exec>(build<S>(exec, given.duplicates, row)), requested);
    }));
  });
}
