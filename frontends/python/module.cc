// The module boardwalk._boardwalk: what package/__init__.py offers.

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/str_cat.h"
#include "framework/any_game.h"
#include "framework/board.h"
#include "framework/board_picture.h"
#include "framework/catalog.h"
#include "framework/conformance_report.h"
#include "framework/parameters.h"
#include "framework/text.h"
#include "framework/version.h"
#include "frontends/comparison/configuration.h"
#include "frontends/comparison/runner.h"
#include "frontends/python/arrays.h"
#include "frontends/python/batch_env.h"
#include "frontends/python/compare.h"
#include "frontends/python/engine_process.h"
#include "frontends/python/errors.h"
#include "frontends/python/game_fault.h"
#include "frontends/python/games.h"
#include "frontends/python/in_use.h"
#include "frontends/python/interruptible.h"
#include "frontends/python/network_search.h"
#include "frontends/python/player.h"
#include "frontends/python/python_game.h"
#include "frontends/python/python_player.h"
#include "frontends/python/state.h"
#include "frontends/python/unlocked.h"

namespace py = pybind11;

namespace boardwalk::python {
namespace {

// Not destroyed: plug-ins stay loaded, and games may outlive the module.
Games& AllGames() {
  static auto* games = new Games;
  return *games;
}

// pybind11 holds no pointers to const.
struct Game {
  std::shared_ptr<const AnyGame> game;
  const AnyGame* operator->() const { return game.get(); }
};

Game LoadGame(const std::string& name, const py::dict& parameters) {
  std::vector<std::pair<std::string, std::string>> more;
  for (const auto& [key, value] : parameters) {
    more.emplace_back(py::str(key), py::str(value));
  }
  return {ValueOrThrow(AllGames().LoadWith(name, more))};
}

// The parameters with a value, those of a canonical name and defaults: numbers
// as such, all else as it is typed.
py::dict ParametersOf(const GameInfo& info, const std::string& name) {
  const std::vector<std::pair<std::string, std::string>> given =
      ValueOrThrow(ParseName(name)).given;
  py::dict dict;
  for (const ParameterSpec& spec : info.parameters) {
    const auto at = std::find_if(
        given.begin(), given.end(),
        [&spec](const auto& setting) { return setting.first == spec.name; });
    if (at == given.end() && !spec.has_default) continue;
    const py::str text = at == given.end() ? spec.DefaultText() : at->second;
    const py::str key{std::string(spec.name)};
    if (spec.type == ParameterType::kInt) {
      dict[key] = py::int_(text);
    } else if (spec.type == ParameterType::kReal) {
      dict[key] = py::float_(text);
    } else {
      dict[key] = text;
    }
  }
  return dict;
}

// What GameType of package/open_spiel.py needs to know.
py::tuple InfoOf(const std::string& id) {
  const GameInfo& info = ValueOrThrow(AllGames().catalog().Find(id))->info;
  return py::make_tuple(info.title, info.min_players, info.max_players,
                        ParametersOf(info, id));
}

// --- Pictures -------------------------------------------------------------------

// Nothing where the game describes no board.
std::optional<std::string> PictureOf(const State& state, bool flip) {
  const AnyGame& game = state.position().Game();
  const BoardLayout layout = game.Layout();
  if (layout.cells.empty()) return std::nullopt;
  return DrawSvg(layout, state.position().Pieces(), flip ? HalfTurn(layout) : 0,
                 {state.LastPath()}, game.Info().title);
}

// The start of a text of many characters.
std::string Shortened(const std::string& text) {
  constexpr size_t kMost = 80;
  return text.size() <= kMost ? text
                              : absl::StrCat(text.substr(0, kMost - 3), "...");
}

// --- Arrays ---------------------------------------------------------------------

void CheckPlayer(const State& state, int player) {
  const int players = state.position().NumPlayers();
  if (player >= 0 && player < players) return;
  throw py::value_error(
      absl::StrCat("player ", player, " is not from 0 to ", players - 1));
}

// As the player sees it; the one to move where none is named.
py::array_t<float> FlatObservation(const State& state,
                                   std::optional<int> player) {
  const AnyState& position = state.position();
  py::array_t<float> planes(
      static_cast<py::ssize_t>(position.Game().Observation().Size()));
  const absl::Span<float> out(planes.mutable_data(),
                              static_cast<size_t>(planes.size()));
  if (player) {
    CheckPlayer(state, *player);
    position.WriteObservation(*player, out);
  } else {
    position.WriteObservation(out);
  }
  return planes;
}

// All zeros if not `any`.
py::array_t<uint8_t> Mask(const State& state, bool any) {
  const auto count =
      static_cast<py::ssize_t>(state.position().Game().NumActions());
  py::array_t<uint8_t> mask(count);
  uint8_t* const legal = mask.mutable_data();
  std::fill_n(legal, count, uint8_t{0});
  if (!any) return mask;
  for (const int64_t action : state.LegalActions()) {
    if (action >= 0 && action < count) legal[action] = 1;
  }
  return mask;
}

// A new reference. Small ones are made once: half the time of a step would go
// into making them and taking them apart.
PyObject* IntegerOf(int64_t number) {
  constexpr int64_t kKept = 1 << 16;
  static auto** const kept = new PyObject*[kKept]();
  if (number < 0 || number >= kKept) return PyLong_FromLongLong(number);
  if (kept[number] == nullptr) kept[number] = PyLong_FromLongLong(number);
  Py_XINCREF(kept[number]);
  return kept[number];
}

py::list ListOf(const std::vector<int64_t>& numbers) {
  py::list list(numbers.size());
  for (size_t i = 0; i < numbers.size(); ++i) {
    PyList_SET_ITEM(list.ptr(), static_cast<py::ssize_t>(i),
                    IntegerOf(numbers[i]));
  }
  return list;
}

py::list Returns(const State& state) {
  const SeatValues values = state.position().Returns();
  const int players = state.position().NumPlayers();
  py::list list(static_cast<size_t>(players));
  for (int seat = 0; seat < players; ++seat) {
    PyList_SET_ITEM(list.ptr(), seat, PyFloat_FromDouble(values[seat]));
  }
  return list;
}

// --- What players think -----------------------------------------------------------

template <typename T>
py::object OrNone(const std::optional<T>& value) {
  return value ? py::cast(*value) : py::none();
}

py::list LineOf(const AnyState& from, const std::vector<AnyMove>& moves) {
  py::list line;
  const std::unique_ptr<AnyState> state = from.Clone();
  for (const AnyMove move : moves) {
    const auto action = ActionOf(*state, move);
    if (!action.ok()) break;
    line.append(*action);
    ThrowIfError(state->Apply(move));
  }
  return line;
}

py::dict DictOf(const AnyState& state, const Decision& decision) {
  py::list ranking;
  for (const RankedMove& ranked : decision.ranking) {
    py::dict entry;
    entry["action"] = ValueOrThrow(ActionOf(state, ranked.move));
    entry["value"] = OrNone(ranked.value);
    entry["visits"] = OrNone(ranked.visits);
    entry["line"] = LineOf(state, ranked.line);
    ranking.append(entry);
  }
  py::dict thought;
  thought["action"] = ValueOrThrow(ActionOf(state, decision.move));
  thought["value"] = OrNone(decision.value);
  thought["line"] = LineOf(state, decision.line);
  thought["depth"] = OrNone(decision.depth);
  thought["nodes"] = OrNone(decision.nodes);
  thought["playouts"] = OrNone(decision.playouts);
  thought["seconds"] = decision.seconds;
  thought["ranking"] = ranking;
  return thought;
}

template <typename T>
void CheckLimit(const ParameterSpec& limit, const std::optional<T>& value) {
  if (!value) return;
  const auto number = static_cast<double>(*value);
  if (number >= limit.min && number <= limit.max) return;  // false for NaN
  throw py::value_error(absl::StrCat(limit.name, "=", *value, ": it is from ",
                                     limit.MinText(), " to ", limit.MaxText()));
}

Limits MakeLimits(std::optional<double> time, std::optional<int64_t> nodes,
                  std::optional<int64_t> playouts,
                  std::optional<int64_t> depth) {
  CheckLimit(kTimeParameter, time);
  CheckLimit(kNodesParameter, nodes);
  CheckLimit(kPlayoutsParameter, playouts);
  CheckLimit(kDepthParameter, depth);
  Limits limits = {.nodes = nodes, .playouts = playouts, .depth = depth};
  if (time) {
    limits.time = std::chrono::duration_cast<std::chrono::nanoseconds>(
        std::chrono::duration<double>(*time));
  }
  return limits;
}

// Calls `work` without the interpreter's lock, and with a function that tells
// whether to give up: after Ctrl-C, which is an exception of Python then, or
// after a fault of a game.
template <typename Work>
auto WithoutLock(const GameCall& call, Work work) {
  bool interrupted = false;
  auto result = CallUnlocked(call, [&] {
    return work([&] {
      const py::gil_scoped_acquire acquire;
      interrupted = interrupted || PyErr_CheckSignals() != 0;
      return interrupted || call.IsFaulty();
    });
  });
  if (interrupted) throw py::error_already_set();
  return ValueOrThrow(std::move(result));
}

// Player with the guard of in_use.h; gives up the interpreter's lock.
class GuardedPlayer {
 public:
  GuardedPlayer(const Game& game, const std::string& name, uint64_t seed)
      : player_(ValueOrThrow(Player::Create(game.game, name, seed))) {}

  const Player& player() const { return *player_; }

  // `state` belongs to no object of Python, which may change it meanwhile.
  Decision Think(const State& state, const Limits& limits) {
    const InUse in_use(in_use_);
    const GameCall call(FaultsOf(player_->game()));
    return WithoutLock(call, [&](absl::FunctionRef<bool()> interrupted) {
      return player_->Think(state, limits, interrupted);
    });
  }

 private:
  std::unique_ptr<Player> player_;
  bool in_use_ = false;
};

// --- Bindings -------------------------------------------------------------------

// Whether `player` is to move; true where none is named.
bool IsToMove(const State& state, std::optional<int> player) {
  if (!player) return true;
  if (*player == kTerminalPlayer) return false;
  CheckPlayer(state, *player);
  return *player == state.CurrentPlayer();
}

// Objects come from functions of the module and from calls of their class;
// __new__ alone would make one without a value.
void RefuseNew(const py::object& object) {
  auto* const type = reinterpret_cast<PyTypeObject*>(object.ptr());
  type->tp_new = [](PyTypeObject* made, PyObject*, PyObject*) {
    return py::detail::make_new_instance(made);
  };
}

void BindGame(py::module_& module) {
  py::class_<Game> game_class(
      module, "Game",
      "A game with its parameters, from load_game. Never changes.");
  RefuseNew(game_class);
  game_class
      .def_property_readonly(
          "name", [](const Game& game) { return game->Name(); },
          R"(The canonical name, "star:size=3".)")
      .def_property_readonly(
          "short_name", [](const Game& game) { return game->Info().id; },
          "The name without parameters.")
      .def_property_readonly(
          "long_name", [](const Game& game) { return game->Info().title; },
          "The name for people.")
      .def_property_readonly(
          "aim", [](const Game& game) { return game->Info().aim; },
          "What players try to do, in one sentence; \"\" if it is not told.")
      .def_property_readonly(
          "rules", [](const Game& game) { return game->Info().rules; },
          "Rules, notation and the form of positions, for people.")
      .def_property_readonly(
          "endless", [](const Game& game) { return game->Info().endless; },
          "Whether play can go on for ever.")
      .def(
          "num_players", [](const Game& game) { return game->NumPlayers(); },
          "How many play.")
      .def(
          "num_distinct_actions",
          [](const Game& game) { return game->NumActions(); },
          "Actions are from 0 to one less.")
      .def(
          "max_game_length",
          [](const Game& game) {
            if (game->Info().endless) return kUsualMaxPlies;
            const int64_t most = game->MaxPlies();
            if (most > 0) return most;
            ThrowIfError(absl::FailedPreconditionError(
                absl::StrCat(game->Name(),
                             " does not tell how long a game can "
                             "be: MaxPlies of its rules would")));
            return most;
          },
          "No game has more moves; of an endless game, after how many "
          "BatchEnv\n"
          "cuts it off. RuntimeError where the game does not tell.")
      .def(
          "observation_tensor_shape",
          [](const Game& game) { return game->Observation().Sizes(); },
          "[planes, rows, columns] on grids, else [planes, cells].")
      .def(
          "observation_tensor_size",
          [](const Game& game) { return game->Observation().Size(); },
          "The product of observation_tensor_shape.")
      .def(
          "observation_planes",
          [](const Game& game) { return game->Observation().planes; },
          "The name of each plane, in order.")
      .def(
          "min_utility", [](const Game&) { return -1.0; },
          "No return is below.")
      .def(
          "max_utility", [](const Game&) { return 1.0; }, "No return is above.")
      .def(
          "utility_sum", [](const Game&) { return 0.0; }, "Returns sum to it.")
      .def(
          "get_parameters",
          [](const Game& game) {
            return ParametersOf(game->Info(), game->Name());
          },
          "A dict of every parameter that has a value: numbers as such, all\n"
          "else as text. load_game(short_name, get_parameters()) is this game.")
      .def(
          "players",
          [](const Game& game) {
            std::vector<std::string> ids;
            for (const auto& player : game->Players()) ids.push_back(player.id);
            return ids;
          },
          "The ids of the players that can play it.")
      .def(
          "new_initial_state",
          [](const Game& game, const std::optional<std::string>& position) {
            return std::make_unique<State>(std::shared_ptr<const AnyState>(
                position ? ValueOrThrow(game->ParsePosition(*position))
                         : game->InitialState()));
          },
          py::arg("position") = py::none(),
          "The opening, or the position of a text by State.position; "
          "ValueError "
          "if\nit is none.")
      .def(
          "deserialize_state",
          [](const Game& game, const std::string& text) {
            return ValueOrThrow(State::Deserialize(*game.game, text));
          },
          "The state of a text by State.serialize; ValueError.")
      .def("__str__", [](const Game& game) { return game->Name(); })
      .def(
          "__eq__",
          [](const Game& a, const Game& b) { return a.game == b.game; },
          py::is_operator())
      .def("__hash__",
           [](const Game& game) {
             return std::hash<const void*>()(game.game.get());
           })
      .def("__repr__",
           [](const Game& game) {
             return absl::StrCat("<boardwalk.Game ", game->Name(), ">");
           })
      .def("__reduce__", [](const Game& game) {
        return py::make_tuple(py::module_::import("boardwalk").attr("_load"),
                              py::make_tuple(game->Name()));
      });
}

void BindState(py::module_& module) {
  py::class_<State> state_class(
      module, "State",
      "A position with the actions that led to it. One thread at a time.");
  RefuseNew(state_class);
  state_class
      .def("current_player", &State::CurrentPlayer,
           "From 0; PlayerId.TERMINAL when the game is over.")
      .def(
          "is_terminal",
          [](const State& state) { return state.position().IsTerminal(); },
          "Whether the game is over.")
      .def(
          "is_chance_node", [](const State&) { return false; },
          "False: no game has chance.")
      .def(
          "is_simultaneous_node", [](const State&) { return false; },
          "False: players move in turn.")
      .def(
          "is_initial_state",
          [](const State& state) { return state.history().empty(); },
          "Whether no action was applied since its start.")
      .def(
          "num_players",
          [](const State& state) { return state.position().NumPlayers(); },
          "How many play.")
      .def(
          "num_distinct_actions",
          [](const State& state) {
            return state.position().Game().NumActions();
          },
          "Actions are from 0 to one less.")
      .def(
          "get_game",
          [](const State& state) {
            return Game{state.position().Game().shared_from_this()};
          },
          "Its game.")
      .def(
          "legal_actions",
          [](const State& state, std::optional<int> player) {
            if (!IsToMove(state, player)) return py::list();
            return ListOf(state.LegalActions());
          },
          py::arg("player") = py::none(),
          "Those of the player to move, in the order of the game; of another\n"
          "player none.")
      .def(
          "legal_actions_mask",
          [](const State& state, std::optional<int> player) {
            return Mask(state, IsToMove(state, player));
          },
          py::arg("player") = py::none(),
          "uint8 (num_distinct_actions,): 1 for each of legal_actions(player).")
      .def(
          "apply_action",
          [](State& state, int64_t action) {
            ThrowIfError(state.ApplyAction(action));
          },
          py::arg("action"),
          "Plays it; ValueError if it is illegal, and nothing has changed.")
      .def(
          "undo_action",
          [](State& state, int player, int64_t action) {
            ThrowIfError(state.UndoAction(player, action));
          },
          py::arg("player"), py::arg("action"),
          R"(Takes back the last action, which must be this one by this player;
it plays the game again from its start. ValueError.)")
      .def(
          "child",
          [](const State& state, int64_t action) {
            auto child = state.Clone();
            ThrowIfError(child->ApplyAction(action));
            return child;
          },
          py::arg("action"),
          "A copy after `action`; ValueError if it is illegal.")
      .def("clone", &State::Clone, "A copy with its history.")
      .def("__copy__", &State::Clone)
      .def("__deepcopy__",
           [](const State& state, const py::dict&) { return state.Clone(); })
      .def("returns", &Returns,
           "What each player gets; zeros while the game goes on.")
      .def("rewards", &Returns,
           "What each player got by the last action: the same, as nothing is\n"
           "given before the end.")
      .def(
          "player_return",
          [](const State& state, int player) {
            CheckPlayer(state, player);
            return state.position().Returns()[player];
          },
          py::arg("player"), "The return of one player.")
      .def(
          "observation",
          [](const State& state, std::optional<int> player) {
            return FlatObservation(state, player)
                .attr("reshape")(state.position().Game().Observation().Sizes());
          },
          py::arg("player") = py::none(),
          R"(What a player sees, the one to move unless named: float32 of the
shape game.observation_tensor_shape(). Its own pieces come first; all else is the
same for all.)")
      .def(
          "observation_tensor",
          [](const State& state, std::optional<int> player) {
            return FlatObservation(state, player);
          },
          py::arg("player") = py::none(), "observation(player) in one row.")
      .def(
          "observation_string",
          [](const State& state, std::optional<int> player) {
            if (player) CheckPlayer(state, *player);
            return state.position().FormatPosition();
          },
          py::arg("player") = py::none(), "The same as position().")
      .def(
          "action_to_string",
          [](const State& state, int64_t action) {
            return ValueOrThrow(state.ActionText(action));
          },
          py::arg("action"),
          "The notation of a legal action; ValueError for another.")
      .def(
          "action_to_string",
          [](const State& state, int player, int64_t action) {
            CheckPlayer(state, player);
            return ValueOrThrow(state.ActionText(action));
          },
          py::arg("player"), py::arg("action"))
      .def(
          "string_to_action",
          [](const State& state, const std::string& text) {
            return ValueOrThrow(state.ParseAction(text));
          },
          py::arg("text"),
          "The legal action of a notation; ValueError says what is wrong.")
      .def(
          "string_to_action",
          [](const State& state, int player, const std::string& text) {
            CheckPlayer(state, player);
            return ValueOrThrow(state.ParseAction(text));
          },
          py::arg("player"), py::arg("text"))
      .def(
          "history", [](const State& state) { return ListOf(state.history()); },
          "The actions since its start.")
      .def(
          "move_number",
          [](const State& state) { return state.history().size(); },
          "How many actions were applied since its start.")
      .def(
          "position",
          [](const State& state) { return state.position().FormatPosition(); },
          "The position as a text that Game.new_initial_state reads.")
      .def(
          "path",
          [](const State& state, int64_t action) {
            return state.position().Path(
                ValueOrThrow(state.position().MoveOfAction(action)));
          },
          py::arg("action"),
          "The names of the cells that a legal action touches.")
      .def(
          "svg",
          [](const State& state, bool flip) {
            const auto picture = PictureOf(state, flip);
            if (picture) return *picture;
            Throw(absl::UnimplementedError(
                absl::StrCat("the game '", state.position().Game().Info().id,
                             "' does not describe its board")));
          },
          py::arg("flip") = false,
          "A picture with the last move marked, as SVG; `flip` shows it from\n"
          "the opposite side, except for a rack, which stands upright.\n"
          "RuntimeError if the game describes no board.")
      .def("_repr_svg_",
           [](const State& state) { return PictureOf(state, /*flip=*/false); })
      .def("_players", &State::Players)
      .def("_actions_since",
           [](const State& state, const State& earlier) -> py::object {
             const AnyGame& game = state.position().Game();
             if (&game != &earlier.position().Game()) return py::none();
             const auto actions = state.ActionsSince(earlier);
             if (!actions) return py::none();
             return ListOf({actions->begin(), actions->end()});
           })
      .def("serialize", &State::Serialize,
           "A text of its history that Game.deserialize_state reads.")
      .def("__str__",
           [](const State& state) {
             return absl::StrCat(state.position().Render({}), "\n",
                                 state.position().FormatPosition());
           })
      .def("__repr__",
           [](const State& state) {
             return absl::StrCat(
                 "<boardwalk.State of ", state.position().Game().Name(), ": ",
                 Shortened(OneLine(state.position().FormatPosition())), ">");
           })
      .def(
          "__eq__", [](const State& a, const State& b) { return a == b; },
          py::is_operator())
      .def("__hash__",
           [](const State& state) { return state.position().Hash(); })
      .def("__reduce__", [](const State& state) {
        return py::make_tuple(
            py::module_::import("boardwalk").attr("_restore"),
            py::make_tuple(state.position().Game().Name(), state.Serialize()));
      });
}

void BindBatchEnv(py::module_& module) {
  py::class_<BatchEnv> env_class(module, "BatchEnv");
  RefuseNew(env_class);
  env_class
      .def(py::init([](const Game& game, int64_t num_games, uint64_t seed,
                       std::optional<int64_t> max_plies, int threads,
                       bool observations, bool masks) {
             return ValueOrThrow(BatchEnv::Create(
                 game.game,
                 {num_games, seed, max_plies, threads, observations, masks}));
           }),
           py::arg("game"), py::arg("num_games"), py::kw_only(),
           py::arg("seed"), py::arg("max_plies"), py::arg("threads"),
           py::arg("observations"), py::arg("masks"))
      .def_property_readonly(
          "game", [](const BatchEnv& env) { return Game{env.game()}; })
      .def_property_readonly("num_games", &BatchEnv::games)
      .def_property_readonly("max_plies", &BatchEnv::max_plies)
      .def_property_readonly("threads", &BatchEnv::threads)
      .def_readonly("obs", &BatchEnv::obs)
      .def_readonly("final_obs", &BatchEnv::final_obs)
      .def_readonly("mask", &BatchEnv::mask)
      .def_readonly("rewards", &BatchEnv::rewards)
      .def_readonly("terminated", &BatchEnv::terminated)
      .def_readonly("truncated", &BatchEnv::truncated)
      .def_readonly("current_player", &BatchEnv::current_player)
      .def("reset", &BatchEnv::Reset, "Begins all games anew.")
      .def("step", &BatchEnv::Step, py::arg("actions"),
           "Plays an action in each game: integers of the shape "
           "(num_games,).\nValueError "
           "if one is illegal, and then no game has moved.")
      .def("sample_actions", &BatchEnv::SampleActions,
           "int64 (num_games,): an action for each game, drawn evenly from the "
           "legal\n"
           "ones by the seed.")
      .def("legal_actions", &BatchEnv::LegalActions, py::arg("game"),
           "Those of one game; IndexError.")
      .def("state", &BatchEnv::StateOf, py::arg("game"),
           "The position of one game, without its history; IndexError.");
}

void BindPlayer(py::module_& module) {
  py::class_<GuardedPlayer> player_class(module, "Player");
  RefuseNew(player_class);
  player_class
      .def(py::init<const Game&, const std::string&, uint64_t>(),
           py::arg("game"), py::arg("name"), py::arg("seed"))
      .def_property_readonly(
          "name",
          [](const GuardedPlayer& guarded) { return guarded.player().name(); })
      .def("_think",
           [](GuardedPlayer& guarded, const State& state,
              std::optional<double> time, std::optional<int64_t> nodes,
              std::optional<int64_t> playouts, std::optional<int64_t> depth) {
             const std::unique_ptr<State> same = state.Clone();
             return DictOf(same->position(),
                           guarded.Think(*same, MakeLimits(time, nodes,
                                                           playouts, depth)));
           });
}

void BindNetworkSearch(py::module_& module) {
  py::class_<NetworkSearch> search_class(module, "NetworkSearch");
  RefuseNew(search_class);
  search_class
      .def(py::init([](const Game& game, int64_t trees, int64_t capacity,
                       double exploration, double fpu, int leaves, double noise,
                       double noise_alpha, uint64_t seed) {
        return ValueOrThrow(NetworkSearch::Create(
            game.game, trees, capacity,
            {exploration, fpu, leaves, noise, noise_alpha, seed}));
      }))
      .def_readonly("obs", &NetworkSearch::obs)
      .def("follow", &NetworkSearch::Follow)
      .def("gather", &NetworkSearch::Gather)
      .def("expand", &NetworkSearch::Expand)
      .def("moves", &NetworkSearch::Moves)
      .def("value", &NetworkSearch::Value);
}

py::tuple TupleOf(const Report& report) {
  return py::make_tuple(report.json, report.text);
}

void BindComparisons(py::module_& module) {
  module.def(
      "compare_games",
      [](std::vector<std::string> games, std::vector<std::string> players,
         const std::vector<std::pair<std::string, py::object>>& own,
         int64_t rounds, int openings, uint64_t seed,
         std::optional<double> time, std::optional<int64_t> nodes,
         std::optional<int64_t> playouts, std::optional<int64_t> depth,
         int max_plies, int jobs, const std::string& file) {
        Catalog catalog = AllGames().catalog();
        for (const auto& [id, make] : own) {
          catalog =
              ValueOrThrow(catalog.With(PythonPlayer(id, make, AllGames())));
        }
        comparison::Configuration configuration;
        configuration.games = std::move(games);
        configuration.players = std::move(players);
        configuration.limits = MakeLimits(time, nodes, playouts, depth);
        configuration.rounds = rounds;
        configuration.openings = openings;
        configuration.seed = seed;
        configuration.max_plies = max_plies;
        GameCall call(FaultsOf(catalog, configuration.games));
        return TupleOf(
            WithoutLock(call, [&](absl::FunctionRef<bool()> interrupted) {
              return Compare(catalog, configuration, jobs, file, call,
                             interrupted);
            }));
      });
  module.def("read_results", [](const std::string& file) {
    // Another thread may load a plug-in meanwhile.
    const Catalog catalog = AllGames().catalog();
    const GameCall call(FaultsOf(catalog));
    return TupleOf(
        WithoutLock(call, [&](absl::FunctionRef<bool()> /*interrupted*/) {
          return ReadReport(catalog, file);
        }));
  });
  module.def("end_calls",
             [] { return Unlocked::End() + comparison::AbandonedThreads(); });
}

void BindEngineProcess(py::module_& module) {
  py::class_<EngineProcess> engine_class(module, "EngineProcess");
  RefuseNew(engine_class);
  engine_class
      .def(py::init([](const std::string& game, const std::string& player,
                       const py::object& make, int input, int output) {
        return ValueOrThrow(EngineProcess::Create(AllGames(), game, player,
                                                  make, input, output));
      }))
      .def("run",
           [](EngineProcess& engine) {
             GameCall call(FaultsOf(engine.catalog()));
             call.OnFault([&engine] { engine.Stop(); });
             CallUnlocked(call, [&] { engine.Run(); });
           })
      .def("stop", &EngineProcess::Stop);
}

}  // namespace

PYBIND11_MODULE(_boardwalk, module) {
  module.attr("__version__") = BOARDWALK_VERSION;
  module.attr("TERMINAL_PLAYER") = kTerminalPlayer;
  BindGame(module);
  BindState(module);
  BindBatchEnv(module);
  BindPlayer(module);
  BindNetworkSearch(module);
  BindComparisons(module);
  BindEngineProcess(module);
  module.def(
      "registered_names", [] { return AllGames().Names(); },
      "The games without parameters, in alphabetical order.");
  module.def(
      "load_game", &LoadGame, py::arg("name"),
      py::arg("parameters") = py::dict(),
      "The game of a name such as 'star:size=3', with more parameters such as\n"
      "{'players': 3}; ValueError says which there are.");
  module.def("game_info", &InfoOf);
  module.def(
      "load_plugin",
      [](const std::string& file) { ThrowIfError(AllGames().AddPlugin(file)); },
      py::arg("file"),
      "Adds the games and players of a plug-in; ValueError says why it is\n"
      "refused. It runs the file's code.");
  module.def("register_game", [](const py::object& rules) {
    ThrowIfError(AllGames().AddPythonGame(PythonGame(rules)));
  });
  module.def("check", [](const Game& game, int games, int max_plies,
                         uint64_t seed, uint64_t max_leaves) {
    ConformanceOptions options{games, max_plies, seed, max_leaves};
    ThrowIfError(CheckConformanceOptions(options));
    std::atomic<bool> stop = false;
    options.stop = &stop;
    const GameCall call(FaultsOf(*game.game));
    const ConformanceReport report =
        WithoutLock(call, [&](absl::FunctionRef<bool()> interrupted) {
          return absl::StatusOr<ConformanceReport>(
              RunInterruptibly([&] { return game->Check(options); },
                               interrupted, [&stop] { stop = true; }));
        });
    return py::make_tuple(report.games, report.positions, report.failures,
                          report.notes);
  });
  module.attr("left_out") = AllGames().warnings();
}

}  // namespace boardwalk::python
