// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Sparse vectors: only some elements are stored.

#include <Araios/core/aliasing.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/format.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

namespace Araios {

/// Bytes of a SparseVector of `nnz` entries
///
/// Throws        std::invalid_argument when they do not fit 64 bits.
template <ScalarType Scalar, OrdinalType Ordinal>
std::int64_t sparse_vector_bytes(std::int64_t nnz) {
  return Araios::checked_multiply(nnz, sizeof(Ordinal) + Impl::value_bytes_v<Scalar>,
                                  "Araios::sparse_vector_bytes: bytes of the entries");
}

/// Writable arrays of a SparseVector: operations fill them, and a SparseVector is constructed from them.
template <ScalarType Scalar, OrdinalType Ordinal, MemorySpace Space>
struct SparseVectorArrays {
  Kokkos::View<Ordinal*, Space> indices;
  ValuesViewOf<Scalar, Space> values;
};

/// A vector of n elements, k of which are stored: element indices(p) is values(p), the others are zero
///
/// Shapes        indices and values have k elements; there are no values where Scalar is Pattern.
/// Requires      n and k fit Ordinal. Indices may be in any order and may repeat, unless an operation requires more.
///               Checked by `validate`.
/// Ownership     that of the Views, as for CsrMatrix: the indices are const, values may be changed, Scalar may be
///               const.
/// Throws        std::invalid_argument when the lengths disagree. `validate` checks the contents of the arrays.
template <ScalarType Scalar_, OrdinalType Ordinal_ = int,
          MemorySpace MemorySpace_ = Kokkos::DefaultExecutionSpace::memory_space>
class SparseVector {
 public:
  using Scalar = Scalar_;
  using Ordinal = Ordinal_;
  using memory_space = MemorySpace_;
  using indices_type = Kokkos::View<Ordinal const*, memory_space>;
  using values_type = ValuesViewOf<Scalar, memory_space>;

  indices_type indices;
  values_type values;

  /// The vector of no elements.
  SparseVector() = default;

  SparseVector(std::int64_t length, indices_type const& indices_, values_type const& values_ = {})
      : indices(indices_),
        values(values_),
        length_(Impl::checked_cast<Ordinal>(length, "Araios::SparseVector: number of elements")) {
    Impl::check(length >= 0, "Araios::SparseVector: negative length ", length);
    (void)Impl::checked_cast<Ordinal>(indices.extent(0), "Araios::SparseVector: number of entries");
    if constexpr (!is_pattern_v<Scalar>)
      Impl::check_equal(values.extent(0), indices.extent(0),
                        "Araios::SparseVector: length of values, length of indices");
    Impl::check_memory(indices, "Araios::SparseVector: indices");
    Impl::check_memory(values, "Araios::SparseVector: values");
  }

  SparseVector(std::int64_t length, SparseVectorArrays<Scalar, Ordinal, memory_space> const& arrays)
      : SparseVector(length, arrays.indices, arrays.values) {}

  /// Elements of the vector, stored or not.
  KOKKOS_FUNCTION Ordinal length() const { return length_; }
  /// Stored entries, explicit zeros and duplicates counted.
  KOKKOS_FUNCTION Ordinal nnz() const { return static_cast<Ordinal>(indices.extent(0)); }

  /// Bytes of the two arrays.
  std::int64_t bytes() const {
    return static_cast<std::int64_t>(indices.extent(0) * (sizeof(Ordinal) + Impl::value_bytes_v<Scalar>));
  }

 private:
  Ordinal length_ = 0;
};

namespace Impl {
template <class S, class O, class M>
SparseVector<S, O, M> const& as_vector(SparseVector<S, O, M> const& x) {
  return x;
}
template <class T>
using VectorType = std::remove_cvref_t<decltype(as_vector(std::declval<std::remove_cvref_t<T> const&>()))>;
template <class T>
  requires requires { typename VectorType<T>; }
struct OrdinalOfOperand<T> {
  using type = typename VectorType<T>::Ordinal;
};
}  // namespace Impl

/// A SparseVector, or a class derived from one, in memory that kernels of Exec can access.
template <class T, class Exec>
concept SparseVectorOf = Accesses<Exec, Impl::VectorType<T>>;

/// The arrays of a vector, which is no matrix: no tag.
template <class S, class O, class M>
struct FormatTraits<SparseVector<S, O, M>> {
  template <class Space>
  using rebind = SparseVector<std::remove_const_t<S>, O, Space>;

  template <class To, class Use>
  static auto arrays(SparseVector<S, O, M> const& x, Use const& use) {
    auto const make = [&](auto const& values, auto const& indices) { return To(x.length(), indices, values); };
    return use(make, Impl::named("values", x.values), Impl::named("indices", x.indices));
  }
};

/// New arrays for a vector of `nnz` entries, not initialised, in one allocation with this label
///
/// Throws        std::invalid_argument when Ordinal cannot count nnz.
template <ScalarType Scalar, OrdinalType Ordinal, ExecutionSpace Exec>
auto allocate_sparse_vector(Exec const& exec, std::string const& label, std::int64_t nnz) {
  using Space = typename Exec::memory_space;
  (void)Impl::checked_cast<Ordinal>(nnz, "Araios::allocate_sparse_vector: number of entries");
  auto const [indices, values] =
      allocate_packed<Kokkos::View<Ordinal*, Space>, ValuesViewOf<Scalar, Space>>(exec, label, {nnz, nnz});
  return SparseVectorArrays<Scalar, Ordinal, Space>{indices, values};
}

}  // namespace Araios
