// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// What rows that wait for each other compute, of the values of the rows that they depend on: x, or levels.

#include <Araios/collective/cuda_launch.hpp>
#include <Araios/core/load_hints.hpp>
#include <Araios/operations/triangular/problem.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <cstdint>
#include <limits>

namespace Araios::Impl::triangular {

/// The elements of X.
template <class System_>
struct SolutionTerms {
  using System = System_;
  using Value = typename System::T;
  using Ordinal = typename System::Ordinal;
  using Offset = typename System::Offset;
  System system;
  Columns<Value> columns;

  __device__ auto const& rows() const { return system.rows; }
  __device__ std::int64_t count() const { return columns.count; }
  __device__ Value* at(std::int64_t i, std::int64_t c) const { return columns.x_at(i, c); }
  __device__ Value start(std::int64_t i, std::int64_t c) const { return columns.b_at(i, c); }
  __device__ Value factor(Offset p) const { return system.values[p]; }
  /// The terms with column c as column 0.
  __device__ SolutionTerms of_column(std::int64_t c) const {
    SolutionTerms result = *this;
    result.columns.b += c * columns.column_stride_b;
    result.columns.x += c * columns.column_stride_x;
    return result;
  }
  __device__ static Value term(Value const& factor, Value const& known) { return product(factor, known); }
  /// A number minus +0 is that number, bitwise.
  __device__ static Value none() { return Value(0); }
  __device__ static Value combined(Value const& left, Value const& term) { return difference(left, term); }
  __device__ static bool is_stopped() { return false; }
  __device__ Value scale(std::int64_t i) const { return system.inverse(i); }
  __device__ Value finished(Value const& left, Value const& scale) const { return system.finished(left, scale); }
};

/// The levels of the rows. Where one reaches the limit, those of rows that begin later, and of rows that wait for them,
/// are too low.
template <class Ordinal_, class Offset_>
struct LevelTerms {
  using Value = Ordinal_;
  using Ordinal = Ordinal_;
  using Offset = Offset_;
  Rows<Ordinal, Offset> pattern;
  Ordinal* levels;
  Ordinal limit = std::numeric_limits<Ordinal>::max();
  unsigned long long* stopped = nullptr;  // 1 where the limit is reached; not used without a limit

  __device__ auto const& rows() const { return pattern; }
  __device__ std::int64_t count() const { return 1; }
  __device__ Value* at(std::int64_t i, std::int64_t) const { return levels + i; }
  __device__ Value start(std::int64_t, std::int64_t) const { return 0; }
  __device__ Value factor(Offset) const { return 1; }
  __device__ LevelTerms of_column(std::int64_t) const { return *this; }
  __device__ static Value term(Value factor, Value known) { return known + factor; }
  __device__ static Value none() { return 0; }
  __device__ static Value combined(Value left, Value term) { return left > term ? left : term; }
  __device__ Value scale(std::int64_t) const { return 1; }
  __device__ Value finished(Value level, Value) const {
    if (level >= limit) *static_cast<unsigned long long volatile*>(stopped) = 1;
    return level;
  }
  __device__ bool is_stopped() const { return stopped != nullptr && load_relaxed(stopped) != 0; }
};

}  // namespace Araios::Impl::triangular

#endif
