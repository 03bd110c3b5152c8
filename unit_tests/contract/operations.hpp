// SPDX-License-Identifier: Apache-2.0
//
// The operations of the library, by name, with the data that they run on. The contract tests loop over them.

#pragma once

#include <Araios/algebra.hpp>
#include <Araios/bitmap.hpp>
#include <Araios/build.hpp>
#include <Araios/choose_format.hpp>
#include <Araios/cliques.hpp>
#include <Araios/convert.hpp>
#include <Araios/core.hpp>
#include <Araios/elementwise.hpp>
#include <Araios/galerkin_plan.hpp>
#include <Araios/generate/banded.hpp>
#include <Araios/generate/citations.hpp>
#include <Araios/generate/kronecker_star.hpp>
#include <Araios/generate/random.hpp>
#include <Araios/generate/rmat.hpp>
#include <Araios/generate/stencil.hpp>
#include <Araios/generate/web_crawl.hpp>
#include <Araios/graph.hpp>
#include <Araios/kronecker.hpp>
#include <Araios/multiply_masked.hpp>
#include <Araios/multiply_plan.hpp>
#include <Araios/multiply_transposed.hpp>
#include <Araios/mxv.hpp>
#include <Araios/path_queries.hpp>
#include <Araios/primitives/bit_words.hpp>
#include <Araios/primitives/histogram.hpp>
#include <Araios/primitives/merge.hpp>
#include <Araios/primitives/pointers.hpp>
#include <Araios/primitives/radix_sort.hpp>
#include <Araios/primitives/scan.hpp>
#include <Araios/primitives/segmented_sort.hpp>
#include <Araios/reduce.hpp>
#include <Araios/row_statistics.hpp>
#include <Araios/select.hpp>
#include <Araios/simple_graph.hpp>
#include <Araios/spmm.hpp>
#include <Araios/spmspv.hpp>
#include <Araios/spmv.hpp>
#include <Araios/spmv_plan.hpp>
#include <Araios/submatrix.hpp>
#include <Araios/testing/count_allocations.hpp>
#include <Araios/testing/fail_allocation.hpp>
#include <Araios/transform.hpp>
#include <Araios/transpose.hpp>
#include <Araios/transpose_plan.hpp>
#include <Araios/triangles.hpp>
#include <Araios/truss.hpp>
#include <Araios/update_csr.hpp>
#include <Araios/update_dok.hpp>
#include <Araios/update_triangles.hpp>
#include <Araios/vector.hpp>

#include <any>
#include <functional>
#include <map>
#include <optional>
#include <string>

namespace contract_test {

using namespace Araios;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Ints = Kokkos::View<int*, Space>;
using Doubles = Kokkos::View<double*, Space>;

/// The workspace argument of an operation: one of the caller's, or none.
struct WorkspaceOrNone {
  Workspace<Space> callers;
  bool none = false;
  operator WorkspaceFor<Exec>() {
    if (none) return {};
    return callers;
  }
};

/// An instance that is not the default one, where a GPU has several; host spaces would split their threads.
Exec other_instance();
/// A matrix of full diagonals 0 and 1, and one half full, which every structured format can hold.
CsrMatrix<double, int, int, Space> structured_matrix(Exec const& exec);

/// Elements behind the end of each array of Data, where another array may be placed.
inline constexpr std::int64_t room = 1 << 18;

template <class View>
View with_room(std::int64_t length) {
  View const whole(Kokkos::view_alloc("Araios::test", Kokkos::WithoutInitializing), length + room);
  return Kokkos::subview(whole, std::pair<std::int64_t, std::int64_t>(0, length));
}
inline CsrArrays<double, int, int, Space> arrays_with_room(std::int64_t rows, std::int64_t nnz) {
  return {with_room<Ints>(rows + 1), with_room<Ints>(nnz), with_room<Doubles>(nnz)};
}

struct Data {
  static constexpr int m = 3000, n = 2500, k = 40000;
  Exec exec = other_instance();
  CsrArrays<double, int, int, Space> arrays = arrays_with_room(m, k);
  CsrArrays<double, int, int, Space> result = arrays_with_room(n, k);
  Ints keys = with_room<Ints>(k);
  Ints vector_indices = with_room<Ints>(m);  // those of row_map, which are sorted
  CsrMatrix<double, int, int, Space> A;
  CooMatrix<double, int, int, Space> coo;
  std::optional<std::pair<SpmvPlan<Exec, double, int, int>, SpmvPlan<Exec, double, int, int>>> spmv_plans;
  EllMatrix<double, int, int, Space> ell;
  HybMatrix<double, int, int, Space> hyb;
  JdsMatrix<double, int, int, Space> jds;
  SellMatrix<double, int, int, Space> sell;
  Doubles x = with_room<Doubles>(n), y = with_room<Doubles>(m);
  CsrMatrix<double, int, int, Space> structured = structured_matrix(exec);
  Doubles square_x = with_room<Doubles>(m), square_y = with_room<Doubles>(m);
  Kokkos::View<std::uint32_t*, Space> words{"Araios::test::words", 100};
  Kokkos::View<double**, Space> table{"Araios::test::table", 70, 70};
  std::optional<DiaMatrix<double, int, int, Space>> dia;
  std::optional<DiaCsrMatrix<double, int, int, Space>> dia_csr;
  std::optional<BsrMatrix<double, int, int, Space>> bsr;
  Kokkos::View<double**, Kokkos::LayoutRight, Space> by_rows{"Araios::test::by_rows", m, 35};
  Kokkos::View<double**, Kokkos::LayoutLeft, Space> by_columns{"Araios::test::by_columns", n, 35};
  WorkspaceOrNone workspace;
  std::optional<TransposePlan<Exec, int, int>> plan;
  static constexpr int some = 40;
  Ints some_indices = with_room<Ints>(some);
  std::optional<MultiplyPlan<Exec>> product_plan;
  std::optional<OrientedGraph<int, int, Space>> edges;
  CsrMatrix<Pattern, int, int, Space> theory;
  std::optional<LabelledGraph<int, int, Space>> graph;
  Doubles product_values;
  std::optional<DokMatrix<double, int, int, Space>> hash_table;
  std::optional<PacketMatrix<double, int, int, Space>> packets;
  HypersparseMatrix<double, int, int, Space> hypersparse;  // of structured

  Data();
  template <class Matrix>
  void multiply(Matrix const& matrix) {
    spmv(exec, 1., matrix, x, 0., y, {}, workspace);
  }
  DiaMatrix<double, int, int, Space> const& the_dia();
  DiaCsrMatrix<double, int, int, Space> const& the_dia_csr();
  BsrMatrix<double, int, int, Space> const& the_bsr();
  void transposition(TransposeMethod method);
  /// A number, and some elements, of the values of `result`.
  Kokkos::View<double, Space, Kokkos::MemoryUnmanaged> number() const;
  /// A Boolean vector in the memory of `result`, the k-th of several.
  BitmapVector<Space> bits(int k, int length) const;
  Doubles part(int length) const;
  TransposePlan<Exec, int, int> make_plan();
  template <class Matrix>
  void product(Matrix const& matrix, Op op) {
    spmv(exec, 2.0, matrix, square_x, 0.5, square_y, {.op = op}, workspace);
  }
  MultiplyPlan<Exec> const& the_product_plan();
  LabelledGraph<int, int, Space> const& the_graph();
  OrientedGraph<int, int, Space> const& the_edges();
  TransposePlan<Exec, int, int> const& the_plan();
  /// A as a table, and, with empty columns, in packets.
  DokMatrix<double, int, int, Space>& the_table();
  CsrMatrix<double, int, int, Space> square() const;
  PacketMatrix<double, int, int, Space> const& the_packets();
  Doubles vector(std::int64_t length) const;
};

using Operation = std::function<void(Data&)>;

/// Every operation whose doc block says: asynchronous, no allocation when the workspace has seen the size before.
std::map<std::string, Operation> asynchronous_operations();

/// An operation that allocates its result (which it returns, so that its end is not part of the record), and how many
/// fences its doc block admits.
struct Allocating {
  std::function<std::any(Data&)> run;
  int fences;
};

std::map<std::string, Allocating> allocating_operations();

/// All of them; the second kind with "_to_new" behind the name.
std::map<std::string, std::function<std::any(Data&)>> all_operations();

}  // namespace contract_test
