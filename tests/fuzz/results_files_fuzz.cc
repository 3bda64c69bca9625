// Files of results that are damaged or forged: whatever stands in one, each
// command that reads it ends with a status of its own and says why.
//
// An input is a list of changes to a small file with real games: values out of
// their bounds, tables that are missing or something else, games in which the
// moves are others but the fingerprint is right, bytes overwritten, an end cut
// off.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "framework/record.h"
#include "framework/testing/temporary_folder.h"
#include "frontends/comparison/result.h"
#include "frontends/results/results_file.h"
#include "frontends/results/sqlite.h"
#include "frontends/results/store.h"
#include "tests/fuzz/commands.h"
#include "tests/fuzz/games.h"

namespace boardwalk::fuzz {
namespace {

using results::Database;

// The bytes of an input, taken from its front; zeros when there are no more.
class Bytes {
 public:
  explicit Bytes(absl::string_view bytes) : bytes_(bytes) {}

  bool empty() const { return bytes_.empty(); }
  size_t Below(size_t bound) {
    size_t number = 0;
    for (size_t most = 1; most < bound; most <<= 8) {
      number = number << 8 | Take();
    }
    return number % bound;
  }
  std::string Text(size_t size) {
    size = std::min(size, bytes_.size());
    std::string text(bytes_.substr(0, size));
    bytes_.remove_prefix(size);
    return text;
  }

 private:
  uint8_t Take() {
    if (bytes_.empty()) return 0;
    const auto byte = static_cast<uint8_t>(bytes_[0]);
    bytes_.remove_prefix(1);
    return byte;
  }

  absl::string_view bytes_;
};

struct Column {
  const char* table;
  const char* key;  // what tells rows apart
  const char* name;
};

constexpr Column kNumbers[] = {
    {"games", "id", "id"},         {"games", "id", "block"},
    {"games", "id", "round"},      {"games", "id", "variant"},
    {"games", "id", "pairing"},    {"games", "id", "rotation"},
    {"games", "id", "seed"},       {"games", "id", "loser"},
    {"games", "id", "plies"},      {"games", "id", "fingerprint"},
    {"seats", "game", "game"},     {"seats", "game", "seat"},
    {"seats", "game", "player"},   {"seats", "game", "returns"},
    {"seats", "game", "moves"},    {"seats", "game", "seconds"},
    {"seats", "game", "nodes"},    {"seats", "game", "wall_seconds"},
    {"seats", "game", "playouts"}, {"seats", "game", "max_seconds"},
    {"seats", "game", "depth"},    {"records", "game", "game"},
    {"variants", "id", "id"},      {"players", "id", "id"},
};
constexpr const char* kValues[] = {
    "0",
    "1",
    "2",
    "3",
    "-1",
    "6",
    "64",
    "255",
    "2147483648",
    "1000000000",
    "4611686018427387904",
    "9223372036854775807",
    "-9223372036854775808",
    "1e15",
    "1e308",
    "9e999",
    "-1e-9",
    "0.5",
    "NULL",
};
constexpr Column kTexts[] = {
    {"games", "id", "ending"},      {"games", "id", "detail"},
    {"records", "game", "opening"}, {"records", "game", "start"},
    {"records", "game", "moves"},   {"records", "game", "details"},
    {"records", "game", "final"},   {"variants", "id", "name"},
    {"players", "id", "name"},      {"faults", "game", "kind"},
    {"faults", "game", "reason"},
};
constexpr const char* kStatements[] = {
    "DELETE FROM games WHERE id % 2 = 1",
    "DELETE FROM seats WHERE seat = 1",
    "DELETE FROM records",
    "DELETE FROM meta",
    "DROP TABLE records",
    "DROP TABLE faults",
    "DROP VIEW results",
    ("INSERT OR IGNORE INTO seats SELECT game, seat + 2, player, returns, "
     "moves,"
     " seconds, wall_seconds, max_seconds, nodes, playouts, depth FROM seats"),
    ("WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE"
     " i < 70) INSERT OR IGNORE INTO seats SELECT game, i, player, returns,"
     " moves, seconds, wall_seconds, max_seconds, nodes, playouts, depth"
     " FROM seats, n WHERE seat = 0"),
    ("DROP TABLE meta; CREATE VIEW meta AS WITH RECURSIVE n(i) AS (SELECT 1"
     " UNION ALL SELECT i + 1 FROM n) SELECT 'key' || i AS key, i AS value"
     " FROM n"),
    "CREATE TRIGGER t AFTER INSERT ON games BEGIN DELETE FROM games; END",
    "CREATE TABLE more (x)",
    "UPDATE games SET id = id + 4611686018427387900",
    "UPDATE seats SET returns = -returns",
    "UPDATE records SET moves = moves || ' ' || moves",
    "PRAGMA user_version = 1",
    "PRAGMA user_version = 4",
    "PRAGMA application_id = 7",
    "PRAGMA journal_mode = WAL",
};

std::string Slurp(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void Write(const std::string& path, absl::string_view bytes) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

// Files of results with finished games, made once.
const std::vector<std::string>& Originals() {
  static const auto* const originals = [] {
    const TemporaryFolder folder;
    const std::string test = folder.File("test"), many = folder.File("many");
    Require(Run({"sprt", "teeko", "--players", "random", "greedy", "--rounds",
                 "3", "--max-plies", "20", "--jobs", "1", "--db", test})
                    .status == 0,
            "sprt plays");
    Require(
        Run({"compare", "--games", "teeko", "star:players=3,size=3",
             "--players", "random", "greedy", "--rounds", "2", "--max-plies",
             "12", "--openings", "2", "--jobs", "1", "--db", many})
                .status == 0,
        "compare plays");
    return new std::vector<std::string>{Slurp(test), Slurp(many)};
  }();
  return *originals;
}

// Makes the fingerprint of each game that of its record as it is now.
void MakeFingerprintsRight(Database& database) {
  auto games = database.Prepare(
      "SELECT games.id, variants.name, start, moves FROM games JOIN variants ON"
      " variants.id = variant JOIN records ON game = games.id LIMIT 20");
  auto players = database.Prepare(
      "SELECT name FROM seats JOIN players ON id = player WHERE game = ?"
      " ORDER BY seat LIMIT 100");
  if (!games.ok() || !players.ok()) return;
  std::vector<std::pair<int64_t, uint64_t>> fingerprints;
  while (games->Step().value_or(false)) {
    GameRecord record;
    record.game = std::string(games->Text(1));
    record.start = std::string(games->Text(2));
    for (const absl::string_view move :
         absl::StrSplit(games->Text(3), ' ', absl::SkipEmpty())) {
      record.moves.emplace_back().text = std::string(move);
    }
    players->Bind(games->Integer(0));
    while (players->Step().value_or(false)) {
      record.players.emplace_back(players->Text(0));
    }
    fingerprints.emplace_back(games->Integer(0),
                              comparison::Fingerprint(record));
  }
  for (const auto& [id, fingerprint] : fingerprints) {
    database
        .Execute(absl::StrCat("UPDATE games SET fingerprint = ",
                              static_cast<int64_t>(fingerprint),
                              " WHERE id = ", id))
        .IgnoreError();
  }
}

void SetText(Database& database, const Column& column, int64_t key,
             absl::string_view text) {
  auto update = database.Prepare(
      absl::StrCat("UPDATE OR IGNORE ", column.table, " SET ", column.name,
                   " = ?1 WHERE ?2 = 0 OR ", column.key, " = ?2"));
  if (!update.ok()) return;
  update->Bind(text, key);
  update->Run().IgnoreError();
}

void SetConfiguration(Database& database, Bytes& bytes) {
  auto query =
      database.Prepare("SELECT value FROM meta WHERE key = 'configuration'");
  if (!query.ok() || !query->Step().value_or(false)) return;
  std::string text(query->Text(0));
  query->Reset();
  const size_t at = bytes.Below(text.size() + 1);
  const size_t length = bytes.Below(32);
  text.replace(at, length, bytes.Text(bytes.Below(64)));
  auto update =
      database.Prepare("UPDATE meta SET value = ? WHERE key = 'configuration'");
  if (!update.ok()) return;
  update->Bind(text);
  update->Run().IgnoreError();
  results::WriteMetaChecksum(database).IgnoreError();
}

// One change to the tables.
void Forge(Database& database, Bytes& bytes) {
  switch (bytes.Below(5)) {
    case 0: {
      const Column& column = kNumbers[bytes.Below(std::size(kNumbers))];
      const char* const value = kValues[bytes.Below(std::size(kValues))];
      const size_t key = bytes.Below(8);  // 0: in all rows
      database
          .Execute(absl::StrCat("UPDATE OR IGNORE ", column.table, " SET ",
                                column.name, " = ", value, " WHERE ", key,
                                " = 0 OR ", column.key, " = ", key))
          .IgnoreError();
      break;
    }
    case 1: {
      const Column& column = kTexts[bytes.Below(std::size(kTexts))];
      const auto key = static_cast<int64_t>(bytes.Below(8));
      SetText(database, column, key, bytes.Text(bytes.Below(256)));
      break;
    }
    case 2:
      database.Execute(kStatements[bytes.Below(std::size(kStatements))])
          .IgnoreError();
      break;
    case 3:
      SetConfiguration(database, bytes);
      break;
    default:
      MakeFingerprintsRight(database);
      break;
  }
}

// The same from the outside.
void Damage(std::string& file, Bytes& bytes) {
  if (bytes.Below(8) == 0) {
    file.resize(bytes.Below(file.size() + 1));
    return;
  }
  const size_t at = bytes.Below(file.size() + 1);
  const std::string text = bytes.Text(1 + bytes.Below(8));
  file.replace(at, std::min(text.size(), file.size() - at), text);
}

std::string ForgedFile(const std::string& path, Bytes& bytes) {
  const std::vector<std::string>& originals = Originals();
  Write(path, originals[bytes.Below(originals.size())]);
  const size_t damages = bytes.Below(4);
  const size_t forgeries = bytes.Below(8);
  {
    auto database = Database::OpenFile(path, path, Database::Access::kWrite);
    Require(database.ok(), "the original opens");
    database->Execute("PRAGMA ignore_check_constraints = ON").IgnoreError();
    for (size_t i = 0; i < forgeries; ++i) Forge(*database, bytes);
  }
  std::string file = Slurp(path);
  for (size_t i = 0; i < damages && !bytes.empty(); ++i) Damage(file, bytes);
  return file;
}

void TryCommand(const std::vector<std::string>& words) {
  const Outcome outcome = Run(words);
  Require(outcome.status >= 0 && outcome.status <= 2,
          absl::StrCat(words[0], " has a status: ", outcome.status));
  Require(outcome.status == 0 || !outcome.err.empty(),
          absl::StrCat(words[0], " says what is wrong"));
}

// As the command replay does, which writes to the terminal.
void TryReplay(const std::string& path) {
  const auto store = results::OpenToRead(path);
  if (!store.ok()) return;
  for (const int64_t id : {1, 2, 7}) {
    const auto game = (*store)->Get(id);
    if (game.ok()) ReplayRecord(AllGamesOnce(), game->record).IgnoreError();
  }
}

// A report takes most of the time: each input gets one form of it.
void TryEveryCommand(const std::string& path, size_t form,
                     const TemporaryFolder& folder) {
  const std::vector<std::string> forms[] = {
      {},
      {"--format", "json"},
      {"--format", "csv"},
      {"--html", folder.File("page.html")}};
  std::vector<std::string> report = forms[form % std::size(forms)];
  report.insert(report.begin(), {"report", path});
  TryCommand(report);
  TryCommand({"games", path, "--json"});
  TryCommand({"export", path});
  TryCommand({"export", path, "--format", "csv"});
  TryCommand({"merge", folder.File("merged"), path});
  TryReplay(path);
}

}  // namespace
}  // namespace boardwalk::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using boardwalk::fuzz::Bytes;
  const boardwalk::TemporaryFolder folder;
  const std::string path = folder.File("results");
  Bytes input({reinterpret_cast<const char*>(data), size});
  const std::string file = boardwalk::fuzz::ForgedFile(path, input);
  for (const char* log : {"-wal", "-shm", "-journal"}) {
    std::filesystem::remove(path + log);
  }
  boardwalk::fuzz::Write(path, file);
  boardwalk::fuzz::TryEveryCommand(path, size, folder);
  return 0;
}
