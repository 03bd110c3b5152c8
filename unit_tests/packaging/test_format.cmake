# SPDX-License-Identifier: Apache-2.0
#
# cmake -DREPOSITORY= -DCLANG_FORMAT= -P test_format.cmake
cmake_minimum_required(VERSION 3.25)

set(files "")
foreach(folder IN ITEMS src unit_tests perf_tests example c python/src)
  file(GLOB_RECURSE found ${REPOSITORY}/${folder}/*.hpp ${REPOSITORY}/${folder}/*.cpp ${REPOSITORY}/${folder}/*.h
       ${REPOSITORY}/${folder}/*.c)
  list(APPEND files ${found})
endforeach()
list(LENGTH files number_of_files)
if(number_of_files EQUAL 0)
  message(FATAL_ERROR "there is nothing to check below ${REPOSITORY}")
endif()
execute_process(COMMAND ${CLANG_FORMAT} --style=file --dry-run -Werror ${files} RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "not formatted; clang-format -i mends it")
endif()
message(STATUS "${number_of_files} files are formatted")
