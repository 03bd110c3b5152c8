// SPDX-License-Identifier: Apache-2.0

#include <Araios/runtime/index_types.hpp>

#include <Kokkos_Core.hpp>

#include <type_traits>

namespace Araios::runtime {

namespace {
template <class From, class To>
struct CastIndices {
  From from;
  To to;
  KOKKOS_FUNCTION void operator()(std::int64_t p) const { to(p) = static_cast<typename To::value_type>(from(p)); }
};
}  // namespace

template <class To, class From, class Exec>
Kokkos::View<To const*, SpaceOf<Exec>> cast_indices(Exec const& exec,
                                                    Kokkos::View<From const*, SpaceOf<Exec>> const& from) {
  if constexpr (std::is_same_v<To, From>) {
    return from;
  } else {
    auto const n = static_cast<std::int64_t>(from.extent(0));
    auto const to = Araios::allocate<Dense<To, Exec>>(exec, "Araios::runtime::indices", n);
    if (n > 0)
      Kokkos::parallel_for(
          "Araios::runtime::cast_indices", Araios::range(exec, n),
          CastIndices<std::remove_const_t<std::remove_reference_t<decltype(from)>>, Dense<To, Exec>>{from, to});
    return to;
  }
}

#define ARAIOS_RUNTIME_INSTANTIATE(To, Exec)                                            \
  template Kokkos::View<To const*, SpaceOf<Exec>> cast_indices<To, int, Exec>(          \
      Exec const&, Kokkos::View<int const*, SpaceOf<Exec>> const&);                     \
  template Kokkos::View<To const*, SpaceOf<Exec>> cast_indices<To, std::int64_t, Exec>( \
      Exec const&, Kokkos::View<std::int64_t const*, SpaceOf<Exec>> const&);
ARAIOS_RUNTIME_INSTANTIATE_BOTH(int)
ARAIOS_RUNTIME_INSTANTIATE_BOTH(std::int64_t)
#undef ARAIOS_RUNTIME_INSTANTIATE

}  // namespace Araios::runtime
