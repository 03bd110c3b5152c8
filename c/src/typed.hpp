// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Matrices and vectors with their types. Operations are usually compiled for Index32_64 only, the index type of
/// `working` matrices: offsets of 4 bytes are widened, which reads and writes nothing but row_map, indices of 8 bytes
/// are copied.

#include "handles.hpp"
#include "types.hpp"

#include <Araios/core/memory.hpp>
#include <Araios/formats/coo.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/sparse_vector.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <memory>
#include <utility>

namespace araios_c {

template <class Exec>
using SpaceOf = typename Exec::memory_space;
template <class S, class Index, class Exec>
using Csr = Araios::CsrMatrix<S, typename Index::Ordinal, typename Index::Offset, SpaceOf<Exec>>;
template <class S, class Index, class Exec>
using Coo = Araios::CooMatrix<S, typename Index::Ordinal, typename Index::Offset, SpaceOf<Exec>>;
/// The working matrices of operations.
template <class S, class Exec>
using Working = Csr<S, Index32_64, Exec>;
template <class T, class Exec>
using Dense = Kokkos::View<T*, SpaceOf<Exec>>;
template <class S, class Exec>
using Sparse = Araios::SparseVector<S, int, SpaceOf<Exec>>;
template <class S, class Ordinal, class Exec>
using SparseOf = Araios::SparseVector<S, Ordinal, SpaceOf<Exec>>;

/// The body of a matrix in CSR or COO.
template <class Matrix>
MatrixBody body_of(Matrix const& A, Owner owner = {}) {
  MatrixBody body;
  body.format = Araios::format_of_v<Matrix> == Araios::Format::csr ? ARAIOS_CSR : ARAIOS_COO;
  body.type = type_of<typename Matrix::Scalar>;
  body.index = index_of<typename Matrix::Ordinal, typename Matrix::Offset>;
  body.rows = A.num_rows();
  body.columns = A.num_cols();
  body.nnz = static_cast<std::int64_t>(A.nnz());
  body.bytes = A.bytes();
  body.matrix = std::make_shared<Matrix>(A);
  body.owner = std::move(owner);
  return body;
}
/// A matrix in CSR read as its transpose in CSC.
inline MatrixBody as_csc(MatrixBody A) {
  A.format = ARAIOS_CSC;
  std::swap(A.rows, A.columns);
  return A;
}
/// The body of a matrix in CSC: what is stored is its transpose in CSR.
template <class Matrix>
MatrixBody body_of_csc(Matrix const& transposed, Owner owner = {}) {
  return as_csc(body_of(transposed, std::move(owner)));
}
template <class View>
VectorBody body_of_dense(View const& x, Owner owner = {}) {
  VectorBody body;
  body.type = type_of<typename View::non_const_value_type>;
  body.length = body.nnz = static_cast<std::int64_t>(x.extent(0));
  body.vector = std::make_shared<View>(x);
  body.owner = std::move(owner);
  return body;
}
template <class Vector>
VectorBody body_of_sparse(Vector const& x, Owner owner = {}) {
  VectorBody body;
  body.is_sparse = true;
  body.type = type_of<typename Vector::Scalar>;
  body.index = sizeof(typename Vector::Ordinal) == 8 ? ARAIOS_INDEX_64 : ARAIOS_INDEX_32;
  body.length = x.length();
  body.nnz = x.nnz();
  body.vector = std::make_shared<Vector>(x);
  body.owner = std::move(owner);
  return body;
}

// In working.cpp, for each type and space.

/// A by rows, with S for its type: Pattern leaves values out, and entries of a pattern are 1. Shares what it can.
template <class S, class Exec>
Working<S, Exec> working(Exec const& exec, MatrixBody const& A);
/// A as a list, with S for its type. A is in COO.
template <class S, class Exec>
Coo<S, Index32_64, Exec> working_coo(Exec const& exec, MatrixBody const& A);
/// The transpose of A by rows, over the arrays of A. A is in CSC.
template <class S, class Exec>
Working<S, Exec> working_csc(Exec const& exec, MatrixBody const& A);
/// A result with the index type of an operand where its sizes fit, else with one that they fit.
template <class S, class Exec>
MatrixBody result(Exec const& exec, Working<S, Exec> const& C, araios_index requested, Owner owner = {});
/// A matrix by rows with this index type; OVERFLOW where sizes do not fit.
template <class S, class Index, class Exec>
Csr<S, Index, Exec> with_indices(Exec const& exec, Working<S, Exec> const& A);
/// A by rows with this index type, which is that of A where nothing is to be converted.
template <class S, class Index, class Exec>
Csr<S, Index, Exec> native(Exec const& exec, MatrixBody const& A) {
  if (A.format == ARAIOS_CSR && A.type == type_of<S> &&
      A.index == index_of<typename Index::Ordinal, typename Index::Offset>)
    return A.template as<Csr<S, Index, Exec>>();
  return with_indices<S, Index>(exec, working<S>(exec, A));
}

/// A sparse vector with S for its type and indices of 32 bits.
template <class S, class Exec>
Sparse<S, Exec> working(Exec const& exec, VectorBody const& x);
template <class S, class Exec>
VectorBody result(Exec const& exec, Sparse<S, Exec> const& x, araios_index requested, Owner owner = {});
/// A dense vector as what it is.
template <class T, class Exec>
Dense<T, Exec> dense(VectorBody const& x) {
  return x.template as<Dense<T, Exec>>();
}

/// Both operands have this type, or one is a pattern; else INVALID_ARGUMENT.
araios_type common_type(araios_type a, araios_type b);
/// Throws INVALID_ARGUMENT unless the type of a vector is `requested`.
void require_type(VectorBody const& x, araios_type requested, char const* name);

/// The options, and the owner of what they borrow: nullptr where arrays are copied.
araios_array_options array_options(araios_context const& context, araios_array_options const* options);
Owner owner_of(araios_context const& context, araios_array_options const& options);

/// A file's ARAIOS_C_INSTANTIATE(S, Exec), which it defines and undefines, for a type in both spaces; for each type of the
/// library, or of the unit.
#define ARAIOS_C_INSTANTIATE_BOTH(S) ARAIOS_IN_BOTH(ARAIOS_C_INSTANTIATE, S)
#define ARAIOS_C_INSTANTIATE_LIBRARY ARAIOS_EACH_SCALAR(ARAIOS_IN_LIBRARY_, ARAIOS_C_INSTANTIATE_BOTH)
#define ARAIOS_C_INSTANTIATE_UNIT ARAIOS_EACH_SCALAR(ARAIOS_IN_UNIT_, ARAIOS_C_INSTANTIATE_BOTH)

}  // namespace araios_c
