'use strict';
// Parses lines of a web server access log and adds up bytes per status class.
// reason: backtracking

const lines = [];
for (let i = 0; i < 8; i++) {
  lines.push(
    `10.0.${i}.7 - frank [10/Oct/2023:13:55:${10 + i} -0700] ` +
    `"GET /assets/img/${i}/logo-large-variant.png HTTP/1.1" ${i % 3 ? 200 : 404} ${1000 + i * 37} ` +
    '"https://example.com/start/page" "Mozilla/5.0 (X11; Linux x86_64)"'
  );
}

const strict = /^([^ ]*) - ([^ ]*) \[([^\]]*)\] "([^ ]*) ([^ ]*) [^"]*" (\d+) (\d+) "([^"]*)" "([^"]*)"$/;
const relaxed = /^(.*) - (.*) \[([^\]]*)\] "([^ ]*) (.*) [^"]*" (\d+) (\d+) "([^"]*)" "([^"]*)"$/; // HERE

function tally(match, totals) {
  const status = Number(match[6]);
  const bytes = Number(match[7]);
  if (status < 300) totals.ok += bytes;
  else if (status < 500) totals.client += bytes;
  else totals.server += bytes;
  totals.paths += match[5].length;
}

function fast() {
  const totals = { ok: 0, client: 0, server: 0, paths: 0 };
  for (const line of lines) {
    const m = strict.exec(line);
    if (m !== null) tally(m, totals);
  }
  return totals;
}

function slow() {
  const totals = { ok: 0, client: 0, server: 0, paths: 0 };
  for (const line of lines) {
    const m = relaxed.exec(line);
    if (m !== null) tally(m, totals);
  }
  return totals;
}

module.exports = { fast, slow };
