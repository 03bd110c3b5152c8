// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// perf_add, perf_multiply and perf_kronecker are one program: operations of two sparse matrices that give a third.
///
/// operations.cpp has what differs between them before and after the measurement; each_type and each_type_and_space
/// have the candidates, which register themselves (harness/registry.hpp). To add one: a function of BinaryOn
/// (binary_on.hpp) that calls time_result, and an object Candidate beside it.

#include "harness/matrix_program.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace CLI {
class App;
}

namespace Araios::Perf {

struct BinaryProgram : MatrixProgram {
  std::string operation;                     // "add", "multiply" or "kronecker"
  bool with_square = false;                  // add: A + A A; else A + A^T
  std::int64_t max_entries = 1'000'000'000;  // add: of A and B; kronecker: of C
  std::int64_t max_products = 2'000'000'000;
  std::int64_t check_products = 20'000'000;
  std::int64_t factor = 8;  // kronecker: rows and columns of the first factor
};

/// The operands; of a product B is A. `left_out`: why it is not measured; empty where it is.
struct BinaryCase {
  Structure A, B;
  std::int64_t products = 0;  // multiply: of each entry of A, the entries of the row of its column
  std::string left_out;
};

struct BinaryOutcome : Outcome {
  std::int64_t nnz_of_result = -1;  // < 0: not known
};

/// One matrix with values of one type. Registered by each_type/driver.cpp.
using TimeBinary = BinaryOutcome(BinaryProgram const&, Spaces&, BinaryCase const&);

/// Methods, as results name them.
namespace BinaryMethods {
inline constexpr char add[] = "elementwise_add";
inline constexpr char cusparse_add[] = "csrgeam2";
inline constexpr char kokkos_kernels_add[] = "spadd";
inline constexpr char cxsparse_add[] = "cs_add";
inline constexpr char graphblas_add[] = "GrB_eWiseAdd, pair";
inline constexpr char multiply[] = "multiply";
inline constexpr char plan[] = "plan, values alone";
inline constexpr char cusparse_reuse[] = "SpGEMMreuse_compute, values alone";
inline constexpr char kokkos_kernels_multiply[] = "symbolic + numeric";
inline constexpr char cxsparse_multiply[] = "cs_multiply";
inline constexpr char graphblas_multiply[] = "GrB_mxm, any-pair";
inline constexpr char kronecker[] = "kronecker";
}  // namespace BinaryMethods

/// What one of the programs has of its own.
struct BinaryOperation {
  std::string text;                    // for --help
  std::string method;                  // of Araios: the row of a matrix that is left out
  std::vector<std::string> libraries;  // words
  std::vector<std::pair<std::string, std::string>> rows_of_not_built;  // library, method
  void (*add_options)(CLI::App&, BinaryProgram&);
  BinaryCase (*make_case)(BinaryProgram const&, Structure const& given);
  Sizes (*sizes)(BinaryCase const&, std::int64_t nnz_of_result);
  Report (*report)(BinaryProgram const&);
};
BinaryOperation const& binary_operation(std::string const& name);

/// The results for a type, with the rows of what was not measured.
Measured time_binary(BinaryProgram const& program, Spaces& spaces, std::string const& type, BinaryCase const& what);

/// The program of an operation.
int run_binary(std::string const& operation, Arguments& arguments);

}  // namespace Araios::Perf
