// SPDX-License-Identifier: Apache-2.0
/// \file
/// Multigrid cycles on a hierarchy of matrices in CSR with offsets of 64 bits.

#include <Araios/multigrid.hpp>
#include <Araios/runtime/solve_typed.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace Araios::runtime {

namespace {

template <class T, class Exec>
using Levels = MultigridHierarchy<Working<T, Exec>>;

template <class T, class Exec>
Levels<T, Exec> working_levels(Exec const& exec, Hierarchy const& hierarchy) {
  Levels<T, Exec> levels;
  for (auto const& A : hierarchy.A) levels.A.push_back(working<T>(exec, A));
  for (auto const& P : hierarchy.P) levels.P.push_back(working<T>(exec, P));
  for (auto const& R : hierarchy.R) levels.R.push_back(working<T>(exec, R));
  return levels;
}

/// The values of `given` over the row_map and entries of the levels before.
template <class T, class Exec>
Levels<T, Exec> with_values_of(Exec const& exec, Levels<T, Exec> const& before, Levels<T, Exec> given) {
  auto const take = [&](char const* name, std::vector<Working<T, Exec>> const& from,
                        std::vector<Working<T, Exec>>& to) {
    for (std::size_t l = 0; l < to.size(); ++l)
      to[l] = require_entries_of(exec, "level " + std::to_string(l) + ": " + name, from[l], to[l]);
  };
  take("A", before.A, given.A);
  take("P", before.P, given.P);
  take("R", before.R, given.R);
  return given;
}

std::vector<Matrix> all_of(Hierarchy const& hierarchy) {
  auto all = hierarchy.A;
  all.insert(all.end(), hierarchy.P.begin(), hierarchy.P.end());
  all.insert(all.end(), hierarchy.R.begin(), hierarchy.R.end());
  return all;
}

}  // namespace

template <class T, class Exec>
LinearMapPtr make_multigrid(Exec const& exec, MultigridOptions const& options, Hierarchy const& hierarchy) {
  using Plan = MultigridPlan<Exec, Working<T, Exec>>;
  auto const levels = working_levels<T>(exec, hierarchy);
  auto const m = std::make_shared<Plan>(exec, levels, options);
  // The matrices with the entries, and those of the last update.
  auto const given = all_of(hierarchy);
  auto const owners = std::make_shared<std::vector<Matrix>>(given);
  std::int64_t work = 0;
  for (auto const& A : given) work += A.nnz;
  auto const map = map_of<T, Exec>(m, hierarchy.A[0].rows, work, owners);
  map->has_levels = true;
  map->improve = [m, n = static_cast<std::size_t>(map->size)](Context const& c, void const* from, void* to) {
    m->improve(instance_of<Exec>(c), column_at<T const, Exec>(from, n), column_at<T, Exec>(to, n));
  };
  map->update = [m, levels, owners, type = map->type, count = given.size(), state = map->state](Context const& c,
                                                                                                Hierarchy const& with) {
    auto const& on = instance_of<Exec>(c);
    require_levels(with, levels.A.size(), type);
    auto const next = with_values_of<T>(on, levels, working_levels<T>(on, with));
    change_values(*state, [&] { m->update(on, next); });
    owners->resize(count);
    for (auto const& A : all_of(with)) owners->push_back(A);
  };
  return map;
}

#define ARAIOS_RUNTIME_INSTANTIATE(S, Exec) \
  template LinearMapPtr make_multigrid<S, Exec>(Exec const&, MultigridOptions const&, Hierarchy const&);
ARAIOS_RUNTIME_INSTANTIATE_FIELD

}  // namespace Araios::runtime
