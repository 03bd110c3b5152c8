// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Checks of the argument types of SpMV, SpMM and transposition, with one message each.
///
/// The entry points accept any types and check them here, so that a wrong call ends with a message that names the
/// remedy, and not with "no matching function" or an error inside a kernel. They compile their bodies only if the check
/// returns true: the message is then the only error. Other operations, which constrain their arguments, have overloads
/// for some wrong calls, which end with the message of one of the functions without a result below.

#include <Araios/core/concepts.hpp>
#include <Araios/core/pattern.hpp>
#include <Araios/core/semiring.hpp>
#include <Araios/formats/coo.hpp>
#include <Araios/formats/csc.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/format.hpp>

#include <Kokkos_Core.hpp>

#include <type_traits>

namespace Araios::Impl {

template <class>
inline constexpr bool always_false = false;

template <class T>
inline constexpr bool is_csr_v = false;
template <class S, class O, class F, class M>
inline constexpr bool is_csr_v<CsrMatrix<S, O, F, M>> = true;
template <class T>
inline constexpr bool is_csc_v = false;
template <class S, class O, class F, class M>
inline constexpr bool is_csc_v<CscMatrix<S, O, F, M>> = true;
template <class T>
inline constexpr bool is_coo_v = false;
template <class S, class O, class F, class M>
inline constexpr bool is_coo_v<CooMatrix<S, O, F, M>> = true;

/// The type of the values of a matrix; Pattern where the class, one of a user, has no Scalar.
template <class Matrix>
struct ValueType {
  using type = Pattern;
};
template <class Matrix>
  requires requires { typename Matrix::Scalar; }
struct ValueType<Matrix> {
  using type = std::remove_const_t<typename Matrix::Scalar>;
};

/// Whether a conversion of From to To keeps the fraction, or the imaginary part. Rounding is not a loss here.
template <class From, class To>
inline constexpr bool keeps_fraction_v =
    !(std::is_integral_v<To> && (std::is_floating_point_v<From> || is_complex_v<From>));
template <class From, class To>
inline constexpr bool keeps_imaginary_part_v = is_complex_v<To> || !is_complex_v<From>;

/// y := alpha op(A) x + beta y: A is a sparse matrix, x and y are Views of rank `Rank`, the numbers fit y, and the
/// semiring is one over the elements of y.
///
/// The types may be references, as decltype of the arguments.
template <int Rank, SemiringType Semiring, class Exec, class AlphaRef, class MatrixRef, class XRef, class BetaRef,
          class YRef>
constexpr bool product_types_are_right() {
  using Alpha = std::remove_cvref_t<AlphaRef>;
  using Matrix = std::remove_cvref_t<MatrixRef>;
  using X = std::remove_cvref_t<XRef>;
  using Beta = std::remove_cvref_t<BetaRef>;
  using Y = std::remove_cvref_t<YRef>;
  constexpr bool views = IsViewOfRank<X, Rank>::value && IsViewOfRank<Y, Rank>::value;
  constexpr bool matrix = SparseMatrix<Matrix>;
  static_assert(matrix,
                "Araios: the order of arguments is (exec, alpha, A, x, beta, y), and A is a sparse matrix of Araios, "
                "or of a type with a MatrixAdapter");
  static_assert(views || Rank != 1,
                "Araios: x and y of spmv must be Kokkos::Views of rank 1, as Kokkos::View<double*, Kokkos::HostSpace>"
                "(v.data(), v.size()) of a std::vector v; call spmm for several columns");
  static_assert(
      views || Rank != 2,
      "Araios: X and Y of spmm must be Kokkos::Views of rank 2, as Kokkos::View<double**, Kokkos::LayoutLeft, "
      "Kokkos::HostSpace>(v.data(), n, c) of the c columns in a std::vector v; call spmv for one column");
  if constexpr (views && matrix) {
    using T = typename Y::non_const_value_type;
    using A = typename ValueType<MatrixType<Matrix>>::type;
    using V = typename X::non_const_value_type;
    constexpr bool writable = std::is_same_v<T, typename Y::value_type>;
    static_assert(writable, "Araios: y is written and cannot be a View of const elements");
    constexpr bool reaches_A = MatrixOf<Matrix, Exec>;
    static_assert(reaches_A, "Araios: the execution space cannot access the memory of A; copy the matrix there with "
                             "Araios::copy_to<MemorySpace>(A), or pass an instance of a space that can");
    constexpr bool reaches_vectors = Accesses<Exec, X, Y>;
    static_assert(reaches_vectors,
                  "Araios: the execution space cannot access the memory of x or y; copy them there with "
                  "Kokkos::create_mirror_view_and_copy(exec, x), or pass an instance of a space that can");
    constexpr bool numbers_are_real = keeps_imaginary_part_v<Alpha, T> && keeps_imaginary_part_v<Beta, T>;
    static_assert(numbers_are_real, "Araios: alpha or beta is complex and y is real; give y complex elements");
    constexpr bool terms_are_real = keeps_imaginary_part_v<A, T> && keeps_imaginary_part_v<V, T>;
    static_assert(terms_are_real, "Araios: A or x is complex and y is real; give y complex elements");
    constexpr bool numbers_are_whole = keeps_fraction_v<Alpha, T> && keeps_fraction_v<Beta, T>;
    static_assert(numbers_are_whole,
                  "Araios: alpha or beta is a floating-point number and y holds integers, to which it would be "
                  "truncated; give alpha and beta as integers, or y floating-point elements");
    constexpr bool terms_are_whole = keeps_fraction_v<A, T> && keeps_fraction_v<V, T>;
    static_assert(terms_are_whole,
                  "Araios: A or x holds floating-point numbers and y holds integers, to which they would be "
                  "truncated; give y floating-point elements");
    constexpr bool adds = Monoid<typename Semiring::monoid, T>;
    static_assert(adds,
                  "Araios: the monoid of the semiring cannot add the elements of y; it needs an identity<T>() and "
                  "an operator()(a, b) of them, and MinPlus and MaxTimes an order");
    constexpr bool multiplies = !adds || Multiplication<typename Semiring::multiplication, T>;
    static_assert(multiplies,
                  "Araios: the multiplication of the semiring cannot multiply the elements of y; it needs an "
                  "identity<T>() and an operator()(a, b) of them");
    return writable && reaches_A && reaches_vectors && numbers_are_real && terms_are_real && numbers_are_whole &&
           terms_are_whole && adds && multiplies;
  } else {
    return false;
  }
}

/// Checks that a matrix to transpose, or to analyse for a plan, is in CSR, in memory that the execution space can
/// access.
template <class Exec, class Matrix>
constexpr bool rows_types_are_right() {
  constexpr bool matrix = SparseMatrix<Matrix>;
  static_assert(matrix, "Araios: A is not a CsrMatrix; convert it first by convert<Format::csr>(exec, A)");
  if constexpr (matrix) {
    constexpr bool columns = format_of_v<Matrix> == Format::csc;
    constexpr bool rows = format_of_v<Matrix> == Format::csr;
    static_assert(!columns, "Araios: A is a CscMatrix; A.transposed() is its transpose as a CsrMatrix, "
                            "convert<Format::csr>(exec, A) has its rows");
    static_assert(rows || columns, "Araios: A is not a CsrMatrix; convert it first by convert<Format::csr>(exec, A)");
    constexpr bool reaches_A = MatrixOf<Matrix, Exec>;
    static_assert(reaches_A, "Araios: the execution space cannot access the memory of A; copy the matrix there with "
                             "Araios::copy_to<MemorySpace>(A), or pass an instance of a space that can");
    return rows && reaches_A;
  } else {
    return false;
  }
}

/// CSR with values that have reciprocals, in memory that the execution space can access.
template <class Matrix, class Exec>
concept FieldCsr = CsrOf<Matrix, Exec> && !is_pattern_v<ScalarOf<Matrix>> && !std::is_integral_v<ScalarOf<Matrix>>;

/// Checks that a matrix is one.
template <class Exec, class Matrix>
constexpr bool field_types_are_right() {
  if constexpr (rows_types_are_right<Exec, Matrix>()) {
    constexpr bool divides = FieldCsr<Matrix, Exec>;
    static_assert(divides,
                  "Araios: a solver divides by values of A; they must be float, double or Kokkos::complex of these");
    return divides;
  } else {
    return false;
  }
}

/// What an operation fills is given as arrays: the structure of a CsrMatrix is const.
template <class Matrix>
constexpr void output_is_arrays() {
  static_assert(!SparseMatrix<Matrix>,
                "Araios: B is a CsrMatrix, whose row_map and entries are const; pass the CsrArrays that it is to be "
                "made of (allocate_csr makes them), or leave B out, and the result is a new matrix");
}

template <class Arrays, class Matrix>
inline constexpr bool have_other_types_v = false;
template <class S, class O, class F, class M, class Matrix>
inline constexpr bool have_other_types_v<CsrArrays<S, O, F, M>, Matrix> =
    !std::is_same_v<CsrArrays<S, O, F, M>, CsrArrays<ScalarOf<Matrix>, OrdinalOf<Matrix>, OffsetOf<Matrix>, M>>;
/// Arrays that an operation cannot fill with a matrix of the types of Matrix.
template <class Arrays, class Matrix>
concept ArraysOfOtherTypes = have_other_types_v<Arrays, Matrix>;

/// The arrays that an operation fills have the types of its result.
template <class Arrays>
constexpr void arrays_have_the_types_of_A() {
  static_assert(always_false<Arrays>,
                "Araios: the CsrArrays of B are written; they must have the Ordinal and the Offset of A and its Scalar "
                "without const, as allocate_csr<Scalar, Ordinal, Offset> makes them");
}

/// A container of the standard library, which says nothing of the memory that its elements are in.
template <class T>
concept StandardContainer = !Kokkos::is_view<T>::value && requires(T const& v) {
  v.data();
  v.size();
};

/// Vectors are Views.
template <class Exec>
constexpr void vectors_are_views() {
  static_assert(always_false<Exec>, "Araios: a vector must be a Kokkos::View of rank 1, as Kokkos::View<double*, "
                                    "Kokkos::HostSpace>(v.data(), v.size()) of a std::vector v");
}

template <class T>
concept ViewOfConst = VectorView<T> && std::is_const_v<typename T::value_type>;

/// New values of a matrix are written.
template <class Exec>
constexpr void values_are_written() {
  static_assert(always_false<Exec>, "Araios: values are written and cannot be a View of const elements; pass a View of "
                                    "others, or leave values out, and the result is a new matrix");
}

/// The diagonals of a banded matrix are one argument.
template <class Exec>
constexpr void diagonals_are_one_argument() {
  static_assert(always_false<Exec>,
                "Araios: the diagonals are one argument, as TridiagonalMatrix{lower, diagonal, upper}");
}

/// Options come after the inputs and the outputs.
template <class Exec>
constexpr void options_are_last() {
  static_assert(always_false<Exec>,
                "Araios: options come after the inputs and the outputs, as in "
                "transpose(exec, A, {.method = ...}) and spmv(exec, 1.0, A, x, 0.0, y, {.op = ...})");
}

/// A bool says nothing of what it chooses.
template <class Exec>
constexpr void options_are_named() {
  static_assert(always_false<Exec>, "Araios: options are named and no bool, as in transpose(exec, A, {.method = ...}) "
                                    "and spmv(exec, 1.0, A, x, 0.0, y, {.op = Op::transpose})");
}

}  // namespace Araios::Impl
