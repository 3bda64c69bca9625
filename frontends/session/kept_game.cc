#include "frontends/session/kept_game.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "framework/errors.h"
#include "framework/match.h"
#include "framework/record.h"
#include "framework/status_macros.h"
#include "framework/text.h"
#include "frontends/session/seats.h"

namespace boardwalk::session {
namespace {

using std::chrono::nanoseconds;

// Adds the game to what the program says of it.
void AddGame(const Session& session, Json& head) {
  const GameRecord record = session.Record();
  head["game"] = record.game;
  head["start"] = record.start;
  // As text, because JSON readers round what has 64 bits.
  head["seed"] = absl::StrCat(record.seed);
  head["players"] = record.players;
  head["clock"] = session.clock().has_value()
                      ? Json(FormatTimeControl(*session.clock()))
                      : Json(nullptr);
}

Json EndLine(const Session& session) {
  return {{"end", std::string(TerminationName(session.termination()))},
          {"loser", session.loser() + 1},
          {"detail", session.detail()}};
}

// The clocks after `seat` has used `took`: seconds by seat.
Json LeftJson(const Session& session, int seat, nanoseconds took) {
  std::vector<nanoseconds> clocks = session.Clocks();
  if (seat >= 0) clocks[seat] -= took;
  Json left = Json::array();
  for (const nanoseconds clock : clocks) {
    left.push_back(std::chrono::duration<double>(clock).count());
  }
  return left;
}

Decision DecisionOf(AnyMove move, const RecordedMove& recorded) {
  Decision decision;
  decision.move = move;
  decision.value = recorded.value;
  decision.depth = recorded.depth;
  decision.nodes = recorded.nodes;
  decision.playouts = recorded.playouts;
  decision.seconds = recorded.seconds;
  return decision;
}

nanoseconds WallTime(const RecordedMove& move) {
  return std::chrono::round<nanoseconds>(
      std::chrono::duration<double>(move.wall_seconds));
}

Json CommentLine(int ply, absl::string_view text) {
  return {{"ply", ply}, {"comment", std::string(text)}};
}

// What each line says, so that the last one tells it.
void AddLasting(Json& line, bool active, const Json& note) {
  if (active) line["active"] = true;
  if (!note.empty()) line["note"] = note;
}

bool EndedOtherwise(const Session& session) {
  return session.Over() && session.termination() != Termination::kRules;
}

}  // namespace

std::vector<std::string> Variation::Texts() const {
  return absl::StrSplit(absl::StripSuffix(moves, "\n"), '\n');
}

absl::Status CheckPersonName(absl::string_view name) {
  return CheckLine(name, "a name", kMaxNameCharacters);
}

absl::Status PlayRecorded(Session& session, const RecordedMove& move) {
  ASSIGN_OR_RETURN(const AnyMove parsed, session.state().ParseMove(move.text));
  return session.Play(DecisionOf(parsed, move), WallTime(move));
}

absl::Status KeptGame::Keep(const std::string& path, Json head) {
  AddGame(session_, head);
  if (std::ranges::any_of(names_, [](auto& name) { return !name.empty(); })) {
    head["names"] = names_;
  }
  std::string lines = JsonText(head) + "\n";
  // Moves that were taken back, too: Redo goes to them.
  for (int ply = 0; ply < session_.history().last_ply(); ++ply) {
    absl::StrAppend(&lines,
                    JsonText(RecordedMoveJson(session_.RecordedAt(ply))), "\n");
  }
  for (const auto& [ply, text] : session_.comments().by_ply()) {
    absl::StrAppend(&lines, JsonText(CommentLine(ply, text)), "\n");
  }
  Json place = {{"go", session_.plies()}};
  if (session_.clock().has_value()) place["left"] = LeftJson(session_, -1, {});
  const auto add = [&](Json line) {
    AddLasting(line, Active(), note_);
    absl::StrAppend(&lines, JsonText(line), "\n");
  };
  add(std::move(place));
  if (EndedOtherwise(session_)) add(EndLine(session_));
  ASSIGN_OR_RETURN(journal_, Journal::Create(path, lines));
  return absl::OkStatus();
}

uint32_t KeptGame::MovedSeats(int plies) const {
  const uint32_t all = (uint32_t{1} << session_.game().NumPlayers()) - 1;
  uint32_t moved = 0;
  for (int ply = 0; ply < plies && moved != all; ++ply) {
    moved |= uint32_t{1} << session_.history().SeatAt(ply);
  }
  return moved;
}

bool KeptGame::ClockRuns() const {
  return session_.clock().has_value() && !session_.Over() &&
         (MovedSeats(session_.plies()) >> session_.state().ToMove() & 1) != 0;
}

bool KeptGame::GoesOn(const AnyState& state, uint32_t moved_seats) const {
  const int seat = state.ToMove();
  if (seat < 0 || !session_.HasHuman()) return false;
  return !IsHuman(session_.seats()[seat]) ||
         (session_.clock().has_value() && (moved_seats >> seat & 1) != 0);
}

bool KeptGame::Active() const {
  return !session_.Over() &&
         GoesOn(session_.state(), MovedSeats(session_.plies()));
}

absl::Status KeptGame::Write(Json line, bool active, const Json& note) {
  if (journal_ == nullptr) return absl::OkStatus();
  AddLasting(line, active, note);
  absl::Status written = journal_->Append(JsonText(line));
  if (written.ok() || !plays_on_unkept_) return written;
  Close();
  return absl::OkStatus();
}

absl::Status KeptGame::WriteTurn(Json line, bool active, int seat,
                                 nanoseconds took, const Json& note) {
  if (!session_.clock().has_value()) {
    return Write(std::move(line), active, note);
  }
  line["left"] = LeftJson(session_, seat, took);
  RETURN_IF_ERROR(Write(std::move(line), active, note));
  if (seat >= 0) session_.Spend(seat, took);
  return absl::OkStatus();
}

// Moves that were taken back are kept when others take their place.
void KeptGame::KeepVariation(int from, const std::string& next) {
  const int last = session_.history().last_ply();
  if (from == last) return;
  if (last == from + 1 && session_.RecordedAt(from).text == next) return;
  Variation variation = {.ply = from, .moves = {}};
  for (int ply = from; ply < last; ++ply) {
    absl::StrAppend(&variation.moves, session_.RecordedAt(ply).text, "\n");
  }
  variation.moves.shrink_to_fit();
  variations_.push_back(std::move(variation));
  size_t bytes = 0;
  for (const Variation& kept : variations_) bytes += kept.moves.size();
  size_t dropped = 0;
  while (variations_.size() - dropped > kMaxVariations ||
         (bytes > kMaxVariationBytes && variations_.size() - dropped > 1)) {
    bytes -= variations_[dropped++].moves.size();
  }
  variations_.erase(variations_.begin(),
                    variations_.begin() + static_cast<ptrdiff_t>(dropped));
}

absl::Status KeptGame::Play(const Decision& decision, nanoseconds took) {
  const int ply = session_.plies();
  const int seat = session_.state().ToMove();
  return session_.Play(
      decision, took, [&](const RecordedMove& move, const AnyState& next) {
        const uint32_t moved = MovedSeats(ply) | uint32_t{1} << seat;
        RETURN_IF_ERROR(Write(RecordedMoveJson(move), GoesOn(next, moved)));
        KeepVariation(ply, move.text);
        return absl::OkStatus();
      });
}

absl::Status KeptGame::GoTo(int ply, nanoseconds took) {
  RETURN_IF_ERROR(WriteTurn(
      {{"go", ply}}, GoesOn(session_.history().StateAt(ply), MovedSeats(ply)),
      session_.state().ToMove(), took));
  session_.GoTo(ply);
  return absl::OkStatus();
}

absl::Status KeptGame::Undo(nanoseconds took) {
  const std::optional<int> ply = session_.UndoPly();
  if (ply.has_value()) return GoTo(*ply, took);
  return absl::FailedPreconditionError(
      "there is no move of a person to take back");
}

absl::Status KeptGame::Redo(nanoseconds took) {
  const std::optional<int> ply = session_.RedoPly();
  if (ply.has_value()) return GoTo(*ply, took);
  return absl::FailedPreconditionError("nothing was taken back");
}

absl::Status KeptGame::Restart() {
  RETURN_IF_ERROR(
      Write({{"restart", true}}, GoesOn(session_.history().StateAt(0), 0)));
  KeepVariation(0, "");
  session_.Restart();
  return absl::OkStatus();
}

absl::Status KeptGame::WriteEnd(nanoseconds took) {
  absl::Status written = WriteTurn(EndLine(session_), /*active=*/false,
                                   session_.state().ToMove(), took);
  if (!written.ok()) session_.GoTo(session_.plies());
  return written;
}

absl::Status KeptGame::Resign(int seat, nanoseconds took) {
  session_.Resign(seat);
  return WriteEnd(took);
}

absl::Status KeptGame::AgreeOnDraw(const std::string& detail,
                                   nanoseconds took) {
  session_.AgreeOnDraw(detail);
  return WriteEnd(took);
}

absl::Status KeptGame::Forfeit(int seat, Termination how,
                               const std::string& detail, nanoseconds took) {
  session_.Forfeit(seat, how, detail);
  return WriteEnd(took);
}

absl::Status KeptGame::ForfeitFailed(int seat, const absl::Status& error,
                                     nanoseconds took) {
  return Forfeit(seat, TerminationOf(error), OneLine(error.message()), took);
}

absl::Status KeptGame::ForfeitIllegal(int seat, nanoseconds took) {
  return Forfeit(seat, Termination::kIllegalMove, "its move is not legal",
                 took);
}

absl::Status KeptGame::Adjudicate() {
  session_.Adjudicate();
  return EndedOtherwise(session_) ? WriteEnd({}) : absl::OkStatus();
}

absl::Status KeptGame::SetSeat(int seat, const std::string& player,
                               nanoseconds took) {
  return SetSeat(seat, player, took, note_);
}

absl::Status KeptGame::SetSeat(int seat, const std::string& player,
                               nanoseconds took, Json note) {
  const std::string before = session_.seats()[seat];
  RETURN_IF_ERROR(session_.SetSeat(seat, player));
  absl::Status written =
      WriteTurn({{"seat", seat + 1}, {"player", session_.seats()[seat]}},
                Active(), session_.state().ToMove(), took, note);
  if (written.ok()) {
    note_ = std::move(note);
  } else {
    session_.SetSeat(seat, before).IgnoreError();
  }
  return written;
}

absl::Status KeptGame::SetName(int seat, const std::string& name) {
  return SetName(seat, name, note_);
}

absl::Status KeptGame::SetName(int seat, const std::string& name, Json note) {
  RETURN_IF_ERROR(CheckPersonName(name));
  RETURN_IF_ERROR(Write({{"seat", seat + 1}, {"name", name}}, Active(), note));
  names_[seat] = name;
  note_ = std::move(note);
  return absl::OkStatus();
}

absl::Status KeptGame::SetNote(Json note) {
  // Also where it is empty, else the line would say no change.
  RETURN_IF_ERROR(Write({{"note", note}}, Active(), note));
  note_ = std::move(note);
  return absl::OkStatus();
}

absl::StatusOr<bool> KeptGame::SetComment(int ply, absl::string_view text) {
  bool changes = false;
  RETURN_IF_ERROR(session_.SetComment(ply, text, [&](absl::string_view kept) {
    changes = true;
    return Write(CommentLine(ply, kept), Active());
  }));
  return changes;
}

void KeptGame::SetClock(const TimeControl& clock) {
  Close();
  session_.SetClock(clock);
}

}  // namespace boardwalk::session
