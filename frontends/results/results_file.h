// A file of results: its tables, how it is created whole or not at all, and how
// it is opened. README.md describes the tables for queries with SQL.
//
// Example:
//
//   ASSIGN_OR_RETURN(const ResultsFile file,
//                    OpenResultsToRead("results.sqlite"));
//   std::cout << file.head.program_version;

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "framework/catalog.h"
#include "frontends/comparison/configuration.h"
#include "frontends/comparison/plan.h"
#include "frontends/results/sqlite.h"

namespace boardwalk::results {

// Written when the file is created. Rounds, players and games may be added.
struct ResultsHead {
  comparison::Configuration configuration;
  std::string program_version;
  // The programs and machines that added games, a line for each (ThisOrigin).
  // Empty in files of earlier programs.
  std::vector<std::string> origins = {};
  // How often more was planned after games had been played.
  int64_t times_grown = 0;
};

// This program, the processor, the system and the compiler in one line, without
// the names of users, hosts and folders: "boardwalk 0.1.0; Intel(R) Xeon(R)
// CPU, 2 cores; Linux 6.1.0 x86_64; GNU 12.2.0 -O3 -DNDEBUG". Results that
// depend on time mean nothing without it, and if others ever differ, it helps
// to find the reason. (In origin.cc.)
const std::string& ThisOrigin();

// More origins than this are not kept.
inline constexpr size_t kMaxOrigins = 100;

struct ResultsFile {
  Database database;
  ResultsHead head;
};

// See OpenToPlay and OpenToRead. A file that is refused stays unchanged:
//  - A new file is written under another name and linked to its own when it is
//    complete, so nobody sees half a file, and it replaces none.
//  - Without locks on the disk, nothing is made and nothing read.
//  - The header is checked before SQLite does anything with the file.
//  - Until all checks have passed, the log of a program that was killed is not
//    moved into the file.
//  - If the file or its folder cannot be written, or the disk is full, SQLite
//    reads without making a log.
absl::StatusOr<ResultsFile> OpenResultsToPlay(
    const std::string& path, const comparison::Configuration& configuration);
absl::StatusOr<ResultsFile> OpenResultsToRead(const std::string& path);

// See OpenToGrow, for a plan of more than `there`. (In growth.cc.)
absl::StatusOr<ResultsFile> OpenResultsToGrow(
    const std::string& path, const comparison::Configuration& there,
    const Catalog& catalog, const comparison::Plan& plan);

// Creates a file without games. AlreadyExists if there is one of that name.
absl::Status MakeNewResults(const std::string& path,
                            const comparison::Configuration& configuration);

// The version of the tables of a file, and the first one in which every game
// has a checksum.
absl::StatusOr<int64_t> SchemaVersion(const Database& database);
inline constexpr uint32_t kVersionWithChecksums = 3;

// Reads the head, which another process may have changed.
absl::StatusOr<ResultsHead> ReadHead(Database& database);

// Makes the checksum of the settings that of those that are there. What writes
// them does so.
absl::Status WriteMetaChecksum(Database& database);

// Notes that more was planned after games had been played. REQUIRES: the caller
// has begun a transaction.
absl::Status CountGrowth(ResultsFile& file);

// Writes a configuration with more players, games or rounds. REQUIRES: the
// caller has begun a transaction; CheckGrown holds, and what is new stands
// behind what was there.
absl::Status GrowHead(ResultsFile& file,
                      const comparison::Configuration& configuration);

// Adds the origins that the file does not have and returns all. REQUIRES: the
// caller has begun a transaction.
absl::StatusOr<std::vector<std::string>> AddOrigins(
    Database& database, const std::vector<std::string>& origins);

// An error if rows are of a game that is not there, as when it was deleted or
// got another number: nothing reads them until a game gets that number.
absl::Status CheckReferences(const Database& database);

// Reads everything. The error says what is damaged: pages that do not belong
// together, rows of a wrong form, values out of their bounds, and that of
// CheckReferences. Text that was overwritten by other text is not noticed.
absl::Status CheckUndamaged(const Database& database);

// Results that exist as long as the connection.
absl::StatusOr<ResultsFile> MakeResultsInMemory(
    const comparison::Configuration& configuration);

}  // namespace boardwalk::results
