// SPDX-License-Identifier: Apache-2.0
//
// The graph that path queries are registered with (support/contract.hpp).

#pragma once

#include <Araios/labelled_graph.hpp>

#include "support/contract.hpp"

namespace Araios::test::contract {

/// A path of two edges among 40 vertices.
inline LabelledEdges two_edges() {
  LabelledEdges edges(40);
  edges.add(0, 1, "a");
  edges.add(1, 2, "b");
  return edges;
}
inline LabelledGraph<int, int, Space> two_edge_graph(Data& d) { return build_labelled_graph(d.exec, two_edges()); }

}  // namespace Araios::test::contract
