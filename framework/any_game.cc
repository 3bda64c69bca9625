#include "framework/any_game.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "framework/errors.h"
#include "framework/status_macros.h"
#include "framework/suggest.h"
#include "framework/text.h"

namespace boardwalk {

namespace {

// Adds the settings of the player that `player` is short for.
absl::Status FillInFor(const PlayerInfo& player, Parameters& parameters) {
  if (player.stands_for.empty()) return absl::OkStatus();
  ASSIGN_OR_RETURN(const Name other, ParseName(player.stands_for));
  for (const auto& [name, value] : other.given) {
    if (parameters.WasGiven(name)) continue;
    RETURN_IF_ERROR(parameters.Set(name, value));
  }
  return absl::OkStatus();
}

std::string CanonicalNameOf(const PlayerInfo& player,
                            const Parameters& parameters) {
  const absl::string_view other = player.stands_for;
  return CanonicalName(
      other.empty() ? player.id : other.substr(0, other.find(':')), parameters);
}

// The only legal move, if it touches no cell.
std::optional<AnyMove> OnlyPass(const AnyState& state) {
  if (state.IsTerminal()) return std::nullopt;
  const std::vector<AnyMove> moves = state.LegalMoves();
  if (moves.size() != 1 || state.Game().Layout().cells.empty() ||
      !state.Path(moves[0]).empty()) {
    return std::nullopt;
  }
  return moves[0];
}

// The legal move that `text` begins with, in capitals or not, and its length,
// where all are of one.
std::optional<std::pair<AnyMove, size_t>> MoveAtBeginning(
    const AnyState& state, absl::string_view text) {
  if (state.IsTerminal()) return std::nullopt;
  const std::vector<std::string> texts = state.LegalMoveTexts();
  const size_t length = texts[0].size();
  std::optional<size_t> found;
  for (size_t i = 0; i < texts.size(); ++i) {
    if (texts[i].size() != length) return std::nullopt;
    if (absl::StartsWithIgnoreCase(text, texts[i])) found = i;
  }
  if (!found.has_value()) return std::nullopt;
  return std::pair(state.LegalMoves()[*found], length);
}

// What `word` of PlayMoves means in `state`. The error is that of ParseMove.
absl::StatusOr<std::vector<AnyMove>> MovesOfWord(const AnyState& state,
                                                 absl::string_view word) {
  const auto whole = state.ParseMove(word);
  if (whole.ok()) return std::vector<AnyMove>{*whole};
  std::vector<AnyMove> moves;
  const auto after = state.Clone();
  int passes = 0;  // in turn
  while (!word.empty()) {
    std::optional<AnyMove> next = OnlyPass(*after);
    passes = next.has_value() ? passes + 1 : 0;
    if (passes > state.Game().NumPlayers()) return whole.status();
    if (!next.has_value()) {
      const auto first = MoveAtBeginning(*after, word);
      if (first.has_value()) {
        next = first->first;
        word.remove_prefix(first->second);
      } else {
        const auto last = after->ParseMove(word);
        if (!last.ok() && moves.empty()) return whole.status();
        if (!last.ok()) {
          return InvalidArgument("its move ", moves.size() + 1, " ",
                                 Quoted(word), ": ", last.status().message());
        }
        next = *last;
        word = "";
      }
    }
    moves.push_back(*next);
    after->ApplyLegal(*next);
  }
  return moves;
}

absl::Status HasNoActions(const AnyGame& game) {
  return absl::FailedPreconditionError(absl::StrCat(
      game.Name(),
      " has no numbers for its moves: its rules have neither ActionOf nor "
      "Layout and Path"));
}

}  // namespace

std::vector<int64_t> AnyState::LegalActions() const {
  std::vector<AnyMove> moves;
  std::vector<int64_t> actions;
  ListActions(moves, actions);
  return actions;
}

absl::StatusOr<AnyMove> AnyState::MoveOfAction(int64_t action) const {
  std::vector<AnyMove> moves;
  std::vector<int64_t> actions;
  ListActions(moves, actions);
  const auto at = std::find(actions.begin(), actions.end(), action);
  if (at != actions.end()) return moves[at - actions.begin()];
  const int64_t num_actions = Game().NumActions();
  if (num_actions == 0) return HasNoActions(Game());
  return IllegalAction(action, num_actions, actions);
}

absl::Status AnyState::ApplyAction(int64_t action) {
  ASSIGN_OR_RETURN(const AnyMove move, MoveOfAction(action));
  ApplyLegal(move);
  return absl::OkStatus();
}

absl::StatusOr<std::string> AnyGame::ComposePosition(
    const std::vector<Piece>& /*pieces*/, int /*to_move*/) const {
  return absl::UnimplementedError(
      absl::StrCat(Name(), " does not compose positions from pieces"));
}

absl::StatusOr<std::unique_ptr<AnyBatch>> AnyGame::MakeBatch(
    const BatchOptions& /*options*/) const {
  return HasNoActions(*this);
}

absl::Status IllegalAction(int64_t action, int64_t num_actions,
                           absl::Span<const int64_t> legal,
                           absl::string_view where) {
  constexpr size_t kMaxExamples = 10;
  if (action < 0 || action >= num_actions) {
    return InvalidArgument("action ", action, " is not legal", where,
                           ": actions are from 0 to ", num_actions - 1);
  }
  if (legal.empty()) {
    return InvalidArgument("action ", action, " is not legal", where,
                           ": the game is over");
  }
  return InvalidArgument("action ", action, " is not legal", where,
                         ": legal are ",
                         absl::StrJoin(legal.subspan(0, kMaxExamples), ", "),
                         legal.size() > kMaxExamples ? ", ..." : "");
}

absl::StatusOr<PlayerChoice> ChoosePlayer(
    const std::vector<PlayerInfo>& players, absl::string_view text) {
  ASSIGN_OR_RETURN(const auto name, ParseName(text));
  std::vector<std::string> ids;
  for (size_t i = 0; i < players.size(); ++i) {
    if (players[i].id == name.id) {
      ASSIGN_OR_RETURN(
          auto parameters,
          Parameters::Parse(name.id, players[i].parameters, name.given));
      RETURN_IF_ERROR(FillInFor(players[i], parameters));
      return PlayerChoice{i, std::move(parameters)};
    }
    ids.push_back(players[i].id);
  }
  return NotFound("no player '", name.id, "' for this game",
                  DidYouMean(name.id, ids), " (there are ",
                  absl::StrJoin(ids, ", "), ")");
}

std::string SeatsOutText(uint32_t out) {
  std::vector<int> seats;
  for (int seat = 0; seat < 32; ++seat) {
    if ((out >> seat & 1) != 0) seats.push_back(seat + 1);
  }
  return seats.empty()
             ? ""
             : absl::StrCat(" ", kDropOutWord, " ", absl::StrJoin(seats, ","));
}

absl::StatusOr<uint32_t> TakeSeatsOut(int num_players,
                                      absl::string_view& text) {
  const size_t at = text.find(absl::StrCat(" ", kDropOutWord, " "));
  if (at == absl::string_view::npos) return 0;
  const absl::string_view list = text.substr(at);
  uint32_t out = 0;
  for (const absl::string_view number :
       absl::StrSplit(list.substr(kDropOutWord.size() + 2), ',')) {
    int seat = 0;
    if (absl::SimpleAtoi(number, &seat) && seat >= 1 && seat <= num_players) {
      out |= uint32_t{1} << (seat - 1);
    }
  }
  // Each position has one text.
  if (SeatsOutText(out) != list || std::popcount(out) >= num_players) {
    return InvalidArgument("the seats that dropped out, ",
                           Quoted(list.substr(1)), ", must be", SeatsOutText(2),
                           " or more, in order, from 1 to ", num_players,
                           " and not all of them");
  }
  text = text.substr(0, at);
  return out;
}

absl::Status CheckHasLimit(const PlayerInfo& player, const Limits& limits) {
  if (!player.needs_limit) return absl::OkStatus();
  struct Kind {
    absl::string_view name;
    absl::string_view example;
    bool is_set;
  };
  const Kind kinds[] = {
      {kTimeParameter.name, "time=1s", limits.time.has_value()},
      {kNodesParameter.name, "nodes=10000", limits.nodes.has_value()},
      {kDepthParameter.name, "depth=6", limits.depth.has_value()},
      {kPlayoutsParameter.name, "playouts=1000", limits.playouts.has_value()}};
  std::vector<std::string> examples;
  bool any = false;
  for (const Kind& kind : kinds) {
    any |= kind.is_set;
    for (const ParameterSpec& spec : player.parameters) {
      if (spec.name != kind.name) continue;
      if (kind.is_set) return absl::OkStatus();
      examples.emplace_back(kind.example);
    }
  }
  if (examples.empty()) {
    if (any) return absl::OkStatus();
    return InvalidArgument(
        player.id,
        " has no limit: give one for each move; if it needs none, its "
        "PlayerInfo should say .needs_limit = false");
  }
  return InvalidArgument(player.id, " has no limit: give ",
                         JoinWords(examples, "or"));
}

absl::Status CheckPlayoutOptions(const PlayoutOptions& options) {
  if (!(options.seconds > 0) || !std::isfinite(options.seconds)) {
    return InvalidArgument("playouts for ", options.seconds,
                           " seconds; a time above 0 is needed");
  }
  if (options.games < 0) {
    return InvalidArgument(
        options.games, " games of playouts; give 0 for any number, or more");
  }
  if (options.max_plies < 1) {
    return InvalidArgument("playouts of ", options.max_plies,
                           " plies; 1 is the least");
  }
  return absl::OkStatus();
}

absl::Status CheckLength(absl::string_view what, absl::string_view text,
                         size_t max) {
  if (text.size() <= max) return absl::OkStatus();
  return InvalidArgument("the ", what, " has ", text.size(), " characters; ",
                         max, " are the most");
}

absl::Status PlayMoves(AnyState& state,
                       absl::Span<const absl::string_view> moves,
                       absl::FunctionRef<void(AnyMove)> before_move,
                       size_t first_number) {
  for (size_t i = 0; i < moves.size(); ++i) {
    const auto meant = MovesOfWord(state, moves[i]);
    absl::Status status = meant.status();
    if (status.ok()) {
      for (const AnyMove move : *meant) {
        before_move(move);
        status.Update(state.Apply(move));
      }
    }
    RETURN_IF_ERROR(
        At(absl::StrCat("move ", first_number + i, " ", Quoted(moves[i])),
           status));
  }
  return absl::OkStatus();
}

std::string JoinMoves(const AnyState& start,
                      absl::Span<const std::string> moves) {
  std::string word;
  std::vector<std::string> texts;
  const auto state = start.Clone();
  size_t last = 0;  // behind the last move that is no pass
  for (size_t i = 0; i < moves.size(); ++i) {
    if (!OnlyPass(*state).has_value()) {
      word += moves[i];
      last = i + 1;
    }
    if (!PlayMoves(*state, {moves[i]}).ok()) break;
  }
  const auto again = start.Clone();
  const absl::Status status = PlayMoves(*again, {word}, [&](AnyMove move) {
    texts.push_back(again->FormatMove(move));
  });
  return status.ok() && absl::MakeConstSpan(texts) == moves.first(last)
             ? word
             : absl::StrJoin(moves, " ");
}

absl::StatusOr<std::unique_ptr<AnyState>> PlayFromOpening(
    std::unique_ptr<AnyState> opening, absl::string_view text) {
  const std::vector<absl::string_view> words = SplitWords(text);
  if (words.empty() || words[0] != kOpeningWord) {
    return InvalidArgument(
        "this game writes a position as the moves that lead to it; write '",
        kOpeningWord, "' and the moves, with blanks between");
  }
  RETURN_IF_ERROR(PlayMoves(*opening, absl::MakeSpan(words).subspan(1)));
  return opening;
}

absl::StatusOr<std::string> CanonicalPlayerName(
    const std::vector<PlayerInfo>& players, absl::string_view name) {
  ASSIGN_OR_RETURN(const auto choice, ChoosePlayer(players, name));
  return CanonicalNameOf(players[choice.index], choice.parameters);
}

absl::StatusOr<FallbackName> FindFallbackName(const AnyGame& game,
                                              absl::string_view name) {
  ASSIGN_OR_RETURN(auto choice, ChoosePlayer(game.Players(), name));
  const PlayerInfo& info = game.Players()[choice.index];
  const std::string asked = CanonicalNameOf(info, choice.parameters);
  if (!choice.parameters.WasGiven(kEvaluation)) return FallbackName{asked, ""};
  const auto player = game.MakePlayer(name);
  if (!absl::IsUnavailable(player.status())) return FallbackName{asked, ""};
  choice.parameters.Reset(kEvaluation);
  const std::string instead = CanonicalNameOf(info, choice.parameters);
  return FallbackName{
      instead, absl::StrCat(player.status().message(), "; instead of ", asked,
                            " plays ", instead)};
}

}  // namespace boardwalk
