'use strict';

const { expect } = require('chai');
const { explain, priceOf, timesOfPair } = require('#lib/extras/why/explain');
const { explanationLines, explanationSections } = require('#lib/report/kinds/explanation');

const PLACE = { file: '/w/a.js', line: 3, column: 9, text: '  s += many[i].x;' };

const NO_FACTS = { created: [], holey: new Set(), slow: [] };

/** operations: id -> { share, ... } */
function sideOf(name, nsPerCall, operations, more = {}) {
  const entries = Object.entries(operations).map(([id, { share, place = PLACE, fn = null, opFn, ...own }]) => [id, {
    id, kind: id === 'own' ? 'own' : 'operation', words: id, experiment: null, share, ...own,
    fn: opFn, places: new Map([[`${place.file}:${place.line}:${place.column}`, { place, share, fn }]]),
  }]);
  return {
    name, kind: 'test', nsPerCall, halfWidthNs: 0, bytesPerCall: 0,
    profile: { operations: new Map(entries), functions: new Set() },
    facts: NO_FACTS, deopts: [], caches: new Map(), seconds: 1, blocks: null, coveredCalls: 1, placeIn: () => null,
    userFiles: () => true, ...more,
  };
}

const OWN = { own: { share: 1 } };
const fast = sideOf('fast', 100, OWN);
const slow = (operations, more) => sideOf('slow', 300, operations, more);

/** The largest line of the explanation of slow(operations, more) */
const lineOf = (operations, more, a = fast) => explain(a, slow(operations, more)).lines[0];
/** What the only operation with the given name does, in words */
const whatOfOne = (name, more) => lineOf({ [name]: { share: 1, ...more } }).what;

const deopts = (count) => Array.from({ length: count }, () => (
  { kind: 'deopt-eager', reason: 'wrong map', at: PLACE, isInWindow: true }));
/** Blocks of functions, each with a list of [start, end, count] of its blocks */
const blocksOf = (...functions) => [{ url: 'file:///w/a.js', functions: functions.map((ranges) => ({
  functionName: 'f', ranges: ranges.map(([startOffset, endOffset, count]) => ({ startOffset, endOffset, count })),
})) }];
const kinds = (...all) => all.map((words) => ({ words, place: null }));
const whatOf = ({ lines }) => lines.map(({ what, ns }) => [what, Math.round(ns)]);

describe('the explanation of a difference', () => {
  it('has lines that add up to the difference with the rest', () => {
    const found = explain(fast, slow({ own: { share: 0.4 }, reads: { share: 0.55 }, little: { share: 0.05 } }));
    expect(whatOf(found)).to.deep.equal([['reads', 165], ['runs compiled code, without a known reason', 20]]);
    expect(found.unexplainedNs + found.lines.reduce((sum, { ns }) => sum + ns, 0)).to.be.closeTo(200, 1e-9);
  });

  it('has the place with the most time, if it or its line takes enough of the time', () => {
    const placeOf = (lines) => {
      const share = 1 / lines.length;
      const places = lines.map((line, column) => ({ place: { ...PLACE, line, column }, share, fn: null }));
      const side = slow({ reads: { share: 1 } });
      side.profile.operations.get('reads').places = new Map(places.map((one, i) => [i, one]));
      return explain(fast, side).lines[0].place;
    };
    expect(placeOf([3, 3, 3, 4, 5])).to.include({ line: 3, column: 0 });
    expect(placeOf([3, 3, 4, 5, 6])).to.equal(null);
    expect(placeOf([7, 8, 9])).to.include({ line: 7 });
  });

  it('adds what a Proxy, a dictionary, a spread, instanceof or a generator causes', () => {
    const trap = { ...PLACE, line: 9 };
    const proxy = { 'uses a Proxy': { share: 0.2 },
      'reads an element or a computed property in the general way': { share: 0.3, place: trap, fn: { name: 'get' } },
      'reads a property in the general way': { share: 0.2, place: trap, fn: { name: 'other' } } };
    const dictionary = { 'uses an object that V8 stores as a dictionary': { share: 0.2 },
      'reads an element or a computed property in the general way': { share: 0.3 },
      'compares strings': { share: 0.2 } };
    const spread = { 'copies an object with spread': { share: 0.2 },
      'writes an element or a computed property in the general way': { share: 0.3 },
      'compares strings': { share: 0.2 } };
    const iterable = { 'spreads an iterable': { share: 0.2 },
      'calls functions that V8 does not know in advance': { share: 0.3 }, 'compares strings': { share: 0.2 } };
    const method = { name: 'static [Symbol.hasInstance]' };
    const instance = { instanceof: { share: 0.2 },
      'looks for a property in the general way': { share: 0.3, place: trap, fn: method },
      'reads a property in the general way': { share: 0.2, place: trap, fn: { name: 'other' } } };
    const generator = { 'resumes a generator': { share: 0.2 },
      'tokens() is not inlined': { share: 0.3, kind: 'call', opFn: 'function* tokens(text) {' },
      'other() is not inlined': { share: 0.2, kind: 'call', opFn: 'function other() {' } };
    const cache = { 'uses a Proxy': { share: 0.05 }, 'reads a property in the general way': { share: 0.9 } };
    const found = [proxy, dictionary, spread, iterable, instance, generator, cache].map((operations) => (
      whatOf(explain(fast, sideOf('slow', 1000, operations, { sourceOf: (fn) => ({ first: 1, lines: [fn] }) })))));
    expect(found).to.deep.equal([
      [['uses a Proxy', 500], ['reads a property in the general way', 200]],
      [['uses an object that V8 stores as a dictionary', 500], ['compares strings', 200]],
      [['copies an object with spread', 500], ['compares strings', 200]],
      [['spreads an iterable', 500], ['compares strings', 200]],
      [['instanceof', 500], ['reads a property in the general way', 200]],
      [['resumes a generator', 500], ['other() is not inlined', 200]],
      [['reads a property in the general way', 900]],
    ]);
  });

  it('has the place of an operation in a loop, not the loop', () => {
    const deleting = slow({ 'deletes a property': { share: 1 } });
    const { places } = deleting.profile.operations.get('deletes a property');
    places.clear();
    for (const [line, column, text, share] of [[2, 3, '  for (;;) {', 0.7], [3, 5, '    delete o.a;', 0.3]]) {
      places.set(`${line}`, { place: { file: '/w/a.js', line, column, text }, share, fn: null });
    }
    expect(explain(fast, deleting).lines[0].place.line).to.equal(3);
    places.delete('3');
    expect(explain(fast, deleting).lines[0].place.line).to.equal(2);
  });

  it('names regular expressions that differ, and why one of them may take long', () => {
    const of = (pattern) => ({ 'matches a regular expression': { share: 1, pattern } });
    const linesOf = (...patterns) => {
      const { lines: [{ what, because }] } = explain(
        ...patterns.map((pattern, i) => sideOf(`${i}`, 100 + 200 * i, of(pattern))));
      return [what, ...because];
    };
    const little = ['[\\w.+-]+@[\\w.+-]+', '^foo.*$|^bar.*$', '.*?x.*', '\\.*\\.+'].map((one) => linesOf('a', one)[1]);
    expect(little.filter((words) => words.includes('attempts'))).to.deep.equal([]);
    expect([linesOf('a', '(.*) (.+)'), linesOf('a', '(a+)+'), linesOf('a', 'a')]).to.deep.equal([
      ['matches a regular expression that takes longer', 'most of it is for /(.*) (.+)/: several parts match any ' +
        'text, so there may be many attempts (backtracking)'],
      ['matches a regular expression that takes longer', 'most of it is for /(a+)+/: a group that is repeated ' +
        'contains a repetition, so there may be many attempts (backtracking)'],
      ['does more of the same: matches a regular expression', 'most of it is for /a/'],
    ]);
  });

  it('says that loops run as often, if nothing else is known', () => {
    const becauseOf = (...counts) => explain(...counts.map((count, i) => (
      sideOf(`${i}`, 100 + 200 * i, OWN, { blocks: blocksOf([[0, 90, 10], [5, 9, count]]) })))).lines[0].because;
    expect([becauseOf(500, 510), becauseOf(50, 50), becauseOf(500, 600)].map(([words = '']) => words.slice(0, 40)))
      .to.deep.equal(['its loops run as often as in 0: perhaps ', '', '']);
  });

  it('does not name what both sides do', () => {
    const [a, b] = [sideOf('a', 100, { reads: { share: 1 } }), sideOf('b', 200, { reads: { share: 1 } })];
    expect(explain(a, b).lines.map(({ id }) => id)).to.deep.equal(['more-work']);
  });

  it('is missing below 15 %', () => {
    expect(explain(fast, sideOf('slow', 114, { reads: { share: 1 } }))).to.equal(null);
  });

  it('has what V8 saw at the place: many shapes, or an index that it treats as a name', () => {
    const becauseOf = (shapes, ...keys) => {
      const cache = {
        shapes: new Set(shapes), keys: new Set(keys), modifiers: new Set(), isMegamorphic: true, changes: 0,
      };
      return lineOf({ reads: { share: 1 } }, { caches: new Map([['/w/a.js:3:9', cache]]) }).because;
    };
    const many = '6 shapes of objects were seen here, and V8 specializes for 4';
    expect(becauseOf([1, 2, 3, 4, 5, 6], 'x')).to.deep.equal([many]);
    for (const [key, words] of [
      ['-1', ['the index is negative (-1), so V8 treats it as the name of a property']],
      ['1.5', ['the index is not a whole number (1.5), so V8 treats it as the name of a property']],
      ['name', []],
    ]) expect(becauseOf([1], '0', key).slice(1), key).to.deep.equal(words);
  });

  it('adds what V8 does at places where prototypes change, and names arguments that are linked', () => {
    const text = '  if (arguments[i] > most) most = arguments[i];';
    const [changed, ofArguments] = [{ ...PLACE, line: 4 }, { file: '/w/a.js', line: 9, column: 16, text }];
    const cache = { shapes: new Set(), keys: new Set(), modifiers: new Set(), isMegamorphic: false, changes: 0 };
    const caches = new Map([
      ['/w/a.js:3:9', { ...cache, changes: 60 }], ['/w/a.js:4:9', { ...cache, changes: 60 }], ['/w/a.js:9:16', cache]]);
    const operations = {
      reads: { share: 0.3 }, searches: { share: 0.2, place: changed },
      'other element': { share: 0.4, place: ofArguments },
    };
    const found = explain(fast, sideOf('slow', 1000, operations, { caches }));
    expect(whatOf(found)).to.deep.equal([['reads', 500], ['other element', 400]]);
    const withOwn = explain(fast, sideOf('slow', 1000, { reads: { share: 0.4 }, own: { share: 0.5 } }, { caches }));
    expect(withOwn.lines.map(({ ns }) => Math.round(ns))).to.deep.equal([400, 400]);
    expect(found.lines.map(({ because: [words] }) => words.slice(0, 41))).to.deep.equal(
      ['prototypes or global properties change', 'elements of arguments are linked to the p']);
  });

  it('has what the samples show about lists and regular expressions', () => {
    const becauseOf = (more) => lineOf({ method: { share: 1, ...more } }).because;
    expect(becauseOf({ isOnObject: true })[0]).to.match(/^the list is no plain array/);
    expect(becauseOf({ pattern: 'a+b' })).to.deep.equal(['most of it is for /a+b/']);
    expect(becauseOf({ pattern: '(a+)+b' })[0]).to.match(/^most of it is for .*backtracking/);
    expect(becauseOf({ pattern: 'a'.repeat(200) })[0].length).to.be.below(110);
  });

  it('adds functions that are not inlined to calls of unknown functions', () => {
    const call = { kind: 'call', words: 'f() is not inlined' };
    const unknown = 'calls functions that V8 does not know in advance';
    const known = sideOf('fast', 100, { own: { share: 0.5 }, 'call f': { share: 0.5, ...call } });
    expect(whatOf(explain(known, slow({ [unknown]: { share: 0.3 }, 'call f': { share: 0.7, ...call } }))))
      .to.deep.equal([[unknown, 250]]);
    // Most of it is what the fast test calls as well.
    const twice = sideOf('slow', 200, { [unknown]: { share: 0.1 }, 'call f': { share: 0.9, ...call } });
    const [line] = explain(sideOf('fast', 100, { 'call f': { share: 1, ...call } }), twice).lines;
    expect(line.id).to.equal('own');
  });

  it('names what only one test does inside of a method that both call', () => {
    const other = sideOf('fast', 100, { method: { share: 1 } });
    const whatWith = (mainly) => lineOf({ method: { share: 1, mainly } }, {}, other).what;
    expect(whatWith('converts numbers to strings')).to.equal('method, which mainly converts numbers to strings');
    expect(whatWith(undefined)).to.equal('does more of the same: method');
  });

  it('knows no more work if all blocks together do not run more often', () => {
    const blocksWith = (...counts) => blocksOf(counts.map((count, i) => [i, 90, count]));
    const idWith = (...counts) => (
      lineOf(OWN, { blocks: blocksWith(...counts) }, { ...fast, blocks: blocksWith(10, 10, 10) }).id);
    expect(idWith(30, 1)).to.equal('own');
    expect(idWith(30, 10)).to.equal('more-work');
  });

  it('knows more work in all loops and callbacks, but not in other blocks', () => {
    const loops = (...counts) => blocksOf(
      [[0, 90, 1], ...counts.map((count, i) => [10 + 10 * i, 15 + 10 * i, count])]);
    const lineWith = (blocks, other = loops(20, 1)) => lineOf(OWN, { blocks }, { ...fast, blocks: other });
    expect(lineWith(loops(20, 20))).to.deep.include({
      id: 'more-work', because: ['all loops and callbacks together run 40 times per call, those of fast 20 times'],
    });
    expect(lineWith(loops(20, 1, 1, 1, 1, 1, 1, 1, 1)).id).to.equal('own');
    // A callback of the fast test is no loop.
    const callback = [[20, 30, 20]];
    expect(lineWith(loops(20, 1), blocksOf([[0, 90, 1]], callback)).id).to.equal('own');
    expect(lineWith(blocksOf([[0, 90, 1]], callback, [[40, 50, 20]]))).to.deep.include({
      id: 'more-work', because: ['all loops and callbacks together run 40 times per call, those of fast 20 times'],
    });
    const helper = [[91, 99, 20]]; // outside of the test
    expect(lineWith(blocksOf([[0, 90, 1]], callback, helper)).id).to.equal('own');
  });

  it('names a rest element that is allocated', () => {
    const whatAt = (text) => lineOf({ own: { share: 1, place: { ...PLACE, text } } }, { bytesPerCall: 1600 }).what;
    expect(whatAt('  const [level, ...tail] = levels;')).to.equal('allocates memory, for a rest element');
    expect(whatAt('  const list = [level, ...tail];')).to.equal('allocates memory');
  });

  it('adds the first use of a formatter to its creation', () => {
    const parts = {
      'Intl.NumberFormat.prototype.format': { share: 0.5 }, 'new Intl.NumberFormat': { share: 0.3 },
      'Intl.Collator.prototype.compare': { share: 0.2 },
    };
    expect(whatOf(explain(sideOf('fast', 0, {}), slow(parts)))).to.deep.equal(
      [['new Intl.NumberFormat', 240], ['Intl.Collator.prototype.compare', 60]]);
    // Both tests create one, and this one uses it more often.
    const both = sideOf('fast', 90, { 'new Intl.NumberFormat': { share: 0.99 } });
    expect(lineOf(parts, {}, both).what).to.equal('Intl.NumberFormat.prototype.format');
  });

  it('names the kinds of objects that fill the memory', () => {
    const place = { ...PLACE, line: 8 };
    const facts = { ...NO_FACTS, created: [{ words: 'functions', place }] };
    const parts = { own: { share: 0.3 }, collector: { share: 0.7, kind: 'collector', words: 'collects garbage' } };
    expect(lineOf(parts, { bytesPerCall: 1600, facts }))
      .to.deep.include({ what: 'collects garbage (it creates functions)', place });
  });

  it('names kinds of objects that both tests create, if this one allocates twice as much', () => {
    const facts = { ...NO_FACTS, created: [{ words: 'boxed numbers', place: { ...PLACE, line: 8 } }] };
    const other = { ...fast, facts, bytesPerCall: 500 };
    const firstWith = (parts, bytesPerCall = 1600) => lineOf(parts, { bytesPerCall, facts }, other);
    const collector = { share: 1, kind: 'collector', words: 'collects garbage' };
    expect(firstWith({ collector }).what)
      .to.equal('does more of the same: collects garbage (it creates boxed numbers)');
    expect(firstWith(OWN)).to.deep.include({
      id: 'more-work', what: 'does more of the same: allocates boxed numbers', place: facts.created[0].place,
    });
    expect(firstWith(OWN, 900).id).to.equal('own');
    expect(firstWith({ 'tells the collector about a written reference': { share: 1 } })).to.deep.include({
      what: 'tells the collector about a written reference to boxed numbers', place: facts.created[0].place,
    });
  });

  it('names objects of a kind that only this test creates, also if both allocate much', () => {
    const facts = { ...NO_FACTS, created: kinds('functions') };
    const other = { ...fast, bytesPerCall: 500 };
    expect(lineOf(OWN, { bytesPerCall: 1600, facts }, other).what).to.equal('allocates functions');
    expect(lineOf(OWN, { bytesPerCall: 1600 }, other).what).to.equal('does more of the same: allocates memory');
    expect(lineOf(OWN, { bytesPerCall: 900 }, other).id).to.equal('own');
  });

  it('shows allocations where the code creates something, and not where V8 counts them', () => {
    const all = [
      ['  return [i, i % n];', '[i', true], ['  return list[i];', '[i', false], ['  return { i };', '{ i', true],
      ['  if (i) { go(); }', '{ go', false], ['  run(() => i);', '() =>', true], ['  x = new Thing();', 'new', true],
      ['  list.map(one => one);', 'one =>', true], ['  go(f.bind(x));', 'bind', true], ['  return a % b;', '%', false],
    ];
    for (const [text, at, creates] of all) {
      const place = { ...PLACE, line: 7, column: text.indexOf(at) + 1, text };
      const allocating = slow({ own: { share: 0.9 }, other: { share: 0.1, place } }, { bytesPerCall: 1600 });
      allocating.profile.operations.get('own').places.set('more', { place, share: 0.3, fn: null });
      expect(explain(fast, allocating).lines[0].place, text).to.equal(creates ? place : PLACE);
    }
    const literal = { ...PLACE, text: '  return [i, i % n];', column: 10 };
    const counted = { 'allocates memory': { share: 0.9 }, own: { share: 0.1, place: literal } };
    expect(lineOf(counted).place).to.equal(literal);
  });

  it('says that many shapes were seen only if V8 has seen them', () => {
    const READS = 'reads a property of objects of many shapes';
    const cacheWith = (count, isMegamorphic) => ({
      caches: new Map([['/w/a.js:3:9', {
        isMegamorphic, changes: 0, keys: new Set(), modifiers: new Set(), shapes: new Set(Array(count).keys()),
      }]]),
    });
    const lineWith = (...cache) => lineOf({ [READS]: { share: 1, experiment: {} } }, cacheWith(...cache));
    expect(lineWith(1, false)).to.deep.include({
      what: 'reads a property in the general way', experiment: null,
      because: ['few shapes were seen here: V8 may store these objects as dictionaries, for example after delete'],
    });
    expect([lineWith(1, true), lineWith(5, false), lineOf({ [READS]: { share: 1 } })].map(({ what }) => what))
      .to.deep.equal([READS, READS, READS]);
  });

  it('knows functions that call eval() or use with', () => {
    const fn = { name: 'f' };
    const sources = (text) => ({ sourceOf: (one) => (one === fn ? { lines: [text] } : null) });
    const whatWith = (text, a = fast) => lineOf({ own: { share: 1, fn } }, sources(text), a).what;
    const words = 'keeps its variables where code can find them by name';
    const unknown = 'runs compiled code, without a known reason';
    expect([whatWith('eval(code)'), whatWith('with (all) {'), whatWith('evaluate()')])
      .to.deep.equal([words, words, unknown]);
    const other = { ...fast, ...sources('eval(code)'), profile: { ...fast.profile, functions: new Set([fn]) } };
    expect(whatWith('eval(code)', other)).to.equal(unknown);
  });

  const WRITES = 'writes a property of objects of many shapes';
  const NATIVE = 'C++ of V8 or Node.js';
  for (const [title, ...cases] of [
    ['the spread that V8 runs in steps',
      ['grows an array', '  return [...all, value];', '[...', 'grows an array, for a spread'],
      ['grows an array', '  all.push(value);', 'push', 'grows an array']],
    ['the spread after which properties are written',
      [WRITES, '  last.p = { ...o, d: i };', 'i }', `${WRITES}, for a spread`],
      [WRITES, '  last.p = { ...o, d: i };', 'p =', WRITES],
      [WRITES, '  run() { all.push(...list); o.x = 1; }', 'x =', WRITES]],
    ['the function that the source calls if its C++ function has no name',
      [NATIVE, '  state = structuredClone(state);', 'structured', `structuredClone(): ${NATIVE}`],
      [NATIVE, '  state = structuredClone(state);', 'state', NATIVE]],
  ]) {
    it(`names ${title}`, () => {
      for (const [name, text, at, what] of cases) {
        const place = { ...PLACE, text, column: text.indexOf(at) + 1 };
        expect(whatOfOne(name, { place }), `${text} at ${at}`).to.equal(what);
      }
    });
  }

  it('names slow instructions that only one test has', () => {
    const place = { ...PLACE, line: 4 };
    const factsWith = (share) => ({ facts: { ...NO_FACTS, slow: [{ words: 'computes remainders', share, place }] } });
    expect(lineOf(OWN, factsWith(0.3))).to.deep.include({ what: 'computes remainders', place });
    expect(lineOf(OWN, factsWith(0.2)).id).to.equal('own');
    expect(lineOf(OWN, factsWith(0.3), { ...fast, ...factsWith(0.3) }).id).to.equal('own');
    expect(lineOf(OWN, factsWith(0.3), { ...fast, facts: null }).id).to.equal('own');
  });

  it('says what a method mainly does inside', () => {
    expect(whatOfOne('Array.from', { mainly: 'grows an array' })).to.equal('Array.from, which mainly grows an array');
    expect(whatOfOne('Array.from', { mainly: 'Array.prototype.push' })).to.equal('Array.from');
  });

  it('says that only the slower test reads an array that may have holes, which is no known reason', () => {
    const factsWith = (key) => ({ facts: { ...NO_FACTS, holey: new Set([key]) } });
    expect(lineOf(OWN, factsWith('/w/a.js:3:9'))).to.deep.include({
      id: 'own', isKnown: false, because: ['this array may have holes, so V8 checks whether each element is missing'],
    });
    const other = { ...fast, ...factsWith('/w/a.js:5:9') };
    expect(lineOf(OWN, factsWith('/w/a.js:3:9'), other).because).to.deep.equal([]);
    expect(lineOf(OWN, factsWith('/w/a.js:4:9')).because).to.deep.equal([]);
  });

  it('adds the price of new shapes to the class that has them, at the same place', () => {
    const parts = { 'creates a class': { share: 0.3 }, [WRITES]: { share: 0.6 }, own: { share: 0.1 } };
    expect(whatOf(explain(fast, slow(parts)))).to.deep.equal([['creates a class', 270]]);
  });

  it('names deoptimizations that do not end, unless the other test has as many', () => {
    const often = { deopts: deopts(1000) };
    expect(lineOf(OWN, often)).to.include({ what: 'is compiled again and again', place: PLACE });
    expect(lineOf(OWN, often, { ...fast, deopts: deopts(900) }).id).to.equal('own');
  });

  it('says how often a line runs, if that is more often than in the other test', () => {
    // Each offset is a column of the line.
    const placeIn = (url, offset) => ({ ...PLACE, column: offset + 1 });
    const blocks = (...counts) => ({ blocks: blocksOf(counts.map((count, i) => [i, 30 - i, count])), placeIn });
    const because = (ofSlow, ofFast, place) => lineOf(
      { reads: { share: 1, place } }, { ...ofSlow, coveredCalls: 10 }, { ...fast, ...ofFast, coveredCalls: 10 },
    ).because;
    expect(because(blocks(10, 640), blocks(10, 80))).to.deep.equal(['runs 64 times per call, in fast 8 times']);
    expect(because(blocks(10, 640), blocks(10, 10))).to.deep.equal(['runs 64 times per call, in fast once']);
    expect(because(blocks(10, 640), blocks(10, 640))).to.deep.equal([]);
    const elsewhere = { ...blocks(640), placeIn: () => ({ ...PLACE, line: 9 }) };
    expect(because(blocks(10, 640), elsewhere)).to.deep.equal([]);
    expect(because(blocks(10, 6400), elsewhere)).to.deep.equal(['runs 640 times per call']);
    expect(because({}, blocks(10))).to.deep.equal([]);
    // V8 puts the time of a loop at its head, before its block.
    const head = { ...PLACE, column: 12, text: '    for (const x of list) {' };
    const loop = { blocks: blocksOf([[0, 30, 10], [26, 30, 640]]), placeIn };
    expect(because(loop, blocks(10), head)).to.deep.equal(['runs 64 times per call, in fast once']);
  });

  it('counts how often blocks run', () => {
    const more = (count) => ({ blocks: blocksOf([[0, 90, 10], [5, 9, count]]), coveredCalls: 10 });
    expect(lineOf(OWN, more(10000), { ...fast, ...more(100) })).to.deep.include({
      id: 'more-work', what: 'does more work',
      because: ['this block runs 1000 times per call, the most frequent one of fast 10 times'],
    });
  });

  it('names allocations of optimized code, unless they are too few for the time', () => {
    expect(lineOf(OWN, { bytesPerCall: 1600 })).to.deep.include({
      what: 'allocates memory', because: ['allocates 1600 bytes per call, the other test 0'],
    });
    expect(lineOf(OWN, { bytesPerCall: 1600 }, { ...fast, bytesPerCall: null }).id).to.equal('own');
    const parts = { own: { share: 0.9 }, 'creates a typed array': { share: 0.1 } };
    expect(lineOf(parts, { bytesPerCall: 1600 }).what).to.equal('allocates memory (it creates a typed array)');
    const created = { facts: { ...NO_FACTS, created: kinds('BigInts') } };
    expect([100, 250].map((bytesPerCall) => lineOf(OWN, { bytesPerCall }).id)).to.deep.equal(['own', 'own']);
    expect([100, 250].map((bytesPerCall) => lineOf(OWN, { bytesPerCall, ...created }).id))
      .to.deep.equal(['own', 'allocation']);
  });

  it('names the kinds of objects that only one test allocates, in the body of a loop', () => {
    const head = { ...PLACE, line: 2, text: '  for (const one of all) {' };
    const body = { ...PLACE, line: 4, text: '  for (const one of all) { many.push(one); }', column: 28 };
    const allocating = slow({ own: { share: 0.6, place: head } },
      { bytesPerCall: 1600, facts: { ...NO_FACTS, created: kinds('BigInts', 'boxed numbers') } });
    const { places } = allocating.profile.operations.get('own');
    places.set('body', { place: body, share: 0.3, fn: null });
    places.set('little', { place: PLACE, share: 0.1, fn: null });
    const lineFor = (known) => (
      explain({ ...fast, facts: { ...NO_FACTS, created: kinds(...known) } }, allocating).lines[0]);
    expect(lineFor([])).to.deep.include({ what: 'allocates BigInts and boxed numbers', place: body });
    const inHead = { ...allocating, facts: { ...NO_FACTS, created: [{ words: 'BigInts', place: head }] } };
    expect(explain(fast, inHead).lines[0]).to.deep.include({ what: 'allocates BigInts', place: body });
    expect(lineFor(['boxed numbers']).what).to.equal('allocates BigInts');
    expect(lineFor(['boxed numbers', 'BigInts']).what).to.equal('allocates memory');
    places.get('body').share = 0.01;
    places.delete('little');
    expect(lineFor([]).place).to.equal(head);
  });

  it('accuses a call that is not inlined only if the other test has none, and runs its blocks as often', () => {
    const call = { 'call f': { share: 1, kind: 'call', words: 'f() is not inlined' } };
    const other = sideOf('fast', 200, call);
    expect(lineOf(call)).to.include({ what: 'f() is not inlined' });
    expect(lineOf(call, {}, other).id).to.equal('own');
    expect(lineOf(call, { bytesPerCall: 1600 }, other)).to.deep.include({ what: 'allocates memory', place: PLACE });
    const running = (count) => ({ blocks: blocksOf([[0, 90, 10], [5, 9, count]]), coveredCalls: 1 });
    expect(lineOf(call, running(600), { ...fast, ...running(80) }).id).to.equal('more-work');
    expect(lineOf(call, running(80), { ...fast, ...running(80) })).to.include({ what: 'f() is not inlined' });
  });
});

describe('the text of an explanation', () => {
  it('shows places, sources, evidence and the unexplained rest', () => {
    const explanation = explain(fast, slow({ 'reads a property': { share: 1 } }));
    explanation.lines[0].test = { words: 'with a limit of 16 shapes', flags: ['--x=16'], differenceNs: 12 };
    expect(explanationLines([{ a: 'fast', b: 'slow', explanation }])).to.deep.equal([
      'slow takes 200 ns more than fast (+200 %):',
      '  +300 ns  /w/a.js:3:9  reads a property',
      '             s += many[i].x;',
      '                   ^',
      '             tested: with a limit of 16 shapes (--x=16), the difference is 12 ns',
      '  -100 ns  not explained',
      'no deoptimization while measuring',
    ]);
  });

  it('fits the columns of a terminal, with the marked column of the code', () => {
    const explanation = explain(fast, slow({ 'reads a property': { share: 1 } }));
    const text = `${'a = 1; '.repeat(15)}here; ${'b = 2; '.repeat(15)}`;
    Object.assign(explanation.lines[0].place, { text, column: text.indexOf('here') + 1 });
    const found = [{ a: 'fast', b: 'slow', explanation }];
    const linesIn = (columns) => explanationLines(found, { columns });
    for (const columns of [32, 40, 60, 80]) {
      const lines = linesIn(columns);
      expect(Math.max(...lines.map(({ length }) => length))).to.be.at.most(columns);
      const caret = lines.findIndex((line) => /^ +\^$/.test(line));
      expect(lines[caret - 1].startsWith('here', lines[caret].indexOf('^')), lines.join('\n')).to.equal(true);
    }
    expect(linesIn(undefined)).to.deep.equal(linesIn(150));
    const [{ blocks: [, block] }] = explanationSections({ explanations: found }, { id: 's1', title: 'Why' });
    expect(block.linesFor(40)).to.deep.equal(linesIn(40));
  });

  it('gives the reason of a missing explanation, and escapes names', () => {
    expect(explanationLines([{ a: 'a', b: 'b\x1b[1m', explanation: null, reason: 'failed' }]))
      .to.deep.equal(['b\\x1b[1m: failed']);
  });

  it('has bars in a report that lead from one test to the other', () => {
    const explanation = explain(fast, slow({ 'reads a property': { share: 1 } }));
    const [{ blocks: [{ figures }] }] = explanationSections(
      { explanations: [{ a: 'fast', b: 'slow', explanation }] }, { id: 's1', title: 'Why' });
    const [{ items }] = figures();
    const ends = items.map(({ name, parts: [offset, own] }) => [name, offset.value, offset.value + own.value]);
    expect(ends).to.deep.equal([
      ['fast', 0, 100], ['reads a property', 100, 400], ['not explained', 300, 400], ['slow', 0, 300],
    ]);
    expect(explanationSections({}, { id: 's1', title: 'Why' })).to.deep.equal([]);
  });
});

describe('the price of a cause', () => {
  const rowOf = (nsPerCall, width, more) => (
    { nsPerCall, nsLow: nsPerCall / (1 + width), nsHigh: nsPerCall * (1 + width), processes: 4, ...more });
  const equal = { rankLow: 1000, rankHigh: 1000 };
  const ranksOf = (ratio, width) => ({ rankLow: 1000 / ratio / (1 + width), rankHigh: 1000 / ratio * (1 + width) });
  /** slowNs over fastNs, with this width of the intervals of both and of their ratio */
  const runOf = (fastNs, slowNs, width, widthOfRatio = width) => timesOfPair(
    [rowOf(fastNs, width, equal), rowOf(slowNs, width, ranksOf(slowNs / fastNs, widthOfRatio))]);

  it('is what the difference loses, at the speed of the machine before', () => {
    for (const speed of [1, 1.4, 0.7]) {
      const { differenceNs, priceNs } = priceOf(runOf(100, 300, 0.01), runOf(speed * 100, speed * 160, 0.01));
      expect([differenceNs, priceNs].map((ns) => ns.toFixed(6))).to.deep.equal(['60.000000', '140.000000']);
    }
  });

  it('has an interval of the ratios of both runs, if the option changes nothing', () => {
    // The parts are 300 ns times 1 %. Both have the same t of 3 degrees of freedom, and together 6: 3.1824 and 2.4469.
    const { halfWidthNs } = priceOf(runOf(100, 300, 0.5, 0.01), runOf(100, 300, 0.5, 0.01));
    expect(halfWidthNs).to.be.closeTo(300 * Math.log(1.01) * Math.SQRT2 / 3.1824 * 2.4469, 1e-3);
  });

  it('has an interval with the variance of the times, which is larger for times that vary alone', () => {
    const after = runOf(100, 160, 0.01);
    const [together, alone] = [0.001, 0.01 * Math.SQRT2].map((ofRatio) => (
      priceOf(runOf(100, 300, 0.01, ofRatio), after).halfWidthNs));
    expect(together).to.be.below(0.8 * alone);
    expect(priceOf(runOf(100, 300, 0), runOf(100, 160, 0)).halfWidthNs).to.equal(0);
  });

  it('is unknown without an interval, or without one of both tests', () => {
    const known = rowOf(100, 0.01, equal);
    expect(timesOfPair([known, undefined])).to.equal(null);
    expect(timesOfPair([known, { ...known, nsLow: null }])).to.equal(null);
    expect(timesOfPair([known, { ...known, rankLow: null }])).to.equal(null);
    expect(timesOfPair([{ ...known, processes: 1 }, known]).ratio.df).to.be.above(1e5);
  });
});
