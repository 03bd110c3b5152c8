// SPDX-License-Identifier: Apache-2.0
/// \file
/// Changes of single entries: collected in the handle, and made when its contents are used. And single entries read.

#include "bits.hpp"
#include "coordinates.hpp"
#include "operations.hpp"
#include "renumber.hpp"
#include "structured.hpp"

#include <Araios/build.hpp>
#include <Araios/formats/batch.hpp>
#include <Araios/formats/copy.hpp>
#include <Araios/update_csr.hpp>

namespace araios_c {

namespace {
template <class S, class Exec>
using BatchOf = Araios::Batch<S, int, SpaceOf<Exec>>;

template <class S, class Exec>
Working<S, Exec> updated(Exec const& exec, Working<S, Exec> const& A, BatchOf<S, Exec> const& batch) {
  return Araios::update(exec, strict_rows<S>(exec, A), batch);
}

/// Bytes of the caller as flags: each but 0 is true.
template <class Bytes, class Flags>
struct IsNotZero {
  Bytes bytes;
  Flags flags;
  KOKKOS_FUNCTION void operator()(std::int64_t p) const { flags(p) = bytes(p) != 0; }
};
}  // namespace

template <class S, class Exec>
Working<S, Exec> with_changes(Exec const& exec, Working<S, Exec> const& A, std::vector<Change> const& changes) {
  auto const batch = Araios::allocate_batch<S, int>(Kokkos::DefaultHostExecutionSpace(), "Araios::c::changes",
                                                    static_cast<std::int64_t>(changes.size()));
  for (Change const& change : changes) {
    auto const i = static_cast<int>(change.i), j = static_cast<int>(change.j);
    if (change.removes)
      batch.remove(i, j);
    else if constexpr (Araios::is_pattern_v<S>)
      batch.set(i, j);
    else
      batch.set(i, j, number<S>(change.real, change.imaginary));
  }
  return updated<S>(exec, A, Araios::copy_to<SpaceOf<Exec>>(batch));
}

#define ARAIOS_C_INSTANTIATE(S, Exec) \
  template Working<S, Exec> with_changes<S, Exec>(Exec const&, Working<S, Exec> const&, std::vector<Change> const&);
#define ARAIOS_C_INSTANTIATE_BOTH(S) ARAIOS_C_IN_BOTH(ARAIOS_C_INSTANTIATE, S)
ARAIOS_C_EACH_TYPE(ARAIOS_C_INSTANTIATE_BOTH)

namespace {

/// The rows, or columns, of changes.
template <class Exec>
Dense<std::int64_t, Exec> places_of(Exec const& exec, std::vector<Change> const& changes,
                                    std::int64_t Change::* member) {
  std::vector<std::int64_t> places;
  for (Change const& change : changes) places.push_back(change.*member);
  return take_array<std::int64_t>(exec, copies_from(ARAIOS_SPACE_HOST), places.data(),
                                  static_cast<std::int64_t>(places.size()), "places");
}
/// The changes with the numbers of their rows, or columns.
template <class Exec>
void renumber(Exec const& exec, Renumbering<Exec> const& numbers, Dense<std::int64_t, Exec> const& places, int axis,
              std::int64_t Change::* member, std::vector<Change>& changes) {
  exec.fence();
  auto const given = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), numbers.numbers(places, axis));
  for (std::size_t p = 0; p < changes.size(); ++p) changes[p].*member = given(p);
}

}  // namespace

void commit(araios_context& context, araios_matrix& A) {
  on(context, [&](auto const& exec) {
    auto body = A.body;
    auto changes = A.changes;
    Renumbering numbers(exec);
    numbers.add(body, 0, 1);
    auto const rows = places_of(exec, changes, &Change::i), columns = places_of(exec, changes, &Change::j);
    numbers.add(rows, 0, body.rows);
    numbers.add(columns, 1, body.columns);
    if (numbers.apply()) {
      renumber(exec, numbers, rows, 0, &Change::i, changes);
      renumber(exec, numbers, columns, 1, &Change::j, changes);
    }
    A.body = numbers.matrix(0, 1, [&] {
      return with_type(body.type, [&](auto t) {
        using S = typename decltype(t)::type;
        return result<S>(exec, with_changes<S>(exec, working<S>(exec, body), changes), A.body.index);
      });
    });
  });
  A.changes.clear();
}
void commit(araios_context& context, araios_vector& x) {
  on(context, [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    auto body = x.body;
    auto changes = x.changes;
    Renumbering numbers(exec);
    numbers.add(body, 0);
    auto const places = places_of(exec, changes, &Change::j);
    numbers.add(places, 0, body.length);
    if (numbers.apply()) renumber(exec, numbers, places, 0, &Change::j, changes);
    x.body = numbers.vector(0, [&] {
      return with_type(body.type, [&](auto t) {
        using S = typename decltype(t)::type;
        auto const row = as_row<S>(exec, working<S>(exec, body));
        auto changed = result<S>(exec, from_row<S, Exec>(with_changes<S>(exec, row, changes)), x.body.index);
        return body.is_bits ? body_of_bits<Exec>(bits_of(exec, changed)) : changed;
      });
    });
  });
  x.changes.clear();
}

namespace {

void require_index(std::int64_t i, std::int64_t n, char const* name) {
  require(i >= 0 && i < n, ARAIOS_OUT_OF_RANGE, name, " ", i, " is not in [0, ", n, ")");
}

araios_status change(char const* function, araios_context* context, araios_matrix* A, Change const& wanted) {
  return call(function, context, [&](araios_context& c) {
    auto& handle = matrix_to_change(c, A, "A");
    require_index(wanted.i, handle.body.rows, "row");
    require_index(wanted.j, handle.body.columns, "column");
    handle.changes.push_back(wanted);
  });
}

/// The entries p of a list with others(p) == j; where there are `lines`, also lines(p) == i: how many, or their sum.
template <class Lines, class Others, class Values>
struct FindPlace {
  Lines lines;
  Others others;
  Values values;
  std::int64_t first, i, j;
  bool has_lines;
  KOKKOS_FUNCTION bool is_there(std::int64_t p) const { return others(p) == j && (!has_lines || lines(p) == i); }
  KOKKOS_FUNCTION void operator()(std::int64_t k, std::int64_t& count) const { count += is_there(first + k) ? 1 : 0; }
};
template <class Place, class T>
struct SumPlace {
  Place place;
  KOKKOS_FUNCTION void operator()(std::int64_t k, T& sum) const {
    if (place.is_there(place.first + k)) sum += place.values(place.first + k);
  }
};

/// Adds up those of `count` entries from `first` on that are at (i, j).
template <class S, class Exec, class Lines, class Others, class Values>
bool find_among(Exec const& exec, Lines const& lines, Others const& others, Values const& values, std::int64_t first,
                std::int64_t count, std::int64_t i, std::int64_t j, bool has_lines, double* value) {
  using Place = FindPlace<Lines, Others, Values>;
  Place const place{lines, others, values, first, i, j, has_lines};
  std::int64_t found = 0;
  if (count > 0) Kokkos::parallel_reduce("Araios::c::find", Araios::Impl::range(exec, count), place, found);
  if (found == 0) return false;
  value[0] = 1;
  if constexpr (!Araios::is_pattern_v<S>) {
    S sum(0);
    Kokkos::parallel_reduce("Araios::c::find::sum", Araios::Impl::range(exec, count), SumPlace<Place, S>{place}, sum);
    store_number(sum, value);
  }
  return true;
}
/// The same in line i of a compressed matrix.
template <class S, class Exec, class Matrix>
bool find_in_line(Exec const& exec, Matrix const& A, std::int64_t i, std::int64_t j, double* value) {
  using Range = std::pair<std::int64_t, std::int64_t>;
  std::remove_const_t<typename Matrix::row_map_type::value_type> ends[2] = {0, 0};
  copy_out(exec, Kokkos::subview(A.row_map, Range(i, i + 2)), ends);
  return find_among<S>(exec, A.entries, A.entries, A.values, ends[0], ends[1] - ends[0], i, j, false, value);
}
/// The element (i, j) of A, in the arrays of its format: that of duplicates is their sum.
template <class S, class Exec>
bool find_entry(Exec const& exec, MatrixBody const& A, std::int64_t i, std::int64_t j, double* value) {
  if (A.format == ARAIOS_DCSR) {
    auto const& B = std::get<Dcsr<S, Exec>>(A.as<StructuredMatrix<S, Exec>>());
    auto const names = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), B.rows);
    auto const at = std::lower_bound(names.data(), names.data() + names.extent(0), static_cast<int>(i));
    if (at == names.data() + names.extent(0) || *at != i) return false;
    return find_in_line<S>(exec, B.compressed(), at - names.data(), j, value);
  }
  if (is_structured(A.format)) return find_in_line<S>(exec, working<S>(exec, A), i, j, value);
  return with_index(A.index, [&](auto index) {
    using Index = decltype(index);
    if (A.format == ARAIOS_COO) {
      auto const& B = A.as<Coo<S, Index, Exec>>();
      return find_among<S>(exec, B.row_indices, B.col_indices, B.values, 0, A.nnz, i, j, true, value);
    }
    auto const& B = A.as<Csr<S, Index, Exec>>();
    return A.format == ARAIOS_CSR ? find_in_line<S>(exec, B, i, j, value) : find_in_line<S>(exec, B, j, i, value);
  });
}

}  // namespace
}  // namespace araios_c

using namespace araios_c;

araios_status araios_matrix_set_element(araios_context* context, araios_matrix* A, int64_t i, int64_t j, double real,
                                        double imaginary) {
  return change("araios_matrix_set_element", context, A, {i, j, real, imaginary, false});
}
araios_status araios_matrix_remove_element(araios_context* context, araios_matrix* A, int64_t i, int64_t j) {
  return change("araios_matrix_remove_element", context, A, {i, j, 0, 0, true});
}

araios_status araios_matrix_get_element(araios_context* context, araios_matrix const* A, int64_t i, int64_t j,
                                        int* found, double* value) {
  return compute("araios_matrix_get_element", context, [&](auto const& exec) {
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

namespace {

/// The element i of a sparse vector.
template <class S, class Exec>
bool find_element(Exec const& exec, VectorBody const& x, std::int64_t i, double* value) {
  auto const among = [&](auto const& y) {
    return find_among<S>(exec, y.indices, y.indices, y.values, 0, x.nnz, 0, i, false, value);
  };
  if (x.is_bits) return find_element<Pattern>(exec, body_of_sparse(working<Pattern>(exec, x)), i, value);
  if (x.index == ARAIOS_INDEX_64) return among(x.as<SparseOf<S, std::int64_t, Exec>>());
  return among(x.as<Sparse<S, Exec>>());
}

/// A after the changes at places of its own, whose values are given.
template <class Exec>
MatrixBody changed_at(Exec const& exec, araios_array_options const& from, MatrixBody const& a,
                      Coordinates<Exec> const& at, std::int64_t count, void const* values,
                      std::uint8_t const* removes) {
  return with_type(a.type, [&](auto t) {
    using S = typename decltype(t)::type;
    auto const batch = Araios::allocate_batch<S, int>(exec, "Araios::c::changes", count);
    auto const given = take_values<S>(exec, from, values, count);
    Kokkos::deep_copy(exec, batch.row_indices, at.rows);
    Kokkos::deep_copy(exec, batch.col_indices, at.columns);
    if constexpr (!Araios::is_pattern_v<S>) Kokkos::deep_copy(exec, batch.values, given);
    Kokkos::deep_copy(exec, batch.removals, false);
    Kokkos::deep_copy(exec, batch.count, count);
    if (removes != nullptr && count > 0) {
      auto const bytes = take_array<std::uint8_t>(exec, from, removes, count, "removes");
      Kokkos::parallel_for("Araios::c::removes", Araios::Impl::range(exec, count),
                           IsNotZero<Dense<std::uint8_t, Exec>, decltype(batch.removals)>{bytes, batch.removals});
    }
    return result<S>(exec, updated<S>(exec, working<S>(exec, a), batch), a.index);
  });
}

/// The places of the caller in the numbers of A, which is renumbered where that is needed.
template <class Exec>
Coordinates<Exec> numbered(Exec const& exec, Renumbering<Exec>& numbers, MatrixBody& a,
                           Coordinates<Exec, std::int64_t> const& at) {
  numbers.add(a, 0, 1);
  numbers.add(at.rows, 0, a.rows);
  numbers.add(at.columns, 1, a.columns);
  if (numbers.apply()) return {numbers.numbers(at.rows, 0), numbers.numbers(at.columns, 1)};
  return {cast_indices<int, std::int64_t>(exec, at.rows), cast_indices<int, std::int64_t>(exec, at.columns)};
}

}  // namespace

araios_status araios_matrix_update(araios_context* context, araios_space space, araios_matrix* A, araios_index index,
                                   int64_t count, void const* row_indices, void const* col_indices, void const* values,
                                   uint8_t const* removes) {
  return compute("araios_matrix_update", context, [&](auto const& exec) {
    auto a = matrix_input(*context, A, "A");
    require_space(space);
    auto const from = copies_from(space);
    auto const given = take_coordinates<std::int64_t>(exec, space, a, index, count, row_indices, col_indices);
    Renumbering numbers(exec);
    auto const at = numbered(exec, numbers, a, given);
    A->body = numbers.matrix(0, 1, [&] { return changed_at(exec, from, a, at, count, values, removes); });
  });
}
araios_status araios_matrix_find(araios_context* context, araios_order order, araios_space space,
                                 araios_matrix const* A, araios_index index, int64_t count, void const* row_indices,
                                 void const* col_indices, int* found, void* values) {
  return compute("araios_matrix_find", context, [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    auto a = matrix_input(*context, A, "A");
    require_enumerator(order, ARAIOS_ORDER_STRICT, "araios_order");
    require_space(space);
    require(count <= 0 || found != nullptr, ARAIOS_INVALID_ARGUMENT, "found is NULL");
    require(values == nullptr || a.type != ARAIOS_PATTERN, ARAIOS_INVALID_ARGUMENT,
            "values are asked for of a pattern, which has none");
    auto const given = take_coordinates<std::int64_t>(exec, space, a, index, count, row_indices, col_indices);
    Renumbering numbers(exec);
    auto const at = numbered(exec, numbers, a, given);
    auto const find_in = [&]<class S>(auto const& B, Tag<S>, auto const& rows, auto const& columns) {
      auto const positions = Araios::allocate<Dense<std::int64_t, Exec>>(exec, "Araios::c::positions", count);
      Araios::find_entries(exec, B, rows, columns, positions);
      copy_found<S>(exec, positions, B.values, found, values);
    };
    with_type(a.type, [&](auto t) {
      using S = typename decltype(t)::type;
      if (order != ARAIOS_ORDER_STRICT)
        return find_in(strict_rows<S>(exec, working<S>(exec, a)), t, at.rows, at.columns);
      // In its own type: of CSR and CSC nothing is converted.
      with_index(a.index, [&](auto i) {
        using Matrix = Csr<S, decltype(i), Exec>;
        if (a.format == ARAIOS_CSC) return find_in(a.as<Matrix>(), t, at.columns, at.rows);
        find_in(native<S, decltype(i)>(exec, a), t, at.rows, at.columns);
      });
    });
  });
}

araios_status araios_vector_set_element(araios_context* context, araios_vector* x, int64_t i, double real,
                                        double imaginary) {
  return compute("araios_vector_set_element", context, [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    auto& handle = vector_to_change(*context, x, "x");
    require_index(i, handle.body.length, "index");
    if (handle.body.is_sparse) {
      handle.changes.push_back({0, i, real, imaginary, false});
      return;
    }
    with_dense_type(handle.body.type, [&](auto t) {
      using T = typename decltype(t)::type;
      auto const value = number<T>(real, imaginary);
      auto const all = dense<T, Exec>(handle.body);
      copy_in(exec, Dense<T, Exec>(all.data() + i, 1), &value, ARAIOS_SPACE_HOST);
    });
  });
}

araios_status araios_vector_get_element(araios_context* context, araios_vector const* x, int64_t i, int* found,
                                        double* value) {
  return compute("araios_vector_get_element", context, [&](auto const& exec) {
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
