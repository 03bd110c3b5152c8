// SPDX-License-Identifier: Apache-2.0
/// \file
/// Insertion into hash tables of entries, erasure and search.

#include "../dok.hpp"

#include "../arrays.hpp"

#include <Araios/update_dok.hpp>

namespace araios_c {

namespace {

/// The object of the table: it shares the arrays with A, which are replaced where they are too small.
template <class S, class Exec>
Dok<S, Exec> table_of(MatrixBody const& A) {
  return std::get<Dok<S, Exec>>(A.as<StructuredMatrix<S, Exec>>());
}

}  // namespace

template <class S, class Exec>
MatrixBody dok_insert(Exec const& exec, araios_dok_options const& options, MatrixBody const& A,
                      Coordinates<Exec> const& at, Araios::ValuesViewOf<S, SpaceOf<Exec>> const& values,
                      std::int64_t& added) {
  auto table = table_of<S, Exec>(A);
  Araios::reserve(exec, table, options.capacity);
  Araios::DokInsertOptions const how{static_cast<Araios::DokInsert>(options.duplicates)};
  added = Araios::insert(exec, how, table, at.rows, at.columns, values);
  return body_of_structured<Exec>(table);
}

template <class S, class Exec>
MatrixBody dok_erase(Exec const& exec, MatrixBody const& A, Coordinates<Exec> const& at, std::int64_t& erased) {
  auto table = table_of<S, Exec>(A);
  erased = Araios::erase(exec, table, at.rows, at.columns);
  return body_of_structured<Exec>(table);
}

template <class S, class Exec>
void dok_find(Exec const& exec, MatrixBody const& A, Coordinates<Exec> const& at, int* found, void* values) {
  auto const table = table_of<S, Exec>(A);
  auto const entries =
      Araios::allocate<Dense<int, Exec>>(exec, "Araios::c::entries", static_cast<std::int64_t>(at.rows.extent(0)));
  Araios::find_entries(exec, table, at.rows, at.columns, entries);
  copy_found<S>(exec, entries, table.values, found, values);
}

#define ARAIOS_C_INSTANTIATE(S, Exec)                                                                              \
  template MatrixBody dok_insert<S, Exec>(Exec const&, araios_dok_options const&, MatrixBody const&,               \
                                          Coordinates<Exec> const&, Araios::ValuesViewOf<S, SpaceOf<Exec>> const&, \
                                          std::int64_t&);                                                          \
  template MatrixBody dok_erase<S, Exec>(Exec const&, MatrixBody const&, Coordinates<Exec> const&, std::int64_t&); \
  template void dok_find<S, Exec>(Exec const&, MatrixBody const&, Coordinates<Exec> const&, int*, void*);
ARAIOS_C_IN_BOTH(ARAIOS_C_INSTANTIATE, ARAIOS_C_UNIT)

}  // namespace araios_c
