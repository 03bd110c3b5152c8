// SPDX-License-Identifier: Apache-2.0
/// \file
/// Other formats and types of a matrix, and the choice of a format.

#include "hypersparse.hpp"
#include "indices.hpp"
#include "structured.hpp"

#include <Araios/formats/validate/compressed.hpp>
#include <Araios/operations/convert/compressed.hpp>

namespace araios_c {

namespace {

template <class S, class Exec>
MatrixBody in_format(Exec const& exec, araios_format_options const& options, MatrixBody const& A,
                     araios_format format) {
  // Formats with options are made anew.
  if (format == A.format && (!is_structured(format) || format == ARAIOS_DCSR)) return A;
  auto const with = [&](auto const& f) { return with_index(A.index, f); };
  switch (format) {
  case ARAIOS_CSR:
    if (A.format == ARAIOS_CSC) return other_orientation(exec, A);
    if (A.format == ARAIOS_COO || is_structured(A.format)) return result<S>(exec, working<S>(exec, A), A.index);
    return A;
  case ARAIOS_CSC: {
    if (A.format == ARAIOS_CSR) return other_orientation(exec, A);
    auto const columns = transposed<S>(exec, working<S>(exec, A), false);
    if (columns.nnz() > max_offset(A.index)) return body_of_csc(columns);
    return with([&](auto index) { return body_of_csc(cast_csr<decltype(index)>(exec, columns)); });
  }
  case ARAIOS_COO:
    if (A.format == ARAIOS_DCSR) return coo_of<S>(exec, own_rows<S>(exec, A));
    if (A.format == ARAIOS_CSC)
      return with([&](auto index) {
        using Index = decltype(index);
        auto const& B = A.as<Csr<S, Index, Exec>>();
        using Csc = Araios::CscMatrix<S, typename Index::Ordinal, typename Index::Offset, SpaceOf<Exec>>;
        return body_of(Araios::csc_to_coo(exec, Csc(B)), A.owner);
      });
    return with(
        [&](auto index) { return body_of(Araios::csr_to_coo(exec, native<S, decltype(index)>(exec, A)), A.owner); });
  default:
    require(A.nnz <= max_offset(ARAIOS_INDEX_32) && A.rows <= max_ordinal(ARAIOS_INDEX_32) &&
                A.columns <= max_ordinal(ARAIOS_INDEX_32),
            ARAIOS_OVERFLOW, A.rows, " x ", A.columns, " with ", A.nnz, " entries does not fit the 32-bit indices of ",
            name(format));
    if (format == ARAIOS_DCSR && A.format == ARAIOS_COO) return dcsr_of<S>(exec, own_rows<S>(exec, A));
    return to_structured<S>(exec, options, format, native<S, Index32>(exec, A));
  }
}

template <class To, class From, class Exec>
struct CastValues {
  From from;
  To to;
  KOKKOS_FUNCTION void operator()(std::int64_t p) const {
    using T = typename To::value_type;
    using F = typename From::non_const_value_type;
    if constexpr (Araios::is_complex_v<F> && !Araios::is_complex_v<T>)
      to(p) = static_cast<T>(from(p).real());
    else if constexpr (Araios::is_complex_v<F>)
      to(p) =
          T(static_cast<typename T::value_type>(from(p).real()), static_cast<typename T::value_type>(from(p).imag()));
    else if constexpr (Araios::is_complex_v<T>)
      to(p) = T(static_cast<typename T::value_type>(from(p)));
    else
      to(p) = static_cast<T>(from(p));
  }
};

/// A by rows with values of type To.
template <class To, class Exec>
Working<To, Exec> as_values(Exec const& exec, MatrixBody const& A) {
  if (A.type == type_of<To> || A.type == ARAIOS_PATTERN || Araios::is_pattern_v<To>) return working<To>(exec, A);
  if constexpr (Araios::is_pattern_v<To>) {
    return working<To>(exec, A);
  } else {
    return with_value_type(A.type, [&](auto t) {
      using From = typename decltype(t)::type;
      auto const B = working<From>(exec, A);
      auto const values = Araios::allocate<Dense<To, Exec>>(exec, "Araios::c::values", B.nnz());
      if (B.nnz() > 0)
        Kokkos::parallel_for(
            "Araios::c::cast_values", Araios::Impl::range(exec, B.nnz()),
            CastValues<Dense<To, Exec>, typename Working<From, Exec>::values_type, Exec>{B.values, values});
      return Working<To, Exec>(B.num_rows(), B.num_cols(), B.row_map, B.entries, values);
    });
  }
}

template <class S, class Exec>
std::optional<std::string> fault_in(Exec const& exec, araios_order order, MatrixBody const& A) {
  if (is_structured(A.format))
    if (auto const fault = structured_fault<S>(exec, A, A.format == ARAIOS_DCSR ? order : ARAIOS_ORDER_ANY))
      return fault;
  // Indices outside of the matrix are found before anything is converted.
  if (!is_structured(A.format)) {
    auto const fault = with_index(A.index, [&](auto index) -> std::optional<std::string> {
      using Index = decltype(index);
      if (A.format == ARAIOS_COO) {
        auto const& B = A.as<Coo<S, Index, Exec>>();
        auto const found = Araios::find_fault(
            exec, {}, Coo<Pattern, Index, Exec>(B.num_rows(), B.num_cols(), B.row_indices, B.col_indices));
        return found ? std::optional(found->sentence) : std::nullopt;
      }
      auto const& B = A.as<Csr<S, Index, Exec>>();
      Csr<Pattern, Index, Exec> const pattern(B.num_rows(), B.num_cols(), B.row_map, B.entries);
      auto const found = Araios::find_fault(exec, {}, pattern);
      return found ? std::optional(found->sentence) : std::nullopt;
    });
    if (fault) return fault;
  }
  if (order == ARAIOS_ORDER_ANY || A.format == ARAIOS_DCSR) return std::nullopt;
  auto const B = working<S>(exec, A);
  return fault_of(exec, order, Working<Pattern, Exec>(B.num_rows(), B.num_cols(), B.row_map, B.entries));
}

}  // namespace
}  // namespace araios_c

using namespace araios_c;

araios_status araios_convert(araios_context* context, araios_format_options const* options, araios_matrix const* A,
                             araios_format format, araios_matrix** B) {
  return compute("araios_convert", context, [&](auto const& exec) {
    MatrixOutput output(*context, B);
    auto const a = matrix_input(*context, A, "A");
    require_enumerator(format, ARAIOS_PACKET, "araios_format");
    auto const given = options == nullptr ? araios_format_options{} : *options;
    auto const wanted = format == ARAIOS_FORMAT_DEFAULT ? ARAIOS_CSR : format;
    auto body =
        with_type(a.type, [&](auto t) { return in_format<typename decltype(t)::type>(exec, given, a, wanted); });
    // Entries and values of rows in CSR and in DCSR are the same arrays.
    if (a.format == ARAIOS_DCSR || body.format == ARAIOS_DCSR) body.owner = a.owner;
    output.set(std::move(body));
  });
}

araios_status araios_cast(araios_context* context, araios_matrix const* A, araios_type type, araios_index index,
                          araios_matrix** B) {
  return compute("araios_cast", context, [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    MatrixOutput output(*context, B);
    auto const a = matrix_input(*context, A, "A");
    araios_type const wanted_type = type == ARAIOS_TYPE_DEFAULT ? a.type : type;
    araios_index const wanted = index == ARAIOS_INDEX_DEFAULT ? a.index : index;
    output.set(with_type(wanted_type, [&](auto t) {
      using S = typename decltype(t)::type;
      auto const B_by_rows = as_values<S>(exec, a);
      return with_index(wanted, [&](auto i) {
        using Index = decltype(i);
        if (a.format != ARAIOS_CSR || a.index != wanted)
          return body_of(with_indices<S, Index>(exec, B_by_rows), a.owner);
        return with_type(a.type, [&](auto from) {
          // Working matrices may have other index arrays than A, whose own ones are shared.
          auto const& own = a.as<Csr<typename decltype(from)::type, Index, Exec>>();
          return body_of(
              Csr<S, Index, Exec>(own.num_rows(), own.num_cols(), own.row_map, own.entries, B_by_rows.values), a.owner);
        });
      });
    }));
  });
}

araios_status araios_matrix_validate(araios_context* context, araios_order order, araios_matrix const* A) {
  return compute("araios_matrix_validate", context, [&](auto const& exec) {
    auto const a = matrix_input(*context, A, "A");
    require_enumerator(order, ARAIOS_ORDER_STRICT, "araios_order");
    auto const fault = with_type(a.type, [&](auto t) { return fault_in<typename decltype(t)::type>(exec, order, a); });
    if (fault) fail(ARAIOS_INVALID_MATRIX, *fault);
  });
}
