// SPDX-License-Identifier: Apache-2.0
//
// An operation added to the library adds its line here; every property of the contract is then tested of it.

#include "contract/operations.hpp"

namespace contract_test {

Exec other_instance() { return Araios::is_gpu_v<Exec> ? Impl::separate_instance(Exec()) : Exec(); }

void fill_descending(Exec const& exec, Ints const& indices) {
  auto const last = static_cast<int>(indices.extent(0)) - 1;
  Kokkos::parallel_for(
      "Araios::test::descending", Araios::range(exec, last + 1),
      KOKKOS_LAMBDA(std::int64_t i) { indices(i) = last - static_cast<int>(i); });
}

void fill_matrix(Exec const& exec, CsrArrays<double, int, int, Space> const& A, std::int64_t m, std::int64_t n,
                 std::int64_t k) {
  Kokkos::parallel_for(
      "Araios::test::rows", Araios::range(exec, m + 1),
      KOKKOS_LAMBDA(std::int64_t i) { A.row_map(i) = static_cast<int>(i * k / m); });
  Kokkos::parallel_for(
      "Araios::test::entries", Araios::range(exec, k), KOKKOS_LAMBDA(std::int64_t p) {
        A.entries(p) = static_cast<int>(p * 7919 % n);
        A.values(p) = static_cast<double>(p);
      });
}

CsrMatrix<double, int, int, Space> structured_matrix(Exec const& exec) {
  int const m = 3000;
  int const nnz = 2 * m - 1 + (m - 3) / 2;
  auto const A = allocate_csr<double, int, int>(exec, "Araios::test", m, nnz);
  Kokkos::parallel_for(
      "Araios::test::structured", Araios::range(exec, m), KOKKOS_LAMBDA(std::int64_t row) {
        int const i = static_cast<int>(row);
        int p = 2 * i + (i > 4 ? (i - 3) / 2 : 0);
        A.row_map(i) = p;
        if (i + 1 == m) A.row_map(m) = nnz;
        if (i > 3 && i % 2 == 0) A.entries(p++) = i - 3;
        A.entries(p++) = i;
        if (i + 1 < m) A.entries(p) = i + 1;
      });
  Araios::fill(exec, A.values, 1.0);
  return {m, m, A};
}

/// A batch that sets `sets` entries of the matrix with full diagonals, and removes the next `removals`.
Batch<double, int, Space> batch_of(Exec const& exec, int sets, int removals) {
  auto const batch = allocate_batch<double>(exec, "Araios::test::batch", 100);
  Kokkos::parallel_for(
      "Araios::test::changes", Araios::range(exec, sets + removals), KOKKOS_LAMBDA(std::int64_t p) {
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

using Flat = Kokkos::View<double*, Space, Kokkos::MemoryUnmanaged>;
/// By copies of what is filled: without optimisation a table filled by one kernel is a fifth of the time of Data().
void fill_with_ones(Exec const& exec, Flat const& all) {
  std::size_t filled = std::min<std::size_t>(all.extent(0), 1000);
  Araios::fill(exec, Flat(all.data(), filled), 1.0);
  while (filled < all.extent(0)) {
    std::size_t const more = std::min(filled, all.extent(0) - filled);
    Kokkos::deep_copy(exec, Flat(all.data() + filled, more), Flat(all.data(), more));
    filled += more;
  }
}

Data::Data() {
  fill_matrix(exec, arrays, m, n, k);
  fill_matrix(exec, result, n, m, k);  // what sorts in place also reads its payloads
  Kokkos::deep_copy(exec, vector_indices, Kokkos::subview(arrays.row_map, std::pair<int, int>(0, m)));
  for (auto const& array : {x, y, square_x, square_y}) Araios::fill(exec, array, 1.0);
  Araios::fill(exec, keys, 1);
  fill_with_ones(exec, Flat(by_rows.data(), by_rows.span()));
  fill_with_ones(exec, Flat(by_columns.data(), by_columns.span()));
  exec.fence();
  A = CsrMatrix<double, int, int, Space>(m, n, arrays);
  fill_descending(exec, some_indices);
  coo = convert<Format::coo>(exec, A);
  spmv_plans.emplace(SpmvPlan(exec, A, {.method = SpmvMethod::merge}), SpmvPlan(exec, A, {.op = Op::transpose}));
  ell = convert<Format::ell>(exec, A);
  hyb = convert<Format::hyb>(exec, A);
  jds = convert<Format::jds>(exec, A);
  sell = convert<Format::sell>(exec, A, {.sorting_window = 64});
  hypersparse = convert<Format::hypersparse>(exec, structured);
  exec.fence();
}
DiaMatrix<double, int, int, Space> const& Data::the_dia() {
  if (!dia) dia = convert<Format::dia>(exec, structured, {}, workspace);
  return *dia;
}
DiaCsrMatrix<double, int, int, Space> const& Data::the_dia_csr() {
  if (!dia_csr) dia_csr = convert<Format::dia_csr>(exec, structured, {}, workspace);
  return *dia_csr;
}
BsrMatrix<double, int, int, Space> const& Data::the_bsr() {
  if (!bsr) bsr = convert<Format::bsr>(exec, structured, {.block_rows = 3, .block_cols = 3, .limits = {}}, workspace);
  return *bsr;
}
void Data::transposition(TransposeMethod method) { transpose(exec, A, result, {.method = method}, workspace); }
Kokkos::View<double, Space, Kokkos::MemoryUnmanaged> Data::number() const {
  return Kokkos::View<double, Space, Kokkos::MemoryUnmanaged>(result.values.data());
}
BitmapVector<Space> Data::bits(int k, int length) const {
  std::size_t const words = static_cast<std::size_t>(words_for_bits(length));
  BitmapVector<Space>::words_type const all(reinterpret_cast<std::uint32_t*>(result.values.data()) + 1000 * k, words);
  return {length, all};
}
Doubles Data::part(int length) const { return Kokkos::subview(result.values, std::pair<int, int>(0, length)); }
TransposePlan<Exec, int, int> Data::make_plan() {
  return TransposePlan(exec, A, {.check = PatternCheck::sampled}, workspace);
}
MultiplyPlan<Exec> const& Data::the_product_plan() {
  if (!product_plan) {
    product_plan.emplace(exec, structured, structured);
    product_values = Doubles("Araios::test::product", static_cast<std::size_t>(product_plan->nnz()));
  }
  return *product_plan;
}
LabelledGraph<int, int, Space> const& Data::the_graph() {
  if (!graph) graph = build_labelled_graph(exec, two_edges(), workspace);
  return *graph;
}
OrientedGraph<int, int, Space> const& Data::the_edges() {
  if (!edges) {
    theory = star_product_matrix<Pattern>(exec, {{3, 4, 5}, StarLoop::hub});
    edges = orient(exec, theory, {}, workspace);
  }
  return *edges;
}
TransposePlan<Exec, int, int> const& Data::the_plan() {
  if (!plan) plan = make_plan();
  return *plan;
}
DokMatrix<double, int, int, Space>& Data::the_table() {
  if (!hash_table) hash_table = convert<Format::dok>(exec, A, {}, workspace);
  return *hash_table;
}
CsrMatrix<double, int, int, Space> Data::square() const { return {m, m, A.row_map, A.entries, A.values}; }
PacketMatrix<double, int, int, Space> const& Data::the_packets() {
  if (!packets) packets = convert<Format::packet>(exec, square(), {.ordering = PacketOrdering::natural}, workspace);
  return *packets;
}
Doubles Data::vector(std::int64_t length) const {
  return Kokkos::subview(result.values, std::pair<std::int64_t, std::int64_t>(k - length, k));
}

/// A sparse vector of m entries, sorted without duplicates, and k elements.
SparseVector<double, int, Space> sparse_vector(Data const& d) {
  std::pair<int, int> const entries(0, Data::m);
  return {Data::k, Kokkos::subview(d.vector_indices, entries), Kokkos::subview(d.arrays.values, entries)};
}
/// Its first 150 entries, of `length` elements.
SparseVector<double, int, Space> shorter_vector(Data const& d, int length) {
  std::pair<int, int> const entries(0, 150);
  return {length, Kokkos::subview(d.vector_indices, entries), Kokkos::subview(d.arrays.values, entries)};
}

std::map<std::string, Operation> asynchronous_operations() {
  return {
      {"fill", [](Data& d) { Araios::fill(d.exec, d.result.entries, 0); }},
      {"transpose_serial", [](Data& d) { d.transposition(TransposeMethod::serial); }},
      {"transpose_scan_trans", [](Data& d) { d.transposition(TransposeMethod::scan_trans); }},
      {"transpose_merge_trans", [](Data& d) { d.transposition(TransposeMethod::merge_trans); }},
      {"transpose_radix", [](Data& d) { d.transposition(TransposeMethod::radix); }},
      {"transpose_bucket", [](Data& d) { d.transposition(TransposeMethod::bucket); }},
      {"transpose_symmetric", [](Data& d) { d.transposition(TransposeMethod::symmetric); }},
      {"transpose_fused", [](Data& d) { d.transposition(TransposeMethod::fused); }},
      {"transpose_automatic", [](Data& d) { d.transposition(TransposeMethod::automatic); }},
      {"mxv", [](Data& d) { mxv(d.exec, d.A, d.bits(0, Data::n), d.bits(1, Data::m), {.accumulate = true}); }},
      {"mxv_masked", [](Data& d) { mxv(d.exec, d.A, d.bits(0, Data::n), d.bits(2, Data::m), d.bits(1, Data::m)); }},
      {"vxm", [](Data& d) { vxm(d.exec, d.bits(0, Data::m), d.A, d.bits(1, Data::n)); }},
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
      {"exclusive_scan", [](Data& d) { exclusive_scan(d.exec, d.arrays.entries, d.result.entries, {}, d.workspace); }},
      {"inclusive_scan", [](Data& d) { inclusive_scan(d.exec, d.arrays.entries, d.result.entries, {}, d.workspace); }},
      {"histogram_atomics",
       [](Data& d) {
         index_to_pointers(d.exec, d.arrays.entries, d.result.row_map, {.method = HistogramMethod::atomics},
                           d.workspace);
       }},
      {"histogram_team_partials",
       [](Data& d) {
         index_to_pointers(d.exec, d.arrays.entries, d.result.row_map, {.method = HistogramMethod::team_partials},
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
         radix_sort(d.exec, d.arrays.entries, d.arrays.entries, d.arrays.values, d.keys, d.result.entries,
                    d.result.values, {.key_bits = 12}, d.workspace);
       }},
      {"row_length_histogram", [](Data& d) { row_length_histogram(d.exec, d.A, d.result.entries, d.workspace); }},
      {"spmv_csr_rows",
       [](Data& d) { spmv(d.exec, 1., d.A, d.x, 0., d.y, {.method = SpmvMethod::rows}, d.workspace); }},
      {"spmv_csr_merge",
       [](Data& d) { spmv(d.exec, 1., d.A, d.x, 0., d.y, {.method = SpmvMethod::merge}, d.workspace); }},
      {"spmv_csr_automatic", [](Data& d) { d.multiply(d.A); }},
      {"spmv_csr_transposed", [](Data& d) { spmv(d.exec, 1., d.A, d.y, 0., d.x, {.op = Op::transpose}, d.workspace); }},
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
      {"spmm", [](Data& d) { spmm(d.exec, 2.0, d.A, d.by_columns, 3.0, d.by_rows, {}, d.workspace); }},
      {"spmm_transposed",
       [](Data& d) { spmm(d.exec, 2.0, d.A, d.by_rows, 0.0, d.by_columns, {.op = Op::transpose}, d.workspace); }},
      {"spmm_of_nothing", [](Data& d) { spmm(d.exec, 0.0, d.A, d.by_columns, 3.0, d.by_rows, {}, d.workspace); }},
      {"find_entries",
       [](Data& d) { find_entries(d.exec, d.the_table(), d.arrays.entries, d.keys, d.result.entries); }},
      {"spmv_dok",
       [](Data& d) {
         spmv(d.exec, 1.0, d.the_table(), d.vector(Data::n), 0.0, Doubles(d.arrays.values.data(), Data::m), {},
              d.workspace);
       }},
      {"spmv_hypersparse", [](Data& d) { d.product(d.hypersparse, Op::none); }},
      {"spmv_hypersparse_transposed", [](Data& d) { d.product(d.hypersparse, Op::transpose); }},
      {"contains_in_hypersparse",
       [](Data& d) { contains(d.exec, d.hypersparse, d.arrays.entries, d.keys, d.result.entries); }},
      {"contains_in_coo", [](Data& d) { contains(d.exec, d.coo, d.arrays.entries, d.keys, d.result.entries); }},
      {"spmv_packet",
       [](Data& d) {
         spmv(d.exec, 1.0, d.the_packets(), d.vector(Data::m), 0.0, Doubles(d.arrays.values.data(), Data::m), {},
              d.workspace);
       }},
      {"permute_to_packed",
       [](Data& d) {
         permute_to_packed(d.exec, d.the_packets(), Doubles(d.arrays.values.data(), Data::m), d.vector(Data::m));
       }},
  };
}

struct IsOffDiagonal {
  KOKKOS_FUNCTION bool operator()(std::int64_t i, std::int64_t j) const { return i != j; }
};

std::map<std::string, Allocating> allocating_operations() {
  auto const list = [](Data& d) {
    return CooMatrix<double, int, int, Space>(Data::k, Data::n, d.A.entries, d.A.entries, d.A.values);
  };
  auto const sorted = [](Data& d) { return sort_rows(d.exec, d.A, d.workspace); };
  // In the CUDA space a plan also stores where products are added, and reads their number.
  int const positions = Araios::is_gpu_v<Exec> ? 1 : 0;
  return {
      {"transpose", {[](Data& d) { return std::any(transpose(d.exec, d.A, TransposeOptions{}, d.workspace)); }, 0}},
      {"transpose_plan", {[](Data& d) { return std::any(d.make_plan()); }, 0}},
      {"transpose_by_plan_to_new", {[](Data& d) { return std::any(transpose(d.exec, d.the_plan(), d.A)); }, 0}},
      {"csr_to_csc", {[](Data& d) { return std::any(convert<Format::csc>(d.exec, d.A, {}, d.workspace)); }, 0}},
      {"csr_to_coo", {[](Data& d) { return std::any(convert<Format::coo>(d.exec, d.A)); }, 0}},
      {"sort_rows", {[](Data& d) { return std::any(sort_rows(d.exec, d.A, d.workspace)); }, 0}},
      {"sum_duplicates", {[](Data& d) { return std::any(sum_duplicates(d.exec, d.A, d.workspace)); }, 1}},
      {"coo_to_csr", {[=](Data& d) { return std::any(convert<Format::csr>(d.exec, list(d), {}, d.workspace)); }, 0}},
      {"coo_to_csr_sum",
       {[=](Data& d) {
          return std::any(convert<Format::csr>(d.exec, list(d), {.duplicates = Duplicates::sum}, d.workspace));
        },
        1}},
      {"banded_matrix", {[](Data& d) { return std::any(banded_matrix(d.exec, {.num_rows = 99, .num_cols = 99})); }, 0}},
      {"stencil_matrix", {[](Data& d) { return std::any(stencil_matrix(d.exec, {.nx = 20, .ny = 20})); }, 0}},
      {"rmat_matrix", {[](Data& d) { return std::any(rmat_matrix(d.exec, {})); }, 0}},
      {"web_crawl_matrix",
       {[](Data& d) { return std::any(web_crawl_matrix(d.exec, {.num_rows = 99, .nnz = 999})); }, 0}},
      {"citation_matrix", {[](Data& d) { return std::any(citation_matrix(d.exec, {.num_rows = 99, .nnz = 999})); }, 0}},
      {"star_product_matrix", {[](Data& d) { return std::any(star_product_matrix(d.exec, {{3, 4}})); }, 0}},
      {"ell_to_csr", {[](Data& d) { return std::any(convert<Format::csr>(d.exec, d.ell, {}, d.workspace)); }, 0}},
      {"csr_to_ell", {[](Data& d) { return std::any(convert<Format::ell>(d.exec, d.A, {}, d.workspace)); }, 0}},
      {"hyb_to_csr", {[](Data& d) { return std::any(convert<Format::csr>(d.exec, d.hyb, {}, d.workspace)); }, 0}},
      {"csr_to_hyb", {[](Data& d) { return std::any(convert<Format::hyb>(d.exec, d.A, {}, d.workspace)); }, 0}},
      {"jds_to_csr", {[](Data& d) { return std::any(convert<Format::csr>(d.exec, d.jds, {}, d.workspace)); }, 0}},
      {"csr_to_jds", {[](Data& d) { return std::any(convert<Format::jds>(d.exec, d.A, {}, d.workspace)); }, 0}},
      {"sell_to_csr", {[](Data& d) { return std::any(convert<Format::csr>(d.exec, d.sell, {}, d.workspace)); }, 0}},
      {"csr_to_sell",
       {[](Data& d) { return std::any(convert<Format::sell>(d.exec, d.A, {.sorting_window = 64}, d.workspace)); }, 0}},
      {"random_matrix",
       {[](Data& d) { return std::any(random_matrix(d.exec, {.num_rows = 99, .num_cols = 99, .nnz = 999})); }, 0}},
      {"csr_to_dia",
       {[](Data& d) { return std::any(convert<Format::dia>(d.exec, d.structured, {}, d.workspace)); }, 0}},
      {"dia_to_csr", {[](Data& d) { return std::any(convert<Format::csr>(d.exec, d.the_dia(), {}, d.workspace)); }, 0}},
      {"csr_to_dia_csr",
       {[](Data& d) { return std::any(convert<Format::dia_csr>(d.exec, d.structured, {}, d.workspace)); }, 0}},
      {"dia_csr_to_csr",
       {[](Data& d) { return std::any(convert<Format::csr>(d.exec, d.the_dia_csr(), {}, d.workspace)); }, 0}},
      {"csr_to_bsr",
       {[](Data& d) { return std::any(convert<Format::bsr>(d.exec, d.structured, {}, d.workspace)); }, 0}},
      {"bsr_to_csr", {[](Data& d) { return std::any(convert<Format::csr>(d.exec, d.the_bsr(), {}, d.workspace)); }, 0}},
      {"csr_to_dense", {[](Data& d) { return std::any(csr_to_dense(d.exec, d.structured, 0.0, {}, d.workspace)); }, 0}},
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
       {[](Data& d) { return std::any(MultiplyPlan(d.exec, d.structured, d.structured, {}, d.workspace)); },
        2 + positions}},
      {"multiply_by_plan",
       {[](Data& d) { return std::any(multiply(d.exec, d.the_product_plan(), d.structured, d.structured)); }, 0}},
      {"galerkin_plan",
       {[](Data& d) { return std::any(GalerkinPlan(d.exec, d.structured, d.structured, d.structured, d.workspace)); },
        4 + 2 * positions}},
      {"multiply_transposed",
       {[](Data& d) { return std::any(multiply_transposed(d.exec, d.structured, d.structured, {}, d.workspace)); }, 2}},
      {"multiply_by_transposed",
       {[](Data& d) { return std::any(multiply_by_transposed(d.exec, d.structured, d.structured, {}, d.workspace)); },
        2}},
      {"transitive_closure",  // of the identity: a union, two products and their union, a difference
       {[](Data& d) { return std::any(transitive_closure(d.exec, identity_matrix(d.exec, 99), {}, d.workspace)); }, 7}},
      {"simple_graph",
       {[](Data& d) { return std::any(simple_graph(d.exec, identity_matrix(d.exec, 99), d.workspace)); }, 2}},
      {"orient",
       {[](Data& d) {
          d.the_edges();
          return std::any(orient(d.exec, d.theory, {.is_simple = true}, d.workspace));
        },
        1}},
      // Reductions wait by themselves: their fences have no label of Araios.
      {"count_triangles",
       {[](Data& d) { return std::any(count_triangles(d.exec, d.the_edges(), {}, d.workspace)); }, 0}},
      {"count_triangles_by_radix_binning",
       {[](Data& d) {
          return std::any(
              count_triangles(d.exec, d.the_edges(), {.method = TriangleMethod::radix_binning}, d.workspace));
        },
        2}},
      {"count_candidates", {[](Data& d) { return std::any(count_candidates(d.exec, d.the_edges())); }, 0}},
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
        Araios::is_gpu_v<Exec> ? 3 : 1}},
      {"label_matrix", {[](Data& d) { return std::any(label_matrix(d.exec, d.the_graph(), "a_r", d.workspace)); }, 0}},
      {"regular_path_query",  // the sources, four small matrices; steps of 8, 8 and 4; the final states
       {[](Data& d) {
          return std::any(regular_path_query(d.exec, d.the_graph(), parse_regular_expression("a b"), d.some_indices, {},
                                             d.workspace));
        },
        27}},
      {"regular_path_query_of_all",
       {[](Data& d) {
          return std::any(regular_path_query(d.exec, d.the_graph(), parse_regular_expression("a b"), {}, d.workspace));
        },
        26}},
      {"context_free_path_query_by_matrices",  // two sums, a product, a difference, a sum
       {[](Data& d) {
          return std::any(context_free_path_query(d.exec, d.the_graph(), parse_grammar("S -> a b"), {}, d.workspace));
        },
        6}},
      {"context_free_path_query_by_tensors",  // two small matrices, a sum; the closure 12; block, difference, sum
       {[](Data& d) {
          return std::any(context_free_path_query(d.exec, d.the_graph(), parse_grammar("S -> a b"),
                                                  {.method = ContextFreeMethod::tensor}, d.workspace));
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
          return std::any(multiply_masked(d.exec, d.structured, d.structured, d.structured, {}, d.workspace));
        },
        2}},
      {"multiply_add",
       {[](Data& d) { return std::any(multiply_add(d.exec, d.structured, d.structured, d.structured, d.workspace)); },
        3}},
      {"multiply_add_masked",
       {[](Data& d) {
          return std::any(multiply_add_masked(d.exec, d.structured, d.structured, d.structured, d.structured,
                                              {.complement = true}, d.workspace));
        },
        3}},
      {"reduce_rows_to_new", {[](Data& d) { return std::any(reduce_rows(d.exec, d.structured, d.workspace)); }, 0}},
      {"reduce_columns_to_new",
       {[](Data& d) { return std::any(reduce_columns(d.exec, d.structured, d.workspace)); }, 0}},
      {"sparse_to_bitmap", {[](Data& d) { return std::any(sparse_to_bitmap(d.exec, shorter_vector(d, Data::n))); }, 0}},
      {"bitmap_to_sparse",
       {[](Data& d) { return std::any(bitmap_to_sparse(d.exec, d.bits(0, Data::n), d.workspace)); }, 1}},
      {"bfs_levels",  // of a graph without edges: two steps
       {[](Data& d) { return std::any(bfs_levels(d.exec, identity_matrix(d.exec, 99), 7, {}, d.workspace)); }, 2}},
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
      {"multiply",
       {[](Data& d) { return std::any(multiply(d.exec, d.structured, d.structured, {}, d.workspace)); }, 2}},
      {"spmspv_by_columns",
       {[](Data& d) {
          CscMatrix<double, int, int, Space> const B(d.A);
          return std::any(spmspv(d.exec, B, shorter_vector(d, Data::m), d.workspace));
        },
        2}},
      {"spmspv_by_rows",
       {[](Data& d) { return std::any(spmspv(d.exec, d.A, shorter_vector(d, Data::n), d.workspace)); },
        Araios::is_gpu_v<Exec> ? 2 : 1}},
      {"transform_values_to_new", {[](Data& d) { return std::any(transform_values(d.exec, IsNotZero{}, d.A)); }, 0}},
      {"scale_rows_to_new", {[](Data& d) { return std::any(scale_rows(d.exec, d.part(Data::m), d.A)); }, 0}},
      {"extract_diagonal_to_new", {[](Data& d) { return std::any(extract_diagonal(d.exec, d.A)); }, 0}},
      {"sparse_to_dense_to_new",
       {[](Data& d) { return std::any(sparse_to_dense(d.exec, shorter_vector(d, Data::n))); }, 0}},
      {"csr_to_dok", {[](Data& d) { return std::any(convert<Format::dok>(d.exec, d.A, {}, d.workspace)); }, 0}},
      {"dok_to_csr",
       {[](Data& d) { return std::any(convert<Format::csr>(d.exec, d.the_table(), {}, d.workspace)); }, 0}},
      {"insert_into_dok",
       {[](Data& d) {
          auto A = allocate_dok<double, int, int>(d.exec, "Araios::test", Data::n, Data::n, 0);
          insert(d.exec, A, d.A.entries, d.A.entries, d.A.values, {.duplicates = DokInsert::sum}, d.workspace);
          return std::any(A);
        },
        1}},
      {"erase_from_dok",
       {[](Data& d) {
          auto A = convert<Format::dok>(d.exec, d.A, {}, d.workspace);
          erase(d.exec, A, d.arrays.entries, d.arrays.entries, d.workspace);
          return std::any(A);
        },
        1}},
      {"csr_to_hypersparse",
       {[](Data& d) { return std::any(convert<Format::hypersparse>(d.exec, d.A, {}, d.workspace)); }, 1}},
      {"hypersparse_to_csr", {[](Data& d) { return std::any(convert<Format::csr>(d.exec, d.hypersparse)); }, 0}},
      {"hypersparse_to_coo", {[](Data& d) { return std::any(convert<Format::coo>(d.exec, d.hypersparse)); }, 0}},
      {"coo_to_hypersparse",
       {[](Data& d) { return std::any(convert<Format::hypersparse>(d.exec, d.coo, {}, d.workspace)); }, 1}},
      {"coo_to_hypersparse_unsorted",
       {[=](Data& d) { return std::any(convert<Format::hypersparse>(d.exec, list(d), {}, d.workspace)); }, 1}},
      {"multiply_hypersparse",
       {[](Data& d) { return std::any(multiply(d.exec, d.hypersparse, d.hypersparse, {}, d.workspace)); }, 3}},
      {"multiply_by_hypersparse",
       {[](Data& d) { return std::any(multiply(d.exec, d.structured, d.hypersparse, {}, d.workspace)); }, 2}},
      {"elementwise_add_hypersparse",
       {[](Data& d) { return std::any(elementwise_add(d.exec, d.hypersparse, d.hypersparse, d.workspace)); }, 2}},
      {"elementwise_add_to_csr",
       {[](Data& d) { return std::any(elementwise_add(d.exec, d.structured, d.hypersparse, d.workspace)); }, 1}},
      {"elementwise_multiply_hypersparse",
       {[](Data& d) { return std::any(elementwise_multiply(d.exec, d.hypersparse, d.hypersparse, d.workspace)); }, 3}},
      {"elementwise_xor_of_coo",  // two lists of rows, their union, no entry
       {[](Data& d) {
          auto const sorted = convert<Format::coo>(d.exec, d.structured);
          return std::any(elementwise_xor(d.exec, sorted, sorted, d.workspace));
        },
        4}},
      {"transpose_hypersparse", {[](Data& d) { return std::any(transpose(d.exec, d.hypersparse, d.workspace)); }, 1}},
      {"transpose_coo", {[](Data& d) { return std::any(transpose(d.exec, d.coo, d.workspace)); }, 0}},
      {"kronecker_hypersparse",
       {[](Data& d) {
          auto const factor = convert<Format::hypersparse>(d.exec, identity_matrix<double>(d.exec, 3));
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
          return std::any(
              convert<Format::packet>(d.exec, d.square(), {.ordering = PacketOrdering::natural}, d.workspace));
        },
        0}},
      {"packet_to_csr",
       {[](Data& d) { return std::any(convert<Format::csr>(d.exec, d.the_packets(), {}, d.workspace)); }, 0}},
      {"choose_format", {[](Data& d) { return std::any(choose_format(d.exec, d.structured, {}, d.workspace)); }, 0}},
  };
}

std::map<std::string, std::function<std::any(Data&)>> all_operations() {
  std::map<std::string, std::function<std::any(Data&)>> all;
  for (auto const& [name, operation] : asynchronous_operations())
    all.emplace(name, [run = operation](Data& d) {
      run(d);
      return std::any();
    });
  for (auto const& [name, operation] : allocating_operations()) all.emplace(name + "_to_new", operation.run);
  return all;
}

}  // namespace contract_test
