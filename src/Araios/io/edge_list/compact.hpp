// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Edge lists whose vertices have names: any 64-bit integers, renumbered without gaps.

#include <Araios/core/memory.hpp>
#include <Araios/formats/coo.hpp>
#include <Araios/io/edge_list_options.hpp>
#include <Araios/io/read_error.hpp>
#include <Araios/io/text/pieces.hpp>
#include <Araios/io/text/values.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

namespace Araios::Impl {

/// Numbers the different vertices in increasing order of their names.
template <class Scalar, class Ordinal, class Offset>
class CompactEdges {
 public:
  CompactEdges(TextSource const& source, CooArrays<Scalar, std::int64_t> const& named)
      : exec_(source.exec), source_(source), named_(named), edges_(named.size()) {}

  CooMatrix<Scalar, Ordinal, Offset, Kokkos::HostSpace> matrix(EdgeListNames* names) const {
    CooArrays<Scalar, std::int64_t> const& named = named_;
    std::int64_t const edges = edges_;
    using Names = EdgeListNames;
    std::int64_t low = std::numeric_limits<std::int64_t>::max();
    std::int64_t high = std::numeric_limits<std::int64_t>::min();
    for (std::int64_t k = 0; k < edges; ++k) {
      low = std::min({low, named.rows(k), named.cols(k)});
      high = std::max({high, named.rows(k), named.cols(k)});
    }
    Names found;
    std::int64_t vertices = 0;
    // Unsigned, because the distance of two 64-bit numbers may need 64 bits.
    std::uint64_t const span = edges == 0 ? 0 : static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
    CooArrays<Scalar, Ordinal> arrays;
    arrays.rows = allocate<decltype(arrays.rows)>(exec_, "Araios::read_edge_list::row_indices", edges);
    arrays.cols = allocate<decltype(arrays.cols)>(exec_, "Araios::read_edge_list::col_indices", edges);
    arrays.values = named.values;
    if (edges > 0 && span / 16 < static_cast<std::uint64_t>(edges)) {
      // A table from the name to the index: first a mark for the names that occur, then their scan.
      auto const size = static_cast<std::int64_t>(span) + 1;
      auto const table = allocate<Names>(exec_, "Araios::read_edge_list::vertex_table", size);
      fill(exec_, table, 0);
      exec_.fence();
      for (std::int64_t k = 0; k < edges; ++k) table(named.rows(k) - low) = table(named.cols(k) - low) = 1;
      for (std::int64_t i = 0; i < size; ++i) vertices += table(i);
      refuse_vertices(vertices);
      found = allocate<Names>(exec_, "Araios::read_edge_list::names", vertices);
      std::int64_t number = 0;
      for (std::int64_t i = 0; i < size; ++i) {
        if (table(i) == 0) continue;
        found(number) = low + i;
        table(i) = number++;
      }
      renumber(arrays, [table, low](std::int64_t name) { return table(name - low); });
    } else if (edges > 0) {
      auto const all = allocate<Names>(exec_, "Araios::read_edge_list::sorted_names", 2 * edges);
      std::copy_n(named.rows.data(), edges, all.data());
      std::copy_n(named.cols.data(), edges, all.data() + edges);
      std::sort(all.data(), all.data() + 2 * edges);
      vertices = std::unique(all.data(), all.data() + 2 * edges) - all.data();
      refuse_vertices(vertices);
      found = allocate<Names>(exec_, "Araios::read_edge_list::names", vertices);
      std::copy_n(all.data(), vertices, found.data());
      std::int64_t const* const first = found.data();
      renumber(arrays, [first, vertices](std::int64_t name) {
        return std::lower_bound(first, first + vertices, name) - first;
      });
    }
    if (names != nullptr) *names = found;
    return {vertices, vertices, arrays.rows, arrays.cols, arrays.values};
  }

 private:
  void refuse_vertices(std::int64_t vertices) const {
    if (!std::in_range<Ordinal>(vertices))
      throw EdgeListError(source_.title() + ": " + std::to_string(vertices) + " vertices do not fit the " +
                          std::to_string(8 * sizeof(Ordinal)) + "-bit index type; read with a wider one");
  }

  template <class Number>
  void renumber(CooArrays<Scalar, Ordinal> const& arrays, Number const& number) const {
    constexpr std::int64_t block = 1 << 14;
    CooArrays<Scalar, std::int64_t> const& named = named_;
    std::int64_t const edges = edges_;
    for_each_block(exec_, "Araios::read_edge_list::renumber", (edges + block - 1) / block, 8 * edges,
                   [=](std::int64_t i) {
                     std::int64_t const end = std::min(edges, (i + 1) * block);
                     for (std::int64_t k = i * block; k < end; ++k) {
                       arrays.rows(k) = static_cast<Ordinal>(number(named.rows(k)));
                       arrays.cols(k) = static_cast<Ordinal>(number(named.cols(k)));
                     }
                   });
  }

  HostExec const& exec_;
  TextSource const& source_;
  CooArrays<Scalar, std::int64_t> const& named_;
  std::int64_t edges_;
};

}  // namespace Araios::Impl
