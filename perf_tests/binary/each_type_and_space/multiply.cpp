// SPDX-License-Identifier: Apache-2.0
#include "binary/binary_on.hpp"
#include "harness/difference.hpp"
#include "harness/types.hpp"

#include <Araios/multiply.hpp>

namespace Araios::Perf {

namespace {

template <class On>
void time_multiply(On& on, Result& result) {
  auto const make = [&] { return multiply(on.exec(), on.A, on.B); };
  auto C = first_result(on, result, make);
  if (!C) return;
  result.matrix_bytes = C->bytes();
  if (auto const wrong = mistake(on, result, *C))
    return note_refusal(on.exec(), on.all, result, WrongResult("first run: " + *wrong));
  on.C = C;
  on.all.nnz_of_result = C->nnz();
  if (on.only_reference) return;
  time_result(
      on, result, [&] { C.emplace(make()); },
      [&] {
        result.repeatable = !difference(on.exec(), *C, *on.C);
        return mistake(on, result, *C);
      },
      [&] { C.reset(); });
}

using MultiplyOn = BinaryOn<PerfSpace, PerfType>;
Candidate<MultiplyOn> const product("multiply", "Araios", BinaryMethods::multiply, time_multiply<MultiplyOn>,
                                    {.is_reference = true});

}  // namespace

}  // namespace Araios::Perf
