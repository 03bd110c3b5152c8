// SPDX-License-Identifier: Apache-2.0
//
// Matrices of a user as arguments: a type with a MatrixAdapter, a class derived from CsrMatrix, and one with the members
// of a KokkosSparse::CrsMatrix give every function the same entries as the CsrMatrix of the same arrays.

#include <Araios/Araios.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "support/matrices.hpp"
#include "support/other_matrices.hpp"

namespace library_own_matrix_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Csr = CsrMatrix<double, int, int, Space>;
using Coo = CooMatrix<double, int, int, Space>;

/// What functions return, by the name of the function.
class Results {
 public:
  explicit Results(Exec const& exec) : exec_(exec) {}

  template <class Result>
  void add(char const* function, Result const& result) {
    auto& numbers = all_.emplace_back(function, std::vector<double>()).second;
    if constexpr (Kokkos::is_view<Result>::value) {
      append(numbers, result);
    } else if constexpr (std::is_arithmetic_v<Result> || std::is_enum_v<Result>) {
      numbers.push_back(static_cast<double>(result));
    } else if constexpr (SparseMatrix<Result>) {
      auto const A = convert<Format::csr>(exec_, result);
      numbers = {double(A.num_rows()), double(A.num_cols())};
      append(numbers, A.row_map);
      append(numbers, A.entries);
      if constexpr (!is_pattern_v<ScalarOf<Result>>) append(numbers, A.values);
    } else {
      numbers = {double(result.length())};
      append(numbers, result.indices);
      if constexpr (!is_pattern_v<typename Result::Scalar>) append(numbers, result.values);
    }
  }

  auto const& all() const { return all_; }

 private:
  template <class View>
  void append(std::vector<double>& numbers, View const& view) const {
    exec_.fence();
    auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
    for (std::size_t i = 0; i < host.extent(0); ++i) {
      if constexpr (int(View::rank) == 1)
        numbers.push_back(static_cast<double>(host(i)));
      else
        for (std::size_t j = 0; j < host.extent(1); ++j) numbers.push_back(static_cast<double>(host(i, j)));
    }
  }

  Exec exec_;
  std::vector<std::pair<std::string, std::vector<double>>> all_;
};

Kokkos::View<double*, Space> vector_of(double x) {
  Kokkos::View<double*, Space> const v("v", 60);
  Kokkos::deep_copy(v, x);
  return v;
}

/// Products with vectors and with matrices.
template <class Matrix>
void products(Results& results, Exec const& exec, Matrix const& A) {
  auto const x = vector_of(1.5), y = vector_of(0.5);
  spmv(exec, 2.0, A, x, 1.0, y);
  results.add("spmv", y);
  spmv(exec, 2.0, A, x, 0.0, y, {.op = Op::transpose, .method = SpmvMethod::merge});
  results.add("spmv, transposed", y);
  SpmvPlan const plan(exec, A);
  spmv(exec, plan, 3.0, A, x, 0.0, y);
  results.add("spmv with a plan", y);
  Kokkos::View<double**, Space> const X("X", 60, 3), Y("Y", 60, 3);
  Kokkos::deep_copy(X, 0.25);
  spmm(exec, 1.0, A, X, 0.0, Y);
  results.add("spmm", Y);
  auto const row = extract_row(exec, A, 3);
  results.add("extract_row", row);
  results.add("extract_column", extract_column(exec, A, 3));
  results.add("spmspv", spmspv(exec, A, row));
  auto const some = sparse_to_bitmap(exec, row), reached = allocate_bitmap(exec, "reached", 60);
  mxv(exec, A, some, reached);
  results.add("mxv", reached.words);
  vxm(exec, some, A, reached);
  results.add("vxm", reached.words);
  results.add("multiply", multiply(exec, A, A));
  results.add("multiply<MinPlus>", multiply<MinPlus>(exec, A, A, MultiplyOptions{}));
  MultiplyPlan const product(exec, A, A);
  results.add("multiply with a plan", multiply(exec, product, A, A));
  GalerkinPlan const triple(exec, A, A, A);
  results.add("multiply with a plan of three", multiply(exec, triple, A, A, A));
  results.add("multiply_masked", multiply_masked(exec, A, A, A));
  results.add("multiply_add", multiply_add(exec, A, A, A));
  results.add("multiply_add_masked", multiply_add_masked(exec, A, A, A, A));
  results.add("multiply_transposed", multiply_transposed(exec, A, A));
  results.add("multiply_by_transposed", multiply_by_transposed(exec, A, A));
  results.add("kronecker", kronecker(exec, A, A));
  results.add("transitive_closure", transitive_closure(exec, A));
}

struct Square {
  KOKKOS_FUNCTION double operator()(double value) const { return value * value; }
};
struct IsPositive {
  KOKKOS_FUNCTION bool operator()(int, int, double value) const { return value > 0; }
};

/// Functions of each entry, parts, and conversions.
template <class Matrix>
void entries(Results& results, Exec const& exec, Matrix const& A, Kokkos::View<char*, Space> const& marks) {
  results.add("elementwise_union", elementwise_union(exec, Max{}, A, A));
  results.add("elementwise_intersection", elementwise_intersection(exec, Min{}, A, A));
  results.add("elementwise_add", elementwise_add(exec, A, A));
  results.add("elementwise_add, scaled", elementwise_add(exec, 2.0, A, 3.0, A));
  results.add("elementwise_subtract", elementwise_subtract(exec, A, A));
  results.add("elementwise_multiply", elementwise_multiply(exec, A, A));
  results.add("elementwise_difference", elementwise_difference(exec, A, tril(exec, A)));
  results.add("elementwise_xor", elementwise_xor(exec, A, triu(exec, A, 1)));
  results.add("select_marked", select_marked(exec, A, marks));
  results.add("band", band(exec, A, -5, 5));
  results.add("diagonal_part", diagonal_part(exec, A));
  results.add("off_diagonal_part", off_diagonal_part(exec, A));
  results.add("submatrix", submatrix(exec, A, {2, 30}, {5, 50}));
  results.add("assign", assign(exec, A, {0, 60}, {0, 60}, A));
  results.add("scale_rows", scale_rows(exec, vector_of(2), A));
  results.add("scale_columns", scale_columns(exec, A, vector_of(2)));
  results.add("extract_diagonal", extract_diagonal(exec, A));
  results.add("transpose", transpose(exec, A));
  results.add("transpose, radix", transpose(exec, A, {.method = TransposeMethod::radix}));
  TransposePlan const plan(exec, A);
  results.add("transpose with a plan", transpose(exec, plan, A));
  results.add("copy", copy(exec, A));
  results.add("copy_to", copy_to<Kokkos::HostSpace>(A).values);
  results.add("transform_values", transform_values(exec, Square{}, A));
  results.add("select", select(exec, A, IsPositive{}));
  Kokkos::View<int*, Space> const indices("indices", 60), positions("positions", 60);
  find_entries(exec, A, indices, indices, positions);
  results.add("find_entries", positions);
  results.add("convert to CSR", convert<Format::csr>(exec, A));
  results.add("convert to CSC", convert<Format::csc>(exec, A));
  results.add("convert to SELL", convert<Format::sell>(exec, A, {.chunk = 8}));
  results.add("sort_rows", sort_rows(exec, A));
  results.add("sum_duplicates", sum_duplicates(exec, A));
  results.add("csr_to_dense", csr_to_dense(exec, A, 0.0));
}

/// Sums, statistics and choices.
template <class Matrix>
void sums(Results& results, Exec const& exec, Matrix const& A) {
  results.add("reduce", reduce(exec, A));
  results.add("reduce_rows", reduce_rows(exec, A));
  results.add("reduce_columns", reduce_columns<Max>(exec, A));
  results.add("nonempty_rows", nonempty_rows(exec, A));
  results.add("nonempty_columns", nonempty_columns(exec, A));
  results.add("equal", equal(exec, A, A));
  results.add("find_fault", find_fault(exec, A, {.order = Order::strict}).has_value());
  EXPECT_NO_THROW(validate(exec, A));
  results.add("sell_slots", sell_slots(exec, A));
  results.add("hyb_split", hyb_split(exec, A).width);
  results.add("is_hypersparse_better", is_hypersparse_better(exec, A));
  results.add("row_statistics", row_statistics(exec, A).mean);
  Kokkos::View<int*, Space> const counts("counts", 8);
  row_length_histogram(exec, A, counts);
  results.add("row_length_histogram", counts);
  results.add("choose_format", choose_format(exec, A).format);
  results.add("reverse_cuthill_mckee", reverse_cuthill_mckee(exec, A));
}

template <class Matrix>
void graphs(Results& results, Exec const& exec, Matrix const& A) {
  auto const G = simple_graph(exec, A);
  results.add("simple_graph", G);
  results.add("find_not_simple", find_not_simple(exec, A).has_value());
  results.add("bfs_levels", bfs_levels(exec, A, 0));
  Kokkos::View<int*, Space> const levels("levels", 60);
  bfs_levels(exec, A, transpose(exec, A), 0, levels);
  results.add("bfs_levels with a transpose", levels);
  results.add("count_triangles", count_triangles(exec, A));
  results.add("orient", count_candidates(exec, orient(exec, A)));
  results.add("edge_triangles", edge_triangles(exec, A));
  results.add("vertex_triangles", vertex_triangles(exec, A));
  results.add("local_clustering", local_clustering(exec, A));
  results.add("clustering", clustering(exec, A).transitivity);
  results.add("truss_numbers", truss_numbers(exec, A));
  results.add("k_truss", k_truss(exec, 3, A));
  results.add("count_cliques", count_cliques(exec, 4, A));
  results.add("update_triangles", update_triangles(exec, G, count_triangles(exec, G), A, A).triangles);
}

template <class Matrix>
Results all_of(Matrix const& A, Kokkos::View<char*, Space> const& marks) {
  Exec const exec;
  Results results(exec);
  products(results, exec, A);
  entries(results, exec, A, marks);
  sums(results, exec, A);
  graphs(results, exec, A);
  return results;
}

void expect_same(Results const& found, Results const& expected) {
  ASSERT_EQ(found.all().size(), expected.all().size());
  for (std::size_t k = 0; k < expected.all().size(); ++k)
    EXPECT_EQ(found.all()[k].second, expected.all()[k].second) << expected.all()[k].first;
}

/// Values are small integers, so that sums are exact in any order.
Csr matrix() {
  auto host = from_rows<double, int, int>(random_rows(60, 60, 6, Rows::uniform, false, 7), 60);
  for (std::size_t p = 0; p < host.values.size(); ++p) host.values[p] = double(p % 7) - 3;
  return to_csr<Space>(host);
}

TEST(OwnMatrix, gives_what_the_csr_matrix_of_its_arrays_gives) {
  auto const A = matrix();
  Kokkos::View<char*, Space> const marks("marks", A.nnz());
  Kokkos::deep_copy(Kokkos::subview(marks, std::make_pair(0, A.nnz() / 2)), char(1));
  auto const expected = all_of(A, marks);
  for (auto const& [function, numbers] : expected.all()) EXPECT_FALSE(numbers.empty()) << function;
  {
    SCOPED_TRACE("a type with a MatrixAdapter");
    expect_same(all_of(OwnRows(A), marks), expected);
  }
  {
    SCOPED_TRACE("a class derived from CsrMatrix");
    expect_same(all_of(DerivedFrom(A), marks), expected);
  }
  {
    SCOPED_TRACE("a type with the members of a KokkosSparse::CrsMatrix");
    expect_same(all_of(LikeKokkosSparse(A), marks), expected);
  }
}

/// Functions of a list of entries; B is a matrix of the library.
template <class Matrix>
Results all_of_list(Matrix const& A, Csr const& B) {
  Exec const exec;
  Results results(exec);
  auto const y = vector_of(0);
  spmv(exec, 2.0, A, vector_of(1), 0.0, y);
  results.add("spmv", y);
  Kokkos::View<double**, Space> const X("X", 60, 3), Y("Y", 60, 3);
  Kokkos::deep_copy(X, 0.25);
  spmm(exec, 1.0, A, X, 0.0, Y);
  results.add("spmm", Y);
  results.add("convert to CSR", convert<Format::csr>(exec, A));
  results.add("convert to ELL", convert<Format::ell>(exec, A));
  results.add("multiply", multiply(exec, A, A));
  results.add("multiply by CSR", multiply(exec, A, B));
  results.add("multiply CSR", multiply(exec, B, A));
  results.add("elementwise_union", elementwise_union(exec, Max{}, A, A));
  results.add("elementwise_intersection", elementwise_intersection(exec, Min{}, A, B));
  results.add("elementwise_add", elementwise_add(exec, A, A));
  results.add("elementwise_add, scaled", elementwise_add(exec, 2.0, A, 3.0, B));
  results.add("elementwise_subtract", elementwise_subtract(exec, A, B));
  results.add("elementwise_multiply", elementwise_multiply(exec, A, A));
  results.add("elementwise_difference", elementwise_difference(exec, A, tril(exec, B)));
  results.add("elementwise_xor", elementwise_xor(exec, A, triu(exec, B, 1)));
  results.add("transpose", transpose(exec, A));
  results.add("kronecker", kronecker(exec, A, A));
  results.add("submatrix", submatrix(exec, A, {2, 30}, {5, 50}));
  results.add("equal", equal(exec, A, B));
  Kokkos::View<int*, Space> const rows("rows", 60), found("found", 60);
  contains(exec, A, rows, rows, found);
  results.add("contains", found);
  results.add("find_fault", find_fault(exec, A, {.order = Order::strict}).has_value());
  EXPECT_NO_THROW(validate(exec, A));
  results.add("copy", copy(exec, A));
  results.add("copy_to", copy_to<Kokkos::HostSpace>(A).values);
  return results;
}

TEST(OwnMatrix, of_another_format_is_an_argument_of_its_functions) {
  auto const A = matrix();
  auto const list = convert<Format::coo>(Exec(), A);
  using Own = OwnList<Coo>;
  static_assert(format_of_v<Own> == Format::coo && MatrixOf<Own, Exec> && !CsrOf<Own, Exec>);
  auto const expected = all_of_list(list, A);
  {
    SCOPED_TRACE("a type with a MatrixAdapter");
    expect_same(all_of_list(Own(list), A), expected);
  }
  {
    SCOPED_TRACE("a class derived from CooMatrix");
    expect_same(all_of_list(DerivedFrom(list), A), expected);
  }
}

TEST(OwnMatrix, is_borrowed_and_not_copied) {
  Exec const exec;
  auto const A = matrix();
  OwnRows const own(A);
  auto const B = convert<Format::csr>(exec, own);
  static_assert(std::is_same_v<std::remove_const_t<decltype(B)>, Csr>);
  EXPECT_EQ(B.entries.data(), A.entries.data());
  EXPECT_EQ(B.values.data(), A.values.data());
}

}  // namespace library_own_matrix_test
