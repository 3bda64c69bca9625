#include "frontends/web/rooms/room.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "framework/errors.h"
#include "framework/status_macros.h"
#include "frontends/session/move_input.h"
#include "frontends/session/seats.h"
#include "frontends/session/wording.h"
#include "frontends/web/rooms/advice.h"
#include "frontends/web/rooms/pointing.h"

namespace boardwalk::web {
namespace {

using std::chrono::duration_cast;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

// Numbers of events go on after the room was dropped or the server started
// again: no room has a million events a second.
uint64_t FirstEventNumber() {
  return static_cast<uint64_t>(
      duration_cast<std::chrono::microseconds>(
          std::chrono::system_clock::now().time_since_epoch())
          .count());
}

// A player that is asked for advice; "" names the usual one.
absl::StatusOr<std::string> AdviserName(const AnyGame& game,
                                        const std::string& player) {
  ASSIGN_OR_RETURN(
      std::string name,
      session::SeatName(
          game, player.empty() ? session::DefaultAdviser(game) : player));
  if (!session::IsHuman(name)) return name;
  return absl::InvalidArgumentError("name a player that is a computer");
}

}  // namespace

Room::Room(RoomInfo info, session::KeptGame game, const RoomServices& services)
    : info_(std::move(info)),
      services_(services),
      number_(RandomBits()),
      played_(game.session().game().shared_from_this()),
      board_(std::make_shared<board::BoardView>(*played_,
                                                session::TitleLine(*played_))),
      readers_(std::make_shared<Readers>(services.texts, FirstEventNumber())),
      advice_(std::make_shared<Advice>(services.queue, number_, played_, board_,
                                       readers_)),
      game_(std::move(game)),
      asker_(info_.asker),
      used_(steady_clock::now()),
      turn_began_(used_) {
  const MutexLock lock(&mutex_);
  rematch_.room = info_.rematch;
  open_ = info_.open;
}

// --- What is seen ------------------------------------------------------------

Json Room::ClocksJson() const {
  const Time now = steady_clock::now();
  Json left = Json::array();
  const int to_move = session().Over() ? -1 : session().state().ToMove();
  for (int seat = 0; seat < session().game().NumPlayers(); ++seat) {
    if (!session().clock().has_value()) {
      left.push_back(nullptr);
      continue;
    }
    auto time = session().Left(seat);
    if (seat == to_move) time -= TurnTime(now);
    left.push_back(duration_cast<milliseconds>(
                       std::max(time, std::chrono::nanoseconds::zero()))
                       .count());
  }
  return {{"at", ServerMs(now)}, {"left_ms", std::move(left)}};
}

Json Room::PresentJson() const {
  const uint32_t present = readers_->Seats();
  Json seats = Json::array();
  for (int seat = 0; seat < session().game().NumPlayers(); ++seat) {
    seats.push_back((present >> seat & 1) != 0);
  }
  return seats;
}

std::string Room::NameOf(int seat) const {
  return session::IsHuman(session().seats()[seat]) ? game_.names()[seat] : "";
}

Json Room::SeatsJson(const Json& left) const {
  const Json present = PresentJson();
  Json seats = Json::array();
  for (size_t seat = 0; seat < session().seats().size(); ++seat) {
    seats.push_back({{"player", session().seats()[seat]},
                     {"human", session::IsHuman(session().seats()[seat])},
                     {"name", NameOf(static_cast<int>(seat))},
                     {"present", present[seat]},
                     {"came", (came_ >> seat & 1) != 0},
                     {"left_ms", left[seat]}});
  }
  return seats;
}

PositionCopy Room::PositionAt(int ply) const {
  const GameHistory& history = session().history();
  PositionCopy position = {.ply = ply, .state = history.StateAt(ply).Clone()};
  if (ply > 0) {
    position.move = session().RecordedAt(ply - 1).text;
    position.seat = history.SeatAt(ply - 1);
    position.path = history.StateAt(ply - 1).Path(history.MoveAt(ply - 1));
  }
  return position;
}

absl::StatusOr<PositionCopy> Room::FindPosition(int ply) const {
  const MutexLock lock(&mutex_);
  RETURN_IF_ERROR(CheckPly(ply));
  return PositionAt(ply);
}

// The computer that thinks or waits, and its place in the queue.
Json Room::TurnJson() const {
  if (!turn_.has_value()) return nullptr;
  const uint64_t ticket = closed_ ? 0 : turn_->ticket;
  return {{"seat", turn_->seat + 1},
          {"waiting", closed_ ? size_t{0} : services_.queue.Place(ticket)},
          {"for_memory", !closed_ && services_.queue.WaitsForMemory(ticket)}};
}

Json Room::OffersJson() const {
  const auto seat = [](const Offer& offer) {
    return offer.by < 0 ? Json(nullptr) : Json(offer.by + 1);
  };
  return {{"draw_offered_by", seat(draw_)},
          {"draw_agreed", SeatNumbers(draw_.agreed)},
          {"undo_asked_by", seat(undo_)},
          {"undo_agreed", SeatNumbers(undo_.agreed)}};
}

Json Room::RematchJson() const {
  return {
      {"by", SeatNumbers(rematch_.wanted)},
      {"room", rematch_.room.empty() ? Json(nullptr) : Json(rematch_.room)}};
}

RoomSnapshot Room::TakeSnapshot(const Role& reader) const {
  const Role role = Seated(reader);
  const GameHistory& history = session().history();
  RoomSnapshot snapshot = {.event = readers_->last_event(),
                           .change = session().change() + comments_set_};
  if (large_state_.change == snapshot.change && large_state_.text != nullptr &&
      !large_state_.text->withdrawn()) {
    snapshot.large = large_state_.text;
  } else {
    snapshot.position = PositionAt(session().plies());
    snapshot.variations = game_.variations();
    snapshot.comments = session().comments();
    for (int ply = 0; ply < history.last_ply(); ++ply) {
      snapshot.moves.emplace_back(history.SeatAt(ply),
                                  session().RecordedAt(ply));
    }
  }
  std::vector<std::string> warnings = session().warnings();
  if (!trouble_.empty()) warnings.push_back(trouble_);
  if (forgets_) {
    warnings.emplace_back(
        "The server has no memory for what computers remember from move to "
        "move.");
  }
  if (TooLarge()) {
    warnings.emplace_back(
        "Games take all the memory that they have; this one waits.");
  }
  const Json clocks = ClocksJson();
  snapshot.small = {
      {"event", snapshot.event},
      {"at", clocks["at"]},
      {"game", session().game().Name()},
      {"title", session::TitleLine(session().game())},
      {"seats", SeatsJson(clocks["left_ms"])},
      {"watchers", readers_->Watchers()},
      {"ply", session().plies()},
      {"over", session().Over() ? OverJson(*board_, session()) : Json(nullptr)},
      {"can_claim_draw", session().DrawOffered() && session().HumanToMove()},
      {"clock_runs", game_.ClockRuns()},
      {"thinking", TurnJson()},
      {"rematch", RematchJson()},
      {"open", SeatNumbers(OpenSeats())},
      {"parent", info_.parent.empty() ? Json(nullptr) : Json(info_.parent)},
      {"warnings", std::move(warnings)},
      {"role",
       {{"seats", SeatNumbers(role.seats)},
        {"owner", role.owner},
        {"for_all", SpeaksForAll(role)},
        {"guest", role.guest}}}};
  snapshot.small.update(OffersJson());
  return snapshot;
}

std::shared_ptr<const SharedText> Room::LargeState(
    const RoomSnapshot& snapshot) {
  if (snapshot.large != nullptr) return snapshot.large;
  auto text = services_.texts->Add(LargeStateText(*board_, snapshot));
  const MutexLock lock(&mutex_);
  large_state_ = {snapshot.change, text};
  return text;
}

absl::StatusOr<std::string> Room::State(const Role& role) {
  RoomSnapshot snapshot;
  {
    const MutexLock lock(&mutex_);
    snapshot = TakeSnapshot(role);
  }
  const auto large = LargeState(snapshot)->Whole();
  if (!large.has_value()) {
    return absl::UnavailableError("too much is sent at once; try again later");
  }
  return absl::StrCat(SmallStateText(snapshot),
                      absl::StripTrailingAsciiWhitespace(*large));
}

absl::Status Room::CheckOpen() const {
  if (!closed_) return absl::OkStatus();
  return absl::UnavailableError("the game is put away; try again");
}

absl::Status Room::CheckPly(int ply) const {
  const int last = session().history().last_ply();
  if (ply >= 0 && ply <= last) return absl::OkStatus();
  return NotFound("there is no position ", ply,
                  "; the game has those from 0 to ", last);
}

absl::StatusOr<Json> Room::View(int ply) const {
  ASSIGN_OR_RETURN(const PositionCopy position, FindPosition(ply));
  return ViewJson(*board_, position);
}

absl::StatusOr<std::string> Room::Picture(int ply, int turn) const {
  ASSIGN_OR_RETURN(const PositionCopy position, FindPosition(ply));
  if (board_->empty()) {
    return absl::NotFoundError("this game does not describe its board");
  }
  return board_->Picture(*position.state, position.path, turn);
}

GameRecord Room::Record() const {
  const MutexLock lock(&mutex_);
  return session().Record();
}

std::vector<std::string> Room::Names() const {
  const MutexLock lock(&mutex_);
  return game_.names();
}

std::optional<OpenGame> Room::Open() const {
  const MutexLock lock(&mutex_);
  const uint32_t open = OpenSeats();
  if (open == 0) return std::nullopt;
  Json seats = Json::array();
  for (size_t seat = 0; seat < session().seats().size(); ++seat) {
    seats.push_back({{"player", session().seats()[seat]},
                     {"name", NameOf(static_cast<int>(seat))},
                     {"open", (open >> seat & 1) != 0}});
  }
  const auto& clock = session().clock();
  const Json json = {
      {"room", id()},
      {"game", session().game().Name()},
      {"title", session::TitleLine(session().game())},
      {"seats", std::move(seats)},
      {"clock", clock.has_value() ? FormatTimeControl(*clock) : ""},
      {"plies", session().plies()}};
  return OpenGame{.json = std::make_shared<const Json>(json),
                  .used = readers_->empty() ? used_ : steady_clock::now()};
}

std::vector<std::string> Room::Players() const {
  const MutexLock lock(&mutex_);
  return session().seats();
}

std::shared_ptr<const Pointing> Room::KnownPointing(int ply) const {
  const bool known =
      pointing_.change == session().change() && pointing_.ply == ply;
  return known ? pointing_.moves : nullptr;
}

absl::StatusOr<Json> Room::Point(int ply, const std::vector<int>& cells) {
  std::shared_ptr<const Pointing> pointing;
  std::unique_ptr<AnyState> state;
  uint64_t change = 0;
  {
    const MutexLock lock(&mutex_);
    RETURN_IF_ERROR(CheckPly(ply));
    change = session().change();
    pointing = KnownPointing(ply);
    if (pointing == nullptr) state = session().history().StateAt(ply).Clone();
  }
  if (pointing == nullptr) {
    pointing = std::make_shared<const Pointing>(*state, *board_);
    const MutexLock lock(&mutex_);
    pointing_ = {change, ply, pointing};
  }
  return PointedJson(*pointing, cells);
}

absl::StatusOr<session::Session> Room::Branch(
    std::optional<int> ply, std::optional<size_t> variation,
    std::vector<std::string> seats) const {
  std::unique_ptr<AnyState> start;
  std::vector<RecordedMove> moves;
  Comments comments;
  uint64_t seed = 0;
  std::optional<TimeControl> clock;
  const bool others = !seats.empty();
  {
    const MutexLock lock(&mutex_);
    int last = ply.value_or(0);
    const session::Variation* line = nullptr;
    if (variation.has_value()) {
      if (*variation >= game_.variations().size()) {
        return NotFound("there is no variation ", *variation,
                        "; they are counted from 0, and there are ",
                        game_.variations().size());
      }
      line = &game_.variations()[*variation];
      last = line->ply;
    }
    RETURN_IF_ERROR(CheckPly(last));
    for (int i = 0; i < last; ++i) moves.push_back(session().RecordedAt(i));
    if (line != nullptr) {
      for (std::string& text : line->Texts()) {
        moves.push_back({.text = std::move(text)});
      }
    }
    comments = session().comments();
    comments.DropAfter(last);
    start = session().history().StateAt(0).Clone();
    if (!others) seats = session().seats();
    seed = session().Record().seed;
    clock = session().clock();
  }
  ASSIGN_OR_RETURN(auto session, session::Session::Create(*start, seats, seed));
  for (const RecordedMove& move : moves) {
    RETURN_IF_ERROR(session::PlayRecorded(session, move));
  }
  for (const auto& [at, text] : comments.by_ply()) {
    RETURN_IF_ERROR(session.SetComment(at, text));
  }
  if (clock.has_value()) session.SetClock(*clock);
  if (!others && !session.HasHuman() && !session.Over()) {
    RETURN_IF_ERROR(
        session.SetSeat(session.state().ToMove(), session::HumanInfo().id));
  }
  return session;
}

absl::StatusOr<std::unique_ptr<EventStream>> Room::Think(
    const Role& role, int ply, const std::string& player,
    const std::string& asker) {
  ASSIGN_OR_RETURN(const std::string name, AdviserName(*played_, player));
  std::optional<session::Thinking> thinking;
  {
    const MutexLock lock(&mutex_);
    RETURN_IF_ERROR(CheckPly(ply));
    if (session().history().SeatAt(ply) < 0) {
      return absl::FailedPreconditionError("the game is over there");
    }
    thinking = session().BeginAdvice(name, ply);
  }
  return advice_->Look(asker, role, ply, *std::move(thinking));
}

absl::StatusOr<uint64_t> Room::Analyse(const std::string& player,
                                       const std::string& asker) {
  ASSIGN_OR_RETURN(const std::string name, AdviserName(*played_, player));
  GameRecord record = Record();
  if (record.moves.empty()) {
    return absl::FailedPreconditionError("no move has been played");
  }
  return advice_->Analyse(asker, services_.catalog, name, std::move(record));
}

// --- What is played ----------------------------------------------------------

absl::Status Room::CheckMover(const Role& role, int ply) const {
  RETURN_IF_ERROR(CheckOpen());
  if (session().Over()) return absl::AbortedError("the game is over");
  const int seat = session().state().ToMove();
  if (ply != session().plies()) {
    return Aborted("the game has gone on: it stands at position ",
                   session().plies(), " and not at ", ply);
  }
  if (!session().HumanToMove()) {
    return PermissionDenied(session::SeatTitle(session(), seat), " is to move");
  }
  if (!role.MayPlay(seat)) {
    return PermissionDenied("it is the turn of ", session::SeatTitle(seat),
                            ", and none of your keys is that of its seat");
  }
  if (TooLarge()) {
    return absl::ResourceExhaustedError(
        "games take all the memory that they have, and this one is large; save "
        "it, and go on with 'boardwalk play', or try again later");
  }
  if (ply < kMaxPlies) return absl::OkStatus();
  return ResourceExhausted("a game here has at most ", kMaxPlies,
                           " moves; save it, and go on with 'boardwalk play'");
}

absl::StatusOr<int> Room::Play(const Role& role, int ply,
                               const std::string& text) {
  const absl::Status played = PlayText(role, ply, text);
  readers_->Wake();
  if (!played.ok()) return played;
  return ply + 1;
}

absl::Status Room::PlayText(const Role& role, int ply,
                            const std::string& text) {
  // What is prepared below takes none of the mover's time.
  const Time answered = steady_clock::now();
  std::unique_ptr<AnyState> before;
  std::shared_ptr<const Pointing> pointing;
  uint64_t change = 0;
  {
    const MutexLock lock(&mutex_);
    if (!closed_ && LosesOnTime(answered)) PublishEnd();
    RETURN_IF_ERROR(CheckMover(role, ply));
    before = session().state().Clone();
    change = session().change();
    pointing = KnownPointing(ply);
  }
  // Without the lock: a position may have very many moves.
  auto next = [&]() -> absl::StatusOr<NextMove> {
    std::optional<AnyMove> move;
    if (pointing != nullptr) move = pointing->Find(text);
    if (!move.has_value()) {
      ASSIGN_OR_RETURN(move, session::MoveMeant(*before, text));
    }
    Decision decision;
    decision.move = *move;
    return PrepareMove(*board_, *before, decision, readers_->Seats());
  }();
  const MutexLock lock(&mutex_);
  RETURN_IF_ERROR(CheckMover(role, ply));
  if (change != session().change()) {
    return absl::AbortedError("the game has gone on");
  }
  if (!next.ok()) {
    return absl::FailedPreconditionError(next.status().message());
  }
  RETURN_IF_ERROR(TakeSeats(role));
  return PlayLocked(*std::move(next), answered);
}

absl::Status Room::PlayLocked(NextMove next, Time answered) {
  const int seat = session().state().ToMove();
  const size_t comments = session().comments().by_ply().size();
  RETURN_IF_ERROR(game_.Play(next.decision, TurnTime(answered)));
  turn_began_ = steady_clock::now();
  draw_.Drop();
  undo_.Drop();
  trouble_.clear();
  const int ply = session().plies();
  pointing_ = {session().change(), ply, std::move(next.pointing)};
  Advance();

  const RecordedMove& recorded = session().RecordedAt(ply - 1);
  Json move = {{"ply", ply}, {"move", recorded.text}};
  move.update(MoveJson(seat, recorded));
  move.erase("text");
  move.update(next.event);
  move["thinking"] = TurnJson();
  move.update(ClocksJson());
  move["clock_runs"] = game_.ClockRuns();
  move["can_claim_draw"] = session().DrawOffered() && session().HumanToMove();
  readers_->Publish("move", move);
  if (session().comments().by_ply().size() != comments) {
    // Those on the positions of the moves that this one replaces are gone.
    readers_->Publish("comments",
                      {{"comments", CommentsJson(session().comments())}});
  }
  PublishEnd();
  return absl::OkStatus();
}

void Room::Advance() {
  if (!started_ || closed_) return;
  // Nobody is there to agree on a draw.
  if (!session().Over() && !session().HasHuman()) {
    game_.Adjudicate().IgnoreError();  // after the next move, then
  }
  if (session().Over()) {
    StopTurn();
  } else if (!session().HumanToMove()) {
    StartTurn();
  } else if (game_.ClockRuns()) {
    TickAt(turn_began_ + duration_cast<steady_clock::duration>(
                             session().Left(session().state().ToMove()) +
                             MatchOptions{}.grace + milliseconds(1)));
  }
}

void Room::PublishEnd() {
  if (!session().Over()) {
    published_end_ = false;
    rematch_.wanted = 0;
    rematch_.admitted = false;
  } else if (!std::exchange(published_end_, true)) {
    draw_.Drop();
    undo_.Drop();
    KeepOpen(0).IgnoreError();  // nobody joins, written or not
    Json over = OverJson(*board_, session());
    over.update(ClocksJson());
    readers_->Publish("over", over);
    DropPlayers();
  }
}

}  // namespace boardwalk::web
