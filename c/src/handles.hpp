// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Handles of matrices, vectors and plans, and how functions take them as inputs and outputs.

#include "core.hpp"

#include <Araios/runtime/plan.hpp>
#include <Araios/runtime/typed.hpp>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace araios_c {

/// A change of one entry that is not made yet.
struct Change {
  std::int64_t i;
  std::int64_t j;
  double real;
  double imaginary;
  bool removes;
};

}  // namespace araios_c

struct araios_matrix {
  araios_context* context = nullptr;
  Araios::runtime::Matrix body;
  std::vector<araios_c::Change> changes;
  std::string name;
};

struct araios_vector {
  araios_context* context = nullptr;
  Araios::runtime::Vector body;
  std::vector<araios_c::Change> changes;  ///< j is 0
  std::string name;
};

struct araios_plan : Araios::runtime::Plan {
  araios_context* context = nullptr;
};

namespace araios_c {

/// The contents of an input, after its changes are made (pending_updates.cpp); `name` is for messages.
Matrix matrix_input(araios_context& context, araios_matrix const* A, char const* name);
/// The same with one entry, the sum, for all at one coordinate: for functions that are not linear in the entries. The
/// entries are read to find out whether they are so, once for each handle (canonical.cpp).
Matrix canonical_input(araios_context& context, araios_matrix const* A, char const* name);
/// The same for functions that add what they make of each entry: only entries of a pattern must not repeat.
Matrix linear_input(araios_context& context, araios_matrix const* A, char const* name);
/// As it is stored, for plans, which keep its arrays: a pattern that repeats entries is refused.
Matrix planned_input(araios_context& context, araios_matrix const* A, char const* name);
Vector vector_input(araios_context& context, araios_vector const* x, char const* name);
/// The same, refused unless the vector is dense, or sparse.
Vector dense_input(araios_context& context, araios_vector const* x, char const* name);
Vector sparse_input(araios_context& context, araios_vector const* x, char const* name);
void require_dense(Vector const& body, char const* name);
araios_plan const& plan_input(araios_context& context, araios_plan const* P, PlanKind kind);

/// A handle that a function changes.
araios_matrix& matrix_to_change(araios_context& context, araios_matrix* A, char const* name);
araios_vector& vector_to_change(araios_context& context, araios_vector* x, char const* name);

/// Makes the changes of a handle (pending_updates.cpp).
void commit(araios_context& context, araios_matrix& A);
void commit(araios_context& context, araios_vector& x);

/// Where a result goes: checked before anything is computed, set at the end.
class MatrixOutput {
 public:
  MatrixOutput(araios_context& context, araios_matrix** output, char const* name = "the output");
  void set(Matrix body);

 private:
  araios_context& context_;
  araios_matrix** output_;
};
class VectorOutput {
 public:
  VectorOutput(araios_context& context, araios_vector** output, char const* name = "the output");
  void set(Vector body);

 private:
  araios_context& context_;
  araios_vector** output_;
};
void set_plan(araios_context& context, araios_plan** output, Plan plan);
void require_plan_output(araios_plan** output);

/// The sum of the entries of A as two numbers (reduce.cpp).
template <class S, class Exec>
void reduce_to(Exec const& exec, Operator add, Working<S, Exec> const& A, double* sum);

/// The options, and the owner of what they borrow: nullptr where arrays are copied.
ArrayOptions array_options(araios_context const& context, araios_array_options const* options);
Owner owner_of(araios_context const& context, ArrayOptions const& options);

/// Destroys all handles of a context, or all of every context, without the contexts.
void destroy_handles(araios_context* context);

}  // namespace araios_c
