// SPDX-License-Identifier: Apache-2.0
/// \file
/// Entries that are looked up: one, or many in one call.

#include "handles.hpp"

#include "coordinates.hpp"
#include <Araios/runtime/bitmap.hpp>
#include <Araios/runtime/operations.hpp>
#include <Araios/runtime/structured.hpp>

#include <Araios/build.hpp>

namespace araios_c {

namespace {

/// The entries p of a list with others(p) == j; where there are `lines`, also lines(p) == i: how many, or their sum.
template <class Lines, class Others, class Values>
struct EntriesAt {
  Lines lines;
  Others others;
  Values values;
  std::int64_t first, i, j;
  bool has_lines;
  KOKKOS_FUNCTION bool is_there(std::int64_t p) const { return others(p) == j && (!has_lines || lines(p) == i); }
  KOKKOS_FUNCTION void operator()(std::int64_t k, std::int64_t& count) const { count += is_there(first + k) ? 1 : 0; }
};
/// The type that adds up values of S: integers wrap.
template <class S>
using SumOf = std::conditional_t<std::is_integral_v<S>, std::uint64_t, S>;
template <class Entries, class T>
struct SumOfEntries {
  Entries entries;
  KOKKOS_FUNCTION void operator()(std::int64_t k, T& sum) const {
    if (entries.is_there(entries.first + k)) sum += static_cast<T>(entries.values(entries.first + k));
  }
};

/// Adds up those of `count` entries from `first` on that are at (i, j).
template <class S, class Exec, class Lines, class Others, class Values>
bool find_among(Exec const& exec, Lines const& lines, Others const& others, Values const& values, std::int64_t first,
                std::int64_t count, std::int64_t i, std::int64_t j, bool has_lines, double* value) {
  using Entries = EntriesAt<Lines, Others, Values>;
  Entries const entries{lines, others, values, first, i, j, has_lines};
  std::int64_t found = 0;
  if (count > 0) Kokkos::parallel_reduce("Araios::c::find", Araios::range(exec, count), entries, found);
  if (found == 0) return false;
  value[0] = 1;
  if constexpr (!Araios::is_pattern_v<S>) {
    using Sum = SumOf<S>;
    Sum sum(0);
    Kokkos::parallel_reduce("Araios::c::find::sum", Araios::range(exec, count), SumOfEntries<Entries, Sum>{entries},
                            sum);
    store_number(static_cast<S>(sum), value);
  }
  return true;
}
/// The same in line i of a compressed matrix.
template <class S, class Exec, class Typed>
bool find_in_line(Exec const& exec, Typed const& A, std::int64_t i, std::int64_t j, double* value) {
  using Range = std::pair<std::int64_t, std::int64_t>;
  std::remove_const_t<typename Typed::row_map_type::value_type> ends[2] = {0, 0};
  copy_out(exec, Kokkos::subview(A.row_map, Range(i, i + 2)), ends);
  return find_among<S>(exec, A.entries, A.entries, A.values, ends[0], ends[1] - ends[0], i, j, false, value);
}
/// The element (i, j) of A, in the arrays of its format: that of duplicates is their sum.
template <class S, class Exec>
bool find_entry(Exec const& exec, Matrix const& A, std::int64_t i, std::int64_t j, double* value) {
  if (A.format == Format::hypersparse) {
    auto const& B = std::get<Dcsr<S, Exec>>(A.as<StructuredMatrix<S, Exec>>());
    auto const names = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), B.rows);
    auto const at = std::lower_bound(names.data(), names.data() + names.extent(0), static_cast<int>(i));
    if (at == names.data() + names.extent(0) || *at != i) return false;
    return find_in_line<S>(exec, B.compressed(), at - names.data(), j, value);
  }
  if (is_structured(A.format)) return find_in_line<S>(exec, working<S>(exec, A), i, j, value);
  return with_index(A.index, [&](auto index) {
    using Index = decltype(index);
    if (A.format == Format::coo) {
      auto const& B = A.as<Coo<S, Index, Exec>>();
      return find_among<S>(exec, B.row_indices, B.col_indices, B.values, 0, A.nnz, i, j, true, value);
    }
    auto const& B = A.as<Csr<S, Index, Exec>>();
    return A.format == Format::csr ? find_in_line<S>(exec, B, i, j, value) : find_in_line<S>(exec, B, j, i, value);
  });
}

/// The element i of a sparse vector.
template <class S, class Exec>
bool find_element(Exec const& exec, Vector const& x, std::int64_t i, double* value) {
  auto const among = [&](auto const& y) {
    return find_among<S>(exec, y.indices, y.indices, y.values, 0, x.nnz, 0, i, false, value);
  };
  if (x.is_bits) return find_element<Pattern>(exec, vector_of_sparse(working<Pattern>(exec, x)), i, value);
  if (x.index == IndexType::index_64) return among(x.as<SparseOf<S, std::int64_t, Exec>>());
  return among(x.as<Sparse<S, Exec>>());
}

}  // namespace
}  // namespace araios_c

using namespace araios_c;

araios_status araios_matrix_get_element(araios_context* context, araios_matrix const* A, int64_t i, int64_t j,
                                        int* found, double* value) {
  return compute_beside("araios_matrix_get_element", context, [&](auto const& exec) {
    auto const a = matrix_input(*context, A, "A");
    require_pointer(found, "found");
    require_index(i, a.rows, "row");
    require_index(j, a.columns, "column");
    double parts[2] = {0, 0};
    *found = with_type(a.type, [&](auto t) {
      using S = typename decltype(t)::type;
      return find_entry<S>(exec, a, i, j, parts);
    });
    if (value != nullptr) value[0] = parts[0], value[1] = parts[1];
  });
}

araios_status araios_matrix_find(araios_context* context, araios_order order, araios_space space,
                                 araios_matrix const* A, araios_index index, int64_t count, void const* row_indices,
                                 void const* col_indices, int* found, void* values) {
  return compute_beside("araios_matrix_find", context, [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    auto a = matrix_input(*context, A, "A");
    require_enumerator(of(order), Order::strict, "araios_order");
    require_space(of(space));
    require(count <= 0 || found != nullptr, ErrorKind::invalid_argument, "found is NULL");
    require(values == nullptr || a.type != ValueType::pattern, ErrorKind::invalid_argument,
            "values is not NULL, but a pattern has no values");
    auto const given = take_coordinates<std::int64_t>(exec, of(space), a, of(index), count, row_indices, col_indices);
    Renumbering numbers(exec);
    auto const at = numbered(exec, numbers, a, given);
    auto const find_in = [&]<class S>(auto const& B, Tag<S>, auto const& rows, auto const& columns) {
      auto const positions = Araios::allocate<Dense<std::int64_t, Exec>>(exec, "Araios::c::positions", count);
      Araios::find_entries(exec, B, rows, columns, positions);
      copy_found<S>(exec, positions, B.values, found, values);
    };
    with_type(a.type, [&](auto t) {
      using S = typename decltype(t)::type;
      if (of(order) != Order::strict) return find_in(strict_rows<S>(exec, working<S>(exec, a)), t, at.rows, at.columns);
      // In its own type: of CSR and CSC nothing is converted.
      with_index(a.index, [&](auto i) {
        using Typed = Csr<S, decltype(i), Exec>;
        if (a.format == Format::csc) return find_in(a.as<Typed>(), t, at.columns, at.rows);
        find_in(native<S, decltype(i)>(exec, a), t, at.rows, at.columns);
      });
    });
  });
}

araios_status araios_vector_get_element(araios_context* context, araios_vector const* x, int64_t i, int* found,
                                        double* value) {
  return compute_beside("araios_vector_get_element", context, [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    auto const body = vector_input(*context, x, "x");
    require_pointer(found, "found");
    require_index(i, body.length, "index");
    double parts[2] = {0, 0};
    if (body.is_sparse)
      *found = with_type(body.type, [&](auto t) {
        using S = typename decltype(t)::type;
        return find_element<S>(exec, body, i, parts);
      });
    else
      *found = with_dense_type(body.type, [&](auto t) {
        using T = typename decltype(t)::type;
        T element{};
        copy_out(exec, Kokkos::subview(dense<T, Exec>(body), std::pair<std::int64_t, std::int64_t>(i, i + 1)),
                 &element);
        store_number(element, parts);
        return true;
      });
    if (value != nullptr) value[0] = parts[0], value[1] = parts[1];
  });
}
