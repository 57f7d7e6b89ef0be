#[=======================================================================[.rst:
FindThing
---------

Builds the thing and what goes with it.

.. command:: thing_add
#]=======================================================================]

cmake_minimum_required(VERSION 3.16)
project(Thing VERSION 1.0 DESCRIPTION "hushed" LANGUAGES CXX)

include(GNUInstallDirs)
include("${CMAKE_CURRENT_LIST_DIR}/helpers.cmake")
find_package(Qt5 REQUIRED COMPONENTS Core Widgets)
FIND_PACKAGE(Threads)
add_subdirectory(src)
FetchContent_Declare(json URL "hushed")

# Whether tests are built.
option(THING_TESTS "hushed (" ON)
set(THING_SOURCES main.cpp
  # a comment (in between
  "lib/parse.cpp" ${EXTRA_SOURCES})
set(THING_NAME "hushed" CACHE STRING "hushed")
set(plain hushed)
set(${computed}_NAME 1)
set(ENV{HOME} hushed)
set(bracketed [=[ hushed ) ]] ]=])
find_program(THING_TOOL NAMES hushed)

# Adds a thing.
# Really.
function(thing_add name)
  set(local hushed)
  foreach(item IN LISTS ARGN)
    list(APPEND local ${item} ${name} ${THING_PREFIX})
  endforeach()
  message(STATUS "hushed ${local} $ENV{HOME}")
  thing_check(${name} a.cpp)
  set(result ${local} PARENT_SCOPE)
endfunction()

macro(THING_CHECK name)
  if(NOT ${name})
    Thing_Fail("hushed \" ) still hushed")
  endif()
  set(found_it 1)
endmacro(THING_CHECK)

if(WIN32 AND (NOT THING_STATIC OR THING_NAME STREQUAL "hushed"))
  add_library(thing STATIC ${THING_SOURCES} win.cpp)
elseif(APPLE)
  add_library(Thing::thing ALIAS thing)
else()
  add_library(thing SHARED ${THING_SOURCES})
endif()
add_executable(thing-cli cli.cpp)
target_link_libraries(thing-cli PRIVATE Thing::thing Qt5::Core $<BUILD_INTERFACE:other>)
target_sources(thing PRIVATE late.cpp)
target_compile_definitions(thing PUBLIC KEY=hushed)
# The manual.
add_custom_target(docs ALL COMMAND sphinx -D key=hushed)
add_dependencies(docs thing)
add_test(NAME runs COMMAND thing-cli --check)
thing_add(more)
install(TARGETS thing thing-cli)
@PACKAGE_INIT@
