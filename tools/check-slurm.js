'use strict';

/*
 * Sharded runs by real schedulers: a Slurm array with several node daemons on this machine, two of whose tasks are
 * killed while measuring, and GNU parallel. Missing shards must be named, only they are measured again, and the merged
 * document must have the form of one from a single machine. Programs are installed from Debian; if that fails, the
 * check is skipped with a message.
 *
 *   node tools/check-slurm.js
 */

const fs = require('fs');
const os = require('os');
const path = require('path');
const { spawnSync } = require('child_process');
const { TASKS, CANCELLED, KILLED, HELD_AT, KINDS, makeProject } = require('./shards-project');
const { PROGRAMS, PACKAGES, whyMissing, openCluster, processesOf, until } = require('./slurm');
const { blocksOf, pages } = require('../test/helpers/docs');

const ROOT = path.join(__dirname, '..');
const PROGRAM = path.join(ROOT, 'bin', 'qtimeit.js');

const NODES = 2;
const LIMIT_MS = 120000;
const TWO = [CANCELLED, KILLED];

const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'qtimeit-slurm-'));
const project = path.join(folder, 'project');
const temporary = path.join(folder, 'temporary');
const log = path.join(folder, 'log');
const hold = path.join(folder, 'hold');
let faults = 0;

function check(isSo, what, more = '') {
  if (!isSo) faults++;
  console.log(`${isSo ? 'ok    ' : 'FAILED'} ${what}${isSo ? '' : `\n${more}`}`);
}

const fileIn = (name) => path.join(project, name);
const readJson = (name) => {
  try {
    return JSON.parse(fs.readFileSync(fileIn(name), 'utf8'));
  } catch (_) {
    return null;
  }
};

/** The number of processes of a task that have begun to measure. */
const loggedBy = (task) => fs.readFileSync(log, 'utf8').split('\n').filter((line) => line === `${task}`).length;

const qtimeit = (...args) =>
  spawnSync(process.execPath, [PROGRAM, ...args], { cwd: project, encoding: 'utf8', timeout: LIMIT_MS });

/** The job in docs/machines.md, with another command and number of tasks. */
function writeJob({ name, command, files }, shard) {
  const { text } = pages.find((page) => page.name === 'docs/machines.md');
  const [{ code }] = blocksOf(text, 'sh').filter((block) => block.code.includes('#SBATCH'));
  const job = code.replace('compare --rev main', command).replace('bench/', files).replace('1-40', `1-${TASKS}`)
    .replace('"$SLURM_ARRAY_TASK_ID/40"', shard || `"$SLURM_ARRAY_TASK_ID/${TASKS}"`)
    .replace('part-', `${name}-`);
  fs.writeFileSync(fileIn(`${name}.sh`), job);
  return `${name}.sh`;
}

// Only merged documents have machines, and warnings differ between runs.
const LEFT_OUT = ['machines', 'machine', 'plan', 'warnings'];

/** The type at each path of a document: 'tests[].name string'. A value can be unknown in one run only. */
function pathsOf(value, at = '') {
  if (Array.isArray(value)) return value.flatMap((one) => pathsOf(one, `${at}[]`));
  if (value === null || typeof value !== 'object') return [`${at} ${value === null ? 'number' : typeof value}`];
  return Object.keys(value).filter((name) => !LEFT_OUT.includes(name))
    .flatMap((name) => pathsOf(value[name], `${at}.${name}`));
}

/** Processes of a task: those of qtimeit, without the shell around it. */
const programsOf = (job, task) => processesOf(`SLURM_ARRAY_JOB_ID=${job}`).filter((pid) => {
  try {
    const environment = fs.readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
    const command = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return environment.includes(`SLURM_ARRAY_TASK_ID=${task}`) && command.some((word) => word.endsWith('/qtimeit'));
  } catch (_) {
    return false;
  }
});

/** A Slurm array: what it measures and saves, and functions that start jobs and wait for them. */
function arrayOf(cluster, name) {
  const partOf = (task) => `${name}-${task}.json`;
  return {
    name, partOf, ...KINDS[name],
    parts: Array.from({ length: TASKS }, (_, i) => partOf(i + 1)),
    submit(...args) {
      const { stdout, stderr } = cluster.start('sbatch', ['--parsable', ...args], project);
      if (!/^\d+$/m.test(stdout)) throw new Error(`sbatch: ${stderr}`);
      return stdout.trim();
    },
    ended: (job) =>
      until(() => cluster.start('squeue', ['-h', '-j', job]).stdout.trim() === '', `job ${job} at its end`),
    cancel(job, task) { cluster.start('scancel', [`${job}_${task}`]); },
  };
}

/** Returns what the two killed tasks have saved. */
async function killTwo(array) {
  const { name, parts, partOf, unitsOf, submit, ended, cancel } = array;
  /** Waits until a task has saved something, and waits to be killed. */
  const inTheMiddle = (task) => until(() => {
    const document = readJson(partOf(task));
    const isHeld = loggedBy(task) >= HELD_AT[name];
    return isHeld && document && unitsOf(document).some(({ runs }) => runs > 0);
  }, `task ${task} of ${name} in the middle`);

  fs.writeFileSync(log, '');
  fs.writeFileSync(hold, `${HELD_AT[name]}`);
  const job = submit(writeJob(array, 'auto'));
  await inTheMiddle(CANCELLED);
  cancel(job, CANCELLED);
  await inTheMiddle(KILLED);
  for (const pid of programsOf(job, KILLED)) process.kill(pid, 'SIGKILL');
  fs.rmSync(hold);
  await ended(job);
  await until(() => processesOf(`SLURM_ARRAY_JOB_ID=${job}`).length === 0, `no process of job ${job}`);
  const incomplete = parts.filter((part) => !(readJson(part) || {}).complete);
  check(incomplete.join() === TWO.map(partOf).join(), `${name}: two of ${TASKS} tasks of an array are killed`,
    `not complete: ${incomplete.join()}`);
  return TWO.map((task) => readJson(partOf(task)));
}

async function checkGaps({ name, parts, partOf, unitsOf, runsEach, submit, ended }, before) {
  const left = before.flatMap(unitsOf).filter(({ runs }) => runs < runsEach).map((unit) => unit.name);
  const isRefused = ({ status, stderr }, ...names) => status === 2 && names.every((word) => stderr.includes(word));
  const cut = qtimeit('merge', ...parts);
  check(isRefused(cut, ...TWO.map(partOf), ...left), `${name}: merge names both, and what they lack`,
    `exit code ${cut.status}, and not ${left.join(', ')}: ${cut.stderr}`);
  const without = qtimeit('merge', ...parts.filter((part) => part !== partOf(KILLED)));
  check(isRefused(without, `shard ${KILLED} of ${TASKS} is missing`), `${name}: merge names one that is not there`,
    `exit code ${without.status}: ${without.stderr}`);

  await ended(submit(`--array=${TWO}`, '--output=refused-%a.out', `${name}.sh`));
  const words = fs.readFileSync(fileIn(`refused-${CANCELLED}.out`), 'utf8');
  check(words.includes(`--shard auto: an array of 2 tasks with IDs ${TWO.join(' to ')} does not define the shard`),
    `${name}: a part of an array does not pass for all of it`, words);
}

/** The first resumes; the other is on another machine, and figures of two machines do not mix. */
async function checkResume(array, before) {
  const { name, unitsOf, runsEach, submit, ended } = array;
  fs.writeFileSync(log, '');
  const [own, left] = before.map(({ shard }) => shard.machine);
  const nodes = [own, ['n1', 'n2'].find((node) => node !== left)];
  const job = writeJob(array);
  const jobs = TWO.map((task, i) => submit(`--array=${task}`, `--nodelist=${nodes[i]}`, '--output=again-%a.out', job));
  for (const one of jobs) await ended(one);
  TWO.forEach((task, i) => {
    const all = before[i].shard.places.length * runsEach;
    const had = unitsOf(before[i]).reduce((sum, { runs }) => sum + runs, 0);
    const expected = i === 0 ? all - had : all;
    const where = i === 0 ? 'what is missing' : 'all of it on another machine';
    const words = fs.readFileSync(fileIn(`again-${task}.out`), 'utf8');
    check(had > 0 && loggedBy(task) === expected && (i === 0 || words.includes('It is measured again')),
      `${name}: --resume measures ${where}, ${expected} of ${all}`, `${loggedBy(task)}, with ${had} before; ${words}`);
  });
}

async function checkArray(cluster, name) {
  const array = arrayOf(cluster, name);
  const before = await killTwo(array);
  await checkGaps(array, before);
  await checkResume(array, before);
  checkMerged(name, array.parts);
}

/** The merged document must have the form of one from a single machine, except for the machines. */
function checkMerged(name, parts) {
  const { command, files, unitsOf } = KINDS[name];
  const merged = qtimeit('merge', ...parts, '--force', '--save', 'merged.json');
  check(merged.status === 0, `${name}: merge puts the parts together`, `exit code ${merged.status}: ${merged.stderr}`);
  const one = `${name}-of-one.json`;
  const { stderr = '' } = readJson(one) ? {} : qtimeit(...command.split(' '), '--save', one, files);
  const documents = ['merged.json', one].map(readJson);
  if (documents.includes(null)) {
    check(false, `${name}: both are saved`, stderr);
    return;
  }
  const [units, unitsOfOne] = documents.map((document) => unitsOf(document).map((unit) => unit.name).join('\n'));
  check(units === unitsOfOne, `${name}: the same units in the same order as on one machine`,
    `${units}\n\n${unitsOfOne}`);
  const [paths, pathsOfOne] = documents.map((document) => new Set(pathsOf(document)));
  const differing = [...paths, ...pathsOfOne].filter((one) => !paths.has(one) || !pathsOfOne.has(one));
  check(differing.length === 0, `${name}: the same fields as on one machine, but for machines`,
    differing.slice(0, 20).join('\n'));
}

function checkParallel() {
  const parts = [1, 2, 3, 4].map((task) => `parallel-${task}.json`);
  const { command, files } = KINDS.results;
  const line = `npx --no qtimeit ${command} --shard auto/4 --save parallel-{}.json ${files}`;
  const { status, stderr } =
    spawnSync('parallel', ['--jobs', '2', line, ':::', '1', '2', '3', '4'], { cwd: project, encoding: 'utf8' });
  check(status === 0, 'parallel: four shards, two at a time', stderr);
  const tasks = parts.map((part) => (readJson(part) || { shard: {} }).shard.task).join();
  check(tasks === [1, 2, 3, 4].map((task) => `PARALLEL_SEQ=${task}`).join(), 'parallel: each knows which it is', tasks);
  checkMerged('results', parts);
}

function checkLeft() {
  const running = processesOf(folder);
  check(running.length === 0, 'no process is left', running.join());
  const files = fs.readdirSync(temporary).filter((name) => name.startsWith('qtimeit'));
  check(files.length === 0, 'no temporary file is left', files.join());
}

async function checkSlurm() {
  const why = whyMissing(PROGRAMS, PACKAGES);
  if (why) {
    console.log(`skipped: Slurm: ${why}`);
    return;
  }
  const own = path.join(folder, 'slurm');
  fs.mkdirSync(own);
  const cluster = await openCluster(own, NODES);
  console.log(`Slurm with ${NODES} node daemons: ready`);
  try {
    for (const name of Object.keys(KINDS)) await checkArray(cluster, name);
  } finally {
    cluster.close();
  }
}

async function main() {
  process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
  fs.chmodSync(folder, 0o755);
  fs.mkdirSync(temporary);
  Object.assign(process.env, makeProject(project, { log, hold }), { TMPDIR: temporary, NO_COLOR: '1' });
  await checkSlurm();
  const why = whyMissing(['parallel'], ['parallel']);
  if (why) console.log(`skipped: GNU parallel: ${why}`);
  else checkParallel();
  checkLeft();
  console.log(faults ? `${faults} wrong` : 'all right');
  process.exitCode = faults ? 1 : 0;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));
if (process.platform === 'linux') {
  main().catch((error) => {
    console.error(`FAILED ${error.stack}`);
    process.exit(1);
  });
} else {
  console.log(`skipped: there are packages for Linux only, and this is ${process.platform}`);
}
