// SPDX-License-Identifier: Apache-2.0
#include "formats/format.hpp"

namespace Araios::Perf {

namespace Formats {
struct DiaCsr : ConvertsTo<DiaCsr, Format::dia_csr> {
  static constexpr char const* name = "dia_csr";
};
}  // namespace Formats

ARAIOS_PERF_FORMAT(DiaCsr)

}  // namespace Araios::Perf
