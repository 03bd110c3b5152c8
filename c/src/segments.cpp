// SPDX-License-Identifier: Apache-2.0
/// \file
/// Sorts and merges of keys with a payload, over arrays of the caller.

#include "handles.hpp"

#include "primitives.hpp"
#include <Araios/runtime/index_types.hpp>

#include <Araios/primitives/merge.hpp>
#include <Araios/primitives/radix_sort.hpp>
#include <Araios/primitives/segmented_sort.hpp>

namespace araios_c {

namespace {

/// f(Tag) for elements of the size of this type, which are moved and not interpreted; NoValues where there is none.
template <class F>
void with_payload(ValueType type, F const& f) {
  require_enumerator(type, ValueType::int64, "araios_type");
  switch (value_bytes(type)) {
  case 0:
    return f(Tag<Araios::NoValues>{});
  case 4:
    return f(Tag<std::int32_t>{});
  case 8:
    return f(Tag<std::int64_t>{});
  default:
    fail(ErrorKind::not_supported, "a payload of ", name(type), " is not supported; sort positions, then gather");
  }
}
template <class P, class Exec>
auto payload_of(void const* data, std::int64_t n, char const* name) {
  if constexpr (std::is_same_v<std::remove_const_t<P>, Araios::NoValues>) {
    require(data == nullptr, ErrorKind::invalid_argument, name, " is given, but payload_type is not a value type");
    return Araios::NoValues{};
  } else {
    return array_of<P, Exec>(data, n, name);
  }
}

/// The segments of n elements; offsets of 4 bytes are widened.
template <class Index, class Exec>
auto segments_of(Exec const& exec, araios_primitive_options const& options, std::int64_t segments, void const* pointers,
                 std::int64_t n) {
  using Offset = typename Index::Offset;
  auto const view = array_of<Offset const, Exec>(pointers, segments + 1, "pointers");
  if (options.trust == 0) check_pointers(exec, view, n);
  return Araios::PointerSegments{cast_indices<std::int64_t, Offset>(exec, view)};
}

/// Elements that are less than the one before them in their segment.
template <class Keys, class Segments>
struct DescentWithin {
  Keys keys;
  Segments segments;
  KOKKOS_FUNCTION bool operator()(std::int64_t p) const {
    return p > 0 && keys(p) < keys(p - 1) && segments.find(p) == segments.find(p - 1);
  }
};

}  // namespace
}  // namespace araios_c

using namespace araios_c;

araios_status araios_segmented_sort(araios_context* context, araios_primitive_options const* options,
                                    araios_index index, int64_t segments, void const* pointers, int64_t n, void* keys,
                                    araios_type payload_type, void* payload) {
  return compute("araios_segmented_sort", context, [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    auto const given = primitive_options(options);
    require_length(segments, "segments");
    require_length(n, "n");
    with_index(or_default(of(index)), [&](auto i) {
      using Index = decltype(i);
      using Key = typename Index::Ordinal;
      with_payload(of(payload_type), [&](auto p) {
        auto const k = array_of<Key, Exec>(keys, n, "keys");
        auto const v = payload_of<typename decltype(p)::type, Exec>(payload, n, "payload");
        auto const s = segments_of<Index>(exec, given, segments, pointers, n);
        Araios::segmented_sort(exec, s, k, v);
      });
    });
  });
}

araios_status araios_radix_sort(araios_context* context, araios_primitive_options const* options, araios_index index,
                                int64_t n, void const* keys_in, araios_type payload_type, void const* payload_in,
                                void* keys_out, void* payload_out) {
  return compute("araios_radix_sort", context, [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    auto const given = primitive_options(options);
    require_length(n, "n");
    with_index(or_default(of(index)), [&](auto i) {
      using Key = typename decltype(i)::Ordinal;
      constexpr int all_bits = std::numeric_limits<Key>::digits;
      require(given.key_bits >= 0 && given.key_bits <= all_bits, ErrorKind::invalid_argument, "key_bits is ",
              given.key_bits, ", not in [0, ", all_bits, "]");
      int const bits = given.key_bits == 0 ? all_bits : given.key_bits;
      with_payload(of(payload_type), [&](auto p) {
        using P = typename decltype(p)::type;
        using Keys = Kokkos::View<Key const*, SpaceOf<Exec>>;
        Keys const from = array_of<Key const, Exec>(keys_in, n, "keys_in");
        auto const payload_from = payload_of<P const, Exec>(payload_in, n, "payload_in");
        auto const to = array_of<Key, Exec>(keys_out, n, "keys_out");
        auto const payload_to = payload_of<P, Exec>(payload_out, n, "payload_out");
        if (given.trust == 0) {
          auto const limit = std::uint64_t(1) << bits;
          auto const fault = first_where(exec, from.extent(0), NotBelow<Keys, std::uint64_t>{from, limit});
          if (fault >= 0)
            fail(ErrorKind::out_of_range, "keys_in[", fault, "] is ", element(exec, from, fault), ", not in [0, ",
                 limit, ")");
        }
        Araios::NoValues const none;
        Araios::radix_sort(exec, from, payload_from, none, to, payload_to, none, {.key_bits = bits});
      });
    });
  });
}

araios_status araios_merge_adjacent(araios_context* context, araios_primitive_options const* options,
                                    araios_index index, int64_t segments, void const* pointers, int64_t n,
                                    void const* keys_in, araios_type payload_type, void const* payload_in,
                                    void* keys_out, void* payload_out) {
  return compute("araios_merge_adjacent", context, [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    auto const given = primitive_options(options);
    require_length(segments, "segments");
    require_length(n, "n");
    with_index(or_default(of(index)), [&](auto i) {
      using Index = decltype(i);
      using Key = typename Index::Ordinal;
      with_payload(of(payload_type), [&](auto p) {
        using P = typename decltype(p)::type;
        auto const from = array_of<Key const, Exec>(keys_in, n, "keys_in");
        auto const payload_from = payload_of<P const, Exec>(payload_in, n, "payload_in");
        auto const to = array_of<Key, Exec>(keys_out, n, "keys_out");
        auto const payload_to = payload_of<P, Exec>(payload_out, n, "payload_out");
        auto const s = segments_of<Index>(exec, given, segments, pointers, n);
        if (given.trust == 0) {
          using Fault = DescentWithin<std::remove_const_t<decltype(from)>, std::remove_const_t<decltype(s)>>;
          auto const fault = first_where(exec, from.extent(0), Fault{from, s});
          if (fault >= 0)
            fail(ErrorKind::out_of_range, "keys_in[", fault, "] is ", element(exec, from, fault),
                 ", less than the key before it in its segment, ", element(exec, from, fault - 1));
        }
        Araios::NoValues const none;
        Araios::merge_adjacent(exec, s, from, payload_from, none, to, payload_to, none);
      });
    });
  });
}
