// SPDX-License-Identifier: Apache-2.0
/// \file
/// Inputs with one entry for each coordinate.

#include "handles.hpp"

#include <Araios/runtime/canonical.hpp>

namespace araios_c {

namespace {
/// The contents a of A with one entry for each coordinate. That they are so is noted in the handle.
Matrix canonical_of(araios_context& context, araios_matrix const* A, Matrix const& a) {
  auto made = canonical(context, a);
  if (made.matrix == a.matrix && a.is_canonical.is_known()) A->body.is_canonical.note();
  return made;
}
}  // namespace

Matrix canonical_input(araios_context& context, araios_matrix const* A, char const* name) {
  return canonical_of(context, A, matrix_input(context, A, name));
}

Matrix linear_input(araios_context& context, araios_matrix const* A, char const* name) {
  auto a = matrix_input(context, A, name);
  return a.type == ValueType::pattern ? canonical_of(context, A, a) : a;
}

Matrix planned_input(araios_context& context, araios_matrix const* A, char const* name) {
  auto a = matrix_input(context, A, name);
  if (a.type != ValueType::pattern || a.format != Format::csr) return a;
  if (canonical_of(context, A, a).nnz < a.nnz)
    fail(ErrorKind::invalid_argument, name,
         " has duplicates, which a pattern cannot have: ", duplicate_of(context, a).value_or(""),
         "; call araios_sum_duplicates first");
  return a;
}

}  // namespace araios_c
