// SPDX-License-Identifier: Apache-2.0
/// \file
/// Properties, names and arrays of matrices.

#include "handles.hpp"

#include <Araios/runtime/arrays.hpp>
#include <Araios/runtime/operations.hpp>
#include <Araios/runtime/renumbering.hpp>
#include <Araios/runtime/structured.hpp>

#include <Araios/core/progress.hpp>

namespace araios_c {

namespace {

template <class Handle>
void set_name(Handle& handle, char const* name) {
  handle.name = name == nullptr ? "" : name;
}

template <class S, class Exec>
araios_matrix_arrays compressed_arrays(Matrix const& A) {
  return with_index(A.index, [&](auto index) {
    using Index = decltype(index);
    araios_matrix_arrays result{};
    result.num_indices = A.nnz;
    if (A.format == Format::coo) {
      auto const& B = A.as<Coo<S, Index, Exec>>();
      result.row_indices = B.row_indices.data();
      result.col_indices = B.col_indices.data();
      if constexpr (!Araios::is_pattern_v<S>) result.values = const_cast<S*>(B.values.data());
    } else {
      auto const& B = A.as<Csr<S, Index, Exec>>();
      result.offsets = B.row_map.data();
      result.num_offsets = static_cast<std::int64_t>(B.row_map.extent(0));
      (A.format == Format::csr ? result.col_indices : result.row_indices) = B.entries.data();
      if constexpr (!Araios::is_pattern_v<S>) result.values = const_cast<S*>(B.values.data());
    }
    result.num_values = Araios::is_pattern_v<S> ? 0 : A.nnz;
    return result;
  });
}

template <class S, class Exec>
araios_matrix_arrays structured_arrays(Matrix const& A) {
  araios_matrix_arrays result{};
  visit_structured<S, Exec>(A, [&](auto const& B) {
    constexpr auto format = Araios::format_of_v<decltype(B)>;
    if constexpr (format == Araios::Format::bsr) {
      result.offsets = B.row_map.data();
      result.num_offsets = static_cast<std::int64_t>(B.row_map.extent(0));
      result.col_indices = B.entries.data();
      result.num_indices = static_cast<std::int64_t>(B.entries.extent(0));
      result.present = B.present.data();
    } else if constexpr (format == Araios::Format::dia) {
      result.col_indices = B.diagonals.data();
      result.num_indices = static_cast<std::int64_t>(B.diagonals.extent(0));
      result.present = B.present.data();
      result.stride = B.stride();
    } else if constexpr (format == Araios::Format::hypersparse) {
      result.offsets = B.row_map.data();
      result.num_offsets = static_cast<std::int64_t>(B.row_map.extent(0));
      result.row_indices = B.rows.data();
      result.col_indices = B.entries.data();
      result.num_indices = A.nnz;
    } else {
      fail(ErrorKind::not_supported, "arrays of ", name(A.format), " are not accessible: araios_convert");
    }
    constexpr bool has_arrays =
        format == Araios::Format::bsr || format == Araios::Format::dia || format == Araios::Format::hypersparse;
    if constexpr (!Araios::is_pattern_v<S> && has_arrays) {
      result.values = const_cast<S*>(B.values.data());
      result.num_values = static_cast<std::int64_t>(B.values.extent(0));
    }
  });
  return result;
}

template <class S, class Exec>
araios_matrix_arrays arrays_of(araios_context const& context, Matrix const& A) {
  auto result = is_structured(A.format) ? structured_arrays<S, Exec>(A) : compressed_arrays<S, Exec>(A);
  result.format = of(A.format);
  result.type = of(A.type);
  result.index = of(A.index);
  result.space = of(context.space);
  return result;
}

/// The entries of A row by row, by their number alone, to arrays on the host that may be NULL.
template <class Exec>
void extract_list(Exec const& exec, Matrix A, std::int64_t* rows, std::int64_t* columns, void* values) {
  Renumbering numbers(exec);
  numbers.add(A, 0, 1);
  numbers.force();
  numbers.apply();
  with_type(A.type, [&](auto t) {
    using S = typename decltype(t)::type;
    auto const by_rows = as_list(exec, numbers.restore(matrix_of(working<S>(exec, A)), 0, 1));
    auto const& list = by_rows.template as<Coo<S, Index64, Exec>>();
    copy_out(exec, list.row_indices, rows);
    copy_out(exec, list.col_indices, columns);
    if constexpr (!Araios::is_pattern_v<S>) copy_out(exec, list.values, values);
  });
}

/// Elements of a loop of the host between two calls of `poll`.
constexpr std::int64_t poll_every = 1 << 16;

/// The array as std::int64_t on the host.
template <class View, class Exec>
void copy_out_wide(Exec const& exec, View const& from, std::int64_t* to) {
  if (to == nullptr) return;
  exec.fence();
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), from);
  auto const n = static_cast<std::int64_t>(host.extent(0));
  for (std::int64_t p = 0; p < n; ++p) {
    if (p % poll_every == 0) Araios::poll("Araios::c::extract", p, n);
    to[p] = host(p);
  }
}

}  // namespace
}  // namespace araios_c

using namespace araios_c;

araios_status araios_matrix_get_info(araios_context* context, araios_matrix const* A, araios_matrix_info* info) {
  return compute_beside("araios_matrix_get_info", context, [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    auto const a = matrix_input(*context, A, "A");
    require_pointer(info, "info");
    araios_matrix_info result{of(a.format), of(a.type), of(a.index), of(context->space), a.rows, a.columns,
                              a.nnz,        a.bytes,    0,           a.owner != nullptr};
    if (a.format == Format::bsr)
      result.block_size = with_type(a.type, [&](auto t) {
        using S = typename decltype(t)::type;
        using Bsr = Araios::BsrMatrix<S, int, int, SpaceOf<Exec>>;
        return std::int64_t(std::get<Bsr>(a.as<StructuredMatrix<S, Exec>>()).block_size());
      });
    *info = result;
  });
}

namespace {
araios_status get_size(char const* function, araios_context* context, araios_matrix const* A, std::int64_t* size,
                       std::int64_t Matrix::* member) {
  return call(
      function, context,
      [&](araios_context& c) {
        auto const a = matrix_input(c, A, "A");
        require_pointer(size, "the output");
        *size = a.*member;
      },
      Access::beside);
}
}  // namespace

araios_status araios_matrix_get_rows(araios_context* context, araios_matrix const* A, int64_t* rows) {
  return get_size("araios_matrix_get_rows", context, A, rows, &Matrix::rows);
}
araios_status araios_matrix_get_columns(araios_context* context, araios_matrix const* A, int64_t* columns) {
  return get_size("araios_matrix_get_columns", context, A, columns, &Matrix::columns);
}
araios_status araios_matrix_get_nnz(araios_context* context, araios_matrix const* A, int64_t* nnz) {
  return get_size("araios_matrix_get_nnz", context, A, nnz, &Matrix::nnz);
}

araios_status araios_matrix_get_arrays(araios_context* context, araios_matrix const* A, araios_matrix_arrays* arrays) {
  return compute_beside("araios_matrix_get_arrays", context, [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    auto const a = matrix_input(*context, A, "A");
    require_pointer(arrays, "arrays");
    *arrays = with_type(a.type, [&](auto t) { return arrays_of<typename decltype(t)::type, Exec>(*context, a); });
  });
}

araios_status araios_matrix_set_values(araios_context* context, araios_matrix* A, araios_space space,
                                       void const* values) {
  return compute("araios_matrix_set_values", context, [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    auto const a = matrix_input(*context, A, "A");
    require_space(of(space));
    with_value_type(a.type, [&](auto t) {
      using S = typename decltype(t)::type;
      auto const arrays = arrays_of<S, Exec>(*context, a);
      if (arrays.num_values == 0) return;
      require_pointer(values, "values");
      copy_in(exec, Dense<S, Exec>(static_cast<S*>(arrays.values), static_cast<std::size_t>(arrays.num_values)), values,
              of(space));
    });
  });
}

araios_status araios_matrix_extract(araios_context* context, araios_matrix const* A, int64_t* rows, int64_t* columns,
                                    void* values, int64_t* count) {
  return compute_beside("araios_matrix_extract", context, [&](auto const& exec) {
    auto const a = matrix_input(*context, A, "A");
    require_pointer(count, "count");
    bool const any = rows != nullptr || columns != nullptr || values != nullptr;
    require(!any || *count >= a.nnz, ErrorKind::invalid_argument, "the arrays have ", *count, " elements, A has ",
            a.nnz, " entries");
    if (any && is_list(a))
      extract_list(exec, a, rows, columns, values);
    else if (any)
      with_type(a.type, [&](auto t) {
        using S = typename decltype(t)::type;
        auto const B = working<S>(exec, a);
        copy_out_wide(exec, B.entries, columns);
        if constexpr (!Araios::is_pattern_v<S>) copy_out(exec, B.values, values);
        if (rows == nullptr) return;
        auto const map = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), B.row_map);
        std::int64_t const m = static_cast<std::int64_t>(map.extent(0)) - 1;
        for (std::int64_t i = 0; i < m; ++i) {
          for (std::int64_t p = map(i); p < map(i + 1); ++p) {
            if (p % poll_every == 0) Araios::poll("Araios::c::extract", p, a.nnz);
            rows[p] = i;
          }
        }
      });
    *count = a.nnz;
  });
}

araios_status araios_matrix_extract_csr(araios_context* context, araios_matrix const* A, araios_index index,
                                        void* row_map, void* entries, void* values) {
  return compute_beside("araios_matrix_extract_csr", context, [&](auto const& exec) {
    auto const a = matrix_input(*context, A, "A");
    with_type(a.type, [&](auto t) {
      using S = typename decltype(t)::type;
      with_index(of(index) == IndexType::unspecified ? a.index : of(index), [&](auto i) {
        auto const B = native<S, decltype(i)>(exec, a);
        // A matrix without rows may lack its single offset.
        if (B.row_map.extent(0) == 0 && row_map != nullptr) *static_cast<typename decltype(i)::Offset*>(row_map) = 0;
        copy_out(exec, B.row_map, row_map);
        copy_out(exec, B.entries, entries);
        if constexpr (!Araios::is_pattern_v<S>) copy_out(exec, B.values, values);
      });
    });
  });
}

namespace {
template <class Handle>
araios_status get_name(char const* function, araios_context* context, Kind kind, Handle const* handle,
                       char const* argument, char const** name) {
  return call(
      function, context,
      [&](araios_context& c) {
        require_handle(handle, kind, &c, argument);
        require_pointer(name, "name");
        *name = handle->name.c_str();
      },
      Access::beside);
}
}  // namespace

araios_status araios_matrix_set_name(araios_context* context, araios_matrix* A, char const* name) {
  return call(
      "araios_matrix_set_name", context, [&](araios_context& c) { set_name(matrix_to_change(c, A, "A"), name); },
      Access::beside);
}
araios_status araios_vector_set_name(araios_context* context, araios_vector* x, char const* name) {
  return call(
      "araios_vector_set_name", context, [&](araios_context& c) { set_name(vector_to_change(c, x, "x"), name); },
      Access::beside);
}
araios_status araios_matrix_get_name(araios_context* context, araios_matrix const* A, char const** name) {
  return get_name("araios_matrix_get_name", context, Kind::matrix, A, "A", name);
}
araios_status araios_vector_get_name(araios_context* context, araios_vector const* x, char const** name) {
  return get_name("araios_vector_get_name", context, Kind::vector, x, "x", name);
}

araios_status araios_plan_get_info(araios_context* context, araios_plan const* P, araios_plan_info* info) {
  return call(
      "araios_plan_get_info", context,
      [&](araios_context& c) {
        require_handle(P, Kind::plan, &c, "the plan");
        require_pointer(info, "info");
        araios_plan_info result{};
        result.kind = of(P->kind);
        result.rows = P->matrix.rows;
        result.columns = P->matrix.columns;
        result.bytes = P->bytes;
        copy_text(P->reason, result.reason);
        *info = result;
      },
      Access::beside);
}
