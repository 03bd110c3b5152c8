// SPDX-License-Identifier: Apache-2.0
#include "harness/weighted_matrix.hpp"

#include "harness/require.hpp"

#include <Araios/convert.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/io/matrix_market.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <tuple>
#include <vector>

namespace Araios::Perf {

namespace {
using Host = Kokkos::DefaultHostExecutionSpace;
using Values = Kokkos::View<double*, Kokkos::HostSpace>;

Values values_for(std::int64_t nnz) { return allocate<Values>(Host(), "Araios::Perf::values", nnz); }

/// -1 for neighbours, and their number in the inside of the grid on the diagonal.
DoubleMatrix stencil_of(Structure const& A, double diagonal) {
  auto const values = values_for(A.nnz());
  for (int i = 0; i < A.num_rows(); ++i)
    for (int p = A.row_map(i); p < A.row_map(i + 1); ++p) values(p) = A.entries(p) == i ? diagonal : -1;
  return {A.num_rows(), A.num_cols(), A.row_map, A.entries, values};
}

DoubleMatrix laplacian_of(Structure const& A, double shift) {
  std::vector<std::vector<int>> rows(static_cast<std::size_t>(A.num_rows()));
  auto const add = [&](int i, int j) { rows[static_cast<std::size_t>(i)].push_back(j); };
  for (int i = 0; i < A.num_rows(); ++i) {
    add(i, i);
    for (int p = A.row_map(i); p < A.row_map(i + 1); ++p) {
      add(i, A.entries(p));
      add(A.entries(p), i);
    }
  }
  std::int64_t nnz = 0;
  for (auto& row : rows) {
    std::sort(row.begin(), row.end());
    row.erase(std::unique(row.begin(), row.end()), row.end());
    nnz += static_cast<std::int64_t>(row.size());
  }
  auto const L =
      allocate_csr<double, int, int>(Host(), "Araios::Perf::laplacian", A.num_rows(), as_int(nnz, "entries"));
  int p = 0;
  L.row_map(0) = 0;
  for (int i = 0; i < A.num_rows(); ++i) {
    auto const& row = rows[static_cast<std::size_t>(i)];
    for (int const j : row) {
      L.entries(p) = j;
      L.values(p++) = i == j ? static_cast<double>(row.size() - 1) + shift : -1;
    }
    L.row_map(i + 1) = p;
  }
  return {A.num_rows(), A.num_cols(), L};
}

/// Whether there are diagonal entries and none is positive.
bool has_negative_diagonal(DoubleMatrix const& A) {
  bool found = false;
  for (int i = 0; i < A.num_rows(); ++i)
    for (int p = A.row_map(i); p < A.row_map(i + 1); ++p) {
      if (A.entries(p) != i) continue;
      if (A.values(p) > 0) return false;
      found = true;
    }
  return found;
}
}  // namespace

WeightedMatrix load_weighted(MatrixSource const& source, Structure const& structure, double shift) {
  require(structure.num_rows() == structure.num_cols(), source.name(), " is ", structure.num_rows(), " x ",
          structure.num_cols(), "; only square matrices can be solved");
  auto const [kind, numbers] = parse_generated(source.word);
  for (auto const& [stencil, neighbours, dimensions] :
       {std::tuple("stencil5", 4, 2), std::tuple("stencil7", 6, 3), std::tuple("stencil27", 26, 3)})
    if (kind == stencil) return {.A = stencil_of(structure, neighbours), .points = {numbers.at(0), dimensions}};
  if (!source.is_file() || read_matrix_market_header(source.word).field == MatrixMarketField::pattern)
    return {laplacian_of(structure, shift), true};
  DoubleMatrix const A = convert<Format::csr>(Host(), read_matrix_market<double, int, int>(source.word));
  if (!has_negative_diagonal(A)) return {A};
  auto const values = values_for(A.nnz());
  for (int p = 0; p < A.nnz(); ++p) values(p) = -A.values(p);
  return {DoubleMatrix(A.num_rows(), A.num_cols(), A.row_map, A.entries, values), false, true};
}

Residual residual_of(DoubleMatrix const& A, DoubleVector const& b, DoubleVector const& x) {
  Residual squares;
  for (int i = 0; i < A.num_rows(); ++i) {
    double r = b(i), scale = std::abs(b(i));
    for (int p = A.row_map(i); p < A.row_map(i + 1); ++p) {
      double const product = A.values(p) * x(A.entries(p));
      r -= product;
      scale += std::abs(product);
    }
    squares.of_b += b(i) * b(i);
    squares.norm += r * r;
    squares.scale += scale * scale;
  }
  return {std::sqrt(squares.of_b), std::sqrt(squares.norm), std::sqrt(squares.scale)};
}

}  // namespace Araios::Perf
