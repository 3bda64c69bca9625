// A game in a room: its session, its clocks, and who may do what in it. A room
// changes under its own lock. Computers think, moves are read and positions are
// drawn without it; a result about a position that is no longer there is
// dropped. Readers (http/events.h) and Advice have locks of their own, which
// are taken after that of the room.

#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "framework/catalog.h"
#include "framework/json.h"
#include "framework/mutex.h"
#include "frontends/board/board_view.h"
#include "frontends/session/kept_game.h"
#include "frontends/session/session.h"
#include "frontends/web/api.h"
#include "frontends/web/http/events.h"
#include "frontends/web/http/keys.h"
#include "frontends/web/rooms/game_json.h"
#include "frontends/web/rooms/memory_share.h"
#include "frontends/web/rooms/tasks.h"

namespace boardwalk::web {

class Advice;

// A room besides its game.
struct RoomInfo {
  std::string id;
  RoomKeys keys;
  std::string parent = {};  // the room that it is a branch of
  // The least time from a move to the answer of a computer, which thinks
  // meanwhile. Unset: kUsualPace where people play with computers, so that one
  // sees one's own move land; else none.
  std::optional<std::chrono::milliseconds> pace = {};
  static constexpr std::chrono::milliseconds kMaxPace{60'000};
  static constexpr std::chrono::milliseconds kUsualPace{400};
  // Who made it, or asked for it first since it was read; "" if nobody did so
  // far (see Adopt). Its computers move in the asker's turn.
  std::string asker = {};
  // When the turn began during which it left the memory, if its clock runs.
  std::optional<std::chrono::steady_clock::time_point> turn_began = {};
  std::string rematch = {};  // the room of its rematch, once there is one
  uint32_t open = 0;  // the seats that whoever comes may take, a bit each
};

// What a room begins with.
struct NewRoom {
  session::Session session;
  std::string parent = {};
  std::optional<std::chrono::milliseconds> pace = {};  // RoomInfo::pace
  std::vector<std::string> names = {};                 // KeptGame::names
  std::string asker = {};                              // RoomInfo::asker
  uint32_t open = 0;                                   // RoomInfo::open
};

// Reads it from the member "pace_ms".
std::optional<std::chrono::milliseconds> ReadPace(JsonFields& fields);

// Seats, a bit each, as the list of their numbers from 1. Reads it from a
// member, as far as there are `seats`; 0 if absent.
Json SeatNumbers(uint32_t seats);
uint32_t ReadSeats(JsonFields& fields, absl::string_view name, int seats);

// What a room's journal notes (KeptGame::note) besides the game. Errors of
// reading: nothing that a room writes. REQUIRES (ReadNote): `info` has its
// keys.
Json NoteOf(uint32_t open, const std::string& rematch);
absl::Status ReadNote(const Json& note, RoomInfo& info);

// The parts of the lobby that a room uses, until Close and not after.
struct RoomServices {
  const Catalog& catalog;
  TaskQueue& queue;
  Timer& timer;
  // Of the rooms that keep the players of their computers, with their tables,
  // between moves. The others make them anew.
  MemoryShare& kept_players;
  // Of what is sent to readers, who may stay for longer.
  std::shared_ptr<TextPool> texts;
  // Rooms that take more do not grow: all together take too much.
  const std::atomic<size_t>& max_bytes;
};

// An action of POST actions.
struct RoomAction {
  std::string name;
  int seat = -1;  // from 0; -1 if the request names none
  std::string player = {};
  std::string person = {};  // a name of a person
  int ply = -1;             // of a comment; -1 if the request names none
  std::string text = {};    // a comment
  std::string asker = {};   // who wants a hint (TaskQueue::About)
};

// kAborted: nobody can join this game.
absl::Status NothingOpen();

// A game that has open seats, as GET /open tells it.
struct OpenGame {
  std::shared_ptr<const Json> json = {};
  std::chrono::steady_clock::time_point used = {};  // last
};

// Thread-safe. Errors are for people; their codes become a status of HTTP (see
// api.cc).
class Room : public std::enable_shared_from_this<Room> {
 public:
  // Longer games must go on elsewhere.
  static constexpr int kMaxPlies = 20'000;
  // A clock that runs out later needs no room in memory until then.
  static constexpr std::chrono::minutes kSoon{5};

  Room(RoomInfo info, session::KeptGame game, const RoomServices& services);

  Room(const Room&) = delete;
  Room& operator=(const Room&) = delete;

  const std::string& id() const { return info_.id; }
  const RoomKeys& keys() const { return info_.keys; }
  // RoomInfo::pace.
  std::optional<std::chrono::milliseconds> pace() const { return info_.pace; }
  const board::BoardView& board() const { return *board_; }
  const AnyGame& game() const { return *played_; }

  // Begins its journal, with the members of `head` first.
  absl::Status Keep(const std::string& path, Json head)
      ABSL_LOCKS_EXCLUDED(mutex_);
  // Starts its computers and clocks.
  void Start() ABSL_LOCKS_EXCLUDED(mutex_);
  // Stops them and ends all streams. The room no longer changes.
  void Close() ABSL_LOCKS_EXCLUDED(mutex_);
  // Closes it if nobody has read or used it since then, and nothing goes on by
  // itself `soon`. Computers among themselves play for those who look. Its
  // players stay until it is destroyed, which may take its time.
  bool CloseIfIdle(std::chrono::steady_clock::time_point since,
                   std::chrono::nanoseconds soon = kSoon)
      ABSL_LOCKS_EXCLUDED(mutex_);
  // The clock of a person, if it runs; also of a closed room.
  struct RunningClock {
    std::chrono::steady_clock::time_point began, ends;
  };
  std::optional<RunningClock> Clock() const ABSL_LOCKS_EXCLUDED(mutex_);
  bool closed() const ABSL_LOCKS_EXCLUDED(mutex_);
  // Notes that somebody asks for the room.
  void Use() ABSL_LOCKS_EXCLUDED(mutex_);
  // `asker` becomes that of a room that has none.
  void Adopt(const std::string& asker) ABSL_LOCKS_EXCLUDED(mutex_);
  // Publishes the place in the queue of its computer, and how many watch. To be
  // called now and then, so that who comes again at once is not told of.
  void PublishNews() ABSL_LOCKS_EXCLUDED(mutex_);
  // RoomInfo::asker.
  std::string asker() const ABSL_LOCKS_EXCLUDED(mutex_);
  // About how much memory it takes, without its players.
  size_t Bytes() const ABSL_LOCKS_EXCLUDED(mutex_);
  // The same of a game with so many moves, without its board.
  static size_t BytesOfMoves(size_t moves);

  absl::StatusOr<std::string> State(const Role& role)
      ABSL_LOCKS_EXCLUDED(mutex_);
  absl::StatusOr<Json> View(int ply) const ABSL_LOCKS_EXCLUDED(mutex_);
  absl::StatusOr<Json> Point(int ply, const std::vector<int>& cells)
      ABSL_LOCKS_EXCLUDED(mutex_);
  absl::StatusOr<std::string> Picture(int ply, int turn) const
      ABSL_LOCKS_EXCLUDED(mutex_);
  GameRecord Record() const ABSL_LOCKS_EXCLUDED(mutex_);
  std::vector<std::string> Players() const ABSL_LOCKS_EXCLUDED(mutex_);
  // What people are called, by seat.
  std::vector<std::string> Names() const ABSL_LOCKS_EXCLUDED(mutex_);
  // A session that has the game as far as `ply`, or a variation; with other
  // players where there are `seats`. Where there are none, and only computers
  // play, a person gets the seat to move: else the game would play itself out.
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

  // The game as long as it has open seats and goes on.
  std::optional<OpenGame> Open() const ABSL_LOCKS_EXCLUDED(mutex_);
  // Takes an open seat, the first one if none is named, and gives the person
  // there a name if there is one. The seat is open no more. kAborted where it
  // was not.
  absl::StatusOr<int> Join(std::optional<int> seat,
                           const std::optional<std::string>& name)
      ABSL_LOCKS_EXCLUDED(mutex_);

  // The room of its rematch; "" while there is none.
  std::string Rematch() const ABSL_LOCKS_EXCLUDED(mutex_);
  // Notes that the seat, or who speaks for all, wants a rematch. Once all
  // people do: what it begins with, where each player has moved on by one seat.
  // The caller then makes the room, and calls EndRematch.
  absl::StatusOr<std::optional<NewRoom>> WantRematch(const Role& asker,
                                                     int seat)
      ABSL_LOCKS_EXCLUDED(mutex_);
  // `made` is the room of the rematch, or why there is none. Returns an error
  // if it is that, or where it cannot be noted: then there is none.
  absl::Status EndRematch(const absl::StatusOr<std::string>& made)
      ABSL_LOCKS_EXCLUDED(mutex_);
  // The rematch had this room, which is no more: people may agree on another.
  absl::Status ForgetRematch(const std::string& room)
      ABSL_LOCKS_EXCLUDED(mutex_);
  // Whether the role does more than to watch.
  bool Plays(const Role& role) const ABSL_LOCKS_EXCLUDED(mutex_);

  // A stream of events: the state, unless the last event was `seen`, then
  // those to come.
  absl::StatusOr<std::unique_ptr<EventStream>> Read(
      const Role& role, std::optional<uint64_t> seen)
      ABSL_LOCKS_EXCLUDED(mutex_);

  // What `player` thinks of a position: events `thinking`, then `decision`. It
  // stops when the reader leaves.
  absl::StatusOr<std::unique_ptr<EventStream>> Think(const Role& role, int ply,
                                                     const std::string& player,
                                                     const std::string& asker)
      ABSL_LOCKS_EXCLUDED(mutex_);
  // Goes through the game; events `analysis` with the number that it answers.
  // `player` "" for the usual one.
  absl::StatusOr<uint64_t> Analyse(const std::string& player,
                                   const std::string& asker)
      ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  using Time = std::chrono::steady_clock::time_point;
  using PlayerList = std::vector<std::unique_ptr<Player>>;

  // What a computer has decided. Its clock stopped then.
  struct ReadyAnswer {
    NextMove next;
    Time decided;
  };
  // What one asks of the other people.
  struct Offer {
    absl::string_view words;  // "has offered a draw"
    int by = -1;              // the seat that asks; -1 for none
    uint32_t agreed = 0;      // the seats that have agreed, a bit each
    void Drop() { *this = {.words = words}; }
  };
  // A computer's turn that was given to the queue.
  struct Turn {
    uint64_t number = 0;
    uint64_t ticket = 0;  // 0 while there is no memory for its move
    int seat = 0;
    Time began;  // when the move before it was played
    bool thinks = false;
    // Set where nobody waits for more: the answer need not keep its pace
    // either.
    std::shared_ptr<std::atomic<bool>> stop;
    std::optional<ReadyAnswer> answer = {};  // until its pace lets it be played
  };

  const session::Session& session() const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    return game_.session();
  }
  absl::Status CheckOpen() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  absl::Status CheckPly(int ply) const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  // --- room.cc: what is seen and played -----------------------------------
  RoomSnapshot TakeSnapshot(const Role& reader) const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // The part of the state that all readers share.
  std::shared_ptr<const SharedText> LargeState(const RoomSnapshot& snapshot)
      ABSL_LOCKS_EXCLUDED(mutex_);
  // The legal moves at `ply` if they are known, else null.
  std::shared_ptr<const Pointing> KnownPointing(int ply) const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  PositionCopy PositionAt(int ply) const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  absl::StatusOr<PositionCopy> FindPosition(int ply) const
      ABSL_LOCKS_EXCLUDED(mutex_);
  // How all clocks are told: {"at", "left_ms": by seat}. `at` is the time of
  // the server (ServerMs) when that was left, so that who reads late knows.
  Json ClocksJson() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  Json PresentJson() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // What the person in a seat is called; "" for a computer.
  std::string NameOf(int seat) const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // `left`: ClocksJson()["left_ms"].
  Json SeatsJson(const Json& left) const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  Json TurnJson() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Who asks the others for what, and who has agreed: {"draw_offered_by",
  // "draw_agreed", "undo_asked_by", "undo_agreed"}.
  Json OffersJson() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Who wants a rematch, and its room: {"by", "room"}.
  Json RematchJson() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Whether the role may play the next move, at `ply`.
  absl::Status CheckMover(const Role& role, int ply) const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Plays what people type, see Play.
  absl::Status PlayText(const Role& role, int ply, const std::string& text)
      ABSL_LOCKS_EXCLUDED(mutex_);
  // Plays a prepared move of the present position, publishes it, and goes on.
  // The mover's clock stopped at `answered`.
  absl::Status PlayLocked(NextMove next, Time answered)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Does what follows from the position: ends the game, starts a computer's
  // turn or a clock.
  void Advance() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Publishes that the game is over, once.
  void PublishEnd() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  // --- room_lifetime.cc: how it begins and ends, and its readers ----------
  void SendState(Mailbox& reader) ABSL_LOCKS_EXCLUDED(mutex_);
  void CloseLocked() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  std::optional<RunningClock> ClockLocked() const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Whether it must be in memory: a computer or a clock goes on soon.
  bool GoesOn(std::chrono::nanoseconds soon) const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  size_t BytesLocked() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Whether it may not grow for now.
  bool TooLarge() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    return BytesLocked() > services_.max_bytes;
  }
  void Leave(const std::shared_ptr<Mailbox>& mailbox)
      ABSL_LOCKS_EXCLUDED(mutex_);
  // Publishes who is there.
  void PublishSeats() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  // --- room_actions.cc -----------------------------------------------------
  absl::Status ActLocked(const Role& role, const RoomAction& action)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  absl::Status GoBackOrForth(const Role& role, const std::string& action)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // What follows from going to another position, or out of an ending.
  void FollowJump() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  absl::Status Hint(const Role& role, int seat, const std::string& asker)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  absl::Status Resign(const Role& role, int seat)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  absl::Status OfferDraw(const Role& role, int seat)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  absl::Status AnswerDraw(const Role& role, int seat, bool accept)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  absl::Status AskUndo(const Role& role, int seat)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  absl::Status AnswerUndo(const Role& role, int seat, bool accept)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Where `seat` was last to move, before the present position.
  absl::StatusOr<int> LastTurnOf(int seat) const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  absl::Status MakeOffer(Offer& offer, int seat)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Whether all people have agreed now; else the offer waits for the others, or
  // is gone as this one declines.
  absl::StatusOr<bool> AnswerOffer(Offer& offer, const Role& role, int seat,
                                   bool accept)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // What all have agreed on was done, or failed: then nobody asks any more.
  absl::Status EndOffer(Offer& offer, absl::Status done)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  absl::Status ClaimDraw(const Role& role)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  absl::Status HurryTurn(const Role& role)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  absl::Status SetName(const Role& role, int seat, const std::string& person)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  absl::Status SetComment(const Role& role, int ply, const std::string& text)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  absl::Status CloseSeats(const Role& role)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // The seats that can be taken now.
  uint32_t OpenSeats() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Only these stay open.
  absl::Status KeepOpen(uint32_t seats) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Somebody uses the role's keys, and so has its seats, unless it is the
  // owner, who has made them.
  absl::Status TakeSeats(const Role& role)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  absl::Status SetSeat(const Role& role, int seat, const std::string& player)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // The seat that an action is for: the one named, the one to move, or the only
  // one of the role; an error if it is not the role's. The owner's are all, but
  // where the owner plays: the others decide for themselves.
  absl::StatusOr<int> ActingSeat(const Role& role, int seat) const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // The seats of people, a bit each.
  uint32_t PeopleSeats() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // The role as it counts now: without the seats that computers have.
  Role Seated(Role role) const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Whether the role speaks for all people who play: it has all of their seats,
  // or none and is the owner's. REQUIRES: it is Seated.
  bool SpeaksForAll(const Role& role) const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  // --- room_turns.cc: computers' turns, and clocks ------------------------
  void StartTurn() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void StopTurn() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void QueueTurn() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void TakeTurn(uint64_t number) ABSL_LOCKS_EXCLUDED(mutex_);
  // What its computers' tables take, and how long the one in a seat will think,
  // about.
  size_t TableBytesOfAll() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  std::chrono::nanoseconds ExpectedTime(int seat) const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void EndTurn(session::Thinking thinking, uint64_t number,
               const absl::StatusOr<Decision>& decision)
      ABSL_LOCKS_EXCLUDED(mutex_);
  absl::Status PlayTurn(const absl::StatusOr<Decision>& decision,
                        absl::StatusOr<NextMove> next, Time answered)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  std::chrono::milliseconds Pace() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Plays the computer's answer, now or by Tick once its pace lets it.
  absl::Status PlayAnswer() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Goes on after a turn, or reports why it could not be played.
  void FollowTurn(const absl::Status& played)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Publishes the computer's search.
  Observer TurnObserver(uint64_t number, const session::Thinking& thinking)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Both return players that the caller destroys without the lock.
  PlayerList KeepPlayersOrForget() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  PlayerList DropPlayers() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Calls Tick at `time`, unless the room is gone by then.
  void TickAt(Time time) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Tick() ABSL_LOCKS_EXCLUDED(mutex_);
  // Ends the game if the time of the seat to move has run out.
  bool LosesOnTime(Time at) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // How long the turn has lasted at a time, as far as its clock runs. What ends
  // a turn takes this from the clock, whatever it is.
  std::chrono::nanoseconds TurnTime(Time at) const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  std::chrono::nanoseconds TurnTime() const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    return TurnTime(std::chrono::steady_clock::now());
  }
  // Publishes that a change could not be written, and tries again later.
  void ReportTrouble(const absl::Status& problem)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const RoomInfo info_;  // but for its asker
  const RoomServices services_;
  const uint64_t number_;  // in the queue
  const std::shared_ptr<const AnyGame> played_;
  const std::shared_ptr<const board::BoardView> board_;
  const std::shared_ptr<Readers> readers_;
  const std::shared_ptr<Advice> advice_;

  mutable Mutex mutex_;
  session::KeptGame game_ ABSL_GUARDED_BY(mutex_);
  bool started_ ABSL_GUARDED_BY(mutex_) = false;
  bool closed_ ABSL_GUARDED_BY(mutex_) = false;
  bool published_end_ ABSL_GUARDED_BY(mutex_) = false;
  std::string asker_ ABSL_GUARDED_BY(mutex_);
  uint32_t came_ ABSL_GUARDED_BY(mutex_) = 0;  // seats that readers have had
  Time used_ ABSL_GUARDED_BY(mutex_);
  std::string trouble_ ABSL_GUARDED_BY(mutex_);  // why nothing can be written
  Offer draw_ ABSL_GUARDED_BY(mutex_){.words = "has offered a draw"};
  Offer undo_ ABSL_GUARDED_BY(mutex_){.words = "has asked for undo"};
  // The rematch: the seats that want it, whether one of those who do has the
  // server's token, whether its room is being made, and the room.
  struct {
    uint32_t wanted = 0;
    bool admitted = false;
    bool being_made = false;
    std::string room;
  } rematch_ ABSL_GUARDED_BY(mutex_);
  // The legal moves of the position that was pointed at last: `ply` after
  // `change` (Session::change).
  struct {
    uint64_t change = 0;
    int ply = -1;
    std::shared_ptr<const Pointing> moves;
  } pointing_ ABSL_GUARDED_BY(mutex_);
  uint64_t comments_set_ ABSL_GUARDED_BY(mutex_) = 0;  // how often
  uint32_t open_ ABSL_GUARDED_BY(mutex_) = 0;          // RoomInfo::open
  // What LargeState last made, and of which RoomSnapshot::change.
  struct {
    uint64_t change = 0;
    std::shared_ptr<const SharedText> text;
  } large_state_ ABSL_GUARDED_BY(mutex_);
  size_t told_watchers_ ABSL_GUARDED_BY(mutex_) = 0;  // by PublishNews
  // Turns.
  Time turn_began_ ABSL_GUARDED_BY(mutex_);
  std::optional<Turn> turn_ ABSL_GUARDED_BY(mutex_);
  uint64_t last_turn_ ABSL_GUARDED_BY(mutex_) = 0;    // its number
  std::optional<Time> tick_ ABSL_GUARDED_BY(mutex_);  // when Tick is called
  // Of RoomServices::kept_players; 0 where the players are not kept.
  size_t kept_bytes_ ABSL_GUARDED_BY(mutex_) = 0;
  // Players with tables have had to forget them.
  bool forgets_ ABSL_GUARDED_BY(mutex_) = false;
  // The longest that the computer in a seat has thought, but where it was
  // stopped.
  std::map<int, std::chrono::nanoseconds> thought_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace boardwalk::web
