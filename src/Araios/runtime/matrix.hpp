// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Matrices and vectors whose types are known at run time.

#include <Araios/runtime/borrowed.hpp>
#include <Araios/runtime/types.hpp>

#include <atomic>
#include <cstdint>
#include <memory>

namespace Araios::runtime {

/// A fact that calls which only read find out, and note for those that follow.
class Fact {
 public:
  Fact() = default;
  Fact(Fact const& other) : is_known_(other.is_known()) {}
  Fact& operator=(Fact const& other) {
    is_known_.store(other.is_known(), std::memory_order_relaxed);
    return *this;
  }
  ~Fact() = default;
  bool is_known() const { return is_known_.load(std::memory_order_relaxed); }
  void note() { is_known_.store(true, std::memory_order_relaxed); }

 private:
  std::atomic<bool> is_known_{false};
};

/// A matrix. `matrix` points to a CsrMatrix (of CSC: of the transpose), a CooMatrix (typed.hpp) or a
/// StructuredMatrix (structured.hpp) of the types that the other members and the space of the context say. Copies share
/// arrays.
struct Matrix {
  Format format = Format::csr;
  ValueType type = ValueType::float64;
  IndexType index = IndexType::index_32;
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::int64_t nnz = 0;
  std::int64_t bytes = 0;
  std::shared_ptr<void const> matrix;
  Owner owner;                ///< of arrays of the caller
  mutable Fact is_canonical;  ///< entries are in the strict order of the format: sorted, none twice

  template <class Typed>
  Typed const& as() const {
    return *static_cast<Typed const*>(matrix.get());
  }
};

/// A vector: a View, a SparseVector (typed.hpp) or a BitmapVector (bitmap.hpp).
struct Vector {
  bool is_sparse = false;
  bool is_bits = false;  ///< a sparse pattern by bits; nnz is not known then
  ValueType type = ValueType::float64;
  IndexType index = IndexType::unspecified;  ///< of a sparse vector INDEX_32 or INDEX_64
  std::int64_t length = 0;
  std::int64_t nnz = 0;
  std::shared_ptr<void const> vector;
  void* data = nullptr;  ///< of a dense vector
  Owner owner;

  template <class TypedVector>
  TypedVector const& as() const {
    return *static_cast<TypedVector const*>(vector.get());
  }
};

/// A result that is known to be so.
inline Matrix known_canonical(Matrix A) {
  A.is_canonical.note();
  return A;
}

}  // namespace Araios::runtime
