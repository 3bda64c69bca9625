// GameReader: a game from its journal.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "framework/errors.h"
#include "framework/match.h"
#include "framework/record.h"
#include "framework/status_macros.h"
#include "frontends/session/kept_game.h"

namespace boardwalk::session {
namespace {

// The game of the first line.
absl::StatusOr<KeptGame> ReadFirstLine(const Catalog& catalog,
                                       absl::string_view line,
                                       const GameReader::ReadHead& read_head,
                                       const GameReader::CheckPlayer& check) {
  ASSIGN_OR_RETURN(const Json json, ParseJson(line));
  JsonFields fields(json);
  RETURN_IF_ERROR(read_head(fields));
  const std::string name = fields.Text("game");
  const std::string start = fields.Text("start");
  const std::string seed_text = fields.Text("seed");
  const std::vector<std::string> players = fields.Texts("players", kMaxPlayers);
  const auto clock = fields.OptionalText("clock");
  std::vector<std::string> names = fields.Texts("names", players.size());
  RETURN_IF_ERROR(fields.Check());
  uint64_t seed = 0;
  if (!absl::SimpleAtoi(seed_text, &seed)) {
    return absl::InvalidArgumentError("its seed is not right");
  }
  ASSIGN_OR_RETURN(const auto game, catalog.MakeGame(name));
  for (const std::string& player : players) {
    RETURN_IF_ERROR(check(*game, player));
  }
  ASSIGN_OR_RETURN(const auto state, game->ParsePosition(start));
  ASSIGN_OR_RETURN(auto session, Session::Create(*state, players, seed));
  if (clock.has_value()) {
    ASSIGN_OR_RETURN(const TimeControl control, ParseTimeControl(*clock));
    session.SetClock(control);
  }
  for (const std::string& person : names) {
    RETURN_IF_ERROR(CheckPersonName(person));
  }
  return KeptGame(std::move(session), std::move(names));
}

// The clocks of a change that ended a turn without a move; nothing where the
// game has none, or where an earlier version did not write them.
std::optional<std::vector<std::chrono::nanoseconds>> ReadClocks(
    const Session& session, JsonFields& change) {
  const Json* const left = change.Find("left");
  if (left == nullptr) return std::nullopt;
  constexpr double kMost = 4e9;  // seconds, for either sign
  const auto fits = [](const Json& seconds) {
    return seconds.is_number() && std::abs(seconds.get<double>()) <= kMost;
  };
  if (!session.clock().has_value() || !left->is_array() ||
      left->size() != session.seats().size() ||
      !std::all_of(left->begin(), left->end(), fits)) {
    change.Refuse("left", "the seconds on the clock of each seat");
    return std::nullopt;
  }
  std::vector<std::chrono::nanoseconds> clocks;
  for (const Json& seconds : *left) {
    clocks.push_back(std::chrono::round<std::chrono::nanoseconds>(
        std::chrono::duration<double>(seconds.get<double>())));
  }
  return clocks;
}

}  // namespace

absl::StatusOr<std::unique_ptr<GameReader>> GameReader::Open(
    const Catalog& catalog, const std::string& path, const ReadHead& read_head,
    CheckPlayer check) {
  std::string lines;
  ASSIGN_OR_RETURN(auto journal, Journal::Open(path, &lines));
  const size_t end = lines.find('\n');
  if (end == std::string::npos) {
    return absl::InvalidArgumentError("there is no whole line in it");
  }
  ASSIGN_OR_RETURN(
      KeptGame game,
      At("line 1",
         ReadFirstLine(catalog, absl::string_view(lines).substr(0, end),
                       read_head, check)));
  std::unique_ptr<GameReader> reader(
      new GameReader(std::move(game), std::move(check)));
  reader->journal_ = std::move(journal);
  reader->lines_ = std::move(lines);
  reader->at_ = end + 1;
  return reader;
}

absl::StatusOr<bool> GameReader::ReadUntil(
    std::chrono::steady_clock::time_point time) {
  while (at_ < lines_.size()) {
    if (std::chrono::steady_clock::now() >= time) return false;
    const size_t end = lines_.find('\n', at_);
    const absl::string_view text =
        absl::string_view(lines_).substr(at_, end - at_);
    at_ = end + 1;
    ++line_;
    const absl::StatusOr<Json> line = ParseJson(text);
    RETURN_IF_ERROR(At(absl::StrCat("line ", line_),
                       line.ok() ? Apply(*line) : line.status()));
  }
  return true;
}

absl::Status GameReader::Apply(const Json& line) {
  Session& session = game_.session_;
  Json rest = line;
  rest.erase("active");  // counts at the end of the file alone
  game_.note_ = Json::object();
  if (const auto note = rest.find("note"); note != rest.end()) {
    if (!note->is_object()) {
      return absl::InvalidArgumentError("\"note\" must be an object");
    }
    game_.note_ = *note;
    rest.erase(note);
    if (rest.empty()) return absl::OkStatus();
  }
  JsonFields change(rest);
  const auto clocks = ReadClocks(session, change);
  if (change.Has("move")) {
    const RecordedMove move = ReadRecordedMove(change);
    RETURN_IF_ERROR(change.Check());
    if (session.plies() >= kMaxRecordMoves) {
      return absl::InvalidArgumentError("there are too many moves");
    }
    game_.KeepVariation(session.plies(), move.text);
    return PlayRecorded(session, move);
  }
  if (change.Has("go")) {
    const int last = session.history().last_ply();
    const auto ply = static_cast<int>(change.Int("go", {0, last}, 0));
    RETURN_IF_ERROR(change.Check());
    session.GoTo(ply);
    if (clocks.has_value()) {
      session.SetClocks(*clocks);
    } else if (session.clock().has_value()) {
      // Written when undo gave back the time of the moves.
      session.SetClock(TimeControl(*session.clock()));
    }
    return absl::OkStatus();
  }
  if (change.Has("restart")) {
    if (rest.size() != 1) {
      return absl::InvalidArgumentError("\"restart\" stands alone");
    }
    return game_.Restart();
  }
  if (change.Has("end")) {
    ASSIGN_OR_RETURN(const Termination how,
                     ParseTermination(change.Text("end")));
    const int seats = session.game().NumPlayers();
    const auto loser = static_cast<int>(change.Int("loser", {0, seats}, 0)) - 1;
    const std::string detail = change.Text("detail");
    RETURN_IF_ERROR(change.Check());
    if (session.Over() || how == Termination::kRules ||
        how == Termination::kUnfinished || HasLoser(how) != (loser >= 0)) {
      return absl::InvalidArgumentError("the game cannot end so here");
    }
    session.Forfeit(loser, how, detail);
    if (clocks.has_value()) session.SetClocks(*clocks);
    return absl::OkStatus();
  }
  if (const auto comment = change.OptionalText("comment")) {
    const auto ply =
        static_cast<int>(change.Int("ply", {0, kMaxRecordMoves}, -1));
    RETURN_IF_ERROR(change.Check());
    return game_.SetComment(ply, *comment).status();
  }
  const auto seat =
      static_cast<int>(change.Int("seat", {1, session.game().NumPlayers()}, 0));
  if (const auto name = change.OptionalText("name")) {
    RETURN_IF_ERROR(change.Check());
    if (seat == 0) return absl::InvalidArgumentError("it says no seat");
    return game_.SetName(seat - 1, *name);
  }
  const std::string player = change.Text("player");
  RETURN_IF_ERROR(change.Check());
  if (seat == 0) return absl::InvalidArgumentError("it says no change");
  RETURN_IF_ERROR(check_(session.game(), player));
  if (clocks.has_value()) session.SetClocks(*clocks);
  return session.SetSeat(seat - 1, player);
}

KeptGame GameReader::Take() {
  game_.journal_ = std::move(journal_);
  return std::move(game_);
}

}  // namespace boardwalk::session
