// SPDX-License-Identifier: Apache-2.0
/// \file
/// The enumerators of the C header have the values of those of C++, and names of status codes.

#include "enumerations.hpp"

namespace araios_c {

namespace {
using namespace Araios::runtime;
using Araios::Format;
using Araios::Op;
using Araios::Order;
using Araios::SpmvMethod;

#define ARAIOS_C_STATUSES(same)                                                                                     \
  same(ARAIOS_SUCCESS, ErrorKind::none) same(ARAIOS_INVALID_ARGUMENT, ErrorKind::invalid_argument)                  \
      same(ARAIOS_INVALID_HANDLE, ErrorKind::invalid_handle) same(ARAIOS_INVALID_MATRIX, ErrorKind::invalid_matrix) \
          same(ARAIOS_INVALID_STATE, ErrorKind::invalid_state) same(ARAIOS_OUT_OF_RANGE, ErrorKind::out_of_range)   \
              same(ARAIOS_OVERFLOW, ErrorKind::overflow) same(ARAIOS_OUT_OF_MEMORY, ErrorKind::out_of_memory)       \
                  same(ARAIOS_IO_ERROR, ErrorKind::io_error) same(ARAIOS_NOT_SUPPORTED, ErrorKind::not_supported)   \
                      same(ARAIOS_DEVICE_ERROR, ErrorKind::device_error)                                            \
                          same(ARAIOS_INTERNAL_ERROR, ErrorKind::internal_error)                                    \
                              same(ARAIOS_INTERRUPTED, ErrorKind::interrupted)
#define ARAIOS_C_ENUMERATORS(same)                                                                                    \
  same(ARAIOS_TYPE_DEFAULT, ValueType::unspecified) same(ARAIOS_FLOAT32, ValueType::float32) same(                    \
      ARAIOS_FLOAT64, ValueType::float64) same(ARAIOS_COMPLEX64, ValueType::complex64)                                \
      same(ARAIOS_COMPLEX128, ValueType::complex128) same(ARAIOS_PATTERN, ValueType::pattern) same(                   \
          ARAIOS_INT32, ValueType::int32) same(ARAIOS_INT64, ValueType::int64) same(ARAIOS_INDEX_DEFAULT,             \
                                                                                    IndexType::unspecified)           \
          same(ARAIOS_INDEX_32, IndexType::index_32) same(ARAIOS_INDEX_32_64, IndexType::index_32_64) same(           \
              ARAIOS_INDEX_64, IndexType::index_64) same(ARAIOS_SPACE_DEFAULT,                                        \
                                                         Space::unspecified) same(ARAIOS_SPACE_HOST, Space::host)     \
              same(ARAIOS_SPACE_DEVICE, Space::device) same(ARAIOS_COPY, Ownership::copy) same(                       \
                  ARAIOS_BORROW, Ownership::borrow) same(ARAIOS_CHECK, Trust::check) same(ARAIOS_TRUST, Trust::trust) \
                  same(ARAIOS_CHECK_STRICT, Trust::check_strict) same(ARAIOS_PLUS_TIMES, SemiringType::plus_times)    \
                      same(ARAIOS_MIN_PLUS, SemiringType::min_plus) same(ARAIOS_MAX_PLUS, SemiringType::max_plus)     \
                          same(ARAIOS_MAX_TIMES, SemiringType::max_times) same(ARAIOS_OR_AND, SemiringType::or_and)   \
                              same(ARAIOS_PLUS_PAIR, SemiringType::plus_pair) same(ARAIOS_PLUS, Operator::plus) same( \
                                  ARAIOS_TIMES, Operator::times) same(ARAIOS_MIN, Operator::min) same(ARAIOS_MAX,     \
                                                                                                      Operator::max)  \
                                  same(ARAIOS_OR, Operator::either) same(ARAIOS_AND, Operator::both) same(            \
                                      ARAIOS_MINUS, Operator::minus) same(ARAIOS_FIRST, Operator::first)              \
                                      same(ARAIOS_SECOND, Operator::second) same(                                     \
                                          ARAIOS_DUPLICATES_SUM,                                                      \
                                          Duplicates::sum) same(ARAIOS_DUPLICATES_ERROR, Duplicates::error)           \
                                          same(ARAIOS_DUPLICATES_LAST, Duplicates::last) same(                        \
                                              ARAIOS_DUPLICATES_FIRST,                                                \
                                              Duplicates::first) same(ARAIOS_DUPLICATES_KEEP, Duplicates::keep)       \
                                              same(ARAIOS_PLAN_TRANSPOSE, PlanKind::transpose) same(                  \
                                                  ARAIOS_PLAN_SPMV, PlanKind::spmv) same(ARAIOS_PLAN_MULTIPLY,        \
                                                                                         PlanKind::multiply)          \
                                                  same(ARAIOS_PLAN_GALERKIN, PlanKind::galerkin) same(                \
                                                      ARAIOS_PLAN_TRIANGLES,                                          \
                                                      PlanKind::triangles) same(ARAIOS_ORDER_ANY, Order::any)         \
                                                      same(ARAIOS_ORDER_SORTED, Order::sorted) same(                  \
                                                          ARAIOS_ORDER_STRICT,                                        \
                                                          Order::strict) same(ARAIOS_NO_TRANSPOSE, Op::none)          \
                                                          same(ARAIOS_TRANSPOSE, Op::transpose) same(                 \
                                                              ARAIOS_CONJUGATE_TRANSPOSE,                             \
                                                              Op::conjugate_transpose) same(ARAIOS_SPMV_AUTOMATIC,    \
                                                                                            SpmvMethod::automatic)    \
                                                              same(ARAIOS_SPMV_ROWS, SpmvMethod::rows) same(          \
                                                                  ARAIOS_SPMV_MERGE,                                  \
                                                                  SpmvMethod::merge) same(ARAIOS_CSR, Format::csr)    \
                                                                  same(ARAIOS_CSC, Format::csc) same(                 \
                                                                      ARAIOS_COO,                                     \
                                                                      Format::coo) same(ARAIOS_ELL, Format::ell)      \
                                                                      same(ARAIOS_HYB, Format::hyb) same(             \
                                                                          ARAIOS_SELL,                                \
                                                                          Format::sell) same(ARAIOS_JDS, Format::jds) \
                                                                          same(ARAIOS_DIA, Format::dia)               \
                                                                              same(ARAIOS_DIA_CSR, Format::dia_csr)   \
                                                                                  same(ARAIOS_BSR, Format::bsr)       \
                                                                                      same(ARAIOS_DOK, Format::dok)   \
                                                                                          same(ARAIOS_DCSR,           \
                                                                                               Format::hypersparse)   \
                                                                                              same(ARAIOS_PACKET,     \
                                                                                                   Format::packet)

#define ARAIOS_C_SAME(enumerator, of_cpp) static_assert(enumerator == of(of_cpp));
ARAIOS_C_STATUSES(ARAIOS_C_SAME)
ARAIOS_C_ENUMERATORS(ARAIOS_C_SAME)
#undef ARAIOS_C_SAME
}  // namespace

}  // namespace araios_c

char const* araios_status_name(araios_status status) {
  switch (status) {
#define ARAIOS_C_NAME(enumerator, of_cpp) \
  case enumerator:                        \
    return #enumerator;
    ARAIOS_C_STATUSES(ARAIOS_C_NAME)
#undef ARAIOS_C_NAME
  }
  return "unknown status";
}
