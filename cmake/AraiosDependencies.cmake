# SPDX-License-Identifier: Apache-2.0
#
# How Araios finds Kokkos, in its own build and (installed beside AraiosConfig.cmake) in that of a consumer.

include_guard(GLOBAL)

# Stops with the text. Within find_package it is kept in the property araios_kokkos_refused: the package is then not found,
# and a project for which it is optional goes on.
function(_araios_refuse)
  string(JOIN "" text ${ARGN})
  if(DEFINED CMAKE_FIND_PACKAGE_NAME)
    set_property(GLOBAL PROPERTY araios_kokkos_refused "${text}")
  else()
    message(FATAL_ERROR "${text}")
  endif()
endfunction()

# Debian's Kokkos 3.4, a part of its Trilinos, exports a Kokkos::kokkos whose include folder does not exist: the
# headers lie in the folder that Kokkos_INCLUDE_DIRS names. CMake treats the include folders of an imported target as
# system folders, so that warnings of these headers are not shown.
function(_araios_repair_trilinos_kokkos)
  get_target_property(imported Kokkos::kokkos IMPORTED)
  if(NOT imported OR NOT TARGET trilinos_kokkoscore)
    return()
  endif()
  get_target_property(folders Kokkos::kokkos INTERFACE_INCLUDE_DIRECTORIES)
  foreach(folder IN LISTS folders)
    if(EXISTS "${folder}/Kokkos_Core.hpp")
      return()
    endif()
  endforeach()
  find_path(Araios_TRILINOS_INCLUDE_DIR Kokkos_Core.hpp HINTS ${Kokkos_INCLUDE_DIRS} PATH_SUFFIXES trilinos)
  mark_as_advanced(Araios_TRILINOS_INCLUDE_DIR)
  if(NOT Araios_TRILINOS_INCLUDE_DIR)
    _araios_refuse("Araios: found the libraries of Kokkos in ${Kokkos_DIR}, but not Kokkos_Core.hpp. "
                   "On Debian: apt-get install libtrilinos-kokkos-dev")
    return()
  endif()
  set_target_properties(Kokkos::kokkos PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${Araios_TRILINOS_INCLUDE_DIR}")
endfunction()

# Where Kokkos_ROOT has no Kokkos, find_package silently takes another one, such as that of the system.
function(_araios_check_kokkos_root)
  if(NOT "${Kokkos_ROOT}" STREQUAL "")
    set(roots "${Kokkos_ROOT}")
    set(said "Kokkos_ROOT")
  else()
    file(TO_CMAKE_PATH "$ENV{Kokkos_ROOT}" roots)
    set(said "Kokkos_ROOT in the environment")
  endif()
  if("${roots}" STREQUAL "")
    return()
  endif()
  file(REAL_PATH "${Kokkos_DIR}" found)
  foreach(root IN LISTS roots)
    file(REAL_PATH "${root}" root)
    cmake_path(IS_PREFIX root "${found}" NORMALIZE beneath)
    if(beneath)
      return()
    endif()
  endforeach()
  _araios_refuse("Araios: ${said} is ${roots}, but the Kokkos found is another one: "
                 "${Araios_KOKKOS_DESCRIPTION}. Kokkos_ROOT must be the prefix of an installed Kokkos, the folder "
                 "above lib/cmake/Kokkos. After a change of it, configure with -U Kokkos_DIR or in a new folder")
endfunction()

# nvcc, or Araios_REQUIRE_CUDA, with a Kokkos that has no CUDA: the build would pass and use the host.
function(_araios_check_kokkos_devices)
  if("${Araios_KOKKOS_DEVICES}" STREQUAL "" OR Araios_KOKKOS_DEVICES MATCHES "[Cc][Uu][Dd][Aa]")
    return()
  endif()
  cmake_path(GET CMAKE_CXX_COMPILER FILENAME compiler)
  if(compiler MATCHES "nvcc")
    set(because "The compiler is ${CMAKE_CXX_COMPILER}")
  elseif(Araios_REQUIRE_CUDA)
    set(because "Araios_REQUIRE_CUDA is ON")
  else()
    return()
  endif()
  _araios_refuse("Araios: ${because}, but the Kokkos found has no CUDA: ${Araios_KOKKOS_DESCRIPTION}. "
                 "-DKokkos_ROOT=<prefix of the Kokkos with CUDA> says where that one is. After a change of it, "
                 "configure with -U Kokkos_DIR or in a new folder")
endfunction()

# araios_find_kokkos([<arguments of find_package>...])
#
# Leaves a Kokkos::kokkos that works: that of a superproject where there is one, else what find_package(Kokkos) finds
# (-DKokkos_ROOT=<prefix> chooses; without it, CMAKE_PREFIX_PATH, then the system). Stops where that one is not the
# requested one. Sets Araios_KOKKOS_VERSION, Araios_KOKKOS_DEVICES, Araios_KOKKOS_IS_TRILINOS and, for messages,
# Araios_KOKKOS_DESCRIPTION: version, devices and folder.
macro(araios_find_kokkos)
  set_property(GLOBAL PROPERTY araios_kokkos_refused "")
  set(_araios_searched FALSE)
  if(NOT TARGET Kokkos::kokkos)
    set(_araios_searched TRUE)
    # A Kokkos built without compiler extensions changes the cache of its user, with a warning, unless this is off.
    set(_araios_extensions_defined FALSE)
    if(DEFINED CMAKE_CXX_EXTENSIONS)
      set(_araios_extensions_defined TRUE)
      set(_araios_extensions ${CMAKE_CXX_EXTENSIONS})
    endif()
    set(CMAKE_CXX_EXTENSIONS OFF)
    find_package(Kokkos CONFIG QUIET ${ARGN})
    if(_araios_extensions_defined)
      set(CMAKE_CXX_EXTENSIONS ${_araios_extensions})
    else()
      unset(CMAKE_CXX_EXTENSIONS)
    endif()
    unset(_araios_extensions)
    unset(_araios_extensions_defined)
  endif()
  if(TARGET Kokkos::kokkos)
    _araios_repair_trilinos_kokkos()
    set(Araios_KOKKOS_VERSION "${Kokkos_VERSION}")
    set(Araios_KOKKOS_DEVICES "${Kokkos_DEVICES}")
    if(Araios_KOKKOS_DEVICES STREQUAL "")
      # A Kokkos that the superproject builds has its devices in options.
      foreach(_araios_device IN ITEMS CUDA HIP SYCL OPENMP THREADS SERIAL)
        if(Kokkos_ENABLE_${_araios_device})
          list(APPEND Araios_KOKKOS_DEVICES ${_araios_device})
        endif()
      endforeach()
    endif()
    string(REPLACE ";" ", " Araios_KOKKOS_DEVICES "${Araios_KOKKOS_DEVICES}")
    set(Araios_KOKKOS_IS_TRILINOS FALSE)
    if(TARGET trilinos_kokkoscore)
      set(Araios_KOKKOS_IS_TRILINOS TRUE)
    endif()
    if(Araios_KOKKOS_VERSION AND Araios_KOKKOS_VERSION VERSION_LESS 3.4)
      _araios_refuse("Araios needs Kokkos 3.4 or newer, ${Kokkos_DIR} is ${Araios_KOKKOS_VERSION}")
    endif()
    if(Araios_KOKKOS_VERSION)
      set(Araios_KOKKOS_DESCRIPTION "Kokkos ${Araios_KOKKOS_VERSION} (${Araios_KOKKOS_DEVICES}) in ${Kokkos_DIR}")
    else()
      set(Araios_KOKKOS_DESCRIPTION "Kokkos of ${CMAKE_PROJECT_NAME} (${Araios_KOKKOS_DEVICES}) in ${Kokkos_SOURCE_DIR}")
    endif()
    if(_araios_searched)
      _araios_check_kokkos_root()
    endif()
    _araios_check_kokkos_devices()
  endif()
  unset(_araios_searched)
endmacro()

# araios_compiled_for(<variable> <version> <devices>)
#
# What is wrong with linking objects that were compiled for this Kokkos: the empty string, or that another one was found.
function(araios_compiled_for variable version devices)
  set(${variable} "" PARENT_SCOPE)
  if(Araios_KOKKOS_VERSION AND NOT "${Araios_KOKKOS_VERSION} ${Araios_KOKKOS_DEVICES}" STREQUAL "${version} ${devices}")
    set(${variable} "was compiled for Kokkos ${version} (${devices}), but the Kokkos found is ${Araios_KOKKOS_DESCRIPTION}"
        PARENT_SCOPE)
  endif()
endfunction()

# araios_find_kokkos_kernels(<variable>)
#
# Sets the variable to a target of Kokkos Kernels, or to the empty string. It must belong to the same Kokkos: it is searched
# beside that one, or at KokkosKernels_ROOT. Debian's Kokkos Kernels 3.4 goes with Debian's Kokkos only.
macro(araios_find_kokkos_kernels variable)
  set(${variable} "")
  if(Kokkos_DIR)
    cmake_path(GET Kokkos_DIR PARENT_PATH _araios_beside_kokkos)
  endif()
  find_package(KokkosKernels CONFIG QUIET HINTS ${_araios_beside_kokkos})
  if(TARGET Kokkos::kokkoskernels)
    set(${variable} Kokkos::kokkoskernels)
  elseif(TARGET trilinos_kokkoskernels AND Araios_KOKKOS_IS_TRILINOS)
    set(${variable} trilinos_kokkoskernels)
    set(KokkosKernels_VERSION ${Araios_KOKKOS_VERSION})
  endif()
  unset(_araios_beside_kokkos)
endmacro()
