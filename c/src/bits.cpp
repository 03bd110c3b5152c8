// SPDX-License-Identifier: Apache-2.0
/// \file
/// Boolean matrices and vectors of bits.

#include "handles.hpp"

#include <Araios/runtime/arrays.hpp>
#include <Araios/runtime/bitmap.hpp>
#include <Araios/runtime/operations.hpp>

#include <Araios/bitmap.hpp>
#include <Araios/build.hpp>
#include <Araios/core/bit_mask.hpp>
#include <Araios/formats/copy.hpp>

#include <cstdint>
#include <utility>

namespace araios_c {

namespace {

/// No bit beyond element n - 1: the words are as operations keep them. Waits.
template <class Exec>
void require_no_bit_beyond(Exec const& exec, std::int64_t n, Dense<std::uint32_t, Exec> const& words) {
  if (n % 32 == 0) return;
  auto const count = static_cast<std::int64_t>(words.extent(0));
  std::uint32_t last = 0;
  copy_out(exec, Kokkos::subview(words, std::pair<std::int64_t, std::int64_t>(count - 1, count)), &last);
  require(last >> (n % 32) == 0, ErrorKind::out_of_range, "words[", count - 1, "] has a bit beyond element ", n - 1);
}

/// `count` words at `words`, in memory of `space`.
template <class Exec>
Dense<std::uint32_t, Exec> take_words(Exec const& exec, Space space, std::uint32_t const* words, std::int64_t count) {
  require_space(space);
  return take_array<std::uint32_t>(exec, copies_from(space), words, count, "words");
}

}  // namespace
}  // namespace araios_c

using namespace araios_c;

araios_status araios_matrix_from_bits(araios_context* context, araios_space space, araios_index index, int64_t rows,
                                      int64_t columns, uint32_t const* words, araios_matrix** A) {
  return compute_beside("araios_matrix_from_bits", context, [&](auto const& exec) {
    MatrixOutput output(*context, A, "A");
    IndexType const requested = or_default(of(index));
    require_sizes(requested, rows, columns, 0);
    require_sizes(IndexType::index_32, rows, columns, 0);
    auto const bits = take_words(exec, of(space), words,
                                 Araios::checked_multiply(rows, Araios::words_for_bits(columns), "words of bits"));
    auto const made = Araios::bitmap_to_csr<int, std::int64_t>(exec, rows, columns, bits);
    require_sizes(requested, rows, columns, made.nnz());
    output.set(result<Pattern>(exec, made, requested));
  });
}

araios_status araios_vector_from_bits(araios_context* context, araios_space space, araios_index index, int64_t n,
                                      uint32_t const* words, araios_vector** x) {
  return compute_beside("araios_vector_from_bits", context, [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    VectorOutput output(*context, x, "x");
    require_enumerator(of(index), IndexType::index_64, "araios_index");
    require_sizes(IndexType::index_32, n, n, 0);
    auto const bits = take_words(exec, of(space), words, Araios::words_for_bits(n));
    require_no_bit_beyond(exec, n, bits);
    output.set(result<Pattern>(exec, Araios::bitmap_to_sparse(exec, Bits<Exec>(n, bits)), of(index)));
  });
}

araios_status araios_vector_to_bits(araios_context* context, araios_vector const* x, uint32_t* words) {
  return compute_beside("araios_vector_to_bits", context, [&](auto const& exec) {
    auto const body = sparse_input(*context, x, "x");
    require(words != nullptr || body.length == 0, ErrorKind::invalid_argument, "words is NULL");
    copy_out(exec, bits_of(exec, body).words, words);
  });
}

araios_status araios_vector_create_bits(araios_context* context, araios_array_options const* options, int64_t n,
                                        uint32_t* words, araios_vector** x) {
  return compute_beside("araios_vector_create_bits", context, [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    VectorOutput output(*context, x, "x");
    auto const given = array_options(*context, options);
    require_sizes(IndexType::index_32, n, n, 0);
    if (words == nullptr && given.ownership == Ownership::copy)
      return output.set(vector_of_bits<Exec>(Araios::allocate_bitmap(exec, "Araios::c::bits", n)));
    auto const owner = owner_of(*context, given);
    auto const bits = take_array<std::uint32_t>(exec, given, words, Araios::words_for_bits(n), "words");
    if (given.trust != Trust::trust) require_no_bit_beyond(exec, n, bits);
    output.set(vector_of_bits<Exec>(Bits<Exec>(n, bits), owner));
  });
}

araios_status araios_vector_as_bits(araios_context* context, araios_vector const* x, araios_vector** y) {
  return compute_beside("araios_vector_as_bits", context, [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    VectorOutput output(*context, y, "y");
    auto const body = sparse_input(*context, x, "x");
    auto const bits = bits_of(exec, body);
    output.set(vector_of_bits<Exec>(body.is_bits ? Araios::copy(exec, bits) : bits));
  });
}
