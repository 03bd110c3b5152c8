# SPDX-License-Identifier: Apache-2.0
#
# cmake -DPROGRAM=<perf_transpose> -DREPOSITORY= -DOUTPUT=<folder for the results> -P bench.cmake
cmake_minimum_required(VERSION 3.25)

set(data "$ENV{ARAIOS_DATA_DIR}")
if(data STREQUAL "")
  foreach(candidate IN ITEMS ${REPOSITORY}/../shared/data ${REPOSITORY}/shared/data)
    if(IS_DIRECTORY ${candidate})
      file(REAL_PATH ${candidate} data)
      break()
    endif()
  endforeach()
endif()

# Runs the program in a folder of its own, for the files that it writes.
function(bench folder)
  file(MAKE_DIRECTORY ${OUTPUT}/${folder})
  execute_process(COMMAND ${PROGRAM} ${ARGN} WORKING_DIRECTORY ${OUTPUT}/${folder} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

bench(generated)

set(files "")
foreach(name IN ITEMS wing luxembourg_osm web-Stanford)
  if(EXISTS "${data}/matrices/${name}.mtx.gz")
    list(APPEND files ${data}/matrices/${name}.mtx.gz)
  else()
    message(STATUS "NOT MEASURED: ${name}.mtx.gz is not here; ARAIOS_DATA_DIR names the folder that has matrices/")
  endif()
endforeach()
if(files)
  bench(real ${files})
endif()
message(STATUS "Results: ${OUTPUT}")
