'use strict';

/* Rejects options that a command cannot use. Loads no measuring code, so that `run` starts at once. */

const { optionsNamed, PARAMETERS } = require('./definitions');
const { UsageError } = require('../base/text/usage-error');

function checkGiven(given, only, what, hintOf = () => '') {
  const wrong = given.find((name) => only.includes(name));
  if (wrong) throw new UsageError(`--${wrong} is only for ${what}${hintOf(wrong)}`);
}

const those = (given, is) => given.filter((name) => optionsNamed(name).some(is));

const checkForSuites = (given) => (
  checkGiven(given, those(given, ({ group }) => group === PARAMETERS),
    'benchmark files with parameters (createBenchmark); these files are suites'));

function hintInstead(name) {
  const { instead } = optionsNamed(name).find((option) => option.instead) || {};
  return instead === undefined ? '' : `. ${instead}`;
}

const checkForRates = (given, more = []) => (
  checkGiven(given, [...those(given, ({ isForSuites }) => isForSuites), ...more],
    'suites; these are benchmark files with parameters (createBenchmark)', hintInstead));

const checkForSaved = (given) => (
  checkGiven(given, those(given, ({ measures }) => measures),
    'measuring benchmark files; saved results are not measured again'));

/** Rejects options that need another one: { option: value }. */
function checkNeeded(options, needed, hint) {
  const [name] = Object.entries(options).find(([, value]) => value !== undefined) || [];
  if (name === undefined) return;
  throw new UsageError(`${name} requires ${needed}. Add ${hint}, or leave out ${name}`);
}

function checkStrict({ strict, maxRegression, maxRegressionMemory }) {
  if (maxRegression !== undefined || maxRegressionMemory !== undefined) return;
  checkNeeded({ '--strict': strict }, '--max-regression', '--max-regression 3%');
}

const checkMemory = ({ memory, maxRegressionMemory }) => {
  if (!memory) checkNeeded({ '--max-regression-memory': maxRegressionMemory }, '--memory', '--memory');
};

const checkExplained = ({ cpuprofile, code, why }) => {
  if (!why) checkNeeded({ '--cpuprofile': cpuprofile, '--code': code }, '--why', '--why');
};

const checkPrepare = ({ prepare, rev }) => {
  if (rev === undefined) checkNeeded({ '--prepare': prepare }, '--rev REVISION', '--rev main');
};

function checkOldAndNew({ old, new: others }) {
  if ((old === undefined) === (others === undefined)) return;
  throw new UsageError(`--old and --new belong together. Add --${old === undefined ? 'old' : 'new'}`);
}

function checkCalibration({ cvThreshold, startN, increase }) {
  const options = { '--cv-threshold': cvThreshold, '--start-n': startN, '--increase': increase };
  checkNeeded(options, '--calibrate NAME', '--calibrate n');
}

function checkCountOfRates({ count = [] }) {
  if (!count.includes('profile')) return;
  const hint = count.includes('cache') ? '--count cache' : '--count';
  throw new UsageError('--count profile is only for suites; these are benchmark files with parameters ' +
    `(createBenchmark). Use ${hint}`);
}

function checkCountOfSides({ count = [] }) {
  if (!count.includes('profile')) return;
  const hint = 'Use --count or --count cache, or qtimeit run --count profile for one side';
  throw new UsageError(`--count profile: compare does not compare profiles. ${hint}`);
}

const FORMS_OF_RATES = ['table', 'text', 'csv', 'json', 'markdown', 'github', 'html'];

function checkFormOfRates({ format }) {
  if (format === undefined || FORMS_OF_RATES.includes(format)) return;
  const hint = `Rates of configurations can be printed as ${FORMS_OF_RATES.join(', ')}`;
  throw new UsageError(`--format ${format} is only for suites and comparisons. ${hint}`);
}

function createShardingIfGiven(asked, deps) {
  const { shard, durations, plan, resume } = asked.options;
  if ([shard, durations, plan, resume].every((value) => value === undefined)) return null;
  return require('./sharding').createSharding(asked, deps);
}

module.exports = {
  checkGiven, checkForSuites, checkForRates, checkForSaved, checkStrict, checkMemory, checkExplained, checkOldAndNew,
  checkPrepare, checkCalibration, checkCountOfRates, checkCountOfSides, checkFormOfRates, createShardingIfGiven,
};
