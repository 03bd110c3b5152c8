// SPDX-License-Identifier: Apache-2.0
//
// Wrong calls, those for which the macro IS_CASE(n) is true; IS_CASE(0): the calls that are right. Each wrong call ends
// with a sentence that names the remedy: CMakeLists.txt beside it has the sentences.

#include <Araios/any_matrix.hpp>
#include <Araios/batched.hpp>
#include <Araios/color.hpp>
#include <Araios/convert.hpp>
#include <Araios/factor.hpp>
#include <Araios/multigrid.hpp>
#include <Araios/multiply.hpp>
#include <Araios/reduce.hpp>
#include <Araios/reorder.hpp>
#include <Araios/solve.hpp>
#include <Araios/spmm.hpp>
#include <Araios/spmv_plan.hpp>
#include <Araios/transform.hpp>
#include <Araios/transpose_plan.hpp>
#include <Araios/triangles.hpp>
#include <Araios/triangular.hpp>
#include <Araios/tridiagonal.hpp>

#include <vector>

using namespace Araios;
using Exec = Kokkos::DefaultHostExecutionSpace;
using Host = Kokkos::HostSpace;

/// Memory that Exec cannot access, as that of a device.
struct FarSpace {
  using memory_space = FarSpace;
  using execution_space = Exec;
  using device_type = Kokkos::Device<Exec, FarSpace>;
  using size_type = std::size_t;
  static constexpr char const* name() { return "Far"; }
};

/// What is read as a KokkosSparse::CrsMatrix.
struct KokkosCrs {
  using memory_space = Host;
  struct {
    Kokkos::View<int*, Host> row_map, entries;
  } graph;
  Kokkos::View<double*, Host> values;
  int numCols() const { return 0; }
};

/// A KokkosSparse::BsrMatrix has the members of a CrsMatrix, and blocks as values.
struct KokkosBsr : KokkosCrs {
  int blockDim() const { return 2; }
};

/// A matrix of a user, derived from one of Araios.
struct Derived : CsrMatrix<double, int, int, Host> {};

template <class T>
using Vector = Kokkos::View<T*, Host>;
template <class T>
using Table = Kokkos::View<T**, Host>;
template <class T, class Space = Host>
using Matrix = CsrMatrix<T, int, int, Space>;
using Complex = Kokkos::complex<double>;

// Parameters and not objects: nothing has to be made for what is only compiled.
void call(Exec const& exec, Matrix<double> const& A, Vector<double> const& x, Vector<double> const& y,
          Table<double> const& X, Table<double> const& Y) {
  // Right in every case, so that no case fails for another reason.
  spmv(exec, 1.0, A, x, 0.0, y);
#if IS_CASE(0)
  spmv(exec, 1, A, x, 0, y, {.op = Op::transpose});
  spmm(exec, 1.0, A, X, 0.0, Y);
  Workspace<Host> workspace;
  spmv(exec, 1, A, x, 0, y, {}, workspace);
  spmv(exec, 1, A, x, 0, y, {.op = Op::transpose}, workspace);
  spmm(exec, 1.0, A, X, 0.0, Y, {}, workspace);
  spmm(exec, 1.0, A, X, 0.0, Y, {.op = Op::transpose}, workspace);
  CsrArrays<double, int, int, Host> const arrays;
  transpose(exec, A);
  transpose(exec, A, workspace);
  transpose(exec, A, arrays);
  transpose(exec, A, arrays, workspace);
  transpose(exec, A, {.method = TransposeMethod::radix});
  transpose(exec, A, {.method = TransposeMethod::radix}, workspace);
  transpose(exec, A, arrays, {.method = TransposeMethod::radix});
  transpose(exec, A, arrays, {.method = TransposeMethod::radix}, workspace);
  SpmvPlan const with_workspace(exec, A, workspace);
  SpmvPlan const plan(exec, A);
  spmv(exec, plan, 1.0, A, x, 0.0, y);
  TransposePlan const transpose_plan(exec, A);
  transpose(exec, transpose_plan, A, y);
  transpose(exec, transpose_plan, A, y, {.conjugate = Conjugate::yes});
  transpose(exec, transpose_plan, A, {.conjugate = Conjugate::yes});
  TransposePlan const transpose_with_workspace(exec, A, workspace);
  KokkosCrs const theirs;
  spmv(exec, 1.0, theirs, x, 0.0, y);
  spmm(exec, 1.0, theirs, X, 0.0, Y);
  transpose(exec, theirs, {.method = TransposeMethod::radix});
  SpmvPlan const plan_of_theirs(exec, theirs);
  TransposePlan const transpose_plan_of_theirs(exec, theirs, {.method = TransposeMethod::radix});
  transpose(exec, transpose_plan_of_theirs, theirs);
  Derived const derived;
  spmv(exec, SpmvPlan(exec, derived), 1.0, derived, x, 0.0, y);
  transpose(exec, TransposePlan(exec, derived), derived, y);
  AnyMatrix const any(exec, A, workspace);
  AnyMatrix const any_with_options(exec, A, {.op = Op::transpose}, workspace);
  AnyMatrix const any_of_theirs(exec, theirs);
  AnyMatrix any_of_derived(exec, derived, {.method = SpmvMethod::merge});
  any_of_derived = {exec, theirs};
  multiply(exec, A, A);
  multiply(exec, A, A, {}, workspace);
  convert<Format::ell>(exec, A, {.padding = EllPadding::zero}, workspace);
  convert<Format::ell>(exec, A, {}, workspace);
  multiply(exec, derived, theirs, {.max_workspace_bytes = 0});
  count_triangles(exec, A);
  count_triangles(exec, A, {.method = TriangleMethod::merge});
  count_triangles(exec, A, {}, workspace);
  count_triangles(exec, orient(exec, A), {.method = TriangleMethod::merge}, workspace);
  reduce_rows(exec, A);
  reduce_rows(exec, A, workspace);
  reduce_rows(exec, A, y, workspace);
  reduce_rows<Max, float>(exec, A, workspace);
  reduce_columns(exec, A);
  reduce_columns(exec, A, workspace);
  reduce_columns<Max>(exec, A, y, workspace);
  reduce_rows(exec, A, Vector<double>(static_cast<double*>(nullptr), 0));
  scale_rows(exec, Vector<double const>(x), A, A.values);
  scale_rows(exec, x, theirs);
  scale_columns(exec, A, Vector<double const>(x), A.values);
  scale_columns(exec, derived, x);
  triangular_solve(exec, A, x, y);
  triangular_solve(exec, A, X, Y, {.triangle = Triangle::upper}, workspace);
  triangular_solve(exec, TriangularPlan(exec, theirs, {}, workspace), x, y);
  triangular_solve(exec, derived, x, y);
  solve(exec, A, x, y);
  solve(exec, derived, IncompleteFactor(exec, theirs, {.kind = FactorKind::ic}), x, y, {.rtol = 1e-8});
  solve(exec, theirs, GaussSeidelPlan(exec, derived), X, Y);
  color(exec, theirs);
  color(exec, derived, {.distance = 2}, workspace);
  tridiagonal_solve(exec, TridiagonalMatrix{x, x, x}, x, y);
  batched_solve(exec, BatchedMatrix{A, X}, X, Y);
  Vector<bool> const reached, next;
  spmv<OrAnd>(exec, true, Matrix<bool>(), reached, false, next, {.op = Op::transpose}, workspace);
#endif
  (void)X, (void)Y;
}

#if IS_CASE(1)
void wrong_1(Exec const& exec, Matrix<int> const& A, Vector<int> const& x, Vector<int> const& y) {
  spmv(exec, 0.5, A, x, 0, y);
}
#endif
#if IS_CASE(2)
void wrong_2(Exec const& exec, Matrix<double> const& A, Table<double> const& X, Table<int> const& Y) {
  spmm(exec, 1, A, X, 0, Y);
}
#endif
#if IS_CASE(3)
void wrong_3(Exec const& exec, Matrix<Complex> const& A, Vector<double> const& x, Vector<double> const& y) {
  spmv(exec, 1.0, A, x, 0.0, y);
}
#endif
#if IS_CASE(4)
void wrong_4(Exec const& exec, Matrix<double> const& A, Vector<Complex> const& x, Vector<double> const& y) {
  spmv(exec, SpmvPlan(exec, A), 1.0, A, x, 0.0, y);
}
#endif
#if IS_CASE(5)
void wrong_5(Exec const& exec, Matrix<double> const& A, Table<double> const& X, Table<double> const& Y) {
  spmm(exec, Complex(0, 1), A, X, 0.0, Y);
}
#endif
#if IS_CASE(6)
void wrong_6(Exec const& exec, CooMatrix<double, int, int, Host> const& A) { transpose(exec, A); }
#endif
#if IS_CASE(7)
void wrong_7(Exec const& exec, CscMatrix<double, int, int, Host> const& A) {
  transpose(exec, A, {.method = TransposeMethod::radix});
}
#endif
#if IS_CASE(8)
void wrong_8(Matrix<double> const& A) { transpose(A); }
#endif
#if IS_CASE(9)
void wrong_9(Exec const& exec, KokkosBsr const& A, Vector<double> const& x, Vector<double> const& y) {
  spmv(exec, 1.0, A, x, 0.0, y);
}
#endif
#if IS_CASE(10)
void wrong_10(Exec const& exec, KokkosBsr const& A, Table<double> const& X, Table<double> const& Y) {
  spmm(exec, 1.0, A, X, 0.0, Y);
}
#endif
#if IS_CASE(11)
void wrong_11(Exec const& exec, KokkosBsr const& A) { transpose(exec, A); }
#endif
#if IS_CASE(12)
void wrong_12(Exec const& exec, KokkosBsr const& A) { SpmvPlan const plan(exec, A); }
#endif
#if IS_CASE(13)
void wrong_13(Exec const& exec, KokkosBsr const& A) {
  TransposePlan const plan(exec, A, {.method = TransposeMethod::radix});
}
#endif
#if IS_CASE(14)
void wrong_14(Exec const& exec, Matrix<double, FarSpace> const& A, Vector<double> const& x, Vector<double> const& y) {
  spmv(exec, 1.0, A, x, 0.0, y);
}
#endif
#if IS_CASE(15)
void wrong_15(Exec const& exec, Matrix<double> const& A, Kokkos::View<double*, FarSpace> const& x,
              Vector<double> const& y) {
  spmv(exec, 1.0, A, x, 0.0, y);
}
#endif
#if IS_CASE(16)
void wrong_16(Exec const& exec, Matrix<double, FarSpace> const& A) { transpose(exec, A); }
#endif
#if IS_CASE(17)
void wrong_17(Exec const& exec, TransposePlan<Exec, int, int> const& plan, Matrix<double, FarSpace> const& A) {
  transpose(exec, plan, A);
}
#endif
#if IS_CASE(18)
void wrong_18(Exec const& exec, Matrix<double> const& A, Vector<double> const& x, Vector<double const> const& y) {
  spmv(exec, 1.0, A, x, 0.0, y);
}
#endif
#if IS_CASE(19)
void wrong_19(Matrix<double> const& A, Vector<double> const& x, Vector<double> const& y) { spmv(1.0, A, x, 0.0, y); }
#endif
#if IS_CASE(20)
void wrong_20(Matrix<double> const& A, Table<double> const& X, Table<double> const& Y) { spmm(1.0, A, X, 0.0, Y); }
#endif
#if IS_CASE(21)
void wrong_21(Exec const& exec, Matrix<double> const& A, Table<double> const& X, Table<double> const& Y) {
  spmv(exec, 1.0, A, X, 0.0, Y);
}
#endif
#if IS_CASE(22)
void wrong_22(Exec const& exec, Matrix<double> const& A, Vector<double> const& x, Vector<double> const& y) {
  spmv(exec, A, 1.0, x, 0.0, y);
}
#endif
#if IS_CASE(23)
void wrong_23(Exec const& exec, Matrix<double> const& A, Matrix<double> const& B) { transpose(exec, A, B); }
#endif
#if IS_CASE(24)
void wrong_24(Exec const& exec, Matrix<double> const& A, Matrix<double> const& B) {
  transpose(exec, A, B, {.method = TransposeMethod::radix});
}
#endif
#if IS_CASE(25)
void wrong_25(Exec const& exec, TransposePlan<Exec, int, int> const& plan, CooMatrix<double, int, int, Host> const& A) {
  transpose(exec, plan, A, {.conjugate = Conjugate::yes});
}
#endif
#if IS_CASE(26)
void wrong_26(Exec const& exec, Matrix<double> const& A, Vector<double> const& x, Vector<double> const& y) {
  spmv(exec, {.op = Op::transpose}, 1.0, A, x, 0.0, y);
}
#endif
#if IS_CASE(27)
void wrong_27(Exec const& exec, Matrix<double> const& A, Table<double> const& X, Table<double> const& Y) {
  spmm(exec, SpmmOptions{.op = Op::transpose}, 1.0, A, X, 0.0, Y);
}
#endif
#if IS_CASE(28)
void wrong_28(Exec const& exec, Matrix<double> const& A) {
  transpose(exec, TransposeOptions{.method = TransposeMethod::radix}, A);
}
#endif
#if IS_CASE(29)
void wrong_29(Exec const& exec, Matrix<double> const& A) { multiply(exec, {.max_workspace_bytes = 0}, A, A); }
#endif
#if IS_CASE(30)
void wrong_30(Exec const& exec, Matrix<double> const& A) { convert<Format::ell>(exec, EllOptions{}, A); }
#endif
#if IS_CASE(31)
void wrong_31(Exec const& exec, Matrix<double> const& A, Vector<double> const& x, Vector<double> const& y,
              Workspace<Host>& workspace) {
  spmv(exec, 1.0, A, x, 0.0, y, workspace);
}
#endif
#if IS_CASE(32)
void wrong_32(Exec const& exec, Matrix<double> const& A, Workspace<Host>& workspace) {
  multiply(exec, A, A, workspace);
}
#endif
#if IS_CASE(33)
void wrong_33(Exec const& exec, Matrix<double> const& A, Workspace<Host>& workspace) {
  convert<Format::ell>(exec, A, workspace);
}
#endif
#if IS_CASE(34)
void wrong_34(Exec const& exec, Matrix<double> const& A, std::vector<double> const& x, std::vector<double>& y) {
  spmv(exec, 1.0, A, x, 0.0, y);
}
#endif
#if IS_CASE(35)
void wrong_35(Exec const& exec, Matrix<double> const& A, CsrArrays<double const, int, int, Host> const& B) {
  transpose(exec, A, B);
}
#endif
#if IS_CASE(36)
void wrong_36(Exec const& exec, TransposePlan<Exec, int, int> const& plan, Matrix<double> const& A,
              Matrix<double const> const& B) {
  transpose(exec, plan, A, B);
}
#endif
#if IS_CASE(37)
void wrong_37(Exec const& exec, Matrix<double> const& A, Vector<double> const& x, Vector<double> const& y) {
  spmv(exec, 1.0, A, x, 0.0, y, true);
}
#endif
#if IS_CASE(38)
void wrong_38(Exec const& exec, Matrix<double> const& A) { transpose(exec, A, true); }
#endif
#if IS_CASE(39)
void wrong_39(Exec const& exec, Matrix<double> const& A) { multiply(exec, A, A, true); }
#endif
#if IS_CASE(40)
void wrong_40(Exec const& exec, Matrix<double> const& A) { convert<Format::ell>(exec, A, true); }
#endif
#if IS_CASE(41)
std::int64_t wrong(Exec const& exec, Matrix<double> const& A) { return count_triangles(exec, A, true); }
#endif
#if IS_CASE(42)
std::int64_t wrong(Exec const& exec, Matrix<double> const& A, Workspace<Host>& workspace) {
  return count_triangles(exec, TriangleOptions{}, A, workspace);
}
#endif
#if IS_CASE(43)
void wrong_43(Exec const& exec, Matrix<double> const& A) {
  count_triangles(exec, {.method = TriangleMethod::merge}, orient(exec, A));
}
#endif
#if IS_CASE(44)
void wrong_44(Exec const& exec, Matrix<double> const& A, std::vector<double> const& X, std::vector<double>& Y) {
  spmm(exec, 1.0, A, X, 0.0, Y);
}
#endif
#if IS_CASE(45)
void wrong_45(Exec const& exec, Matrix<double> const& A, std::vector<double>& y) { reduce_rows(exec, A, y); }
#endif
#if IS_CASE(46)
void wrong_46(Exec const& exec, Matrix<double> const& A, std::vector<double>& y, Workspace<Host>& workspace) {
  reduce_columns<Max>(exec, A, y, workspace);
}
#endif
#if IS_CASE(47)
void wrong_47(Exec const& exec, Matrix<double> const& A, Vector<double> const& d, Vector<double const> const& values) {
  scale_rows(exec, d, A, values);
}
#endif
#if IS_CASE(48)
void wrong_48(Exec const& exec, Matrix<double const> const& A, Vector<double> const& d) {
  scale_columns(exec, A, d, A.values);
}
#endif
#if IS_CASE(49)
void wrong_49(Exec const& exec, Matrix<double> const& A, std::vector<double> const& d) { scale_rows(exec, d, A); }
#endif
#if IS_CASE(50)
void wrong_50(Exec const& exec, Matrix<double> const& A, std::vector<double> const& d) {
  scale_columns(exec, A, d, A.values);
}
#endif
#if IS_CASE(51)
void wrong_51(Exec const& exec, Matrix<Pattern> const& A, Vector<double> const& b, Vector<double> const& x) {
  triangular_solve(exec, A, b, x);
}
#endif
#if IS_CASE(52)
void wrong_52(Exec const& exec, CooMatrix<double, int, int, Host> const& A) { TriangularPlan const plan(exec, A); }
#endif
#if IS_CASE(53)
void wrong_53(Exec const& exec, Matrix<double> const& A, Vector<double> const& b, Vector<double> const& x) {
  triangular_solve(exec, {.triangle = Triangle::upper}, A, b, x);
}
#endif
#if IS_CASE(54)
void wrong_54(Exec const& exec, Matrix<int> const& A) { IncompleteFactor const M(exec, A); }
#endif
#if IS_CASE(55)
void wrong_55(Exec const& exec, CooMatrix<double, int, int, Host> const& A) { GaussSeidelPlan const plan(exec, A); }
#endif
#if IS_CASE(56)
void wrong_56(Exec const& exec, CooMatrix<double, int, int, Host> const& A) { color(exec, A); }
#endif
#if IS_CASE(57)
void wrong_57(Exec const& exec, Vector<double> const& d, Vector<double> const& x) {
  tridiagonal_solve(exec, d, d, d, x, x);
}
#endif
#if IS_CASE(58)
void wrong_58(Exec const& exec, Matrix<double> const& A, Vector<double> const& b, Vector<double> const& x) {
  batched_solve(exec, A, b, x);
}
#endif
#if IS_CASE(59)
void wrong_59(Exec const& exec, Matrix<double> const& A) { MultigridPlan const M(exec, A); }
#endif
#if IS_CASE(60)
void wrong_60(Exec const& exec, Matrix<double> const& A, Vector<double> const& b, Vector<double> const& x) {
  solve(exec, A, b, x, JacobiPreconditioner(exec, A));
}
#endif
#if IS_CASE(61)
void wrong_61(Exec const& exec, Matrix<double> const& A, std::vector<double> const& b, std::vector<double>& x) {
  solve(exec, A, b, x);
}
#endif
#if IS_CASE(62)
void wrong_62(Exec const&, SellMatrix<double, int, int, Host> const& A) { AnyMatrix const any(A); }
#endif
#if IS_CASE(63)
void wrong_63(Exec const& exec, CscMatrix<double, int, int, Host> const& A) { AnyMatrix const any(exec, A); }
#endif
#if IS_CASE(64)
void wrong_64(Exec const& exec, Matrix<float> const& A) { AnyMatrix<Exec, double> const any(exec, A); }
#endif
#if IS_CASE(65)
void wrong_65(Exec const& exec, SellMatrix<double, int, int, Host> const& A) {
  AnyMatrix const any(exec, A, {.op = Op::transpose});
}
#endif
#if IS_CASE(66)
void wrong_66(Exec const& exec, Matrix<double> const& A, Vector<Kokkos::complex<double>> const& b,
              Vector<double> const& x) {
  solve(exec, A, b, x);
}
#endif
#if IS_CASE(67)
void wrong_67(Exec const& exec, CooMatrix<double, int, int, Host> const& A) { JacobiPreconditioner const M(exec, A); }
#endif
#if IS_CASE(68)
void wrong_68(Exec const& exec, CooMatrix<double, int, int, Host> const& A) {
  BlockJacobiPreconditioner const M(exec, A, {.block_size = 2});
}
#endif
#if IS_CASE(69)
void wrong_69(Exec const& exec, CooMatrix<double, int, int, Host> const& A) { reverse_cuthill_mckee(exec, A); }
#endif
#if IS_CASE(70)
void wrong_70(Exec const& exec, Matrix<double> const& A, Vector<double> const& b, Vector<double> const& x) {
  gauss_seidel(exec, A, b, x);
}
#endif
#if IS_CASE(71)
void wrong_71(Exec const& exec, Matrix<double> const& A, Vector<double> const& b, Vector<double> const& x) {
  multigrid_cycle(exec, A, b, x);
}
#endif
#if IS_CASE(72)
void wrong_72(Exec const& exec, CooMatrix<double, int, int, Host> const& A) {
  ChebyshevPreconditioner const M(exec, A);
}
#endif
#if IS_CASE(73)
void wrong_73(Exec const& exec, Matrix<double> const& A, Vector<double> const& b, Vector<int> const& x) {
  solve(exec, A, b, x);
}
#endif
