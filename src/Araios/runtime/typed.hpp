// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Matrices and vectors with their types. Operations are usually compiled for Index32_64 only, the index type of
/// `working` matrices: offsets of 4 bytes are widened, which reads and writes nothing but row_map, indices of 8 bytes
/// are copied.

#include <Araios/core/memory.hpp>
#include <Araios/formats/coo.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/sparse_vector.hpp>
#include <Araios/runtime/matrix.hpp>
#include <Araios/runtime/types.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <memory>
#include <utility>

namespace Araios::runtime {

template <class Exec>
using SpaceOf = typename Exec::memory_space;
template <class S, class Index, class Exec>
using Csr = Araios::CsrMatrix<S, typename Index::Ordinal, typename Index::Offset, SpaceOf<Exec>>;
template <class S, class Index, class Exec>
using Coo = Araios::CooMatrix<S, typename Index::Ordinal, typename Index::Offset, SpaceOf<Exec>>;
/// The working matrices of operations.
template <class S, class Exec>
using Working = Csr<S, Index32_64, Exec>;
/// The elements of vectors that go with a matrix.
template <class S>
using Number = std::conditional_t<is_pattern_v<S>, double, S>;
template <class T, class Exec>
using Dense = Kokkos::View<T*, SpaceOf<Exec>>;
template <class S, class Exec>
using Sparse = Araios::SparseVector<S, int, SpaceOf<Exec>>;
template <class S, class Ordinal, class Exec>
using SparseOf = Araios::SparseVector<S, Ordinal, SpaceOf<Exec>>;

/// A matrix in CSR or COO whose types are known at run time.
template <class Typed>
Matrix matrix_of(Typed const& A, Owner owner = {}) {
  Matrix body;
  body.format = Araios::format_of_v<Typed> == Araios::Format::csr ? Format::csr : Format::coo;
  body.type = type_of<typename Typed::Scalar>;
  body.index = index_of<typename Typed::Ordinal, typename Typed::Offset>;
  body.rows = A.num_rows();
  body.columns = A.num_cols();
  body.nnz = static_cast<std::int64_t>(A.nnz());
  body.bytes = A.bytes();
  body.matrix = std::make_shared<Typed>(A);
  body.owner = std::move(owner);
  return body;
}
/// A matrix in CSR read as its transpose in CSC.
inline Matrix as_csc(Matrix A) {
  A.format = Format::csc;
  std::swap(A.rows, A.columns);
  return A;
}
/// The same in CSC: what is stored is its transpose in CSR.
template <class Typed>
Matrix matrix_of_csc(Typed const& transposed, Owner owner = {}) {
  return as_csc(matrix_of(transposed, std::move(owner)));
}
template <class View>
Vector vector_of_dense(View const& x, Owner owner = {}) {
  Vector body;
  body.type = type_of<typename View::non_const_value_type>;
  body.length = body.nnz = static_cast<std::int64_t>(x.extent(0));
  body.vector = std::make_shared<View>(x);
  body.data = const_cast<typename View::non_const_value_type*>(x.data());
  body.owner = std::move(owner);
  return body;
}
template <class TypedVector>
Vector vector_of_sparse(TypedVector const& x, Owner owner = {}) {
  Vector body;
  body.is_sparse = true;
  body.type = type_of<typename TypedVector::Scalar>;
  body.index = sizeof(typename TypedVector::Ordinal) == 8 ? IndexType::index_64 : IndexType::index_32;
  body.length = x.length();
  body.nnz = x.nnz();
  body.vector = std::make_shared<TypedVector>(x);
  body.owner = std::move(owner);
  return body;
}

// In typed.cpp, for each type and space.

/// A by rows, with S for its type: Pattern leaves values out, and entries of a pattern are 1. Shares what it can.
template <class S, class Exec>
Working<S, Exec> working(Exec const& exec, Matrix const& A);
/// A as a list, with S for its type. A is in COO.
template <class S, class Exec>
Coo<S, Index32_64, Exec> working_coo(Exec const& exec, Matrix const& A);
/// The transpose of A by rows, over the arrays of A. A is in CSC.
template <class S, class Exec>
Working<S, Exec> working_csc(Exec const& exec, Matrix const& A);
/// A result with the index type of an operand where its sizes fit, else with one that they fit.
template <class S, class Exec>
Matrix result(Exec const& exec, Working<S, Exec> const& C, IndexType requested, Owner owner = {});
/// A matrix by rows with this index type; throws overflow where sizes do not fit.
template <class S, class Index, class Exec>
Csr<S, Index, Exec> with_indices(Exec const& exec, Working<S, Exec> const& A);
/// A by rows with this index type, which is that of A where nothing is to be converted.
template <class S, class Index, class Exec>
Csr<S, Index, Exec> native(Exec const& exec, Matrix const& A) {
  if (A.format == Format::csr && A.type == type_of<S> &&
      A.index == index_of<typename Index::Ordinal, typename Index::Offset>)
    return A.template as<Csr<S, Index, Exec>>();
  return with_indices<S, Index>(exec, working<S>(exec, A));
}

/// A sparse vector with S for its type and indices of 32 bits.
template <class S, class Exec>
Sparse<S, Exec> working(Exec const& exec, Vector const& x);
template <class S, class Exec>
Vector result(Exec const& exec, Sparse<S, Exec> const& x, IndexType requested, Owner owner = {});
/// A dense vector as what it is.
template <class T, class Exec>
Dense<T, Exec> dense(Vector const& x) {
  return x.template as<Dense<T, Exec>>();
}

/// A file's ARAIOS_RUNTIME_INSTANTIATE(S, Exec), which it defines and undefines, for a type in both spaces; for each type
/// of the library, or of the unit.
#define ARAIOS_RUNTIME_INSTANTIATE_BOTH(S) ARAIOS_IN_BOTH(ARAIOS_RUNTIME_INSTANTIATE, S)
#define ARAIOS_RUNTIME_INSTANTIATE_LIBRARY ARAIOS_EACH_SCALAR(ARAIOS_IN_LIBRARY_, ARAIOS_RUNTIME_INSTANTIATE_BOTH)
#define ARAIOS_RUNTIME_INSTANTIATE_UNIT ARAIOS_EACH_SCALAR(ARAIOS_IN_UNIT_, ARAIOS_RUNTIME_INSTANTIATE_BOTH)

}  // namespace Araios::runtime
