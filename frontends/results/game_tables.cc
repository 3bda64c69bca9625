#include "frontends/results/game_tables.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "framework/errors.h"
#include "framework/game.h"
#include "framework/record.h"
#include "framework/status_macros.h"
#include "framework/text.h"
#include "frontends/results/results_file.h"

namespace boardwalk::results {
namespace {

// How much Read reads at once.
constexpr size_t kBatchGames = 256;
constexpr size_t kBatchBytes = 1 << 20;

constexpr char kInsertGame[] =
    "INSERT INTO games (id, block, round, variant, pairing, rotation, seed,"
    " ending, loser, detail, plies, fingerprint)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    " ON CONFLICT (id) DO NOTHING";
constexpr char kInsertSeat[] =
    "INSERT INTO seats (game, seat, player, returns, moves, seconds,"
    " wall_seconds, max_seconds, nodes, playouts, depth)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
constexpr char kInsertFault[] =
    "INSERT INTO faults (game, seat, move, kind, reason)"
    " VALUES (?, ?, ?, ?, ?)";
constexpr char kInsertRecord[] =
    "INSERT INTO records (game, opening, start, moves, details, final)"
    " VALUES (?, ?, ?, ?, ?, ?)";
constexpr char kGames[] =
    "SELECT id, block, round, variant, pairing, rotation, seed, ending, loser,"
    " detail, plies, fingerprint FROM games"
    " WHERE id > ?1 AND id <= ?6 AND (?2 IS NULL OR variant = ?2)"
    " AND (?3 IS NULL OR ending = ?3) AND (?4 IS NULL OR round = ?4)"
    " AND (?5 IS NULL OR EXISTS (SELECT 1 FROM seats"
    "                            WHERE game = games.id AND player = ?5))"
    " ORDER BY id";
constexpr char kSeats[] =
    "SELECT seat, player, returns, moves, seconds, wall_seconds, max_seconds,"
    " nodes, playouts, depth FROM seats WHERE game = ? ORDER BY seat";
constexpr char kFaults[] =
    "SELECT seat, move, kind, reason FROM faults WHERE game = ?"
    " ORDER BY move, seat";
constexpr char kRecord[] =
    "SELECT opening, start, moves, details, final FROM records WHERE game = ?";

// Moves are kept as one text, joined by blanks.
bool CanBeJoined(absl::string_view move) {
  return !move.empty() && move.find(' ') == absl::string_view::npos;
}

// Splits into no more texts than a record may hold, whatever a file says.
// ParseMoveDetails finds that the numbers differ.
std::vector<std::string> Split(absl::string_view text) {
  if (text.empty()) return {};
  return absl::StrSplit(text, absl::MaxSplits(' ', kMaxRecordMoves));
}

// Whether `number` fits.
template <typename T>
bool Narrow(int64_t number, T& narrow) {
  narrow = static_cast<T>(number);
  return narrow == number;
}

bool IsIndex(int64_t number, uint64_t size) {
  return number >= 0 && static_cast<uint64_t>(number) < size;
}

// Far more than any program counts in a game, and longer than any takes, but so
// few that the sum over many games does not overflow.
constexpr int64_t kMaxCount = 1'000'000'000'000'000;
bool IsCount(int64_t number) { return number >= 0 && number <= kMaxCount; }
bool IsTime(double seconds) { return seconds >= 0 && seconds <= kMaxCount; }

bool MakesSense(const comparison::SeatResult& seat,
                const comparison::Configuration& configuration) {
  return IsIndex(seat.player, configuration.players.size()) &&
         std::abs(seat.returns) <= 1 && IsCount(seat.moves) &&
         IsTime(seat.seconds) && IsTime(seat.wall_seconds) &&
         IsTime(seat.max_seconds) && IsCount(seat.nodes) &&
         IsCount(seat.playouts) && IsCount(seat.depth);
}

// Whether a game can end so and with these returns, as far as that can be told
// without its rules.
bool ReturnsMakeSense(const comparison::GameSummary& game) {
  const int num_players = static_cast<int>(game.seats.size());
  SeatValues returns{};
  double sum = 0;
  for (int seat = 0; seat < num_players; ++seat) {
    returns[seat] = game.seats[seat].returns;
    sum += returns[seat];
  }
  return game.termination == Termination::kRules
             ? std::abs(sum) < 1e-9
             : returns == ReturnsWithoutRules(game.termination, num_players,
                                              game.loser);
}

// Whether everything is within its bounds. It is checked for what is stored and
// what is read, so that no user of a summary has to check it.
bool MakesSense(const comparison::GameSummary& game,
                const comparison::Configuration& configuration) {
  const size_t seats = game.seats.size();
  return game.id >= 1 && game.id <= comparison::kMaxGameId &&
         IsIndex(game.block, comparison::kMaxGameId) &&
         IsIndex(game.round, comparison::kMaxRounds) &&
         IsIndex(game.variant, configuration.games.size()) &&
         game.pairing >= 0 && seats >= 2 && seats <= size_t{kMaxPlayers} &&
         IsIndex(game.rotation, seats) && IsCount(game.plies) &&
         (HasLoser(game.termination) ? IsIndex(game.loser, seats)
                                     : game.loser == -1) &&
         std::ranges::all_of(game.seats,
                             [&](const comparison::SeatResult& seat) {
                               return MakesSense(seat, configuration);
                             }) &&
         CheckFaults(game.faults, seats, game.plies, game.loser).ok() &&
         ReturnsMakeSense(game);
}

// The part of a record that the summary and the configuration have, too. It is
// stored once.
GameRecord HeadOfRecord(const comparison::GameSummary& summary,
                        const comparison::Configuration& configuration) {
  GameRecord record;
  record.game = configuration.games[summary.variant];
  record.seed = summary.seed;
  record.termination = summary.termination;
  record.loser = summary.loser;
  record.detail = summary.detail;
  record.faults = summary.faults;
  for (size_t seat = 0; seat < summary.seats.size(); ++seat) {
    const comparison::SeatResult& result = summary.seats[seat];
    record.players.push_back(configuration.players[result.player]);
    record.returns[seat] = result.returns;
  }
  return record;
}

}  // namespace

absl::StatusOr<GameTables> GameTables::Create(
    const Database& database, const comparison::Configuration& configuration) {
  GameTables tables(database, configuration);
  RETURN_IF_ERROR(database.PrepareAll({
      {&tables.insert_game_, kInsertGame},
      {&tables.insert_seat_, kInsertSeat},
      {&tables.insert_fault_, kInsertFault},
      {&tables.insert_record_, kInsertRecord},
      {&tables.has_, "SELECT 1 FROM games WHERE id = ?"},
      {&tables.count_, "SELECT count(*) FROM games"},
      {&tables.count_distinct_,
       "SELECT count(DISTINCT fingerprint) FROM games WHERE variant = ?"},
      {&tables.count_openings_,
       "SELECT count(DISTINCT start) FROM records"
       " JOIN games ON games.id = records.game WHERE variant = ?"},
      {&tables.ids_,
       "SELECT (SELECT count(*) FROM games), (SELECT min(id) FROM games),"
       " (SELECT max(id) FROM games)"},
      {&tables.games_, kGames},
      {&tables.seats_, kSeats},
      {&tables.faults_, kFaults},
      {&tables.record_, kRecord},
      {&tables.insert_checksum_,
       "INSERT INTO checksums (game, checksum) VALUES (?, ?)"},
      {&tables.checksum_, "SELECT checksum FROM checksums WHERE game = ?"},
  }));
  ASSIGN_OR_RETURN(const int64_t version, SchemaVersion(database));
  tables.has_checksums_ = version >= kVersionWithChecksums;
  return tables;
}

// --- Adding ------------------------------------------------------------------

absl::Status GameTables::CheckBelongs(
    const comparison::FinishedGame& game) const {
  const comparison::GameSummary& summary = game.summary;
  const GameRecord& record = game.record;
  const auto wrong = [&](absl::string_view what) {
    return InvalidArgument("game ", summary.id, " cannot be kept in '",
                           database_->name(), "': ", what);
  };
  if (!MakesSense(summary, *configuration_)) {
    return wrong("a number in it makes no sense");
  }
  const GameRecord head = HeadOfRecord(summary, *configuration_);
  if (std::tie(record.game, record.seed, record.players, record.termination,
               record.loser, record.detail, record.faults, record.returns) !=
      std::tie(head.game, head.seed, head.players, head.termination, head.loser,
               head.detail, head.faults, head.returns)) {
    return wrong("its record and its summary differ");
  }
  if (record.moves.size() > kMaxRecordMoves) return wrong("it is too long");
  for (const RecordedMove& move : record.moves) {
    if (!CanBeJoined(move.text)) return wrong("a move with a blank in it");
  }
  for (const std::string& move : game.opening) {
    if (!CanBeJoined(move)) return wrong("a move with a blank in it");
  }
  if (comparison::Fingerprint(record) != summary.fingerprint) {
    return wrong("its fingerprint is not that of its record");
  }
  return absl::OkStatus();
}

absl::StatusOr<bool> GameTables::Insert(const comparison::FinishedGame& game) {
  const comparison::GameSummary& summary = game.summary;
  RETURN_IF_ERROR(CheckBelongs(game));
  Statement& insert = insert_game_;
  std::optional<int> loser;
  if (summary.loser >= 0) loser = summary.loser;
  insert.Bind(summary.id, summary.block, summary.round, summary.variant,
              summary.pairing, summary.rotation, summary.seed,
              TerminationName(summary.termination), loser, summary.detail,
              summary.plies, summary.fingerprint);
  RETURN_IF_ERROR(insert.Run());
  if (database_->Changes() == 0) return false;
  for (size_t seat = 0; seat < summary.seats.size(); ++seat) {
    RETURN_IF_ERROR(
        InsertSeat(summary.id, static_cast<int>(seat), summary.seats[seat]));
  }
  for (const Fault& fault : summary.faults) {
    RETURN_IF_ERROR(InsertFault(summary.id, fault));
  }
  RETURN_IF_ERROR(InsertRecord(game));
  RETURN_IF_ERROR(InsertChecksum(game));
  return true;
}

absl::Status GameTables::AddChecksums() {
  std::vector<comparison::FinishedGame> batch;
  int64_t after = 0;
  do {
    RETURN_IF_ERROR(Read({}, after, /*whole=*/true, batch));
    for (const comparison::FinishedGame& game : batch) {
      RETURN_IF_ERROR(InsertChecksum(game));
      after = game.summary.id;
    }
  } while (!batch.empty());
  return absl::OkStatus();
}

absl::Status GameTables::InsertSeat(int64_t id, int seat,
                                    const comparison::SeatResult& result) {
  insert_seat_.Bind(id, seat, result.player, result.returns, result.moves,
                    result.seconds, result.wall_seconds, result.max_seconds,
                    result.nodes, result.playouts, result.depth);
  return insert_seat_.Run();
}

absl::Status GameTables::InsertFault(int64_t id, const Fault& fault) {
  insert_fault_.Bind(id, fault.seat, fault.move, TerminationName(fault.kind),
                     fault.reason);
  return insert_fault_.Run();
}

absl::Status GameTables::InsertRecord(const comparison::FinishedGame& game) {
  const auto append_text = [](std::string* out, const RecordedMove& move) {
    out->append(move.text);
  };
  insert_record_.Bind(
      game.summary.id, absl::StrJoin(game.opening, " "), game.record.start,
      absl::StrJoin(game.record.moves, " ", append_text),
      comparison::FormatMoveDetails(game.record.moves), game.record.final);
  return insert_record_.Run();
}

absl::Status GameTables::InsertChecksum(const comparison::FinishedGame& game) {
  insert_checksum_.Bind(game.summary.id, comparison::Checksum(game));
  return insert_checksum_.Run();
}

// --- Looking up --------------------------------------------------------------

absl::StatusOr<bool> GameTables::Has(int64_t id) {
  has_.Bind(id);
  ASSIGN_OR_RETURN(const int64_t found, has_.Number());
  return found != 0;
}

absl::StatusOr<int64_t> GameTables::Count() { return count_.Number(); }

absl::StatusOr<int64_t> GameTables::CountDistinct(int variant) {
  count_distinct_.Bind(variant);
  return count_distinct_.Number();
}

absl::StatusOr<int64_t> GameTables::CountOpenings(int variant) {
  count_openings_.Bind(variant);
  return count_openings_.Number();
}

absl::StatusOr<GameTables::IdRange> GameTables::Ids() {
  RETURN_IF_ERROR(ids_.Step().status());
  const IdRange range{ids_.Integer(0), ids_.Integer(1), ids_.Integer(2)};
  ids_.Reset();
  return range;
}

// --- Reading -----------------------------------------------------------------

absl::Status GameTables::Damaged(int64_t id, absl::string_view what) const {
  return DataLoss("'", database_->name(), "' is damaged: game ", id, ": ",
                  what);
}

void GameTables::BindGames(const comparison::GameFilter& filter, int64_t after,
                           int64_t last) {
  std::optional<absl::string_view> ending;
  if (filter.termination.has_value()) {
    ending = TerminationName(*filter.termination);
  }
  games_.Bind(after, filter.variant, ending, filter.round, filter.player, last);
}

absl::StatusOr<std::optional<comparison::FinishedGame>> GameTables::Get(
    int64_t id) {
  if (id < 1) return std::nullopt;
  BindGames({}, id - 1, id);
  ASSIGN_OR_RETURN(const bool row, games_.Step());
  if (!row) return std::nullopt;
  std::optional<comparison::FinishedGame> game(std::in_place);
  size_t bytes = 0;
  const absl::Status status = ReadGame(/*whole=*/true, *game, bytes);
  games_.Reset();
  if (!status.ok()) return status;
  return game;
}

absl::Status GameTables::Read(const comparison::GameFilter& filter,
                              int64_t after, bool whole,
                              std::vector<comparison::FinishedGame>& games) {
  games.clear();
  BindGames(filter, after, std::numeric_limits<int64_t>::max());
  // The query stays open meanwhile, so everything is read from one state.
  absl::Status status;
  size_t bytes = 0;
  while (status.ok() && games.size() < kBatchGames && bytes < kBatchBytes) {
    ASSIGN_OR_RETURN(const bool row, games_.Step());
    if (!row) return absl::OkStatus();
    status = ReadGame(whole, games.emplace_back(), bytes);
  }
  games_.Reset();
  return status;
}

absl::Status GameTables::ReadGame(bool whole, comparison::FinishedGame& game,
                                  size_t& bytes) {
  absl::Status status = ReadSummary(game.summary);
  if (status.ok()) status = ReadSeats(game.summary);
  if (status.ok()) status = ReadFaults(game.summary);
  if (status.ok() && !MakesSense(game.summary, *configuration_)) {
    status = Damaged(game.summary.id, "a number in it makes no sense");
  }
  if (status.ok() && whole) status = ReadRecord(game, bytes);
  return status;
}

// From the current row of games_.
absl::Status GameTables::ReadSummary(comparison::GameSummary& summary) {
  const Statement& row = games_;
  summary.id = row.Integer(0);
  summary.block = row.Integer(1);
  summary.round = row.Integer(2);
  summary.seed = static_cast<uint64_t>(row.Integer(6));
  const auto termination = ParseTermination(row.Text(7));
  if (!termination.ok())
    return Damaged(summary.id, termination.status().message());
  summary.termination = *termination;
  summary.detail = OneLine(row.Text(9));
  summary.plies = row.Integer(10);
  summary.fingerprint = static_cast<uint64_t>(row.Integer(11));
  if (Narrow(row.Integer(3), summary.variant) &&
      Narrow(row.Integer(4), summary.pairing) &&
      Narrow(row.Integer(5), summary.rotation) &&
      (row.IsNull(8) || Narrow(row.Integer(8), summary.loser))) {
    return absl::OkStatus();
  }
  return Damaged(summary.id, "a number in it makes no sense");
}

absl::Status GameTables::ReadSeats(comparison::GameSummary& summary) {
  Statement& row = seats_;
  row.Bind(summary.id);
  for (;;) {
    ASSIGN_OR_RETURN(const bool more, row.Step());
    if (!more) return absl::OkStatus();
    comparison::SeatResult result;
    const size_t seat = summary.seats.size();
    if (seat == size_t{kMaxPlayers} ||
        row.Integer(0) != static_cast<int64_t>(seat) ||
        !Narrow(row.Integer(1), result.player)) {
      row.Reset();
      return Damaged(summary.id, "its seats make no sense");
    }
    result.returns = row.Real(2);
    result.moves = row.Integer(3);
    result.seconds = row.Real(4);
    result.wall_seconds = row.Real(5);
    result.max_seconds = row.Real(6);
    result.nodes = row.Integer(7);
    result.playouts = row.Integer(8);
    result.depth = row.Integer(9);
    summary.seats.push_back(result);
  }
}

absl::Status GameTables::ReadFaults(comparison::GameSummary& summary) {
  Statement& row = faults_;
  row.Bind(summary.id);
  for (;;) {
    ASSIGN_OR_RETURN(const bool more, row.Step());
    if (!more) return absl::OkStatus();
    Fault fault{.reason = OneLine(row.Text(3))};
    const auto kind = ParseTermination(row.Text(2));
    if (summary.faults.size() == size_t{kMaxPlayers} || !kind.ok() ||
        !Narrow(row.Integer(0), fault.seat) ||
        !Narrow(row.Integer(1), fault.move)) {
      row.Reset();
      return Damaged(summary.id, "its faults make no sense");
    }
    fault.kind = *kind;
    summary.faults.push_back(std::move(fault));
  }
}

absl::Status GameTables::ReadRecord(comparison::FinishedGame& game,
                                    size_t& bytes) {
  const int64_t id = game.summary.id;
  record_.Bind(id);
  ASSIGN_OR_RETURN(const bool row, record_.Step());
  if (!row) return Damaged(id, "its record is missing");
  game.record = HeadOfRecord(game.summary, *configuration_);
  game.opening = Split(record_.Text(0));
  game.record.start = std::string(record_.Text(1));
  game.record.final = std::string(record_.Text(4));
  std::vector<RecordedMove>& moves = game.record.moves;
  for (std::string& move : Split(record_.Text(2))) {
    moves.push_back({.text = std::move(move)});
  }
  absl::Status status = comparison::ParseMoveDetails(record_.Text(3), moves);
  if (!status.ok()) status = Damaged(id, status.message());
  record_.Reset();
  if (status.ok() &&
      comparison::Fingerprint(game.record) != game.summary.fingerprint) {
    status = Damaged(id, "its moves are not those that were played");
  }
  if (status.ok() && has_checksums_) status = VerifyChecksum(game);
  bytes += game.record.start.size() + game.record.final.size() +
           (moves.size() + game.opening.size()) * sizeof(RecordedMove);
  return status;
}

absl::Status GameTables::VerifyChecksum(const comparison::FinishedGame& game) {
  const int64_t id = game.summary.id;
  checksum_.Bind(id);
  ASSIGN_OR_RETURN(const bool row, checksum_.Step());
  const bool same = row && static_cast<uint64_t>(checksum_.Integer(0)) ==
                               comparison::Checksum(game);
  checksum_.Reset();
  if (same) return absl::OkStatus();
  return Damaged(id,
                 "its times, what its players reported, or how it ended is "
                 "not what was written");
}

}  // namespace boardwalk::results
