// SPDX-License-Identifier: Apache-2.0
//
// The graph that operations on triangles are registered with (support/contract.hpp).

#pragma once

#include <Araios/generate/kronecker_star.hpp>
#include <Araios/triangles.hpp>

#include "support/contract.hpp"

namespace Araios::test::contract {

/// A graph of 120 vertices, whose triangles fit a list of 287.
inline CsrMatrix<Pattern, int, int, Space> star_graph(Data& d) {
  return star_product_matrix<Pattern>(d.exec, {{3, 4, 5}, StarLoop::hub});
}
inline OrientedGraph<int, int, Space> oriented_star_graph(Data& d) { return orient(d.exec, star_graph(d)); }

}  // namespace Araios::test::contract
