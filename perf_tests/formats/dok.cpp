// SPDX-License-Identifier: Apache-2.0
#include "formats/format.hpp"

#include <Araios/operations/convert/dok.hpp>

namespace Araios::Perf {

namespace Formats {
struct Dok {
  static constexpr char const* name = "dok";
  template <class Exec, class Matrix, class Space>
  static auto from_csr(Exec const& exec, Matrix const& A, Workspace<Space>& workspace) {
    return csr_to_dok(exec, A, DokOptions{}, workspace);
  }
  template <class Exec, class Matrix, class Space>
  static auto to_csr(Exec const& exec, Matrix const& X, Workspace<Space>& workspace) {
    return dok_to_csr(exec, X, workspace);
  }
};
}  // namespace Formats

ARAIOS_PERF_FORMAT(Dok)

}  // namespace Araios::Perf
