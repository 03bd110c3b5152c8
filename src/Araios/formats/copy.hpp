// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Copies of matrices of any format, within a memory space and from one to another.

#include <Araios/core/kokkos_compat.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/formats/bsr.hpp>
#include <Araios/formats/coo.hpp>
#include <Araios/formats/csc.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/dia.hpp>
#include <Araios/formats/dia_csr.hpp>
#include <Araios/formats/dok.hpp>
#include <Araios/formats/ell.hpp>
#include <Araios/formats/hyb.hpp>
#include <Araios/formats/jds.hpp>
#include <Araios/formats/packet.hpp>
#include <Araios/formats/sell.hpp>
#include <Araios/formats/sparse_vector.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>
#include <type_traits>

namespace Araios {

namespace Impl {

// What a matrix becomes in another memory space; the copy may always be written.
template <class Matrix, class Space>
struct CopyOf;
template <class S, class O, class F, class From, class Space>
struct CopyOf<CsrMatrix<S, O, F, From>, Space> {
  using type = CsrMatrix<std::remove_const_t<S>, O, F, Space>;
};
template <class S, class O, class F, class From, class Space>
struct CopyOf<CscMatrix<S, O, F, From>, Space> {
  using type = CscMatrix<std::remove_const_t<S>, O, F, Space>;
};
template <class S, class O, class F, class From, class Space>
struct CopyOf<CooMatrix<S, O, F, From>, Space> {
  using type = CooMatrix<std::remove_const_t<S>, O, F, Space>;
};
template <class S, class O, class F, class From, class Space>
struct CopyOf<EllMatrix<S, O, F, From>, Space> {
  using type = EllMatrix<std::remove_const_t<S>, O, F, Space>;
};
template <class S, class O, class F, class From, class Space>
struct CopyOf<HybMatrix<S, O, F, From>, Space> {
  using type = HybMatrix<std::remove_const_t<S>, O, F, Space>;
};
template <class S, class O, class F, class From, class Space>
struct CopyOf<JdsMatrix<S, O, F, From>, Space> {
  using type = JdsMatrix<std::remove_const_t<S>, O, F, Space>;
};
template <class S, class O, class F, class From, class Space>
struct CopyOf<SellMatrix<S, O, F, From>, Space> {
  using type = SellMatrix<std::remove_const_t<S>, O, F, Space>;
};
template <class S, class O, class F, class From, class Space>
struct CopyOf<DiaMatrix<S, O, F, From>, Space> {
  using type = DiaMatrix<std::remove_const_t<S>, O, F, Space>;
};
template <class S, class O, class F, class From, class Space>
struct CopyOf<DiaCsrMatrix<S, O, F, From>, Space> {
  using type = DiaCsrMatrix<std::remove_const_t<S>, O, F, Space>;
};
template <class S, class O, class F, class From, class Space>
struct CopyOf<BsrMatrix<S, O, F, From>, Space> {
  using type = BsrMatrix<std::remove_const_t<S>, O, F, Space>;
};
template <class S, class O, class From, class Space>
struct CopyOf<SparseVector<S, O, From>, Space> {
  using type = SparseVector<std::remove_const_t<S>, O, Space>;
};
template <class S, class O, class F, class From, class Space>
struct CopyOf<DokMatrix<S, O, F, From>, Space> {
  using type = DokMatrix<std::remove_const_t<S>, O, F, Space>;
};
template <class S, class O, class F, class From, class Space>
struct CopyOf<PacketMatrix<S, O, F, From>, Space> {
  using type = PacketMatrix<std::remove_const_t<S>, O, F, Space>;
};

// A new array in Space with the elements of `from`; NoValues for NoValues.
template <class Space, class From, class Exec>
auto copy_array(Exec const& exec, std::string const& label, From const& from) {
  if constexpr (std::is_same_v<From, NoValues>) {
    return from;
  } else {
    using To = Kokkos::View<typename From::non_const_value_type*, Space>;
    To to;
    // Where exec cannot reach Space, exec is a device and Space the host's: an instance of the host allocates there.
    if constexpr (Accesses<Exec, To>)
      to = allocate<To>(exec, label, from.extent(0));
    else
      to = allocate<To>(typename Space::execution_space{}, label, from.extent(0));
    if (from.extent(0) != 0) Kokkos::deep_copy(exec, to, from);
    return to;
  }
}

template <class Space, class Exec, class S, class O, class F, class From>
auto copy_matrix(Exec const& exec, CsrMatrix<S, O, F, From> const& A) {
  return typename CopyOf<CsrMatrix<S, O, F, From>, Space>::type(
      A.num_rows(), A.num_cols(), copy_array<Space>(exec, "Araios::copy::row_map", A.row_map),
      copy_array<Space>(exec, "Araios::copy::entries", A.entries),
      copy_array<Space>(exec, "Araios::copy::values", A.values));
}

template <class Space, class Exec, class S, class O, class F, class From>
auto copy_matrix(Exec const& exec, CscMatrix<S, O, F, From> const& A) {
  return typename CopyOf<CscMatrix<S, O, F, From>, Space>::type(copy_matrix<Space>(exec, A.transposed()));
}

template <class Space, class Exec, class S, class O, class F, class From>
auto copy_matrix(Exec const& exec, CooMatrix<S, O, F, From> const& A) {
  return typename CopyOf<CooMatrix<S, O, F, From>, Space>::type(
      A.num_rows(), A.num_cols(), copy_array<Space>(exec, "Araios::copy::row_indices", A.row_indices),
      copy_array<Space>(exec, "Araios::copy::col_indices", A.col_indices),
      copy_array<Space>(exec, "Araios::copy::values", A.values));
}

template <class Space, class Exec, class S, class O, class F, class From>
auto copy_matrix(Exec const& exec, EllMatrix<S, O, F, From> const& A) {
  return typename CopyOf<EllMatrix<S, O, F, From>, Space>::type(
      A.num_rows(), A.num_cols(), A.nnz(), A.width(), A.stride(),
      copy_array<Space>(exec, "Araios::copy::entries", A.entries),
      copy_array<Space>(exec, "Araios::copy::values", A.values),
      copy_array<Space>(exec, "Araios::copy::row_lengths", A.row_lengths));
}

template <class Space, class Exec, class S, class O, class F, class From>
auto copy_matrix(Exec const& exec, HybMatrix<S, O, F, From> const& A) {
  return typename CopyOf<HybMatrix<S, O, F, From>, Space>::type(
      copy_matrix<Space>(exec, A.ell), copy_matrix<Space>(exec, A.coo),
      copy_array<Space>(exec, "Araios::copy::overflow_rows", A.overflow_rows),
      copy_array<Space>(exec, "Araios::copy::overflow_offsets", A.overflow_offsets));
}

template <class Space, class Exec, class S, class O, class F, class From>
auto copy_matrix(Exec const& exec, JdsMatrix<S, O, F, From> const& A) {
  return typename CopyOf<JdsMatrix<S, O, F, From>, Space>::type(
      A.num_rows(), A.num_cols(), copy_array<Space>(exec, "Araios::copy::diagonal_offsets", A.diagonal_offsets),
      copy_array<Space>(exec, "Araios::copy::entries", A.entries),
      copy_array<Space>(exec, "Araios::copy::values", A.values),
      copy_array<Space>(exec, "Araios::copy::permutation", A.permutation));
}

template <class Space, class Exec, class S, class O, class F, class From>
auto copy_matrix(Exec const& exec, SellMatrix<S, O, F, From> const& A) {
  return typename CopyOf<SellMatrix<S, O, F, From>, Space>::type(
      A.num_rows(), A.num_cols(), A.nnz(), A.chunk(),
      copy_array<Space>(exec, "Araios::copy::chunk_offsets", A.chunk_offsets),
      copy_array<Space>(exec, "Araios::copy::entries", A.entries),
      copy_array<Space>(exec, "Araios::copy::values", A.values),
      copy_array<Space>(exec, "Araios::copy::permutation", A.permutation));
}

template <class Space, class Exec, class S, class O, class F, class From>
auto copy_matrix(Exec const& exec, DiaMatrix<S, O, F, From> const& A) {
  return typename CopyOf<DiaMatrix<S, O, F, From>, Space>::type(
      A.num_rows(), A.num_cols(), A.nnz(), copy_array<Space>(exec, "Araios::copy::diagonals", A.diagonals),
      copy_array<Space>(exec, "Araios::copy::present", A.present),
      copy_array<Space>(exec, "Araios::copy::values", A.values));
}

template <class Space, class Exec, class S, class O, class F, class From>
auto copy_matrix(Exec const& exec, DokMatrix<S, O, F, From> const& A) {
  return typename CopyOf<DokMatrix<S, O, F, From>, Space>::type(
      A.num_rows(), A.num_cols(), A.nnz(), copy_array<Space>(exec, "Araios::copy::slots", A.slots),
      copy_array<Space>(exec, "Araios::copy::row_indices", A.row_indices),
      copy_array<Space>(exec, "Araios::copy::col_indices", A.col_indices),
      copy_array<Space>(exec, "Araios::copy::values", A.values));
}

template <class Space, class Exec, class S, class O, class F, class From>
auto copy_matrix(Exec const& exec, DiaCsrMatrix<S, O, F, From> const& A) {
  return typename CopyOf<DiaCsrMatrix<S, O, F, From>, Space>::type(copy_matrix<Space>(exec, A.dia),
                                                                   copy_matrix<Space>(exec, A.rest));
}

template <class Space, class Exec, class S, class O, class F, class From>
auto copy_matrix(Exec const& exec, BsrMatrix<S, O, F, From> const& A) {
  return typename CopyOf<BsrMatrix<S, O, F, From>, Space>::type(
      A.num_rows(), A.num_cols(), A.block_size(), A.block_size(), A.nnz(),
      copy_array<Space>(exec, "Araios::copy::row_map", A.row_map),
      copy_array<Space>(exec, "Araios::copy::entries", A.entries),
      copy_array<Space>(exec, "Araios::copy::present", A.present),
      copy_array<Space>(exec, "Araios::copy::values", A.values));
}

template <class Space, class Exec, class S, class O, class From>
auto copy_matrix(Exec const& exec, SparseVector<S, O, From> const& x) {
  return typename CopyOf<SparseVector<S, O, From>, Space>::type(
      x.length(), copy_array<Space>(exec, "Araios::copy::indices", x.indices),
      copy_array<Space>(exec, "Araios::copy::values", x.values));
}

template <class Space, class Exec, class S, class O, class F, class From>
auto copy_matrix(Exec const& exec, PacketMatrix<S, O, F, From> const& A) {
  return typename CopyOf<PacketMatrix<S, O, F, From>, Space>::type(
      A.nnz(), A.numbering, A.longest_packet(), A.longest_remainder_row(),
      copy_array<Space>(exec, "Araios::copy::order", A.order),
      copy_array<Space>(exec, "Araios::copy::packet_map", A.packet_map),
      copy_array<Space>(exec, "Araios::copy::slice_map", A.slice_map),
      copy_array<Space>(exec, "Araios::copy::packed", A.packed),
      copy_array<Space>(exec, "Araios::copy::values", A.values), copy_matrix<Space>(exec, A.remainder));
}

}  // namespace Impl

/// A matrix of a format that can be copied.
template <class T>
concept CompressedMatrix = requires { typename Impl::CopyOf<T, Kokkos::HostSpace>::type; };

/// B := A, in new arrays of the memory space of A
///
/// Requires      exec can read and write that memory space.
/// Cost          one copy an array.
/// Asynchronous  yes, on exec; allocates B.
/// Repeatable    bit for bit: values are copied as bytes.
/// Throws        what `allocate` throws.
template <ExecutionSpace Exec, CompressedMatrix Matrix>
  requires Accesses<Exec, Matrix>
auto copy(Exec const& exec, Matrix const& A) {
  return Impl::copy_matrix<typename Matrix::memory_space>(exec, A);
}

/// A where it lies in Space already, else a copy of A in Space
///
/// The usual first and last step of a program: `auto A = copy_to<Kokkos::DefaultExecutionSpace::memory_space>(host)`.
///
/// Ownership     same space: the result shares the arrays of A, so a change of a value shows in both (use `copy` for
///               arrays of its own). Other space: arrays of its own, whose values are never const.
/// Cost          nothing, or one copy an array.
/// Asynchronous  same space: nothing is done. Other space: no; work on every instance that was started before is waited
///               for, and the copy is complete at return.
/// Repeatable    bit for bit: values are copied as bytes.
/// Throws        what `allocate` throws.
template <MemorySpace Space, CompressedMatrix Matrix>
auto copy_to(Matrix const& A) {
  if constexpr (std::is_same_v<Space, typename Matrix::memory_space>) {
    return A;
  } else {
    // The space that is not the host's owns the queue on which both sides can be copied.
    using Exec = std::conditional_t<std::is_same_v<Space, Kokkos::HostSpace>,
                                    typename Matrix::memory_space::execution_space, typename Space::execution_space>;
    Exec const exec;
    Kokkos::fence();  // A may have been filled on any instance
    auto B = Impl::copy_matrix<Space>(exec, A);
    Impl::fence(exec, "Araios::copy_to: the copy is complete");
    return B;
  }
}

}  // namespace Araios
