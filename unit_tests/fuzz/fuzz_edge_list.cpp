// SPDX-License-Identifier: Apache-2.0
//
// libFuzzer target: the reader of edge lists on any bytes. The first one chooses the options.

#include <Araios/io/edge_list.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace {

using namespace Araios;

void require(bool condition, char const* what) {
  if (condition) return;
  std::fprintf(stderr, "fuzz_edge_list: %s\n", what);
  std::abort();
}

template <class Scalar, class Ordinal>
void try_type(std::string_view bytes, EdgeListReadOptions options) {
  try {
    EdgeListNames names;
    auto const A = parse_edge_list<Scalar, Ordinal>(bytes, options, &names);
    options.block_bytes = 5;
    auto const B = parse_edge_list<Scalar, Ordinal>(bytes, options);
    require(A.num_rows() == B.num_rows() && A.num_cols() == B.num_cols() && A.nnz() == B.nnz(),
            "the sizes depend on the blocks");
    for (std::size_t k = 0; k < A.row_indices.extent(0); ++k) {
      require(A.row_indices(k) >= 0 && A.row_indices(k) < A.num_rows() && A.col_indices(k) >= 0 &&
                  A.col_indices(k) < A.num_cols(),
              "a vertex out of range was read");
      require(A.row_indices(k) == B.row_indices(k) && A.col_indices(k) == B.col_indices(k),
              "the edges depend on the blocks");
    }
    for (std::size_t v = 1; v < names.extent(0); ++v) require(names(v - 1) < names(v), "names are not in order");
  } catch (ReadError const&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  Kokkos::initialize(*argc, *argv);
  std::atexit([] { Kokkos::finalize(); });
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  if (size == 0) return 0;
  std::string_view const bytes(reinterpret_cast<char const*>(data) + 1, size - 1);
  EdgeListReadOptions options;
  options.vertices = static_cast<EdgeListVertices>(data[0] % 3);
  options.columns = static_cast<EdgeListColumns>(data[0] / 3 % 3);
  if (options.vertices != EdgeListVertices::compact) options.shape = static_cast<EdgeListShape>(data[0] / 9 % 2);
  try_type<Pattern, int>(bytes, options);
  try_type<double, std::int64_t>(bytes, options);
  return 0;
}
