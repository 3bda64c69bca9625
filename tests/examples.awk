# Makes a source file of the examples in headers' comments, which the build
# compiles: awk -f examples.awk FILE.h... An example is the indented block below
# a comment line such as
#
#   // Example, given `const AnyGame& game` and `int seat`:
#
# It is the body of a function with what is given as its parameters. Given text
# that ends with `;` stands before that function instead, and an `Example of
# declarations` stands by itself, outside of any function. The compiler's errors
# name the header and the line.

BEGIN {
  for (i = ARGC - 1; i > 0; --i) {
    if (has_example(ARGV[i])) headers = "#include \"" ARGV[i] "\"\n" headers
    else ARGV[i] = ""
  }
  print "#include <chrono>"
  print "#include <iostream>"
  print "#include \"framework/status_macros.h\""
  print "#include \"games/plugins/tictactoe/tictactoe.h\""
  printf "%s", headers
  print "namespace boardwalk {"
  print "using namespace std::chrono_literals;"
  print "using tictactoe::Rules;"
  print "using tictactoe::State;"
  print "using Move = State::Move;"
  print "}"
}

FNR == 1 { close_example(); read_namespace(FILENAME); state = "" }

# The heading, which may go on over several lines up to a colon.
/^ *\/\/ Example[ ,:]/ { close_example(); heading = ""; state = "heading" }

state == "heading" {
  heading = heading " " $0
  if ($0 !~ /^ *\/\//) state = ""
  if ($0 ~ /:$/) { open_example(); state = "gap" }
  next
}

state == "gap" && /^ *\/\/$/ { next }

state != "" {
  if ($0 ~ /^ *\/\/(   |$)/) {
    code = $0
    sub(/^ *\/\/ ?/, "", code)
    print code
    state = "code"
  } else {
    close_example()
  }
}

END { close_example() }

function has_example(file,    line, found) {
  while ((getline line < file) > 0) found = found || line ~ /^ *\/\/ Example[ ,:]/
  close(file)
  return found
}

function read_namespace(file,    line, words) {
  namespace = "boardwalk"
  while ((getline line < file) > 0) {
    if (line ~ /^namespace boardwalk[a-z0-9_:]* \{$/) {
      split(line, words, " ")
      namespace = words[2]
      break
    }
  }
  close(file)
}

function open_example(    text, parameters, given) {
  gsub(/ *\/\/ /, " ", heading)
  printf "namespace %s {\nnamespace example_%d {\n", namespace, ++count
  text = heading
  while (match(text, /`[^`]*`/)) {
    given = substr(text, RSTART + 1, RLENGTH - 2)
    text = substr(text, RSTART + RLENGTH)
    if (given ~ /;$/) print given
    else parameters = parameters (parameters == "" ? "" : ", ") given
  }
  is_function = heading !~ /Example of declarations/
  if (is_function) printf "absl::Status Example(%s) {\n", parameters
  printf "#line %d \"%s\"\n", FNR + 2, FILENAME
}

function close_example() {
  if (state == "gap" || state == "code") {
    if (is_function) print "  return absl::OkStatus();\n}"
    print "}\n}"
  }
  state = ""
}
