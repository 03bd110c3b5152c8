// SPDX-License-Identifier: Apache-2.0
#include "formats/format.hpp"

namespace Araios::Perf {

namespace Formats {
struct Sell : ConvertsTo<Sell, Format::sell> {
  static constexpr char const* name = "sell";
};
}  // namespace Formats

ARAIOS_PERF_FORMAT(Sell)

}  // namespace Araios::Perf
