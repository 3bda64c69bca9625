// Loads games and players from shared libraries (plugin.h).

#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "framework/plugin.h"

namespace boardwalk {

// Loads the libraries `files` and adds what they bring to `contents`, with the
// file as its origin. A library stays loaded; one that is in `contents` already
// is not added again. Returns an error, of one line, for each that is refused;
// it names the file and says what to do: it is missing, no library, damaged,
// not a plug-in, built otherwise than this program, or brings an id that is
// taken. Nothing of such a library is in `contents`.
//
// A library runs its own code when it is loaded, so a child process loads all
// of them first, and one that crashes or hangs ends that child; then each other
// is tried by itself. One that takes longer than `max_seconds` is remembered in
// the cache folder and refused at once until its file changes. Call it before
// threads are started.
std::vector<absl::Status> LoadPlugins(const std::vector<std::string>& files,
                                      PluginContents& contents,
                                      unsigned max_seconds = 20);

// The files in `folder` that end in ".so", by name; none if there is no such
// folder.
std::vector<std::string> PluginFiles(const std::string& folder);

// Loads the libraries in the folders of BOARDWALK_PLUGIN_PATH, with ':' between
// them, and those in `own`. Returns what is left out: a name in the variable
// that is no folder, and what LoadPlugins refuses.
std::vector<absl::Status> LoadPluginFolders(const std::string& own,
                                            PluginContents& contents);

// The folder of plug-ins that belongs to the installation, or the build, of the
// program that runs: ../lib/boardwalk/plugins beside its own folder. "" if the
// system does not tell.
std::string OwnPluginFolder();

}  // namespace boardwalk
