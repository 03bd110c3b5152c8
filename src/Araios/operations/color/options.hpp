// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The options of a colouring, and its result.

#include <Araios/core/concepts.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios {

/// Which of two rows of about the same length takes its colour first: the one of the lower index, or that of the lower
/// hash of the index. by_index gives the fewest colours on grids and meshes, in as many rounds as a front of rows needs
/// to pass the matrix; by_hash needs few rounds for any numbering, and up to twice as many colours on grids.
enum class ColorOrder { by_index, by_hash };

struct ColorOptions {
  /// 1: neighbours have different colours. 2: neighbours of neighbours, too.
  int distance = 1;
  ColorOrder order = ColorOrder::by_index;
  /// So many times the rows are coloured again, those of the last colours first: never with more colours.
  int recolorings = 1;
};

/// The colours of the rows of a matrix, and its rows colour by colour
///
/// The rows of colour c are rows(offsets(c)) .. rows(offsets(c + 1) - 1), sorted.
template <OrdinalType Ordinal, MemorySpace Space>
struct Coloring {
  using memory_space = Space;
  int num_colors = 0;
  Kokkos::View<int const*, Space> colors;       ///< colors(i): of row i, in [0, num_colors)
  Kokkos::View<Ordinal const*, Space> offsets;  ///< num_colors + 1
  Kokkos::View<Ordinal const*, Space> rows;     ///< a permutation

  std::int64_t num_rows() const { return static_cast<std::int64_t>(colors.extent(0)); }
};

}  // namespace Araios
