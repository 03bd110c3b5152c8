// SPDX-License-Identifier: Apache-2.0
/// \file
/// Insertion into hash tables of entries, erasure and search.

#include "../handles.hpp"

#include "../dok.hpp"

#include <Araios/runtime/arrays.hpp>

#include <Araios/update_dok.hpp>

namespace araios_c {

namespace {

/// The object of the table: it shares the arrays with A.
template <class S, class Exec>
Dok<S, Exec> table_of(Matrix const& A) {
  return std::get<Dok<S, Exec>>(A.as<StructuredMatrix<S, Exec>>());
}

/// The table after `change`: in the arrays of A where no other object shares them, else in arrays of its own.
template <class S, class Exec, class Change>
Dok<S, Exec> changed(Matrix const& A, Change const& change) {
  auto table = table_of<S, Exec>(A);
  auto const slots = table.slots;
  // The handle and A share an object, whose slots are those of `table` and `slots`. Slots without an owner are changed
  // in place.
  bool const is_alone = A.matrix.use_count() == 2 && slots.use_count() == 3;
  if (is_alone) table.slots = decltype(table.slots)(slots.data(), slots.extent(0));
  change(table);
  if (is_alone && table.slots.data() == slots.data()) table.slots = slots;
  return table;
}

}  // namespace

template <class S, class Exec>
Matrix dok_insert(Exec const& exec, araios_dok_options const& options, Matrix const& A, Coordinates<Exec> const& at,
                  Araios::ValuesViewOf<S, SpaceOf<Exec>> const& values, std::int64_t& added) {
  Araios::DokInsertOptions const how{static_cast<Araios::DokInsert>(options.duplicates)};
  return matrix_of_structured<Exec>(changed<S, Exec>(A, [&](auto& table) {
    Araios::reserve(exec, table, options.capacity);
    added = Araios::insert(exec, table, at.rows, at.columns, values, how);
  }));
}

template <class S, class Exec>
Matrix dok_erase(Exec const& exec, Matrix const& A, Coordinates<Exec> const& at, std::int64_t& erased) {
  return matrix_of_structured<Exec>(
      changed<S, Exec>(A, [&](auto& table) { erased = Araios::erase(exec, table, at.rows, at.columns); }));
}

template <class S, class Exec>
void dok_find(Exec const& exec, Matrix const& A, Coordinates<Exec> const& at, int* found, void* values) {
  auto const table = table_of<S, Exec>(A);
  auto const entries =
      Araios::allocate<Dense<int, Exec>>(exec, "Araios::c::entries", static_cast<std::int64_t>(at.rows.extent(0)));
  Araios::find_entries(exec, table, at.rows, at.columns, entries);
  copy_found<S>(exec, entries, table.values, found, values);
}

#define ARAIOS_RUNTIME_INSTANTIATE(S, Exec)                                                                            \
  template Matrix dok_insert<S, Exec>(Exec const&, araios_dok_options const&, Matrix const&, Coordinates<Exec> const&, \
                                      Araios::ValuesViewOf<S, SpaceOf<Exec>> const&, std::int64_t&);                   \
  template Matrix dok_erase<S, Exec>(Exec const&, Matrix const&, Coordinates<Exec> const&, std::int64_t&);             \
  template void dok_find<S, Exec>(Exec const&, Matrix const&, Coordinates<Exec> const&, int*, void*);
ARAIOS_RUNTIME_INSTANTIATE_UNIT

}  // namespace araios_c
