// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// CG by cuSPARSE and cuBLAS as well as a user can write it: SpMV is preprocessed, scalars stay on the device, and the host
/// looks at the residual once in ten iterations. These ten are launched one by one, or as a graph.

#include "baselines/cublas.hpp"
#include "baselines/cusparse_products.hpp"
#include "harness/clock.hpp"

#include <Araios/core/memory.hpp>
#include <Araios/formats/csr.hpp>

#include <Kokkos_Core.hpp>

#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <type_traits>

namespace Araios::Perf {

/// Scalars of the loop.
template <class T>
struct CgScalars {
  T rho, pq, rz, rr, alpha, minus_alpha, beta, one;
};
template <class T>
__global__ void cg_start(CgScalars<T>* s) {
  s->one = T(1);
}
template <class T>
__global__ void cg_alpha(CgScalars<T>* s) {
  s->alpha = s->rho / s->pq;
  s->minus_alpha = -s->alpha;
}
template <class T>
__global__ void cg_beta(CgScalars<T>* s) {
  s->beta = s->rz / s->rho;
  s->rho = s->rz;
}

template <class T>
class CusparseCg {
 public:
  using Space = Kokkos::CudaSpace;
  using Vector = Kokkos::View<T*, Space>;
  /// z := M r, with the vectors that it was made for.
  struct Preconditioner {
    Vector r, z;
    std::function<void()> apply;
  };
  /// Iterations between two looks of the host at the residual.
  static constexpr int batch = 10;

  struct Outcome {
    std::int64_t iterations = 0;
    double residual = 0;
    bool converged = false;
  };

  CusparseCg(Kokkos::Cuda const& exec, CusparseHandle const& sparse, CublasHandle const& dense,
             CsrMatrix<T, int, int, Space> const& A, Vector const& b, Vector const& x, bool as_graph)
      : exec_(exec), dense_(dense), n_(static_cast<int>(A.num_rows())), as_graph_(as_graph), b_(b), x_(x) {
    for (Vector* const v : {&r_, &p_, &q_}) *v = allocate<Vector>(exec, "Araios::Perf::cg", n_);
    scalars_ = allocate<decltype(scalars_)>(exec, "Araios::Perf::cg::scalars", 1);
    squared_ = decltype(squared_)("Araios::Perf::cg::squared", 1);
    spmv_ = std::make_unique<CusparseSpmv<T>>(exec, sparse, CusparseMatrix::csr(A), CUSPARSE_OPERATION_NON_TRANSPOSE,
                                              CUSPARSE_SPMV_CSR_ALG1, p_, q_);
    spmv_->preprocess();
    cg_start<<<1, 1, 0, exec_.cuda_stream()>>>(scalars_.data());
  }
  CusparseCg(CusparseCg const&) = delete;
  CusparseCg& operator=(CusparseCg const&) = delete;
  ~CusparseCg() {
    if (graph_ != nullptr) (void)cudaGraphExecDestroy(graph_);
  }

  /// Before the first solve. What it launches can be captured, where as_graph.
  void precondition_by(Preconditioner by) {
    r_ = by.r;
    z_ = by.z;
    apply_ = std::move(by.apply);
  }

  /// From x = 0, `most` iterations, rounded up to tens; fewer where the residual is within rtol ||b||.
  Outcome solve(double rtol, std::int64_t most) {
    CgScalars<T>* const s = scalars_.data();
    Kokkos::deep_copy(exec_, r_, b_);
    Vector const z = precondition();
    Kokkos::deep_copy(exec_, p_, z);
    dense_.dot(n_, r_.data(), z.data(), &s->rho);
    dense_.dot(n_, r_.data(), r_.data(), &s->rr);
    double const of_b = read_residual();
    Outcome outcome{0, of_b, of_b <= rtol * of_b};
    if (as_graph_ && graph_ == nullptr) capture();
    while (!outcome.converged && outcome.iterations < most) {
      if (as_graph_)
        check_cuda(cudaGraphLaunch(graph_, exec_.cuda_stream()), "cudaGraphLaunch");
      else
        iterate_batch();
      outcome.iterations += batch;
      outcome.residual = read_residual();
      outcome.converged = outcome.residual <= rtol * of_b;
    }
    return outcome;
  }

 private:
  Vector precondition() const {
    if (!apply_) return r_;
    apply_();
    return z_;
  }

  void iterate() {
    auto* const stream = exec_.cuda_stream();
    CgScalars<T>* const s = scalars_.data();
    (*spmv_)();
    dense_.dot(n_, p_.data(), q_.data(), &s->pq);
    cg_alpha<<<1, 1, 0, stream>>>(s);
    dense_.axpy(n_, &s->alpha, p_.data(), x_.data());
    dense_.axpy(n_, &s->minus_alpha, q_.data(), r_.data());
    Vector const z = precondition();
    dense_.dot(n_, r_.data(), z.data(), &s->rz);
    cg_beta<<<1, 1, 0, stream>>>(s);
    dense_.scale(n_, &s->beta, p_.data());
    dense_.axpy(n_, &s->one, z.data(), p_.data());
  }
  void iterate_batch() {
    for (int i = 0; i < batch; ++i) iterate();
    // Without a preconditioner rho is (r, r).
    if (apply_) dense_.dot(n_, r_.data(), r_.data(), &scalars_.data()->rr);
  }

  void capture() {
    auto* const stream = exec_.cuda_stream();
    check_cuda(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), "cudaStreamBeginCapture");
    cudaGraph_t graph = nullptr;
    try {
      iterate_batch();
    } catch (...) {
      (void)cudaStreamEndCapture(stream, &graph);
      if (graph != nullptr) (void)cudaGraphDestroy(graph);
      (void)cudaGetLastError();
      throw;
    }
    check_cuda(cudaStreamEndCapture(stream, &graph), "cudaStreamEndCapture");
    cudaError_t const made = cudaGraphInstantiate(&graph_, graph, 0);
    (void)cudaGraphDestroy(graph);
    check_cuda(made, "cudaGraphInstantiate");
  }

  double read_residual() const {
    CgScalars<T>* const s = scalars_.data();
    T const* const from = apply_ ? &s->rr : &s->rho;
    check_cuda(cudaMemcpyAsync(squared_.data(), from, sizeof(T), cudaMemcpyDeviceToHost, exec_.cuda_stream()),
               "cudaMemcpyAsync");
    check_cuda(cudaStreamSynchronize(exec_.cuda_stream()), "cudaStreamSynchronize");
    return std::sqrt(static_cast<double>(squared_(0)));
  }

  Kokkos::Cuda exec_;
  CublasHandle const& dense_;
  int n_;
  bool as_graph_;
  Vector b_, x_, r_, z_, p_, q_;
  Kokkos::View<CgScalars<T>*, Space> scalars_;
  Kokkos::View<T*, Kokkos::CudaHostPinnedSpace> squared_;
  std::unique_ptr<CusparseSpmv<T>> spmv_;
  std::function<void()> apply_;  // empty: z is r
  cudaGraphExec_t graph_ = nullptr;
};

}  // namespace Araios::Perf
