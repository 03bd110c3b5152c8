// SPDX-License-Identifier: Apache-2.0
/// \file
/// Names of types, what the library is built with, and checks of types and sizes.

#include "types.hpp"

#include "typed.hpp"

#include <cmath>

namespace araios_c {

char const* name(araios_type type) {
  switch (type) {
  case ARAIOS_FLOAT32:
    return "ARAIOS_FLOAT32";
  case ARAIOS_FLOAT64:
    return "ARAIOS_FLOAT64";
  case ARAIOS_COMPLEX64:
    return "ARAIOS_COMPLEX64";
  case ARAIOS_COMPLEX128:
    return "ARAIOS_COMPLEX128";
  case ARAIOS_PATTERN:
    return "ARAIOS_PATTERN";
  case ARAIOS_INT32:
    return "ARAIOS_INT32";
  case ARAIOS_INT64:
    return "ARAIOS_INT64";
  default:
    return "no type";
  }
}
char const* name(araios_index index) {
  switch (index) {
  case ARAIOS_INDEX_32:
    return "ARAIOS_INDEX_32";
  case ARAIOS_INDEX_32_64:
    return "ARAIOS_INDEX_32_64";
  case ARAIOS_INDEX_64:
    return "ARAIOS_INDEX_64";
  default:
    return "no index type";
  }
}
char const* name(araios_format format) {
  static constexpr char const* names[] = {"default", "CSR", "CSC",     "COO", "ELL", "HYB",  "SELL",
                                          "JDS",     "DIA", "DIA+CSR", "BSR", "DOK", "DCSR", "PKT"};
  auto const number = static_cast<long long>(format);
  return number >= 0 && number <= ARAIOS_PACKET ? names[number] : "no format";
}

std::int64_t value_bytes(araios_type type) {
  switch (type) {
  case ARAIOS_FLOAT32:
  case ARAIOS_INT32:
    return 4;
  case ARAIOS_FLOAT64:
  case ARAIOS_COMPLEX64:
  case ARAIOS_INT64:
    return 8;
  case ARAIOS_COMPLEX128:
    return 16;
  default:
    return 0;
  }
}

void refuse_type(araios_type type) {
  auto const number = static_cast<long long>(type);
  require(number >= 0 && number <= ARAIOS_INT64, ARAIOS_INVALID_ARGUMENT, "araios_type has no enumerator ", number);
  require(type != ARAIOS_TYPE_DEFAULT, ARAIOS_INVALID_ARGUMENT, "this function needs a type, not ARAIOS_TYPE_DEFAULT");
  require(type != ARAIOS_PATTERN, ARAIOS_INVALID_ARGUMENT, "a pattern has no values; araios_cast makes ones");
  require(type != ARAIOS_INT32, ARAIOS_INVALID_ARGUMENT, name(type), " is a type of dense vectors only");
  fail(ARAIOS_NOT_SUPPORTED, "this library was built without ", name(type), ": CMake option Araios_C_SCALARS");
}
void refuse_index(araios_index index) {
  require_enumerator(index, ARAIOS_INDEX_64, "araios_index");
  fail(ARAIOS_NOT_SUPPORTED, "this library was built without ", name(index), ": CMake option Araios_C_INDICES");
}
void refuse_real(char const* what, araios_type type) {
  require(type == ARAIOS_FLOAT32, ARAIOS_INVALID_ARGUMENT, what, " needs values of a real type, not ", name(type));
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
  require(is_sum, ARAIOS_INVALID_ARGUMENT, leading, trailing == 0 ? "" : " with its low part",
          " is not an integer of ARAIOS_INT64");
  return sum;
}

araios_index or_default(araios_index index) {
  if (index != ARAIOS_INDEX_DEFAULT) return index;
#if ARAIOS_COMPILED_INDEX_32
  return ARAIOS_INDEX_32;
#else
  return ARAIOS_INDEX_32_64;
#endif
}

void require_sizes(araios_index index, std::int64_t rows, std::int64_t columns, std::int64_t nnz) {
  require(rows >= 0 && columns >= 0 && nnz >= 0, ARAIOS_INVALID_ARGUMENT, "negative size: ", rows, " x ", columns,
          " with ", nnz, " entries");
  require(rows <= max_ordinal(index) && columns <= max_ordinal(index), ARAIOS_OVERFLOW, rows, " x ", columns,
          " does not fit the indices of ", name(index));
  require(nnz <= max_offset(index), ARAIOS_OVERFLOW, nnz, " entries do not fit the offsets of ", name(index));
}

araios_type common_type(araios_type a, araios_type b) {
  if (a == ARAIOS_PATTERN) return b;
  if (b == ARAIOS_PATTERN) return a;
  require(a == b, ARAIOS_INVALID_ARGUMENT, "the operands are of ", name(a), " and of ", name(b), ": araios_cast");
  return a;
}
void require_type(VectorBody const& x, araios_type requested, char const* what) {
  require(x.type == requested, ARAIOS_INVALID_ARGUMENT, what, " is of ", name(x.type), ", not of ", name(requested));
}

araios_array_options array_options(araios_context const& context, araios_array_options const* options) {
  araios_array_options given = options == nullptr ? araios_array_options{} : *options;
  require_enumerator(given.ownership, ARAIOS_BORROW, "araios_ownership");
  require_space(given.space);
  require_enumerator(static_cast<araios_trust>(given.trust), ARAIOS_CHECK_STRICT, "araios_trust");
  bool const borrows = given.ownership == ARAIOS_BORROW;
  if (given.space == ARAIOS_SPACE_DEFAULT) given.space = borrows ? context.space : ARAIOS_SPACE_HOST;
  require(!borrows || given.space == context.space, ARAIOS_INVALID_ARGUMENT,
          "arrays can be borrowed in the space of the context only");
  require(borrows || given.release == nullptr, ARAIOS_INVALID_ARGUMENT,
          "`release` needs ARAIOS_BORROW: here arrays are copied");
  return given;
}
Owner owner_of(araios_context const& context, araios_array_options const& options) {
  return options.ownership == ARAIOS_BORROW ? std::make_shared<Borrowed>(context, options) : nullptr;
}

}  // namespace araios_c

using namespace araios_c;

int araios_supports(araios_type type, araios_index index) {
  bool has_type = type == ARAIOS_TYPE_DEFAULT;
#define ARAIOS_C_HAS(T) has_type = has_type || type == type_of<T>;
  ARAIOS_EACH_SCALAR(ARAIOS_IN_LIBRARY_, ARAIOS_C_HAS)
#undef ARAIOS_C_HAS
  bool has_index = index == ARAIOS_INDEX_DEFAULT;
#define ARAIOS_C_HAS_INDEX(Ordinal, Offset) has_index = has_index || index == index_of<Ordinal, Offset>;
  ARAIOS_EACH_INDEX(ARAIOS_IN_LIBRARY_, ARAIOS_C_HAS_INDEX)
#undef ARAIOS_C_HAS_INDEX
  return has_type && has_index;
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
    for (araios_index const index : {ARAIOS_INDEX_32, ARAIOS_INDEX_32_64, ARAIOS_INDEX_64})
      if (araios_supports(ARAIOS_TYPE_DEFAULT, index) != 0) line += std::string(" ") + name(index);
    return line;
  }();
  return text.c_str();
}
