// SPDX-License-Identifier: Apache-2.0
#include "formats/format.hpp"

namespace Araios::Perf {

namespace Formats {
struct Coo : ConvertsTo<Coo, Format::coo> {
  static constexpr char const* name = "coo";
};
}  // namespace Formats

ARAIOS_PERF_FORMAT(Coo)

}  // namespace Araios::Perf
