// SPDX-License-Identifier: Apache-2.0
//
// What readers do with damaged texts and damaged gzip data, how much memory they ask for, and the conversion of
// numbers.

#include <Araios/io/matrix_market.hpp>
#include <Araios/testing/fail_allocation.hpp>

#include "support/data_dir.hpp"
#include "support/reader_texts.hpp"
#include "support/scale.hpp"

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace io_reader_robustness_test {

using namespace Araios;
using namespace Araios::test;

// ------------------------------------------------------------------------------------------------ numbers

/// parse_real against strtod, bit for bit.
template <class Real>
void compare_with_c(std::string const& word) {
  Real value = 0;
  char const* p = word.data();
  char const* const end = p + word.size();
  Impl::Parsed const parsed = Impl::parse_real(p, end, value);
  char* stop = nullptr;
  Real expected = 0;
  if constexpr (std::is_same_v<Real, float>)
    expected = std::strtof(word.c_str(), &stop);
  else
    expected = std::strtod(word.c_str(), &stop);
  ASSERT_NE(parsed, Impl::Parsed::nothing) << word;
  EXPECT_EQ(p, end) << word;
  EXPECT_EQ(parsed == Impl::Parsed::too_large, std::isinf(expected)) << word;
  EXPECT_TRUE(same_bits(value, expected)) << word << ": " << value << " for " << expected;
}

TEST(ReaderNumbers, RealsAreRoundedAsByTheCLibrary) {
  std::mt19937_64 random(1);
  Int64 const count = scaled(300'000, 20'000);
  char word[400];
  for (Int64 i = 0; i < count && !testing::Test::HasFailure(); ++i) {
    double const d = std::bit_cast<double>(random());
    float const f = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
    int const digits = static_cast<int>(random() % 21);
    if (std::isfinite(d)) {
      std::snprintf(word, sizeof(word), "%.*e", digits, d);
      compare_with_c<double>(word);
      compare_with_c<float>(word);
    }
    if (std::isfinite(f)) {
      std::snprintf(word, sizeof(word), "%.*g", digits, f);
      compare_with_c<float>(word);
      // The middle between two floats, where rounding twice goes wrong: exact, a little above and a little below.
      double const middle = (double(f) + double(std::nextafter(f, INFINITY))) / 2;
      std::snprintf(word, sizeof(word), "%.200f", middle);
      if (std::isfinite(middle) && std::abs(middle) < 1e30 && std::abs(middle) > 1e-10) {
        compare_with_c<float>(word);
        compare_with_c<float>(std::string(word) + "1");
      }
      std::snprintf(word, sizeof(word), "%.17g", std::nextafter(middle, 0.0));
      compare_with_c<float>(word);
    }
    // Few digits and small exponents: the short way.
    std::snprintf(word, sizeof(word), "%llu.%llue%d", static_cast<unsigned long long>(random() % 1000000),
                  static_cast<unsigned long long>(random() >> (random() % 64)), static_cast<int>(random() % 60) - 30);
    compare_with_c<double>(word);
    compare_with_c<float>(word);
  }
  for (char const* text :
       {"9007199254740993",
        "9007199254740992",
        "9007199254740991e22",
        "9007199254740993e-22",
        "1e22",
        "1e23",
        "8388608.5",
        "16777217",
        "16777219",
        "33554433",
        "1.17549435e-38",
        "1.17549428e-38",
        "1.4e-45",
        "7e-46",
        "7.1e-46",
        "3.4028235e38",
        "3.4028236e38",
        "3.4028235677973366e38",
        "2.2250738585072011e-308",
        "2.2250738585072014e-308",
        "4.9e-324",
        "2.4e-324",
        "2.5e-324",
        "1.7976931348623158e308",
        "1.7976931348623159e308",
        "123456789012345678901234567890",
        "0.000000000000000000000000000000000000000000000000000000000001234567890123456789",
        "179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017977587"
        "20709633028641669288791094655554785194040263065748867150582068190890200070838367627385484581771153"
        "17644757302700698555713669596228429148198608349364752927190741684443655107043427115596995080930428"
        "80017904174497791.9999"}) {
    compare_with_c<double>(text);
    compare_with_c<float>(text);
  }
}

// Every length of a number, at every distance from the end of the memory: nothing behind the end is read (the sanitizer
// watches) or believed.
TEST(ReaderNumbers, IndicesOfEveryLengthBeforeTheEnd) {
  std::string const digits = "123456789012345678";
  for (std::size_t length = 1; length <= digits.size(); ++length) {
    for (std::size_t behind = 0; behind <= 9; ++behind) {
      std::string const word = digits.substr(0, length) + std::string(behind, ' ');
      std::vector<char> const bytes(word.begin(), word.end());
      char const* p = bytes.data();
      std::uint64_t value = 0;
      bool negative = false;
      char const* const end = p + bytes.size();
      if (!Impl::parse_plain_index(p, end, value)) {
        ASSERT_LT(word.size(), 8u);
        ASSERT_EQ(Impl::parse_integer(p, end, value, negative), Impl::Parsed::ok);
      }
      EXPECT_EQ(value, std::stoull(digits.substr(0, length)));
      EXPECT_EQ(p - bytes.data(), static_cast<std::ptrdiff_t>(length));
    }
  }
  for (int c = 0; c < 256; ++c) {
    if (c >= '0' && c <= '9') continue;
    std::string const word = "12" + std::string(1, static_cast<char>(c)) + "4567890";
    char const* p = word.data();
    std::uint64_t value = 0;
    ASSERT_TRUE(Impl::parse_plain_index(p, p + word.size(), value));
    EXPECT_EQ(value, 12u) << c;
    EXPECT_EQ(p, word.data() + 2) << c;
  }
}

TEST(ReaderNumbers, NewlinesAreCounted) {
  std::mt19937 random(2);
  std::string text;
  for (int i = 0; i < 10000; ++i) text += static_cast<char>(random() % 4 == 0 ? '\n' : random() % 256);
  for (std::size_t begin = 0; begin < 20; ++begin)
    for (std::size_t end = begin; end < text.size(); end += 1 + end / 7)
      EXPECT_EQ(Impl::count_newlines(text.data() + begin, text.data() + end),
                std::count(text.begin() + begin, text.begin() + end, '\n'));
  std::string const all(5000, '\n');
  EXPECT_EQ(Impl::count_newlines(all.data(), all.data() + all.size()), 5000);
}

// ------------------------------------------------------------------------------------------------ damaged texts

std::vector<std::pair<std::string, std::string>> texts_to_damage() {
  return {
      {"real", general + "% c\n3 3 3\n1 1 1.5e1\n2 2 -2\n3 3 +3D0\n"},
      {"pattern_symmetric", "%%MatrixMarket matrix coordinate pattern symmetric\n12 12 3\n2 1\n11 10\n12 12\n"},
      {"complex_hermitian", "%%MatrixMarket matrix coordinate complex hermitian\r\n2 2 2\r\n1 1 5 0\r\n2 1 0.5 -1\r\n"},
      {"array_skew", "%%MatrixMarket matrix array integer skew-symmetric\n3 3\n1\n22\n333"},
      {"free_form",
       "\n %%MatrixMarket  MATRIX    Coordinate    Real General\n\n%\n  2 2   2\n\n 1 1   1.\n%\n2 2 inf\n\n"}};
}

/// Reads as most types would; every outcome but a matrix or a ReadError is a failure. Tells whether there was a matrix.
bool survives(std::string_view text, Int64 block) {
  // In memory of exactly this length, so that the sanitizer sees every byte that is read behind it.
  std::vector<char> const bytes(text.begin(), text.end());
  std::string_view const exact(bytes.data(), bytes.size());
  bool read = false;
  try {
    auto const A = parse_matrix_market<Complex>(exact, small_blocks(block));
    for (Int64 k = 0; k < A.nnz(); ++k) {
      EXPECT_TRUE(A.row_indices(k) >= 0 && A.row_indices(k) < A.num_rows());
      EXPECT_TRUE(A.col_indices(k) >= 0 && A.col_indices(k) < A.num_cols());
    }
    read = true;
  } catch (ReadError const& error) {
    EXPECT_NE(*error.what(), '\0');
  }
  MatrixMarketReadOptions drop = small_blocks(block);
  drop.into_pattern = ReadIntoPattern::drop;
  drop.symmetric = ReadSymmetric::keep;
  try {
    parse_matrix_market<Pattern, Int64>(exact, drop);
  } catch (ReadError const&) {
  }
  return read;
}

void damage(std::string const& name, std::string const& text) {
  SCOPED_TRACE(name);
  ASSERT_TRUE(survives(text, 1 << 18));
  for (std::size_t length = 0; length < text.size(); ++length)
    for (Int64 const block : {Int64(8), Int64(1) << 18}) survives(std::string_view(text).substr(0, length), block);
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string damaged = text;
    damaged[i] = '\0';
    for (Int64 const block : {Int64(8), Int64(1) << 18})
      EXPECT_FALSE(survives(damaged, block)) << "a NUL byte at " << i << " was read over";
  }
}

TEST(ReaderDamage, TruncationsAndNulBytes) {
  for (auto const& [name, text] : texts_to_damage()) damage(name, text);
}

TEST(ReaderDamage, TruncationsAndNulBytesOfFiles) {
  for (char const* name : {"readers/fast_matrix_market__nist_ex1_more_freeformat.mtx", "readers/amgx__matrix.mtx",
                           "readers/fast_matrix_market__permissive__windows_lineendings_nist_ex1_more_freeformat.mtx",
                           "readers/fast_matrix_market__symmetry_array__array_hermitian.mtx",
                           "readers/cusp__coordinate_pattern_symmetric.mtx"}) {
    auto const file = data_file(name);
    if (!file) GTEST_SKIP() << no_data(name);
    damage(name, text_of(*file));
  }
}

// What a cut text may be read as: nothing but a text whose last number has lost digits, or its last line end.
TEST(ReaderDamage, TruncationsAreNoticed) {
  std::string const text = general + "3 3 2\n1 1 1\n2 2 25\n";
  for (std::size_t length = 0; length <= text.size(); ++length) {
    bool const complete = length >= text.size() - 2;  // "2 2 2", "2 2 25" and the whole
    EXPECT_EQ(survives(std::string_view(text).substr(0, length), 1 << 18), complete) << length;
  }
}

TEST(ReaderDamage, EveryByteByEveryOther) {
  if (test_scale() < 1) GTEST_SKIP() << "only at full scale (ARAIOS_TEST_SCALE)";
  for (auto const& [name, text] : texts_to_damage())
    for (std::size_t i = 0; i < text.size(); ++i)
      for (int c = 0; c < 256; ++c) {
        std::string damaged = text;
        damaged[i] = static_cast<char>(c);
        survives(damaged, 8);
      }
}

// ------------------------------------------------------------------------------------------------ memory

TEST(ReaderMemory, SizeLineAloneAllocatesNothing) {
  std::vector<std::string> const texts = {general + "1000000 1000000 1000000000000\n1 1 1\n",
                                          dense + "1000000 1000000\n1\n",
                                          pattern + "9 9 1000000000\n1 1\n",
                                          "%%MatrixMarket matrix array real symmetric\n1000000 1000000\n1\n",
                                          general + "3 3 4\n1 1 1" + std::string(100, '\n'),
                                          general + "9223372036854775807 9223372036854775807 9223372036854775807\n"};
  for (std::string const& text : texts) {
    EXPECT_EQ(bytes_asked_for([&] { parse_matrix_market<double, Int64>(text); }), 0) << text;
    EXPECT_THROW((parse_matrix_market<double, Int64>(text)), MatrixMarketError);
  }
}

TEST(ReaderMemory, HugeSizesWithFewEntriesAreFine) {
  std::string const text = general + "9223372036854775807 9223372036854775807 1\n9223372036854775807 1 1\n";
  EXPECT_EQ(bytes_asked_for([&] { parse_matrix_market<double, Int64>(text); }), 24);
}

// Never more than a fixed multiple of the text: 8 bytes of index, index and value for as little as 2 bytes, twice for
// the mirrors and once more for the triangle.
TEST(ReaderMemory, BoundedByTheText) {
  std::vector<std::string> texts;
  for (Bad const& bad : bad_texts()) texts.push_back(bad.text);
  for (Good const& good : good_texts()) texts.push_back(good.text);
  std::string dense = "%%MatrixMarket matrix array real symmetric\n100 100\n";
  for (int i = 0; i < 5050; ++i) dense += "1\n";
  texts.push_back(dense);
  for (std::string const& text : texts)
    EXPECT_LE(bytes_asked_for([&] { parse_matrix_market<Complex, Int64>(text); }), 50 * Int64(text.size())) << text;
}

TEST(ReaderMemory, EveryAllocationMayFail) {
  std::string const text = symmetric + "2 2 2\n2 1 5\n\n2 2 6\n";
  TemporaryFile const file(text);
  int failures = 0;
  for (;; ++failures) {
    fail_allocation_after(failures);
    try {
      read_matrix_market<double>(file.path());
      break;
    } catch (ReadMemoryError const& error) {
      EXPECT_EQ(std::string(error.what()).rfind("Araios::read_matrix_market: " + file.path().string() + ": ", 0), 0u)
          << error.what();
    }
  }
  fail_allocation_after(-1);
  EXPECT_EQ(failures, 7);  // the text; rows, columns and values of the triangle; the same of the whole
  EXPECT_EQ(read_matrix_market<double>(file.path()).nnz(), 3);
}

// ------------------------------------------------------------------------------------------------ gzip

/// "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 1.5\n2 2 -2.5\n", as gzip -9 writes it.
std::string gzip_example() {
  static constexpr unsigned char bytes[] = {
      0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x53, 0x55, 0xf5, 0x4d, 0x2c, 0x29,
      0xca, 0xac, 0xf0, 0x4d, 0x2c, 0xca, 0x4e, 0x2d, 0x51, 0xc8, 0x05, 0x73, 0x14, 0x92, 0xf3, 0xf3,
      0x8b, 0x52, 0x32, 0xf3, 0x12, 0x4b, 0x52, 0x15, 0x8a, 0x52, 0x13, 0x73, 0x14, 0xd2, 0x53, 0xf3,
      0x52, 0x8b, 0x12, 0x73, 0xb8, 0x8c, 0x14, 0x80, 0x90, 0xcb, 0x50, 0x01, 0x08, 0xf5, 0x4c, 0xc1,
      0x3c, 0x5d, 0x23, 0x20, 0x03, 0x00, 0x25, 0x75, 0x2e, 0xb9, 0x45, 0x00, 0x00, 0x00};
  return {reinterpret_cast<char const*>(bytes), sizeof(bytes)};
}

TEST(ReaderGzip, ReadsAnExample) {
  Entries<double> const expected{{1, 1, 1.5}, {2, 2, -2.5}};
  EXPECT_EQ(entries_of(parse_matrix_market<double>(gzip_example())), expected);
  TemporaryFile const file(gzip_example(), ".mtx.gz");
  EXPECT_EQ(entries_of(read_matrix_market<double>(file.path())), expected);
  EXPECT_EQ(read_matrix_market_header(file.path()).num_stored, 2);
  // The zero bytes that tapes are padded with.
  EXPECT_EQ(entries_of(parse_matrix_market<double>(gzip_example() + std::string(100, '\0'))), expected);
}

TEST(ReaderGzip, EveryTruncationIsNoticed) {
  std::string const packed = gzip_example();
  for (std::size_t length = 2; length < packed.size(); ++length) {
    std::vector<char> const exact(packed.begin(), packed.begin() + static_cast<std::ptrdiff_t>(length));
    EXPECT_THROW(parse_matrix_market<double>(std::string_view(exact.data(), exact.size())), GzipError) << length;
  }
}

// Every change of one byte gives a GzipError, or the same matrix: in bytes of the header that say nothing, and in the
// bits that fill up the last byte of the deflate data.
TEST(ReaderGzip, EveryByteByEveryOther) {
  std::string const packed = gzip_example();
  auto const expected = parse_matrix_market<double>(packed);
  for (std::size_t i = 2; i < packed.size(); ++i)
    for (int c = 0; c < 256; ++c) {
      std::string damaged = packed;
      damaged[i] = static_cast<char>(c);
      std::vector<char> const exact(damaged.begin(), damaged.end());
      try {
        auto const A = parse_matrix_market<double>(std::string_view(exact.data(), exact.size()));
        EXPECT_TRUE(same_matrix(A, expected)) << i << " " << c;
        EXPECT_TRUE(damaged[i] == packed[i] || (i >= 3 && i < 10) || i == packed.size() - 9) << i << " " << c;
      } catch (GzipError const&) {
      }
    }
}

TEST(ReaderGzip, BytesBehindTheData) {
  EXPECT_THROW(parse_matrix_market<double>(gzip_example() + "x"), GzipError);
  EXPECT_THROW(parse_matrix_market<double>(gzip_example() + "\0\0x"s), GzipError);
  EXPECT_THROW(parse_matrix_market<double>(gzip_example() + "\x1f\x8b"), GzipError);
  GzipLimits senseless;
  senseless.max_ratio = 0;
  MatrixMarketReadOptions options;
  options.gzip = senseless;
  EXPECT_THROW(parse_matrix_market<double>(gzip_example(), options), std::invalid_argument);
}

#ifdef ARAIOS_HAVE_ZLIB

std::string unpacked(std::string_view packed, Int64 block_bytes = 1) {
  std::string text;
  Impl::TextSource const source{HostExec(), "test", "text in memory", block_bytes};
  Impl::parse_gzip(source, packed, false, {}, [&](Impl::Text const& piece) {
    text += piece.bytes;
    return Impl::Taken::read;
  });
  return text;
}

TEST(ReaderGzip, UnpacksWhatZlibPacks) {
  std::mt19937 random(5);
  std::vector<std::string> texts = {"", "a", std::string(100000, 'x')};
  std::string noise, letters, numbers;
  for (int i = 0; i < 200000; ++i) {
    noise += static_cast<char>(random());
    letters += static_cast<char>('a' + std::min({random() % 26, random() % 26, random() % 26}));
    if (i % 5 == 0) numbers += std::to_string(random() % 1000) + "\n";
  }
  texts.insert(texts.end(), {noise, letters, numbers, noise + letters + numbers + noise.substr(0, 40000)});
  for (std::string const& text : texts) {
    for (int level = 0; level <= 9; ++level) EXPECT_TRUE(unpacked(deflated(text, level)) == text) << level;
    for (int const strategy : {Z_FILTERED, Z_HUFFMAN_ONLY, Z_RLE, Z_FIXED})
      EXPECT_TRUE(unpacked(deflated(text, 6, strategy)) == text) << strategy;
    EXPECT_TRUE(unpacked(deflated(text, 6, Z_DEFAULT_STRATEGY, true)) == text);
  }
  EXPECT_TRUE(unpacked(deflated(numbers, 9) + deflated(letters, 1) + deflated("", 6)) == numbers + letters);
}

TEST(ReaderGzip, DamagedDataIsNoticed) {
  std::string const text = random_text(general, 100, scaled(300, 100), false, true);
  for (int const strategy : {Z_DEFAULT_STRATEGY, Z_FIXED, Z_HUFFMAN_ONLY}) {
    std::string const packed = deflated(text, 6, strategy);
    std::size_t noticed = 0;
    for (std::size_t i = 10; i < packed.size(); ++i)
      for (int const flip : {1, 16, 255}) {
        std::string damaged = packed;
        damaged[i] = static_cast<char>(damaged[i] ^ flip);
        // Another distance can point to the same letters; then nothing is wrong.
        try {
          EXPECT_TRUE(unpacked(damaged) == text) << i;
        } catch (GzipError const&) {
          ++noticed;
        }
      }
    EXPECT_GT(noticed, 3 * (packed.size() - 10) - 20);
    for (std::size_t length = 0; length < packed.size(); length += 1 + length / 50)
      EXPECT_THROW(unpacked(packed.substr(0, length)), GzipError) << length;
  }
}

TEST(ReaderGzip, BombsAreRefused) {
  std::string const blanks(std::size_t(80) << 20, ' ');
  std::string const bomb = deflated(general + "1 1 0\n" + blanks, 9);
  EXPECT_LT(bomb.size(), 100000u);
  Int64 const asked = bytes_asked_for([&] { EXPECT_THROW(parse_matrix_market<double>(bomb), GzipError); });
  EXPECT_LT(asked, Int64(300) << 20);
  MatrixMarketReadOptions options;
  options.gzip.free_bytes = 1 << 16;
  EXPECT_LT(bytes_asked_for([&] { EXPECT_THROW(parse_matrix_market<double>(bomb, options), GzipError); }),
            4 * 200 * Int64(bomb.size()));
  options.gzip.max_ratio = 2000;
  EXPECT_EQ(parse_matrix_market<double>(bomb, options).nnz(), 0);
  // A length that is not true makes no room.
  std::string lie = deflated(general + "1 1 0\n", 9);
  lie.replace(lie.size() - 4, 4, "\xff\xff\xff\xff");
  EXPECT_LT(bytes_asked_for([&] { EXPECT_THROW(parse_matrix_market<double>(lie), GzipError); }), 10000);
}

TEST(ReaderGzip, FilesAreReadAsTexts) {
  for (bool const odd : {false, true}) {
    std::string const text = random_text(symmetric, 3000, 20000, odd, true);
    auto const expected = parse_matrix_market<double>(text);
    TemporaryFile const file(deflated(text, 6), ".mtx.gz");
    EXPECT_TRUE(same_matrix(read_matrix_market<double>(file.path()), expected));
    EXPECT_TRUE(same_matrix(parse_matrix_market<double>(text_of(file.path())), expected));
    EXPECT_EQ(read_matrix_market_header(file.path()).num_stored, 20000);
  }
  TemporaryFile const wrong(deflated(general + "3 3 1\n0 1 1\n", 6), ".mtx.gz");
  try {
    read_matrix_market<double>(wrong.path());
    FAIL();
  } catch (MatrixMarketError const& error) {
    EXPECT_EQ(error.line(), 3);
  }
}

#else
TEST(ReaderGzip, UnpacksWhatZlibPacks) { GTEST_SKIP() << "NOT TESTED: zlib, which packs the data, is not here"; }
#endif

}  // namespace io_reader_robustness_test
