# SPDX-License-Identifier: Apache-2.0
#
# cmake -DSOURCE_DIR=<the folder src> [-DCONTRIBUTING=<CONTRIBUTING.md>] -P CheckLayers.cmake
#
# Reads the include lines below src/Araios and fails, naming file and line, on a room that includes one that it may not
# include, on a library that only tests and benchmarks may use, on a backend named outside core, collective and primitives,
# on a function in namespace Araios that a room declares, and on code that depends on NDEBUG: a header must do the same in
# all build types of its users.
#
#   core <- collective <- primitives <- operations/<room> <- graph/<room> <- graph: its headers at the top
#   core <- formats <------------------------^                 io, generate -> formats
#   all of them <- compiled <- the headers at the top
cmake_minimum_required(VERSION 3.25)

set(core_MAY_INCLUDE core)
set(collective_MAY_INCLUDE core collective)
set(primitives_MAY_INCLUDE core collective primitives)
set(formats_MAY_INCLUDE core formats)
set(io_MAY_INCLUDE core formats io)
set(generate_MAY_INCLUDE core formats generate)
set(testing_MAY_INCLUDE core testing)
set(LAYERS core collective primitives formats io generate testing)

# A room of operations may include the layers below, itself, and the rooms named here.
set(OPERATIONS algebra bitmap build choose convert dok elementwise kronecker multiply mxv packet reduce reorder row_statistics
               select spmm spmspv spmv submatrix transform transpose update vector)
set(algebra_ROOMS build convert elementwise kronecker multiply submatrix transpose)
set(build_ROOMS convert)
set(choose_ROOMS convert row_statistics spmv)
set(convert_ROOMS dok packet reorder row_statistics transpose vector)
set(multiply_ROOMS build elementwise transpose)
set(reduce_ROOMS spmv transpose)
set(packet_ROOMS row_statistics)
set(spmm_ROOMS spmv transpose)
set(spmspv_ROOMS spmv)
set(spmv_ROOMS transpose)
set(update_ROOMS elementwise)
set(vector_ROOMS spmv)
foreach(room IN LISTS OPERATIONS)
  set(operations/${room}_MAY_INCLUDE core collective formats primitives operations/${room})
  foreach(other IN LISTS ${room}_ROOMS)
    list(APPEND operations/${room}_MAY_INCLUDE operations/${other})
  endforeach()
  list(APPEND LAYERS operations/${room})
endforeach()

# A room of graph may include the layers below, all rooms of operations, itself, and the rooms named here.
set(GRAPH closure paths search triangles truss)
set(paths_ROOMS closure)
set(truss_ROOMS triangles)
set(below_graph core collective formats primitives)
foreach(room IN LISTS OPERATIONS)
  list(APPEND below_graph operations/${room})
endforeach()
set(graph_MAY_INCLUDE ${below_graph} graph)
foreach(room IN LISTS GRAPH)
  set(graph/${room}_MAY_INCLUDE ${below_graph} graph/${room})
  foreach(other IN LISTS ${room}_ROOMS)
    list(APPEND graph/${room}_MAY_INCLUDE graph/${other})
  endforeach()
  list(APPEND graph_MAY_INCLUDE graph/${room})
  list(APPEND LAYERS graph/${room})
endforeach()
list(APPEND graph/paths_MAY_INCLUDE io) # lists of labelled edges are read there
list(APPEND LAYERS graph)
# Instantiations of all others. Only headers at the top may include these, where ARAIOS_COMPILED is defined.
list(APPEND LAYERS compiled)
set(compiled_MAY_INCLUDE ${LAYERS})

# The headers at the top that declare the operations of a room. All others there gather headers, and declare nothing; no
# room includes them.
set(choose_FACES any_matrix choose_format)
set(convert_FACES convert dense format_sizes sort_rows)
set(dok_FACES update_dok)
set(multiply_FACES galerkin_plan multiply multiply_masked multiply_plan multiply_transposed)
set(spmv_FACES spmv spmv_plan)
set(transpose_FACES transpose transpose_plan)
set(update_FACES update_csr)
set(graph_FACES cliques grammar graph labelled_graph path_queries simple_graph triangles truss update_triangles)
foreach(room IN ITEMS algebra bitmap build elementwise kronecker mxv reduce reorder row_statistics select spmm spmspv submatrix
                      transform vector)
  set(${room}_FACES ${room})
endforeach()

if(NOT IS_DIRECTORY "${SOURCE_DIR}/Araios")
  message(FATAL_ERROR "CheckLayers: there is no folder ${SOURCE_DIR}/Araios")
endif()

# The room of a header given relative to src, or "": its folder, or, for one directly in Araios, the room that it declares.
function(layer_of header result)
  set(layer "")
  if(header MATCHES "^Araios/((operations|graph)/[^/]+)/" AND CMAKE_MATCH_1 IN_LIST LAYERS)
    set(layer ${CMAKE_MATCH_1})
  elseif(header MATCHES "^Araios/([^/]+)/" AND CMAKE_MATCH_1 IN_LIST LAYERS)
    set(layer ${CMAKE_MATCH_1})
  elseif(header STREQUAL "Araios/core.hpp")
    set(layer core)
  elseif(header MATCHES "^Araios/([^/]+)\\.hpp$")
    set(face ${CMAKE_MATCH_1})
    foreach(room IN LISTS OPERATIONS)
      if(face IN_LIST ${room}_FACES)
        set(layer operations/${room})
      endif()
    endforeach()
    if(face IN_LIST graph_FACES)
      set(layer graph)
    endif()
  endif()
  set(${result} "${layer}" PARENT_SCOPE)
endfunction()

# public_functions_of(<header> <result>): the names of the functions that it declares in namespace Araios itself. Each
# declarator begins in the first column, as clang-format writes it, and names of functions in lower case. A function
# `name` may stay beside its type.
function(public_functions_of header result)
  file(READ ${SOURCE_DIR}/${header} text)
  string(REGEX REPLACE "[][;]" "_" text "${text}")
  string(REPLACE "\n" ";" lines "${text}")
  list(FILTER lines INCLUDE REGEX "^(namespace |} +// namespace |[A-Za-z_].*\\()")
  list(FILTER lines EXCLUDE REGEX "^(template|requires|concept|using|struct|class|enum|union|static_assert)[^A-Za-z0-9_]")
  set(open "")
  set(names "")
  foreach(line IN LISTS lines)
    if(line MATCHES "^namespace ([A-Za-z_:]+) {")
      list(APPEND open ${CMAKE_MATCH_1})
    elseif(line MATCHES "^} +// namespace")
      list(POP_BACK open)
    elseif(open STREQUAL "Araios" AND line MATCHES "^([^=(]*[ *&])?(operator[^(]+|[a-z][a-z0-9_]*)\\("
           AND NOT CMAKE_MATCH_2 STREQUAL "name")
      list(APPEND names ${CMAKE_MATCH_2})
    endif()
  endforeach()
  set(${result} "${names}" PARENT_SCOPE)
endfunction()

set(faults "")
set(number_of_headers 0)
file(GLOB_RECURSE headers RELATIVE ${SOURCE_DIR} ${SOURCE_DIR}/Araios/*)
foreach(header IN LISTS headers)
  math(EXPR number_of_headers "${number_of_headers} + 1")
  layer_of(${header} layer)
  if(layer STREQUAL "" AND NOT header MATCHES "^Araios/[^/]+\\.hpp$")
    string(APPEND faults "  ${header}: is in no room (${LAYERS})\n")
    continue()
  endif()

  file(STRINGS ${SOURCE_DIR}/${header} namespaces REGEX "^namespace ")
  if(layer STREQUAL "" AND namespaces)
    string(APPEND faults "  ${header}: declares something, and is in no list of headers of a room (_FACES)\n")
  endif()

  if(header MATCHES "^Araios/(operations|graph)/")
    public_functions_of(${header} names)
    foreach(name IN LISTS names)
      string(APPEND faults "  ${header}: declares ${name} in namespace Araios; public functions are in headers at the top\n")
    endforeach()
  endif()

  # Each lambda needs a function that is not inlined around it; only the presence of such a function can be checked here.
  file(STRINGS ${SOURCE_DIR}/${header} lambdas REGEX "KOKKOS_LAMBDA")
  file(STRINGS ${SOURCE_DIR}/${header} not_inlined REGEX "ARAIOS_NOT_INLINED")
  if(lambdas AND NOT not_inlined)
    string(APPEND faults "  ${header}: has a KOKKOS_LAMBDA, but no function that is ARAIOS_NOT_INLINED\n")
  endif()

  # The test of each header alone precompiles Kokkos' headers, and so would not miss them.
  file(STRINGS ${SOURCE_DIR}/${header} names_kokkos REGEX "Kokkos::|KOKKOS_[A-Z_]*(FUNCTION|LAMBDA)")
  file(STRINGS ${SOURCE_DIR}/${header} includes_kokkos REGEX "#include <Kokkos_Core\\.hpp>")
  if(names_kokkos AND NOT includes_kokkos)
    string(APPEND faults "  ${header}: names Kokkos, and does not include Kokkos_Core.hpp\n")
  endif()

  file(STRINGS ${SOURCE_DIR}/${header} of_build_type REGEX "NDEBUG|(^|[^_A-Za-z0-9])assert[ \t]*\\(|<cassert>|<assert\\.h>")
  if(of_build_type)
    list(GET of_build_type 0 of_build_type)
    string(APPEND faults "  ${header}: depends on the build type, by NDEBUG or assert: ${of_build_type}\n")
  endif()

  file(STRINGS ${SOURCE_DIR}/${header} lines REGEX "#[ \t]*include|KOKKOS_ENABLE_")
  foreach(line IN LISTS lines)
    if(line MATCHES "KOKKOS_ENABLE_" AND NOT line MATCHES "^[ \t]*//" AND NOT layer MATCHES "^(core|collective|primitives)$")
      string(APPEND faults "  ${header}: names a backend: ${line}\n")
    endif()
    if(NOT line MATCHES "^[ \t]*#[ \t]*include[ \t]*[<\"]([^>\"]+)[>\"]")
      continue()
    endif()
    set(included ${CMAKE_MATCH_1})

    if(included MATCHES "^(cusparse|KokkosSparse|KokkosKernels|KokkosBlas|KokkosGraph|thrust/|CLI/|nlohmann/|fmt/|gtest/|rapidcheck|cs\\.h)")
      string(APPEND faults "  ${header}: includes ${included}, which is for tests and benchmarks only\n")
    endif()
    if(included MATCHES "^cub/" AND NOT layer STREQUAL primitives)
      string(APPEND faults "  ${header}: includes ${included}; CUB may stand behind a primitive only\n")
    endif()

    if(line MATCHES "include[ \t]*\"" AND NOT included MATCHES "^Araios/")
      # Relative to the header's own folder.
      cmake_path(GET header PARENT_PATH folder)
      cmake_path(APPEND folder ${included} OUTPUT_VARIABLE included)
      cmake_path(NORMAL_PATH included)
    endif()
    if(NOT included MATCHES "^Araios/")
      continue()
    endif()
    layer_of(${included} included_layer)
    if(layer STREQUAL "")
      continue()
    elseif(included_layer STREQUAL compiled AND header MATCHES "^Araios/[^/]+\\.hpp$")
      # Its instantiations, at its end. Without the library there are none.
      file(STRINGS ${SOURCE_DIR}/${header} guards REGEX "^#ifdef ARAIOS_COMPILED$")
      if(NOT guards)
        string(APPEND faults "  ${header}: includes ${included} without #ifdef ARAIOS_COMPILED\n")
      endif()
    elseif(included_layer STREQUAL "")
      string(APPEND faults "  ${header}: ${layer} may not include ${included}, which gathers rooms\n")
    elseif(NOT included_layer IN_LIST ${layer}_MAY_INCLUDE)
      string(APPEND faults "  ${header}: ${layer} may not include ${included_layer} (${included})\n")
    endif()
  endforeach()
endforeach()

# uses_of(<rooms> <result>): " <room>: <others that it may use>." for each room that may use others.
function(uses_of rooms result)
  set(uses "")
  foreach(room IN LISTS rooms)
    if(${room}_ROOMS)
      list(JOIN ${room}_ROOMS ", " others)
      string(APPEND uses " ${room}: ${others}.")
    endif()
  endforeach()
  set(${result} "${uses}" PARENT_SCOPE)
endfunction()

# What CONTRIBUTING.md says of the rooms: their lists, and which others each may use.
if(CONTRIBUTING)
  list(JOIN OPERATIONS ", " operations)
  list(JOIN GRAPH ", " graphs)
  uses_of("${OPERATIONS}" uses_of_operations)
  uses_of("${GRAPH}" uses_of_graphs)
  file(READ ${CONTRIBUTING} text)
  string(REGEX REPLACE "[ \n]+" " " text "${text}")
  foreach(expected IN ITEMS "what users call on matrices: ${operations} |" "graph algorithms: ${graphs} |"
                            "An operation may use these other rooms, and no more:${uses_of_operations}"
                            "A room of graph may use all rooms of operations, and:${uses_of_graphs}")
    string(FIND "${text}" "${expected}" position)
    if(position EQUAL -1)
      string(APPEND faults "  ${CONTRIBUTING}: must say (line breaks do not matter):\n${expected}\n")
    endif()
  endforeach()
endif()

if(number_of_headers EQUAL 0)
  message(FATAL_ERROR "CheckLayers: no header below ${SOURCE_DIR}/Araios")
endif()
if(faults)
  message(FATAL_ERROR "CheckLayers: forbidden:\n${faults}")
endif()
message(STATUS "CheckLayers: ${number_of_headers} headers keep to their rooms")
