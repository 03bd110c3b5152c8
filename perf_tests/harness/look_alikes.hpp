// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Graphs with the sizes of published ones that cannot be had: as many vertices and entries, the same longest row, and
/// about as many entries of the square. Made on the host, from counter-based random numbers.

#include "harness/matrix_source.hpp"

#include <cstdint>

namespace Araios::Perf {

/// Roads: vertices in rows of sqrt(n), `along` percent of the edges to the next vertex, the others to one of three in the
/// next row. Symmetric; one vertex has `most` neighbours.
Structure road_structure(std::int64_t n, std::int64_t nnz, std::int64_t along, std::int64_t most);

/// Goods that are bought together: rows of at most `most` entries, most of them full, at random columns of a window around
/// the row.
Structure copurchase_structure(std::int64_t n, std::int64_t nnz, std::int64_t most, std::int64_t window);

/// Pages: lengths of rows by a power law up to `most`; of the targets most are in the row's host, a block of `host`
/// vertices, and long rows are linked more often.
Structure pages_structure(std::int64_t n, std::int64_t nnz, std::int64_t most, std::int64_t host);

}  // namespace Araios::Perf
