// SPDX-License-Identifier: Apache-2.0
/// \file
/// bzip2 data around a text.

#include <Araios/io.hpp>

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#ifdef ARAIOS_HAVE_BZIP2
#include <bzlib.h>
#endif

namespace io_bzip2_test {

using namespace Araios;

std::string const small = "%%MatrixMarket matrix coordinate real general\n2 3 2\n1 3 4.5\n2 1 -1\n";

#ifdef ARAIOS_HAVE_BZIP2

std::string packed(std::string text) {
  std::string result(text.size() + text.size() / 64 + 1024, '\0');
  auto length = static_cast<unsigned>(result.size());
  EXPECT_EQ(BZ2_bzBuffToBuffCompress(result.data(), &length, text.data(), static_cast<unsigned>(text.size()), 1, 0, 0),
            BZ_OK);
  result.resize(length);
  return result;
}

std::string message_of(std::string_view bytes, MatrixMarketReadOptions const& options = {}) {
  try {
    parse_matrix_market(bytes, options);
  } catch (ReadError const& error) {
    return error.what();
  }
  return "";
}

/// A text of many blocks of bzip2 and many pieces of the reader.
std::string long_text(int entries) {
  std::string text = "%%MatrixMarket matrix coordinate integer general\n";
  text += std::to_string(entries) + " 7 " + std::to_string(entries) + "\n";
  for (int i = 1; i <= entries; ++i)
    text += std::to_string(i) + " " + std::to_string(1 + i % 7) + " " + std::to_string(7919 * (i % 1000)) + "\n";
  return text;
}

TEST(Bzip2, ReadsBytesFilesAndHeaders) {
  auto const check = [](auto const& A) {
    ASSERT_EQ(A.nnz(), 2);
    EXPECT_EQ(A.num_cols(), 3);
    EXPECT_EQ(A.values(0), 4.5);
    EXPECT_EQ(A.col_indices(1), 0);
  };
  std::string const bytes = packed(small);
  check(parse_matrix_market(bytes));
  EXPECT_EQ(parse_matrix_market_header(bytes).num_cols, 3);
  auto const file = std::filesystem::temp_directory_path() / "araios_bzip2_test.dat";
  std::ofstream(file, std::ios::binary) << bytes;
  check(read_matrix_market(file));
  EXPECT_EQ(read_matrix_market_header(file).num_stored, 2);
  std::filesystem::remove(file);
  auto const edges = parse_edge_list<double>(packed("0 1\n2 1\n"));
  EXPECT_EQ(edges.nnz(), 2);
}

TEST(Bzip2, ReadsSeveralStreamsAsOneText) {
  std::string const text = long_text(200000);
  std::string bytes;
  for (std::size_t at = 0; at < text.size(); at += text.size() / 3) bytes += packed(text.substr(at, text.size() / 3));
  auto const A = parse_matrix_market<double>(bytes);
  auto const B = parse_matrix_market<double>(text);
  ASSERT_EQ(A.nnz(), B.nnz());
  for (std::size_t k = 0; k < B.values.extent(0); ++k) {
    ASSERT_EQ(A.row_indices(k), B.row_indices(k));
    ASSERT_EQ(A.col_indices(k), B.col_indices(k));
    ASSERT_EQ(A.values(k), B.values(k));
  }
}

TEST(Bzip2, RefusesDamagedData) {
  std::string const bytes = packed(long_text(5000));
  for (std::size_t length = 4; length < bytes.size(); length += 397)
    EXPECT_NE(message_of(std::string_view(bytes).substr(0, length)).find("cut off"), std::string::npos) << length;
  for (std::size_t at = 4; at < bytes.size(); at += 389) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
    EXPECT_NE(message_of(damaged), "") << at;
  }
  EXPECT_NE(message_of(bytes + "1 1 1\n").find("the bzip2 data is followed by"), std::string::npos);
}

TEST(Bzip2, RefusesDataThatGrowsBeyondTheLimit) {
  MatrixMarketReadOptions options;
  options.gzip = {.max_ratio = 2, .free_bytes = 1000};
  EXPECT_NE(message_of(packed(long_text(200000)), options).find("grows beyond"), std::string::npos);
}

TEST(Bzip2, NamesTheLineOfAWrongText) {
  EXPECT_NE(message_of(packed(small + "1 1 1\n")).find("line 5"), std::string::npos);
}

#else

TEST(Bzip2, IsRefusedWithoutTheLibrary) { EXPECT_THROW(parse_matrix_market("BZh91AY&SY"), ReadNotSupported); }

#endif

}  // namespace io_bzip2_test
