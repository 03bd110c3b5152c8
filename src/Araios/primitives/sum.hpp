// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Sums of many terms in an order that depends on their number alone: run to run, thread count and space to space.
///
/// A block of terms has 256 chains. Chain c adds the terms c, c + 256, ... of the block one after the other; the chains
/// are then added in pairs, c and c + 128 first. The sums of the blocks are the terms of the next level. So the error
/// grows with the length of a chain, 32, and with the logarithm of the number of terms. On a host the chains are
/// elements of SIMD registers, on a GPU the threads of a team.

#include <Araios/collective/lanes.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/search.hpp>
#include <Araios/core/semiring.hpp>
#include <Araios/core/workspace.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <string>

namespace Araios::Impl {

struct SumShape {
  static constexpr int chains = 256;
  static constexpr int gpu_team = 256;
  /// Terms that a thread of a GPU computes before it adds any: the number of loads in flight.
  static constexpr int unroll = 4;
  /// Terms of a block, where a term is a load.
  static constexpr std::int64_t block = 8192;
};

/// What terms that need no state have for it.
struct NoCursor {};

/// Term p: element p of a View.
template <class View>
struct ElementTerms {
  using Cursor = NoCursor;
  View elements;
  KOKKOS_FUNCTION typename View::non_const_value_type operator()(std::int64_t p, Cursor&) const { return elements(p); }
};

/// A result of rank 0 as the destination of the only block.
template <class Result>
struct SumResult {
  Result result;
  KOKKOS_FUNCTION auto& operator()(std::int64_t) const { return result(); }
};

/// to(b) := the sum of block b. `terms(p, cursor)` is a term; a thread calls it with increasing p and one cursor.
template <class Add, class T, class Terms, class To>
struct SumBlocks {
  Terms terms;
  To to;
  std::int64_t count;
  std::int64_t length;  // of a block

  KOKKOS_FUNCTION static T add(T const& a, T const& b) { return static_cast<T>(Add()(a, b)); }

  /// A block by one thread.
  KOKKOS_FUNCTION void operator()(std::int64_t b) const {
    constexpr int chains = SumShape::chains;
    std::int64_t p = b * length;
    std::int64_t const end = count - p < length ? count : p + length;
    int const used = static_cast<int>(end - p < chains ? end - p : chains);
    T sums[chains];
    for (int c = 0; c < (used > 0 ? used : 1); ++c) sums[c] = Add::template identity<T>();
    typename Terms::Cursor cursor{};
    for (; p + chains <= end; p += chains)
      for (int c = 0; c < chains; ++c) sums[c] = add(sums[c], terms(p + c, cursor));
    for (int c = 0; p + c < end; ++c) sums[c] = add(sums[c], terms(p + c, cursor));
    for (int half = chains / 2; half > 0; half /= 2)
      for (int c = 0; c < half && c + half < used; ++c) sums[c] = add(sums[c], sums[c + half]);
    to(b) = sums[0];
  }

  /// The same block by a team.
  template <class Member>
    requires requires(Member const& member) { member.team_rank(); }
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    constexpr int chains = SumShape::chains;
    constexpr int unroll = SumShape::unroll;
    auto* const sums = static_cast<T*>(member.team_scratch(0).get_shmem_aligned(chains * sizeof(T), alignof(T)));
    int const rank = member.team_rank();
    int const size = member.team_size();
    std::int64_t const begin = static_cast<std::int64_t>(member.league_rank()) * length;
    std::int64_t const end = count - begin < length ? count : begin + length;
    int const used = static_cast<int>(end - begin < chains ? end - begin : chains);
    for (int c = rank; c < chains; c += size) {
      T sum = Add::template identity<T>();
      typename Terms::Cursor cursor{};
      std::int64_t p = begin + c;
      for (; p + (unroll - 1) * chains < end; p += unroll * chains) {
        T made[unroll];
        ARAIOS_UNROLL
        for (int u = 0; u < unroll; ++u) made[u] = terms(p + u * chains, cursor);
        ARAIOS_UNROLL
        for (int u = 0; u < unroll; ++u) sum = add(sum, made[u]);
      }
      for (; p < end; p += chains) sum = add(sum, terms(p, cursor));
      sums[c] = sum;
    }
    for (int half = chains / 2; half > 0; half /= 2) {
      member.team_barrier();
      for (int c = rank; c < half && c + half < used; c += size) sums[c] = add(sums[c], sums[c + half]);
    }
    member.team_barrier();
    if (rank == 0) to(member.league_rank()) = sums[0];
  }
};

template <class Add, class T, class Exec, class Terms, class To>
void sum_blocks(Exec const& exec, std::string const& label, Terms const& terms, std::int64_t count, std::int64_t length,
                To const& to) {
  std::int64_t const blocks = std::max<std::int64_t>(1, tiles_for(count, length));
  SumBlocks<Add, T, Terms, To> const body{terms, to, count, length};
  if constexpr (is_gpu_v<Exec>) {
    auto policy = Kokkos::TeamPolicy<Exec>(exec, static_cast<int>(blocks), SumShape::gpu_team);
    policy.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(SumShape::chains * sizeof(T) + alignof(T))));
    Kokkos::parallel_for(label, policy, body);
  } else {
    Kokkos::parallel_for(label, range(exec, blocks), body);
  }
}

/// result() := sum of terms(p, cursor), p in [0, count); that of no terms is the identity of the monoid. `length` is
/// the number of terms of a block. One kernel a level: two for up to 8,192 blocks. Takes an element a block from
/// `workspace`.
template <class Add, class Exec, class Terms, class Result, class Space>
void sum_terms(Exec const& exec, std::string const& operation, Terms const& terms, std::int64_t count,
               std::int64_t length, Result const& result, Workspace<Space>& workspace) {
  using T = typename Result::non_const_value_type;
  using Partials = Kokkos::View<T*, Space>;
  SumResult<Result> const to{result};
  if (count <= length) return sum_blocks<Add, T>(exec, operation + "::sum", terms, count, length, to);
  std::int64_t left = tiles_for(count, length);
  auto partials = workspace.template take<Partials>(exec, left);
  sum_blocks<Add, T>(exec, operation + "::blocks", terms, count, length, partials);
  while (left > SumShape::block) {
    std::int64_t const fewer = tiles_for(left, SumShape::block);
    auto const next = workspace.template take<Partials>(exec, fewer);
    sum_blocks<Add, T>(exec, operation + "::blocks", ElementTerms<Partials>{partials}, left, SumShape::block, next);
    partials = next, left = fewer;
  }
  sum_blocks<Add, T>(exec, operation + "::sum", ElementTerms<Partials>{partials}, left, SumShape::block, to);
}

}  // namespace Araios::Impl
