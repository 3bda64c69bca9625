#include "frontends/python/python_game.h"

#include <algorithm>
#include <atomic>
#include <cctype>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "ai/bind.h"
#include "framework/board.h"
#include "framework/game.h"
#include "framework/game_adapter.h"
#include "framework/hash_text.h"
#include "framework/parameters.h"
#include "framework/text.h"
#include "frontends/python/errors.h"
#include "frontends/python/game_fault.h"
#include "frontends/python/shared_object.h"

namespace py = pybind11;

namespace boardwalk::python {
namespace {

constexpr int64_t kMaxActions = int64_t{1} << 31;
constexpr int kMaxSide = 64;  // of a board

std::string Repr(const py::handle& object) {
  return OneLine(std::string(py::str(py::repr(object))));
}

[[noreturn]] void ThrowValue(const std::string& message) {
  throw py::value_error(message);
}
[[noreturn]] void ThrowType(const std::string& message) {
  throw py::type_error(message);
}

// A whole number, numpy's included, from `min` to `max`. `what` is
// "Nim.to_move(...)".
int64_t Integer(const py::handle& object, int64_t min, int64_t max,
                const std::string& what) {
  const auto number =
      py::reinterpret_steal<py::object>(PyNumber_Index(object.ptr()));
  if (!number) {
    PyErr_Clear();
    ThrowType(absl::StrCat(what, " is ", Repr(object), ", not a whole number"));
  }
  int overflow = 0;
  const int64_t value = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
  if (overflow != 0 || value < min || value > max) {
    ThrowValue(absl::StrCat(what, " is ", Repr(object), ", not from ", min,
                            " to ", max));
  }
  return value;
}

std::string Text(const py::handle& object, const std::string& what) {
  if (!py::isinstance<py::str>(object)) {
    ThrowType(absl::StrCat(what, " is ", Repr(object), ", not a str"));
  }
  Py_ssize_t size = 0;
  const char* const text = PyUnicode_AsUTF8AndSize(object.ptr(), &size);
  if (text == nullptr) {
    PyErr_Clear();
    ThrowValue(absl::StrCat(what, " is ", Repr(object), ", which is no UTF-8"));
  }
  return {text, static_cast<size_t>(size)};
}

// A truth value, numpy's included; None is none.
bool Truth(const py::handle& object, const std::string& what) {
  const std::string type =
      py::str(py::type::handle_of(object).attr("__name__"));
  if (type != "bool" && type != "bool_") {
    ThrowType(absl::StrCat(what, " is ", Repr(object), ", not True or False"));
  }
  return PyObject_IsTrue(object.ptr()) == 1;
}

// A position: a value of Python, and what is known of it. Nobody changes it but
// for the list of moves, which is made when first asked for.
struct Position {
  explicit Position(py::object the_value) : value(std::move(the_value)) {}

  const SharedObject value;
  int to_move = 0;
  bool terminal = false;
  SeatValues returns{};
  uint64_t hash = 0;
  mutable std::atomic<bool> listed = false;
  mutable std::vector<int64_t> moves = {};
};
using PositionPtr = std::shared_ptr<const Position>;

// The object of a class, called with the interpreter's lock. It checks all that
// it is told, and never changes.
class RulesInPython {
 public:
  // Faults are those of all objects of the class.
  RulesInPython(py::object rules, GameInfo info,
                std::shared_ptr<GameFault> fault)
      : rules_(std::move(rules)),
        fault_(std::move(fault)),
        class_name_(py::str(py::type::of(rules_.get()).attr("__name__"))),
        info_(std::move(info)),
        num_players_(static_cast<int>(
            Integer(rules_.get().attr("num_players"), info_.min_players,
                    info_.max_players, Named("num_players")))),
        num_actions_(Integer(rules_.get().attr("num_actions"), 1, kMaxActions,
                             Named("num_actions"))),
        max_plies_(Has("max_plies") ? Integer(rules_.get().attr("max_plies"), 1,
                                              kMaxActions, Named("max_plies"))
                                    : 0) {
    SetLayout();
    initial_ = MakePosition(Call("initial_state"));
    auto ended = std::make_shared<Position>(py::none());
    ended->terminal = true;
    ended_ = std::move(ended);
  }

  const GameInfo& info() const { return info_; }
  int num_players() const { return num_players_; }
  int64_t num_actions() const { return num_actions_; }
  int64_t max_plies() const { return max_plies_; }
  const std::shared_ptr<GameFault>& fault() const { return fault_; }
  const BoardLayout& layout() const { return layout_; }
  const PositionPtr& initial() const { return initial_; }

  // After a GameFault, the position in which every game ends.
  PositionPtr Next(const Position& position, int64_t move) const {
    return Guarded(ended_, [&] {
      return MakePosition(Call("apply", position.value.get(), move));
    });
  }

  // After a GameFault one move, as a live position has some: it ends the game.
  const std::vector<int64_t>& Moves(const Position& position) const {
    static const auto& none = *new std::vector<int64_t>;
    static const auto& last = *new std::vector<int64_t>{0};
    if (position.terminal) return none;
    if (position.listed.load(std::memory_order_acquire)) return position.moves;
    const bool made = Guarded(false, [&] {
      std::vector<int64_t> moves = ListMoves(position);
      // Another thread may have had the lock meanwhile.
      if (position.listed) return true;
      position.moves = std::move(moves);
      position.listed.store(true, std::memory_order_release);
      return true;
    });
    return made ? position.moves : last;
  }

  bool Equal(const Position& a, const Position& b) const {
    if (&a == &b) return true;
    if (a.hash != b.hash || a.terminal != b.terminal) return false;
    return Guarded(false, [&] { return a.value.get().equal(b.value.get()); });
  }

  std::string FormatMove(const Position& position, int64_t move) const {
    return Guarded(std::string("?"), [&] {
      if (!Has("format_move")) return absl::StrCat(move);
      std::string text = Text(Call("format_move", position.value.get(), move),
                              Named("format_move(...)"));
      if (text.empty()) ThrowValue(Named("format_move(...) is empty"));
      return text;
    });
  }

  std::vector<Piece> Pieces(const Position& position) const {
    if (&position == ended_.get()) return {};
    return Guarded(std::vector<Piece>(), [&] { return ListPieces(position); });
  }

  std::vector<std::string> Path(const Position& position, int64_t move) const {
    return Guarded(std::vector<std::string>(), [&] {
      std::vector<std::string> names;
      for (const py::handle name : Call("path", position.value.get(), move)) {
        names.push_back(layout_.cells[CellNamed(name, "path")].name);
      }
      return names;
    });
  }

 private:
  // `work` with the interpreter's lock. If this thread has it, Python has
  // called and exceptions go on to it; else they are a GameFault, and the
  // result is `otherwise`.
  template <typename T, typename Work>
  T Guarded(T otherwise, Work work) const {
    const bool called_by_python = PyGILState_Check() != 0;
    const py::gil_scoped_acquire acquire;
    if (called_by_python) return work();
    if (fault_->IsKept()) return otherwise;
    try {
      return work();
    } catch (const std::exception&) {
      fault_->Keep();
      return otherwise;
    }
  }

  std::string Named(const std::string& member) const {
    return absl::StrCat(class_name_, ".", member);
  }
  bool Has(const char* name) const { return py::hasattr(rules_.get(), name); }
  template <typename... Arguments>
  py::object Call(const char* name, const Arguments&... arguments) const {
    return rules_.get().attr(name)(arguments...);
  }

  PositionPtr MakePosition(py::object value) const {
    // A list would be changed behind our back.
    if (PyObject_Hash(value.ptr()) == -1 && PyErr_Occurred() != nullptr) {
      PyErr_Clear();
      ThrowType(absl::StrCat(class_name_, " makes a state ", Repr(value),
                             ", which can change; a state is a value that "
                             "cannot, such as a tuple"));
    }
    auto position = std::make_shared<Position>(value);
    // Python's own hash of a text differs from run to run.
    position->hash = Mixed(0, std::string(py::str(py::repr(value))));
    position->terminal =
        Truth(Call("is_terminal", value), Named("is_terminal(...)"));
    if (position->terminal) {
      position->returns = ReturnsOf(value);
    } else {
      position->to_move = static_cast<int>(Integer(
          Call("to_move", value), 0, num_players_ - 1, Named("to_move(...)")));
    }
    return position;
  }

  SeatValues ReturnsOf(const py::object& value) const {
    const py::object given = Call("returns", value);
    const auto refuse = [&] {
      ThrowValue(absl::StrCat(Named("returns(...)"), " is ", Repr(given),
                              ", not ", num_players_,
                              " numbers from -1 to 1 that sum to 0"));
    };
    SeatValues returns{};
    double sum = 0;
    int seat = 0;
    for (const py::handle number : given) {
      const double value_of_seat = PyFloat_AsDouble(number.ptr());
      if (PyErr_Occurred() != nullptr) {
        PyErr_Clear();
        refuse();
      }
      if (seat == num_players_ || !(std::fabs(value_of_seat) <= 1)) refuse();
      returns[seat++] = value_of_seat;
      sum += value_of_seat;
    }
    if (seat != num_players_ || !(std::fabs(sum) < 1e-6)) refuse();
    return returns;
  }

  std::vector<int64_t> ListMoves(const Position& position) const {
    std::vector<int64_t> moves;
    const std::string what = Named("legal_moves(...)");
    for (const py::handle move : Call("legal_moves", position.value.get())) {
      moves.push_back(Integer(move, 0, num_actions_ - 1, what));
    }
    if (moves.empty()) {
      ThrowValue(absl::StrCat(what, " is empty in ", Repr(position.value.get()),
                              ", which is not terminal: a player who cannot "
                              "move has a move that passes"));
    }
    return moves;
  }

  void SetLayout() {
    if (!Has("board") || rules_.get().attr("board").is_none()) return;
    const py::object board = rules_.get().attr("board");
    const std::string what = Named("board");
    if (!py::isinstance<py::tuple>(board) || py::len(board) != 2) {
      ThrowType(
          absl::StrCat(what, " is ", Repr(board), ", not (rows, columns)"));
    }
    const auto rows = static_cast<int>(
        Integer(board[py::int_(0)], 1, kMaxSide, what + "[0]"));
    const auto columns = static_cast<int>(
        Integer(board[py::int_(1)], 1, kMaxSide, what + "[1]"));
    layout_ = SquareGrid(
        columns, rows,
        [](int column, int row) {
          const std::string letters =
              column < 26
                  ? std::string(1, static_cast<char>('a' + column))
                  : absl::StrCat(
                        std::string(1,
                                    static_cast<char>('a' + column / 26 - 1)),
                        std::string(1, static_cast<char>('a' + column % 26)));
          return absl::StrCat(letters, row + 1);
        },
        "XOABCD");
    for (size_t i = 0; i < layout_.cells.size(); ++i) {
      cells_.emplace(layout_.cells[i].name, static_cast<int>(i));
    }
  }

  int CellNamed(const py::handle& name, const std::string& member) const {
    const std::string text =
        Text(name, absl::StrCat("a cell of ", Named(member), "(...)"));
    const auto cell = cells_.find(text);
    if (cell != cells_.end()) return cell->second;
    ThrowValue(absl::StrCat(
        Named(member), "(...) names the cell ", Quoted(text), "; cells are ",
        layout_.cells.front().name, " to ", layout_.cells.back().name));
  }

  std::vector<Piece> ListPieces(const Position& position) const {
    std::vector<Piece> pieces;
    std::set<int> taken;
    const std::string what = Named("pieces(...)");
    for (const py::handle item : Call("pieces", position.value.get())) {
      if (!py::isinstance<py::tuple>(item) || py::len(item) < 2 ||
          py::len(item) > 3) {
        ThrowType(absl::StrCat(what, " has ", Repr(item),
                               ", not (cell, owner) or (cell, owner, kind)"));
      }
      const auto fields = py::reinterpret_borrow<py::tuple>(item);
      Piece piece{
          CellNamed(fields[0], "pieces"),
          static_cast<int>(Integer(fields[1], -1, num_players_ - 1,
                                   absl::StrCat("the owner in ", what)))};
      if (fields.size() == 3) {
        piece.kind = Text(fields[2], absl::StrCat("a kind in ", what));
      }
      if (!taken.insert(piece.cell).second) {
        ThrowValue(absl::StrCat(what, " has two pieces on ",
                                layout_.cells[piece.cell].name));
      }
      pieces.push_back(std::move(piece));
    }
    return pieces;
  }

  const SharedObject rules_;
  const std::shared_ptr<GameFault> fault_;
  const std::string class_name_;
  const GameInfo info_;
  const int num_players_;
  const int64_t num_actions_;
  const int64_t max_plies_;           // 0 if it does not tell
  BoardLayout layout_;                // empty without `board`
  std::map<std::string, int> cells_;  // of the layout, by name
  PositionPtr initial_, ended_;
};

// --- The contract of framework/game.h ----------------------------------------

class PythonState {
 public:
  struct Move {
    int64_t number;
    bool operator==(const Move&) const = default;
  };

  PythonState(const RulesInPython* rules, PositionPtr position)
      : rules_(rules), position_(std::move(position)) {}

  int NumPlayers() const { return rules_->num_players(); }
  int ToMove() const { return position_->to_move; }
  bool IsTerminal() const { return position_->terminal; }
  SeatValues Returns() const { return position_->returns; }
  template <typename List>
  void LegalMoves(List& list) const {
    for (const int64_t number : rules_->Moves(*position_)) {
      list.push_back({number});
    }
  }
  void Apply(Move move) { position_ = rules_->Next(*position_, move.number); }
  uint64_t Hash() const { return position_->hash; }
  bool operator==(const PythonState& other) const {
    return rules_->Equal(*position_, *other.position_);
  }

  const Position& position() const { return *position_; }

 private:
  const RulesInPython* rules_;
  PositionPtr position_;
};

class PythonRules {
 public:
  using State = PythonState;
  using Move = State::Move;

  PythonRules(py::object rules, GameInfo info, std::shared_ptr<GameFault> fault)
      : rules_(std::move(rules), std::move(info), std::move(fault)) {}

  const GameInfo& Info() const { return rules_.info(); }
  State InitialState() const { return {&rules_, rules_.initial()}; }
  std::string FormatMove(const State& state, Move move) const {
    return rules_.FormatMove(state.position(), move.number);
  }
  int64_t NumActions() const { return rules_.num_actions(); }
  int64_t MaxPlies() const { return rules_.max_plies(); }
  int64_t ActionOf(const State& /*state*/, Move move) const {
    return move.number;
  }

  const RulesInPython& rules() const { return rules_; }

 private:
  const RulesInPython rules_;
};

class PythonBoardRules : public PythonRules {
 public:
  using PythonRules::PythonRules;

  BoardLayout Layout() const { return rules().layout(); }
  std::vector<Piece> Pieces(const State& state) const {
    return rules().Pieces(state.position());
  }
  std::vector<std::string> Path(const State& state, Move move) const {
    return rules().Path(state.position(), move.number);
  }
};

// --- Plug-ins ----------------------------------------------------------------

// Texts of parameters are kept for ever: declarations of ours are constants,
// and theirs are few.
absl::string_view Kept(const std::string& text) {
  return *new std::string(text);
}

ParameterSpec SpecOf(const py::handle& name, const py::handle& value,
                     const std::string& where) {
  const std::string text = Text(name, "a name in " + where);
  const std::string what = absl::StrCat(where, "[", Quoted(text), "]");
  const bool typable =
      !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || c == '_';
      });
  if (!typable) ThrowValue(what + ": names are lower case letters and '_'");
  if (!py::isinstance<py::tuple>(value) || py::len(value) != 3) {
    ThrowType(
        absl::StrCat(what, " is ", Repr(value), ", not (default, min, max)"));
  }
  constexpr int64_t kMax = int64_t{1} << 53;
  const auto numbers = py::reinterpret_borrow<py::tuple>(value);
  const int64_t min = Integer(numbers[1], -kMax, kMax, what + "[1]");
  const int64_t max = Integer(numbers[2], min, kMax, what + "[2]");
  ParameterSpec spec;
  spec.name = Kept(text);
  spec.help = "see the rules";
  spec.has_default = true;
  spec.default_number =
      static_cast<double>(Integer(numbers[0], min, max, what + "[0]"));
  spec.min = static_cast<double>(min);
  spec.max = static_cast<double>(max);
  return spec;
}

GameInfo InfoOf(const py::object& rules) {
  if (PyType_Check(rules.ptr()) == 0) {
    ThrowType(absl::StrCat(Repr(rules), " is no class"));
  }
  const std::string name = py::str(rules.attr("__name__"));
  // An object may have its num_actions alone, as it depends on parameters.
  for (const char* const member :
       {"id", "num_players", "initial_state", "to_move", "is_terminal",
        "returns", "legal_moves", "apply"}) {
    if (!py::hasattr(rules, member)) {
      ThrowType(absl::StrCat("the game ", name, " has no ", member));
    }
  }
  const bool has_board = py::hasattr(rules, "board");
  for (const char* const member : {"pieces", "path"}) {
    if (has_board && !py::hasattr(rules, member)) {
      ThrowType(
          absl::StrCat("the game ", name, " has a board and no ", member));
    }
  }
  GameInfo info;
  info.id = Text(rules.attr("id"), name + ".id");
  info.title = py::hasattr(rules, "title")
                   ? Text(rules.attr("title"), name + ".title")
                   : name;
  if (py::hasattr(rules, "aim")) {
    info.aim = Text(rules.attr("aim"), name + ".aim");
  }
  const py::object doc = py::module_::import("inspect").attr("getdoc")(rules);
  info.rules = doc.is_none() ? "" : doc.cast<std::string>() + "\n";
  info.endless = py::hasattr(rules, "endless") &&
                 Truth(rules.attr("endless"), name + ".endless");
  const py::object players = rules.attr("num_players");
  if (PyIndex_Check(players.ptr()) != 0) {
    info.min_players = info.max_players = static_cast<int>(
        Integer(players, 2, kMaxPlayers, name + ".num_players"));
  } else {  // a property
    info.max_players = kMaxPlayers;
  }
  if (py::hasattr(rules, "parameters")) {
    const std::string where = name + ".parameters";
    const py::object parameters = rules.attr("parameters");
    if (!py::isinstance<py::dict>(parameters)) {
      ThrowType(absl::StrCat(where, " is ", Repr(parameters), ", not a dict"));
    }
    for (const auto& [key, value] : parameters.cast<py::dict>()) {
      info.parameters.push_back(SpecOf(key, value, where));
    }
  }
  return info;
}

// Makes a game of the class.
template <typename R>
struct Maker {
  std::shared_ptr<const SharedObject> rules;
  GameInfo info;
  std::vector<PlayerBinding<R>> bindings;
  std::shared_ptr<GameFault> fault;

  absl::StatusOr<std::shared_ptr<const AnyGame>> operator()(
      const Parameters& parameters, std::vector<PlayerPlugin> more) const {
    const bool called_by_python = PyGILState_Check() != 0;
    const py::gil_scoped_acquire acquire;
    try {
      py::dict arguments;
      for (const ParameterSpec& spec : info.parameters) {
        arguments[py::str(std::string(spec.name))] = parameters.Int(spec.name);
      }
      return std::make_shared<const GameAdapter<R>>(
          std::make_unique<const R>(rules->get()(**arguments), info, fault),
          CanonicalName(info.id, parameters), bindings, std::move(more));
    } catch (const std::exception& error) {
      if (called_by_python) throw;
      return absl::InvalidArgumentError(
          absl::StrCat("the game ", info.id, ": ", OneLine(error.what())));
    }
  }
};

template <typename R>
GamePlugin Bind(const py::object& rules, const GameInfo& info) {
  Maker<R> maker{std::make_shared<const SharedObject>(rules), info,
                 ai::AllPlayers<R>({}), std::make_shared<GameFault>()};
  GamePlugin plugin;
  plugin.info = info;
  for (const auto& player : maker.bindings) {
    plugin.players.push_back(player.info);
  }
  plugin.origin = "Python";
  plugin.make = std::move(maker);
  return plugin;
}

// Adds the fault of a game of the rules `R`, if it is one.
template <typename R>
void AddFault(const AnyGame& game, GameFaults& faults) {
  const auto* const adapter = dynamic_cast<const GameAdapter<R>*>(&game);
  if (adapter != nullptr) faults.push_back(adapter->rules().rules().fault());
}
template <typename R>
void AddFault(const GamePlugin& game, GameFaults& faults) {
  const auto* const maker = game.make.target<Maker<R>>();
  if (maker != nullptr) faults.push_back(maker->fault);
}
template <typename G>
void AddFaults(const G& game, GameFaults& faults) {
  AddFault<PythonRules>(game, faults);
  AddFault<PythonBoardRules>(game, faults);
}

}  // namespace

GamePlugin PythonGame(const py::object& rules) {
  const GameInfo info = InfoOf(rules);
  return py::hasattr(rules, "board") ? Bind<PythonBoardRules>(rules, info)
                                     : Bind<PythonRules>(rules, info);
}

GameFaults FaultsOf(const AnyGame& game) {
  GameFaults faults;
  AddFaults(game, faults);
  return faults;
}

GameFaults FaultsOf(const Catalog& catalog) {
  GameFaults faults;
  for (const GamePlugin& game : catalog.games()) AddFaults(game, faults);
  return faults;
}

GameFaults FaultsOf(const Catalog& catalog,
                    const std::vector<std::string>& names) {
  std::set<const GamePlugin*> games;  // each once
  for (const std::string& name : names) {
    const auto game = catalog.Find(name.substr(0, name.find(':')));
    if (game.ok()) games.insert(*game);
  }
  GameFaults faults;
  for (const GamePlugin* const game : games) AddFaults(*game, faults);
  return faults;
}

}  // namespace boardwalk::python
