// SPDX-License-Identifier: Apache-2.0
#include "handles.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <cctype>
#include <vector>

namespace araios_python {
namespace {

std::mutex released_mutex;
std::vector<PyObject*>& released_owners() {
  // Never destroyed: the library may release arrays when the program ends.
  static auto* const list = new std::vector<PyObject*>;
  return *list;
}

extern "C" void release_owner(void* owner) {
  std::scoped_lock const lock(released_mutex);
  released_owners().push_back(static_cast<PyObject*>(owner));
}

PyObject* exception_of(araios_status status) {
  switch (status) {
  case ARAIOS_OUT_OF_RANGE:
    return PyExc_IndexError;
  case ARAIOS_OVERFLOW:
    return PyExc_OverflowError;
  case ARAIOS_OUT_OF_MEMORY:
    return PyExc_MemoryError;
  case ARAIOS_IO_ERROR:
    return PyExc_OSError;
  case ARAIOS_NOT_SUPPORTED:
    return PyExc_NotImplementedError;
  case ARAIOS_INVALID_ARGUMENT:
  case ARAIOS_INVALID_HANDLE:
  case ARAIOS_INVALID_MATRIX:
    return PyExc_ValueError;
  default:
    return PyExc_RuntimeError;
  }
}

void replace_all(std::string& text, std::string const& from, std::string const& to) {
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

/// A message in the words of Python: ARAIOS_MIN_PLUS is 'min_plus', araios_spmv and Araios::spmv are spmv.
std::string in_python(std::string text) {
  if (auto const end = text.find("\nTraceback functionality"); end != std::string::npos) text.resize(end);
  if (auto const end = text.find("Traceback functionality"); end != std::string::npos) text.resize(end);
  replace_all(text, "UnknownLabels::no_edges", "allow_unknown_labels=True");
  replace_all(text, "kronecker<std::int64_t>", "matrices with indices of 64 bits");
  for (auto const& [from, to] :
       {std::pair{"DokDuplicates::sum adds them", "sum_duplicates() adds them"},
        std::pair{"ARAIOS_INDEX_32_64", "32 bits with offsets of 64"}, std::pair{"ARAIOS_INDEX_32", "32 bits"},
        std::pair{"ARAIOS_INDEX_64", "64 bits"}, std::pair{"a 32-bit signed integer", "32 bits"},
        std::pair{"ARAIOS_NOT_EQUAL", "'!='"}, std::pair{"ARAIOS_EQUAL", "'=='"}})
    replace_all(text, from, to);
  static std::string const prefix = "ARAIOS_";
  for (auto at = text.find(prefix); at != std::string::npos; at = text.find(prefix, at)) {
    auto end = at + prefix.size();
    std::string word = "'";
    for (; end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) != 0 || text[end] == '_'); ++end)
      word += static_cast<char>(std::tolower(static_cast<unsigned char>(text[end])));
    text.replace(at, end - at, word + "'");
  }
  for (auto const* const space : {"araios_matrix_", "araios_vector_", "araios_", "Araios::convert::", "Araios::"})
    replace_all(text, space, "");
  return text;
}

}  // namespace

void raise(araios_status status, char const* message) {
  drop_released_owners();
  PyErr_SetString(exception_of(status), in_python(message).c_str());
  throw nb::python_error();
}

void release_later(PyObject* owner) { release_owner(owner); }

void drop_released_owners() {
  std::vector<PyObject*> owners;
  {
    std::scoped_lock const lock(released_mutex);
    owners.swap(released_owners());
  }
  for (auto* const owner : owners) Py_DECREF(owner);
}

Context::Context(araios_space space, int num_threads) {
  araios_context_options options{};
  options.space = space;
  options.initialize.num_threads = num_threads;
  auto status = araios_context_create(&options, &handle_);
  araios_context_info info{};
  if (status == ARAIOS_SUCCESS) status = araios_context_get_info(handle_, &info);
  if (status != ARAIOS_SUCCESS) raise(status, araios_last_message());
  device_id_ = info.device_id;
  WatchedCall::watch(handle_);
}

void Context::wait_for_callers() noexcept {
  try {
    if (device_id_ < 0) return;
    for (auto* const stream : caller_streams()) araios_context_wait_for_stream(handle_, stream);
  } catch (nb::python_error& error) {
    error.discard_as_unraisable("araios: the current stream");
  }
}

Context::~Context() {
  nb::gil_scoped_release const released;
  araios_context_destroy(handle_);
}

Arrays::Arrays(nb::object owner, araios_space space, araios_trust trust) {
  options.space = space;
  options.trust = trust;
  if (owner.is_none()) return;
  owner_ = owner.release().ptr();
  options.ownership = ARAIOS_BORROW;
  options.release = release_owner;
  options.user = owner_;
}
Arrays::~Arrays() { Py_XDECREF(owner_); }

namespace {

nb::dlpack::dtype dtype_of(araios_type type) {
  auto const [kind, bytes] = elements_of(type);
  auto const code = kind == 'i'   ? nb::dlpack::dtype_code::Int
                    : kind == 'c' ? nb::dlpack::dtype_code::Complex
                                  : nb::dlpack::dtype_code::Float;
  return {static_cast<std::uint8_t>(code), static_cast<std::uint8_t>(8 * bytes), 1};
}

/// A capsule of DLPack, which keeps `owner` alive: for one consumer.
nb::object dlpack_capsule(nb::handle owner, std::uintptr_t address, std::size_t count, araios_type type,
                          int device_id) {
  std::size_t const shape[1] = {count};
  return nb::cast(nb::ndarray<>(reinterpret_cast<void*>(address), 1, shape, owner, nullptr, dtype_of(type),
                                nb::device::cuda::value, device_id));
}

}  // namespace

nb::object array_of(nb::handle owner, Context const& context, void const* data, std::int64_t count, araios_type type,
                    araios_space space, bool read_only) {
  auto* const memory = const_cast<void*>(data);
  if (space == ARAIOS_SPACE_DEVICE)
    return nb::make_tuple(reinterpret_cast<std::uintptr_t>(memory), count, type, context.device_id());
  auto const dtype = dtype_of(type);
  std::size_t const shape[1] = {static_cast<std::size_t>(count)};
  if (read_only) return nb::cast(nb::ndarray<nb::numpy, nb::ro>(memory, 1, shape, owner, nullptr, dtype));
  return nb::cast(nb::ndarray<nb::numpy>(memory, 1, shape, owner, nullptr, dtype));
}

void bind_context(nb::module_& m) {
  m.def("version", [] { return std::string(araios_version()); });
  m.def("about", [] { return std::string(araios_about()); });
  m.def(
      "supports", [](araios_type type, araios_index index) { return araios_supports(type, index) != 0; },
      nb::arg("type"), nb::arg("index") = ARAIOS_INDEX_DEFAULT);
  m.def("keep_memory", [](araios_space space, std::int64_t bytes) {
    auto const status = araios_keep_memory(space, bytes);
    if (status != ARAIOS_SUCCESS) raise(status, araios_last_message());
  });
  m.def("set_validation", [](bool on) { return araios_set_validation(on) != 0; });
  m.def("caller_streams", [] {
    nb::list found;
    for (auto* const stream : caller_streams()) found.append(reinterpret_cast<std::uintptr_t>(stream));
    return found;
  });
  m.def("forget_caller_streams", forget_caller_streams);
  m.def("dlpack_capsule", &dlpack_capsule);
  m.def("has_space", [](araios_space space) { return araios_has_space(space) != 0; });

  nb::class_<Context>(m, "Context")
      .def(nb::init<araios_space, int>())
      .def("hand_over", [](Context& c) { c.call([] { return ARAIOS_SUCCESS; }); })
      .def("synchronize", [](Context& c) { c.call([&] { return araios_context_synchronize(c.get()); }); })
      .def("info", [](Context& c) {
        araios_context_info info{};
        c.call([&] { return araios_context_get_info(c.get(), &info); });
        nb::dict result;
        result["space"] = static_cast<int>(info.space);
        result["name"] = std::string(info.name);
        result["concurrency"] = info.concurrency;
        result["device_id"] = info.device_id;
        result["stream"] = reinterpret_cast<std::uintptr_t>(info.stream);
        result["matrices"] = info.matrices;
        result["vectors"] = info.vectors;
        result["plans"] = info.plans;
        return result;
      });
}

}  // namespace araios_python
