#include "frontends/tournament/schema.h"

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/status_macros.h"

namespace boardwalk::tournament {
namespace {

// "Bdwk" in the header of the file, where `file` and others look for it.
constexpr uint32_t kApplication = 0x4264776b;
// Changes when an older program could not read the tables, or would misread
// them.
constexpr uint32_t kSchemaVersion = 1;

constexpr absl::string_view kMagic("SQLite format 3\0", 16);
constexpr size_t kPageSizeAt = 16;  // and the header's other parts
constexpr size_t kVersionAt = 60;
constexpr size_t kApplicationAt = 68;

// The moves have a table of their own, so that those who need only the
// summaries need not read past them.
constexpr absl::string_view kTables = R"sql(
CREATE TABLE meta (
  key   TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE variants (
  id   INTEGER NOT NULL PRIMARY KEY,
  name TEXT NOT NULL
) STRICT;

CREATE TABLE players (
  id   INTEGER NOT NULL PRIMARY KEY,
  name TEXT NOT NULL
) STRICT;

CREATE TABLE games (
  id          INTEGER NOT NULL PRIMARY KEY,
  block       INTEGER NOT NULL CHECK (block >= 0),
  round       INTEGER NOT NULL CHECK (round >= 0),
  variant     INTEGER NOT NULL REFERENCES variants,
  pairing     INTEGER NOT NULL CHECK (pairing >= 0),
  rotation    INTEGER NOT NULL CHECK (rotation >= 0),
  seed        INTEGER NOT NULL,
  ending      TEXT NOT NULL,
  loser       INTEGER CHECK (loser BETWEEN 0 AND 5),
  detail      TEXT NOT NULL,
  plies       INTEGER NOT NULL CHECK (plies >= 0),
  fingerprint INTEGER NOT NULL
) STRICT;

CREATE TABLE seats (
  game         INTEGER NOT NULL REFERENCES games,
  seat         INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 5),
  player       INTEGER NOT NULL REFERENCES players,
  returns      REAL NOT NULL CHECK (returns BETWEEN -1 AND 1),
  moves        INTEGER NOT NULL CHECK (moves >= 0),
  seconds      REAL NOT NULL CHECK (seconds >= 0),
  wall_seconds REAL NOT NULL CHECK (wall_seconds >= 0),
  max_seconds  REAL NOT NULL CHECK (max_seconds >= 0),
  nodes        INTEGER NOT NULL CHECK (nodes >= 0),
  playouts     INTEGER NOT NULL CHECK (playouts >= 0),
  depth        INTEGER NOT NULL CHECK (depth >= 0),
  PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE records (
  game    INTEGER NOT NULL PRIMARY KEY REFERENCES games,
  opening TEXT NOT NULL,
  start   TEXT NOT NULL,
  moves   TEXT NOT NULL,
  details TEXT NOT NULL,
  final   TEXT NOT NULL
) STRICT;

CREATE VIEW results AS
  SELECT games.id AS game, round, block, variants.name AS variant, seat,
         players.name AS player, returns, ending,
         coalesce(loser = seat, 0) AS forfeited, plies, moves, seconds,
         wall_seconds, nodes, playouts
  FROM games
  JOIN variants ON variants.id = games.variant
  JOIN seats ON seats.game = games.id
  JOIN players ON players.id = seats.player;
)sql";

uint32_t BigEndian(absl::string_view bytes, size_t at) {
  uint32_t number = 0;
  for (size_t i = at; i < at + 4; ++i) {
    number = number << 8 | static_cast<unsigned char>(bytes[i]);
  }
  return number;
}

absl::Status WriteMeta(Database& database, absl::string_view key,
                       absl::string_view value) {
  ASSIGN_OR_RETURN(
      auto insert,
      database.Prepare(
          "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)"));
  insert.BindText(1, key);
  insert.BindText(2, value);
  return insert.Run();
}

// The value of `key`; an error if there is none.
absl::StatusOr<std::string> ReadMeta(const Database& database,
                                     absl::string_view key) {
  ASSIGN_OR_RETURN(auto query,
                   database.Prepare("SELECT value FROM meta WHERE key = ?"));
  query.BindText(1, key);
  ASSIGN_OR_RETURN(const bool row, query.Step());
  if (!row) {
    return absl::DataLossError(
        absl::StrCat("'", database.name(), "' is damaged: it has no ", key));
  }
  return std::string(query.Text(0));
}

// Names get their index as id.
absl::Status WriteNames(Database& database, absl::string_view table,
                        const std::vector<std::string>& names) {
  ASSIGN_OR_RETURN(auto insert,
                   database.Prepare(absl::StrCat("INSERT INTO ", table,
                                                 " (id, name) VALUES (?, ?)")));
  for (size_t i = 0; i < names.size(); ++i) {
    insert.BindInteger(1, static_cast<int64_t>(i));
    insert.BindText(2, names[i]);
    RETURN_IF_ERROR(insert.Run());
  }
  return absl::OkStatus();
}

absl::Status WriteConfiguration(Database& database,
                                const Configuration& configuration) {
  return WriteMeta(database, "configuration",
                   FormatConfiguration(configuration));
}

}  // namespace

absl::Status CreateTables(Database& database, const ResultsHead& head) {
  ASSIGN_OR_RETURN(auto transaction, Transaction::Begin(database));
  absl::Status status = database.Execute(
      absl::StrCat("PRAGMA application_id = ", kApplication,
                   "; PRAGMA user_version = ", kSchemaVersion, ";", kTables));
  if (status.ok()) status = WriteConfiguration(database, head.configuration);
  if (status.ok()) {
    status = WriteMeta(database, "program_version", head.program_version);
  }
  if (status.ok()) {
    status = WriteNames(database, "variants", head.configuration.games);
  }
  if (status.ok()) {
    status = WriteNames(database, "players", head.configuration.players);
  }
  return status.ok() ? transaction.Commit() : status;
}

absl::Status CheckHeader(absl::string_view header, const std::string& name) {
  const auto wrong = [&](absl::string_view what) {
    return absl::FailedPreconditionError(absl::StrCat("'", name, "' ", what));
  };
  if (header.empty()) {
    return wrong("is empty; remove it, or name another file for the results");
  }
  if (header.size() < kHeaderBytes ||
      header.substr(0, kMagic.size()) != kMagic) {
    return wrong(
        "is no file of results (they are SQLite files that 'compare' makes)");
  }
  if (BigEndian(header, kApplicationAt) != kApplication) {
    return wrong("is an SQLite file of another program, not one of results");
  }
  const uint32_t version = BigEndian(header, kVersionAt);
  if (version > kSchemaVersion) {
    return wrong(absl::StrCat(
        "was made by a newer version of this program (its tables are version ",
        version, ", this program knows ", kSchemaVersion, "); use that one"));
  }
  if (version < kSchemaVersion) {
    return wrong(absl::StrCat("is damaged: there is no version ", version,
                              " of its tables"));
  }
  return absl::OkStatus();
}

absl::Status CheckSchema(Database& database) {
  const auto damaged = [&](absl::string_view name, absl::string_view what) {
    return absl::DataLossError(absl::StrCat(
        "'", database.name(), "' is damaged: '", name, "' ", what));
  };
  ASSIGN_OR_RETURN(Statement trigger,
                   database.Prepare("SELECT name FROM sqlite_schema"
                                    " WHERE type = 'trigger'"));
  ASSIGN_OR_RETURN(const bool has_trigger, trigger.Step());
  if (has_trigger) {
    return damaged(trigger.Text(0), "is a trigger, and there are none");
  }
  // SQLite keeps the text that made a table.
  ASSIGN_OR_RETURN(Database made, Database::OpenMemory());
  RETURN_IF_ERROR(made.Execute(std::string(kTables)));
  ASSIGN_OR_RETURN(Statement tables,
                   made.Prepare("SELECT name, sql FROM sqlite_schema"
                                " WHERE type = 'table'"));
  ASSIGN_OR_RETURN(
      Statement same,
      database.Prepare("SELECT 1 FROM sqlite_schema WHERE"
                       " type = 'table' AND name = ? AND sql = ?"));
  for (;;) {
    ASSIGN_OR_RETURN(const bool more, tables.Step());
    if (!more) return absl::OkStatus();
    same.BindText(1, tables.Text(0));
    same.BindText(2, tables.Text(1));
    ASSIGN_OR_RETURN(const bool is_same, same.Step());
    if (!is_same) {
      return damaged(tables.Text(0),
                     "is missing or is not as this program makes it");
    }
    same.Reset();
  }
}

int64_t PageSize(absl::string_view header) {
  // Two bytes, in which the largest size does not fit and is written as 1.
  const uint32_t size = BigEndian(header, kPageSizeAt) >> 16;
  return size <= 1 ? 1 << 16 : size;
}

absl::StatusOr<ResultsHead> ReadHead(Database& database) {
  ASSIGN_OR_RETURN(const auto text, ReadMeta(database, "configuration"));
  auto configuration = ParseConfiguration(text);
  if (!configuration.ok()) {
    return absl::DataLossError(absl::StrCat(
        "'", database.name(),
        "' cannot be understood: ", configuration.status().message()));
  }
  ASSIGN_OR_RETURN(auto version, ReadMeta(database, "program_version"));
  return ResultsHead{*std::move(configuration), std::move(version)};
}

absl::Status WriteRounds(Database& database, const ResultsHead& head) {
  return WriteConfiguration(database, head.configuration);
}

absl::Status CheckUndamaged(Database& database) {
  ASSIGN_OR_RETURN(auto check, database.Prepare("PRAGMA quick_check(1)"));
  ASSIGN_OR_RETURN(const bool row, check.Step());
  if (row && check.Text(0) == "ok") return absl::OkStatus();
  return absl::DataLossError(
      absl::StrCat("'", database.name(), "' is damaged: ", check.Text(0)));
}

}  // namespace boardwalk::tournament
