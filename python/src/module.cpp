// SPDX-License-Identifier: Apache-2.0
#include "handles.hpp"

NB_MODULE(_core, m) {
  using namespace araios_python;
  // Handles that are alive when the interpreter ends are destroyed by the library.
  nb::set_leak_warnings(false);
  bind_enumerations(m);  // first: defaults of arguments are of them
  bind_context(m);
  bind_progress(m);
  bind_matrix(m);
  bind_borrow(m);
  bind_vector(m);
  bind_convert(m);
  bind_products(m);
  bind_elementwise(m);
  bind_graph(m);
  bind_solve(m);
  bind_io(m);
}
