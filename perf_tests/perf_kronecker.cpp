// SPDX-License-Identifier: Apache-2.0
/// \file
/// Kronecker products of a small random matrix with a large one, checked, beside the copy bandwidth and, on the host,
/// GraphBLAS. No other library at hand has one.
///
///   perf_kronecker                       the factor with 500,000 x 500,000 and 10,000,000 entries at random places
///   perf_kronecker a.mtx stencil27:64    files and matrices that are generated (harness/matrix_source.hpp)
///   perf_kronecker --suite --data D      the list of matrices of perf_multiply; files of the folder D
///
/// A call makes a new C: times hold its allocation. C is released between the runs, which is not timed. Bytes are those of
/// both factors and C, once. Checked, before times are taken and after: C has the bits of its definition. A wrong result
/// has no times; the program goes on, and ends with status 1.

#include "binary/binary_program.hpp"

int main(int argc, char** argv) {
  return Araios::Perf::run_program("perf_kronecker", argc, argv, [](Araios::Perf::Arguments& arguments) {
    return Araios::Perf::run_binary("kronecker", arguments);
  });
}
