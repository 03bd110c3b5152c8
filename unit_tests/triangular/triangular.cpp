// SPDX-License-Identifier: Apache-2.0

#include <Araios/generate/stencil.hpp>
#include <Araios/triangular.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "support/contract.hpp"
#include "support/matrices.hpp"
#include "support/refusals.hpp"
#include "support/types.hpp"

namespace triangular_triangular_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Host = HostCsr<double, int, int>;

constexpr TriangularMethod exact_methods[] = {TriangularMethod::automatic, TriangularMethod::serial,
                                              TriangularMethod::one_block, TriangularMethod::levels,
                                              TriangularMethod::sync_free};

template <class T>
T times(T a, T b) {
  if constexpr (is_complex_v<T>)
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
  else
    return a * b;
}

template <class Scalar, class Ordinal, class Offset>
HostCsr<Scalar, Ordinal, Offset> transposed(HostCsr<Scalar, Ordinal, Offset> const& A, bool conjugate) {
  std::vector<std::vector<std::int64_t>> columns(A.num_cols);
  std::vector<std::vector<Scalar>> values(A.num_cols);
  for (std::int64_t i = 0; i < A.num_rows; ++i)
    for (auto p = A.row_map[i]; p < A.row_map[i + 1]; ++p) {
      columns[A.entries[p]].push_back(i);
      values[A.entries[p]].push_back(conjugate ? Impl::conjugate_of(A.values[p]) : A.values[p]);
    }
  auto B = from_rows<Scalar, Ordinal, Offset>(columns, A.num_rows);
  B.values.clear();
  for (auto const& row : values) B.values.insert(B.values.end(), row.begin(), row.end());
  return B;
}

/// The solve of the doc block, row after row.
template <class Scalar, class Ordinal, class Offset>
std::vector<Scalar> slow_solve(HostCsr<Scalar, Ordinal, Offset> A, TriangularOptions const& options,
                               std::vector<Scalar> const& b) {
  if (options.op != Op::none) A = transposed(A, options.op == Op::conjugate_transpose);
  bool const upper = (options.triangle == Triangle::upper) != (options.op != Op::none);
  std::int64_t const n = A.num_rows;
  std::vector<Scalar> x(b.size());
  for (std::int64_t q = 0; q < n; ++q) {
    std::int64_t const i = upper ? n - 1 - q : q;
    Scalar left = b[i], diagonal(0);
    for (auto p = A.row_map[i]; p < A.row_map[i + 1]; ++p)
      if (A.entries[p] == i) diagonal += A.values[p];
    std::int64_t const length = A.row_map[i + 1] - A.row_map[i];
    for (std::int64_t k = 0; k < length; ++k) {
      auto const p = upper ? A.row_map[i + 1] - 1 - k : A.row_map[i] + k;
      std::int64_t const j = A.entries[p];
      if (upper ? j > i : j < i) left = left - times(A.values[p], x[j]);
    }
    x[i] = options.diagonal == Diagonal::unit ? left : times(left, Impl::reciprocal(diagonal));
  }
  return x;
}

/// Entries in both triangles, in any order and with duplicates where `messy`, and a diagonal that dominates.
template <class Scalar, class Ordinal, class Offset>
HostCsr<Scalar, Ordinal, Offset> matrix_with_diagonal(std::int64_t n, double per_row, Rows kind, bool messy) {
  return Araios::test::matrix_with_diagonal<Scalar, Ordinal, Offset>(
      n, per_row, kind, messy, [](double, double number) { return 1 + number / 4; },
      [](double length, double number) { return number / length; });
}

std::vector<TriangularOptions> all_triangles() {
  std::vector<TriangularOptions> all;
  for (auto const triangle : {Triangle::lower, Triangle::upper})
    for (auto const diagonal : {Diagonal::stored, Diagonal::unit})
      for (auto const op : {Op::none, Op::transpose, Op::conjugate_transpose})
        all.push_back({.triangle = triangle, .diagonal = diagonal, .op = op});
  return all;
}

template <class>
class Triangular : public testing::Test {};
TYPED_TEST_SUITE(Triangular, AllCases, CaseName);

TYPED_TEST(Triangular, has_the_bits_of_the_serial_solve_by_every_method) {
  using C = TypeParam;
  using Scalar = typename C::Scalar;
  using Ordinal = typename C::Ordinal;
  if constexpr (!is_pattern_v<Scalar>) {
    typename C::Exec const exec;
    std::vector<HostCsr<Scalar, Ordinal, typename C::Offset>> matrices;
    for (std::int64_t const n : {0, 1, 2, 3, 600})
      for (auto const kind : {Rows::uniform, Rows::few_long})
        for (bool const messy : {false, true})
          matrices.push_back(matrix_with_diagonal<Scalar, Ordinal, typename C::Offset>(n, 6, kind, messy));
    for (auto const& host : matrices) {
      auto const A = to_csr<typename C::Space>(host);
      auto const b = some_vector<Scalar>(host.num_rows, 1);
      auto const bs = to_view<typename C::Space>(b), x = to_view<typename C::Space>(b);
      for (auto options : all_triangles()) {
        auto const expected = slow_solve(host, options, b);
        for (auto const method : exact_methods) {
          options.method = method;
          TriangularPlan const plan(exec, A, options);
          triangular_solve(exec, plan, bs, x);
          ASSERT_TRUE(same_bits(to_vector(x), expected))
              << host.num_rows << " rows, upper: " << int(options.triangle) << ", unit: " << int(options.diagonal)
              << ", op " << int(options.op) << ", method " << int(method) << "; " << plan.reason();
        }
      }
    }
  }
}

/// b and x of several columns, in rows and columns of a larger array at steps.
template <class Layout>
void expect_columns_as_vectors(Host const& host, TriangularOptions const& options, std::int64_t columns,
                               std::size_t row_step = 1, std::size_t column_step = 1) {
  Exec const exec;
  auto const n = static_cast<std::size_t>(host.num_rows), count = static_cast<std::size_t>(columns);
  auto const larger = [&](std::string const& name) {
    return Kokkos::View<double**, Layout, Space>(name, row_step * n, column_step * count);
  };
  auto const b_all = larger("b"), x_all = larger("x");
  auto const b_host = Kokkos::create_mirror_view(b_all), x_host = Kokkos::create_mirror_view(x_all);
  std::vector<std::vector<double>> right;
  for (std::size_t c = 0; c < count; ++c) {
    right.push_back(some_vector<double>(host.num_rows, static_cast<unsigned>(c)));
    for (std::size_t i = 0; i < n; ++i) b_host(row_step * i, column_step * c) = right[c][i];
  }
  Kokkos::deep_copy(x_host, 7.0);
  Kokkos::deep_copy(b_all, b_host);
  Kokkos::deep_copy(x_all, x_host);
  TriangularPlan const plan(exec, to_csr<Space>(host), options);
  if (row_step > 1 || column_step > 1) {
    Kokkos::LayoutStride const layout(n, row_step * b_all.stride(0), count, column_step * b_all.stride(1));
    using Strided = Kokkos::View<double**, Kokkos::LayoutStride, Space>;
    triangular_solve(exec, plan, Strided(b_all.data(), layout), Strided(x_all.data(), layout));
  } else {
    triangular_solve(exec, plan, b_all, x_all);
  }
  Kokkos::deep_copy(x_host, x_all);
  for (std::size_t c = 0; c < count; ++c) {
    auto const expected = slow_solve(host, options, right[c]);
    std::vector<double> found(n);
    for (std::size_t i = 0; i < n; ++i) found[i] = std::exchange(x_host(row_step * i, column_step * c), 7.0);
    ASSERT_TRUE(same_bits(found, expected)) << "column " << c << " of " << columns << ", method " << int(options.method)
                                            << ", upper " << int(options.triangle);
  }
  for (std::size_t i = 0; i < x_host.extent(0); ++i)
    for (std::size_t c = 0; c < x_host.extent(1); ++c) ASSERT_EQ(x_host(i, c), 7.0) << "changed outside of x";
}

TEST(TriangularColumns, have_the_bits_of_vectors_in_every_layout) {
  auto const host = matrix_with_diagonal<double, int, int>(200, 6, Rows::uniform, true);
  for (auto const method : exact_methods)
    for (auto const triangle : {Triangle::lower, Triangle::upper})
      for (std::int64_t const columns : {0, 1, 3, 40}) {
        TriangularOptions const options{.triangle = triangle, .method = method};
        expect_columns_as_vectors<Kokkos::LayoutRight>(host, options, columns);
        expect_columns_as_vectors<Kokkos::LayoutLeft>(host, options, columns);
        expect_columns_as_vectors<Kokkos::LayoutRight>(host, options, columns, 3, 2);
        expect_columns_as_vectors<Kokkos::LayoutLeft>(host, options, columns, 1, 2);
      }
}

TEST(TriangularSolve, without_a_plan_is_the_solve_by_one) {
  Exec const exec;
  auto const A = to_csr<Space>(matrix_with_diagonal<double, int, int>(50, 6, Rows::uniform, true));
  Kokkos::View<double*, Space> const b("b", 50), x("x", 50), expected("expected", 50);
  Kokkos::deep_copy(exec, b, 1.0);
  Workspace<Space> workspace;
  for (auto const triangle : {Triangle::lower, Triangle::upper}) {
    triangular_solve(exec, TriangularPlan(exec, A, {.triangle = triangle}), b, expected);
    Kokkos::deep_copy(exec, x, 0.0);
    triangular_solve(exec, A, b, x, {.triangle = triangle}, workspace);
    EXPECT_EQ(to_vector(x), to_vector(expected));
  }
  triangular_solve(exec, A, b, expected);
  EXPECT_NE(to_vector(x), to_vector(expected));  // of the lower triangle
}

TEST(TriangularUpdate, takes_new_values) {
  Exec const exec;
  auto host = matrix_with_diagonal<double, int, int>(300, 5, Rows::uniform, false);
  auto const A = to_csr<Space>(host);
  auto const b = some_vector<double>(300, 1);
  for (auto const op : {Op::none, Op::transpose}) {
    TriangularOptions const options{.triangle = Triangle::upper, .op = op};
    TriangularPlan plan(exec, A, options);
    auto const analysed = plan.levels();
    for (double& value : host.values) value *= 3;
    auto const values = to_view<Space>(host.values);
    plan.update(exec, CsrMatrix<double, int, int, Space>(300, 300, A.row_map, A.entries, values));
    Kokkos::View<double*, Space> const x("x", 300);
    plan.apply(exec, to_view<Space>(b), x);
    EXPECT_TRUE(same_bits(to_vector(x), slow_solve(host, options, b))) << int(op);
    EXPECT_EQ(plan.levels(), analysed);
    EXPECT_GE(plan.bytes(), 300 * (8 + 4));
  }
}

// A plan whose update failed gives NaN from the faulty row on, until another update; one that was moved from is a copy.
TEST(TriangularUpdate, that_fails_leaves_nan) {
  Exec const exec;
  Host const host{3, 3, {0, 1, 2, 4}, {0, 1, 1, 2}, {2, 4, 1, 8}};
  auto const A = to_csr<Space>(host);
  auto const with = [&](std::vector<double> const& values) {
    return CsrMatrix<double, int, int, Space>(3, 3, A.row_map, A.entries, to_view<Space>(values));
  };
  for (auto const method : {TriangularMethod::automatic, TriangularMethod::levels, TriangularMethod::sweeps}) {
    TriangularPlan plan(exec, A, {.method = method});
    auto const solved = [&](auto const& by) {
      Kokkos::View<double*, Space> const x("x", 3);
      triangular_solve(exec, by, to_view<Space>(std::vector<double>{2, 4, 9}), x);
      return to_vector(x);
    };
    EXPECT_EQ(refusal([&] { plan.update(exec, with({2, 0, 1, 8})); }),
              "Araios::TriangularPlan::update: the diagonal entry of row 1 is 0, or its reciprocal overflows");
    auto const x = solved(plan);
    EXPECT_EQ(x[0], 1);
    EXPECT_TRUE(std::isnan(x[1]) && std::isnan(x[2])) << x[1] << ' ' << x[2];
    plan.update(exec, A);
    EXPECT_EQ(solved(plan), (std::vector<double>{1, 1, 1}));
    auto const moved = std::move(plan);
    EXPECT_EQ(solved(plan), (std::vector<double>{1, 1, 1}));  // NOLINT(bugprone-use-after-move)
    EXPECT_EQ(solved(moved), (std::vector<double>{1, 1, 1}));
  }
}

/// The levels by their definition.
std::int64_t slow_levels(Host const& A, bool upper) {
  std::vector<std::int64_t> levels(A.num_rows);
  std::int64_t highest = 0;
  for (std::int64_t q = 0; q < A.num_rows; ++q) {
    std::int64_t const i = upper ? A.num_rows - 1 - q : q;
    levels[i] = 1;
    for (auto p = A.row_map[i]; p < A.row_map[i + 1]; ++p) {
      std::int64_t const j = A.entries[p];
      if (upper ? j > i : j < i) levels[i] = std::max(levels[i], levels[j] + 1);
    }
    highest = std::max(highest, levels[i]);
  }
  return highest;
}

TEST(TriangularLevels, are_counted_for_each_triangle) {
  Exec const exec;
  for (std::int64_t const n : {0, 1, 2, 500})
    for (auto const kind : {Rows::uniform, Rows::power_law}) {
      auto const host = matrix_with_diagonal<double, int, int>(n, 4, kind, true);
      auto const A = to_csr<Space>(host);
      for (auto const& options : all_triangles()) {
        TriangularPlan const plan(exec, A, options);
        auto const expected = options.op == Op::none
                                  ? slow_levels(host, options.triangle == Triangle::upper)
                                  : slow_levels(transposed(host, false), options.triangle == Triangle::lower);
        EXPECT_EQ(plan.levels(), expected) << n;
        EXPECT_DOUBLE_EQ(plan.rows_per_level(), double(n) / double(std::max<std::int64_t>(expected, 1)));
        EXPECT_EQ(plan.reason().rfind(std::to_string(expected) + " levels, ", 0), 0u) << plan.reason();
      }
    }
}

TEST(TriangularLevels, of_stencils_follow_from_their_sizes) {
  Exec const exec;
  auto const levels = [&](StencilOptions const& options) {
    return TriangularPlan(exec, stencil_matrix<double>(exec, options)).levels();
  };
  EXPECT_EQ(levels({.nx = 300, .ny = 300}), 599);
  EXPECT_EQ(levels({.nx = 40, .ny = 40, .nz = 40}), 118);
  EXPECT_EQ(levels({.nx = 1000}), 1000);
}

TEST(TriangularMethods, are_those_of_the_options_where_the_space_has_them) {
  Exec const exec;
  auto const A = stencil_matrix<double>(exec, {.nx = 50, .ny = 50});
  for (auto const method : exact_methods) {
    TriangularPlan const plan(exec, A, {.method = method});
    bool const waits = method == TriangularMethod::one_block || method == TriangularMethod::sync_free;
    if (method == TriangularMethod::automatic || (waits && !is_gpu_v<Exec>))
      EXPECT_NE(plan.method(), method);
    else
      EXPECT_EQ(plan.method(), method);
    EXPECT_GT(plan.expected_us(), 0);
  }
}

/// Rows that a GPU takes level by level, with lanes for the rows of several levels.
TEST(TriangularOfManyRows, has_the_bits_of_the_serial_solve) {
  constexpr bool on_host = Kokkos::SpaceAccessibility<Kokkos::HostSpace, Space>::accessible;
  Exec const exec;
  std::int64_t const n = on_host ? 2'000 : 140'000;
  for (double const per_row : {3.0, 20.0}) {
    auto const host = matrix_with_diagonal<double, int, int>(n, per_row, Rows::uniform, false);
    auto const A = to_csr<Space>(host);
    auto const b = some_vector<double>(n, 1);
    auto const bs = to_view<Space>(b), x = to_view<Space>(b);
    for (auto const& options : all_triangles()) {
      triangular_solve(exec, TriangularPlan(exec, A, options), bs, x);
      EXPECT_TRUE(same_bits(to_vector(x), slow_solve(host, options, b))) << per_row;
    }
  }
}

TEST(TriangularLanes, are_few_where_levels_have_many_rows) {
  constexpr std::int64_t resident = 132 * 1024;
  auto const lanes = [](std::int64_t rows, std::int64_t levels, int of_mean_length, bool is_ordered) {
    Impl::triangular::Shape shape;
    shape.rows = rows;
    shape.levels = levels;
    shape.lanes = of_mean_length;
    shape.is_ordered = is_ordered;
    return Impl::triangular::waiting_lanes(shape, resident);
  };
  // Those that were fastest on an H200: a uniform matrix, and grids of 27, 7 and 5 points.
  EXPECT_EQ(lanes(500'000, 57, 16, true), 4);
  EXPECT_EQ(lanes(2'097'152, 890, 16, true), 8);
  EXPECT_EQ(lanes(4'096'000, 478, 4, true), 4);
  EXPECT_EQ(lanes(2'250'000, 2'999, 2, true), 4);
  EXPECT_EQ(lanes(2'097'152, 890, 16, false), 16) << "in the order of the matrix";
}

/// A sweep makes the rows of one more level exact, so a sweep for each level gives the bits of the exact solve.
TEST(TriangularSweeps, end_at_the_bits_of_the_exact_solve) {
  Exec const exec;
  auto const host = matrix_with_diagonal<double, int, int>(300, 5, Rows::uniform, true);
  auto const A = to_csr<Space>(host);
  auto const b = some_vector<double>(300, 1);
  auto const bs = to_view<Space>(b), x = to_view<Space>(b);
  for (auto options : all_triangles()) {
    auto const exact = slow_solve(host, options, b);
    auto const levels = static_cast<int>(TriangularPlan(exec, A, options).levels());
    options.method = TriangularMethod::sweeps;
    double before = std::numeric_limits<double>::infinity();
    for (int const sweeps : {0, 1, 3, levels - 2, levels - 1, levels}) {
      options.sweeps = sweeps;
      TriangularPlan const plan(exec, A, options);
      EXPECT_EQ(plan.method(), TriangularMethod::sweeps);
      triangular_solve(exec, plan, bs, x);
      auto const found = to_vector(x);
      double error = 0;
      for (std::size_t i = 0; i < found.size(); ++i) error = std::max(error, std::abs(found[i] - exact[i]));
      EXPECT_EQ(same_bits(found, exact), sweeps >= levels - 1 || error == 0) << sweeps << " of " << levels;
      EXPECT_LE(error, before);
      before = error;
    }
  }
}

TEST(TriangularSweeps, take_several_columns) {
  Exec const exec;
  auto const host = matrix_with_diagonal<double, int, int>(50, 3, Rows::uniform, false);
  auto const A = to_csr<Space>(host);
  auto const levels = static_cast<int>(TriangularPlan(exec, A).levels());
  for (int const sweeps : {levels, levels + 1}) {
    TriangularOptions const options{.method = TriangularMethod::sweeps, .sweeps = sweeps};
    expect_columns_as_vectors<Kokkos::LayoutRight>(host, options, 3, 3, 2);
  }
}

TEST(TriangularOfSpecialValues, passes_nan_to_the_rows_that_need_it_alone) {
  Exec const exec;
  // 0 <- 1 <- 2, and 3.
  auto host = from_rows<double, int, int>({{0}, {0, 1}, {1, 2}, {3}}, 4);
  host.values = {4, 1, 4, 1, 4, 2};
  double const nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  for (auto const method : exact_methods) {
    TriangularPlan const plan(exec, to_csr<Space>(host), {.method = method});
    Kokkos::View<double*, Space> const x("x", 4);
    triangular_solve(exec, plan, to_view<Space>(std::vector<double>{1, nan, 1, 1}), x);
    auto found = to_vector(x);
    EXPECT_EQ(found[0], 0.25);
    EXPECT_TRUE(std::isnan(found[1]) && std::isnan(found[2]));
    EXPECT_EQ(found[3], 0.5);
    triangular_solve(exec, plan, to_view<Space>(std::vector<double>{-0.0, infinity, 1, -0.0}), x);
    found = to_vector(x);
    EXPECT_TRUE(found[0] == 0 && std::signbit(found[0]) && found[3] == 0 && std::signbit(found[3]));
    EXPECT_EQ(found[1], infinity);
    EXPECT_EQ(found[2], -infinity);
  }
}

/// Entries of the other triangle, and of the diagonal where it is 1, may be anything.
TEST(TriangularOfSpecialValues, does_not_use_other_entries) {
  Exec const exec;
  double const nan = std::numeric_limits<double>::quiet_NaN();
  auto host = from_rows<double, int, int>({{2, 0}, {1, 0, 2}, {2, 0}}, 3);
  host.values = {nan, nan, 0, 2, nan, nan, 3};
  for (auto const method : exact_methods) {
    TriangularPlan const plan(exec, to_csr<Space>(host), {.diagonal = Diagonal::unit, .method = method});
    Kokkos::View<double*, Space> const x("x", 3);
    triangular_solve(exec, plan, to_view<Space>(std::vector<double>{1, 1, 1}), x);
    EXPECT_EQ(to_vector(x), (std::vector<double>{1, -1, -2}));
  }
}

TEST(TriangularRefusals, name_the_row_of_the_diagonal) {
  Exec const exec;
  auto const plan_of = [&](std::vector<std::vector<std::int64_t>> const& rows, std::vector<double> const& values,
                           TriangularOptions const& options = {}) {
    auto host = from_rows<double, int, int>(rows, static_cast<std::int64_t>(rows.size()));
    host.values = values;
    return TriangularPlan(exec, to_csr<Space>(host), options);
  };
  std::string const name = "Araios::TriangularPlan: ";
  for (auto const op : {Op::none, Op::transpose}) {
    TriangularOptions const options{.op = op}, unit{.diagonal = Diagonal::unit, .op = op};
    EXPECT_EQ(refusal([&] { plan_of({{0}, {0}, {1}}, {1, 1, 1}, options); }), name + "no diagonal entry in row 1");
    for (double const small : {0.0, 1e-310, -5e-324})
      EXPECT_EQ(refusal([&] { plan_of({{0}, {1}, {1}}, {1, small, 1}, options); }),
                name + "the diagonal entry of row 1 is 0, or its reciprocal overflows");
    EXPECT_EQ(refusal([&] { plan_of({{0, 0}, {}, {2}}, {1, -1, 1}, options); }),
              name + "the diagonal entry of row 0 is 0, or its reciprocal overflows");
    EXPECT_NO_THROW(plan_of({{0}, {0}, {1}}, {1, 1, 1}, unit));
    EXPECT_NO_THROW(plan_of({{0}, {1}, {1}}, {1, 0, 1}, unit));
  }
}

TEST(TriangularRefusals, name_what_is_wrong) {
  Exec const exec;
  auto const A = to_csr<Space>(from_rows<double, int, int>({{0, 1}, {0, 1}, {2}}, 3));
  std::string const name = "Araios::TriangularPlan: ";
  auto const refused = [&](TriangularOptions const& options) {
    return refusal([&] { TriangularPlan(exec, A, options); });
  };
  EXPECT_EQ(refusal([&] { TriangularPlan(exec, to_csr<Space>(from_rows<double, int, int>({{0}}, 2))); }),
            name + "the matrix must be square (1 x 2)");
  EXPECT_EQ(refused({.triangle = static_cast<Triangle>(2)}), name + "Triangle has no enumerator 2");
  EXPECT_EQ(refused({.diagonal = static_cast<Diagonal>(2)}), name + "Diagonal has no enumerator 2");
  EXPECT_EQ(refused({.op = static_cast<Op>(3)}), name + "Op has no enumerator 3");
  EXPECT_EQ(refused({.method = static_cast<TriangularMethod>(6)}), name + "TriangularMethod has no enumerator 6");
  EXPECT_EQ(refused({.sweeps = -1}), name + "sweeps is -1; it must be in [0, 1000]");

  TriangularPlan plan(exec, A);
  Kokkos::View<double*, Space> const b("b", 3), x("x", 3), longer("longer", 4), none(nullptr, 3);
  Kokkos::View<double**, Space> const B("B", 3, 2), wider("wider", 3, 3);
  EXPECT_EQ(refusal([&] { triangular_solve(exec, plan, longer, x); }),
            "Araios::triangular_solve: rows of b, rows of A (4 != 3)");
  EXPECT_EQ(refusal([&] { triangular_solve(exec, plan, b, longer); }),
            "Araios::triangular_solve: rows of x, rows of A (4 != 3)");
  EXPECT_EQ(refusal([&] { triangular_solve(exec, plan, B, wider); }),
            "Araios::triangular_solve: columns of b, columns of x (2 != 3)");
  EXPECT_NE(refusal([&] { triangular_solve(exec, plan, b, b); }).find("x and b are the same array"), std::string::npos);
  EXPECT_NE(refusal([&] {
              triangular_solve(exec, plan, Kokkos::subview(longer, std::pair(0, 3)),
                               Kokkos::subview(longer, std::pair(1, 4)));
            }).find("overlap"),
            std::string::npos);
  EXPECT_NE(refusal([&] { plan.apply(exec, none, x); }).find("r: the pointer is null"), std::string::npos);
  EXPECT_EQ(refusal([&] { plan.update(exec, to_csr<Space>(from_rows<double, int, int>({{0}, {1}, {2}}, 3))); }),
            "Araios::TriangularPlan::update: row_map and entries of A are not the arrays that the plan was made of");
  EXPECT_EQ(refusal([&] {
              plan.update(exec, CsrMatrix<double, int, int, Space>(3, 3, A.row_map, A.entries,
                                                                   Kokkos::View<double*, Space>("zeros", 5)));
            }),
            "Araios::TriangularPlan::update: the diagonal entry of row 0 is 0, or its reciprocal overflows");
}

TEST(TriangularOfNothing, does_nothing) {
  Exec const exec;
  Kokkos::View<double*, Space> const none;
  TriangularPlan<Exec, double, int, int> const plan;
  EXPECT_NO_THROW(triangular_solve(exec, plan, none, none));
  EXPECT_EQ(plan.levels(), 0);
  EXPECT_EQ(plan.bytes(), 0);
}

contract::Operations const operations{contract::writes(
    "triangular_solve", [](contract::Data& d) { return TriangularPlan(d.exec, d.structured); },
    [](contract::Data& d, auto& plan) { triangular_solve(d.exec, plan, d.square_y, d.square_x); })};

}  // namespace triangular_triangular_test
