// SPDX-License-Identifier: Apache-2.0
//
// The readers of edge lists: SNAP's texts, GraphChallenge's tables, and what is wrong with either.

#include <Araios/io/edge_list.hpp>

#include "support/readers.hpp"
#include "support/scale.hpp"

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <map>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace io_edge_list_test {

using namespace Araios;
using namespace Araios::test;

EdgeListReadOptions with_block(EdgeListReadOptions options, Int64 bytes) {
  options.block_bytes = bytes;
  return options;
}
EdgeListReadOptions compact_options() {
  EdgeListReadOptions options;
  options.vertices = EdgeListVertices::compact;
  return options;
}
std::vector<Int64> list_of(EdgeListNames const& names) {
  return std::vector<Int64>(names.data(), names.data() + names.extent(0));
}

TEST(EdgeList, Snap) {
  std::string const text =
      "# Directed graph: web.txt\r\n# Nodes: 4 Edges: 3\r\n# FromNodeId\tToNodeId\r\n0\t3\r\n3\t1\r\n3\t1\r\n";
  auto const A = parse_edge_list<Pattern>(text, snap_options());
  EXPECT_EQ(A.num_rows(), 4);
  EXPECT_EQ(A.num_cols(), 4);
  EXPECT_EQ(entries_of(A), (Entries<Pattern>{{1, 4, {}}, {4, 2, {}}, {4, 2, {}}}));
  EXPECT_EQ(entries_of(parse_edge_list<double>(text)), (Entries<double>{{1, 4, 1.0}, {4, 2, 1.0}, {4, 2, 1.0}}));
}

TEST(EdgeList, GraphChallenge) {
  std::string const text = "2\t1\t1\n3\t1\t1\n1\t2\t2.5\n3\t2\t1\n1\t3\t1\n2\t3\t1\n";
  auto const A = parse_edge_list<double>(text, graph_challenge_options());
  EXPECT_EQ(A.num_rows(), 3);
  EXPECT_EQ(entries_of(A),
            (Entries<double>{{2, 1, 1.0}, {3, 1, 1.0}, {1, 2, 2.5}, {3, 2, 1.0}, {1, 3, 1.0}, {2, 3, 1.0}}));
  EXPECT_EQ(parse_edge_list<Pattern>(text, graph_challenge_options()).nnz(), 6);
  EXPECT_EQ(parse_edge_list<int>("2\t1\t-7\n", graph_challenge_options()).values(0), -7);
  EXPECT_EQ(parse_edge_list<Complex>("2\t1\t-7e1\n", graph_challenge_options()).values(0), Complex(-70, 0));
}

TEST(EdgeList, RectangularIncidence) {
  EdgeListReadOptions options = graph_challenge_options();
  options.shape = EdgeListShape::rectangular;
  auto const A = parse_edge_list<double>("1\t2\t1\n1\t7\t1\n", options);
  EXPECT_EQ(A.num_rows(), 1);
  EXPECT_EQ(A.num_cols(), 7);
}

struct OddList {
  char const* name;
  std::string text;
  Int64 vertices;
  Entries<double> entries;
};

TEST(EdgeList, ReadsOddTexts) {
  std::vector<OddList> const texts = {
      {"empty", "", 0, {}},
      {"only_comments", "# nothing\n% here\n\n", 0, {}},
      {"no_final_newline", "0 1", 2, {{1, 2, 1.0}}},
      {"blanks_and_tabs", " \t0 \t 1\t \n", 2, {{1, 2, 1.0}}},
      {"carriage_returns", "0 1\r1 0\r", 2, {{1, 2, 1.0}, {2, 1, 1.0}}},
      {"comments_between", "0 1\n# c\n\n  % d\n1 1\n", 2, {{1, 2, 1.0}, {2, 2, 1.0}}},
      {"byte_order_mark",
       "\xef\xbb\xbf"
       "0 1\n",
       2,
       {{1, 2, 1.0}}},
      {"plus_and_zeros", "+0 +00000000000000000000000001\n", 2, {{1, 2, 1.0}}},
      {"loop", "5 5\n", 6, {{6, 6, 1.0}}},
      {"weights_seen", "# c\n0 1 0.25\n1 0 -3D2\n", 2, {{1, 2, 0.25}, {2, 1, -300.0}}},
      {"many_blank_lines", std::string(1000, '\n') + "0 1\n" + std::string(1000, '\n'), 2, {{1, 2, 1.0}}},
  };
  for (OddList const& odd : texts)
    for (Int64 const block : {Int64(1), Int64(6), Int64(1) << 18}) {
      SCOPED_TRACE(odd.name + (", blocks of " + std::to_string(block)));
      try {
        auto const A = parse_edge_list<double>(odd.text, with_block({}, block));
        EXPECT_EQ(A.num_rows(), odd.vertices);
        EXPECT_EQ(entries_of(A), odd.entries);
      } catch (std::exception const& error) {
        ADD_FAILURE() << error.what();
      }
    }
}

struct BadList {
  char const* name;
  std::string text;
  EdgeListReadOptions options;
  Int64 line;
  char const* reason;
};

TEST(EdgeList, RefusesBadTexts) {
  EdgeListReadOptions const snap = snap_options();
  EdgeListReadOptions const challenge = graph_challenge_options();
  EdgeListReadOptions plain;
  plain.columns = EdgeListColumns::plain;
  std::vector<BadList> const texts = {
      {"one_word", "0 1\n2\n", snap, 2, "the second vertex is missing"},
      {"one_word_first", "2\n", snap, 1, "the second vertex is missing"},
      {"garbage", "0 1\nx 2\n", snap, 2, "the first vertex is \"x\""},
      {"garbage_second", "0 1\n2 y\n", snap, 2, "the second vertex is \"y\""},
      {"real_vertex", "0 1\n1.5 2\n", snap, 2, "the first vertex is \"1.5\""},
      {"commas", "0,1\n", snap, 1, "the first vertex is \"0,1\""},
      {"negative", "0 1\n-1 2\n", snap, 2, "the first vertex \"-1\" is not in 0 .. "},
      {"zero_based_in_challenge", "0\t1\t1\n", challenge, 1, "the first vertex \"0\" is not in 1 .. "},
      {"zero_column_in_challenge", "1\t0\t1\n", challenge, 1, "the second vertex \"0\" is not in 1 .. "},
      {"no_weight_in_challenge", "1\t2\t1\n2\t1\n", challenge, 2, "the weight is missing"},
      {"weight_in_plain", "0 1\n1 2 5\n", plain, 2, "the edge is followed by \"5\""},
      {"weight_from_the_second_line_on", "0 1\n1 2 5\n", snap, 2, "the edge is followed by \"5\""},
      {"weight_only_in_the_first_line", "0 1 5\n1 2\n", snap, 2, "the weight is missing"},
      {"four_words", "0 1 2 3\n", snap, 1, "the edge is followed by \"3\""},
      {"weight_garbage", "0 1 a\n", snap, 1, "the weight is \"a\""},
      {"weight_too_large", "0 1 1e999\n", snap, 1, "\"1e999\" is beyond the range"},
      {"beyond_32_bits", "0 1\n0 2147483647\n", snap, 2, "\"2147483647\" is not in 0 .. 2147483646"},
      {"beyond_64_bits", "0 1\n0 18446744073709551616\n", snap, 2, "the second vertex"},
      {"wraps_in_64_bits", "0 1\n18446744073709551615 0\n", snap, 2, "the first vertex"},
      {"nul", "0 1\n1\0 2\n"s, snap, 2, "\\x00"},
      {"nul_in_comment", "0 1\n# \0\n1 2\n"s, snap, 2, "NUL"},
      {"nul_behind_edge", "0 1\n1 2 \0\n"s, snap, 2, "NUL"},
      {"comment_behind_edge", "0 1\n1 2 # c\n", plain, 2, "the edge is followed by \"#\""},
      {"compact_beyond_64_bits", "0 9223372036854775808\n", compact_options(), 1, "the second vertex"},
      {"crlf_counts_once", "0 1\r\n# c\r\n\r\nx 1\r\n", snap, 4, "\"x\""},
  };
  for (BadList const& bad : texts)
    for (Int64 const block : {Int64(1), Int64(5), Int64(1) << 18}) {
      SCOPED_TRACE(bad.name + (", blocks of " + std::to_string(block)));
      try {
        parse_edge_list<double>(bad.text, with_block(bad.options, block));
        ADD_FAILURE() << "was read";
      } catch (EdgeListError const& error) {
        std::string const message = error.what();
        EXPECT_EQ(error.line(), bad.line) << message;
        EXPECT_EQ(message.rfind("Araios::parse_edge_list: text in memory: line " + std::to_string(bad.line) + ": ", 0),
                  0u)
            << message;
        EXPECT_NE(message.find(bad.reason), std::string::npos) << message;
      }
    }
  EXPECT_THROW(parse_edge_list<int>("0 1 2.5\n"), EdgeListError);
  EXPECT_THROW(parse_edge_list<Pattern>("0 1 x\n"), EdgeListError);
  EXPECT_EQ(parse_edge_list<Pattern>("0 1 1e999\n").nnz(), 1);
  EdgeListReadOptions senseless = compact_options();
  senseless.shape = EdgeListShape::rectangular;
  EXPECT_THROW(parse_edge_list<double>("0 1\n", senseless), std::invalid_argument);
  EXPECT_THROW(parse_edge_list<double>("0 1\n", with_block({}, -1)), std::invalid_argument);
  EXPECT_THROW(read_edge_list<double>(std::filesystem::path("/nonexistent/e.txt")), ReadError);
}

TEST(EdgeList, LargestVertices) {
  EXPECT_EQ(parse_edge_list<Pattern>("2147483646 0\n").num_rows(), 2147483647);
  EXPECT_EQ(parse_edge_list<Pattern>("2147483647 1 1\n", graph_challenge_options()).num_rows(), 2147483647);
  EXPECT_EQ((parse_edge_list<Pattern, Int64>("9223372036854775806 0\n").num_rows()), std::numeric_limits<Int64>::max());
  EXPECT_THROW((parse_edge_list<Pattern, Int64>("9223372036854775807 0\n")), EdgeListError);
}

TEST(EdgeList, CompactNumbersVerticesByTheirNames) {
  EdgeListNames names;
  // The range of the names is small, so that a table finds them.
  auto const A = parse_edge_list<double>("10 7\n7 12 \n", compact_options(), &names);
  EXPECT_EQ(A.num_rows(), 3);
  EXPECT_EQ(entries_of(A), (Entries<double>{{2, 1, 1.0}, {1, 3, 1.0}}));
  EXPECT_EQ(list_of(names), (std::vector<Int64>{7, 10, 12}));
  // It is not, and 64 bits are used up.
  auto const B = parse_edge_list<double>("9223372036854775807 -9223372036854775808 2\n0 9223372036854775807 3\n",
                                         compact_options(), &names);
  EXPECT_EQ(entries_of(B), (Entries<double>{{3, 1, 2.0}, {2, 3, 3.0}}));
  EXPECT_EQ(list_of(names),
            (std::vector<Int64>{std::numeric_limits<Int64>::min(), 0, std::numeric_limits<Int64>::max()}));
  auto const none = parse_edge_list<double>("# none\n", compact_options(), &names);
  EXPECT_EQ(none.num_rows(), 0);
  EXPECT_EQ(names.extent(0), 0u);
  parse_edge_list<double>("10 7\n", snap_options(), &names);
  EXPECT_EQ(names.extent(0), 0u);
}

// Against the slow way, by the table and by sorting, cut anywhere.
TEST(EdgeList, CompactAgreesWithASet) {
  Int64 const edges = scaled(100'000, 3'000);
  for (Int64 const spread : {Int64(1), Int64(1000003)}) {
    std::mt19937_64 random(6);
    std::string text = "# random\n";
    std::vector<std::pair<Int64, Int64>> list;
    std::map<Int64, Int64> numbers;
    for (Int64 k = 0; k < edges; ++k) {
      auto const name = [&] { return spread * (static_cast<Int64>(random() % 5000) - 2500); };
      Int64 const i = name();
      Int64 const j = name();
      list.emplace_back(i, j);
      numbers[i] = numbers[j] = 0;
      text += std::to_string(i) + (k % 3 == 0 ? " " : "\t") + std::to_string(j) + (k % 100 == 0 ? "\n\n" : "\n");
    }
    Int64 count = 0;
    for (auto& [name, number] : numbers) number = count++;
    for (Int64 const block : {Int64(64), Int64(10000), Int64(1) << 18}) {
      EdgeListNames names;
      auto const A = parse_edge_list<Pattern>(text, with_block(compact_options(), block), &names);
      ASSERT_EQ(A.nnz(), edges);
      ASSERT_EQ(A.num_rows(), count);
      Int64 wrong = 0;
      for (Int64 k = 0; k < edges; ++k)
        wrong += A.row_indices(k) != numbers[list[k].first] || A.col_indices(k) != numbers[list[k].second];
      EXPECT_EQ(wrong, 0);
      for (auto const& [name, number] : numbers) wrong += names(number) != name;
      EXPECT_EQ(wrong, 0);
    }
  }
}

TEST(EdgeList, MemoryIsBoundedByTheText) {
  std::vector<std::string> const texts = {"0 9223372036854775806\n", std::string(10000, '\n'),
                                          "# c\n" + std::string(10000, '\n') + "1 2\n", "1 2\n3 4 5\n", "7 7\n"};
  for (std::string const& text : texts)
    for (EdgeListReadOptions const& options : {snap_options(), compact_options(), graph_challenge_options()}) {
      Int64 const asked = bytes_asked_for([&] { parse_edge_list<Complex, Int64>(text, options); });
      EXPECT_LE(asked, 64 * Int64(text.size())) << text.substr(0, 30);
    }
}

TEST(EdgeList, TruncationsAndNulBytes) {
  std::string const text = "# two\n0\t1\t1.5\n10 11 -2\r\n\n12\t0\t3\n";
  auto const survives = [](std::string const& damaged, EdgeListReadOptions const& options) {
    std::vector<char> const exact(damaged.begin(), damaged.end());
    try {
      parse_edge_list<double>(std::string_view(exact.data(), exact.size()), options);
      return true;
    } catch (EdgeListError const& error) {
      EXPECT_GT(error.line(), 0);
      return false;
    }
  };
  for (EdgeListReadOptions const& options : {snap_options(), compact_options(), graph_challenge_options()}) {
    for (std::size_t length = 0; length <= text.size(); ++length) {
      survives(text.substr(0, length), options);
      survives(text.substr(0, length), with_block(options, 4));
    }
    for (std::size_t i = 0; i < text.size(); ++i) {
      std::string damaged = text;
      damaged[i] = '\0';
      EXPECT_FALSE(survives(damaged, options)) << i;
      EXPECT_FALSE(survives(damaged, with_block(options, 4))) << i;
    }
  }
}

TEST(EdgeList, Files) {
  TemporaryFile const file("# c\n0 1\n1 x\n", ".txt");
  try {
    read_edge_list<Pattern>(file.path());
    FAIL();
  } catch (EdgeListError const& error) {
    EXPECT_EQ(error.line(), 3);
    EXPECT_EQ(error.what(), "Araios::read_edge_list: " + file.path().string() +
                                ": line 3: the second vertex is \"x\", not an integer");
  }
  TemporaryFile const good("2\t1\t1\n1\t2\t1\n", ".tsv");
  EXPECT_EQ(read_edge_list<Pattern>(good.path(), graph_challenge_options()).nnz(), 2);
#ifdef ARAIOS_HAVE_ZLIB
  TemporaryFile const packed(deflated("2\t1\t1\n1\t2\t1\n", 6), ".tsv.gz");
  EXPECT_EQ(read_edge_list<Pattern>(packed.path(), graph_challenge_options()).nnz(), 2);
#endif
}

}  // namespace io_edge_list_test
