// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// SpmvPlan: SpMV with one CSR matrix and many vectors. The matrix is analysed once.
///
///     SpmvPlan const plan(exec, A, {.op = Op::transpose});   // analysis, and here the transpose of A
///     for (...) spmv(exec, plan, 1.0, A, x, 0.0, y);         // one or two kernels, no allocation, no fence
///
/// For op none the plan holds no values: it uses the current values of A. A transposed plan also holds the values of A,
/// which `update` renews; except a plan for few applications, which scatters the entries of A.
///
///     SpmvPlan const plan(exec, A, {.determinism = Determinism::space_to_space});  // y has these bits in every space

#include <Araios/core/checks.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/option_ranges.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/semiring.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/check_operands.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/pattern_guard.hpp>
#include <Araios/operations/spmv/analysis.hpp>
#include <Araios/operations/spmv/csr_fixed_order.hpp>
#include <Araios/spmv.hpp>
#include <Araios/transpose_plan.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <memory>
#include <string_view>
#include <type_traits>
#include <utility>

namespace Araios {

template <>
inline constexpr bool Impl::may_leave_out_v<SpmvPlanOptions> = true;

/// The part of SpMV that is the same for one matrix and all vectors
///
/// Ownership     shares row_map and entries of A where their Views own memory. Copies of a plan share its arrays.
/// Memory        `bytes()`: nothing for rows; for tiles (Ordinal + 16) bytes and an Ordinal per 1,280 rows plus
///               entries; space to space (Ordinal + Offset + 16) bytes per 2,048 entries of rows of more than these;
///               transposed also a copy of A by columns and a position of 4 or 8 bytes per entry.
/// Requires      for all uses, also of copies: one instance at a time, since tiles store sums in the plan. The analysis
///               is complete, or the work uses the same instance as the analysis.
template <ExecutionSpace Exec, ScalarType Scalar_, OrdinalType Ordinal_, OffsetType Offset_>
class SpmvPlan {
 public:
  using Scalar = std::remove_const_t<Scalar_>;
  using Ordinal = Ordinal_;
  using Offset = Offset_;
  using execution_space = Exec;
  using memory_space = typename Exec::memory_space;
  using matrix_type = CsrMatrix<Scalar const, Ordinal, Offset, memory_space>;

  /// The plan of the empty 0-by-0 matrix.
  SpmvPlan() = default;
  // What is moved from is copied: it stays the plan that it was.
  SpmvPlan(SpmvPlan const&) = default;
  SpmvPlan& operator=(SpmvPlan const&) = default;

  /// The plan of A
  ///
  /// Shapes        A is m-by-n with k entries.
  /// Requires      what `spmv` requires of A.
  /// Cost          on a GPU one kernel over row_map and one row in 32 of entries, and one for tiles; on a host nothing or
  ///               the tiles. Transposed: before that a TransposePlan and its gather.
  /// Asynchronous  no: one fence on a GPU, to read the result of the scan of the rows (none when a method is requested,
  ///               with fewer than 3 applications, or where rows are long in the mean). Space to space: one more in
  ///               every space, to read how many segments long rows have. Allocates `bytes()`. Temporaries come from
  ///               `workspace`.
  /// Deterministic run to run.
  /// Throws        std::invalid_argument for options that are no enumerators, expected_applications below 1, and a
  ///               method with space_to_space; what `transpose` throws.
  SpmvPlan(Exec const& exec, CsrOf<Exec> auto const& A, SpmvPlanOptions const& options,
           WorkspaceFor<Exec> workspace = {})
      : SpmvPlan(exec, as_rows(A), options.op) {
    Impl::check_enumerator(options.op, Op::conjugate_transpose, "Araios::SpmvPlan: Op");
    Impl::check_enumerator(options.method, SpmvMethod::merge, "Araios::SpmvPlan: SpmvMethod");
    Impl::check_option("Araios::SpmvPlan", Impl::option::expected_applications, options.expected_applications);
    Impl::check_enumerator(options.determinism, Determinism::space_to_space, "Araios::SpmvPlan: Determinism");
    Impl::check(options.determinism == Determinism::run_to_run || options.method == SpmvMethod::automatic,
                "Araios::SpmvPlan: space_to_space has one method: SpmvMethod::automatic");
    Impl::ScopedRegion const region("Araios::SpmvPlan");
    // Managed, with the owners of the arrays: the TransposePlan keeps them.
    set_up(exec, options, as_rows(A), workspace);
  }
  /// With the default options, which never transpose: transposition is not compiled.
  SpmvPlan(Exec const& exec, CsrOf<Exec> auto const& A, WorkspaceFor<Exec> = {})
      : SpmvPlan(exec, as_rows(A), Op::none) {
    Impl::ScopedRegion const region("Araios::SpmvPlan");
    analyse(exec, SpmvPlanOptions{}, pattern_type(num_rows_, num_cols_, row_map_, entries_));
  }
  /// Refuses what is no CsrMatrix in memory of Exec, with the remedy.
  template <class Matrix>
    requires(!CsrOf<Matrix, Exec>)
  SpmvPlan(Exec const&, Matrix const&, SpmvPlanOptions const& = {}, WorkspaceFor<Exec> = {}) {
    (void)Impl::rows_types_are_right<Exec, Matrix>();
  }

  Op op() const { return op_; }
  Determinism determinism() const { return determinism_; }
  /// rows or merge, and the reason; where the plan scatters, the method of the options.
  SpmvMethod method() const { return scatters_ ? requested_ : choice_.method(); }
  std::string_view reason() const { return choice_.reason; }
  /// Whether SpMV scatters entries with atomics: a transposed plan for few applications. It is deterministic only with
  /// one thread, or where additions are exact.
  bool scatters() const { return scatters_; }

  /// Bytes that the plan holds.
  std::int64_t bytes() const {
    auto const size = [](auto const& view) { return static_cast<std::int64_t>(view.extent(0) * sizeof(*view.data())); };
    std::int64_t sum = size(first_rows_) + size(carry_sums_) + segments_.bytes() + transposition_.bytes();
    if constexpr (!is_pattern_v<Scalar>) sum += size(values_);
    return sum;
  }

  /// Copies the current values of A
  ///
  /// Requires      A is the matrix of the plan, with other values.
  /// Cost          op none: nothing. Transposed: TransposePlan::transpose_values.
  /// Asynchronous  yes.
  /// Throws        std::invalid_argument when A has other arrays.
  template <ExecutionSpace E>
  void update(E const& exec, CsrOf<E> auto const& A) {
    auto const a = as_rows(A);
    check_matrix("Araios::SpmvPlan::update", a);
    guard_.check_unchanged(exec, "Araios::SpmvPlan::update", "A", a);
    if (op_ == Op::none || scatters_) return;
    transposition_.transpose_values(exec, a.values, values_);
    remember_values(a);
  }

  /// Throws when row_map and entries of the matrix are not the arrays of the analysis.
  template <class Matrix>
  void check_matrix(char const* function, Matrix const& A) const {
    Impl::check(A.num_rows() == num_rows_ && A.num_cols() == num_cols_, function, ": the plan is of a ", num_rows_,
                " x ", num_cols_, " matrix, not of one of ", A.num_rows(), " x ", A.num_cols());
    Impl::check(A.row_map.data() == row_map_.data() && A.entries.data() == entries_.data() &&
                    A.entries.extent(0) == entries_.extent(0),
                function, ": row_map and entries of A are not the arrays that the plan was made of");
  }

  /// Throws when the plan holds values of another array than that of A; where validation is on, also when row_map or
  /// entries changed after the plan was made.
  template <ExecutionSpace E, class Matrix>
  void check_contents(E const& exec, char const* function, Matrix const& A) const {
    if constexpr (!is_pattern_v<Scalar>)
      Impl::check(!copied_values_ || A.values.data() == *copied_values_, function,
                  ": the plan holds the values of another array than A.values; renew them by SpmvPlan::update");
    guard_.check_unchanged(exec, function, "A", A);
  }

  /// y := alpha op(A) x + beta y; what `spmv` with a plan does, after its checks.
  template <SemiringType Semiring, ExecutionSpace E, class Matrix, class Output>
  void apply(E const& exec, Matrix const& A, auto const& x, Output const& out) const;

 private:
  using values_type = ValuesViewOf<Scalar, memory_space>;
  using pattern_type = CsrMatrix<Pattern, Ordinal, Offset, memory_space>;
  using Rows = Kokkos::View<Ordinal*, memory_space>;
  static constexpr std::int64_t sum_bytes = sizeof(Kokkos::complex<double>);  // of the widest type of y

  static matrix_type as_rows(auto const& A) {
    auto const& a = Impl::as_matrix(A);
    return matrix_type(a.num_rows(), a.num_cols(), a.row_map, a.entries, a.values);
  }
  // What the plan remembers of A.
  SpmvPlan(Exec const& exec, matrix_type const& A, Op op)
      : op_(op), num_rows_(A.num_rows()), num_cols_(A.num_cols()), row_map_(A.row_map), entries_(A.entries) {
    Impl::check_operands(exec, "Araios::SpmvPlan", Impl::Operand("A", A));
    guard_.remember(exec, A);
  }

  // Where kernels are instantiated: no inline functions, so that a library can have the instantiations.
  void set_up(Exec const& exec, SpmvPlanOptions const& options, matrix_type const& A, WorkspaceFor<Exec>& workspace);
  // B is the matrix that is multiplied by rows: A, or its transpose.
  void analyse(Exec const& exec, SpmvPlanOptions const& options, pattern_type const& B);

  template <class Matrix>
  void remember_values(Matrix const& A) {
    if constexpr (!is_pattern_v<Scalar>) {
      if (!copied_values_) copied_values_ = std::make_shared<void const*>();
      *copied_values_ = A.values.data();
    }
  }

  template <SemiringType Semiring, class E, class Output>
  void apply_rows(E const& exec, auto const& B, auto const& x, Output const& out) const {
    using T = typename Output::value_type;
    static_assert(sizeof(T) <= sum_bytes, "spmv: the type of y is wider than Kokkos::complex<double>");
    using Impl::spmv::SpmvKernel;
    Kokkos::View<T*, memory_space> const sums(reinterpret_cast<T*>(carry_sums_.data()),
                                              carry_sums_.extent(0) / static_cast<std::size_t>(sum_bytes));
    if (choice_.kernel == SpmvKernel::fixed_order)
      return Impl::spmv::spmv_csr_fixed_order<Impl::spmv::Rounded<Semiring>>(
          exec, choice_.shape, B, x, in_fixed_order<Semiring>(out), segments_, sums);
    if (choice_.kernel == SpmvKernel::rows) return Impl::spmv::spmv_csr_rows<Semiring>(exec, choice_.shape, B, x, out);
#ifdef ARAIOS_HAVE_CUDA_LAUNCH
    if constexpr (Impl::is_cuda_v<E>)
      if (choice_.kernel == SpmvKernel::whole_rows)
        return Impl::spmv::spmv_csr_whole_rows<Semiring, Impl::spmv::FirstRowsState::known>(exec, B, x, out,
                                                                                            first_rows_);
#endif
    Impl::spmv::spmv_csr_merge<Semiring>(exec, B, x, out, first_rows_, sums);
  }

  template <SemiringType Semiring, class Output>
  static auto in_fixed_order(Output const& out) {
    return Impl::spmv::FixedOrderOutput<Semiring, std::remove_cvref_t<decltype(out.y)>>(out.alpha, out.beta, out.y);
  }

  Op op_ = Op::none;
  Determinism determinism_ = Determinism::run_to_run;
  bool scatters_ = false;
  SpmvMethod requested_ = SpmvMethod::automatic;
  Impl::spmv::SpmvChoice choice_{Impl::spmv::SpmvKernel::rows, "nothing to multiply"};
  std::int64_t num_rows_ = 0;
  std::int64_t num_cols_ = 0;
  Kokkos::View<Offset const*, memory_space> row_map_;
  Kokkos::View<Ordinal const*, memory_space> entries_;
  Rows first_rows_;
  Kokkos::View<char*, memory_space> carry_sums_;  // or those of segments
  Impl::spmv::SegmentList<Ordinal, Offset, memory_space> segments_;
  TransposePlan<Exec, Ordinal, Offset> transposition_;
  values_type values_;
  std::shared_ptr<void const*> copied_values_;  // where those of values_ are from; copies of the plan share both
  Impl::PatternGuard guard_;
};

template <ExecutionSpace Exec, ScalarType Scalar_, OrdinalType Ordinal_, OffsetType Offset_>
void SpmvPlan<Exec, Scalar_, Ordinal_, Offset_>::set_up(Exec const& exec, SpmvPlanOptions const& options,
                                                        matrix_type const& A, WorkspaceFor<Exec>& workspace) {
  requested_ = options.method;
  determinism_ = options.determinism;
  scatters_ = op_ != Op::none && options.expected_applications < 16 && determinism_ == Determinism::run_to_run;
  if (scatters_) {
    choice_.reason = "too few applications to pay for a transpose: entries are scattered with atomics";
    return;
  }
  if (op_ == Op::none) return analyse(exec, options, pattern_type(A.num_rows(), A.num_cols(), A.row_map, A.entries));
  transposition_ = TransposePlan<Exec, Ordinal, Offset>(exec, A, workspace.get(exec));
  values_ = allocate_values<values_type>(exec, "Araios::SpmvPlan::values", std::int64_t(A.nnz()));
  transposition_.transpose_values(exec, A.values, values_);
  remember_values(A);
  analyse(exec, options, transposition_.with_values(NoValues()));
}

template <ExecutionSpace Exec, ScalarType Scalar_, OrdinalType Ordinal_, OffsetType Offset_>
void SpmvPlan<Exec, Scalar_, Ordinal_, Offset_>::analyse(Exec const& exec, SpmvPlanOptions const& options,
                                                         pattern_type const& B) {
  using Impl::spmv::SpmvKernel;
  if (B.nnz() == 0) return;
  constexpr std::int64_t value_bytes = Impl::value_bytes_v<Scalar>;
  if (options.determinism == Determinism::space_to_space) {
    choice_ = Impl::spmv::choose_fixed_order(exec, B, value_bytes, options.expected_applications >= 3);
    segments_ = Impl::spmv::list_segments(exec, B);
    if (segments_.size() > 0)
      carry_sums_ = allocate<Kokkos::View<char*, memory_space>>(exec, "Araios::SpmvPlan::segment_sums",
                                                                segments_.size() * sum_bytes);
    return;
  }
  auto const by_mean = Impl::spmv::spmv_row_shape(B.num_rows(), std::int64_t(B.nnz()), value_bytes);
  if (options.method == SpmvMethod::automatic) {
    if constexpr (Araios::is_gpu_v<Exec>) {
      if (options.expected_applications < 3)
        choice_ = {SpmvKernel::merge,
                   "too few applications to pay for an analysis of the rows: tiles, which need none"};
      else
        choice_ = Impl::spmv::choose_spmv_kernel(exec, B, value_bytes);
    } else if (Impl::concurrency(exec) == 1) {
      choice_ = {SpmvKernel::rows, "one thread: whole rows"};
    } else {
      choice_ = {SpmvKernel::merge, "tiles give each thread the same work, however long the rows are"};
    }
  } else {
    choice_ = {options.method == SpmvMethod::rows ? SpmvKernel::rows : SpmvKernel::merge, "requested by the options",
               by_mean};
  }
  if (choice_.kernel == SpmvKernel::rows) return;
  std::int64_t const tile = Impl::spmv::spmv_tile<Exec>(choice_.kernel);
  std::int64_t const tiles = Impl::tiles_for(B.num_rows() + std::int64_t(B.nnz()), tile);
  first_rows_ = allocate<Rows>(exec, "Araios::SpmvPlan::first_rows", tiles + 1);
  if (choice_.kernel == SpmvKernel::merge)
    carry_sums_ = allocate<Kokkos::View<char*, memory_space>>(exec, "Araios::SpmvPlan::carry_sums", tiles * sum_bytes);
  Impl::spmv::spmv_find_tiles(exec, B, first_rows_, tile);
}

template <ExecutionSpace Exec, ScalarType Scalar_, OrdinalType Ordinal_, OffsetType Offset_>
template <SemiringType Semiring, ExecutionSpace E, class Matrix, class Output>
void SpmvPlan<Exec, Scalar_, Ordinal_, Offset_>::apply(E const& exec, Matrix const& A, auto const& x,
                                                       Output const& out) const {
  if (A.nnz() == 0 || Impl::is_annihilating<Semiring>(out.alpha)) {
    auto const length = static_cast<std::int64_t>(out.y.extent(0));
    if (determinism_ == Determinism::space_to_space)
      return Impl::spmv::spmv_scale(exec, length, in_fixed_order<Semiring>(out), "Araios::spmv::scale");
    return Impl::spmv::spmv_scale(exec, length, out, "Araios::spmv::scale");
  }
  if (op_ == Op::none) return apply_rows<Semiring>(exec, A, x, out);
  if (scatters_) {
    using X = std::remove_cvref_t<decltype(x)>;
    Impl::spmv::spmv_scale(exec, num_cols_, out, "Araios::spmv::scale");
    return Impl::spmv::Spmv<Matrix>::visit(
        exec, "Araios::spmv::scatter", A,
        Impl::spmv::SpmvScatter<Semiring, X, Output>{x, out, op_ == Op::conjugate_transpose});
  }
  auto const transposed = Impl::borrow_csr<Scalar const>(transposition_.with_values(values_));
  if constexpr (is_complex_v<Scalar>)
    if (op_ == Op::conjugate_transpose)
      return apply_rows<Impl::spmv::WithConjugates<Semiring>>(exec, transposed, x, out);
  apply_rows<Semiring>(exec, transposed, x, out);
}

template <ExecutionSpace Exec, CsrOf<Exec> A, class... Others>
SpmvPlan(Exec const&, A const&, Others&&...) -> SpmvPlan<Exec, ScalarOf<A>, OrdinalOf<A>, OffsetOf<A>>;
template <ExecutionSpace Exec, CsrOf<Exec> A, class... Others>
SpmvPlan(Exec const&, A const&, SpmvPlanOptions const&, Others&&...)
    -> SpmvPlan<Exec, ScalarOf<A>, OrdinalOf<A>, OffsetOf<A>>;
template <ExecutionSpace Exec, class Matrix, class... Others>
  requires(!CsrOf<Matrix, Exec>)
SpmvPlan(Exec const&, Matrix const&, Others&&...) -> SpmvPlan<Exec, double, int, int>;
template <ExecutionSpace Exec, class Matrix, class... Others>
  requires(!CsrOf<Matrix, Exec>)
SpmvPlan(Exec const&, Matrix const&, SpmvPlanOptions const&, Others&&...) -> SpmvPlan<Exec, double, int, int>;

namespace Impl::spmv {
template <class T>
inline constexpr bool is_plan_v = false;
template <class Exec, class S, class O, class F>
inline constexpr bool is_plan_v<SpmvPlan<Exec, S, O, F>> = true;
template <class T>
concept IsPlan = is_plan_v<T>;
}  // namespace Impl::spmv

/// y := alpha op(A) x + beta y with the op of the plan, in the arithmetic of a semiring
///
/// Shapes, Requires, beta == 0, Sums   as `spmv` without a plan; and A is the matrix of the plan. Values of a
///               transposed plan are those of its construction, or of the last `update`; those of A where it scatters.
/// Cost          1 kernel by rows, 2 by tiles or where it scatters; space to space 1, or 2 where a row has more than
///               2,048 entries; 1 where alpha is 0.
/// Asynchronous  yes: no allocation, no fence; may be captured in a CUDA graph.
/// Deterministic run to run, also transposed; except where plan.scatters(). Space to space where the plan says so, in
///               semirings whose product and sum are; those of Araios are.
/// Throws        std::invalid_argument when A is not the matrix of the plan, when the plan holds the values of another
///               array than that of A, and as `spmv` without a plan.
template <SemiringType Semiring = PlusTimes, ExecutionSpace Exec>
void spmv(Exec const& exec, Impl::spmv::IsPlan auto const& plan, auto const& alpha, auto const& A, auto const& x,
          auto const& beta, auto const& y) {
  static_assert(
      Accesses<Exec, std::remove_cvref_t<decltype(plan)>>,
      "Araios::spmv: the execution space cannot access the memory of the plan; pass an instance of its space");
  if constexpr (Impl::product_types_are_right<1, Semiring, Exec, decltype(alpha), decltype(A), decltype(x),
                                              decltype(beta), decltype(y)>()) {
    using T = typename std::remove_cvref_t<decltype(y)>::non_const_value_type;
    auto const& matrix = Impl::as_matrix(A);
    plan.check_matrix("Araios::spmv", matrix);
    Impl::spmv::check_spmv_arguments(plan.op(), matrix, x, y);
    Impl::check_operands(exec, "Araios::spmv", Impl::Operand("A", matrix));
    plan.check_contents(exec, "Araios::spmv", matrix);
    Impl::ScopedRegion const region("Araios::spmv");
    Impl::spmv::check_alpha<Semiring>("Araios::spmv", static_cast<T>(alpha));
    auto const out = Impl::spmv::output<Semiring>(static_cast<T>(alpha), static_cast<T>(beta), y);
    plan.template apply<Semiring>(exec, Impl::spmv::operand(matrix), Impl::unmanaged_const(x), out);
  }
}

}  // namespace Araios

#ifdef ARAIOS_COMPILED
#include <Araios/compiled/spmv_plan.hpp>
#endif
