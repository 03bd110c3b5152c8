// SPDX-License-Identifier: Apache-2.0
//
// What a call that must be refused says.

#pragma once

#include <stdexcept>
#include <string>

namespace Araios::test {

/// The message of the std::invalid_argument that `call` throws.
template <class Call>
std::string refusal(Call const& call) {
  try {
    call();
  } catch (std::invalid_argument const& error) {
    return error.what();
  }
  return "nothing was thrown";
}

}  // namespace Araios::test
