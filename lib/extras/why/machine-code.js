'use strict';

/*
 * The machine code in which a test spends most of its time, from the listing of --print-opt-code (code of TurboFan in
 * Node.js 20 to 26, on x64), and a comparison of two. Addresses differ in each process, so they are replaced by what V8
 * prints about them. Registers and places on the stack are not compared.
 */

const { maxOf } = require('../../base/stats/sample');

const { max } = Math;

const MOST_INSTRUCTIONS = 3000; // of a side; the comparison needs the square
const CONTEXT = 3; // equal instructions around different ones

const INSTRUCTION = /^0x([\da-f]+) +[\da-f]+ {2}([\da-f]+) +(.+)$/;
const NOTE = / *;; (.*)$/;
const MOST_ADDRESS_DIGITS = 12;
const LONG_CONSTANT = 20; // hexadecimal digits of an instruction with a constant of 64 bits, which is mostly an address

/** The last code at each address listed: [{ name, start, end, instructions: [{ address, bytes, text, notes }] }] */
function readPieces(lines) {
  const pieces = [];
  let name = '';
  let piece = null;
  for (const line of lines) {
    const found = piece && INSTRUCTION.exec(line);
    if (found) {
      const [, address, bytes, text] = found;
      const note = NOTE.exec(text);
      piece.instructions.push({
        address: Number.parseInt(address, 16), bytes: bytes.length, text: text.replace(NOTE, ''),
        notes: note ? [note[1]] : [],
      });
    } else if (piece && piece.instructions.length > 0 && /^ +;; /.test(line)) {
      piece.instructions.at(-1).notes.push(NOTE.exec(line)[1]);
    } else if (line.startsWith('name = ')) {
      name = line.slice('name = '.length);
    } else if (line.startsWith('Instructions (size = ')) {
      piece = { name, size: Number.parseInt(line.slice('Instructions (size = '.length), 10), instructions: [] };
      pieces.push(piece);
      name = '';
    } else {
      piece = null; // also at a line that the test prints
    }
  }
  const found = pieces.filter(({ instructions }) => instructions.length > 0).map((one) => {
    const start = one.instructions[0].address;
    return [start, { ...one, start, end: start + one.size }];
  });
  return [...new Map(found).values()];
}

/** Numbers of samples at each instruction of a piece */
function countsIn({ start, end, instructions }, addresses) {
  const counts = instructions.map(() => 0);
  for (const address of addresses) {
    if (address < start || address >= end) continue;
    counts[instructions.findLastIndex((one) => one.address <= address)]++;
  }
  return counts;
}

const sumOf = (counts) => counts.reduce((sum, count) => sum + count, 0);

const EXIT = /^debug: deopt reason '(.*)'$/;

/** Instructions that leave optimized code, by address: the reason */
const exitsOf = (instructions) => new Map(instructions.flatMap(({ address, notes }) => (
  notes.map((note) => EXIT.exec(note)).filter(Boolean).map(([, reason]) => [address, reason]))));

/** Addresses have 48 bits. Small integers are in the upper half of a word, like parts of doubles. */
function constantIn(text) {
  return text.replace(/0x([\da-f]+)/, (_, digits) => {
    const isSmallInteger = /^(?:.{1,6}|f{4}.{4})0{8}$/.test(digits);
    if (isSmallInteger) return `${Number.parseInt(digits.slice(0, -8), 16) | 0}`;
    return digits.length > MOST_ADDRESS_DIGITS ? `0x${digits}` : 'address';
  });
}

/** An instruction without addresses; null for alignment and for exits, which jumps name */
function readable({ address, bytes, text, notes }, exits) {
  if (exits.has(address) || /^nop/.test(text)) return null;
  const [object] = notes.map((note) => /^object: 0x[\da-f]+ (.*)$/.exec(note)).filter(Boolean);
  const short = text.replace(/^REX\.W /, '').trim();
  if (object) return short.replace(/0x[\da-f]+$/, object[1]);
  const jump = /^(\w+) 0x([\da-f]+) {2}(?:<\+0x[\da-f]+>|\((\w+)\))/.exec(short);
  if (jump) {
    const [, name, digits, target] = jump;
    const to = Number.parseInt(digits, 16);
    if (exits.has(to)) return `${name} deoptimize (${exits.get(to)})`;
    return `${name} ${target || (to > address ? 'forward' : 'back')}`;
  }
  const named = short.replace(/\[r13[^\]]*\] \((?:external value|root) \(([\w:]+)[^,]*/, '[$1]')
    .replace(/\[rip[^\]]*\]/, '[address]').replace(/\[(?:rbp|rsp)[^\]]*\]/, '[stack]')
    .replace(/(?<=^(?:add|sub)q rsp,)0x.*$/, 'size');
  return bytes === LONG_CONSTANT ? constantIn(named) : named;
}

const REGISTER = /\b(?:[re]?(?:[abcd]x|[sd]i|[sb]p)|[abcd]l|(?:si|di|bp|sp)l|r\d+[lwbd]?)\b/g;

/** Without registers, but with the names of objects and reasons */
const comparable = (text) => (
  text.replace(/^[^<(]*/, (start) => start.replace(REGISTER, 'r').replace(/\b[xy]mm\d+\b/g, 'x')));

/**
 * @param {object} log see readLog()
 * @param {object[]} pieces of the listing of the same process, see readPieces()
 * @returns {{ name, instructions: [{ text, share }], count, reason }} share: of the samples in this code that wait for
 *   the instruction; count: of all, before the longest are cut; reason: of missing code, or null
 */
function hotCodeOf({ samples }, pieces) {
  const addresses = samples.map(({ codeAddress }) => codeAddress);
  const all = pieces.map((piece) => ({ ...piece, counts: countsIn(piece, addresses) }));
  const most = maxOf(all.map(({ counts }) => sumOf(counts)), 0);
  if (most === 0) {
    return {
      name: '', instructions: [], count: 0,
      reason: 'V8 printed no code at the sampled addresses. It prints only code of its optimizing compiler, TurboFan',
    };
  }
  const { name, instructions, counts } = all.find((piece) => sumOf(piece.counts) === most);
  const exits = exitsOf(instructions);
  const shown = instructions.map((one, i) => ({ text: readable(one, exits), share: counts[i] / most }))
    .filter(({ text }) => text !== null);
  return { name, instructions: shown.slice(0, MOST_INSTRUCTIONS), count: shown.length, reason: null };
}

/** Lengths of the longest common subsequences of the ends of two lists, as rows of one array */
function commonLengths(one, other) {
  const width = other.length + 1;
  const lengths = new Uint16Array((one.length + 1) * width);
  for (let i = one.length - 1; i >= 0; i--) {
    for (let k = other.length - 1; k >= 0; k--) {
      const at = i * width + k;
      lengths[at] = one[i] === other[k] ? lengths[at + width + 1] + 1 : max(lengths[at + width], lengths[at + 1]);
    }
  }
  return (i, k) => lengths[i * width + k];
}

/** Both lists in one: [{ mark, text, shares }]; mark: '=' (in both), '-' (only in the first) or '+' */
function mergedLines(a, b) {
  const [one, other] = [a, b].map((list) => list.map(({ text }) => comparable(text)));
  const common = commonLengths(one, other);
  const lines = [];
  let i = 0;
  let k = 0;
  while (i < one.length || k < other.length) {
    if (i < one.length && k < other.length && one[i] === other[k]) {
      lines.push({ mark: '=', text: b[k].text, shares: [a[i++].share, b[k++].share] });
    } else if (k === other.length || (i < one.length && common(i + 1, k) >= common(i, k + 1))) {
      lines.push({ mark: '-', text: a[i].text, shares: [a[i++].share, null] });
    } else {
      lines.push({ mark: '+', text: b[k].text, shares: [null, b[k++].share] });
    }
  }
  return lines;
}

/** Lines near a difference; the others are one line with mark '@' and their number. */
function withoutEqual(lines) {
  const isNear = lines.map(() => false);
  lines.forEach(({ mark }, i) => {
    if (mark !== '=') isNear.fill(true, max(0, i - CONTEXT), i + CONTEXT + 1);
  });
  const shown = [];
  lines.forEach((line, i) => {
    const last = shown.at(-1);
    if (isNear[i]) shown.push({ ...line, count: 1 });
    else if (last && last.mark === '@') last.count++;
    else shown.push({ mark: '@', text: '', shares: [null, null], count: 1 });
  });
  return shown;
}

/**
 * @param {object[]} codes of both sides, see hotCodeOf(), with isCut: whether the listing was cut
 * @returns {{ names, counts, lines, isCut, reason }} lines: [{ mark, text, shares, count }], see withoutEqual();
 *   counts: numbers of instructions
 */
function compareCodes(codes) {
  const [missing] = codes.filter(({ reason }) => reason !== null);
  return {
    names: codes.map(({ name }) => name), counts: codes.map(({ count }) => count),
    isCut: codes.some(({ isCut, count, instructions }) => isCut || count > instructions.length),
    reason: missing ? missing.reason : null,
    lines: missing ? [] : withoutEqual(mergedLines(codes[0].instructions, codes[1].instructions)),
  };
}

module.exports = { compareCodes, countsIn, hotCodeOf, readPieces, sumOf };
