// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Graphs like those of citations: acyclic, with a preference for recent and for often cited papers.

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/generate/counter_random.hpp>
#include <Araios/generate/power_law.hpp>
#include <Araios/generate/random_rows.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

namespace Araios {

/// Options of `citation_matrix`: entry (i, j) is a reference of paper i to the earlier paper j < i.
struct CitationOptions {
  std::int64_t num_rows = 0;      // papers, in the order of publication; as many columns
  std::int64_t nnz = 0;           // references, on average: of 100,000 up to about 4 % more or fewer
  std::int64_t max_degree = 400;  // references of one paper
  std::uint64_t seed = 1;
};

namespace Impl {

struct CitationTuning {
  static constexpr double references_exponent = 3;
  static constexpr double age_exponent = 2;
  static constexpr std::int64_t ages_per_unit = 16;  // half of the papers cited at random are in the last 1/16
};

/// A citation graph, and the references of each paper.
struct Citations {
  // Independent uses of one seed.
  enum Stream : std::uint64_t { length_stream, draw_stream, number_stream };

  std::uint64_t max_degree;
  PowerLaw lengths, ages;
  CounterRandom length_numbers, draws;

  Citations(std::int64_t n, double mean, std::int64_t longest, std::uint64_t seed)
      : max_degree(static_cast<std::uint64_t>(longest)),
        lengths(PowerLaw::with_mean(CitationTuning::references_exponent, mean, longest + 1)),
        ages(CitationTuning::age_exponent,
             std::max<std::int64_t>(n / CitationTuning::ages_per_unit, 1) << PowerLaw::fraction_bits,
             std::max<std::int64_t>(n, 1)),
        length_numbers(seed, length_stream),
        draws(seed, draw_stream) {}

  KOKKOS_FUNCTION std::int64_t length(std::int64_t paper) const {
    std::int64_t const drawn = lengths(length_numbers, 2 * static_cast<std::uint64_t>(paper));
    return drawn < paper ? drawn : paper;
  }

  /// Reference k of paper i: a paper of random age, or with probability 1/2 a random reference of that paper, found in
  /// the same way. So what is cited often is cited more often, and no paper needs the references of another one stored.
  KOKKOS_FUNCTION std::int64_t cited(std::int64_t i, std::int64_t k) const {
    for (;;) {
      std::uint64_t const number = 4 * (static_cast<std::uint64_t>(i) * max_degree + static_cast<std::uint64_t>(k));
      std::int64_t const age = ages(draws, number);
      std::int64_t const j = age < i ? i - 1 - age : draws.below(i, number + 2);
      std::int64_t const references = length(j);
      if (references == 0 || draws(number + 3) % 2 == 0) return j;
      k = draws.below(references, number + 3);
      i = j;
    }
  }

  template <class Row>
  KOKKOS_FUNCTION void fill(std::int64_t paper, std::int64_t length, Row& row) const {
    for (std::int64_t k = 0; k < length; ++k) row.insert(cited(paper, k), paper);
  }
};

}  // namespace Impl

/// A random graph with the structure of a citation graph: strictly lower triangular; rows are sorted, without duplicates
///
/// The numbers of references follow a power law with exponent 3 up to max_degree and have the mean nnz / num_rows;
/// papers at the start have no more than there are papers before them. Half of the references are to papers of random
/// age, the others are copied from the papers found so, which makes the numbers of citations follow a power law too. A
/// reference that the paper has already is replaced by one to the next paper. Values are in [-1, 1), a function of the
/// coordinate and the seed.
///
/// Shapes        num_rows by num_rows with about nnz entries, all below the diagonal.
/// Cost          three kernels, one work item per row; about ten hashes per entry; no workspace.
/// Asynchronous  no: waits for the number of entries; allocates the matrix.
/// Deterministic space to space, bitwise: probabilities are rounded to multiples of 2^-32 once, on the host.
/// Throws        std::invalid_argument when a size is negative, nnz exceeds half of num_rows rows of max_degree entries,
///               or a type cannot hold its values.
/// Source        Copying: Kumar et al., Stochastic Models for the Web Graph, FOCS 2000. The exponent of citations is
///               about 3: Redner, European Physical Journal B 4, 1998.
template <ScalarType Scalar = double, OrdinalType Ordinal = int, OffsetType Offset = int, ExecutionSpace Exec>
ARAIOS_NOT_INLINED CsrMatrix<Scalar, Ordinal, Offset, typename Exec::memory_space>
citation_matrix(Exec const& exec, CitationOptions const& options) {
  std::int64_t const n = options.num_rows;
  std::int64_t const longest = Impl::longest_random_row("Araios::citation_matrix", n, std::max<std::int64_t>(n - 1, 0),
                                                        options.nnz, options.max_degree);
  (void)Impl::checked_cast<Ordinal>(n, "Araios::citation_matrix: number of rows");
  Impl::Citations const citations(n, Impl::mean_length(n, options.nnz), longest, options.seed);
  return Impl::matrix_of_random_rows<Scalar, Ordinal, Offset>(
      exec, "Araios::citation_matrix", n, citations, CounterRandom(options.seed, Impl::Citations::number_stream));
}

}  // namespace Araios
