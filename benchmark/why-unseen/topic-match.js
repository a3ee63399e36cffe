'use strict';
// Matches topics of a message broker against subscription patterns.
// reason: rest element

const PATTERN = 'plant/+/line/+/cell/+/robot/+/axis/#'.split('/');
const TOPICS = [
  'plant/7/line/2/cell/4/robot/1/axis/x/speed',
  'plant/7/line/3/cell/1/conveyor/2/motor',
  'plant/1/line/1/cell/1/robot/9/axis/y',
  'plant/4/line/8/cell/2/robot/3/axis/z/limit',
  'plant/2/line/5/cell/6/robot/2/gripper/force',
].map((topic) => topic.split('/'));

function levelMatches(pattern, level) {
  return pattern === '+' || pattern === level;
}

function matchFrom(index, levels, position) {
  if (PATTERN[index] === '#') return true;
  if (position === levels.length) return index === PATTERN.length;
  if (!levelMatches(PATTERN[index], levels[position])) return false;
  return matchFrom(index + 1, levels, position + 1);
}

function matchList(index, levels) {
  if (PATTERN[index] === '#') return true;
  if (levels.length === 0) return index === PATTERN.length;
  const [level, ...tail] = levels; // HERE
  if (!levelMatches(PATTERN[index], level)) return false;
  return matchList(index + 1, tail);
}

function fast() {
  let hits = 0;
  for (let i = 0; i < TOPICS.length; i++) {
    if (matchFrom(0, TOPICS[i], 0)) hits += i + 1;
  }
  return hits;
}

function slow() {
  let hits = 0;
  for (let i = 0; i < TOPICS.length; i++) {
    if (matchList(0, TOPICS[i])) hits += i + 1;
  }
  return hits;
}

module.exports = { fast, slow };
