// SPDX-License-Identifier: Apache-2.0
//
// Boolean products of real matrices: the numbers of entries of A A and A + A A that an independent program computed
// (INDEX.tsv), and closures by squaring, whose numbers of entries after each step are known.

#include <Araios/convert.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/elementwise.hpp>
#include <Araios/formats/copy.hpp>
#include <Araios/formats/validate/compressed.hpp>
#include <Araios/io/matrix_market.hpp>
#include <Araios/multiply.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "support/data_dir.hpp"
#include "support/matrices.hpp"

namespace multiply_real_matrices_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Boolean = CsrMatrix<Pattern, int, std::int64_t, Space>;

/// Products that a test may take: a host computes some 50 million a second.
constexpr std::int64_t max_products = Araios::is_gpu_v<Exec> ? std::int64_t(1) << 40 : 30'000'000;

Boolean read(std::filesystem::path const& file) {
  Exec const exec;
  auto const coo = read_matrix_market<Pattern, int, std::int64_t>(file, {.into_pattern = ReadIntoPattern::drop});
  auto const A = convert<Format::csr>(Kokkos::DefaultHostExecutionSpace(), coo);
  return sum_duplicates(exec, copy_to<Space>(A));
}

TEST(MultiplyRealMatrices, have_the_entries_of_the_index) {
  auto const index = data_file("matrices/INDEX.tsv");
  if (!index) GTEST_SKIP() << no_data("matrices/INDEX.tsv");
  Exec const exec;
  std::ifstream lines(*index);
  std::string line;
  std::getline(lines, line);
  std::vector<std::string> names;
  std::stringstream head(line);
  for (std::string name; std::getline(head, name, '\t');) names.push_back(name);
  auto const column = [&](std::string const& name) {
    return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
  };
  int compared = 0;
  while (std::getline(lines, line)) {
    std::vector<std::string> fields;
    std::stringstream all(line);
    for (std::string field; std::getline(all, field, '\t');) fields.push_back(field);
    auto const products = std::stoll(fields.at(column("products_AA")));
    if (products < 0 || products > max_products) continue;
    auto const A = read(index->parent_path() / fields.at(0));
    auto const square = multiply(exec, A, A);
    EXPECT_EQ(square.nnz(), std::stoll(fields.at(column("nnz_AA")))) << fields[0];
    auto const sum = elementwise_add(exec, A, square);
    EXPECT_EQ(sum.nnz(), std::stoll(fields.at(column("nnz_A_or_AA")))) << fields[0];
    ++compared;
  }
  EXPECT_GE(compared, Araios::is_gpu_v<Exec> ? 41 : 35);
}

/// The entries of T, of T + T T and so on, until a step changes nothing. Source: an independent program.
struct Closure {
  char const* file;
  std::vector<std::int64_t> entries;
};

TEST(MultiplyRealMatrices, closures_have_the_entries_of_each_step) {
  Exec const exec;
  for (auto const& [file, entries] :
       {Closure{"p2p-Gnutella08", {20777, 108497, 1352421, 11357724, 13147718, 13148244, 13148244}},
        Closure{"p2p-Gnutella09", {26013, 129548, 1621937, 17258403, 21397410, 21402960, 21402960}},
        Closure{"p2p-Gnutella06", {31525, 164454, 2639439, 24926546, 28341195, 28345544, 28345544}},
        Closure{"p2p-Gnutella05", {31839, 166129, 2478274, 24265729, 28958376, 28971736, 28971736}}}) {
    auto const path = data_file(std::string("matrices/") + file + ".mtx.gz");
    if (!path) GTEST_SKIP() << no_data(file);
    auto T = read(*path);
    ASSERT_EQ(T.nnz(), entries[0]) << file;
    // The last steps have 30 billion products.
    std::size_t const steps = Araios::is_gpu_v<Exec> ? entries.size() : 3;
    for (std::size_t step = 1; step < steps; ++step) {
      T = elementwise_add(exec, T, multiply(exec, T, T));
      ASSERT_EQ(T.nnz(), entries[step]) << file << ", step " << step;
    }
    validate(exec, T, {.order = Order::strict});
  }
}

}  // namespace multiply_real_matrices_test
