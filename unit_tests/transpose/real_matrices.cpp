// SPDX-License-Identifier: Apache-2.0
//
// Transposition of real matrices against an independent program: cs_transpose of CXSparse, sequential and stable.

#include <Araios/convert.hpp>
#include <Araios/formats/copy.hpp>
#include <Araios/formats/validate/compressed.hpp>
#include <Araios/io/matrix_market.hpp>
#include <Araios/transpose.hpp>
#include <gtest/gtest.h>

#ifdef ARAIOS_HAVE_CXSPARSE
#include <cs.h>
#endif

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "support/data_dir.hpp"
#include "support/matrices.hpp"
#include "support/scale.hpp"

namespace transpose_real_matrices_test {

using namespace Araios;
using namespace Araios::test;

#ifdef ARAIOS_HAVE_CXSPARSE

/// B of cs_transpose for a matrix by rows: CXSparse stores columns, so it is given A^T and returns A, both by columns;
/// read as rows those are A and A^T.
HostCsr<double> transpose_by_cxsparse(HostCsr<double> A) {
  cs_di given{};
  given.nzmax = static_cast<int>(A.entries.size());
  given.m = static_cast<int>(A.num_cols);
  given.n = static_cast<int>(A.num_rows);
  given.p = A.row_map.data();
  given.i = A.entries.data();
  given.x = A.values.data();
  given.nz = -1;
  std::unique_ptr<cs_di, decltype(&cs_di_spfree)> const result(cs_di_transpose(&given, 1), &cs_di_spfree);
  HostCsr<double> B;
  B.num_rows = A.num_cols;
  B.num_cols = A.num_rows;
  B.row_map.assign(result->p, result->p + A.num_cols + 1);
  B.entries.assign(result->i, result->i + A.entries.size());
  B.values.assign(result->x, result->x + A.values.size());
  return B;
}

TEST(TransposeRealMatrices, equals_cxsparse_in_every_space_and_by_every_method) {
  auto const folder = data_dir();
  if (!folder || !std::filesystem::is_directory(*folder / "matrices")) GTEST_SKIP() << no_data("matrices");
  using Device = Kokkos::DefaultExecutionSpace;
  using Host = Kokkos::DefaultHostExecutionSpace;
  std::vector<std::filesystem::path> files;
  for (auto const& entry : std::filesystem::directory_iterator(*folder / "matrices"))
    if (entry.path().string().ends_with(".mtx.gz")) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  ASSERT_GE(files.size(), 40u) << "the folder of real matrices is not complete";

  int compared = 0;
  for (auto const& file : files) {
    MatrixMarketHeader const header = read_matrix_market_header(file);
    if (header.field == MatrixMarketField::complex) continue;  // cs_di holds real numbers
    auto const coo = read_matrix_market<double, int, int>(file);
    if (test_scale() < 1 && coo.nnz() > 100'000) continue;
    auto A = to_host(convert<Format::csr>(Host(), coo));
    // Pattern files give ones everywhere, which would hide a value in the wrong place.
    for (std::size_t p = 0; p < A.values.size(); ++p) A.values[p] = static_cast<double>(p) + 0.5;
    auto const expected = transpose_by_cxsparse(A);
    auto const on_host = to_csr<Host::memory_space>(A);
    auto const on_device = to_csr<Device::memory_space>(A);
    for (auto const method :
         {TransposeMethod::scan_trans, TransposeMethod::merge_trans, TransposeMethod::radix, TransposeMethod::bucket,
          TransposeMethod::symmetric, TransposeMethod::fused, TransposeMethod::automatic}) {
      EXPECT_TRUE(same_bits(to_host(transpose(Device(), on_device, {.method = method})), expected))
          << name(method) << " of " << file.filename() << " on " << Device::name();
      if constexpr (!std::is_same_v<Device, Host>) {
        EXPECT_TRUE(same_bits(to_host(transpose(Host(), on_host, {.method = method})), expected))
            << name(method) << " of " << file.filename() << " on " << Host::name();
      }
    }
    EXPECT_TRUE(same_bits(to_host(transpose(Host(), on_host, {.method = TransposeMethod::serial})), expected))
        << "serial of " << file.filename();
    EXPECT_NO_THROW(validate(Device(), transpose(Device(), on_device), {.order = Order::sorted})) << file.filename();
    ++compared;
  }
  EXPECT_GE(compared, test_scale() < 1 ? 20 : 35);
  RecordProperty("matrices", compared);
}

#else

TEST(TransposeRealMatrices, equals_cxsparse_in_every_space_and_by_every_method) {
  GTEST_SKIP() << "NOT TESTED: CXSparse is not installed (Debian: libsuitesparse-dev)";
}

#endif

}  // namespace transpose_real_matrices_test
