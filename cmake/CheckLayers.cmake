# SPDX-License-Identifier: Apache-2.0
#
# cmake -DSOURCE_DIR=<the folder src> -P CheckLayers.cmake
#
# Reads the include lines below src/Araios and fails, naming file and line, on a layer that includes one it must not
# know, on a library that only tests and benchmarks may use, on a backend named outside core and primitives, and on code
# that depends on NDEBUG: what a header does may not differ between the build types of its users.
cmake_minimum_required(VERSION 3.25)

set(LAYERS core formats primitives operations graph io generate)
set(core_MAY_INCLUDE core)
set(formats_MAY_INCLUDE core formats)
set(primitives_MAY_INCLUDE core primitives)
set(operations_MAY_INCLUDE core formats primitives operations)
set(graph_MAY_INCLUDE core formats primitives operations graph)
set(io_MAY_INCLUDE core formats io)
set(generate_MAY_INCLUDE core formats generate)

if(NOT IS_DIRECTORY "${SOURCE_DIR}/Araios")
  message(FATAL_ERROR "CheckLayers: there is no folder ${SOURCE_DIR}/Araios")
endif()

# The layer of a header given relative to src: its folder below Araios, or, for a header directly in Araios, its own
# name where that is a layer (Araios/core.hpp is core). Other headers there gather layers and belong to none.
function(layer_of header result)
  set(layer "")
  if(header MATCHES "^Araios/([^/.]+)[/.]" AND CMAKE_MATCH_1 IN_LIST LAYERS)
    set(layer ${CMAKE_MATCH_1})
  endif()
  set(${result} "${layer}" PARENT_SCOPE)
endfunction()

set(faults "")
set(number_of_headers 0)
file(GLOB_RECURSE headers RELATIVE ${SOURCE_DIR} ${SOURCE_DIR}/Araios/*)
foreach(header IN LISTS headers)
  math(EXPR number_of_headers "${number_of_headers} + 1")
  layer_of(${header} layer)
  if(layer STREQUAL "" AND NOT header MATCHES "^Araios/[^/]+\\.hpp$")
    string(APPEND faults "  ${header}: is in no layer (${LAYERS})\n")
    continue()
  endif()

  # Each lambda needs a function that is not inlined around it; that one is there is as much as can be seen here.
  file(STRINGS ${SOURCE_DIR}/${header} lambdas REGEX "KOKKOS_LAMBDA")
  file(STRINGS ${SOURCE_DIR}/${header} not_inlined REGEX "ARAIOS_NOT_INLINED")
  if(lambdas AND NOT not_inlined)
    string(APPEND faults "  ${header}: has a KOKKOS_LAMBDA, but no function that is ARAIOS_NOT_INLINED\n")
  endif()

  file(STRINGS ${SOURCE_DIR}/${header} of_build_type REGEX "NDEBUG|(^|[^_A-Za-z0-9])assert[ \t]*\\(|<cassert>|<assert\\.h>")
  if(of_build_type)
    list(GET of_build_type 0 of_build_type)
    string(APPEND faults "  ${header}: depends on the build type, by NDEBUG or assert: ${of_build_type}\n")
  endif()

  file(STRINGS ${SOURCE_DIR}/${header} lines REGEX "#[ \t]*include|KOKKOS_ENABLE_")
  foreach(line IN LISTS lines)
    if(line MATCHES "KOKKOS_ENABLE_" AND NOT line MATCHES "^[ \t]*//" AND NOT layer MATCHES "^(core|primitives)$")
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
    elseif(included_layer STREQUAL "")
      string(APPEND faults "  ${header}: ${layer} may not include ${included}, which gathers all layers\n")
    elseif(NOT included_layer IN_LIST ${layer}_MAY_INCLUDE)
      string(APPEND faults "  ${header}: ${layer} may not include ${included_layer} (${included})\n")
    endif()
  endforeach()
endforeach()

if(number_of_headers EQUAL 0)
  message(FATAL_ERROR "CheckLayers: no header below ${SOURCE_DIR}/Araios")
endif()
if(faults)
  message(FATAL_ERROR "CheckLayers: forbidden:\n${faults}")
endif()
message(STATUS "CheckLayers: ${number_of_headers} headers keep to their layers")
