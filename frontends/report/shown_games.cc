#include "frontends/report/shown_games.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "framework/json.h"
#include "framework/number_text.h"
#include "framework/record.h"
#include "framework/status_macros.h"
#include "framework/text.h"
#include "frontends/board/board_view.h"
#include "frontends/board/viewer_files.h"
#include "frontends/comparison/configuration.h"

namespace boardwalk::report {
namespace {

using comparison::FinishedGame;
using comparison::GameSummary;

constexpr absl::string_view kDigits =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-~";
constexpr size_t kBase = kDigits.size();

std::string Script(const Json& json) {
  return absl::StrReplaceAll(JsonText(json), {{"<", "\\u003c"}});
}

// The games of one variant, and how the shortest data tell them.
class VariantWriter {
 public:
  explicit VariantWriter(const AnyGame& rules)
      : rules_(rules),
        board_(rules, absl::StrCat(rules.Info().title, ", ", rules.Name())) {
    for (size_t most = 1; most < board_.layout().cells.size(); most *= kBase) {
      ++cell_digits_;
    }
    cell_digits_ = std::max<size_t>(cell_digits_, 1);
  }

  absl::StatusOr<Json> Game(const FinishedGame& game, bool times) {
    ASSIGN_OR_RETURN(const Json views,
                     board::ViewsOfGame(rules_, board_, game));
    Json json = {{"i", game.summary.id}, {"v", game.summary.variant}};
    AddResult(game.summary, json);
    AddMoves(views, times, json);
    return json;
  }

  Json Board() const {
    const Json board = board_.BoardJson(/*turn=*/0);
    Json cells = Json::array();
    for (const Json& cell : board["cells"]) {
      cells.push_back({cell["name"], cell["x"], cell["y"]});
    }
    Json kinds = Json::array();
    for (const auto& [name, kind] : kinds_.items()) {
      kinds.push_back({name, kind["svg"], kind["label"]});
    }
    return {{"svg", board["svg"]},
            {"digits", cell_digits_},
            {"cells", std::move(cells)},
            {"kinds", std::move(kinds)},
            {"start", start_.value_or("")}};
  }

 private:
  static void AddResult(const GameSummary& summary, Json& json) {
    Json players = Json::array(), returns = Json::array();
    for (const comparison::SeatResult& seat : summary.seats) {
      players.push_back(seat.player);
      returns.push_back(seat.returns);
    }
    json["p"] = std::move(players);
    json["r"] = std::move(returns);
    json["e"] = std::string(TerminationName(summary.termination));
    if (!summary.detail.empty()) json["d"] = OneLine(summary.detail);
  }

  void AddMoves(const Json& game, bool times, Json& json) {
    const Json& views = game["views"];
    const Json& moves = game["moves"];
    if (game["opening"] != 0) json["o"] = game["opening"];
    // First of all, since it has the kinds that the changes are told by.
    const std::string start = board_.empty() ? "" : Pieces(views[0], "pieces");
    std::vector<std::string> texts, changes, said;
    std::string seats;
    bool in_turn = true;
    for (size_t ply = 0; ply < moves.size(); ++ply) {
      const int seat = moves[ply]["seat"].get<int>() - 1;
      in_turn = in_turn && seat == static_cast<int>(ply) % rules_.NumPlayers();
      seats += static_cast<char>('0' + seat);
      texts.push_back(moves[ply]["text"]);
      said.push_back(SaidText(moves[ply], times));
      if (!board_.empty()) changes.push_back(ChangesText(views[ply + 1]));
    }
    json["m"] = absl::StrJoin(texts, " ");  // no move's text has a blank
    if (!in_turn) json["q"] = std::move(seats);
    AddPositions(views, start, changes, json);
    while (!said.empty() && said.back().empty()) said.pop_back();
    if (!said.empty()) json["s"] = absl::StrJoin(said, " ");
  }

  // Most games begin where the first one begins.
  void AddPositions(const Json& views, const std::string& start,
                    const std::vector<std::string>& changes, Json& json) {
    if (board_.empty()) {
      Json texts = Json::array();
      for (const Json& view : views) texts.push_back(view["text"]);
      json["t"] = std::move(texts);
      return;
    }
    if (!start_.has_value()) start_ = start;
    if (start != *start_) json["b"] = start;
    json["c"] = absl::StrJoin(changes, " ");
  }

  // Digits of a cell.
  std::string CellText(size_t cell) const {
    std::string text(cell_digits_, '0');
    for (size_t i = cell_digits_; i-- > 0; cell /= kBase) {
      text[i] = kDigits[cell % kBase];
    }
    return text;
  }

  // One digit, or '~' and two.
  std::string KindText(const Json& kind) {
    if (kind.is_null()) return "0";
    const auto index =
        static_cast<size_t>(std::distance(
            kinds_.begin(), kinds_.find(kind.get<std::string>()))) +
        1;
    if (index < kBase - 1) return std::string(1, kDigits[index]);
    return {kDigits[kBase - 1], kDigits[index / kBase % kBase],
            kDigits[index % kBase]};
  }

  std::string Pieces(const Json& view, const char* member) {
    for (const auto& [name, kind] : view["kinds"].items()) {
      if (!kinds_.contains(name)) kinds_[name] = kind;
    }
    std::string text;
    for (const Json& piece : view[member]) {
      absl::StrAppend(&text, CellText(piece[0].get<size_t>()),
                      KindText(piece[1]));
    }
    return text;
  }

  // The changed cells, and behind a colon the path, unless that is what most
  // moves do: a piece goes from one cell to another, or comes to one.
  std::string ChangesText(const Json& view) {
    const Json& changes = view["changes"];
    std::string text = Pieces(view, "changes");
    Json usual = Json::array();
    if (changes.size() == 1 && !changes[0][1].is_null()) {
      usual.push_back(changes[0][0]);
    } else if (changes.size() == 2 &&
               changes[0][1].is_null() != changes[1][1].is_null()) {
      const size_t from = changes[0][1].is_null() ? 0 : 1;
      usual = Json::array({changes[from][0], changes[1 - from][0]});
    }
    if (view["path"] == usual) return text;
    text += ":";
    for (const Json& cell : view["path"]) text += CellText(cell.get<size_t>());
    return text;
  }

  // "v12d6t81000": the value in hundredths, the depth and the microseconds to
  // two digits, where they are known. A value that is not proved is below 1.
  static std::string SaidText(const Json& move, bool times) {
    std::string text;
    if (move.contains("value")) {
      const double value = move["value"].get<double>();
      const int most = std::abs(value) == 1 ? 100 : 99;
      absl::StrAppend(
          &text, "v",
          std::clamp(static_cast<int>(std::lround(100 * value)), -most, most));
    }
    if (move.contains("depth")) {
      absl::StrAppend(&text, "d", move["depth"].get<int>());
    }
    if (times && move.contains("seconds")) {
      constexpr double kMost = 1e14;  // a record may be from anywhere
      const double micro = 1e6 * move["seconds"].get<double>();
      absl::StrAppend(&text, "t", TwoDigits(std::min(micro, kMost)));
    }
    return text;
  }

  const AnyGame& rules_;
  const board::BoardView board_;
  size_t cell_digits_ = 0;
  Json kinds_ = Json::object();
  std::optional<std::string> start_;
};

// Games of a report as far as they fit.
class GamesWriter {
 public:
  GamesWriter(const comparison::Plan& plan, const ShowOptions& options)
      : plan_(plan), options_(options) {
    variants_.resize(plan.configuration().games.size());
  }

  // False if it does not fit.
  bool Add(const FinishedGame& game) {
    const AnyGame* rules = plan_.game(game.summary.variant);
    if (rules == nullptr) {
      AddUnknown();
      return true;
    }
    Variant& variant = variants_[static_cast<size_t>(game.summary.variant)];
    if (variant.is_too_large) return false;
    // A board comes with the first of its games.
    std::unique_ptr<VariantWriter> made;
    if (variant.writer == nullptr) {
      made = std::make_unique<VariantWriter>(*rules);
    }
    VariantWriter& writer = made != nullptr ? *made : *variant.writer;
    const auto json = writer.Game(game, options_.times);
    if (!json.ok()) {
      AddUnknown();
      return true;
    }
    std::string text = Script(*json);
    const size_t board = made != nullptr ? Script(made->Board()).size() : 0;
    const size_t bytes = board + text.size() + 1;
    if (!Fits(bytes)) {
      variant.is_too_large = !Fits(board);
      return false;
    }
    bytes_ += bytes;
    if (made != nullptr) variant.writer = std::move(made);
    games_.push_back(std::move(text));
    return true;
  }
  // One that cannot be played again.
  void AddUnknown() { ++unknown_; }

  // `wanted` of `all` games were to be added.
  ShownGames Finish(int64_t wanted, int64_t all) const {
    ShownGames shown{.shown = static_cast<int64_t>(games_.size()),
                     .wanted = wanted,
                     .all = all,
                     .unknown = unknown_};
    if (games_.empty()) return shown;
    Json boards = Json::array(), players = Json::array();
    for (const Variant& variant : variants_) {
      boards.push_back(variant.writer != nullptr ? variant.writer->Board()
                                                 : Json(nullptr));
    }
    const comparison::Configuration& configuration = plan_.configuration();
    for (size_t i = 0; i < configuration.players.size(); ++i) {
      players.push_back(OneLine(ShownName(configuration, static_cast<int>(i))));
    }
    shown.json = absl::StrCat("{\"players\":", Script(players),
                              ",\"variants\":", Script(configuration.games),
                              ",\"boards\":", Script(boards), ",\"games\":[\n",
                              absl::StrJoin(games_, ",\n"), "]}");
    return shown;
  }

 private:
  struct Variant {
    std::unique_ptr<VariantWriter> writer = nullptr;  // null: no games
    bool is_too_large = false;                        // its board alone
  };

  bool Fits(size_t more) const {
    constexpr size_t kRest = 20'000;  // of later kinds and names there are few
    return bytes_ + more + kRest <= options_.max_bytes;
  }

  const comparison::Plan& plan_;
  const ShowOptions& options_;
  std::vector<Variant> variants_;
  std::vector<std::string> games_;
  size_t bytes_ = 0;
  int64_t unknown_ = 0;
};

// The numbers of games, in order.
struct Numbers {
  std::vector<int64_t> all;
  std::vector<int64_t> firsts;  // of each pairing
};

absl::StatusOr<Numbers> ReadNumbers(const comparison::Store& store) {
  std::set<std::pair<int, int>> begun;
  Numbers numbers;
  RETURN_IF_ERROR(store.ForEach({}, [&](const GameSummary& game) {
    numbers.all.push_back(game.id);
    if (begun.emplace(game.variant, game.pairing).second) {
      numbers.firsts.push_back(game.id);
    }
    return absl::OkStatus();
  }));
  std::ranges::sort(numbers.all);
  std::ranges::sort(numbers.firsts);
  return numbers;
}

// Adds games; false if one does not fit, and then the others if `go_on`.
absl::StatusOr<bool> AddGames(const comparison::Store& store,
                              const std::vector<int64_t>& ids, bool go_on,
                              GamesWriter& writer) {
  bool fit = true;
  for (const int64_t id : ids) {
    const absl::StatusOr<FinishedGame> game = store.Get(id);
    if (absl::IsDataLoss(game.status())) {
      writer.AddUnknown();
      continue;
    }
    RETURN_IF_ERROR(game.status());
    if (writer.Add(*game)) continue;
    fit = false;
    if (!go_on) break;
  }
  return fit;
}

}  // namespace

absl::StatusOr<ShownGames> ShowGames(const comparison::Plan& plan,
                                     const comparison::Store& store,
                                     const ShowOptions& options) {
  ASSIGN_OR_RETURN(const Numbers numbers, ReadNumbers(store));
  const auto all = static_cast<int64_t>(numbers.all.size());
  GamesWriter everything(plan, options);
  ASSIGN_OR_RETURN(const bool fit, AddGames(store, numbers.all,
                                            /*go_on=*/false, everything));
  if (fit) return everything.Finish(all, all);
  GamesWriter firsts(plan, options);
  RETURN_IF_ERROR(
      AddGames(store, numbers.firsts, /*go_on=*/true, firsts).status());
  return firsts.Finish(static_cast<int64_t>(numbers.firsts.size()), all);
}

std::string GamesData(const ShownGames& games) {
  if (games.json.empty()) return "";
  return absl::StrCat("\n<template id=\"games-style\"><style>",
                      board::kGamesStyle,
                      "</style></template>\n<script id=\"games-data\" "
                      "type=\"application/json\">",
                      games.json, "</script>\n<script type=\"module\">",
                      board::kGamesScript, "</script>");
}

std::string ShownGamesNote(const ShownGames& games) {
  std::string note;
  if (games.unknown == games.all) {
    note = "No game can be shown on the board.";
  } else if (games.shown == games.all) {
    note = games.shown == 1
               ? "The game"
               : absl::StrCat("All ", Counted(games.shown, "game"));
    absl::StrAppend(&note, " on the board, with what the players said.");
  } else if (games.wanted == games.all &&
             games.shown + games.unknown == games.all) {
    note = absl::StrCat(games.shown, " of ", Counted(games.all, "game"),
                        " on the board, with what the players said.");
  } else {
    const bool all_firsts = games.shown + games.unknown == games.wanted;
    note = absl::StrCat(
        all_firsts ? "The first game of each pairing on the board, "
                   : "First games of pairings on the board, as far as they "
                     "fit, ",
        games.shown, " of ", Counted(games.all, "game"),
        ": a page has at most 2 MB. `boardwalk serve --results` shows all.");
  }
  if (games.unknown > 0) {
    absl::StrAppend(&note, " ", Counted(games.unknown, "game"),
                    " cannot be played again: the plug-in is not loaded.");
  }
  return note;
}

}  // namespace boardwalk::report
