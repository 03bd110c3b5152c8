// SPDX-License-Identifier: Apache-2.0
/// \file
/// Operations of vectors. Those of sparse ones are operations of matrices of one row.

#include "handles.hpp"

#include <Araios/runtime/bitmap.hpp>
#include <Araios/runtime/operations.hpp>
#include <Araios/runtime/renumbering.hpp>
#include <Araios/runtime/spmv_typed.hpp>

#include <Araios/dense.hpp>
#include <Araios/vector.hpp>

#include <type_traits>

namespace araios_c {

namespace {

/// x as a row in strict order.
template <class S, class Exec>
Working<S, Exec> row_of(Exec const& exec, Vector const& x) {
  return strict_rows<S>(exec, as_row<S>(exec, working<S>(exec, x)));
}

void require_lengths(Vector const& x, Vector const& y) {
  require(x.length == y.length, ErrorKind::invalid_argument, "x has ", x.length, " elements, y has ", y.length);
}

/// f(exec, tag, x, y) of rows of one type; of_pattern: of x and the pattern of y, whose types may differ. Where both are
/// bits, of_bits(exec, x, y, z).
template <bool of_pattern = false, class F, class OfBits, class Check = decltype(nothing_to_check)>
araios_status of_two(char const* function, araios_context* context, araios_vector const* x, araios_vector const* y,
                     araios_vector** z, F const& f, OfBits const& of_bits, Check const& check = nothing_to_check) {
  return compute_beside(function, context, [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    VectorOutput output(*context, z, "z");
    auto a = sparse_input(*context, x, "x");
    auto b = sparse_input(*context, y, "y");
    require_lengths(a, b);
    check();
    if (a.is_bits && b.is_bits) {
      auto const bits = Araios::allocate_bitmap(exec, "Araios::c::bits", a.length);
      of_bits(exec, a.template as<Bits<Exec>>(), b.template as<Bits<Exec>>(), bits);
      return output.set(vector_of_bits<Exec>(bits));
    }
    ValueType const type = of_pattern ? a.type : common_type(a.type, b.type);
    Renumbering numbers(exec);
    numbers.add(a, 0);
    numbers.add(b, 0);
    output.set(numbers.vector(0, [&] {
      return with_type(type, [&](auto t) {
        using S = typename decltype(t)::type;
        using SofY = std::conditional_t<of_pattern, Pattern, S>;
        return result<S>(exec, from_row<S, Exec>(f(exec, t, row_of<S>(exec, a), row_of<SofY>(exec, b))), a.index);
      });
    }));
  });
}

araios_status combined(char const* function, araios_context* context, Combination combination, Operator op,
                       araios_vector const* x, araios_vector const* y, araios_vector** z) {
  return of_two(
      function, context, x, y, z,
      [&](auto const& exec, auto t, auto const& A, auto const& B) {
        return combine<typename decltype(t)::type>(exec, combination, op, A, B);
      },
      [&](auto const&... args) {
        if (combination == Combination::of_either)
          Araios::bitmap_or(args...);
        else
          Araios::bitmap_and(args...);
      },
      [&] { require_enumerator(op, Operator::second, "araios_operator"); });
}

template <class X, class Y>
struct AddScaled {
  typename Y::non_const_value_type alpha;
  X x;
  Y y;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    y(i) = Araios::wrapping_sum(y(i), Araios::wrapping_product(alpha, x(i)));
  }
};

template <class X, class Y>
struct CountDifferences {
  X x;
  Y y;
  KOKKOS_FUNCTION void operator()(std::int64_t i, std::int64_t& count) const { count += !(x(i) == y(i)); }
};

/// Elements begin .. begin + length - 1 of a sparse vector.
template <class Exec>
Vector part_of(Exec const& exec, Vector const& x, std::int64_t begin, std::int64_t length) {
  return with_type(x.type, [&](auto t) {
    using S = typename decltype(t)::type;
    return result<S>(exec, from_row<S, Exec>(range_of<S>(exec, row_of<S>(exec, x), 0, begin, 1, length)), x.index);
  });
}

template <class T, class Exec>
bool are_equal_dense(Exec const& exec, Vector const& x, Vector const& y) {
  using View = Dense<T, Exec>;
  std::int64_t differences = 0;
  if (x.length > 0)
    Kokkos::parallel_reduce("Araios::c::equal", Araios::range(exec, x.length),
                            CountDifferences<View, View>{dense<T, Exec>(x), dense<T, Exec>(y)}, differences);
  return differences == 0;
}

}  // namespace
}  // namespace araios_c

using namespace araios_c;

araios_status araios_vector_union(araios_context* context, araios_operator op, araios_vector const* x,
                                  araios_vector const* y, araios_vector** z) {
  return combined("araios_vector_union", context, Combination::of_either, of(op), x, y, z);
}
araios_status araios_vector_intersection(araios_context* context, araios_operator op, araios_vector const* x,
                                         araios_vector const* y, araios_vector** z) {
  return combined("araios_vector_intersection", context, Combination::of_both, of(op), x, y, z);
}
araios_status araios_vector_difference(araios_context* context, araios_vector const* x, araios_vector const* y,
                                       araios_vector** z) {
  return of_two<true>(
      "araios_vector_difference", context, x, y, z,
      [](auto const& exec, auto t, auto const& A, auto const& B) {
        return without<typename decltype(t)::type>(exec, A, B);
      },
      [](auto const&... args) { Araios::bitmap_and_not(args...); });
}

araios_status araios_vector_xor(araios_context* context, araios_vector const* x, araios_vector const* y,
                                araios_vector** z) {
  return of_two(
      "araios_vector_xor", context, x, y, z,
      [](auto const& exec, auto t, auto const& A, auto const& B) {
        return either<typename decltype(t)::type>(exec, A, B);
      },
      [](auto const&... args) { Araios::bitmap_xor(args...); });
}

araios_status araios_vector_to_dense(araios_context* context, araios_vector const* x, araios_vector** y) {
  return compute_beside("araios_vector_to_dense", context, [&](auto const& exec) {
    VectorOutput output(*context, y, "y");
    auto const body = sparse_input(*context, x, "x");
    require(!is_wide(body.length), ErrorKind::overflow, "x has ", body.length,
            " elements, more than the 2^31 - 1 of a dense vector");
    output.set(with_type(body.type, [&](auto t) {
      using S = typename decltype(t)::type;
      return vector_of_dense(Araios::sparse_to_dense<Number<S>>(exec, working<S>(exec, body)));
    }));
  });
}
araios_status araios_vector_to_sparse(araios_context* context, araios_vector const* x, araios_index index,
                                      araios_vector** y) {
  return compute_beside("araios_vector_to_sparse", context, [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    VectorOutput output(*context, y, "y");
    auto const body = vector_input(*context, x, "x");
    require_enumerator(of(index), IndexType::index_64, "araios_index");
    require_sizes(IndexType::index_32, body.length, body.length, 0);
    if (body.is_bits) return output.set(result<Pattern>(exec, working<Pattern>(exec, body), of(index)));
    require_dense(body, "x");
    output.set(with_value_type(body.type, [&](auto t) {
      using S = typename decltype(t)::type;
      return result<S>(exec, Araios::dense_to_sparse<int>(exec, dense<S, Exec>(body)), of(index));
    }));
  });
}
araios_status araios_vector_pattern(araios_context* context, araios_vector const* x, araios_vector** y) {
  return compute_beside("araios_vector_pattern", context, [&](auto const& exec) {
    VectorOutput output(*context, y, "y");
    auto body = sparse_input(*context, x, "x");
    Renumbering numbers(exec);
    numbers.add(body, 0);
    output.set(
        numbers.vector(0, [&] { return result<Pattern>(exec, working<Pattern>(exec, body), body.index, body.owner); }));
  });
}

araios_status araios_vector_subvector(araios_context* context, araios_vector const* x, int64_t begin, int64_t length,
                                      araios_vector** y) {
  return compute_beside("araios_vector_subvector", context, [&](auto const& exec) {
    VectorOutput output(*context, y, "y");
    auto body = sparse_input(*context, x, "x");
    require(begin >= 0 && length >= 0 && begin <= body.length && length <= body.length - begin, ErrorKind::out_of_range,
            "elements ", begin, " .. ", begin, " + ", length, " are not in [0, ", body.length, ")");
    Renumbering numbers(exec);
    numbers.add(body, 0);
    std::int64_t const offset = begin;
    if (numbers.apply()) {
      begin = numbers.first_not_below(0, offset);
      std::int64_t const end = numbers.first_not_below(0, offset + length);
      return output.set(numbers.part(part_of(exec, body, begin, end - begin), begin, offset, length));
    }
    output.set(part_of(exec, body, begin, length));
  });
}

araios_status araios_vector_reduce(araios_context* context, araios_operator add, araios_vector const* x, double* sum) {
  return compute_beside("araios_vector_reduce", context, [&](auto const& exec) {
    auto body = sparse_input(*context, x, "x");
    require_pointer(sum, "sum");
    Renumbering numbers(exec);
    numbers.add(body, 0);
    numbers.apply();
    with_type(body.type, [&](auto t) {
      using S = typename decltype(t)::type;
      double parts[2];
      reduce_to<S>(exec, of(add), as_row<S>(exec, working<S>(exec, body)), parts);
      sum[0] = parts[0], sum[1] = parts[1];
    });
  });
}

araios_status araios_vector_equal(araios_context* context, araios_vector const* x, araios_vector const* y, int* equal) {
  return compute_beside("araios_vector_equal", context, [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    auto a = vector_input(*context, x, "x");
    auto b = vector_input(*context, y, "y");
    require_pointer(equal, "equal");
    if (a.is_bits && b.is_bits) {
      *equal = Araios::equal(exec, a.as<Bits<Exec>>(), b.as<Bits<Exec>>());
    } else if (a.is_sparse != b.is_sparse || a.type != b.type || a.length != b.length ||
               entries_of(exec, a) != entries_of(exec, b)) {
      *equal = 0;
    } else if (a.is_sparse) {
      Renumbering numbers(exec);
      numbers.add(a, 0);
      numbers.add(b, 0);
      numbers.apply();
      *equal = with_type(a.type, [&](auto t) {
        using S = typename decltype(t)::type;
        return are_equal<S>(exec, row_of<S>(exec, a), row_of<S>(exec, b));
      });
    } else {
      *equal = with_dense_type(a.type,
                               [&](auto t) { return are_equal_dense<typename decltype(t)::type, Exec>(exec, a, b); });
    }
  });
}

araios_status araios_axpy(araios_context* context, double alpha, araios_vector const* x, araios_vector* y) {
  return compute("araios_axpy", context, [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    auto const a = vector_input(*context, x, "x");
    auto const b = dense_input(*context, y, "y");
    require_lengths(a, b);
    require(a.type == ValueType::pattern || a.type == b.type, ErrorKind::invalid_argument, "x is of ", name(a.type),
            ", y of ", name(b.type));
    with_value_type(b.type, [&](auto t) {
      using T = typename decltype(t)::type;
      auto const to = dense<T, Exec>(b);
      auto const factor = number<T>(alpha, 0);
      if (a.type == ValueType::pattern) return Araios::axpy(exec, factor, working<Pattern>(exec, a), to);
      if (a.is_sparse) return Araios::axpy(exec, factor, working<T>(exec, a), to);
      if (b.length > 0)
        Kokkos::parallel_for("Araios::c::axpy", Araios::range(exec, b.length),
                             AddScaled<Dense<T, Exec>, Dense<T, Exec>>{factor, dense<T, Exec>(a), to});
    });
  });
}

araios_status araios_dot(araios_context* context, int conjugate, araios_vector const* x, araios_vector const* y,
                         double* value) {
  return compute_beside("araios_dot", context, [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    auto a = sparse_input(*context, x, "x");
    auto b = vector_input(*context, y, "y");
    require_pointer(value, "result");
    require_lengths(a, b);
    Renumbering numbers(exec);
    if (b.is_sparse) {
      numbers.add(a, 0);
      numbers.add(b, 0);
      numbers.apply();
    }
    with_value_type(common_type(a.type, b.type), [&](auto t) {
      using T = typename decltype(t)::type;
      auto const of = [&](auto const& u, auto const& v) {
        if constexpr (Araios::is_complex_v<T>)
          if (conjugate != 0) return Araios::dotc(exec, u, v);
        return Araios::dot(exec, u, v);
      };
      auto const u = working<T>(exec, a);
      // Two sparse vectors must be sorted.
      T const sum = b.is_sparse ? of(from_row<T, Exec>(row_of<T>(exec, a)), from_row<T, Exec>(row_of<T>(exec, b)))
                                : of(u, dense<T, Exec>(b));
      store_number(sum, value);
    });
  });
}
