// SPDX-License-Identifier: Apache-2.0
#include "handles.hpp"

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

template <auto f>
Matrix unary(Matrix const& A) {
  return make_matrix(A.context(), [&](araios_context* c, araios_matrix** B) { return f(c, A.get(), B); });
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
        return make_matrix(A.context(), [&](araios_context* c, araios_matrix** B) {
          return araios_convert(c, &options, A.get(), format, B);
        });
      },
      nb::arg("A"), nb::arg("format"), nb::arg("block_size") = 0, nb::arg("chunk") = 0, nb::arg("sorting_window") = 0,
      nb::arg("slots_per_entry") = 0.0);
  m.def("choose_format", choose_format, nb::arg("A"), nb::arg("expected_applications") = 0,
        nb::arg("op") = ARAIOS_NO_TRANSPOSE, nb::arg("repeatable") = false, nb::arg("max_bytes") = 0,
        nb::arg("mode") = ARAIOS_CHOOSE_BY_RULE, nb::arg("measured_applications") = 0);
  m.def(
      "cast",
      [](Matrix const& A, araios_type type, araios_index index) {
        return make_matrix(
            A.context(), [&](araios_context* c, araios_matrix** B) { return araios_cast(c, A.get(), type, index, B); });
      },
      nb::arg("A"), nb::arg("type"), nb::arg("index") = ARAIOS_INDEX_DEFAULT);
  m.def("sort_rows", unary<araios_sort_rows>);
  m.def("sum_duplicates", unary<araios_sum_duplicates>);
  m.def("to_dense", [](Matrix& A, nb::handle out, bool by_rows) {
    auto const X = Buffer(out, Buffer::Access::write).dense(A.info.type, A.info.rows, A.info.columns, by_rows);
    A.context()->call([&] { return araios_to_dense(A.context()->get(), A.get(), &X); });
  });
  m.def("from_dense", [](ContextPtr const& context, nb::handle values, araios_type type, std::int64_t rows,
                         std::int64_t columns, bool by_rows) {
    auto const X = Buffer(values).dense(type, rows, columns, by_rows);
    return make_matrix(context, [&](araios_context* c, araios_matrix** A) {
      return araios_from_dense(c, ARAIOS_INDEX_DEFAULT, &X, A);
    });
  });
  m.def(
      "transpose",
      [](Matrix const& A, araios_transpose_method method, bool conjugate) {
        araios_transpose_options options{};
        options.method = method;
        options.conjugate = conjugate;
        return make_matrix(A.context(), [&](araios_context* c, araios_matrix** B) {
          return araios_transpose(c, &options, A.get(), B);
        });
      },
      nb::arg("A"), nb::arg("method") = ARAIOS_TRANSPOSE_AUTOMATIC, nb::arg("conjugate") = false);

  nb::class_<Plan>(m, "Plan").def("info", [](Plan& P) {
    araios_plan_info info{};
    P.context()->call([&] { return araios_plan_get_info(P.context()->get(), P.get(), &info); });
    return nb::make_tuple(info.rows, info.columns, info.bytes, std::string(info.reason));
  });
  m.def("transpose_plan", [](Matrix const& A) {
    return make_plan(A.context(),
                     [&](araios_context* c, araios_plan** P) { return araios_transpose_plan_create(c, A.get(), P); });
  });
  m.def("transpose_with_plan", [](Plan const& P, Matrix const& A, bool conjugate) {
    araios_transpose_options options{};
    options.conjugate = conjugate;
    return make_matrix(A.context(), [&](araios_context* c, araios_matrix** B) {
      return araios_transpose_with_plan(c, &options, P.get(), A.get(), B);
    });
  });

  m.def("identity", [](ContextPtr const& context, araios_type type, std::int64_t n) {
    return make_matrix(context, [&](araios_context* c, araios_matrix** A) {
      return araios_identity(c, type, ARAIOS_INDEX_DEFAULT, n, A);
    });
  });
  m.def("random", [](ContextPtr const& context, araios_type type, std::int64_t rows, std::int64_t columns,
                     std::int64_t nnz, std::uint64_t seed) {
    return make_matrix(context, [&](araios_context* c, araios_matrix** A) {
      return araios_random(c, type, ARAIOS_INDEX_DEFAULT, rows, columns, nnz, seed, A);
    });
  });
  m.def("banded", [](ContextPtr const& context, araios_type type, std::int64_t rows, std::int64_t columns,
                     std::int64_t lower, std::int64_t upper, std::uint64_t seed) {
    return make_matrix(context, [&](araios_context* c, araios_matrix** A) {
      return araios_banded(c, type, ARAIOS_INDEX_DEFAULT, rows, columns, lower, upper, seed, A);
    });
  });
  m.def("stencil",
        [](ContextPtr const& context, araios_type type, std::int64_t nx, std::int64_t ny, std::int64_t nz, bool box) {
          return make_matrix(context, [&](araios_context* c, araios_matrix** A) {
            return araios_stencil(c, type, ARAIOS_INDEX_DEFAULT, nx, ny, nz, box, A);
          });
        });
  m.def("rmat", [](ContextPtr const& context, araios_type type, int scale, std::int64_t draws, std::uint64_t seed) {
    return make_matrix(context, [&](araios_context* c, araios_matrix** A) {
      return araios_rmat(c, type, ARAIOS_INDEX_DEFAULT, scale, draws, seed, A);
    });
  });
}

}  // namespace araios_python
