// SPDX-License-Identifier: Apache-2.0

#include <Araios/convert.hpp>
#include <Araios/factor.hpp>
#include <Araios/formats/copy.hpp>
#include <Araios/generate/stencil.hpp>
#include <Araios/io/matrix_market.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "support/contract.hpp"
#include "support/data_dir.hpp"
#include "support/matrices.hpp"
#include "support/refusals.hpp"
#include "support/scale.hpp"
#include "support/types.hpp"

namespace factor_factor_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

/// Rows as maps from columns to numbers.
template <class T>
using Rows_ = std::vector<std::map<std::int64_t, T>>;

template <class T>
T times(T const& a, T const& b) {
  if constexpr (is_complex_v<T>)
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
  else
    return a * b;
}
template <class T>
T conjugate(T const& a) {
  if constexpr (is_complex_v<T>)
    return {a.real(), -a.imag()};
  else
    return a;
}
template <class T>
T over(T const& a, T const& b) {
  if constexpr (is_complex_v<T>)
    return times(a, Impl::reciprocal(b));
  else
    return a / b;
}
template <class T>
T over_real(T const& a, Impl::RealPartOf<T> b) {
  if constexpr (is_complex_v<T>)
    return {a.real() / b, a.imag() / b};
  else
    return a / b;
}
template <class T>
auto real_of(T const& a) {
  if constexpr (is_complex_v<T>)
    return a.real();
  else
    return a;
}
template <class T>
double size_of(T const& a) {
  if constexpr (is_complex_v<T>)
    return std::hypot(double(a.real()), double(a.imag()));
  else
    return std::abs(double(a));
}

template <class T, class Ordinal, class Offset>
Rows_<T> rows_of(HostCsr<T, Ordinal, Offset> const& A, std::vector<Ordinal> const& order, bool lower_only) {
  std::vector<std::int64_t> rank(order.size());
  for (std::size_t q = 0; q < order.size(); ++q)
    rank[static_cast<std::size_t>(order[q])] = static_cast<std::int64_t>(q);
  Rows_<T> rows(static_cast<std::size_t>(A.num_rows));
  for (std::int64_t i = 0; i < A.num_rows; ++i)
    for (auto p = A.row_map[i]; p < A.row_map[i + 1]; ++p)
      if (!lower_only || rank[A.entries[p]] <= rank[i]) rows[rank[i]][rank[A.entries[p]]] = A.values[p];
  return rows;
}

/// ILU(0) by definition: the variant i, k, j of Gauss, but for entries that A does not have.
template <class T>
Rows_<T> slow_ilu(Rows_<T> rows) {
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (auto& [k, a] : rows[i]) {
      if (k >= static_cast<std::int64_t>(i)) break;
      a = over(a, rows[k].at(k));
      for (auto const& [j, u] : rows[k])
        if (auto const found = rows[i].find(j); j > k && found != rows[i].end())
          found->second = found->second - times(a, u);
    }
  return rows;
}

/// The entry (i, k) of the lower triangle of IC(0), by the entries `rows` of L and the entry a of A.
template <class T>
T slow_ic_entry(Rows_<T> const& rows, T a, std::int64_t i, std::int64_t k) {
  for (auto const& [j, l] : rows[k]) {
    if (j >= k) break;
    if (auto const found = rows[i].find(j); found != rows[i].end()) a = a - times(found->second, conjugate(l));
  }
  if (i > k) return over_real(a, real_of(rows[k].at(k)));
  auto const square = real_of(a);
  return T(square > 0 ? std::sqrt(square) : square);
}
template <class T>
Rows_<T> slow_ic(Rows_<T> rows) {
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (auto& [k, a] : rows[i]) a = slow_ic_entry(rows, a, static_cast<std::int64_t>(i), k);
  return rows;
}

template <class T>
Rows_<T> slow_factors(Rows_<T> const& rows, FactorKind kind) {
  return kind == FactorKind::ilu ? slow_ilu(rows) : slow_ic(rows);
}

/// One sweep, each entry from the sweep before; the first from the triangles of A.
template <class T>
Rows_<T> slow_sweeps(Rows_<T> const& a, FactorKind kind, int sweeps) {
  Rows_<T> now = a;
  for (std::size_t i = 0; i < a.size(); ++i)
    for (auto& [j, value] : now[i]) {
      T const diagonal = a[j].at(j);
      if (kind == FactorKind::ic)
        value = static_cast<std::size_t>(j) == i ? T(std::sqrt(real_of(diagonal)))
                                                 : over_real(value, std::sqrt(real_of(diagonal)));
      else if (static_cast<std::size_t>(j) < i)
        value = over(value, diagonal);
    }
  for (int s = 0; s < sweeps; ++s) {
    auto const before = now;
    for (std::int64_t i = 0; i < static_cast<std::int64_t>(a.size()); ++i)
      for (auto& [j, value] : now[i]) {
        if (kind == FactorKind::ic) {
          value = slow_ic_entry(before, a[i].at(j), i, j);
          continue;
        }
        value = a[i].at(j);
        for (auto const& [k, l] : before[i]) {
          if (k >= std::min(i, j)) break;
          if (auto const u = before[k].find(j); u != before[k].end()) value = value - times(l, u->second);
        }
        if (j < i) value = over(value, before[j].at(j));
      }
  }
  return now;
}

template <class T>
std::vector<T> values_of(Rows_<T> const& rows) {
  std::vector<T> values;
  for (auto const& row : rows)
    for (auto const& [j, value] : row) values.push_back(value);
  return values;
}

/// The entries in the longest chain of entries that depend on each other.
template <class T>
int longest_chain(Rows_<T> const& rows, FactorKind kind) {
  Rows_<int> depth(rows.size());
  int longest = 1;
  for (std::int64_t i = 0; i < static_cast<std::int64_t>(rows.size()); ++i)
    for (auto const& [j, value] : rows[i]) {
      int before = j < i ? depth[j].at(j) : 0;
      for (auto const& [k, of_left] : depth[i]) {
        if (k >= std::min(i, j)) break;
        auto const& other = kind == FactorKind::ilu ? depth[k] : depth[j];
        auto const right = other.find(kind == FactorKind::ilu ? j : k);
        if (right != other.end()) before = std::max({before, of_left, right->second});
      }
      longest = std::max(longest, depth[i][j] = before + 1);
    }
  return longest;
}

/// (L U)_ij - a_ij for all entries of A is within rounding errors of |L| |U|.
template <class T>
void expect_product_is_A(Rows_<T> const& a, Rows_<T> const& f, FactorKind kind) {
  double const unit = std::numeric_limits<Impl::RealPartOf<T>>::epsilon();
  for (std::int64_t i = 0; i < static_cast<std::int64_t>(a.size()); ++i)
    for (auto const& [j, value] : a[i]) {
      T sum = value;
      double size = size_of(value);
      for (auto const& [k, l] : f[i]) {
        if (k > std::min(i, j)) break;
        T left = l, right(0);
        if (kind == FactorKind::ic) {
          if (auto const found = f[j].find(k); found != f[j].end()) right = conjugate(found->second);
        } else {
          if (k == i) left = T(1);
          if (auto const found = f[k].find(j); found != f[k].end()) right = found->second;
        }
        sum = sum - times(left, right);
        size += size_of(times(left, right));
      }
      ASSERT_LE(size_of(sum), 4 * unit * static_cast<double>(f[i].size() + 4) * size) << "(" << i << ", " << j << ")";
    }
}

/// The vector z of apply(exec, r, z), by the factors: L y = P r, U w = y, z = P^T w.
template <class T, class Ordinal>
std::vector<T> slow_apply(Rows_<T> const& f, FactorKind kind, std::vector<Ordinal> const& order,
                          std::vector<T> const& r) {
  std::int64_t const n = static_cast<std::int64_t>(r.size());
  std::vector<T> y(r.size()), z(r.size());
  for (std::int64_t i = 0; i < n; ++i) {
    y[i] = r[order[i]];
    for (auto const& [j, l] : f[i])
      if (j < i) y[i] = y[i] - times(l, y[j]);
    if (kind == FactorKind::ic) y[i] = over(y[i], f[i].at(i));
  }
  for (std::int64_t i = n - 1; i >= 0; --i) {
    if (kind == FactorKind::ilu)
      for (auto const& [j, u] : f[i])
        if (j > i) y[i] = y[i] - times(u, y[j]);
    y[i] = over(y[i], f[i].at(i));
    if (kind == FactorKind::ic)
      for (auto const& [j, l] : f[i])
        if (j < i) y[j] = y[j] - times(conjugate(l), y[i]);
    z[order[i]] = y[i];
  }
  return z;
}

/// A Hermitian matrix whose diagonal dominates, or one that is not Hermitian; rows not sorted where `messy`.
template <class Scalar, class Ordinal, class Offset>
HostCsr<Scalar, Ordinal, Offset> some_matrix(std::int64_t n, double per_row, Rows kind, bool hermitian, bool messy) {
  std::mt19937 random(7);
  std::uniform_real_distribution<> number(-1, 1);
  auto const scalar = [&](double real) {
    if constexpr (is_complex_v<Scalar>)
      return Scalar(real, number(random));
    else
      return static_cast<Scalar>(real);
  };
  Rows_<Scalar> a(static_cast<std::size_t>(n));
  auto const pattern = random_rows(n, n, per_row, kind, false, 3);
  for (std::int64_t i = 0; i < n; ++i)
    for (auto const j : pattern[i]) {
      if (i == j) continue;
      a[i][j] = scalar(number(random));
      if (hermitian) a[j][i] = conjugate(a[i][j]);
    }
  std::vector<std::vector<std::int64_t>> rows(static_cast<std::size_t>(n));
  for (std::int64_t i = 0; i < n; ++i) {
    double const diagonal = static_cast<double>(a[i].size()) * (is_complex_v<Scalar> ? 1.5 : 1) + 1;
    a[i][i] = hermitian ? Scalar(static_cast<Impl::RealPartOf<Scalar>>(diagonal)) : scalar(diagonal);
    for (auto const& [j, value] : a[i]) rows[i].push_back(j);
    if (messy) std::shuffle(rows[i].begin(), rows[i].end(), random);
  }
  auto A = from_rows<Scalar, Ordinal, Offset>(rows, n);
  for (std::int64_t i = 0; i < n; ++i)
    for (auto p = A.row_map[i]; p < A.row_map[i + 1]; ++p) A.values[p] = a[i].at(A.entries[p]);
  return A;
}

template <class Factor>
auto order_of(Factor const& M) {
  std::vector<typename Factor::Ordinal> order(static_cast<std::size_t>(M.factors().num_rows()));
  std::iota(order.begin(), order.end(), 0);
  return M.options().order == FactorOrder::by_color && !order.empty() ? to_vector(M.coloring().rows) : order;
}

template <class>
class Factor : public testing::Test {};
TYPED_TEST_SUITE(Factor, AllCases, CaseName);

TYPED_TEST(Factor, has_the_bits_of_the_slow_reference) {
  using C = TypeParam;
  using Scalar = typename C::Scalar;
  using Ordinal = typename C::Ordinal;
  if constexpr (!is_pattern_v<Scalar>) {
    typename C::Exec const exec;
    for (std::int64_t const n : {0, 1, 2, 3, 300})
      for (auto const rows : {Rows::uniform, Rows::power_law})
        for (auto const kind : {FactorKind::ilu, FactorKind::ic})
          for (auto const order : {FactorOrder::natural, FactorOrder::by_color}) {
            SCOPED_TRACE(std::to_string(n) + " rows, kind " + std::to_string(int(kind)) + ", order " +
                         std::to_string(int(order)));
            bool const is_ic = kind == FactorKind::ic;
            auto const A = some_matrix<Scalar, Ordinal, typename C::Offset>(n, 5, rows, is_ic, n % 2 == 0);
            auto const device = to_csr<typename C::Space>(A);
            IncompleteFactor const M(exec, device, {.kind = kind, .order = order});
            EXPECT_TRUE(M.status().is_usable());
            EXPECT_EQ(M.status().boosted, 0);
            auto const a = rows_of(A, order_of(M), is_ic);
            auto const expected = slow_factors(a, kind);
            auto const found = to_vector(M.factors().values);
            ASSERT_TRUE(same_bits(found, values_of(expected)));
            std::vector<Ordinal> columns;
            for (auto const& row : expected)
              for (auto const& [j, value] : row) columns.push_back(static_cast<Ordinal>(j));
            ASSERT_EQ(to_vector(M.factors().entries), columns);
            expect_product_is_A(a, expected, kind);

            IncompleteFactor const swept(exec, device,
                                         {.kind = kind, .order = order, .method = FactorMethod::sweeps, .sweeps = 2});
            ASSERT_TRUE(same_bits(to_vector(swept.factors().values), values_of(slow_sweeps(a, kind, 2))));
            int const chain = longest_chain(a, kind);
            for (int const more : {0, 1}) {
              IncompleteFactor const exact(
                  exec, device, {.kind = kind, .order = order, .method = FactorMethod::sweeps, .sweeps = chain + more});
              ASSERT_TRUE(same_bits(to_vector(exact.factors().values), found)) << chain << " entries in a chain";
            }
          }
  }
}

/// So many rows that CUDA takes them level by level.
TEST(FactorOfManyRows, has_the_bits_of_the_host) {
  using Host = Kokkos::DefaultHostExecutionSpace;
  constexpr std::int64_t points = 366;
  static_assert(points * points >= Impl::triangular::CostModel::min_ordered_rows);
  auto const A = stencil_matrix<double>(Exec(), {.nx = points, .ny = points});
  auto const on_host = copy_to<Kokkos::HostSpace>(A);
  for (auto const kind : {FactorKind::ilu, FactorKind::ic}) {
    IncompleteFactor const expected(Host(), on_host, {.kind = kind});
    IncompleteFactor found(Exec(), A, {.kind = kind});
    EXPECT_EQ(found.lower_solve().levels(), 2 * points - 1);
    EXPECT_TRUE(same_bits(to_vector(found.factors().values), to_vector(expected.factors().values)));
    found.update(Exec(), A);
    EXPECT_TRUE(same_bits(to_vector(found.factors().values), to_vector(expected.factors().values)));
  }
}

using Host = HostCsr<double, int, int>;

Host matrix_of(std::vector<std::vector<std::int64_t>> const& rows, std::vector<double> const& values,
               std::int64_t columns = -1) {
  auto host = from_rows<double, int, int>(rows, columns < 0 ? static_cast<std::int64_t>(rows.size()) : columns);
  host.values = values;
  return host;
}
auto factor_of(Host const& host, FactorOptions const& options = {}) {
  return IncompleteFactor(Exec(), to_csr<Space>(host), options);
}
/// What the exception says, and what the status says in its place.
std::string fault_of(Host const& host, FactorOptions options = {}) {
  std::string const sentence = refusal([&] { factor_of(host, options); });
  options.bad_pivot = BadPivot::report;
  auto const M = factor_of(host, options);
  EXPECT_FALSE(M.status().is_usable());
  EXPECT_EQ(sentence, "Araios::IncompleteFactor: " + M.status().sentence);
  return M.status().sentence;
}

TEST(FactorFaults, name_the_row_and_the_pivot) {
  auto const ilu = [](FactorMethod method = FactorMethod::exact) { return FactorOptions{.method = method}; };
  auto const ic = [](FactorMethod method = FactorMethod::exact) {
    return FactorOptions{.kind = FactorKind::ic, .method = method};
  };
  EXPECT_EQ(fault_of(matrix_of({{0, 1}, {0, 1}, {1}}, {1, 2, 3, 4, 5})), "ILU(0): no diagonal entry in row 2");
  EXPECT_EQ(fault_of(matrix_of({{1}, {}, {2}}, {1, 2}), ic()), "IC(0): no diagonal entry in row 0");
  for (auto const method : {FactorMethod::exact, FactorMethod::sweeps}) {
    // Row 1 becomes 0: 4 - 2 2.
    auto const singular = matrix_of({{0, 1}, {0, 1}, {2}}, {1, 2, 2, 4, 1});
    EXPECT_EQ(fault_of(singular, ilu(method)), "ILU(0): zero pivot in row 1");
    EXPECT_EQ(fault_of(singular, ic(method)), "IC(0): pivot 0 in row 1 is not positive");
    EXPECT_EQ(fault_of(matrix_of({{0, 1}, {0, 1}, {2}}, {1, 2, 2, 1, 1}), ic(method)),
              "IC(0): pivot -3 in row 1 is not positive");
    EXPECT_EQ(fault_of(matrix_of({{0}, {1}}, {1, 0}), ilu(method)), "ILU(0): zero pivot in row 1");
    EXPECT_EQ(fault_of(matrix_of({{0}, {1}}, {1, 1e-310}), ilu(method)),
              "ILU(0): the reciprocal of pivot 1e-310 in row 1 overflows");
    EXPECT_EQ(factor_of(matrix_of({{0}, {1}}, {1, 1e-310}), {.method = method, .bad_pivot = BadPivot::boost})
                  .status()
                  .boosted,
              1);
    auto const nan = matrix_of({{0}, {0, 1}, {1, 2}}, {1, std::nan(""), 1, 1, 1});
    std::string const after = method == FactorMethod::exact ? "" : " after 3 sweeps";
    EXPECT_EQ(fault_of(nan, ilu(method)), "ILU(0): a number in row 1 is not finite" + after);
    EXPECT_EQ(fault_of(nan, ic(method)), "IC(0): a number in row 1 is not finite" + after);
    EXPECT_EQ(fault_of(matrix_of({{0, 1}, {1}}, {1, std::numeric_limits<double>::infinity(), 1}), ilu(method)),
              "ILU(0): a number in row 0 is not finite" + after);
    EXPECT_EQ(fault_of(matrix_of({{0}, {0, 1}}, {1e-300, 1e300, 1}), ilu(method)),
              "ILU(0): a number in row 1 is not finite" + after);
  }
  // By colours rows 0 and 1 are first, then row 2, whose pivot is 2 - 1 - 1.
  auto const colored = matrix_of({{0, 2}, {1, 2}, {0, 1, 2}}, {1, 1, 1, 1, 1, 1, 2});
  auto const M = factor_of(colored, {.order = FactorOrder::by_color, .bad_pivot = BadPivot::report});
  EXPECT_EQ(M.status().row, to_vector(M.coloring().rows).back());
  EXPECT_EQ(M.status().fault, FactorFault::zero_pivot);
}

TEST(FactorPivots, are_boosted_and_counted) {
  auto const singular = matrix_of({{0, 1}, {0, 1}, {2}}, {1, 2, 2, 4, 1e-9});
  for (auto const method : {FactorMethod::exact, FactorMethod::sweeps}) {
    FactorOptions options{.method = method, .bad_pivot = BadPivot::boost, .boost_threshold = 1e-6, .boost_value = 16};
    auto const ilu = factor_of(singular, options);
    EXPECT_TRUE(ilu.status().is_usable());
    EXPECT_EQ(ilu.status().boosted, 2);
    EXPECT_EQ(to_vector(ilu.factors().values), (std::vector<double>{1, 2, 2, 16, 16}));
    options.kind = FactorKind::ic;
    auto const ic = factor_of(singular, options);
    EXPECT_EQ(ic.status().boosted, 2);
    EXPECT_EQ(to_vector(ic.factors().values), (std::vector<double>{1, 2, 4, 4}));
    options.boost_threshold = 0;
    EXPECT_EQ(factor_of(singular, options).status().boosted, 1);
  }
  // Those of the guess, where no sweep follows.
  FactorOptions const no_sweeps{.method = FactorMethod::sweeps,
                                .sweeps = 0,
                                .bad_pivot = BadPivot::boost,
                                .boost_threshold = 1e-6,
                                .boost_value = 16};
  EXPECT_EQ(factor_of(singular, no_sweeps).status().boosted, 1);
  // A (1 + shift) on the diagonal: 8 - 2 2 / 2.
  auto const shifted = factor_of(singular, {.shift = 1});
  EXPECT_EQ(to_vector(shifted.factors().values), (std::vector<double>{2, 2, 1, 6, 2e-9}));
}

TEST(FactorUpdate, takes_new_values_and_recovers) {
  Exec const exec;
  auto host = some_matrix<double, int, int>(200, 5, Rows::uniform, true, true);
  auto const A = to_csr<Space>(host);
  auto const with = [&](std::vector<double> const& values) {
    return CsrMatrix<double, int, int, Space>(200, 200, A.row_map, A.entries, to_view<Space>(values));
  };
  for (auto const kind : {FactorKind::ilu, FactorKind::ic})
    for (auto const order : {FactorOrder::natural, FactorOrder::by_color}) {
      IncompleteFactor M(exec, A, {.kind = kind, .order = order});
      std::int64_t const bytes = M.bytes();
      auto const copy = M;
      EXPECT_EQ(refusal([&] { M.update(exec, with(std::vector<double>(host.values.size(), 0))); }).substr(0, 43),
                std::string("Araios::IncompleteFactor::update: ") +
                    (kind == FactorKind::ilu ? "ILU(0): z" : "IC(0): pi"));
      EXPECT_FALSE(M.status().is_usable());
      auto scaled = host;
      for (double& value : scaled.values) value *= 3;
      M.update(exec, with(scaled.values));
      EXPECT_TRUE(M.status().is_usable());
      auto const expected = slow_factors(rows_of(scaled, order_of(M), kind == FactorKind::ic), kind);
      EXPECT_TRUE(same_bits(to_vector(M.factors().values), values_of(expected)));
      EXPECT_EQ(M.bytes(), bytes);
      // A copy, as that of a KrylovPlan, has the new factors.
      auto const r = to_view<Space>(std::vector<double>(200, 1));
      Kokkos::View<double*, Space> const z("z", 200), z_of_copy("z", 200);
      M.apply(exec, r, z);
      copy.apply(exec, r, z_of_copy);
      EXPECT_TRUE(same_bits(to_vector(z), to_vector(z_of_copy)));
      auto const slow = slow_apply(expected, kind, order_of(M), std::vector<double>(200, 1));
      for (std::size_t i = 0; i < 200; ++i) EXPECT_NEAR(to_vector(z)[i], slow[i], 1e-14) << "row " << i;
    }
  IncompleteFactor M(exec, A);
  EXPECT_EQ(
      refusal([&] { M.update(exec, to_csr<Space>(host)); }),
      "Araios::IncompleteFactor::update: row_map and entries of A are not the arrays that the factors were made of");
  // Without a diagonal there are no factors of any values.
  auto const without = to_csr<Space>(matrix_of({{0}, {}}, {1}));
  IncompleteFactor none(exec, without, {.bad_pivot = BadPivot::report});
  none.update(exec, without);
  EXPECT_EQ(none.status().fault, FactorFault::no_diagonal);
}

TEST(FactorUpdate, reaches_copies_of_factors_that_were_not_usable) {
  Exec const exec;
  auto const at = [](double value) { return std::vector<double>{value, 1, 1, 2}; };
  auto const A = to_csr<Space>(matrix_of({{0, 1}, {0, 1}}, at(0)));
  IncompleteFactor M(exec, A, {.bad_pivot = BadPivot::report});
  EXPECT_FALSE(M.status().is_usable());
  auto const copy = M;
  M.update(exec, CsrMatrix<double, int, int, Space>(2, 2, A.row_map, A.entries, to_view<Space>(at(4))));
  EXPECT_TRUE(copy.status().is_usable());
  Kokkos::View<double*, Space> const z("z", 2);
  copy.apply(exec, to_view<Space>(std::vector<double>{5, 3}), z);
  EXPECT_EQ(to_vector(z), (std::vector<double>{1, 1}));
}

TEST(FactorUpdate, is_of_factors_that_were_moved_from_too) {
  Exec const exec;
  auto const A = to_csr<Space>(Host{2, 2, {0, 1, 2}, {0, 1}, {2, 4}});
  IncompleteFactor M(exec, A);
  auto const moved = std::move(M);
  M.update(exec, A);  // NOLINT(bugprone-use-after-move): it is copied
  Kokkos::View<double*, Space> const z("z", 2);
  M.apply(exec, to_view<Space>(std::vector<double>{2, 4}), z);
  EXPECT_EQ(to_vector(z), (std::vector<double>{1, 1}));
  EXPECT_TRUE(moved.status().is_usable());
}

TEST(FactorOfRows, that_have_duplicates) {
  // Rows {2, 1}, {1, 4, 1}, {1, 3}, with parts of their numbers in other places.
  auto const single = matrix_of({{0, 1}, {0, 1, 2}, {1, 2}}, {2, 1, 1, 4, 1, 1, 3});
  auto const parts =
      matrix_of({{1, 0, 0, 0}, {2, 1, 1, 0}, {2, 1, 1, 2}}, {1, 1, 0.5, 0.5, 1, 3, 1, 1, 2, 0.5, 0.5, 1});
  for (auto const kind : {FactorKind::ilu, FactorKind::ic})
    for (auto const order : {FactorOrder::natural, FactorOrder::by_color}) {
      FactorOptions const options{.kind = kind, .order = order, .coloring = {.order = ColorOrder::by_index}};
      auto const M = factor_of(parts, options), expected = factor_of(single, options);
      if (to_vector(M.coloring().rows) != to_vector(expected.coloring().rows)) continue;  // by lengths of rows
      EXPECT_EQ(to_vector(M.factors().entries), to_vector(expected.factors().entries));
      EXPECT_TRUE(same_bits(to_vector(M.factors().values), to_vector(expected.factors().values)));
    }
  EXPECT_EQ(fault_of(matrix_of({{0, 0}, {0, 0}}, {1, 1, 1, 1})), "ILU(0): no diagonal entry in row 1");
}

TEST(FactorOfRows, that_are_triangles) {
  // ic reads the lower triangle, so both give the same; by colours the other one is missed.
  auto const whole = some_matrix<double, int, int>(50, 4, Rows::uniform, true, false);
  std::vector<std::vector<std::int64_t>> rows(50);
  std::vector<double> values;
  for (int i = 0; i < 50; ++i)
    for (int p = whole.row_map[i]; p < whole.row_map[i + 1]; ++p)
      if (whole.entries[p] <= i) rows[i].push_back(whole.entries[p]), values.push_back(whole.values[p]);
  auto const lower = matrix_of(rows, values);
  FactorOptions options{.kind = FactorKind::ic};
  EXPECT_TRUE(same_bits(to_vector(factor_of(lower, options).factors().values),
                        to_vector(factor_of(whole, options).factors().values)));
  options.order = FactorOrder::by_color;
  EXPECT_EQ(refusal([&] {
              factor_of(lower, options);
            }).find("Araios::IncompleteFactor: by_color needs both triangles of A, whose pattern must be symmetric ("),
            0u);
  // Also beside a duplicate: (2, 0) without (0, 2).
  EXPECT_NE(refusal([&] {
              factor_of(matrix_of({{0, 0}, {1}, {0, 2}}, {1, 1, 2, 1, 2}), options);
            }).find("whose pattern must be symmetric (4 entries, of these 3 in the lower triangle)"),
            std::string::npos);
}

TEST(FactorRefusals, name_what_is_wrong) {
  auto const A = matrix_of({{0, 1}, {0, 1}}, {2, 1, 1, 2});
  auto const refused = [&](FactorOptions const& options) { return refusal([&] { factor_of(A, options); }); };
  std::string const name = "Araios::IncompleteFactor: ";
  EXPECT_EQ(refusal([&] { factor_of(matrix_of({{0}, {1}}, {1, 1}, 3)); }), name + "the matrix must be square (2 x 3)");
  EXPECT_EQ(refused({.kind = FactorKind(2)}), name + "FactorKind has no enumerator 2");
  EXPECT_EQ(refused({.order = FactorOrder(-1)}), name + "FactorOrder has no enumerator -1");
  EXPECT_EQ(refused({.method = FactorMethod(2)}), name + "FactorMethod has no enumerator 2");
  EXPECT_EQ(refused({.bad_pivot = BadPivot(3)}), name + "BadPivot has no enumerator 3");
  EXPECT_EQ(refused({.coloring = {.order = ColorOrder(2)}}), name + "ColorOrder has no enumerator 2");
  EXPECT_EQ(refused({.sweeps = -1}), name + "sweeps is -1; it must be in [0, 1000]");
  EXPECT_EQ(refused({.solve_method = TriangularMethod(-1)}), name + "TriangularMethod has no enumerator -1");
  EXPECT_EQ(refused({.solve_sweeps = 1001}), name + "solve_sweeps is 1001; it must be in [0, 1000]");
  EXPECT_EQ(refused({.coloring = {.distance = 3}}), name + "distance is 3; it must be in [1, 2]");
  EXPECT_EQ(refused({.coloring = {.recolorings = -1}}), name + "recolorings is -1; it must be in [0, 100]");
  EXPECT_EQ(refused({.shift = -1}), name + "shift is -1; it must be at least 0, and finite");
  EXPECT_EQ(refused({.shift = std::nan("")}).find(name + "shift is "), 0u);
  EXPECT_EQ(refused({.boost_threshold = -1}), name + "boost_threshold is -1; it must be at least 0");
  std::string const value = "; it must be finite, not 0, and for ic positive";
  EXPECT_EQ(refused({.boost_value = 0}), name + "boost_value is 0" + value);
  EXPECT_EQ(refused({.kind = FactorKind::ic, .boost_value = -1}), name + "boost_value is -1" + value);
  EXPECT_EQ(refused({.boost_value = -1}), "nothing was thrown");
}

TYPED_TEST(Factor, is_applied_as_two_solves) {
  using C = TypeParam;
  using Scalar = typename C::Scalar;
  if constexpr (!is_pattern_v<Scalar>) {
    typename C::Exec const exec;
    for (std::int64_t const n : {0, 1, 2, 300})
      for (auto const kind : {FactorKind::ilu, FactorKind::ic})
        for (auto const order : {FactorOrder::natural, FactorOrder::by_color}) {
          bool const is_ic = kind == FactorKind::ic;
          auto const A = some_matrix<Scalar, typename C::Ordinal, typename C::Offset>(n, 5, Rows::uniform, is_ic, true);
          IncompleteFactor const M(exec, to_csr<typename C::Space>(A), {.kind = kind, .order = order});
          std::vector<Scalar> r(static_cast<std::size_t>(n));
          for (std::size_t i = 0; i < r.size(); ++i) r[i] = Scalar(static_cast<Impl::RealPartOf<Scalar>>(i % 7 + 1));
          Kokkos::View<Scalar*, typename C::Space> const z("z", r.size());
          M.apply(exec, to_view<typename C::Space>(r), z);
          auto const rows = order_of(M);
          auto const expected = slow_apply(slow_factors(rows_of(A, rows, is_ic), kind), kind, rows, r);
          auto const found = to_vector(z);
          double const unit = std::numeric_limits<Impl::RealPartOf<Scalar>>::epsilon();
          for (std::size_t i = 0; i < r.size(); ++i)
            ASSERT_LE(size_of(found[i] - expected[i]), 100 * unit * (1 + size_of(expected[i]))) << "row " << i;
        }
  }
}

/// The largest element of op(P^T L U P) z - r, where L, U (ic: L, L^H) and P are those of M.
template <class M, class T>
double distance(M const& factors, Op op, std::vector<T> const& z, std::vector<T> const& r) {
  auto const row_map = to_vector(factors.factors().row_map);
  auto const entries = to_vector(factors.factors().entries);
  auto const values = to_vector(factors.factors().values);
  auto const rows = order_of(factors);
  std::size_t const n = z.size();
  bool const is_ic = factors.options().kind == FactorKind::ic;
  std::vector<T> L(n * n, T(0)), U(n * n, T(0)), left = r;
  for (std::size_t q = 0; q < n; ++q) {
    if (!is_ic) L[q * n + q] = T(1);
    for (auto p = static_cast<std::size_t>(row_map[q]); p < static_cast<std::size_t>(row_map[q + 1]); ++p) {
      auto const k = static_cast<std::size_t>(entries[p]);
      T const value = values[p];
      if (is_ic) U[k * n + q] = conjugate(value);
      (is_ic || k < q ? L : U)[q * n + k] = value;
    }
  }
  for (std::size_t q = 0; q < n; ++q)
    for (std::size_t k = 0; k < n; ++k) {
      T product(0);
      for (std::size_t m = 0; m <= std::min(q, k); ++m) product = product + times(L[q * n + m], U[m * n + k]);
      auto i = static_cast<std::size_t>(rows[q]), j = static_cast<std::size_t>(rows[k]);
      if (op != Op::none) std::swap(i, j);
      left[i] = left[i] - times(op == Op::conjugate_transpose ? conjugate(product) : product, z[j]);
    }
  double largest = 0;
  for (T const& value : left) largest = std::max(largest, static_cast<double>(size_of(value)));
  return largest;
}

TYPED_TEST(Factor, solves_transposed_systems) {
  using C = TypeParam;
  using Scalar = typename C::Scalar;
  if constexpr (!is_pattern_v<Scalar>) {
    typename C::Exec const exec;
    constexpr std::size_t n = 60;
    std::vector<Scalar> r(n);
    for (std::size_t i = 0; i < n; ++i) {
      r[i] = Scalar(static_cast<Impl::RealPartOf<Scalar>>(i % 7 + 1));
      if constexpr (is_complex_v<Scalar>) r[i].imag() = static_cast<Impl::RealPartOf<Scalar>>(i % 5);
    }
    double const allowed = 1e4 * std::numeric_limits<Impl::RealPartOf<Scalar>>::epsilon();
    for (auto const kind : {FactorKind::ilu, FactorKind::ic})
      for (auto const order : {FactorOrder::natural, FactorOrder::by_color}) {
        auto host = some_matrix<Scalar, typename C::Ordinal, typename C::Offset>(n, 5, Rows::uniform,
                                                                                 kind == FactorKind::ic, true);
        auto const A = to_csr<typename C::Space>(host);
        IncompleteFactor M(exec, A, {.kind = kind, .order = order});
        auto copy = M;
        for (int const factor : {1, 3}) {
          for (auto const op : {Op::none, Op::transpose, Op::conjugate_transpose}) {
            Kokkos::View<Scalar*, typename C::Space> const z("z", n), z_of_copy("z", n);
            M.solve(exec, op, to_view<typename C::Space>(r), z);
            copy.solve(exec, op, to_view<typename C::Space>(r), z_of_copy);
            EXPECT_LE(distance(M, op, to_vector(z), r), allowed) << static_cast<int>(op) << " after " << factor;
            EXPECT_TRUE(same_bits(to_vector(z), to_vector(z_of_copy)));
          }
          // New values, also for the transposed solves, and for those of a copy.
          for (auto& value : host.values) value = times(value, Scalar(Impl::RealPartOf<Scalar>(3)));
          M.update(exec, CsrMatrix<Scalar, typename C::Ordinal, typename C::Offset, typename C::Space>(
                             n, n, A.row_map, A.entries, to_view<typename C::Space>(host.values)));
        }
      }
  }
}

TEST(FactorApply, refuses_what_it_cannot_do) {
  Exec const exec;
  auto const A = to_csr<Space>(matrix_of({{0, 1}, {0, 1}}, {1, 2, 2, 4}));
  IncompleteFactor M(exec, A, {.bad_pivot = BadPivot::report});
  Kokkos::View<double*, Space> const r("r", 2), z("z", 2), longer("longer", 3), none(nullptr, 2);
  std::string const name = "Araios::IncompleteFactor::apply: ";
  EXPECT_EQ(refusal([&] { M.apply(exec, r, z); }), name + "ILU(0): zero pivot in row 1");
  auto const copy = M;
  M.update(exec, CsrMatrix<double, int, int, Space>(2, 2, A.row_map, A.entries,
                                                    to_view<Space>(std::vector<double>{1, 2, 2, 5})));
  EXPECT_EQ(refusal([&] { M.apply(exec, r, z); }), "nothing was thrown");
  EXPECT_TRUE(copy.status().is_usable());
  EXPECT_EQ(refusal([&] { M.apply(exec, longer, z); }), name + "length of r, rows of A (3 != 2)");
  EXPECT_EQ(refusal([&] { M.apply(exec, r, longer); }), name + "length of z, rows of A (3 != 2)");
  EXPECT_EQ(refusal([&] { M.apply(exec, none, z); }), name + "r: the pointer is null, for 2 elements");
  EXPECT_NE(refusal([&] { M.apply(exec, r, r); }).find("z and r are the same array"), std::string::npos);
  EXPECT_EQ(refusal([&] { M.solve(exec, Op(3), r, z); }), "Araios::IncompleteFactor::solve: Op has no enumerator 3");
  EXPECT_EQ(refusal([&] { M.solve(exec, Op::transpose, r, longer); }),
            "Araios::IncompleteFactor::solve: length of z, rows of A (3 != 2)");
}

/// Iterations of conjugate gradients until ||r|| <= 1e-8 ||b||, for b = 1 and x = 0.
template <class T>
int iterations(HostCsr<T, int, int> const& A, FactorOptions const& options) {
  Exec const exec;
  IncompleteFactor const M(exec, to_csr<Space>(A), options);
  auto const n = static_cast<std::size_t>(A.num_rows);
  auto const dot = [&](std::vector<T> const& a, std::vector<T> const& b) {
    long double sum = 0;
    for (std::size_t i = 0; i < n; ++i) sum += real_of(times(conjugate(a[i]), b[i]));
    return static_cast<double>(sum);
  };
  auto const precondition = [&](std::vector<T> const& r) {
    Kokkos::View<T*, Space> const z("z", n);
    M.apply(exec, to_view<Space>(r), z);
    return to_vector(z);
  };
  std::vector<T> r(n, T(1)), q(n), z = precondition(r), p = z;
  double const bound = 1e-8 * std::sqrt(dot(r, r));
  double rho = dot(r, z);
  int steps = 0;
  for (; steps < 2000 && std::sqrt(dot(r, r)) > bound; ++steps) {
    for (std::size_t i = 0; i < n; ++i) {
      q[i] = T(0);
      for (int e = A.row_map[i]; e < A.row_map[i + 1]; ++e) q[i] = q[i] + times(A.values[e], p[A.entries[e]]);
    }
    T const alpha(rho / dot(p, q));
    for (std::size_t i = 0; i < n; ++i) r[i] = r[i] - times(alpha, q[i]);
    z = precondition(r);
    double const before = std::exchange(rho, dot(r, z));
    for (std::size_t i = 0; i < n; ++i) p[i] = z[i] + times(T(rho / before), p[i]);
  }
  return steps;
}

TEST(FactorPreconditioner, solves_in_one_iteration_without_fill) {
  std::int64_t const n = 500;
  // Tridiagonal; and an arrow whose dense row is the last one.
  std::vector<std::vector<std::int64_t>> chain(n), arrow(n);
  for (std::int64_t i = 0; i < n; ++i) {
    for (std::int64_t j = std::max<std::int64_t>(i - 1, 0); j < std::min(i + 2, n); ++j) chain[i].push_back(j);
    if (i + 1 < n) arrow[i] = {i, n - 1};
    arrow[n - 1].push_back(i);
  }
  for (auto const& rows : {chain, arrow}) {
    auto host = from_rows<double, int, int>(rows, n);
    for (std::int64_t i = 0; i < n; ++i)
      for (int p = host.row_map[i]; p < host.row_map[i + 1]; ++p)
        host.values[p] = host.entries[p] == i ? 1.0 + static_cast<double>(rows[i].size()) : -1;
    EXPECT_EQ(iterations(host, {}), 1);
    EXPECT_EQ(iterations(host, {.kind = FactorKind::ic}), 1);
  }
}

/// A known number of iterations, within 2 %, or so many.
void expect_near(int steps, int known, std::string const& what, double apart = 1) {
  EXPECT_LE(std::abs(steps - known), std::max(apart, 0.02 * known)) << what << ": " << steps << ", known: " << known;
}

/// A in the order of greedy colours, which are chosen in the order of the indices; A is symmetric.
Host in_greedy_order(Host const& A) {
  std::vector<int> colors(A.num_rows, -1), order(A.num_rows), rank(A.num_rows);
  for (std::int64_t i = 0; i < A.num_rows; ++i) {
    std::set<int> taken;
    for (int p = A.row_map[i]; p < A.row_map[i + 1]; ++p) taken.insert(colors[A.entries[p]]);
    while (taken.contains(++colors[i])) {
    }
  }
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int i, int j) { return colors[i] < colors[j]; });
  Host B;
  B.num_rows = B.num_cols = A.num_rows;
  B.row_map = {0};
  for (std::int64_t q = 0; q < A.num_rows; ++q) rank[order[q]] = static_cast<int>(q);
  for (int const i : order) {
    for (int p = A.row_map[i]; p < A.row_map[i + 1]; ++p) {
      B.entries.push_back(rank[A.entries[p]]);
      B.values.push_back(A.values[p]);
    }
    B.row_map.push_back(static_cast<int>(B.entries.size()));
  }
  return B;
}

/// Counts of a program in NumPy; by_color: those of the colours of `color`, which are others for three of the matrices.
TEST(FactorPreconditioner, needs_the_known_iterations_on_real_matrices) {
  struct Known {
    std::string name;
    int natural, greedy, by_color;
    std::vector<int> sweeps, solve_sweeps;  // 1, 3, 5 of each
  };
  int compared = 0;
  for (auto const& [name, natural, greedy, by_color, sweeps, solve_sweeps] :
       {Known{"bcsstk01", 18, 20, 0, {20, 18, 18}, {50, 20, 18}},
        Known{"1138_bus", 152, 164, 170, {192, 159, 152}, {1400, 177, 152}},
        Known{"gr_900_900_crg", 21, 30, 30, {24, 22, 21}, {37, 23, 21}},
        Known{"bcsstk16", 41, 68, 66, {72, 58, 58}, {118, 68, 53}},
        Known{"ginkgo_lap3d_40", 44, 51, 51, {47, 45, 44}, {67, 46, 45}}}) {
    auto const file = data_file("matrices/" + name + ".mtx.gz");
    if (!file) continue;
    auto const coo = read_matrix_market<double, int, int>(*file);
    auto A = to_host(convert<Format::csr>(Kokkos::DefaultHostExecutionSpace(), coo));
    if (std::ssize(A.entries) > scaled(1'000'000)) continue;  // under sanitizers two of them take 20 s
    if (name == "ginkgo_lap3d_40")
      for (double& value : A.values) value = -value;
    FactorOptions const ic{.kind = FactorKind::ic}, colored{.kind = FactorKind::ic, .order = FactorOrder::by_color};
    expect_near(iterations(A, {}), natural, name + ", ILU(0)");
    expect_near(iterations(A, ic), natural, name + ", IC(0)");
    expect_near(iterations(in_greedy_order(A), ic), greedy, name + ", greedy colours");
    if (by_color > 0) {
      expect_near(iterations(A, colored), by_color, name + ", by colours");
    } else {
      // Not every order has IC(0) factors. Those of a larger diagonal exist.
      EXPECT_EQ(refusal([&] { factor_of(A, colored); }),
                "Araios::IncompleteFactor: IC(0): pivot -316059 in row 13 is not positive");
      EXPECT_LT(iterations(A, {.kind = FactorKind::ic, .order = FactorOrder::by_color, .shift = 0.1}), 49) << "Jacobi";
    }
    // Sweeps for bcsstk16 are about to diverge: how CG adds is worth 2 iterations.
    for (int const s : {0, 1, 2}) {
      std::string const count = std::to_string(2 * s + 1);
      expect_near(iterations(A, {.kind = FactorKind::ic, .method = FactorMethod::sweeps, .sweeps = 2 * s + 1}),
                  sweeps[s], name + ", sweeps " + count, name == "bcsstk16" ? 2 : 1);
      expect_near(iterations(A, {.solve_method = TriangularMethod::sweeps, .solve_sweeps = 2 * s + 1}), solve_sweeps[s],
                  name + ", sweeps of the solves " + count);
    }
    if (name == "bcsstk16") {
      EXPECT_EQ(refusal([&] {
                  factor_of(A, {.kind = FactorKind::ic, .method = FactorMethod::sweeps, .sweeps = 10});
                }).rfind("Araios::IncompleteFactor: IC(0): pivot -", 0),
                0u);
    }
    ++compared;
  }
  if (compared == 0) GTEST_SKIP() << no_data("matrices/bcsstk16.mtx.gz");
}

TEST(FactorPreconditioner, solves_hermitian_systems) {
  auto const file = data_file("matrices/cxsparse_mhd1280b.mtx.gz");
  if (!file) GTEST_SKIP() << no_data("matrices/cxsparse_mhd1280b.mtx.gz");
  auto const coo = read_matrix_market<Kokkos::complex<double>, int, int>(*file);
  auto const A = to_host(convert<Format::csr>(Kokkos::DefaultHostExecutionSpace(), coo));
  for (auto const order : {FactorOrder::natural, FactorOrder::by_color}) {
    int const ic = iterations(A, {.kind = FactorKind::ic, .order = order});
    EXPECT_LT(ic, 72);  // of Jacobi
    expect_near(iterations(A, {.kind = FactorKind::ilu, .order = order}), ic, "ILU(0)");
  }
}

/// A real matrix of the shared data, and what is wrong with its factors.
TEST(FactorOfRealMatrices, names_the_known_zero_pivots) {
  struct Known {
    std::string name;
    FactorKind kind;
    std::string sentence;
  };
  auto const ilu = FactorKind::ilu, ic = FactorKind::ic;
  int compared = 0;
  for (auto const& [name, kind, sentence] :
       {Known{"zenios", ilu, "ILU(0): zero pivot in row 0"},
        Known{"west0067", ilu, "ILU(0): no diagonal entry in row 0"},
        Known{"arrow", ilu, "ILU(0): zero pivot in row 1"}, Known{"rajat19", ilu, "ILU(0): no diagonal entry in row 2"},
        Known{"bayer10", ilu, "ILU(0): no diagonal entry in row 0"},
        Known{"ginkgo_lap3d_40", ic, "IC(0): pivot -6 in row 0 is not positive"}}) {
    auto const file = data_file("matrices/" + name + ".mtx.gz");
    if (!file) continue;
    auto const coo = read_matrix_market<double, int, int>(*file);
    EXPECT_EQ(fault_of(to_host(convert<Format::csr>(Kokkos::DefaultHostExecutionSpace(), coo)), {.kind = kind}),
              sentence)
        << name;
    ++compared;
  }
  if (compared == 0) GTEST_SKIP() << no_data("matrices/zenios.mtx.gz");
}

contract::Operations const operations{
    contract::returns(
        "IncompleteFactor",
        [](contract::Data& d) {
          return IncompleteFactor(d.exec, d.structured, {.bad_pivot = BadPivot::report}, d.workspace);
        },
        // On CUDA each of the two solves also asks for its levels: waiting rows, and where these have found
        // more than suit them, as in one of the two, then one block.
        {.fences = Impl::is_cuda_v<Exec> ? 6 : 3}),
    contract::writes(
        "IncompleteFactor_apply",
        [](contract::Data& d) { return IncompleteFactor(d.exec, d.structured, {.order = FactorOrder::by_color}); },
        [](contract::Data& d, auto& M) { M.apply(d.exec, d.square_y, d.square_x); },
        {.no_operand = "the factors are a copy of A"}),
    contract::writes(
        "IncompleteFactor_solve",
        [](contract::Data& d) {
          IncompleteFactor M(d.exec, d.structured, {.order = FactorOrder::by_color});
          M.solve(d.exec, Op::transpose, d.square_y, d.square_x, d.workspace);  // which plans
          Kokkos::deep_copy(d.exec, d.square_x, d.square_y);                    // so that the next solve changes it
          return M;
        },
        [](contract::Data& d, auto& M) { M.solve(d.exec, Op::transpose, d.square_y, d.square_x, d.workspace); },
        {.no_operand = "the factors are a copy of A"})};

}  // namespace factor_factor_test
