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
