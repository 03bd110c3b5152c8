// SPDX-License-Identifier: Apache-2.0
/// \file
/// Changes of single entries: collected in the handle, and made when its contents are used.

#include "handles.hpp"

#include "coordinates.hpp"
#include <Araios/runtime/bitmap.hpp>
#include <Araios/runtime/operations.hpp>

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

#define ARAIOS_RUNTIME_INSTANTIATE(S, Exec) \
  template Working<S, Exec> with_changes<S, Exec>(Exec const&, Working<S, Exec> const&, std::vector<Change> const&);
ARAIOS_RUNTIME_INSTANTIATE_LIBRARY
#undef ARAIOS_RUNTIME_INSTANTIATE

namespace {

/// The rows, or columns, of changes.
template <class Exec>
Dense<std::int64_t, Exec> indices_of(Exec const& exec, std::vector<Change> const& changes,
                                     std::int64_t Change::* member) {
  std::vector<std::int64_t> indices;
  for (Change const& change : changes) indices.push_back(change.*member);
  return take_array<std::int64_t>(exec, copies_from(Space::host), indices.data(),
                                  static_cast<std::int64_t>(indices.size()), "indices");
}
/// The changes with the numbers of their rows, or columns.
template <class Exec>
void renumber(Exec const& exec, Renumbering<Exec> const& numbers, Dense<std::int64_t, Exec> const& indices, int axis,
              std::int64_t Change::* member, std::vector<Change>& changes) {
  exec.fence();
  auto const given = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), numbers.numbers(indices, axis));
  for (std::size_t p = 0; p < changes.size(); ++p) changes[p].*member = given(p);
}

}  // namespace

void commit(araios_context& context, araios_matrix& A) {
  on(context, [&](auto const& exec) {
    auto body = A.body;
    auto changes = A.changes;
    Renumbering numbers(exec);
    numbers.add(body, 0, 1);
    auto const rows = indices_of(exec, changes, &Change::i), columns = indices_of(exec, changes, &Change::j);
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
    auto const indices = indices_of(exec, changes, &Change::j);
    numbers.add(indices, 0, body.length);
    if (numbers.apply()) renumber(exec, numbers, indices, 0, &Change::j, changes);
    x.body = numbers.vector(0, [&] {
      return with_type(body.type, [&](auto t) {
        using S = typename decltype(t)::type;
        auto const row = as_row<S>(exec, working<S>(exec, body));
        auto changed = result<S>(exec, from_row<S, Exec>(with_changes<S>(exec, row, changes)), x.body.index);
        return body.is_bits ? vector_of_bits<Exec>(bits_of(exec, changed)) : changed;
      });
    });
  });
  x.changes.clear();
}

namespace {

araios_status change(char const* function, araios_context* context, araios_matrix* A, Change const& requested) {
  return call(
      function, context,
      [&](araios_context& c) {
        auto& handle = matrix_to_change(c, A, "A");
        require_index(requested.i, handle.body.rows, "row");
        require_index(requested.j, handle.body.columns, "column");
        if (handle.body.type == ValueType::int64) (void)integer(requested.real, requested.imaginary);
        handle.changes.push_back(requested);
      },
      Access::beside);
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

namespace {

/// A after the changes at the coordinates `at`, whose values are given.
template <class Exec>
Matrix changed_at(Exec const& exec, ArrayOptions const& from, Matrix const& a, Coordinates<Exec> const& at,
                  std::int64_t count, void const* values, std::uint8_t const* removes) {
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
      Kokkos::parallel_for("Araios::c::removes", Araios::range(exec, count),
                           IsNotZero<Dense<std::uint8_t, Exec>, decltype(batch.removals)>{bytes, batch.removals});
    }
    return result<S>(exec, updated<S>(exec, working<S>(exec, a), batch), a.index);
  });
}

}  // namespace

araios_status araios_matrix_update(araios_context* context, araios_space space, araios_matrix* A, araios_index index,
                                   int64_t count, void const* row_indices, void const* col_indices, void const* values,
                                   uint8_t const* removes) {
  return compute_beside("araios_matrix_update", context, [&](auto const& exec) {
    auto a = matrix_input(*context, A, "A");
    require_space(of(space));
    auto const from = copies_from(of(space));
    auto const given = take_coordinates<std::int64_t>(exec, of(space), a, of(index), count, row_indices, col_indices);
    Renumbering numbers(exec);
    auto const at = numbered(exec, numbers, a, given);
    A->body = numbers.matrix(0, 1, [&] { return changed_at(exec, from, a, at, count, values, removes); });
  });
}

araios_status araios_vector_set_element(araios_context* context, araios_vector* x, int64_t i, double real,
                                        double imaginary) {
  return compute("araios_vector_set_element", context, [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    auto& handle = vector_to_change(*context, x, "x");
    require_index(i, handle.body.length, "index");
    if (handle.body.is_sparse) {
      if (handle.body.type == ValueType::int64) (void)integer(real, imaginary);
      handle.changes.push_back({0, i, real, imaginary, false});
      return;
    }
    with_dense_type(handle.body.type, [&](auto t) {
      using T = typename decltype(t)::type;
      auto const value = number<T>(real, imaginary);
      auto const all = dense<T, Exec>(handle.body);
      copy_in(exec, Dense<T, Exec>(all.data() + i, 1), &value, Space::host);
    });
  });
}
