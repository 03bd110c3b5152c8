// SPDX-License-Identifier: Apache-2.0
//
// Transposes a matrix that an application holds as three raw pointers, into three raw pointers, without a copy, and
// multiplies with it.

#include <Araios/formats.hpp>
#include <Araios/spmv.hpp>
#include <Araios/transpose.hpp>

#include <Kokkos_Core.hpp>

#include <cstdio>
#include <vector>

namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

/// What an application does by cudaMalloc and cudaMemcpy, or by new: memory that kernels of Exec can reach.
template <class T>
T* to_device(std::vector<T> const& host) {
  auto* const data = static_cast<T*>(Kokkos::kokkos_malloc<Space>("application", host.size() * sizeof(T)));
  Kokkos::deep_copy(Kokkos::View<T*, Space>(data, host.size()),
                    Kokkos::View<T const*, Kokkos::HostSpace>(host.data(), host.size()));
  return data;
}

template <class T>
std::vector<T> to_host(T const* data, std::size_t size) {
  std::vector<T> host(size);
  Kokkos::deep_copy(Kokkos::View<T*, Kokkos::HostSpace>(host.data(), size), Kokkos::View<T const*, Space>(data, size));
  return host;
}

/// b := transpose of a. The pointers stay the application's.
void transpose(int m, int n, int nnz, int const* a_row_map, int const* a_columns, double const* a_values,
               int* b_row_map, int* b_columns, double* b_values) {
  Exec const exec;
  auto const A = Araios::wrap_csr<Space>(m, n, nnz, a_row_map, a_columns, a_values);
  Araios::CsrArrays<double, int, int, Space> const B{
      Kokkos::View<int*, Space>(b_row_map, n + 1),
      Kokkos::View<int*, Space>(b_columns, nnz),
      Kokkos::View<double*, Space>(b_values, nnz),
  };
  Araios::transpose(exec, A, B);
  exec.fence();
}

/// y := a x
void multiply(int m, int n, int nnz, int const* a_row_map, int const* a_columns, double const* a_values,
              double const* x, double* y) {
  Exec const exec;
  auto const A = Araios::wrap_csr<Space>(m, n, nnz, a_row_map, a_columns, a_values);
  Araios::spmv(exec, 1.0, A, Kokkos::View<double const*, Space>(x, n), 0.0, Kokkos::View<double*, Space>(y, m));
  exec.fence();
}

}  // namespace

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);

  // 1 . 2        1 . 4
  // . . .   ->   . . 5
  // 4 5 6        2 . 6
  int* const row_map = to_device<int>({0, 2, 2, 5});
  int* const columns = to_device<int>({0, 2, 0, 1, 2});
  double* const values = to_device<double>({1, 2, 4, 5, 6});
  int* const t_row_map = to_device(std::vector<int>(4));
  int* const t_columns = to_device(std::vector<int>(5));
  double* const t_values = to_device(std::vector<double>(5));

  double* const x = to_device<double>({1, 10, 100});
  double* const y = to_device(std::vector<double>(3));

  transpose(3, 3, 5, row_map, columns, values, t_row_map, t_columns, t_values);
  multiply(3, 3, 5, row_map, columns, values, x, y);

  auto const map = to_host(t_row_map, 4);
  auto const entries = to_host(t_columns, 5);
  auto const numbers = to_host(t_values, 5);
  for (int i = 0; i < 3; ++i) {
    std::printf("row %d:", i);
    for (int p = map[i]; p < map[i + 1]; ++p) std::printf("  (%d) %g", entries[p], numbers[p]);
    std::printf("\n");
  }
  auto const product = to_host(y, 3);
  std::printf("product: %g %g %g\n", product[0], product[1], product[2]);
  for (int* const memory : {row_map, columns, t_row_map, t_columns}) Kokkos::kokkos_free<Space>(memory);
  for (double* const memory : {values, t_values, x, y}) Kokkos::kokkos_free<Space>(memory);
  bool const right = numbers == std::vector<double>{1, 4, 5, 2, 6} && product == std::vector<double>{201, 0, 654};
  return right ? 0 : 1;
}
