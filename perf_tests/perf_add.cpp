// SPDX-License-Identifier: Apache-2.0
/// \file
/// Adds sparse matrices, C := A + B, by Araios and the libraries at hand, checks C, and prints what each takes.
///
///   perf_add                             500,000 x 500,000 with 10,000,000 entries at random places
///   perf_add a.mtx stencil27:64          files and matrices that are generated (harness/matrix_source.hpp)
///   perf_add --suite --data D            the list of matrices of perf_multiply; files of the folder D
///   perf_add --with square a.mtx         A + A A, as SPbLA measures; by default A + A^T
///
/// A call makes a new C: times hold the allocation of C and, of cuSPARSE, of its buffer. They are released between the
/// runs, which is not timed. Caches are flushed before each run, or warm; the clock is that of notes/protocol.md. Bytes
/// are those of A, B and C, once. Sums of type pattern are Boolean; cuSPARSE and Kokkos Kernels, which have none, add
/// float values.
///
/// Checked, before times are taken and after: C has the bits of a merge of the rows by two pointers. A wrong result has no
/// times; the program goes on, and ends with status 1.

#include "binary/binary_program.hpp"

int main(int argc, char** argv) {
  return Araios::Perf::run_program("perf_add", argc, argv, [](Araios::Perf::Arguments& arguments) {
    return Araios::Perf::run_binary("add", arguments);
  });
}
