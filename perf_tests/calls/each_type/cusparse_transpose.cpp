// SPDX-License-Identifier: Apache-2.0
#ifdef ARAIOS_HAVE_CUSPARSE
#include "baselines/cusparse.hpp"
#include "calls/calls_case.hpp"
#include "harness/types.hpp"

namespace Araios::Perf {

namespace {

// Memory by cudaMalloc, until cudaFree at the end of the scope.
class DeviceMemory {
 public:
  explicit DeviceMemory(std::size_t bytes) { check_cuda(cudaMalloc(&data_, bytes), "cudaMalloc"); }
  ~DeviceMemory() { (void)cudaFree(data_); }
  DeviceMemory(DeviceMemory const&) = delete;
  DeviceMemory& operator=(DeviceMemory const&) = delete;
  template <class T>
  T* as() const {
    return static_cast<T*>(data_);
  }

 private:
  void* data_ = nullptr;
};

struct Unseen {
  template <class Arrays>
  void operator()(Arrays const&) const {}
};

// What the shortest program with cuSPARSE does: allocates the transpose and the buffer, transposes, and frees them.
// `before` and `after` see the arrays, in runs that are checked.
template <class Type, class Before = Unseen, class After = Unseen>
void allocate_and_transpose(CallsOn<Type> const& on, CusparseHandle const& handle, Before const& before = {},
                            After const& after = {}) {
  using Scalar = typename Type::Scalar;
  auto const& A = on.A;
  int const m = A.num_rows(), n = A.num_cols(), nnz = A.nnz();
  DeviceMemory const row_map((std::size_t(n) + 1) * sizeof(int));
  DeviceMemory const entries(std::size_t(nnz) * sizeof(int));
  DeviceMemory const values(std::size_t(nnz) * sizeof(Scalar));
  std::size_t bytes = 0;
  check_cusparse(cusparseCsr2cscEx2_bufferSize(handle.get(), m, n, nnz, A.values.data(), A.row_map.data(),
                                               A.entries.data(), values.as<Scalar>(), row_map.as<int>(),
                                               entries.as<int>(), cuda_type<Scalar>(), CUSPARSE_ACTION_NUMERIC,
                                               CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_CSR2CSC_ALG1, &bytes),
                 "cusparseCsr2cscEx2_bufferSize");
  DeviceMemory const buffer(bytes);
  auto const arrays = [&] {
    using Ints = Kokkos::View<int*, Kokkos::CudaSpace>;
    using Values = Kokkos::View<Scalar*, Kokkos::CudaSpace>;
    return typename CallsOn<Type>::Arrays{Ints(row_map.as<int>(), std::size_t(n) + 1),
                                          Ints(entries.as<int>(), std::size_t(nnz)),
                                          Values(values.as<Scalar>(), std::size_t(nnz))};
  };
  before(arrays);
  check_cusparse(cusparseCsr2cscEx2(handle.get(), m, n, nnz, A.values.data(), A.row_map.data(), A.entries.data(),
                                    values.as<Scalar>(), row_map.as<int>(), entries.as<int>(), cuda_type<Scalar>(),
                                    CUSPARSE_ACTION_NUMERIC, CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_CSR2CSC_ALG1,
                                    buffer.as<void>()),
                 "cusparseCsr2cscEx2");
  after(arrays);
}

template <class On>
void call_into(On& on, Result& result) {
  if (on.A.nnz() == 0) {
    result.note = "not called: no entries";
  } else {
    CusparseHandle const handle(on.exec);
    CusparseTranspose<typename On::Scalar> const run(on.exec, handle, on.A, on.B);
    result.workspace_bytes = run.workspace_bytes();
    time_transpose_calls(on, result, run);
  }
}

template <class On>
void call_as_new(On& on, Result& result) {
  if (on.A.nnz() == 0) {
    result.note = "not called: no entries";
  } else {
    CusparseHandle const handle(on.exec);
    result.workspace_bytes = CusparseTranspose<typename On::Scalar>(on.exec, handle, on.A, on.B).workspace_bytes();
    time_transpose_calls(
        on, result, [&] { allocate_and_transpose(on, handle); },
        [&](char const* when) {
          allocate_and_transpose(
              on, handle, [&](auto const& arrays) { poison(on.exec, arrays()); },
              [&](auto const& arrays) {
                using Matrix = typename On::Matrix;
                require_transpose(on, Matrix(on.A.num_cols(), on.A.num_rows(), arrays()), result, when);
              });
        });
  }
}

using TransposeCalls = CallsOn<PerfType>;
Candidate<TransposeCalls> const into("transpose calls", "cuSPARSE", Calls::cusparse_into, call_into<TransposeCalls>);
Candidate<TransposeCalls> const as_new("transpose calls", "cuSPARSE", Calls::cusparse_as_new,
                                       call_as_new<TransposeCalls>);

}  // namespace

}  // namespace Araios::Perf
#endif
