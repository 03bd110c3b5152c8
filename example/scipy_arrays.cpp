// SPDX-License-Identifier: Apache-2.0
//
// Multiplies with a matrix over the arrays of SciPy or of Eigen, where they lie on the host.
//
// Both keep compressed rows in three arrays, under names of their own:
//
//     Araios    scipy.sparse.csr_matrix    Eigen::SparseMatrix<double, Eigen::RowMajor>, compressed
//     row_map   indptr                     outerIndexPtr()
//     entries   indices                    innerIndexPtr()
//     values    data                       valuePtr()
//
// SciPy's index arrays are int32, or both int64 where 31 bits are too few (std::int64_t here). A SparseMatrix that is
// not compressed has gaps between its rows: call makeCompressed() first. One by columns (Eigen's default, csc_matrix)
// is the CscMatrix over the same arrays.

#include <Araios/formats.hpp>
#include <Araios/spmv.hpp>
#include <Araios/validate.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <cstdio>
#include <vector>

#ifdef EXAMPLE_HAVE_EIGEN
#include <Eigen/SparseCore>
#endif

namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

/// What numpy shows of a csr_matrix: pointers into memory that Python owns.
template <class Index>
struct ScipyArrays {
  std::int64_t rows, cols, nnz;
  Index const* indptr;
  Index const* indices;
  double const* data;
};

/// A x. Nothing is copied where kernels reach the host's memory; elsewhere `copy_to` moves the matrix to the device.
template <class Index>
std::vector<double> multiply(ScipyArrays<Index> const& a, std::vector<double> const& x) {
  Exec const exec;
  auto const on_host = Araios::wrap_csr<Kokkos::HostSpace>(a.rows, a.cols, a.nnz, a.indptr, a.indices, a.data);
  Araios::validate(Kokkos::DefaultHostExecutionSpace(), on_host);  // indices from elsewhere are looked at once
  auto const A = Araios::copy_to<Space>(on_host);

  auto const device_x =
      Kokkos::create_mirror_view_and_copy(Space(), Kokkos::View<double const*, Kokkos::HostSpace>(x.data(), x.size()));
  Kokkos::View<double*, Space> const device_y("y", a.rows);
  Araios::spmv(exec, 1.0, A, device_x, 0.0, device_y);
  exec.fence();

  std::vector<double> y(a.rows);
  Kokkos::deep_copy(Kokkos::View<double*, Kokkos::HostSpace>(y.data(), y.size()), device_y);
  return y;
}

#ifdef EXAMPLE_HAVE_EIGEN
using RowMajor = Eigen::SparseMatrix<double, Eigen::RowMajor>;

RowMajor assemble() {
  std::vector<Eigen::Triplet<double>> const entries = {{0, 0, 1}, {0, 2, 2}, {2, 0, 4}, {2, 1, 5}, {2, 2, 6}};
  RowMajor A(3, 3);
  A.setFromTriplets(entries.begin(), entries.end());
  return A;
}
#else
/// Stands for Eigen's class: the part of it that shows the arrays.
struct RowMajor {
  std::vector<int> outer = {0, 2, 2, 5};
  std::vector<int> inner = {0, 2, 0, 1, 2};
  std::vector<double> numbers = {1, 2, 4, 5, 6};
  int rows() const { return 3; }
  int cols() const { return 3; }
  int nonZeros() const { return 5; }
  int const* outerIndexPtr() const { return outer.data(); }
  int const* innerIndexPtr() const { return inner.data(); }
  double const* valuePtr() const { return numbers.data(); }
};

RowMajor assemble() { return {}; }
#endif

}  // namespace

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  std::vector<double> const x = {1, 10, 100};

  // 1 . 2
  // . . .
  // 4 5 6
  RowMajor const a = assemble();
  auto const from_eigen =
      multiply<int>({a.rows(), a.cols(), a.nonZeros(), a.outerIndexPtr(), a.innerIndexPtr(), a.valuePtr()}, x);

  std::vector<std::int64_t> const indptr = {0, 2, 2, 5};
  std::vector<std::int64_t> const indices = {0, 2, 0, 1, 2};
  std::vector<double> const data = {1, 2, 4, 5, 6};
  auto const from_scipy = multiply<std::int64_t>({3, 3, 5, indptr.data(), indices.data(), data.data()}, x);

  for (int i = 0; i < 3; ++i) std::printf("%g %g\n", from_eigen[i], from_scipy[i]);
  std::vector<double> const expected = {201, 0, 654};
  return from_eigen == expected && from_scipy == expected ? 0 : 1;
}
