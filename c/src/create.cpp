// SPDX-License-Identifier: Apache-2.0
/// \file
/// Matrices of arrays in CSR, CSC and COO.

#include "handles.hpp"

#include <Araios/runtime/arrays.hpp>
#include <Araios/runtime/coordinate_list.hpp>
#include <Araios/runtime/operations.hpp>

#include <Araios/formats/validate/compressed.hpp>

#include <limits>

namespace araios_c {

namespace {

/// Throws INVALID_MATRIX for the first fault. Values do not take part: one instance for all types.
template <class Exec, class Typed>
void check_matrix(Exec const& exec, Trust trust, Typed const& pattern) {
  if (trust == Trust::trust) return;
  auto const order = trust == Trust::check_strict ? Araios::Order::strict : Araios::Order::any;
  if (auto const fault = Araios::find_fault(exec, pattern, {.order = order}))
    fail(ErrorKind::invalid_matrix, fault->sentence);
}

/// A that has passed the check.
Matrix checked(Trust trust, Matrix A) { return trust == Trust::check_strict ? known_canonical(std::move(A)) : A; }

enum class Lines { rows, columns };

template <class S, class Index, class Exec>
Matrix compressed(araios_context const& context, Exec const& exec, ArrayOptions const& options, Lines lines,
                  std::int64_t rows, std::int64_t columns, std::int64_t nnz, void const* map, void const* entries,
                  void* values) {
  using Ordinal = typename Index::Ordinal;
  using Offset = typename Index::Offset;
  auto const owner = owner_of(context, options);
  std::int64_t const count = lines == Lines::rows ? rows : columns, width = lines == Lines::rows ? columns : rows;
  bool const no_map = count == 0 && map == nullptr;
  require(count < std::numeric_limits<std::int64_t>::max(), ErrorKind::invalid_argument, "a matrix of ", count, " ",
          lines == Lines::rows ? "rows" : "columns", " has an offset more than int64_t counts");
  auto const offsets =
      take_array<Offset>(exec, options, map, no_map ? 0 : count + 1, lines == Lines::rows ? "row_map" : "col_map");
  auto const indices = take_array<Ordinal>(exec, options, entries, nnz, "entries");
  Csr<S, Index, Exec> const A(count, width, offsets, indices, take_values<S>(exec, options, values, nnz));
  Csr<Pattern, Index, Exec> const pattern(count, width, offsets, indices);
  if (lines == Lines::rows)
    check_matrix(exec, options.trust, pattern);
  else
    check_matrix(exec, options.trust, Araios::CscMatrix<Pattern, Ordinal, Offset, SpaceOf<Exec>>(pattern));
  if (owner) owner->watch(offsets.data(), static_cast<std::int64_t>(offsets.extent(0)), nnz);
  return checked(options.trust, lines == Lines::rows ? matrix_of(A, owner) : matrix_of_csc(A, owner));
}

araios_status create_compressed(char const* function, araios_context* context, araios_array_options const* options,
                                Lines lines, ValueType type, IndexType index, std::int64_t rows, std::int64_t columns,
                                std::int64_t nnz, void const* map, void const* entries, void* values,
                                araios_matrix** A) {
  return compute_beside(function, context, [&](auto const& exec) {
    MatrixOutput output(*context, A);
    auto const given = array_options(*context, options);
    IndexType const chosen = or_default(index);
    require_sizes(chosen, rows, columns, nnz);
    output.set(with_type(type, [&](auto t) {
      return with_index(chosen, [&](auto i) {
        return compressed<typename decltype(t)::type, decltype(i)>(*context, exec, given, lines, rows, columns, nnz,
                                                                   map, entries, values);
      });
    }));
  });
}

template <class S, class Index, class Exec>
Matrix list_of_entries(araios_context const& context, Exec const& exec, ArrayOptions const& options, std::int64_t rows,
                       std::int64_t columns, std::int64_t nnz, void const* row_indices, void const* col_indices,
                       void* values) {
  using Ordinal = typename Index::Ordinal;
  auto const owner = owner_of(context, options);
  auto const i = take_array<Ordinal>(exec, options, row_indices, nnz, "row_indices");
  auto const j = take_array<Ordinal>(exec, options, col_indices, nnz, "col_indices");
  Coo<S, Index, Exec> const A(rows, columns, i, j, take_values<S>(exec, options, values, nnz));
  check_matrix(exec, options.trust, Coo<Pattern, Index, Exec>(rows, columns, i, j));
  return checked(options.trust, matrix_of(A, owner));
}

}  // namespace

}  // namespace araios_c

using namespace araios_c;

araios_status araios_matrix_create_csr(araios_context* context, araios_array_options const* options, araios_type type,
                                       araios_index index, int64_t rows, int64_t columns, int64_t nnz,
                                       void const* row_map, void const* entries, void* values, araios_matrix** A) {
  return create_compressed("araios_matrix_create_csr", context, options, Lines::rows, of(type), of(index), rows,
                           columns, nnz, row_map, entries, values, A);
}
araios_status araios_matrix_create_csc(araios_context* context, araios_array_options const* options, araios_type type,
                                       araios_index index, int64_t rows, int64_t columns, int64_t nnz,
                                       void const* col_map, void const* entries, void* values, araios_matrix** A) {
  return create_compressed("araios_matrix_create_csc", context, options, Lines::columns, of(type), of(index), rows,
                           columns, nnz, col_map, entries, values, A);
}
araios_status araios_matrix_create_coo(araios_context* context, araios_array_options const* options, araios_type type,
                                       araios_index index, int64_t rows, int64_t columns, int64_t nnz,
                                       void const* row_indices, void const* col_indices, void* values,
                                       araios_matrix** A) {
  return compute_beside("araios_matrix_create_coo", context, [&](auto const& exec) {
    MatrixOutput output(*context, A);
    auto const given = array_options(*context, options);
    IndexType const chosen = or_default(of(index));
    require_sizes(chosen, rows, columns, nnz);
    output.set(with_type(of(type), [&](auto t) {
      return with_index(chosen, [&](auto i) {
        return list_of_entries<typename decltype(t)::type, decltype(i)>(*context, exec, given, rows, columns, nnz,
                                                                        row_indices, col_indices, values);
      });
    }));
  });
}

araios_status araios_matrix_create(araios_context* context, araios_type type, araios_index index, int64_t rows,
                                   int64_t columns, araios_matrix** A) {
  return compute_beside("araios_matrix_create", context, [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    MatrixOutput output(*context, A);
    IndexType const chosen = or_default(of(index));
    require_sizes(chosen, rows, columns, 0);
    output.set(with_type(of(type), [&](auto t) {
      return with_index(chosen, [&](auto i) {
        using S = typename decltype(t)::type;
        using Index = decltype(i);
        // An offset for each row would be more than the entries.
        if (is_costly_axis(rows, 0)) return matrix_of(Coo<S, Index, Exec>(rows, columns, {}, {}, {}));
        auto const arrays = Araios::allocate_csr<S, typename Index::Ordinal, typename Index::Offset>(
            exec, "Araios::c::matrix", rows, 0);
        Araios::fill(exec, arrays.row_map, typename Index::Offset(0));
        return matrix_of(Csr<S, Index, Exec>(rows, columns, arrays));
      });
    }));
  });
}
