// For tests of the documents' programs: golden transcripts, and a
// terminal that shows only what is flushed.

#pragma once

#include <algorithm>
#include <filesystem>
#include <streambuf>
#include <string>
#include <utility>
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
  // The names in the folder that end in ".in", without ".in".
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

// An output that records what is written and not yet flushed.
class Terminal : public std::streambuf {
 public:
  const std::string& unseen() const { return unseen_; }
  bool written() const { return written_; }

 protected:
  int_type overflow(int_type c) override {
    written_ = true;
    if (c != traits_type::eof()) unseen_ += static_cast<char>(c);
    return traits_type::not_eof(c);
  }
  int sync() override {
    unseen_.clear();
    return 0;
  }

 private:
  std::string unseen_;
  bool written_ = false;
};

// An input that gives one character at a time, and records what the terminal
// had not yet shown when it was read.
class Keyboard : public std::streambuf {
 public:
  Keyboard(std::string text, const Terminal& terminal)
      : text_(std::move(text)), terminal_(terminal) {}
  const std::string& unseen() const { return unseen_; }

 protected:
  int_type underflow() override {
    unseen_ += terminal_.unseen();
    if (next_ == text_.size()) return traits_type::eof();
    setg(&text_[next_], &text_[next_], &text_[next_] + 1);
    ++next_;
    return traits_type::to_int_type(*gptr());
  }

 private:
  std::string text_;
  size_t next_ = 0;
  const Terminal& terminal_;
  std::string unseen_;
};

}  // namespace boardwalk::classic
