#include "frontends/web/room.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/status_macros.h"
#include "frontends/session/seats.h"
#include "frontends/session/wording.h"
#include "frontends/web/views.h"

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

}  // namespace

absl::Status PlayRecorded(session::Session& session, const RecordedMove& move) {
  ASSIGN_OR_RETURN(const AnyMove parsed, session.state().ParseMove(move.text));
  return session.Play(DecisionOf(parsed, move),
                      duration_cast<std::chrono::nanoseconds>(
                          std::chrono::duration<double>(move.wall_seconds)));
}

Room::Room(RoomInfo info, session::Session session,
           const RoomServices& services)
    : info_(std::move(info)),
      services_(services),
      number_(RandomBits()),
      board_(session.game(), session::TitleLine(session.game())),
      session_(std::move(session)),
      ring_(FirstEventNumber()),
      turn_began_(steady_clock::now()) {}

// --- What is seen ------------------------------------------------------------

Json Room::LeftJson() const {
  Json left = Json::array();
  const int to_move = session_.Over() ? -1 : session_.state().ToMove();
  for (int seat = 0; seat < session_.game().NumPlayers(); ++seat) {
    if (!session_.clock().has_value()) {
      left.push_back(nullptr);
      continue;
    }
    auto time = session_.Left(seat);
    if (seat == to_move) time -= TurnTime();
    left.push_back(
        duration_cast<milliseconds>(std::max(time, time.zero())).count());
  }
  return left;
}

Json Room::PresentJson() const {
  uint32_t present = 0;
  for (const auto& mailbox : mailboxes_) present |= mailbox->role().seats;
  Json seats = Json::array();
  for (int seat = 0; seat < session_.game().NumPlayers(); ++seat) {
    seats.push_back((present >> seat & 1) != 0);
  }
  return seats;
}

Json Room::SeatsJson() const {
  const Json left = LeftJson();
  const Json present = PresentJson();
  Json seats = Json::array();
  for (size_t seat = 0; seat < session_.seats().size(); ++seat) {
    seats.push_back({{"player", session_.seats()[seat]},
                     {"human", session::IsHuman(session_.seats()[seat])},
                     {"present", present[seat]},
                     {"left_ms", left[seat]}});
  }
  return seats;
}

Json Room::ViewJson(int ply) const {
  const GameHistory& history = session_.history();
  Json view = {{"ply", ply}};
  std::vector<std::string> path;
  if (ply > 0) {
    path = history.StateAt(ply - 1).Path(history.MoveAt(ply - 1));
  }
  const AnyState& state = history.StateAt(ply);
  view["to_move"] = state.ToMove() + 1;
  if (board_.empty()) {
    view["text"] = state.Render({.path = path});
  } else {
    Json kinds = Json::object();
    view["pieces"] = board_.PiecesJson(state.Pieces(), kinds);
    view["kinds"] = std::move(kinds);
  }
  const bool moved = ply > 0;
  view["move"] =
      moved ? Json(session_.RecordedAt(ply - 1).text) : Json(nullptr);
  view["seat"] = moved ? Json(history.SeatAt(ply - 1) + 1) : Json(nullptr);
  view["path"] = board_.Cells(path);
  return view;
}

std::string Room::StateLocked(const Role& role) const {
  const GameHistory& history = session_.history();
  Json moves = Json::array();
  for (int ply = 0; ply < history.last_ply(); ++ply) {
    moves.push_back(MoveJson(history.SeatAt(ply), session_.RecordedAt(ply)));
  }
  Json variations = Json::array();
  for (const Variation& variation : variations_) {
    Json texts = Json::array();
    for (const RecordedMove& move : variation.moves) texts.push_back(move.text);
    variations.push_back({{"ply", variation.ply}, {"moves", std::move(texts)}});
  }
  Json seats = Json::array();
  for (size_t seat = 0; seat < session_.seats().size(); ++seat) {
    if (role.Holds(static_cast<int>(seat))) seats.push_back(seat + 1);
  }
  Json thinking;
  if (turn_.has_value()) {
    thinking = {{"seat", turn_->seat + 1},
                {"waiting", services_.thinkers.Place(turn_->ticket)}};
  }
  return JsonText(
      {{"event", ring_.last()},
       {"game", session_.game().Name()},
       {"title", session::TitleLine(session_.game())},
       {"seats", SeatsJson()},
       {"ply", session_.plies()},
       {"moves", std::move(moves)},
       {"view", ViewJson(session_.plies())},
       {"over", session_.Over() ? OverJson(session_) : Json(nullptr)},
       {"draw_offered_by",
        offered_by_ < 0 ? Json(nullptr) : Json(offered_by_ + 1)},
       {"can_claim_draw", session_.DrawOffered() && session_.HumanToMove()},
       {"thinking", std::move(thinking)},
       {"variations", std::move(variations)},
       {"parent", info_.parent.empty() ? Json(nullptr) : Json(info_.parent)},
       {"warnings", session_.warnings()},
       {"role", {{"seats", std::move(seats)}, {"owner", role.owner}}},
       {"legend", LegendJson(board_, session_.state())}});
}

std::string Room::State(const Role& role) const {
  const MutexLock lock(&mutex_);
  return StateLocked(role);
}

absl::Status Room::CheckPly(int ply) const {
  const int last = session_.history().last_ply();
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
  const GameHistory& history = session_.history();
  std::vector<std::string> path;
  if (ply > 0) {
    path = history.StateAt(ply - 1).Path(history.MoveAt(ply - 1));
  }
  return board_.Picture(history.StateAt(ply), path, flip);
}

GameRecord Room::Record() const {
  const MutexLock lock(&mutex_);
  return session_.Record();
}

absl::StatusOr<Json> Room::Point(int ply, const std::vector<int>& cells) {
  std::shared_ptr<const Pointing> pointing;
  std::unique_ptr<AnyState> state;
  uint64_t change = 0;
  {
    const MutexLock lock(&mutex_);
    RETURN_IF_ERROR(CheckPly(ply));
    change = session_.change();
    if (pointing_change_ == change && pointing_ply_ == ply) {
      pointing = pointing_;
    } else {
      state = session_.history().StateAt(ply).Clone();
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
    std::optional<int> ply, std::optional<size_t> variation) const {
  std::unique_ptr<AnyState> start;
  std::vector<std::string> seats;
  std::vector<RecordedMove> moves;
  uint64_t seed = 0;
  std::optional<TimeControl> clock;
  {
    const MutexLock lock(&mutex_);
    int last = ply.value_or(0);
    const Variation* line = nullptr;
    if (variation.has_value()) {
      if (*variation >= variations_.size()) {
        return absl::NotFoundError(absl::StrCat(
            "there is no variation ", *variation,
            "; they are counted from 0, and there are ", variations_.size()));
      }
      line = &variations_[*variation];
      last = line->ply;
    }
    RETURN_IF_ERROR(CheckPly(last));
    for (int i = 0; i < last; ++i) moves.push_back(session_.RecordedAt(i));
    if (line != nullptr) {
      moves.insert(moves.end(), line->moves.begin(), line->moves.end());
    }
    start = session_.history().StateAt(0).Clone();
    seats = session_.seats();
    seed = session_.Record().seed;
    clock = session_.clock();
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
    if (session_.Over() || LosesOnTime()) {
      return absl::AbortedError("the game is over");
    }
    const int seat = session_.state().ToMove();
    if (ply != session_.plies()) {
      return absl::AbortedError(
          absl::StrCat("the game has gone on: it stands at position ",
                       session_.plies(), " and not at ", ply));
    }
    if (!session_.HumanToMove()) {
      return absl::PermissionDeniedError(
          absl::StrCat(session::SeatTitle(session_, seat), " is to move"));
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
    auto move = session_.state().ParseMove(text);
    if (!move.ok()) {
      return absl::FailedPreconditionError(move.status().message());
    }
    Decision decision;
    decision.move = *move;
    RETURN_IF_ERROR(PlayLocked(decision));
    Advance();
    return ply + 1;
  }();
  WakeReaders();
  return played;
}

// Moves that were taken back are kept when others take their place.
void Room::KeepVariation(const std::string& next) {
  const int first = session_.plies();
  const int last = session_.history().last_ply();
  if (first == last) return;
  if (last == first + 1 && session_.RecordedAt(first).text == next) return;
  Variation variation = {.ply = first, .moves = {}};
  for (int ply = first; ply < last; ++ply) {
    variation.moves.push_back(session_.RecordedAt(ply));
  }
  variations_.push_back(std::move(variation));
  if (variations_.size() > kMaxVariations)
    variations_.erase(variations_.begin());
}

absl::Status Room::PlayLocked(const Decision& decision) {
  const AnyState& before = session_.state();
  const int seat = before.ToMove();
  const std::vector<Piece> pieces = before.Pieces();
  const std::vector<std::string> path = before.Path(decision.move);
  KeepVariation(before.FormatMove(decision.move));
  const auto took =
      session_.clock().has_value() ? TurnTime() : std::chrono::nanoseconds(0);
  RETURN_IF_ERROR(session_.Play(decision, took));
  turn_began_ = steady_clock::now();
  agreed_ = 0;
  offered_by_ = -1;
  pointing_.reset();
  pointing_ply_ = -1;

  const int ply = session_.plies();
  const RecordedMove& recorded = session_.RecordedAt(ply - 1);
  Json move = {{"ply", ply}};
  move.update(MoveJson(seat, recorded));
  move["move"] = recorded.text;
  move["path"] = board_.Cells(path);
  if (board_.empty()) {
    move["text"] = session_.state().Render({.path = path});
  } else {
    move.erase("text");
    Json kinds = Json::object();
    move["changes"] =
        board_.ChangesJson(pieces, session_.state().Pieces(), kinds);
    move["kinds"] = std::move(kinds);
  }
  move["to_move"] = session_.state().ToMove() + 1;
  move["left_ms"] = LeftJson();
  move["can_claim_draw"] = session_.DrawOffered() && session_.HumanToMove();
  Publish("move", move);
  return absl::OkStatus();
}

void Room::Advance() {
  if (!started_ || closed_) return;
  // Nobody is there to agree on a draw.
  if (!session_.Over() && !session_.HasHuman()) session_.Adjudicate();
  if (session_.Over()) {
    StopTurn();
    if (!std::exchange(told_over_, true)) Publish("over", OverJson(session_));
    return;
  }
  told_over_ = false;
  if (!session_.HumanToMove()) {
    StartTurn();
  } else if (session_.clock().has_value()) {
    TickAt(turn_began_ + duration_cast<steady_clock::duration>(
                             session_.Left(session_.state().ToMove()) +
                             MatchOptions{}.grace + milliseconds(1)));
  }
}

// --- Events ------------------------------------------------------------------

void Room::Publish(absl::string_view type, const Json& data) {
  const std::string text = ring_.Add(type, JsonText(data));
  for (const auto& mailbox : mailboxes_) mailbox->Push(text);
}

void Room::PublishState() {
  ring_.Add("state", "");
  for (const auto& mailbox : mailboxes_) mailbox->AskForState();
}

void Room::WakeReaders() {
  std::vector<std::shared_ptr<Mailbox>> mailboxes;
  {
    const MutexLock lock(&mutex_);
    mailboxes = mailboxes_;
  }
  for (const auto& mailbox : mailboxes) mailbox->Wake();
}

absl::StatusOr<std::unique_ptr<EventStream>> Room::Read(
    const Role& role, std::optional<uint64_t> seen) {
  auto mailbox = std::make_shared<Mailbox>(
      role, [room = shared_from_this()](Mailbox& reader) {
        const MutexLock lock(&room->mutex_);
        reader.Restart(EventText(room->ring_.last(), "state",
                                 room->StateLocked(reader.role())));
      });
  {
    const MutexLock lock(&mutex_);
    if (closed_) return absl::UnavailableError("the server is ending");
    if (mailboxes_.size() >= kMaxReaders) {
      return absl::UnavailableError(absl::StrCat(
          "this game has its most readers, ", kMaxReaders, "; try again"));
    }
    if (seen.has_value()) {
      ring_.Replay(*seen, *mailbox);
    } else {
      mailbox->AskForState();
    }
    mailboxes_.push_back(mailbox);
    if (role.seats != 0) Publish("seats", {{"present", PresentJson()}});
  }
  WakeReaders();
  return std::make_unique<MailboxStream>(
      mailbox, [room = shared_from_this(), mailbox] { room->Leave(mailbox); });
}

void Room::Leave(const std::shared_ptr<Mailbox>& mailbox) {
  {
    const MutexLock lock(&mutex_);
    std::erase(mailboxes_, mailbox);
    if (mailbox->role().seats != 0 && !closed_) {
      Publish("seats", {{"present", PresentJson()}});
    }
  }
  WakeReaders();
}

size_t Room::readers() const {
  const MutexLock lock(&mutex_);
  return mailboxes_.size();
}

}  // namespace boardwalk::web
