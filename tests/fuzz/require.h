// What a fuzzer says when it has found something.

#ifndef BOARDWALK_TESTS_FUZZ_REQUIRE_H_
#define BOARDWALK_TESTS_FUZZ_REQUIRE_H_

#include <cstdio>
#include <cstdlib>
#include <string>

namespace boardwalk::fuzz {

// Stops the program, which makes the fuzzer keep the input, unless `holds`.
inline void Require(bool holds, const std::string& what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what.c_str());
  std::abort();
}

}  // namespace boardwalk::fuzz

#endif  // BOARDWALK_TESTS_FUZZ_REQUIRE_H_
