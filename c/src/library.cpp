// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the library is: its version, its license, and the types that it is built with.

#include "core.hpp"

#include <Araios/runtime/types.hpp>

#include <Kokkos_Core.hpp>

#include <string>

using namespace araios_c;

int araios_supports(araios_type type, araios_index index) {
  return (type == ARAIOS_TYPE_DEFAULT || is_built(of(type))) && (index == ARAIOS_INDEX_DEFAULT || is_built(of(index)));
}

char const* araios_version(void) { return ARAIOS_C_VERSION; }
void araios_version_numbers(int* major, int* minor, int* patch) {
  if (major != nullptr) *major = ARAIOS_C_VERSION_MAJOR;
  if (minor != nullptr) *minor = ARAIOS_C_VERSION_MINOR;
  if (patch != nullptr) *patch = ARAIOS_C_VERSION_PATCH;
}
char const* araios_license(void) { return "Apache-2.0"; }
char const* araios_about(void) {
  static std::string const text = [] {
    auto const v = KOKKOS_VERSION;
    std::string line = message("Araios ", ARAIOS_C_VERSION, ", Kokkos ", v / 10000, ".", v / 100 % 100, ".", v % 100,
                               ", host ", HostExec::name());
#ifdef ARAIOS_HAVE_DEFAULT_DEVICE
    line += std::string(", device ") + DeviceExec::name();
#endif
    line += ", types";
#define ARAIOS_C_NAME(T) line += std::string(" ") + name(type_of<T>);
    ARAIOS_EACH_SCALAR(ARAIOS_IN_LIBRARY_, ARAIOS_C_NAME)
#undef ARAIOS_C_NAME
    line += ", indices";
    for (IndexType const index : {IndexType::index_32, IndexType::index_32_64, IndexType::index_64})
      if (is_built(index)) line += std::string(" ") + name(index);
    return line;
  }();
  return text.c_str();
}
