// SPDX-License-Identifier: Apache-2.0
#include "handles.hpp"

#include <nanobind/stl/vector.h>

#include <optional>
#include <vector>

namespace araios_python {
namespace {

template <auto f>
Matrix binary(Matrix const& A, Matrix const& B) {
  return make_matrix(A.context(), [&](araios_context* c, araios_matrix** C) { return f(c, A.get(), B.get(), C); });
}
template <auto f>
Matrix with_operator(araios_operator op, Matrix const& A, Matrix const& B) {
  return make_matrix(A.context(), [&](araios_context* c, araios_matrix** C) { return f(c, op, A.get(), B.get(), C); });
}
template <auto f>
Vector reduced(araios_operator op, Matrix const& A) {
  return make_vector(A.context(), [&](araios_context* c, araios_vector** y) { return f(c, op, A.get(), y); });
}
template <auto f>
Vector extracted(Matrix const& A, std::int64_t i) {
  return make_vector(A.context(), [&](araios_context* c, araios_vector** x) { return f(c, A.get(), i, x); });
}
template <auto f>
Vector vector_of(Matrix const& A) {
  return make_vector(A.context(), [&](araios_context* c, araios_vector** x) { return f(c, A.get(), x); });
}

/// A list of indices on the host, or None for all of them.
class Indices {
 public:
  Indices(nb::handle array, std::int64_t count)
      : buffer_(array), data(static_cast<std::int64_t const*>(buffer_.integers(8, count))), count(count) {}

 private:
  Buffer buffer_;

 public:
  std::int64_t const* data;
  std::int64_t count;
};

}  // namespace

void bind_elementwise(nb::module_& m) {
  m.def("add", [](double alpha, Matrix const& A, double beta, Matrix const& B) {
    return make_matrix(A.context(), [&](araios_context* c, araios_matrix** C) {
      return araios_add(c, alpha, A.get(), beta, B.get(), C);
    });
  });
  m.def("union_", with_operator<araios_union>);
  m.def("intersection", with_operator<araios_intersection>);
  m.def("difference", binary<araios_difference>);
  m.def("xor_", binary<araios_xor>);
  m.def("kronecker", with_operator<araios_kronecker_with>);

  m.def("apply", [](araios_function f, Matrix const& A) {
    return make_matrix(A.context(),
                       [&](araios_context* c, araios_matrix** B) { return araios_apply(c, f, A.get(), B); });
  });
  m.def("scale", [](double real, double imaginary, Matrix const& A) {
    return make_matrix(A.context(), [&](araios_context* c, araios_matrix** B) {
      return araios_scale(c, real, imaginary, A.get(), B);
    });
  });
  m.def("scale_rows", [](Vector const& d, Matrix const& A) {
    return make_matrix(A.context(),
                       [&](araios_context* c, araios_matrix** B) { return araios_scale_rows(c, d.get(), A.get(), B); });
  });
  m.def("scale_columns", [](Matrix const& A, Vector const& d) {
    return make_matrix(A.context(), [&](araios_context* c, araios_matrix** B) {
      return araios_scale_columns(c, A.get(), d.get(), B);
    });
  });
  m.def("diagonal", vector_of<araios_diagonal>);
  m.def("diagonal_matrix", [](Vector const& d) {
    return make_matrix(d.context(), [&](araios_context* c, araios_matrix** A) {
      return araios_diagonal_matrix(c, ARAIOS_INDEX_DEFAULT, d.get(), A);
    });
  });
  m.def("band", [](Matrix const& A, std::int64_t lower, std::int64_t upper) {
    return make_matrix(A.context(),
                       [&](araios_context* c, araios_matrix** B) { return araios_band(c, A.get(), lower, upper, B); });
  });
  m.def("select", [](Matrix const& A, araios_comparison comparison, double threshold) {
    return make_matrix(A.context(), [&](araios_context* c, araios_matrix** B) {
      return araios_select(c, comparison, threshold, A.get(), B);
    });
  });
  m.def(
      "select_marked",
      [](Matrix const& A, nb::handle keep_, araios_space space) {
        Buffer const keep(keep_);
        auto const* const marks = static_cast<unsigned char const*>(keep.integers(1, A.info.nnz));
        return make_matrix(A.context(), [&](araios_context* c, araios_matrix** B) {
          return araios_select_marked(c, space, marks, A.get(), B);
        });
      },
      nb::arg("A"), nb::arg("keep"), nb::arg("space") = ARAIOS_SPACE_HOST);

  m.def("submatrix", [](Matrix const& A, std::int64_t i, std::int64_t j, std::int64_t rows, std::int64_t columns) {
    return make_matrix(A.context(), [&](araios_context* c, araios_matrix** C) {
      return araios_submatrix(c, A.get(), i, j, rows, columns, C);
    });
  });
  m.def(
      "submatrix_lists",
      [](Matrix const& A, std::int64_t num_rows, nb::handle rows_, std::int64_t num_columns, nb::handle columns_) {
        Indices const rows(rows_, num_rows), columns(columns_, num_columns);
        return make_matrix(A.context(), [&](araios_context* c, araios_matrix** C) {
          return araios_submatrix_lists(c, A.get(), rows.count, rows.data, columns.count, columns.data, C);
        });
      },
      nb::arg("A"), nb::arg("num_rows"), nb::arg("rows").none(), nb::arg("num_columns"), nb::arg("columns").none());
  m.def("assign", [](Matrix const& C, std::int64_t i, std::int64_t j, Matrix const& B) {
    return make_matrix(
        C.context(), [&](araios_context* c, araios_matrix** D) { return araios_assign(c, C.get(), i, j, B.get(), D); });
  });
  m.def("extract_row", extracted<araios_extract_row>);
  m.def("extract_column", extracted<araios_extract_column>);

  m.def("reduce_rows", reduced<araios_reduce_rows>);
  m.def("reduce_columns", reduced<araios_reduce_columns>);
  m.def("reduce_lines", [](araios_operator op, bool of_columns, Matrix const& A) {
    return make_vector(A.context(), [&](araios_context* c, araios_vector** x) {
      return araios_reduce_lines(c, op, of_columns ? 1 : 0, A.get(), x);
    });
  });
  m.def("reduce", [](araios_operator op, Matrix& A) {
    double sum[2] = {0, 0};
    A.context()->call([&] { return araios_reduce(A.context()->get(), op, A.get(), sum); });
    return nb::make_tuple(sum[0], sum[1]);
  });
  m.def("nonempty_rows", vector_of<araios_nonempty_rows>);
  m.def("nonempty_columns", vector_of<araios_nonempty_columns>);
}

}  // namespace araios_python
