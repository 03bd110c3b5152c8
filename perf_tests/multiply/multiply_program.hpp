// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// perf_multiply between its command line and its parts.

#include "harness/matrix_source.hpp"
#include "harness/program.hpp"
#include "harness/report.hpp"
#include "harness/spaces.hpp"

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

namespace Araios::Perf {

struct MultiplyProgram {
  CommonOptions common;
  std::vector<std::string> types;
  std::vector<MatrixSource> sources;
  std::vector<std::string> libraries;  // empty: all
  std::int64_t max_products = 2'000'000'000;
  std::int64_t check_products = 20'000'000;
  bool suite = false;

  bool wants_library(std::string const& library) const { return libraries.empty() || contains(libraries, library); }
};

/// A matrix with rows sorted without duplicates, and the number of products of A A: of each entry, the entries of the
/// row of its column. `left_out`: why it is not measured; empty where it is.
struct MultiplyCase {
  Structure A;
  std::int64_t products = 0;
  std::string left_out;
};
MultiplyCase make_multiply_case(MultiplyProgram const& program, Structure const& given);

/// The results of one matrix and type. `failures`: wrong results of any library, and products that Araios did not make.
struct MultiplyResults {
  std::vector<Result> results;
  std::int64_t nnz_of_product = -1;  // < 0: not known
  int failures = 0;
};

/// Defined in each_type/driver.cpp.
template <class Type>
MultiplyResults time_multiply(MultiplyProgram const& program, Spaces& spaces, MultiplyCase const& what);

/// Methods, as results name them.
namespace MultiplyMethods {
inline constexpr char call[] = "multiply";
inline constexpr char plan[] = "plan, values alone";
inline constexpr char cusparse_reuse[] = "SpGEMMreuse_compute, values alone";
inline constexpr char kokkos_kernels[] = "symbolic + numeric";
inline constexpr char kokkos_kernels_symbolic[] = "symbolic";
inline constexpr char cxsparse[] = "cs_multiply";
inline constexpr char graphblas[] = "GrB_mxm, any-pair";
}  // namespace MultiplyMethods

/// Of each method of Araios: times of the fastest of cuSPARSE for the same in units of its own, and those of Kokkos
/// Kernels.
void add_multiply_speedups(std::vector<Result>& results);

void print_multiply_table(std::ostream& out, Line const& line);

/// Geometric mean and least ratio of cuSPARSE's times to ours, for each type.
void print_multiply_summary(std::ostream& out, std::vector<Line> const& lines);

}  // namespace Araios::Perf
