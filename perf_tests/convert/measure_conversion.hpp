// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "convert/convert_case.hpp"
#include "harness/time_checked.hpp"

#include <Araios/core/workspace.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace Araios::Perf {

/// Checks and times a conversion, and keeps the result: `convert()` makes the matrix, whose arrays are allocated in every
/// run and released outside of it, and `difference(matrix)` says where it is not what it must be. The format takes
/// `matrix_bytes`. `workspace`: where there is one, what the conversion took of it.
template <class On, class Convert, class Difference>
void measure_conversion(On& on, Result& result, std::int64_t matrix_bytes, Convert const& convert,
                        Difference const& difference, Workspace<typename On::Space> const* workspace = nullptr) {
  std::optional<decltype(convert())> X;
  auto const run = [&] { X.emplace(convert()); };
  auto const check = [&](char const* when) {
    run();
    on.exec().fence();
    if (auto const found = difference(*X)) throw wrong_result(result, when, "the result is wrong: " + *found);
  };
  result.matrix_bytes = matrix_bytes;
  time_checked(on.bench, result, on.A.bytes() + matrix_bytes, run, check, [&] { X.reset(); });
  if (workspace != nullptr) result.workspace_bytes = workspace->peak_bytes();
  on.add(result);
}

/// The row of a conversion that is not measured.
template <class On>
void skip(On& on, Result result, std::string const& why) {
  result.note = "skipped: " + why;
  on.results.push_back(result);
}

/// The first difference between two COO matrices of equal shape.
template <class Exec, class Matrix>
std::optional<std::string> coo_difference(Exec const& exec, Matrix const& got, Matrix const& expected) {
  if (auto const found = array_difference(exec, got.row_indices, expected.row_indices, "row_indices")) return found;
  if (auto const found = array_difference(exec, got.col_indices, expected.col_indices, "col_indices")) return found;
  return array_difference(exec, got.values, expected.values, "values");
}

}  // namespace Araios::Perf
