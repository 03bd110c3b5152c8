// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Input of products, and what must come out of them: computed once a matrix, by definition, in long double.

#include "harness/matrix_source.hpp"
#include "harness/program.hpp"
#include "harness/random_value.hpp"

#include <Araios/core/execution.hpp>
#include <Araios/core/kokkos_compat.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/generate/counter_random.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <type_traits>

namespace Araios::Perf {

/// The right elements of y, and how far from them a product may be.
template <class Space>
struct Reference {
  Kokkos::View<double*, Space> real, imaginary;  // no imaginary part: an empty array
  Kokkos::View<double*, Space> bound;
};

/// A matrix with values at random, vectors for its products with and without transposition, and the right results.
/// Values of files are left out: equal ones, as of pattern files, would hide one that went to the wrong place.
template <class Type>
struct ProductCase {
  using Scalar = typename Type::Scalar;
  using Vector = typename Type::Vector;

  CsrMatrix<Scalar, int, int, Kokkos::HostSpace> A;
  Kokkos::View<Vector*, Kokkos::HostSpace> x, x_transposed;
  Reference<Kokkos::HostSpace> y, y_transposed;

  /// Each array of A and x read once, y written once.
  std::int64_t bytes() const {
    return A.bytes() + (std::int64_t(A.num_rows()) + A.num_cols()) * static_cast<std::int64_t>(sizeof(Vector));
  }
};

namespace Detail {

/// A number of any type in long double; a Pattern is one. Its constructors are not constexpr, so that a CUDA compiler
/// does not make them for the device, which has no long double.
struct Exact {
  long double real, imaginary;

  Exact() : real(0), imaginary(0) {}
  Exact(long double real_, long double imaginary_) : real(real_), imaginary(imaginary_) {}

  template <class T>
  static Exact of(T const& value) {
    if constexpr (is_pattern_v<T>)
      return {1, 0};
    else if constexpr (is_complex_v<T>)
      return {value.real(), value.imag()};
    else
      return {static_cast<long double>(value), 0};
  }
  friend Exact operator*(Exact const& a, Exact const& b) {
    return {a.real * b.real - a.imaginary * b.imaginary, a.real * b.imaginary + a.imaginary * b.real};
  }
  long double size() const { return imaginary == 0 ? std::fabs(real) : std::hypot(real, imaginary); }
};

/// A sum of products, of their sizes, and of the squares of these.
struct ExactSum {
  Exact sum;
  long double size, squares;
  std::int64_t count;

  ExactSum() : size(0), squares(0), count(0) {}

  void add(Exact const& term) {
    sum.real += term.real;
    sum.imaginary += term.imaginary;
    long double const one = term.size();
    size += one;
    squares += one * one;
    ++count;
  }
};

template <class T>
auto real_part(T const& value) {
  if constexpr (is_complex_v<T>)
    return typename T::value_type(value.real());
  else
    return value;
}

/// How far a sum in T may be from `exact`: gamma_k times the sum of sizes, for k roundings, which holds for any terms;
/// or 8 sqrt(k) roundings of |sum| + sqrt(sum of squares), where that is less or k roundings could add up to a tenth.
/// Partial sums of random terms, of one sign or of both, stay near that size in any order, and independent errors
/// exceed so many roundings once in e^32.
///
/// Source        Higham, Accuracy and Stability, section 3.1; Higham and Mary, SIAM J. Sci. Comput. 41(5), 2019.
template <class T>
double bound_of(ExactSum const& exact) {
  long double const unit = std::numeric_limits<decltype(real_part(T()))>::epsilon();
  long double const roundings = (is_complex_v<T> ? 4 : 1) * (exact.count + 5);
  long double const partial = exact.sum.size() + std::sqrt(exact.squares);
  long double const likely = 8 * std::sqrt(roundings) * unit * partial;
  if (roundings * unit > 0.1L) return static_cast<double>(likely);
  return static_cast<double>(std::min(likely, roundings * unit / (1 - roundings * unit) * exact.size));
}

template <class T>
Reference<Kokkos::HostSpace> allocate_reference(std::int64_t length) {
  Host const host;
  using View = Kokkos::View<double*, Kokkos::HostSpace>;
  char const* const label = "Araios::Perf::reference";
  return {allocate<View>(host, label, length), allocate<View>(host, label, is_complex_v<T> ? length : 0),
          allocate<View>(host, label, length)};
}

template <class T>
void store(Reference<Kokkos::HostSpace> const& y, std::int64_t i, ExactSum const& exact) {
  y.real(i) = static_cast<double>(exact.sum.real);
  if (is_complex_v<T>) y.imaginary(i) = static_cast<double>(exact.sum.imaginary);
  y.bound(i) = bound_of<T>(exact);
}

template <class T>
Kokkos::View<T*, Kokkos::HostSpace> random_vector(std::int64_t length, std::uint64_t stream) {
  Host const host;
  auto const x = allocate<Kokkos::View<T*, Kokkos::HostSpace>>(host, "Araios::Perf::x", length);
  CounterRandom const random(7, stream);
  Kokkos::parallel_for("Araios::Perf::x", Araios::range(host, length),
                       [=](std::int64_t i) { x(i) = random_value<T>(random(i)); });
  host.fence();
  return x;
}

/// y := A x.
template <class T, class Matrix, class X>
Reference<Kokkos::HostSpace> product_by_definition(Matrix const& A, X const& x) {
  Host const host;
  auto const y = allocate_reference<T>(A.num_rows());
  Kokkos::parallel_for("Araios::Perf::product_by_definition", Araios::range(host, A.num_rows()), [=](std::int64_t i) {
    ExactSum exact;
    for (int p = A.row_map(i); p < A.row_map(i + 1); ++p)
      exact.add(Exact::of(A.values(p)) * Exact::of(x(A.entries(p))));
    store<T>(y, i, exact);
  });
  host.fence();
  return y;
}

/// y := A^T x: each thread of the host has columns of its own, and walks over all entries.
template <class T, class Matrix, class X>
Reference<Kokkos::HostSpace> transposed_product_by_definition(Matrix const& A, X const& x) {
  Host const host;
  std::int64_t const n = A.num_cols();
  auto const y = allocate_reference<T>(n);
  std::int64_t const parts = host.concurrency();
  Kokkos::parallel_for("Araios::Perf::transposed_product_by_definition", Araios::range(host, parts),
                       [=](std::int64_t part) {
                         std::int64_t const first = n * part / parts;
                         std::int64_t const last = n * (part + 1) / parts;
                         auto const sums = std::make_unique<ExactSum[]>(last - first);
                         for (int i = 0; i < A.num_rows(); ++i)
                           for (int p = A.row_map(i); p < A.row_map(i + 1); ++p)
                             if (int const j = A.entries(p); first <= j && j < last)
                               sums[j - first].add(Exact::of(A.values(p)) * Exact::of(x(i)));
                         for (std::int64_t j = first; j < last; ++j) store<T>(y, j, sums[j - first]);
                       });
  host.fence();
  return y;
}

}  // namespace Detail

/// Values for the places of `structure`, a function of the position.
template <class Scalar>
CsrMatrix<Scalar, int, int, Kokkos::HostSpace> with_random_values(Structure const& structure) {
  Host const host;
  ValuesViewOf<Scalar, Kokkos::HostSpace> values;
  if constexpr (!is_pattern_v<Scalar>) {
    values = allocate<decltype(values)>(host, "Araios::Perf::values", structure.nnz());
    CounterRandom const random(1, 0);
    Kokkos::parallel_for("Araios::Perf::values", Araios::range(host, structure.nnz()),
                         [=](std::int64_t p) { values(p) = random_value<Scalar>(random(p)); });
    host.fence();
  }
  return {structure.num_rows(), structure.num_cols(), structure.row_map, structure.entries, values};
}

/// The transpose of A, by that of its structure: the values are those of A.
template <class Scalar>
CsrMatrix<Scalar, int, int, Kokkos::HostSpace>
transposed_values(CsrMatrix<Scalar, int, int, Kokkos::HostSpace> const& A, TransposedStructure const& transposed) {
  Host const host;
  ValuesViewOf<Scalar, Kokkos::HostSpace> values;
  if constexpr (!is_pattern_v<Scalar>) {
    values = allocate<decltype(values)>(host, "Araios::Perf::expected::values", A.nnz());
    auto const from = transposed.from;
    Kokkos::parallel_for("Araios::Perf::expected::values", Araios::range(host, A.nnz()),
                         [=](std::int64_t q) { values(q) = A.values(from(q)); });
    host.fence();
  }
  Structure const& B = transposed.matrix;
  return {B.num_rows(), B.num_cols(), B.row_map, B.entries, values};
}

/// transposed: whether products with the transpose will be asked for, too.
template <class Type>
ProductCase<Type> make_product_case(Structure const& structure, bool transposed) {
  using T = typename Type::Vector;
  ProductCase<Type> what;
  what.A = with_random_values<typename Type::Scalar>(structure);
  what.x = Detail::random_vector<T>(structure.num_cols(), 0);
  what.y = Detail::product_by_definition<T>(what.A, what.x);
  if (transposed) {
    what.x_transposed = Detail::random_vector<T>(structure.num_rows(), 1);
    what.y_transposed = Detail::transposed_product_by_definition<T>(what.A, what.x_transposed);
  }
  return what;
}

namespace Detail {
template <class T, class Reference>
KOKKOS_INLINE_FUNCTION bool is_near(T const& got, Reference const& expected, std::int64_t i) {
  double const bound = expected.bound(i);
  if constexpr (is_complex_v<T>) {
    double const a = static_cast<double>(got.real()) - expected.real(i);
    double const b = static_cast<double>(got.imag()) - expected.imaginary(i);
    return a * a + b * b <= bound * bound;
  } else {
    double const a = static_cast<double>(got) - expected.real(i);
    return -bound <= a && a <= bound;
  }
}
}  // namespace Detail

/// The first element that is too far from the right one, in [0, length); `length` when there is none. NaN is far.
template <class Exec, class Y>
ARAIOS_NOT_INLINED std::int64_t first_wrong(Exec const& exec, Y const& y,
                                            Reference<typename Exec::memory_space> const& expected) {
  std::int64_t const length = static_cast<std::int64_t>(expected.real.extent(0));
  std::int64_t first = length;
  if (length == 0) return first;
  Kokkos::parallel_reduce(
      "Araios::Perf::first_wrong", Araios::range(exec, length),
      KOKKOS_LAMBDA(std::int64_t i, std::int64_t& least) {
        if (!Detail::is_near(y(i), expected, i) && i < least) least = i;
      },
      Kokkos::Min<std::int64_t>(first));
  exec.fence();
  return first < length ? first : length;
}

/// The reference where Exec works.
template <class Space>
Reference<Space> reference_on(Reference<Kokkos::HostSpace> const& reference) {
  return {Kokkos::create_mirror_view_and_copy(Space(), reference.real),
          Kokkos::create_mirror_view_and_copy(Space(), reference.imaginary),
          Kokkos::create_mirror_view_and_copy(Space(), reference.bound)};
}

}  // namespace Araios::Perf
