// boardwalk new: a folder with a working game, player or entrant to begin with.

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <system_error>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "framework/errors.h"
#include "framework/file.h"
#include "framework/status_macros.h"
#include "framework/text.h"
#include "frontends/cli/command.h"
#include "frontends/cli/templates.h"

namespace boardwalk::cli {
namespace {

constexpr char kFolderName[] = "NAME";
constexpr char kEntrantGame[] = "TOURNAMENT", kEntrantId[] = "ID";
constexpr char kClassGame[] = "chinese8", kStarGame[] = "star";
constexpr size_t kMaxFolderName = 40;

// The name becomes an id, a namespace and the name of a CMake target.
absl::Status CheckFolderName(const std::string& name, const Catalog& catalog) {
  // Words of C++ and of CMake, and names that mean something here.
  static constexpr std::array<absl::string_view, 89> kTaken = {
      "alignas",   "alignof",  "and",      "asm",      "auto",      "bitand",
      "bitor",     "bool",     "break",    "case",     "catch",     "char",
      "class",     "compl",    "concept",  "const",    "consteval", "constexpr",
      "constinit", "continue", "decltype", "default",  "delete",    "do",
      "double",    "else",     "enum",     "explicit", "export",    "extern",
      "false",     "float",    "for",      "friend",   "goto",      "if",
      "inline",    "int",      "long",     "mutable",  "namespace", "new",
      "noexcept",  "not",      "nullptr",  "operator", "or",        "private",
      "protected", "public",   "register", "requires", "return",    "short",
      "signed",    "sizeof",   "static",   "struct",   "switch",    "template",
      "this",      "throw",    "true",     "try",      "typedef",   "typeid",
      "typename",  "union",    "unsigned", "using",    "virtual",   "void",
      "volatile",  "while",    "xor",      "all",      "clean",     "help",
      "install",   "package",  "test",     "absl",     "ai",        "boardwalk",
      "build",     "human",    "internal", "main",     "std"};
  const auto fits = [](unsigned char c) {
    return absl::ascii_islower(c) || absl::ascii_isdigit(c);
  };
  if (name.empty() || name.size() > kMaxFolderName ||
      !absl::ascii_islower(static_cast<unsigned char>(name[0])) ||
      !std::ranges::all_of(name, fits)) {
    return InvalidArgument(Quoted(name),
                           " is no name; use lower case letters and digits, a "
                           "letter first, at most ",
                           kMaxFolderName, ", such as mygame");
  }
  const auto players = catalog.Players();
  const bool taken =
      std::ranges::find(kTaken, name) != kTaken.end() ||
      catalog.Find(name).ok() ||
      std::ranges::any_of(
          players, [&](const PlayerInfo& player) { return player.id == name; });
  if (!taken) return absl::OkStatus();
  return AlreadyExists(
      "'", name, "' has a meaning already; choose another name, such as my",
      name);
}

std::string Renamed(absl::string_view text, absl::string_view id,
                    absl::string_view name) {
  return absl::StrReplaceAll(
      text,
      {{id, name}, {absl::AsciiStrToUpper(id), absl::AsciiStrToUpper(name)}});
}

absl::Status MakeNewFolder(const std::string& name) {
  std::error_code error;
  if (std::filesystem::create_directory(name, error)) return absl::OkStatus();
  return absl::FailedPreconditionError(
      error
          ? absl::StrCat("cannot make the folder ", name, ": ", error.message())
          : absl::StrCat(name, " is here already; nothing is changed"));
}

absl::StatusOr<int> RunNew(absl::string_view kind, const Arguments& arguments,
                           const Context& context) {
  const std::string name = arguments.Text(kFolderName);
  RETURN_IF_ERROR(CheckFolderName(name, context.catalog));
  RETURN_IF_ERROR(MakeNewFolder(name));
  for (const TemplateFile& file : TemplateFiles()) {
    if (file.kind != kind) continue;
    RETURN_IF_ERROR(WriteFileAtomically(
        absl::StrCat(name, "/", Renamed(file.name, file.id, name)),
        Renamed(file.text, file.id, name)));
  }
  context.out << "the folder " << name << " has a " << kind
              << " that works; its README.md says what is what. Build it, test "
                 "it, use it:\n"
              << "  cd " << name << "\n  cmake -B build && cmake --build build "
              << "&& ctest --test-dir build\n  boardwalk --plugin build/"
              << name << ".so "
              << (kind == "game" ? absl::StrCat("play ", name)
                                 : absl::StrCat("compare --games teeko "
                                                "--players ",
                                                name, ",mcts --time 10ms"))
              << "\n";
  return 0;
}

absl::StatusOr<int> RunNewGame(const Arguments& arguments,
                               const Context& context) {
  return RunNew("game", arguments, context);
}
absl::StatusOr<int> RunNewPlayer(const Arguments& arguments,
                                 const Context& context) {
  return RunNew("player", arguments, context);
}

// An entrant has the names that its tournament wants, in a folder of its own.
absl::StatusOr<int> RunNewEntrant(const Arguments& arguments,
                                  const Context& context) {
  const std::string game = arguments.Text(kEntrantGame);
  const std::string id = arguments.Text(kEntrantId);
  const bool star = game == kStarGame;
  ASSIGN_OR_RETURN(const auto files,
                   EntryFiles(star ? "star_entry" : "chinese8_skeleton", id));
  RETURN_IF_ERROR(MakeNewFolder(id));
  for (const auto& [name, text] : files) {
    RETURN_IF_ERROR(WriteFileAtomically(absl::StrCat(id, "/", name), text));
  }
  const std::string source =
      absl::StrCat(star ? "star" : "aiplayer_", id, ".c");
  context.out << "the folder " << id << " has an entrant that plays; " << source
              << " says where your own ideas go. Build it, use it:\n  cd " << id
              << "\n  " << CompileCommand(source) << "\n  boardwalk tournament "
              << game << " " << source << " random\n";
  return 0;
}

Positional NameArgument() {
  return {.name = kFolderName,
          .help = "lower case letters and digits: its id and its folder here"};
}

}  // namespace

Command NewCommand() {
  return {
      .name = "new",
      .help =
          "makes a folder with a game, a player or an entrant to begin with",
      .group = {
          {.name = "game",
           .help = "a game, built as a plug-in",
           .positionals = {NameArgument()},
           .run = RunNewGame},
          {.name = "player",
           .help = "a player, built as a plug-in",
           .positionals = {NameArgument()},
           .run = RunNewPlayer},
          {.name = "entrant",
           .help = "an entrant of a tournament, in C",
           .positionals = {{.name = kEntrantGame,
                            .help = "what it is for",
                            .values = std::vector<std::string>{kClassGame,
                                                               kStarGame}},
                           {.name = kEntrantId,
                            .help = "such as 1155123456: its folder here, and "
                                    "its names end in it"}},
           .run = RunNewEntrant}}};
}

}  // namespace boardwalk::cli
