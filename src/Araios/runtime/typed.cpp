// SPDX-License-Identifier: Apache-2.0
/// \file
/// Any matrix or vector in the form that operations compute with, and results in the form of the operands.

#include <Araios/convert.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/runtime/bitmap.hpp>
#include <Araios/runtime/index_types.hpp>
#include <Araios/runtime/structured.hpp>
#include <Araios/transpose.hpp>

namespace Araios::runtime {

namespace {

template <class S, class Exec>
Araios::ValuesViewOf<S, SpaceOf<Exec>> ones(Exec const& exec, std::int64_t count) {
  auto const values =
      Araios::allocate_values<Araios::ValuesViewOf<S, SpaceOf<Exec>>>(exec, "Araios::runtime::ones", count);
  if constexpr (!Araios::is_pattern_v<S>) Araios::fill(exec, values, S(1));
  return values;
}

/// A with the values To: its own ones, none, or ones.
template <class To, class S, class Exec>
Working<To, Exec> as_type(Exec const& exec, Working<S, Exec> const& A) {
  if constexpr (std::is_same_v<To, S>)
    return A;
  else
    return Working<To, Exec>(A.num_rows(), A.num_cols(), A.row_map, A.entries, ones<To>(exec, A.nnz()));
}

/// A of type S, in any format.
template <class S, class Exec>
Working<S, Exec> by_rows(Exec const& exec, Matrix const& A) {
  if (is_structured(A.format)) return cast_csr<Index32_64>(exec, structured_to_csr<S>(exec, A));
  if (A.format == Format::coo)
    return Araios::convert<Araios::Format::csr>(exec, working_coo<S>(exec, A), {.may_wait = true});
  if (A.format == Format::csc) return Araios::transpose(exec, working_csc<S>(exec, A));
  return with_index(A.index,
                    [&](auto index) { return cast_csr<Index32_64>(exec, A.as<Csr<S, decltype(index), Exec>>()); });
}

}  // namespace

template <class S, class Exec>
Working<S, Exec> working(Exec const& exec, Matrix const& A) {
  require(A.rows <= max_ordinal(IndexType::index_32) && A.columns <= max_ordinal(IndexType::index_32),
          ErrorKind::overflow, "a matrix of ", A.rows, " x ", A.columns,
          " has more than 2^31 - 1 rows or columns, the maximum of this operation");
  if (A.type == type_of<S>) return by_rows<S>(exec, A);
  if constexpr (Araios::is_pattern_v<S>) {
    return with_value_type(A.type, [&](auto type) {
      using T = typename decltype(type)::type;
      auto const B = by_rows<T>(exec, A);
      return Working<S, Exec>(B.num_rows(), B.num_cols(), B.row_map, B.entries);
    });
  } else {
    require(A.type == ValueType::pattern, ErrorKind::invalid_argument, "a matrix is of ", name(A.type), ", not of ",
            name(type_of<S>), ": araios_cast");
    return as_type<S>(exec, by_rows<Pattern>(exec, A));
  }
}

template <class S, class Exec>
Coo<S, Index32_64, Exec> working_coo(Exec const& exec, Matrix const& A) {
  return with_index(A.index,
                    [&](auto index) { return cast_coo<Index32_64>(exec, A.as<Coo<S, decltype(index), Exec>>()); });
}
template <class S, class Exec>
Working<S, Exec> working_csc(Exec const& exec, Matrix const& A) {
  return with_index(A.index,
                    [&](auto index) { return cast_csr<Index32_64>(exec, A.as<Csr<S, decltype(index), Exec>>()); });
}

template <class S, class Exec>
Matrix result(Exec const& exec, Working<S, Exec> const& C, IndexType requested, Owner owner) {
  if (requested == IndexType::index_32_64 || C.nnz() > max_offset(requested)) return matrix_of(C, std::move(owner));
  return with_index(requested, [&](auto index) { return matrix_of(cast_csr<decltype(index)>(exec, C), owner); });
}

template <class S, class Index, class Exec>
Csr<S, Index, Exec> with_indices(Exec const& exec, Working<S, Exec> const& A) {
  return cast_csr<Index>(exec, A);
}

template <class S, class Exec>
Sparse<S, Exec> working(Exec const& exec, Vector const& x) {
  require(x.length <= max_ordinal(IndexType::index_32), ErrorKind::overflow, "a vector of ", x.length,
          " elements does not fit indices of 32 bits");
  if (x.is_bits) return working<S>(exec, vector_of_sparse(Araios::bitmap_to_sparse(exec, x.as<Bits<Exec>>())));
  auto const narrow = [&](auto const& y) {
    using Values = Araios::ValuesViewOf<S, SpaceOf<Exec>>;
    auto const indices = cast_indices<int, typename std::remove_cvref_t<decltype(y)>::Ordinal>(exec, y.indices);
    if constexpr (std::is_same_v<typename std::remove_cvref_t<decltype(y)>::Scalar, S>)
      return Sparse<S, Exec>(x.length, indices, y.values);
    else
      return Sparse<S, Exec>(x.length, indices, Values(ones<S>(exec, x.nnz)));
  };
  auto const of_type = [&](auto type) {
    using T = typename decltype(type)::type;
    if (x.index == IndexType::index_64) return narrow(x.as<SparseOf<T, std::int64_t, Exec>>());
    return narrow(x.as<Sparse<T, Exec>>());
  };
  if (x.type == type_of<S>) return of_type(Tag<S>{});
  if constexpr (Araios::is_pattern_v<S>) {
    return with_value_type(x.type, of_type);
  } else {
    require(x.type == ValueType::pattern, ErrorKind::invalid_argument, "a vector is of ", name(x.type), ", not of ",
            name(type_of<S>));
    return of_type(Tag<Pattern>{});
  }
}
template <class S, class Exec>
Vector result(Exec const& exec, Sparse<S, Exec> const& x, IndexType requested, Owner owner) {
  if (requested != IndexType::index_64) return vector_of_sparse(x, std::move(owner));
  return vector_of_sparse(
      SparseOf<S, std::int64_t, Exec>(x.length(), cast_indices<std::int64_t, int>(exec, x.indices), x.values),
      std::move(owner));
}

#define ARAIOS_RUNTIME_INSTANTIATE(S, Exec)                                                                  \
  template Working<S, Exec> working<S, Exec>(Exec const&, Matrix const&);                                    \
  template Coo<S, Index32_64, Exec> working_coo<S, Exec>(Exec const&, Matrix const&);                        \
  template Working<S, Exec> working_csc<S, Exec>(Exec const&, Matrix const&);                                \
  template Matrix result<S, Exec>(Exec const&, Working<S, Exec> const&, IndexType, Owner);                   \
  template Csr<S, Index32, Exec> with_indices<S, Index32, Exec>(Exec const&, Working<S, Exec> const&);       \
  template Csr<S, Index32_64, Exec> with_indices<S, Index32_64, Exec>(Exec const&, Working<S, Exec> const&); \
  template Csr<S, Index64, Exec> with_indices<S, Index64, Exec>(Exec const&, Working<S, Exec> const&);       \
  template Sparse<S, Exec> working<S, Exec>(Exec const&, Vector const&);                                     \
  template Vector result<S, Exec>(Exec const&, Sparse<S, Exec> const&, IndexType, Owner);
ARAIOS_RUNTIME_INSTANTIATE_LIBRARY
#undef ARAIOS_RUNTIME_INSTANTIATE

}  // namespace Araios::runtime
