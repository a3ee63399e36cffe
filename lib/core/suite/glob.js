'use strict';

/* Patterns with wildcards, matched without regular expressions, which take far too long for `*a*a*a*b`. */

const STAR = Symbol('*');
const ANY = Symbol('?');

const MOST_CHARACTERS = 4096;
const MOST_ALTERNATIVES = 1000;

const isGlob = (text) => /[*?]|\[[^\]]+\]|\{[^}]*,[^]*\}/.test(text);

/** A hint for a pattern that a shell has not expanded, or null. Names may have the other signs: m.js?x, r[1].json */
const hintOfGlob = (text) => (isGlob(text) && /[*{]/.test(text)
  ? 'Name each file, or let the shell expand the pattern (without quotes)' : null);

/** The end of a set that begins at `start` with [, or -1. A ] directly after the [ is a member. */
function endOfSet(chars, start) {
  const first = chars[start + 1] === '!' || chars[start + 1] === '^' ? start + 2 : start + 1;
  return chars.indexOf(']', first + 1);
}

/** [a-z], [!ab] -> (char) => boolean */
function setOf(chars) {
  const negated = chars[0] === '!' || chars[0] === '^';
  const members = negated ? chars.slice(1) : chars;
  const ranges = [];
  for (let i = 0; i < members.length; i++) {
    const isRange = members[i + 1] === '-' && i + 2 < members.length;
    ranges.push([members[i], isRange ? members[i + 2] : members[i]].map((char) => char.codePointAt(0)));
    if (isRange) i += 2;
  }
  return (char) => ranges.some(([from, to]) => char.codePointAt(0) >= from && char.codePointAt(0) <= to) !== negated;
}

function tokensOf(pattern, withSets) {
  const chars = Array.from(pattern);
  const tokens = [];
  for (let i = 0; i < chars.length; i++) {
    const end = withSets && chars[i] === '[' ? endOfSet(chars, i) : -1;
    if (chars[i] === '*') tokens.push(STAR);
    else if (chars[i] === '?') tokens.push(ANY);
    else if (end > 0) {
      tokens.push(setOf(chars.slice(i + 1, end)));
      i = end;
    } else tokens.push(chars[i]);
  }
  return tokens;
}

const fits = (token, char) => token === ANY || token === char || (typeof token === 'function' && token(char));

/** Matches the whole text. Backtracking to the last star is enough. */
function matches(tokens, text) {
  const chars = Array.from(text);
  let star = -1;
  let resume = 0;
  let t = 0;
  for (let c = 0; c < chars.length;) {
    if (tokens[t] === STAR) {
      star = t++;
      resume = c;
    } else if (t < tokens.length && fits(tokens[t], chars[c])) {
      t++;
      c++;
    } else if (star >= 0) {
      t = star + 1;
      c = ++resume;
    } else {
      return false;
    }
  }
  while (tokens[t] === STAR) t++;
  return t === tokens.length;
}

/** Matches one part of a path, such as *.m?js or [!_]*. As in a shell, only a literal dot matches a leading dot. */
function namePattern(pattern) {
  const tokens = tokensOf(pattern, true);
  return (name) => (name[0] !== '.' || pattern[0] === '.') && matches(tokens, name);
}

function textPattern(pattern) {
  if (!/[*?]/.test(pattern)) return (text) => text.includes(pattern);
  const tokens = [STAR, ...tokensOf(pattern, false), STAR];
  return (text) => matches(tokens, text);
}

function firstBraces(pattern) {
  for (let start = pattern.indexOf('{'); start >= 0; start = pattern.indexOf('{', start + 1)) {
    const alternatives = [];
    let depth = 0;
    let from = start + 1;
    for (let i = start; i < pattern.length; i++) {
      if (pattern[i] === '{') depth++;
      if (pattern[i] === '}') depth--;
      if ((pattern[i] === ',' && depth === 1) || depth === 0) {
        alternatives.push(pattern.slice(from, i));
        from = i + 1;
      }
      if (depth === 0) break;
    }
    if (depth === 0 && alternatives.length > 1) {
      return { before: pattern.slice(0, start), alternatives, after: pattern.slice(from) };
    }
  }
  return null;
}

function* expansions(pattern) {
  const found = firstBraces(pattern);
  if (!found) yield pattern;
  else for (const one of found.alternatives) yield* expansions(found.before + one + found.after);
}

/** a.{js,mjs} -> a.js, a.mjs. Throws a RangeError for too many patterns. */
function expandBraces(pattern) {
  if (pattern.length > MOST_CHARACTERS) throw new RangeError(`it is longer than ${MOST_CHARACTERS} characters`);
  const all = [];
  for (const one of expansions(pattern)) {
    if (all.length === MOST_ALTERNATIVES) {
      throw new RangeError(`its braces expand to more than ${MOST_ALTERNATIVES} patterns`);
    }
    all.push(one);
  }
  return all;
}

module.exports = { hintOfGlob, isGlob, expandBraces, namePattern, textPattern };
