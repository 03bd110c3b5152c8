// SPDX-License-Identifier: Apache-2.0
/// \file
/// The enumerators of the C header have the values of those of C++; the names of status codes.

#include "enumerations.hpp"

#include <Araios/choose_format.hpp>
#include <Araios/generate/kronecker_star.hpp>
#include <Araios/graph.hpp>
#include <Araios/io/edge_list_options.hpp>
#include <Araios/io/matrix_market_header.hpp>
#include <Araios/operations/transpose/options.hpp>
#include <Araios/solve/krylov/options.hpp>
#include <Araios/triangles.hpp>
#include <Araios/update_dok.hpp>

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <iterator>

namespace araios_c::enumerations {

using namespace Araios;
using namespace Araios::runtime;

/// Whether enumerators of C have the values of those of C++, `after` added.
template <class C, class Cpp>
constexpr bool same(std::initializer_list<C> of_c, std::initializer_list<Cpp> of_cpp, int after = 0) {
  return std::equal(of_c.begin(), of_c.end(), of_cpp.begin(), of_cpp.end(),
                    [&](C a, Cpp b) { return static_cast<int>(a) == static_cast<int>(b) + after; });
}

static_assert(same({ARAIOS_SUCCESS, ARAIOS_INVALID_ARGUMENT, ARAIOS_INVALID_HANDLE, ARAIOS_INVALID_MATRIX,
                    ARAIOS_INVALID_STATE, ARAIOS_OUT_OF_RANGE, ARAIOS_OVERFLOW, ARAIOS_OUT_OF_MEMORY, ARAIOS_IO_ERROR,
                    ARAIOS_NOT_SUPPORTED, ARAIOS_DEVICE_ERROR, ARAIOS_INTERNAL_ERROR, ARAIOS_INTERRUPTED},
                   {ErrorKind::none, ErrorKind::invalid_argument, ErrorKind::invalid_handle, ErrorKind::invalid_matrix,
                    ErrorKind::invalid_state, ErrorKind::out_of_range, ErrorKind::overflow, ErrorKind::out_of_memory,
                    ErrorKind::io_error, ErrorKind::not_supported, ErrorKind::device_error, ErrorKind::internal_error,
                    ErrorKind::interrupted}));
static_assert(same({ARAIOS_TYPE_DEFAULT, ARAIOS_FLOAT32, ARAIOS_FLOAT64, ARAIOS_COMPLEX64, ARAIOS_COMPLEX128,
                    ARAIOS_PATTERN, ARAIOS_INT32, ARAIOS_INT64},
                   {ValueType::unspecified, ValueType::float32, ValueType::float64, ValueType::complex64,
                    ValueType::complex128, ValueType::pattern, ValueType::int32, ValueType::int64}));
static_assert(same({ARAIOS_INDEX_DEFAULT, ARAIOS_INDEX_32, ARAIOS_INDEX_32_64, ARAIOS_INDEX_64},
                   {IndexType::unspecified, IndexType::index_32, IndexType::index_32_64, IndexType::index_64}));
static_assert(same({ARAIOS_SPACE_DEFAULT, ARAIOS_SPACE_HOST, ARAIOS_SPACE_DEVICE},
                   {Space::unspecified, Space::host, Space::device}));
static_assert(same({ARAIOS_CSR, ARAIOS_CSC, ARAIOS_COO, ARAIOS_ELL, ARAIOS_HYB, ARAIOS_SELL, ARAIOS_JDS, ARAIOS_DIA,
                    ARAIOS_DIA_CSR, ARAIOS_BSR, ARAIOS_DOK, ARAIOS_DCSR, ARAIOS_PACKET},
                   {Format::csr, Format::csc, Format::coo, Format::ell, Format::hyb, Format::sell, Format::jds,
                    Format::dia, Format::dia_csr, Format::bsr, Format::dok, Format::hypersparse, Format::packet},
                   1));
static_assert(same({ARAIOS_COPY, ARAIOS_BORROW}, {Ownership::copy, Ownership::borrow}));
static_assert(same({ARAIOS_CHECK, ARAIOS_TRUST, ARAIOS_CHECK_STRICT},
                   {Trust::check, Trust::trust, Trust::check_strict}));
static_assert(same({ARAIOS_PLUS_TIMES, ARAIOS_MIN_PLUS, ARAIOS_MAX_PLUS, ARAIOS_MAX_TIMES, ARAIOS_OR_AND,
                    ARAIOS_PLUS_PAIR},
                   {SemiringType::plus_times, SemiringType::min_plus, SemiringType::max_plus, SemiringType::max_times,
                    SemiringType::or_and, SemiringType::plus_pair}));
static_assert(same({ARAIOS_PLUS, ARAIOS_TIMES, ARAIOS_MIN, ARAIOS_MAX, ARAIOS_OR, ARAIOS_AND, ARAIOS_MINUS,
                    ARAIOS_FIRST, ARAIOS_SECOND},
                   {Operator::plus, Operator::times, Operator::min, Operator::max, Operator::either, Operator::both,
                    Operator::minus, Operator::first, Operator::second}));
static_assert(same({ARAIOS_DUPLICATES_SUM, ARAIOS_DUPLICATES_ERROR, ARAIOS_DUPLICATES_LAST, ARAIOS_DUPLICATES_FIRST,
                    ARAIOS_DUPLICATES_KEEP},
                   {runtime::Duplicates::sum, runtime::Duplicates::error, runtime::Duplicates::last,
                    runtime::Duplicates::first, runtime::Duplicates::keep}));
static_assert(same({ARAIOS_PLAN_TRANSPOSE, ARAIOS_PLAN_SPMV, ARAIOS_PLAN_MULTIPLY, ARAIOS_PLAN_GALERKIN,
                    ARAIOS_PLAN_TRIANGLES, ARAIOS_PLAN_LINEAR_MAP, ARAIOS_PLAN_SOLVER},
                   {PlanKind::transpose, PlanKind::spmv, PlanKind::multiply, PlanKind::galerkin, PlanKind::triangles,
                    PlanKind::linear_map, PlanKind::solver}));
static_assert(same({ARAIOS_CG, ARAIOS_BICGSTAB, ARAIOS_GMRES, ARAIOS_MINRES, ARAIOS_CR, ARAIOS_BICG},
                   {KrylovMethod::cg, KrylovMethod::bicgstab, KrylovMethod::gmres, KrylovMethod::minres,
                    KrylovMethod::cr, KrylovMethod::bicg}));
static_assert(same({ARAIOS_SOLVE_CONVERGED, ARAIOS_SOLVE_ITERATION_LIMIT, ARAIOS_SOLVE_STAGNATED,
                    ARAIOS_SOLVE_BREAKDOWN_RHO, ARAIOS_SOLVE_BREAKDOWN_OMEGA, ARAIOS_SOLVE_BREAKDOWN_PIVOT,
                    ARAIOS_SOLVE_NOT_POSITIVE_DEFINITE, ARAIOS_SOLVE_NOT_FINITE, ARAIOS_SOLVE_STOPPED},
                   {SolveReason::converged, SolveReason::iteration_limit, SolveReason::stagnated,
                    SolveReason::breakdown_rho, SolveReason::breakdown_omega, SolveReason::breakdown_pivot,
                    SolveReason::not_positive_definite, SolveReason::not_finite, SolveReason::stopped}));
static_assert(same({ARAIOS_ORDER_ANY, ARAIOS_ORDER_SORTED, ARAIOS_ORDER_STRICT},
                   {Order::any, Order::sorted, Order::strict}));
static_assert(same({ARAIOS_NO_TRANSPOSE, ARAIOS_TRANSPOSE, ARAIOS_CONJUGATE_TRANSPOSE},
                   {Op::none, Op::transpose, Op::conjugate_transpose}));
static_assert(same({ARAIOS_SPMV_AUTOMATIC, ARAIOS_SPMV_ROWS, ARAIOS_SPMV_MERGE},
                   {SpmvMethod::automatic, SpmvMethod::rows, SpmvMethod::merge}));
static_assert(same({ARAIOS_RUN_TO_RUN, ARAIOS_SPACE_TO_SPACE}, {Determinism::run_to_run, Determinism::space_to_space}));
static_assert(same({ARAIOS_TRANSPOSE_AUTOMATIC, ARAIOS_TRANSPOSE_SERIAL, ARAIOS_TRANSPOSE_SCAN_TRANS,
                    ARAIOS_TRANSPOSE_MERGE_TRANS, ARAIOS_TRANSPOSE_RADIX, ARAIOS_TRANSPOSE_BUCKET,
                    ARAIOS_TRANSPOSE_SYMMETRIC, ARAIOS_TRANSPOSE_FUSED},
                   {TransposeMethod::automatic, TransposeMethod::serial, TransposeMethod::scan_trans,
                    TransposeMethod::merge_trans, TransposeMethod::radix, TransposeMethod::bucket,
                    TransposeMethod::symmetric, TransposeMethod::fused}));
static_assert(
    same({ARAIOS_TRIANGLES_AUTOMATIC, ARAIOS_TRIANGLES_MERGE, ARAIOS_TRIANGLES_BISECTION, ARAIOS_TRIANGLES_ADAPTIVE,
          ARAIOS_TRIANGLES_HASH, ARAIOS_TRIANGLES_BITMAP, ARAIOS_TRIANGLES_MIXED, ARAIOS_TRIANGLES_RADIX_BINNING},
         {TriangleMethod::automatic, TriangleMethod::merge, TriangleMethod::bisection, TriangleMethod::adaptive,
          TriangleMethod::hash, TriangleMethod::bitmap, TriangleMethod::mixed, TriangleMethod::radix_binning}));
static_assert(same({ARAIOS_CLOSURE_INCREMENTAL, ARAIOS_CLOSURE_SQUARING},
                   {ClosureMethod::incremental, ClosureMethod::squaring}));
static_assert(same({ARAIOS_DOK_KEEP_FIRST, ARAIOS_DOK_REPLACE_BY_LAST, ARAIOS_DOK_SUM},
                   {DokInsert::keep_first, DokInsert::replace_by_last, DokInsert::sum}));
static_assert(same({ARAIOS_CHOOSE_BY_RULE, ARAIOS_CHOOSE_BY_MEASUREMENT},
                   {FormatChoiceMode::rule, FormatChoiceMode::measure}));
static_assert(same({ARAIOS_STAR_NO_LOOP, ARAIOS_STAR_HUB, ARAIOS_STAR_LAST_LEAF},
                   {StarLoop::none, StarLoop::hub, StarLoop::last_leaf}));
static_assert(same({ARAIOS_GENERAL, ARAIOS_SYMMETRIC, ARAIOS_SKEW_SYMMETRIC, ARAIOS_HERMITIAN},
                   {MatrixMarketSymmetry::general, MatrixMarketSymmetry::symmetric,
                    MatrixMarketSymmetry::skew_symmetric, MatrixMarketSymmetry::hermitian}));
static_assert(same({ARAIOS_VERTICES_FROM_0, ARAIOS_VERTICES_FROM_1, ARAIOS_VERTICES_COMPACT},
                   {EdgeListVertices::zero_based, EdgeListVertices::one_based, EdgeListVertices::compact}));
static_assert(same({ARAIOS_EDGES_AUTOMATIC, ARAIOS_EDGES_PLAIN, ARAIOS_EDGES_WEIGHTED},
                   {EdgeListColumns::automatic, EdgeListColumns::plain, EdgeListColumns::weighted}));

}  // namespace araios_c::enumerations

char const* araios_status_name(araios_status status) {
  static constexpr char const* names[] = {"ARAIOS_SUCCESS",        "ARAIOS_INVALID_ARGUMENT", "ARAIOS_INVALID_HANDLE",
                                          "ARAIOS_INVALID_MATRIX", "ARAIOS_INVALID_STATE",    "ARAIOS_OUT_OF_RANGE",
                                          "ARAIOS_OVERFLOW",       "ARAIOS_OUT_OF_MEMORY",    "ARAIOS_IO_ERROR",
                                          "ARAIOS_NOT_SUPPORTED",  "ARAIOS_DEVICE_ERROR",     "ARAIOS_INTERNAL_ERROR",
                                          "ARAIOS_INTERRUPTED"};
  auto const number = static_cast<std::size_t>(status);
  return number < std::size(names) ? names[number] : "unknown status";
}
