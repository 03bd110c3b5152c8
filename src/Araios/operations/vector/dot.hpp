// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Sums over sparse vectors in a fixed order, and the terms of dot products.

#include <Araios/collective/lanes.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/search.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/operations/spmv/core.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <type_traits>

namespace Araios::Impl::vector {

/// Tuning parameters of the sums.
struct SumShape {
  static constexpr int gpu_team = 256;
  static constexpr int host_team = 1;
  /// Terms that a thread computes before it adds any: the number of loads in flight, and of additions that do not wait
  /// for each other.
  static constexpr int unroll = 4;
  /// The minimum number of terms of a block, and the maximum number of blocks: two waves of an H200, and a second sum
  /// that one team finishes in eight loads per thread.
  static constexpr std::int64_t least = 2048;
  static constexpr std::int64_t max_blocks = 2048;
  /// Entries of the shorter of two sparse vectors that one work item searches for in the longer: one sector of indices
  /// on a GPU.
  static constexpr std::int64_t gpu_chunk = 8;
  static constexpr std::int64_t host_chunk = 64;
};

/// Sums block b of the terms 0 .. count-1 into `to(b)`. The order depends on count and the size of a team alone.
template <class T, class Exec, class Terms, class To>
struct SumBlocks {
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;
  Terms terms;
  To to;
  std::int64_t count;
  std::int64_t length;  // of a block

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    constexpr int unroll = SumShape::unroll;
    std::int64_t const begin = member.league_rank() * length;
    std::int64_t const end = count - begin < length ? count : begin + length;
    std::int64_t const step = member.team_size();
    T sums[unroll] = {};
    std::int64_t p = begin + member.team_rank();
    for (; p + (unroll - 1) * step < end; p += unroll * step) {
      T made[unroll];
      ARAIOS_UNROLL
      for (int u = 0; u < unroll; ++u) made[u] = terms(p + u * step);
      ARAIOS_UNROLL
      for (int u = 0; u < unroll; ++u) sums[u] += made[u];
    }
    for (; p < end; p += step) sums[0] += terms(p);
    T sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
    member.team_reduce(Kokkos::Sum<T>(sum));
    Kokkos::single(Kokkos::PerTeam(member), [&] { to(member.league_rank()) = sum; });
  }
};
static_assert(SumShape::unroll == 4, "SumBlocks adds four sums at its end");

/// A result of rank 0 as the destination of the only block.
template <class Result>
struct SumResult {
  Result result;
  template <class T>
  struct Place {
    Result const& result;
    KOKKOS_FUNCTION void operator=(T const& sum) const { result() = sum; }
  };
  KOKKOS_FUNCTION Place<typename Result::non_const_value_type> operator()(std::int64_t) const { return {result}; }
};

template <class T, class Exec, class Terms, class To>
void sum_blocks(Exec const& exec, std::string const& label, Terms const& terms, std::int64_t count, std::int64_t length,
                To const& to) {
  int const blocks = static_cast<int>(std::max<std::int64_t>(1, tiles_for(count, length)));
  int const team = is_gpu_v<Exec> ? SumShape::gpu_team : SumShape::host_team;
  Kokkos::parallel_for(label, Kokkos::TeamPolicy<Exec>(exec, blocks, team),
                       SumBlocks<T, Exec, Terms, To>{terms, to, count, length});
}

/// result() := sum of terms(p), p in [0, count), by blocks and then over the blocks. One kernel for up to `least`
/// terms, else two.
template <class Exec, class Terms, class Result, class Space>
void sum_terms(Exec const& exec, std::string const& operation, Terms const& terms, std::int64_t count,
               std::int64_t least, Result const& result, Workspace<Space>& workspace) {
  using T = typename Result::non_const_value_type;
  SumResult<Result> const to{result};
  std::int64_t const length = std::max(least, tiles_for(count, SumShape::max_blocks));
  if (count <= length) return sum_blocks<T>(exec, operation + "::sum", terms, count, length, to);
  std::int64_t const blocks = tiles_for(count, length);
  auto const partials = workspace.template take<Kokkos::View<T*, Space>>(exec, blocks);
  sum_blocks<T>(exec, operation + "::blocks", terms, count, length, partials);
  sum_blocks<T>(exec, operation + "::sum", partials, blocks, blocks, to);
}

/// a as T; a Pattern is one.
template <class T, class A>
KOKKOS_INLINE_FUNCTION T value_or_one(A const& a) {
  if constexpr (is_pattern_v<A>)
    return T(1);
  else
    return static_cast<T>(a);
}

/// a times b in T, where a Pattern is one.
template <class T, class A, class B>
KOKKOS_INLINE_FUNCTION T dot_term(A const& a, B const& b) {
  if constexpr (is_pattern_v<A>)
    return value_or_one<T>(b);
  else if constexpr (is_pattern_v<B>)
    return static_cast<T>(a);
  else
    return static_cast<T>(a) * static_cast<T>(b);
}

/// Term p: entry p of x times the element of y at its index.
template <class T, bool Conjugate, class X, class Y>
struct SparseDenseTerms {
  X x;
  Y y;
  KOKKOS_FUNCTION T operator()(std::int64_t p) const {
    auto const a = x.values(p);
    if constexpr (Conjugate)
      return dot_term<T>(spmv::conjugate_of(a), y(x.indices(p)));
    else
      return dot_term<T>(a, y(x.indices(p)));
  }
};

/// Term c: the sum over entries [c * chunk, (c + 1) * chunk) of the shorter vector, each times the entry of the longer
/// at the same index, if there is one. The first entry is searched for by bisection, the others in growing steps from
/// the previous one: the cost of an entry is the logarithm of the distance.
template <class T, bool ConjugateShorter, bool ConjugateLonger, class Shorter, class Longer>
struct CommonTerms {
  Shorter shorter;
  Longer longer;
  std::int64_t chunk;

  KOKKOS_FUNCTION T operator()(std::int64_t c) const {
    using Index = typename Shorter::Ordinal;
    Index const begin = static_cast<Index>(c * chunk);
    Index const count = shorter.nnz();
    Index const end = count - begin < chunk ? count : static_cast<Index>(begin + chunk);
    Index const last = longer.nnz();
    T sum = T(0);
    Index at = 0;  // every earlier entry of the longer vector has a lower index than the one searched for
    for (Index p = begin; p < end && at < last; ++p) {
      Index const index = shorter.indices(p);
      if (p == begin)
        at = first_above(longer.indices, at, last, static_cast<Index>(index - 1));
      else if (longer.indices(at) < index)
        at = first_above_near(longer.indices, static_cast<Index>(at + 1), last, static_cast<Index>(index - 1));
      if (at < last && longer.indices(at) == index) sum += term(shorter.values(p), longer.values(at));
    }
    return sum;
  }

 private:
  template <class A, class B>
  KOKKOS_FUNCTION static T term(A const& a, B const& b) {
    if constexpr (ConjugateShorter)
      return dot_term<T>(spmv::conjugate_of(a), b);
    else if constexpr (ConjugateLonger)
      return dot_term<T>(a, spmv::conjugate_of(b));
    else
      return dot_term<T>(a, b);
  }
};

/// The type of sums of products of two scalars: the wider of the two, complex where one is; the other where one is
/// Pattern, and a count where both are.
template <class A, class B>
struct DotScalarOf {
  using type = std::common_type_t<A, B>;
};
template <class A>
struct DotScalarOf<A, Pattern> {
  using type = A;
};
template <class B>
struct DotScalarOf<Pattern, B> {
  using type = B;
};
template <>
struct DotScalarOf<Pattern, Pattern> {
  using type = std::int64_t;
};
template <class A, class B>
struct DotScalarOf<Kokkos::complex<A>, Kokkos::complex<B>> {
  using type = Kokkos::complex<std::common_type_t<A, B>>;
};
template <class A, class B>
struct DotScalarOf<Kokkos::complex<A>, B> {
  using type = Kokkos::complex<std::common_type_t<A, B>>;
};
template <class A, class B>
struct DotScalarOf<A, Kokkos::complex<B>> {
  using type = Kokkos::complex<std::common_type_t<A, B>>;
};
template <class A>
struct DotScalarOf<Kokkos::complex<A>, Pattern> {
  using type = Kokkos::complex<A>;
};
template <class B>
struct DotScalarOf<Pattern, Kokkos::complex<B>> {
  using type = Kokkos::complex<B>;
};
template <class A, class B>
using DotScalar = typename DotScalarOf<std::remove_const_t<A>, std::remove_const_t<B>>::type;

}  // namespace Araios::Impl::vector
