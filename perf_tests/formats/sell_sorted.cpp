// SPDX-License-Identifier: Apache-2.0
#include "formats/format.hpp"

namespace Araios::Perf {

namespace Formats {
struct SellSorted : ConvertsTo<SellSorted, Format::sell> {
  static constexpr char const* name = "sell_sorted";
  static SellOptions options() { return {.sorting_window = sell_usual_window}; }
};
}  // namespace Formats

ARAIOS_PERF_FORMAT(SellSorted)

}  // namespace Araios::Perf
