// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Formats that a library multiplies with but does not make: built on the host, row by row, and copied. They share
/// nothing with the formats of Araios, and the time that they take is in no figure.

#include "harness/random_value.hpp"
#include "harness/require.hpp"

#include <Araios/formats/csr.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace Araios::Perf {

namespace Detail {
template <class Space, class T>
Kokkos::View<T*, Space> copy_of(std::vector<T> const& elements) {
  Kokkos::View<T*, Space> const view(Kokkos::ViewAllocateWithoutInitializing("Araios::Perf::copy_of"), elements.size());
  Kokkos::deep_copy(view, Kokkos::View<T const*, Kokkos::HostSpace>(elements.data(), elements.size()));
  return view;
}
}  // namespace Detail

/// Slices of `slice` rows, each as wide as its longest row, by columns. Padding has the column -1 and the value 0.
template <class Scalar, class Space>
struct SlicedEll {
  std::int64_t num_rows, num_cols, nnz;
  int slice;
  Kokkos::View<int*, Space> offsets;  // of the slices
  Kokkos::View<int*, Space> columns;
  Kokkos::View<Scalar*, Space> values;
};

/// Empty where more than three slots an entry would be needed, or more than int counts.
template <class Space, class Scalar>
std::optional<SlicedEll<Scalar, Space>> sliced_ell(CsrMatrix<Scalar, int, int, Kokkos::HostSpace> const& A, int slice) {
  std::int64_t const m = A.num_rows();
  std::int64_t const slices = (m + slice - 1) / slice;
  std::vector<int> offsets(slices + 1, 0);
  std::int64_t slots = 0;
  for (std::int64_t s = 0; s < slices; ++s) {
    int width = 0;
    for (std::int64_t i = s * slice; i < std::min(m, (s + 1) * slice); ++i)
      width = std::max(width, A.row_map(i + 1) - A.row_map(i));
    slots += std::int64_t(width) * slice;
    if (slots > std::max<std::int64_t>(3 * std::int64_t(A.nnz()), 1 << 16) || slots > 0x7fffffff) return {};
    offsets[s + 1] = static_cast<int>(slots);
  }
  std::vector<int> columns(slots, -1);
  std::vector<Scalar> values(slots, Scalar(0));
  for (std::int64_t i = 0; i < m; ++i) {
    std::int64_t at = offsets[i / slice] + i % slice;
    for (int p = A.row_map(i); p < A.row_map(i + 1); ++p, at += slice) {
      columns[at] = A.entries(p);
      values[at] = A.values(p);
    }
  }
  return SlicedEll<Scalar, Space>{m,
                                  A.num_cols(),
                                  A.nnz(),
                                  slice,
                                  Detail::copy_of<Space>(offsets),
                                  Detail::copy_of<Space>(columns),
                                  Detail::copy_of<Space>(values)};
}

/// Square blocks of `size` by `size` values, each by rows.
template <class Scalar, class Space>
struct Blocked {
  std::int64_t block_rows, block_cols;
  int size;
  Kokkos::View<int*, Space> row_map;
  Kokkos::View<int*, Space> entries;
  Kokkos::View<Scalar*, Space> values;
};

/// The block columns of block row I, sorted.
template <class Matrix>
void block_columns(Matrix const& A, std::int64_t I, int size, std::vector<int>& columns) {
  columns.clear();
  for (int p = A.row_map(I * size); p < A.row_map((I + 1) * size); ++p) columns.push_back(A.entries(p) / size);
  std::sort(columns.begin(), columns.end());
  columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
}

/// The size from 2 to 8 with which blocks take the fewest bytes, as a sample of the rows tells; 1 where single entries
/// do.
template <class Matrix>
int best_block_size(Matrix const& A) {
  using Scalar = std::remove_const_t<typename Matrix::Scalar>;
  int best = 1;
  double least = value_bytes_v<Scalar> + sizeof(int);  // bytes an entry
  std::vector<int> columns;
  for (int size = 2; size <= 8; ++size) {
    if (A.num_rows() % size != 0 || A.num_cols() % size != 0) continue;
    std::int64_t const block_rows = A.num_rows() / size;
    std::int64_t const stride = std::max<std::int64_t>(1, block_rows / 1000);
    double blocks = 0, entries = 0;
    for (std::int64_t I = 0; I < block_rows; I += stride) {
      block_columns(A, I, size, columns);
      blocks += static_cast<double>(columns.size());
      entries += A.row_map((I + 1) * size) - A.row_map(I * size);
    }
    double const bytes = entries > 0 ? blocks * (size * size * value_bytes_v<Scalar> + sizeof(int)) / entries : least;
    if (bytes < least) least = bytes, best = size;
  }
  return best;
}

/// Requires      both extents are multiples of `size`, and no row has a column twice.
/// Throws        std::invalid_argument when the values of all blocks are more than int counts.
template <class Space, class Scalar>
Blocked<Scalar, Space> blocked(CsrMatrix<Scalar, int, int, Kokkos::HostSpace> const& A, int size) {
  std::int64_t const block_rows = A.num_rows() / size;
  std::vector<int> row_map{0}, entries, columns;
  std::vector<Scalar> values;
  for (std::int64_t I = 0; I < block_rows; ++I) {
    block_columns(A, I, size, columns);
    std::size_t const first = entries.size();
    entries.insert(entries.end(), columns.begin(), columns.end());
    values.resize(entries.size() * size * size, Scalar(0));
    for (int r = 0; r < size; ++r)
      for (int p = A.row_map(I * size + r); p < A.row_map(I * size + r + 1); ++p) {
        int const J = A.entries(p) / size;
        auto const at = std::lower_bound(columns.begin(), columns.end(), J) - columns.begin();
        values[((first + at) * size + r) * size + A.entries(p) % size] = A.values(p);
      }
    row_map.push_back(as_int(entries.size(), "Araios::Perf::blocked: number of blocks"));
  }
  return {block_rows,
          A.num_cols() / size,
          size,
          Detail::copy_of<Space>(row_map),
          Detail::copy_of<Space>(entries),
          Detail::copy_of<Space>(values)};
}

}  // namespace Araios::Perf
