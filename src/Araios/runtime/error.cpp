// SPDX-License-Identifier: Apache-2.0
/// \file
/// Exceptions as kinds of errors.

#include <Araios/core/progress.hpp>
#include <Araios/io/read_error.hpp>
#include <Araios/runtime/error.hpp>

#include <filesystem>
#include <ios>
#include <new>
#include <string_view>

namespace Araios::runtime {

namespace {

bool says(char const* text, std::string_view part) {
  return std::string_view(text).find(part) != std::string_view::npos;
}

/// The library refuses sizes that its types cannot hold by std::invalid_argument with these words.
ErrorKind kind_of_refusal(char const* text) {
  if (says(text, "does not fit") || says(text, "cannot count")) return ErrorKind::overflow;
  return ErrorKind::invalid_argument;
}

/// Kokkos throws std::runtime_error with these words where a memory space is full.
ErrorKind kind_of_runtime_error(char const* text) {
  if (says(text, "failed to allocate") || says(text, "insufficient memory") || says(text, "out of memory"))
    return ErrorKind::out_of_memory;
  if (says(text, "cuda") || says(text, "Cuda") || says(text, "hip")) return ErrorKind::device_error;
  return ErrorKind::internal_error;
}

}  // namespace

ErrorKind kind_of_exception(std::string& text) {
  try {
    throw;
  } catch (Error const& error) {
    text = error.what();
    return error.kind();
  } catch (Araios::Interrupted const& error) {
    text = error.what();
    return ErrorKind::interrupted;
  } catch (Araios::ReadMemoryError const& error) {
    text = error.what();
    return ErrorKind::out_of_memory;
  } catch (Araios::ReadNotSupported const& error) {
    text = error.what();
    return ErrorKind::not_supported;
  } catch (Araios::MatrixMarketOverflow const& error) {
    text = error.what();
    return ErrorKind::overflow;
  } catch (Araios::ReadError const& error) {
    text = error.what();
    return ErrorKind::io_error;
  } catch (std::bad_alloc const& error) {
    text = error.what();
    return ErrorKind::out_of_memory;
  } catch (std::out_of_range const& error) {
    text = error.what();
    return ErrorKind::out_of_range;
  } catch (std::length_error const& error) {
    text = error.what();
    return ErrorKind::overflow;
  } catch (std::invalid_argument const& error) {
    text = error.what();
    return kind_of_refusal(error.what());
  } catch (std::filesystem::filesystem_error const& error) {
    text = error.what();
    return ErrorKind::io_error;
  } catch (std::ios_base::failure const& error) {
    text = error.what();
    return ErrorKind::io_error;
  } catch (std::runtime_error const& error) {
    text = error.what();
    return kind_of_runtime_error(error.what());
  } catch (std::exception const& error) {
    text = error.what();
    return ErrorKind::internal_error;
  } catch (...) {
    text = "an exception of unknown type";
    return ErrorKind::internal_error;
  }
}

}  // namespace Araios::runtime
