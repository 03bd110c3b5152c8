// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Edge lists: two vertices per line, and optionally a weight. SNAP's text files and the TSV files of GraphChallenge.

#include <Araios/core/concepts.hpp>
#include <Araios/formats/coo.hpp>
#include <Araios/io/edge_list/reader.hpp>
#include <Araios/io/edge_list_options.hpp>
#include <Araios/io/read_error.hpp>
#include <Araios/io/text/input.hpp>

#include <Kokkos_Core.hpp>

#include <filesystem>
#include <string_view>

namespace Araios {

/// The matrix of an edge list: entry (i, j) for a line "i j" or "i j weight"
///
/// Shapes        n-by-n, n = the largest vertex in the file (plus one where they count from 0); with
///               EdgeListShape::rectangular rows and columns each by their own largest; with EdgeListVertices::compact
///               n = the number of different vertices, renumbered in increasing order of their names in the file:
///               names(v), if `names` is given, which stays empty for the other choices.
/// Types         values without weights are 1; weights are read as Matrix Market values are. A Pattern drops weights,
///               but they must be numbers.
/// Order         that of the file. Loops and repeated edges are kept; no transposed entries are added.
/// Requires      every line has the same number of words: two or three, given by the first line or by
///               `options.columns`. Empty lines and lines that begin with # or % are skipped.
/// Cost          two passes over the text (four where it has empty lines, or comments among the edges); compact: a
///               table of the range of the vertices where that is at most eight times their number, else a sort.
///               Memory: of a plain file the text and the edges; of gzip data and streams the packed bytes, a piece of
///               the text (file comment of matrix_market.hpp), and one array of the edges twice while pieces are
///               joined. compact: besides the result the edges with 64-bit names, and the table or a copy of the names.
/// Streams       pipes, devices, and regular files of 0 bytes (the reported size of those of /proc) are read to their
///               end, at most options.max_stream_bytes, packed or not.
/// Asynchronous  no: works on the host threads of `exec` and fences it.
/// Deterministic thread count, bitwise, and for any block_bytes.
/// Throws        EdgeListError with the line and the reason; GzipError; Bzip2Error (ReadNotSupported without libbz2);
///               ReadMemoryError when memory is not enough;
///               ReadError when the file cannot be read; std::invalid_argument for invalid options. All but the last
///               name the file.
/// Source        GraphChallenge: graphchallenge.mit.edu/data-sets; SNAP: snap.stanford.edu/data.
template <ScalarType Scalar = Pattern, OrdinalType Ordinal = int, OffsetType Offset = Ordinal>
CooMatrix<Scalar, Ordinal, Offset, Kokkos::HostSpace>
read_edge_list(HostExec const& exec, std::filesystem::path const& file, EdgeListReadOptions const& options = {},
               EdgeListNames* names = nullptr) {
  Impl::TextSource const source{exec, "Araios::read_edge_list", file.string(), options.block_bytes};
  return Impl::edges_from_text<Scalar, Ordinal, Offset>(source, options, names, [&](Impl::TextParser const& parser) {
    Impl::parse_file(source, file, {options.gzip, options.max_stream_bytes}, parser);
  });
}
template <ScalarType Scalar = Pattern, OrdinalType Ordinal = int, OffsetType Offset = Ordinal>
CooMatrix<Scalar, Ordinal, Offset, Kokkos::HostSpace> read_edge_list(std::filesystem::path const& file,
                                                                     EdgeListReadOptions const& options = {},
                                                                     EdgeListNames* names = nullptr) {
  return read_edge_list<Scalar, Ordinal, Offset>(HostExec(), file, options, names);
}

/// The same from bytes in memory, which may be gzip data.
template <ScalarType Scalar = Pattern, OrdinalType Ordinal = int, OffsetType Offset = Ordinal>
CooMatrix<Scalar, Ordinal, Offset, Kokkos::HostSpace> parse_edge_list(HostExec const& exec, std::string_view bytes,
                                                                      EdgeListReadOptions const& options = {},
                                                                      EdgeListNames* names = nullptr) {
  Impl::TextSource const source{exec, "Araios::parse_edge_list", "text in memory", options.block_bytes};
  return Impl::edges_from_text<Scalar, Ordinal, Offset>(source, options, names, [&](Impl::TextParser const& parser) {
    Impl::parse_bytes(source, bytes, options.gzip, parser);
  });
}
template <ScalarType Scalar = Pattern, OrdinalType Ordinal = int, OffsetType Offset = Ordinal>
CooMatrix<Scalar, Ordinal, Offset, Kokkos::HostSpace>
parse_edge_list(std::string_view bytes, EdgeListReadOptions const& options = {}, EdgeListNames* names = nullptr) {
  return parse_edge_list<Scalar, Ordinal, Offset>(HostExec(), bytes, options, names);
}

}  // namespace Araios
