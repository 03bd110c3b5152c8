// SPDX-License-Identifier: Apache-2.0
#include "define.hpp"

#include <nanobind/stl/string.h>

namespace araios_python {
namespace {

/// The options of a conversion that are not 0, by their names.
nb::dict named(araios_format_options const& options) {
  nb::dict result;
  if (options.block_size != 0) result["block_size"] = options.block_size;
  if (options.chunk != 0) result["chunk"] = options.chunk;
  if (options.sorting_window != 0) result["sorting_window"] = options.sorting_window;
  if (options.slots_per_entry != 0) result["slots_per_entry"] = options.slots_per_entry;
  return result;
}

/// (format, options, reason, candidates), each of these a tuple of its fields.
nb::tuple choose_format(Matrix& A, std::int64_t expected_applications, araios_op op, bool repeatable,
                        std::int64_t max_bytes, araios_choice_mode mode, int measured_applications) {
  araios_choose_options options{};
  options.expected_applications = expected_applications;
  options.op = op;
  options.repeatable = repeatable;
  options.max_bytes = max_bytes;
  options.mode = mode;
  options.measured_applications = measured_applications;
  araios_format_choice choice{};
  A.context()->call([&] { return araios_choose_format(A.context()->get(), &options, A.get(), &choice); });
  nb::list candidates;
  for (int k = 0; k < choice.num_candidates; ++k) {
    auto const& c = choice.candidates[k];
    nb::object const seconds = c.measured_seconds < 0 ? nb::object(nb::none()) : nb::float_(c.measured_seconds);
    candidates.append(nb::make_tuple(c.format, named(c.options), c.eligible != 0, c.repeatable != 0, c.bytes,
                                     c.predicted_seconds, seconds, std::string(c.reason)));
  }
  return nb::make_tuple(choice.format, named(choice.options), std::string(choice.reason), candidates);
}

void bind_plans(nb::module_& m) {
  nb::class_<Plan>(m, "Plan").def("info", [](Plan& P) {
    araios_plan_info info{};
    P.context()->call([&] { return araios_plan_get_info(P.context()->get(), P.get(), &info); });
    return nb::make_tuple(info.rows, info.columns, info.bytes, std::string(info.reason));
  });
  define<araios_transpose_plan_create>(m, "transpose_plan");
  m.def("transpose_with_plan", [](Plan const& P, Matrix const& A, bool conjugate) {
    araios_transpose_options options{};
    options.conjugate = conjugate;
    return make<Matrix>(A.context(), [&](araios_context* c, araios_matrix** B) {
      return araios_transpose_with_plan(c, &options, P.get(), A.get(), B);
    });
  });
}

}  // namespace

void bind_convert(nb::module_& m) {
  m.def(
      "convert",
      [](Matrix const& A, araios_format format, int block_size, int chunk, std::int64_t sorting_window,
         double slots_per_entry) {
        araios_format_options options{};
        options.block_size = block_size;
        options.chunk = chunk;
        options.sorting_window = sorting_window;
        options.slots_per_entry = slots_per_entry;
        return make<Matrix>(A.context(), [&](araios_context* c, araios_matrix** B) {
          return araios_convert(c, &options, A.get(), format, B);
        });
      },
      nb::arg("A"), nb::arg("format"), nb::arg("block_size") = 0, nb::arg("chunk") = 0, nb::arg("sorting_window") = 0,
      nb::arg("slots_per_entry") = 0.0);
  m.def("choose_format", choose_format, nb::arg("A"), nb::arg("expected_applications") = 0,
        nb::arg("op") = ARAIOS_NO_TRANSPOSE, nb::arg("repeatable") = false, nb::arg("max_bytes") = 0,
        nb::arg("mode") = ARAIOS_CHOOSE_BY_RULE, nb::arg("measured_applications") = 0);
  define<araios_cast>(m, "cast", nb::arg("A"), nb::arg("type"), nb::arg("index") = ARAIOS_INDEX_DEFAULT);
  define<araios_sort_rows>(m, "sort_rows");
  define<araios_sum_duplicates>(m, "sum_duplicates");
  m.def("to_dense", [](Matrix& A, nb::handle out, bool by_rows) {
    auto const X = Buffer(out, Buffer::Access::write).dense(A.info.type, A.info.rows, A.info.columns, by_rows);
    A.context()->call([&] { return araios_to_dense(A.context()->get(), A.get(), &X); });
  });
  m.def("from_dense", [](ContextPtr const& context, nb::handle values, araios_type type, std::int64_t rows,
                         std::int64_t columns, bool by_rows) {
    auto const X = Buffer(values).dense(type, rows, columns, by_rows);
    return make<Matrix>(context, [&](araios_context* c, araios_matrix** A) {
      return araios_from_dense(c, ARAIOS_INDEX_DEFAULT, &X, A);
    });
  });
  m.def(
      "transpose",
      [](Matrix const& A, araios_transpose_method method, bool conjugate) {
        araios_transpose_options options{};
        options.method = method;
        options.conjugate = conjugate;
        return make<Matrix>(A.context(), [&](araios_context* c, araios_matrix** B) {
          return araios_transpose(c, &options, A.get(), B);
        });
      },
      nb::arg("A"), nb::arg("method") = ARAIOS_TRANSPOSE_AUTOMATIC, nb::arg("conjugate") = false);
  define_in<araios_identity>(m, "identity");
  define_in<araios_random>(m, "random");
  define_in<araios_banded>(m, "banded");
  define_in<araios_stencil>(m, "stencil");
  define_in<araios_rmat>(m, "rmat");
  bind_plans(m);
}

}  // namespace araios_python
