// SPDX-License-Identifier: Apache-2.0
//
// Prints the types that Araios::compiled has and those that Araios::runtime has, as this file, which is compiled for both
// libraries, and the unit that is linked know them.

#include <Araios/runtime/types.hpp>
#include <Araios/spmv.hpp>

#include <cstdio>

#ifndef ARAIOS_COMPILED
#error "the definitions of Araios::compiled are missing"
#endif

namespace {
using Araios::runtime::IndexType;
using Araios::runtime::ValueType;

bool all_agree = true;

void compare(char const* type, bool here, bool in_unit) {
  std::printf("%s: %d %d\n", type, here, in_unit);
  all_agree = all_agree && here == in_unit;
}
void compare(ValueType type, bool here) { compare(name(type), here, is_built(type)); }
void compare(IndexType type, bool here) { compare(name(type), here, is_built(type)); }
}  // namespace

int main() {
  compare(ValueType::float32, ARAIOS_COMPILED_FLOAT);
  compare(ValueType::float64, ARAIOS_COMPILED_DOUBLE);
  compare(ValueType::complex64, ARAIOS_COMPILED_COMPLEX_FLOAT);
  compare(ValueType::complex128, ARAIOS_COMPILED_COMPLEX_DOUBLE);
  compare(ValueType::int64, ARAIOS_COMPILED_INT64);
  compare(ValueType::pattern, ARAIOS_COMPILED_PATTERN);
  compare(IndexType::index_32, ARAIOS_COMPILED_INDEX_32);
  compare(IndexType::index_32_64, ARAIOS_COMPILED_INDEX_32_64);
  compare(IndexType::index_64, ARAIOS_COMPILED_INDEX_64);
  return all_agree ? 0 : 1;
}
