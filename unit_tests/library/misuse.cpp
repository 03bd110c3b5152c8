// SPDX-License-Identifier: Apache-2.0
//
// Calls that public bug reports know from other libraries: plans used with other matrices, outputs in arrays that are
// read, numbers out of range, stray bits, copies of hash tables, repeated indices, narrow integers, objects made by
// default. Each is refused, or does what its doc block says.

#include <Araios/bitmap.hpp>
#include <Araios/build.hpp>
#include <Araios/convert.hpp>
#include <Araios/galerkin_plan.hpp>
#include <Araios/generate/kronecker_star.hpp>
#include <Araios/generate/stencil.hpp>
#include <Araios/graph.hpp>
#include <Araios/multiply_masked.hpp>
#include <Araios/multiply_plan.hpp>
#include <Araios/multiply_transposed.hpp>
#include <Araios/mxv.hpp>
#include <Araios/reduce.hpp>
#include <Araios/spmspv.hpp>
#include <Araios/spmv_plan.hpp>
#include <Araios/transpose_plan.hpp>
#include <Araios/triangles.hpp>
#include <Araios/truss.hpp>
#include <Araios/update_csr.hpp>
#include <Araios/update_dok.hpp>
#include <Araios/update_triangles.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "support/matrices.hpp"
#include "support/refusals.hpp"

namespace library_misuse_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Boolean = CsrMatrix<Pattern, int, int, Space>;
using Ints = Kokkos::View<int*, Space>;

Boolean boolean(std::vector<std::vector<std::int64_t>> const& rows, std::int64_t n) {
  return to_csr<Space>(from_rows<Pattern, int, int>(rows, n));
}
/// The edges of a triangle and a tail.
Boolean a_graph() { return boolean({{1, 2}, {0, 2}, {0, 1, 3}, {2}}, 4); }

bool says(std::string const& sentence, std::string const& begin, std::string const& part = "") {
  return sentence.rfind(begin, 0) == 0 && sentence.find(part) != std::string::npos;
}
#define EXPECT_SAYS(begin, part, call)                                     \
  do {                                                                     \
    std::string const sentence = refusal([&] { call; });                   \
    EXPECT_TRUE(says(sentence, begin, part)) << #call << ": " << sentence; \
  } while (false)

TEST(MisusedPlans, of_other_matrices_are_refused_without_values_too) {
  Exec const exec;
  auto const A = a_graph();
  auto const B = boolean({{1}, {0, 2}, {0, 1, 2, 3}, {2}}, 4);  // as many entries
  auto const C = boolean({{1}, {0}}, 2);
  MultiplyPlan const plan(exec, A, A);
  EXPECT_NO_THROW(multiply(exec, plan, A, A));
  EXPECT_SAYS("Araios::multiply: ", "row_map and entries of A", multiply(exec, plan, B, A));
  EXPECT_SAYS("Araios::multiply: ", "row_map and entries of B", multiply(exec, plan, A, B));
  EXPECT_SAYS("Araios::multiply: ", "4 x 4 A, not of one of 2 x 2", multiply(exec, plan, C, C));
  auto const of_numbers = [](Boolean const& P) {
    Kokkos::View<double*, Space> const ones("Araios::test", static_cast<std::size_t>(P.nnz()));
    Kokkos::deep_copy(ones, 1.0);
    return CsrMatrix<double, int, int, Space>(P.num_rows(), P.num_cols(), P.row_map, P.entries, ones);
  };
  GalerkinPlan const galerkin(exec, A, A, A);
  Kokkos::View<double*, Space> const values("Araios::test", static_cast<std::size_t>(galerkin.nnz()));
  EXPECT_NO_THROW(galerkin.multiply_values(exec, of_numbers(A), of_numbers(A), of_numbers(A), values));
  EXPECT_SAYS("Araios::GalerkinPlan", "entries of R",
              galerkin.multiply_values(exec, of_numbers(B), of_numbers(A), of_numbers(A), values));
  EXPECT_SAYS("Araios::GalerkinPlan", "entries of P",
              galerkin.multiply_values(exec, of_numbers(A), of_numbers(A), of_numbers(B), values));
}

/// Plans of each kind, moved from, with other values, and after row_map or entries changed.
TEST(MisusedPlans, follow_or_refuse_what_changed) {
  Exec const exec;
  using Csr = CsrMatrix<double, int, int, Space>;
  auto const matrix = [] { return to_csr<Space>(from_rows<double, int, int>({{0, 1}, {1, 2}, {0, 2, 3}, {3}}, 4)); };
  auto const of_values = [&](Csr const& A, double value) {
    Kokkos::View<double*, Space> const values("Araios::test", static_cast<std::size_t>(A.nnz()));
    Kokkos::deep_copy(values, value);
    return Csr(4, 4, A.row_map, A.entries, values);
  };
  auto const change = [](Csr const& A) {
    Kokkos::deep_copy(Kokkos::subview(Kokkos::View<int*, Space>(const_cast<int*>(A.entries.data()), 8), 0), 3);
  };
  Kokkos::View<double*, Space> const x("Araios::test", 4), y("Araios::test", 4);
  Kokkos::deep_copy(x, 1.0);
  ValidationScope const scope;
  auto const sums = [&](auto const& plan, Csr const& A) {
    spmv(exec, plan, 1.0, A, x, 0.0, y);
    return to_vector(y);
  };
  for (auto const op : {Op::none, Op::transpose})
    for (std::int64_t const applications : {1, 100})
      for (auto const method : {SpmvMethod::rows, SpmvMethod::merge}) {
        auto const A = matrix();
        SpmvPlan plan(exec, A, {op, method, applications});
        auto const other = std::move(plan);
        auto const before = sums(other, A);
        EXPECT_EQ(sums(plan, A), before) << "what was moved from stays a plan";
        auto const ones = of_values(A, 1.0);
        std::vector<double> const expected =
            op == Op::none ? std::vector<double>{2, 2, 3, 1} : std::vector<double>{2, 2, 2, 2};
        if (op == Op::none || plan.scatters()) {
          EXPECT_EQ(sums(plan, ones), expected);
        } else {
          EXPECT_SAYS("Araios::spmv: the plan holds the values of another array", "update", sums(plan, ones));
          plan.update(exec, ones);
          EXPECT_EQ(sums(plan, ones), expected);
          EXPECT_EQ(sums(other, ones), expected) << "copies share their values";
          EXPECT_SAYS("Araios::spmv: the plan holds the values of another array", "update", sums(other, A));
        }
        change(A);
        EXPECT_SAYS("Araios::spmv: operand A: ", "changed", sums(other, ones));
      }
  auto const A = matrix();
  MultiplyPlan product(exec, A, A);
  GalerkinPlan galerkin(exec, A, A, A);
  TransposePlan transposition(exec, A);
  auto const values = to_vector(multiply(exec, A, A).values);
  auto const transposed = to_vector(transpose(exec, A).values);
  {
    auto const one = std::move(product);
    auto const two = std::move(galerkin);
    auto const three = std::move(transposition);
  }
  EXPECT_EQ(to_vector(multiply(exec, product, A, A).values), values);
  EXPECT_EQ(to_vector(transpose(exec, transposition, A).values), transposed);
  Kokkos::View<double*, Space> const results("Araios::test", static_cast<std::size_t>(galerkin.nnz()));
  EXPECT_NO_THROW(galerkin.multiply_values(exec, A, A, A, results));
  change(A);
  EXPECT_SAYS("Araios::MultiplyPlan::multiply_values: operand A: ", "changed", multiply(exec, product, A, A));
  EXPECT_SAYS("Araios::MultiplyPlan::multiply_values: operand A: ", "changed",
              galerkin.multiply_values(exec, A, A, A, results));
  EXPECT_SAYS("Araios::transpose: ", "0", transpose(exec, transposition, A));
}

TEST(MisusedOutputs, overlap_of_what_is_read_is_refused) {
  Exec const exec;
  auto const A = a_graph();
  Ints const entries(const_cast<int*>(A.entries.data()), 4);
  EXPECT_SAYS("Araios::bfs_levels: ", "levels", bfs_levels(exec, A, 0, entries));
  EXPECT_SAYS("Araios::bfs_levels: ", "levels", bfs_levels(exec, A, A, 0, entries));
  Kokkos::View<std::uint32_t*, Space> const words("Araios::test", 3);
  using Words = std::pair<int, int>;
  BitmapVector<Space> const x(64, Kokkos::subview(words, Words(0, 2))), y(64, Kokkos::subview(words, Words(1, 3)));
  auto const wide = boolean(std::vector<std::vector<std::int64_t>>(64), 64);
  EXPECT_SAYS("Araios::mxv: ", "overlap", mxv(exec, wide, x, y));
  EXPECT_SAYS("Araios::vxm: ", "overlap", vxm(exec, x, wide, y));
  EXPECT_SAYS("Araios::bitmap_xor: ", "overlap", bitmap_xor(exec, x, x, y));
  EXPECT_NO_THROW(bitmap_xor(exec, x, x, x));
  MultiplyPlan const plan(exec, A, A);
  CsrMatrix<int, int, int, Space> const numbers(4, 4, A.row_map, A.entries, Ints("Araios::test", 8));
  Ints const in_plan(const_cast<int*>(plan.pattern().entries.data()), static_cast<std::size_t>(plan.nnz()));
  EXPECT_SAYS("Araios::MultiplyPlan", "the plan", plan.multiply_values(exec, numbers, numbers, in_plan));
  auto const graph = orient(exec, A);
  Ints const in_graph(const_cast<int*>(graph.upper.entries.data()), 4);
  EXPECT_SAYS("Araios::edge_supports: ", "graph.upper", edge_supports(exec, graph, in_graph));
  using Wide = Kokkos::View<std::int64_t*, Space>;
  Wide const wide_in_graph(reinterpret_cast<std::int64_t*>(in_graph.data()), 4);
  EXPECT_SAYS("Araios::vertex_triangles: ", "graph.upper", vertex_triangles(exec, graph, wide_in_graph));
  EXPECT_SAYS("Araios::truss_numbers: ", "graph.upper", truss_numbers(exec, graph, in_graph));
}

TEST(MisusedOptions, numbers_out_of_range_are_refused) {
  Exec const exec;
  auto const A = a_graph();
  constexpr auto lowest = std::numeric_limits<std::int64_t>::min();
  for (std::int64_t const bytes : {std::int64_t(0), std::int64_t(-1), lowest}) {
    EXPECT_SAYS("Araios::MultiplyPlan: max_workspace_bytes is ", std::to_string(bytes),
                MultiplyPlan(exec, A, A, {.max_workspace_bytes = bytes}));
    EXPECT_SAYS("Araios::count_triangles: max_workspace_bytes is ", std::to_string(bytes),
                count_triangles(exec, A, {.method = TriangleMethod::radix_binning, .max_workspace_bytes = bytes}));
  }
  EXPECT_SAYS("Araios::bfs_levels: SearchDirection", "7",
              bfs_levels(exec, A, 0, Ints("Araios::test", 4), {.direction = SearchDirection(7)}));
  EXPECT_SAYS("Araios::stencil_matrix: StencilShape has no enumerator ", "7",
              stencil_matrix(exec, {.shape = StencilShape(7)}));
  EXPECT_SAYS("Araios::star_product_matrix: StarLoop has no enumerator ", "7",
              star_product_matrix(exec, {{3}, StarLoop(7)}));
  EXPECT_SAYS("Araios::validate: Order has no enumerator ", "7", validate(exec, A, {Order(7)}));
  EXPECT_SAYS("Araios::test: negative size: -1 rows", "",
              (allocate_csr<Pattern, int, int>(exec, "Araios::test", -1, 0)));
  auto const none = boolean(std::vector<std::vector<std::int64_t>>(4), 4);
  for (std::int64_t const triangles : {lowest, std::int64_t(-1), std::numeric_limits<std::int64_t>::max()})
    EXPECT_SAYS("Araios::update_triangles: triangles is ", std::to_string(triangles),
                update_triangles(exec, A, triangles, none, none));
  Workspace<Space> workspace;
  constexpr auto greatest = std::numeric_limits<std::int64_t>::max();
  EXPECT_SAYS("Araios::Workspace::take: 9223372036854775807 elements of 8 bytes", "",
              (workspace.take<Kokkos::View<double*, Space>>(exec, greatest)));
  EXPECT_SAYS("Araios::test: 3000000000 entries", "std::int64_t",
              (allocate_csr<Pattern, int, int>(exec, "Araios::test", 1, 3'000'000'000)));
}

TEST(StrayBits, behind_the_end_do_not_count) {
  Exec const exec;
  auto const x = allocate_bitmap(exec, "Araios::test", 3), y = allocate_bitmap(exec, "Araios::test", 3),
             z = allocate_bitmap(exec, "Araios::test", 3);
  Kokkos::deep_copy(x.words, 0xFFFFFFF5u);
  Kokkos::deep_copy(y.words, 0x00000003u);
  EXPECT_EQ(count(exec, x), 2);
  bitmap_xor(exec, x, y, z);
  EXPECT_EQ(count(exec, z), 2);
  EXPECT_EQ(to_vector(z.words), (std::vector<std::uint32_t>{6}));
  EXPECT_EQ(to_vector(bitmap_to_sparse(exec, x).indices), (std::vector<int>{0, 2}));
  Kokkos::deep_copy(y.words, 0x00000005u);
  EXPECT_TRUE(equal(exec, x, y));
}

TEST(CopiesOfDok, keep_their_entries) {
  Exec const exec;
  auto D = allocate_dok<double, int, int>(exec, "Araios::test", 10, 10, 8);
  auto E = D;
  auto const at = [](int i) { return to_view<Space>(std::vector<int>{i}); };
  auto const value = [](double v) { return to_view<Space>(std::vector<double>{v}); };
  insert(exec, D, at(1), at(2), value(3));
  insert(exec, E, at(4), at(5), value(6));
  auto F = E;
  erase(exec, F, at(4), at(5));
  EXPECT_EQ(to_host(convert<Format::csr>(exec, D)).entries, (std::vector<int>{2}));
  EXPECT_EQ(to_host(convert<Format::csr>(exec, E)).entries, (std::vector<int>{5}));
  EXPECT_EQ(F.nnz(), 0);
}

TEST(RepeatedIndices, of_spmspv_are_counted_first) {
  Exec const exec;
  constexpr int n = 50'000;
  std::vector<std::int64_t> column(n);
  for (int i = 0; i < n; ++i) column[i] = i;
  auto const host = from_rows<Pattern, int, int>({column}, n);
  CscMatrix<Pattern, int, int, Space> const A(n, 1, to_view<Space>(host.row_map), to_view<Space>(host.entries));
  SparseVector<Pattern, int, Space> const x(1, Ints("Araios::test", n));
  EXPECT_SAYS("Araios::spmspv: x repeats indices", "2500000000", spmspv<OrAnd>(exec, A, x));
}

TEST(NarrowIntegers, products_and_sums_agree) {
  Exec const exec;
  using T = std::uint8_t;
  auto host = from_rows<T, int, int>({{0}}, 1);
  host.values = {200};
  auto const A = to_csr<Space>(host);
  auto const C = multiply_add(exec, A, A, A);
  static_assert(std::is_same_v<std::remove_const_t<decltype(C)::Scalar>, T>);
  EXPECT_EQ(to_host(C).values, (std::vector<T>{static_cast<T>(200 * 200 + 200)}));
}

TEST(DefaultMade, batch_refuses_changes) {
  Batch<double, int, Kokkos::HostSpace> const batch;
  EXPECT_SAYS("Araios::Batch: ", "allocate_batch", batch.set(0, 0, 1.0));
  EXPECT_SAYS("Araios::Batch: ", "allocate_batch", batch.remove(0, 0));
}

TEST(Messages, name_the_function_and_the_operand_of_the_caller) {
  Exec const exec;
  auto const numbers = [](std::vector<std::vector<std::int64_t>> const& rows, std::int64_t n) {
    return to_csr<Space>(from_rows<double, int, int>(rows, n));
  };
  auto const A = numbers({{0, 1}, {1}}, 2), twice = numbers({{1, 1}, {0}}, 2), wide = numbers({{0}, {1}}, 3);
  EXPECT_SAYS("Araios::multiply_by_transposed: B: row 0 repeats column 1", "sum_duplicates",
              multiply_by_transposed(exec, A, twice));
  EXPECT_SAYS("Araios::multiply_add_masked: ", "mask", multiply_add_masked(exec, A, twice, A, A));
  EXPECT_SAYS("Araios::multiply_add: ", "", multiply_add(exec, twice, A, A));
  EXPECT_SAYS("Araios::multiply_add: columns of C, columns of B", "3", multiply_add(exec, wide, A, A));
}

TEST(Validation, names_the_operation_the_operand_and_the_place) {
  Exec const exec;
  auto const A = a_graph();
  Kokkos::deep_copy(Kokkos::subview(Ints(const_cast<int*>(A.entries.data()), 8), 6), 9);
  bool const before = validation();
  {
    ValidationScope const scope;
    EXPECT_TRUE(validation());
    EXPECT_SAYS("Araios::reduce: operand A: ", "row 2", (reduce<Plus, int>(exec, A)));
    {
      ValidationScope const off(false);
      EXPECT_EQ((reduce<Plus, int>(exec, A)), 8);
    }
    EXPECT_TRUE(validation());
  }
  EXPECT_EQ(validation(), before);
}

}  // namespace library_misuse_test
