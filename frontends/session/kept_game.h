// A game that survives its program: a session with its variations, whose
// changes are written to a journal before they are made.
//
// A journal is lines of JSON. The first has what the program says of the game,
// and the game: {..., "game", "start", "seed", "players", "clock", "names"}.
// Each other is a change: {"move", "value", ...}, {"go": ply}, {"restart":
// true}, {"end", "loser", "detail"}, {"seat", "player"}, {"seat", "name"},
// {"ply", "comment"}.
// Those that end a turn without a move have "left": the seconds on the clock of
// each seat. It has "active": true if a computer or a clock then goes on
// although nobody asks, in a game that people play, and "note": what the
// program says of the game besides, if anything. A line may have nothing but
// the note. As each line has both, the last one tells them.
//
// Example, given `Session session`, `const Decision& decision` and
// `const std::string& path`:
//
//   session::KeptGame game(std::move(session));
//   RETURN_IF_ERROR(game.Keep(path, {{"saved-by", "a program"}}));
//   RETURN_IF_ERROR(game.Play(decision, std::chrono::seconds(1)));

#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/catalog.h"
#include "framework/json.h"
#include "frontends/session/journal.h"
#include "frontends/session/session.h"

namespace boardwalk::session {

// Moves that were taken back and replaced by others. Reports of their players
// are not kept, so that a game does not grow as it is played again and again.
struct Variation {
  int ply = 0;        // of the position that they were played in
  std::string moves;  // each ended by '\n'
  std::vector<std::string> Texts() const;
};

// Whether a person may be called so: at most kMaxNameCharacters of UTF-8, none
// of them a control character. "" is no name, which may be.
inline constexpr size_t kMaxNameCharacters = 40;
absl::Status CheckPersonName(absl::string_view name);

// Plays a move of a record, with what its player said of it.
absl::Status PlayRecorded(Session& session, const RecordedMove& move);

// Not thread-safe. A change that cannot be written is an error and is not made,
// unless PlayOnUnkept was called.
class KeptGame {
 public:
  // The last variations are kept: at most so many, with at most so many bytes
  // of moves, but always one.
  static constexpr size_t kMaxVariations = 64;
  static constexpr size_t kMaxVariationBytes = 32 << 10;

  // A game that is in memory alone until Keep.
  // `names` are what people are called, by seat, as CheckPersonName accepts
  // them; those of the seats beyond them are "".
  explicit KeptGame(Session session, std::vector<std::string> names = {})
      : session_(std::move(session)), names_(std::move(names)) {
    names_.resize(session_.seats().size());
  }

  // Begins its journal, with the members of `head` first.
  absl::Status Keep(const std::string& path, Json head);

  // Whether changes are written to a journal.
  bool kept() const { return journal_ != nullptr; }
  // From now on a change that cannot be written is made all the same, and the
  // journal is closed. So no change fails for its journal.
  void PlayOnUnkept() { plays_on_unkept_ = true; }

  // What the program says of the game besides, an object; empty for nothing.
  const Json& note() const { return note_; }
  absl::Status SetNote(Json note);

  // Closes the journal: what changes from now on is not kept.
  void Close() { journal_.reset(); }

  const Session& session() const { return session_; }
  const std::vector<Variation>& variations() const { return variations_; }
  const std::vector<std::string>& names() const { return names_; }
  // Whether the clock of the seat to move runs: from its second move on, so
  // that nobody loses before the game has begun.
  bool ClockRuns() const;
  // Whether a computer or a clock goes on although nobody asks. Computers among
  // themselves only play for those who look.
  bool Active() const;

  // As those of the session; they do not change the game.
  Thinking BeginThinking() { return session_.BeginThinking(); }
  bool FinishThinking(Thinking thinking) {
    return session_.FinishThinking(std::move(thinking));
  }
  std::vector<std::unique_ptr<Player>> ForgetPlayers() {
    return session_.ForgetPlayers();
  }

  // As those of the session. Undo goes to its UndoPly and Redo to its RedoPly;
  // kFailedPrecondition where there is none. `took` is what the turn, which
  // they end, has taken so far from the clock of the seat to move. A loss on
  // time that is undone gives the seat that turn's time again, as there would
  // be nothing to go on with: so Forfeit for it has no `took`.
  using nanoseconds = std::chrono::nanoseconds;
  absl::Status Play(const Decision& decision, nanoseconds took);
  absl::Status GoTo(int ply, nanoseconds took = {});
  absl::Status Undo(nanoseconds took = {});
  absl::Status Redo(nanoseconds took = {});
  absl::Status Restart();
  absl::Status Resign(int seat, nanoseconds took = {});
  absl::Status AgreeOnDraw(const std::string& detail, nanoseconds took = {});
  absl::Status Forfeit(int seat, Termination how, const std::string& detail,
                       nanoseconds took = {});
  // The seat forfeits: its player failed with `error`, see TerminationOf.
  absl::Status ForfeitFailed(int seat, const absl::Status& error,
                             nanoseconds took = {});
  // The seat forfeits: the game refuses the move of its player.
  absl::Status ForfeitIllegal(int seat, nanoseconds took = {});
  // Does nothing where the game goes on.
  absl::Status Adjudicate();
  // With a note, both change at once.
  absl::Status SetSeat(int seat, const std::string& player,
                       nanoseconds took = {});
  absl::Status SetSeat(int seat, const std::string& player, nanoseconds took,
                       Json note);
  // The error is that of CheckPersonName. With a note, both change at once.
  absl::Status SetName(int seat, const std::string& name);
  absl::Status SetName(int seat, const std::string& name, Json note);
  // As that of the session. Whether something has changed; else nothing is
  // written.
  absl::StatusOr<bool> SetComment(int ply, absl::string_view text);
  // As that of the session. Closes the journal, because its first line has the
  // old clock: call Keep again.
  void SetClock(const TimeControl& clock);

 private:
  friend class GameReader;

  void KeepVariation(int from, const std::string& next);
  // The seats that have moved in the first `plies` moves, a bit for each.
  uint32_t MovedSeats(int plies) const;
  // Whether a computer or a clock goes on at a position.
  bool GoesOn(const AnyState& state, uint32_t moved_seats) const;
  // `active`: as Active, after the change.
  absl::Status Write(Json line, bool active) {
    return Write(std::move(line), active, note_);
  }
  absl::Status Write(Json line, bool active, const Json& note);
  // The same for a change that ends a turn of `seat` without a move: the turn's
  // time is used once it is written.
  absl::Status WriteTurn(Json line, bool active, int seat, nanoseconds took) {
    return WriteTurn(std::move(line), active, seat, took, note_);
  }
  absl::Status WriteTurn(Json line, bool active, int seat, nanoseconds took,
                         const Json& note);
  absl::Status WriteEnd(nanoseconds took);

  Session session_;
  std::vector<std::string> names_;  // one a seat
  std::vector<Variation> variations_;
  Json note_ = Json::object();
  std::unique_ptr<Journal> journal_;  // null for a game in memory alone
  bool plays_on_unkept_ = false;
};

// Reads a journal, in steps, because a long game takes its time. Whatever
// stands in it is checked: each move is played again.
class GameReader {
 public:
  // Whether a player may sit in a game, as where rooms are made.
  using CheckPlayer =
      std::function<absl::Status(const AnyGame& game, const std::string& name)>;

  // Reads what the program says of the game in the first line.
  using ReadHead = std::function<absl::Status(JsonFields& head)>;

  // Errors name the line at fault.
  static absl::StatusOr<std::unique_ptr<GameReader>> Open(
      const Catalog& catalog, const std::string& path,
      const ReadHead& read_head, CheckPlayer check);

  // Goes on until `time`; true once all is read.
  absl::StatusOr<bool> ReadUntil(std::chrono::steady_clock::time_point time);

  // REQUIRES: all is read.
  KeptGame Take();

 private:
  GameReader(KeptGame game, CheckPlayer check)
      : game_(std::move(game)), check_(std::move(check)) {}
  absl::Status Apply(const Json& line);

  KeptGame game_;
  const CheckPlayer check_;
  std::unique_ptr<Journal> journal_;
  std::string lines_;
  size_t at_ = 0;  // in lines_
  int line_ = 1;   // that was read last
};

}  // namespace boardwalk::session
