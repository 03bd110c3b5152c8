// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Copies of matrices of any format, within a memory space and from one to another.

#include <Araios/core/concepts.hpp>
#include <Araios/core/kokkos_compat.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/formats/format.hpp>

#include <Kokkos_Core.hpp>

#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

namespace Araios {

namespace Impl {

// A new array in Space with the elements of `from`; NoValues for NoValues.
template <class Space, class From, class Exec>
auto copy_array(Exec const& exec, std::string const& label, From const& from) {
  if constexpr (std::is_same_v<From, NoValues>) {
    return from;
  } else {
    using To = Kokkos::View<typename From::non_const_value_type*, Space>;
    To to;
    // If exec cannot access Space, exec is a device and Space is that of the host: a host instance allocates there.
    if constexpr (Accesses<Exec, To>)
      to = allocate<To>(exec, label, from.extent(0));
    else
      to = allocate<To>(typename Space::execution_space{}, label, from.extent(0));
    copy_elements(exec, to, from);
    return to;
  }
}

/// A in new arrays in Space, one after the other in the order of FormatTraits.
template <class Space, class Exec, class Matrix>
Rebind<Matrix, Space> copy_matrix(Exec const& exec, Matrix const& A) {
  auto const copy_one = [&](auto const& named) {
    if constexpr (ValuesView<std::remove_cvref_t<decltype(named.array)>>)
      return copy_array<Space>(exec, std::string("Araios::copy::") + named.label, named.array);
    else
      return copy_matrix<Space>(exec, named.array);
  };
  return FormatTraits<Matrix>::template arrays<Rebind<Matrix, Space>>(A, [&](auto const& make, auto const&... arrays) {
    return std::apply(make, std::tuple<decltype(copy_one(arrays))...>{copy_one(arrays)...});
  });
}

/// A matrix as one of the formats, which may be the base of A or what its adapter makes of it; a vector itself.
template <class T>
decltype(auto) as_copied(T const& A) {
  if constexpr (SparseMatrix<T>)
    return as_matrix(A);
  else
    return (A);
}
template <class T>
using CopiedType = std::remove_cvref_t<decltype(as_copied(std::declval<T const&>()))>;

}  // namespace Impl

/// A matrix of a format that can be copied.
template <class T>
concept CompressedMatrix = requires { typename Impl::Rebind<Impl::CopiedType<T>, Kokkos::HostSpace>; };

/// B := A, in new arrays of the memory space of A
///
/// Requires      exec can read and write that memory space.
/// Cost          one copy per array.
/// Asynchronous  yes, on exec; allocates B.
/// Deterministic space to space, bitwise: values are copied as bytes.
template <ExecutionSpace Exec, CompressedMatrix Matrix>
  requires Accesses<Exec, Impl::CopiedType<Matrix>>
auto copy(Exec const& exec, Matrix const& A) {
  return Impl::copy_matrix<typename Impl::CopiedType<Matrix>::memory_space>(exec, Impl::as_copied(A));
}

/// A itself if it is stored in Space, else a copy of A in Space
///
/// The usual first and last step of a program: `auto A = copy_to<Kokkos::DefaultExecutionSpace::memory_space>(host)`.
///
/// Ownership     same space: the result shares the arrays of A, so a change of a value is visible in both (use `copy`
///               for separate arrays). Other space: separate arrays, whose values are never const.
/// Cost          nothing, or one copy per array.
/// Asynchronous  same space: nothing is done. Other space: no; waits for all work that was started before on any
///               instance, and the copy is complete at return.
/// Deterministic space to space, bitwise: values are copied as bytes.
template <MemorySpace Space, CompressedMatrix Matrix>
auto copy_to(Matrix const& A) {
  using From = typename Impl::CopiedType<Matrix>::memory_space;
  if constexpr (std::is_same_v<Space, From>) {
    return Impl::CopiedType<Matrix>(Impl::as_copied(A));
  } else {
    // The execution space of the memory that is not the host's: its queue can copy in both directions.
    using Exec = std::conditional_t<std::is_same_v<Space, Kokkos::HostSpace>, typename From::execution_space,
                                    typename Space::execution_space>;
    Exec const exec;
    Kokkos::fence();  // A may have been filled on any instance
    auto B = Impl::copy_matrix<Space>(exec, Impl::as_copied(A));
    Impl::fence(exec, "Araios::copy_to: the copy is complete");
    return B;
  }
}

}  // namespace Araios
