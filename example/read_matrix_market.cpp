// SPDX-License-Identifier: Apache-2.0
//
// Reads a Matrix Market file (plain or .gz), moves it to the device and transposes it.
//
//     example_read_matrix_market [file.mtx]

#include <Araios/convert.hpp>
#include <Araios/formats.hpp>
#include <Araios/io.hpp>
#include <Araios/transpose.hpp>

#include <Kokkos_Core.hpp>

#include <cstdio>
#include <exception>

namespace {

constexpr char const* small_file = R"(%%MatrixMarket matrix coordinate real symmetric
% The lower triangle; entries off the diagonal stand for two. Two of them are at one place.
3 3 5
1 1  2.0
2 1 -1.0
3 2 -0.5
3 2 -0.5
3 3  2.0
)";

}  // namespace

int main(int argc, char** argv) try {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;

  // A list of entries on the host, in the order of the file. What is wrong with a file is thrown with its line.
  auto const file = argc > 1 ? Araios::read_matrix_market<double>(argv[1])
                             : Araios::parse_matrix_market<double>(Kokkos::DefaultHostExecutionSpace(), small_file);

  auto const entries = Araios::copy_to<Kokkos::DefaultExecutionSpace::memory_space>(file);
  auto const A = Araios::convert<Araios::Format::csr>(exec, entries, {.duplicates = Araios::Duplicates::sum});
  auto const B = Araios::transpose(exec, A);

  auto const b = Araios::copy_to<Kokkos::HostSpace>(B);
  std::printf("%d x %d, %d entries in the file, %d places\n", A.num_rows(), A.num_cols(), file.nnz(), A.nnz());
  for (int i = 0; i < b.num_rows() && i < 10; ++i) {
    std::printf("column %d:", i);
    for (int p = b.row_map(i); p < b.row_map(i + 1); ++p) std::printf("  (%d) %g", b.entries(p), b.values(p));
    std::printf("\n");
  }
  return 0;
} catch (std::exception const& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
