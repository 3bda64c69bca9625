// boardwalk classic: the programs of the documents.

#include <csignal>

#include "framework/status_macros.h"
#include "frontends/classic/classic.h"
#include "frontends/cli/command.h"

namespace boardwalk::cli {
namespace {

constexpr char kComputerFirst[] = "--computer-first";
constexpr char kPart[] = "--part";
constexpr char kBoard[] = "--board";
constexpr char kBorderWidth[] = "--border-width";

// The programs write while they play: they end when their reader does.
void EndWithTheReader() { std::signal(SIGPIPE, SIG_DFL); }

absl::StatusOr<int> RunChinese8(const Arguments& arguments,
                                const Context& context) {
  EndWithTheReader();
  classic::Chinese8Options options;
  options.computer_first = arguments.Has(kComputerFirst);
  return classic::RunChinese8(options, context.in, context.out, context.err);
}

absl::StatusOr<int> RunOnejump(const Arguments&, const Context& context) {
  EndWithTheReader();
  return classic::RunOnejump(context.in, context.out);
}

absl::StatusOr<int> RunTeeko(const Arguments& arguments,
                             const Context& context) {
  classic::TeekoOptions options;
  options.part = static_cast<int>(arguments.Int(kPart));
  options.border_width = static_cast<int>(arguments.Int(kBorderWidth));
  options.board = arguments.Text(kBoard);
  EndWithTheReader();
  return classic::RunTeeko(options, context.in, context.out, context.err);
}

}  // namespace

Command ClassicCommand() {
  return {.name = "classic",
          .help = "runs the programs of the documents, with their exact output",
          .group = {
              {.name = "chinese8",
               .help = "plays Chinese checkers on the 8x8 board",
               .options = {{kComputerFirst, "", "lets the computer play Blue"}},
               .run = RunChinese8},
              {.name = "onejump",
               .help = "reads one-jump checkers actions and prints the game",
               .run = RunOnejump},
              {.name = "teeko",
               .help = "plays Teeko on the 4x4 board",
               .options = {{.name = kPart,
                            .value = "N",
                            .help = "1: the pieces are placed; 2: they move",
                            .values = Bounds<int64_t>{1, 2},
                            .fallback = "1"},
                           {.name = kBoard,
                            .value = "FILE",
                            .help = "the board of part 2",
                            .fallback = "gameboard.txt",
                            .completion = Completion::kFile},
                           {.name = kBorderWidth,
                            .value = "N",
                            .help = "width of the line above the board",
                            .values = Bounds<int64_t>{1, 200},
                            .fallback = "5"}},
               .run = RunTeeko}}};
}

}  // namespace boardwalk::cli
