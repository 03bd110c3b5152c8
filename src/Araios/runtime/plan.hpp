// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Plans whose types are known at run time.

#include <Araios/operations/spmv/options.hpp>
#include <Araios/runtime/matrix.hpp>

#include <cstdint>
#include <memory>
#include <string>

namespace Araios::runtime {

enum class PlanKind { none, transpose, spmv, multiply, galerkin, triangles, linear_map, solver };
/// What a plan of this kind is for.
constexpr char const* name(PlanKind kind) {
  constexpr char const* names[] = {"nothing",   "transposition", "SpMV",    "a product", "a Galerkin product",
                                   "triangles", "a linear map",  "a solver"};
  return names[static_cast<int>(kind)];
}

/// What was found out about a matrix for many calls. `plan` points to a plan of the types that the other members say.
struct Plan {
  PlanKind kind = PlanKind::none;
  ValueType type = ValueType::float64;  ///< of SpMV
  Op op = Op::none;
  std::shared_ptr<void> plan;
  Matrix matrix;  ///< that the plan was made of
  std::int64_t bytes = 0;
  std::string reason;

  template <class Typed>
  Typed& as() const {
    return *static_cast<Typed*>(plan.get());
  }
};

}  // namespace Araios::runtime
