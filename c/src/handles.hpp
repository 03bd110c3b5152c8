// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Matrices, vectors and plans without their types, and how functions take them as inputs and outputs.

#include "core.hpp"

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace araios_c {

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

/// The contents of a matrix. `matrix` points to a CsrMatrix (of CSC: of the transpose), a CooMatrix (typed.hpp) or a
/// StructuredMatrix (structured.hpp) of the types that the other members and the space of the context say. Copies share
/// arrays.
struct MatrixBody {
  araios_format format = ARAIOS_CSR;
  araios_type type = ARAIOS_FLOAT64;
  araios_index index = ARAIOS_INDEX_32;
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::int64_t nnz = 0;
  std::int64_t bytes = 0;
  std::shared_ptr<void const> matrix;
  Owner owner;        ///< of arrays of the caller
  Fact is_canonical;  ///< entries are in the strict order of the format: sorted, none twice

  template <class Matrix>
  Matrix const& as() const {
    return *static_cast<Matrix const*>(matrix.get());
  }
};

/// The contents of a vector: a View, a SparseVector (typed.hpp) or a BitmapVector (bits.hpp).
struct VectorBody {
  bool is_sparse = false;
  bool is_bits = false;  ///< a sparse pattern by bits; nnz is not known then
  araios_type type = ARAIOS_FLOAT64;
  araios_index index = ARAIOS_INDEX_DEFAULT;  ///< of a sparse vector INDEX_32 or INDEX_64
  std::int64_t length = 0;
  std::int64_t nnz = 0;
  std::shared_ptr<void const> vector;
  Owner owner;

  template <class Vector>
  Vector const& as() const {
    return *static_cast<Vector const*>(vector.get());
  }
};

/// A change of one entry that is not made yet.
struct Change {
  std::int64_t i;
  std::int64_t j;
  double real;
  double imaginary;
  bool removes;
};

}  // namespace araios_c

struct araios_matrix {
  araios_context* context = nullptr;
  araios_c::MatrixBody body;
  std::vector<araios_c::Change> changes;
  std::string name;
};

struct araios_vector {
  araios_context* context = nullptr;
  araios_c::VectorBody body;
  std::vector<araios_c::Change> changes;  ///< j is 0
  std::string name;
};

struct araios_plan {
  araios_context* context = nullptr;
  araios_plan_kind kind = ARAIOS_PLAN_TRANSPOSE;
  araios_type type = ARAIOS_FLOAT64;  ///< of SpMV
  araios_op op = ARAIOS_NO_TRANSPOSE;
  std::shared_ptr<void> plan;
  araios_c::MatrixBody matrix;  ///< that the plan was made of
  std::int64_t bytes = 0;
  std::string reason;
};

namespace araios_c {

/// The contents of an input, after its changes are made (changes.cpp); `name` is for messages.
MatrixBody matrix_input(araios_context& context, araios_matrix const* A, char const* name);
/// The same with one entry, the sum, for all at one coordinate: for functions that are not linear in the entries. The
/// entries are read to find out whether they are so, once for each handle (canonical.cpp).
MatrixBody canonical_input(araios_context& context, araios_matrix const* A, char const* name);
/// The same for functions that add what they make of each entry: only entries of a pattern must not repeat.
MatrixBody linear_input(araios_context& context, araios_matrix const* A, char const* name);
/// As it is stored, for plans, which keep its arrays: a pattern that repeats entries is refused.
MatrixBody planned_input(araios_context& context, araios_matrix const* A, char const* name);
/// A result that is known to be so.
inline MatrixBody known_canonical(MatrixBody body) {
  body.is_canonical.note();
  return body;
}
VectorBody vector_input(araios_context& context, araios_vector const* x, char const* name);
/// The same, refused unless the vector is dense, or sparse.
VectorBody dense_input(araios_context& context, araios_vector const* x, char const* name);
VectorBody sparse_input(araios_context& context, araios_vector const* x, char const* name);
void require_dense(VectorBody const& body, char const* name);
araios_plan const& plan_input(araios_context& context, araios_plan const* P, araios_plan_kind kind);

/// A handle that a function changes.
araios_matrix& matrix_to_change(araios_context& context, araios_matrix* A, char const* name);
araios_vector& vector_to_change(araios_context& context, araios_vector* x, char const* name);

/// Makes the changes of a handle (changes.cpp).
void commit(araios_context& context, araios_matrix& A);
void commit(araios_context& context, araios_vector& x);

/// Where a result goes: checked before anything is computed, set at the end.
class MatrixOutput {
 public:
  MatrixOutput(araios_context& context, araios_matrix** output, char const* name = "the output");
  void set(MatrixBody body);

 private:
  araios_context& context_;
  araios_matrix** output_;
};
class VectorOutput {
 public:
  VectorOutput(araios_context& context, araios_vector** output, char const* name = "the output");
  void set(VectorBody body);

 private:
  araios_context& context_;
  araios_vector** output_;
};
void set_plan(araios_context& context, araios_plan** output, std::unique_ptr<araios_plan> plan);
void require_plan_output(araios_plan** output);

/// Destroys all handles of a context, or all of every context, without the contexts.
void destroy_handles(araios_context* context);

}  // namespace araios_c
