// SPDX-License-Identifier: Apache-2.0
//
// What the doc blocks promise beside the result: every kernel and allocation is labelled "Araios::", runs on the
// instance that was given, and fences and allocations are as many as the line "Asynchronous" says.

#include <Araios/algebra.hpp>
#include <Araios/bitmap.hpp>
#include <Araios/build.hpp>
#include <Araios/choose_format.hpp>
#include <Araios/cliques.hpp>
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
#include <Araios/operations/convert/bsr.hpp>
#include <Araios/operations/convert/compressed.hpp>
#include <Araios/operations/convert/dense.hpp>
#include <Araios/operations/convert/dia.hpp>
#include <Araios/operations/convert/dia_csr.hpp>
#include <Araios/operations/convert/dok.hpp>
#include <Araios/operations/convert/ell.hpp>
#include <Araios/operations/convert/hyb.hpp>
#include <Araios/operations/convert/hypersparse.hpp>
#include <Araios/operations/convert/jds.hpp>
#include <Araios/operations/convert/packet.hpp>
#include <Araios/operations/convert/sell.hpp>
#include <Araios/operations/convert/sparse_vector.hpp>
#include <Araios/path_queries.hpp>
#include <Araios/primitives/bit_words.hpp>
#include <Araios/primitives/expand.hpp>
#include <Araios/primitives/histogram.hpp>
#include <Araios/primitives/merge.hpp>
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
#include <gtest/gtest.h>

#include <any>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>

#include "support/tools_recorder.hpp"

namespace contract_test {

using namespace Araios;
using test::ToolsRecorder;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Ints = Kokkos::View<int*, Space>;
using Doubles = Kokkos::View<double*, Space>;

/// An instance that is not the default one, where a GPU has several; host spaces would split their threads.
Exec other_instance() { return Impl::is_gpu_v<Exec> ? Impl::separate_instance(Exec()) : Exec(); }

void fill_descending(Exec const& exec, Ints const& indices) {
  auto const last = static_cast<int>(indices.extent(0)) - 1;
  Kokkos::parallel_for(
      "Araios::test::descending", Impl::range(exec, last + 1),
      KOKKOS_LAMBDA(std::int64_t i) { indices(i) = last - static_cast<int>(i); });
}

void fill_matrix(Exec const& exec, CsrArrays<double, int, int, Space> const& A, std::int64_t m, std::int64_t n,
                 std::int64_t k) {
  Kokkos::parallel_for(
      "Araios::test::rows", Impl::range(exec, m + 1),
      KOKKOS_LAMBDA(std::int64_t i) { A.row_map(i) = static_cast<int>(i * k / m); });
  Kokkos::parallel_for(
      "Araios::test::entries", Impl::range(exec, k), KOKKOS_LAMBDA(std::int64_t p) {
        A.entries(p) = static_cast<int>(p * 7919 % n);
        A.values(p) = static_cast<double>(p);
      });
}

/// A matrix of full diagonals 0 and 1, and one half full, which every structured format can hold.
CsrMatrix<double, int, int, Space> structured_matrix(Exec const& exec) {
  int const m = 3000;
  int const nnz = 2 * m - 1 + (m - 3) / 2;
  auto const A = allocate_csr<double, int, int>(exec, "Araios::test", m, nnz);
  Kokkos::parallel_for(
      "Araios::test::structured", Impl::range(exec, m), KOKKOS_LAMBDA(std::int64_t row) {
        int const i = static_cast<int>(row);
        int p = 2 * i + (i > 4 ? (i - 3) / 2 : 0);
        A.row_map(i) = p;
        if (i + 1 == m) A.row_map(m) = nnz;
        if (i > 3 && i % 2 == 0) A.entries(p++) = i - 3;
        A.entries(p++) = i;
        if (i + 1 < m) A.entries(p) = i + 1;
      });
  Impl::fill(exec, A.values, 1.0);
  return {m, m, A};
}

/// A batch that sets `sets` entries of the matrix with full diagonals, and removes the next `removals`.
Batch<double, int, Space> batch_of(Exec const& exec, int sets, int removals) {
  auto const batch = allocate_batch<double>(exec, "Araios::test::batch", 100);
  Kokkos::parallel_for(
      "Araios::test::changes", Impl::range(exec, sets + removals), KOKKOS_LAMBDA(std::int64_t p) {
        int const i = static_cast<int>(p);
        if (i < sets)
          batch.set(i, i, 2.0);
        else
          batch.remove(i, i);
      });
  return batch;
}

struct EveryThird {
  KOKKOS_FUNCTION bool operator()(std::int64_t p) const { return p % 3 == 0; }
};

/// The workspace argument of an operation: one of the caller's, or none.
struct WorkspaceOrNone {
  Workspace<Space> callers;
  bool none = false;
  operator WorkspaceFor<Exec>() {
    if (none) return {};
    return callers;
  }
};

/// A path of two edges among 40 vertices.
LabelledEdges two_edges() {
  LabelledEdges edges(40);
  edges.add(0, 1, "a");
  edges.add(1, 2, "b");
  return edges;
}

struct IgnoreTriangle {
  KOKKOS_FUNCTION void operator()(std::int64_t, std::int64_t, std::int64_t) const {}
};

struct Data {
  static constexpr int m = 3000, n = 2500, k = 40000;
  Exec exec = other_instance();
  CsrArrays<double, int, int, Space> arrays = allocate_csr<double, int, int>(exec, "Araios::test", m, k);
  CsrArrays<double, int, int, Space> result = allocate_csr<double, int, int>(exec, "Araios::test", n, k);
  Ints keys{Kokkos::view_alloc("Araios::test::keys", Kokkos::WithoutInitializing), k};
  CsrMatrix<double, int, int, Space> A;
  CooMatrix<double, int, int, Space> coo;
  std::optional<std::pair<SpmvPlan<Exec, double, int, int>, SpmvPlan<Exec, double, int, int>>> spmv_plans;
  EllMatrix<double, int, int, Space> ell;
  HybMatrix<double, int, int, Space> hyb;
  JdsMatrix<double, int, int, Space> jds;
  SellMatrix<double, int, int, Space> sell;
  Doubles x{"Araios::test::x", n}, y{"Araios::test::y", m};
  CsrMatrix<double, int, int, Space> structured = structured_matrix(exec);
  Doubles square_x{"Araios::test::square_x", m}, square_y{"Araios::test::square_y", m};
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
  Ints some_indices{"Araios::test::some_indices", some};
  std::optional<MultiplyPlan<Exec>> product_plan;
  std::optional<OrientedGraph<int, int, Space>> edges;
  CsrMatrix<Pattern, int, int, Space> theory;
  std::optional<LabelledGraph<int, int, Space>> graph;
  Doubles product_values;
  std::optional<DokMatrix<double, int, int, Space>> hash_table;
  std::optional<PacketMatrix<double, int, int, Space>> packets;
  HypersparseMatrix<double, int, int, Space> hypersparse;  // of structured

  Data() {
    fill_matrix(exec, arrays, m, n, k);
    fill_matrix(exec, result, n, m, k);  // what sorts in place also reads its payloads
    exec.fence();
    A = CsrMatrix<double, int, int, Space>(m, n, arrays);
    fill_descending(exec, some_indices);
    coo = csr_to_coo(exec, A);
    spmv_plans.emplace(SpmvPlan(exec, {.method = SpmvMethod::merge}, A), SpmvPlan(exec, {.op = Op::transpose}, A));
    ell = csr_to_ell(exec, A);
    hyb = csr_to_hyb(exec, A);
    jds = csr_to_jds(exec, A);
    sell = csr_to_sell(exec, {.sorting_window = 64}, A);
    hypersparse = csr_to_hypersparse(exec, structured);
    exec.fence();
  }
  template <class Matrix>
  void multiply(Matrix const& matrix) {
    spmv(exec, {}, 1., matrix, x, 0., y, workspace);
  }
  DiaMatrix<double, int, int, Space> const& the_dia() {
    if (!dia) dia = csr_to_dia(exec, {}, structured, workspace);
    return *dia;
  }
  DiaCsrMatrix<double, int, int, Space> const& the_dia_csr() {
    if (!dia_csr) dia_csr = csr_to_dia_csr(exec, {}, structured, workspace);
    return *dia_csr;
  }
  BsrMatrix<double, int, int, Space> const& the_bsr() {
    if (!bsr) bsr = csr_to_bsr(exec, {.block_rows = 3, .block_cols = 3, .limits = {}}, structured, workspace);
    return *bsr;
  }
  void transposition(TransposeMethod method) { transpose(exec, {.method = method}, A, result, workspace); }
  /// A number, and some elements, of the values of `result`.
  Kokkos::View<double, Space, Kokkos::MemoryUnmanaged> number() const {
    return Kokkos::View<double, Space, Kokkos::MemoryUnmanaged>(result.values.data());
  }
  /// A Boolean vector in the memory of `result`, the k-th of several.
  BitmapVector<Space> bits(int k, int length) const {
    std::size_t const words = static_cast<std::size_t>(words_for_bits(length));
    BitmapVector<Space>::words_type const all(reinterpret_cast<std::uint32_t*>(result.values.data()) + 1000 * k, words);
    return {length, all};
  }
  Doubles part(int length) const { return Kokkos::subview(result.values, std::pair<int, int>(0, length)); }
  TransposePlan<Exec, int, int> make_plan() {
    return TransposePlan(exec, {.check = PatternCheck::sampled}, A, workspace);
  }
  template <class Matrix>
  void product(Matrix const& matrix, Op op) {
    spmv(exec, {.op = op}, 2.0, matrix, square_x, 0.5, square_y, workspace);
  }
  MultiplyPlan<Exec> const& the_product_plan() {
    if (!product_plan) {
      product_plan.emplace(exec, structured, structured);
      product_values = Doubles("Araios::test::product", static_cast<std::size_t>(product_plan->nnz()));
    }
    return *product_plan;
  }
  LabelledGraph<int, int, Space> const& the_graph() {
    if (!graph) graph = build_labelled_graph(exec, two_edges(), workspace);
    return *graph;
  }
  OrientedGraph<int, int, Space> const& the_edges() {
    if (!edges) {
      theory = star_product_matrix<Pattern>(exec, {{3, 4, 5}, StarLoop::hub});
      edges = orient(exec, theory, workspace);
    }
    return *edges;
  }
  TransposePlan<Exec, int, int> const& the_plan() {
    if (!plan) plan = make_plan();
    return *plan;
  }
  /// A as a table, and, with empty columns, in packets.
  DokMatrix<double, int, int, Space>& the_table() {
    if (!hash_table) hash_table = csr_to_dok(exec, {}, A, workspace);
    return *hash_table;
  }
  CsrMatrix<double, int, int, Space> square() const { return {m, m, A.row_map, A.entries, A.values}; }
  PacketMatrix<double, int, int, Space> const& the_packets() {
    if (!packets) packets = csr_to_packet(exec, {.ordering = PacketOrdering::natural}, square(), workspace);
    return *packets;
  }
  Doubles vector(std::int64_t length) const {
    return Kokkos::subview(result.values, std::pair<std::int64_t, std::int64_t>(k - length, k));
  }
};

/// A sparse vector of m entries, sorted without duplicates, and k elements.
SparseVector<double, int, Space> sparse_vector(Data const& d) {
  std::pair<int, int> const entries(0, Data::m);
  return {Data::k, Kokkos::subview(d.arrays.row_map, entries), Kokkos::subview(d.arrays.values, entries)};
}
/// Its first 150 entries, of `length` elements.
SparseVector<double, int, Space> shorter_vector(Data const& d, int length) {
  std::pair<int, int> const entries(0, 150);
  return {length, Kokkos::subview(d.arrays.row_map, entries), Kokkos::subview(d.arrays.values, entries)};
}

using Operation = std::function<void(Data&)>;

/// Every operation whose doc block says: asynchronous, no allocation when the workspace has seen the size before.
std::map<std::string, Operation> asynchronous_operations() {
  return {
      {"fill", [](Data& d) { Impl::fill(d.exec, d.result.entries, 0); }},
      {"transpose_serial", [](Data& d) { d.transposition(TransposeMethod::serial); }},
      {"transpose_scan_trans", [](Data& d) { d.transposition(TransposeMethod::scan_trans); }},
      {"transpose_merge_trans", [](Data& d) { d.transposition(TransposeMethod::merge_trans); }},
      {"transpose_radix", [](Data& d) { d.transposition(TransposeMethod::radix); }},
      {"transpose_bucket", [](Data& d) { d.transposition(TransposeMethod::bucket); }},
      {"transpose_symmetric", [](Data& d) { d.transposition(TransposeMethod::symmetric); }},
      {"transpose_fused", [](Data& d) { d.transposition(TransposeMethod::fused); }},
      {"transpose_automatic", [](Data& d) { d.transposition(TransposeMethod::automatic); }},
      {"mxv", [](Data& d) { mxv(d.exec, {.accumulate = true}, d.A, d.bits(0, Data::n), d.bits(1, Data::m)); }},
      {"mxv_masked", [](Data& d) { mxv(d.exec, {}, d.A, d.bits(0, Data::n), d.bits(2, Data::m), d.bits(1, Data::m)); }},
      {"vxm", [](Data& d) { vxm(d.exec, {}, d.bits(0, Data::m), d.A, d.bits(1, Data::n)); }},
      {"bitmap_or", [](Data& d) { bitmap_or(d.exec, d.bits(0, Data::n), d.bits(1, Data::n), d.bits(2, Data::n)); }},
      {"reduce_rows", [](Data& d) { reduce_rows(d.exec, d.A, d.part(Data::m), d.workspace); }},
      {"reduce_columns_of_integers",
       [](Data& d) {
         reduce_columns(d.exec, Impl::borrow_csr<Pattern>(d.A),
                        Kokkos::subview(d.result.entries, std::pair<int, int>(0, Data::n)), d.workspace);
       }},
      {"edge_supports",
       [](Data& d) {
         auto const& edges = d.the_edges();
         edge_supports(d.exec, edges,
                       Kokkos::subview(d.result.entries, std::pair<std::int64_t, std::int64_t>(0, edges.num_edges())),
                       d.workspace);
       }},
      {"local_clustering", [](Data& d) { local_clustering(d.exec, d.the_edges(), d.part(120), d.workspace); }},
      {"for_each_triangle", [](Data& d) { for_each_triangle(d.exec, d.the_edges(), IgnoreTriangle{}); }},
      {"multiply_values_of_plan",
       [](Data& d) { d.the_product_plan().multiply_values(d.exec, d.structured, d.structured, d.product_values); }},
      {"transpose_by_plan", [](Data& d) { transpose(d.exec, d.the_plan(), d.A, d.result.values); }},
      {"transpose_values_of_plan", [](Data& d) { d.the_plan().transpose_values(d.exec, d.A.values, d.result.values); }},
      {"exclusive_scan", [](Data& d) { exclusive_scan(d.exec, d.arrays.entries, d.result.entries, d.workspace); }},
      {"inclusive_scan", [](Data& d) { inclusive_scan(d.exec, d.arrays.entries, d.result.entries, d.workspace); }},
      {"histogram_atomics",
       [](Data& d) {
         index_to_pointers(d.exec, {.method = HistogramMethod::atomics}, d.arrays.entries, d.result.row_map,
                           d.workspace);
       }},
      {"histogram_team_partials",
       [](Data& d) {
         index_to_pointers(d.exec, {.method = HistogramMethod::team_partials}, d.arrays.entries, d.result.row_map,
                           d.workspace);
       }},
      {"pointers_to_index", [](Data& d) { pointers_to_index(d.exec, d.arrays.row_map, d.result.entries); }},
      {"segmented_sort",
       [](Data& d) {
         segmented_sort(d.exec, UniformSegments{1000, Data::k}, d.keys, d.result.entries, d.result.values, d.workspace);
       }},
      {"merge_adjacent",
       [](Data& d) {
         merge_adjacent(d.exec, UniformSegments{1000, Data::k}, d.arrays.entries, d.arrays.entries, d.arrays.values,
                        d.keys, d.result.entries, d.result.values, d.workspace);
       }},
      {"radix_sort",
       [](Data& d) {
         radix_sort(d.exec, {.key_bits = 12}, d.arrays.entries, d.arrays.entries, d.arrays.values, d.keys,
                    d.result.entries, d.result.values, d.workspace);
       }},
      {"row_length_histogram", [](Data& d) { row_length_histogram(d.exec, d.A, d.result.entries, d.workspace); }},
      {"spmv_csr_rows",
       [](Data& d) { spmv(d.exec, {.method = SpmvMethod::rows}, 1., d.A, d.x, 0., d.y, d.workspace); }},
      {"spmv_csr_merge",
       [](Data& d) { spmv(d.exec, {.method = SpmvMethod::merge}, 1., d.A, d.x, 0., d.y, d.workspace); }},
      {"spmv_csr_automatic", [](Data& d) { d.multiply(d.A); }},
      {"spmv_csr_transposed", [](Data& d) { spmv(d.exec, {.op = Op::transpose}, 1., d.A, d.y, 0., d.x, d.workspace); }},
      {"spmv_coo", [](Data& d) { d.multiply(d.coo); }},
      {"spmv_csc",
       [](Data& d) {
         d.multiply(CscMatrix<double, int, int, Space>(Data::m, Data::n, d.result.row_map, d.A.entries, d.A.values));
       }},
      {"spmv_plan", [](Data& d) { spmv(d.exec, d.spmv_plans->first, 1., d.A, d.x, 0., d.y); }},
      {"spmv_plan_transposed", [](Data& d) { spmv(d.exec, d.spmv_plans->second, 1., d.A, d.y, 0., d.x); }},
      {"spmv_ell", [](Data& d) { d.multiply(d.ell); }},
      {"spmv_hyb", [](Data& d) { d.multiply(d.hyb); }},
      {"spmv_jds", [](Data& d) { d.multiply(d.jds); }},
      {"spmv_sell", [](Data& d) { d.multiply(d.sell); }},
      {"pack_bits", [](Data& d) { Impl::pack_bits(d.exec, "Araios::test::pack", EveryThird{}, d.words); }},
      {"spmv_dia", [](Data& d) { d.product(d.the_dia(), Op::none); }},
      {"spmv_dia_transposed", [](Data& d) { d.product(d.the_dia(), Op::transpose); }},
      {"spmv_dia_csr", [](Data& d) { d.product(d.the_dia_csr(), Op::none); }},
      {"spmv_dia_csr_transposed", [](Data& d) { d.product(d.the_dia_csr(), Op::transpose); }},
      {"spmv_bsr", [](Data& d) { d.product(d.the_bsr(), Op::none); }},
      {"spmv_bsr_transposed", [](Data& d) { d.product(d.the_bsr(), Op::transpose); }},
      {"axpy", [](Data& d) { axpy(d.exec, 2, sparse_vector(d), d.result.values); }},
      {"dot_dense", [](Data& d) { dot(d.exec, sparse_vector(d), d.A.values, d.number(), d.workspace); }},
      {"dot_sparse", [](Data& d) { dotc(d.exec, sparse_vector(d), sparse_vector(d), d.number(), d.workspace); }},
      {"gather", [](Data& d) { gather(d.exec, d.result.values, sparse_vector(d)); }},
      {"gather_zero", [](Data& d) { gather_zero(d.exec, d.result.values, sparse_vector(d)); }},
      {"scatter", [](Data& d) { scatter(d.exec, sparse_vector(d), d.result.values); }},
      {"sparse_to_dense", [](Data& d) { sparse_to_dense(d.exec, sparse_vector(d), d.result.values); }},
      {"transform_values", [](Data& d) { transform_values(d.exec, IsNotZero{}, d.A, d.result.values); }},
      {"scale_rows", [](Data& d) { scale_rows(d.exec, d.part(Data::m), d.A, d.arrays.values); }},
      {"scale_columns", [](Data& d) { scale_columns(d.exec, d.A, d.part(Data::n), d.arrays.values); }},
      {"extract_diagonal", [](Data& d) { extract_diagonal(d.exec, d.A, d.part(Data::n)); }},
      {"spmm", [](Data& d) { spmm(d.exec, {}, 2.0, d.A, d.by_columns, 3.0, d.by_rows, d.workspace); }},
      {"spmm_transposed",
       [](Data& d) { spmm(d.exec, {.op = Op::transpose}, 2.0, d.A, d.by_rows, 0.0, d.by_columns, d.workspace); }},
      {"spmm_of_nothing", [](Data& d) { spmm(d.exec, {}, 0.0, d.A, d.by_columns, 3.0, d.by_rows, d.workspace); }},
      {"find_entries",
       [](Data& d) { find_entries(d.exec, d.the_table(), d.arrays.entries, d.keys, d.result.entries); }},
      {"spmv_dok",
       [](Data& d) {
         spmv(d.exec, {}, 1.0, d.the_table(), d.vector(Data::n), 0.0, Doubles(d.arrays.values.data(), Data::m),
              d.workspace);
       }},
      {"spmv_hypersparse", [](Data& d) { d.product(d.hypersparse, Op::none); }},
      {"spmv_hypersparse_transposed", [](Data& d) { d.product(d.hypersparse, Op::transpose); }},
      {"contains_in_hypersparse",
       [](Data& d) { contains(d.exec, d.hypersparse, d.arrays.entries, d.keys, d.result.entries); }},
      {"contains_in_coo", [](Data& d) { contains(d.exec, d.coo, d.arrays.entries, d.keys, d.result.entries); }},
      {"spmv_packet",
       [](Data& d) {
         spmv(d.exec, {}, 1.0, d.the_packets(), d.vector(Data::m), 0.0, Doubles(d.arrays.values.data(), Data::m),
              d.workspace);
       }},
      {"permute_to_packed",
       [](Data& d) {
         permute_to_packed(d.exec, d.the_packets(), Doubles(d.arrays.values.data(), Data::m), d.vector(Data::m));
       }},
  };
}

class Contract : public testing::TestWithParam<std::string> {};

void check_contract(std::string const& name, bool without_workspace) {
  Data data;
  data.workspace.none = without_workspace;
  Impl::fill(data.exec, data.keys, 1);
  Operation const operation = asynchronous_operations().at(name);
  operation(data);  // the workspace grows
  data.exec.fence();

  std::int64_t const allocations_before = allocations_made();
  ToolsRecorder::Record record;
  {
    ToolsRecorder const recorder;
    operation(data);
    record = ToolsRecorder::record();
  }
  data.exec.fence();

  EXPECT_EQ(allocations_made(), allocations_before) << "allocates although its workspace is warm";
  for (auto const& label : record.allocations)
    ADD_FAILURE() << "allocation behind the door of core/memory.hpp: " << label;
  for (auto const& label : record.fences) ADD_FAILURE() << "fence: " << label;
  for (auto const& label : record.copies) ADD_FAILURE() << "copy to: " << label;
  EXPECT_EQ(record.open_regions, 0);
  for (auto const& kernel : record.kernels) {
    EXPECT_EQ(kernel.label.rfind("Araios::", 0), 0u) << "kernel without our label: " << kernel.label;
    EXPECT_EQ(kernel.device, Kokkos::Tools::Experimental::device_id(data.exec))
        << kernel.label << " did not run on the instance given";
  }
}

TEST_P(Contract, labels_instance_fences_allocations) { check_contract(GetParam(), false); }
/// The shortest call keeps the contract from the second one on.
TEST_P(Contract, without_a_workspace) { check_contract(GetParam(), true); }

/// Calls as a first program has them: the second one allocates its result, and nothing else, and does not fence.
TEST(Contract, shortest_calls) {
  struct Call {
    char const* name;
    std::function<std::any(Data&)> run;
    int allocations;
  };
  auto const nothing = [](auto const& run) {
    return [run](Data& d) {
      run(d);
      return std::any();
    };
  };
  for (auto const& [name, run, allocations] :
       {Call{"spmv", nothing([](Data& d) { spmv(d.exec, 1.0, d.A, d.x, 0.0, d.y); }), 0},
        Call{"spmv of COO", nothing([](Data& d) { spmv(d.exec, 1.0, d.coo, d.x, 0.0, d.y); }), 0},
        Call{"spmv of HYB", nothing([](Data& d) { spmv(d.exec, 1.0, d.hyb, d.x, 0.0, d.y); }), 0},
        Call{"spmm", nothing([](Data& d) { spmm(d.exec, 1.0, d.A, d.by_columns, 0.0, d.by_rows); }), 0},
        Call{"transpose", [](Data& d) { return std::any(transpose(d.exec, d.A)); }, 1},
        Call{"transpose into arrays", nothing([](Data& d) { transpose(d.exec, {}, d.A, d.result); }), 0},
        Call{"sort_rows", [](Data& d) { return std::any(sort_rows(d.exec, d.A)); }, 1},
        Call{"coo_to_csr", [](Data& d) { return std::any(coo_to_csr(d.exec, d.coo)); }, 1},
        Call{"exclusive_scan", nothing([](Data& d) { exclusive_scan(d.exec, d.arrays.entries, d.result.entries); }),
             0}}) {
    Data data;
    run(data);
    data.exec.fence();
    std::int64_t const before = allocations_made();
    std::any result;
    ToolsRecorder::Record record;
    {
      ToolsRecorder const recorder;
      result = run(data);
      record = ToolsRecorder::record();
    }
    data.exec.fence();
    EXPECT_EQ(allocations_made() - before, allocations) << name;
    EXPECT_EQ(static_cast<int>(record.allocations.size()), allocations) << name;
    for (auto const& label : record.fences) EXPECT_NE(label.rfind("Araios::", 0), 0u) << name << " fences: " << label;
    if (allocations == 0) {
      for (auto const& label : record.fences) ADD_FAILURE() << name << " fences: " << label;
    }
  }
}

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (auto const& [name, operation] : asynchronous_operations()) all.push_back(name);
  return all;
}
INSTANTIATE_TEST_SUITE_P(Asynchronous, Contract, testing::ValuesIn(names()),
                         [](auto const& info) { return info.param; });

TEST(Contract, recorder_sees_a_kernel_a_region_and_an_allocation) {
  ToolsRecorder::Record record;
  {
    ToolsRecorder const recorder;
    Impl::ScopedRegion const region("Araios::test");
    Kokkos::View<int*, Space> const view("Araios::test::seen", 10);
    Impl::fill(Exec(), view, 1);
    record = ToolsRecorder::record();
  }
  Kokkos::fence();
  EXPECT_EQ(record.open_regions, 1);
  ASSERT_FALSE(record.allocations.empty());
  EXPECT_EQ(record.allocations.front(), "Araios::test::seen");
  ASSERT_FALSE(record.kernels.empty());
  EXPECT_EQ(record.kernels.back().label, "Araios::fill");
}

/// An operation that allocates its result (which it returns, so that its end is not part of the record), and how many
/// fences its doc block admits.
struct IsOffDiagonal {
  KOKKOS_FUNCTION bool operator()(std::int64_t i, std::int64_t j) const { return i != j; }
};

struct Allocating {
  std::function<std::any(Data&)> run;
  int fences;
};

std::map<std::string, Allocating> allocating_operations() {
  auto const list = [](Data& d) {
    return CooMatrix<double, int, int, Space>(Data::k, Data::n, d.A.entries, d.A.entries, d.A.values);
  };
  auto const sorted = [](Data& d) { return sort_rows(d.exec, d.A, d.workspace); };
  // In the CUDA space a plan also stores where products are added, and reads their number.
  int const positions = Impl::is_gpu_v<Exec> ? 1 : 0;
  return {
      {"transpose", {[](Data& d) { return std::any(transpose(d.exec, TransposeOptions{}, d.A, d.workspace)); }, 0}},
      {"transpose_plan", {[](Data& d) { return std::any(d.make_plan()); }, 0}},
      {"transpose_by_plan_to_new", {[](Data& d) { return std::any(transpose(d.exec, d.the_plan(), d.A)); }, 0}},
      {"csr_to_csc", {[](Data& d) { return std::any(csr_to_csc(d.exec, {}, d.A, d.workspace)); }, 0}},
      {"csr_to_coo", {[](Data& d) { return std::any(csr_to_coo(d.exec, d.A)); }, 0}},
      {"sort_rows", {[](Data& d) { return std::any(sort_rows(d.exec, d.A, d.workspace)); }, 0}},
      {"sum_duplicates", {[](Data& d) { return std::any(sum_duplicates(d.exec, d.A, d.workspace)); }, 1}},
      {"coo_to_csr", {[=](Data& d) { return std::any(coo_to_csr(d.exec, list(d), d.workspace)); }, 0}},
      {"coo_to_csr_sum",
       {[=](Data& d) { return std::any(coo_to_csr(d.exec, {.duplicates = Duplicates::sum}, list(d), d.workspace)); },
        1}},
      {"banded_matrix", {[](Data& d) { return std::any(banded_matrix(d.exec, {.num_rows = 99, .num_cols = 99})); }, 0}},
      {"stencil_matrix", {[](Data& d) { return std::any(stencil_matrix(d.exec, {.nx = 20, .ny = 20})); }, 0}},
      {"rmat_matrix", {[](Data& d) { return std::any(rmat_matrix(d.exec, {})); }, 0}},
      {"web_crawl_matrix",
       {[](Data& d) { return std::any(web_crawl_matrix(d.exec, {.num_rows = 99, .nnz = 999})); }, 0}},
      {"citation_matrix", {[](Data& d) { return std::any(citation_matrix(d.exec, {.num_rows = 99, .nnz = 999})); }, 0}},
      {"star_product_matrix", {[](Data& d) { return std::any(star_product_matrix(d.exec, {{3, 4}})); }, 0}},
      {"ell_to_csr", {[](Data& d) { return std::any(ell_to_csr(d.exec, d.ell, d.workspace)); }, 0}},
      {"csr_to_ell", {[](Data& d) { return std::any(csr_to_ell(d.exec, {}, d.A, d.workspace)); }, 0}},
      {"hyb_to_csr", {[](Data& d) { return std::any(hyb_to_csr(d.exec, d.hyb, d.workspace)); }, 0}},
      {"csr_to_hyb", {[](Data& d) { return std::any(csr_to_hyb(d.exec, {}, d.A, d.workspace)); }, 0}},
      {"jds_to_csr", {[](Data& d) { return std::any(jds_to_csr(d.exec, d.jds, d.workspace)); }, 0}},
      {"csr_to_jds", {[](Data& d) { return std::any(csr_to_jds(d.exec, {}, d.A, d.workspace)); }, 0}},
      {"sell_to_csr", {[](Data& d) { return std::any(sell_to_csr(d.exec, d.sell, d.workspace)); }, 0}},
      {"csr_to_sell",
       {[](Data& d) { return std::any(csr_to_sell(d.exec, {.sorting_window = 64}, d.A, d.workspace)); }, 0}},
      {"random_matrix",
       {[](Data& d) { return std::any(random_matrix(d.exec, {.num_rows = 99, .num_cols = 99, .nnz = 999})); }, 0}},
      {"csr_to_dia", {[](Data& d) { return std::any(csr_to_dia(d.exec, {}, d.structured, d.workspace)); }, 0}},
      {"dia_to_csr", {[](Data& d) { return std::any(dia_to_csr(d.exec, d.the_dia(), d.workspace)); }, 0}},
      {"csr_to_dia_csr", {[](Data& d) { return std::any(csr_to_dia_csr(d.exec, {}, d.structured, d.workspace)); }, 0}},
      {"dia_csr_to_csr", {[](Data& d) { return std::any(dia_csr_to_csr(d.exec, d.the_dia_csr(), d.workspace)); }, 0}},
      {"csr_to_bsr", {[](Data& d) { return std::any(csr_to_bsr(d.exec, {}, d.structured, d.workspace)); }, 0}},
      {"bsr_to_csr", {[](Data& d) { return std::any(bsr_to_csr(d.exec, d.the_bsr(), d.workspace)); }, 0}},
      {"csr_to_dense", {[](Data& d) { return std::any(csr_to_dense(d.exec, {}, d.structured, 0.0, d.workspace)); }, 0}},
      {"dense_to_csr",
       {[](Data& d) { return std::any(dense_to_csr(d.exec, d.table, absent_where(0.0), d.workspace)); }, 1}},
      {"dense_to_sparse", {[](Data& d) { return std::any(dense_to_sparse(d.exec, d.A.values, {}, d.workspace)); }, 1}},
      {"elementwise_add",
       {[=](Data& d) { return std::any(elementwise_add(d.exec, sorted(d), sorted(d), d.workspace)); }, 1}},
      {"elementwise_difference",
       {[=](Data& d) { return std::any(elementwise_difference(d.exec, sorted(d), sorted(d), d.workspace)); }, 1}},
      {"elementwise_xor",
       {[=](Data& d) { return std::any(elementwise_xor(d.exec, sorted(d), sorted(d), d.workspace)); }, 1}},
      {"elementwise_multiply_vectors",
       {[](Data& d) { return std::any(elementwise_multiply(d.exec, sparse_vector(d), sparse_vector(d), d.workspace)); },
        1}},
      {"build_matrix",
       {[](Data& d) {
          return std::any(build_matrix(d.exec, Data::n, Data::n, d.A.entries, d.A.entries, d.A.values, d.workspace));
        },
        1}},
      {"identity_matrix", {[](Data& d) { return std::any(identity_matrix<double>(d.exec, 99)); }, 0}},
      {"diagonal_matrix", {[](Data& d) { return std::any(diagonal_matrix(d.exec, d.part(Data::m))); }, 0}},
      {"bitmap_to_csr",
       {[](Data& d) {
          Kokkos::View<std::uint32_t const*, Space, Kokkos::MemoryUnmanaged> const words(
              reinterpret_cast<std::uint32_t const*>(d.A.values.data()), 2 * static_cast<std::size_t>(Data::k));
          return std::any(bitmap_to_csr(d.exec, 2 * Data::k, 32, words, d.workspace));
        },
        1}},
      {"multiply_plan",
       {[](Data& d) { return std::any(MultiplyPlan(d.exec, d.structured, d.structured, d.workspace)); },
        2 + positions}},
      {"multiply_by_plan",
       {[](Data& d) { return std::any(multiply(d.exec, d.the_product_plan(), d.structured, d.structured)); }, 0}},
      {"galerkin_plan",
       {[](Data& d) { return std::any(GalerkinPlan(d.exec, d.structured, d.structured, d.structured, d.workspace)); },
        4 + 2 * positions}},
      {"multiply_transposed",
       {[](Data& d) { return std::any(multiply_transposed(d.exec, d.structured, d.structured, d.workspace)); }, 2}},
      {"multiply_by_transposed",
       {[](Data& d) { return std::any(multiply_by_transposed(d.exec, d.structured, d.structured, d.workspace)); }, 2}},
      {"transitive_closure",  // of the identity: a union, two products and their union, a difference
       {[](Data& d) { return std::any(transitive_closure(d.exec, identity_matrix(d.exec, 99), d.workspace)); }, 7}},
      {"simple_graph",
       {[](Data& d) { return std::any(simple_graph(d.exec, identity_matrix(d.exec, 99), d.workspace)); }, 2}},
      {"orient",
       {[](Data& d) {
          d.the_edges();
          return std::any(orient(d.exec, {.is_simple = true}, d.theory, d.workspace));
        },
        1}},
      // Reductions wait by themselves: their fences have no label of Araios.
      {"count_triangles", {[](Data& d) { return std::any(count_triangles(d.exec, d.the_edges(), d.workspace)); }, 0}},
      {"count_triangles_by_radix_binning",
       {[](Data& d) {
          return std::any(
              count_triangles(d.exec, {.method = TriangleMethod::radix_binning}, d.the_edges(), d.workspace));
        },
        2}},
      {"count_candidates", {[](Data& d) { return std::any(count_candidates(d.exec, false, d.the_edges())); }, 0}},
      {"vertex_triangles", {[](Data& d) { return std::any(vertex_triangles(d.exec, d.the_edges(), d.workspace)); }, 0}},
      {"edge_triangles",
       {[](Data& d) {
          d.the_edges();
          return std::any(edge_triangles(d.exec, d.theory, d.workspace));
        },
        2}},
      {"list_triangles",
       {[](Data& d) {
          auto const list = allocate_table<Kokkos::View<int**, Space>>(d.exec, "Araios::test::list", 287, 3);
          return std::any(list_triangles(d.exec, d.the_edges(), list, d.workspace));
        },
        1}},
      {"clustering", {[](Data& d) { return std::any(clustering(d.exec, d.the_edges(), d.workspace)); }, 1}},
      {"count_cliques", {[](Data& d) { return std::any(count_cliques(d.exec, 4, d.the_edges(), d.workspace)); }, 0}},
      {"k_truss",  // orient 2, two rounds, select
       {[](Data& d) {
          d.the_edges();
          return std::any(k_truss(d.exec, 3, d.theory, d.workspace));
        },
        5}},
      {"update_triangles",
       {[](Data& d) {
          d.the_edges();
          return std::any(update_triangles(d.exec, d.theory, 287, d.theory, identity_matrix(d.exec, 120), d.workspace));
        },
        5}},
      {"build_labelled_graph",  // the copy, and one for each label; none for a list by rows on a host
       {[](Data& d) { return std::any(build_labelled_graph(d.exec, two_edges(), d.workspace)); },
        Impl::is_gpu_v<Exec> ? 3 : 1}},
      {"label_matrix", {[](Data& d) { return std::any(label_matrix(d.exec, d.the_graph(), "a_r", d.workspace)); }, 0}},
      {"regular_path_query",  // the sources, four small matrices; steps of 8, 8 and 4; the final states
       {[](Data& d) {
          return std::any(
              regular_path_query(d.exec, d.the_graph(), parse_regular_expression("a b"), d.some_indices, d.workspace));
        },
        27}},
      {"regular_path_query_of_all",
       {[](Data& d) {
          return std::any(regular_path_query(d.exec, d.the_graph(), parse_regular_expression("a b"), d.workspace));
        },
        26}},
      {"context_free_path_query_by_matrices",  // two sums, a product, a difference, a sum
       {[](Data& d) {
          return std::any(context_free_path_query(d.exec, d.the_graph(), parse_grammar("S -> a b"), d.workspace));
        },
        6}},
      {"context_free_path_query_by_tensors",  // two small matrices, a sum; the closure 12; block, difference, sum
       {[](Data& d) {
          return std::any(context_free_path_query(d.exec, {.method = ContextFreeMethod::tensor}, d.the_graph(),
                                                  parse_grammar("S -> a b"), d.workspace));
        },
        18}},
      {"kronecker",
       {[](Data& d) {
          return std::any(kronecker(d.exec, identity_matrix<double>(d.exec, 3), d.structured, d.workspace));
        },
        0}},
      // Their check of the mask waits by itself.
      {"multiply_masked",
       {[](Data& d) {
          return std::any(multiply_masked(d.exec, d.structured, d.structured, d.structured, d.workspace));
        },
        2}},
      {"multiply_add",
       {[](Data& d) { return std::any(multiply_add(d.exec, d.structured, d.structured, d.structured, d.workspace)); },
        3}},
      {"multiply_add_masked",
       {[](Data& d) {
          return std::any(multiply_add_masked(d.exec, {.complement = true}, d.structured, d.structured, d.structured,
                                              d.structured, d.workspace));
        },
        3}},
      {"reduce_rows_to_new", {[](Data& d) { return std::any(reduce_rows(d.exec, d.structured, d.workspace)); }, 0}},
      {"reduce_columns_to_new",
       {[](Data& d) { return std::any(reduce_columns(d.exec, d.structured, d.workspace)); }, 0}},
      {"sparse_to_bitmap", {[](Data& d) { return std::any(sparse_to_bitmap(d.exec, shorter_vector(d, Data::n))); }, 0}},
      {"bitmap_to_sparse",
       {[](Data& d) { return std::any(bitmap_to_sparse(d.exec, d.bits(0, Data::n), d.workspace)); }, 1}},
      {"bfs_levels",  // of a graph without edges: two steps
       {[](Data& d) { return std::any(bfs_levels(d.exec, identity_matrix(d.exec, 99), 7, d.workspace)); }, 2}},
      {"nonempty_rows", {[](Data& d) { return std::any(nonempty_rows(d.exec, d.structured, d.workspace)); }, 1}},
      {"nonempty_columns", {[](Data& d) { return std::any(nonempty_columns(d.exec, d.structured, d.workspace)); }, 1}},
      {"select", {[](Data& d) { return std::any(select(d.exec, d.structured, IsOffDiagonal{}, d.workspace)); }, 1}},
      {"select_marked",
       {[](Data& d) { return std::any(select_marked(d.exec, d.structured, d.structured.entries, d.workspace)); }, 1}},
      {"band", {[](Data& d) { return std::any(band(d.exec, d.structured, -1, 1, d.workspace)); }, 1}},
      {"submatrix_by_ranges",
       {[](Data& d) { return std::any(submatrix(d.exec, d.structured, {3, 900}, {10, 800}, d.workspace)); }, 1}},
      {"submatrix_by_lists",
       {[](Data& d) { return std::any(submatrix(d.exec, d.structured, d.some_indices, d.some_indices, d.workspace)); },
        2}},
      {"extract_row", {[](Data& d) { return std::any(extract_row(d.exec, d.structured, 7)); }, 1}},
      {"extract_column", {[](Data& d) { return std::any(extract_column(d.exec, d.structured, 7, d.workspace)); }, 1}},
      {"assign_to_ranges",
       {[](Data& d) {
          return std::any(assign(d.exec, d.structured, IndexRange{0, 20}, IndexRange{10, 30},
                                 identity_matrix<double>(d.exec, 20), d.workspace));
        },
        1}},
      {"assign_to_lists",
       {[](Data& d) {
          return std::any(assign(d.exec, d.structured, d.some_indices, d.some_indices,
                                 identity_matrix<double>(d.exec, Data::some), d.workspace));
        },
        1}},
      {"multiply", {[](Data& d) { return std::any(multiply(d.exec, d.structured, d.structured, d.workspace)); }, 2}},
      {"spmspv_by_columns",
       {[](Data& d) {
          CscMatrix<double, int, int, Space> const B(d.A);
          return std::any(spmspv(d.exec, B, shorter_vector(d, Data::m), d.workspace));
        },
        2}},
      {"spmspv_by_rows",
       {[](Data& d) { return std::any(spmspv(d.exec, d.A, shorter_vector(d, Data::n), d.workspace)); }, 1}},
      {"transform_values_to_new", {[](Data& d) { return std::any(transform_values(d.exec, IsNotZero{}, d.A)); }, 0}},
      {"scale_rows_to_new", {[](Data& d) { return std::any(scale_rows(d.exec, d.part(Data::m), d.A)); }, 0}},
      {"extract_diagonal_to_new", {[](Data& d) { return std::any(extract_diagonal(d.exec, d.A)); }, 0}},
      {"sparse_to_dense_to_new",
       {[](Data& d) { return std::any(sparse_to_dense(d.exec, shorter_vector(d, Data::n))); }, 0}},
      {"csr_to_dok", {[](Data& d) { return std::any(csr_to_dok(d.exec, {}, d.A, d.workspace)); }, 0}},
      {"dok_to_csr", {[](Data& d) { return std::any(dok_to_csr(d.exec, d.the_table(), d.workspace)); }, 0}},
      {"insert_into_dok",
       {[](Data& d) {
          auto A = allocate_dok<double, int, int>(d.exec, "Araios::test", Data::n, Data::n, 0);
          insert(d.exec, {.duplicates = DokInsert::sum}, A, d.A.entries, d.A.entries, d.A.values, d.workspace);
          return std::any(A);
        },
        1}},
      {"erase_from_dok",
       {[](Data& d) {
          auto A = csr_to_dok(d.exec, {}, d.A, d.workspace);
          erase(d.exec, A, d.arrays.entries, d.arrays.entries, d.workspace);
          return std::any(A);
        },
        1}},
      {"csr_to_hypersparse", {[](Data& d) { return std::any(csr_to_hypersparse(d.exec, d.A, d.workspace)); }, 1}},
      {"hypersparse_to_csr", {[](Data& d) { return std::any(hypersparse_to_csr(d.exec, d.hypersparse)); }, 0}},
      {"hypersparse_to_coo", {[](Data& d) { return std::any(hypersparse_to_coo(d.exec, d.hypersparse)); }, 0}},
      {"coo_to_hypersparse", {[](Data& d) { return std::any(coo_to_hypersparse(d.exec, d.coo, d.workspace)); }, 1}},
      {"coo_to_hypersparse_unsorted",
       {[=](Data& d) { return std::any(coo_to_hypersparse(d.exec, list(d), d.workspace)); }, 1}},
      {"multiply_hypersparse",
       {[](Data& d) { return std::any(multiply(d.exec, d.hypersparse, d.hypersparse, d.workspace)); }, 3}},
      {"multiply_by_hypersparse",
       {[](Data& d) { return std::any(multiply(d.exec, d.structured, d.hypersparse, d.workspace)); }, 2}},
      {"elementwise_add_hypersparse",
       {[](Data& d) { return std::any(elementwise_add(d.exec, d.hypersparse, d.hypersparse, d.workspace)); }, 2}},
      {"elementwise_add_to_csr",
       {[](Data& d) { return std::any(elementwise_add(d.exec, d.structured, d.hypersparse, d.workspace)); }, 1}},
      {"elementwise_multiply_hypersparse",
       {[](Data& d) { return std::any(elementwise_multiply(d.exec, d.hypersparse, d.hypersparse, d.workspace)); }, 3}},
      {"elementwise_xor_of_coo",  // two lists of rows, their union, no entry
       {[](Data& d) {
          auto const sorted = csr_to_coo(d.exec, d.structured);
          return std::any(elementwise_xor(d.exec, sorted, sorted, d.workspace));
        },
        4}},
      {"transpose_hypersparse", {[](Data& d) { return std::any(transpose(d.exec, d.hypersparse, d.workspace)); }, 1}},
      {"transpose_coo", {[](Data& d) { return std::any(transpose(d.exec, d.coo, d.workspace)); }, 0}},
      {"kronecker_hypersparse",
       {[](Data& d) {
          auto const factor = csr_to_hypersparse(d.exec, identity_matrix<double>(d.exec, 3));
          return std::any(kronecker(d.exec, factor, d.hypersparse, d.workspace));
        },
        1}},  // of the conversion
      {"submatrix_of_hypersparse",
       {[](Data& d) { return std::any(submatrix(d.exec, d.hypersparse, {3, 900}, {10, 800}, d.workspace)); }, 3}},
      {"equal_hypersparse",
       {[](Data& d) { return std::any(equal(d.exec, d.hypersparse, d.hypersparse, d.workspace)); }, 1}},
      {"allocate_batch", {[](Data& d) { return std::any(allocate_batch<double>(d.exec, "Araios::test", 99)); }, 0}},
      {"update_sets",
       {[](Data& d) { return std::any(update(d.exec, d.structured, batch_of(d.exec, 9, 0), d.workspace)); }, 3}},
      {"update_removes",
       {[](Data& d) { return std::any(update(d.exec, d.structured, batch_of(d.exec, 0, 9), d.workspace)); }, 3}},
      {"update_sets_and_removes",
       {[](Data& d) { return std::any(update(d.exec, d.structured, batch_of(d.exec, 9, 9), d.workspace)); }, 4}},
      {"csr_to_packet",
       {[](Data& d) {
          return std::any(csr_to_packet(d.exec, {.ordering = PacketOrdering::natural}, d.square(), d.workspace));
        },
        0}},
      {"packet_to_csr", {[](Data& d) { return std::any(packet_to_csr(d.exec, d.the_packets(), d.workspace)); }, 0}},
      {"choose_format", {[](Data& d) { return std::any(choose_format(d.exec, {}, d.structured, d.workspace)); }, 0}},
  };
}

/// Whether this line of Kokkos reports fences of the default space at all.
bool fences_are_reported() {
  ToolsRecorder::Record record;
  {
    ToolsRecorder const recorder;
    Impl::fence(Exec(), "Araios::test::fence");
    record = ToolsRecorder::record();
  }
  return !record.fences.empty();
}

class ContractOfResults : public testing::TestWithParam<std::string> {};

TEST_P(ContractOfResults, labels_instance_fences) {
  Data data;
  Allocating const operation = allocating_operations().at(GetParam());
  operation.run(data);  // the workspace grows
  operation.run(data);  // and becomes one block
  data.exec.fence();

  std::any result;
  ToolsRecorder::Record record;
  {
    ToolsRecorder const recorder;
    result = operation.run(data);
    record = ToolsRecorder::record();
  }
  data.exec.fence();

  EXPECT_FALSE(record.kernels.empty());
  for (auto const& kernel : record.kernels) {
    EXPECT_EQ(kernel.label.rfind("Araios::", 0), 0u) << "kernel without our label: " << kernel.label;
    EXPECT_EQ(kernel.device, Kokkos::Tools::Experimental::device_id(data.exec))
        << kernel.label << " did not run on the instance given";
  }
  for (auto const& label : record.allocations)
    EXPECT_EQ(label.rfind("Araios::", 0), 0u) << "allocation without our label: " << label;
  EXPECT_EQ(record.open_regions, 0);
  // Fences of ours; an allocation or a release may bring some of Kokkos' own.
  int fences = 0;
  for (auto const& label : record.fences) fences += label.rfind("Araios::", 0) == 0;
  EXPECT_EQ(fences, fences_are_reported() ? operation.fences : 0);
}

std::vector<std::string> names_of_allocating() {
  std::vector<std::string> all;
  for (auto const& [name, operation] : allocating_operations()) all.push_back(name);
  return all;
}
INSTANTIATE_TEST_SUITE_P(Allocating, ContractOfResults, testing::ValuesIn(names_of_allocating()),
                         [](auto const& info) { return info.param; });

template <class Array>
void plant(Array const& array, std::size_t position, int value) {
  Kokkos::View<int*, Space, Kokkos::MemoryUnmanaged> const writable(const_cast<int*>(array.data()), array.extent(0));
  Kokkos::deep_copy(Kokkos::subview(writable, position), value);
}
/// An index behind the end in each matrix, as somebody may write it after the matrix was made.
void plant_faults(Data& d) {
  plant(d.arrays.entries, 100, Data::n);
  plant(d.structured.entries, 100, Data::m);
  plant(d.coo.col_indices, 100, Data::n);
  plant(d.ell.entries, 1, Data::n);
  plant(d.hyb.ell.entries, 1, Data::n);
  plant(d.jds.entries, 1, Data::n);
  plant(d.sell.entries, 1, Data::n);
  plant(d.hypersparse.entries, 1, Data::m);
  plant(d.arrays.row_map, 60, -1);
  d.the_edges();
  plant(d.theory.entries, 0, -1);
  plant(d.edges->upper.entries, 0, -1);
  Kokkos::fence();
}

/// Operations that take no sparse matrix and no sparse vector, or those of the caller's data that have no fault.
bool takes_no_operand(std::string const& name) {
  static std::set<std::string> const names = {"allocate_batch_to_new",
                                              "banded_matrix_to_new",
                                              "bfs_levels_to_new",
                                              "bitmap_or",
                                              "bitmap_to_csr_to_new",
                                              "bitmap_to_sparse_to_new",
                                              "build_labelled_graph_to_new",
                                              "build_matrix_to_new",
                                              "citation_matrix_to_new",
                                              "context_free_path_query_by_matrices_to_new",
                                              "context_free_path_query_by_tensors_to_new",
                                              "dense_to_csr_to_new",
                                              "dense_to_sparse_to_new",
                                              "diagonal_matrix_to_new",
                                              "exclusive_scan",
                                              "fill",
                                              "histogram_atomics",
                                              "histogram_team_partials",
                                              "identity_matrix_to_new",
                                              "inclusive_scan",
                                              "insert_into_dok_to_new",
                                              "label_matrix_to_new",
                                              "merge_adjacent",
                                              "pack_bits",
                                              "pointers_to_index",
                                              "radix_sort",
                                              "random_matrix_to_new",
                                              "regular_path_query_of_all_to_new",
                                              "regular_path_query_to_new",
                                              "rmat_matrix_to_new",
                                              "segmented_sort",
                                              "simple_graph_to_new",
                                              "spmv_csc",
                                              "star_product_matrix_to_new",
                                              "stencil_matrix_to_new",
                                              "transitive_closure_to_new",
                                              "web_crawl_matrix_to_new"};
  return names.contains(name);
}

/// With validation every operation names itself, the operand and the place of the fault.
TEST(Contract, validation_finds_a_planted_fault) {
  std::map<std::string, Operation> all = asynchronous_operations();
  for (auto const& [name, operation] : allocating_operations())
    all.emplace(name + "_to_new", [run = operation.run](Data& d) { run(d); });
  for (auto const& [name, operation] : all) {
    if (takes_no_operand(name)) continue;
    Data data;
    plant_faults(data);
    ValidationScope const scope;
    try {
      operation(data);
      ADD_FAILURE() << name << " does not see the fault";
    } catch (std::invalid_argument const& error) {
      std::string const sentence = error.what();
      EXPECT_EQ(sentence.rfind("Araios::", 0), 0u) << sentence;
      EXPECT_NE(sentence.find(": operand "), std::string::npos) << name << ": " << sentence;
    }
    data.exec.fence();
  }
}

/// Without a fault it refuses nothing but rows that are not sorted, where the operation requires that.
TEST(Contract, validation_lets_right_operands_pass) {
  std::map<std::string, Operation> all = asynchronous_operations();
  for (auto const& [name, operation] : allocating_operations())
    all.emplace(name + "_to_new", [run = operation.run](Data& d) { run(d); });
  for (auto const& [name, operation] : all) {
    Data data;
    Impl::fill(data.exec, data.keys, 1);
    ValidationScope const scope;
    try {
      operation(data);
    } catch (std::invalid_argument const& error) {
      std::string const sentence = error.what();
      EXPECT_NE(sentence.find("not sorted"), std::string::npos) << name << ": " << sentence;
    }
    data.exec.fence();
  }
}

/// What a plan looks at, and on which instance, when it is given other arrays, or is told to look at all of them.
TEST(Contract, comparison_of_patterns) {
  Data data;
  Data other;  // the same pattern
  auto const& plan = data.the_plan();
  data.exec.fence();
  auto const kernels_of = [&](auto const& A, PatternCheck how) {
    std::int64_t const allocations_before = allocations_made();
    ToolsRecorder::Record record;
    {
      ToolsRecorder const recorder;
      plan.check_pattern(data.exec, {.check = how}, A);
      record = ToolsRecorder::record();
    }
    EXPECT_EQ(allocations_made(), allocations_before);
    std::vector<std::string> labels;
    for (auto const& kernel : record.kernels) {
      EXPECT_EQ(kernel.device, Kokkos::Tools::Experimental::device_id(data.exec)) << kernel.label;
      labels.push_back(kernel.label);
    }
    return labels;
  };
  using Labels = std::vector<std::string>;
  Labels const sampled = {"Araios::transpose::plan_check_entries"};
  Labels const full = {"Araios::transpose::plan_check_row_map", "Araios::transpose::plan_check_entries"};
  EXPECT_EQ(kernels_of(data.A, PatternCheck::none), Labels());
  EXPECT_EQ(kernels_of(other.A, PatternCheck::none), Labels());
  EXPECT_EQ(kernels_of(data.A, PatternCheck::sampled), Labels());
  EXPECT_EQ(kernels_of(other.A, PatternCheck::sampled), sampled);
  EXPECT_EQ(kernels_of(data.A, PatternCheck::full), full);
  EXPECT_EQ(kernels_of(other.A, PatternCheck::full), full);
}

/// Every allocation of these is made to fail in turn: the error arrives, and the next call works.
TEST(Contract, every_allocation_of_a_result_may_fail) {
  for (auto const& [name, operation] : allocating_operations()) {
    int failures = 0;
    for (;; ++failures) {
      ASSERT_LT(failures, 100) << name;
      Data data;
      fail_allocation_after(failures);
      try {
        operation.run(data);
        break;
      } catch (AllocationFailure const&) {
        fail_allocation_after(-1);
        EXPECT_NO_THROW(operation.run(data)) << name;
        data.exec.fence();
      }
    }
    fail_allocation_after(-1);
    EXPECT_GE(failures, 1) << name;
  }
}

/// Every allocation of transpose is made to fail in turn: the error arrives, and the next call works.
TEST(Contract, every_allocation_of_transpose_may_fail) {
  for (auto const method :
       {TransposeMethod::serial, TransposeMethod::scan_trans, TransposeMethod::merge_trans, TransposeMethod::radix,
        TransposeMethod::bucket, TransposeMethod::symmetric, TransposeMethod::fused}) {
    Data data;
    int failures = 0;
    for (;; ++failures) {
      ASSERT_LT(failures, 100);
      fail_allocation_after(failures);
      try {
        (void)transpose(data.exec, TransposeOptions{.method = method}, data.A);
        break;
      } catch (AllocationFailure const&) {
        EXPECT_NO_THROW({
          fail_allocation_after(-1);
          (void)transpose(data.exec, TransposeOptions{.method = method}, data.A);
        });
      }
    }
    fail_allocation_after(-1);
    EXPECT_GE(failures, 1) << name(method) << ": the result is an allocation";
    data.exec.fence();
  }
}

}  // namespace contract_test
