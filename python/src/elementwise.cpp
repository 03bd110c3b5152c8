// SPDX-License-Identifier: Apache-2.0
#include "define.hpp"

namespace araios_python {
void bind_elementwise(nb::module_& m) {
  define<araios_add>(m, "add");
  define<araios_union>(m, "union_");
  define<araios_intersection>(m, "intersection");
  define<araios_difference>(m, "difference");
  define<araios_xor>(m, "xor_");
  define<araios_kronecker_with>(m, "kronecker");
  define<araios_apply>(m, "apply");
  define<araios_scale>(m, "scale");
  define<araios_diagonal>(m, "diagonal");
  define<araios_diagonal_matrix>(m, "diagonal_matrix");
  define<araios_band>(m, "band");
  define<araios_select>(m, "select");
  define<araios_submatrix>(m, "submatrix");
  define<araios_assign>(m, "assign");
  define<araios_extract_row>(m, "extract_row");
  define<araios_extract_column>(m, "extract_column");
  define<araios_reduce_rows>(m, "reduce_rows");
  define<araios_reduce_columns>(m, "reduce_columns");
  define<araios_reduce_lines>(m, "reduce_lines");
  define<araios_nonempty_rows>(m, "nonempty_rows");
  define<araios_nonempty_columns>(m, "nonempty_columns");

  m.def(
      "select_marked",
      [](Matrix const& A, nb::handle keep, araios_space space) {
        auto const* const marks = static_cast<unsigned char const*>(Buffer(keep).integers(1, A.info.nnz));
        return make<Matrix>(A.context(), [&](araios_context* c, araios_matrix** B) {
          return araios_select_marked(c, space, marks, A.get(), B);
        });
      },
      nb::arg("A"), nb::arg("keep"), nb::arg("space") = ARAIOS_SPACE_HOST);

  m.def(
      "submatrix_lists",
      [](Matrix const& A, std::int64_t num_rows, nb::handle rows, std::int64_t num_columns, nb::handle columns) {
        auto const* const i = static_cast<std::int64_t const*>(Buffer(rows).integers(8, num_rows));
        auto const* const j = static_cast<std::int64_t const*>(Buffer(columns).integers(8, num_columns));
        return make<Matrix>(A.context(), [&](araios_context* c, araios_matrix** C) {
          return araios_submatrix_lists(c, A.get(), num_rows, i, num_columns, j, C);
        });
      },
      nb::arg("A"), nb::arg("num_rows"), nb::arg("rows").none(), nb::arg("num_columns"), nb::arg("columns").none());

  m.def("reduce", [](araios_operator op, Matrix& A) {
    double sum[2] = {0, 0};
    A.context()->call([&] { return araios_reduce(A.context()->get(), op, A.get(), sum); });
    return nb::make_tuple(sum[0], sum[1]);
  });
}

}  // namespace araios_python
