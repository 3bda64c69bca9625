#include "frontends/web/rooms/room.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/status_macros.h"
#include "frontends/session/move_input.h"
#include "frontends/session/seats.h"
#include "frontends/session/wording.h"
#include "frontends/web/rooms/views.h"

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

// The move that is written so, or else the only one that people may mean by it.
absl::StatusOr<AnyMove> MoveMeant(const AnyState& state,
                                  const std::string& text) {
  auto move = state.ParseMove(text);
  if (move.ok() || text.size() > kMaxMoveText) return move;
  const std::vector<std::string> meant = session::MovesMeant(state, text);
  if (meant.size() == 1) return state.ParseMove(meant.front());
  return move;
}

}  // namespace

Room::Room(RoomInfo info, KeptGame game, const RoomServices& services)
    : info_(std::move(info)),
      services_(services),
      number_(RandomBits()),
      played_(game.session().game().shared_from_this()),
      board_(*played_, session::TitleLine(*played_)),
      game_(std::move(game)),
      last_event_(FirstEventNumber()),
      turn_began_(steady_clock::now()),
      used_(turn_began_) {}

// --- What is seen ------------------------------------------------------------

Json Room::LeftJson() const {
  Json left = Json::array();
  const int to_move = session().Over() ? -1 : session().state().ToMove();
  for (int seat = 0; seat < session().game().NumPlayers(); ++seat) {
    if (!session().clock().has_value()) {
      left.push_back(nullptr);
      continue;
    }
    auto time = session().Left(seat);
    if (seat == to_move) time -= TurnTime();
    left.push_back(duration_cast<milliseconds>(
                       std::max(time, std::chrono::nanoseconds::zero()))
                       .count());
  }
  return left;
}

Json Room::PresentJson() const {
  uint32_t present = 0;
  for (const auto& mailbox : mailboxes_) present |= mailbox->role().seats;
  Json seats = Json::array();
  for (int seat = 0; seat < session().game().NumPlayers(); ++seat) {
    seats.push_back((present >> seat & 1) != 0);
  }
  return seats;
}

Json Room::SeatsJson() const {
  const Json left = LeftJson();
  const Json present = PresentJson();
  Json seats = Json::array();
  for (size_t seat = 0; seat < session().seats().size(); ++seat) {
    seats.push_back({{"player", session().seats()[seat]},
                     {"human", session::IsHuman(session().seats()[seat])},
                     {"present", present[seat]},
                     {"left_ms", left[seat]}});
  }
  return seats;
}

Json Room::ViewJson(int ply) const {
  const GameHistory& history = session().history();
  Json view = {{"ply", ply}};
  std::vector<std::string> path;
  if (ply > 0) {
    path = history.StateAt(ply - 1).Path(history.MoveAt(ply - 1));
  }
  const AnyState& state = history.StateAt(ply);
  view["to_move"] = state.ToMove() + 1;
  if (board_.empty()) {
    view["text"] = state.Render({.paths = {path}});
  } else {
    Json kinds = Json::object();
    view["pieces"] = board_.PiecesJson(state.Pieces(), kinds);
    view["kinds"] = std::move(kinds);
  }
  const bool moved = ply > 0;
  view["move"] =
      moved ? Json(session().RecordedAt(ply - 1).text) : Json(nullptr);
  view["seat"] = moved ? Json(history.SeatAt(ply - 1) + 1) : Json(nullptr);
  view["path"] = board_.Cells(path);
  return view;
}

// Who thinks, and how many are served until then.
Json Room::TurnJson() const {
  if (!turn_.has_value()) return nullptr;
  return {{"seat", turn_->seat + 1},
          {"waiting",
           closed_ ? size_t{0} : services_.thinkers.Place(turn_->ticket)}};
}

std::string Room::StateLocked(const Role& role) const {
  const GameHistory& history = session().history();
  Json moves = Json::array();
  for (int ply = 0; ply < history.last_ply(); ++ply) {
    moves.push_back(MoveJson(history.SeatAt(ply), session().RecordedAt(ply)));
  }
  Json variations = Json::array();
  for (const Variation& variation : game_.variations()) {
    variations.push_back(
        {{"ply", variation.ply}, {"moves", variation.Texts()}});
  }
  Json seats = Json::array();
  for (size_t seat = 0; seat < session().seats().size(); ++seat) {
    if (role.Holds(static_cast<int>(seat))) seats.push_back(seat + 1);
  }
  std::vector<std::string> warnings = session().warnings();
  if (!trouble_.empty()) warnings.push_back(trouble_);
  return JsonText(
      {{"event", last_event_},
       {"game", session().game().Name()},
       {"title", session::TitleLine(session().game())},
       {"seats", SeatsJson()},
       {"ply", session().plies()},
       {"moves", std::move(moves)},
       {"view", ViewJson(session().plies())},
       {"over", session().Over() ? OverJson(session()) : Json(nullptr)},
       {"draw_offered_by",
        offered_by_ < 0 ? Json(nullptr) : Json(offered_by_ + 1)},
       {"can_claim_draw", session().DrawOffered() && session().HumanToMove()},
       {"clock_runs", game_.ClockRuns()},
       {"thinking", TurnJson()},
       {"variations", std::move(variations)},
       {"parent", info_.parent.empty() ? Json(nullptr) : Json(info_.parent)},
       {"warnings", std::move(warnings)},
       {"role", {{"seats", std::move(seats)}, {"owner", role.owner}}},
       {"legend", LegendJson(board_, session().state())}});
}

std::string Room::State(const Role& role) const {
  const MutexLock lock(&mutex_);
  return StateLocked(role);
}

absl::Status Room::CheckOpen() const {
  if (!closed_) return absl::OkStatus();
  return absl::UnavailableError("the game is put away; try again");
}

absl::Status Room::CheckPly(int ply) const {
  const int last = session().history().last_ply();
  if (ply >= 0 && ply <= last) return absl::OkStatus();
  return absl::NotFoundError(absl::StrCat(
      "there is no position ", ply, "; the game has those from 0 to ", last));
}

absl::StatusOr<Json> Room::View(int ply) const {
  const MutexLock lock(&mutex_);
  RETURN_IF_ERROR(CheckPly(ply));
  return ViewJson(ply);
}

absl::StatusOr<std::string> Room::Picture(int ply, bool flip) const {
  const MutexLock lock(&mutex_);
  RETURN_IF_ERROR(CheckPly(ply));
  if (board_.empty()) {
    return absl::NotFoundError("this game does not describe its board");
  }
  const GameHistory& history = session().history();
  std::vector<std::string> path;
  if (ply > 0) {
    path = history.StateAt(ply - 1).Path(history.MoveAt(ply - 1));
  }
  return board_.Picture(history.StateAt(ply), path, flip);
}

GameRecord Room::Record() const {
  const MutexLock lock(&mutex_);
  return session().Record();
}

std::vector<std::string> Room::Players() const {
  const MutexLock lock(&mutex_);
  return session().seats();
}

absl::StatusOr<Json> Room::Point(int ply, const std::vector<int>& cells) {
  std::shared_ptr<const Pointing> pointing;
  std::unique_ptr<AnyState> state;
  uint64_t change = 0;
  {
    const MutexLock lock(&mutex_);
    RETURN_IF_ERROR(CheckPly(ply));
    change = session().change();
    if (pointing_change_ == change && pointing_ply_ == ply) {
      pointing = pointing_;
    } else {
      state = session().history().StateAt(ply).Clone();
    }
  }
  if (pointing == nullptr) {
    pointing = std::make_shared<const Pointing>(*state, board_);
    const MutexLock lock(&mutex_);
    pointing_ = pointing;
    pointing_change_ = change;
    pointing_ply_ = ply;
  }
  const Pointed pointed = pointing->At(cells);
  Json moves = Json::array();
  for (const size_t move : pointed.moves) {
    const absl::Span<const int> path = pointing->Path(move);
    moves.push_back({{"text", std::string(pointing->Text(move))},
                     {"path", std::vector<int>(path.begin(), path.end())}});
  }
  return Json{{"next", pointed.next},
              {"moves", std::move(moves)},
              {"move", pointed.move.has_value()
                           ? Json(std::string(pointing->Text(*pointed.move)))
                           : Json(nullptr)},
              {"reason",
               pointed.reason.empty() ? Json(nullptr) : Json(pointed.reason)}};
}

absl::StatusOr<session::Session> Room::Branch(
    std::optional<int> ply, std::optional<size_t> variation,
    std::vector<std::string> seats) const {
  std::unique_ptr<AnyState> start;
  std::vector<RecordedMove> moves;
  uint64_t seed = 0;
  std::optional<TimeControl> clock;
  {
    const MutexLock lock(&mutex_);
    int last = ply.value_or(0);
    const Variation* line = nullptr;
    if (variation.has_value()) {
      if (*variation >= game_.variations().size()) {
        return absl::NotFoundError(
            absl::StrCat("there is no variation ", *variation,
                         "; they are counted from 0, and there are ",
                         game_.variations().size()));
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
    start = session().history().StateAt(0).Clone();
    if (seats.empty()) seats = session().seats();
    seed = session().Record().seed;
    clock = session().clock();
  }
  ASSIGN_OR_RETURN(auto session, session::Session::Create(*start, seats, seed));
  for (const RecordedMove& move : moves) {
    RETURN_IF_ERROR(PlayRecorded(session, move));
  }
  if (clock.has_value()) session.SetClock(*clock);
  return session;
}

// --- What is played
// ------------------------------------------------------------

absl::StatusOr<int> Room::Play(const Role& role, int ply,
                               const std::string& text) {
  absl::StatusOr<int> played = [&]() -> absl::StatusOr<int> {
    const MutexLock lock(&mutex_);
    RETURN_IF_ERROR(CheckOpen());
    if (LosesOnTime()) TellEnd();
    if (session().Over()) return absl::AbortedError("the game is over");
    const int seat = session().state().ToMove();
    if (ply != session().plies()) {
      return absl::AbortedError(
          absl::StrCat("the game has gone on: it stands at position ",
                       session().plies(), " and not at ", ply));
    }
    if (!session().HumanToMove()) {
      return absl::PermissionDeniedError(
          absl::StrCat(session::SeatTitle(session(), seat), " is to move"));
    }
    if (!role.MayPlay(seat)) {
      return absl::PermissionDeniedError(
          absl::StrCat("it is the turn of ", session::SeatTitle(seat),
                       ", and none of your keys is that of its seat"));
    }
    if (ply >= kMaxPlies) {
      return absl::ResourceExhaustedError(
          absl::StrCat("a game here has at most ", kMaxPlies,
                       " moves; save it, and go on with 'boardwalk play'"));
    }
    const auto move = MoveMeant(session().state(), text);
    if (!move.ok()) {
      return absl::FailedPreconditionError(move.status().message());
    }
    Decision decision;
    decision.move = *move;
    RETURN_IF_ERROR(PlayLocked(decision));
    return ply + 1;
  }();
  WakeReaders();
  return played;
}

absl::Status Room::PlayLocked(const Decision& decision) {
  const AnyState& before = session().state();
  const int seat = before.ToMove();
  const std::vector<Piece> pieces = before.Pieces();
  const std::vector<std::string> path = before.Path(decision.move);
  const auto took = TurnTime();
  RETURN_IF_ERROR(game_.Play(decision, took));
  turn_began_ = steady_clock::now();
  agreed_ = 0;
  offered_by_ = -1;
  trouble_.clear();
  pointing_.reset();
  pointing_ply_ = -1;
  Advance();

  const AnyState& after = session().state();
  const int ply = session().plies();
  const RecordedMove& recorded = session().RecordedAt(ply - 1);
  Json move = {{"ply", ply}, {"move", recorded.text}};
  move.update(MoveJson(seat, recorded));
  move.erase("text");
  move["path"] = board_.Cells(path);
  if (board_.empty()) {
    move["text"] = after.Render({.paths = {path}});
  } else {
    Json kinds = Json::object();
    move["changes"] = board_.ChangesJson(pieces, after.Pieces(), kinds);
    move["kinds"] = std::move(kinds);
  }
  move["to_move"] = after.ToMove() + 1;
  move["thinking"] = TurnJson();
  move["left_ms"] = LeftJson();
  move["clock_runs"] = game_.ClockRuns();
  move["can_claim_draw"] = session().DrawOffered() && session().HumanToMove();
  Publish("move", move);
  TellEnd();
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

void Room::TellEnd() {
  if (!session().Over()) {
    told_over_ = false;
  } else if (!std::exchange(told_over_, true)) {
    Json over = OverJson(session());
    over["left_ms"] = LeftJson();
    Publish("over", over);
    DropPlayers();
  }
}

}  // namespace boardwalk::web
