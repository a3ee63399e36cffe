'use strict';

/* Which machines are not like the others, in sentences: what oddMachines() has found. */

const { counted, percent, rough } = require('../text/numbers');
const { label } = require('../text/display');

const DISAGREE = 'machine-disagrees';

const listed = (names) => (names.length < 2 ? names.join('')
  : `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`);

/** 'in 17 of 40 tests', of which chance makes 2 */
function differingWords({ tests, differing }, word) {
  return `in ${differing} of ${counted(tests, word)}, where chance makes ${rough(tests * 0.05)}`;
}

/** Where none is left that agrees with another, nobody knows who is right. */
function disagreementLines(found, { names, word }) {
  if (found.length === 0) return [];
  const isAll = found.length === names.length;
  if (!isAll) {
    return found.map((one) => (
      `${names[one.machine]} disagrees with the other machines: its changes differ from theirs ` +
      `${differingWords(one, word)}; look at it, or leave it out`));
  }
  const most = found.reduce((worst, one) => (one.differing / one.tests > worst.differing / worst.tests ? one : worst));
  const third = names.length === 2 ? '; a third machine would tell which of them is odd' : '';
  return [`${listed(names)} disagree: their changes differ ${differingWords(most, word)}${third}`];
}

const WORDS = {
  __proto__: null,
  'machine-slower': ({ share, tests }, name, others, word) =>
    `${name} is ${percent(share)} slower than ${others} in the median of ${counted(tests, word)}; ` +
    'verdicts are made within each machine',
  'machine-noisy': ({ times, tests }, name, others, word) =>
    `${name} is noisy: its times spread ${rough(times)} times as much as those of ${others} ` +
    `in the median of ${counted(tests, word)}; it weighs less`,
};

/**
 * @param {{ machines?: { name: string }[], oddMachines?: object[] }} document oddMachines: as oddMachines() gives them
 * @param {string} [word] what has been measured: 'test', 'configuration'
 * @returns {string[]} sentences, those that are a reason for doubt first
 */
function oddMachineLines({ machines = [], oddMachines = [] }, word = 'test') {
  const names = machines.map(({ name }) => label(name));
  const others = names.length > 2 ? 'the other machines' : 'the other machine';
  return [
    ...disagreementLines(oddMachines.filter(({ kind }) => kind === DISAGREE), { names, word }),
    // A later version may know other kinds.
    ...oddMachines.filter(({ kind }) => kind in WORDS)
      .map((one) => WORDS[one.kind](one, names[one.machine], others, word)),
  ];
}

module.exports = { oddMachineLines };
