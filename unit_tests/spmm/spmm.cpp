// SPDX-License-Identifier: Apache-2.0

#include <Araios/convert.hpp>
#include <Araios/spmm.hpp>
#include <gtest/gtest.h>

#include <stdexcept>

#include "support/contract.hpp"
#include "support/matrices.hpp"
#include "support/reference.hpp"
#include "support/scale.hpp"
#include "support/spmv.hpp"

namespace Araios::test {
namespace spmm_test {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

enum class Layout { right, left, strided };

/// A dense matrix in a flat array, as a View of any layout. Between the elements of a strided one stands a mark.
template <class T>
struct Dense {
  static constexpr int mark = -77;
  std::int64_t rows, columns, row_stride, column_stride;
  Kokkos::View<T*, Space> flat;

  /// Element (i, c) is element(i, c).
  template <class Element>
  Dense(Layout layout, std::int64_t rows_, std::int64_t columns_, Element const& element)
      : rows(rows_), columns(columns_) {
    row_stride = layout == Layout::right ? columns : layout == Layout::left ? 1 : 2 * columns + 3;
    column_stride = layout == Layout::right ? 1 : layout == Layout::left ? rows : 2;
    std::vector<T> elements(layout == Layout::strided ? rows * row_stride : rows * columns, T(mark));
    for (std::int64_t i = 0; i < rows; ++i)
      for (std::int64_t c = 0; c < columns; ++c) elements[at(i, c)] = element(i, c);
    flat = to_view<Space>(elements);
  }

  std::int64_t at(std::int64_t i, std::int64_t c) const { return i * row_stride + c * column_stride; }

  template <class Kind>
  auto view() const {
    using View = Kokkos::View<T**, Kind, Space, Kokkos::MemoryUnmanaged>;
    if constexpr (std::is_same_v<Kind, Kokkos::LayoutStride>)
      return View(flat.data(), Kokkos::LayoutStride(rows, row_stride, columns, column_stride));
    else
      return View(flat.data(), rows, columns);
  }
  std::vector<T> elements() const { return to_vector(flat); }
};

struct Layouts {
  Layout x, y;
};
constexpr Layouts all_layouts[] = {{Layout::right, Layout::right},
                                   {Layout::left, Layout::left},
                                   {Layout::right, Layout::left},
                                   {Layout::left, Layout::strided},
                                   {Layout::strided, Layout::left}};
/// Few columns, some, and more than a whole pass of the kernels, in which rows begin where vectors do, or do not.
std::vector<std::int64_t> all_columns() {
  if (test_scale() < 1) return {1, 5, 33};
  return {1, 3, 5, 20, 33, 64};
}

/// Multiplies Views of one of all_layouts.
template <SemiringType Semiring, class Matrix, class T, class TX>
void multiply(Layouts const& layouts, Op op, T const& alpha, Matrix const& A, Dense<TX> const& x, T const& beta,
              Dense<T> const& y) {
  Exec const exec;
  auto const spmm_of = [&]<class X, class Y>(X, Y) {
    spmm<Semiring>(exec, alpha, A, x.template view<X>(), beta, y.template view<Y>(), {.op = op});
  };
  if (layouts.x == Layout::strided)
    spmm_of(Kokkos::LayoutStride(), Kokkos::LayoutLeft());
  else if (layouts.y == Layout::strided)
    spmm_of(Kokkos::LayoutLeft(), Kokkos::LayoutStride());
  else if (layouts.x == Layout::left)
    spmm_of(Kokkos::LayoutLeft(), Kokkos::LayoutLeft());
  else if (layouts.y == Layout::left)
    spmm_of(Kokkos::LayoutRight(), Kokkos::LayoutLeft());
  else
    spmm_of(Kokkos::LayoutRight(), Kokkos::LayoutRight());
  exec.fence();
}

/// As check_spmv_in, for several columns. TX is the type of X, T that of Y. Column c is column c % 3 times 2^(c / 3 %
/// 8).
template <class TX, class T, class Scalar, class Ordinal, class Offset, class Matrix>
void check_spmm_in(HostCsr<Scalar, Ordinal, Offset> const& host, Matrix const& A, std::string const& name) {
  constexpr int bases = 3;
  constexpr auto scale = [](std::int64_t c) { return double(1 << (c / bases % 8)); };
  enum Factor { one_and_zero, any, zero_and_two };
  T const nan = std::numeric_limits<Real<T>>::quiet_NaN();
  T second = T(-1.5);
  if constexpr (is_complex_v<T>) second = T(-1.5, 0.75);
  for (auto const op : {Op::none, Op::transpose, Op::conjugate_transpose})
    for (auto const factor : {one_and_zero, any, zero_and_two}) {
      T const alpha = factor == any ? second : T(factor == one_and_zero);
      T const beta = T(factor == any ? 0.5 : factor == one_and_zero ? 0 : 2);
      std::int64_t const length = op == Op::none ? host.num_rows : host.num_cols;
      std::int64_t const length_x = op == Op::none ? host.num_cols : host.num_rows;
      std::vector<std::vector<TX>> x;
      std::vector<std::vector<T>> y;
      std::vector<Product<T>> expected;
      for (int b = 0; b < bases; ++b) {
        x.push_back(test_vector<TX>(length_x, 3 + 2 * b));
        y.push_back(test_vector<T>(length, 4 + 2 * b));
        std::vector<T> const converted(x[b].begin(), x[b].end());
        if (beta == T(0)) std::fill(y[b].begin(), y[b].end(), nan);
        expected.push_back(reference_spmv(op, alpha, host, converted, beta, y[b]));
        if (alpha == T(0)) std::fill(x[b].begin(), x[b].end(), TX(nan));
      }
      // Each number of columns meets all factors, in other layouts.
      int turn = 0;
      for (auto const columns : all_columns())
        for (auto const& layouts : all_layouts) {
          if (turn++ % 3 != factor) continue;
          Dense<TX> const dense_x(layouts.x, length_x, columns,
                                  [&](auto i, auto c) { return x[c % bases][i] * TX(scale(c)); });
          Dense<T> const dense_y(layouts.y, length, columns,
                                 [&](auto i, auto c) { return y[c % bases][i] * T(scale(c)); });
          multiply<PlusTimes>(layouts, op, alpha, A, dense_x, beta, dense_y);
          auto result = dense_y.elements();
          for (std::int64_t i = 0; i < length; ++i)
            for (std::int64_t c = 0; c < columns; ++c) {
              auto const& product = expected[c % bases];
              T& element = result[dense_y.at(i, c)];
              long double const bound = scale(c) * product.bound[i];
              auto const difference = exact(element) - static_cast<long double>(scale(c)) * product.y[i];
              ASSERT_TRUE(std::norm(difference) <= bound * bound)
                  << name << ", op " << static_cast<int>(op) << ", factors " << factor << ", " << columns
                  << " columns, layouts " << static_cast<int>(layouts.x) << static_cast<int>(layouts.y) << ": Y(" << i
                  << ", " << c << ") = " << exact(element) << " is off by " << difference << ", not within " << bound;
              element = T(Dense<T>::mark);
            }
          for (T const& element : result) ASSERT_EQ(element, T(Dense<T>::mark)) << name << ": written between elements";
        }
    }
}

/// It takes few of the large matrices: what cuts, carries and passes can do wrong the others show.
template <class Scalar, class Ordinal, class Offset, class Check>
void for_each_matrix(Check const& check) {
  for (auto const& [name, host] : small_matrices<Scalar, Ordinal, Offset>())
    if (host.num_rows <= 3000 && host.num_cols <= 5000) check(name, host);
}

TEST(Spmm, of_doubles) {
  for_each_matrix<double, int, int>(
      [](auto const& name, auto const& host) { check_spmm_in<double, double>(host, to_csr<Space>(host), name); });
}
/// Another type for X than for Y, and no values.
TEST(Spmm, of_a_pattern_and_floats_into_doubles) {
  for_each_matrix<Pattern, int, std::int64_t>(
      [](auto const& name, auto const& host) { check_spmm_in<float, double>(host, to_csr<Space>(host), name); });
}
TEST(Spmm, of_complex_csr_csc_and_coo) {
  using T = Kokkos::complex<double>;
  Exec const exec;
  for_each_matrix<T, std::int64_t, std::int64_t>([&](auto const& name, auto const& host) {
    auto const A = to_csr<Space>(host);
    check_spmm_in<T, T>(host, A, name);
    if (host.num_rows > scaled(2000, 300)) return;
    check_spmm_in<T, T>(host, convert<Format::csc>(exec, A), "CSC of " + name);
    check_spmm_in<T, T>(host, convert<Format::coo>(exec, A), "COO of " + name);
  });
}

/// All columns at once, exact: small integers.
template <SemiringType Semiring>
void check_semiring_of_columns() {
  double const zero = Semiring::template zero<double>(), alpha = 3;
  for_each_matrix<double, int, int>([&](auto const& name, auto const& host) {
    if (host.num_rows > 2000) return;
    auto const A = to_csr<Space>(host);
    int turn = 0;
    for (auto const op : {Op::none, Op::transpose})
      for (auto const columns : all_columns())
        for (auto const& layouts : all_layouts) {
          double const beta = turn++ % 2 == 0 ? zero : 2.0;
          bool const transposed = op != Op::none;
          std::int64_t const length = transposed ? host.num_cols : host.num_rows;
          auto const x = [&](std::int64_t j, std::int64_t c) {
            auto const number = j * columns + c;
            return number % 11 == 5 ? zero : static_cast<double>(number % 7);
          };
          auto const y = [&](std::int64_t i, std::int64_t c) { return static_cast<double>((i + 2 * c) % 5); };
          std::vector<double> sum(length * columns, zero);
          for (std::int64_t i = 0; i < host.num_rows; ++i)
            for (int p = host.row_map[i]; p < host.row_map[i + 1]; ++p)
              for (std::int64_t c = 0; c < columns; ++c) {
                std::int64_t const to = transposed ? host.entries[p] : i, from = transposed ? i : host.entries[p];
                double& s = sum[to * columns + c];
                s = Semiring::add(s, Semiring::multiply(host.values[p], x(from, c)));
              }
          Dense<double> const dense_x(layouts.x, transposed ? host.num_rows : host.num_cols, columns, x);
          Dense<double> const dense_y(layouts.y, length, columns, y),
              expected(layouts.y, length, columns, [&](auto i, auto c) {
                double const scaled = Semiring::multiply(alpha, sum[i * columns + c]);
                return beta == zero ? scaled : Semiring::add(scaled, Semiring::multiply(beta, y(i, c)));
              });
          multiply<Semiring>(layouts, op, alpha, A, dense_x, beta, dense_y);
          ASSERT_EQ(dense_y.elements(), expected.elements())
              << Semiring::name << " of " << name << ", " << columns << " columns";
        }
  });
}
TEST(SpmmSemirings, min_plus) { check_semiring_of_columns<MinPlus>(); }
TEST(SpmmSemirings, max_times) { check_semiring_of_columns<MaxTimes>(); }
TEST(SpmmSemirings, or_and) { check_semiring_of_columns<OrAnd>(); }

using Columns = Kokkos::View<double**, Kokkos::LayoutRight, Space>;

Columns columns_with_all_bits(std::int64_t rows, std::int64_t columns) {
  auto const elements = test_vector<double>(rows * columns, 9);
  Columns const result(Kokkos::view_alloc("Araios::test::columns", Kokkos::WithoutInitializing), rows, columns);
  Kokkos::deep_copy(Kokkos::View<double*, Space>(result.data(), result.size()), to_view<Space>(elements));
  return result;
}
std::vector<double> elements_of(Columns const& from) {
  return to_vector(Kokkos::View<double*, Space>(from.data(), from.size()));
}

TEST(Spmm, is_repeatable_bit_for_bit) {
  Exec const exec;
  for (auto const& [name, host] : small_matrices<double>())
    for (auto const op : {Op::none, Op::transpose}) {
      if (host.num_rows * host.num_cols == 0) continue;
      auto const A = to_csr<Space>(host);
      bool const transposed = op != Op::none;
      auto const x = columns_with_all_bits(transposed ? host.num_rows : host.num_cols, 37);
      Columns const y("Araios::test::y", transposed ? host.num_cols : host.num_rows, 37);
      spmm(exec, 1.25, A, x, 0.0, y, {.op = op});
      exec.fence();
      auto const first = elements_of(y);
      for (int repetition = 0; repetition < 5; ++repetition) {
        spmm(exec, 1.25, A, x, 0.0, y, {.op = op});
        exec.fence();
        ASSERT_TRUE(same_bits(first, elements_of(y))) << name;
      }
    }
}

/// Rows that no cut divides are added in the order of their entries, so they are those of a loop, bit for bit, in
/// every space that does not contract products and sums.
TEST(Spmm, by_hand) {
  Exec const exec;
  auto const host = from_rows<double, int, int>({{0, 2}, {}, {1, 2, 2}}, 3);  // 1 2 . / . / 3 4 5
  Columns const x("x", 3, 2), y("y", 3, 2);
  Kokkos::deep_copy(Kokkos::View<double*, Space>(x.data(), 6),
                    to_view<Space>(std::vector<double>{1, 10, 2, 20, 3, 30}));
  Kokkos::deep_copy(y, 1.0);
  spmm(exec, 2.0, to_csr<Space>(host), x, -1.0, y);
  exec.fence();
  EXPECT_EQ(elements_of(y), (std::vector<double>{13, 139, -1, -1, 65, 659}));
}

/// The plain kernels, cut into parts of every size, with the lanes of a host and of a GPU: long rows go through
/// carries.
template <int Lanes>
void check_parts() {
  Exec const exec;
  Workspace<Space> workspace;
  for (auto const& [name, host] : small_matrices<double>()) {
    if (host.entries.empty() || host.num_rows > 3000) continue;
    auto const A = to_csr<Space>(host);
    for (std::int64_t const columns : {2, 35})
      for (std::int64_t const items : {1, 3, 50, 1000}) {
        std::vector<double> x(host.num_cols * columns), y(host.num_rows * columns, 2), expected(y.size());
        for (std::size_t j = 0; j < x.size(); ++j) x[j] = static_cast<double>(j % 9) - 4;
        for (std::int64_t i = 0; i < host.num_rows; ++i)
          for (std::int64_t c = 0; c < columns; ++c) {
            double sum = 0;
            for (int p = host.row_map[i]; p < host.row_map[i + 1]; ++p)
              sum += host.values[p] * x[host.entries[p] * columns + c];
            expected[i * columns + c] = 2 * sum + 3 * 2;
          }
        auto const x_view = to_view<Space>(x), y_view = to_view<Space>(y);
        Impl::spmm::SpmmInput<double> const in{x_view.data(), columns, 1};
        Impl::spmm::SpmmOutput<PlusTimes, double> const out{2, 3, false, y_view.data(), columns, 1};
        Impl::spmm::spmm_in_parts<Lanes>(exec, Impl::spmm::spmm_data(A, false, columns, in, out), items, workspace);
        exec.fence();
        ASSERT_EQ(to_vector(y_view), expected) << name << ", parts of " << items << ", " << columns << " columns";
      }
  }
}
TEST(SpmmParts, of_one_lane) { check_parts<1>(); }
TEST(SpmmParts, of_many_lanes) { check_parts<32>(); }

using Row = std::vector<std::int64_t>;

/// Each point of a square grid and its four neighbours.
std::vector<Row> grid(std::int64_t side) {
  std::vector<Row> rows;
  for (std::int64_t i = 0; i < side * side; ++i) {
    rows.emplace_back();
    for (std::int64_t const j : {i - side, i - 1, i, i + 1, i + side})
      if (j >= 0 && j < side * side) rows.back().push_back(j);
  }
  return rows;
}

/// A product that leaves it to the look how it is made, on every space. Whichever way it takes, Y is written once.
bool is_made_in_place(std::string const& name, HostCsr<double> const& host, std::int64_t columns) {
  Exec const exec;
  Workspace<Space> workspace;
  auto const A = to_csr<Space>(host);
  auto const element_of_x = [](auto j, auto c) { return static_cast<double>((j + 3 * c) % 9 - 4); };
  Dense<double> const x(Layout::left, host.num_cols, columns, element_of_x);
  Dense<double> const y(Layout::left, host.num_rows, columns, [](auto, auto) { return 2.0; });
  Dense<double> const expected(Layout::left, host.num_rows, columns, [&](auto i, auto c) {
    double sum = 0;
    for (int p = host.row_map[i]; p < host.row_map[i + 1]; ++p)
      sum += host.values[p] * element_of_x(host.entries[p], c);
    return 2 * sum + 3 * 2;
  });
  Impl::spmm::SpmmOutput<PlusTimes, double> const out{2, 3, false, y.flat.data(), 1, y.column_stride};
  auto data =
      Impl::spmm::spmm_data(A, false, columns, Impl::spmm::SpmmInput<double>{x.flat.data(), 1, x.column_stride}, out);
  data.choice = Impl::spmm::spmm_in_place(exec, data, workspace);
  exec.fence();
  bool const in_place = y.elements() == expected.elements();
  data.x = Impl::spmm::spmm_copy_rows(exec, host.num_cols, columns, data.x, data.choice, workspace);
  Impl::spmm::spmm_in_parts<Araios::is_gpu_v<Exec> ? 32 : 1>(exec, data, 500, workspace);
  exec.fence();
  EXPECT_EQ(y.elements(), expected.elements()) << name;
  return in_place;
}

TEST(SpmmInPlace, is_chosen_by_the_matrix) {
  auto const matrix = [](std::vector<Row> const& rows, std::int64_t n) { return from_rows<double, int, int>(rows, n); };
  auto rows = grid(70);
  for (std::int64_t const columns : {2, 8, 13}) EXPECT_TRUE(is_made_in_place("grid", matrix(rows, 4900), columns));
  rows[17].assign(3000, 5);
  EXPECT_FALSE(is_made_in_place("grid with a long row", matrix(rows, 4900), 5));
  EXPECT_FALSE(is_made_in_place("uniform", matrix(random_rows(4000, 3000, 3, Rows::uniform, false, 6), 3000), 5));
  for (std::int64_t i = 0; i < 4900; ++i) rows[i] = i < 9 ? Row{i} : Row{9, i};
  EXPECT_TRUE(is_made_in_place("column and diagonal", matrix(rows, 4900), 9));
}

/// Large enough that GPUs look, at full scale.
TEST(SpmmInPlace, is_within_the_bound) {
  std::int64_t const side = scaled(130, 40);
  auto rows = grid(side);
  for (auto const& name : {"grid", "grid with a long row"}) {
    auto const host = from_rows<double, int, int>(rows, side * side);
    check_spmm_in<double, double>(host, to_csr<Space>(host), name);
    rows[side * side / 2].assign(3000, 5);
  }
}

/// What has no rows goes column by column: a diagonal.
struct Diagonal {
  using memory_space = Space;
  Kokkos::View<double*, Space> values;
  std::int64_t num_rows() const { return static_cast<std::int64_t>(values.size()); }
  std::int64_t num_cols() const { return num_rows(); }
  std::int64_t nnz() const { return num_rows(); }
};

}  // namespace spmm_test
}  // namespace Araios::test

template <>
struct Araios::FormatTraits<Araios::test::spmm_test::Diagonal> {
  static constexpr Format tag = static_cast<Format>(101);  // one that the library does not have
  template <class To, class Use>
  static auto arrays(Araios::test::spmm_test::Diagonal const& A, Use const& use) {
    return use([](auto const& values) { return To{values}; }, Impl::named("values", A.values));
  }
};

template <>
struct Araios::Impl::spmv::Spmv<Araios::test::spmm_test::Diagonal> {
  template <SemiringType Semiring, class Exec, class X, class Output, class Space>
  static void apply(Exec const& exec, SpmvOptions const&, test::spmm_test::Diagonal const& A, X const& x,
                    Output const& out, Workspace<Space>&) {
    auto const values = A.values;
    Kokkos::parallel_for(
        "Araios::test::diagonal", range(exec, A.num_rows()),
        KOKKOS_LAMBDA(std::int64_t i) { out.store(i, Semiring::multiply(values(i), x(i))); });
  }
  template <class Exec, class Visitor>
  static void visit(Exec const& exec, std::string const& label, test::spmm_test::Diagonal const& A,
                    Visitor const& visitor) {
    auto const values = A.values;
    Kokkos::parallel_for(label, range(exec, A.num_rows()), KOKKOS_LAMBDA(std::int64_t i) { visitor(i, i, values(i)); });
  }
};

namespace Araios::test {
namespace spmm_test {

TEST(SpmmFormats, any_other) {
  Diagonal const A{to_view<Space>(std::vector<double>{2, 3, 4})};
  Layouts const layouts{Layout::right, Layout::left};
  for (auto const op : {Op::none, Op::transpose}) {
    Dense<double> const x(layouts.x, 3, 2, [](auto i, auto c) { return static_cast<double>(10 * i + c); });
    Dense<double> const y(layouts.y, 3, 2, [](auto, auto) { return 1.0; });
    spmm(Exec(), 2.0, A, x.view<Kokkos::LayoutRight>(), -1.0, y.view<Kokkos::LayoutLeft>(), {.op = op});
    Exec().fence();
    EXPECT_EQ(y.elements(), (std::vector<double>{-1, 59, 159, 3, 65, 167}));
  }
}

std::string refusal(Columns const& x, Columns const& y, Op op = Op::none) {
  auto const A = to_csr<Space>(from_rows<double, int, int>({{0, 2}, {}, {1}, {0}}, 3));
  try {
    spmm(Exec(), 1.0, A, x, 0.0, y, {.op = op});
  } catch (std::invalid_argument const& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Spmm, refuses_shapes_that_disagree) {
  EXPECT_EQ(refusal(Columns("x", 4, 2), Columns("y", 4, 2)), "Araios::spmm: rows of X, columns of A (4 != 3)");
  EXPECT_EQ(refusal(Columns("x", 3, 2), Columns("y", 3, 2)), "Araios::spmm: rows of Y, rows of A (3 != 4)");
  EXPECT_EQ(refusal(Columns("x", 3, 2), Columns("y", 4, 5)), "Araios::spmm: columns of X, columns of Y (2 != 5)");
  EXPECT_EQ(refusal(Columns("x", 3, 2), Columns("y", 3, 2), Op::transpose),
            "Araios::spmm: rows of X, rows of A (3 != 4)");
  EXPECT_EQ(refusal(Columns("x", 4, 2), Columns("y", 4, 2), Op::transpose),
            "Araios::spmm: rows of Y, columns of A (4 != 3)");
  EXPECT_EQ(refusal(Columns("x", 3, 0), Columns("y", 4, 0)), "accepted");
  Columns const both("both", 4, 2);
  EXPECT_EQ(refusal(Kokkos::subview(both, std::pair(0, 3), Kokkos::ALL()), both),
            "Araios::spmm: X and Y are the same array");
}

/// Tables of m rows in LayoutRight, and of n rows in LayoutLeft.
auto dense_tables(contract::Data& d) {
  Kokkos::View<double**, Kokkos::LayoutRight, Space> const by_rows("Araios::test::by_rows", d.m, 35);
  Kokkos::View<double**, Kokkos::LayoutLeft, Space> const by_columns("Araios::test::by_columns", d.n, 35);
  Kokkos::deep_copy(d.exec, by_rows, 1.0);
  Kokkos::deep_copy(d.exec, by_columns, 1.0);
  return std::pair(by_rows, by_columns);
}

contract::Operations const operations{
    contract::writes("spmm", dense_tables,
                     [](contract::Data& d, auto& operand) {
                       spmm(d.exec, 2.0, d.A, operand.second, 3.0, operand.first, {}, d.workspace);
                     }),
    contract::writes("spmm_transposed", dense_tables,
                     [](contract::Data& d, auto& operand) {
                       spmm(d.exec, 2.0, d.A, operand.first, 0.0, operand.second, {.op = Op::transpose}, d.workspace);
                     }),
    contract::writes("spmm_of_nothing", dense_tables,
                     [](contract::Data& d, auto& operand) {
                       spmm(d.exec, 0.0, d.A, operand.second, 3.0, operand.first, {}, d.workspace);
                     }),
    contract::writes("spmm_shortest_call", dense_tables, [](contract::Data& d, auto& operand) {
      spmm(d.exec, 1.0, d.A, operand.second, 0.0, operand.first);
    })};

}  // namespace spmm_test
}  // namespace Araios::test
