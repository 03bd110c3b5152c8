// SPDX-License-Identifier: Apache-2.0
#include "harness/matrix_source.hpp"

#include "harness/table.hpp"

#include <Araios/core/execution.hpp>
#include <Araios/core/kokkos_compat.hpp>
#include <Araios/core/memory.hpp>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <stdexcept>

namespace Araios::Perf {

namespace {
struct Form {
  char const* kind;
  char const* separators;  // between its numbers; the last may be "*": as many more as there are, between the same
  char const* text;
};
constexpr Form forms[] = {
    {"uniform", "x:", "uniform:MxN:NNZ"},
    {"rmat", ":", "rmat:SCALE:DRAWS"},
    {"rmat_by_degree", ":", "rmat_by_degree:SCALE:DRAWS"},
    {"web_crawl", ":", "web_crawl:N:NNZ"},
    {"citations", ":", "citations:N:NNZ"},
    {"stencil5", "", "stencil5:N"},
    {"stencil7", "", "stencil7:N"},
    {"stencil27", "", "stencil27:N"},
    {"elasticity", "xx", "elasticity:NXxNYxNZ"},
    {"grid4", "", "grid4:N"},
    {"king", "", "king:N"},
    {"theory_bk", "-*", "theory_bk:M-M-..."},
    {"theory_b1k", "-*", "theory_b1k:M-M-..."},
    {"theory_b2k", "-*", "theory_b2k:M-M-..."},
    {"tall", "x:-", "tall:MxN:LEAST-MOST"},
    {"dense_column", "", "dense_column:N"},
    {"long_row", "x:", "long_row:MxN:NNZ"},
    {"banded", "::", "banded:N:COUNT:WIDTH"},
    {"full_band", "::", "full_band:N:LOWER:UPPER"},
    {"triangular", ":", "triangular:N:MOST"},
    {"road", ":::", "road:N:NNZ:ALONG:MOST"},
    {"copurchase", ":::", "copurchase:N:NNZ:MOST:WINDOW"},
    {"pages", ":::", "pages:N:NNZ:MOST:HOST"},
};

// The number at the front of `text`, which is cut off; negative when there is none.
std::int64_t take_number(std::string& text) {
  std::size_t const digits = std::min(text.find_first_not_of("0123456789"), text.size());
  if (digits == 0 || digits > 18) return -1;
  std::int64_t const number = std::stoll(text.substr(0, digits));
  text.erase(0, digits);
  return number;
}

std::optional<std::int64_t> as_number(std::string const& text) {
  if (text.empty() || text.size() > 18 || text.find_first_not_of("0123456789") != std::string::npos) return {};
  return std::stoll(text);
}
}  // namespace

GeneratedMatrix parse_generated(std::string const& word) {
  for (Form const& form : forms) {
    std::string const start = std::string(form.kind) + ":";
    if (word.rfind(start, 0) != 0) continue;
    std::string rest = word.substr(start.size());
    GeneratedMatrix result{form.kind, {take_number(rest)}};
    for (char const* separator = form.separators; *separator != 0 && result.numbers.back() >= 0;) {
      if (*separator == '*') {
        if (rest.empty()) break;
        --separator;
      }
      bool const there = !rest.empty() && rest.front() == *separator;
      if (there) rest.erase(0, 1);
      result.numbers.push_back(there ? take_number(rest) : -1);
      ++separator;
    }
    if (result.numbers.back() < 0 || !rest.empty())
      throw std::invalid_argument("'" + word + "' is not of the form " + form.text);
    return result;
  }
  return {};
}

std::string MatrixSource::name() const {
  if (!given_name.empty()) return given_name;
  if (!is_file()) return word;
  std::filesystem::path path = std::filesystem::path(word).filename();
  if (path.extension() == ".gz") path = path.stem();
  if (path.extension() == ".mtx") path = path.stem();
  return path.string();
}

char const* const matrix_words_help =
    "three numbers m n nnz: a matrix at random; or names of .mtx and .mtx.gz files and words such as uniform:MxN:NNZ, "
    "rmat:20:16000000, rmat_by_degree:18:4000000, web_crawl:N:NNZ, citations:N:NNZ, stencil5:1500, stencil7:200, "
    "stencil27:128, "
    "elasticity:70x70x68, grid4:1500, king:1000, theory_b1k:3-4-5, "
    "tall:MxN:1-4, dense_column:N, "
    "long_row:MxN:NNZ, banded:N:12:2000, full_band:N:4:4, triangular:N:MOST, road:N:NNZ:80:12, copurchase:N:NNZ:10:32, "
    "pages:N:NNZ:456:60, among them the word `default`; nothing: "
    "the default matrix, "
    "500000 500000 10000000";

MatrixSource random_source(std::int64_t m, std::int64_t n, std::int64_t nnz) {
  return {join("uniform:", m, "x", n, ":", nnz), join("random_", m, "x", n, "_", nnz)};
}

std::vector<MatrixSource> sources_of(std::vector<std::string> const& words, MatrixSource const& usual) {
  if (words.empty()) return {usual};
  if (words.size() == 3)
    if (auto const m = as_number(words[0]), n = as_number(words[1]), nnz = as_number(words[2]); m && n && nnz)
      return {random_source(*m, *n, *nnz)};
  std::vector<MatrixSource> result;
  for (auto const& word : words) {
    result.push_back(word == "default" ? usual : MatrixSource{word, ""});
    (void)result.back().is_file();  // a word of a wrong form is refused before anything is measured
  }
  return result;
}

Structure load_structure(MatrixSource const& source) {
  GeneratedMatrix const generated = parse_generated(source.word);
  return generated.kind.empty() ? read_structure(source.word) : generate_structure(generated);
}

TransposedStructure transpose_by_definition(Structure const& A) {
  using Host = Kokkos::DefaultHostExecutionSpace;
  Host const host;
  std::int64_t const n = A.num_cols();
  auto const B = allocate_csr<Pattern, int, int>(host, "Araios::Perf::expected", n, A.nnz());
  auto const from = allocate<Kokkos::View<int*, Kokkos::HostSpace>>(host, "Araios::Perf::expected::from", A.nnz());
  auto const next = allocate<Kokkos::View<int*, Kokkos::HostSpace>>(host, "Araios::Perf::expected::next", n + 1);
  Kokkos::deep_copy(next, 0);
  std::int64_t const parts = host.concurrency();
  auto const for_all_entries = [&](auto const& visit) {
    Kokkos::parallel_for("Araios::Perf::by_definition", Araios::range(host, parts), [=](std::int64_t part) {
      std::int64_t const first = n * part / parts;
      std::int64_t const last = n * (part + 1) / parts;
      for (int i = 0; i < A.num_rows(); ++i)
        for (int p = A.row_map(i); p < A.row_map(i + 1); ++p)
          if (first <= A.entries(p) && A.entries(p) < last) visit(i, p, A.entries(p));
    });
    host.fence();
  };
  for_all_entries([=](int, int, int j) { ++next(j + 1); });
  for (std::int64_t j = 0; j < n; ++j) next(j + 1) += next(j);
  Kokkos::deep_copy(B.row_map, next);
  for_all_entries([=](int i, int p, int j) {
    int const q = next(j)++;
    B.entries(q) = i;
    from(q) = p;
  });
  return {Structure(n, A.num_rows(), B), from};
}

}  // namespace Araios::Perf
