# SPDX-License-Identifier: Apache-2.0
#
# How Araios finds Kokkos, in its own build and (installed beside AraiosConfig.cmake) in that of a consumer.

include_guard(GLOBAL)

# Debian's Kokkos 3.4, a part of its Trilinos, exports a Kokkos::kokkos whose include folder does not exist: the
# headers lie in the folder that Kokkos_INCLUDE_DIRS names. CMake treats the include folders of an imported target as
# system folders, so that warnings of these headers stay out of sight.
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
    message(FATAL_ERROR "Araios: found the libraries of Kokkos in ${Kokkos_DIR}, but not Kokkos_Core.hpp. "
                        "On Debian: apt-get install libtrilinos-kokkos-dev")
  endif()
  set_target_properties(Kokkos::kokkos PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${Araios_TRILINOS_INCLUDE_DIR}")
endfunction()

# araios_find_kokkos([<arguments of find_package>...])
#
# Leaves a Kokkos::kokkos that works: that of a superproject where there is one, else what find_package(Kokkos) finds
# (-DKokkos_ROOT=<prefix> chooses; without it, CMAKE_PREFIX_PATH, then the system). Sets Araios_KOKKOS_VERSION,
# Araios_KOKKOS_DEVICES and Araios_KOKKOS_IS_TRILINOS.
macro(araios_find_kokkos)
  if(NOT TARGET Kokkos::kokkos)
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
      # A Kokkos that the superproject builds says it by options.
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
      message(FATAL_ERROR "Araios needs Kokkos 3.4 or newer; ${Kokkos_DIR} is ${Araios_KOKKOS_VERSION}")
    endif()
  endif()
endmacro()

# araios_find_kokkos_kernels(<variable>)
#
# Sets the variable to a target of Kokkos Kernels, or to the empty string. It must be of the same Kokkos: it is looked for
# beside that one, or where KokkosKernels_ROOT says. Debian's Kokkos Kernels 3.4 goes with Debian's Kokkos only.
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
