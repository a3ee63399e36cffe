'use strict';

const { parseArgs } = require('util');
const { expect } = require('chai');
const { tokensOf } = require('../../lib/commands/tokens');
const { mulberry32 } = require('../helpers/random');

const fits = () => true;
const OPTIONS =
  { time: { short: 't', takesValue: true, fits }, quiet: { short: 'q', takesValue: false, fits },
    output: { short: 'o', takesValue: true, fits }, force: { short: undefined, takesValue: false, fits } };

describe('the words of a command line', () => {
  it('are taken apart', () => {
    expect(tokensOf(['run', '-qt5', '--output=a=b', '-o', '-x', '--no-such', '--', '-q'], OPTIONS)).to.deep.equal([
      { kind: 'positional', index: 0, value: 'run' },
      { kind: 'option', name: 'quiet', rawName: '-q', index: 1, value: undefined, inlineValue: undefined },
      { kind: 'option', name: 'time', rawName: '-t', index: 1, value: '5', inlineValue: true },
      { kind: 'option', name: 'output', rawName: '--output', index: 2, value: 'a=b', inlineValue: true },
      { kind: 'option', name: 'output', rawName: '-o', index: 3, value: '-x', inlineValue: false },
      { kind: 'option', name: 'no-such', rawName: '--no-such', index: 5, value: undefined, inlineValue: undefined },
      { kind: 'option-terminator', index: 6 },
      { kind: 'positional', index: 7, value: '-q' },
    ]);
  });

  it('are the value of the option before them only where they fit', () => {
    const options = { list: { short: 'l', takesValue: true, fits: (word) => word === 'a' } };
    const valuesOf = (...argv) => tokensOf(argv, options).map(({ name, value }) => (name ? [value] : value));
    expect(valuesOf('--list', 'a', 'b')).to.deep.equal([['a'], 'b']);
    expect(valuesOf('--list', 'b')).to.deep.equal([[undefined], 'b']);
    expect(valuesOf('--list')).to.deep.equal([[undefined]]);
    expect(valuesOf('--list=b', '-lb', '-l', 'b')).to.deep.equal([['b'], ['b'], [undefined], 'b']);
  });

  it("are what Node's own parser takes them for", () => {
    const random = mulberry32(3);
    const one = (list) => list[Math.floor(random() * list.length)];
    // Not -t-5 where -t is a switch: Node takes the second dash for the end of all options.
    const words =
      ['--', '-', '', 'x', '5', '=', '--=', '--=x', '---', '--time', '--time=', '--time=5', '--quiet', '--quiet=x',
        '--tiem', '--a=b=c', '-t', '-t5', '-t=5', '-q', '-qt', '-tq', '-qto', '-qx=3', '-x', '-=', '-5', '-.5', '-é',
          '-日本', '🧨'];
    const options = Object.fromEntries(
      Object.entries(OPTIONS).map(
        ([name, { short, takesValue }]) =>
          [name, { type: takesValue ? 'string' : 'boolean', ...(short && { short }) }]));
    for (let i = 0; i < 5000; i++) {
      const args = Array.from({ length: Math.floor(random() * 6) }, () => one(words));
      const tokens = parseArgs({ args, options, strict: false, tokens: true }).tokens.map((token) => ({ ...token }));
      expect(tokensOf(args, OPTIONS), JSON.stringify(args)).to.deep.equal(tokens);
    }
  });
});
