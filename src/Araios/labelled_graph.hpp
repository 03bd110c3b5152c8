// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Graphs whose edges have labels, a Boolean matrix for each label: read from texts, and built of lists of edges.

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/graph/paths/labelled_graph.hpp>
#include <Araios/graph/paths/read_labelled_edges.hpp>

#include <filesystem>
#include <string_view>

namespace Araios {

/// The labelled edges of a file: "tail head label" for each line
///
/// Words are separated by blanks and tabs, or by commas. Vertices are integers from 0 on. Where words are separated by
/// blanks, a label may have commas, but not begin with one. Empty lines and lines that begin with # are skipped. gzip
/// data is unpacked.
///
/// Order         that of the file; repeated edges are kept.
/// Cost          one pass over the text, by one thread.
/// Streams       as `read_edge_list`.
/// Asynchronous  no: works on the host; the text is loaded by the host threads, which are fenced.
/// Deterministic space to space, bitwise.
/// Throws        LabelledEdgesError with line, column and reason; GzipError; Bzip2Error (ReadNotSupported without
///               libbz2); ReadMemoryError when memory is not enough;
///               ReadError when the file cannot be read; std::invalid_argument for invalid options. All but the last
///               name the file.
/// Source        the format of CFPQ_Data.
inline LabelledEdges read_labelled_edges(std::filesystem::path const& file,
                                         LabelledEdgesReadOptions const& options = {}) {
  return Impl::paths::read_edges(file, options);
}

/// The same from bytes in memory, which may be gzip data.
inline LabelledEdges parse_labelled_edges(std::string_view bytes, LabelledEdgesReadOptions const& options = {}) {
  return Impl::paths::parse_edges(bytes, options);
}

/// The graph of a list of edges
///
/// Ordinal and Offset can be named, as in build_labelled_graph<int, std::int64_t>(exec, edges).
///
/// Order         labels as in the list; rows of the matrices are sorted. Repeated edges are one entry.
/// Cost          edges are sorted by label on the host, and copied; a conversion of COO to CSR for each label. Each matrix
///               has a row_map of n + 1 elements.
/// Asynchronous  no: one fence for the copy, and for each label those of the conversion. Allocates the matrices and two
///               arrays of the edges.
/// Deterministic space to space, bitwise.
/// Throws        std::invalid_argument when Ordinal cannot count the vertices, or Offset the edges of a label.
template <OrdinalType Ordinal = int, OffsetType Offset = int, ExecutionSpace Exec>
auto build_labelled_graph(Exec const& exec, LabelledEdges const& edges, WorkspaceFor<Exec> workspace = {}) {
  Impl::ScopedRegion const region("Araios::build_labelled_graph");
  (void)Impl::checked_cast<Ordinal>(edges.num_vertices(), "Araios::build_labelled_graph: number of vertices");
  return Impl::paths::graph_of<Ordinal, Offset>(exec, edges, workspace.get(exec));
}

/// The matrix of a label: that of this name, or, for a label a_r without a matrix, the transpose of that of a
///
/// Shapes        n-by-n.
/// Order         rows are sorted.
/// Cost          nothing, or `transpose`.
/// Asynchronous  yes. A matrix of the graph is shared, a transpose is allocated.
/// Deterministic space to space, bitwise.
/// Throws        std::invalid_argument when the graph has neither.
template <ExecutionSpace Exec, LabelledGraphOf<Exec> Graph>
typename Graph::Matrix label_matrix(Exec const& exec, Graph const& graph, std::string_view label,
                                    WorkspaceFor<Exec> workspace = {}) {
  auto const found = Impl::paths::find_label(graph, label);
  Impl::check(found.index >= 0, "Araios::label_matrix: the graph has no label \"", label, "\"");
  return Impl::paths::matrix_of(exec, graph, found, workspace.get(exec));
}

}  // namespace Araios
