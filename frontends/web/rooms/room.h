// A game in a room: its session, who may do what in it, its events, its
// computers. A room changes under its own lock; computers think outside of it,
// and an answer to a position that is no longer there is dropped.

#ifndef BOARDWALK_FRONTENDS_WEB_ROOMS_ROOM_H_
#define BOARDWALK_FRONTENDS_WEB_ROOMS_ROOM_H_

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/catalog.h"
#include "framework/json.h"
#include "framework/mutex.h"
#include "frontends/board/board_view.h"
#include "frontends/session/session.h"
#include "frontends/web/api.h"
#include "frontends/web/http/events.h"
#include "frontends/web/http/keys.h"
#include "frontends/web/rooms/kept_game.h"
#include "frontends/web/rooms/pointing.h"
#include "frontends/web/rooms/thinkers.h"
#include "frontends/web/rooms/timer.h"

namespace boardwalk::web {

// What a room uses of its lobby, which outlives the use: after Close a room
// touches it no more.
struct RoomServices {
  const Catalog& catalog;
  Thinkers& thinkers;
  Timer& timer;
  // How many rooms may keep the players of their computers between moves, with
  // all that they remember; others make them again.
  std::atomic<int>& players_kept;
};

// An action of POST actions.
struct RoomAction {
  std::string name;
  int seat = -1;  // that it is for; -1 where nobody said
  std::string player = {};
};

// What a player chose, its failures as errors.
absl::StatusOr<Decision> ChooseSafely(session::Thinking& thinking,
                                      const Limits& limits,
                                      const Observer& observer);
// An observer that calls `tell` at most ten times a second, and less often
// where that takes long.
Observer AtTimes(std::function<void(const Decision&)> tell);

// Thread-safe. Errors are for people; their codes become a status of HTTP (see
// api.cc).
class Room : public std::enable_shared_from_this<Room> {
 public:
  // Of what is thought of besides the moves of its computers.
  static constexpr size_t kMaxTasks = 6;
  // Longer games must go on elsewhere.
  static constexpr int kMaxPlies = 20'000;
  // About a move. Longer than any level thinks.
  static constexpr std::chrono::seconds kMaxThinking{60};

  Room(RoomInfo info, KeptGame game, const RoomServices& services);

  Room(const Room&) = delete;
  Room& operator=(const Room&) = delete;

  const std::string& id() const { return info_.id; }
  const RoomKeys& keys() const { return info_.keys; }
  std::chrono::milliseconds pace() const { return info_.pace; }
  const board::BoardView& board() const { return board_; }
  const AnyGame& game() const { return *played_; }

  // Lets computers and clocks begin.
  void Start() ABSL_LOCKS_EXCLUDED(mutex_);
  // Stops them and ends all streams; the room changes no more.
  void Close() ABSL_LOCKS_EXCLUDED(mutex_);
  // Closes it if nobody reads, nothing goes on by itself, and it was not used
  // for so long.
  bool CloseIfIdle(std::chrono::nanoseconds unused) ABSL_LOCKS_EXCLUDED(mutex_);
  bool closed() const ABSL_LOCKS_EXCLUDED(mutex_);
  // Somebody asks for the room.
  void Use() ABSL_LOCKS_EXCLUDED(mutex_);
  // Sends readers a sign of life, so that both sides know of each other.
  void Ping() ABSL_LOCKS_EXCLUDED(mutex_);
  // Tells readers which place in the queue its computer has.
  void TellPlace() ABSL_LOCKS_EXCLUDED(mutex_);
  // About how much memory it takes, without its players.
  size_t Bytes() const ABSL_LOCKS_EXCLUDED(mutex_);

  std::string State(const Role& role) const ABSL_LOCKS_EXCLUDED(mutex_);
  absl::StatusOr<Json> View(int ply) const ABSL_LOCKS_EXCLUDED(mutex_);
  absl::StatusOr<Json> Point(int ply, const std::vector<int>& cells)
      ABSL_LOCKS_EXCLUDED(mutex_);
  absl::StatusOr<std::string> Picture(int ply, bool flip) const
      ABSL_LOCKS_EXCLUDED(mutex_);
  GameRecord Record() const ABSL_LOCKS_EXCLUDED(mutex_);
  std::vector<std::string> Players() const ABSL_LOCKS_EXCLUDED(mutex_);
  // A session that has the game as far as `ply`, or a variation; with other
  // players where there are `seats`.
  absl::StatusOr<session::Session> Branch(std::optional<int> ply,
                                          std::optional<size_t> variation,
                                          std::vector<std::string> seats) const
      ABSL_LOCKS_EXCLUDED(mutex_);

  // Plays a move for the seat to move; kAborted if `ply` is not the position.
  // Returns the ply that it led to.
  absl::StatusOr<int> Play(const Role& role, int ply, const std::string& text)
      ABSL_LOCKS_EXCLUDED(mutex_);
  absl::Status Act(const Role& role, const RoomAction& action)
      ABSL_LOCKS_EXCLUDED(mutex_);

  // A stream of events: the state, unless the last event was `seen`, then
  // those to come.
  absl::StatusOr<std::unique_ptr<EventStream>> Read(
      const Role& role, std::optional<uint64_t> seen)
      ABSL_LOCKS_EXCLUDED(mutex_);

  // What `player` thinks of a position: events `thinking`, then `decision`. It
  // stops when the reader leaves.
  absl::StatusOr<std::unique_ptr<EventStream>> Think(const Role& role, int ply,
                                                     const std::string& player)
      ABSL_LOCKS_EXCLUDED(mutex_);
  // Goes through the game; events `analysis`. `player` "" for the usual one.
  absl::Status Analyse(const std::string& player) ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  using Time = std::chrono::steady_clock::time_point;

  // A computer's turn that was given to the thinkers.
  struct Turn {
    uint64_t number = 0;
    uint64_t ticket = 0;  // 0 while it waits for its pace
    int seat = 0;
    bool thinks = false;
    std::shared_ptr<std::atomic<bool>> stop;
  };

  // Something else that is thought of.
  struct Task {
    uint64_t number = 0;
    uint64_t ticket = 0;
    absl::string_view kind;  // "think", "hint", "analysis"
    std::string player;
    std::shared_ptr<std::atomic<bool>> stop;
    std::shared_ptr<Mailbox> mailbox;  // of "think"
  };
  // A game that is gone through.
  struct Analysis;

  // --- room.cc: what is seen and played -----------------------------------
  std::string StateLocked(const Role& role) const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  Json ViewJson(int ply) const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  Json LeftJson() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  Json PresentJson() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  Json SeatsJson() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  absl::Status CheckPly(int ply) const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  absl::Status CheckOpen() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  Json TurnJson() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  const session::Session& session() const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    return game_.session();
  }
  // Plays a legal move, tells it, and goes on.
  absl::Status PlayLocked(const Decision& decision)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // What follows from the position: an ending, a computer's turn, a clock; and
  // that it is over.
  void Advance() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void TellEnd() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  // --- room_events.cc ------------------------------------------------------
  void CloseLocked() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Publish(absl::string_view type, const Json& data)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void PublishState() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Wakes readers to whom something has come. Last of every change.
  void WakeReaders() ABSL_LOCKS_EXCLUDED(mutex_);
  void Leave(const std::shared_ptr<Mailbox>& mailbox)
      ABSL_LOCKS_EXCLUDED(mutex_);

  // --- room_actions.cc -----------------------------------------------------
  absl::Status ActLocked(const Role& role, const RoomAction& action)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  absl::Status Resign(const Role& role, int seat)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  absl::Status OfferDraw(const Role& role, int seat)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  absl::Status AnswerDraw(const Role& role, int seat, bool accept)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  absl::Status ClaimDraw(const Role& role)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  absl::Status SetSeat(const Role& role, int seat, const std::string& player)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // The seat that an action is for: the one named, the one to move, or the only
  // one of the role; an error where it is not the role's.
  absl::StatusOr<int> ActingSeat(const Role& role, int seat) const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Whether the role speaks for all people who play.
  bool SpeaksForAll(const Role& role) const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  // --- room_computers.cc ---------------------------------------------------
  void StartTurn() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void StopTurn() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void QueueTurn() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void TakeTurn(uint64_t number) ABSL_LOCKS_EXCLUDED(mutex_);
  void EndTurn(session::Thinking thinking, uint64_t number,
               const absl::StatusOr<Decision>& decision)
      ABSL_LOCKS_EXCLUDED(mutex_);
  void KeepPlayersOrForget() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void DropPlayers() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Calls Tick at `time`, if the room is still there.
  void TickAt(Time time) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Tick() ABSL_LOCKS_EXCLUDED(mutex_);
  // Ends the game if the time of the seat to move has run out.
  bool LosesOnTime() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  std::chrono::nanoseconds TurnTime() const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // What its computer thinks, told to who reads; null where nobody does.
  Observer TurnObserver(uint64_t number, const session::Thinking& thinking)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // A change that could not be written: tells it, and tries again later.
  void Trouble(const absl::Status& problem)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  // --- room_advice.cc ------------------------------------------------------
  absl::Status Hint(const Role& role, int seat)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void TellHint(int seat, const Json& hint) ABSL_LOCKS_EXCLUDED(mutex_);
  absl::Status CheckRoomForTask() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Gives the thinkers a task; `run` is called with its stop flag.
  Task& AddTask(absl::string_view kind, const std::string& player,
                std::function<void(const std::atomic<bool>& stop)> run)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void QueueTask(Task& task,
                 std::function<void(const std::atomic<bool>& stop)> run)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void EndTask(uint64_t number) ABSL_LOCKS_EXCLUDED(mutex_);
  void StopTask(uint64_t number) ABSL_LOCKS_EXCLUDED(mutex_);
  void StopTasks(absl::string_view kind) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void AnalyseNext(const std::shared_ptr<Analysis>& analysis,
                   const std::atomic<bool>& stop) ABSL_LOCKS_EXCLUDED(mutex_);
  void TellAnalysis(Analysis& analysis) ABSL_LOCKS_EXCLUDED(mutex_);

  const RoomInfo info_;
  const RoomServices services_;
  const uint64_t number_;  // for the thinkers
  const std::shared_ptr<const AnyGame> played_;
  const board::BoardView board_;

  mutable Mutex mutex_;
  KeptGame game_ ABSL_GUARDED_BY(mutex_);
  uint64_t last_event_ ABSL_GUARDED_BY(mutex_);  // its number
  std::vector<std::shared_ptr<Mailbox>> mailboxes_ ABSL_GUARDED_BY(mutex_);
  bool told_over_ ABSL_GUARDED_BY(mutex_) = false;
  bool closed_ ABSL_GUARDED_BY(mutex_) = false;
  bool started_ ABSL_GUARDED_BY(mutex_) = false;
  Time turn_began_ ABSL_GUARDED_BY(mutex_);
  std::optional<Turn> turn_ ABSL_GUARDED_BY(mutex_);
  std::optional<Time> tick_ ABSL_GUARDED_BY(mutex_);  // when Tick is called
  uint64_t last_number_ ABSL_GUARDED_BY(mutex_) = 0;  // of turns and tasks
  std::vector<Task> tasks_ ABSL_GUARDED_BY(mutex_);
  std::string analysis_ ABSL_GUARDED_BY(mutex_);  // the last event of one
  std::string trouble_ ABSL_GUARDED_BY(mutex_);   // why nothing can be written
  bool keeps_players_ ABSL_GUARDED_BY(mutex_) = false;
  Time used_ ABSL_GUARDED_BY(mutex_);
  uint32_t agreed_ ABSL_GUARDED_BY(mutex_) = 0;  // to a draw; a bit a seat
  int offered_by_ ABSL_GUARDED_BY(mutex_) = -1;
  // The position that was pointed at last.
  std::shared_ptr<const Pointing> pointing_ ABSL_GUARDED_BY(mutex_);
  uint64_t pointing_change_ ABSL_GUARDED_BY(mutex_) = 0;
  int pointing_ply_ ABSL_GUARDED_BY(mutex_) = -1;
};

}  // namespace boardwalk::web

#endif  // BOARDWALK_FRONTENDS_WEB_ROOMS_ROOM_H_
