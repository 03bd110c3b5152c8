// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Kronecker products of star graphs: graphs of any size with closed forms for every count.
///
/// A star of size m has m + 1 vertices, the hub 0 and the leaves 1 .. m. In the product of stars a vertex is a tuple of
/// vertices, the last factor fastest, and two tuples are adjacent when they are adjacent in every factor. These are the
/// Theory graphs of GraphChallenge: `Theory-3-4-5-B1k` is sizes {3, 4, 5} with StarLoop::hub.

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/generate/values.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <vector>

namespace Araios {

/// The vertex of each star that has a loop. The product then has exactly one loop, which is removed.
enum class StarLoop {
  none,      // Bk: bipartite, no triangle
  hub,       // B1k: many triangles
  last_leaf  // B2k: few triangles
};

/// Options of `star_product_matrix`.
struct StarProductOptions {
  std::vector<std::int64_t> sizes;  // leaves of each star
  StarLoop loop = StarLoop::none;
};

namespace Impl {

/// The product, and the closed forms of its adjacency matrix.
struct StarProduct {
  static constexpr int max_factors = 24;
  int factors = 0;
  bool hub_loop = false;
  bool leaf_loop = false;
  std::int64_t size[max_factors] = {};          // leaves of factor f
  std::int64_t vertices[max_factors + 1] = {};  // of the product of factors f, f+1, ...
  std::int64_t entries[max_factors + 1] = {};   // of its matrix, loops included

  explicit StarProduct(StarProductOptions const& options)
      : factors(static_cast<int>(options.sizes.size())),
        hub_loop(options.loop == StarLoop::hub),
        leaf_loop(options.loop == StarLoop::last_leaf) {
    check_enumerator(options.loop, StarLoop::last_leaf, "Araios::star_product_matrix: StarLoop");
    check(!options.sizes.empty() && options.sizes.size() <= max_factors,
          "Araios::star_product_matrix: ", options.sizes.size(), " stars are not in [1, ", int(max_factors), "]");
    vertices[factors] = entries[factors] = 1;
    for (int f = factors - 1; f >= 0; --f) {
      size[f] = options.sizes[static_cast<std::size_t>(f)];
      check(size[f] >= 1 && size[f] < std::int64_t(1) << 61, "Araios::star_product_matrix: star of size ", size[f]);
      vertices[f] = checked_multiply(size[f] + 1, vertices[f + 1], "Araios::star_product_matrix: number of vertices");
      entries[f] =
          checked_multiply(2 * size[f] + loops(), entries[f + 1], "Araios::star_product_matrix: number of entries");
    }
  }

  KOKKOS_FUNCTION std::int64_t loops() const { return hub_loop || leaf_loop; }
  KOKKOS_FUNCTION std::int64_t degree(int f, std::int64_t x) const {
    return x == 0 ? size[f] + hub_loop : 1 + (leaf_loop && x == size[f]);
  }
  /// Sum of the degrees of the vertices before x of factor f.
  KOKKOS_FUNCTION std::int64_t degrees_before(int f, std::int64_t x) const {
    return x == 0 ? 0 : size[f] + hub_loop + (x - 1);
  }
  /// The vertex of factor f that has the k-th entry of that factor's matrix.
  KOKKOS_FUNCTION std::int64_t vertex_of_entry(int f, std::int64_t k) const {
    std::int64_t const hub_degree = size[f] + hub_loop;
    if (k < hub_degree) return 0;
    std::int64_t const x = k - hub_degree + 1;
    return x < size[f] ? x : size[f];
  }
  /// The k-th neighbour of vertex x of any factor, in increasing order.
  KOKKOS_FUNCTION std::int64_t neighbour(std::int64_t x, std::int64_t k) const {
    return x == 0 ? k + !hub_loop : k * x;  // a leaf: the hub, then perhaps itself
  }

  /// Entries of the rows before `vertex`, loops included.
  KOKKOS_FUNCTION std::int64_t entries_before(std::int64_t vertex) const {
    std::int64_t sum = 0;
    std::int64_t degrees = 1;  // product of the degrees so far
    for (int f = 0; f < factors; ++f) {
      std::int64_t const x = vertex / vertices[f + 1];
      vertex %= vertices[f + 1];
      if (x > size[f]) return entries[0];  // the end
      sum += degrees * degrees_before(f, x) * entries[f + 1];
      degrees *= degree(f, x);
    }
    return sum;
  }

  /// The column of entry p, loops included. Inverts the sum of `entries_before` factor by factor: that gives the row,
  /// and reduces p to an index in that row, a product of the neighbours in each factor.
  KOKKOS_FUNCTION std::int64_t column(std::int64_t p) const {
    std::int64_t row[max_factors];
    std::int64_t degrees = 1;
    for (int f = 0; f < factors; ++f) {
      std::int64_t const unit = degrees * entries[f + 1];
      row[f] = vertex_of_entry(f, p / unit);
      p -= degrees_before(f, row[f]) * unit;
      degrees *= degree(f, row[f]);
    }
    std::int64_t column = 0;
    for (int f = factors - 1; f >= 0; --f) {
      std::int64_t const d = degree(f, row[f]);
      column += neighbour(row[f], p % d) * vertices[f + 1];
      p /= d;
    }
    return column;
  }
};

}  // namespace Impl

/// The number of triangles of the graph of `star_product_matrix`, without loops
///
/// none: 0; hub: (prod(3m + 1) - 3 prod(m + 1) + 2) / 6; last_leaf: (4^k - 3 * 2^k + 2) / 6, for k stars of sizes m.
///
/// Throws        std::invalid_argument as `star_product_matrix`, and when the number of closed walks of length three
///               does not fit 64 bits.
/// Source        Kepner et al., arXiv 1803.01281, for the first two; the third follows in the same way.
inline std::int64_t star_product_triangles(StarProductOptions const& options) {
  Impl::StarProduct const product(options);
  constexpr char const* what = "Araios::star_product_triangles: closed walks of length three";
  std::int64_t walks = options.loop == StarLoop::none ? 0 : 1;  // closed, of length three, loops included
  for (std::int64_t const m : options.sizes)
    walks = Araios::checked_multiply(
        walks, options.loop == StarLoop::hub ? Araios::checked_multiply(3, m, what) + 1 : 4, what);
  if (options.loop == StarLoop::none) return 0;
  // Walks that use the one loop: it and each edge of its vertex three times, and itself once.
  std::int64_t const at_loop =
      options.loop == StarLoop::hub ? product.vertices[0] : std::int64_t(1) << options.sizes.size();
  return (walks - 3 * at_loop + 2) / 6;
}

/// The adjacency matrix of a Kronecker product of stars, without loops; every value is 1
///
/// Shapes        n = prod(m + 1) rows and columns; prod(2m) entries, or prod(2m + 1) - 1 with loops; symmetric; rows
///               are sorted.
/// Cost          two kernels, one work item per row and one per entry, so that the long rows of hubs are balanced;
///               offsets and columns are closed forms; writes the matrix once, reads nothing.
/// Asynchronous  yes; allocates the matrix.
/// Deterministic space to space, bitwise.
/// Throws        std::invalid_argument when there is no star or more than 24, a size is below 1, or a type cannot hold
///               its values.
/// Source        Kepner et al., arXiv 1803.01281; the order of vertices is that of GraphChallenge's files, less one.
template <ScalarType Scalar = Pattern, OrdinalType Ordinal = int, OffsetType Offset = int, ExecutionSpace Exec>
ARAIOS_NOT_INLINED CsrMatrix<Scalar, Ordinal, Offset, typename Exec::memory_space>
star_product_matrix(Exec const& exec, StarProductOptions const& options) {
  using Matrix = CsrMatrix<Scalar, Ordinal, Offset, typename Exec::memory_space>;
  Impl::StarProduct const product(options);
  std::int64_t const n = product.vertices[0];
  (void)Impl::checked_cast<Ordinal>(n, "Araios::star_product_matrix: number of vertices");
  std::int64_t const nnz = product.entries[0] - product.loops();
  // The loop of hubs is the first entry, that of last leaves the last.
  std::int64_t const skipped = product.hub_loop;

  auto const arrays = allocate_csr<Scalar, Ordinal, Offset>(exec, "Araios::star_product_matrix", n, nnz);
  auto const row_map = arrays.row_map;
  auto const entries = arrays.entries;
  auto const values = arrays.values;
  Kokkos::parallel_for(
      "Araios::star_product_matrix::rows", Araios::range(exec, n + 1), KOKKOS_LAMBDA(std::int64_t i) {
        std::int64_t const before = product.entries_before(i) - (i > 0 ? skipped : 0);
        row_map(i) = static_cast<Offset>(before < nnz ? before : nnz);
      });
  Kokkos::parallel_for(
      "Araios::star_product_matrix::entries", Araios::range(exec, nnz), KOKKOS_LAMBDA(std::int64_t p) {
        entries(p) = static_cast<Ordinal>(product.column(p + skipped));
        values(p) = Impl::value_from_integer<Scalar>(1);
      });
  return Matrix(n, n, arrays);
}

}  // namespace Araios
