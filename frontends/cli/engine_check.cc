// boardwalk engine-check: what an engine gets wrong in the protocol.

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "framework/status_macros.h"
#include "framework/text.h"
#include "frontends/cli/command.h"
#include "frontends/cli/json.h"
#include "frontends/cli/position_arguments.h"
#include "frontends/engine/engine_check.h"
#include "frontends/engine/engine_player.h"

namespace boardwalk::cli {
namespace {

using engine::CheckStep;

constexpr char kCmd[] = "CMD";
constexpr char kProtocol[] = "--protocol";
constexpr char kAnswerTime[] = "--patience";
constexpr char kInSandbox[] = "--sandbox";
// Of each step, in the text.
constexpr size_t kMaxLines = 8;
constexpr size_t kMaxLine = 100;

void PrintStep(const CheckStep& step, size_t number, std::ostream& out) {
  out << absl::StrFormat("%2d %s %s\n", number,
                         step.wrong.empty() ? "ok   " : "WRONG", step.what);
  const size_t lines = step.said.size();
  for (size_t i = 0; i < lines; ++i) {
    // The beginning and the end of a long talk.
    if (lines > kMaxLines && i == kMaxLines / 2) {
      out << "           ... " << lines - kMaxLines << " more lines\n";
      i = lines - kMaxLines / 2;
    }
    out << "         " << OneLine(step.said[i], kMaxLine) << "\n";
  }
  for (const std::string& wrong : step.wrong) {
    out << "         wrong: " << OneLine(wrong) << "\n";
  }
  for (const std::string& note : step.notes) {
    out << "         note: " << OneLine(note) << "\n";
  }
  out << std::flush;
}

Json StepsJson(const std::vector<CheckStep>& steps) {
  Json list = Json::array();
  for (size_t i = 0; i < steps.size(); ++i) {
    list.push_back({{"number", i + 1},
                    {"step", steps[i].what},
                    {"ok", steps[i].wrong.empty()},
                    {"said", steps[i].said},
                    {"wrong", steps[i].wrong},
                    {"notes", steps[i].notes}});
  }
  return list;
}

absl::StatusOr<int> RunEngineCheck(const Arguments& arguments,
                                   const Context& context) {
  ASSIGN_OR_RETURN(const auto game, ReadGame(arguments, context));
  engine::EngineSettings settings;
  ASSIGN_OR_RETURN(settings.process.argv,
                   engine::SplitCommand(arguments.Text(kCmd)));
  Json sandbox;  // null
  if (arguments.Has(kInSandbox)) {
    ASSIGN_OR_RETURN(settings.process,
                     engine::SandboxedEngine(settings.process));
    ASSIGN_OR_RETURN(sandbox, engine::SandboxOfEngines());
  }
  if (arguments.Text(kProtocol) == "uci") {
    settings.protocol = engine::Protocol::kUci;
  }
  settings.ready = std::chrono::milliseconds(
      static_cast<int64_t>(1000 * arguments.Real(kAnswerTime)));
  const bool json = arguments.Has(kJsonOption.name);
  size_t number = 0;
  ASSIGN_OR_RETURN(
      const auto steps,
      engine::CheckEngine(*game, settings, [&](const CheckStep& step) {
        ++number;
        if (json) return;
        PrintStep(step, number, context.out);
      }));
  const auto wrong = std::ranges::count_if(
      steps, [](const CheckStep& step) { return !step.wrong.empty(); });
  if (json) {
    PrintLine({{"command", arguments.Text(kCmd)},
               {"game", game->Name()},
               {"protocol", arguments.Text(kProtocol)},
               {"sandbox", sandbox},
               {"ok", wrong == 0},
               {"wrong", wrong},
               {"steps", StepsJson(steps)}},
              context.out);
  } else {
    context.out << Counted(static_cast<int64_t>(steps.size()), "step") << ", "
                << (wrong == 0 ? "all right" : absl::StrCat(wrong, " wrong"))
                << "\n";
  }
  return wrong == 0 ? 0 : 1;
}

}  // namespace

Command EngineCheckCommand() {
  return {
      .name = "engine-check",
      .help =
          "walks another program through the protocol, and tells each "
          "step: what was sent, what came back, what is wrong",
      .positionals = {{.name = kCmd,
                       .help = "the program with its arguments, as one word: "
                               "\"python3 bot.py\""},
                      kGameArgument},
      .options = {{.name = kProtocol,
                   .value = "PROTOCOL",
                   .help = "that the program speaks: ugi or uci",
                   .values = std::vector<std::string>{"ugi", "uci"},
                   .fallback = "ugi"},
                  {.name = kAnswerTime,
                   .value = "S",
                   .help = "seconds for each answer, besides its limit",
                   .values = Bounds<double>{0.1, 60},
                   .fallback = "3"},
                  {kInSandbox, "", "runs the program in bubblewrap"},
                  kJsonOption},
      .run = RunEngineCheck};
}

}  // namespace boardwalk::cli
