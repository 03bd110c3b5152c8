// SPDX-License-Identifier: Apache-2.0
//
// Batches in every layout, and many right-hand sides of one matrix.

#include <Araios/core/workspace.hpp>
#include <Araios/tridiagonal.hpp>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "support/banded_systems.hpp"
#include "support/refusals.hpp"
#include "support/types.hpp"

namespace tridiagonal_batch_test {

using namespace Araios;
using namespace Araios::test;

/// A table of n x systems elements in a layout, of elements that are `gap` more apart than they need to be.
template <class T, class Layout, class Space>
struct Table {
  using View = Kokkos::View<T**, Kokkos::LayoutStride, Space>;
  Kokkos::View<T*, Space> memory;
  View view;
  Table(std::int64_t n, std::int64_t systems, std::int64_t gap) {
    bool const is_left = std::is_same_v<Layout, Kokkos::LayoutLeft>;
    std::int64_t const row_stride = is_left ? 1 : systems + gap, system_stride = is_left ? n + gap : 1;
    memory = Kokkos::View<T*, Space>("Araios::test::table", is_left ? system_stride * systems : row_stride * n);
    view = View(memory.data(),
                Kokkos::LayoutStride(static_cast<std::size_t>(n), static_cast<std::size_t>(row_stride),
                                     static_cast<std::size_t>(systems), static_cast<std::size_t>(system_stride)));
  }
  /// column s := values
  void set(std::int64_t s, std::vector<T> const& values) const {
    auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), memory);
    for (std::size_t i = 0; i < values.size(); ++i)
      host(static_cast<std::int64_t>(i) * stride(0) + s * stride(1)) = values[i];
    Kokkos::deep_copy(memory, host);
  }
  std::vector<T> get(std::int64_t s) const {
    auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), memory);
    std::vector<T> values(view.extent(0));
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = host(static_cast<std::int64_t>(i) * stride(0) + s * stride(1));
    return values;
  }
  std::int64_t stride(int d) const { return static_cast<std::int64_t>(view.stride(d)); }
};

template <class C>
struct BandedBatch : testing::Test {
  using T = std::conditional_t<is_pattern_v<typename C::Scalar>, Kokkos::complex<float>, typename C::Scalar>;
  using Space = typename C::Space;
  using Vector = Kokkos::View<T*, Space>;
  typename C::Exec exec;

  /// The matrix of diagonals of any rank.
  template <class View>
  static auto matrix(std::array<View, 3> const& d) {
    return TridiagonalMatrix{d[0], d[1], d[2]};
  }
  template <class View>
  static auto matrix(std::array<View, 5> const& d) {
    return PentadiagonalMatrix{d[0], d[1], d[2], d[3], d[4]};
  }
  template <class View>
  void solve(TridiagonalMatrix<View> const& A, auto const& b, auto const& x, TridiagonalOptions const& options,
             WorkspaceFor<typename C::Exec> workspace = {}) const {
    tridiagonal_solve(exec, A, b, x, options, std::move(workspace));
  }
  template <class View>
  void solve(PentadiagonalMatrix<View> const& A, auto const& b, auto const& x, TridiagonalOptions const& options,
             WorkspaceFor<typename C::Exec> workspace = {}) const {
    pentadiagonal_solve(exec, A, b, x, options, std::move(workspace));
  }

  template <int K>
  std::vector<T> solve_alone(BandedSystem<T, K> const& system, TridiagonalOptions const& options) const {
    std::array<Vector, 2 * K + 1> d;
    for (int k = 0; k <= 2 * K; ++k) d[k] = to_view<Space>(system.diagonals[k]);
    Vector const x("Araios::test::x", system.n);
    solve(matrix(d), to_view<Space>(system.b), x, options);
    return to_vector(x);
  }

  /// A batch of systems gives the bits of each of them alone, in place and not.
  template <int K, class Layout>
  void check_batch(std::int64_t n, std::int64_t systems, std::int64_t gap, TridiagonalOptions const& options) const {
    SCOPED_TRACE(std::to_string(n) + " rows, " + std::to_string(systems) + " systems, K = " + std::to_string(K) +
                 (std::is_same_v<Layout, Kokkos::LayoutLeft> ? ", strided" : ", interleaved") +
                 (options.periodic ? ", periodic" : ""));
    using Batch = Table<T, Layout, Space>;
    std::vector<BandedSystem<T, K>> all;
    std::vector<Batch> tables(2 * K + 3, Batch(1, 1, 0));
    for (auto& table : tables) table = Batch(n, systems, gap);
    for (std::int64_t s = 0; s < systems; ++s) {
      all.push_back(random_banded<T, K>(n, static_cast<unsigned>(s), options.pivoting == Pivoting::none ? 3 * K : 0,
                                        options.periodic));
      for (int k = 0; k <= 2 * K; ++k) tables[k].set(s, all.back().diagonals[k]);
      tables[2 * K + 1].set(s, all.back().b);
    }
    std::array<typename Batch::View, 2 * K + 1> d;
    for (int k = 0; k <= 2 * K; ++k) d[k] = tables[k].view;
    auto const &b = tables[2 * K + 1], &x = tables[2 * K + 2];
    solve(matrix(d), b.view, x.view, options);
    for (std::int64_t s = 0; s < systems; ++s) {
      ASSERT_TRUE(same_bits(b.get(s), all[s].b));
      ASSERT_TRUE(same_bits(x.get(s), solve_alone<K>(all[s], options))) << "system " << s;
    }
    solve(matrix(d), b.view, b.view, options);
    for (std::int64_t s = 0; s < systems; ++s) ASSERT_TRUE(same_bits(b.get(s), x.get(s))) << "system " << s;
  }

  /// The columns of B in a layout, for one matrix.
  template <int K, class Layout>
  void check_right_hand_sides(std::int64_t n, std::int64_t columns) const {
    auto system = random_banded<T, K>(n, 3);
    std::array<Vector, 2 * K + 1> d;
    for (int k = 0; k <= 2 * K; ++k) d[k] = to_view<Space>(system.diagonals[k]);
    Table<T, Layout, Space> const B(n, columns, 0), X(n, columns, 1);
    for (std::int64_t s = 0; s < columns; ++s) B.set(s, test_vector<T>(n, static_cast<unsigned>(s)));
    solve(matrix(d), B.view, X.view, {});
    for (std::int64_t s = 0; s < columns; ++s) {
      system.b = test_vector<T>(n, static_cast<unsigned>(s));
      ASSERT_TRUE(same_bits(X.get(s), solve_alone<K>(system, {}))) << n << " rows, column " << s;
    }
  }

  /// Memory that a call finds in its workspace: all bits set, NaN as numbers.
  static void set_all_bits(Workspace<Space>& workspace, std::int64_t bytes) {
    using Bytes = Kokkos::View<unsigned char*, Space>;
    typename Workspace<Space>::Frame const frame(workspace);
    Kokkos::deep_copy(workspace.template take<Bytes>(typename C::Exec(), bytes), static_cast<unsigned char>(0xff));
  }

  /// Enough interleaved systems for a thread each, all of which are compared with the reference.
  template <int K>
  void check_threads(std::int64_t n, Pivoting pivoting) const {
    using Batch = Kokkos::View<T**, Kokkos::LayoutRight, Space>;
    std::int64_t const systems = 4096 + 3;
    std::array<Batch, 2 * K + 1> d;
    Batch const b("Araios::test::b", n, systems), x("Araios::test::x", n, systems);
    auto const host_b = Kokkos::create_mirror_view(b);
    std::array<Impl::HostMirror<Batch>, 2 * K + 1> host;
    for (int k = 0; k <= 2 * K; ++k) {
      d[k] = Batch("Araios::test::d", n, systems);
      host[k] = Kokkos::create_mirror_view(d[k]);
    }
    std::vector<BandedSystem<T, K>> all;
    for (std::int64_t s = 0; s < systems; ++s) {
      all.push_back(random_banded<T, K>(n, static_cast<unsigned>(s), pivoting == Pivoting::none ? 3 * K : 0));
      for (std::int64_t i = 0; i < n; ++i) {
        for (int k = 0; k <= 2 * K; ++k) host[k](i, s) = all.back().diagonals[k][i];
        host_b(i, s) = all.back().b[i];
      }
    }
    for (int k = 0; k <= 2 * K; ++k) Kokkos::deep_copy(d[k], host[k]);
    Kokkos::deep_copy(b, host_b);
    Workspace<Space> workspace;
    set_all_bits(workspace, n * systems * (2 * K + 1) * static_cast<std::int64_t>(sizeof(T)));
    solve(matrix(d), b, x, {.pivoting = pivoting}, workspace);
    auto const result = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), x);
    for (std::int64_t s = 0; s < systems; ++s) {
      std::vector<T> column(n);
      for (std::int64_t i = 0; i < n; ++i) column[i] = result(i, s);
      ASSERT_LE(backward_error(all[s], column), 10) << n << " rows, system " << s;
    }
    solve(matrix(d), b, b, {.pivoting = pivoting});
    auto const in_place = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), b);
    for (std::int64_t s = 0; s < systems; ++s)
      for (std::int64_t i = 0; i < n; ++i) ASSERT_EQ(in_place(i, s), result(i, s));
  }
};
TYPED_TEST_SUITE(BandedBatch, AllCases, CaseName);

TYPED_TEST(BandedBatch, gives_the_bits_of_each_system) {
  for (std::int64_t const n : {1, 2, 3, 4, 17, 30, 31, 64, 100, 1000, 2000})
    for (std::int64_t const systems : {1, 3, 70}) {
      if (n * systems > 70000) continue;
      for (bool const periodic : {false, true}) {
        this->template check_batch<1, Kokkos::LayoutLeft>(n, systems, 0, {.periodic = periodic});
        this->template check_batch<1, Kokkos::LayoutRight>(n, systems, 0, {.periodic = periodic});
        this->template check_batch<2, Kokkos::LayoutLeft>(n, systems, 0, {.periodic = periodic});
      }
      this->template check_batch<1, Kokkos::LayoutLeft>(n, systems, 5, {.pivoting = Pivoting::none});
      this->template check_batch<2, Kokkos::LayoutRight>(n, systems, 5, {});
    }
}

TYPED_TEST(BandedBatch, many_right_hand_sides_give_the_bits_of_each) {
  for (std::int64_t const n : {1, 5, 100, 3000})
    for (std::int64_t const columns : {1, 2, 33}) {
      this->template check_right_hand_sides<1, Kokkos::LayoutLeft>(n, columns);
      this->template check_right_hand_sides<1, Kokkos::LayoutRight>(n, columns);
      this->template check_right_hand_sides<2, Kokkos::LayoutRight>(n, columns);
    }
}

TYPED_TEST(BandedBatch, many_interleaved_systems_are_solved_by_a_thread_each) {
  for (std::int64_t const n : {1, 2, 3, 5, 24})
    for (auto const pivoting : {Pivoting::scaled_partial, Pivoting::none}) {
      this->template check_threads<1>(n, pivoting);
      this->template check_threads<2>(n, pivoting);
    }
}

template <class Layout>
void check_names_the_system(std::int64_t n, std::int64_t systems) {
  using Exec = Kokkos::DefaultExecutionSpace;
  using Batch = Kokkos::View<double**, Layout, Exec::memory_space>;
  Exec const exec;
  Batch const off("Araios::test::off", n, systems), on("Araios::test::on", n, systems),
      b("Araios::test::b", n, systems);
  Kokkos::deep_copy(on, 2.0);
  std::int64_t const row = n - 2, system = systems - 2;
  for (std::int64_t const s : {system, systems - 1})
    Kokkos::deep_copy(Kokkos::subview(on, s == system ? row : 0, s), 0.0);
  EXPECT_EQ(refusal([&] { tridiagonal_solve(exec, TridiagonalMatrix{off, on, off}, b, b); }),
            "Araios::tridiagonal_solve: the pivot of row " + std::to_string(row) + " of system " +
                std::to_string(system) + " is 0; the matrix is singular");
  Kokkos::View<std::int64_t, Exec::memory_space> const zero("Araios::test::zero");
  tridiagonal_solve(exec, TridiagonalMatrix{off, on, off}, b, b, zero);
  EXPECT_EQ(read_back(exec, zero, "Araios::test"), system * n + row);
}

TEST(BandedBatchFailures, a_singular_matrix_names_its_system) {
  check_names_the_system<Kokkos::LayoutLeft>(5, 70);
  check_names_the_system<Kokkos::LayoutLeft>(100, 7);
  check_names_the_system<Kokkos::LayoutLeft>(3000, 3);
  check_names_the_system<Kokkos::LayoutRight>(100, 7);
  check_names_the_system<Kokkos::LayoutRight>(10, 5000);
}

// A thread for each system does not scale its rows: it has no reciprocal of the smallest pivots, and says so.
TEST(BandedBatchFailures, a_pivot_without_a_reciprocal_names_its_system) {
  using Exec = Kokkos::DefaultExecutionSpace;
  using Batch = Kokkos::View<double**, Kokkos::LayoutRight, Exec::memory_space>;
  Exec const exec;
  Batch const off("Araios::test::off", 3, 5000), on("Araios::test::on", 3, 5000), b("Araios::test::b", 3, 5000);
  Kokkos::deep_copy(on, 2.0);
  Kokkos::deep_copy(Kokkos::subview(on, 1, 4321), 1e-310);
  for (auto const pivoting : {Pivoting::scaled_partial, Pivoting::none})
    EXPECT_EQ(refusal([&] {
                tridiagonal_solve(exec, TridiagonalMatrix{off, on, off}, b, b, {.pivoting = pivoting});
              }).find("Araios::tridiagonal_solve: the pivot of row 1 of system 4321 is 0"),
              0u);
}

// Rows of one long system are scaled where a part of them has been reduced, but not before.
TEST(BandedBatchFailures, a_pivot_without_a_reciprocal_names_its_row) {
  using Exec = Kokkos::DefaultExecutionSpace;
  using Rows = Kokkos::View<double*, Exec::memory_space>;
  Exec const exec;
  for (int const n : {10, 30, 5000})
    for (int const row : {5, n - 4})
      for (auto const pivoting : {Pivoting::scaled_partial, Pivoting::none}) {
        Rows const off("Araios::test::off", n), on("Araios::test::on", n), b("Araios::test::b", n);
        Kokkos::deep_copy(on, 2.0);
        Kokkos::deep_copy(Kokkos::subview(on, row), 1e-310);
        Kokkos::deep_copy(b, 1e-310);
        std::string const said =
            refusal([&] { tridiagonal_solve(exec, TridiagonalMatrix{off, on, off}, b, b, {.pivoting = pivoting}); });
        // Where the row was scaled before, x is the solution.
        auto const x = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), b);
        EXPECT_TRUE(said.find("the pivot of row " + std::to_string(row) + " is 0") != said.npos ||
                    (said.empty() && x(row) == 1))
            << n << ' ' << row << ' ' << said << ' ' << x(row);
      }
}

TEST(BandedBatchFailures, name_both_shapes) {
  using Exec = Kokkos::DefaultExecutionSpace;
  using Batch = Kokkos::View<double**, Kokkos::LayoutLeft, Exec::memory_space>;
  Exec const exec;
  Batch const a("Araios::test::a", 5, 4), x("Araios::test::x", 5, 3), empty("Araios::test::empty", 5, 0);
  EXPECT_EQ(refusal([&] { tridiagonal_solve(exec, TridiagonalMatrix{a, a, a}, a, x); }),
            "Araios::tridiagonal_solve: columns of lower, columns of x (4 != 3)");
  tridiagonal_solve(exec, TridiagonalMatrix{empty, empty, empty}, empty, empty);
}

}  // namespace tridiagonal_batch_test
