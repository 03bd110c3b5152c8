// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Preconditioners for solve.hpp: the diagonal, blocks on the diagonal, and a Chebyshev polynomial.
///
/// Each is a type with apply(exec, r, z), z := M r, that launches on exec, neither waits nor allocates, and may be captured
/// in a CUDA graph. M is positive definite where A is Hermitian positive definite.

#include <Araios/core/aliasing.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/option_ranges.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/argument_types.hpp>
#include <Araios/formats/check_operands.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/for_each_array.hpp>
#include <Araios/operations/gauss_seidel/sweep.hpp>
#include <Araios/solve/preconditioner/chebyshev.hpp>
#include <Araios/solve/preconditioner/jacobi.hpp>
#include <Araios/spmv_plan.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace Araios {

namespace Impl::krylov {
/// Throws unless r and z are vectors of n elements that do not overlap.
template <class R, class Z>
void check_application(std::int64_t n, R const& r, Z const& z) {
  check_equal(r.extent(0), n, "Araios: length of r, rows of the preconditioner");
  check_equal(z.extent(0), n, "Araios: length of z, rows of the preconditioner");
  check_memory(r, "Araios: r of a preconditioner");
  check_memory(z, "Araios: z of a preconditioner");
  check_disjoint("Araios: a preconditioner", r, "r", z, "z");
}

/// The rows of A, which are `known` unless that is -1; then it is set.
template <class Matrix>
std::int64_t checked_rows(char const* function, std::int64_t& known, Matrix const& A) {
  auto const n = static_cast<std::int64_t>(A.num_rows());
  check(known < 0 || known == n, function, ": A has ", n, " rows; the preconditioner was made of ", known);
  return known = n;
}
}  // namespace Impl::krylov

/// M := the inverse of the diagonal of A, for vectors of T (of A, unless given: JacobiPreconditioner<Exec, T>; of
/// integers and patterns double)
///
/// Solvers compute it within their own passes over the vectors: no launch, 8 n bytes an iteration of double.
template <ExecutionSpace Exec, class T_>
class JacobiPreconditioner {
 public:
  using T = typename Impl::krylov::InvertibleElement<T_>::type;
  static constexpr bool can_be_captured = true;

  /// Shapes        A is n-by-n in CSR. Entries with one coordinate are added.
  /// Asynchronous  no: one fence, to find rows without a diagonal. Allocates n elements.
  /// Throws        std::invalid_argument where A is not square, and with the first row whose diagonal is missing, 0, or
  ///               too small to invert.
  JacobiPreconditioner(Exec const& exec, CsrOf<Exec> auto const& A) { update(exec, A); }
  // What is moved from is copied: it stays the preconditioner that it was.
  JacobiPreconditioner(JacobiPreconditioner const&) = default;
  JacobiPreconditioner& operator=(JacobiPreconditioner const&) = default;
  /// Refuses what is no CsrMatrix in memory of Exec, with the remedy.
  template <class Matrix>
    requires(!CsrOf<Matrix, Exec>)
  JacobiPreconditioner(Exec const&, Matrix const&) {
    (void)Impl::rows_types_are_right<Exec, Matrix>();
  }

  /// The same for new values. After a throw M r is NaN in the rows without an inverse, until another update.
  ///
  /// Throws        also where A has another number of rows.
  void update(Exec const& exec, CsrOf<Exec> auto const& A) {
    auto const& a = Impl::as_matrix(A);
    Impl::ScopedRegion const region("Araios::JacobiPreconditioner");
    Impl::check(a.num_rows() == a.num_cols(), "Araios::JacobiPreconditioner: A is ", a.num_rows(), " x ", a.num_cols(),
                "; it must be square");
    Impl::check_operands(exec, "Araios::JacobiPreconditioner", Impl::Operand("A", a));
    std::int64_t const n = Impl::krylov::checked_rows("Araios::JacobiPreconditioner", n_, a);
    if (inverse_.data() == nullptr)
      inverse_ = allocate<Kokkos::View<T*, Space>>(exec, "Araios::JacobiPreconditioner::inverse", n);
    auto const faults = Impl::gauss_seidel::find_inverses(exec, a, inverse_, WorkspaceFor<Exec>().get(exec));
    std::int64_t const row = std::min(faults.missing, faults.zero);
    Impl::check(row == n,
                "Araios::JacobiPreconditioner: the diagonal entry is missing, 0, or too small to invert, in row ", row);
  }
  std::int64_t num_rows() const { return n_; }

  template <class R, class Z>
  void apply(Exec const& exec, R const& r, Z const& z) const {
    Impl::krylov::check_application(n_, r, z);
    Kokkos::parallel_for("Araios::JacobiPreconditioner::apply", range(exec, n_),
                         Impl::krylov::ApplyDiagonal<T, R, Z>{inverse_.data(), r, z});
  }
  /// How solvers know it.
  Impl::krylov::Diagonal<T> diagonal() const { return {inverse_.data()}; }

 private:
  using Space = typename Exec::memory_space;
  std::int64_t n_ = -1;
  Kokkos::View<T*, Space> inverse_;
};
template <ExecutionSpace Exec, CsrOf<Exec> A>
JacobiPreconditioner(Exec const&, A const&) -> JacobiPreconditioner<Exec, Impl::krylov::ElementOf<A>>;
template <ExecutionSpace Exec, class Matrix>
  requires(!CsrOf<Matrix, Exec>)
JacobiPreconditioner(Exec const&, Matrix const&) -> JacobiPreconditioner<Exec, double>;

struct BlockJacobiOptions {
  int block_size = 4;  ///< rows of a block; 1 to 64
};

/// M := the inverses of the blocks on the diagonal of A
///
/// Memory        block_size n elements.
/// Cost          apply: one kernel that reads these.
template <ExecutionSpace Exec, class T_>
class BlockJacobiPreconditioner {
 public:
  using T = typename Impl::krylov::InvertibleElement<T_>::type;
  static constexpr bool can_be_captured = true;

  /// Shapes        A is n-by-n in CSR. The last block has the rows that remain.
  /// Asynchronous  no: one fence, to find blocks without an inverse. Allocates 2 block_size n elements and keeps half.
  /// Throws        std::invalid_argument where A is not square, and with the row at which a block is singular.
  BlockJacobiPreconditioner(Exec const& exec, CsrOf<Exec> auto const& A, BlockJacobiOptions const& options = {})
      : size_(options.block_size) {
    Impl::check_option("Araios::BlockJacobiPreconditioner", Impl::option::block_size, options.block_size);
    update(exec, A);
  }
  // What is moved from is copied: it stays the preconditioner that it was.
  BlockJacobiPreconditioner(BlockJacobiPreconditioner const&) = default;
  BlockJacobiPreconditioner& operator=(BlockJacobiPreconditioner const&) = default;
  /// Refuses what is no CsrMatrix in memory of Exec, with the remedy.
  template <class Matrix>
    requires(!CsrOf<Matrix, Exec>)
  BlockJacobiPreconditioner(Exec const&, Matrix const&, BlockJacobiOptions const& = {}) {
    (void)Impl::rows_types_are_right<Exec, Matrix>();
  }

  /// The same for new values. After a throw M r is NaN in the rows of singular blocks, until another update.
  ///
  /// Throws        also where A has another number of rows.
  void update(Exec const& exec, CsrOf<Exec> auto const& A) {
    auto const& a = Impl::as_matrix(A);
    using Matrix = std::remove_cvref_t<decltype(a)>;
    Impl::ScopedRegion const region("Araios::BlockJacobiPreconditioner");
    Impl::check(a.num_rows() == a.num_cols(), "Araios::BlockJacobiPreconditioner: A is ", a.num_rows(), " x ",
                a.num_cols(), "; it must be square");
    Impl::check_operands(exec, "Araios::BlockJacobiPreconditioner", Impl::Operand("A", a));
    (void)Impl::krylov::checked_rows("Araios::BlockJacobiPreconditioner", n_, a);
    std::int64_t const blocks = Impl::tiles_for(n_, size_);
    std::int64_t const length =
        checked_multiply(blocks, std::int64_t(size_) * size_, "Araios::BlockJacobiPreconditioner");
    // Copies of the preconditioner, as that of a KrylovPlan, share the array and see new values.
    if (inverse_.data() == nullptr)
      inverse_ = allocate<Kokkos::View<T*, Space>>(exec, "Araios::BlockJacobiPreconditioner::inverse", length);
    auto const work = allocate<Kokkos::View<T*, Space>>(exec, "Araios::BlockJacobiPreconditioner::work", length);
    Impl::krylov::BadRow<Exec> const bad(exec);
    Kokkos::parallel_for("Araios::BlockJacobiPreconditioner::invert", range(exec, blocks),
                         Impl::krylov::InvertBlocks<T, Matrix>{a, size_, work.data(), inverse_.data(), bad.data()});
    bad.check(exec, "Araios::BlockJacobiPreconditioner", "the block on the diagonal is singular at row");
  }
  std::int64_t num_rows() const { return n_; }

  template <class R, class Z>
  void apply(Exec const& exec, R const& r, Z const& z) const {
    Impl::krylov::check_application(n_, r, z);
    Kokkos::parallel_for("Araios::BlockJacobiPreconditioner::apply", range(exec, n_),
                         Impl::krylov::ApplyBlocks<T, R, Z>{inverse_.data(), size_, n_, r, z});
  }

 private:
  using Space = typename Exec::memory_space;
  int size_ = 1;
  std::int64_t n_ = -1;
  Kokkos::View<T*, Space> inverse_;
};
template <ExecutionSpace Exec, CsrOf<Exec> A>
BlockJacobiPreconditioner(Exec const&, A const&, BlockJacobiOptions const& = {})
    -> BlockJacobiPreconditioner<Exec, Impl::krylov::ElementOf<A>>;
template <ExecutionSpace Exec, class Matrix>
  requires(!CsrOf<Matrix, Exec>)
BlockJacobiPreconditioner(Exec const&, Matrix const&, BlockJacobiOptions const& = {})
    -> BlockJacobiPreconditioner<Exec, double>;

struct ChebyshevOptions {
  int degree = 3;      ///< products with A in an application, and one more term; 1 to 64
  double largest = 0;  ///< a bound of the eigenvalues of D^-1 A; 0: the largest sum of |a_ij / a_ii| of a row
  double ratio = 30;   ///< largest / the smallest eigenvalue that the polynomial damps
};

/// M := a Chebyshev polynomial in D^-1 A, times D^-1, where D is the diagonal of A
///
/// For Hermitian positive definite A; of the values that A has when it is made. Eigenvalues of D^-1 A in
/// [largest / ratio, largest] are damped evenly.
///
/// Ownership     shares the arrays of A where their Views own memory.
/// Memory        3 vectors of n, and what the plan of SpMV holds. One instance at a time.
/// Cost          apply: `degree` products with A, and degree + 1 passes over vectors.
/// Source        Golub and Varga, 1961; Adams, Brezina, Hu and Tuminaro, 2003 (the interval).
template <ExecutionSpace Exec, CsrOf<Exec> Matrix>
class ChebyshevPreconditioner {
 public:
  using T = Impl::krylov::ElementOf<Matrix>;
  static constexpr bool can_be_captured = true;

  /// Shapes        A is n-by-n in CSR.
  /// Asynchronous  no: waits for the bound, for rows without a diagonal, and for the plan of SpMV.
  /// Throws        std::invalid_argument where A is not square, with the first row whose diagonal is missing, 0, or too
  ///               small to invert, for options out of range, and where the bound is not positive and finite.
  ChebyshevPreconditioner(Exec const& exec, Matrix const& A, ChebyshevOptions const& options = {})
      : matrix_(A), plan_(exec, A), jacobi_(exec, A), options_(options) {
    Impl::check_option("Araios::ChebyshevPreconditioner", Impl::option::degree, options.degree);
    Impl::check(options.largest >= 0 && Impl::krylov::is_finite(options.largest),
                "Araios::ChebyshevPreconditioner: largest is ", options.largest, "; it must be at least 0, and finite");
    Impl::check(options.ratio > 1, "Araios::ChebyshevPreconditioner: ratio is ", options.ratio, "; it must be above 1");
    Impl::ScopedRegion const region("Araios::ChebyshevPreconditioner");
    auto const n = static_cast<std::int64_t>(A.num_rows());
    memory_ = allocate<Kokkos::View<T*, Space>>(exec, "Araios::ChebyshevPreconditioner::vectors",
                                                checked_multiply(n, 2, "Araios::ChebyshevPreconditioner"));
    if (options_.largest == 0) options_.largest = Impl::krylov::bound_of_eigenvalues(exec, A, jacobi_.diagonal());
    Impl::check((options_.largest > 0 && Impl::krylov::is_finite(options_.largest)) || n == 0,
                "Araios::ChebyshevPreconditioner: the bound of the eigenvalues of D^-1 A is ", options_.largest,
                "; it must be positive and finite");
  }

  /// Refuses what is no CsrMatrix in memory of Exec, with the remedy.
  template <class Other>
    requires(!CsrOf<Other, Exec>)
  ChebyshevPreconditioner(Exec const& exec, Other const&, ChebyshevOptions const& = {})
      : plan_(), jacobi_(exec, matrix_) {
    (void)Impl::rows_types_are_right<Exec, Other>();
  }
  // What is moved from is copied: it stays the preconditioner that it was.
  ChebyshevPreconditioner(ChebyshevPreconditioner const&) = default;
  ChebyshevPreconditioner& operator=(ChebyshevPreconditioner const&) = default;

  std::int64_t num_rows() const { return static_cast<std::int64_t>(matrix_.num_rows()); }
  /// The bound of the eigenvalues that is used.
  double largest() const { return options_.largest; }

  template <class R, class Z>
  void apply(Exec const& exec, R const& r, Z const& z) const {
    Impl::krylov::check_application(num_rows(), r, z);
    Impl::check_disjoint_from_arrays("Araios::ChebyshevPreconditioner", z, "z", matrix_, "A");
    auto const n = r.extent(0);
    using Vector = Impl::UnmanagedView<T, Space>;
    Vector const direction(memory_.data(), n), product(memory_.data() + n, n);
    Impl::krylov::chebyshev(
        exec, options_.degree, options_.largest, options_.ratio, jacobi_.diagonal(), r, z, direction, product,
        [&](auto const& from, auto const& to) { Araios::spmv(exec, plan_, T(1), matrix_, from, T(0), to); });
  }

 private:
  using Space = typename Exec::memory_space;
  Matrix matrix_;
  SpmvPlan<Exec, ScalarOf<Matrix>, OrdinalOf<Matrix>, OffsetOf<Matrix>> plan_;
  JacobiPreconditioner<Exec, T> jacobi_;
  ChebyshevOptions options_;
  Kokkos::View<T*, Space> memory_;
};

template <ExecutionSpace Exec, CsrOf<Exec> Matrix>
ChebyshevPreconditioner(Exec const&, Matrix const&, ChebyshevOptions const& = {})
    -> ChebyshevPreconditioner<Exec, Matrix>;
template <ExecutionSpace Exec, class Matrix>
  requires(!CsrOf<Matrix, Exec>)
ChebyshevPreconditioner(Exec const&, Matrix const&, ChebyshevOptions const& = {})
    -> ChebyshevPreconditioner<Exec, CsrMatrix<double, int, int, typename Exec::memory_space>>;

}  // namespace Araios
