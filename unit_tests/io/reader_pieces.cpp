// SPDX-License-Identifier: Apache-2.0
//
// Texts that readers parse in pieces, gzip data and streams: the same matrices and faults as from a whole text, and how
// much memory is held at a time.

#include <Araios/io/edge_list.hpp>
#include <Araios/io/matrix_market.hpp>
#include <Araios/testing/fail_allocation.hpp>

#include "support/readers.hpp"
#include "support/scale.hpp"

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace io_reader_pieces_test {

using namespace Araios;
using namespace Araios::test;

/// A named pipe that a child process writes: `text`, over and over where `endless`.
class Pipe {
 public:
  explicit Pipe(std::string const& text, bool endless = false, std::string const& extension = ".mtx")
      : name_("", extension) {
    std::filesystem::remove(path());
    EXPECT_EQ(mkfifo(path().c_str(), 0600), 0);
    writer_ = fork();
    EXPECT_GE(writer_, 0);
    if (writer_ != 0) return;
    std::FILE* const out = std::fopen(path().c_str(), "wb");
    bool open = out != nullptr;
    do {
      open = open && std::fwrite(text.data(), 1, text.size(), out) == text.size();
    } while (open && endless);
    if (out != nullptr) std::fclose(out);
    _exit(0);
  }
  ~Pipe() {
    kill(writer_, SIGKILL);
    waitpid(writer_, nullptr, 0);
  }
  Pipe(Pipe const&) = delete;
  Pipe& operator=(Pipe const&) = delete;
  std::filesystem::path const& path() const { return name_.path(); }

 private:
  TemporaryFile name_;
  pid_t writer_ = -1;
};

/// The message of what `job` throws, without the name of the text; "" where it throws nothing.
template <class Job>
std::string fault_of(Job const& job, std::string const& name = "text in memory") {
  try {
    job();
  } catch (ReadError const& error) {
    std::string message = error.what();
    std::size_t const at = message.find(": " + name + ": ");
    EXPECT_NE(at, std::string::npos) << message;
    EXPECT_EQ(message.find("line " + std::to_string(error.line()) + ": ") != std::string::npos, error.line() > 0);
    return at == std::string::npos ? message : message.substr(at + name.size() + 4);
  }
  return "";
}

/// The most bytes that arrays of Araios have held at a time while this lives.
class PeakBytes {
 public:
  PeakBytes() {
    state() = {};
    namespace tools = Kokkos::Tools::Experimental;
    tools::set_allocate_data_callback(
        [](Kokkos::Tools::SpaceHandle, char const* label, void const* data, std::uint64_t size) {
          if (std::string_view(label).substr(0, 8) != "Araios::") return;
          State& s = state();
          s.sizes[data] = static_cast<Int64>(size);
          s.held += static_cast<Int64>(size);
          s.peak = std::max(s.peak, s.held);
        });
    tools::set_deallocate_data_callback([](Kokkos::Tools::SpaceHandle, char const*, void const* data, std::uint64_t) {
      State& s = state();
      auto const found = s.sizes.find(data);
      if (found == s.sizes.end()) return;
      s.held -= found->second;
      s.sizes.erase(found);
    });
  }
  ~PeakBytes() {
    namespace tools = Kokkos::Tools::Experimental;
    tools::set_allocate_data_callback(nullptr);
    tools::set_deallocate_data_callback(nullptr);
  }
  PeakBytes(PeakBytes const&) = delete;
  PeakBytes& operator=(PeakBytes const&) = delete;
  Int64 peak() const { return state().peak; }

 private:
  struct State {
    std::map<void const*, Int64> sizes;
    Int64 held = 0;
    Int64 peak = 0;
  };
  static State& state() {
    static State instance;
    return instance;
  }
};

constexpr Int64 MiB = Int64(1) << 20;
/// What a piece of 64 blocks of 256 KiB takes while its array grows, and what Kokkos adds to an array.
constexpr Int64 piece_bytes = 16 * MiB + 16 * MiB / 2 + MiB;

std::string repeated(std::string const& line, Int64 times) {
  std::string text;
  text.reserve(line.size() * static_cast<std::size_t>(times));
  for (Int64 i = 0; i < times; ++i) text += line;
  return text;
}

// ------------------------------------------------------------------------------------------------ streams

TEST(ReaderStreams, EndlessPipesAreRefused) {
  std::string const line = "% a comment\n";
  std::vector<std::string> const texts = {general + repeated(line, 10), repeated(line, 100), std::string(1000, ' '),
                                          std::string(1000, '\n'), std::string(1000, '\0')};
  for (std::string const& text : texts) {
    Pipe const pipe(text, true);
    EdgeListReadOptions options;
    options.max_stream_bytes = 300'000;
    PeakBytes const bytes;
    std::string const fault = fault_of([&] { read_edge_list<Pattern>(pipe.path(), options); }, pipe.path().string());
    EXPECT_EQ(fault, "a stream of more than 300000 bytes; options.max_stream_bytes sets the limit");
    EXPECT_LE(bytes.peak(), 300'000 + 300'000 / 2 + 130 * 1024);
  }
  Pipe const pipe(general + "1 1 0\n" + repeated(line, 1000), false);
  MatrixMarketReadOptions options;
  options.max_stream_bytes = 5000;
  EXPECT_EQ(fault_of([&] { read_matrix_market<double>(pipe.path(), options); }, pipe.path().string()),
            "a stream of more than 5000 bytes; options.max_stream_bytes sets the limit");
  options.max_stream_bytes = -1;
  Pipe const other(general + "1 1 0\n");
  EXPECT_THROW(read_matrix_market<double>(other.path(), options), std::invalid_argument);
}

TEST(ReaderStreams, TheLimitItselfIsAllowed) {
  std::string const text = general + "1 1 0\n" + std::string(100'000, '\n');
  for (Int64 const less : {0, 1}) {
    Pipe const pipe(text);
    MatrixMarketReadOptions options;
    options.max_stream_bytes = Int64(text.size()) - less;
    EXPECT_EQ(fault_of([&] { read_matrix_market<double>(pipe.path(), options); }, pipe.path().string()).empty(),
              less == 0);
  }
}

TEST(ReaderStreams, HoldOnlyAPiece) {
  std::string const text = repeated("1 2\n", scaled(10'000'000, 100'000));
  Pipe const pipe(text);
  EdgeListReadOptions options;
  options.block_bytes = 1024;
  PeakBytes const bytes;
  auto const A = read_edge_list<Pattern>(pipe.path(), options);
  EXPECT_EQ(A.nnz(), Int64(text.size()) / 4);
  EXPECT_LE(bytes.peak(), A.bytes() + A.bytes() / 2 + Int64(text.size()) / 8 + MiB / 4);
}

// A regular file of 0 bytes that is not empty.
TEST(ReaderStreams, FilesOfProc) {
  std::filesystem::path const file = "/proc/self/statm";
  if (!std::filesystem::is_regular_file(file) || std::filesystem::file_size(file) != 0)
    GTEST_SKIP() << file << " is not here, or tells its size";
  std::string const word = text_of(file).substr(0, text_of(file).find(' '));
  ASSERT_FALSE(word.empty());
  // Seven integers on a line: neither a matrix nor edges, and never empty.
  std::string const edges = fault_of([&] { read_edge_list<Pattern, Int64>(file); }, file.string());
  EXPECT_EQ(edges.rfind("line 1: the edge is followed by ", 0), 0u) << edges;
  std::string const matrix = fault_of([&] { read_matrix_market<double>(file); }, file.string());
  EXPECT_EQ(matrix.rfind("line 1: the banner %%MatrixMarket is missing; found ", 0), 0u) << matrix;
  TemporaryFile const empty("");
  EXPECT_EQ(read_edge_list<Pattern>(empty.path()).nnz(), 0);
}

TEST(ReaderStreams, HeaderOfAPipe) {
  Pipe const pipe(general + repeated("% comment\n", 20'000) + "12 34 5\n" + std::string(1000, ' '), true);
  MatrixMarketHeader const h = read_matrix_market_header(pipe.path());
  EXPECT_EQ(h.num_rows, 12);
  EXPECT_EQ(h.num_stored, 5);
}

TEST(ReaderStreams, NoMemory) {
  TemporaryFile const file("0 1\n1 0\n", ".txt");
  int failures = 0;
  for (;; ++failures) {
    fail_allocation_after(failures);
    try {
      read_edge_list<double>(file.path());
      break;
    } catch (ReadMemoryError const& error) {
      EXPECT_EQ(error.line(), 0);
      EXPECT_EQ(
          std::string(error.what()).rfind("Araios::read_edge_list: " + file.path().string() + ": not enough memory", 0),
          0u)
          << error.what();
    }
  }
  fail_allocation_after(-1);
  EXPECT_EQ(failures, 4);  // the text; rows, columns and values
  fail_allocation_after(0);
  EXPECT_THROW(read_matrix_market_header(file.path()), ReadMemoryError);
  fail_allocation_after(-1);
}

#ifdef ARAIOS_HAVE_ZLIB

TEST(ReaderStreams, PackedData) {
  std::string const text = random_text(symmetric, 300, 20'000, true, true);
  auto const expected = parse_matrix_market<double>(text);
  Pipe const pipe(deflated(text, 6), false, ".mtx.gz");
  EXPECT_TRUE(same_matrix(read_matrix_market<double>(pipe.path(), small_blocks(100)), expected));
  Pipe const head(deflated(text, 6), false, ".mtx.gz");
  EXPECT_EQ(read_matrix_market_header(head.path()).num_stored, 20'000);
  Pipe const endless(deflated(text, 6), true, ".mtx.gz");
  MatrixMarketReadOptions options;
  options.max_stream_bytes = 100'000;
  EXPECT_EQ(fault_of([&] { read_matrix_market<double>(endless.path(), options); }, endless.path().string()),
            "a stream of more than 100000 bytes; options.max_stream_bytes sets the limit");
}

// ------------------------------------------------------------------------------------------------ pieces

/// Reads a text as it is, and in pieces from gzip data and from a pipe: matrices or faults are the same.
template <class Scalar>
void compare(std::string const& text, MatrixMarketReadOptions options = {}) {
  using Matrix = CooMatrix<Scalar, int, int, Kokkos::HostSpace>;
  Matrix whole;
  std::string const fault = fault_of([&] { whole = parse_matrix_market<Scalar>(text, options); });
  std::string const packed = deflated(text, 1);
  for (Int64 const block : {1, 30, 1000}) {
    options.block_bytes = block;
    Matrix A;
    EXPECT_EQ(fault_of([&] { A = parse_matrix_market<Scalar>(packed, options); }), fault) << block;
    EXPECT_TRUE(same_matrix(A, whole)) << block;
  }
  options.block_bytes = 17;
  Pipe const pipe(text);
  Matrix A;
  EXPECT_EQ(fault_of([&] { A = read_matrix_market<Scalar>(pipe.path(), options); }, pipe.path().string()), fault);
  EXPECT_TRUE(same_matrix(A, whole));
}

/// Long enough for many pieces of gzip data, and a few of a stream.
constexpr Int64 many = 20'000;

std::string array_text(std::string const& words, int n, Int64 values, std::string const& value) {
  return "%%MatrixMarket matrix array " + words + "\n" + std::to_string(n) + " " + std::to_string(n) + "\n" +
         repeated(value, values);
}

TEST(ReaderPieces, GiveTheSameMatrices) {
  MatrixMarketReadOptions keep;
  keep.symmetric = ReadSymmetric::keep;
  for (bool const odd : {false, true}) {
    for (std::string const& banner : {general, symmetric}) {
      compare<double>(random_text(banner, 3000, many, odd, true));
      compare<double>(random_text(banner, 3000, many, odd, true), keep);
    }
    compare<Pattern>(random_text(pattern, 50, many, odd, false));
    compare<Pattern>(random_text("%%MatrixMarket matrix coordinate pattern symmetric\n", 50, many, odd, false));
  }
  // Mirrors: none, all, and of arrays.
  compare<double>(symmetric + "9 9 20000\n" + repeated("5 5 1\n", many));
  compare<double>(symmetric + "9 9 20000\n" + repeated("5 4 1\n", many));
  compare<double>(skew + "9 9 20000\n" + repeated("5 4 1.5\n", many));
  compare<Complex>("%%MatrixMarket matrix coordinate complex hermitian\n9 9 20000\n" + repeated("5 4 1.5 -2\n", many));
  compare<double>(array_text("real general", 150, 22'500, "2.5\n"));
  compare<double>(array_text("integer symmetric", 200, 20'100, "-2\n"));
  compare<double>(array_text("real skew-symmetric", 200, 19'900, "2\n% and\n"));
  compare<Complex>(array_text("complex hermitian", 200, 20'100, "2 3\r\n"));
}

TEST(ReaderPieces, OddLines) {
  std::string const body = repeated("2 2 7\n", many);
  // A head, a line and blanks longer than a piece; a byte order mark; lines that end with "\r".
  compare<double>("\xef\xbb\xbf" + general + repeated("% c\n", 30'000) + "9 9 20000\n" + body);
  compare<double>(general + "%" + std::string(300'000, 'x') + "\n9 9 20000\n" + body);
  compare<double>(general + "9 9 20001\n" + body + "1 1 0." + std::string(200'000, '3') + "\n");
  compare<double>(general + "9 9 20000\n%" + std::string(300'000, 'x') + "\n" + body + std::string(300'000, ' '));
  compare<double>(general + "9 9 20000\n" + std::string(300'000, '\n') + body + std::string(300'000, '\n'));
  std::string returns = general + "9 9 20000\n" + body;
  std::replace(returns.begin(), returns.end(), '\n', '\r');
  compare<double>(returns);
}

TEST(ReaderPieces, GiveTheSameFaults) {
  for (bool const odd : {false, true}) {
    std::string const text = random_text(symmetric, 3000, many, odd, true);
    std::size_t const body = text.find('\n', text.find('\n') + 1) + 1;
    for (int part = 0; part < 10; part += is_small_scale() ? 9 : test_scale() < 1 ? 4 : 1) {
      std::size_t const place = text.find('\n', body + (text.size() - body) * static_cast<std::size_t>(part) / 10) + 1;
      for (std::string const& word : {"x"s, "0 1 1\n"s, "\0"s, "2 2 2\n"s, "3 3\n"s}) {
        std::string damaged = text;
        damaged.insert(place, word);
        compare<double>(damaged);
      }
    }
    compare<double>(text.substr(0, text.rfind('\n', text.size() - 2) + 1));
    compare<double>(text.substr(0, text.size() / 2) + std::string(400'000, '\n'));
    compare<double>(text + std::string(400'000, '\n') + "1 1 1\n");
    compare<int>(text);
  }
  compare<double>(repeated("% no banner\n", many));
  compare<double>(general + repeated("% no sizes\n", many));
  compare<double>(general + repeated("%\n", many) + "3 3 x\n" + repeated("%\n", many));
  compare<Pattern>(random_text(general, 3000, many, false, true));
}

/// The same for edge lists.
void compare_edges(std::string const& text, EdgeListReadOptions options = {}) {
  using Matrix = CooMatrix<double, int, int, Kokkos::HostSpace>;
  auto const list = [](EdgeListNames const& names) {
    return std::vector<Int64>(names.data(), names.data() + names.extent(0));
  };
  Matrix whole;
  EdgeListNames names;
  std::string const fault = fault_of([&] { whole = parse_edge_list<double>(text, options, &names); });
  std::string const packed = deflated(text, 1);
  for (Int64 const block : {1, 30, 1000}) {
    options.block_bytes = block;
    Matrix A;
    EdgeListNames found;
    EXPECT_EQ(fault_of([&] { A = parse_edge_list<double>(packed, options, &found); }), fault) << block;
    EXPECT_TRUE(same_matrix(A, whole)) << block;
    EXPECT_EQ(list(found), list(names));
  }
  options.block_bytes = 17;
  Pipe const pipe(text);
  Matrix A;
  EXPECT_EQ(fault_of([&] { A = read_edge_list<double>(pipe.path(), options); }, pipe.path().string()), fault);
  EXPECT_TRUE(same_matrix(A, whole));
}

TEST(ReaderPieces, EdgeLists) {
  EdgeListReadOptions compact;
  compact.vertices = EdgeListVertices::compact;
  EdgeListReadOptions rectangular;
  rectangular.shape = EdgeListShape::rectangular;
  std::string const plain = random_text("", 3000, many, false, false);
  std::string const edges = plain.substr(plain.find('\n') + 1);
  for (EdgeListReadOptions const& options : {EdgeListReadOptions{}, compact, rectangular}) {
    compare_edges(edges, options);
    compare_edges(repeated("# comment\n", many) + edges + "9999 2\n" + repeated("\n", many), options);
    compare_edges("\xef\xbb\xbf" + repeated("5 7 1.5\n", many) + "-1 2 3", options);
    compare_edges(edges + "1\n", options);
    compare_edges(edges + "1 2 3\n" + edges, options);
    compare_edges(edges + repeated("% comment\n", many) + "1 x\n" + edges, options);
    compare_edges(repeated("# nothing\n", many), options);
  }
}

// Damage in the middle is found at the end, and is not taken for a wrong text.
TEST(ReaderPieces, DamagedDataIsNoticed) {
  std::string const text = random_text(general, 3000, many, false, true);
  std::string const packed = deflated(text, 6);
  for (std::size_t place = 20; place < packed.size(); place += packed.size() / 100) {
    std::string damaged = packed;
    damaged[place] = static_cast<char>(damaged[place] ^ 16);
    EXPECT_THROW(parse_matrix_market<double>(damaged, small_blocks(10)), GzipError) << place;
  }
  std::string wrong = text;
  wrong[wrong.size() / 2] = 'x';
  std::string bad = deflated(wrong, 6);
  EXPECT_THROW(parse_matrix_market<double>(bad, small_blocks(10)), MatrixMarketError);
  bad[bad.size() - 8] = static_cast<char>(bad[bad.size() - 8] ^ 1);
  EXPECT_THROW(parse_matrix_market<double>(bad, small_blocks(10)), GzipError);
  // Members, the ends of which fall on every place of a line and of a piece.
  for (std::size_t cut = 1; cut < 200; cut += 20) {
    std::size_t const middle = text.size() / 2 + cut;
    std::string const members = deflated(text.substr(0, 10 * cut), 6) +
                                deflated(text.substr(10 * cut, middle - 10 * cut), 1) +
                                deflated(text.substr(middle), 9);
    EXPECT_TRUE(same_matrix(parse_matrix_market<double>(members, small_blocks(10)), parse_matrix_market<double>(text)));
  }
}

TEST(ReaderPieces, DamagedFilesAreNamed) {
  std::string const packed = deflated(random_text(general, 100, 300, false, true), 6);
  // Deflate data, CRC-32, length; a file cut off.
  std::vector<std::pair<std::string, std::string>> cases;
  for (auto const& [place, reason] : std::vector<std::pair<std::size_t, std::string>>{
           {packed.size() / 2, "bad gzip data: "},
           {packed.size() - 6, "bad gzip data: the CRC-32 does not match"},
           {packed.size() - 3, "bad gzip data: the length does not match"}}) {
    std::string damaged = packed;
    damaged[place] = static_cast<char>(damaged[place] ^ 255);
    cases.emplace_back(damaged, reason);
  }
  cases.emplace_back(packed.substr(0, packed.size() - 9), "bad gzip data: the data is cut off");
  for (auto const& [bytes, reason] : cases) {
    TemporaryFile const file(bytes, ".mtx.gz");
    std::string const name = file.path().string();
    EXPECT_THROW(read_matrix_market<double>(file.path()), GzipError);
    EXPECT_EQ(fault_of([&] { read_matrix_market<double>(file.path()); }, name).rfind(reason, 0), 0u) << reason;
    EXPECT_THROW(read_edge_list<double>(file.path()), GzipError);
    EXPECT_EQ(fault_of([&] { read_edge_list<double>(file.path()); }, name).rfind(reason, 0), 0u) << reason;
  }
}

// ------------------------------------------------------------------------------------------------ memory

// No more than a piece of the text of gzip data is held beside the matrix.
TEST(ReaderPieces, MemoryOfPackedFiles) {
  Int64 const lines = scaled(10'000'000, 100'000);
  std::string const count = std::to_string(lines);
  MatrixMarketReadOptions options;
  options.gzip.max_ratio = 2000;
  {
    std::string const packed = deflated(general + "9 9 " + count + "\n" + repeated("1 1 1\n", lines), 6);
    PeakBytes const bytes;
    auto const A = parse_matrix_market<double>(packed, options);
    EXPECT_EQ(A.nnz(), lines);
    EXPECT_LE(bytes.peak(), A.bytes() + piece_bytes);
  }
  {
    std::string const packed = deflated(symmetric + "9 9 " + count + "\n" + repeated("2 1 1\n", lines), 6);
    PeakBytes const bytes;
    auto const A = parse_matrix_market<double>(packed, options);
    EXPECT_EQ(A.nnz(), 2 * lines);
    // A piece of 16 MiB has entries of 45 MiB.
    EXPECT_LE(bytes.peak(), A.bytes() + piece_bytes + 46 * MiB);
  }
  {
    std::string const packed = deflated(repeated("1 2\n", lines), 6);
    EdgeListReadOptions edges;
    edges.gzip = options.gzip;
    PeakBytes const bytes;
    auto const A = parse_edge_list<Pattern>(packed, edges);
    EXPECT_EQ(A.nnz(), lines);
    EXPECT_LE(bytes.peak(), A.bytes() + A.bytes() / 2 + piece_bytes);
  }
}

// A text as long as the limit allows, of empty lines, or of one line: the worst.
TEST(ReaderPieces, MemoryAtTheLimit) {
  Int64 const limit = scaled(100 * MiB, 4 * MiB);
  MatrixMarketReadOptions options;
  options.gzip.free_bytes = limit;
  options.gzip.max_ratio = 1;
  std::string const head = general + "1 1 0\n";
  for (Int64 const more : {0, 1}) {
    for (char const c : {'\n', ' '}) {
      std::string const packed =
          deflated(head + std::string(static_cast<std::size_t>(limit + more) - head.size(), c), 6);
      ASSERT_LT(Int64(packed.size()), limit);
      PeakBytes const bytes;
      std::string const fault = fault_of([&] { parse_matrix_market<double>(packed, options); });
      EXPECT_EQ(fault, more == 0 ? ""
                                 : "gzip data of " + std::to_string(packed.size()) + " bytes grows beyond " +
                                       std::to_string(limit) + " bytes; options.gzip sets the limit");
      EXPECT_LE(bytes.peak(), c == '\n' ? piece_bytes : limit + limit / 2 + MiB);
    }
  }
}

// A size line that promises more than the limits allow is not believed; one within them costs address space only.
TEST(ReaderPieces, SizesBeyondTheLimit) {
  std::string const text = general + "9 9 1000000000\n" + repeated("1 1 1\n", many);
  MatrixMarketReadOptions options = small_blocks(10);
  options.gzip.free_bytes = 1'000'000;
  options.gzip.max_ratio = 1;
  std::string fault;
  EXPECT_LT(
      bytes_asked_for([&] { fault = fault_of([&] { parse_matrix_market<double>(deflated(text, 6), options); }); }),
      MiB);
  EXPECT_NE(fault.find("line 2: 1000000000 entries do not fit the "), std::string::npos) << fault;
  EXPECT_NE(fault.find("options.gzip"), std::string::npos) << fault;
}

#else
TEST(ReaderPieces, GiveTheSameMatrices) { GTEST_SKIP() << "NOT TESTED: zlib, which packs the data, is not here"; }
#endif

}  // namespace io_reader_pieces_test
