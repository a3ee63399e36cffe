'use strict';
// Counts how many spam rules match a message.
// reason: creates a regular expression

const RULES = [
  { name: 'money', source: 'free\\s+(?:cash|money)', weight: 5 },
  { name: 'prize', source: '\\bwinner\\b', weight: 4 },
  { name: 'pills', source: 'v[i1]agr[a4]', weight: 9 },
  { name: 'click', source: 'click\\s+here', weight: 3 },
  { name: 'urgent', source: '^urgent', weight: 2 },
].map((rule) => ({ ...rule, pattern: new RegExp(rule.source, 'i') }));

const MESSAGE = 'Urgent: please click here to read the notes of the meeting';

function addWeight(score, rule, position) {
  const bonus = position === 0 ? 2 : 0;
  return score + rule.weight + bonus;
}

function fast() {
  let score = 0;
  for (let i = 0; i < RULES.length; i++) {
    const rule = RULES[i];
    const pattern = rule.pattern;
    if (pattern.test(MESSAGE)) score = addWeight(score, rule, i);
  }
  return score;
}

function slow() {
  let score = 0;
  for (let i = 0; i < RULES.length; i++) {
    const rule = RULES[i];
    const pattern = new RegExp(rule.source, 'i'); // HERE
    if (pattern.test(MESSAGE)) score = addWeight(score, rule, i);
  }
  return score;
}

module.exports = { fast, slow };
