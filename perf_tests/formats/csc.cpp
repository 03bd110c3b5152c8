// SPDX-License-Identifier: Apache-2.0
#include "formats/format.hpp"

namespace Araios::Perf {

namespace Formats {
struct Csc : ConvertsTo<Csc, Format::csc> {
  static constexpr char const* name = "csc";
  static constexpr bool transposes = true;
};
}  // namespace Formats

ARAIOS_PERF_FORMAT(Csc)

}  // namespace Araios::Perf
