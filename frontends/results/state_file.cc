// Results in the state folder.

#include <ctime>
#include <filesystem>
#include <random>
#include <system_error>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "framework/file.h"
#include "framework/status_macros.h"
#include "frontends/results/store.h"

namespace boardwalk::results {
namespace {

// "kobalu": easy to say and to tell from others.
std::string RandomWord() {
  constexpr absl::string_view kConsonants = "bdfgklmnprstvz";
  constexpr absl::string_view kVowels = "aeiou";
  std::random_device random;
  std::string word;
  for (int syllable = 0; syllable < 3; ++syllable) {
    word += kConsonants[random() % kConsonants.size()];
    word += kVowels[random() % kVowels.size()];
  }
  return word;
}

// "2026-11-26-1405", by the local time.
std::string Now() {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  localtime_r(&now, &local);
  char text[32];
  const size_t length =
      std::strftime(text, sizeof(text), "%Y-%m-%d-%H%M", &local);
  return std::string(text, length);
}

}  // namespace

absl::StatusOr<StateFile> MakeStateFile(
    absl::string_view name, const comparison::Configuration& configuration) {
  ASSIGN_OR_RETURN(const std::string folder, StateFolder());
  RETURN_IF_ERROR(MakeFolders(folder));
  const std::string begin = absl::StrCat(folder, "/", name, "-", Now(), "-");
  constexpr int kTries = 100;
  absl::Status last;
  for (int i = 0; i < kTries; ++i) {
    std::string path = absl::StrCat(begin, RandomWord(), ".sqlite");
    auto store = CreateToPlay(path, configuration);
    if (store.ok()) return StateFile{std::move(path), *std::move(store)};
    last = store.status();
    if (!absl::IsAlreadyExists(last)) break;
  }
  return last;
}

void RemoveStateFile(std::unique_ptr<comparison::Store> store,
                     const std::string& path) {
  store.reset();
  std::error_code ignored;
  std::filesystem::remove(path, ignored);
}

}  // namespace boardwalk::results
