'use strict';

/* Sentences on outliers among machines, from the result of oddMachines(). */

const { counted, percent, rough } = require('../text/numbers');
const { label } = require('../text/display');

const DISAGREE = 'machine-disagrees';

const listed = (names) => (names.length < 2 ? names.join('')
  : `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`);

function differingWords({ tests, differing }, word) {
  return `in ${differing} of ${counted(tests, word)}, where chance makes ${rough(tests * 0.05)}`;
}

/** If no two machines agree, none of them is known to be right. */
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

/** word: the measured unit, 'test' or 'configuration'. Reasons for doubt come first. */
function oddMachineLines({ machines = [], oddMachines = [] }, word = 'test') {
  const names = machines.map(({ name }) => label(name));
  const others = names.length > 2 ? 'the other machines' : 'the other machine';
  return [
    ...disagreementLines(oddMachines.filter(({ kind }) => kind === DISAGREE), { names, word }),
    // Later versions may have other kinds.
    ...oddMachines.filter(({ kind }) => kind in WORDS)
      .map((one) => WORDS[one.kind](one, names[one.machine], others, word)),
  ];
}

module.exports = { oddMachineLines };
