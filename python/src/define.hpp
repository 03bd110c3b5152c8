// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Functions of the C interface that make one object, as functions of Python with the same parameters: of each handle
/// Python passes its object, and the result is the object of the new handle.

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

#include "handles.hpp"

namespace araios_python {

/// What Python passes for a parameter.
template <class T>
struct Argument {
  using Type = T;
  static T raw(T x) { return x; }
};
template <class Object>
struct ObjectArgument {
  using Type = Object const&;
  static auto* raw(Object const& x) { return x.get(); }
};
template <>
struct Argument<araios_matrix const*> : ObjectArgument<Matrix> {};
template <>
struct Argument<araios_vector const*> : ObjectArgument<Vector> {};
template <>
struct Argument<araios_plan const*> : ObjectArgument<Plan> {};

/// The context of the first object.
template <class First, class... Others>
ContextPtr const& context_of(First const& first, Others const&... others) {
  if constexpr (requires { first.context(); })
    return first.context();
  else
    return context_of(others...);
}

template <auto f, class = decltype(f)>
struct Definition;
template <auto f, class... Parameters>
struct Definition<f, araios_status (*)(araios_context*, Parameters...)> {
  using All = std::tuple<Parameters...>;
  static constexpr auto count = sizeof...(Parameters) - 1;
  template <std::size_t i>
  using Parameter = Argument<std::tuple_element_t<i, All>>;
  using Handle = std::remove_pointer_t<std::remove_pointer_t<std::tuple_element_t<count, All>>>;
  using Result = std::remove_cvref_t<typename Argument<Handle const*>::Type>;

  template <std::size_t... i>
  static Result call(ContextPtr const& context, std::index_sequence<i...>, typename Parameter<i>::Type... arguments) {
    return make<Result>(
        context, [&](araios_context* c, Handle** result) { return f(c, Parameter<i>::raw(arguments)..., result); });
  }
  template <std::size_t... i, class... Extra>
  static void define(nb::module_& m, char const* name, std::index_sequence<i...> all, Extra const&... extra) {
    m.def(
        name,
        [all](typename Parameter<i>::Type... arguments) { return call(context_of(arguments...), all, arguments...); },
        extra...);
  }
  template <std::size_t... i>
  static void define_in(nb::module_& m, char const* name, std::index_sequence<i...> all) {
    m.def(name, [all](ContextPtr const& context, typename Parameter<i>::Type... arguments) {
      return call(context, all, arguments...);
    });
  }
};

/// f in the context of its first object; `extra`: as of nb::module_::def.
template <auto f, class... Extra>
void define(nb::module_& m, char const* name, Extra const&... extra) {
  Definition<f>::define(m, name, std::make_index_sequence<Definition<f>::count>{}, extra...);
}

/// f in a context, which is the first argument.
template <auto f>
void define_in(nb::module_& m, char const* name) {
  Definition<f>::define_in(m, name, std::make_index_sequence<Definition<f>::count>{});
}

}  // namespace araios_python
