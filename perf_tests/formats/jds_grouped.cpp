// SPDX-License-Identifier: Apache-2.0
#include "formats/format.hpp"

namespace Araios::Perf {

namespace Formats {
struct JdsGrouped : ConvertsTo<JdsGrouped, Format::jds> {
  static constexpr char const* name = "jds_grouped";
  template <class Exec, class Matrix, class Space>
  static auto from_csr(Exec const& exec, Matrix const& A, Workspace<Space>& workspace) {
    return csr_to_grouped_jds(exec, A, {.rows_per_group = 32}, workspace);
  }
};
}  // namespace Formats

ARAIOS_PERF_FORMAT(JdsGrouped)

}  // namespace Araios::Perf
