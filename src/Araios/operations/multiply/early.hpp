// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// C of SpGEMM, allocated before its number of entries is known.
///
/// An allocation takes as long as a small product, and the host waits for the device anyway. So it allocates on a guess
/// while the device analyses: one and a half times as many entries as there are products where the columns of A are
/// spread evenly, up to 16 MiB. Where more are needed, C is allocated again.

#include <Araios/core/pattern.hpp>
#include <Araios/formats/csr.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>
#include <utility>

namespace Araios::Impl::multiply {

/// `capacity` is the number of entries that have been allocated; on a guess, of no more than max_bytes.
template <class T, class Ordinal, class Offset, class Space>
struct EarlyCsr {
  static constexpr std::int64_t entry_bytes = sizeof(Ordinal) + value_bytes_v<T>;
  std::int64_t max_bytes = std::int64_t(1) << 24;
  CsrArrays<T, Ordinal, Offset, Space> arrays{};
  std::int64_t capacity = -1;

  /// Allocates C, unless the guess is too large.
  template <class Exec, class A, class B>
  void guess(Exec const& exec, A const& a, B const& b) {
    double const products =
        static_cast<double>(a.nnz()) * static_cast<double>(b.nnz()) / static_cast<double>(b.num_rows());
    if (products * 1.5 * entry_bytes > static_cast<double>(max_bytes)) return;
    allocate(exec, "Araios::multiply", a.num_rows(), static_cast<std::int64_t>(products * 1.5));
  }
  template <class Exec>
  void allocate(Exec const& exec, std::string const& label, std::int64_t rows, std::int64_t entries) {
    arrays = {};  // frees what was too small
    arrays = allocate_csr<T, Ordinal, Offset>(exec, label, rows, entries);
    capacity = entries;
  }
  /// Arrays for `entries`, the first of those that are there if they suffice.
  template <class Exec>
  auto take(Exec const& exec, std::string const& label, std::int64_t rows, std::int64_t entries) {
    if (entries > capacity) allocate(exec, label, rows, entries);
    std::pair<std::int64_t, std::int64_t> const used(0, entries);
    arrays.entries = Kokkos::subview(arrays.entries, used);
    if constexpr (!is_pattern_v<T>) arrays.values = Kokkos::subview(arrays.values, used);
    return arrays;
  }
};

}  // namespace Araios::Impl::multiply
