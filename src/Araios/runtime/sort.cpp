// SPDX-License-Identifier: Apache-2.0
/// \file
/// Sorted rows, summed duplicates, comparison, and transposition of working matrices.

#include <Araios/algebra.hpp>
#include <Araios/build.hpp>
#include <Araios/formats/validate/compressed.hpp>
#include <Araios/runtime/arrays.hpp>
#include <Araios/runtime/hypersparse.hpp>
#include <Araios/runtime/index_types.hpp>
#include <Araios/runtime/renumbering.hpp>
#include <Araios/sort_rows.hpp>
#include <Araios/transform.hpp>
#include <Araios/transpose.hpp>

#include <Kokkos_Core.hpp>

namespace Araios::runtime {

namespace {
template <class S, class Exec>
Working<Pattern, Exec> pattern(Working<S, Exec> const& A) {
  return Working<Pattern, Exec>(A.num_rows(), A.num_cols(), A.row_map, A.entries);
}

struct Conjugated {
  template <class T>
  KOKKOS_FUNCTION T operator()(T const& a) const {
    return Kokkos::conj(a);
  }
};
}  // namespace

template <class Exec>
std::optional<std::string> fault_of(Exec const& exec, Order order, Working<Pattern, Exec> const& A) {
  auto const fault = Araios::find_fault(exec, A, {.order = order});
  if (!fault) return std::nullopt;
  return fault->sentence;
}
template <class S, class Exec>
Working<S, Exec> strict_rows(Exec const& exec, Working<S, Exec> const& A) {
  return fault_of(exec, Order::strict, pattern<S, Exec>(A)) ? Araios::sum_duplicates(exec, A) : A;
}
template <class S, class Exec>
Working<S, Exec> sorted_rows(Exec const& exec, Working<S, Exec> const& A) {
  return Araios::sort_rows(exec, A);
}
template <class S, class Exec>
Working<S, Exec> transposed(Exec const& exec, Working<S, Exec> const& A, bool conjugate) {
  auto const B = Araios::transpose(exec, A);
  // In place: `transpose` with options has all methods, and takes twice as long to compile.
  if constexpr (Araios::is_complex_v<S>)
    if (conjugate) Araios::transform_values(exec, Conjugated{}, B, B.values);
  return B;
}
template <class S, class Exec>
bool are_equal(Exec const& exec, Working<S, Exec> const& A, Working<S, Exec> const& B) {
  return Araios::equal(exec, A, B);
}

template <class Exec>
Matrix other_orientation(Exec const& exec, Matrix const& A) {
  return with_type(A.type, [&](auto type) {
    return with_index(A.index, [&](auto index) {
      // The arrays of CSC are those of the transpose in CSR.
      auto const B = Araios::transpose(exec, A.as<Csr<typename decltype(type)::type, decltype(index), Exec>>());
      return A.format == Format::csr ? matrix_of_csc(B) : matrix_of(B);
    });
  });
}
#define ARAIOS_RUNTIME_INSTANTIATE(S, Exec)                                                  \
  template Working<S, Exec> strict_rows<S, Exec>(Exec const&, Working<S, Exec> const&);      \
  template Working<S, Exec> sorted_rows<S, Exec>(Exec const&, Working<S, Exec> const&);      \
  template Working<S, Exec> transposed<S, Exec>(Exec const&, Working<S, Exec> const&, bool); \
  template bool are_equal<S, Exec>(Exec const&, Working<S, Exec> const&, Working<S, Exec> const&);
ARAIOS_RUNTIME_INSTANTIATE_LIBRARY
#undef ARAIOS_RUNTIME_INSTANTIATE
#define ARAIOS_RUNTIME_INSTANTIATE(S, Exec)                                                              \
  template std::optional<std::string> fault_of<Exec>(Exec const&, Order, Working<Pattern, Exec> const&); \
  template Matrix other_orientation<Exec>(Exec const&, Matrix const&);
ARAIOS_RUNTIME_INSTANTIATE_BOTH(Pattern)
#undef ARAIOS_RUNTIME_INSTANTIATE

}  // namespace Araios::runtime
