// SPDX-License-Identifier: Apache-2.0
/// \file
/// Matrices with one entry for each coordinate. Duplicates represent their sum, those of a pattern one entry.

#include "hypersparse.hpp"
#include "renumber.hpp"
#include "structured.hpp"

#include <Araios/convert.hpp>
#include <Araios/formats/validate/compressed.hpp>

namespace araios_c {

namespace {

/// The sentence of the first entry that is not in the strict order of CSR, CSC (of its columns), COO or DCSR.
template <class S, class Exec>
std::optional<std::string> fault_of_arrays(Exec const& exec, MatrixBody const& A) {
  auto const in = [&](auto const& pattern) -> std::optional<std::string> {
    auto const fault = Araios::find_fault(exec, pattern, {.order = Araios::Order::strict});
    return fault ? std::optional(fault->sentence) : std::nullopt;
  };
  if (A.format == ARAIOS_DCSR) {
    auto const B = std::get<Dcsr<S, Exec>>(A.as<StructuredMatrix<S, Exec>>()).compressed();
    return in(Csr<Pattern, Index32, Exec>(B.num_rows(), B.num_cols(), B.row_map, B.entries));
  }
  return with_index(A.index, [&](auto index) {
    using Index = decltype(index);
    if (A.format == ARAIOS_COO) {
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
MatrixBody summed(Exec const& exec, MatrixBody const& A) {
  if (A.format == ARAIOS_DCSR) {
    auto const rows = own_rows<S>(exec, A);
    return dcsr_of<S>(exec, named_rows<S>(exec, A.rows, rows.rows, strict_rows<S>(exec, rows.compressed())));
  }
  if (is_list(A)) {
    auto list = A;
    Renumbering numbers(exec);
    numbers.add(list, 0, 1);
    numbers.force();
    numbers.apply();
    return numbers.restore(result<S>(exec, strict_rows<S>(exec, working<S>(exec, list)), ARAIOS_INDEX_32_64), 0, 1);
  }
  if (A.format == ARAIOS_CSC) return as_csc(result<S>(exec, strict_rows<S>(exec, working_csc<S>(exec, A)), A.index));
  auto const rows = result<S>(exec, strict_rows<S>(exec, working<S>(exec, A)), A.index);
  if (A.format != ARAIOS_COO) return rows;
  return with_index(rows.index, [&](auto index) {
    return body_of(Araios::convert<Araios::Format::coo>(exec, rows.template as<Csr<S, decltype(index), Exec>>()));
  });
}

/// A and whether it is canonical, in formats that may be otherwise; of those without arrays of indices their rows.
template <class S, class Exec>
MatrixBody canonical(Exec const& exec, MatrixBody const& A) {
  bool const has_arrays = has_own_values(A);
  auto const B = has_arrays ? A : result<S>(exec, Working<S, Exec>(working<S>(exec, A)), A.index);
  if (fault_of_arrays<S>(exec, B)) return known_canonical(summed<S>(exec, B));
  return known_canonical(A);
}

/// Formats with at most one entry for each coordinate.
bool is_always_canonical(araios_format format) {
  return format == ARAIOS_DIA || format == ARAIOS_DIA_CSR || format == ARAIOS_BSR || format == ARAIOS_DOK;
}

/// The contents a of A with one entry for each coordinate. That they are so is noted in the handle.
MatrixBody canonical_of(araios_context& context, araios_matrix const* A, MatrixBody const& a) {
  if (a.is_canonical.is_known() || is_always_canonical(a.format)) return a;
  auto const made = on(context, [&](auto const& exec) {
    return with_type(a.type, [&](auto t) { return canonical<typename decltype(t)::type>(exec, a); });
  });
  if (made.matrix == a.matrix) const_cast<araios_matrix*>(A)->body.is_canonical.note();
  return made;
}

}  // namespace

MatrixBody canonical_input(araios_context& context, araios_matrix const* A, char const* name) {
  return canonical_of(context, A, matrix_input(context, A, name));
}

MatrixBody linear_input(araios_context& context, araios_matrix const* A, char const* name) {
  auto a = matrix_input(context, A, name);
  return a.type == ARAIOS_PATTERN ? canonical_of(context, A, a) : a;
}

MatrixBody planned_input(araios_context& context, araios_matrix const* A, char const* name) {
  auto a = matrix_input(context, A, name);
  if (a.type != ARAIOS_PATTERN || a.format != ARAIOS_CSR) return a;
  auto const sums = canonical_of(context, A, a);
  if (sums.nnz < a.nnz) {
    auto const fault = on(context, [&](auto const& exec) {
      return fault_of(exec, ARAIOS_ORDER_STRICT, sorted_rows<Pattern>(exec, working<Pattern>(exec, a)));
    });
    fail(ARAIOS_INVALID_ARGUMENT, name, " has duplicates, which a pattern cannot have: ", fault.value_or(""),
         "; call araios_sum_duplicates first");
  }
  return a;
}

}  // namespace araios_c
