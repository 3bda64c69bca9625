#include "frontends/web/http/admission.h"

#include <arpa/inet.h>

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "framework/json.h"
#include "framework/text.h"
#include "frontends/web/http/keys.h"

namespace boardwalk::web {
namespace {

constexpr size_t kMaxPairs = 32;  // NAME=VALUE in a query
constexpr size_t kMaxKeys = 64;
// Where guests have something to ask: games that have a name.
constexpr absl::string_view kRooms = "/api/1/rooms/";

absl::string_view Header(const RawRequest& raw, const std::string& name) {
  const auto found = raw.headers.find(name);
  return found == raw.headers.end() ? absl::string_view() : found->second;
}

// "localhost" is "localhost:80".
std::string WithPort(absl::string_view host) {
  const size_t colon = host.rfind(':');
  const bool has_port = colon != absl::string_view::npos &&
                        host.find(']', colon) == absl::string_view::npos;
  return absl::AsciiStrToLower(has_port ? std::string(host)
                                        : absl::StrCat(host, ":80"));
}

// Whether `host`, such as "192.168.1.2:8080" or "[::1]:8080", is an address
// with that port.
bool IsAddress(absl::string_view host, int port) {
  if (!absl::ConsumeSuffix(&host, absl::StrCat(":", port))) return false;
  in6_addr address;
  if (absl::ConsumePrefix(&host, "[") && absl::ConsumeSuffix(&host, "]")) {
    return inet_pton(AF_INET6, std::string(host).c_str(), &address) == 1;
  }
  return inet_pton(AF_INET, std::string(host).c_str(), &address) == 1;
}

int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char lower = absl::ascii_tolower(static_cast<unsigned char>(c));
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

// Whether `text` is UTF-8 without control characters other than tabs and ends
// of lines.
bool IsPlainText(absl::string_view text) {
  while (!text.empty()) {
    const size_t length = Utf8Length(text);
    if (length == 0) return false;
    if (IsControlCharacter(text.substr(0, length)) && text[0] != '\t' &&
        text[0] != '\n' && text[0] != '\r') {
      return false;
    }
    text.remove_prefix(length);
  }
  return true;
}

// Decodes %XX, and in a query '+'. False if it is no text.
bool Decode(absl::string_view text, bool is_query, std::string& decoded) {
  decoded.clear();
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      decoded += is_query && text[i] == '+' ? ' ' : text[i];
      continue;
    }
    if (text.size() - i < 3) return false;
    const int high = HexDigit(text[i + 1]), low = HexDigit(text[i + 2]);
    if (high < 0 || low < 0) return false;
    decoded += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return IsPlainText(decoded);
}

void AddKeys(absl::string_view text, std::vector<std::string>& keys) {
  for (absl::string_view key : absl::StrSplit(text, ',')) {
    key = absl::StripAsciiWhitespace(key);
    if (!key.empty()) keys.emplace_back(key);
  }
}

std::optional<Refusal> DecodeQuery(absl::string_view query, Request& request) {
  const std::vector<absl::string_view> pairs =
      absl::StrSplit(query, '&', absl::SkipEmpty());
  if (pairs.size() > kMaxPairs) {
    return Refusal{
        414, absl::StrCat("the query has more than ", kMaxPairs, " parts")};
  }
  for (const absl::string_view pair : pairs) {
    const std::pair<absl::string_view, absl::string_view> parts =
        absl::StrSplit(pair, absl::MaxSplits('=', 1));
    std::string name, value;
    if (!Decode(parts.first, true, name) ||
        !Decode(parts.second, true, value)) {
      return Refusal{400, "the query is not UTF-8, encoded as %XX"};
    }
    if (name == "key") {
      AddKeys(value, request.keys);
    } else if (!request.query.emplace(name, value).second) {
      return Refusal{400, absl::StrCat("the query has ", Quoted(name),
                                       " twice; give it once")};
    }
  }
  return std::nullopt;
}

std::optional<Refusal> DecodeTarget(absl::string_view target,
                                    Request& request) {
  if (target.size() > kMaxTarget) {
    return Refusal{
        414, absl::StrCat("the address is longer than ", kMaxTarget, " bytes")};
  }
  if (!absl::StartsWith(target, "/") || absl::StrContains(target, '#')) {
    return Refusal{400, "the path does not begin with '/', or has a '#'"};
  }
  const std::pair<absl::string_view, absl::string_view> parts =
      absl::StrSplit(target, absl::MaxSplits('?', 1));
  if (!Decode(parts.first, false, request.path)) {
    return Refusal{400, "the path is not UTF-8, encoded as %XX"};
  }
  return DecodeQuery(parts.second, request);
}

std::optional<Refusal> CheckContentType(const RawRequest& raw) {
  const absl::string_view type = Header(raw, "content-type");
  const absl::string_view essence =
      absl::StripAsciiWhitespace(type.substr(0, type.find(';')));
  if (absl::EqualsIgnoreCase(essence, "application/json")) return std::nullopt;
  return Refusal{415,
                 "the body must be JSON, with Content-Type: "
                 "application/json"};
}

}  // namespace

bool IsApi(absl::string_view target) {
  const absl::string_view path = target.substr(0, target.find('?'));
  return path == "/api" || absl::StartsWith(path, "/api/");
}

Response ErrorResponse(bool is_api, int status, absl::string_view message) {
  Response response;
  response.status = status;
  if (is_api) {
    response.body = JsonText({{"error", std::string(message)}}) + "\n";
  } else {
    response.type = "text/html; charset=utf-8";
    response.body = absl::StrCat(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">"
        "<meta name=\"viewport\" content=\"width=device-width\">"
        "<title>Boardwalk: ",
        status, "</title><h1>", status, "</h1><p>", EscapeHtml(message),
        "</p><p><a href=\"/\">To the games</a></p></html>\n");
  }
  return response;
}

Admission::Admission(Options options) : options_(std::move(options)) {
  for (std::string& host : options_.hosts) host = WithPort(host);
}

bool Admission::Serves(const std::string& host) const {
  return std::ranges::find(options_.hosts, host) != options_.hosts.end() ||
         (options_.any_address_port != 0 &&
          IsAddress(host, options_.any_address_port));
}

std::optional<Refusal> Admission::CheckSite(const RawRequest& raw,
                                            bool is_api) const {
  const std::string host = WithPort(Header(raw, "host"));
  if (!Serves(host)) {
    const absl::string_view name = Header(raw, "host");
    return Refusal{
        403, absl::StrCat(
                 name.empty()
                     ? std::string("there is no Host")
                     : absl::StrCat("this server is not called ", Quoted(name)),
                 "; open http://", options_.hosts.front(), "/")};
  }
  absl::string_view origin = Header(raw, "origin");
  const bool own_origin =
      origin.empty() ||
      (absl::ConsumePrefix(&origin, "http://") && WithPort(origin) == host);
  // Where a link of another site leads here, the page may be shown.
  const absl::string_view site = Header(raw, "sec-fetch-site");
  const bool own_site =
      site.empty() || site == "same-origin" || site == "none" ||
      (!is_api && Header(raw, "sec-fetch-mode") == "navigate");
  if (own_origin && own_site) return std::nullopt;
  return Refusal{403, "pages of other sites may not ask"};
}

std::optional<Refusal> Admission::CheckToken(const RawRequest& raw,
                                             Admitted& admitted) const {
  if (options_.token.empty()) return std::nullopt;
  Request& request = admitted.request;
  const auto given = request.query.find("token");
  admitted.new_token = request.path == "/" && given != request.query.end() &&
                       SameKey(given->second, options_.token);
  if (admitted.new_token || HasToken(raw)) return std::nullopt;
  // Who opens an old address is to know that it is.
  if (!admitted.is_api && given == request.query.end()) return std::nullopt;
  request.guest = absl::StartsWith(request.path, kRooms) &&
                  std::ranges::any_of(request.keys, [](const std::string& key) {
                    return LooksLikeKey(key);
                  });
  if (request.guest) {
    admitted.max_body = kMaxGuestBody;
    return std::nullopt;
  }
  return Refusal{401,
                 "this server asks for its token: open the address that it "
                 "printed when it began, with ?token=..."};
}

bool Admission::HasToken(const RawRequest& raw) const {
  absl::string_view bearer = Header(raw, "authorization");
  if (absl::StartsWithIgnoreCase(bearer, "bearer ")) {
    bearer = absl::StripAsciiWhitespace(bearer.substr(7));
    if (SameKey(bearer, options_.token)) return true;
  }
  const std::string cookie = absl::StrCat(options_.cookie_name, "=");
  for (absl::string_view pair :
       absl::StrSplit(Header(raw, "cookie"), absl::ByAnyChar(";,"))) {
    pair = absl::StripAsciiWhitespace(pair);
    if (absl::ConsumePrefix(&pair, cookie) && SameKey(pair, options_.token)) {
      return true;
    }
  }
  return false;
}

std::optional<Refusal> Admission::Admit(const RawRequest& raw,
                                        Admitted& admitted) const {
  Request& request = admitted.request;
  admitted.head = raw.method == "HEAD";
  admitted.is_api = IsApi(raw.target);
  request.method = admitted.head ? "GET" : raw.method;
  const auto unreadable = DecodeTarget(raw.target, request);
  // What is encoded is the interface's, too.
  admitted.is_api = admitted.is_api || IsApi(request.path);
  if (auto refusal = CheckSite(raw, admitted.is_api)) return refusal;
  if (unreadable.has_value()) return unreadable;
  if (request.method != "GET" && request.method != "POST") {
    return Refusal{405, "there are GET, HEAD and POST"};
  }
  if (request.method == "POST") {
    if (!admitted.is_api) return Refusal{405, "there are GET and HEAD"};
    if (auto refusal = CheckContentType(raw)) return refusal;
  }
  const absl::string_view keys = Header(raw, "boardwalk-key");
  const absl::string_view last_event_id = Header(raw, "last-event-id");
  if (!IsPlainText(keys) || !IsPlainText(last_event_id)) {
    return Refusal{400, "Boardwalk-Key or Last-Event-ID is not UTF-8"};
  }
  AddKeys(keys, request.keys);
  if (request.keys.size() > kMaxKeys) {
    return Refusal{400,
                   absl::StrCat("there are more than ", kMaxKeys, " keys")};
  }
  request.last_event_id = std::string(last_event_id);
  if (auto refusal = CheckToken(raw, admitted)) return refusal;
  request.query.erase("token");
  return std::nullopt;
}

}  // namespace boardwalk::web
