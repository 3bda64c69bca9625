// boardwalk merge: joins the results of parts of a comparison.

#include "framework/status_macros.h"
#include "framework/text.h"
#include "frontends/cli/command.h"
#include "frontends/cli/json.h"
#include "frontends/cli/position_arguments.h"
#include "frontends/results/store.h"

namespace boardwalk::cli {
namespace {

constexpr char kOut[] = "OUT";
constexpr char kIn[] = "IN";

absl::StatusOr<int> RunMerge(const Arguments& arguments,
                             const Context& context) {
  const auto check = [&](const std::string& path) {
    return results::OpenChecked(context.catalog, path).status();
  };
  ASSIGN_OR_RETURN(
      const auto counts,
      results::MergeResults(arguments.Text(kOut), arguments.Texts(kIn), check));
  if (arguments.Has(kJsonOption.name)) {
    PrintLine({{"added", counts.added},
               {"repeated", counts.repeated},
               {"differing", counts.differing},
               {"kept_from", counts.kept_from}},
              context.out);
    return 0;
  }
  context.out << Counted(counts.added, "game") << " added; "
              << Counted(counts.repeated, "game") << " there already";
  if (counts.differing > 0) {
    context.out << ", of which " << counts.differing
                << (counts.differing == 1 ? " differs" : " differ")
                << "; kept those of " << JoinWords(counts.kept_from, "and");
  }
  context.out << "\n";
  return 0;
}

}  // namespace

Command MergeCommand() {
  return {
      .name = "merge",
      .help = "joins files of results of one comparison, each game once",
      .positionals = {{.name = kOut,
                       .help = "the file to add to; it is created if necessary",
                       .completion = Completion::kFile},
                      {.name = kIn,
                       .help = "files of results, such as those of shards",
                       .repeatable = true,
                       .completion = Completion::kFile}},
      .options = {kJsonOption},
      .run = RunMerge};
}

}  // namespace boardwalk::cli
