'use strict';

const { expect } = require('chai');
const { definitions } = require('#lib/cli/definitions');
const { formatHelp, formatOverview } = require('#lib/cli/help');
const { parseOptions } = require('#lib/cli/options');
const { TYPES } = require('#lib/cli/values');
const { inSeveralProcesses } = require('#lib/core/suite/suite-arguments');

const all = Object.entries(definitions);

/** The arguments that a shell passes to a command: up to a redirection or operator; quotes as in our examples */
function wordsOf(command) {
  const words = command.split(/ (?:>>?|&&|\|) /)[0].match(/'[^']*'|"[^"]*"|\S+/g);
  return words.map((word) => word.replace(/^'([^']*)'$|^"([^"]*)"$/, '$1$2'));
}

describe('the definitions of commands', () => {
  /** Calls back with each option of each command. */
  const eachOption = (visit) => {
    for (const [key, { options }] of all) {
      for (const [name, option] of Object.entries(options)) visit(option, name, `${key} --${name}`, options);
    }
  };

  it('use each letter once, and not the letters of help and version', () => {
    for (const [key, { options }] of all) {
      const letters = Object.values(options).map(({ short }) => short).filter(Boolean);
      expect(new Set(letters).size, key).to.equal(letters.length);
      for (const letter of letters) expect(letter, key).to.match(/^[a-gi-uw-z]$/);
    }
  });

  it('refer only to existing options', () => {
    eachOption(({ without = [], means = [] }, name, what, options) => {
      for (const other of [...means.slice(0, 1), ...without]) expect(options, what).to.have.property(other);
    });
  });

  it('have presets that are valid values', () => {
    eachOption((option, name, what) => {
      const { preset, type } = option;
      if (preset === undefined) return;
      const text = type === 'share' ? `${preset * 100}%` : String(preset);
      expect(TYPES[type].read(text, option), what).to.equal(preset);
    });
  });

  it('have examples that are valid and fit into a terminal', () => {
    for (const [, definition] of all) {
      for (const [command, words] of definition.examples) {
        expect(command.length, command).to.be.at.most(78);
        expect(words, command).to.match(/^[a-z]/);
        if (definition.name) expect(command).to.match(new RegExp(`qtimeit ${definition.name}\\b`));
        const [program, ...rest] = wordsOf(command.replace(/^sudo /, ''));
        expect(program).to.equal('qtimeit');
        const used = definition.name === null ? definition : definitions[rest.shift()];
        const { options, positionals } = parseOptions(used, rest);
        const needsNone = used === definitions.system || options.old !== undefined;
        expect(positionals, command).to.have.length.at.least(needsNone ? 0 : 1);
      }
    }
  });

  it('state how long snippets and suites are measured at most', () => {
    const { timeGoal } = inSeveralProcesses({ isTimeGiven: false }, 1);
    for (const { options: { time } } of [definitions.snippets, definitions.run]) {
      expect(time.unless).to.include(`at most ${timeGoal} s per test`);
    }
  });
});

describe('help', () => {
  const texts = [['overview', (columns) => formatOverview(definitions, columns)],
      ...all.map(([key, definition]) => [key, (columns) => formatHelp(definition, columns)])];

  it('is not wider than the terminal, except for examples', () => {
    const commands = all.flatMap(([, { examples }]) => examples.map(([command]) => `  ${command}`));
    for (const [key, textOf] of texts) {
      for (const columns of [20, 33, 40, 60, 80, 100]) {
        for (const line of textOf(columns).split('\n')) {
          // A longer word gets a separate line.
          if (line.length > columns && !commands.includes(line)) expect(line.trim(), key).not.to.include(' ');
          expect(line, key).to.match(/^(?:[ -~]*[!-~])?$/);
        }
      }
    }
  });

  it('uses 80 columns if the width is unknown, and otherwise 20 to 100', () => {
    for (const [, textOf] of texts) {
      for (const columns of [undefined, 0, NaN, -5]) expect(textOf(columns)).to.equal(textOf(80));
      expect(textOf(3)).to.equal(textOf(20));
      expect(textOf(500)).to.equal(textOf(100));
      expect(textOf(80)).to.match(/[^\n]\n$/);
    }
  });

  it('ends with the exit codes', () => {
    const codesOf = (definition) => formatHelp(definition, 80).split('Exit codes:\n')[1].split('\n')
      .map((line) => line.trim().split(' ')[0]);
    expect(codesOf(definitions.compare)).to.deep.equal(['0', '1', '2', '3', '4', '124', '130', '']);
    expect(codesOf(definitions.bisect)).to.deep.equal(['0', '1', '2', '124', '130', '']);
    expect(codesOf(definitions.history)).to.deep.equal(['0', '1', '2', '130', '']);
  });

  it('lists every option of a command, with its letter, value and default', () => {
    for (const [, definition] of all) {
      const text = formatHelp(definition, 100);
      for (const [name, { short, value, alone }] of Object.entries(definition.options)) {
        const shown = value && (alone !== undefined ? ` \\[${value}\\]` : ` ${value}`);
        expect(text).to.match(new RegExp(`^  ${short ? `-${short}, ` : '    '}--${name}${shown || ''} +\\S`, 'm'));
      }
      expect(text).to.match(/^ {2}-h, --help +show this help$/m);
      for (const [command, words] of definition.examples) expect(text).to.include(`  # ${words}\n  ${command}\n`);
    }
    expect(formatHelp(definitions.compare, 100)).to.match(/--precision SHARE .*\n? *.*\[default: 1%\]/)
      .and.match(/\[default: 45 s\]/);
    expect(formatHelp(definitions.run, 100)).to.match(/--filter PATTERN(?:.*\n){1,3}? *.*\(can be repeated\)/);
  });

  it('shows a share without the digits that a division adds', () => {
    expect([0.015, 0.07, 1, 0.0001].map(TYPES.share.show)).to.deep.equal(['1.5%', '7%', '100%', '0.01%']);
  });

  it('puts the description on the next line if the option is long', () => {
    expect(formatHelp(definitions.report, 40)).to.match(/^ +--json\n {6}short for --format json\n/m);
    expect(formatHelp(definitions.report, 80)).to.include('      --json         short for --format json\n');
  });
});
