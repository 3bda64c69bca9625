// Checks requests and decodes them.
//
// Admission refuses clients without the token, except for the files of the
// page, which are no secret, and guests who have keys of a game; and it refuses
// pages of other sites in a browser that can reach this server: it checks Host
// against DNS rebinding, and Origin, Sec-Fetch-Site and Content-Type against
// cross-site requests.
//
// Example:
//
//   const web::Admission admission({.hosts = {"127.0.0.1:8080"}});
//   web::Admitted admitted;
//   const auto refusal = admission.Admit(
//       {.method = "GET",
//        .target = "/api/1/games",
//        .headers = {{"host", "127.0.0.1:8080"}}},
//       admitted);

#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "frontends/web/api.h"

namespace boardwalk::web {

// The longest request target, in bytes.
inline constexpr size_t kMaxTarget = 8192;
// The longest body of a guest, in bytes.
inline constexpr size_t kMaxGuestBody = 64 << 10;

// The request line and the headers as the client sent them.
struct RawRequest {
  std::string method;
  std::string target;  // "/api/1/games/star%3Aplayers%3D3?key=k"
  // Names in lower case. The values of one that came several times have commas
  // between them.
  std::map<std::string, std::string> headers = {};
};

// Why a request is not answered.
struct Refusal {
  int status = 0;
  std::string message;  // what is wrong, and what would be right
};

// A request that may be answered. Its body is still to come.
struct Admitted {
  Request request;         // of a HEAD, the GET
  bool head = false;       // only the head of the answer is asked for
  bool is_api = false;     // below /api
  bool new_token = false;  // the target had the token: set the cookie
  // The longest body, in bytes. Guests send moves, and no games.
  size_t max_body = kMaxBody;
};

class Admission {
 public:
  struct Options {
    // Names and addresses that are served, with the port: "localhost:8080".
    std::vector<std::string> hosts;
    // A port whose Host may be any IP address, which no name server can give to
    // another site's page. 0 if there is none.
    int any_address_port = 0;
    std::string token = {};        // "" if nobody needs one
    std::string cookie_name = {};  // of the cookie that has it
  };

  explicit Admission(Options options);

  std::optional<Refusal> Admit(const RawRequest& raw, Admitted& admitted) const;

 private:
  bool Serves(const std::string& host) const;
  std::optional<Refusal> CheckSite(const RawRequest& raw, bool is_api) const;
  // Refuses who needs the token and does not give it; notes who is a guest, and
  // whether the target gave it.
  std::optional<Refusal> CheckToken(const RawRequest& raw,
                                    Admitted& admitted) const;
  bool HasToken(const RawRequest& raw) const;

  Options options_;
};

// Whether `target` is the interface's and not the page's.
bool IsApi(absl::string_view target);

// An error of the server itself: JSON for the interface, else a short page.
Response ErrorResponse(bool is_api, int status, absl::string_view message);

}  // namespace boardwalk::web
