// SPDX-License-Identifier: Apache-2.0
/// \file
/// Matrices of blocks, of diagonals and of dense arrays.

#include "dense.hpp"

#include <Araios/runtime/arrays.hpp>
#include <Araios/runtime/index_types.hpp>
#include <Araios/runtime/operations.hpp>
#include <Araios/runtime/structured.hpp>

#include <Araios/formats/validate/structured.hpp>
#include <Araios/operations/convert/compressed.hpp>

#include <utility>

namespace araios_c {

namespace {

/// Borrowed arrays of another index type are copied, and released here.
template <class T, class Exec>
Dense<int, Exec> take_as_int(Exec const& exec, ArrayOptions const& options, void const* data, std::int64_t length,
                             char const* name) {
  auto const given = take_array<T>(exec, options, data, length, name);
  if constexpr (std::is_same_v<T, int>) {
    return given;
  } else {
    auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), given);
    auto const narrow = Araios::allocate<Dense<int, Exec>>(exec, "Araios::c::array", length);
    auto const out = Kokkos::create_mirror_view(narrow);
    for (std::int64_t p = 0; p < length; ++p) {
      require(std::in_range<int>(host(p)), ErrorKind::overflow, name, ": ", host(p), " does not fit 32 bits");
      out(p) = static_cast<int>(host(p));
    }
    exec.fence();
    Kokkos::deep_copy(narrow, out);
    return narrow;
  }
}

template <class S, class Index, class Exec>
Matrix blocks(araios_context const& context, Exec const& exec, ArrayOptions const& options, std::int64_t rows,
              std::int64_t columns, std::int64_t block_size, std::int64_t num_blocks, void const* row_map,
              void const* entries, void* values) {
  auto const owner = owner_of(context, options);
  std::int64_t const elements = Araios::checked_multiply(
      num_blocks, Araios::checked_multiply(block_size, block_size, "elements of a block"), "elements of blocks");
  require(elements <= max_offset(IndexType::index_32), ErrorKind::overflow, elements,
          " elements do not fit the 32-bit "
          "offsets of BSR");
  std::int64_t const block_rows = rows / block_size;
  auto const map = take_as_int<typename Index::Offset>(
      exec, options, row_map, block_rows == 0 && row_map == nullptr ? 0 : block_rows + 1, "row_map");
  auto const block_columns = take_as_int<typename Index::Ordinal>(exec, options, entries, num_blocks, "entries");
  using Bsr = Araios::BsrMatrix<S, int, int, SpaceOf<Exec>>;
  Bsr const A(rows, columns, block_size, block_size, elements, map, block_columns, {},
              take_values<S>(exec, options, values, elements));
  if (options.trust != Trust::trust)
    if (auto const fault = Araios::find_fault(exec, A)) fail(ErrorKind::invalid_matrix, fault->sentence);
  return matrix_of_structured<Exec>(A, owner);
}

/// Entries of SciPy's diagonals, in a list on the host.
template <class S>
struct HostList {
  std::vector<int> rows, columns;
  std::vector<S> values;
};

template <class S, class Ordinal, class Exec>
Matrix diagonals(Exec const& exec, ArrayOptions const& options, std::int64_t m, std::int64_t n, std::int64_t count,
                 std::int64_t stride, void const* offsets, void const* values) {
  std::int64_t const elements = Araios::checked_multiply(count, stride, "elements of diagonals");
  auto const diagonal = Kokkos::create_mirror_view_and_copy(
      Kokkos::HostSpace(), take_array<Ordinal>(exec, options, offsets, count, "offsets"));
  auto const element = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(),
                                                           take_array<S>(exec, options, values, elements, "values"));
  HostList<S> list;
  for (std::int64_t d = 0; d < count; ++d) {
    std::int64_t const k = diagonal(d);
    for (std::int64_t e = 0; e < d; ++e)
      require(diagonal(e) != diagonal(d), ErrorKind::invalid_matrix, "offsets[", d, "] is ", k,
              ", a duplicate of offsets[", e, "]");
    // A diagonal far outside of the matrix has no elements; its sums might not fit 64 bits.
    if (k <= -m || k >= n) continue;
    for (std::int64_t j = std::max<std::int64_t>(0, k); j < std::min(std::min(n, stride), m + k); ++j) {
      S const value = element(d * stride + j);
      if (value == S(0)) continue;
      list.rows.push_back(static_cast<int>(j - k));
      list.columns.push_back(static_cast<int>(j));
      list.values.push_back(value);
    }
  }
  auto const copies = copies_from(Space::host);
  auto const k = static_cast<std::int64_t>(list.rows.size());
  Coo<S, Index32_64, Exec> const entries(m, n, take_array<int>(exec, copies, list.rows.data(), k, "rows"),
                                         take_array<int>(exec, copies, list.columns.data(), k, "columns"),
                                         take_array<S>(exec, copies, list.values.data(), k, "values"));
  auto const A = build<S>(exec, Duplicates::sum, entries);
  FormatOptions any_padding;
  any_padding.slots_per_entry = -1;
  return to_structured<S>(exec, any_padding, Format::dia, with_indices<S, Index32>(exec, A));
}

template <class Table>
struct Clear {
  Table table;
  std::int64_t columns;
  KOKKOS_FUNCTION void operator()(std::int64_t p) const {
    table(p / columns, p % columns) = typename Table::value_type(0);
  }
};
/// Entries at one coordinate are added: a row is the work of one thread.
template <class Typed, class Table>
struct Store {
  Typed A;
  Table table;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    using T = typename Table::value_type;
    for (auto p = A.row_map(i); p < A.row_map(i + 1); ++p) {
      if constexpr (Araios::is_pattern_v<typename Typed::Scalar>)
        table(i, A.entries(p)) = T(1);
      else
        table(i, A.entries(p)) = Araios::wrapping_sum(table(i, A.entries(p)), A.values(p));
    }
  }
};
template <class Table, class Counts>
struct CountRow {
  Table table;
  Counts counts;
  std::int64_t columns;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    std::int64_t count = 0;
    for (std::int64_t j = 0; j < columns; ++j) count += !(table(i, j) == typename Table::value_type(0));
    counts(i) = count;
  }
};
template <class Counts, class Map>
struct ScanRows {
  Counts counts;
  Map map;
  std::int64_t rows;
  KOKKOS_FUNCTION void operator()(std::int64_t i, std::int64_t& sum, bool final) const {
    if (final) map(i) = sum;
    if (i < rows) sum += counts(i);
  }
};
template <class Table, class Arrays>
struct FillRow {
  Table table;
  Arrays arrays;
  std::int64_t columns;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    std::int64_t p = arrays.row_map(i);
    for (std::int64_t j = 0; j < columns; ++j) {
      auto const value = table(i, j);
      if (value == typename Table::value_type(0)) continue;
      arrays.entries(p) = static_cast<int>(j);
      arrays.values(p++) = value;
    }
  }
};

template <class T, class S, class Exec>
void store_dense(Exec const& exec, Working<S, Exec> const& A, DenseMatrix const& X) {
  auto const table = X.as<T, Exec>();
  if (X.rows == 0 || X.columns == 0) return;
  Kokkos::parallel_for("Araios::c::to_dense::clear", Araios::range(exec, X.rows * X.columns),
                       Clear<Table<T, Exec>>{table, X.columns});
  Kokkos::parallel_for("Araios::c::to_dense", Araios::range(exec, X.rows),
                       Store<Working<S, Exec>, Table<T, Exec>>{A, table});
}

template <class S, class Exec>
Working<S, Exec> from_table(Exec const& exec, DenseMatrix const& X) {
  using Counts = Dense<std::int64_t, Exec>;
  auto const table = X.as<S, Exec>();
  std::int64_t const m = X.rows, n = X.columns;
  auto const counts = Araios::allocate<Counts>(exec, "Araios::c::counts", m);
  auto const map = Araios::allocate<Counts>(exec, "Araios::c::map", m + 1);
  if (m > 0)
    Kokkos::parallel_for("Araios::c::from_dense::count", Araios::range(exec, m),
                         CountRow<Table<S, Exec>, Counts>{table, counts, n});
  Kokkos::parallel_scan("Araios::c::from_dense::scan", Araios::range(exec, m + 1),
                        ScanRows<Counts, Counts>{counts, map, m});
  std::int64_t total = 0;
  copy_out(exec, Kokkos::subview(map, std::pair<std::int64_t, std::int64_t>(m, m + 1)), &total);
  auto const arrays = Araios::allocate_csr<S, int, std::int64_t>(exec, "Araios::c::matrix", m, total);
  Kokkos::deep_copy(exec, arrays.row_map, map);
  if (m > 0)
    Kokkos::parallel_for("Araios::c::from_dense::fill", Araios::range(exec, m),
                         FillRow<Table<S, Exec>, std::remove_cv_t<decltype(arrays)>>{table, arrays, n});
  return Working<S, Exec>(m, n, arrays);
}

/// The dense matrix of the caller, whose elements are all at addresses that exist.
DenseMatrix table_input(araios_dense const* given) {
  auto const X = elements(given, "X");
  if (X.rows >= 0 && X.columns >= 0) (void)Araios::checked_multiply(X.rows, X.columns, "elements of X");
  require_dense(X, "X");
  return X;
}

}  // namespace
}  // namespace araios_c

using namespace araios_c;

araios_status araios_matrix_create_bsr(araios_context* context, araios_array_options const* options, araios_type type,
                                       araios_index index, int64_t rows, int64_t columns, int64_t block_size,
                                       int64_t num_blocks, void const* row_map, void const* entries, void* values,
                                       araios_matrix** A) {
  return compute_beside("araios_matrix_create_bsr", context, [&](auto const& exec) {
    MatrixOutput output(*context, A);
    auto const given = array_options(*context, options);
    IndexType const chosen = or_default(of(index));
    require_sizes(IndexType::index_32, rows, columns, num_blocks);
    require(block_size > 0 && rows % block_size == 0 && columns % block_size == 0, ErrorKind::invalid_argument,
            "blocks of ", block_size, " do not divide a matrix of ", rows, " x ", columns);
    output.set(with_type(of(type), [&](auto t) {
      return with_index(chosen, [&](auto i) {
        return blocks<typename decltype(t)::type, decltype(i)>(*context, exec, given, rows, columns, block_size,
                                                               num_blocks, row_map, entries, values);
      });
    }));
  });
}

araios_status araios_matrix_create_dia(araios_context* context, araios_array_options const* options, araios_type type,
                                       araios_index index, int64_t rows, int64_t columns, int64_t num_diagonals,
                                       int64_t stride, void const* offsets, void const* values, araios_matrix** A) {
  return compute_beside("araios_matrix_create_dia", context, [&](auto const& exec) {
    MatrixOutput output(*context, A);
    auto const given = array_options(*context, options);
    require(given.ownership == Ownership::copy, ErrorKind::invalid_argument, "diagonals are copied, not borrowed");
    require_enumerator(of(index), IndexType::index_64, "araios_index");
    require_sizes(IndexType::index_32, rows, columns, 0);
    require(num_diagonals >= 0 && stride >= 0, ErrorKind::invalid_argument, "negative size: ", num_diagonals,
            " diagonals of ", stride, " elements");
    output.set(with_value_type(of(type), [&](auto t) {
      using S = typename decltype(t)::type;
      if (of(index) == IndexType::index_64)
        return diagonals<S, std::int64_t>(exec, given, rows, columns, num_diagonals, stride, offsets, values);
      return diagonals<S, int>(exec, given, rows, columns, num_diagonals, stride, offsets, values);
    }));
  });
}

araios_status araios_to_dense(araios_context* context, araios_matrix const* A, araios_dense const* X) {
  return compute_beside("araios_to_dense", context, [&](auto const& exec) {
    auto const a = matrix_input(*context, A, "A");
    auto const table = table_input(X);
    require(table.rows == a.rows && table.columns == a.columns, ErrorKind::invalid_argument, "X is ", table.rows, " x ",
            table.columns, ", A is ", a.rows, " x ", a.columns);
    require(a.type == ValueType::pattern || table.type == a.type, ErrorKind::invalid_argument, "X is of ",
            name(table.type), ", A of ", name(a.type));
    if (a.type == ValueType::pattern)
      return with_real_type("X of a pattern", table.type, [&](auto t) {
        store_dense<typename decltype(t)::type, Pattern>(exec, working<Pattern>(exec, a), table);
      });
    with_value_type(a.type, [&](auto t) {
      using S = typename decltype(t)::type;
      store_dense<S, S>(exec, working<S>(exec, a), table);
    });
  });
}

araios_status araios_from_dense(araios_context* context, araios_index index, araios_dense const* X, araios_matrix** A) {
  return compute_beside("araios_from_dense", context, [&](auto const& exec) {
    MatrixOutput output(*context, A);
    auto const table = table_input(X);
    IndexType const chosen = or_default(of(index));
    require_sizes(chosen, table.rows, table.columns, 0);
    require_sizes(IndexType::index_32, table.rows, table.columns, 0);
    output.set(with_value_type(table.type, [&](auto t) {
      using S = typename decltype(t)::type;
      return result<S>(exec, from_table<S>(exec, table), chosen);
    }));
  });
}
