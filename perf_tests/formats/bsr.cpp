// SPDX-License-Identifier: Apache-2.0
#include "baselines/host_formats.hpp"
#include "formats/format.hpp"
#include "harness/require.hpp"

namespace Araios::Perf {

namespace Formats {
struct Bsr : ConvertsTo<Bsr, Format::bsr> {
  static constexpr char const* name = "bsr";
  int size;

  // The choice of a size is no part of the conversion.
  template <class HostMatrix>
  explicit Bsr(HostMatrix const& A) : size(best_block_size(A)) {}

  template <class Exec, class Matrix, class Space>
  auto from_csr(Exec const& exec, Matrix const& A, Workspace<Space>& workspace) const {
    require(size > 1, "no blocks of 2 x 2 to 8 x 8 take fewer bytes than single entries");
    BsrOptions options;
    options.block_rows = options.block_cols = size;
    return convert<Format::bsr>(exec, A, options, workspace);
  }
};
}  // namespace Formats

ARAIOS_PERF_FORMAT(Bsr)

}  // namespace Araios::Perf
