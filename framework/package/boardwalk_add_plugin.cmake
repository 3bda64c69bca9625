# boardwalk_add_plugin(<name> <source file>...): the shared library <name>.so,
# which `boardwalk --plugin` loads (framework/plugin.h). Standard, flags and
# libraries come with it. It contains what it needs of Boardwalk and exports its
# entry point alone, so that two plug-ins do not meet.
function(boardwalk_add_plugin name)
  if(NOT ARGN)
    message(FATAL_ERROR "boardwalk_add_plugin(${name}): which source files? "
      "Write boardwalk_add_plugin(${name} plugin.cc)")
  endif()
  add_library(${name} MODULE ${ARGN})
  set_target_properties(${name} PROPERTIES PREFIX "" SUFFIX ".so"
    CXX_STANDARD 20 CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF)
  target_compile_options(${name} PRIVATE ${BOARDWALK_PLUGIN_FLAGS})
  if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    target_compile_options(${name} PRIVATE -O3 -DNDEBUG)
  endif()
  target_link_libraries(${name} PRIVATE
    boardwalk::games boardwalk::ai boardwalk::framework)
  # Not -fvisibility=hidden: g++ 12 then inlines less, which costs up to 10 %.
  target_link_options(${name} PRIVATE -Wl,--exclude-libs,ALL
    -Wl,--version-script=${CMAKE_CURRENT_FUNCTION_LIST_DIR}/plugin_exports.map)
  if(NOT "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_DEBUG}" MATCHES "-fsanitize")
    target_link_options(${name} PRIVATE -Wl,--no-undefined)
  endif()
endfunction()

# boardwalk_test_plugin(<name> <test> <argument>...): a test <name>_<test> that
# runs `boardwalk --plugin <name>.so <argument>...`. A macro, since testing is
# enabled for the caller's folder.
macro(boardwalk_test_plugin name test)
  enable_testing()
  add_test(NAME ${name}_${test} COMMAND $<TARGET_FILE:boardwalk::boardwalk>
    --plugin $<TARGET_FILE:${name}> ${ARGN})
endmacro()

# boardwalk_test_game(<name>): tests that the game <name> of the plug-in <name>
# conforms, has the numbers of perft.txt up to two million leaves, and is played.
macro(boardwalk_test_game name)
  boardwalk_test_plugin(${name} check check ${name}
    --perft ${CMAKE_CURRENT_SOURCE_DIR}/perft.txt --leaves 2000000)
  boardwalk_test_plugin(${name} compare compare --games ${name}
    --players alphabeta:depth=3,random --rounds 2 --no-db)
endmacro()
