'use strict';
// reason: Date\.parse

const commits = [];
for (let i = 0; i < 16; i++) {
  const day = String((i * 11) % 27 + 1).padStart(2, '0');
  const month = String((i * 5) % 12 + 1).padStart(2, '0');
  commits.push({ sha: 'c' + i, at: '2023-' + month + '-' + day + 'T08:30:00Z' });
}

function newestA(list) {
  const keyed = list.map((commit) => ({ commit, time: Date.parse(commit.at) }));
  keyed.sort((x, y) => y.time - x.time);
  return keyed.map((entry) => entry.commit);
}

function newestB(list) {
  const sorted = list.slice();
  sorted.sort((x, y) => Date.parse(y.at) - Date.parse(x.at)); // HERE
  return sorted;
}

function shas(list) {
  return list[0].sha + list[7].sha + list[list.length - 1].sha;
}

function a() {
  return shas(newestA(commits));
}

function b() {
  return shas(newestB(commits));
}

module.exports = { fast: a, slow: b };
