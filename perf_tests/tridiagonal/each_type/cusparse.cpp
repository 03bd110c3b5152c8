// SPDX-License-Identifier: Apache-2.0
//
// Elements outside of the matrix are 0, as cuSPARSE asks. x is b before a call.
#ifdef ARAIOS_HAVE_CUSPARSE
#include "baselines/cusparse.hpp"
#include "baselines/cusparse_banded.hpp"
#include "harness/types.hpp"
#include "tridiagonal/tridiagonal_case.hpp"

#include <cstddef>

namespace Araios::Perf {

namespace {

using T = PerfScalar;
using On = TridiagonalOn<Device, T>;
using Api = CusparseBanded<T>;
using Buffer = Kokkos::View<char*, Kokkos::CudaSpace>;

/// Times `solve` with a buffer of as many bytes as `size` says: two functions of cuSPARSE, whose arguments differ in the
/// last alone. call(f, d, last) calls one of them with the diagonals d.
template <class Size, class Solve, class Call>
void time_call(On& on, Result& result, bool writes_diagonals, Size size, Solve solve, Call const& call) {
  try {
    std::size_t bytes = 0;
    check_cusparse(call(size, on.diagonals, &bytes), "size of the buffer");
    auto const buffer = allocate<Buffer>(on.exec(), "Araios::Perf::cusparse", static_cast<std::int64_t>(bytes));
    result.workspace_bytes = static_cast<std::int64_t>(bytes);
    WrittenCopies const copies(on, writes_diagonals);
    auto const& diagonals = writes_diagonals ? copies.diagonals : on.diagonals;
    time_banded(
        on, result, [&] { check_cusparse(call(solve, diagonals, buffer.data()), result.method.c_str()); }, copies);
  } catch (CusparseError const& refusal) {
    note_refusal(on.exec(), on.all, result, refusal);
  }
}

template <auto Bytes, auto Solve>
void time_single(On& on, Result& result) {
  if (on.problem.is_batch()) return;
  CusparseHandle const handle(on.exec());
  int const n = static_cast<int>(on.problem.n), columns = static_cast<int>(on.problem.systems);
  time_call(on, result, false, Bytes, Solve, [&](auto f, auto const& d, auto last) {
    return f(handle.get(), n, columns, d[0].data(), d[1].data(), d[2].data(), on.x.data(), n, last);
  });
}
void time_pivoting(On& on, Result& result) { time_single<Api::gtsv2_bytes, Api::gtsv2>(on, result); }
void time_no_pivots(On& on, Result& result) {
  if (on.problem.kind != BandedKind::single) time_single<Api::gtsv2_nopivot_bytes, Api::gtsv2_nopivot>(on, result);
}

void time_strided(On& on, Result& result) {
  if (on.problem.kind != BandedKind::strided) return;
  CusparseHandle const handle(on.exec());
  int const n = static_cast<int>(on.problem.n), systems = static_cast<int>(on.problem.systems);
  time_call(on, result, false, Api::strided_bytes, Api::strided, [&](auto f, auto const& d, auto last) {
    return f(handle.get(), n, d[0].data(), d[1].data(), d[2].data(), on.x.data(), systems, n, last);
  });
}

/// Algorithm: 0 Thomas, 1 LU with pivoting, 2 QR. It writes into the diagonals.
template <int Algorithm>
void time_interleaved(On& on, Result& result) {
  if (on.problem.kind != BandedKind::interleaved) return;
  CusparseHandle const handle(on.exec());
  int const n = static_cast<int>(on.problem.n), systems = static_cast<int>(on.problem.systems);
  time_call(on, result, true, Api::interleaved_bytes, Api::interleaved, [&](auto f, auto const& d, auto last) {
    return f(handle.get(), Algorithm, n, d[0].data(), d[1].data(), d[2].data(), on.x.data(), systems, last);
  });
}

/// QR, the only algorithm.
void time_pentadiagonal(On& on, Result& result) {
  if (on.problem.kind != BandedKind::pentadiagonal) return;
  CusparseHandle const handle(on.exec());
  int const n = static_cast<int>(on.problem.n), systems = static_cast<int>(on.problem.systems);
  time_call(on, result, true, Api::pentadiagonal_bytes, Api::pentadiagonal, [&](auto f, auto const& d, auto last) {
    return f(handle.get(), 0, n, d[0].data(), d[1].data(), d[2].data(), d[3].data(), d[4].data(), on.x.data(), systems,
             last);
  });
}

Candidate<On> const pivoting("tridiagonal", "cuSPARSE", BandedMethods::gtsv2, time_pivoting);
Candidate<On> const no_pivots("tridiagonal", "cuSPARSE", BandedMethods::gtsv2_nopivot, time_no_pivots);
Candidate<On> const strided("tridiagonal", "cuSPARSE", "gtsv2StridedBatch", time_strided);
Candidate<On> const thomas("tridiagonal", "cuSPARSE", "gtsvInterleavedBatch, Thomas", time_interleaved<0>);
Candidate<On> const lu("tridiagonal", "cuSPARSE", "gtsvInterleavedBatch, LU", time_interleaved<1>);
Candidate<On> const qr("tridiagonal", "cuSPARSE", "gtsvInterleavedBatch, QR", time_interleaved<2>);
Candidate<On> const pentadiagonal("tridiagonal", "cuSPARSE", "gpsvInterleavedBatch", time_pentadiagonal);

}  // namespace

}  // namespace Araios::Perf
#endif
