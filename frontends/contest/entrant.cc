#include "frontends/contest/entrant.h"

#include <linux/seccomp.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "framework/errors.h"
#include "framework/file.h"
#include "framework/mutex.h"
#include "framework/status_macros.h"
#include "framework/text.h"

namespace boardwalk::contest {

// The files of harness/ and what they include, embedded by the build.
extern const char* const kHarnessHeader;
extern const char* const kEntrantFilter;
extern const char* const kCallFilter;
extern const char* const kChinese8Harness;
extern const char* const kStarHarness;
// That of the challenge, which its document gives to everybody.
extern const char* const kChallengeHeader;

namespace {

namespace fs = std::filesystem;
using std::chrono::steady_clock;

constexpr size_t kMaxSource = 4 << 20;
constexpr char kChallengeFile[] = "chinese_checkers.h";
constexpr absl::string_view kFolderName = "boardwalk-entrant-";

process::SandboxLimits CompilerLimits(const CompilerTime& time) {
  process::SandboxLimits limits;
  limits.file_bytes = int64_t{32} << 20;
  limits.scratch_bytes = int64_t{128} << 20;
  limits.cpu_seconds = time.cpu_seconds;
  return limits;
}

// What plays gets no more than what it may need.
process::SandboxLimits PlayerLimits() {
  process::SandboxLimits limits;
  limits.scratch_bytes = int64_t{16} << 20;
  return limits;
}

// The compiler writes to the scratch folder $0. Standard output, a file of ours
// outside of the sandbox, gets what it made; standard error the names that say
// whether it can play, or else the first error.
constexpr int kNoCompiler = 3;
constexpr char kCompileScript[] = R"sh(
for tool in "$1" nm; do
  command -v "$tool" >/dev/null || { echo "$tool" >&2; exit 3; }
done
if "$@" -o "$0/output" 2>"$0/messages"; then
  nm -P --defined-only "$0/output" |
    grep -E '^main |^ai_player|(Init|Term)ChineseCheckers|(Your|Opponent)Move' |
    head -n 200 | head -c 20000 >&2
  exec cat "$0/output"
fi
grep -m 1 -E '(error|undefined reference)' "$0/messages" >"$0/message" ||
  grep -m 1 . "$0/messages" >"$0/message"
head -c 1000 "$0/message" >&2
exit 1
)sh";

// In a sandbox of root another user reads it.
absl::Status WriteForAll(const std::string& path, absl::string_view text,
                         mode_t mode) {
  RETURN_IF_ERROR(WriteFileAtomically(path, text));
  if (chmod(path.c_str(), mode) == 0) return absl::OkStatus();
  return FailedPrecondition("cannot open ", Quoted(path), " to everybody");
}

// Removes the folders of our processes that did not come to do it.
void RemoveOldFolders(const fs::path& parent) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(parent, error)) {
    const std::string name = entry.path().filename().string();
    absl::string_view rest = name;
    int pid = 0;
    struct stat status;
    if (!absl::ConsumePrefix(&rest, kFolderName) ||
        !absl::SimpleAtoi(rest.substr(0, rest.find('-')), &pid) || pid <= 0 ||
        lstat(entry.path().c_str(), &status) != 0 || !S_ISDIR(status.st_mode) ||
        status.st_uid != geteuid()) {
      continue;
    }
    if (kill(pid, 0) != 0 && errno == ESRCH) {
      fs::remove_all(entry.path(), error);
    }
  }
}

absl::StatusOr<std::string> MakeFolder() {
  std::error_code error;
  const fs::path parent = fs::temp_directory_path(error);
  if (!error) RemoveOldFolders(parent);
  std::string folder =
      (parent / absl::StrCat(kFolderName, getpid(), "-XXXXXX")).string();
  // It is ours alone, but for the user that root's sandbox becomes, who finds
  // there what it knows the name of.
  if (error || mkdtemp(folder.data()) == nullptr ||
      (geteuid() == 0 && chmod(folder.c_str(), 0711) != 0)) {
    return FailedPrecondition("cannot make the folder ", Quoted(folder));
  }
  return folder;
}

// Whether the kernel has the filters that hold entrants
// (harness/system_call_filter.h).
absl::Status CheckFilters() {
  uint32_t action = SECCOMP_RET_ERRNO;
  if (syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0) {
    return absl::OkStatus();
  }
  return absl::FailedPreconditionError(
      "the kernel has no filters of system calls (seccomp), which entrants "
      "need");
}

// In C, and then in C++.
constexpr std::array<const char*, 6> kSourceExtensions = {
    ".c", ".cc", ".cpp", ".cxx", ".C", ".c++"};

bool IsCpp(const std::string& extension) {
  return std::find(kSourceExtensions.begin() + 1, kSourceExtensions.end(),
                   extension) != kSourceExtensions.end();
}

// The text of a file of an entrant. An error is what is wrong with the file.
absl::StatusOr<std::string> ReadEntrantFile(const fs::path& file,
                                            absl::string_view what) {
  std::error_code error;
  if (!fs::is_regular_file(file, error)) {
    return InvalidArgument(what, " is no file");
  }
  const uintmax_t size = fs::file_size(file, error);
  if (!error && size > kMaxSource) {
    return InvalidArgument(what, " is longer than ", kMaxSource >> 20, " MiB (",
                           size, " bytes)");
  }
  return ReadFile(file.string(), kMaxSource);
}

// The headers that a text includes by names without a folder, in quotes.
std::vector<std::string> IncludedHeaders(absl::string_view text) {
  std::vector<std::string> names;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    for (const absl::string_view word : {"#", "include", "\""}) {
      line = absl::StripLeadingAsciiWhitespace(line);
      if (absl::ConsumePrefix(&line, word)) continue;
      line = "";
      break;
    }
    std::string name(line.substr(0, line.find('"')));
    const std::string extension = fs::path(name).extension().string();
    if (name.find('/') == std::string::npos &&
        (extension == ".h" || extension == ".hh" || extension == ".hpp" ||
         extension == ".hxx")) {
      names.push_back(std::move(name));
    }
  }
  return names;
}

// Whether another source beside it has the name of the header, which then is
// that source's own.
bool BelongsToAnother(const fs::path& header, const std::string& name) {
  if (header.stem() == name) return false;
  std::error_code error;
  for (const char* extension : kSourceExtensions) {
    if (fs::exists(fs::path(header).replace_extension(extension), error)) {
      return true;
    }
  }
  return false;
}

bool IsDigits(absl::string_view text) {
  return !text.empty() && std::ranges::all_of(text, absl::ascii_isdigit);
}

// The function of the document among the defined ones: that of the file's own
// ID first, then of any number, then the plain name.
std::string PickFunction(const std::vector<std::string>& functions,
                         absl::string_view name) {
  constexpr absl::string_view kPlain = "ai_player";
  absl::string_view id = name;
  std::string best;
  if (!absl::ConsumePrefix(&id, "aiplayer_")) id = "";
  for (const std::string& function : functions) {
    absl::string_view rest = function;
    if (!absl::ConsumePrefix(&rest, kPlain)) continue;
    const bool has_id = absl::ConsumePrefix(&rest, "_");
    if (has_id && !id.empty() && rest == id) return function;
    if ((has_id && IsDigits(rest)) || (function == kPlain && best.empty()))
      best = function;
  }
  return best;
}

// A function of the star challenge: its name, and how the rest of its symbol
// begins in C++, where that holds the types of its parameters. After a P comes
// a type of any name, and S..._ is the same type again.
struct Routine {
  absl::string_view name;
  absl::string_view parameters;
  bool has_positions;
};
constexpr std::array<Routine, 4> kRoutines = {{
    {"InitChineseCheckers", "llPll", false},
    {"YourMove", "P", true},
    {"OpponentMove", "l", true},
    {"TermChineseCheckers", "v", false},
}};

// Whether `symbol` is the routine, declared for C or with such parameters.
bool IsSymbolOf(const Routine& routine, absl::string_view symbol) {
  if (symbol == routine.name) return true;
  if (!absl::ConsumePrefix(
          &symbol, absl::StrCat("_Z", routine.name.size(), routine.name)) ||
      !absl::ConsumePrefix(&symbol, routine.parameters)) {
    return false;
  }
  if (!routine.has_positions) return symbol.empty();
  const size_t again = symbol.rfind('S');
  return !symbol.empty() &&
         (absl::ascii_isdigit(symbol[0]) || symbol[0] == 'N') &&
         again != absl::string_view::npos && absl::EndsWith(symbol, "_") &&
         symbol.size() - again <= 3;
}

}  // namespace

bool IsSource(const std::string& path) {
  const std::string extension = fs::path(path).extension().string();
  return extension == ".c" || IsCpp(extension);
}

// Runs the compiler on what is in a folder.
class ToolChain {
 public:
  struct Result {
    bool is_done = false;
    std::string text;  // the symbols, or the first error
  };

  ToolChain(const process::Sandbox* sandbox, const CompilerTime& time,
            std::string folder)
      : sandbox_(sandbox), time_(time), folder_(std::move(folder)) {}

  // Compiles to the new file `output` by a command without `-o`.
  absl::StatusOr<Result> Compile(const std::vector<std::string>& command,
                                 const std::string& output) const {
    process::ProcessOptions options;
    options.argv = {"sh", "-c", kCompileScript, "/tmp"};
    if (sandbox_ == nullptr) {
      options.argv.back() = absl::StrCat(folder_, "/scratch");
      RETURN_IF_ERROR(MakeFolders(options.argv.back()));
    }
    options.argv.insert(options.argv.end(), command.begin(), command.end());
    options.environment = {"LC_ALL=C"};
    options.output_file = output;
    options.log = output + ".log";
    const process::SandboxLimits limits = CompilerLimits(time_);
    ASSIGN_OR_RETURN(
        const std::unique_ptr<process::Process> process,
        process::Process::Start(
            sandbox_ == nullptr ? process::Limited(options, limits)
                                : sandbox_->Wrap(options, limits, {folder_})));
    process->CloseInput();
    Result result;
    if (!process->WaitForEnd(steady_clock::now() + time_.wall)) {
      process->Kill();
      result.text =
          absl::StrCat("it takes more than ", time_.wall.count(), " s");
      return result;
    }
    ASSIGN_OR_RETURN(result.text, ReadFile(options.log));
    if (process->ExitStatus() == kNoCompiler) {
      return FailedPrecondition(
          "there is no program ",
          Quoted(absl::StripAsciiWhitespace(result.text)),
          ", which compiling entrants needs (on Debian: apt install g++)");
    }
    result.is_done =
        process->ExitStatus() == 0 && chmod(output.c_str(), 0755) == 0;
    if (!result.is_done) {
      // The folder means nothing to anybody.
      result.text = absl::StrReplaceAll(result.text, {{folder_ + "/", ""}});
      result.text = OneLine(absl::StripAsciiWhitespace(result.text), 300);
      if (result.text.empty()) result.text = process->HowItEnded();
    }
    return result;
  }

 private:
  const process::Sandbox* const sandbox_;
  const CompilerTime time_;
  const std::string folder_;
};

absl::StatusOr<std::unique_ptr<Entrant>> Entrant::Compile(
    const std::string& path, EntrantGame game, const process::Sandbox* sandbox,
    const CompilerTime& time) {
  RETURN_IF_ERROR(CheckFilters());
  std::unique_ptr<Entrant> entrant(new Entrant);
  ASSIGN_OR_RETURN(entrant->folder_, MakeFolder());
  entrant->guard_ = absl::StrCat(
      sandbox == nullptr ? "no sandbox" : sandbox->Describe(PlayerLimits()),
      "; it reads files, and neither writes, connects, starts nor signals (an "
      "allow-list of system calls)");
  RETURN_IF_ERROR(entrant->CopySource(path, game));
  if (entrant->fault_ != EntrantFault::kNone) return entrant;
  const ToolChain tools(sandbox, time, entrant->folder_);
  RETURN_IF_ERROR(entrant->CompileLibrary(game, tools));
  if (entrant->fault_ != EntrantFault::kNone) return entrant;
  RETURN_IF_ERROR(entrant->CompileHarness(game, tools));
  entrant->SetProcess(sandbox);
  return entrant;
}

Entrant::~Entrant() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

void Entrant::SetFault(EntrantFault fault, std::string text) {
  fault_ = fault;
  fault_text_ = std::move(text);
}

absl::Status Entrant::CopySource(const std::string& path, EntrantGame game) {
  const fs::path file(path);
  const std::string extension = file.extension().string();
  name_ = file.stem().string();
  if (extension != ".c" &&
      (game == EntrantGame::kChinese8 || !IsCpp(extension))) {
    return InvalidArgument(Quoted(path, 200), " is no source in ",
                           game == EntrantGame::kChinese8
                               ? "C: its name must end with .c"
                               : "C or C++: .c, .cc, .cpp or .cxx");
  }
  std::error_code error;
  if (!fs::exists(file, error)) {
    return NotFound("there is no source ", Quoted(path, 200));
  }
  auto text = ReadEntrantFile(file, "the source");
  if (!text.ok()) return SetNotRead(text.status());
  source_ = absl::StrCat(folder_, "/", name_, extension);
  RETURN_IF_ERROR(WriteForAll(source_, *text, 0644));
  text_ = *std::move(text);
  if (game == EntrantGame::kStar) {
    // One beside the source takes its place.
    RETURN_IF_ERROR(WriteForAll(absl::StrCat(folder_, "/", kChallengeFile),
                                kChallengeHeader, 0644));
  }
  return CopyHeaders(file.parent_path());
}

absl::Status Entrant::CopyHeaders(const fs::path& from) {
  const std::string own = name_ + ".h";
  std::vector<std::string> names = IncludedHeaders(text_);
  names.insert(names.begin(), own);
  std::set<std::string> seen;
  for (size_t i = 0; i < names.size(); ++i) {
    const std::string name = names[i];
    const fs::path header = from / name;
    if (!seen.insert(name).second || BelongsToAnother(header, name_)) continue;
    std::error_code error;
    const fs::file_type type = fs::symlink_status(header, error).type();
    std::string text;
    if (type == fs::file_type::not_found) {
      if (name != own || !absl::StartsWith(name_, "aiplayer_")) continue;
      text = absl::StrCat("int ai_player_", name_.substr(9),
                          "(int player, const int* board);\n");
    } else {
      // A link would lead out of the folder.
      auto given =
          type == fs::file_type::symlink
              ? InvalidArgument("its header ", OneLine(name), " is a link")
              : ReadEntrantFile(header,
                                absl::StrCat("its header ", OneLine(name)));
      if (!given.ok()) return SetNotRead(given.status());
      text = *std::move(given);
    }
    if (text_.size() + text.size() > kMaxSource) {
      return SetNotRead(
          InvalidArgument("the source and its headers are longer than ",
                          kMaxSource >> 20, " MiB"));
    }
    RETURN_IF_ERROR(WriteForAll(absl::StrCat(folder_, "/", name), text, 0644));
    absl::StrAppend(&text_, name == own ? "" : absl::StrCat("\n", name, "\n"),
                    text);
    for (std::string& more : IncludedHeaders(text)) {
      names.push_back(std::move(more));
    }
  }
  return absl::OkStatus();
}

absl::Status Entrant::SetNotRead(const absl::Status& why) {
  text_ = std::string(why.message());
  SetFault(EntrantFault::kNotCompiled,
           absl::StrCat("did not compile: ", why.message()));
  return absl::OkStatus();
}

absl::Status Entrant::CompileLibrary(EntrantGame game, const ToolChain& tools) {
  const bool is_cpp = !absl::EndsWith(source_, ".c");
  ASSIGN_OR_RETURN(const ToolChain::Result result,
                   tools.Compile({is_cpp ? "c++" : "cc",
                                  is_cpp ? "-std=gnu++17" : "-std=gnu17", "-O2",
                                  "-fPIC", "-shared", "-w", "-fmax-errors=1",
                                  "-I", folder_, source_, "-Wl,-z,defs", "-lm"},
                                 absl::StrCat(folder_, "/entrant.so")));
  if (result.is_done) {
    CheckSymbols(game, result.text);
  } else {
    SetFault(EntrantFault::kNotCompiled,
             absl::StrCat("did not compile: ", result.text));
  }
  return absl::OkStatus();
}

void Entrant::CheckSymbols(EntrantGame game, const std::string& symbols) {
  std::vector<std::string> functions;
  for (const absl::string_view line : absl::StrSplit(symbols, '\n')) {
    const std::vector<absl::string_view> words = absl::StrSplit(line, ' ');
    if (words.size() < 2) continue;
    if (words[0] == "main") {
      SetFault(EntrantFault::kHasMain, "has a main");
      return;
    }
    if (words[1] == "T" || words[1] == "W" || words[1] == "i") {
      functions.emplace_back(words[0]);
    }
  }
  const auto lacks = [this](absl::string_view what) {
    SetFault(EntrantFault::kLacksFunction,
             absl::StrCat("lacks the function ", what));
  };
  if (game == EntrantGame::kStar) {
    for (const Routine& routine : kRoutines) {
      const auto found =
          std::ranges::find_if(functions, [&](const std::string& symbol) {
            return IsSymbolOf(routine, symbol);
          });
      if (found == functions.end()) return lacks(routine.name);
      symbols_.push_back(*found);
    }
    return;
  }
  symbols_ = {PickFunction(functions, name_)};
  if (!symbols_[0].empty()) return;
  lacks(absl::StartsWith(name_, "aiplayer_")
            ? absl::StrCat("ai_player_", name_.substr(9))
            : "ai_player_ID");
}

absl::Status Entrant::CompileHarness(EntrantGame game, const ToolChain& tools) {
  // The same for all entrants: compiled for the first one, kept for the others.
  static Mutex mutex;
  static std::array<std::string, 2> programs;
  const std::string file = absl::StrCat(folder_, "/harness");
  const MutexLock lock(&mutex);
  std::string& program = programs[game == EntrantGame::kStar ? 1 : 0];
  if (program.empty()) {
    const std::string source = file + ".c";
    const bool star = game == EntrantGame::kStar;
    for (const auto& [name, text] :
         {std::pair("/harness.h", kHarnessHeader),
          std::pair("/system_call_filter.h", kEntrantFilter),
          std::pair("/call_filter.h", kCallFilter),
          std::pair("/harness.c", star ? kStarHarness : kChinese8Harness)}) {
      RETURN_IF_ERROR(WriteForAll(folder_ + name, text, 0644));
    }
    const std::string first = file + ".first";
    ASSIGN_OR_RETURN(
        const ToolChain::Result result,
        tools.Compile({"cc", "-std=gnu11", "-O1", "-w", source, "-ldl"},
                      first));
    if (!result.is_done) {
      return FailedPrecondition("cannot compile the harness of entrants: ",
                                result.text);
    }
    ASSIGN_OR_RETURN(program, ReadFile(first));
  }
  return WriteForAll(file, program, 0755);
}

void Entrant::SetProcess(const process::Sandbox* sandbox) {
  process_.argv = {absl::StrCat(folder_, "/harness"),
                   absl::StrCat(folder_, "/entrant.so")};
  process_.argv.insert(process_.argv.end(), symbols_.begin(), symbols_.end());
  const process::SandboxLimits limits = PlayerLimits();
  process_ = sandbox == nullptr ? process::Limited(process_, limits)
                                : sandbox->Wrap(process_, limits, {folder_});
}

std::pair<std::string, std::string> HarnessFault(const std::string& words) {
  absl::string_view rest = words;
  absl::ConsumePrefix(&rest, "info string ");
  if (!absl::ConsumePrefix(&rest, "fault ")) return {};
  const size_t blank = rest.find(' ');
  if (blank == absl::string_view::npos) return {};
  return {std::string(rest.substr(0, blank)),
          std::string(rest.substr(blank + 1))};
}

}  // namespace boardwalk::contest
