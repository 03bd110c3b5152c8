// SPDX-License-Identifier: Apache-2.0
#include "formats/format.hpp"

#include <Araios/convert.hpp>

namespace Araios::Perf {

namespace Formats {
struct Ell {
  static constexpr char const* name = "ell";
  template <class Exec, class Matrix, class Space>
  static auto from_csr(Exec const& exec, Matrix const& A, Workspace<Space>& workspace) {
    return convert<Format::ell>(exec, A, EllOptions{}, workspace);
  }
  template <class Exec, class Matrix, class Space>
  static auto to_csr(Exec const& exec, Matrix const& X, Workspace<Space>& workspace) {
    return convert<Format::csr>(exec, X, {}, workspace);
  }
};
}  // namespace Formats

ARAIOS_PERF_FORMAT(Ell)

}  // namespace Araios::Perf
