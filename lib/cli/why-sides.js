'use strict';

/* compare --why: why a test is slower on one side than on another. */

const { createEvidence } = require('../extras/why/evidence');
const { pathWithin, shownPath } = require('../base/host/paths');
const { showProgress } = require('../base/text/progress');
const { explainRow, rememberEach } = require('./why');

const MOST_EXPLAINED = 3; // of the changes
const AGAIN = { precision: 0.02, limitSeconds: 1.5 }; // of a test with an option of V8: four restarts

const WATCH = { note() {}, planned() {}, sampled() {}, progress() {} };

const isClear = ({ change: { verdict } }) => verdict === 'slower' || verdict === 'faster';
const sizeOf = ({ change: { ratio } }) => Math.abs(Math.log(ratio));

const EQUAL = { low: 1, high: 1 };
const ranksOf = ({ low, high }) => (
  low > 0 ? { rankLow: 1000 / high, rankHigh: 1000 / low } : { rankLow: null, rankHigh: null });

/** A side of a unit as a row of a suite, see explainRow() */
function rowOf(unit, test, at, { sides, isShared }) {
  const { nsPerCall, nsLow, nsHigh, processes, error } = test.sides[at];
  const { latest } = unit.sides[at];
  const file = isShared ? `${test.file}: ` : '';
  return {
    name: `${file}${test.name} (${sides[at].label})`, kind: 'side', unit, at, nsPerCall, nsLow, nsHigh, processes,
    error, ...ranksOf(at > 0 ? test.changes[at - 1] : EQUAL),
    collections: (latest && latest.collections) || null,
  };
}

/** Clear changes, the largest first; without any, the unclear ones. Sides without a time are not compared. */
function chosenPairs({ units, tests, sides }) {
  const pairs = tests.flatMap((test, i) => {
    const isShared = tests.filter(({ name }) => name === test.name).length > 1;
    const rowAt = (at) => rowOf(units[i], test, at, { sides, isShared });
    return test.changes.map((change, at) => ({ change, at: at + 1 })).filter(({ change }) => change.ratio !== null)
      .map(({ change, at }) => ({
        unit: units[i], change, baseline: rowAt(0), row: { ...rowAt(at), verdict: change.verdict },
      }));
  });
  const clear = pairs.filter(isClear).sort((a, b) => sizeOf(b) - sizeOf(a));
  return (clear.length > 0 ? clear : pairs).slice(0, MOST_EXPLAINED);
}

/** Sides whose engine has no log of V8 */
const isSilent = ({ environment }) => !environment || environment.engine !== 'node';

/** Paths in a revision or in an installed package, as in the working tree */
const shownFileOf = (sides, cwd) => (file) => {
  const roots = sides.flatMap((side) => [side.folder, side.cwd]).filter(Boolean);
  const [found] = roots.map((root) => pathWithin(root, file)).filter((one) => one !== null);
  return found || shownPath(file, cwd);
};

/**
 * Adds `explanations` to units. measureAgain(unit, goal, watch): resolves to its { sides, changes }, see judgeUnits().
 * Throws UsageError.
 */
async function explainSides({ units, tests, sides }, { output, hasCode, onStart, measureAgain }, deps) {
  const pairs = chosenPairs({ units, tests, sides });
  if (pairs.length === 0) return;
  const shownFile = shownFileOf(sides, deps.cwd);
  const keyOfFunction = ({ name, file }) => `${shownFile(file)} ${name}`; // lines differ between revisions
  const evidence = createEvidence({ onStart, hasCode }, deps);

  const evidenceAt = async ({ unit, at, nsPerCall }) => {
    const { runner, job, flags } = unit.sides[at];
    const found = await evidence.of({ runner, ...job, nsPerCall, flags }, keyOfFunction);
    output.saveProfile(found, unit.file, [unit.name, sides[at].label]);
    return found;
  };

  async function measureWith(flags, rows) {
    const [{ unit }] = rows;
    const again = rows.map(({ at }) => ({
      ...unit.sides[at], flags: [...unit.sides[at].flags, ...flags], samples: [], withMemory: [],
      error: null, latest: null, counted: null, turns: { leastNs: Infinity },
    }));
    const own = { ...unit, sides: again, spentSeconds: 0, restarts: 0, secondsEach: 0, planned: null };
    const { sides: measured, changes } = await measureAgain(own, AGAIN, WATCH);
    return measured.map((side, i) => ({ ...side, ...ranksOf(i > 0 ? changes[i - 1] : EQUAL) }));
  }

  try {
    const evidenceOfSides = (unit, i) => (
      rememberEach((at) => evidenceAt({ unit, at, nsPerCall: tests[i].sides[at].nsPerCall })));
    const remembered = new Map(units.map((unit, i) => [unit, evidenceOfSides(unit, i)]));
    const evidenceOf = ({ unit, at }) => remembered.get(unit)(at);
    for (const [i, pair] of pairs.entries()) {
      const { unit, row, baseline } = pair;
      showProgress(deps.terminal, { share: i / pairs.length, what: `explaining ${unit.name}` });
      const silent = [baseline, row].map(({ at }) => sides[at]).find(isSilent);
      const obstacle = silent ? `cannot be explained: ${silent.label} writes no log of V8, only Node.js does` : null;
      const explained = await explainRow({ row, baseline, obstacle }, { evidenceOf, measureWith, shownFile });
      unit.explanations = [...(unit.explanations || []), explained];
    }
  } finally {
    evidence.close();
  }
}

module.exports = { explainSides };
