// SPDX-License-Identifier: Apache-2.0

#include <Araios/labelled_graph.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

#include "support/refusals.hpp"

namespace graph_read_labelled_edges_test {

using namespace Araios;
using Araios::test::refusal;

std::string written(LabelledEdges const& edges) {
  std::string text = std::to_string(edges.num_vertices()) + ":";
  for (std::int64_t e = 0; e < edges.num_edges(); ++e)
    text += " " + std::to_string(edges.tails()[e]) + " " + std::to_string(edges.heads()[e]) + " [" +
            edges.labels()[edges.label_numbers()[e]] + "]";
  return text;
}

/// The message and the line of the error.
std::string said(LabelledEdgesReadOptions const& options, std::string const& text) {
  try {
    parse_labelled_edges(text, options);
  } catch (LabelledEdgesError const& error) {
    return std::to_string(error.line()) + "; " + error.what();
  }
  return "nothing was thrown";
}
std::string said(std::string const& text) { return said({}, text); }

TEST(LabelledEdges, are_read_from_text) {
  EXPECT_EQ(written(parse_labelled_edges("")), "0:");
  EXPECT_EQ(written(parse_labelled_edges("0 1 a")), "2: 0 1 [a]");
  EXPECT_EQ(written(parse_labelled_edges("# tail head label\n 0\t3  http://x#y,z \r\n\n2 0 b\n0 3 b\n")),
            "4: 0 3 [http://x#y,z] 2 0 [b] 0 3 [b]");
  EXPECT_EQ(written(parse_labelled_edges("0,1,a\n 5 , 6 , b \n")), "7: 0 1 [a] 5 6 [b]");
  EXPECT_EQ(written(parse_labelled_edges("\xef\xbb\xbf"
                                         "0 a,b 1\n2,c,3",
                                         {.columns = LabelledEdgeColumns::tail_label_head, .min_vertices = 9})),
            "9: 0 1 [a,b] 2 3 [c]");
}

TEST(LabelledEdges, are_read_from_files) {
  auto const file = std::filesystem::temp_directory_path() / "araios_test_labelled_edges.csv";
  std::string text;
  std::string expected = "1000:";
  for (int e = 0; e < 50000; ++e) {  // more than a piece of text
    auto const line = std::to_string(e % 1000) + " " + std::to_string(e * 7 % 1000) + " ";
    auto const label = "label" + std::to_string(e % 3);
    text += line + label + "\n";
    expected += " " + line + "[" + label + "]";
  }
  std::ofstream(file) << text;
  EXPECT_EQ(written(read_labelled_edges(file)), expected);
  std::ofstream(file) << text << "0 0 a b\n";
  try {
    read_labelled_edges(file);
    FAIL() << "nothing was thrown";
  } catch (LabelledEdgesError const& error) {
    EXPECT_EQ(error.line(), 50001);
    EXPECT_EQ(std::string(error.what()), "Araios::read_labelled_edges: " + file.string() +
                                             ": line 50001, column 7: the edge is followed by \"b\"");
  }
  std::filesystem::remove(file);
  EXPECT_THROW(read_labelled_edges(file), ReadError);
}

TEST(LabelledEdgesRefusals, name_line_and_column) {
  std::string const caller = "Araios::parse_labelled_edges: text in memory: ";
  EXPECT_EQ(said("0 1 a\nx 1 a"), "2; " + caller + "line 2, column 1: the tail is \"x\", not an integer");
  EXPECT_EQ(said("0 1 a\r\n0"), "2; " + caller + "line 2, column 2: the head is missing");
  EXPECT_EQ(said("0 1x a"), "1; " + caller + "line 1, column 3: the head is \"1x\", not an integer");
  EXPECT_EQ(said("0 1"), "1; " + caller + "line 1, column 4: the label is missing");
  EXPECT_EQ(said("0,1,"), "1; " + caller + "line 1, column 5: the label is missing");
  EXPECT_EQ(said("0 -1 a"), "1; " + caller + "line 1, column 3: the head \"-1\" is not in 0 .. 2^63 - 2");
  EXPECT_EQ(said("9223372036854775807 1 a"),
            "1; " + caller + "line 1, column 1: the tail \"9223372036854775807\" is not in 0 .. 2^63 - 2");
  EXPECT_EQ(said("99999999999999999999 1 a"),
            "1; " + caller + "line 1, column 1: the tail \"99999999999999999999\" is not in 0 .. 2^63 - 2");
  EXPECT_EQ(said("0 1,a"),
            "1; " + caller + "line 1, column 5: words are separated by commas and by blanks in one line");
  EXPECT_EQ(said("0 1 a b"), "1; " + caller + "line 1, column 7: the edge is followed by \"b\"");
  EXPECT_EQ(said({.columns = LabelledEdgeColumns::tail_label_head}, "0 a"),
            "1; " + caller + "line 1, column 4: the head is missing");
  EXPECT_EQ(refusal([] { parse_labelled_edges("", {.columns = LabelledEdgeColumns(2)}); }),
            "Araios::parse_labelled_edges: LabelledEdgeColumns has no enumerator 2");
  EXPECT_EQ(refusal([] { parse_labelled_edges("", {.min_vertices = -1}); }),
            "Araios::LabelledEdges: negative number of vertices -1");
}

}  // namespace graph_read_labelled_edges_test
