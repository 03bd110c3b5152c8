// SPDX-License-Identifier: Apache-2.0
/// \file
/// Multiplies sparse matrices by themselves, C := A A, by Araios and the libraries at hand, checks C, and prints what
/// each takes.
///
///   perf_multiply                        500,000 x 500,000 with 10,000,000 entries at random places
///   perf_multiply a.mtx stencil27:64     files and matrices that are generated (harness/matrix_source.hpp)
///   perf_multiply --suite --data D       a list of matrices; files of the folder D
///
/// A call makes a new C: times hold the allocation of C and, of cuSPARSE, of its buffers. They are released between the
/// runs, which is not timed. The workspace of Araios is that of the instance, which the first call allocated. Caches
/// are flushed before each run, or warm; the clock is that of notes/protocol.md. Rows of type pattern are Boolean
/// products; cuSPARSE and Kokkos Kernels, which have none, multiply float values.
///
/// Checked, before times are taken and after: rows worth up to --check-products products in every entry against their
/// definition; of values, weighted sums of all rows against their definition; of other libraries, every entry against
/// Araios. A wrong result has no times; the program goes on, and ends with status 1.

#include "binary/binary_program.hpp"

int main(int argc, char** argv) {
  return Araios::Perf::run_program("perf_multiply", argc, argv, [](Araios::Perf::Arguments& arguments) {
    return Araios::Perf::run_binary("multiply", arguments);
  });
}
