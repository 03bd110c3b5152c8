// SPDX-License-Identifier: Apache-2.0
/// \file
/// Matrices with one entry for each coordinate. Duplicates represent their sum, those of a pattern one entry.

#include <Araios/convert.hpp>
#include <Araios/formats/validate/compressed.hpp>
#include <Araios/runtime/canonical.hpp>
#include <Araios/runtime/hypersparse.hpp>
#include <Araios/runtime/renumbering.hpp>
#include <Araios/runtime/structured.hpp>

namespace Araios::runtime {

namespace {

/// The sentence of the first entry that is not in the strict order of CSR, CSC (of its columns), COO or DCSR.
template <class S, class Exec>
std::optional<std::string> fault_of_arrays(Exec const& exec, Matrix const& A) {
  auto const in = [&](auto const& pattern) -> std::optional<std::string> {
    auto const fault = Araios::find_fault(exec, pattern, {.order = Araios::Order::strict});
    return fault ? std::optional(fault->sentence) : std::nullopt;
  };
  if (A.format == Format::hypersparse) {
    auto const B = std::get<Dcsr<S, Exec>>(A.as<StructuredMatrix<S, Exec>>()).compressed();
    return in(Csr<Pattern, Index32, Exec>(B.num_rows(), B.num_cols(), B.row_map, B.entries));
  }
  return with_index(A.index, [&](auto index) {
    using Index = decltype(index);
    if (A.format == Format::coo) {
      auto const& B = A.as<Coo<S, Index, Exec>>();
      return in(Coo<Pattern, Index, Exec>(B.num_rows(), B.num_cols(), B.row_indices, B.col_indices));
    }
    auto const& B = A.as<Csr<S, Index, Exec>>();
    return in(Csr<Pattern, Index, Exec>(B.num_rows(), B.num_cols(), B.row_map, B.entries));
  });
}

/// The sum of the entries at each coordinate, in the format of A: in COO where A is a list in CSC. Of formats without
/// arrays of indices in CSR.
template <class S, class Exec>
Matrix summed(Exec const& exec, Matrix const& A) {
  if (A.format == Format::hypersparse) {
    auto const rows = own_rows<S>(exec, A);
    return dcsr_of<S>(exec, named_rows<S>(exec, A.rows, rows.rows, strict_rows<S>(exec, rows.compressed())));
  }
  if (is_list(A)) {
    auto list = A;
    Renumbering numbers(exec);
    numbers.add(list, 0, 1);
    numbers.force();
    numbers.apply();
    return numbers.restore(result<S>(exec, strict_rows<S>(exec, working<S>(exec, list)), IndexType::index_32_64), 0, 1);
  }
  if (A.format == Format::csc) return as_csc(result<S>(exec, strict_rows<S>(exec, working_csc<S>(exec, A)), A.index));
  auto const rows = result<S>(exec, strict_rows<S>(exec, working<S>(exec, A)), A.index);
  if (A.format != Format::coo) return rows;
  return with_index(rows.index, [&](auto index) {
    return matrix_of(Araios::convert<Araios::Format::coo>(exec, rows.template as<Csr<S, decltype(index), Exec>>()));
  });
}

/// A and whether it is canonical, in formats that may be otherwise; of those without arrays of indices their rows.
template <class S, class Exec>
Matrix canonical_of(Exec const& exec, Matrix const& A) {
  bool const has_arrays = has_own_values(A);
  auto const B = has_arrays ? A : result<S>(exec, Working<S, Exec>(working<S>(exec, A)), A.index);
  if (fault_of_arrays<S>(exec, B)) return known_canonical(summed<S>(exec, B));
  return known_canonical(A);
}

/// Formats with at most one entry for each coordinate.
bool is_always_canonical(Format format) {
  return format == Format::dia || format == Format::dia_csr || format == Format::bsr || format == Format::dok;
}

}  // namespace

Matrix canonical(Context const& context, Matrix const& A) {
  if (A.is_canonical.is_known() || is_always_canonical(A.format)) return A;
  auto const made = on(context, [&](auto const& exec) {
    return with_type(A.type, [&](auto t) { return canonical_of<typename decltype(t)::type>(exec, A); });
  });
  if (made.matrix == A.matrix) A.is_canonical.note();
  return made;
}

std::optional<std::string> duplicate_of(Context const& context, Matrix const& A) {
  return on(context, [&](auto const& exec) {
    return fault_of(exec, Order::strict, sorted_rows<Pattern>(exec, working<Pattern>(exec, A)));
  });
}

}  // namespace Araios::runtime
