// SPDX-License-Identifier: Apache-2.0
#include "harness/progress.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <sys/ioctl.h>
#include <unistd.h>

namespace Araios::Perf {

namespace {
double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}
std::size_t columns_of_terminal() {
  winsize size = {};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col : 80;
}
}  // namespace

Progress::Progress() {
  char const* const terminal = std::getenv("TERM");
  on_ = isatty(STDERR_FILENO) != 0 && terminal != nullptr && std::string_view(terminal) != "dumb";
}

void Progress::task(std::string const& text) {
  task_ = prefix_ + text;
  if (on_) write(task_);
}

void Progress::step(std::string const& text) {
  if (on_ && seconds_now() - written_ > 0.1) write(task_ + ", " + text);
}

void Progress::clear() {
  if (!dirty_) return;
  std::fputs("\r\x1b[K", stderr);
  std::fflush(stderr);
  dirty_ = false;
}

void Progress::write(std::string const& text) {
  // A line that wraps could not be overwritten.
  std::fprintf(stderr, "\r%s\x1b[K", text.substr(0, columns_of_terminal() - 1).c_str());
  std::fflush(stderr);
  dirty_ = true;
  written_ = seconds_now();
}

}  // namespace Araios::Perf
