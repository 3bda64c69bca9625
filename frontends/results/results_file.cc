#include "frontends/results/results_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "framework/errors.h"
#include "framework/file.h"
#include "framework/hash_text.h"
#include "framework/status_macros.h"
#include "framework/text.h"
#include "framework/version.h"
#include "frontends/results/game_tables.h"

namespace boardwalk::results {
namespace {

namespace fs = std::filesystem;

// --- The tables --------------------------------------------------------------

// "Bdwk", in the header of the file for programs such as `file`.
constexpr uint32_t kApplication = 0x4264776b;
// Increased when older programs would fail on the tables or misread them.
//   1: without `faults`; who dropped out of a game stood in its detail.
//   2: without `checksums`.
//   3: these.
constexpr uint32_t kSchemaVersion = 3;
constexpr uint32_t kVersionWithoutFaults = 1;
constexpr size_t kMaxOriginBytes = 500;
// In meta.
constexpr char kTimesGrown[] = "times_grown";
constexpr char kMetaChecksum[] = "checksum";  // of the other rows

// The moves have a table of their own, so that reading only the summaries does
// not read past them.
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
// Those that older files get when games are added, behind "CREATE TABLE".
constexpr absl::string_view kFaultsTable = R"sql( faults (
  game   INTEGER NOT NULL REFERENCES games,
  seat   INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 5),
  move   INTEGER NOT NULL CHECK (move >= 1),
  kind   TEXT NOT NULL,
  reason TEXT NOT NULL,
  PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;)sql";
constexpr absl::string_view kChecksumsTable = R"sql( checksums (
  game     INTEGER NOT NULL PRIMARY KEY REFERENCES games,
  checksum INTEGER NOT NULL
) STRICT;)sql";
struct LaterTable {
  uint32_t since;  // version
  absl::string_view name;
  absl::string_view sql;
};
constexpr std::array<LaterTable, 2> kLaterTables = {
    {{2, "faults", kFaultsTable},
     {kVersionWithChecksums, "checksums", kChecksumsTable}}};

std::string TablesOf(int64_t version) {
  std::string tables(kTables);
  for (const LaterTable& table : kLaterTables) {
    if (table.since > version) continue;
    absl::StrAppend(&tables, "CREATE TABLE", table.sql);
  }
  return tables;
}

// Makes the tables that a file of this version lacks.
absl::Status MakeLaterTables(Database& database, int64_t version,
                             absl::string_view create) {
  for (const LaterTable& table : kLaterTables) {
    if (table.since <= version) continue;
    RETURN_IF_ERROR(database.Execute(absl::StrCat(create, table.sql)));
  }
  return absl::OkStatus();
}

absl::Status SetSchemaVersion(Database& database) {
  return database.Execute(
      absl::StrCat("PRAGMA user_version = ", kSchemaVersion));
}

struct MetaChecksum {
  std::string of_rows, written;
  int64_t version = 0;  // of the tables
};

// In one statement, which sees one state: another process may write.
absl::StatusOr<MetaChecksum> ReadMetaChecksum(const Database& database) {
  ASSIGN_OR_RETURN(
      auto rows,
      database.Prepare("SELECT key, value, user_version"
                       " FROM meta, pragma_user_version ORDER BY key"));
  uint64_t hash = 0;
  MetaChecksum checksum;
  for (;;) {
    ASSIGN_OR_RETURN(const bool row, rows.Step());
    if (!row) break;
    checksum.version = rows.Integer(2);
    if (rows.Text(0) == kMetaChecksum) {
      checksum.written = std::string(rows.Text(1));
    } else {
      hash = Mixed(Mixed(hash, rows.Text(0)), rows.Text(1));
    }
  }
  checksum.of_rows = absl::StrCat(hash);
  return checksum;
}

// An error if a setting, or how often the study has grown, was edited.
absl::Status CheckMeta(const Database& database) {
  ASSIGN_OR_RETURN(const MetaChecksum checksum, ReadMetaChecksum(database));
  const bool has_one = checksum.version >= kVersionWithChecksums;
  if (checksum.written == (has_one ? checksum.of_rows : "")) {
    return absl::OkStatus();
  }
  return DataLoss("'", database.name(),
                  "' is damaged: its settings are not those that were written");
}

// WriteMeta without the checksum.
absl::Status InsertMeta(Database& database, absl::string_view key,
                        absl::string_view value) {
  ASSIGN_OR_RETURN(
      auto insert,
      database.Prepare(
          "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)"));
  insert.Bind(key, value);
  return insert.Run();
}

absl::Status WriteMeta(Database& database, absl::string_view key,
                       absl::string_view value) {
  RETURN_IF_ERROR(InsertMeta(database, key, value));
  return WriteMetaChecksum(database);
}

// The value of `key`; an error if there is none.
absl::StatusOr<std::string> ReadMeta(const Database& database,
                                     absl::string_view key) {
  ASSIGN_OR_RETURN(auto query,
                   database.Prepare("SELECT value FROM meta WHERE key = ?"));
  query.Bind(key);
  ASSIGN_OR_RETURN(const bool row, query.Step());
  if (!row) {
    return DataLoss("'", database.name(), "' is damaged: it has no ", key);
  }
  return std::string(query.Text(0));
}

// Those from index `first` on. The id of a name is its index.
absl::Status WriteNames(Database& database, absl::string_view table,
                        const std::vector<std::string>& names,
                        size_t first = 0) {
  ASSIGN_OR_RETURN(auto insert,
                   database.Prepare(absl::StrCat("INSERT INTO ", table,
                                                 " (id, name) VALUES (?, ?)")));
  for (size_t i = first; i < names.size(); ++i) {
    insert.Bind(uint64_t{i}, names[i]);
    RETURN_IF_ERROR(insert.Run());
  }
  return absl::OkStatus();
}

absl::Status WriteConfiguration(
    Database& database, const comparison::Configuration& configuration) {
  return WriteMeta(database, "configuration",
                   comparison::FormatConfiguration(configuration));
}

// Files of earlier programs have none.
std::vector<std::string> ReadOrigins(const Database& database) {
  std::vector<std::string> origins;
  const auto text = ReadMeta(database, "origins");
  if (!text.ok()) return origins;
  for (const absl::string_view line :
       absl::StrSplit(text->substr(0, kMaxOrigins * kMaxOriginBytes), '\n',
                      absl::SkipEmpty())) {
    if (origins.size() < kMaxOrigins) {
      origins.push_back(OneLine(line, kMaxOriginBytes));
    }
  }
  return origins;
}

// Creates the tables in an empty database and writes the head.
absl::Status CreateTables(Database& database, const ResultsHead& head) {
  ASSIGN_OR_RETURN(auto transaction, Transaction::Begin(database));
  RETURN_IF_ERROR(
      database.Execute(absl::StrCat("PRAGMA application_id = ", kApplication,
                                    ";", TablesOf(kSchemaVersion))));
  RETURN_IF_ERROR(SetSchemaVersion(database));
  RETURN_IF_ERROR(WriteConfiguration(database, head.configuration));
  RETURN_IF_ERROR(WriteMeta(database, "program_version", head.program_version));
  RETURN_IF_ERROR(WriteNames(database, "variants", head.configuration.games));
  RETURN_IF_ERROR(WriteNames(database, "players", head.configuration.players));
  return transaction.Commit();
}

// Whether the file has the tables of CreateTables, as far as its version has
// them, none of a later one, and no trigger, so that what is read is what is
// stored and not, say, an endless view of the same name.
absl::Status CheckSchema(Database& database, int64_t version) {
  const auto damaged = [&](absl::string_view name, absl::string_view what) {
    return DataLoss("'", database.name(), "' is damaged: '", name, "' ", what);
  };
  ASSIGN_OR_RETURN(Statement trigger,
                   database.Prepare("SELECT name FROM sqlite_schema"
                                    " WHERE type = 'trigger'"));
  ASSIGN_OR_RETURN(const bool has_trigger, trigger.Step());
  if (has_trigger) {
    return damaged(trigger.Text(0), "is a trigger, and there are none");
  }
  ASSIGN_OR_RETURN(
      Statement later,
      database.Prepare("SELECT 1 FROM sqlite_schema WHERE name = ?"));
  for (const LaterTable& table : kLaterTables) {
    if (table.since <= version) continue;
    later.Bind(table.name);
    ASSIGN_OR_RETURN(const bool is_there, later.Step());
    later.Reset();
    if (is_there) {
      return damaged(table.name, "is of a later version than the file");
    }
  }
  // SQLite stores the statement that created a table.
  ASSIGN_OR_RETURN(Database made, Database::OpenMemory());
  RETURN_IF_ERROR(made.Execute(TablesOf(version)));
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
    same.Bind(tables.Text(0), tables.Text(1));
    ASSIGN_OR_RETURN(const bool is_same, same.Step());
    if (!is_same) {
      return damaged(tables.Text(0),
                     "is missing or is not as this program makes it");
    }
    same.Reset();
  }
}

// --- The header of the file --------------------------------------------------

constexpr size_t kHeaderBytes = 100;
constexpr size_t kPageSizeAt = 16;
constexpr size_t kVersionAt = 60;
constexpr size_t kApplicationAt = 68;

uint32_t BigEndian(absl::string_view bytes, size_t at) {
  uint32_t number = 0;
  for (size_t i = at; i < at + 4; ++i) {
    number = number << 8 | static_cast<unsigned char>(bytes[i]);
  }
  return number;
}

// Whether a file that begins with `header` has results of a version that this
// program knows. The error says what it is instead; `name` is the file's.
absl::Status CheckHeader(absl::string_view header, const std::string& name) {
  const auto wrong = [&](absl::string_view what) {
    return FailedPrecondition("'", name, "' ", what);
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
  if (version < kVersionWithoutFaults) {
    return wrong(absl::StrCat("is damaged: there is no version ", version,
                              " of its tables"));
  }
  return absl::OkStatus();
}

// The bytes of a page in a file that begins with this checked header.
int64_t PageSize(absl::string_view header) {
  // Two bytes; the largest size does not fit and is written as 1.
  const uint32_t size = BigEndian(header, kPageSizeAt) >> 16;
  return size <= 1 ? 1 << 16 : size;
}

// --- Opening -----------------------------------------------------------------

// How long to wait for a transaction of another program. A game takes
// milliseconds; a merge may take seconds.
constexpr std::chrono::seconds kBusyTimeout(60);
// How many pages of the log are moved into the file at once: each time costs
// two flushes to disk.
constexpr int kCheckpointPages = 2000;

ResultsHead NewHead(const comparison::Configuration& configuration) {
  return {configuration, BOARDWALK_VERSION, {}};
}

template <typename... Parts>
absl::Status Refuse(const std::string& path, const Parts&... why) {
  return FailedPrecondition("cannot use '", path, "': ", why...);
}

absl::Status RefuseBySystem(const std::string& path, int error) {
  const absl::Status status =
      Refuse(path, std::generic_category().message(error));
  return error == ENOENT ? absl::NotFoundError(status.message()) : status;
}

struct FileState {
  std::string real_path;  // SQLite puts its log beside it
  int64_t size = 0;       // in bytes
  bool writable = false;  // the file and its folder
  bool has_log = false;   // a program has it open, or was killed
  bool has_games_in_log = false;
};

absl::StatusOr<FileState> StateOf(const std::string& path) {
  struct stat info {};
  if (stat(path.c_str(), &info) != 0) return RefuseBySystem(path, errno);
  if (S_ISDIR(info.st_mode)) return Refuse(path, "it is a folder");
  if (!S_ISREG(info.st_mode)) return Refuse(path, "it is no regular file");
  std::error_code error;
  const fs::path real = fs::canonical(path, error);
  if (error) return RefuseBySystem(path, error.value());
  FileState file;
  file.real_path = real.string();
  file.size = info.st_size;
  file.writable = access(real.c_str(), W_OK) == 0 &&
                  access(real.parent_path().c_str(), W_OK | X_OK) == 0;
  file.has_log = fs::exists(file.real_path + "-wal", error);
  file.has_games_in_log =
      file.has_log && fs::file_size(file.real_path + "-wal", error) != 0;
  return file;
}

// Whether a table of names has those of the configuration, which is what
// counts: people who query the file see the table.
absl::Status CheckNames(Database& database, absl::string_view table,
                        const std::vector<std::string>& names) {
  ASSIGN_OR_RETURN(auto query,
                   database.Prepare(absl::StrCat("SELECT id, name FROM ", table,
                                                 " ORDER BY id")));
  for (size_t i = 0;; ++i) {
    ASSIGN_OR_RETURN(const bool row, query.Step());
    if (!row && i == names.size()) return absl::OkStatus();
    if (!row || i == names.size() ||
        query.Integer(0) != static_cast<int64_t>(i) ||
        query.Text(1) != names[i]) {
      return DataLoss("'", database.name(), "' is damaged: its ", table,
                      " are not those of its configuration");
    }
  }
}

absl::StatusOr<ResultsHead> ReadHeadWithNames(Database& database) {
  ASSIGN_OR_RETURN(ResultsHead head, ReadHead(database));
  RETURN_IF_ERROR(CheckNames(database, "variants", head.configuration.games));
  RETURN_IF_ERROR(CheckNames(database, "players", head.configuration.players));
  return head;
}

absl::StatusOr<ResultsHead> ReadCheckedHead(Database& database) {
  ASSIGN_OR_RETURN(const int64_t version, SchemaVersion(database));
  RETURN_IF_ERROR(CheckSchema(database, version));
  // In one transaction: another process may add names.
  RETURN_IF_ERROR(database.Execute("BEGIN"));
  auto read = ReadHeadWithNames(database);
  RETURN_IF_ERROR(database.Execute("COMMIT"));
  if (!read.ok()) return read.status();
  ResultsHead head = *std::move(read);
  if (version == kVersionWithoutFaults &&
      comparison::RulesOf(head.configuration).play_on) {
    return FailedPrecondition(
        "'", database.name(),
        "' is a star challenge of an earlier program, which did not keep who "
        "dropped out of its games; play it again, into another file");
  }
  return head;
}

// Opens the file and reads its head. Changes nothing.
absl::StatusOr<ResultsFile> Inspect(const std::string& path,
                                    const FileState& state,
                                    Database::Access access) {
  ASSIGN_OR_RETURN(auto database,
                   Database::OpenFile(path, state.real_path, access));
  ASSIGN_OR_RETURN(const auto header, database.FirstBytes(kHeaderBytes));
  RETURN_IF_ERROR(CheckHeader(header, path));
  RETURN_IF_ERROR(database.CheckLocks());
  // With a log, missing pages may be there.
  if (!state.has_log && state.size % PageSize(header) != 0) {
    return DataLoss("'", path, "' is damaged: it is cut off");
  }
  database.SetBusyTimeout(kBusyTimeout);
  database.KeepLogAtClose(state.has_log);
  // The file may come from anywhere: notice damage early, and run nothing that
  // is in it.
  RETURN_IF_ERROR(database.Execute(
      "PRAGMA cell_size_check = ON; PRAGMA trusted_schema = OFF"));
  auto head = ReadCheckedHead(database);
  if (!head.ok() && state.has_games_in_log &&
      (access == Database::Access::kRead ||
       absl::IsResourceExhausted(head.status()))) {
    return FailedPrecondition(
        head.status().message(), "; '", path,
        "-wal' has games that are not yet in the file, and its folder cannot "
        "be written: copy both to another folder");
  }
  if (!head.ok()) return head.status();
  return ResultsFile{std::move(database), *std::move(head)};
}

Database::Access AccessTo(const FileState& state) {
  if (state.writable) return Database::Access::kWrite;
  return state.has_log ? Database::Access::kRead
                       : Database::Access::kReadUnchanging;
}

// --- Making ------------------------------------------------------------------

// Whether the disk has locks, before there is a file `path` on it: `made` is
// beside it.
absl::Status CheckLocksOf(const std::string& made, const std::string& path) {
  const std::string real = fs::absolute(made).string();
  ASSIGN_OR_RETURN(const auto database,
                   Database::OpenFile(path, real, Database::Access::kWrite));
  return database.CheckLocks();
}

// An unused name beside `path`.
std::string NameBeside(const std::string& path) {
  static std::atomic<uint32_t> counter{0};
  return absl::StrCat(path, ".", getpid(), "-", counter++, ".new");
}

// Links the complete file at `made` to `path`; AlreadyExists if that exists.
absl::Status GiveName(const std::string& made, const std::string& path) {
  if (link(made.c_str(), path.c_str()) == 0) return absl::OkStatus();
  // Some file systems have no links.
  std::error_code error;
  if (errno == EEXIST || fs::exists(path, error)) {
    return AlreadyExists("there is a file '", path, "' already");
  }
  fs::rename(made, path, error);
  return error ? RefuseBySystem(path, error.value()) : absl::OkStatus();
}

// Whether the file must be told that it has more rounds or other aliases now.
bool HasNews(const ResultsHead& head,
             const comparison::Configuration& configuration) {
  return configuration.rounds > head.configuration.rounds ||
         comparison::InOrderOf(head.configuration, configuration).aliases !=
             head.configuration.aliases;
}

// Makes a file of an earlier version one of this.
absl::Status Upgrade(ResultsFile& file) {
  Database& database = file.database;
  // Another process may have done it since.
  ASSIGN_OR_RETURN(const int64_t version, SchemaVersion(database));
  if (version == kSchemaVersion) return absl::OkStatus();
  RETURN_IF_ERROR(MakeLaterTables(database, version, "CREATE TABLE"));
  ASSIGN_OR_RETURN(auto tables,
                   GameTables::Create(database, file.head.configuration));
  RETURN_IF_ERROR(tables.AddChecksums());
  return SetSchemaVersion(database);
}

// Before the first game nobody can have looked.
absl::Status CountGrowthWithGames(ResultsFile& file) {
  ASSIGN_OR_RETURN(auto games,
                   file.database.Prepare("SELECT count(*) FROM games"));
  ASSIGN_OR_RETURN(const int64_t count, games.Number());
  return count > 0 ? CountGrowth(file) : absl::OkStatus();
}

absl::Status PrepareToAdd(ResultsFile& file,
                          const comparison::Configuration& configuration) {
  // A copy that SQLite made has no log yet. What is committed survives the
  // death of this program, even if it is not yet flushed to disk.
  RETURN_IF_ERROR(file.database.Execute(
      absl::StrCat("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; "
                   "PRAGMA wal_autocheckpoint = ",
                   kCheckpointPages)));
  ASSIGN_OR_RETURN(const int64_t version, SchemaVersion(file.database));
  if (version == kSchemaVersion && !HasNews(file.head, configuration)) {
    return absl::OkStatus();
  }
  ASSIGN_OR_RETURN(auto transaction, Transaction::Begin(file.database));
  // Another process may have written since.
  ASSIGN_OR_RETURN(file.head, ReadHead(file.database));
  const absl::Status same =
      comparison::CheckSame(file.head.configuration, configuration);
  if (!same.ok()) return Refuse(file.database.name(), same.message());
  RETURN_IF_ERROR(Upgrade(file));
  comparison::Configuration& known = file.head.configuration;
  if (configuration.rounds > known.rounds) {
    RETURN_IF_ERROR(CountGrowthWithGames(file));
  }
  known.rounds = std::max(known.rounds, configuration.rounds);
  known.aliases = comparison::InOrderOf(known, configuration).aliases;
  RETURN_IF_ERROR(WriteConfiguration(file.database, known));
  return transaction.Commit();
}

}  // namespace

absl::StatusOr<int64_t> SchemaVersion(const Database& database) {
  ASSIGN_OR_RETURN(auto query, database.Prepare("PRAGMA user_version"));
  return query.Number();
}

absl::Status WriteMetaChecksum(Database& database) {
  ASSIGN_OR_RETURN(const MetaChecksum checksum, ReadMetaChecksum(database));
  return InsertMeta(database, kMetaChecksum, checksum.of_rows);
}

absl::StatusOr<ResultsHead> ReadHead(Database& database) {
  ASSIGN_OR_RETURN(const auto text, ReadMeta(database, "configuration"));
  auto configuration = comparison::ParseConfiguration(text);
  if (!configuration.ok()) {
    return DataLoss("'", database.name(), "' cannot be understood: ",
                    configuration.status().message());
  }
  ASSIGN_OR_RETURN(auto version, ReadMeta(database, "program_version"));
  const auto grown = ReadMeta(database, kTimesGrown);
  ResultsHead head = {*std::move(configuration), OneLine(version),
                      ReadOrigins(database)};
  // Files that have not grown have none.
  if (grown.ok() &&
      (!absl::SimpleAtoi(*grown, &head.times_grown) || head.times_grown < 1)) {
    return DataLoss("'", database.name(), "' is damaged: its ", kTimesGrown,
                    " is no number from 1");
  }
  RETURN_IF_ERROR(CheckMeta(database));
  return head;
}

absl::Status CountGrowth(ResultsFile& file) {
  ++file.head.times_grown;
  return WriteMeta(file.database, kTimesGrown,
                   absl::StrCat(file.head.times_grown));
}

absl::Status GrowHead(ResultsFile& file,
                      const comparison::Configuration& configuration) {
  // More players and games are looks, too: who adds one after the other until
  // one seems better has tried often.
  RETURN_IF_ERROR(CountGrowthWithGames(file));
  const comparison::Configuration there = std::move(file.head.configuration);
  file.head.configuration = configuration;
  file.head.configuration.aliases =
      comparison::InOrderOf(there, configuration).aliases;
  file.head.configuration.rounds = std::max(there.rounds, configuration.rounds);
  RETURN_IF_ERROR(WriteConfiguration(file.database, file.head.configuration));
  RETURN_IF_ERROR(WriteNames(file.database, "variants",
                             file.head.configuration.games,
                             there.games.size()));
  return WriteNames(file.database, "players", file.head.configuration.players,
                    there.players.size());
}

absl::StatusOr<std::vector<std::string>> AddOrigins(
    Database& database, const std::vector<std::string>& origins) {
  std::vector<std::string> known = ReadOrigins(database);
  const size_t before = known.size();
  for (const std::string& origin : origins) {
    if (known.size() < kMaxOrigins &&
        std::ranges::find(known, origin) == known.end()) {
      known.push_back(origin);
    }
  }
  if (known.size() == before) return known;
  const std::string text = absl::StrJoin(known, "\n");
  RETURN_IF_ERROR(WriteMeta(database, "origins", text));
  return known;
}

absl::Status CheckReferences(const Database& database) {
  const auto damaged = [&](int64_t game, absl::string_view why) {
    return DataLoss("'", database.name(), "' is damaged: game ", game, ": ",
                    why);
  };
  ASSIGN_OR_RETURN(auto unread,
                   database.Prepare("SELECT id FROM games WHERE id < 1"));
  ASSIGN_OR_RETURN(const bool has_unread, unread.Step());
  if (has_unread) return damaged(unread.Integer(0), "games count from 1");
  ASSIGN_OR_RETURN(
      auto tables,
      database.Prepare("SELECT \"table\" FROM pragma_foreign_key_check WHERE"
                       " parent = 'games' AND \"table\" IN"
                       " ('seats', 'faults', 'records', 'checksums')"));
  ASSIGN_OR_RETURN(const bool stray, tables.Step());
  if (!stray) return absl::OkStatus();
  const std::string table(tables.Text(0));
  ASSIGN_OR_RETURN(auto game,
                   database.Prepare(absl::StrCat(
                       "SELECT game FROM ", table,
                       " WHERE game NOT IN (SELECT id FROM games)")));
  ASSIGN_OR_RETURN(const int64_t id, game.Number());
  return damaged(id, absl::StrCat("it is in '", table, "' and not in 'games'"));
}

absl::Status CheckUndamaged(const Database& database) {
  ASSIGN_OR_RETURN(auto check, database.Prepare("PRAGMA quick_check(1)"));
  ASSIGN_OR_RETURN(const bool row, check.Step());
  if (!row || check.Text(0) != "ok") {
    return DataLoss("'", database.name(), "' is damaged: ", check.Text(0));
  }
  return CheckReferences(database);
}

absl::StatusOr<ResultsFile> MakeResultsInMemory(
    const comparison::Configuration& configuration) {
  ASSIGN_OR_RETURN(auto database, Database::OpenMemory());
  ResultsHead head = NewHead(configuration);
  RETURN_IF_ERROR(CreateTables(database, head));
  return ResultsFile{std::move(database), std::move(head)};
}

absl::Status MakeNewResults(const std::string& path,
                            const comparison::Configuration& configuration) {
  const std::string folder = fs::path(path).parent_path().string();
  if (!folder.empty() && !fs::is_directory(folder)) {
    return NotFound("cannot make '", path, "': there is no folder '", folder,
                    "'");
  }
  // SQLite would use the log of an old file for the new one.
  for (const char* ending : {"-wal", "-journal"}) {
    std::error_code error;
    if (fs::exists(path + ending, error)) {
      // Another process may create the same file now and have a log.
      if (fs::exists(path, error)) {
        return absl::AlreadyExistsError("another process made it");
      }
      return Refuse(path, "it does not exist, but '", path, ending,
                    "' does, which belongs to another "
                    "file of that name; move it away");
    }
  }
  ASSIGN_OR_RETURN(const auto file, MakeResultsInMemory(configuration));
  ASSIGN_OR_RETURN(std::string image, file.database.Image());
  // In write-ahead log mode from the start: when several processes open the
  // file, SQLite lets only one change the mode, and the others do not wait.
  // (Write and read version 2, in section 1.3 of SQLite's file format.)
  image[18] = image[19] = 2;
  const std::string made = NameBeside(path);
  RETURN_IF_ERROR(At(absl::StrCat("cannot make '", path, "'"),
                     WriteFileAtomically(made, image)));
  absl::Status status = CheckLocksOf(made, path);
  if (status.ok()) status = GiveName(made, path);
  unlink(made.c_str());
  return status;
}

absl::StatusOr<ResultsFile> OpenResultsToPlay(
    const std::string& path, const comparison::Configuration& configuration) {
  auto state = StateOf(path);
  if (absl::IsNotFound(state.status())) {
    // If another process makes one meanwhile, that one stays.
    const absl::Status made = MakeNewResults(path, configuration);
    if (!made.ok() && !absl::IsAlreadyExists(made)) return made;
    state = StateOf(path);
  }
  if (!state.ok()) return state.status();
  auto file = Inspect(path, *state, AccessTo(*state));
  if (!file.ok()) return file;
  const absl::Status status =
      comparison::CheckSame(file->head.configuration, configuration);
  if (!status.ok()) return Refuse(path, status.message());
  if (file->head.program_version != BOARDWALK_VERSION) {
    return Refuse(path, "boardwalk ", file->head.program_version,
                  " began it and this is " BOARDWALK_VERSION
                  ", whose players may be others; begin a new file");
  }
  if (!state->writable) {
    return Refuse(path, "it or its folder is read-only; both are written to");
  }
  RETURN_IF_ERROR(CheckUndamaged(file->database));
  file->database.KeepLogAtClose(false);
  RETURN_IF_ERROR(PrepareToAdd(*file, configuration));
  return file;
}

absl::StatusOr<ResultsFile> OpenResultsToRead(const std::string& path) {
  ASSIGN_OR_RETURN(const auto state, StateOf(path));
  auto file = Inspect(path, state, AccessTo(state));
  // Without games in the log, SQLite does not need it. On a full disk nobody
  // can add any, so the file does not change while it is read.
  if (!state.has_games_in_log && (absl::IsResourceExhausted(file.status()) ||
                                  (!file.ok() && !state.writable))) {
    file = Inspect(path, state, Database::Access::kReadUnchanging);
  }
  if (!file.ok()) return file;
  ASSIGN_OR_RETURN(const int64_t version, SchemaVersion(file->database));
  RETURN_IF_ERROR(
      MakeLaterTables(file->database, version, "CREATE TEMP TABLE"));
  RETURN_IF_ERROR(file->database.Execute("PRAGMA query_only = ON"));
  file->database.KeepLogAtClose(false);
  return file;
}

}  // namespace boardwalk::results
