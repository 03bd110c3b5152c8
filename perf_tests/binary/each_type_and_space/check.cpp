// SPDX-License-Identifier: Apache-2.0
#include "binary/binary_on.hpp"
#include "harness/difference.hpp"
#include "harness/strict_rows.hpp"
#include "harness/types.hpp"

#include <Araios/core/memory.hpp>
#include <Araios/sort_rows.hpp>

namespace Araios::Perf {

namespace Detail {

/// Finds the first row of the reference that a product does not have. A row of length that is not right is not read.
template <class Matrix, class Reference>
struct CheckRows {
  Matrix C;
  Reference expected;

  KOKKOS_FUNCTION bool is_right(std::int64_t r) const {
    std::int64_t const wanted = expected.row_map(r);
    std::int64_t const length = expected.row_map(r + 1) - wanted;
    std::int64_t const first = C.row_map(expected.rows(r));
    std::int64_t const end = C.row_map(expected.rows(r) + 1);
    if (end - first != length || first < 0 || end > std::int64_t(C.nnz())) return false;
    for (std::int64_t k = 0; k < length; ++k) {
      if (C.entries(first + k) != expected.entries(wanted + k)) return false;
      if constexpr (!is_pattern_v<typename Matrix::Scalar>)
        if (!is_near(C.values(first + k), expected.values, wanted + k)) return false;
    }
    return true;
  }
  KOKKOS_FUNCTION void operator()(std::int64_t r, std::int64_t& least) const {
    if (r < least && !is_right(r)) least = r;
  }
};

/// y := C w in double.
template <class Matrix, class Vector>
struct SumRowsOfProduct {
  Matrix C;
  Vector w, y;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    double sum = 0;
    for (std::int64_t p = C.row_map(i); p < C.row_map(i + 1); ++p)
      sum += static_cast<double>(C.values(p)) * w(C.entries(p));
    y(i) = sum;
  }
};

}  // namespace Detail

namespace {

template <class Exec, class Type>
std::optional<std::string> difference_from_reference(BinaryOn<Exec, Type> const& on,
                                                     typename BinaryOn<Exec, Type>::Matrix const& C) {
  using Matrix = typename BinaryOn<Exec, Type>::Matrix;
  using Space = typename Exec::memory_space;
  Exec const& exec = on.exec();
  MultiplyReference<Space> const& expected = *on.reference;
  auto const count = static_cast<std::int64_t>(expected.rows.extent(0));
  std::int64_t first = count;
  if (count > 0)
    Kokkos::parallel_reduce("Araios::Perf::check_rows", Araios::range(exec, count),
                            Detail::CheckRows<Matrix, MultiplyReference<Space>>{C, expected},
                            Kokkos::Min<std::int64_t>(first));
  exec.fence();
  if (first < count) {
    auto const row = Kokkos::subview(expected.rows, std::pair<std::int64_t, std::int64_t>(first, first + 1));
    auto const on_host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), row);
    return join("row ", on_host(0), " is not that of the definition");
  }
  if constexpr (!is_pattern_v<typename Matrix::Scalar>) {
    using Vector = Kokkos::View<double*, Space>;
    auto const y = allocate<Vector>(exec, "Araios::Perf::sums", C.num_rows());
    Kokkos::parallel_for("Araios::Perf::sums", Araios::range(exec, std::int64_t(C.num_rows())),
                         Detail::SumRowsOfProduct<Matrix, Vector>{C, expected.weights, y});
    if (std::int64_t const i = first_wrong(exec, y, expected.sums); i < C.num_rows())
      return join("the values of row ", i, " are not those of the definition");
  }
  return {};
}

}  // namespace

template <class Exec, class Type>
std::optional<std::string> mistake(BinaryOn<Exec, Type> const& on, Result& result,
                                   typename BinaryOn<Exec, Type>::Matrix const& computed) {
  Exec const& exec = on.exec();
  bool const is_ours = result.library == "Araios";
  auto C = computed;
  if (on.reference && (C.num_rows() != on.A.num_rows() || C.num_cols() != on.B.num_cols()))
    return join("C is ", C.num_rows(), " x ", C.num_cols());
  if (on.C) {
    if (C.nnz() != on.C->nnz()) return join("C has ", C.nnz(), " entries, not ", on.C->nnz());
    if (auto const found = array_difference(exec, C.row_map, on.C->row_map, "row_map")) return found;
  }
  if (C.nnz() > 0 && !has_strict_rows(exec, C)) {
    if (is_ours && on.reference) return "rows are not sorted without duplicates";
    if (!is_ours) {
      if (result.note.find("unsorted") == std::string::npos)
        result.note += result.note.empty() ? "rows unsorted" : "; rows unsorted";
      C = sort_rows(exec, computed);
      if (on.reference && !has_strict_rows(exec, C)) return "a row repeats a column";
    }
  }
  if (!on.reference) return difference(exec, C, *on.C);
  if (on.C)
    if (auto const found = array_difference(exec, C.entries, on.C->entries, "entries")) return found;
  return difference_from_reference(on, C);
}

template std::optional<std::string> mistake<PerfSpace, PerfType>(BinaryOn<PerfSpace, PerfType> const&, Result&,
                                                                 BinaryOn<PerfSpace, PerfType>::Matrix const&);

}  // namespace Araios::Perf
