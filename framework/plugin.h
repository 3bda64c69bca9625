// Games and players in a shared library of their own, which the program loads
// (plugin_loader.h). The library says what it brings in one place.
//
// Example of declarations:
//
//   BOARDWALK_PLUGIN(contents) {
//     contents.games.push_back(ai::BindGame<Rules>({}));
//   }
//
// Program and library exchange C++ objects, so both must be built alike: a
// library says how it was built before anything else is asked of it.
// boardwalk_add_plugin of the CMake package builds it rightly.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/base/config.h"
#include "framework/any_game.h"
#include "framework/version.h"

namespace boardwalk {

struct PluginContents {
  std::vector<GamePlugin> games;
  std::vector<PlayerPlugin> players;
};

// The form of PluginEntry and AnyGame; a library of another form is refused.
inline constexpr uint32_t kPluginVersion = 2;

// What the C function `boardwalk_plugin` returns a pointer to.
struct PluginEntry {
  uint32_t version;   // kPluginVersion
  const char* build;  // PluginBuild()
  void (*add)(PluginContents& contents);
};
using PluginFunction = const PluginEntry* (*)();
inline constexpr char kPluginSymbol[] = "boardwalk_plugin";

// How this translation unit is compiled, as far as it decides whether two can
// exchange objects, such as "boardwalk 0.1.0, g++ 12, libstdc++ 12, Abseil
// 20220623, 256-bit vectors".
inline std::string PluginBuild() {
#define BOARDWALK_TEXT_OF(x) #x
#define BOARDWALK_TEXT(x) BOARDWALK_TEXT_OF(x)
  std::string build =
      "boardwalk " BOARDWALK_VERSION
#if defined(__clang__)
      ", clang " BOARDWALK_TEXT(__clang_major__)
#else
      ", g++ " BOARDWALK_TEXT(__GNUC__)
#endif
#if defined(_LIBCPP_VERSION)
          ", libc++ " BOARDWALK_TEXT(_LIBCPP_VERSION)
#else
          ", libstdc++ " BOARDWALK_TEXT(_GLIBCXX_RELEASE)
#endif
#if defined(ABSL_LTS_RELEASE_VERSION)
              ", Abseil " BOARDWALK_TEXT(ABSL_LTS_RELEASE_VERSION)
#endif
  // States of games may be laid out by it.
#if defined(__AVX512F__)
                  ", 512-bit vectors"
#elif defined(__AVX2__)
              ", 256-bit vectors"
#else
      ", 128-bit vectors"
#endif
#if defined(_GLIBCXX_USE_CXX11_ABI) && !_GLIBCXX_USE_CXX11_ABI
                  ", old strings"
#endif
#if defined(_GLIBCXX_DEBUG)
                  ", debug containers"
#endif
      ;
#undef BOARDWALK_TEXT
#undef BOARDWALK_TEXT_OF
#if defined(__SANITIZE_ADDRESS__)
  build += ", address sanitizer";
#elif defined(__SANITIZE_THREAD__)
  build += ", thread sanitizer";
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
  build += ", address sanitizer";
#elif __has_feature(thread_sanitizer)
  build += ", thread sanitizer";
#endif
#endif
  return build;
}

}  // namespace boardwalk

// Defines the library's entry point; its body fills `contents`. Once a library.
// NOLINTBEGIN(bugprone-macro-parentheses): `contents` is the name of a
// parameter.
#define BOARDWALK_PLUGIN(contents)                                       \
  static void BoardwalkAddContents(boardwalk::PluginContents& contents); \
  extern "C" __attribute__((visibility("default")))                      \
  const boardwalk::PluginEntry*                                          \
  boardwalk_plugin() {                                                   \
    static const std::string build = boardwalk::PluginBuild();           \
    static const boardwalk::PluginEntry entry = {                        \
        boardwalk::kPluginVersion, build.c_str(), BoardwalkAddContents}; \
    return &entry;                                                       \
  }                                                                      \
  static void BoardwalkAddContents(boardwalk::PluginContents& contents)
// NOLINTEND(bugprone-macro-parentheses)
