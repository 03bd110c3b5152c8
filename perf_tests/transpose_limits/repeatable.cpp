// SPDX-License-Identifier: Apache-2.0
#include "harness/product_case.hpp"
#include "harness/table.hpp"
#include "transpose/methods.hpp"
#include "transpose_limits/limits.hpp"

#include <Araios/formats/copy.hpp>
#include <Araios/generate/counter_random.hpp>

#include <cstdint>
#include <iostream>

namespace Araios::Perf {

namespace {

// The bits of a value that is no wider than 64 bits.
template <class Value>
KOKKOS_INLINE_FUNCTION std::uint64_t bits_of(Value const& value) {
  auto const* const bytes = reinterpret_cast<unsigned char const*>(&value);
  std::uint64_t bits = 0;
  for (unsigned byte = 0; byte < sizeof(Value); ++byte) bits |= static_cast<std::uint64_t>(bytes[byte]) << (8 * byte);
  return bits;
}

// Each element is mixed with its position, so that the order counts; their sum modulo 2^64 is the same in whatever
// order it is made.
template <class Exec, class View>
std::uint64_t hash(Exec const& exec, View const& view, std::uint64_t stream) {
  std::uint64_t sum = 0;
  Kokkos::parallel_reduce(
      "Araios::Perf::hash", Araios::range(exec, view.extent(0)),
      KOKKOS_LAMBDA(std::int64_t i, std::uint64_t& part) {
        part += CounterRandom(bits_of(view(i)), stream)(static_cast<std::uint64_t>(i));
      },
      sum);
  exec.fence();
  return sum;
}

template <class Exec, class Matrix>
std::uint64_t hash_of(Exec const& exec, Matrix const& B) {
  return hash(exec, B.row_map, 0) + hash(exec, B.entries, 1) + hash(exec, B.values, 2);
}

}  // namespace

void check_repeatable(std::string const& word, std::int64_t runs, Progress& progress) {
  Device const exec;
  progress.task(word + ": generating");
  Structure const structure = load_structure({word, ""});
  auto const on_host = with_random_values<double>(structure);
  std::uint64_t const expected = hash_of(Host(), transposed_values(on_host, transpose_by_definition(structure)));
  auto const A = copy_to<Device::memory_space>(on_host);
  auto const B = allocate_csr<double, int, int>(exec, "Araios::Perf::transpose", A.num_cols(), A.nnz());
  Workspace<Device::memory_space> workspace;
  progress.task(word);
  for (std::int64_t run = 1; run <= runs; ++run) {
    progress.step(join(": run ", run, "/", runs));
    Araios::fill(exec, B.row_map, -7);
    Araios::fill(exec, B.entries, -7);
    Araios::fill(exec, B.values, -1e30);
    transpose(exec, A, B, TransposeOptions{}, workspace);
    if (std::uint64_t const got = hash_of(exec, B); got != expected)
      throw WrongResult(join(word, ", run ", run, " of ", runs, ": the bits of the result have hash ", got,
                             ", those of the "
                             "transpose by definition ",
                             expected));
  }
  progress.clear();
  std::cout << word << ", " << with_commas(A.nnz()) << " entries, double, " << Device::name()
            << ": automatic = " << chosen_name(exec, TransposeOptions{}, A) << ", " << runs
            << " runs, one bit pattern, that of the transpose by definition\n";
}

}  // namespace Araios::Perf
