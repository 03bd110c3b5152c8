// SPDX-License-Identifier: Apache-2.0
/// \file
/// Vectors: creation, properties, arrays.

#include "handles.hpp"

#include <Araios/runtime/arrays.hpp>
#include <Araios/runtime/bitmap.hpp>
#include <Araios/runtime/operations.hpp>

#include <Araios/formats/validate/sparse_vector.hpp>

#include <unordered_set>

namespace araios_c {

namespace {

template <class S, class Ordinal, class Exec>
Vector sparse_vector(araios_context const& context, Exec const& exec, ArrayOptions const& options, std::int64_t n,
                     std::int64_t nnz, void const* indices, void* values) {
  auto const owner = owner_of(context, options);
  SparseOf<S, Ordinal, Exec> const x(n, take_array<Ordinal>(exec, options, indices, nnz, "indices"),
                                     take_values<S>(exec, options, values, nnz));
  if (options.trust != Trust::trust) {
    auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), x.indices);
    std::unordered_set<Ordinal> seen;
    bool sorted = true;
    for (std::size_t p = 0; p < host.extent(0); ++p) {
      require(host(p) >= 0 && host(p) < n, ErrorKind::invalid_matrix, "indices[", p, "] is ", host(p), ", not in [0, ",
              n, ")");
      sorted = sorted && (p == 0 || host(p - 1) < host(p));
      require(sorted || options.trust != Trust::check_strict, ErrorKind::invalid_matrix, "indices[", p, "] is ",
              host(p), ", not above the one before it");
    }
    for (std::size_t p = 0; !sorted && p < host.extent(0); ++p)
      require(seen.insert(host(p)).second, ErrorKind::invalid_matrix, "indices[", p, "] is ", host(p), ", a duplicate");
  }
  return vector_of_sparse(x, owner);
}

template <class F>
void with_sparse(Vector const& x, F const& f) {
  with_type(x.type, [&](auto t) {
    if (x.index == IndexType::index_64) return f(t, std::int64_t(0));
    return f(t, 0);
  });
}

/// Pointers of a vector.
template <class Exec>
void pointers_of(Vector const& x, araios_vector_info& info) {
  if (!x.is_sparse) {
    with_dense_type(x.type, [&](auto t) { info.values = dense<typename decltype(t)::type, Exec>(x).data(); });
    return;
  }
  if (x.is_bits) {
    info.words = x.as<Bits<Exec>>().words.data();
    return;
  }
  with_sparse(x, [&](auto t, auto ordinal) {
    using S = typename decltype(t)::type;
    auto const& y = x.as<SparseOf<S, decltype(ordinal), Exec>>();
    info.indices = y.indices.data();
    if constexpr (!Araios::is_pattern_v<S>) info.values = y.values.data();
  });
}

IndexType ordinal_of(IndexType index) {
  IndexType const chosen = or_default(index);
  require_enumerator(chosen, IndexType::index_64, "araios_index");
  return chosen == IndexType::index_64 ? IndexType::index_64 : IndexType::index_32;
}

}  // namespace
}  // namespace araios_c

using namespace araios_c;

araios_status araios_vector_create(araios_context* context, araios_type type, int64_t n, araios_vector** x) {
  return compute_beside("araios_vector_create", context, [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    VectorOutput output(*context, x);
    require(n >= 0, ErrorKind::invalid_argument, "negative length ", n);
    output.set(with_dense_type(of(type), [&](auto t) {
      using T = typename decltype(t)::type;
      auto const view = Araios::allocate<Dense<T, Exec>>(exec, "Araios::c::vector", n);
      Araios::fill(exec, view, T(0));
      return vector_of_dense(view);
    }));
  });
}

araios_status araios_vector_create_dense(araios_context* context, araios_array_options const* options, araios_type type,
                                         int64_t n, void* values, araios_vector** x) {
  return compute_beside("araios_vector_create_dense", context, [&](auto const& exec) {
    VectorOutput output(*context, x);
    auto const given = array_options(*context, options);
    output.set(with_dense_type(of(type), [&](auto t) {
      auto const owner = owner_of(*context, given);
      auto const view = take_array<typename decltype(t)::type>(exec, given, values, n, "values");
      return vector_of_dense(view, owner);
    }));
  });
}

araios_status araios_vector_create_empty(araios_context* context, araios_type type, araios_index index, int64_t n,
                                         araios_vector** x) {
  return araios_vector_create_sparse(context, nullptr, type, index, n, 0, nullptr, nullptr, x);
}

araios_status araios_vector_create_sparse(araios_context* context, araios_array_options const* options,
                                          araios_type type, araios_index index, int64_t n, int64_t nnz,
                                          void const* indices, void* values, araios_vector** x) {
  return compute_beside("araios_vector_create_sparse", context, [&](auto const& exec) {
    VectorOutput output(*context, x);
    auto const given = array_options(*context, options);
    IndexType const ordinal = ordinal_of(of(index));
    require_sizes(ordinal, n, n, nnz);
    output.set(with_type(of(type), [&](auto t) {
      using S = typename decltype(t)::type;
      if (ordinal == IndexType::index_64)
        return sparse_vector<S, std::int64_t>(*context, exec, given, n, nnz, indices, values);
      return sparse_vector<S, int>(*context, exec, given, n, nnz, indices, values);
    }));
  });
}

araios_status araios_vector_get_info(araios_context* context, araios_vector const* x, araios_vector_info* info) {
  return compute_beside("araios_vector_get_info", context, [&](auto const& exec) {
    auto const body = vector_input(*context, x, "x");
    require_pointer(info, "info");
    araios_vector_info result{};
    result.is_sparse = body.is_sparse;
    result.is_bits = body.is_bits;
    result.type = of(body.type);
    result.index = of(body.is_sparse ? body.index : IndexType::unspecified);
    result.space = of(context->space);
    result.length = body.length;
    result.nnz = entries_of(exec, body);
    result.borrows = body.owner != nullptr;
    pointers_of<std::remove_cvref_t<decltype(exec)>>(body, result);
    *info = result;
  });
}

araios_status araios_vector_get_length(araios_context* context, araios_vector const* x, int64_t* length) {
  return call(
      "araios_vector_get_length", context,
      [&](araios_context& c) {
        auto const body = vector_input(c, x, "x");
        require_pointer(length, "length");
        *length = body.length;
      },
      Access::beside);
}
araios_status araios_vector_get_nnz(araios_context* context, araios_vector const* x, int64_t* nnz) {
  return compute_beside("araios_vector_get_nnz", context, [&](auto const& exec) {
    auto const body = vector_input(*context, x, "x");
    require_pointer(nnz, "nnz");
    *nnz = entries_of(exec, body);
  });
}

araios_status araios_vector_extract(araios_context* context, araios_vector const* x, int64_t* indices, void* values,
                                    int64_t* count) {
  return compute_beside("araios_vector_extract", context, [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    auto body = vector_input(*context, x, "x");
    require_pointer(count, "count");
    if (body.is_bits) body = vector_of_sparse(working<Pattern>(exec, body));
    bool const any = indices != nullptr || values != nullptr;
    require(!any || *count >= body.nnz, ErrorKind::invalid_argument, "the arrays have ", *count, " elements, x has ",
            body.nnz, " entries");
    if (any && !body.is_sparse) {
      for (std::int64_t p = 0; indices != nullptr && p < body.nnz; ++p) indices[p] = p;
      with_dense_type(body.type,
                      [&](auto t) { copy_out(exec, dense<typename decltype(t)::type, Exec>(body), values); });
    } else if (any) {
      with_sparse(body, [&](auto t, auto ordinal) {
        using S = typename decltype(t)::type;
        auto const& y = body.as<SparseOf<S, decltype(ordinal), Exec>>();
        exec.fence();
        auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), y.indices);
        for (std::size_t p = 0; indices != nullptr && p < host.extent(0); ++p) indices[p] = host(p);
        if constexpr (!Araios::is_pattern_v<S>) copy_out(exec, y.values, values);
      });
    }
    *count = body.nnz;
  });
}

araios_status araios_vector_set_values(araios_context* context, araios_vector* x, araios_space space,
                                       void const* values) {
  return compute("araios_vector_set_values", context, [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    auto const body = dense_input(*context, x, "x");
    require_space(of(space));
    if (body.length > 0) require_pointer(values, "values");
    with_dense_type(body.type,
                    [&](auto t) { copy_in(exec, dense<typename decltype(t)::type, Exec>(body), values, of(space)); });
  });
}

araios_status araios_vector_fill(araios_context* context, araios_vector* x, double real, double imaginary) {
  return compute("araios_vector_fill", context, [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    auto const body = dense_input(*context, x, "x");
    with_dense_type(body.type, [&](auto t) {
      using T = typename decltype(t)::type;
      Araios::fill(exec, dense<T, Exec>(body), number<T>(real, imaginary));
    });
  });
}
