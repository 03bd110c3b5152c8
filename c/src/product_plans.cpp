// SPDX-License-Identifier: Apache-2.0
/// \file
/// The C functions of plans of products.

#include "handles.hpp"

#include "product_plans.hpp"

#include <algorithm>
#include <optional>

namespace araios_c {

namespace {

template <class S, class Index, class Exec>
bool has_arrays(Csr<S, Index, Exec> const& A, void const* row_map, void const* entries) {
  return A.row_map.data() == row_map && A.entries.data() == entries;
}
template <class Planned, class Other>
std::int64_t bytes_unless_shared(Planned const& planned, Other const& other) {
  if (static_cast<void const*>(planned.data()) == static_cast<void const*>(other.data())) return 0;
  return static_cast<std::int64_t>(planned.extent(0) * sizeof(typename Planned::value_type));
}

/// A matrix for a plan; `bytes` grows by those of arrays that are converted.
template <class Exec>
PlannedOperand<Exec> planned_operand(Exec const& exec, Matrix const& A, char const* name, std::int64_t& bytes) {
  require(A.format == Format::csr, ErrorKind::invalid_argument, name, " is in ", Araios::name(A.format),
          "; a plan needs CSR: araios_convert");
  PlannedOperand<Exec> operand;
  operand.given = A;
  operand.pattern = working<Pattern>(exec, A);
  with_type(A.type, [&](auto t) {
    with_index(A.index, [&](auto index) {
      auto const& matrix = A.as<Csr<typename decltype(t)::type, decltype(index), Exec>>();
      operand.row_map = matrix.row_map.data();
      operand.entries = matrix.entries.data();
      bytes += bytes_unless_shared(operand.pattern.row_map, matrix.row_map) +
               bytes_unless_shared(operand.pattern.entries, matrix.entries);
    });
  });
  return operand;
}

/// The operand with the values of A, which has its arrays; those of a pattern are 1.
template <class S, class Exec>
Working<S, Exec> with_values(Exec const& exec, PlannedOperand<Exec> const& operand, Matrix const& A, char const* name) {
  auto const of_type = [&](auto t) {
    using T = typename decltype(t)::type;
    return with_index(A.index, [&](auto index) {
      auto const& matrix = A.as<Csr<T, decltype(index), Exec>>();
      require(has_arrays<T, decltype(index), Exec>(matrix, operand.row_map, operand.entries),
              ErrorKind::invalid_argument, name, " has other entries than the matrix of the plan: other arrays");
      auto const& pattern = operand.pattern;
      return Working<T, Exec>(pattern.num_rows(), pattern.num_cols(), pattern.row_map, pattern.entries, matrix.values);
    });
  };
  require(A.format == Format::csr && A.index == operand.given.index && A.rows == operand.given.rows &&
              A.columns == operand.given.columns,
          ErrorKind::invalid_argument, name, " has another format, index type or shape than the matrix of the plan");
  if (A.type == ValueType::pattern) return working<S>(exec, matrix_of(of_type(Tag<Pattern>{})));
  return of_type(Tag<S>{});
}

/// The values of C, where it is a matrix over the structure of the plan; nothing where it is not.
template <class S, class Exec>
std::optional<Dense<S, Exec>> values_over(Matrix const& structure, std::optional<Matrix> const& C) {
  if (!C || C->format != Format::csr || C->type != type_of<S> || C->index != structure.index) return std::nullopt;
  return with_index(structure.index, [&](auto index) -> std::optional<Dense<S, Exec>> {
    auto const& planned = structure.as<Csr<Pattern, decltype(index), Exec>>();
    auto const& matrix = C->as<Csr<S, decltype(index), Exec>>();
    if (!has_arrays<S, decltype(index), Exec>(matrix, planned.row_map.data(), planned.entries.data()))
      return std::nullopt;
    return matrix.values;
  });
}
template <class S, class Exec>
Matrix with_structure(Matrix const& structure, Dense<S, Exec> const& values) {
  return with_index(structure.index, [&](auto index) {
    auto const& planned = structure.as<Csr<Pattern, decltype(index), Exec>>();
    return matrix_of(Csr<S, decltype(index), Exec>(planned.num_rows(), planned.num_cols(), planned.row_map,
                                                   planned.entries, values));
  });
}

struct Named {
  araios_matrix const* matrix;
  char const* name;
};

/// make(exec, operands) gives the Plan<Exec>.
template <template <class> class Plan, class Make>
araios_status create_plan(char const* function, araios_context* context, PlanKind kind,
                          std::vector<Named> const& matrices, araios_plan** P, Make const& make) {
  return compute(function, context, [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    require_plan_output(P);
    std::vector<Matrix> bodies;
    for (Named const& m : matrices) bodies.push_back(matrix_input(*context, m.matrix, m.name));
    for (std::size_t k = 1; k < bodies.size(); ++k)
      require(bodies[k - 1].columns == bodies[k].rows, ErrorKind::invalid_argument, "columns of ", matrices[k - 1].name,
              ", rows of ", matrices[k].name, " (", bodies[k - 1].columns, " != ", bodies[k].rows, ")");
    runtime::Plan made;
    std::vector<PlannedOperand<Exec>> operands;
    for (std::size_t k = 0; k < bodies.size(); ++k)
      operands.push_back(planned_operand(exec, bodies[k], matrices[k].name, made.bytes));
    Plan<Exec> const plan = make(exec, operands);
    auto const structure = result<Pattern>(exec, plan.pattern(), bodies[0].index);
    with_index(structure.index, [&](auto index) {
      auto const& planned = structure.template as<Csr<Pattern, decltype(index), Exec>>();
      made.bytes += plan.bytes() + bytes_unless_shared(planned.row_map, plan.pattern().row_map) +
                    bytes_unless_shared(planned.entries, plan.pattern().entries);
    });
    made.plan = std::make_shared<PlannedProduct<Plan<Exec>, Exec>>(
        PlannedProduct<Plan<Exec>, Exec>{std::move(operands), plan, structure});
    made.kind = kind;
    made.type = ValueType::pattern;
    made.matrix = structure;
    set_plan(*context, P, std::move(made));
  });
}

template <template <class> class Plan>
araios_status multiply_planned(char const* function, araios_context* context, PlanKind kind, araios_plan const* P,
                               std::vector<Named> const& matrices, araios_matrix** C) {
  return compute(function, context, [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    MatrixOutput output(*context, C, "C");
    auto const& planned =
        *static_cast<PlannedProduct<Plan<Exec>, Exec> const*>(plan_input(*context, P, kind).plan.get());
    std::vector<Matrix> bodies;
    for (Named const& m : matrices) bodies.push_back(planned_input(*context, m.matrix, m.name));
    ValueType type = ValueType::pattern;
    for (Matrix const& body : bodies) type = common_type(type, body.type);
    std::optional<Matrix> const old = *C == nullptr ? std::nullopt : std::optional(matrix_input(*context, *C, "C"));
    with_real_type("a plan of products", type, [&](auto t) {
      using S = typename decltype(t)::type;
      std::vector<Working<S, Exec>> operands;
      for (std::size_t k = 0; k < bodies.size(); ++k)
        operands.push_back(with_values<S>(exec, planned.operands[k], bodies[k], matrices[k].name));
      auto const into = values_over<S, Exec>(planned.structure, old);
      bool const is_operand = into && std::any_of(operands.begin(), operands.end(), [&](auto const& operand) {
                                return operand.values.data() == into->data();
                              });
      if (into && !is_operand) {
        Araios::UninterruptedScope const changes_values;
        return planned_values<S>(exec, planned.plan, operands, *into);
      }
      auto const values = Araios::allocate<Dense<S, Exec>>(exec, "Araios::c::values", planned.plan.nnz());
      planned_values<S>(exec, planned.plan, operands, values);
      output.set(with_structure<S, Exec>(planned.structure, values));
    });
  });
}

}  // namespace
}  // namespace araios_c

using namespace araios_c;

araios_status araios_multiply_plan_create(araios_context* context, araios_matrix const* A, araios_matrix const* B,
                                          araios_plan** P) {
  return create_plan<MultiplyPlan>("araios_multiply_plan_create", context, PlanKind::multiply, {{A, "A"}, {B, "B"}}, P,
                                   [](auto const& exec, auto const& operands) {
                                     return MultiplyPlan<std::remove_cvref_t<decltype(exec)>>(exec, operands[0].pattern,
                                                                                              operands[1].pattern);
                                   });
}
araios_status araios_multiply_with_plan(araios_context* context, araios_plan const* P, araios_matrix const* A,
                                        araios_matrix const* B, araios_matrix** C) {
  return multiply_planned<MultiplyPlan>("araios_multiply_with_plan", context, PlanKind::multiply, P,
                                        {{A, "A"}, {B, "B"}}, C);
}

araios_status araios_galerkin_plan_create(araios_context* context, araios_matrix const* R, araios_matrix const* A,
                                          araios_matrix const* P, araios_plan** plan) {
  return create_plan<GalerkinPlan>("araios_galerkin_plan_create", context, PlanKind::galerkin,
                                   {{R, "R"}, {A, "A"}, {P, "P"}}, plan, [](auto const& exec, auto const& operands) {
                                     return GalerkinPlan<std::remove_cvref_t<decltype(exec)>>(
                                         exec, operands[0].pattern, operands[1].pattern, operands[2].pattern);
                                   });
}
araios_status araios_galerkin_with_plan(araios_context* context, araios_plan const* plan, araios_matrix const* R,
                                        araios_matrix const* A, araios_matrix const* P, araios_matrix** C) {
  return multiply_planned<GalerkinPlan>("araios_galerkin_with_plan", context, PlanKind::galerkin, plan,
                                        {{R, "R"}, {A, "A"}, {P, "P"}}, C);
}
