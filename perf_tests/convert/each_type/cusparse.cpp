// SPDX-License-Identifier: Apache-2.0
#ifdef ARAIOS_HAVE_CUSPARSE
#include "baselines/cusparse_conversions.hpp"
#include "baselines/host_formats.hpp"
#include "convert/measure_conversion.hpp"
#include "harness/strict_rows.hpp"
#include "harness/types.hpp"

#include <Araios/convert.hpp>

#include <stdexcept>

namespace Araios::Perf {

namespace {

// What the library refuses is a remark.
template <class On, class Convert, class Difference>
void time_call(On& on, Result& result, std::int64_t matrix_bytes, Convert const& convert,
               Difference const& difference) {
  try {
    measure_conversion(on, result, matrix_bytes, convert, difference);
  } catch (CusparseError const& refusal) {
    result.note = refusal.what();
    on.results.push_back(result);
  }
}

template <class On>
void time_csc([[maybe_unused]] On& on, Result const&) {
  using Scalar = typename On::Scalar;
  using Matrix = typename On::Matrix;
  if constexpr (!is_pattern_v<Scalar>) {
    if (on.A.nnz() == 0) return skip(on, on.result("csr to csc", "cuSPARSE"), "no entries");
    CusparseHandle const handle(on.exec());
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
}

template <class On>
void time_coo([[maybe_unused]] On& on, Result const&) {
  if constexpr (!is_pattern_v<typename On::Scalar>) {
    if (on.A.nnz() == 0) return;
    CusparseHandle const handle(on.exec());
    auto const expected = convert<Format::coo>(on.exec(), on.A);
    Result there = on.result("csr to coo", "cuSPARSE"), back = on.result("coo to csr", "cuSPARSE");
    there.workspace_bytes = back.workspace_bytes = 0;
    time_call(
        on, there, expected.bytes(), [&] { return cusparse_csr_to_coo(on.exec(), handle, on.A); },
        [&](auto const& X) { return coo_difference(on.exec(), X, expected); });
    back.note = "takes entries in the order of rows only";
    time_call(
        on, back, expected.bytes(), [&] { return cusparse_coo_to_csr(on.exec(), handle, expected); },
        [&](auto const& B) { return on.difference(B); });
  }
}

template <class On>
void time_bsr([[maybe_unused]] On& on, Result const&) {
  using Scalar = typename On::Scalar;
  if constexpr (!is_pattern_v<Scalar>) {
    if (on.A.nnz() == 0) return;
    Result there = on.result("csr to bsr", "cuSPARSE"), back = on.result("bsr to csr", "cuSPARSE");
    int const size = best_block_size(on.host);
    if (size == 1) return skip(on, there, "no blocks of 2 x 2 to 8 x 8 take fewer bytes than single entries");
    if (!has_strict_rows(on.exec(), on.A)) return skip(on, there, "takes rows only that ascend without duplicates");
    BsrMatrix<Scalar, int, int, Kokkos::CudaSpace> expected;
    try {
      expected = convert<Format::bsr>(on.exec(), on.A, {.block_rows = size, .block_cols = size});
    } catch (std::invalid_argument const& refusal) {
      return skip(on, there, refusal.what());
    }
    CusparseHandle const handle(on.exec());
    CusparseBlocks const blocks(on.exec(), handle);
    time_call(
        on, there, bsr_bytes<Scalar, int, int>(on.A.num_rows(), size, expected.num_blocks(), false),
        [&] { return blocks.from_csr(on.A, size); }, [&](auto const& X) { return difference(on.exec(), X, expected); });
    if (expected.has_holes()) return skip(on, back, "holes of blocks would become entries");
    time_call(
        on, back, expected.bytes(), [&] { return blocks.to_csr(expected); },
        [&](auto const& B) { return on.difference(B); });
  }
}

using OnDevice = ConvertOn<Device, PerfType>;
Candidate<OnDevice> const csc("convert", "cuSPARSE", both_ways("csc"), time_csc<OnDevice>, {.word = "csc"});
Candidate<OnDevice> const coo("convert", "cuSPARSE", both_ways("coo"), time_coo<OnDevice>, {.word = "coo"});
Candidate<OnDevice> const bsr("convert", "cuSPARSE", both_ways("bsr"), time_bsr<OnDevice>, {.word = "bsr"});

}  // namespace

}  // namespace Araios::Perf
#endif
