// SPDX-License-Identifier: Apache-2.0
/// \file
/// The C function of SpGEMM, and products that count.

#include "handles.hpp"

#include "multiply.hpp"

#include <Araios/runtime/hypersparse.hpp>
#include <Araios/runtime/renumbering.hpp>

#include <Araios/multiply.hpp>
#include <Araios/multiply_masked.hpp>

#include <optional>

namespace araios_c {

namespace {

araios_multiply_options multiply_options(araios_multiply_options const* options) {
  auto const given = options == nullptr ? araios_multiply_options{} : *options;
  require_enumerator(of(given.semiring), SemiringType::plus_pair, "araios_semiring");
  require_enumerator(given.op_a, ARAIOS_CONJUGATE_TRANSPOSE, "araios_op");
  require_enumerator(given.op_b, ARAIOS_CONJUGATE_TRANSPOSE, "araios_op");
  require(given.max_workspace_bytes >= 0, ErrorKind::invalid_argument, "max_workspace_bytes is negative (",
          given.max_workspace_bytes, ")");
  require(given.complement == 0 || given.mask != nullptr, ErrorKind::invalid_argument,
          "complement is set, but mask is NULL");
  return given;
}

/// The inputs of a product as bodies.
struct Inputs {
  Matrix A, B;
  std::optional<Matrix> C, mask;
};

/// Sizes are compared before anything is transposed or widened.
void check_shapes(araios_multiply_options const& options, Inputs const& in) {
  bool const ta = options.op_a != ARAIOS_NO_TRANSPOSE, tb = options.op_b != ARAIOS_NO_TRANSPOSE;
  std::int64_t const m = ta ? in.A.columns : in.A.rows, k = ta ? in.A.rows : in.A.columns;
  std::int64_t const kb = tb ? in.B.columns : in.B.rows, n = tb ? in.B.rows : in.B.columns;
  require(k == kb, ErrorKind::invalid_argument, "columns of op(A), rows of op(B) (", k, " != ", kb, ")");
  auto const check = [&](std::optional<Matrix> const& M, char const* what) {
    if (M)
      require(M->rows == m && M->columns == n, ErrorKind::invalid_argument, what, " is ", M->rows, " x ", M->columns,
              ", the product ", m, " x ", n);
  };
  check(in.mask, "the mask");
  check(in.C, "C");
}

template <class S, class Exec>
Working<S, Exec> operand(Exec const& exec, Matrix const& A, araios_op op) {
  auto const a = working<S>(exec, A);
  return op == ARAIOS_NO_TRANSPOSE ? a : transposed<S>(exec, a, op == ARAIOS_CONJUGATE_TRANSPOSE);
}

template <class S, class Exec, class F>
Working<S, Exec> with_product(Exec const& exec, araios_multiply_options const& options, Inputs const& in, F const& f) {
  Product<S, Exec> product{operand<S>(exec, in.A, options.op_a), operand<S>(exec, in.B, options.op_b)};
  std::optional<Working<S, Exec>> C;
  std::optional<Working<Pattern, Exec>> mask;
  if (in.C) product.C = &C.emplace(working<S>(exec, *in.C));
  if (in.mask) product.mask = &mask.emplace(working<Pattern>(exec, *in.mask));
  product.complement = options.complement != 0;
  product.max_workspace_bytes = options.max_workspace_bytes;
  return f(product);
}

/// The number of pairs of entries for each entry of A B.
template <class Exec>
Working<double, Exec> count_pairs(Exec const& exec, Product<Pattern, Exec> const& p, Working<double, Exec> const* C) {
  Araios::MultiplyMaskedOptions const masked{.complement = p.complement};
  auto const product = p.mask != nullptr
                           ? Araios::multiply_masked<Araios::PlusTimes, double>(exec, *p.mask, p.A, p.B, masked)
                           : Araios::multiply<Araios::PlusTimes, double>(exec, p.A, p.B);
  return C == nullptr ? product : combine<double>(exec, Combination::of_either, Operator::plus, *C, product);
}

template <class Exec>
Matrix multiply_bodies(Exec const& exec, araios_multiply_options const& options, Inputs const& in) {
  if (of(options.semiring) == SemiringType::plus_pair) {
    std::optional<Working<double, Exec>> C;
    if (in.C) {
      require(in.C->type == ValueType::float64, ErrorKind::invalid_argument, "C is of ", name(in.C->type),
              ", counts are of ARAIOS_FLOAT64");
      C.emplace(working<double>(exec, *in.C));
    }
    Inputs const pattern{in.A, in.B, std::nullopt, in.mask};
    Working<double, Exec> counted;
    (void)with_product<Pattern>(exec, options, pattern, [&](auto const& product) {
      counted = count_pairs(exec, product, C ? &*C : nullptr);
      return product.A;
    });
    return result<double>(exec, counted, in.A.index);
  }
  ValueType const type = common_type(in.A.type, in.B.type);
  if (in.C)
    require(in.C->type == type, ErrorKind::invalid_argument, "C is of ", name(in.C->type), ", the product of ",
            name(type));
  bool const is_pattern = type == ValueType::pattern;
  if (of(options.semiring) == SemiringType::plus_times || (of(options.semiring) == SemiringType::or_and && is_pattern))
    return with_type(type, [&](auto t) {
      using S = typename decltype(t)::type;
      return result<S>(exec,
                       with_product<S>(exec, options, in,
                                       [&](auto const& product) { return multiply_plus_times<S>(exec, product); }),
                       in.A.index);
    });
  return with_real_type("this semiring", type, [&](auto t) {
    using S = typename decltype(t)::type;
    return result<S>(
        exec,
        with_product<S>(exec, options, in,
                        [&](auto const& product) { return multiply_in<S>(exec, of(options.semiring), product); }),
        in.A.index);
  });
}

/// A is in DCSR, and the product has its rows alone: the product of these rows, with their names.
template <class Exec>
Matrix multiply_rows(Exec const& exec, araios_multiply_options const& options, Inputs const& in) {
  RowNames<Exec> names;
  auto const rows = with_type(in.A.type, [&](auto t) {
    auto const A = own_rows<typename decltype(t)::type>(exec, in.A);
    names = A.rows;
    return matrix_of(A.compressed());
  });
  auto const C = multiply_bodies(exec, options, {rows, in.B, std::nullopt, std::nullopt});
  return with_type(C.type, [&](auto t) {
    using S = typename decltype(t)::type;
    return dcsr_of<S>(exec, named_rows<S>(exec, in.A.rows, names, C.template as<Working<S, Exec>>()));
  });
}

}  // namespace
}  // namespace araios_c

using namespace araios_c;

araios_status araios_multiply(araios_context* context, araios_multiply_options const* options, araios_matrix const* A,
                              araios_matrix const* B, araios_matrix** C) {
  return compute_beside("araios_multiply", context, [&](auto const& exec) {
    MatrixOutput output(*context, C, "C");
    auto const given = multiply_options(options);
    Inputs in{canonical_input(*context, A, "A"), canonical_input(*context, B, "B"), std::nullopt, std::nullopt};
    if (given.mask != nullptr) in.mask = canonical_input(*context, given.mask, "the mask");
    if (given.accumulate != 0) in.C = canonical_input(*context, *C, "C");
    check_shapes(given, in);
    GiveWay const way(C);
    bool const ta = given.op_a != ARAIOS_NO_TRANSPOSE, tb = given.op_b != ARAIOS_NO_TRANSPOSE;
    Renumbering numbers(exec);
    numbers.add(in.A, ta ? 1 : 0, ta ? 0 : 1);
    numbers.add(in.B, tb ? 2 : 1, tb ? 1 : 2);
    if (in.C) numbers.add(*in.C, 0, 2);
    if (in.mask) numbers.add(*in.mask, 0, 2);
    if (numbers.apply()) return output.set(known_canonical(numbers.restore(multiply_bodies(exec, given, in), 0, 2)));
    bool const by_rows = in.A.format == Format::hypersparse && given.op_a == ARAIOS_NO_TRANSPOSE && !in.C && !in.mask;
    output.set(known_canonical(by_rows ? multiply_rows(exec, given, in) : multiply_bodies(exec, given, in)));
  });
}
