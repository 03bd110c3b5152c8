// SPDX-License-Identifier: Apache-2.0
#include "define.hpp"

#include <nanobind/stl/complex.h>

#include <complex>

namespace araios_python {
namespace {

araios_type number_type(Matrix const& A) { return A.info.type == ARAIOS_PATTERN ? ARAIOS_FLOAT64 : A.info.type; }

void spmv(Matrix& A, nb::handle x_, nb::handle y_, araios_op op, araios_semiring semiring, araios_spmv_method method,
          std::complex<double> alpha, std::complex<double> beta, Plan const* plan) {
  Buffer const x_buffer(x_), y_buffer(y_, Buffer::Access::write);
  for (auto const* buffer : {&x_buffer, &y_buffer}) buffer->require_memory_of(A);
  bool const transposed = op != ARAIOS_NO_TRANSPOSE;
  auto const x_length = transposed ? A.info.rows : A.info.columns;
  auto const y_length = transposed ? A.info.columns : A.info.rows;
  auto const type = number_type(A);
  auto const x = x_buffer.dense(type, x_length, 1, true), y = y_buffer.dense(type, y_length, 1, true);
  araios_spmv_options options{};
  options.op = op;
  options.semiring = semiring;
  options.method = method;
  options.alpha_imaginary = alpha.imag();
  options.beta_imaginary = beta.imag();
  A.context()->call([&] {
    return araios_spmv_dense(A.context()->get(), &options, plan == nullptr ? nullptr : plan->get(), alpha.real(),
                             A.get(), &x, beta.real(), &y);
  });
}

void spmm(Matrix& A, nb::handle X_, nb::handle Y_, std::int64_t columns, bool x_by_rows, bool y_by_rows, araios_op op,
          std::complex<double> alpha, std::complex<double> beta) {
  Buffer const x_buffer(X_), y_buffer(Y_, Buffer::Access::write);
  for (auto const* buffer : {&x_buffer, &y_buffer}) buffer->require_memory_of(A);
  bool const transposed = op != ARAIOS_NO_TRANSPOSE;
  auto const type = number_type(A);
  auto const X = x_buffer.dense(type, transposed ? A.info.rows : A.info.columns, columns, x_by_rows);
  auto const Y = y_buffer.dense(type, transposed ? A.info.columns : A.info.rows, columns, y_by_rows);
  araios_spmv_options options{};
  options.op = op;
  options.alpha_imaginary = alpha.imag();
  options.beta_imaginary = beta.imag();
  A.context()->call(
      [&] { return araios_spmm(A.context()->get(), &options, alpha.real(), A.get(), &X, beta.real(), &Y); });
}

/// Whether a factor is a number of Python that leaves values of this type as they are.
bool is_plain_factor(nb::handle factor, araios_type type, bool may_be_0) {
  if (!PyFloat_CheckExact(factor.ptr())) return false;
  auto const value = PyFloat_AS_DOUBLE(factor.ptr());
  return type != ARAIOS_INT64 || value == 1 || (may_be_0 && value == 0);
}

/// product() for arrays of CuPy and torch on the GPU.
nb::object device_product(Matrix& A, nb::handle x_, nb::handle y_, araios_op op, nb::handle alpha_, nb::handle beta_,
                          Plan const* plan) {
  auto const x = device_operand(x_);
  if (!x) return nb::none();
  auto const type = number_type(A);
  auto const rows = op == ARAIOS_NO_TRANSPOSE ? A.info.rows : A.info.columns;
  auto const columns = op == ARAIOS_NO_TRANSPOSE ? A.info.columns : A.info.rows;
  if (x->type != type || x->rows != columns || (x->num_dimensions == 2 && plan != nullptr)) return nb::none();
  if (!is_plain_factor(alpha_, type, false) || !is_plain_factor(beta_, type, true)) return nb::none();
  auto const alpha = PyFloat_AS_DOUBLE(alpha_.ptr()), beta = PyFloat_AS_DOUBLE(beta_.ptr());
  if (y_.is_none() && beta != 0) return nb::none();
  nb::object result = y_.is_none() ? empty_like_operand(x_, *x, rows) : nb::borrow(y_);
  auto const y = device_operand(result);
  if (!y || y->type != type || y->num_dimensions != x->num_dimensions || y->rows != rows || y->columns != x->columns)
    return nb::none();
  nb::int_ const x_address(x->address), y_address(y->address);
  if (x->num_dimensions == 1)
    spmv(A, x_address, y_address, op, ARAIOS_PLUS_TIMES, ARAIOS_SPMV_AUTOMATIC, alpha, beta, plan);
  else
    spmm(A, x_address, y_address, x->columns, true, true, op, alpha, beta);
  return result;
}

/// y := alpha op(A) x + beta y for arrays in the type of A without gaps, in a new array where y is None. None for all
/// else: Python makes such arrays of it, or says what is wrong.
nb::object product(Matrix& A, nb::handle x_, nb::handle y_, araios_op op, nb::handle alpha_, nb::handle beta_,
                   Plan const* plan) {
  if (A.info.space != ARAIOS_SPACE_HOST) return device_product(A, x_, y_, op, alpha_, beta_, plan);
  auto const* const x = numpy_array(x_);
  if (x == nullptr) return nb::none();
  auto const type = number_type(A);
  auto const rows = op == ARAIOS_NO_TRANSPOSE ? A.info.rows : A.info.columns;
  auto const columns = op == ARAIOS_NO_TRANSPOSE ? A.info.columns : A.info.rows;
  int const dimensions = x->num_dimensions;
  auto const is_plain = [&](NumpyArray const& a, std::int64_t length) {
    return type_of(elements_of(a)) == type && a.num_dimensions == dimensions && a.is_c_contiguous() && is_aligned(a) &&
           a.length() == length;
  };
  if (dimensions != 1 && (dimensions != 2 || plan != nullptr)) return nb::none();
  if (!is_plain(*x, columns) || !is_plain_factor(alpha_, type, false) || !is_plain_factor(beta_, type, true))
    return nb::none();
  auto const alpha = PyFloat_AS_DOUBLE(alpha_.ptr()), beta = PyFloat_AS_DOUBLE(beta_.ptr());
  nb::object result = nb::borrow(y_);
  if (y_.is_none()) {
    if (beta != 0) return nb::none();
    result = dimensions == 1 ? empty_array(rows, -1, x->dtype) : empty_array(rows, x->dimensions[1], x->dtype);
  }
  auto const* const y = numpy_array(result);
  if (y == nullptr || !y->is_writeable() || !is_plain(*y, rows)) return nb::none();
  if (dimensions == 1) {
    spmv(A, x_, result, op, ARAIOS_PLUS_TIMES, ARAIOS_SPMV_AUTOMATIC, alpha, beta, plan);
  } else {
    if (y->dimensions[1] != x->dimensions[1]) return nb::none();
    spmm(A, x_, result, x->dimensions[1], true, true, op, alpha, beta);
  }
  return result;
}

Matrix multiply(Matrix const& A, Matrix const& B, araios_semiring semiring, Matrix const* mask, bool complement,
                araios_op op_a, araios_op op_b, Matrix const* accumulate) {
  araios_multiply_options options{};
  options.semiring = semiring;
  options.mask = mask == nullptr ? nullptr : mask->get();
  options.complement = complement;
  options.op_a = op_a;
  options.op_b = op_b;
  options.accumulate = accumulate != nullptr;
  // Before there is a copy to be lost: what is borrowed is checked, and may be refused.
  auto const *const a = A.get(), *const b = B.get(), *const old = accumulate == nullptr ? nullptr : accumulate->get();
  return make<Matrix>(A.context(), [&](araios_context* c, araios_matrix** C) {
    if (old != nullptr) {
      // The old matrix stays as it is: arrays of Python may view it.
      if (auto const status = araios_matrix_copy(c, old, C); status != ARAIOS_SUCCESS) return status;
    }
    auto const status = araios_multiply(c, &options, a, b, C);
    if (status != ARAIOS_SUCCESS) {
      araios_matrix_destroy(*C);
      *C = nullptr;
    }
    return status;
  });
}

/// The values of C, which is an earlier result of the plan and of the type of the product.
template <auto f, class... Matrices>
void by_plan_into(Matrix const& C, Plan const& P, Matrices const&... matrices) {
  auto* handle = C.get();
  P.context()->call([&] { return f(P.context()->get(), P.get(), matrices.get()..., &handle); });
}

template <auto f>
Vector sparse_product(Matrix const& A, Vector const& x, araios_semiring semiring, Vector const* mask, bool complement) {
  araios_mxv_options options{};
  options.semiring = semiring;
  options.mask = mask == nullptr ? nullptr : mask->get();
  options.complement = complement;
  return make<Vector>(A.context(), [&](araios_context* c, araios_vector** y) { return f(c, &options, A, x, y); });
}
araios_status call_mxv(araios_context* c, araios_mxv_options const* options, Matrix const& A, Vector const& x,
                       araios_vector** y) {
  return araios_mxv(c, options, A.get(), x.get(), y);
}
araios_status call_vxm(araios_context* c, araios_mxv_options const* options, Matrix const& A, Vector const& x,
                       araios_vector** y) {
  return araios_vxm(c, options, x.get(), A.get(), y);
}

}  // namespace

void bind_products(nb::module_& m) {
  m.def("spmv", spmv, nb::arg("A"), nb::arg("x"), nb::arg("y"), nb::arg("op") = ARAIOS_NO_TRANSPOSE,
        nb::arg("semiring") = ARAIOS_PLUS_TIMES, nb::arg("method") = ARAIOS_SPMV_AUTOMATIC, nb::arg("alpha") = 1.0,
        nb::arg("beta") = 0.0, nb::arg("plan") = nb::none());
  m.def("product", product, nb::arg("A"), nb::arg("x"), nb::arg("y") = nb::none(), nb::arg("op") = ARAIOS_NO_TRANSPOSE,
        nb::arg("alpha") = 1.0, nb::arg("beta") = 0.0, nb::arg("plan") = nb::none());
  m.def("spmm", spmm, nb::arg("A"), nb::arg("X"), nb::arg("Y"), nb::arg("columns"), nb::arg("x_by_rows"),
        nb::arg("y_by_rows"), nb::arg("op") = ARAIOS_NO_TRANSPOSE, nb::arg("alpha") = 1.0, nb::arg("beta") = 0.0);
  m.def("spmv_plan", [](Matrix const& A, araios_op op, araios_spmv_method method, std::int64_t expected_applications,
                        araios_determinism determinism) {
    araios_spmv_plan_options options{};
    options.determinism = determinism;
    options.op = op;
    options.method = method;
    options.expected_applications = expected_applications;
    return make<Plan>(A.context(), [&](araios_context* c, araios_plan** P) {
      return araios_spmv_plan_create(c, &options, A.get(), P);
    });
  });
  m.def("spmv_plan_update", [](Plan const& P, Matrix const& A) {
    A.context()->call([&] { return araios_spmv_plan_update(A.context()->get(), P.get(), A.get()); });
  });
  define<araios_multiply_plan_create>(m, "multiply_plan");
  define<araios_multiply_with_plan>(m, "multiply_with_plan");
  m.def("multiply_into", by_plan_into<araios_multiply_with_plan, Matrix, Matrix>);
  define<araios_galerkin_plan_create>(m, "galerkin_plan");
  define<araios_galerkin_with_plan>(m, "galerkin_with_plan");
  m.def("galerkin_into", by_plan_into<araios_galerkin_with_plan, Matrix, Matrix, Matrix>);
  m.def("multiply", multiply, nb::arg("A"), nb::arg("B"), nb::arg("semiring") = ARAIOS_PLUS_TIMES,
        nb::arg("mask") = nb::none(), nb::arg("complement") = false, nb::arg("op_a") = ARAIOS_NO_TRANSPOSE,
        nb::arg("op_b") = ARAIOS_NO_TRANSPOSE, nb::arg("accumulate") = nb::none());
  m.def("mxv", sparse_product<call_mxv>, nb::arg("A"), nb::arg("x"), nb::arg("semiring") = ARAIOS_PLUS_TIMES,
        nb::arg("mask") = nb::none(), nb::arg("complement") = false);
  m.def("vxm", sparse_product<call_vxm>, nb::arg("A"), nb::arg("x"), nb::arg("semiring") = ARAIOS_PLUS_TIMES,
        nb::arg("mask") = nb::none(), nb::arg("complement") = false);
}

}  // namespace araios_python
