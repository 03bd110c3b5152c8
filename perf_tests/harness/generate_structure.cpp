// SPDX-License-Identifier: Apache-2.0
#include "harness/generators.hpp"
#include "harness/look_alikes.hpp"
#include "harness/matrix_source.hpp"
#include "harness/require.hpp"

#include <Araios/convert.hpp>
#include <Araios/formats/copy.hpp>
#include <Araios/generate/banded.hpp>
#include <Araios/generate/citations.hpp>
#include <Araios/generate/kronecker_star.hpp>
#include <Araios/generate/random.hpp>
#include <Araios/generate/rmat.hpp>
#include <Araios/generate/stencil.hpp>
#include <Araios/generate/web_crawl.hpp>
#include <Araios/select.hpp>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace Araios::Perf {

namespace {

/// A square matrix with its rows and columns in the order of decreasing degree; those of one degree keep their order.
Structure by_degree(Structure const& A) {
  auto const n = static_cast<std::size_t>(A.num_rows());
  std::vector<int> degree(n), vertex(n), rank(n);
  for (std::size_t i = 0; i < n; ++i) degree[i] = A.row_map(i + 1) - A.row_map(i);
  for (int p = 0; p < A.nnz(); ++p) ++degree[static_cast<std::size_t>(A.entries(p))];
  std::iota(vertex.begin(), vertex.end(), 0);
  std::stable_sort(vertex.begin(), vertex.end(), [&](int a, int b) {
    return degree[static_cast<std::size_t>(a)] > degree[static_cast<std::size_t>(b)];
  });
  for (std::size_t r = 0; r < n; ++r) rank[static_cast<std::size_t>(vertex[r])] = static_cast<int>(r);
  auto const arrays = allocate_csr<Pattern, int, int>(Kokkos::DefaultHostExecutionSpace(), "Araios::Perf::by_degree",
                                                      A.num_rows(), A.nnz());
  int* next = arrays.entries.data();
  arrays.row_map(0) = 0;
  for (std::size_t r = 0; r < n; ++r) {
    int* const begin = next;
    for (int p = A.row_map(vertex[r]); p < A.row_map(vertex[r] + 1); ++p)
      *next++ = rank[static_cast<std::size_t>(A.entries(p))];
    std::sort(begin, next);
    arrays.row_map(r + 1) = static_cast<int>(next - arrays.entries.data());
  }
  return Structure(A.num_rows(), A.num_cols(), arrays);
}

}  // namespace

Structure generate_structure(GeneratedMatrix const& what) {
  using Exec = Kokkos::DefaultExecutionSpace;
  Exec const exec;
  auto const& kind = what.kind;
  auto const& number = what.numbers;
  auto const on_host = [](auto const& A) { return Structure(copy_to<Kokkos::HostSpace>(A)); };
  if (kind == "uniform")
    return on_host(random_matrix<Pattern, int, int>(exec, RandomOptions{number[0], number[1], number[2]}));
  if (kind == "rmat" || kind == "rmat_by_degree") {
    require(number[0] <= 30, kind, ": scale ", number[0], " is above 30");
    RmatOptions options;
    options.scale = static_cast<int>(number[0]);
    options.draws = number[1];
    auto const A = on_host(
        convert<Format::csr>(exec, rmat_matrix<Pattern, int, int>(exec, options), {.duplicates = Duplicates::sum}));
    return kind == "rmat" ? A : by_degree(A);
  }
  if (kind == "web_crawl")
    return on_host(web_crawl_matrix<Pattern, int, int>(exec, {.num_rows = number[0], .nnz = number[1]}));
  if (kind == "citations")
    return on_host(citation_matrix<Pattern, int, int>(exec, {.num_rows = number[0], .nnz = number[1]}));
  auto const stencil = [&](StencilOptions const& options) {
    return on_host(stencil_matrix<Pattern, int, int>(exec, options));
  };
  if (kind == "stencil27") return stencil({StencilShape::box, number[0], number[0], number[0]});
  if (kind == "stencil5") return stencil({StencilShape::star, number[0], number[0]});
  if (kind == "stencil7") return stencil({StencilShape::star, number[0], number[0], number[0]});
  if (kind == "elasticity") return stencil({StencilShape::box, number[0], number[1], number[2], 3});
  if (kind == "full_band") {
    BandedOptions const options{number[0], number[0], number[1], number[2]};
    return on_host(banded_matrix<Pattern, int, int>(exec, options));
  }
  if (kind == "long_row") return on_host(long_row_structure(exec, number[0], number[1], number[2]));
  if (kind == "grid4") return on_host(grid4_structure(exec, number[0]));
  if (kind == "king") {
    StencilOptions const options{StencilShape::box, number[0], number[0]};
    auto const A = stencil_matrix<Pattern, int, int>(exec, options);
    return on_host(off_diagonal_part(exec, A));
  }
  if (kind.starts_with("theory_")) {
    StarLoop const loop = kind == "theory_bk"    ? StarLoop::none
                          : kind == "theory_b1k" ? StarLoop::hub
                                                 : StarLoop::last_leaf;
    return on_host(star_product_matrix<Pattern, int, int>(exec, {number, loop}));
  }
  if (kind == "tall") return on_host(tall_structure(exec, number[0], number[1], number[2], number[3]));
  if (kind == "dense_column") return on_host(dense_column_structure(exec, number[0]));
  if (kind == "triangular") return on_host(triangular_structure(exec, number[0], number[1]));
  if (kind == "road") return road_structure(number[0], number[1], number[2], number[3]);
  if (kind == "copurchase") return copurchase_structure(number[0], number[1], number[2], number[3]);
  if (kind == "pages") return pages_structure(number[0], number[1], number[2], number[3]);
  if (kind == "banded") return on_host(random_band_structure(exec, number[0], number[1], number[2]));
  throw std::invalid_argument("no generator for '" + kind + "'");
}

}  // namespace Araios::Perf
