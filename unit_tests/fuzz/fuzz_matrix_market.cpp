// SPDX-License-Identifier: Apache-2.0
//
// libFuzzer target: the Matrix Market reader on any bytes, plain or gzip. A matrix that is read must lie inside of its
// sizes, must not depend on how the text is cut, and must survive being written and read again.

#include <Araios/io/matrix_market.hpp>
#include <Araios/testing/count_allocations.hpp>

#include <Kokkos_Core.hpp>

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>
#include <string_view>
#include <type_traits>

namespace {

using namespace Araios;

void require(bool condition, char const* what) {
  if (condition) return;
  std::fprintf(stderr, "fuzz_matrix_market: %s\n", what);
  std::abort();
}

bool same_number(double a, double b) {
  if (std::isnan(a)) return std::isnan(b) && std::signbit(a) == std::signbit(b);
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}
template <class Scalar>
bool same_value(Scalar const& a, Scalar const& b) {
  if constexpr (is_complex_v<Scalar>) {
    return same_number(a.real(), b.real()) && same_number(a.imag(), b.imag());
  } else if constexpr (std::is_same_v<Scalar, double>) {
    return same_number(a, b);
  } else {
    return a == b;
  }
}
template <class Matrix>
void require_same(Matrix const& A, Matrix const& B, char const* what) {
  require(A.num_rows() == B.num_rows() && A.num_cols() == B.num_cols() && A.nnz() == B.nnz(), what);
  for (std::size_t k = 0; k < A.row_indices.extent(0); ++k)
    require(A.row_indices(k) == B.row_indices(k) && A.col_indices(k) == B.col_indices(k) &&
                same_value(A.values(k), B.values(k)),
            what);
}

template <class Scalar, class Ordinal>
void try_type(std::string_view bytes, MatrixMarketReadOptions options) {
  std::int64_t const before = bytes_allocated();
  bool const packed = Impl::is_gzip(bytes);
  try {
    MatrixMarketHeader header;
    auto const A = parse_matrix_market<Scalar, Ordinal>(bytes, options, &header);
    for (std::size_t k = 0; k < A.row_indices.extent(0); ++k)
      require(A.row_indices(k) >= 0 && A.row_indices(k) < A.num_rows() && A.col_indices(k) >= 0 &&
                  A.col_indices(k) < A.num_cols(),
              "an index out of range was read");
    options.block_bytes = 7;
    require_same(A, parse_matrix_market<Scalar, Ordinal>(bytes, options), "the result depends on the blocks");
    std::ostringstream text;
    write_matrix_market(A, text);
    require_same(A, parse_matrix_market<Scalar, Ordinal>(text.str()), "the round trip changed the matrix");
  } catch (MatrixMarketError const& error) {
    require(error.line() > 0, "a MatrixMarketError without a line");
  } catch (GzipError const&) {
    require(packed, "a GzipError for a text that is not packed");
  }
  // Three reads of a text, each of at most 50 times its size; what is packed may be larger.
  require(packed || bytes_allocated() - before <= 150 * static_cast<std::int64_t>(bytes.size()),
          "more memory than the text justifies");
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  Kokkos::initialize(*argc, *argv);
  std::atexit([] { Kokkos::finalize(); });
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  std::string_view const bytes(reinterpret_cast<char const*>(data), size);
  MatrixMarketReadOptions lenient;
  lenient.too_large = ReadTooLarge::infinity;
  lenient.skew_diagonal = ReadSkewDiagonal::keep;
  lenient.into_pattern = ReadIntoPattern::drop;
  try_type<Kokkos::complex<double>, std::int64_t>(bytes, lenient);
  try_type<double, int>(bytes, {});
  lenient.symmetric = ReadSymmetric::keep;
  try_type<Pattern, int>(bytes, lenient);
  try_type<int, int>(bytes, {});
  try {
    parse_matrix_market_header(bytes);
  } catch (MatrixMarketError const&) {
  }
  return 0;
}
