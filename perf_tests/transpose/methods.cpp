// SPDX-License-Identifier: Apache-2.0
#include "transpose/methods.hpp"
#include "transpose/transpose_program.hpp"

namespace Araios::Perf {

std::vector<std::string> transpose_method_names() {
  std::vector<std::string> names;
  for (TransposeVariant const& variant : transpose_variants()) names.push_back(variant.name);
  names.emplace_back("plan");
  return names;
}

}  // namespace Araios::Perf
