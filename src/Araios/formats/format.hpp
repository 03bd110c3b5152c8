// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// What the library knows of a format: its tag, its name, and its arrays.
///
/// Each format specialises FormatTraits beside its class. Copies, checks for overlap, conversions and the constraints
/// of functions derive from the trait:
///
///     template <class S, class O, class F, class M>
///     struct FormatTraits<CooMatrix<S, O, F, M>> : Impl::FormatTag<Format::coo> {
///       template <class Space>
///       using rebind = CooMatrix<std::remove_const_t<S>, O, F, Space>;  // in another memory space, writable
///
///       // Calls use(make, arrays...): the arrays in the order in which make takes them, values first.
///       template <class To, class Use>
///       static auto arrays(CooMatrix<S, O, F, M> const& A, Use const& use) {
///         auto const make = [&](auto const& values, auto const& row_indices, auto const& col_indices) {
///           return To(A.num_rows(), A.num_cols(), row_indices, col_indices, values);
///         };
///         return use(make, Impl::named("values", A.values), Impl::named("row_indices", A.row_indices),
///                    Impl::named("col_indices", A.col_indices));
///       }
///     };
///
/// `make` makes a To, the same matrix of other arrays. A part that is a matrix itself, as the ELL part of HYB, is
/// passed like the arrays, after them.

#include <Araios/core/concepts.hpp>

#include <concepts>
#include <iterator>
#include <type_traits>
#include <utility>

namespace Araios {

/// The formats of matrices.
enum class Format { csr, csc, coo, ell, hyb, sell, jds, dia, dia_csr, bsr, dok, hypersparse, packet };

namespace Impl {

struct FormatName {
  Format format;
  char const* name;
};
inline constexpr FormatName format_names[] = {
    {Format::csr, "CSR"},         {Format::csc, "CSC"},   {Format::coo, "COO"}, {Format::ell, "ELL"},
    {Format::hyb, "HYB"},         {Format::sell, "SELL"}, {Format::jds, "JDS"}, {Format::dia, "DIA"},
    {Format::dia_csr, "DIA+CSR"}, {Format::bsr, "BSR"},   {Format::dok, "DOK"}, {Format::hypersparse, "DCSR"},
    {Format::packet, "PKT"},
};
inline constexpr Format last_format = format_names[std::size(format_names) - 1].format;

}  // namespace Impl

/// The name of a format in text.
constexpr char const* name(Format format) {
  for (auto const& known : Impl::format_names)
    if (known.format == format) return known.name;
  return "?";
}

/// What the library knows of a format; the file comment says what a specialisation has. Nothing is known of a type
/// without one.
template <class Matrix>
struct FormatTraits {};

/// How a matrix of another library's type, or of a user's own, is read. A specialisation has
///
///     static auto matrix(Theirs const& A);  // A as a matrix of one of the formats, over the same arrays
///
/// and matrices of that type are then arguments of every function of that format. A class derived from a matrix of
/// Araios needs none; csr.hpp has that of a KokkosSparse::CrsMatrix.
template <class Theirs>
struct MatrixAdapter {};

namespace Impl {

template <class T>
concept HasFormat = requires { FormatTraits<T>::tag; };

/// A class derived from a matrix of one of the formats, which is its member type `matrix_type`.
template <class T>
concept DerivedMatrix =
    !HasFormat<T> && HasFormat<typename T::matrix_type> && std::derived_from<T, typename T::matrix_type>;

template <class T>
concept AdaptedMatrix = !HasFormat<T> && !DerivedMatrix<T> && requires(T const& A) {
  requires HasFormat<std::remove_cvref_t<decltype(MatrixAdapter<T>::matrix(A))>>;
};

}  // namespace Impl

/// What holds for a matrix of one of the formats, for a class derived from one, and for a type with a MatrixAdapter.
template <class T>
concept SparseMatrix = Impl::HasFormat<T> || Impl::DerivedMatrix<T> || Impl::AdaptedMatrix<T>;

namespace Impl {

/// A as a matrix of one of the formats: A itself, its base, or what its adapter makes of it.
template <SparseMatrix Matrix>
decltype(auto) as_matrix(Matrix const& A) {
  if constexpr (HasFormat<Matrix>)
    return (A);
  else if constexpr (DerivedMatrix<Matrix>)
    return static_cast<typename Matrix::matrix_type const&>(A);
  else
    return MatrixAdapter<Matrix>::matrix(A);
}

/// The type of a matrix as one of the formats; a reference is that of what it refers to.
template <class Matrix>
  requires SparseMatrix<std::remove_cvref_t<Matrix>>
using MatrixType = std::remove_cvref_t<decltype(as_matrix(std::declval<std::remove_cvref_t<Matrix> const&>()))>;

}  // namespace Impl

/// The format of a matrix; its type may be a reference, as decltype of an argument.
template <class Matrix>
  requires SparseMatrix<std::remove_cvref_t<Matrix>>
inline constexpr Format format_of_v = FormatTraits<Impl::MatrixType<Matrix>>::tag;

/// The types of a matrix: of its values without const, of indices of rows and columns, and of numbers of entries.
template <class Matrix>
using ScalarOf = std::remove_const_t<typename Impl::MatrixType<Matrix>::Scalar>;
template <class Matrix>
using OrdinalOf = typename Impl::MatrixType<Matrix>::Ordinal;
template <class Matrix>
using OffsetOf = typename Impl::MatrixType<Matrix>::Offset;

namespace Impl {
/// The type of a vector of the library is its own; that of a matrix is MatrixType.
template <class T>
struct OrdinalOfOperand {};
template <class T>
  requires SparseMatrix<T>
struct OrdinalOfOperand<T> {
  using type = OrdinalOf<T>;
};

/// The indices of the operands, matrices and sparse vectors, have one type.
template <class First, class... Others>
concept SameOrdinal = (std::same_as<typename OrdinalOfOperand<std::remove_cvref_t<First>>::type,
                                    typename OrdinalOfOperand<std::remove_cvref_t<Others>>::type> &&
                       ...);
}  // namespace Impl

/// A matrix in memory that kernels of Exec can access; `MatrixOf<Exec> auto const& A` is an argument of any format.
template <class T, class Exec>
concept MatrixOf = SparseMatrix<T> && Accesses<Exec, Impl::MatrixType<T>>;

namespace Impl {

/// The tag of a format and its name: the base of a specialisation of FormatTraits.
template <Format format>
struct FormatTag {
  static constexpr Format tag = format;
  static constexpr char const* name = Araios::name(format);
};

/// A matrix of this format in memory that kernels of Exec can access.
template <class T, Format format, class Exec>
concept InFormat = MatrixOf<T, Exec> && format_of_v<T> == format;

/// The matrix type of the same format in another memory space, whose values may be changed.
template <class Matrix, class Space>
using Rebind = typename FormatTraits<Matrix>::template rebind<Space>;

/// An array of a matrix, or a part that has arrays itself.
template <class Array>
struct NamedArray {
  Array const& array;
  char const* name;   ///< of the member
  char const* label;  ///< of a copy, after "Araios::copy::"
};

template <class Array>
NamedArray<Array> named(char const* name, Array const& array) {
  return {array, name, name};
}

}  // namespace Impl
}  // namespace Araios
