'use strict';
// Tokenises a filter expression of a query language.
// reason: sticky|scan

const SOURCE = 'labels has urgent and title has crash and owner has ada or state has new and area has parser or ' +
  'team has core and reporter has grace and (votes > 12)';

const RULES = [
  { kind: 's', at: /"[^"]*"/y, anywhere: /"[^"]*"/g },
  { kind: 'b', at: /[()]/y, anywhere: /[()]/g },
  { kind: 'n', at: /[0-9]+/y, anywhere: /[0-9]+/g },
  { kind: 'o', at: /[=<>]+/y, anywhere: /[=<>]+/g },
  { kind: 'w', at: /[a-z]+/y, anywhere: /[a-z]+/g },
];

function skipSpace(pos) {
  while (pos < SOURCE.length && SOURCE.charCodeAt(pos) === 32) pos++;
  return pos;
}

function matchAt(rule, pos) {
  const regex = rule.at;
  regex.lastIndex = pos;
  const match = regex.exec(SOURCE);
  return match !== null && match.index === pos ? match[0].length : 0;
}

function matchNext(rule, pos) {
  const regex = rule.anywhere;
  regex.lastIndex = pos;
  const match = regex.exec(SOURCE); // HERE
  return match !== null && match.index === pos ? match[0].length : 0;
}

function fast() {
  let kinds = '';
  for (let pos = 0; pos < SOURCE.length; pos = skipSpace(pos)) {
    for (let r = 0; r < RULES.length; r++) {
      const length = matchAt(RULES[r], pos);
      if (length === 0) continue;
      kinds += RULES[r].kind;
      pos += length;
      break;
    }
  }
  return kinds.length + kinds.charCodeAt(3);
}

function slow() {
  let kinds = '';
  for (let pos = 0; pos < SOURCE.length; pos = skipSpace(pos)) {
    for (let r = 0; r < RULES.length; r++) {
      const length = matchNext(RULES[r], pos);
      if (length === 0) continue;
      kinds += RULES[r].kind;
      pos += length;
      break;
    }
  }
  return kinds.length + kinds.charCodeAt(3);
}

module.exports = { fast, slow };
