// The tables of a file of results, and what tells such a file from others.
// README.md explains the tables to people who ask them with SQL.

#ifndef BOARDWALK_FRONTENDS_TOURNAMENT_SCHEMA_H_
#define BOARDWALK_FRONTENDS_TOURNAMENT_SCHEMA_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "frontends/tournament/configuration.h"
#include "frontends/tournament/sqlite.h"

namespace boardwalk::tournament {

// What is written once, when a file is made; but the rounds may grow.
struct ResultsHead {
  Configuration configuration;
  std::string program_version;
};

// Makes the tables in an empty database and writes the head.
absl::Status CreateTables(Database& database, const ResultsHead& head);

// How many bytes of a file CheckHeader wants to see, fewer if it is shorter.
inline constexpr size_t kHeaderBytes = 100;

// Whether a file that begins with `header` is one of results, of a version that
// this program knows. An error says what it is instead; `name` is the file's.
absl::Status CheckHeader(absl::string_view header, const std::string& name);

// Bytes of a page of a file that begins with `header`, which was checked.
int64_t PageSize(absl::string_view header);

absl::StatusOr<ResultsHead> ReadHead(Database& database);

// Whether the file has the tables that CreateTables makes and no trigger, so
// that what is read is what is stored and not, say, an endless view of that
// name.
absl::Status CheckSchema(Database& database);

// Sets the number of rounds to that of `head`.
absl::Status WriteRounds(Database& database, const ResultsHead& head);

// Reads everything and says what is damaged, if anything is: pages that do not
// hang together, rows of a wrong form, values out of their bounds. Text that
// was overwritten by other text is not found.
absl::Status CheckUndamaged(Database& database);

}  // namespace boardwalk::tournament

#endif  // BOARDWALK_FRONTENDS_TOURNAMENT_SCHEMA_H_
