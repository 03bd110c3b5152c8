// SPDX-License-Identifier: Apache-2.0
#include "harness/spy.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <vector>

namespace Araios::Perf {

void write_spy(std::string const& folder, std::string const& name, Structure const& A) {
  constexpr std::int64_t most = 512;
  std::int64_t const m = A.num_rows();
  std::int64_t const n = A.num_cols();
  std::int64_t const height = std::clamp<std::int64_t>(m, 1, most);
  std::int64_t const width = std::clamp<std::int64_t>(n, 1, most);
  std::vector<std::uint32_t> counts(height * width, 0);
  for (std::int64_t i = 0; i < m; ++i)
    for (int p = A.row_map(i); p < A.row_map(i + 1); ++p)
      ++counts[i * height / m * width + std::int64_t(A.entries(p)) * width / n];

  std::string file;
  for (char c : name) {
    bool const plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '-';
    file += plain ? c : '_';
  }
  std::filesystem::create_directories(folder);
  auto const path = std::filesystem::path(folder) / (file + ".spy");
  std::ofstream out(path, std::ios::binary);
  nlohmann::ordered_json const head{{"name", name},   {"rows", m},        {"cols", n},
                                    {"nnz", A.nnz()}, {"height", height}, {"width", width}};
  out << head.dump() << '\n';
  std::string bytes;
  for (std::uint32_t const count : counts)
    for (int shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(count >> shift & 255);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (!out.flush()) throw std::runtime_error("cannot write " + path.string());
}

}  // namespace Araios::Perf
