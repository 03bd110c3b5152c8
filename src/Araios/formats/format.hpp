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

#include <iterator>

namespace Araios {

/// The formats of matrices.
enum class Format { csr, csc, coo, ell, hyb, sell, jds, dia, dia_csr, bsr, packet, dok, hypersparse };

namespace Impl {

struct FormatName {
  Format format;
  char const* name;
};
inline constexpr FormatName format_names[] = {
    {Format::csr, "CSR"},          {Format::csc, "CSC"},   {Format::coo, "COO"},    {Format::ell, "ELL"},
    {Format::hyb, "HYB"},          {Format::sell, "SELL"}, {Format::jds, "JDS"},    {Format::dia, "DIA"},
    {Format::dia_csr, "DIA+CSR"},  {Format::bsr, "BSR"},   {Format::packet, "PKT"}, {Format::dok, "DOK"},
    {Format::hypersparse, "DCSR"},
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

/// What holds for a matrix of one of the formats.
template <class T>
concept SparseMatrix = requires { FormatTraits<T>::tag; };

template <SparseMatrix Matrix>
inline constexpr Format format_of_v = FormatTraits<Matrix>::tag;

namespace Impl {

/// The tag of a format and its name: the base of a specialisation of FormatTraits.
template <Format format>
struct FormatTag {
  static constexpr Format tag = format;
  static constexpr char const* name = Araios::name(format);
};

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
