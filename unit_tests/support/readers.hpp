// SPDX-License-Identifier: Apache-2.0
//
// What the tests of the readers share: comparisons, files and packed texts.

#pragma once

#include <Araios/io/matrix_market.hpp>
#include <Araios/testing/count_allocations.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#ifdef ARAIOS_HAVE_ZLIB
#include <zlib.h>
#endif

#include <unistd.h>

namespace Araios::test {

using namespace std::string_literals;
using Complex = Kokkos::complex<double>;
using Int64 = std::int64_t;

template <class Scalar>
using Entries = std::vector<std::tuple<Int64, Int64, Scalar>>;

/// The entries of A, rows and columns counted from 1 as in the text.
template <class Matrix>
auto entries_of(Matrix const& A) {
  using Scalar = typename Matrix::Scalar;
  Entries<Scalar> entries;
  for (std::size_t k = 0; k < A.row_indices.extent(0); ++k)
    entries.emplace_back(A.row_indices(k) + Int64(1), A.col_indices(k) + Int64(1), A.values(k));
  return entries;
}

/// The same bits, not only the same number; a NaN need only be one, with the same sign.
template <class Scalar>
bool same_bits(Scalar a, Scalar b) {
  if constexpr (is_complex_v<Scalar>) {
    return same_bits(a.real(), b.real()) && same_bits(a.imag(), b.imag());
  } else if constexpr (std::is_floating_point_v<Scalar>) {
    if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b) && std::signbit(a) == std::signbit(b);
    return a == b && std::signbit(a) == std::signbit(b);
  } else {
    return a == b;
  }
}

template <class A, class B>
bool same_matrix(A const& a, B const& b) {
  if (a.num_rows() != b.num_rows() || a.num_cols() != b.num_cols() || a.nnz() != b.nnz()) return false;
  for (std::size_t k = 0; k < a.row_indices.extent(0); ++k)
    if (a.row_indices(k) != b.row_indices(k) || a.col_indices(k) != b.col_indices(k) ||
        !same_bits(a.values(k), b.values(k)))
      return false;
  return true;
}

inline std::string text_of(std::filesystem::path const& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// A file that is removed with the object.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::string const& text, std::string const& extension = ".mtx")
      : path_(std::filesystem::path(testing::TempDir()) /
              ("araios_matrix_market_" + std::to_string(getpid()) + "_" + std::to_string(counter_++) + extension)) {
    std::ofstream(path_, std::ios::binary) << text;
  }
  ~TemporaryFile() { std::filesystem::remove(path_); }
  TemporaryFile(TemporaryFile const&) = delete;
  TemporaryFile& operator=(TemporaryFile const&) = delete;
  std::filesystem::path const& path() const { return path_; }

 private:
  static inline int counter_ = 0;
  std::filesystem::path path_;
};

/// Options under which small texts are cut at every line.
inline MatrixMarketReadOptions small_blocks(Int64 bytes) {
  MatrixMarketReadOptions options;
  options.block_bytes = bytes;
  return options;
}

/// Bytes that Araios asks for while `job` runs.
template <class Job>
Int64 bytes_asked_for(Job const& job) {
  Int64 const before = bytes_allocated();
  try {
    job();
  } catch (ReadError const&) {
  }
  return bytes_allocated() - before;
}

/// A large text with all that may stand between entries, and without.
inline std::string random_text(std::string const& banner, int n, Int64 nnz, bool odd, bool values) {
  std::mt19937 random(3);
  std::string body;
  char line[80];
  for (Int64 k = 0; k < nnz; ++k) {
    int const i = 1 + static_cast<int>(random() % n);
    int const j = 1 + static_cast<int>(random() % i);
    if (values)
      std::snprintf(line, sizeof(line), "%d %d %.*g", i, j, 1 + static_cast<int>(random() % 17),
                    std::ldexp(random(), -20));
    else
      std::snprintf(line, sizeof(line), "%d\t%d", i, j);
    body += line;
    body += odd && random() % 5 == 0 ? "\r\n" : "\n";
    if (odd && random() % 7 == 0) body += " \n";
    if (odd && random() % 11 == 0) body += "% comment\n";
    if (odd && random() % 13 == 0) body += "\r";
  }
  return banner + std::to_string(n) + " " + std::to_string(n) + " " + std::to_string(nnz) + "\n" + body;
}

#ifdef ARAIOS_HAVE_ZLIB
/// gzip data by zlib.
inline std::string deflated(std::string_view text, int level, int strategy = Z_DEFAULT_STRATEGY, bool flush = false) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, level, Z_DEFLATED, 15 + 16, 8, strategy), Z_OK);
  std::string packed(deflateBound(&stream, text.size()) + text.size() / 10 + 10000, '\0');
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  std::size_t done = 0;
  int result = Z_OK;
  while (result == Z_OK) {
    std::size_t const piece = flush ? std::min<std::size_t>(text.size() - done, 777) : text.size() - done;
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data() + done));
    stream.avail_in = static_cast<uInt>(piece);
    done += piece;
    result = deflate(&stream, done == text.size() ? Z_FINISH : Z_FULL_FLUSH);
  }
  EXPECT_EQ(result, Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

#endif

// First lines of files.
inline std::string const general = "%%MatrixMarket matrix coordinate real general\n";
inline std::string const pattern = "%%MatrixMarket matrix coordinate pattern general\n";
inline std::string const integer = "%%MatrixMarket matrix coordinate integer general\n";
inline std::string const symmetric = "%%MatrixMarket matrix coordinate real symmetric\n";
inline std::string const skew = "%%MatrixMarket matrix coordinate real skew-symmetric\n";
inline std::string const dense = "%%MatrixMarket matrix array real general\n";

}  // namespace Araios::test
