// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Scans by CUB, for the CUDA space. The file is empty in a build without CUDA.

#include <Araios/collective/cuda_launch.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/workspace.hpp>

#include <Kokkos_Core.hpp>

#ifdef KOKKOS_ENABLE_CUDA

#include <Araios/core/profiling.hpp>

#include <cub/device/device_scan.cuh>
#include <cuda/std/functional>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <type_traits>

namespace Araios::Impl {

/// Reads in(i) as T, and 0 from `count` on. CUB adds in the value type of its input iterator, which must be the wider
/// type of the output. The total of n elements is element n of a scan of n+1.
template <class T, class In>
class CubInput {
 public:
  using difference_type = std::int64_t;
  using value_type = T;
  using pointer = T const*;
  using reference = T;
  using iterator_category = std::random_access_iterator_tag;

  KOKKOS_FUNCTION CubInput(In const& in, std::int64_t count, std::int64_t position = 0)
      : in_(in), count_(count), position_(position) {}

  KOKKOS_FUNCTION T operator*() const { return (*this)[0]; }
  KOKKOS_FUNCTION T operator[](std::int64_t i) const {
    i += position_;
    return i < count_ ? static_cast<T>(in_(i)) : T(0);
  }
  KOKKOS_FUNCTION CubInput operator+(std::int64_t i) const { return CubInput(in_, count_, position_ + i); }
  KOKKOS_FUNCTION CubInput& operator+=(std::int64_t i) {
    position_ += i;
    return *this;
  }
  KOKKOS_FUNCTION CubInput& operator++() { return *this += 1; }
  KOKKOS_FUNCTION std::int64_t operator-(CubInput const& other) const { return position_ - other.position_; }
  KOKKOS_FUNCTION bool operator==(CubInput const& other) const { return position_ == other.position_; }
  KOKKOS_FUNCTION bool operator!=(CubInput const& other) const { return position_ != other.position_; }

 private:
  In in_;
  std::int64_t count_;
  std::int64_t position_;
};

/// The elements of a contiguous View: one type for all such Views, because each instantiation of a scan by CUB is
/// expensive to compile.
template <class T>
struct CubArray {
  T const* data;
  KOKKOS_FUNCTION T operator()(std::int64_t i) const { return data[i]; }
};

template <class In>
auto cub_source(In const& in) {
  if constexpr (!Kokkos::is_view<In>::value)
    return in;
  else if constexpr (std::is_same_v<typename In::array_layout, Kokkos::LayoutStride>)
    return in;
  else
    return CubArray<typename In::non_const_value_type>{in.data()};
}

template <bool Inclusive, class In, class Out>
void scan_by_cub(Kokkos::Cuda const& exec, std::string const& name, In const& in, Out const& out,
                 Workspace<Kokkos::CudaSpace>& workspace) {
  using T = typename Out::non_const_value_type;
  ScopedRegion const region(name + "::cub");
  CudaCurrentDevice const device(exec);
  auto const count = static_cast<std::int64_t>(in.extent(0));
  auto const length = static_cast<std::int64_t>(out.extent(0));
  auto const source = cub_source(in);
  CubInput<T, std::remove_const_t<decltype(source)>> const input(source, count);
  // Called twice: without memory it returns the bytes that it needs.
  auto run = [&](void* temporary, std::size_t& bytes) {
    if constexpr (Inclusive)
      cuda_check(cub::DeviceScan::InclusiveScan(temporary, bytes, input, out.data(), ::cuda::std::plus<T>{}, length,
                                                exec.cuda_stream()),
                 name);
    else
      cuda_check(cub::DeviceScan::ExclusiveScan(temporary, bytes, input, out.data(), ::cuda::std::plus<T>{}, T(0),
                                                length, exec.cuda_stream()),
                 name);
  };
  std::size_t bytes = 0;
  run(nullptr, bytes);
  typename Workspace<Kokkos::CudaSpace>::Frame const frame(workspace);
  auto const temporary =
      workspace.template take<Kokkos::View<char*, Kokkos::CudaSpace>>(exec, static_cast<std::int64_t>(bytes));
  run(temporary.data(), bytes);
}

}  // namespace Araios::Impl

#endif
