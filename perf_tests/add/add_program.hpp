// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// perf_add between its command line and its parts.

#include "harness/matrix_source.hpp"
#include "harness/program.hpp"
#include "harness/report.hpp"
#include "harness/spaces.hpp"

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

namespace Araios::Perf {

/// The second summand: the pattern of A A, or that of the transpose of A.
enum class AddWith { square, transpose };

struct AddProgram {
  CommonOptions common;
  std::vector<std::string> types;
  std::vector<MatrixSource> sources;
  std::vector<std::string> libraries;  // empty: all
  AddWith with = AddWith::transpose;
  std::int64_t max_entries = 1'000'000'000;
  bool suite = false;

  bool wants_library(std::string const& library) const { return libraries.empty() || contains(libraries, library); }
};

/// Square matrices with rows sorted without duplicates. `left_out`: why it is not measured; empty where it is.
struct AddCase {
  Structure A, B;
  std::string left_out;
};
AddCase make_add_case(AddProgram const& program, Structure const& given);

/// The results of one matrix and type. `failures`: wrong results of any library, and sums that Araios did not make.
struct AddResults {
  std::vector<Result> results;
  std::int64_t nnz_of_sum = -1;  // < 0: not known
  int failures = 0;
};

/// Defined in each_type/driver.cpp.
template <class Type>
AddResults time_add(AddProgram const& program, Spaces& spaces, AddCase const& what);

/// Methods, as results name them.
namespace AddMethods {
inline constexpr char call[] = "elementwise_add";
// Of a sum M + M^2 of Boolean matrices, where M^2 is not given.
inline constexpr char product_and_sum[] = "multiply, elementwise_add";
inline constexpr char one_product[] = "multiply_add";
inline constexpr char cusparse[] = "csrgeam2";
inline constexpr char kokkos_kernels[] = "spadd";
inline constexpr char cxsparse[] = "cs_add";
inline constexpr char graphblas[] = "GrB_eWiseAdd, pair";
}  // namespace AddMethods

/// Of each method of Araios: times of the others.
void add_speedups(std::vector<Result>& results);

void print_add_table(std::ostream& out, Line const& line);

/// Geometric means over the matrices, for each type and library.
void print_add_summary(std::ostream& out, std::vector<Line> const& lines);

}  // namespace Araios::Perf
