// SPDX-License-Identifier: Apache-2.0
/// \file
/// Boolean matrices and vectors of bits.

#include "arrays.hpp"
#include "operations.hpp"

#include <Araios/bitmap.hpp>
#include <Araios/build.hpp>
#include <Araios/core/bit_mask.hpp>

#include <cstdint>
#include <utility>

namespace araios_c {

namespace {

/// `count` words at `words`, in memory of `space`.
template <class Exec>
Dense<std::uint32_t, Exec> take_words(Exec const& exec, araios_space space, std::uint32_t const* words,
                                      std::int64_t count) {
  require_space(space);
  return take_array<std::uint32_t>(exec, copies_from(space), words, count, "words");
}

}  // namespace
}  // namespace araios_c

using namespace araios_c;

araios_status araios_matrix_from_bits(araios_context* context, araios_space space, araios_index index, int64_t rows,
                                      int64_t columns, uint32_t const* words, araios_matrix** A) {
  return compute("araios_matrix_from_bits", context, [&](auto const& exec) {
    MatrixOutput output(*context, A, "A");
    araios_index const wanted = or_default(index);
    require_sizes(wanted, rows, columns, 0);
    require_sizes(ARAIOS_INDEX_32, rows, columns, 0);
    auto const bits = take_words(exec, space, words, rows * Araios::words_for_bits(columns));
    auto const made = Araios::bitmap_to_csr<int, std::int64_t>(exec, rows, columns, bits);
    require_sizes(wanted, rows, columns, made.nnz());
    output.set(result<Pattern>(exec, made, wanted));
  });
}

araios_status araios_vector_from_bits(araios_context* context, araios_space space, araios_index index, int64_t n,
                                      uint32_t const* words, araios_vector** x) {
  return compute("araios_vector_from_bits", context, [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    VectorOutput output(*context, x, "x");
    require_enumerator(index, ARAIOS_INDEX_64, "araios_index");
    require_sizes(ARAIOS_INDEX_32, n, n, 0);
    std::int64_t const count = Araios::words_for_bits(n);
    auto const bits = take_words(exec, space, words, count);
    if (n % 32 != 0) {
      std::uint32_t last = 0;
      copy_out(exec, Kokkos::subview(bits, std::pair<std::int64_t, std::int64_t>(count - 1, count)), &last);
      require(last >> (n % 32) == 0, ARAIOS_OUT_OF_RANGE, "words[", count - 1, "] has a bit beyond element ", n - 1);
    }
    output.set(
        result<Pattern>(exec, Araios::bitmap_to_sparse(exec, Araios::BitmapVector<SpaceOf<Exec>>(n, bits)), index));
  });
}

araios_status araios_vector_to_bits(araios_context* context, araios_vector const* x, uint32_t* words) {
  return compute("araios_vector_to_bits", context, [&](auto const& exec) {
    auto const body = sparse_input(*context, x, "x");
    require(words != nullptr || body.length == 0, ARAIOS_INVALID_ARGUMENT, "words is NULL");
    copy_out(exec, Araios::sparse_to_bitmap(exec, working<Pattern>(exec, body)).words, words);
  });
}
