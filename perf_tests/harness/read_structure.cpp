// SPDX-License-Identifier: Apache-2.0
#include "harness/matrix_source.hpp"

#include <Araios/convert.hpp>
#include <Araios/io/matrix_market.hpp>

namespace Araios::Perf {

Structure read_structure(std::string const& file) {
  using Host = Kokkos::DefaultHostExecutionSpace;
  MatrixMarketReadOptions options;
  options.into_pattern = ReadIntoPattern::drop;
  return convert<Format::csr>(Host(), read_matrix_market<Pattern, int, int>(file, options));
}

}  // namespace Araios::Perf
