// SPDX-License-Identifier: Apache-2.0
/// \file
/// Changes of single entries: collected in the handle, and made when its contents are used. And single entries read.

#include "bits.hpp"
#include "coordinates.hpp"
#include "operations.hpp"

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

void commit(araios_context& context, araios_matrix& A) {
  on(context, [&](auto const& exec) {
    A.body = with_type(A.body.type, [&](auto t) {
      using S = typename decltype(t)::type;
      return result<S>(exec, with_changes<S>(exec, working<S>(exec, A.body), A.changes), A.body.index);
    });
  });
  A.changes.clear();
}
void commit(araios_context& context, araios_vector& x) {
  on(context, [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    x.body = with_type(x.body.type, [&](auto t) {
      using S = typename decltype(t)::type;
      auto const row = as_row<S>(exec, working<S>(exec, x.body));
      auto changed = result<S>(exec, from_row<S, Exec>(with_changes<S>(exec, row, x.changes)), x.body.index);
      return x.body.is_bits ? body_of_bits<Exec>(bits_of(exec, changed)) : changed;
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
    require(handle.body.rows <= max_ordinal(ARAIOS_INDEX_32) && handle.body.columns <= max_ordinal(ARAIOS_INDEX_32),
            ARAIOS_OVERFLOW, "single entries are changed in matrices of less than 2^31 rows and columns");
    handle.changes.push_back(wanted);
  });
}

/// The entry in column j of row i, in a loop over the row: entries may be in any order. Of duplicates the first.
template <class S, class Exec>
bool find_entry(Exec const& exec, Working<S, Exec> const& A, std::int64_t i, std::int64_t j, double* value) {
  using Range = std::pair<std::int64_t, std::int64_t>;
  std::int64_t ends[2] = {0, 0};
  copy_out(exec, Kokkos::subview(A.row_map, Range(i, i + 2)), ends);
  Range const row(ends[0], ends[1]);
  auto const columns = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), Kokkos::subview(A.entries, row));
  for (std::int64_t p = 0; p < row.second - row.first; ++p) {
    if (columns(p) != j) continue;
    value[0] = 1;
    if constexpr (!Araios::is_pattern_v<S>) {
      S found{};
      copy_out(exec, Kokkos::subview(A.values, Range(row.first + p, row.first + p + 1)), &found);
      store_number(found, value);
    }
    return true;
  }
  return false;
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
      return find_entry<S>(exec, working<S>(exec, a), i, j, parts);
    });
    if (value != nullptr) value[0] = parts[0], value[1] = parts[1];
  });
}

araios_status araios_matrix_update(araios_context* context, araios_space space, araios_matrix* A, araios_index index,
                                   int64_t count, void const* row_indices, void const* col_indices, void const* values,
                                   uint8_t const* removes) {
  return compute("araios_matrix_update", context, [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    auto const a = matrix_input(*context, A, "A");
    require_space(space);
    auto const from = copies_from(space);
    auto const at = take_coordinates(exec, space, a, index, count, row_indices, col_indices);
    auto changed = with_type(a.type, [&](auto t) {
      using S = typename decltype(t)::type;
      auto const batch = Araios::allocate_batch<S, int>(exec, "Araios::c::changes", count);
      auto const given = take_values<S>(exec, from, values, count);
      Kokkos::deep_copy(exec, batch.row_indices, at.rows);
      Kokkos::deep_copy(exec, batch.col_indices, at.columns);
      if constexpr (!Araios::is_pattern_v<S>) Kokkos::deep_copy(exec, batch.values, given);
      Kokkos::deep_copy(exec, batch.removals, false);
      Kokkos::deep_copy(exec, batch.count, count);
      if (removes != nullptr) {
        auto const bytes = take_array<std::uint8_t>(exec, from, removes, count, "removes");
        Kokkos::parallel_for("Araios::c::removes", Araios::Impl::range(exec, count),
                             IsNotZero<Dense<std::uint8_t, Exec>, decltype(batch.removals)>{bytes, batch.removals});
      }
      return result<S>(exec, updated<S>(exec, working<S>(exec, a), batch), a.index);
    });
    A->body = std::move(changed);
  });
}
araios_status araios_matrix_find(araios_context* context, araios_order order, araios_space space,
                                 araios_matrix const* A, araios_index index, int64_t count, void const* row_indices,
                                 void const* col_indices, int* found, void* values) {
  return compute("araios_matrix_find", context, [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    auto const a = matrix_input(*context, A, "A");
    require_enumerator(order, ARAIOS_ORDER_STRICT, "araios_order");
    require_space(space);
    require(count <= 0 || found != nullptr, ARAIOS_INVALID_ARGUMENT, "found is NULL");
    require(values == nullptr || a.type != ARAIOS_PATTERN, ARAIOS_INVALID_ARGUMENT,
            "values are asked for of a pattern, which has none");
    auto const at = take_coordinates(exec, space, a, index, count, row_indices, col_indices);
    auto const find_in = [&]<class S>(auto const& B, Tag<S>) {
      auto const positions = Araios::allocate<Dense<std::int64_t, Exec>>(exec, "Araios::c::positions", count);
      Araios::find_entries(exec, B, at.rows, at.columns, positions);
      copy_found<S>(exec, positions, B.values, found, values);
    };
    with_type(a.type, [&](auto t) {
      using S = typename decltype(t)::type;
      if (order != ARAIOS_ORDER_STRICT) return find_in(strict_rows<S>(exec, working<S>(exec, a)), t);
      // In its own type: of a CSR nothing is converted.
      with_index(a.index, [&](auto i) { find_in(native<S, decltype(i)>(exec, a), t); });
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
      require(handle.body.length <= max_ordinal(ARAIOS_INDEX_32), ARAIOS_OVERFLOW,
              "single entries are changed in sparse vectors of less than 2^31 elements");
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
        return find_entry<S>(exec, as_row<S>(exec, working<S>(exec, body)), 0, i, parts);
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
