// SPDX-License-Identifier: Apache-2.0
#include "formats/format.hpp"

#include <Araios/convert.hpp>

namespace Araios::Perf {

namespace Formats {
struct Csc {
  static constexpr char const* name = "csc";
  static constexpr bool transposes = true;
  template <class Exec, class Matrix, class Space>
  static auto from_csr(Exec const& exec, Matrix const& A, Workspace<Space>& workspace) {
    return convert<Format::csc>(exec, A, TransposeOptions{}, workspace);
  }
  template <class Exec, class Matrix, class Space>
  static auto to_csr(Exec const& exec, Matrix const& X, Workspace<Space>& workspace) {
    return convert<Format::csr>(exec, X, TransposeOptions{}, workspace);
  }
};
}  // namespace Formats

ARAIOS_PERF_FORMAT(Csc)

}  // namespace Araios::Perf
