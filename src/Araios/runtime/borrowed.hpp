// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Arrays of the caller that matrices and vectors use in place.

#include <Araios/runtime/context.hpp>
#include <Araios/runtime/error.hpp>

#include <cstdint>
#include <memory>
#include <optional>

namespace Araios::runtime {

/// What happens to arrays that a matrix or vector is made of.
enum class Ownership { copy, borrow };
/// What is known of arrays: nothing, that they are valid, or nothing, where the strict order is a rule, too.
enum class Trust { check, trust, check_strict };

/// How a function takes arrays.
struct ArrayOptions {
  Ownership ownership = Ownership::copy;
  Space space = Space::unspecified;  ///< of the arrays
  void (*release)(void*) = nullptr;  ///< is called with `user` when borrowed arrays are not used any more
  void* user = nullptr;
  Trust trust = Trust::check;
};

/// Arrays of the caller: calls `release` at the end, after the work of the context.
class Borrowed {
 public:
  Borrowed(Context const& context, ArrayOptions const& options)
      : wait_([&]() -> std::optional<Wait> {
          if (context.space == Space::host) return std::nullopt;
          return Wait{context};
        }()),
        release_(options.release),
        user_(options.user) {}
  Borrowed(Borrowed const&) = delete;
  Borrowed& operator=(Borrowed const&) = delete;
  ~Borrowed() {
    if (armed_ && release_ != nullptr) {
      if (wait_) wait_->now();
      release_(user_);
    }
  }
  /// From now on the end calls `release`: the call that borrows has set its output, and cannot fail any more.
  void arm() { armed_ = true; }
  /// The array of offsets of a matrix on the host, which has `nnz` entries.
  template <class Offset>
  void watch(Offset const* offsets, std::int64_t count, std::int64_t nnz) {
    if (wait_ || count == 0) return;
    offsets_ = offsets, last_ = count - 1, nnz_ = nnz, is_wide_ = sizeof(Offset) == 8;
  }
  /// Throws invalid_matrix where the first or the last offset is no longer what it was. In O(1).
  void require_unchanged(char const* name) const {
    if (offsets_ == nullptr) return;
    auto const at = [&](std::int64_t i) {
      return is_wide_ ? static_cast<std::int64_t const*>(offsets_)[i]
                      : std::int64_t(static_cast<std::int32_t const*>(offsets_)[i]);
    };
    require(at(0) == 0 && at(last_) == nnz_, ErrorKind::invalid_matrix, name,
            ": the owner of the arrays has changed the offsets, which go from ", at(0), " to ", at(last_),
            ", not from 0 to ", nnz_);
  }

 private:
  struct Wait {
#ifdef ARAIOS_HAVE_DEFAULT_DEVICE
    DeviceExec exec;
    explicit Wait(Context const& context) : exec(context.device) {}
    void now() const { exec.fence(); }
#else
    explicit Wait(Context const&) {}
    void now() const {}
#endif
  };
  std::optional<Wait> wait_;
  void (*release_)(void*);
  void* user_;
  bool armed_ = false;
  void const* offsets_ = nullptr;
  std::int64_t last_ = 0, nnz_ = 0;
  bool is_wide_ = false;
};
using Owner = std::shared_ptr<Borrowed>;

}  // namespace Araios::runtime
