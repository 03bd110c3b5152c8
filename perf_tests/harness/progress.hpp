// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// One line on the terminal that says what is being done, overwritten in place.

#include <string>

namespace Araios::Perf {

/// Writes to stderr, and only when that is a terminal; a log or a pipe sees nothing. Erased at the end.
class Progress {
 public:
  Progress();
  ~Progress() { clear(); }
  Progress(Progress const&) = delete;
  Progress& operator=(Progress const&) = delete;

  /// Written before every task: what the following tasks belong to, for example "[2/4] wing: ".
  void prefix(std::string const& text) { prefix_ = text; }
  /// What the following steps belong to, for example "radix on Cuda".
  void task(std::string const& text);
  /// Writes the task and `text` behind it; more often than ten times a second it writes nothing.
  void step(std::string const& text);
  void clear();

 private:
  void write(std::string const& text);

  bool on_;
  bool dirty_ = false;
  double written_ = 0;
  std::string prefix_;
  std::string task_;
};

}  // namespace Araios::Perf
