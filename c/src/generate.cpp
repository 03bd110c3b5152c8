// SPDX-License-Identifier: Apache-2.0
/// \file
/// Generated matrices.

#include "handles.hpp"

#include <Araios/runtime/operations.hpp>

#include <Araios/build.hpp>
#include <Araios/generate/banded.hpp>
#include <Araios/generate/kronecker_star.hpp>
#include <Araios/generate/random.hpp>
#include <Araios/generate/rmat.hpp>
#include <Araios/generate/stencil.hpp>

namespace araios_c {

namespace {

/// make(exec, Tag<S>) gives a working matrix of these sizes.
template <class F>
araios_status generated(char const* function, araios_context* context, ValueType type, IndexType index,
                        std::int64_t rows, std::int64_t columns, araios_matrix** A, F const& make) {
  return compute_beside(function, context, [&](auto const& exec) {
    MatrixOutput output(*context, A, "A");
    IndexType const requested = or_default(index);
    require_sizes(requested, rows, columns, 0);
    require_sizes(IndexType::index_32, rows, columns, 0);
    output.set(with_type(type, [&](auto t) {
      auto const made = make(exec, t);
      require_sizes(requested, made.num_rows(), made.num_cols(), made.nnz());
      return result<typename decltype(t)::type>(exec, made, requested);
    }));
  });
}

}  // namespace
}  // namespace araios_c

using namespace araios_c;

araios_status araios_identity(araios_context* context, araios_type type, araios_index index, int64_t n,
                              araios_matrix** A) {
  return generated("araios_identity", context, of(type), of(index), n, n, A, [&](auto const& exec, auto t) {
    return Araios::identity_matrix<typename decltype(t)::type, int, std::int64_t>(exec, n);
  });
}
araios_status araios_random(araios_context* context, araios_type type, araios_index index, int64_t rows,
                            int64_t columns, int64_t nnz, uint64_t seed, araios_matrix** A) {
  return generated("araios_random", context, of(type), of(index), rows, columns, A, [&](auto const& exec, auto t) {
    return Araios::random_matrix<typename decltype(t)::type, int, std::int64_t>(
        exec, {.num_rows = rows, .num_cols = columns, .nnz = nnz, .seed = seed});
  });
}
araios_status araios_banded(araios_context* context, araios_type type, araios_index index, int64_t rows,
                            int64_t columns, int64_t lower, int64_t upper, uint64_t seed, araios_matrix** A) {
  return generated("araios_banded", context, of(type), of(index), rows, columns, A, [&](auto const& exec, auto t) {
    return Araios::banded_matrix<typename decltype(t)::type, int, std::int64_t>(
        exec, {.num_rows = rows, .num_cols = columns, .lower = lower, .upper = upper, .seed = seed});
  });
}
araios_status araios_stencil(araios_context* context, araios_type type, araios_index index, int64_t nx, int64_t ny,
                             int64_t nz, int box, araios_matrix** A) {
  return generated("araios_stencil", context, of(type), of(index), 0, 0, A, [&](auto const& exec, auto t) {
    return Araios::stencil_matrix<typename decltype(t)::type, int, std::int64_t>(
        exec,
        {.shape = box != 0 ? Araios::StencilShape::box : Araios::StencilShape::star, .nx = nx, .ny = ny, .nz = nz});
  });
}
araios_status araios_rmat(araios_context* context, araios_type type, araios_index index, int scale, int64_t draws,
                          uint64_t seed, araios_matrix** A) {
  return generated("araios_rmat", context, of(type), of(index), 0, 0, A, [&](auto const& exec, auto t) {
    using S = typename decltype(t)::type;
    return build<S>(exec, Duplicates::sum,
                    Araios::rmat_matrix<S, int, std::int64_t>(exec, {.scale = scale, .draws = draws, .seed = seed}));
  });
}
araios_status araios_star_product(araios_context* context, araios_type type, araios_index index, int count,
                                  int64_t const* sizes, araios_star_loop loop, araios_matrix** A) {
  return generated("araios_star_product", context, of(type), of(index), 0, 0, A, [&](auto const& exec, auto t) {
    require(count > 0, ErrorKind::invalid_argument, "count is ", count, ", and a product has one star or more");
    require_pointer(sizes, "sizes");
    require_enumerator(loop, ARAIOS_STAR_LAST_LEAF, "araios_star_loop");
    return Araios::star_product_matrix<typename decltype(t)::type, int, std::int64_t>(
        exec, {.sizes = std::vector<std::int64_t>(sizes, sizes + count), .loop = static_cast<Araios::StarLoop>(loop)});
  });
}
