'use strict';

const { expect } = require('chai');
const { codeFactsOf } = require('#lib/extras/why/code-facts');
const { readPieces } = require('#lib/extras/why/machine-code');
const { AT, listingOf } = require('../helpers/v8-listing');

const PLACE = { file: '/w/a.js', line: 3, column: 7, text: '  sum(list[i])' };

/** Facts of code whose instructions have this place */
function factsOf(instructions, { place = PLACE, sampled = AT } = {}) {
  const samples = [{}, {}, { codeAddress: null }, { codeAddress: sampled }];
  const log = { samples, chainAt: () => [{ fn: null, place }] };
  const facts = codeFactsOf(log, readPieces(listingOf('f', AT, instructions)));
  return facts && { ...facts, holey: [...facts.holey] };
}

const loadRoot = (register, name) => (
  [0, '498bbd38020000', `REX.W movq ${register},[r13+0x238] (root (${name}))`]);
const loadMap = (register, map) => (
  [0, '48bf81510c0acb140000', `REX.W movq ${register},0x14cb0a0c5181    ;; object: 0x14cb0a0c5181 <${map}>`]);
const write = (register) => [8, '48895fff', `REX.W movq [rdi-0x1],${register}`];
const compare = (text) => [8, '48394aff', `REX.W cmpq ${text}`];

describe('the objects that optimized code creates', () => {
  it('have the kinds of the maps that are written into them', () => {
    const kinds = [
      [loadRoot('r11', 'bigint_map'), 'BigInts'], [loadRoot('r11', 'heap_number_map'), 'boxed numbers'],
      [loadRoot('r11', 'cons_one_byte_string_map'), 'joined strings'],
      [loadMap('r11', 'Map(FUNCTION_CONTEXT_TYPE)'), 'contexts of closures'],
    ];
    for (const [load, kind] of kinds) {
      expect(factsOf([load, write('r11')]).created).to.deep.equal([{ words: kind, place: PLACE }]);
    }
  });

  it('are functions if a cell of closures is written', () => {
    const cell = [0, '49bba15fc20f6f210000',
      'REX.W movq r11,0x216f0fc25fa1    ;; object: 0x216f0fc25fa1 <FeedbackCell[many closures]>'];
    const first = loadRoot('r9', 'undefined_value');
    const store = [8, '4c895b27', 'REX.W movq [rbx+0x27],r11'];
    expect(factsOf([first, write('r8'), cell, store]).created).to.deep.equal([{ words: 'functions', place: PLACE }]);
    expect(factsOf([first, write('r8'), write('r8'), write('r8'), cell, store]).created).to.deep.equal([]);
    // A call checks whether it is of a known function.
    expect(factsOf([first, cell, compare('r11,[rbx+0x27]')]).created).to.deep.equal([]);
  });

  it('are unknown if the name of the map is, or if the map is only compared or replaced', () => {
    const load = loadRoot('r11', 'bigint_map');
    const others = [
      [loadMap('r11', 'Map[32](HOLEY_ELEMENTS)'), write('r11')], [load, compare('[rdi-0x1],r11')], [load, write('r9')],
      [load, [4, '488b59f8', 'REX.W movq r11,[rcx-0x8]'], write('r11')],
      [load, [4, 'e8f3267ee4', 'call 0x7f670660d1c0  (AllocateInYoungGeneration)'], write('r11')],
    ];
    for (const instructions of others) expect(factsOf(instructions).created).to.deep.equal([]);
  });

  it('are unknown if most samples are in other code', () => {
    expect(factsOf([loadRoot('r11', 'bigint_map'), write('r11')], { sampled: AT + 0x5000 })).to.equal(null);
  });

  it('are not named if most objects are of other kinds', () => {
    const others = [1, 2, 3].map(() => write('r9'));
    expect(factsOf([loadRoot('r11', 'bigint_map'), write('r11'), ...others]).created).to.deep.equal([]);
  });
});

it('slow instructions of optimized code have words', () => {
  const others = Array.from({ length: 4 }, (_, i) => [2 + i, '90', 'mulsd xmm0,xmm1']);
  const slowIn = (text) => {
    const samples = [0, 1, 5].map((at) => ({ codeAddress: AT + at }));
    const log = { samples, chainAt: () => [{ fn: null, place: PLACE }] };
    return codeFactsOf(log, readPieces(listingOf('f', AT, [[0, 'd9f8', text], ...others]))).slow;
  };
  expect(slowIn('fprem')).to.deep.equal([
    { words: 'computes the remainder (%) of numbers that are not small integers', share: 2 / 3, place: PLACE }]);
  expect(slowIn('idivl rcx')[0].words).to.equal('divides integers');
  expect(slowIn('mulsd xmm0,xmm1')).to.deep.equal([]);
});

describe('arrays with holes', () => {
  it('are read where code expects their map, at a bracket', () => {
    const check = (map, text = '[rdx-0x1],rcx') => [loadMap('rcx', map), compare(text)];
    const column = PLACE.text.indexOf('[') + 1;
    const holeyIn = (instructions, place = { ...PLACE, column }) => factsOf(instructions, { place }).holey;
    expect(holeyIn(check('Map[32](HOLEY_SMI_ELEMENTS)'))).to.deep.equal([`/w/a.js:3:${column}`]);
    expect(holeyIn(check('Map[32](HOLEY_ELEMENTS)', 'rcx,[rdx-0x1]'))).to.deep.equal([`/w/a.js:3:${column}`]);
    expect(holeyIn(check('Map[32](PACKED_ELEMENTS)'))).to.deep.equal([]);
    expect(holeyIn(check('Map[32](HOLEY_ELEMENTS)'), { ...PLACE, column: 3 })).to.deep.equal([]);
    expect(holeyIn(check('Map[32](HOLEY_ELEMENTS)'), null)).to.deep.equal([]);
  });
});
