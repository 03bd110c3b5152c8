# SPDX-License-Identifier: Apache-2.0
#
# cmake -DREPOSITORY= [-DWRITE=ON] -P test_readme.cmake
#
# The code in README.md is that of the examples, which are compiled and run: between the lines
#   <!-- snippet:FILE -->   and   <!-- snippet end -->
# stand the lines of FILE between "// [snippet begin]" and "// [snippet end]". WRITE puts them there.
cmake_minimum_required(VERSION 3.25)

# between(<text> <begin> <end> <result>): what stands between the first begin and the next end
function(between text begin end result)
  string(FIND "${text}" "${begin}" from)
  if(from EQUAL -1)
    message(FATAL_ERROR "there is no \"${begin}\"")
  endif()
  string(LENGTH "${begin}" length)
  math(EXPR from "${from} + ${length}")
  string(SUBSTRING "${text}" ${from} -1 text)
  string(FIND "${text}" "${end}" length)
  if(length EQUAL -1)
    message(FATAL_ERROR "there is no \"${end}\" after \"${begin}\"")
  endif()
  string(SUBSTRING "${text}" 0 ${length} text)
  set(${result} "${text}" PARENT_SCOPE)
endfunction()

file(READ ${REPOSITORY}/README.md readme)
string(REGEX MATCHALL "<!-- snippet:[^ ]+ -->" marks "${readme}")
if(NOT marks)
  message(FATAL_ERROR "README.md shows no example")
endif()
foreach(mark IN LISTS marks)
  string(REGEX REPLACE "<!-- snippet:([^ ]+) -->" "\\1" name "${mark}")
  file(READ ${REPOSITORY}/${name} example)
  between("${example}" "// [snippet begin]\n" "// [snippet end]" code)
  # Without the indentation of main.
  string(REGEX REPLACE "\n *$" "\n" code "\n${code}")
  string(REPLACE "\n  " "\n" code "${code}")
  set(expected "\n```cpp${code}```\n")
  between("${readme}" "${mark}" "<!-- snippet end -->" found)
  if(WRITE)
    string(REPLACE "${mark}${found}<!-- snippet end -->" "${mark}${expected}<!-- snippet end -->" readme "${readme}")
  elseif(NOT found STREQUAL expected)
    message(FATAL_ERROR "README.md does not show what ${name} is now; "
                        "cmake -DREPOSITORY=. -DWRITE=ON -P unit_tests/packaging/test_readme.cmake mends it")
  endif()
endforeach()
if(WRITE)
  file(WRITE ${REPOSITORY}/README.md "${readme}")
endif()
