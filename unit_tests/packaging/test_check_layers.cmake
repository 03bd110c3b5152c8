# SPDX-License-Identifier: Apache-2.0
#
# cmake -DCHECK=<CheckLayers.cmake> -DWORK_DIR=<a folder to use> -P test_check_layers.cmake
#
# The layer check must find what is planted here, and nothing where nothing is.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/planted_fault.cmake)

# expect(<name> <what the check must say, "" for no fault> <header> <line> [<header> <line>]...)
function(expect name said)
  set(root ${WORK_DIR}/${name})
  file(REMOVE_RECURSE ${root})
  set(rest ${ARGN})
  while(rest)
    list(POP_FRONT rest header line)
    file(APPEND ${root}/Araios/${header} "${line}\n")
  endwhile()
  set(page "")
  if(EXISTS ${root}/CONTRIBUTING.md)
    set(page -DCONTRIBUTING=${root}/CONTRIBUTING.md)
  endif()
  check_says(${name} "${said}" ${CMAKE_COMMAND} -DSOURCE_DIR=${root} ${page} -P ${CHECK})
endfunction()

expect(clean "" #
       core.hpp "#include <Araios/core/a.hpp>" core/a.hpp "#ifdef KOKKOS_ENABLE_CUDA" #
       formats/b.hpp "#include <Araios/core/a.hpp>" primitives/c.hpp "#include <cub/cub.cuh>" #
       operations/spmv/d.hpp "#include \"../../primitives/c.hpp\"" operations/spmm/e.hpp "#include <Araios/operations/spmv/d.hpp>" #
       spmv.hpp "#include <Araios/operations/spmv/d.hpp>" Araios.hpp "#include <Araios/spmv.hpp>" #
       collective/h.hpp "#ifdef KOKKOS_ENABLE_CUDA" io/f.hpp "// KOKKOS_ENABLE_CUDA plays no part")
expect(room "operations/spmv may not include operations/spmm" operations/spmv/d.hpp "#include <Araios/operations/spmm/e.hpp>")
expect(face "operations/transpose may not include operations/spmv" transpose.hpp "#include <Araios/spmv.hpp>")
expect(collective "collective may not include primitives" collective/h.hpp "#include <Araios/primitives/c.hpp>")
expect(no_room "is in no room" operations/d.hpp "")
expect(upward "core may not include formats" core/a.hpp "#include <Araios/formats/b.hpp>" formats/b.hpp "")
expect(formats_primitives "formats/b.hpp: formats may not include primitives" #
       formats/b.hpp "#  include <Araios/primitives/c.hpp>")
expect(primitives_formats "primitives may not include formats" primitives/c.hpp "#include <Araios/formats/b.hpp>")
expect(io_operations "io may not include operations/spmv" io/f.hpp "#include <Araios/operations/spmv/d.hpp>")
expect(relative "formats may not include primitives" formats/layout/b.hpp "#include \"../../primitives/c.hpp\"")
expect(quoted "generate may not include io" generate/g.hpp "#include \"Araios/io/f.hpp\"")
expect(umbrella "gathers rooms" operations/spmv/d.hpp "#include <Araios/Araios.hpp>")
expect(gathering "gathers rooms" operations/choose/d.hpp "#include <Araios/formats.hpp>")
expect(graph_rooms "graph/search may not include graph/truss" graph/search/h.hpp "#include <Araios/graph/truss/peel.hpp>")
expect(face_in_room "operations/spmm is a room, and may not include Araios/spmv.hpp at the top" #
       operations/spmm/e.hpp "#include <Araios/spmv.hpp>")
expect(own_face_in_room "operations/spmv is a room, and may not include Araios/spmv.hpp at the top" #
       operations/spmv/d.hpp "#include <Araios/spmv.hpp>")
expect(graph_face_in_room "graph/truss is a room, and may not include Araios/simple_graph.hpp at the top" #
       graph/truss/h.hpp "#include <Araios/simple_graph.hpp>")
expect(face_of_another_room "graph/triangles may not include graph/truss (Araios/truss.hpp)" #
       triangles.hpp "#include <Araios/truss.hpp>")
expect(face_of_two_rooms "graph/closure and graph/search may not include graph/paths" #
       graph.hpp "#include <Araios/graph/search/h.hpp>" graph.hpp "#include <Araios/graph/closure/h.hpp>" #
       graph.hpp "#include <Araios/graph/paths/h.hpp>")
expect(graph_gathering "graph/truss may not include Araios/formats.hpp, which gathers" truss.hpp "#include <Araios/formats.hpp>")
expect(unclaimed "is in no list of headers of a room" solvers.hpp "// nothing")
expect(gathering_declares "gathers headers, and declares something" io.hpp "namespace Araios {")
expect(public_function "operations/spmv/d.hpp: declares f in namespace Araios" #
       operations/spmv/d.hpp "namespace Araios {" operations/spmv/d.hpp "ARAIOS_NOT_INLINED void f(int a = 1) {")
expect(public_function_of_two_lines "graph/truss/h.hpp: declares g in namespace Araios" #
       graph/truss/h.hpp "namespace Araios {" graph/truss/h.hpp "namespace Impl::truss {" #
       graph/truss/h.hpp "}  // namespace Impl::truss" graph/truss/h.hpp "CsrMatrix<int>" graph/truss/h.hpp "g(int a) {")
expect(public_operator "declares operator== in namespace Araios" #
       graph/truss/h.hpp "namespace Araios {" graph/truss/h.hpp "inline bool operator==(A const& a, A const& b) {")
expect(functions_where_they_may_be "" #
       operations/spmv/d.hpp "namespace Araios {" operations/spmv/d.hpp "template <class T> requires(sizeof(T) > 1)" #
       operations/spmv/d.hpp "struct Options {" operations/spmv/d.hpp "  bool f() const {" #
       operations/spmv/d.hpp "inline std::string name(Options const& options) {" #
       operations/spmv/d.hpp "inline constexpr int size = f(1)" operations/spmv/d.hpp "Options(int) -> Options" #
       operations/spmv/d.hpp "namespace Impl::spmv {" operations/spmv/d.hpp "void f(int a) {" #
       operations/spmv/d.hpp "}  // namespace Impl::spmv" operations/spmv/d.hpp "}  // namespace Araios" #
       operations/spmv/e.hpp "namespace Araios::Impl::spmv {" operations/spmv/e.hpp "void f(int a) {" #
       spmv.hpp "namespace Araios {" spmv.hpp "void f(int a) {")
expect(backend "names a backend" operations/spmv/d.hpp "#if defined(KOKKOS_ENABLE_CUDA)")
expect(baseline "for tests and benchmarks only" operations/spmv/d.hpp "#include <cusparse.h>")
expect(cub "behind a primitive only" graph/search/h.hpp "#include <cub/cub.cuh>")
expect(without_kokkos "names Kokkos, and does not include Kokkos_Core.hpp" core/a.hpp "KOKKOS_INLINE_FUNCTION void f();")
expect(with_kokkos "" core/a.hpp "#include <Kokkos_Core.hpp>" core/a.hpp "Kokkos::View<int*> x;")
expect(build_type "depends on the build type" operations/spmv/d.hpp "#ifndef NDEBUG")
expect(assertion "depends on the build type" operations/spmv/d.hpp "  assert(n >= 0)")
expect(assertion_header "depends on the build type" core/a.hpp "#include <cassert>")
expect(static_assertion "" core/a.hpp "static_assert(sizeof(int) == 4)")
expect(stranger "is in no room" solvers/i.hpp "")
expect(inlined "no function that is ARAIOS_NOT_INLINED" operations/spmv/d.hpp "exec, KOKKOS_LAMBDA(int i) {}")
expect(compiled "" spmv.hpp "#ifdef ARAIOS_COMPILED" spmv.hpp "#include <Araios/compiled/spmv.hpp>" #
       compiled/spmv.hpp "#include <Araios/spmv.hpp>" compiled/each_scalar/spmv.cpp "#include <Araios/compiled/spmv.hpp>")
expect(compiled_without_guard "without #ifdef ARAIOS_COMPILED" spmv.hpp "#include <Araios/compiled/spmv.hpp>")
expect(compiled_in_room "operations/spmv may not include compiled" operations/spmv/d.hpp "#include <Araios/compiled/spmv.hpp>")
expect(compiled_in_call "" operations/spmv/call.hpp "#ifdef ARAIOS_COMPILED" #
       operations/spmv/call.hpp "#include <Araios/compiled/spmv.hpp>" #
       compiled/spmv.hpp "#include <Araios/operations/spmv/call.hpp>")
expect(compiled_gathering "gathers rooms" compiled/spmv.hpp "#include <Araios/formats.hpp>")
expect(empty "there is no folder")

# A page without the table of rooms, and with another one.
set(begin "<!-- printed by cmake/CheckLayers.cmake -->")
set(end "<!-- end of what it prints -->")
expect(page "CONTRIBUTING.md: lacks the lines between which" core/a.hpp "// nothing" ../CONTRIBUTING.md "${begin}")
expect(page_of_before "CONTRIBUTING.md: the table of rooms is not that of this file" core/a.hpp "// nothing" #
       ../CONTRIBUTING.md "${begin}" ../CONTRIBUTING.md "| `core` |" ../CONTRIBUTING.md "${end}")
