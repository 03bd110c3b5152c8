// SPDX-License-Identifier: Apache-2.0
/// \file
/// Other formats and types of a matrix, and the choice of a format.

#include "handles.hpp"

#include <Araios/runtime/hypersparse.hpp>
#include <Araios/runtime/index_types.hpp>
#include <Araios/runtime/renumbering.hpp>
#include <Araios/runtime/structured.hpp>

#include <Araios/convert.hpp>
#include <Araios/core/semiring.hpp>
#include <Araios/formats/validate/compressed.hpp>

namespace araios_c {

namespace {

template <class S, class Exec>
Matrix in_format(Exec const& exec, FormatOptions const& options, Matrix const& A, Format format) {
  // Formats with options are made anew.
  if (format == A.format && (!is_structured(format) || format == Format::hypersparse)) return A;
  auto const with = [&](auto const& f) { return with_index(A.index, f); };
  switch (format) {
  case Format::csr:
    if (A.format == Format::csc) return other_orientation(exec, A);
    if (A.format == Format::coo || is_structured(A.format)) return result<S>(exec, working<S>(exec, A), A.index);
    return A;
  case Format::csc: {
    if (A.format == Format::csr) return other_orientation(exec, A);
    auto const columns = transposed<S>(exec, working<S>(exec, A), false);
    if (columns.nnz() > max_offset(A.index)) return matrix_of_csc(columns);
    return with([&](auto index) { return matrix_of_csc(cast_csr<decltype(index)>(exec, columns)); });
  }
  case Format::coo:
    if (A.format == Format::hypersparse) return coo_of<S>(exec, own_rows<S>(exec, A));
    if (A.format == Format::csc)
      return with([&](auto index) {
        using Index = decltype(index);
        auto const& B = A.as<Csr<S, Index, Exec>>();
        using Csc = Araios::CscMatrix<S, typename Index::Ordinal, typename Index::Offset, SpaceOf<Exec>>;
        return matrix_of(Araios::convert<Araios::Format::coo>(exec, Csc(B)), A.owner);
      });
    return with([&](auto index) {
      return matrix_of(Araios::convert<Araios::Format::coo>(exec, native<S, decltype(index)>(exec, A)), A.owner);
    });
  default:
    require(A.nnz <= max_offset(IndexType::index_32) && A.rows <= max_ordinal(IndexType::index_32) &&
                A.columns <= max_ordinal(IndexType::index_32),
            ErrorKind::overflow, A.rows, " x ", A.columns, " with ", A.nnz,
            " entries does not fit the 32-bit indices of ", name(format));
    if (format == Format::hypersparse && A.format == Format::coo) return dcsr_of<S>(exec, own_rows<S>(exec, A));
    return to_structured<S>(exec, options, format, native<S, Index32>(exec, A));
  }
}

/// A in CSR, CSC, COO or DCSR, by the number of its entries but for the offsets that the format has.
template <class Exec>
Matrix list_in_format(Exec const& exec, Matrix a, Format format) {
  if (format == a.format) return a;
  IndexType const index = a.index;
  if (format == Format::coo) return from_list(exec, as_list(exec, a), format, index);
  bool const by_columns = format == Format::csc;
  std::int64_t const lines = by_columns ? a.columns : a.rows;
  require(!is_wide(lines), ErrorKind::overflow, name(format), " has an offset for each of ", lines,
          by_columns ? " columns" : " rows", ", more than indices of 32 bits count: ARAIOS_COO has none");
  require(format != Format::hypersparse || !is_wide(a), ErrorKind::overflow, a.rows, " x ", a.columns,
          " does not fit the 32-bit indices of DCSR: ARAIOS_COO");
  Renumbering numbers(exec);
  numbers.add(a, 0, 1);
  numbers.force();
  numbers.apply();
  Form const form = format == Format::hypersparse ? Form::dcsr : Form::csr;
  return with_type(a.type, [&](auto t) {
    using S = typename decltype(t)::type;
    if (!by_columns) return numbers.restore(a, 0, 1, form);
    return as_csc(numbers.restore(matrix_of(transposed<S>(exec, working<S>(exec, a), false)), 1, 0, form));
  });
}

// A variable, because the functions of numeric_limits are host functions.
template <class T>
inline constexpr T minimum = std::numeric_limits<T>::min();

template <class To, class From, class Exec>
struct CastValues {
  From from;
  To to;
  KOKKOS_FUNCTION void operator()(std::int64_t p) const {
    using T = typename To::value_type;
    using F = typename From::non_const_value_type;
    if constexpr (Araios::is_complex_v<F> && std::is_integral_v<T>)
      to(p) = truncated<T>(from(p).real());
    else if constexpr (Araios::is_complex_v<F> && !Araios::is_complex_v<T>)
      to(p) = static_cast<T>(from(p).real());
    else if constexpr (Araios::is_complex_v<F>)
      to(p) =
          T(static_cast<typename T::value_type>(from(p).real()), static_cast<typename T::value_type>(from(p).imag()));
    else if constexpr (Araios::is_complex_v<T>)
      to(p) = T(static_cast<typename T::value_type>(from(p)));
    else if constexpr (std::is_integral_v<T> && std::is_floating_point_v<F>)
      to(p) = truncated<T>(from(p));
    else
      to(p) = static_cast<T>(from(p));
  }

 private:
  /// Towards zero; what does not fit, and NaN, becomes the minimum integer.
  template <class T, class F>
  KOKKOS_FUNCTION static T truncated(F const& a) {
    return a >= F(minimum<T>) && a < -F(minimum<T>) ? static_cast<T>(a) : minimum<T>;
  }
};

/// The values of A as To, in the order of its arrays: those of a pattern are 1, and a pattern has none.
template <class To, class Exec>
typename Working<To, Exec>::values_type values_as(Exec const& exec, Matrix const& A) {
  if constexpr (Araios::is_pattern_v<To>) {
    return {};
  } else {
    if (A.type == type_of<To>) return values_of<To, Exec>(A);
    auto const values = Araios::allocate<Dense<To, Exec>>(exec, "Araios::c::values", A.nnz);
    if (A.type == ValueType::pattern) {
      Araios::fill(exec, values, To(1));
      return values;
    }
    with_value_type(A.type, [&](auto t) {
      using From = typename Working<typename decltype(t)::type, Exec>::values_type;
      if (A.nnz > 0)
        Kokkos::parallel_for(
            "Araios::c::cast_values", Araios::range(exec, A.nnz),
            CastValues<Dense<To, Exec>, From, Exec>{values_of<typename decltype(t)::type, Exec>(A), values});
    });
    return values;
  }
}

/// Whether numbers of one type are those of the other, or their real parts, without rounding.
bool widens(ValueType from, ValueType to) {
  auto const bytes = [](ValueType type) {
    if (type == ValueType::float32 || type == ValueType::complex64) return 4;
    return type == ValueType::float64 || type == ValueType::complex128 ? 8 : 0;
  };
  return bytes(from) > 0 && bytes(to) >= bytes(from);
}

/// A with indices of another type, in its format where that is CSR, CSC, COO or DCSR; OVERFLOW where sizes do not fit.
template <class S, class Exec>
Matrix with_index_type(Exec const& exec, Matrix const& A, IndexType requested) {
  require_enumerator(requested, IndexType::index_64, "araios_index");
  if (A.index == requested || A.format == Format::hypersparse) return A;
  return with_index(requested, [&](auto to) {
    return with_index(A.index, [&](auto from) {
      using To = decltype(to);
      if (A.format == Format::coo) return matrix_of(cast_coo<To>(exec, A.as<Coo<S, decltype(from), Exec>>()), A.owner);
      auto const B = matrix_of(cast_csr<To>(exec, A.as<Csr<S, decltype(from), Exec>>()), A.owner);
      return A.format == Format::csc ? as_csc(B) : B;
    });
  });
}

template <class S, class Exec>
std::optional<std::string> fault_in(Exec const& exec, Order order, Matrix const& A) {
  if (is_structured(A.format))
    if (auto const fault = structured_fault<S>(exec, A, A.format == Format::hypersparse ? order : Order::any))
      return fault;
  // Indices outside of the matrix are found before anything is converted. Of a list nothing is.
  Order const checked = is_list(A) || A.format == Format::csr ? order : Order::any;
  if (!is_structured(A.format)) {
    auto const fault = with_index(A.index, [&](auto index) -> std::optional<std::string> {
      using Index = decltype(index);
      if (A.format == Format::coo) {
        auto const& B = A.as<Coo<S, Index, Exec>>();
        auto const found = Araios::find_fault(
            exec, Coo<Pattern, Index, Exec>(B.num_rows(), B.num_cols(), B.row_indices, B.col_indices),
            {.order = static_cast<Araios::Order>(checked)});
        return found ? std::optional(found->sentence) : std::nullopt;
      }
      auto const& B = A.as<Csr<S, Index, Exec>>();
      Csr<Pattern, Index, Exec> const pattern(B.num_rows(), B.num_cols(), B.row_map, B.entries);
      auto const found = Araios::find_fault(exec, pattern, {.order = static_cast<Araios::Order>(checked)});
      return found ? std::optional(found->sentence) : std::nullopt;
    });
    if (fault) return fault;
  }
  if (order == Order::any || checked == order || A.format == Format::hypersparse) return std::nullopt;
  auto const B = working<S>(exec, A);
  return fault_of(exec, order, Working<Pattern, Exec>(B.num_rows(), B.num_cols(), B.row_map, B.entries));
}

}  // namespace
}  // namespace araios_c

using namespace araios_c;

araios_status araios_convert(araios_context* context, araios_format_options const* options, araios_matrix const* A,
                             araios_format format, araios_matrix** B) {
  return compute_beside("araios_convert", context, [&](auto const& exec) {
    MatrixOutput output(*context, B);
    auto const a = matrix_input(*context, A, "A");
    require_enumerator(format, ARAIOS_PACKET, "araios_format");
    auto const given = of(options == nullptr ? araios_format_options{} : *options);
    GiveWay const way(B);
    auto const requested = of(format).value_or(Format::csr);
    bool const is_list_format = requested <= Format::coo || requested == Format::hypersparse;
    if (is_list_format && (is_wide(a) || (is_list(a) && (requested != Format::hypersparse || a.format == Format::csc))))
      return output.set(list_in_format(exec, a, requested));
    auto body =
        with_type(a.type, [&](auto t) { return in_format<typename decltype(t)::type>(exec, given, a, requested); });
    // Entries and values of rows in CSR and in DCSR are the same arrays.
    if (a.format == Format::hypersparse || body.format == Format::hypersparse) body.owner = a.owner;
    output.set(std::move(body));
  });
}

araios_status araios_cast(araios_context* context, araios_matrix const* A, araios_type type, araios_index index,
                          araios_matrix** B) {
  return compute_beside("araios_cast", context, [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    MatrixOutput output(*context, B);
    auto const given = matrix_input(*context, A, "A");
    // The sum of what is rounded is not what is rounded of the sum; entries of a pattern become ones.
    bool const is_sum_of_casts = of(type) == ValueType::unspecified || of(type) == ValueType::pattern ||
                                 of(type) == given.type || widens(given.type, of(type));
    auto const a = is_sum_of_casts ? given : canonical_input(*context, A, "A");
    ValueType const requested_type = of(type) == ValueType::unspecified ? a.type : of(type);
    IndexType const requested = of(index) == IndexType::unspecified ? a.index : of(index);
    // Formats that do not store a value for each entry are taken by rows.
    auto const valued = has_own_values(a) ? a : with_type(a.type, [&](auto t) {
      using S = typename decltype(t)::type;
      return result<S>(exec, working<S>(exec, a), a.index);
    });
    output.set(with_type(requested_type, [&](auto t) {
      using S = typename decltype(t)::type;
      auto const cast =
          valued.type == requested_type ? valued : with_values<S, Exec>(valued, values_as<S>(exec, valued));
      auto made = with_index_type<S>(exec, cast, requested);
      made.is_canonical = valued.is_canonical;
      return made;
    }));
  });
}

araios_status araios_matrix_validate(araios_context* context, araios_order order, araios_matrix const* A) {
  return compute_beside("araios_matrix_validate", context, [&](auto const& exec) {
    auto const a = matrix_input(*context, A, "A");
    require_enumerator(of(order), Order::strict, "araios_order");
    auto const fault =
        with_type(a.type, [&](auto t) { return fault_in<typename decltype(t)::type>(exec, of(order), a); });
    if (fault) fail(ErrorKind::invalid_matrix, *fault);
    // Lists are read in their own order; CSC and COO else by rows.
    if (of(order) == Order::strict && (a.format == Format::csr || a.format == Format::hypersparse || is_list(a)))
      const_cast<araios_matrix*>(A)->body.is_canonical.note();
  });
}
