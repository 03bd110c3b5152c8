// SPDX-License-Identifier: Apache-2.0
/// \file
/// A matrix times a sparse vector, from both sides.

#include "handles.hpp"

#include <Araios/runtime/bitmap.hpp>
#include <Araios/runtime/operations.hpp>
#include <Araios/runtime/renumbering.hpp>
#include <Araios/runtime/semirings.hpp>

#include <Araios/formats/copy.hpp>
#include <Araios/mxv.hpp>
#include <Araios/spmspv.hpp>

#include <optional>

namespace araios_c {

namespace {

araios_mxv_options mxv_options(araios_mxv_options const* options, araios_vector* const* y) {
  auto const given = options == nullptr ? araios_mxv_options{} : *options;
  require_enumerator(of(given.semiring), SemiringType::or_and, "araios_semiring of a sparse vector");
  require(given.complement == 0 || given.mask != nullptr, ErrorKind::invalid_argument,
          "complement is set, but mask is NULL");
  require(given.accumulate == 0 || *y != nullptr, ErrorKind::invalid_handle,
          "y is NULL, and products are to be added to it");
  return given;
}

/// The inputs of a product: A is m-by-n, x has n elements, y and the mask m; for x^T A it is the other way.
struct MxvInputs {
  bool from_left = false;
  Matrix A;
  Vector x;
  std::optional<Vector> y, mask;
};

void check_lengths(MxvInputs const& in) {
  std::int64_t const of_x = in.from_left ? in.A.rows : in.A.columns, of_y = in.from_left ? in.A.columns : in.A.rows;
  require(in.x.length == of_x, ErrorKind::invalid_argument, "x has ", in.x.length, " elements, A is ", in.A.rows, " x ",
          in.A.columns);
  if (in.y) require(in.y->length == of_y, ErrorKind::invalid_argument, "y has ", in.y->length, " elements, not ", of_y);
  if (in.mask)
    require(in.mask->length == of_y, ErrorKind::invalid_argument, "the mask has ", in.mask->length, " elements, not ",
            of_y);
}

/// The product of patterns, by vectors of bits; y is one where x is.
template <class Exec>
Vector boolean_product(Exec const& exec, araios_mxv_options const& options, MxvInputs const& in) {
  auto const A = working<Pattern>(exec, in.A);
  auto const x = bits_of(exec, in.x);
  // The old y is kept where something fails, and may be x.
  auto const y = [&] {
    if (!in.y) return Araios::allocate_bitmap(exec, "Araios::c::mxv", in.from_left ? A.num_cols() : A.num_rows());
    auto const old = bits_of(exec, *in.y);
    return in.y->is_bits ? Araios::copy(exec, old) : old;
  }();
  Araios::MxvOptions const how{.accumulate = options.accumulate != 0, .complement_mask = options.complement != 0};
  if (in.mask) {
    auto const mask = bits_of(exec, *in.mask);
    if (in.from_left)
      Araios::vxm(exec, x, A, mask, y, how);
    else
      Araios::mxv(exec, A, x, mask, y, how);
  } else if (in.from_left) {
    Araios::vxm(exec, x, A, y, how);
  } else {
    Araios::mxv(exec, A, x, y, how);
  }
  if (in.x.is_bits) return vector_of_bits<Exec>(y);
  return result<Pattern>(exec, Araios::bitmap_to_sparse<int>(exec, y), in.x.index);
}

/// A x with values: by columns where they are at hand. x^T A is the product with the transpose, whose columns are the
/// rows of A.
template <class Semiring, class S, class Exec>
Sparse<S, Exec> product(Exec const& exec, MxvInputs const& in) {
  using Csc = Araios::CscMatrix<S, int, std::int64_t, SpaceOf<Exec>>;
  auto const x = working<S>(exec, in.x);
  if (in.A.format == Format::csc && !in.from_left)
    return Araios::spmspv<Semiring, S>(exec, Csc(working_csc<S>(exec, in.A)), x);
  auto const A = working<S>(exec, in.A);
  if (in.from_left) return Araios::spmspv<Semiring, S>(exec, Csc(A), x);
  return Araios::spmspv<Semiring, S>(exec, A, x);
}

Operator addition_of(SemiringType semiring) {
  switch (semiring) {
  case SemiringType::min_plus:
    return Operator::min;
  case SemiringType::max_plus:
  case SemiringType::max_times:
    return Operator::max;
  case SemiringType::or_and:
    return Operator::either;
  default:
    return Operator::plus;
  }
}

/// The mask and the addition to the old y, which are operations of short lists here.
template <class S, class Exec>
Sparse<S, Exec> finish(Exec const& exec, araios_mxv_options const& options, MxvInputs const& in,
                       Sparse<S, Exec> const& product) {
  if (!in.mask && !in.y) return product;
  auto row = as_row<S>(exec, product);
  if (in.mask) {
    auto const mask = strict_rows<Pattern>(exec, as_row<Pattern>(exec, working<Pattern>(exec, *in.mask)));
    auto const others = without<S>(exec, row, mask);
    row = options.complement != 0
              ? others
              : without<S>(exec, row, Working<Pattern, Exec>(1, others.num_cols(), others.row_map, others.entries));
  }
  if (in.y) {
    auto const old = strict_rows<S>(exec, as_row<S>(exec, working<S>(exec, *in.y)));
    row = combine<S>(exec, Combination::of_either, addition_of(of(options.semiring)), old, row);
  }
  return from_row<S, Exec>(row);
}

template <class Exec>
Vector multiplied(Exec const& exec, araios_mxv_options const& given, MxvInputs const& in, bool is_boolean) {
  if (is_boolean) return boolean_product(exec, given, in);
  ValueType const type = common_type(in.A.type, in.x.type);
  if (of(given.semiring) != SemiringType::plus_times)
    return with_real_type("this semiring", type, [&](auto t) {
      using S = typename decltype(t)::type;
      return with_semiring(of(given.semiring), [&](auto ring) {
        return result<S>(exec, finish<S>(exec, given, in, product<decltype(ring), S>(exec, in)), in.x.index);
      });
    });
  return with_value_type(type, [&](auto t) {
    using S = typename decltype(t)::type;
    return result<S>(exec, finish<S>(exec, given, in, product<Araios::PlusTimes, S>(exec, in)), in.x.index);
  });
}

araios_status multiply(char const* function, araios_context* context, araios_mxv_options const* options, bool from_left,
                       araios_matrix const* A, araios_vector const* x, araios_vector** y) {
  return compute_beside(function, context, [&](auto const& exec) {
    VectorOutput output(*context, y, "y");
    auto const given = mxv_options(options, y);
    auto const input = of(given.semiring) == SemiringType::plus_times ? matrix_input : canonical_input;
    MxvInputs in{from_left, input(*context, A, "A"), sparse_input(*context, x, "x"), std::nullopt, std::nullopt};
    if (given.accumulate != 0) in.y = sparse_input(*context, *y, "y");
    if (given.mask != nullptr) in.mask = sparse_input(*context, given.mask, "the mask");
    check_lengths(in);
    bool const is_boolean = in.A.type == ValueType::pattern || in.x.type == ValueType::pattern, is_bits = in.x.is_bits;
    if (is_boolean)
      require(of(given.semiring) == SemiringType::plus_times || of(given.semiring) == SemiringType::or_and,
              ErrorKind::invalid_argument, "a product with a pattern is Boolean");
    else if (in.y)
      require(in.y->type == common_type(in.A.type, in.x.type), ErrorKind::invalid_argument, "y is of ",
              name(in.y->type), ", the product of ", name(common_type(in.A.type, in.x.type)));
    Renumbering numbers(exec);
    numbers.add(in.A, 0, 1);
    numbers.add(in.x, from_left ? 0 : 1);
    if (in.y) numbers.add(*in.y, from_left ? 1 : 0);
    if (in.mask) numbers.add(*in.mask, from_left ? 1 : 0);
    numbers.request(in.x.index);
    auto made = numbers.vector(from_left ? 1 : 0, [&] { return multiplied(exec, given, in, is_boolean); });
    if (is_bits && !made.is_bits) made = vector_of_bits<std::remove_cvref_t<decltype(exec)>>(bits_of(exec, made));
    output.set(std::move(made));
  });
}

}  // namespace
}  // namespace araios_c

using namespace araios_c;

araios_status araios_mxv(araios_context* context, araios_mxv_options const* options, araios_matrix const* A,
                         araios_vector const* x, araios_vector** y) {
  return multiply("araios_mxv", context, options, false, A, x, y);
}
araios_status araios_vxm(araios_context* context, araios_mxv_options const* options, araios_vector const* x,
                         araios_matrix const* A, araios_vector** y) {
  return multiply("araios_vxm", context, options, true, A, x, y);
}
