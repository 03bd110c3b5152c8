// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Whether row_map and entries of a matrix are still those that a plan was made of, where validation is on.

#include <Araios/core/checks.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/hash.hpp>
#include <Araios/core/kokkos_compat.hpp>
#include <Araios/core/validation.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <optional>

namespace Araios::Impl {

/// A sum over the elements of an array, of numbers that depend on the position and the element.
template <class Array>
struct MixElements {
  Array array;
  KOKKOS_FUNCTION void operator()(std::int64_t i, std::uint64_t& sum) const {
    sum += mixed_bits(static_cast<std::uint64_t>(array(i)) + golden_ratio_64 * static_cast<std::uint64_t>(i + 1));
  }
};

template <class Exec, class Array>
ARAIOS_NOT_INLINED std::uint64_t mix_elements(Exec const& exec, Array const& array) {
  std::uint64_t sum = 0;
  if (array.extent(0) > 0)
    Kokkos::parallel_reduce("Araios::validate::fingerprint", range(exec, static_cast<std::int64_t>(array.extent(0))),
                            MixElements<Array>{array}, sum);
  return sum;
}

/// Whether two CSR matrices have the same sizes, and share row_map and entries: a plan of one takes the values of the other.
template <class A, class B>
bool have_same_pattern_arrays(A const& a, B const& b) {
  return a.num_rows() == b.num_rows() && a.num_cols() == b.num_cols() && a.row_map.data() == b.row_map.data() &&
         a.entries.data() == b.entries.data() && a.entries.extent(0) == b.entries.extent(0);
}

/// Remembers a pattern in 8 bytes if validation is on, and compares it, if it is on then, too.
class PatternGuard {
 public:
  template <class Exec, class Matrix>
  void remember(Exec const& exec, Matrix const& A) {
    if (validation()) kept_ = fingerprint(exec, A);
  }
  template <class Exec, class Matrix>
  void check_unchanged(Exec const& exec, char const* function, char const* name, Matrix const& A) const {
    if (kept_ && validation())
      check(fingerprint(exec, A) == *kept_, function, ": operand ", name,
            ": its row_map or entries changed after the plan was made of them");
  }

 private:
  template <class Exec, class Matrix>
  static std::uint64_t fingerprint(Exec const& exec, Matrix const& A) {
    return 31 * mix_elements(exec, A.row_map) + mix_elements(exec, A.entries);
  }

  std::optional<std::uint64_t> kept_;
};

}  // namespace Araios::Impl
