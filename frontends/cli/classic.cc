// boardwalk classic: the documents' own programs.

#include <csignal>

#include "framework/status_macros.h"
#include "frontends/classic/chinese8.h"
#include "frontends/classic/onejump.h"
#include "frontends/classic/teeko.h"
#include "frontends/cli/commands.h"

namespace boardwalk::cli {
namespace {

constexpr absl::string_view kComputerFirst = "--computer-first";
constexpr absl::string_view kPart = "--part";
constexpr absl::string_view kBoard = "--board";
constexpr absl::string_view kBorderWidth = "--border-width";

// The transcripts are written as the games go: a program whose reader has gone
// is to end with it.
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
  ASSIGN_OR_RETURN(const auto part, arguments.Int(kPart, {1, 2}, options.part));
  ASSIGN_OR_RETURN(const auto width,
                   arguments.Int(kBorderWidth, {1, 200}, options.border_width));
  options.part = static_cast<int>(part);
  options.border_width = static_cast<int>(width);
  if (arguments.Has(kBoard)) options.board = arguments.Text(kBoard);
  EndWithTheReader();
  return classic::RunTeeko(options, context.in, context.out, context.err);
}

}  // namespace

Command ClassicCommand() {
  return {.name = "classic",
          .help = "runs the documents' programs, transcript for transcript",
          .group = {
              {.name = "chinese8",
               .help = "plays Chinese checkers on the 8x8 board",
               .options = {{kComputerFirst, "", "gives Blue to the computer"}},
               .run = RunChinese8},
              {.name = "onejump",
               .help = "reads one-jump checkers actions and prints the game",
               .run = RunOnejump},
              {.name = "teeko",
               .help = "plays Teeko on the 4x4 board",
               .options = {{kPart, "N",
                            "1 the placements, 2 the movements; 1 unless said"},
                           {kBoard, "FILE",
                            "the board of part 2; gameboard.txt unless said"},
                           {kBorderWidth, "N",
                            "of the line above the board, 1 to 200; 5 unless "
                            "said"}},
               .run = RunTeeko}}};
}

}  // namespace boardwalk::cli
