# SPDX-License-Identifier: Apache-2.0
#
# The types of values and of indices that libraries of instantiations are built for: Araios::compiled, Araios::runtime
# and the C interface.
# Araios/compiled/types.hpp reads the definitions.

set(Araios_SCALARS float double complex_float complex_double int64 pattern)
set(Araios_INDICES index_32 index_32_64 index_64)

# araios_check_types(<option> <known>...): stops where the option names another type.
function(araios_check_types option)
  foreach(type IN LISTS ${option})
    if(NOT type IN_LIST ARGN)
      list(JOIN ARGN " " known)
      message(FATAL_ERROR "Araios: ${option} has \"${type}\"; it may have ${known}")
    endif()
  endforeach()
endfunction()

# araios_type_definitions(<result> <types> <types of the unit>): ARAIOS_COMPILED_<TYPE> of each type is 2 where this unit
# has its instantiations, 1 where another unit of the library has them, and 0 where the library was built without it.
function(araios_type_definitions result types unit)
  set(definitions "")
  foreach(type IN LISTS Araios_SCALARS Araios_INDICES)
    set(value 0)
    if(type IN_LIST unit)
      set(value 2)
    elseif(type IN_LIST types)
      set(value 1)
    endif()
    string(TOUPPER ARAIOS_COMPILED_${type}=${value} definition)
    list(APPEND definitions ${definition})
  endforeach()
  set(${result} ${definitions} PARENT_SCOPE)
endfunction()

# araios_typed_objects(<result> <prefix> TYPES <types> [SCALARS <types>] [INDICES <types>] FILES <files>): the files as
# object libraries, one for each scalar and index type. The result gets their names.
function(araios_typed_objects result prefix)
  cmake_parse_arguments(PARSE_ARGV 2 of "" "" "TYPES;SCALARS;INDICES;FILES")
  # A list without elements leaves that type open.
  foreach(list IN ITEMS SCALARS INDICES)
    if(NOT of_${list})
      set(of_${list} any)
    endif()
  endforeach()
  foreach(scalar IN LISTS of_SCALARS)
    foreach(index IN LISTS of_INDICES)
      string(REPLACE "_any" "" name ${prefix}_${scalar}_${index})
      araios_type_definitions(definitions "${of_TYPES}" "${scalar};${index}")
      add_library(${name} OBJECT ${of_FILES})
      target_link_libraries(${name} PRIVATE Araios)
      target_compile_definitions(${name} PRIVATE ${definitions})
      set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
      list(APPEND ${result} ${name})
    endforeach()
  endforeach()
  set(${result} ${${result}} PARENT_SCOPE)
endfunction()

# araios_compile_together(<object library>): four files at once, in half of the time. nvcc, which takes minutes for each,
# compiles them one by one.
function(araios_compile_together unit)
  if(NOT Araios_KOKKOS_DEVICES MATCHES "CUDA|HIP|SYCL")
    set_target_properties(${unit} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 4)
  endif()
endfunction()
