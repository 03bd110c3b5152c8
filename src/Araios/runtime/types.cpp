// SPDX-License-Identifier: Apache-2.0
/// \file
/// Names of types, what the library is built with, and checks of types and sizes.

#include <Araios/runtime/types.hpp>

#include <cmath>
#include <cstddef>

namespace Araios::runtime {

namespace {
template <class Enum, std::size_t count>
char const* name_of(char const* const (&names)[count], Enum value, char const* none) {
  auto const number = static_cast<std::size_t>(value);
  return number > 0 && number < count ? names[number] : none;
}
}  // namespace

char const* name(ValueType type) {
  static constexpr char const* names[] = {"",
                                          "ARAIOS_FLOAT32",
                                          "ARAIOS_FLOAT64",
                                          "ARAIOS_COMPLEX64",
                                          "ARAIOS_COMPLEX128",
                                          "ARAIOS_PATTERN",
                                          "ARAIOS_INT32",
                                          "ARAIOS_INT64"};
  return name_of(names, type, "no type");
}
char const* name(IndexType index) {
  static constexpr char const* names[] = {"", "ARAIOS_INDEX_32", "ARAIOS_INDEX_32_64", "ARAIOS_INDEX_64"};
  return name_of(names, index, "no index type");
}

std::int64_t value_bytes(ValueType type) {
  switch (type) {
  case ValueType::float32:
  case ValueType::int32:
    return 4;
  case ValueType::float64:
  case ValueType::complex64:
  case ValueType::int64:
    return 8;
  case ValueType::complex128:
    return 16;
  default:
    return 0;
  }
}

void refuse_type(ValueType type) {
  require_enumerator(type, ValueType::int64, "araios_type");
  require(type != ValueType::unspecified, ErrorKind::invalid_argument,
          "this function needs a type, not ARAIOS_TYPE_DEFAULT");
  require(type != ValueType::pattern, ErrorKind::invalid_argument, "a pattern has no values; araios_cast makes ones");
  require(type != ValueType::int32, ErrorKind::invalid_argument, name(type), " is a type of dense vectors only");
  fail(ErrorKind::not_supported, "this library was built without ", name(type), ": CMake option Araios_C_SCALARS");
}
void refuse_index(IndexType index) {
  require_enumerator(index, IndexType::index_64, "araios_index");
  fail(ErrorKind::not_supported, "this library was built without ", name(index), ": CMake option Araios_C_INDICES");
}
void refuse_real(char const* what, ValueType type) {
  require(type == ValueType::float32, ErrorKind::invalid_argument, what, " needs values of a real type, not ",
          name(type));
  refuse_type(type);
}
void refuse_field(char const* what, ValueType type) {
  require(type == ValueType::float32 || type == ValueType::complex64 || type == ValueType::complex128,
          ErrorKind::invalid_argument, what, " needs values of a real or complex type, not ", name(type),
          ": araios_cast");
  refuse_type(type);
}

std::int64_t integer(double leading, double trailing) {
  double const end = 9223372036854775808.0;  // 2^63
  auto const is_integer = [&](double part) { return part >= -end && part <= end && part == std::floor(part); };
  auto const fits = [&](double part) { return part < end; };
  // 2^63 itself is the double nearest to the maximum integer; `trailing` is then -1 or less.
  bool const is_end = leading == end && trailing <= -1;
  std::int64_t sum = 0;
  bool const is_sum =
      is_integer(leading) && is_integer(trailing) && fits(trailing) && (fits(leading) || is_end) &&
      !__builtin_add_overflow(is_end ? std::numeric_limits<std::int64_t>::max() : static_cast<std::int64_t>(leading),
                              static_cast<std::int64_t>(trailing) + (is_end ? 1 : 0), &sum);
  require(is_sum, ErrorKind::invalid_argument, leading, trailing == 0 ? "" : " with its low part",
          " is not an integer of ARAIOS_INT64");
  return sum;
}

IndexType or_default(IndexType index) {
  if (index != IndexType::unspecified) return index;
#if ARAIOS_COMPILED_INDEX_32
  return IndexType::index_32;
#else
  return IndexType::index_32_64;
#endif
}

void require_sizes(IndexType index, std::int64_t rows, std::int64_t columns, std::int64_t nnz) {
  require(rows >= 0 && columns >= 0 && nnz >= 0, ErrorKind::invalid_argument, "negative size: ", rows, " x ", columns,
          " with ", nnz, " entries");
  require(rows <= max_ordinal(index) && columns <= max_ordinal(index), ErrorKind::overflow, rows, " x ", columns,
          " does not fit the indices of ", name(index));
  require(nnz <= max_offset(index), ErrorKind::overflow, nnz, " entries do not fit the offsets of ", name(index));
}

ValueType common_type(ValueType a, ValueType b) {
  if (a == ValueType::pattern) return b;
  if (b == ValueType::pattern) return a;
  require(a == b, ErrorKind::invalid_argument, "the operands are of ", name(a), " and of ", name(b), ": araios_cast");
  return a;
}
void require_type(ValueType type, ValueType requested, char const* what) {
  require(type == requested, ErrorKind::invalid_argument, what, " is of ", name(type), ", not of ", name(requested));
}

bool is_built(ValueType type) {
  bool is_one = false;
#define ARAIOS_RUNTIME_IS(T) is_one = is_one || type == type_of<T>;
  ARAIOS_EACH_SCALAR(ARAIOS_IN_LIBRARY_, ARAIOS_RUNTIME_IS)
#undef ARAIOS_RUNTIME_IS
  return is_one;
}
bool is_built(IndexType index) {
  bool is_one = false;
#define ARAIOS_RUNTIME_IS(Ordinal, Offset) is_one = is_one || index == index_of<Ordinal, Offset>;
  ARAIOS_EACH_INDEX(ARAIOS_IN_LIBRARY_, ARAIOS_RUNTIME_IS)
#undef ARAIOS_RUNTIME_IS
  return is_one;
}

}  // namespace Araios::runtime
