// SPDX-License-Identifier: Apache-2.0
/// \file
/// Transposition, and its plans.

#include "handles.hpp"

#include <Araios/runtime/hypersparse.hpp>
#include <Araios/runtime/renumbering.hpp>

#include <Araios/transpose.hpp>
#include <Araios/transpose_plan.hpp>

namespace araios_c {

namespace {

araios_transpose_options transpose_options(araios_transpose_options const* options) {
  auto const given = options == nullptr ? araios_transpose_options{} : *options;
  require_enumerator(given.method, ARAIOS_TRANSPOSE_FUSED, "araios_transpose_method");
  return given;
}

template <class Index, class Exec>
using PlanOf = Araios::TransposePlan<Exec, typename Index::Ordinal, typename Index::Offset>;

template <class S, class Index, class Exec>
Csr<Pattern, Index, Exec> pattern_of(Csr<S, Index, Exec> const& A) {
  return Csr<Pattern, Index, Exec>(A.num_rows(), A.num_cols(), A.row_map, A.entries);
}

/// By a method: its structure and permutation are found for patterns, so that there is one instance of all methods.
template <class S, class Exec>
Matrix transposed_body(Exec const& exec, araios_transpose_options const& options, Matrix const& A) {
  bool const conjugates = options.conjugate != 0 && Araios::is_complex_v<S>;
  if (A.format == Format::hypersparse) {
    require(options.method == ARAIOS_TRANSPOSE_AUTOMATIC, ErrorKind::invalid_argument,
            "A is in DCSR, which has one method: ARAIOS_TRANSPOSE_AUTOMATIC");
    return dcsr_of<S>(exec, transposed<S>(exec, own_rows<S>(exec, A), conjugates));
  }
  if (options.method != ARAIOS_TRANSPOSE_AUTOMATIC) {
    auto const by_rows = working<S>(exec, A);
    PlanOf<Index32_64, Exec> const plan(exec, pattern_of<S, Index32_64, Exec>(by_rows),
                                        {.method = static_cast<Araios::TransposeMethod>(options.method)});
    Araios::TransposeValuesOptions const how{conjugates ? Araios::Conjugate::yes : Araios::Conjugate::no};
    return result<S>(exec, Working<S, Exec>(Araios::transpose(exec, plan, by_rows, how)), A.index);
  }
  if (A.format == Format::csc && !conjugates)
    return with_index(A.index, [&](auto index) { return matrix_of(A.as<Csr<S, decltype(index), Exec>>(), A.owner); });
  if (conjugates || A.format != Format::csr)
    return result<S>(exec, transposed<S>(exec, working<S>(exec, A), conjugates), A.index);
  return with_index(
      A.index, [&](auto index) { return matrix_of(Araios::transpose(exec, A.as<Csr<S, decltype(index), Exec>>())); });
}

}  // namespace

namespace {

/// The values of *B, where it is a matrix over the structure of the plan; nullptr where it is not.
template <class S, class Index, class Exec>
Csr<S, Index, Exec> const* over_plan(PlanOf<Index, Exec> const& plan, Matrix const& B) {
  if (B.format != Format::csr || B.type != type_of<S> ||
      B.index != index_of<typename Index::Ordinal, typename Index::Offset>)
    return nullptr;
  auto const& matrix = B.as<Csr<S, Index, Exec>>();
  return matrix.row_map.data() == plan.row_map().data() && matrix.entries.data() == plan.entries().data() ? &matrix
                                                                                                          : nullptr;
}

}  // namespace
}  // namespace araios_c

using namespace araios_c;

araios_status araios_transpose(araios_context* context, araios_transpose_options const* options, araios_matrix const* A,
                               araios_matrix** B) {
  return compute_beside("araios_transpose", context, [&](auto const& exec) {
    MatrixOutput output(*context, B, "B");
    auto a = matrix_input(*context, A, "A");
    auto const given = transpose_options(options);
    GiveWay const way(B);
    auto const is_canonical = a.is_canonical;
    // An offset for each column of A would be more than its entries.
    bool const is_kept = a.format == Format::csc && given.conjugate == 0;
    Renumbering numbers(exec);
    numbers.add(a, 0, 1);
    if (is_sparse_axis(a.columns, a.nnz) && !is_kept) numbers.force();
    auto const transpose = [&] {
      return with_type(a.type, [&](auto t) { return transposed_body<typename decltype(t)::type>(exec, given, a); });
    };
    auto made = is_kept || a.format == Format::hypersparse ? transpose() : numbers.matrix(1, 0, transpose);
    made.is_canonical = is_canonical;
    output.set(std::move(made));
  });
}

araios_status araios_transpose_plan_create(araios_context* context, araios_matrix const* A, araios_plan** P) {
  return compute("araios_transpose_plan_create", context, [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    require_plan_output(P);
    auto const a = matrix_input(*context, A, "A");
    require(a.format == Format::csr, ErrorKind::invalid_argument, "A is in ", name(a.format),
            "; a plan needs CSR: araios_convert");
    Plan made;
    with_type(a.type, [&](auto t) {
      using S = typename decltype(t)::type;
      with_index(a.index, [&](auto index) {
        using Index = decltype(index);
        auto const plan =
            std::make_shared<PlanOf<Index, Exec>>(exec, pattern_of<S, Index, Exec>(a.as<Csr<S, Index, Exec>>()));
        made.bytes = plan->bytes();
        made.plan = plan;
      });
    });
    made.kind = PlanKind::transpose;
    made.type = a.type;
    made.matrix = a;
    set_plan(*context, P, std::move(made));
  });
}

araios_status araios_transpose_with_plan(araios_context* context, araios_transpose_options const* options,
                                         araios_plan const* P, araios_matrix const* A, araios_matrix** B) {
  return compute("araios_transpose_with_plan", context, [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    MatrixOutput output(*context, B, "B");
    auto const& handle = plan_input(*context, P, PlanKind::transpose);
    auto const a = matrix_input(*context, A, "A");
    auto const given = transpose_options(options);
    require(a.format == Format::csr && a.index == handle.matrix.index, ErrorKind::invalid_argument,
            "A has another format or index type than the matrix of the plan");
    require(given.method == ARAIOS_TRANSPOSE_AUTOMATIC, ErrorKind::invalid_argument,
            "a plan has its method: only `conjugate` may be given");
    Araios::TransposeValuesOptions const how{given.conjugate != 0 ? Araios::Conjugate::yes : Araios::Conjugate::no};
    std::optional<Matrix> const old = *B == nullptr ? std::nullopt : std::optional(matrix_input(*context, *B, "B"));
    with_type(a.type, [&](auto t) {
      using S = typename decltype(t)::type;
      with_index(a.index, [&](auto index) {
        using Index = decltype(index);
        auto const& plan = handle.as<PlanOf<Index, Exec> const>();
        auto const& matrix = a.as<Csr<S, Index, Exec>>();
        // Every entry of other arrays than those of the plan is compared: a sample would miss some differences.
        if (!plan.has_arrays_of(matrix)) plan.check_pattern(exec, matrix, {Araios::PatternCheck::full});
        auto const* const into = old ? over_plan<S, Index, Exec>(plan, *old) : nullptr;
        if (into != nullptr && into->values.data() != matrix.values.data()) {
          Araios::UninterruptedScope const changes_values;
          return Araios::transpose(exec, plan, matrix, into->values, how);
        }
        output.set(matrix_of(Csr<S, Index, Exec>(Araios::transpose(exec, plan, matrix, how))));
      });
    });
  });
}
