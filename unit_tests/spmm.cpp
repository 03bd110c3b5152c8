// SPDX-License-Identifier: Apache-2.0

#include <Araios/operations/convert.hpp>
#include <Araios/operations/spmm.hpp>
#include <gtest/gtest.h>

#include <stdexcept>

#include "support/matrices.hpp"
#include "support/reference.hpp"
#include "support/spmv.hpp"
#include "support/types.hpp"

namespace Araios::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

enum class Layout { right, left, strided };

/// A dense matrix in a flat array, as a View of any layout. Between the elements of a strided one stands a mark.
template <class T, class Space>
struct Dense {
  static constexpr int mark = -77;
  std::int64_t rows, columns, row_stride, column_stride;
  Kokkos::View<T*, Space> flat;

  /// Element (i, c) is element i of column c % bases of `from`, times 2^(c / bases % 8).
  Dense(Layout layout, std::vector<std::vector<T>> const& from, std::int64_t rows_, std::int64_t columns_)
      : rows(rows_), columns(columns_) {
    row_stride = layout == Layout::right ? columns : layout == Layout::left ? 1 : 2 * columns + 3;
    column_stride = layout == Layout::right ? 1 : layout == Layout::left ? rows : 2;
    std::vector<T> elements(layout == Layout::strided ? rows * row_stride : rows * columns, T(mark));
    for (std::int64_t i = 0; i < rows; ++i)
      for (std::int64_t c = 0; c < columns; ++c)
        elements[i * row_stride + c * column_stride] = from[c % from.size()][i] * T(scale(c, from.size()));
    flat = to_view<Space>(elements);
  }
  static double scale(std::int64_t c, std::size_t bases) { return 1 << (c / bases % 8); }

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

/// What is tried: numbers of columns, layouts, and which factors. Every kernel for whole groups of columns and for few, and
/// both its layouts.
enum class Factor { one_and_zero, any, zero_and_two };
struct DenseCase {
  std::int64_t columns;
  Layout x, y;
  Factor factor;
  bool transposed;  ///< also for op(A)
};
constexpr DenseCase all_cases[] = {{1, Layout::right, Layout::left, Factor::one_and_zero, true},
                                   {5, Layout::right, Layout::right, Factor::one_and_zero, false},
                                   {32, Layout::right, Layout::right, Factor::one_and_zero, false},
                                   {70, Layout::right, Layout::left, Factor::one_and_zero, false},
                                   {3, Layout::left, Layout::left, Factor::any, true},
                                   {8, Layout::left, Layout::strided, Factor::any, false},
                                   {12, Layout::right, Layout::right, Factor::any, false},
                                   {16, Layout::right, Layout::right, Factor::any, false},
                                   {20, Layout::strided, Layout::left, Factor::any, false},
                                   {33, Layout::left, Layout::strided, Factor::any, true},
                                   {64, Layout::left, Layout::left, Factor::any, false},
                                   {3, Layout::right, Layout::right, Factor::zero_and_two, true}};

/// As check_spmv_in, for several columns. TX is the type of X, T that of Y.
template <class TX, class T, class Exec, class Scalar, class Ordinal, class Offset, class Matrix>
void check_spmm_in(Exec const& exec, HostCsr<Scalar, Ordinal, Offset> const& host, Matrix const& A,
                   std::string const& name) {
  using Space = typename Exec::memory_space;
  constexpr unsigned bases = 3;
  T const nan = std::numeric_limits<Real<T>>::quiet_NaN();
  T second = T(-1.5);
  if constexpr (is_complex_v<T>) second = T(-1.5, 0.75);
  for (auto const op : {Op::none, Op::transpose, Op::conjugate_transpose})
    for (auto const factor : {Factor::one_and_zero, Factor::any, Factor::zero_and_two}) {
      T const alpha = factor == Factor::any ? second : T(factor == Factor::one_and_zero);
      T const beta = T(factor == Factor::any ? 0.5 : factor == Factor::one_and_zero ? 0 : 2);
      std::int64_t const length = op == Op::none ? host.num_rows : host.num_cols;
      std::int64_t const length_x = op == Op::none ? host.num_cols : host.num_rows;
      std::vector<std::vector<TX>> x;
      std::vector<std::vector<T>> y;
      std::vector<Product> expected;
      for (unsigned b = 0; b < bases; ++b) {
        x.push_back(test_vector<TX>(length_x, 3 + 2 * b));
        y.push_back(test_vector<T>(length, 4 + 2 * b));
        std::vector<T> const converted(x[b].begin(), x[b].end());
        if (beta == T(0)) std::fill(y[b].begin(), y[b].end(), nan);
        expected.push_back(reference_spmv(op, alpha, host, converted, beta, y[b]));
        if (alpha == T(0)) std::fill(x[b].begin(), x[b].end(), TX(nan));
      }
      for (auto const& one : all_cases) {
        if (one.factor != factor || (op != Op::none && !one.transposed)) continue;
        Dense<TX, Space> const dense_x(one.x, x, length_x, one.columns);
        Dense<T, Space> const dense_y(one.y, y, length, one.columns);
        auto const multiply = [&]<class LayoutX, class LayoutY>(LayoutX, LayoutY) {
          spmm(exec, {.op = op}, alpha, A, dense_x.template view<LayoutX>(), beta, dense_y.template view<LayoutY>());
        };
        if (one.x == Layout::strided)
          multiply(Kokkos::LayoutStride(), Kokkos::LayoutLeft());
        else if (one.y == Layout::strided)
          multiply(Kokkos::LayoutLeft(), Kokkos::LayoutStride());
        else if (one.x == Layout::left)
          multiply(Kokkos::LayoutLeft(), Kokkos::LayoutLeft());
        else if (one.y == Layout::left)
          multiply(Kokkos::LayoutRight(), Kokkos::LayoutLeft());
        else
          multiply(Kokkos::LayoutRight(), Kokkos::LayoutRight());
        exec.fence();
        auto result = dense_y.elements();
        for (std::int64_t i = 0; i < length; ++i)
          for (std::int64_t c = 0; c < one.columns; ++c) {
            long double const scale = dense_y.scale(c, bases);
            auto const& product = expected[c % bases];
            T& element = result[i * dense_y.row_stride + c * dense_y.column_stride];
            long double const bound = scale * product.bound[i];
            ASSERT_TRUE(std::norm(exact(element) - scale * product.y[i]) <= bound * bound)
                << name << ", op " << static_cast<int>(op) << ", alpha " << std::abs(exact(alpha)) << ", beta "
                << std::abs(exact(beta)) << ", " << one.columns << " columns: Y(" << i << ", " << c
                << ") = " << exact(element) << ", not " << scale * product.y[i] << " within " << bound;
            element = T(Dense<T, Space>::mark);
          }
        for (T const& element : result)
          ASSERT_EQ(element, T((Dense<T, Space>::mark))) << name << ": written between elements";
      }
    }
}

template <class C>
struct Spmm : testing::Test {};
TYPED_TEST_SUITE(Spmm, AllCases, CaseName);

TYPED_TEST(Spmm, is_within_the_bound) {
  using Scalar = typename TypeParam::Scalar;
  using T = std::conditional_t<is_pattern_v<Scalar>, double, Scalar>;
  typename TypeParam::Exec const exec;
  for (auto const& [name, host] : small_matrices<Scalar, typename TypeParam::Ordinal, typename TypeParam::Offset>())
    check_spmm_in<T, T>(exec, host, to_csr<typename TypeParam::Space>(host), name);
}

TEST(SpmmMixed, float_matrix_and_double_columns) {
  for (auto const& [name, host] : small_matrices<float, int, std::int64_t>())
    if (host.num_rows <= 3000) check_spmm_in<double, double>(Exec(), host, to_csr<Space>(host), name);
}

TEST(SpmmMixed, float_columns_into_double) {
  for (auto const& [name, host] : small_matrices<double>())
    if (host.num_rows <= 3000) check_spmm_in<float, double>(Exec(), host, to_csr<Space>(host), name);
}

TEST(SpmmFormats, csc_and_coo) {
  Exec const exec;
  for (auto const& [name, host] : small_matrices<Kokkos::complex<double>, std::int64_t, std::int64_t>()) {
    if (host.num_rows > 3000) continue;
    auto const A = to_csr<Space>(host);
    check_spmm_in<Kokkos::complex<double>, Kokkos::complex<double>>(exec, host, csr_to_csc(exec, A), "CSC of " + name);
    check_spmm_in<Kokkos::complex<double>, Kokkos::complex<double>>(exec, host, csr_to_coo(exec, A), "COO of " + name);
  }
}

/// All columns at once, exact: small integers.
template <class Semiring>
void check_semiring_of_columns() {
  using Space = Exec::memory_space;
  Exec const exec;
  double const zero = Semiring::template zero<double>();
  for (auto const& [name, host] : small_matrices<double>()) {
    auto const A = to_csr<Space>(host);
    for (auto const op : {Op::none, Op::transpose})
      for (double const beta : {zero, 2.0})
        for (std::int64_t const columns : {3, 33}) {
          std::int64_t const length = op == Op::none ? host.num_rows : host.num_cols;
          std::int64_t const length_x = op == Op::none ? host.num_cols : host.num_rows;
          std::vector<double> x(length_x * columns), y(length * columns);
          for (std::size_t j = 0; j < x.size(); ++j) x[j] = j % 11 == 5 ? zero : static_cast<double>(j % 7);
          for (std::size_t i = 0; i < y.size(); ++i) y[i] = static_cast<double>(i % 5);
          std::vector<double> sum(y.size(), zero);
          for (std::int64_t i = 0; i < host.num_rows; ++i)
            for (int p = host.row_map[i]; p < host.row_map[i + 1]; ++p)
              for (std::int64_t c = 0; c < columns; ++c) {
                std::int64_t const to = op == Op::none ? i : host.entries[p],
                                   from = op == Op::none ? host.entries[p] : i;
                double& s = sum[to * columns + c];
                s = Semiring::add(s, Semiring::multiply(host.values[p], x[from * columns + c]));
              }
          for (std::size_t i = 0; i < y.size(); ++i) {
            sum[i] = Semiring::multiply(3.0, sum[i]);
            if (beta != zero) sum[i] = Semiring::add(sum[i], Semiring::multiply(beta, y[i]));
          }
          auto const flat = to_view<Space>(y);
          using View = Kokkos::View<double**, Kokkos::LayoutRight, Space, Kokkos::MemoryUnmanaged>;
          auto const flat_x = to_view<Space>(x);
          spmm<Semiring>(exec, {.op = op}, 3.0, A, View(flat_x.data(), length_x, columns), beta,
                         View(flat.data(), length, columns));
          exec.fence();
          ASSERT_EQ(to_vector(flat), sum) << Semiring::name << " of " << name << ", " << columns << " columns";
        }
  }
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
      spmm(exec, {.op = op}, 1.25, A, x, 0.0, y);
      exec.fence();
      auto const first = elements_of(y);
      for (int repetition = 0; repetition < 5; ++repetition) {
        spmm(exec, {.op = op}, 1.25, A, x, 0.0, y);
        exec.fence();
        ASSERT_TRUE(same_bits(first, elements_of(y))) << name;
      }
    }
}

/// Rows that no cut divides are added in the order of their entries, so they are those of a loop, bit for bit, in every space
/// that does not contract products and sums.
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

/// The plain kernels, cut into parts of every size, with the lanes of a host and of a GPU: long rows go through carries.
template <int Lanes>
void check_parts() {
  Exec const exec;
  Workspace<Space> workspace;
  for (auto const& [name, host] : small_matrices<double>()) {
    if (host.entries.empty() || host.num_rows > 5000) continue;
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
        Impl::SpmmInput<double> const in{x_view.data(), columns, 1};
        Impl::SpmmOutput<PlusTimes, double> const out{2, 3, false, y_view.data(), columns, 1};
        Impl::spmm_in_parts<Lanes>(exec, Impl::spmm_data(A, false, columns, in, out), items, workspace);
        exec.fence();
        ASSERT_EQ(to_vector(y_view), expected) << name << ", parts of " << items << ", " << columns << " columns";
      }
  }
}
TEST(SpmmParts, of_one_lane) { check_parts<1>(); }
TEST(SpmmParts, of_many_lanes) { check_parts<32>(); }

/// What has no rows goes column by column.
struct OtherFormat {
  using memory_space = Space;
  CsrMatrix<double, int, int, Space> A;
  int num_rows() const { return A.num_rows(); }
  int num_cols() const { return A.num_cols(); }
  int nnz() const { return A.nnz(); }
};

}  // namespace
}  // namespace Araios::test

template <>
struct Araios::Impl::Spmv<Araios::test::OtherFormat> {
  template <class Semiring, class Exec, class X, class Output, class Space>
  static void apply(Exec const& exec, SpmvOptions const& options, test::OtherFormat const& A, X const& x,
                    Output const& out, Workspace<Space>& workspace) {
    Spmv<CsrMatrix<double, int, int, Space>>::template apply<Semiring>(exec, options, A.A, x, out, workspace);
  }
  template <class Exec, class Visitor>
  static void visit(Exec const& exec, std::string const& label, test::OtherFormat const& A, Visitor const& visitor) {
    Spmv<CsrMatrix<double, int, int, test::Space>>::visit(exec, label, A.A, visitor);
  }
};

namespace Araios::test {
namespace {

TEST(SpmmFormats, any_other) {
  for (auto const& [name, host] : small_matrices<double>())
    if (host.num_rows <= 2000) check_spmm_in<double, double>(Exec(), host, OtherFormat{to_csr<Space>(host)}, name);
}

std::string refusal(Columns const& x, Columns const& y, Op op = Op::none) {
  auto const A = to_csr<Space>(from_rows<double, int, int>({{0, 2}, {}, {1}, {0}}, 3));
  try {
    spmm(Exec(), {.op = op}, 1.0, A, x, 0.0, y);
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

}  // namespace
}  // namespace Araios::test
