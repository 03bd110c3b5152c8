// SPDX-License-Identifier: Apache-2.0
//
// Prints the results of the operations of Araios::compiled.

#include <Araios/choose_format.hpp>
#include <Araios/convert.hpp>
#include <Araios/io.hpp>
#include <Araios/spmm.hpp>
#include <Araios/spmv.hpp>
#include <Araios/spmv_plan.hpp>
#include <Araios/transpose.hpp>
#include <Araios/validate.hpp>

#include <Kokkos_Core.hpp>

#include <cstdio>

namespace {

template <class View>
void print(char const* name, View const& view) {
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
  std::printf("%s:", name);
  for (std::size_t i = 0; i < host.extent(0); ++i) std::printf(" %.17g", static_cast<double>(host(i)));
  std::printf("\n");
}

}  // namespace

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;
  using Space = Kokkos::DefaultExecutionSpace::memory_space;
  char const* const text =
      "%%MatrixMarket matrix coordinate real general\n4 4 6\n1 1 2\n1 3 -1\n2 2 0.1\n4 1 7\n3 3 0.3\n4 4 1e-3\n";
  auto const A =
      Araios::convert<Araios::Format::csr>(exec, Araios::copy_to<Space>(Araios::parse_matrix_market<double>(text)));
  Araios::validate(exec, A);

  Kokkos::View<double*> const x("x", 4), y("y", 4);
  Kokkos::deep_copy(x, 0.7);
  auto const B = Araios::transpose(exec, A);
  print("columns of the transpose", B.entries);
  print("values of the transpose", B.values);
  auto const by_radix = Araios::transpose(exec, A, {.method = Araios::TransposeMethod::radix});
  print("values of the transpose by radix", by_radix.values);
  Araios::spmv(exec, 1.5, A, x, 0.0, y);
  print("spmv", y);
  Araios::spmv(exec, Araios::SpmvPlan(exec, A), 2.5, A, x, 0.0, y);
  print("spmv of a plan without options", y);
  Araios::SpmvPlan const plan(exec, A, {.op = Araios::Op::transpose});
  Araios::spmv(exec, plan, 1.0, A, x, 0.5, y);
  print("spmv of a plan", y);
  Kokkos::View<double**, Kokkos::LayoutLeft, Space> const X("X", 4, 2), Y("Y", 4, 2);
  Kokkos::deep_copy(X, 0.3);
  Araios::spmm(exec, 1.0, A, X, 0.0, Y);
  print("spmm", Kokkos::subview(Y, Kokkos::ALL(), 1));
  auto const choice = Araios::choose_format(exec, A);
  auto const C = Araios::convert_to(exec, choice, A);
  Araios::spmv(exec, 1.0, C, x, 0.0, y);
  std::printf("%s: %s\n", Araios::name(C.format()), choice.reason.c_str());
  print("spmv of the chosen format", y);
  auto const sell = Araios::convert<Araios::Format::sell>(exec, A);
  Araios::spmv(exec, 1.0, sell, x, 0.0, y);
  print("spmv of SELL", y);
  print("values of SELL and back", Araios::convert<Araios::Format::csr>(exec, sell).values);
  return 0;
}
