// SPDX-License-Identifier: Apache-2.0
#include "harness/matrix_source.hpp"

#include <Araios/io/matrix_market.hpp>
#include <Araios/operations/convert/compressed.hpp>

namespace Araios::Perf {

Structure read_structure(std::string const& file) {
  using Host = Kokkos::DefaultHostExecutionSpace;
  MatrixMarketReadOptions options;
  options.into_pattern = ReadIntoPattern::drop;
  return coo_to_csr(Host(), read_matrix_market<Pattern, int, int>(file, options));
}

}  // namespace Araios::Perf
