// SPDX-License-Identifier: Apache-2.0
/// \file
/// The C functions of DOK and DCSR.

#include "handles.hpp"

#include "dok.hpp"
#include <Araios/runtime/arrays.hpp>
#include <Araios/runtime/coordinate_list.hpp>
#include <Araios/runtime/hypersparse.hpp>

#include <Araios/format_sizes.hpp>
#include <Araios/formats/validate/hypersparse.hpp>

namespace araios_c {

namespace {

araios_dok_options dok_options(araios_dok_options const* options) {
  auto given = options == nullptr ? araios_dok_options{} : *options;
  require_enumerator(given.duplicates, ARAIOS_DOK_SUM, "araios_dok_duplicates");
  require_space(of(given.space));
  require(given.capacity >= 0, ErrorKind::invalid_argument, "capacity is negative (", given.capacity, ")");
  require(given.capacity <= max_offset(IndexType::index_32), ErrorKind::overflow, "a table of ", given.capacity,
          " entries does not fit the indices of ", name(IndexType::index_32));
  return given;
}

Matrix table_input(araios_context& context, araios_matrix const* A) {
  auto const a = matrix_input(context, A, "A");
  require(a.format == Format::dok, ErrorKind::invalid_argument, "A is in ", name(a.format),
          ", not in DOK: araios_convert");
  return a;
}

template <class S, class Exec>
Matrix rows_of_arrays(araios_context const& context, Exec const& exec, ArrayOptions const& options, std::int64_t rows,
                      std::int64_t columns, std::int64_t nonempty_rows, std::int64_t nnz,
                      std::int32_t const* row_indices, std::int32_t const* row_map, std::int32_t const* entries,
                      void* values) {
  auto const owner = owner_of(context, options);
  auto const names = take_array<int>(exec, options, row_indices, nonempty_rows, "row_indices");
  bool const no_map = nonempty_rows == 0 && row_map == nullptr;
  auto const map = take_array<int>(exec, options, row_map, no_map ? 0 : nonempty_rows + 1, "row_map");
  auto const indices = take_array<int>(exec, options, entries, nnz, "entries");
  Dcsr<S, Exec> const A(rows, columns, names, map, indices, take_values<S>(exec, options, values, nnz));
  auto const order = options.trust == Trust::check_strict ? Araios::Order::strict : Araios::Order::any;
  if (options.trust != Trust::trust)
    if (auto const fault =
            Araios::find_fault(exec, Dcsr<Pattern, Exec>(rows, columns, names, map, indices), {.order = order}))
      fail(ErrorKind::invalid_matrix, fault->sentence);
  if (owner) owner->watch(map.data(), static_cast<std::int64_t>(map.extent(0)), nnz);
  return matrix_of_structured<Exec>(A, owner);
}

}  // namespace
}  // namespace araios_c

using namespace araios_c;

araios_status araios_matrix_create_dcsr(araios_context* context, araios_array_options const* options, araios_type type,
                                        int64_t rows, int64_t columns, int64_t nonempty_rows, int64_t nnz,
                                        int32_t const* row_indices, int32_t const* row_map, int32_t const* entries,
                                        void* values, araios_matrix** A) {
  return compute_beside("araios_matrix_create_dcsr", context, [&](auto const& exec) {
    MatrixOutput output(*context, A);
    auto const given = array_options(*context, options);
    require_sizes(IndexType::index_32, rows, columns, nnz);
    require(nonempty_rows <= rows, ErrorKind::invalid_argument, "nonempty_rows is ", nonempty_rows, ", but there are ",
            rows, " rows");
    output.set(with_type(of(type), [&](auto t) {
      return rows_of_arrays<typename decltype(t)::type>(*context, exec, given, rows, columns, nonempty_rows, nnz,
                                                        row_indices, row_map, entries, values);
    }));
  });
}

araios_status araios_is_dcsr_smaller(araios_context* context, araios_matrix const* A, int* smaller) {
  return compute_beside("araios_is_dcsr_smaller", context, [&](auto const& exec) {
    auto const a = matrix_input(*context, A, "A");
    require_pointer(smaller, "smaller");
    require(!is_wide(a), ErrorKind::overflow, a.rows, " x ", a.columns, " does not fit the 32-bit indices of DCSR");
    *smaller = with_type(a.type, [&](auto t) {
      using S = typename decltype(t)::type;
      // COO and DCSR are compared without the offsets of all rows.
      if (a.format == Format::coo || a.format == Format::hypersparse)
        return Araios::is_hypersparse_better(exec, own_rows<S>(exec, a)) ? 1 : 0;
      return Araios::is_hypersparse_better(exec, working<S>(exec, a)) ? 1 : 0;
    });
  });
}

araios_status araios_dok_insert(araios_context* context, araios_dok_options const* options, araios_matrix* A,
                                araios_index index, int64_t count, void const* row_indices, void const* col_indices,
                                void const* values, int64_t* inserted) {
  return compute("araios_dok_insert", context, [&](auto const& exec) {
    auto const a = table_input(*context, A);
    auto const given = dok_options(options);
    auto const at = take_coordinates(exec, of(given.space), a, of(index), count, row_indices, col_indices);
    std::int64_t added = 0;
    Araios::UninterruptedScope const changes_the_table;
    auto changed = with_type(a.type, [&](auto t) {
      using S = typename decltype(t)::type;
      return dok_insert<S>(exec, given, a, at, take_values<S>(exec, copies_from(of(given.space)), values, count),
                           added);
    });
    A->body = std::move(changed);
    if (inserted != nullptr) *inserted = added;
  });
}

araios_status araios_dok_erase(araios_context* context, araios_dok_options const* options, araios_matrix* A,
                               araios_index index, int64_t count, void const* row_indices, void const* col_indices,
                               int64_t* erased) {
  return compute("araios_dok_erase", context, [&](auto const& exec) {
    auto const a = table_input(*context, A);
    auto const at =
        take_coordinates(exec, of(dok_options(options).space), a, of(index), count, row_indices, col_indices);
    std::int64_t number = 0;
    Araios::UninterruptedScope const changes_the_table;
    auto changed =
        with_type(a.type, [&](auto t) { return dok_erase<typename decltype(t)::type>(exec, a, at, number); });
    A->body = std::move(changed);
    if (erased != nullptr) *erased = number;
  });
}

araios_status araios_dok_find(araios_context* context, araios_dok_options const* options, araios_matrix const* A,
                              araios_index index, int64_t count, void const* row_indices, void const* col_indices,
                              int* found, void* values) {
  return compute_beside("araios_dok_find", context, [&](auto const& exec) {
    auto const a = table_input(*context, A);
    require(count <= 0 || found != nullptr, ErrorKind::invalid_argument, "found is NULL");
    require(values == nullptr || a.type != ValueType::pattern, ErrorKind::invalid_argument,
            "values is not NULL, but a pattern has no values");
    auto const at =
        take_coordinates(exec, of(dok_options(options).space), a, of(index), count, row_indices, col_indices);
    with_type(a.type, [&](auto t) { dok_find<typename decltype(t)::type>(exec, a, at, found, values); });
  });
}
