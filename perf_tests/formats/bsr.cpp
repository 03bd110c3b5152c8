// SPDX-License-Identifier: Apache-2.0
#if __has_include(<Araios/operations/convert_bsr.hpp>)
#include "formats/format.hpp"

#include <Araios/operations/convert_bsr.hpp>

namespace Araios::Perf {

namespace Formats {
struct Bsr {
  static constexpr char const* name = "bsr";
  template <class Exec, class Matrix, class Space>
  static auto from_csr(Exec const& exec, Matrix const& A, Workspace<Space>& workspace) {
    return csr_to_bsr(exec, BsrOptions{}, A, workspace);
  }
  template <class Exec, class Matrix, class Space>
  static auto to_csr(Exec const& exec, Matrix const& X, Workspace<Space>& workspace) {
    return bsr_to_csr(exec, X, workspace);
  }
};
}  // namespace Formats

ARAIOS_PERF_FORMAT(Bsr)

}  // namespace Araios::Perf
#endif
