#include "frontends/web/rooms/lobby.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <algorithm>
#include <filesystem>
#include <functional>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "framework/errors.h"
#include "framework/json.h"
#include "framework/status_macros.h"
#include "framework/text.h"
#include "frontends/session/journal.h"
#include "frontends/session/seats.h"
#include "frontends/web/rooms/advice.h"
#include "frontends/web/rooms/game_json.h"

namespace boardwalk::web {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr absl::string_view kExtension = ".room";
constexpr char kVersion[] = "boardwalk-room";
// The largest table of a player, in bytes.
constexpr size_t kMaxTables = size_t{512} << 20;
// A request waits so long for a game to be read.
constexpr milliseconds kReadAtOnce(100);

int ThreadsOf(const LobbyOptions& options) {
  const auto cores = static_cast<int>(std::thread::hardware_concurrency());
  return options.threads > 0 ? options.threads : std::max(1, cores);
}

// The room whose file it would be; nothing where it is no room's.
std::optional<std::string> IdOf(const std::filesystem::path& path) {
  const std::string name = path.filename().string();
  absl::string_view id = name;
  if (!absl::ConsumeSuffix(&id, kExtension) || !LooksLikeKey(id)) return {};
  return std::string(id);
}

// Whether the journal says that its game goes on although nobody asks, or that
// it has open seats.
bool IsDue(const std::string& path) {
  const auto line = ParseJson(session::Journal::LastLine(path));
  if (!line.ok()) return false;
  const auto active = line->find("active");
  const auto note = line->find("note");
  return (active != line->end() && *active == true) ||
         (note != line->end() && note->is_object() && note->contains("open"));
}

// What the first line of a room's journal begins with: {"boardwalk-room": 1,
// "id", "keys", "parent", "pace_ms"}; without a pace where none is set.
Json HeadOf(const RoomInfo& info) {
  Json head = {{kVersion, 1},
               {"id", info.id},
               {"keys",
                {{"owner", info.keys.owner},
                 {"watch", info.keys.watch},
                 {"seats", info.keys.seats}}},
               {"parent", info.parent}};
  if (info.pace.has_value()) head["pace_ms"] = info.pace->count();
  return head;
}

// Errors: another version, another id than `info.id`, no keys.
absl::Status ReadHead(JsonFields& head, RoomInfo& info) {
  if (head.Int(kVersion, {1, 1}, 0) != 1) {
    return absl::InvalidArgumentError("this is no game of version 1");
  }
  if (head.Text("id") != info.id) {
    return absl::InvalidArgumentError("its name is not right");
  }
  info.parent = head.Text("parent");
  info.pace = ReadPace(head);
  const Json* const json = head.Find("keys");
  if (json == nullptr) {
    head.Refuse("keys", "an object");
    return absl::OkStatus();
  }
  JsonFields keys(*json, "keys");
  info.keys.owner = keys.Text("owner");
  info.keys.watch = keys.Text("watch");
  info.keys.seats = keys.Texts("seats", kMaxPlayers);
  RETURN_IF_ERROR(keys.Check());
  const auto& seats = info.keys.seats;
  if (LooksLikeKey(info.id) && LooksLikeKey(info.keys.owner) &&
      LooksLikeKey(info.keys.watch) &&
      std::ranges::all_of(
          seats, [](const std::string& key) { return LooksLikeKey(key); })) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError("a key is none");
}

// Many small pieces that are free stay with the allocator otherwise.
void TrimMemory() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

absl::Status Full(size_t rooms) {
  return Unavailable("all places are taken, with ", Counted(rooms, "game"),
                     " going on; try again later");
}

absl::Status FullFolder() {
  return absl::UnavailableError(
      "as many games are kept as there may be, and all have been used lately: "
      "delete one that is yours");
}

absl::Status BeingRead() {
  return absl::UnavailableError("the game is being read; try again");
}

absl::Status NoSuchGame() {
  return absl::NotFoundError("there is no such game");
}

absl::Status NoKey() {
  return absl::PermissionDeniedError(
      "no key of this game is among yours; use its whole link");
}

// Whether one of `keys` is the room's, or none is needed.
bool Admits(const RoomKeys& room, const std::vector<std::string>* keys) {
  return keys == nullptr || room.RoleOf(*keys).watch;
}

absl::Status Damaged(const std::string& problem) {
  return NotFound("the file of this game is damaged: ", problem);
}

}  // namespace

Lobby::Lobby(const Catalog& catalog, LobbyOptions options)
    : catalog_(catalog),
      options_(std::move(options)),
      kept_players_(options_.memory / 4),
      texts_(std::make_shared<TextPool>(options_.max_sending)),
      queue_(ThreadsOf(options_), options_.memory / 4) {
  if (!options_.folder.empty()) OpenFolder();
  Tick();
}

Lobby::~Lobby() { Stop(std::chrono::nanoseconds(0)); }

std::vector<std::string> Lobby::Stop(std::chrono::nanoseconds patience) {
  timer_.Stop();
  std::vector<std::shared_ptr<Room>> rooms;
  {
    const MutexLock lock(&mutex_);
    ending_ = true;
    for (const auto& [id, room] : rooms_) rooms.push_back(room);
  }
  for (const auto& room : rooms) room->Close();
  return queue_.Stop(patience);
}

std::vector<std::string> Lobby::problems() const {
  const MutexLock lock(&mutex_);
  std::vector<std::string> problems;
  for (const auto& [id, problem] : problems_) {
    problems.push_back(absl::StrCat(PathOf(id), ": ", problem));
  }
  return problems;
}

std::vector<PlayerInfo> Lobby::Offered(const AnyGame& game) const {
  // Half of what those that think have: beside one there is place for others.
  const size_t thinking = std::min(options_.memory / 8, kMaxTables);
  const std::map<absl::string_view, double> most = {
      {"memory", static_cast<double>(thinking >> 20)},  // MiB
      {"threads", queue_.threads()},
      {"time", std::chrono::duration<double>(kMaxThinking).count()}};
  std::vector<PlayerInfo> offered;
  for (PlayerInfo player : game.Players()) {
    bool is_offered = true;
    for (ParameterSpec& spec : player.parameters) {
      is_offered = is_offered && spec.type != ParameterType::kText;
      spec.or_file = false;  // who is asked from elsewhere reads no files here
      const auto bound = most.find(spec.name);
      if (bound == most.end()) continue;
      spec.max = std::min(spec.max, bound->second);
      // What one gets who asks for nothing: it may think alone.
      if (spec.has_default) spec.max = std::max(spec.max, spec.default_number);
    }
    if (is_offered) offered.push_back(std::move(player));
  }
  return offered;
}

absl::Status Lobby::CheckPlayer(const AnyGame& game,
                                absl::string_view player) const {
  const auto choice = ChoosePlayer(session::SeatChoices(game), player);
  if (!choice.ok()) {
    return absl::InvalidArgumentError(choice.status().message());
  }
  ASSIGN_OR_RETURN(const Name name, ParseName(player));
  if (session::IsHuman(name.id)) return absl::OkStatus();
  for (const PlayerInfo& info : Offered(game)) {
    if (info.id != name.id) continue;
    const auto given = Parameters::Parse(name.id, info.parameters, name.given);
    return given.ok() ? absl::OkStatus()
                      : absl::InvalidArgumentError(given.status().message());
  }
  return PermissionDenied("the player ", name.id,
                          " runs programs or reads files, and is not offered");
}

// --- Rooms ------------------------------------------------------------------

std::string Lobby::PathOf(const std::string& id) const {
  return absl::StrCat(options_.folder, "/", id, kExtension);
}

size_t Lobby::BytesOfFile(const std::string& id) const {
  // {"move":"left"}: lines with what a player said are longer.
  constexpr size_t kShortLine = 16;
  std::error_code error;
  const auto size = std::filesystem::file_size(PathOf(id), error);
  return Room::BytesOfMoves(
      error ? 0
            : std::min(static_cast<size_t>(size / kShortLine),
                       static_cast<size_t>(Room::kMaxPlies)));
}

bool Lobby::HasPlace(const std::string& asker, size_t bytes) const {
  // With the new one, and what `asker` has without it.
  size_t rooms = 1, own_rooms = 0, own_bytes = 0;
  const auto add = [&](const std::string& who, size_t taken) {
    ++rooms;
    bytes += taken;
    if (who != asker) return;
    ++own_rooms;
    own_bytes += taken;
  };
  for (const auto& [id, room] : rooms_) add(room->asker(), room->Bytes());
  for (const auto& [id, reading] : reading_) add(reading.asker, reading.bytes);
  const auto fits = [](size_t all, size_t own, size_t max) {
    const size_t share = max / 4;
    return all <= (own < share ? max : max - share);
  };
  return fits(rooms, own_rooms, options_.max_rooms) &&
         fits(bytes, own_bytes, options_.memory / 2);
}

absl::Status Lobby::MakePlace(const Reading& reading, Rooms& unloaded) {
  if (HasPlace(reading.asker, reading.bytes)) return absl::OkStatus();
  unloaded = UnloadIdle(std::chrono::nanoseconds(0));
  if (HasPlace(reading.asker, reading.bytes)) return absl::OkStatus();
  return Full(rooms_.size());
}

size_t Lobby::Bytes() const {
  size_t bytes = 0;
  for (const auto& [id, room] : rooms_) bytes += room->Bytes();
  return bytes;
}

Lobby::Rooms Lobby::UnloadIdle(std::chrono::nanoseconds unused) {
  Rooms unloaded;
  // A room that is nowhere else would be lost.
  if (options_.folder.empty()) return unloaded;
  const auto since = steady_clock::now() - unused;
  for (auto at = rooms_.begin(); at != rooms_.end();) {
    auto& [id, room] = *at;
    if (!room->CloseIfIdle(since, options_.soon)) {
      ++at;
      continue;
    }
    const auto clock = room->Clock();
    if (clock.has_value()) clocks_.emplace(id, *clock);
    if (auto open = room->Open()) open_.emplace(id, *std::move(open));
    unloaded.push_back(std::move(room));
    at = rooms_.erase(at);
  }
  return unloaded;
}

Lobby::Rooms Lobby::LimitGrowth() {
  const size_t most = options_.memory / 2;
  Rooms unloaded;
  if (Bytes() > most) unloaded = UnloadIdle(std::chrono::nanoseconds(0));
  max_room_bytes_ =
      Bytes() > most && !rooms_.empty() ? most / rooms_.size() : ~size_t{0};
  return unloaded;
}

absl::StatusOr<std::shared_ptr<Room>> Lobby::Add(NewRoom room) {
  RETURN_IF_ERROR(status_);
  const auto seats = static_cast<int>(room.session.seats().size());
  RoomInfo info = {.id = RandomKey(),
                   .keys = RoomKeys::Make(seats),
                   .parent = std::move(room.parent),
                   .pace = room.pace,
                   .asker = std::move(room.asker),
                   .open = room.open};
  const std::string id = info.id;
  const Json head = HeadOf(info);
  session::KeptGame game(std::move(room.session), std::move(room.names));
  RETURN_IF_ERROR(game.SetNote(NoteOf(info.open, info.rematch)));
  const auto made =
      std::make_shared<Room>(std::move(info), std::move(game), Services());
  const Reading reading = {made->asker(), made->Bytes()};
  Rooms unloaded;
  std::optional<std::string> outdated;
  {
    const MutexLock lock(&mutex_);
    RETURN_IF_ERROR(MakePlace(reading, unloaded));
    if (!options_.folder.empty()) {
      if (kept_ >= options_.max_kept) outdated = TakeOutdated();
      if (!outdated.has_value() && kept_ >= options_.max_kept) {
        return FullFolder();
      }
      ++kept_;
    }
    reading_.emplace(id, reading);
  }
  const absl::Status kept =
      options_.folder.empty() ? absl::OkStatus() : made->Keep(PathOf(id), head);
  {
    const MutexLock lock(&mutex_);
    // The other is gone only once this one is there.
    if (kept.ok() && outdated.has_value()) RemoveOutdated(*outdated);
    if (!kept.ok() && outdated.has_value()) outdated_.push_back(*outdated);
    if (!kept.ok()) {
      reading_.erase(id);
      read_.NotifyAll();
      --kept_;
      return absl::UnavailableError(kept.message());
    }
  }
  return FinishReading(id, made);
}

absl::StatusOr<std::shared_ptr<Room>> Lobby::Find(
    const std::string& id, const std::vector<std::string>& keys,
    const std::string& asker) {
  return FindFor(id, &keys, asker);
}

absl::StatusOr<std::shared_ptr<Room>> Lobby::FindFor(
    const std::string& id, const std::vector<std::string>* keys,
    const std::string& asker) {
  Rooms unloaded;
  {
    const auto until = steady_clock::now() + kReadAtOnce;
    const MutexLock lock(&mutex_);
    while (reading_.count(id) != 0 && steady_clock::now() < until) {
      read_.WaitFor(&mutex_, until - steady_clock::now());
    }
    const auto found = rooms_.find(id);
    if (found != rooms_.end()) {
      if (!Admits(found->second->keys(), keys)) return NoKey();
      found->second->Use();
      return found->second;
    }
    std::error_code ignored;
    if (options_.folder.empty() || !status_.ok() || !LooksLikeKey(id) ||
        !std::filesystem::exists(PathOf(id), ignored)) {
      return NoSuchGame();
    }
    const auto problem = problems_.find(id);
    if (problem != problems_.end()) return Damaged(problem->second);
    if (reading_.count(id) != 0) return BeingRead();
    const Reading reading = {asker, BytesOfFile(id)};
    RETURN_IF_ERROR(MakePlace(reading, unloaded));
    reading_.emplace(id, reading);
  }
  ASSIGN_OR_RETURN(std::shared_ptr<Room> room,
                   Read(id, asker, keys, /*to_the_end=*/false));
  if (room != nullptr) return room;
  ReadLater(id, asker);
  return BeingRead();
}

Json Lobby::OpenGames() {
  std::vector<OpenGame> games;
  Rooms rooms;
  {
    const MutexLock lock(&mutex_);
    for (const auto& [id, game] : open_) games.push_back(game);
    for (const auto& [id, room] : rooms_) rooms.push_back(room);
  }
  for (const auto& room : rooms) {
    if (auto open = room->Open()) games.push_back(*std::move(open));
  }
  std::ranges::sort(games, std::ranges::greater(), &OpenGame::used);
  games.resize(std::min(games.size(), kMaxOpenGames));
  Json list = Json::array();
  for (const OpenGame& game : games) list.push_back(*game.json);
  return {{"games", std::move(list)}};
}

absl::StatusOr<std::shared_ptr<Room>> Lobby::FindOpen(
    const std::string& id, const std::string& asker) {
  {
    const MutexLock lock(&mutex_);
    const auto found = rooms_.find(id);
    const bool is_open = found != rooms_.end()
                             ? found->second->Open().has_value()
                             : open_.count(id) != 0;
    if (!is_open) {
      if (reading_.count(id) != 0 || due_.count(id) != 0) return BeingRead();
      std::error_code ignored;
      const bool is_there = found != rooms_.end() ||
                            (!options_.folder.empty() && LooksLikeKey(id) &&
                             std::filesystem::exists(PathOf(id), ignored));
      return is_there ? NothingOpen() : NoSuchGame();
    }
  }
  return FindWithoutKeys(id, asker);
}

absl::Status Lobby::Delete(const std::string& id) {
  std::shared_ptr<Room> room;
  {
    const MutexLock lock(&mutex_);
    if (reading_.count(id) != 0) return BeingRead();
    if (!options_.folder.empty()) {
      std::error_code error;
      if (std::filesystem::remove(PathOf(id), error)) --kept_;
      clocks_.erase(id);
      due_.erase(id);
      open_.erase(id);
      if (error) {
        return Unavailable("the game cannot be removed: ", error.message());
      }
    }
    const auto found = rooms_.find(id);
    if (found == rooms_.end()) return absl::OkStatus();
    room = std::move(found->second);
    rooms_.erase(found);
  }
  room->Close();
  return absl::OkStatus();
}

// --- From the folder --------------------------------------------------------

void Lobby::OpenFolder() {
  namespace fs = std::filesystem;
  auto locked = session::Journal::LockFolder(options_.folder);
  if (!locked.ok()) {
    status_ = locked.status();
    return;
  }
  folder_lock_ = *std::move(locked);
  std::error_code error;
  fs::directory_iterator entry(options_.folder, error);
  if (error) {
    status_ =
        Unavailable("cannot read '", options_.folder, "': ", error.message());
  }
  const MutexLock lock(&mutex_);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    const auto id = IdOf(entry->path());
    if (!id.has_value()) continue;
    ++kept_;
    if (IsDue(entry->path().string())) due_.insert(*id);
  }
}

bool Lobby::IsOutdated(const std::string& id,
                       std::filesystem::file_time_type used) const {
  const auto now = std::filesystem::file_time_type::clock::now();
  return used < now - options_.outdated && rooms_.count(id) == 0 &&
         reading_.count(id) == 0 && due_.count(id) == 0 &&
         clocks_.count(id) == 0;
}

void Lobby::LookThroughFolder() {
  namespace fs = std::filesystem;
  constexpr std::chrono::minutes kBetween(1);
  if (steady_clock::now() < look_at_) return;
  look_at_ = steady_clock::now() + kBetween;
  // Those that are being read or made have their file, or will have it.
  kept_ = reading_.size();
  std::vector<std::pair<fs::file_time_type, std::string>> outdated;
  std::error_code error;
  fs::directory_iterator entry(options_.folder, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    const auto id = IdOf(entry->path());
    if (!id.has_value() || reading_.count(*id) != 0) continue;
    ++kept_;
    std::error_code unknown;
    const auto used = entry->last_write_time(unknown);
    if (!unknown && IsOutdated(*id, used)) outdated.emplace_back(used, *id);
  }
  std::ranges::sort(outdated, std::greater<>());
  outdated_.clear();
  for (auto& [used, id] : outdated) outdated_.push_back(std::move(id));
}

std::optional<std::string> Lobby::TakeOutdated() {
  if (outdated_.empty()) LookThroughFolder();
  while (!outdated_.empty()) {
    std::string id = std::move(outdated_.back());
    outdated_.pop_back();
    // It may have been used since, or be gone.
    std::error_code error;
    const auto used = std::filesystem::last_write_time(PathOf(id), error);
    if (!error && IsOutdated(id, used)) return id;
  }
  return std::nullopt;
}

void Lobby::RemoveOutdated(const std::string& id) {
  std::error_code error;
  const auto used = std::filesystem::last_write_time(PathOf(id), error);
  if (error || !IsOutdated(id, used)) return;  // somebody looks at it again
  if (std::filesystem::remove(PathOf(id), error)) --kept_;
  open_.erase(id);
}

absl::StatusOr<std::shared_ptr<Room>> Lobby::Read(
    const std::string& id, const std::string& asker,
    const std::vector<std::string>* keys, bool to_the_end) {
  const auto until = to_the_end ? steady_clock::time_point::max()
                                : steady_clock::now() + kReadAtOnce;
  absl::StatusOr<std::shared_ptr<Room>> room =
      [&]() -> absl::StatusOr<std::shared_ptr<Room>> {
    RoomInfo info = {.id = id, .keys = {}, .asker = asker};
    ASSIGN_OR_RETURN(
        const auto reader,
        session::GameReader::Open(
            catalog_, PathOf(id),
            [&info](JsonFields& head) { return ReadHead(head, info); },
            [this](const AnyGame& game, const std::string& name) {
              return CheckPlayer(game, name);
            }));
    if (!Admits(info.keys, keys)) return NoKey();
    for (;;) {
      ASSIGN_OR_RETURN(const bool done,
                       reader->ReadUntil(
                           std::min(until, steady_clock::now() + kReadAtOnce)));
      if (done) break;
      if (!to_the_end) return std::shared_ptr<Room>();
      if (ending_) return absl::UnavailableError("the server is ending");
    }
    // Nobody takes it for outdated.
    std::error_code ignored;
    std::filesystem::last_write_time(
        PathOf(id), std::filesystem::file_time_type::clock::now(), ignored);
    session::KeptGame game = reader->Take();
    RETURN_IF_ERROR(At("the last line", ReadNote(game.note(), info)));
    info.turn_began = TakeClock(id);
    if (info.keys.seats.size() != game.session().seats().size()) {
      return absl::InvalidArgumentError("line 1: not each seat has a key");
    }
    return std::make_shared<Room>(std::move(info), std::move(game), Services());
  }();
  if (room.ok() && *room == nullptr) return room;
  return FinishReading(id, std::move(room));
}

absl::StatusOr<std::shared_ptr<Room>> Lobby::FinishReading(
    const std::string& id, absl::StatusOr<std::shared_ptr<Room>> room) {
  {
    const MutexLock lock(&mutex_);
    reading_.erase(id);
    read_.NotifyAll();
    if (ending_) return absl::UnavailableError("the server is ending");
    if (room.ok()) {
      rooms_.emplace(id, *room);
      open_.erase(id);  // it tells itself
    } else if (absl::IsPermissionDenied(room.status())) {
      return room;  // for others it is there
    } else if (!absl::IsUnavailable(room.status())) {
      open_.erase(id);
      problems_[id] = std::string(room.status().message());
      return Damaged(problems_[id]);
    }
  }
  if (room.ok()) (*room)->Start();
  return room;
}

// REQUIRES: `reading_` has it.
void Lobby::ReadLater(const std::string& id, const std::string& asker) {
  queue_.Add(
      {.asker = asker, .expected = TaskQueue::kShort}, [this, id, asker] {
        Read(id, asker, /*keys=*/nullptr, /*to_the_end=*/true).IgnoreError();
        ReadDue();
      });
}

std::optional<steady_clock::time_point> Lobby::TakeClock(
    const std::string& id) {
  const MutexLock lock(&mutex_);
  const auto clock = clocks_.find(id);
  if (clock == clocks_.end()) return std::nullopt;
  const auto began = clock->second.began;
  clocks_.erase(clock);
  return began;
}

void Lobby::CheckClocks() {
  const auto until = steady_clock::now() + options_.soon;
  for (const auto& [id, clock] : clocks_) {
    if (clock.ends <= until) due_.insert(id);
  }
}

void Lobby::ReadDue() {
  std::vector<std::string> ids;
  {
    const MutexLock lock(&mutex_);
    while (!ending_ && !due_.empty() &&
           reading_.size() < static_cast<size_t>(queue_.threads())) {
      const std::string id = *due_.begin();
      const size_t bytes = BytesOfFile(id);
      if (!HasPlace("", bytes)) break;
      due_.erase(due_.begin());
      // Somebody may have asked for it.
      if (rooms_.count(id) != 0 || reading_.count(id) != 0) continue;
      reading_.emplace(id, Reading{.asker = "", .bytes = bytes});
      ids.push_back(id);
    }
  }
  for (const std::string& id : ids) ReadLater(id, "");
}

void Lobby::Destroy(Rooms rooms) {
  constexpr std::chrono::seconds kBetween(10);
  if (!rooms.empty()) {
    auto last = std::make_shared<Rooms>(std::move(rooms));
    queue_.Add({.expected = TaskQueue::kQuick}, [last] { last->clear(); });
    trim_ = true;
  }
  if (!trim_ || steady_clock::now() < trim_at_) return;
  trim_ = false;
  trim_at_ = steady_clock::now() + kBetween;
  queue_.Add({.expected = TaskQueue::kQuick}, TrimMemory);
}

void Lobby::Tick() {
  if (ending_) return;
  const auto now = steady_clock::now();
  Rooms rooms, unloaded;
  {
    const MutexLock lock(&mutex_);
    unloaded = UnloadIdle(options_.idle);
    for (auto& room : LimitGrowth()) unloaded.push_back(std::move(room));
    CheckClocks();
    for (const auto& [id, room] : rooms_) rooms.push_back(room);
  }
  Destroy(std::move(unloaded));
  ReadDue();
  for (const auto& room : rooms) room->PublishNews();
  timer_.At(now + options_.tick, [this] { Tick(); });
}

}  // namespace boardwalk::web
