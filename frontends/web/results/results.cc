#include "frontends/web/results/results.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "framework/status_macros.h"
#include "framework/text.h"
#include "frontends/report/comparison_summary.h"
#include "frontends/report/report.h"
#include "frontends/results/store.h"
#include "frontends/web/http/keys.h"

namespace boardwalk::web {
namespace {

using comparison::Configuration;
using comparison::GameSummary;
using std::chrono::steady_clock;

// Of states on their way to readers, in bytes.
constexpr size_t kMaxSending = size_t{16} << 20;

// What stands between two texts of a page of ours.
std::string Between(absl::string_view page, absl::string_view begin,
                    absl::string_view end) {
  const size_t from = page.find(begin) + begin.size();
  return std::string(page.substr(from, page.find(end, from) - from));
}

ResultsData::Row RowOf(const GameSummary& game) {
  ResultsData::Row row{.id = game.id,
                       .variant = game.variant,
                       .plies = static_cast<int>(game.plies),
                       .ending = game.termination};
  for (size_t seat = 0; seat < game.seats.size(); ++seat) {
    row.players.push_back(static_cast<uint8_t>(game.seats[seat].player));
    if (game.seats[seat].returns > 0) row.winners |= 1u << seat;
  }
  return row;
}

}  // namespace

absl::StatusOr<ResultsReport> ReportComparison(const comparison::Plan& plan,
                                               const comparison::Store& store) {
  ASSIGN_OR_RETURN(const report::Summary summary,
                   report::Summarize(plan, store));
  return ResultsReport{report::JsonReport(summary),
                       report::HtmlReport(summary)};
}

absl::StatusOr<std::shared_ptr<const ResultsData>> ResultsData::Read(
    const Catalog& catalog, const std::string& path,
    const ReportMaker& report) {
  auto data = std::make_shared<ResultsData>();
  ASSIGN_OR_RETURN(auto results, results::OpenChecked(catalog, path));
  data->store = std::move(results.store);
  data->plan = std::make_unique<comparison::Plan>(std::move(results.plan));
  RETURN_IF_ERROR(data->store->ForEach({}, [&](const GameSummary& game) {
    data->games.push_back(RowOf(game));
    return absl::OkStatus();
  }));
  ASSIGN_OR_RETURN(auto made, report(*data->plan, *data->store));
  data->report = std::move(made.json);
  data->style = Between(made.page, "<style>", "</style>");
  data->body = Between(made.page, "<body>", "<script>");
  const Configuration& configuration = data->plan->configuration();
  for (size_t i = 0; i < configuration.players.size(); ++i) {
    data->players.push_back(
        OneLine(ShownName(configuration, static_cast<int>(i))));
  }
  for (size_t i = 0; i < configuration.games.size(); ++i) {
    const AnyGame* game = data->plan->game(static_cast<int>(i));
    data->boards.push_back(
        game == nullptr
            ? nullptr
            : std::make_shared<const board::BoardView>(
                  *game, absl::StrCat(game->Info().title, ", ", game->Name())));
  }
  return data;
}

Results::Results(const Catalog& catalog, std::string path,
                 ResultsOptions options)
    : catalog_(catalog),
      path_(std::move(path)),
      options_(std::move(options)),
      readers_(
          std::make_shared<Readers>(std::make_shared<TextPool>(kMaxSending))) {
  Look();
  thread_ = std::thread([this] { Watch(); });
}

Results::~Results() {
  {
    const MutexLock lock(&mutex_);
    ending_ = true;
    changed_.NotifyAll();
  }
  thread_.join();
  readers_->End();
  readers_->Wake();
}

Results::Snapshot Results::snapshot() const {
  const MutexLock lock(&mutex_);
  return snapshot_;
}

void Results::Watch() {
  auto wait = options_.look;
  for (;;) {
    {
      const auto until = steady_clock::now() + wait;
      const MutexLock lock(&mutex_);
      while (!ending_ && steady_clock::now() < until) {
        changed_.WaitFor(&mutex_, until - steady_clock::now());
      }
      if (ending_) return;
    }
    const auto began = steady_clock::now();
    Look();
    const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(
        steady_clock::now() - began);
    wait = std::max(options_.look, 4 * took);
  }
}

absl::StatusOr<int64_t> Results::FileVersion() {
  if (file_.has_value()) {
    const absl::Status in_place = file_->database.CheckInPlace();
    if (!in_place.ok()) file_.reset();
  }
  if (!file_.has_value()) {
    file_version_ = -1;
    ASSIGN_OR_RETURN(file_, results::OpenResultsToRead(path_));
  }
  ASSIGN_OR_RETURN(auto statement,
                   file_->database.Prepare("PRAGMA data_version"));
  ASSIGN_OR_RETURN(const bool row, statement.Step());
  return row ? statement.Integer(0) : 0;
}

void Results::Look() {
  const auto version = FileVersion();
  if (!version.ok()) {
    file_.reset();
    return Show(std::string(version.status().message()), nullptr);
  }
  if (*version == file_version_) return;
  auto data = ResultsData::Read(catalog_, path_, options_.report);
  if (!data.ok()) return Show(std::string(data.status().message()), nullptr);
  file_version_ = *version;
  Show("", *std::move(data));
}

void Results::Show(const std::string& problem,
                   std::shared_ptr<const ResultsData> data) {
  Snapshot snapshot;
  {
    const MutexLock lock(&mutex_);
    if (data == nullptr && problem == snapshot_.problem) return;
    ++snapshot_.version;
    snapshot_.problem = OneLine(problem);
    if (data != nullptr) snapshot_.data = std::move(data);
    snapshot = snapshot_;
  }
  readers_->PublishAndKeep("results", StateJson(snapshot));
  readers_->Wake();
}

Json Results::StateJson(const Snapshot& snapshot) const {
  Json state = {
      {"version", snapshot.version},
      {"file", OneLine(std::filesystem::path(path_).filename().string())},
      {"problem",
       snapshot.problem.empty() ? Json(nullptr) : Json(snapshot.problem)}};
  if (snapshot.data != nullptr) AddState(*snapshot.data, state);
  return state;
}

std::unique_ptr<EventStream> Results::ReadEvents() {
  auto mailbox = std::make_shared<Mailbox>(Role{.watch = true}, nullptr);
  readers_->Add(mailbox);
  return std::make_unique<MailboxStream>(
      mailbox, [readers = readers_, mailbox] { readers->Remove(mailbox); });
}

}  // namespace boardwalk::web
