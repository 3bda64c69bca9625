// What the tests of the documents' programs share: golden transcripts, and an
// input that watches the output.

#ifndef BOARDWALK_FRONTENDS_CLASSIC_TESTING_H_
#define BOARDWALK_FRONTENDS_CLASSIC_TESTING_H_

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <streambuf>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/file.h"
#include "gtest/gtest.h"

namespace boardwalk::classic {

// What a program did.
struct Outcome {
  int status = 0;
  std::string out, err;
};

// The golden files of one program, in a folder under testdata.
class Goldens {
 public:
  explicit constexpr Goldens(const char* program) : program_(program) {}

  std::string Path(const std::string& name) const {
    return absl::StrCat("frontends/classic/testdata/", program_, "/", name);
  }
  std::string Contents(const std::string& name) const {
    const auto contents = ReadFile(Path(name));
    EXPECT_TRUE(contents.ok()) << contents.status();
    return contents.ok() ? *contents : "";
  }
  // The names in the folder that end in ".in", without that.
  std::vector<std::string> Names() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(Path(""))) {
      if (entry.path().extension() == ".in") {
        names.push_back(entry.path().stem().string());
      }
    }
    std::sort(names.begin(), names.end());
    return names;
  }

 private:
  const char* program_;
};

// An input that tells what had been written when it was first asked.
class AskedBuffer : public std::streambuf {
 public:
  explicit AskedBuffer(const std::ostringstream& out) : out_(out) {}
  const std::string& seen() const { return seen_; }

 protected:
  int underflow() override {
    if (seen_.empty()) seen_ = out_.str();
    return traits_type::eof();
  }

 private:
  const std::ostringstream& out_;
  std::string seen_;
};

}  // namespace boardwalk::classic

#endif  // BOARDWALK_FRONTENDS_CLASSIC_TESTING_H_
