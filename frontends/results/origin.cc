// ThisOrigin.

#include <sys/utsname.h>

#include <fstream>
#include <thread>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "framework/text.h"
#include "framework/version.h"
#include "frontends/results/results_file.h"

namespace boardwalk::results {
namespace {

// The first processor's model as Linux tells it; "" elsewhere.
std::string ProcessorModel() {
  std::ifstream file("/proc/cpuinfo");
  std::string line;
  while (std::getline(file, line)) {
    if (!absl::StartsWith(line, "model name")) continue;
    return OneLine(absl::StripAsciiWhitespace(line.substr(line.find(':') + 1)),
                   100);
  }
  return "";
}

std::string DescribeOrigin() {
  utsname system{};
  uname(&system);
  const std::string model = ProcessorModel();
  return absl::StrCat("boardwalk " BOARDWALK_VERSION "; ",
                      model.empty() ? system.machine : model, ", ",
                      Counted(std::thread::hardware_concurrency(), "core"),
                      "; ", system.sysname, " ", system.release, " ",
                      system.machine, "; " BOARDWALK_COMPILER);
}

}  // namespace

const std::string& ThisOrigin() {
  static const std::string origin = DescribeOrigin();
  return origin;
}

}  // namespace boardwalk::results
