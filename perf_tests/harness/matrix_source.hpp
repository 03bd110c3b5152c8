// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Matrices by name: files, and words for matrices that are generated.
///
///   uniform:MxN:NNZ          NNZ entries at different places, all places equally likely
///   rmat:SCALE:DRAWS         R-MAT of 2^SCALE rows with probabilities .57 .19 .19 .05, entries at one place merged
///   rmat_by_degree:SCALE:DRAWS     the same, rows and columns renumbered by decreasing degree (in-degree + out-degree)
///   web_crawl:N:NNZ          N web pages with about NNZ links (web_crawl_matrix)
///   citations:N:NNZ          N papers with about NNZ references to earlier ones (citation_matrix)
///   stencil5:N               5-point stencil on a square of N^2 points
///   stencil7:N               7-point stencil on a cube of N^3 points
///   stencil27:N              27-point stencil on a cube of N^3 points
///   elasticity:NXxNYxNZ      27-point stencil with 3 unknowns at each point: 81 entries a row in full blocks of 3 x 3
///   grid4:N                  the four neighbours of each of N^2 points, without the point itself
///   king:N                   the eight neighbours of each of N^2 points, without the point itself
///   theory_b1k:M-M-...       Kronecker product of stars of M leaves, loops at the hubs: Theory-M-M-B1k of GraphChallenge;
///                            theory_bk: no loops, theory_b2k: loops at the last leaves
///   tall:MxN:LEAST-MOST      LEAST to MOST entries a row, at random columns
///   dense_column:N           the diagonal, and one dense column in the middle
///   long_row:MxN:NNZ         the row in the middle holds half of NNZ entries, at even distances (so N >= NNZ / 2), the
///                            other rows share the rest evenly, at random columns
///   banded:N:COUNT:WIDTH     COUNT entries a row, at random columns of a band of WIDTH around the diagonal
///   full_band:N:LOWER:UPPER  all entries of LOWER diagonals below the main one, of that, and of UPPER above it
///   triangular:N:MOST        row i holds (i + 1) MOST / N entries, at random columns up to i; MOST = N: the full
///                            triangle
///   road:N:NNZ:ALONG:MOST    roads, symmetric: ALONG percent of edges to the next vertex, one row of MOST entries
///   copurchase:N:NNZ:MOST:WINDOW   rows of up to MOST entries in a window of columns around the diagonal
///   pages:N:NNZ:MOST:HOST    web pages, in hosts of HOST: lengths by a power law up to MOST, most targets near by
///
/// Rows of all of them are sorted and hold no column twice. The last three are look-alikes (look_alikes.hpp).

#include <Araios/core/pattern.hpp>
#include <Araios/formats/csr.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace Araios::Perf {

/// A word taken apart.
struct GeneratedMatrix {
  std::string kind;  // empty: it is no such word
  std::vector<std::int64_t> numbers;
};

/// Throws        std::invalid_argument with the form that is meant, when a known kind is followed by something else.
GeneratedMatrix parse_generated(std::string const& word);

/// A matrix to be generated, or a file to be read.
struct MatrixSource {
  std::string word;
  std::string given_name;  // empty: the word; of a file without its folder and the endings .gz and .mtx

  std::string name() const;
  bool is_file() const { return parse_generated(word).kind.empty(); }
};

/// What the words of a command line name: nothing, `usual`; three numbers m n nnz, such a matrix at random; else one
/// matrix each, `usual` by the word "default".
///
/// Throws        std::invalid_argument when a word of a known kind is of a wrong form.
std::vector<MatrixSource> sources_of(std::vector<std::string> const& words, MatrixSource const& usual);

/// An m-by-n matrix with nnz entries at random places, under a name of its own.
MatrixSource random_source(std::int64_t m, std::int64_t n, std::int64_t nnz);

/// Help for the words, one line.
extern char const* const matrix_words_help;

/// The places of a matrix's entries. Values are made beside them, for each type of values that is asked for.
using Structure = CsrMatrix<Pattern, int, int, Kokkos::HostSpace>;

/// Generates in the default device space, or reads a Matrix Market file.
///
/// Throws        std::invalid_argument when sizes do not fit; the errors of the reader.
Structure load_structure(MatrixSource const& source);

/// Its two halves, in files of their own.
Structure generate_structure(GeneratedMatrix const& what);
Structure read_structure(std::string const& file);

/// A transpose, and where its entries come from: entry q of it is entry from(q).
struct TransposedStructure {
  Structure matrix;
  Kokkos::View<int const*, Kokkos::HostSpace> from;
};

/// By ten lines that share nothing with what is measured: each thread of the host has columns of its own, and walks
/// over all entries in their order.
TransposedStructure transpose_by_definition(Structure const& A);

}  // namespace Araios::Perf
