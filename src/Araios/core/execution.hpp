// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Launch shapes, and the properties in which a GPU and a host differ.

#include <Araios/core/concepts.hpp>
#include <Araios/core/kokkos_compat.hpp>
#include <Araios/core/progress.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>
#include <utility>

// Kokkos' default execution space is a device, and is not the default one of the host.
#if defined(KOKKOS_ENABLE_CUDA) || defined(KOKKOS_ENABLE_HIP) || defined(KOKKOS_ENABLE_SYCL)
#define ARAIOS_HAVE_DEFAULT_DEVICE
#endif

namespace Araios {

/// True on GPUs (CUDA, HIP, SYCL): many threads form a team that shares scratch and is scheduled as a unit.
template <class Exec>
inline constexpr bool is_gpu_v =
    !Kokkos::SpaceAccessibility<Kokkos::HostSpace, typename Exec::memory_space>::accessible;

namespace Impl {

#ifdef KOKKOS_ENABLE_CUDA
template <class Exec>
inline constexpr bool is_cuda_v = std::is_same_v<Exec, Kokkos::Cuda>;
#else
template <class Exec>
inline constexpr bool is_cuda_v = false;
#endif

/// True where there is only one thread, always.
#ifdef KOKKOS_ENABLE_SERIAL
template <class Exec>
inline constexpr bool is_serial_v = std::is_same_v<Exec, Kokkos::Serial>;
#else
template <class Exec>
inline constexpr bool is_serial_v = false;
#endif

/// True where a launch returns after its kernel is complete, so that the host may read its results without a fence:
/// Serial and OpenMP, in every supported Kokkos.
template <class Exec>
inline constexpr bool launches_block_v = false;
#ifdef KOKKOS_ENABLE_SERIAL
template <>
inline constexpr bool launches_block_v<Kokkos::Serial> = true;
#endif
#ifdef KOKKOS_ENABLE_OPENMP
template <>
inline constexpr bool launches_block_v<Kokkos::OpenMP> = true;
#endif

/// Shape of a team kernel: `team_size` threads with `items_per_thread` items each; one tile per team.
struct LaunchShape {
  int team_size;
  int items_per_thread;
  constexpr int tile() const { return team_size * items_per_thread; }
};

/// The shape for Exec: `gpu` or `host`.
template <class Exec>
constexpr LaunchShape shape_for(LaunchShape gpu, LaunchShape host) {
  return is_gpu_v<Exec> ? gpu : host;
}

/// The minimum number of tiles that cover n items.
KOKKOS_INLINE_FUNCTION constexpr std::int64_t tiles_for(std::int64_t n, std::int64_t tile) {
  return (n + tile - 1) / tile;
}

/// The identity: element i is i. Functions take it in place of an array.
struct Identity {
  KOKKOS_FUNCTION std::int64_t operator()(std::int64_t i) const { return i; }
};

/// A range policy with 64-bit indices, which the function `range` makes. A type of its own, so that the launches below,
/// which a call can be interrupted in, are those of Araios alone.
template <class Exec, class... Properties>
struct Range : Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>, Properties...> {
  using Base = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>, Properties...>;
  using Base::Base;
};

}  // namespace Impl

/// A range policy on `exec` with one work item, of a 64-bit index, per element of [0, n)
///
/// What Kokkos::parallel_for runs over it can be interrupted as the kernels of Araios can: while the calling thread has an
/// observer, before the launch, and in long launches on hosts.
///
/// Requires      n >= 0.
template <ExecutionSpace Exec>
Impl::Range<Exec> range(Exec const& exec, std::int64_t n) {
  return Impl::Range<Exec>(exec, 0, n);
}

namespace Impl {

/// The same where some items take much longer than others: threads take the next ones when they are done.
template <class Exec>
auto dynamic_range(Exec const& exec, std::int64_t n) {
  return Range<Exec, Kokkos::Schedule<Kokkos::Dynamic>>(exec, 0, n);
}

/// Launches the items of a range piece by piece, on hosts where the thread has an observer.
template <class Exec, class... Properties, class Functor>
void launch_pieces(std::string const& label, Range<Exec, Properties...> const& policy, Functor const& functor) {
  using Base = typename Range<Exec, Properties...>::Base;
  LaunchPieces pieces;
  std::int64_t const end = policy.end();
  for (std::int64_t i = policy.begin(); i < end;) {
    std::int64_t const next = end - i > pieces.length() ? i + pieces.length() : end;
    Kokkos::parallel_for(label, Base(policy.space(), i, next), functor);
    i = next;
    if (i == end) return;
    pieces.adapt();
    poll(label.c_str(), i - policy.begin(), end - policy.begin());
  }
}

/// Number of bits of the values 0 .. count-1; 0 for count <= 1.
KOKKOS_INLINE_FUNCTION constexpr int bits_for(std::int64_t count) {
  int bits = 0;
  while (bits < 63 && (std::int64_t(1) << bits) < count) ++bits;
  return bits;
}

}  // namespace Impl

}  // namespace Araios

namespace Kokkos {

/// The launches of Araios over a range: the calling thread may be interrupted before them, and in long ones on hosts.
template <class Exec, class... Properties, class Functor>
void parallel_for(std::string const& label, Araios::Impl::Range<Exec, Properties...> const& policy,
                  Functor const& functor) {
  using Base = typename Araios::Impl::Range<Exec, Properties...>::Base;
  if (Araios::Impl::current_poll != nullptr) {
    Araios::poll(label.c_str());
    if constexpr (Araios::Impl::launches_block_v<Exec>) return Araios::Impl::launch_pieces(label, policy, functor);
  }
  Kokkos::parallel_for(label, static_cast<Base const&>(policy), functor);
}
/// Kokkos 5 has labels of any type: without this one, its own function would fit a literal better.
template <class Exec, class... Properties, class Functor>
void parallel_for(char const* label, Araios::Impl::Range<Exec, Properties...> const& policy, Functor const& functor) {
  Kokkos::parallel_for(std::string(label), policy, functor);
}
template <class Exec, class Functor, class Result>
void parallel_reduce(std::string const& label, Araios::Impl::Range<Exec> const& policy, Functor const& functor,
                     Result& result) {
  using Base = typename Araios::Impl::Range<Exec>::Base;
  Araios::poll(label.c_str());
  Kokkos::parallel_reduce(label, static_cast<Base const&>(policy), functor, result);
}
template <class Exec, class Functor, class Result>
void parallel_reduce(std::string const& label, Araios::Impl::Range<Exec> const& policy, Functor const& functor,
                     Result const& result) {
  using Base = typename Araios::Impl::Range<Exec>::Base;
  Araios::poll(label.c_str());
  Kokkos::parallel_reduce(label, static_cast<Base const&>(policy), functor, result);
}
template <class Exec, class Functor>
void parallel_reduce(std::string const& label, Araios::Impl::Range<Exec> const& policy, Functor const& functor,
                     auto&& first, auto&& second, auto&&... others) {
  using Base = typename Araios::Impl::Range<Exec>::Base;
  Araios::poll(label.c_str());
  Kokkos::parallel_reduce(label, static_cast<Base const&>(policy), functor, std::forward<decltype(first)>(first),
                          std::forward<decltype(second)>(second), std::forward<decltype(others)>(others)...);
}
template <class Exec, class Functor>
void parallel_scan(std::string const& label, Araios::Impl::Range<Exec> const& policy, Functor const& functor) {
  using Base = typename Araios::Impl::Range<Exec>::Base;
  Araios::poll(label.c_str());
  Kokkos::parallel_scan(label, static_cast<Base const&>(policy), functor);
}
template <class Exec, class Functor, class Result>
void parallel_scan(std::string const& label, Araios::Impl::Range<Exec> const& policy, Functor const& functor,
                   Result& result) {
  using Base = typename Araios::Impl::Range<Exec>::Base;
  Araios::poll(label.c_str());
  Kokkos::parallel_scan(label, static_cast<Base const&>(policy), functor, result);
}

}  // namespace Kokkos

namespace Araios::Impl {

/// Launches an item for each thread, of which each may take long and asks within itself whether it goes on (PollInLoop).
template <class Exec, class Functor>
void launch_workers(std::string const& label, Range<Exec> const& policy, Functor const& functor) {
  if constexpr (is_serial_v<Exec>) {
    poll(label.c_str());
    OwnKernel const scope(policy.space(), label);
    for (std::int64_t i = policy.begin(); i < static_cast<std::int64_t>(policy.end()); ++i) functor(i);
  } else {
    Kokkos::parallel_for(label, policy, functor);
  }
}

}  // namespace Araios::Impl
