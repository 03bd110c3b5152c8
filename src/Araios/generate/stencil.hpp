// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Matrices of difference stencils on a regular grid.

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/generate/values.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace Araios {

/// The neighbours of a point of the grid: `star` along the axes, `box` in every direction.
enum class StencilShape { star, box };

/// Options of `stencil_matrix`. Point (x, y, z) is row (z * ny + y) * nx + x; with several components it is that many
/// consecutive rows.
///
/// The usual names: 5-point {star, nx, ny}, 9-point {box, nx, ny}, 7-point {star, nx, ny, nz}, 27-point {box, nx, ny,
/// nz}; with ny = nz = 1 the 3-point stencil. A box with 3 components has the structure of elasticity by trilinear
/// elements: 81 entries per row, in full blocks of 3 x 3.
struct StencilOptions {
  StencilShape shape = StencilShape::star;
  std::int64_t nx = 1;
  std::int64_t ny = 1;
  std::int64_t nz = 1;
  std::int64_t components = 1;  // unknowns per point, each coupled with all unknowns of the point and its neighbours
};

namespace Impl {

/// A grid and the closed forms of its stencil matrix.
struct StencilGrid {
  std::int64_t nx, ny, nz;
  bool box;

  /// The number of neighbours along an axis of n points, over the points before x: two each, one at either end.
  KOKKOS_FUNCTION static std::int64_t neighbours_before(std::int64_t x, std::int64_t n) {
    return 2 * x - (x >= 1) - (x == n && n > 0);
  }
  KOKKOS_FUNCTION static std::int64_t neighbours(std::int64_t x, std::int64_t n) { return (x > 0) + (x + 1 < n); }

  /// The number of entries in the rows before point (x, y, z); x = nx, y = ny or z = nz mean the end of a line, plane
  /// or grid.
  KOKKOS_FUNCTION std::int64_t entries_before(std::int64_t x, std::int64_t y, std::int64_t z) const {
    std::int64_t const line = nx + neighbours_before(nx, nx);
    std::int64_t const lines = ny + neighbours_before(ny, ny);
    if (box)  // A row is the product of three ranges, each a point and its neighbours.
      return (z + neighbours_before(z, nz)) * lines * line +
             (1 + neighbours(z, nz)) *
                 ((y + neighbours_before(y, ny)) * line + (1 + neighbours(y, ny)) * (x + neighbours_before(x, nx)));
    std::int64_t const points = (z * ny + y) * nx + x;
    std::int64_t const along_x = (z * ny + y) * (line - nx) + neighbours_before(x, nx);
    std::int64_t const along_y = (z * (lines - ny) + neighbours_before(y, ny)) * nx + neighbours(y, ny) * x;
    std::int64_t const along_z = neighbours_before(z, nz) * nx * ny + neighbours(z, nz) * (y * nx + x);
    return points + along_x + along_y + along_z;
  }
};

}  // namespace Impl

/// The matrix of a difference stencil on a grid of nx by ny by nz points, with zero boundary values
///
/// The diagonal is the number of neighbours of an inner point (2, 4, 6 for a star in one, two, three dimensions; 2, 8,
/// 26 for a box), every other entry is -1: symmetric positive definite, inner rows sum to zero. With c > 1 components
/// each entry becomes a block, itself times the c-by-c matrix with c on the diagonal and 1 elsewhere; this Kronecker
/// product of positive definite matrices is positive definite too.
///
/// Shapes        nx*ny*nz * components rows and columns; rows are sorted.
/// Cost          one kernel; offsets are a closed form; writes the matrix once, reads nothing.
/// Asynchronous  yes; allocates the matrix.
/// Deterministic space to space, bitwise.
/// Throws        std::invalid_argument when an extent is below 1 or a type cannot hold its values.
template <ScalarType Scalar = double, OrdinalType Ordinal = int, OffsetType Offset = int, ExecutionSpace Exec>
ARAIOS_NOT_INLINED CsrMatrix<Scalar, Ordinal, Offset, typename Exec::memory_space>
stencil_matrix(Exec const& exec, StencilOptions const& options) {
  using Matrix = CsrMatrix<Scalar, Ordinal, Offset, typename Exec::memory_space>;
  std::int64_t const nx = options.nx;
  std::int64_t const ny = options.ny;
  std::int64_t const nz = options.nz;
  Impl::check(nx >= 1 && ny >= 1 && nz >= 1, "Araios::stencil_matrix: empty grid ", nx, " x ", ny, " x ", nz);
  Impl::check_enumerator(options.shape, StencilShape::box, "Araios::stencil_matrix: StencilShape");
  std::int64_t const components = options.components;
  Impl::check(components >= 1, "Araios::stencil_matrix: ", components, " components");
  constexpr char const* what = "Araios::stencil_matrix: points of the grid";
  std::int64_t const points = Araios::checked_multiply(Araios::checked_multiply(nx, ny, what), nz, what);
  (void)Impl::checked_cast<Ordinal>(points, what);
  std::int64_t const rows = Araios::checked_multiply(points, components, "Araios::stencil_matrix: points * components");
  (void)Impl::checked_cast<Ordinal>(rows, "Araios::stencil_matrix: points * components");
  (void)Araios::checked_multiply(Araios::checked_multiply(rows, components, "Araios::stencil_matrix: entries"), 27,
                                 "Araios::stencil_matrix: entries");
  bool const box = options.shape == StencilShape::box;
  Impl::StencilGrid const grid{nx, ny, nz, box};
  std::int64_t const nnz = grid.entries_before(nx, ny - 1, nz - 1) * components * components;
  int const dimensions = (nx > 1) + (ny > 1) + (nz > 1);
  int const inside[2][4] = {{0, 2, 4, 6}, {0, 2, 8, 26}};
  int const diagonal = inside[box][dimensions];
  if constexpr (std::is_integral_v<Scalar> && !std::is_same_v<Scalar, bool>) {
    (void)Impl::checked_cast<Scalar>(diagonal * components, "Araios::stencil_matrix: values of the diagonal");
    if (points > 1) (void)Impl::checked_cast<Scalar>(std::int64_t(-1), "Araios::stencil_matrix: values");
  }

  auto const arrays = allocate_csr<Scalar, Ordinal, Offset>(exec, "Araios::stencil_matrix", rows, nnz);
  auto const row_map = arrays.row_map;
  auto const entries = arrays.entries;
  auto const values = arrays.values;
  Kokkos::parallel_for(
      "Araios::stencil_matrix::rows", Araios::range(exec, rows), KOKKOS_LAMBDA(std::int64_t row) {
        std::int64_t const i = row / components;
        std::int64_t const component = row % components;
        std::int64_t const x = i % nx;
        std::int64_t const y = i / nx % ny;
        std::int64_t const z = i / nx / ny;
        std::int64_t const before = grid.entries_before(x, y, z);
        std::int64_t const blocks = grid.entries_before(x + 1, y, z) - before;
        std::int64_t p = (before * components + blocks * component) * components;
        row_map(row) = static_cast<Offset>(p);
        if (row + 1 == rows) row_map(rows) = static_cast<Offset>(nnz);
        for (int dz = -(z > 0); dz <= (z + 1 < nz); ++dz)
          for (int dy = -(y > 0); dy <= (y + 1 < ny); ++dy)
            for (int dx = -(x > 0); dx <= (x + 1 < nx); ++dx) {
              if (!box && (dx != 0) + (dy != 0) + (dz != 0) > 1) continue;
              int const value = dx == 0 && dy == 0 && dz == 0 ? diagonal : -1;
              std::int64_t const neighbour = i + (dz * ny + dy) * nx + dx;
              for (std::int64_t other = 0; other < components; ++other, ++p) {
                entries(p) = static_cast<Ordinal>(neighbour * components + other);
                values(p) =
                    Impl::value_from_integer<Scalar>(other == component ? value * static_cast<int>(components) : value);
              }
            }
      });
  return Matrix(rows, rows, arrays);
}

}  // namespace Araios
