// SPDX-License-Identifier: Apache-2.0
//
// The radix sort. The payload of most tests is the position, from which the stable order is proven without a second
// sort.

#include "support/contract.hpp"
#include "support/reference_radix.hpp"
#include "support/refusals.hpp"

#include <Araios/primitives/radix_sort.hpp>
#include <Araios/testing/count_allocations.hpp>

#ifdef ARAIOS_HAVE_RAPIDCHECK
#include <rapidcheck/gtest.h>
#endif

namespace primitives_radix_sort_test {

using Araios::test::refusal;
using Araios::test::scaled;
using namespace Araios::test::arrays;
namespace reference = Araios::test::reference;
using Araios::allocate;
using Araios::allocations_made;
using Araios::ExecutionSpace;
using Araios::NoValues;
using Araios::radix_sort;
using Araios::RadixMethod;
using Araios::UniformSegments;
using Araios::Workspace;
using Araios::Impl::is_cuda_v;

template <class Exec>
std::vector<RadixMethod> radix_methods() {
  std::vector<RadixMethod> methods{RadixMethod::automatic, RadixMethod::native};
  if (is_cuda_v<Exec>) methods.push_back(RadixMethod::cub);
  return methods;
}

/// The payload that is its own position.
template <class Index>
struct Position {
  KOKKOS_FUNCTION Index operator()(std::int64_t i) const { return static_cast<Index>(i); }
};

template <class T, class Exec>
Array<T, Exec> new_array(Exec const& exec, std::int64_t n) {
  return allocate<Array<T, Exec>>(exec, "Araios::test::out", n);
}

/// Faults of keys and positions as the stable order of `before`.
template <class Exec, class Before, class Keys, class Order>
std::int64_t faults(Exec const& exec, Before const& before, Keys const& keys, Order const& order) {
  std::int64_t const n = static_cast<std::int64_t>(before.extent(0));
  return faults_of_stable_order(exec, UniformSegments{n, n}, before, keys, order);
}

/// keys := the first n of `in`, cut to so many bits.
template <class Exec, class View>
void keep_low_bits(Exec const& exec, View const& in, View const& keys, std::int64_t n, int bits) {
  using Key = typename View::non_const_value_type;
  std::uint64_t const mask = (std::uint64_t(1) << bits) - 1;
  Kokkos::parallel_for(
      "Araios::test::keep_low_bits", Araios::range(exec, n),
      KOKKOS_LAMBDA(std::int64_t i) { keys(i) = static_cast<Key>(in(i)&mask); });
}

template <class Case>
class RadixSort : public testing::Test {
 public:
  using Exec = typename Case::Exec;
  using Key = typename Case::Offset;
  static constexpr int max_bits = 8 * sizeof(Key) - 1;

  /// The numbers of bits of the tests that Key has.
  static std::vector<int> bits() {
    std::vector<int> result;
    for (int const b : {0, 1, 5, 8, 9, 10, 11, 17, 19, 24, 31, 33, 63})
      if (b <= max_bits) result.push_back(b);
    return result;
  }
};
TYPED_TEST_SUITE(RadixSort, PrimitiveCases, PrimitiveCaseName);

TYPED_TEST(RadixSort, EverySizeEqualsTheReference) {
  using Exec = typename TypeParam::Exec;
  using Key = typename TypeParam::Offset;
  Exec const exec;
  std::int64_t const most = 2000;
  auto const all_bits = TestFixture::bits();
  auto const keys_out = new_array<Key>(exec, most);
  auto const order = new_array<int>(exec, most);
  Workspace<typename Exec::memory_space> workspace;
  for (std::size_t b = 0; b < all_bits.size(); ++b) {
    auto const keys = make_radix_keys<Key>(RadixKeys::random, most, all_bits[b], b);
    auto const in = to_device(exec, keys);
    for (std::int64_t n = 1 + static_cast<std::int64_t>(b); n <= most;
         n += static_cast<std::int64_t>(all_bits.size())) {
      auto const expected = reference::bitwise_order(keys.data(), n, all_bits[b]);
      for (RadixMethod const method : radix_methods<Exec>()) {
        if (method == RadixMethod::native && !is_cuda_v<Exec>) continue;  // what automatic is there
        radix_sort(exec, part(in, 0, n), Position<int>(), NoValues(), part(keys_out, 0, n), part(order, 0, n),
                   NoValues(), {.key_bits = all_bits[b], .method = method}, workspace);
        exec.fence();
        auto const found = to_host(part(order, 0, n));
        auto const found_keys = to_host(part(keys_out, 0, n));
        for (std::int64_t i = 0; i < n; ++i) {
          ASSERT_EQ(found[i], expected[i]) << "place " << i << " of " << n << ", " << all_bits[b] << " bits";
          ASSERT_EQ(found_keys[i], keys[expected[i]]) << "place " << i << " of " << n << ", " << all_bits[b] << " bits";
        }
      }
    }
  }
}

TYPED_TEST(RadixSort, GrowingSizesAreStable) {
  using Exec = typename TypeParam::Exec;
  using Key = typename TypeParam::Offset;
  Exec const exec;
  auto const sizes = primitive_sizes();
  std::int64_t const most = sizes.back();
  auto const all_bits = TestFixture::bits();
  auto const in = to_device(exec, make_radix_keys<Key>(RadixKeys::random, most, TestFixture::max_bits, 1));
  auto const keys = new_array<Key>(exec, most);
  auto const keys_out = new_array<Key>(exec, most);
  auto const order = new_array<int>(exec, most);
  Workspace<typename Exec::memory_space> workspace;
  std::size_t turn = 0;
  for (std::int64_t const n : sizes) {
    if (n <= 2000) continue;
    // The largest sizes once with the bits of the default matrix, which take two passes; the others with each in turn.
    int const bits = n == most ? 19 : all_bits[turn++ % all_bits.size()];
    keep_low_bits(exec, in, keys, n, bits);
    for (RadixMethod const method : radix_methods<Exec>()) {
      if (method == RadixMethod::automatic) continue;
      radix_sort(exec, part(keys, 0, n), Position<int>(), NoValues(), part(keys_out, 0, n), part(order, 0, n),
                 NoValues(), {.key_bits = bits, .method = method}, workspace);
      ASSERT_EQ(faults(exec, part(keys, 0, n), part(keys_out, 0, n), part(order, 0, n)), 0)
          << n << " keys of " << bits << " bits";
    }
  }
}

TYPED_TEST(RadixSort, EveryKindOfKeyWithEveryNumberOfBits) {
  using Exec = typename TypeParam::Exec;
  using Key = typename TypeParam::Offset;
  Exec const exec;
  for (std::int64_t const n : {std::int64_t(33), scaled(60'000, 2'000)}) {
    auto const keys_out = new_array<Key>(exec, n);
    auto const order = new_array<int>(exec, n);
    Workspace<typename Exec::memory_space> workspace;
    for (RadixKeys const kind : radix_key_kinds)
      for (int const bits : TestFixture::bits()) {
        auto const keys = to_device(exec, make_radix_keys<Key>(kind, n, bits, 3));
        for (RadixMethod const method : radix_methods<Exec>()) {
          if (method == RadixMethod::automatic) continue;
          Araios::fill(exec, keys_out, Key(-1));
          radix_sort(exec, keys, Position<int>(), NoValues(), keys_out, order, NoValues(),
                     {.key_bits = bits, .method = method}, workspace);
          ASSERT_EQ(faults(exec, keys, keys_out, order), 0)
              << n << " keys of kind " << int(kind) << " and " << bits << " bits";
        }
      }
  }
}

/// Sorts positions and two payloads of the types of P1 and P2, and checks both; the inputs must be as they were.
template <class Key, class P1, class P2, ExecutionSpace Exec>
void payloads_follow(Exec const& exec) {
  auto const make = [&]<class T>(std::int64_t n, T const*) {
    if constexpr (std::is_same_v<T, NoValues>)
      return NoValues();
    else
      return new_array<T>(exec, n);
  };
  for (std::int64_t const n : {std::int64_t(1), std::int64_t(700), std::int64_t(20'001)}) {
    auto const p1 = make(n, static_cast<P1 const*>(nullptr));
    auto const p2 = make(n, static_cast<P2 const*>(nullptr));
    auto const p1_out = make(n, static_cast<P1 const*>(nullptr));
    auto const p2_out = make(n, static_cast<P2 const*>(nullptr));
    auto const keys_out = new_array<Key>(exec, n);
    auto const order = new_array<int>(exec, n);
    auto const identity = new_array<int>(exec, n);
    fill_payload(exec, p1);
    fill_payload(exec, p2);
    fill_payload(exec, identity);
    for (int const bits : {7, 19, 27}) {
      auto const keys = make_radix_keys<Key>(RadixKeys::random, n, bits, n);
      auto const in = to_device(exec, keys);
      for (RadixMethod const method : radix_methods<Exec>()) {
        if (method == RadixMethod::automatic) continue;
        radix_sort(exec, in, identity, NoValues(), keys_out, order, NoValues(), {.key_bits = bits, .method = method});
        ASSERT_EQ(faults(exec, in, keys_out, order), 0);
        Araios::fill(exec, keys_out, Key(0));
        radix_sort(exec, in, p1, p2, keys_out, p1_out, p2_out, {.key_bits = bits, .method = method});
        EXPECT_EQ(faults(exec, in, keys_out, order), 0) << "keys beside payloads";
        EXPECT_EQ(faults_of_payload(exec, p1_out, order), 0) << "first payload, " << n << " of " << bits << " bits";
        EXPECT_EQ(faults_of_payload(exec, p2_out, order), 0) << "second payload, " << n << " of " << bits << " bits";
        EXPECT_EQ(to_host(in), keys) << "the keys given were changed";
        EXPECT_EQ(faults_of_payload(exec, p1, identity), 0) << "the first payload given was changed";
        EXPECT_EQ(faults_of_payload(exec, p2, identity), 0) << "the second payload given was changed";
      }
    }
  }
}

template <class Exec>
class RadixSortPayloads : public testing::Test {};
using RadixSpaces =
    std::conditional_t<std::is_same_v<Kokkos::DefaultExecutionSpace, Kokkos::DefaultHostExecutionSpace>,
                       testing::Types<Kokkos::DefaultExecutionSpace>,
                       testing::Types<Kokkos::DefaultExecutionSpace, Kokkos::DefaultHostExecutionSpace>>;
TYPED_TEST_SUITE(RadixSortPayloads, RadixSpaces);

TYPED_TEST(RadixSortPayloads, OfNoOrOneType) {
  TypeParam const exec;
  using Complex = Kokkos::complex<double>;
  payloads_follow<int, NoValues, NoValues>(exec);
  payloads_follow<int, NoValues, int>(exec);
  payloads_follow<int, NoValues, double>(exec);
  payloads_follow<int, NoValues, Complex>(exec);
  payloads_follow<int, std::int64_t, NoValues>(exec);
  payloads_follow<int, float, NoValues>(exec);
  payloads_follow<int, Kokkos::complex<float>, NoValues>(exec);
}

TYPED_TEST(RadixSortPayloads, OfTwoTypes) {
  TypeParam const exec;
  using Complex = Kokkos::complex<double>;
  payloads_follow<int, int, int>(exec);
  payloads_follow<int, int, float>(exec);
  payloads_follow<int, int, double>(exec);
  payloads_follow<int, int, Kokkos::complex<float>>(exec);
  payloads_follow<int, int, Complex>(exec);
  payloads_follow<int, double, int>(exec);
  payloads_follow<int, Complex, Complex>(exec);
  payloads_follow<int, float, std::int64_t>(exec);
}

TYPED_TEST(RadixSortPayloads, WithKeysOf64Bits) {
  TypeParam const exec;
  payloads_follow<std::int64_t, std::int64_t, NoValues>(exec);
  payloads_follow<std::int64_t, std::int64_t, double>(exec);
  payloads_follow<std::int64_t, Kokkos::complex<double>, float>(exec);
}

// One to four passes (on a host 11 bits each, in CUDA 10): the keys between passes need a place of their own.
TYPED_TEST(RadixSort, KeysThatAreNotWanted) {
  using Exec = typename TypeParam::Exec;
  using Key = typename TypeParam::Offset;
  Exec const exec;
  std::int64_t const n = 30'000;
  auto const order = new_array<int>(exec, n);
  auto const again = new_array<int>(exec, n);
  auto const keys_out = new_array<Key>(exec, n);
  for (int const bits : {6, 20, 30, std::min(TestFixture::max_bits, 40)}) {
    auto const in = to_device(exec, make_radix_keys<Key>(RadixKeys::random, n, bits, 17));
    for (RadixMethod const method : radix_methods<Exec>()) {
      radix_sort(exec, in, Position<int>(), NoValues(), keys_out, order, NoValues(),
                 {.key_bits = bits, .method = method});
      ASSERT_EQ(faults(exec, in, keys_out, order), 0);
      radix_sort(exec, in, Position<int>(), NoValues(), NoValues(), again, NoValues(),
                 {.key_bits = bits, .method = method});
      EXPECT_EQ(differences(exec, order, again), 0) << bits << " bits";
    }
  }
}

TYPED_TEST(RadixSort, ViewsWithStridesAndOddBeginnings) {
  using Exec = typename TypeParam::Exec;
  using Key = typename TypeParam::Offset;
  Exec const exec;
  std::int64_t const n = 20'003;
  auto const in = to_device(exec, make_radix_keys<Key>(RadixKeys::random, n, 23, 5));
  // Columns of a table: every third element.
  Kokkos::View<Key* [3], Kokkos::LayoutRight, typename Exec::memory_space> const keys("Araios::test::keys", n);
  Kokkos::View<int* [3], Kokkos::LayoutRight, typename Exec::memory_space> const orders("Araios::test::orders", n);
  auto const column = Kokkos::subview(keys, Kokkos::ALL, 1);
  auto const column_out = Kokkos::subview(keys, Kokkos::ALL, 2);
  auto const order = Kokkos::subview(orders, Kokkos::ALL, 1);
  Kokkos::deep_copy(exec, column, in);
  for (RadixMethod const method : radix_methods<Exec>()) {
    Kokkos::deep_copy(exec, column_out, Key(-1));
    radix_sort(exec, column, Position<int>(), NoValues(), column_out, order, NoValues(),
               {.key_bits = 23, .method = method});
    EXPECT_EQ(faults(exec, in, column_out, order), 0);
  }
  // Contiguous, but nowhere aligned to more than one element.
  auto const odd_in = part(in, 1, n);
  auto const keys_out = new_array<Key>(exec, n + 2);
  auto const odd_order = new_array<int>(exec, n + 2);
  Kokkos::View<Key const*, typename Exec::memory_space> const only_read = odd_in;
  for (RadixMethod const method : radix_methods<Exec>()) {
    Araios::fill(exec, keys_out, Key(-1));
    Araios::fill(exec, odd_order, -1);
    radix_sort(exec, only_read, Position<int>(), NoValues(), part(keys_out, 3, n + 2), part(odd_order, 3, n + 2),
               NoValues(), {.key_bits = 23, .method = method});
    EXPECT_EQ(faults(exec, odd_in, part(keys_out, 3, n + 2), part(odd_order, 3, n + 2)), 0);
    auto const beside = to_host(part(odd_order, 0, 3));
    EXPECT_EQ(beside, std::vector<int>(3, -1)) << "an element beside the output was written";
  }
}

/// Tiles so small, and chunks so many, that 10,000 elements are several of everything.
template <int TeamSize, int DigitBits>
struct SmallTuning {
  static constexpr Araios::Impl::LaunchShape shape{TeamSize, 5};
  static constexpr int digit_bits = DigitBits;
  static constexpr int teams_per_sm = 1;
  static constexpr Araios::Impl::LaunchShape scan_shape{TeamSize, 2};
};
template <int TeamSize, int DigitBits>
struct SmallTeams : Araios::Impl::RadixTeams<Araios::Impl::OneLane, SmallTuning<TeamSize, DigitBits>> {
  template <class Exec>
  static Araios::Impl::RadixChunks chunks(Exec const&, std::int64_t n) {
    std::int64_t const length = 3 * 5 * TeamSize;
    return {n, length, Araios::Impl::tiles_for(n, length)};
  }
};

template <class Teams, class Key, class Exec>
void teams_sort(Exec const& exec, std::int64_t most = 10'007) {
  Workspace<typename Exec::memory_space> workspace;
  for (std::int64_t const n : {std::int64_t(2), std::int64_t(63), std::int64_t(64), std::int64_t(65), most}) {
    auto const keys_out = new_array<Key>(exec, n);
    auto const order = new_array<int>(exec, n);
    auto const values = new_array<double>(exec, n);
    auto const values_out = new_array<double>(exec, n);
    fill_payload(exec, values);
    for (RadixKeys const kind : radix_key_kinds)
      for (int const bits : {1, 4, 7, 19}) {
        auto const in = to_device(exec, make_radix_keys<Key>(kind, n, bits, n));
        Araios::Impl::radix_passes<Teams>(exec, bits, in, Position<int>(), values, keys_out, order, values_out,
                                          workspace);
        ASSERT_EQ(faults(exec, in, keys_out, order), 0)
            << n << " keys of kind " << int(kind) << ", " << bits << " bits";
        ASSERT_EQ(faults_of_payload(exec, values_out, order), 0) << n << " keys of kind " << int(kind);
      }
  }
}

// The kernels by teams, which serve GPUs, run on every space: on a host with teams of one thread, and of two where
// there are.
TYPED_TEST(RadixSort, TeamsSortInEverySpace) {
  using Exec = typename TypeParam::Exec;
  using Key = typename TypeParam::Offset;
  using Araios::Impl::OneLane;
  using Araios::Impl::RadixTeams;
  Exec const exec;
  if constexpr (Araios::is_gpu_v<Exec>) {
    teams_sort<RadixTeams<OneLane, Araios::Impl::RadixThreadTuning>, Key>(exec);
    teams_sort<SmallTeams<32, 3>, Key>(exec);
  } else {
    teams_sort<SmallTeams<1, 3>, Key>(exec);
    teams_sort<SmallTeams<1, 8>, Key>(exec);
    // Few elements: where threads outnumber the cores, each barrier may wait for the other thread's turn.
    if (Araios::Impl::concurrency(exec) >= 2) teams_sort<SmallTeams<2, 4>, Key>(exec, 101);
  }
}

TYPED_TEST(RadixSort, AWorkspaceIsAllocatedOnce) {
  using Exec = typename TypeParam::Exec;
  using Key = typename TypeParam::Offset;
  Exec const exec;
  std::int64_t const n = 50'000;
  auto const in = to_device(exec, make_radix_keys<Key>(RadixKeys::random, n, 30, 6));
  auto const keys_out = new_array<Key>(exec, n);
  auto const order = new_array<int>(exec, n);
  for (RadixMethod const method : radix_methods<Exec>()) {
    Workspace<typename Exec::memory_space> workspace;
    auto const sort = [&](int bits, std::int64_t length) {
      radix_sort(exec, part(in, 0, length), Position<int>(), NoValues(), part(keys_out, 0, length),
                 part(order, 0, length), NoValues(), {.key_bits = bits, .method = method}, workspace);
    };
    sort(30, n);
    sort(30, n);  // the blocks of the first call become one
    std::int64_t const before = allocations_made();
    sort(30, n);
    EXPECT_EQ(faults(exec, in, keys_out, order), 0);
    // Elements that are beyond these bits are cut off by nobody: sort equal ones.
    Kokkos::deep_copy(exec, in, Key(5));
    sort(3, n / 2);
    EXPECT_EQ(allocations_made(), before);
    sort(30, n);
    EXPECT_EQ(faults(exec, in, keys_out, order), 0);
    EXPECT_EQ(allocations_made(), before);
    exec.fence();
    upload(in, make_radix_keys<Key>(RadixKeys::random, n, 30, 6).data(), n);
  }
}

TYPED_TEST(RadixSort, EveryFailedAllocationIsReported) {
  using Exec = typename TypeParam::Exec;
  using Key = typename TypeParam::Offset;
  Exec const exec;
  std::int64_t const n = 20'000;
  auto const keys = make_radix_keys<Key>(RadixKeys::random, n, 30, 6);
  auto const in = to_device(exec, keys);
  auto const keys_out = new_array<Key>(exec, n);
  auto const order = new_array<int>(exec, n);
  auto const wide = new_array<double>(exec, n);
  auto const wide_out = new_array<double>(exec, n);
  fill_payload(exec, wide);
  for (RadixMethod const method : radix_methods<Exec>()) {
    int const failures = fail_every_allocation<Exec>(
        [&](auto& workspace) {
          radix_sort(exec, in, Position<int>(), wide, keys_out, order, wide_out, {.key_bits = 30, .method = method},
                     workspace);
        },
        [&] {
          EXPECT_EQ(faults(exec, in, keys_out, order), 0);
          EXPECT_EQ(faults_of_payload(exec, wide_out, order), 0);
          EXPECT_EQ(to_host(in), keys);
        });
    EXPECT_GE(failures, 3);
  }
}

TYPED_TEST(RadixSort, NothingToSort) {
  using Exec = typename TypeParam::Exec;
  using Key = typename TypeParam::Offset;
  Exec const exec;
  auto const empty = new_array<Key>(exec, 0);
  auto const empty_out = new_array<Key>(exec, 0);
  std::int64_t const before = allocations_made();
  for (RadixMethod const method : radix_methods<Exec>())
    radix_sort(exec, empty, Position<int>(), NoValues(), empty_out, new_array<int>(exec, 0), NoValues(),
               {.key_bits = 19, .method = method});
  EXPECT_EQ(allocations_made(), before + static_cast<std::int64_t>(radix_methods<Exec>().size()));  // those of the test
}

TYPED_TEST(RadixSort, RefusesWhatDoesNotFit) {
  using Exec = typename TypeParam::Exec;
  using Key = typename TypeParam::Offset;
  Exec const exec;
  auto const keys = to_device(exec, std::vector<Key>{3, 1, 2});
  auto const keys_out = to_device(exec, std::vector<Key>{7, 7, 7});
  auto const two = to_device(exec, std::vector<int>{8, 8});
  auto const three = to_device(exec, std::vector<int>{8, 8, 8});
  auto const none = NoValues();
  EXPECT_EQ(refusal([&] { radix_sort(exec, keys, none, none, keys_out, none, none, {.key_bits = -1}); }),
            "Araios::radix_sort: key_bits must be 0 to " + std::to_string(TestFixture::max_bits) + ", not -1");
  EXPECT_EQ(refusal([&] {
              radix_sort(exec, keys, none, none, keys_out, none, none, {.key_bits = TestFixture::max_bits + 1});
            }),
            "Araios::radix_sort: key_bits must be 0 to " + std::to_string(TestFixture::max_bits) + ", not " +
                std::to_string(TestFixture::max_bits + 1));
  EXPECT_EQ(refusal([&] { radix_sort(exec, keys, none, none, part(keys_out, 0, 2), none, none, {.key_bits = 2}); }),
            "Araios::radix_sort: length of keys_out, length of keys_in (2 != 3)");
  EXPECT_EQ(refusal([&] { radix_sort(exec, keys, three, none, keys_out, two, none, {.key_bits = 2}); }),
            "Araios::radix_sort: length of p1_out, length of keys_in (2 != 3)");
  EXPECT_EQ(refusal([&] { radix_sort(exec, keys, two, none, keys_out, three, none, {.key_bits = 2}); }),
            "Araios::radix_sort: length of p1_in, length of keys_in (2 != 3)");
  EXPECT_EQ(refusal([&] { radix_sort(exec, keys, none, Position<int>(), keys_out, none, two, {.key_bits = 2}); }),
            "Araios::radix_sort: length of p2_out, length of keys_in (2 != 3)");
  EXPECT_EQ(refusal([&] { radix_sort(exec, keys, none, two, keys_out, none, three, {.key_bits = 2}); }),
            "Araios::radix_sort: length of p2_in, length of keys_in (2 != 3)");
  EXPECT_EQ(refusal([&] { radix_sort(exec, keys, none, none, keys, none, none, {.key_bits = 2}); }),
            "Araios::radix_sort: keys cannot be sorted in place");
  EXPECT_EQ(refusal([&] { radix_sort(exec, keys, none, three, keys_out, none, three, {.key_bits = 2}); }),
            "Araios::radix_sort: a payload cannot be sorted in place");
  if (!is_cuda_v<Exec>) {
    EXPECT_EQ(refusal([&] {
                radix_sort(exec, keys, none, none, keys_out, none, none, {.key_bits = 2, .method = RadixMethod::cub});
              }),
              "Araios::radix_sort: RadixMethod::cub needs the CUDA space");
  }
  exec.fence();
  EXPECT_EQ(to_host(keys_out), std::vector<Key>(3, 7)) << "a refused call has written";
}

#ifdef ARAIOS_HAVE_RAPIDCHECK
RC_GTEST_PROP(RadixSortProperty, equals_the_reference,
              (std::vector<std::uint16_t> const& narrow, std::vector<std::uint64_t> const& wide)) {
  using Exec = Kokkos::DefaultExecutionSpace;
  Exec const exec;
  int const bits = *rc::gen::inRange(0, 64);
  std::vector<std::int64_t> keys;
  for (std::uint64_t const key : narrow) keys.push_back(static_cast<std::int64_t>(key));
  keys.insert(keys.end(), wide.begin(), wide.end());
  for (auto& key : keys) key &= static_cast<std::int64_t>((std::uint64_t(1) << bits) - 1);
  std::int64_t const n = static_cast<std::int64_t>(keys.size());
  auto const in = to_device(exec, keys);
  auto const keys_out = new_array<std::int64_t>(exec, n);
  auto const order = new_array<std::int64_t>(exec, n);
  radix_sort(exec, in, Position<std::int64_t>(), NoValues(), keys_out, order, NoValues(), {.key_bits = bits});
  exec.fence();
  auto const expected = reference::bitwise_order(keys.data(), n, bits);
  RC_ASSERT(to_host(order) == expected);
  auto const found = to_host(keys_out);
  for (std::int64_t i = 0; i < n; ++i) RC_ASSERT(found[i] == keys[expected[i]]);
}
#endif

Araios::test::contract::Operations const operations{
    Araios::test::contract::writes("radix_sort",
                                   [](Araios::test::contract::Data& d) {
                                     radix_sort(d.exec, d.arrays.entries, d.arrays.entries, d.arrays.values, d.keys,
                                                d.result.entries, d.result.values, {.key_bits = 12}, d.workspace);
                                   },
                                   {.no_operand = "its operand is dense, or bits"})};

}  // namespace primitives_radix_sort_test
