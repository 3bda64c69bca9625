#include "frontends/cli/figure_files.h"

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <set>
#include <system_error>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "framework/errors.h"
#include "framework/file.h"
#include "framework/status_macros.h"
#include "framework/text.h"
#include "frontends/process/process.h"
#include "frontends/report/figures.h"

namespace boardwalk::cli {
namespace {

constexpr char kConverter[] = "rsvg-convert";
constexpr char kPdfSignature[] = "%PDF-";

// Small letters, digits and single hyphens: a name that LaTeX takes, too. It is
// not in `taken` yet.
std::string FileStem(const std::string& name, std::set<std::string>& taken) {
  std::string stem;
  for (const char c : name) {
    if (absl::ascii_isalnum(static_cast<unsigned char>(c))) {
      stem += absl::ascii_tolower(static_cast<unsigned char>(c));
    } else if (!stem.empty() && stem.back() != '-') {
      stem += '-';
    }
  }
  std::string free = stem;
  for (int i = 2; !taken.insert(free).second; ++i) {
    free = absl::StrCat(stem, "-", i);
  }
  return free;
}

// Converts STEM.svg.
absl::Status WritePdf(const std::string& stem) {
  constexpr std::chrono::seconds kLongestConversion(30);
  const std::string made = absl::StrCat(stem, ".pdf.tmp");
  std::remove(made.c_str());
  process::ProcessOptions options;
  options.argv = {kConverter, "--format=pdf", absl::StrCat("--output=", made),
                  // A name that begins with '-' is no option.
                  "--", absl::StrCat(stem, ".svg")};
  ASSIGN_OR_RETURN(const auto converter, process::Process::Start(options));
  const bool ended = converter->WaitForEnd(std::chrono::steady_clock::now() +
                                           kLongestConversion);
  absl::StatusOr<std::string> pdf =
      absl::FailedPreconditionError("it takes too long");
  if (ended) {
    pdf = converter->ExitStatus() == 0
              ? ReadFile(made)
              : absl::FailedPreconditionError(absl::StrCat(
                    converter->HowItEnded(), " ", converter->LastWords()));
  }
  converter->Kill();
  std::remove(made.c_str());
  if (!pdf.ok()) {
    return FailedPrecondition(kConverter, " cannot convert ", stem,
                              ".svg: ", pdf.status().message());
  }
  return WriteFileAtomically(absl::StrCat(stem, ".pdf"), *pdf, kPdfSignature);
}

// Those with a PDF must have one that shows the same.
absl::Status WriteFigure(const report::Figure& figure, const std::string& stem,
                         bool pdf) {
  const std::string csv = report::CsvTable(figure.points);
  RETURN_IF_ERROR(WriteFileAtomically(absl::StrCat(stem, ".csv"), csv,
                                      csv.substr(0, csv.find(','))));
  RETURN_IF_ERROR(WriteFileAtomically(absl::StrCat(stem, ".svg"),
                                      figure.picture.ForFile(),
                                      report::Svg::kFileSignature));
  return pdf ? WritePdf(stem) : absl::OkStatus();
}

}  // namespace

absl::StatusOr<WrittenFigures> WriteFigures(const report::Summary& summary,
                                            const std::string& folder) {
  RETURN_IF_ERROR(MakeFolders(folder));
  if (std::error_code error; !std::filesystem::is_directory(folder, error)) {
    return FailedPrecondition(Quoted(folder, /*max_bytes=*/1000),
                              " is no folder; name one for the figures");
  }
  WrittenFigures written;
  written.pdf = process::FindProgram(kConverter).ok();
  std::set<std::string> taken;
  const auto write =
      [&](const std::string& of,
          const std::vector<report::Figure>& figures) -> absl::Status {
    const std::string prefix = FileStem(of, taken);
    for (const report::Figure& figure : figures) {
      RETURN_IF_ERROR(WriteFigure(
          figure, absl::StrCat(folder, "/", prefix, "-", figure.name),
          written.pdf));
      ++written.figures;
    }
    return absl::OkStatus();
  };
  RETURN_IF_ERROR(write("all games", report::OverallFigures(summary)));
  for (const report::VariantSummary& variant : summary.variants) {
    RETURN_IF_ERROR(
        write(variant.name, report::VariantFigures(summary, variant)));
  }
  return written;
}

}  // namespace boardwalk::cli
