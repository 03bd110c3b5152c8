// SPDX-License-Identifier: Apache-2.0
/// \file
/// Copies of matrices and vectors that share nothing, in the space of any context.

#include "handles.hpp"

#include <Araios/runtime/arrays.hpp>
#include <Araios/runtime/bitmap.hpp>
#include <Araios/runtime/structured.hpp>

#include <Araios/formats/copy.hpp>
#include <Araios/formats/sparse_vector.hpp>

namespace araios_c {

namespace {

/// A in new arrays of To.
template <class To, class Exec, class Typed>
auto copied(Exec const& exec, Typed const& A) {
  if constexpr (std::is_same_v<SpaceOf<To>, SpaceOf<Exec>>)
    return Araios::copy(exec, A);
  else
    return Araios::copy_to<SpaceOf<To>>(A);
}

template <class S, class From, class To>
Matrix copied_matrix(From const& exec, Matrix const& A) {
  if (is_structured(A.format))
    return visit_structured<S, From>(A, [&](auto const& B) { return matrix_of_structured<To>(copied<To>(exec, B)); });
  return with_index(A.index, [&](auto index) {
    using Index = decltype(index);
    if (A.format == Format::coo) return matrix_of(copied<To>(exec, A.as<Coo<S, Index, From>>()));
    auto const B = copied<To>(exec, A.as<Csr<S, Index, From>>());
    return A.format == Format::csr ? matrix_of(B) : matrix_of_csc(B);
  });
}

template <class T, class From, class To>
Vector copied_dense(From const& exec, Vector const& x) {
  auto const from = dense<T, From>(x);
  auto const to = Araios::allocate<Dense<T, To>>(To(), "Araios::c::vector", x.length);
  exec.fence();
  To().fence();
  Kokkos::deep_copy(to, from);
  return vector_of_dense(to);
}

/// f(from, Tag<To>) for the instance of one context and the space of another.
template <class F>
auto between(araios_context const& from, araios_context const& to, F const& f) {
  return on(from, [&](auto const& exec) {
    return on(to, [&](auto const& target) { return f(exec, Tag<std::remove_cvref_t<decltype(target)>>{}); });
  });
}

/// The context of a handle that may belong to another one than that of the call, which has its lock.
template <class Handle>
araios_context& context_of(Handle const* handle, Kind kind, char const* name) {
  require_handle(handle, kind, nullptr, name);
  return *handle->context;
}

}  // namespace
}  // namespace araios_c

using namespace araios_c;

araios_status araios_matrix_copy(araios_context* context, araios_matrix const* A, araios_matrix** B) {
  return call(
      "araios_matrix_copy", context,
      [&](araios_context& c) {
        MatrixOutput output(c, B);
        auto& owner = context_of(A, Kind::matrix, "A");
        auto const a = matrix_input(owner, A, "A");
        output.set(between(owner, c, [&](auto const& exec, auto target) {
          using From = std::remove_cvref_t<decltype(exec)>;
          using To = typename decltype(target)::type;
          return with_type(a.type,
                           [&](auto t) { return copied_matrix<typename decltype(t)::type, From, To>(exec, a); });
        }));
        if (&owner != &c) owner.fence();
      },
      Access::beside, A);
}

araios_status araios_vector_copy(araios_context* context, araios_vector const* x, araios_vector** y) {
  return call(
      "araios_vector_copy", context,
      [&](araios_context& c) {
        VectorOutput output(c, y);
        auto& owner = context_of(x, Kind::vector, "x");
        auto const body = vector_input(owner, x, "x");
        output.set(between(owner, c, [&](auto const& exec, auto target) {
          using From = std::remove_cvref_t<decltype(exec)>;
          using To = typename decltype(target)::type;
          if (!body.is_sparse)
            return with_dense_type(
                body.type, [&](auto t) { return copied_dense<typename decltype(t)::type, From, To>(exec, body); });
          if (body.is_bits) return vector_of_bits<To>(copied<To>(exec, body.as<Bits<From>>()));
          return with_type(body.type, [&](auto t) {
            using S = typename decltype(t)::type;
            if (body.index == IndexType::index_64)
              return vector_of_sparse(copied<To>(exec, body.as<SparseOf<S, std::int64_t, From>>()));
            return vector_of_sparse(copied<To>(exec, body.as<Sparse<S, From>>()));
          });
        }));
        if (&owner != &c) owner.fence();
      },
      Access::beside, x);
}
