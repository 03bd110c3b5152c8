// SPDX-License-Identifier: Apache-2.0
#include "formats/format.hpp"

#include <Araios/convert.hpp>

namespace Araios::Perf {

namespace Formats {
struct DiaCsr {
  static constexpr char const* name = "dia_csr";
  template <class Exec, class Matrix, class Space>
  static auto from_csr(Exec const& exec, Matrix const& A, Workspace<Space>& workspace) {
    return convert<Format::dia_csr>(exec, A, DiaCsrOptions{}, workspace);
  }
  template <class Exec, class Matrix, class Space>
  static auto to_csr(Exec const& exec, Matrix const& X, Workspace<Space>& workspace) {
    return convert<Format::csr>(exec, X, {}, workspace);
  }
};
}  // namespace Formats

ARAIOS_PERF_FORMAT(DiaCsr)

}  // namespace Araios::Perf
