// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Products of BSR matrices with a vector.

#include <Araios/core/bit_mask.hpp>
#include <Araios/formats/bsr.hpp>
#include <Araios/operations/impl/spmv_core.hpp>
#include <Araios/primitives/impl/lanes.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <type_traits>

namespace Araios::Impl {

/// Launch numbers of the products, and how the lanes of a group share a block row.
struct SpmvBsrTuning {
  static constexpr int threads = 128;       // of a team: groups of them, each with a block row
  static constexpr int teams = 8;           // of a multiprocessor: 64 registers a thread, else ptxas takes 40 and loads
                                            // one after the other
  static constexpr int largest_group = 32;  // a warp
  static constexpr int largest_block = 8;   // of which two elements a lane cover all; larger ones are summed row by row
  /// Steps that a lane loads before it adds the first, for block rows of about so many.
  static constexpr int few = 3, some = 5, many = 8;

  /// Blocks that a group of `lanes` takes in one step: those that fit, so that a lane keeps its place in the block.
  static constexpr int blocks_a_step(int block_size, int lanes) {
    return std::max(1, lanes / (block_size * block_size));
  }
  /// Steps for so many blocks.
  static constexpr std::int64_t steps(int block_size, int lanes, double blocks) {
    double const exact = blocks / blocks_a_step(block_size, lanes);
    auto const whole = static_cast<std::int64_t>(exact);
    return std::max<std::int64_t>(1, whole + (static_cast<double>(whole) < exact));
  }
  /// Which part of the lanes has work, of all steps.
  static constexpr double use(int block_size, int lanes, double blocks) {
    return blocks * block_size * block_size / static_cast<double>(steps(block_size, lanes, blocks) * lanes);
  }

  /// Lanes for block rows of `blocks` blocks on average: the fewest of which nearly as many have work as of any other
  /// number, and that need no more than `many` steps; else a warp. Of 7 blocks of 3 x 3 a warp has 63 of 96 lanes at
  /// work, a half one 63 of 112: it becomes a warp. 7 blocks of 2 x 2 are 7 steps of 4 lanes.
  static constexpr int group(int block_size, double blocks) {
    int const block = block_size * block_size;
    double best = 0;
    for (int lanes = largest_group; lanes >= std::max(4, block); lanes /= 2)
      best = std::max(best, use(block_size, lanes, blocks));
    int chosen = largest_group;
    for (int lanes = largest_group; lanes >= std::max(4, block); lanes /= 2)
      if (use(block_size, lanes, blocks) >= 0.9 * best && steps(block_size, lanes, blocks) <= many) chosen = lanes;
    return chosen;
  }

  /// As few rounds of at most `many` steps as possible, of about equal size: 9 steps are 5 and 4.
  static constexpr int unroll(std::int64_t steps) {
    std::int64_t const rounds = (steps + many - 1) / many;
    std::int64_t const each = (steps + rounds - 1) / rounds;
    return each <= few ? few : each <= some ? some : many;
  }
};

/// n / divisor for 0 <= n < 64 and 1 <= divisor <= 64, by a multiplication: n (4096 / divisor, rounded up) exceeds the
/// quotient by less than 1 / divisor.
struct SmallDivision {
  int factor;
  explicit SmallDivision(int divisor) : factor((4095 + divisor) / divisor) {}
  KOKKOS_FUNCTION int operator()(int n) const { return (n * factor) >> 12; }
};

/// A block row a group of lanes; blocks of at most 8 x 8.
///
/// In each step the group takes `together` blocks (1 where a block has more than half as many elements as the group has
/// lanes), lane l element l of them, and of blocks of more than 32 elements also element 32 + l. So each lane keeps its
/// row and column inside a block, needs one sum an element, and neighbouring lanes read neighbouring values.
///
/// Invariant: partial(e) is the sum of element e of the steps, ascending by block. In the end row r of the block adds
/// its partials, in ascending order: always the same order, whatever Unroll is.
///
/// Bytes: that of A's arrays, and x and y once where the blocks of a column lie close.
template <class Semiring, int Elements, int Unroll, bool Masked, class Exec, class Matrix, class X, class Output>
struct SpmvBsrGroups {
  using T = typename Output::value_type;
  using Ordinal = typename Matrix::Ordinal;
  using Offset = typename Matrix::Offset;
  using A_value = typename Matrix::values_type::non_const_value_type;
  using X_value = typename X::non_const_value_type;
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;
  Matrix A;
  X x;
  Output out;
  int lanes;
  int together;
  SmallDivision by_block;
  SmallDivision by_row;

  KOKKOS_FUNCTION void operator()(Member const& team) const {
    std::int64_t const row = static_cast<std::int64_t>(team.league_rank()) * team.team_size() + team.team_rank();
    if (row >= A.num_block_rows()) return;
    int const b = A.block_size();
    auto* const partial = static_cast<T*>(team.thread_scratch(0).get_shmem_aligned(scratch_bytes(b), sizeof(T)));
    Offset const first = A.row_map(row);
    Offset const end = A.row_map(row + 1);
    Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, lanes),
                         [&](int const lane) { sum_of_lane(lane, first, end, partial); });
    Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, b), [&](int const r) {
      T sum = Semiring::template zero<T>();
      for (int q = 0; q < together; ++q)
        for (int c = 0; c < b; ++c) sum = Semiring::add(sum, partial[(q * b + r) * b + c]);
      out.store(row * b + r, sum);
    });
  }

  /// For the partials of one group, with room to align them.
  KOKKOS_FUNCTION int scratch_bytes(int b) const {
    return static_cast<int>(sizeof(T)) * (together * b * b > 32 ? together * b * b : 32);
  }

  KOKKOS_FUNCTION void sum_of_lane(int lane, Offset first, Offset end, T* partial) const {
    int const b = A.block_size();
    int const block = b * b;
    if (lane >= together * block) return;
    int const q = Elements == 1 ? by_block(lane) : 0;
    int element[Elements], column[Elements];
    T sum[Elements];
    ARAIOS_UNROLL
    for (int s = 0; s < Elements; ++s) {
      int const e = lane - q * block + 32 * s;
      element[s] = e < block ? e : block - 1;  // a lane without a second element reads the last, and forgets it
      column[s] = element[s] - by_row(element[s]) * b;
      sum[s] = Semiring::template zero<T>();
    }
    Offset const count = static_cast<Offset>(end - first);
    for (Offset done = 0; done < count; done += static_cast<Offset>(Unroll * together)) {
      A_value a[Elements][Unroll];
      X_value v[Elements][Unroll];
      std::uint32_t word[Elements][Unroll];
      ARAIOS_UNROLL
      for (int u = 0; u < Unroll; ++u) {
        // Beyond the end the last block is read again, from the cache, and does not count.
        auto const ahead = static_cast<Offset>(done + static_cast<Offset>(u * together + q));
        Offset const k = static_cast<Offset>(first + (ahead < count ? ahead : static_cast<Offset>(count - 1)));
        auto const corner = static_cast<Ordinal>(A.entries(k) * b);
        std::int64_t const position = static_cast<std::int64_t>(k) * block;
        ARAIOS_UNROLL
        for (int s = 0; s < Elements; ++s) {
          a[s][u] = A.values(position + element[s]);
          if constexpr (Masked) word[s][u] = A.present(word_of_bit(position + element[s]));
          v[s][u] = x(corner + column[s]);
        }
      }
      ARAIOS_LOADS_ARE_ISSUED;
      ARAIOS_UNROLL
      for (int u = 0; u < Unroll; ++u) {
        auto const ahead = static_cast<Offset>(done + static_cast<Offset>(u * together + q));
        ARAIOS_UNROLL
        for (int s = 0; s < Elements; ++s) {
          bool here = ahead < count;
          if constexpr (Masked) {
            std::int64_t const position = (static_cast<std::int64_t>(first) + ahead) * block + element[s];
            here = here & bit_of(word[s][u], position);
          }
          T const longer = Semiring::add(sum[s], spmv_term<Semiring, T>(a[s][u], v[s][u]));
          sum[s] = here ? longer : sum[s];
        }
      }
    }
    ARAIOS_UNROLL
    for (int s = 0; s < Elements; ++s)
      if (lane + 32 * s < together * block) partial[lane + 32 * s] = sum[s];
  }
};

/// The sum of elements lane, lane + of, lane + 2 of, ... of the stored row i of a matrix of blocks of any size.
template <class Semiring, class T, class Matrix, class X>
KOKKOS_INLINE_FUNCTION T spmv_bsr_sum(Matrix const& A, X const& x, std::int64_t i, int lane, int of) {
  using Offset = typename Matrix::Offset;
  int const b = A.block_size();
  std::int64_t const row = i / b;
  std::int64_t const r = i - row * b;
  bool const masked = A.has_holes();
  Offset const end = A.row_map(row + 1);
  T sum = Semiring::template zero<T>();
  Offset k = static_cast<Offset>(A.row_map(row) + static_cast<Offset>(lane / b));
  int c = lane % b;
  while (k < end) {
    std::int64_t const position = (static_cast<std::int64_t>(k) * b + r) * b + c;
    if (!masked || bit_at(A.present, position))
      sum = Semiring::add(sum, spmv_term<Semiring, T>(A.values(position), x(A.entries(k) * b + c)));
    for (c += of; c >= b; c -= b) ++k;
  }
  return sum;
}

/// A row of the matrix a thread: hosts.
template <class Semiring, class Matrix, class X, class Output>
struct SpmvBsrThreads {
  Matrix A;
  X x;
  Output out;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    out.store(i, spmv_bsr_sum<Semiring, typename Output::value_type>(A, x, i, 0, 1));
  }
};

/// A row of the matrix a group of lanes, which go through its elements side by side: GPUs, for large blocks
///
/// Invariant: as above, with the lane in place of the element.
template <class Semiring, class Exec, class Matrix, class X, class Output>
struct SpmvBsrRows {
  using T = typename Output::value_type;
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;
  Matrix A;
  X x;
  Output out;
  int lanes;

  KOKKOS_FUNCTION void operator()(Member const& team) const {
    std::int64_t const i = static_cast<std::int64_t>(team.league_rank()) * team.team_size() + team.team_rank();
    if (i >= A.num_rows()) return;
    int const bytes = static_cast<int>(sizeof(T)) * lanes;
    auto* const partial = static_cast<T*>(team.thread_scratch(0).get_shmem_aligned(bytes, sizeof(T)));
    Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, lanes),
                         [&](int const lane) { partial[lane] = spmv_bsr_sum<Semiring, T>(A, x, i, lane, lanes); });
    Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, 1), [&](int) {
      T sum = Semiring::template zero<T>();
      for (int lane = 0; lane < lanes; ++lane) sum = Semiring::add(sum, partial[lane]);
      out.store(i, sum);
    });
  }
};

/// Teams of groups of `lanes`, one group an item. A host has one lane a thread, which takes the part of all.
template <class Exec>
auto spmv_bsr_policy(Exec const& exec, std::int64_t items, int lanes, int scratch_bytes) {
  int const size = is_gpu_v<Exec> ? SpmvBsrTuning::threads / lanes : 1;
  int const teams = checked_cast<int>(tiles_for(items, size), "Araios::spmv: teams for the block rows");
  // 16 bytes more for the alignment of the block.
  using Bounds = Kokkos::LaunchBounds<SpmvBsrTuning::threads, SpmvBsrTuning::teams>;
  Kokkos::TeamPolicy<Exec, Bounds> policy(exec, teams, size, is_gpu_v<Exec> ? lanes : 1);
  policy.set_scratch_size(0, Kokkos::PerThread(scratch_bytes + 16));
  return policy;
}

template <class Semiring, int Elements, int Unroll, bool Masked, class Exec, class Matrix, class X, class Output>
void spmv_bsr_by(Exec const& exec, int lanes, Matrix const& A, X const& x, Output const& out) {
  int const b = A.block_size();
  using Body = SpmvBsrGroups<Semiring, Elements, Unroll, Masked, Exec, Matrix, X, Output>;
  Body const body{A, x, out, lanes, SpmvBsrTuning::blocks_a_step(b, lanes), SmallDivision(b * b), SmallDivision(b)};
  Kokkos::parallel_for("Araios::spmv::bsr_groups",
                       spmv_bsr_policy(exec, A.num_block_rows(), lanes, body.scratch_bytes(b)), body);
}

/// Blocks of at most 8 x 8, by groups of lanes.
template <class Semiring, class Exec, class Matrix, class X, class Output>
void spmv_bsr_groups(Exec const& exec, Matrix const& A, X const& x, Output const& out) {
  using Tuning = SpmvBsrTuning;
  int const b = A.block_size();
  double const blocks =
      static_cast<double>(A.num_blocks()) / static_cast<double>(std::max<std::int64_t>(1, A.num_block_rows()));
  if (b * b > Tuning::largest_group) {
    if (A.has_holes()) return spmv_bsr_by<Semiring, 2, 4, true>(exec, Tuning::largest_group, A, x, out);
    return spmv_bsr_by<Semiring, 2, 4, false>(exec, Tuning::largest_group, A, x, out);
  }
  int const lanes = Tuning::group(b, blocks);
  if (A.has_holes()) return spmv_bsr_by<Semiring, 1, Tuning::some, true>(exec, lanes, A, x, out);
  switch (Tuning::unroll(Tuning::steps(b, lanes, blocks))) {
  case Tuning::few:
    return spmv_bsr_by<Semiring, 1, Tuning::few, false>(exec, lanes, A, x, out);
  case Tuning::some:
    return spmv_bsr_by<Semiring, 1, Tuning::some, false>(exec, lanes, A, x, out);
  default:
    return spmv_bsr_by<Semiring, 1, Tuning::many, false>(exec, lanes, A, x, out);
  }
}

/// Blocks of any size, by rows.
template <class Semiring, class Exec, class Matrix, class X, class Output>
void spmv_bsr_rows(Exec const& exec, Matrix const& A, X const& x, Output const& out) {
  using T = typename Output::value_type;
  int const lanes = SpmvBsrTuning::largest_group;
  Kokkos::parallel_for("Araios::spmv::bsr_rows",
                       spmv_bsr_policy(exec, A.num_rows(), lanes, static_cast<int>(sizeof(T)) * lanes),
                       SpmvBsrRows<Semiring, Exec, Matrix, X, Output>{A, x, out, lanes});
}

template <class S, class O, class F, class M>
struct Spmv<BsrMatrix<S, O, F, M>> {
  using Matrix = BsrMatrix<S, O, F, M>;

  template <class Semiring, class Exec, class X, class Output, class Space>
  static void apply(Exec const& exec, SpmvOptions const&, Matrix const& A, X const& x, Output const& out,
                    Workspace<Space>&) {
    if constexpr (!is_gpu_v<Exec>) {
      Kokkos::parallel_for("Araios::spmv::bsr_rows", range(exec, A.num_rows()),
                           SpmvBsrThreads<Semiring, Matrix, X, Output>{A, x, out});
    } else {
      if (A.block_size() <= SpmvBsrTuning::largest_block)
        spmv_bsr_groups<Semiring>(exec, A, x, out);
      else
        spmv_bsr_rows<Semiring>(exec, A, x, out);
    }
  }

  template <class Exec, class Visitor>
  static void visit(Exec const& exec, std::string const& label, Matrix const& A, Visitor const& visitor) {
    Kokkos::parallel_for(
        label, range(exec, A.num_rows()), KOKKOS_LAMBDA(std::int64_t i) {
          std::int64_t const b = A.block_size();
          std::int64_t const row = i / b;
          bool const masked = A.has_holes();
          for (auto k = A.row_map(row); k < A.row_map(row + 1); ++k) {
            std::int64_t const position = (static_cast<std::int64_t>(k) * b + i - row * b) * b;
            for (std::int64_t c = 0; c < b; ++c)
              if (!masked || bit_at(A.present, position + c))
                visitor(i, static_cast<std::int64_t>(A.entries(k)) * b + c, A.values(position + c));
          }
        });
  }
};

}  // namespace Araios::Impl
