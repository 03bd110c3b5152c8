# SPDX-License-Identifier: Apache-2.0
#
# cmake -DCHECK=<test_readme.cmake> -DWORK_DIR=<a folder to use> -P test_readme_faults.cmake
#
# The check of the documents must find what is planted here, and nothing where nothing is.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/planted_fault.cmake)

set(shown "# A page\n\n## Its part: one\n\n<!-- snippet:a.cpp -->\n```cpp\n#define A\n```\n<!-- snippet end -->\n")

# expect(<name> <what the check must say, "" for no fault> <what README.md ends with> [<file> <its text>]...)
function(expect name said end)
  set(root ${WORK_DIR}/${name})
  file(REMOVE_RECURSE ${root})
  file(WRITE ${root}/CMakeLists.txt "project(Araios VERSION 0.1.0)\n")
  file(WRITE ${root}/CITATION.cff "cff-version: 1.2.0\nversion: 0.1.0\n")
  file(WRITE ${root}/a.cpp "// SPDX-License-Identifier: Apache-2.0\n#define A\n")
  file(WRITE ${root}/docs/b.md "# Other page\n")
  file(WRITE ${root}/build/c.md "[dead](absent.md)\n")
  file(WRITE ${root}/README.md "${shown}${end}")
  set(rest ${ARGN})
  while(rest)
    list(POP_FRONT rest file text)
    file(WRITE ${root}/${file} "${text}")
  endwhile()
  check_says(${name} "${said}" ${CMAKE_COMMAND} -DREPOSITORY=${root} -P ${CHECK})
endfunction()

expect(clean "" "[b](docs/b.md) [a part](#its-part-one) ![p](a.cpp) [h](docs/b.md#other-page) [web](https://x.org/y) `[i](j)`\n```\n[k](l)\n```\n")
expect(dead "README.md: docs/absent.md" "[b](docs/b.md), [c](docs/absent.md)\n")
expect(dead_picture "README.md: p.svg" "![b](p.svg)\n")
expect(dead_after_code "README.md: c.md" "```\ncode\n```\n[c](c.md)\n")
expect(dead_in_docs "docs/b.md: d.md" "" docs/b.md "[d](d.md)\n")
expect(dead_html "README.md: e.svg" "<img src=\"e.svg\">\n")
expect(dead_heading "README.md: #its-part-two" "[c](#its-part-two)\n")
expect(dead_heading_elsewhere "README.md: docs/b.md#page" "[c](docs/b.md#page)\n")
expect(outside "README.md: ../clean/a.cpp" "[c](../clean/a.cpp)\n")
expect(stale "does not show what a.cpp is now" "" a.cpp "// SPDX-License-Identifier: Apache-2.0\n#define B\n")
expect(stale_in_docs "does not show what a.cpp is now" "" docs/b.md "<!-- snippet:a.cpp -->\n<!-- snippet end -->\n")
expect(part "" "" docs/d.md "<!-- snippet:d.cpp -->\n```cpp\nd()\n```\n<!-- snippet end -->\n" #
       d.cpp "void f() {\n  // [snippet begin]\n  d()\n  // [snippet end]\n}\n")
expect(absent "shows x.cpp, which does not exist" "<!-- snippet:x.cpp -->\n<!-- snippet end -->\n")
string(REPEAT "#define A\n" 16 program)
expect(long_program "a.cpp has 16 lines" "" a.cpp "// SPDX-License-Identifier: Apache-2.0\n${program}")
string(REPEAT "A line of the README.\n" 500 lines)
expect(long_readme "more than 10000" "${lines}")
expect(no_example "README.md shows no example" "" README.md "# A page\n")
expect(version "CITATION.cff is of version 0.1.0, CMakeLists.txt of 0.2.0" "" CMakeLists.txt "project(Araios VERSION 0.2.0)\n")
