// SPDX-License-Identifier: Apache-2.0

#include "support/simulated_cuda.hpp"
//
#include <Araios/operations/triangular/block_cuda.hpp>
#include <Araios/operations/triangular/columns_cuda.hpp>
#include <Araios/operations/triangular/levels.hpp>
#include <Araios/operations/triangular/plain.hpp>
#include <Araios/operations/triangular/waiting_cuda.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "support/matrices.hpp"

namespace triangular_waiting_cuda_test {

using namespace Araios;
using namespace Araios::test;
namespace room = Impl::triangular;
using Space = BlockMemory;

/// A triangular system in memory that a block can use, with its solution and levels by one thread of the host.
template <class T>
struct Problem {
  HostCsr<T, int, int> A;
  std::vector<int> bounds, levels;
  std::vector<T> inverses, b, x;
  std::int64_t columns;
  bool is_upper;

  Kokkos::View<int*, Space> row_map_view, bounds_view, entries_view;
  Kokkos::View<T*, Space> values_view, inverses_view, b_view;

  Problem(HostCsr<T, int, int> const& matrix, bool upper, std::int64_t count)
      : A(matrix), bounds(matrix.num_rows), levels(matrix.num_rows), columns(count), is_upper(upper) {
    std::int64_t const n = A.num_rows;
    room::Rows<int, int> rows{A.row_map.data(), bounds.data(), A.entries.data(), n, is_upper};
    using Locate = room::LocateRows<int, int>;
    std::int64_t sums[Locate::count] = {};
    for (std::int64_t i = 0; i < n; ++i) Locate(rows, 0, bounds.data(), false)(i, sums);
    std::mt19937 random(7);
    std::uniform_real_distribution<> number(-1, 1);
    for (auto& value : A.values) value = T(number(random) / 4);
    for (std::int64_t i = 0; i < n; ++i) inverses.push_back(T(1 + number(random) / 4));
    for (std::int64_t i = 0; i < n * columns; ++i) b.push_back(T(number(random)));
    x.resize(b.size());
    room::System<T, int, int> const system{rows, A.values.data(), inverses.data()};
    room::SolveInOrder<room::System<T, int, int>>{system, columns_of(b.data(), x.data())}(0);
    room::LevelsInOrder<int, int>{rows, levels.data()}(0);
    row_map_view = to_view<Space>(A.row_map);
    bounds_view = to_view<Space>(bounds);
    entries_view = to_view<Space>(A.entries);
    values_view = to_view<Space>(A.values);
    inverses_view = to_view<Space>(inverses);
    b_view = to_view<Space>(b);
  }

  room::Columns<T> columns_of(T const* b_data, T* x_data) const {
    return {b_data, x_data, columns, 1, columns, 1, columns};
  }
  room::Rows<int, int> rows() const {
    return {row_map_view.data(), bounds_view.data(), entries_view.data(), A.num_rows, is_upper};
  }
  auto terms(T* x_data) const {
    using System = room::System<T, int, int>;
    return room::SolutionTerms<System>{System{rows(), values_view.data(), inverses_view.data()},
                                       columns_of(b_view.data(), x_data)};
  }
};

/// All bits as before a solve.
template <class T>
std::vector<T> unknown(std::size_t length) {
  using Part = Impl::RealPartOf<T>;
  std::vector<T> values(length);
  auto const bits = room::unknown_bits<Part>;
  auto* const parts = reinterpret_cast<char*>(values.data());
  for (std::size_t at = 0; at < length * sizeof(T); at += sizeof bits) std::memcpy(parts + at, &bits, sizeof bits);
  return values;
}

/// What a block makes of `values`.
template <class Value, class MakeBody>
std::vector<Value> run(std::vector<Value> const& values, int bytes, MakeBody const& make_body) {
  auto const view = to_view<Space>(values);
  launch_block(bytes, make_body(view.data()));
  return to_vector(view);
}

/// The same by waiting rows, with a queue of long rows.
template <class T, class Value, class MakeBody>
std::vector<Value> run_waiting(Problem<T> const& problem, std::vector<Value> const& values, MakeBody const& make_body) {
  auto const long_rows = to_view<Space>(std::vector<int>(problem.A.num_rows));
  auto const taken = to_view<Space>(std::vector<unsigned long long>(room::Queue<int>::size, 0));
  std::int64_t count = 0;
  Kokkos::parallel_scan("long_rows", range(typename Space::execution_space(), problem.A.num_rows),
                        room::ListLongRows<int, int>{problem.rows(), long_rows.data()}, count);
  return run(values, 16,
             [&](Value* to) { return make_body(to, room::Queue<int>{taken.data(), long_rows.data(), count}); });
}

/// Simulated threads are slow: a block has two warps, and matrices are small.
constexpr int threads = 64;

/// A chain; rows of few entries; one of 140, unsorted with duplicates; a row without entries.
template <class T>
std::vector<HostCsr<T, int, int>> matrices() {
  std::vector<std::vector<std::int64_t>> chain(18);
  for (std::int64_t i = 0; i < 18; ++i)
    chain[i] = {std::max<std::int64_t>(i - 1, 0), std::min<std::int64_t>(i + 1, 17)};
  std::vector<std::vector<std::int64_t>> some_long(10);
  for (std::int64_t i = 0; i < 10; ++i)
    for (std::int64_t e = 0; e < (i == 4 ? 140 : 4); ++e) some_long[i].push_back((i + 3 * e) % 10);
  std::vector<HostCsr<T, int, int>> all;
  for (auto const& rows :
       {chain, random_rows(18, 18, 3, Rows::uniform, false, 1), some_long, std::vector<std::vector<std::int64_t>>(1)})
    all.push_back(from_rows<T, int, int>(rows, static_cast<std::int64_t>(rows.size())));
  return all;
}

template <class T>
void expect_serial_bits(HostCsr<T, int, int> const& A, bool upper, std::int64_t columns) {
  Problem<T> const problem(A, upper, columns), vector(A, upper, 1);
  auto const before = unknown<T>(problem.b.size());
  std::string const where =
      std::to_string(A.num_rows) + " rows, upper " + std::to_string(upper) + ", columns " + std::to_string(columns);
  using Terms = decltype(problem.terms(nullptr));
  auto const by_threads = run_waiting(problem, before, [&](T* x, auto const& queue) {
    return room::SolveWaitingByThreads<Terms, threads>{problem.terms(x), queue};
  });
  EXPECT_TRUE(same_bits(by_threads, problem.x)) << where;
  for (int const lanes : {4, 32}) {
    auto const by_groups = run_waiting(problem, before, [&](T* x, auto const& queue) {
      return room::SolveWaitingByGroups<Terms, threads>{problem.terms(x), queue, lanes};
    });
    EXPECT_TRUE(same_bits(by_groups, problem.x)) << where << ", lanes " << lanes;
    // Block 0 solves the first column.
    using Block = room::SolveByBlock<Terms, 16, threads>;
    auto const by_block = run(std::vector<T>(vector.b.size()), int(Block::shared_bytes),
                              [&](T* x) { return Block{vector.terms(x), lanes}; });
    EXPECT_TRUE(same_bits(by_block, vector.x)) << where << ", a block, lanes " << lanes;
  }
}

TEST(TriangularWaiting, has_the_bits_of_the_serial_solve) {
  auto const all = matrices<double>();
  for (bool const upper : {false, true}) expect_serial_bits(all[0], upper, 1);
  expect_serial_bits(all[1], true, 3);
  expect_serial_bits(all[2], false, 1);
  expect_serial_bits(all[3], false, 1);
}
TEST(TriangularWaiting, has_the_bits_of_the_serial_solve_of_other_numbers) {
  expect_serial_bits(matrices<Kokkos::complex<double>>()[1], true, 1);
  expect_serial_bits(matrices<float>()[0], false, 1);
}

TEST(TriangularWaiting, finds_the_levels) {
  bool upper = false;
  for (auto const& A : matrices<double>()) {
    Problem<double> const problem(A, upper, 1);
    upper = !upper;
    using Terms = room::LevelTerms<int, int>;
    auto const before = unknown<int>(problem.levels.size());
    EXPECT_EQ(before, std::vector<int>(before.size(), -1));
    auto const by_groups = run_waiting(problem, before, [&](int* levels, auto const& queue) {
      return room::SolveWaitingByGroups<Terms, threads>{{problem.rows(), levels}, queue, 8};
    });
    EXPECT_EQ(by_groups, problem.levels);
    auto const by_threads = run_waiting(problem, before, [&](int* levels, auto const& queue) {
      return room::SolveWaitingByThreads<Terms, threads>{{problem.rows(), levels}, queue};
    });
    EXPECT_EQ(by_threads, problem.levels);
    using Block = room::SolveByBlock<Terms, 16, threads>;
    auto const by_block =
        run(before, int(Block::shared_bytes), [&](int* levels) { return Block{{problem.rows(), levels}, 4}; });
    EXPECT_EQ(by_block, problem.levels);
  }
}

TEST(TriangularWaiting, stops_at_the_limit_of_levels) {
  std::vector<std::vector<std::int64_t>> chain(60);
  for (std::int64_t i = 1; i < 60; ++i) chain[i] = {i - 1};
  chain[55].assign(140, 54);  // a long row, which a warp begins before the others
  Problem<double> const problem(from_rows<double, int, int>(chain, 60), false, 1);
  auto const stopped = to_view<Space>(std::vector<unsigned long long>(1, 0));
  for (int const limit : {60, 5}) {
    auto const found = run_waiting(problem, unknown<int>(60), [&](int* levels, auto const& queue) {
      room::LevelTerms<int, int> const terms{problem.rows(), levels, limit, stopped.data()};
      return room::SolveWaitingByGroups<room::LevelTerms<int, int>, threads>{terms, queue, 32};
    });
    EXPECT_EQ(to_vector(stopped)[0], limit == 5 ? 1u : 0u);
    for (int i = 0; i < 60; ++i) EXPECT_TRUE(found[i] == i || (limit == 5 && i > 5 && found[i] >= 0)) << i;
  }
}

TEST(TriangularColumns, are_transposed_by_tiles) {
  for (std::int64_t const columns : {9, 32}) {
    std::int64_t const rows = 20, gap = 23;
    std::vector<double> left(gap * columns), expected(rows * columns);
    for (std::size_t k = 0; k < left.size(); ++k) left[k] = double(k);
    for (std::int64_t i = 0; i < rows; ++i)
      for (std::int64_t c = 0; c < columns; ++c) expected[i * columns + c] = left[i + c * gap];
    auto const from = to_view<Space>(left), to = to_view<Space>(std::vector<double>(rows * columns));
    room::TransposeColumns<double, threads> const body{from.data(), to.data(), gap, columns, rows, columns};
    EXPECT_EQ(body.blocks(), 1);
    launch_block(body.shared_bytes, body);
    EXPECT_EQ(to_vector(to), expected);
  }
}

/// A right-hand side with the bits that mean unknown: the rows that need it end, and find a NaN.
TEST(TriangularWaiting, ends_where_b_has_the_bits_of_unknown) {
  Problem<double> problem(from_rows<double, int, int>({{}, {0}, {1}, {}}, 4), false, 1);
  problem.inverses.clear();
  auto const marked = unknown<double>(1)[0];
  EXPECT_TRUE(std::isnan(marked));
  problem.b = {marked, 1, 1, 1};
  problem.b_view = to_view<Space>(problem.b);
  using Terms = decltype(problem.terms(nullptr));
  auto const x = run_waiting(problem, unknown<double>(4), [&](double* to, auto const& queue) {
    auto terms = problem.terms(to);
    terms.system.inverses = nullptr;
    return room::SolveWaitingByGroups<Terms, threads>{terms, queue, 2};
  });
  EXPECT_TRUE(std::isnan(x[0]) && std::isnan(x[1]) && std::isnan(x[2]));
  EXPECT_NE(std::bit_cast<std::uint64_t>(x[0]), std::bit_cast<std::uint64_t>(marked));
  EXPECT_EQ(x[3], 1);
}

}  // namespace triangular_waiting_cuda_test
