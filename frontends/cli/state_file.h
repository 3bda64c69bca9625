// Results for which the user names no file: each run has a file of its own in
// the state folder, so that nothing that was played is lost.
//
// Example, given `const comparison::Configuration& configuration`:
//
//   ASSIGN_OR_RETURN(auto made, MakeStateFile("compare", configuration));
//   std::cerr << "the results go to " << made.path << "\n";

#ifndef BOARDWALK_FRONTENDS_CLI_STATE_FILE_H_
#define BOARDWALK_FRONTENDS_CLI_STATE_FILE_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "frontends/comparison/configuration.h"
#include "frontends/comparison/store.h"

namespace boardwalk::cli {

struct StateFile {
  std::string path;
  std::unique_ptr<comparison::Store> store;
};

// Makes the folder if necessary and in it a file that no other process has:
// "compare-2026-11-26-1405-kobalu.sqlite", the date, the time and a random
// word.
absl::StatusOr<StateFile> MakeStateFile(
    absl::string_view name, const comparison::Configuration& configuration);

// Closes and removes the file that MakeStateFile made.
void RemoveStateFile(std::unique_ptr<comparison::Store> store,
                     const std::string& path);

}  // namespace boardwalk::cli

#endif  // BOARDWALK_FRONTENDS_CLI_STATE_FILE_H_
