// A file of results: made whole or not at all, and opened so that one which is
// refused stays as it is.
//
// Example:
//
//   ASSIGN_OR_RETURN(const ResultsFile file,
//                    OpenResultsToRead("results.sqlite"));
//   std::cout << file.head.program_version;

#ifndef BOARDWALK_FRONTENDS_TOURNAMENT_RESULTS_FILE_H_
#define BOARDWALK_FRONTENDS_TOURNAMENT_RESULTS_FILE_H_

#include <string>

#include "absl/status/statusor.h"
#include "frontends/tournament/configuration.h"
#include "frontends/tournament/schema.h"
#include "frontends/tournament/sqlite.h"

namespace boardwalk::tournament {

struct ResultsFile {
  Database database;
  ResultsHead head;
};

// See Store::OpenToPlay and Store::OpenToRead. How it is done, so that nothing
// in a file that is refused is changed:
//  - A new file is written under another name and linked to its own when it is
//    complete, so it is never seen half made, nor takes another's place.
//  - The header is looked at before SQLite does anything with the file.
//  - Until all checks have passed, the log of a program that was killed is not
//    moved into the file.
//  - Where the file or its folder cannot be written SQLite is told so, or it
//    would want to make a log there.
absl::StatusOr<ResultsFile> OpenResultsToPlay(
    const std::string& path, const Configuration& configuration);
absl::StatusOr<ResultsFile> OpenResultsToRead(const std::string& path);

// Results that live as long as the connection.
absl::StatusOr<ResultsFile> MakeResultsInMemory(
    const Configuration& configuration);

}  // namespace boardwalk::tournament

#endif  // BOARDWALK_FRONTENDS_TOURNAMENT_RESULTS_FILE_H_
