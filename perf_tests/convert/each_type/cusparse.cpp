// SPDX-License-Identifier: Apache-2.0
#ifdef ARAIOS_HAVE_CUSPARSE
#include "baselines/cusparse_conversions.hpp"
#include "baselines/host_formats.hpp"
#include "convert/time_library_conversion.hpp"
#include "harness/strict_rows.hpp"
#include "harness/types.hpp"

#include <Araios/convert.hpp>

#include <stdexcept>

namespace Araios::Perf {

namespace {

// What the library refuses is a remark.
template <class Type, class Convert, class Difference>
void time_call(ConvertOn<Device, Type> const& on, Result& result, std::int64_t matrix_bytes, Convert const& convert,
               Difference const& difference) {
  try {
    time_library_conversion(on, result, matrix_bytes, convert, difference);
  } catch (CusparseError const& refusal) {
    result.note = refusal.what();
    on.results.push_back(result);
  }
}

template <class Type>
void time_csc(ConvertOn<Device, Type> const& on, CusparseHandle const& handle) {
  using Scalar = typename Type::Scalar;
  using Matrix = CsrMatrix<Scalar, int, int, Kokkos::CudaSpace>;
  Matrix const columns = by_columns(on).transposed();
  auto const time = [&](char const* method, Matrix const& from, auto const& difference) {
    Result result = on.result(method, "cuSPARSE");
    auto const allocated = [&] {
      return allocate_csr<Scalar, int, int>(on.exec(), "Araios::Perf::cusparse", from.num_cols(), from.nnz());
    };
    CusparseTranspose<Scalar> const transpose(on.exec(), handle, from, allocated());
    result.workspace_bytes = transpose.workspace_bytes();
    auto const convert = [&] {
      auto const arrays = allocated();
      transpose(arrays);
      return Matrix(from.num_cols(), from.num_rows(), arrays);
    };
    time_call(on, result, columns.bytes(), convert, difference);
  };
  time("csr to csc", on.A, [&](Matrix const& B) { return difference(on.exec(), B, columns); });
  time("csc to csr", columns, [&](Matrix const& B) { return on.difference(B); });
}

template <class Type>
void time_coo(ConvertOn<Device, Type> const& on, CusparseHandle const& handle) {
  auto const expected = convert<Format::coo>(on.exec(), on.A);
  Result there = on.result("csr to coo", "cuSPARSE");
  there.workspace_bytes = 0;
  time_call(
      on, there, expected.bytes(), [&] { return cusparse_csr_to_coo(on.exec(), handle, on.A); },
      [&](auto const& X) { return coo_difference(on.exec(), X, expected); });

  Result back = on.result("coo to csr", "cuSPARSE");
  back.workspace_bytes = 0;
  back.note = "takes entries in the order of rows only";
  time_call(
      on, back, expected.bytes(), [&] { return cusparse_coo_to_csr(on.exec(), handle, expected); },
      [&](auto const& B) { return on.difference(B); });
}

template <class Type>
void time_bsr(ConvertOn<Device, Type> const& on, CusparseHandle const& handle) {
  using Scalar = typename Type::Scalar;
  Result there = on.result("csr to bsr", "cuSPARSE");
  Result back = on.result("bsr to csr", "cuSPARSE");
  int const size = best_block_size(on.host);
  if (size == 1) return skip(on, there, "no blocks of 2 x 2 to 8 x 8 take fewer bytes than single entries");
  if (!has_strict_rows(on.exec(), on.A)) return skip(on, there, "takes rows only that ascend without duplicates");
  BsrMatrix<Scalar, int, int, Kokkos::CudaSpace> expected;
  try {
    expected = convert<Format::bsr>(on.exec(), on.A, {.block_rows = size, .block_cols = size});
  } catch (std::invalid_argument const& refusal) {
    return skip(on, there, refusal.what());
  }
  CusparseBlocks const blocks(on.exec(), handle);
  time_call(
      on, there, bsr_bytes<Scalar, int, int>(on.A.num_rows(), size, expected.num_blocks(), false),
      [&] { return blocks.from_csr(on.A, size); }, [&](auto const& X) { return difference(on.exec(), X, expected); });

  if (expected.has_holes()) return skip(on, back, "holes of blocks would become entries");
  time_call(
      on, back, expected.bytes(), [&] { return blocks.to_csr(expected); },
      [&](auto const& B) { return on.difference(B); });
}

}  // namespace

template <class Type>
void time_cusparse(ConvertOn<Device, Type> const& on) {
  if constexpr (!is_pattern_v<typename Type::Scalar>) {
    if (on.A.nnz() == 0) {
      Result result = on.result("csr to csc", "cuSPARSE");
      return skip(on, result, "no entries");
    }
    CusparseHandle const handle(on.exec());
    if (on.program.wants("csc")) time_csc(on, handle);
    if (on.program.wants("coo")) time_coo(on, handle);
    if (on.program.wants("bsr")) time_bsr(on, handle);
  }
}

template void time_cusparse<PerfType>(ConvertOn<Device, PerfType> const&);

}  // namespace Araios::Perf
#endif
