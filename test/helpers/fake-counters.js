'use strict';

/*
 * Fakes of valgrind and perf: shell scripts in a folder for PATH. Like the real programs they run node, and write
 * counts in the same formats: a fixed number of instructions for the start of the process and for each call. The file
 * `runs` in the folder gets one line per process: its id, the number of calls (n for a configuration of a benchmark
 * file), and 'test', 'empty' or 'file'.
 */

const fs = require('fs');
const path = require('path');

// Instructions of a process before its calls, of an iteration of the empty loop, and of a call
const BEFORE = 500e6;
const LOOP = 8;
const CALL = 100;

// The scripts count the requested calls, so the process must not make fewer.
const NUMBERS = `
export QTIMEIT_WORKER="$(printf %s "$QTIMEIT_WORKER" | sed 's/"isExact":false/"isExact":true/')"
calls=$(printf %s "$QTIMEIT_WORKER" | sed 's/.*"counts":{"calls":\\([0-9]*\\).*/\\1/')
parts=$(printf %s "$QTIMEIT_WORKER" | sed 's/.*"parts":\\([0-9]*\\).*/\\1/')
case "$QTIMEIT_WORKER" in *'"empty":null'*) what=test; each=${LOOP + CALL};; *) what=empty; each=${LOOP};; esac
case "$QTIMEIT_WORKER" in *'"role":"configuration"'*)
  what=file
  parts=0
  each=${CALL}
  for word; do case "$word" in n=*) calls=\${word#n=};; esac; done
esac
total=$((${BEFORE} + calls * each))
here=$(dirname "$0")
echo "$$ $calls $what" >> "$here/runs"
`;

// fault: shell code of a failure, run before node; it may use $out, $calls, $what and $total.
const valgrind = (version, fault) => `#!/bin/sh
if [ "$1" = --version ]; then echo valgrind-${version}; exit 0; fi
for word; do case "$word" in --callgrind-out-file=*) out=\${word#*=};; esac; done
while case "$1" in -*) true;; *) false;; esac; do shift; done
${NUMBERS}
part() { printf 'part: %s\\n\\nevents: Ir\\nfn=f\\n0 %s\\ntotals: %s\\n' $1 $2 $2; }
write() {
  if [ "$parts" = 0 ]; then part 1 $((${BEFORE} + calls * $1)); return; fi
  part 1 ${BEFORE}
  part 2 900
  for n in $(seq $parts); do part $((n + 2)) $((900 + calls * $1)); done
  part $((parts + 3)) 1000
}
write $each > "$out"
${fault}
exec "$@"
`;

// Not exec: perf runs as long as its child process.
const perf = (answer, fault) => `#!/bin/sh
if [ "$1" = --version ]; then echo perf version 6.1.0; exit 0; fi
while [ "$1" != -- ]; do if [ "$1" = -o ]; then out=$2; fi; shift; done
shift
if [ -z "$out" ]; then printf '${answer}\\n' 123456 >&2; exit 0; fi
${NUMBERS}
printf '\\n${answer}\\n' $total > "$out"
${fault}
"$@"
`;

const COUNTED = '%s;;instructions:u;20000000;100.00;;';
const NOT_SUPPORTED = '<not supported>;;instructions:u;0;100.00;;';

/**
 * @param {string} folder an existing one
 * @param {object} [programs]
 * @param {string} [programs.valgrind] shell code of its failure; null: it cannot be run (exit code 127)
 * @param {string} [programs.version] of it
 * @param {string} [programs.perf] shell code of its failure; without it perf reports that it cannot count
 * @returns {{ env: object, runs: function(): object[] }} env: the folder is first in PATH; runs(): { pid, calls, what }
 *   of each process
 */
function fakeCounters(folder, { valgrind: fault = '', version = '3.19.0', perf: perfFault } = {}) {
  const programs = {
    perf: perfFault === undefined ? perf(NOT_SUPPORTED, '') : perf(COUNTED, perfFault),
    valgrind: fault === null ? '#!/bin/sh\nexit 127\n' : valgrind(version, fault),
    vgdb: '#!/bin/sh\n',
  };
  for (const [name, text] of Object.entries(programs)) fs.writeFileSync(path.join(folder, name), text, { mode: 0o755 });
  const file = path.join(folder, 'runs');
  return {
    env: { PATH: `${folder}${path.delimiter}${process.env.PATH}` },
    runs() {
      const lines = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
      return lines.map((line) => line.split(' ')).map(([pid, calls, what]) => ({ pid: +pid, calls: +calls, what }));
    },
  };
}

module.exports = { fakeCounters, CALL, LOOP };
