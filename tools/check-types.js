'use strict';

/*
 * Checks declarations against the code: the type tests compile, and exports, results and warnings of the code match
 * the declarations exactly. Facts about the code are written as typed source text, so that the compiler's messages
 * name the field and the type. The type tests compile with the oldest supported TypeScript and with the
 * newest.
 */

const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const ts = require('typescript');

const { undocumented } = require('./documented');
const { faultsOfHovers } = require('./hovers');
const { casesFail } = require('./type-cases');

const ROOT = path.join(__dirname, '..');
const LIB = path.join(ROOT, 'lib');
const COMMON = JSON.stringify(path.join(ROOT, 'public', 'common'));
const TYPES = path.join(__dirname, 'types');
const FACTS = path.join(TYPES, 'facts.mts').replace(/\\/g, '/');
const SILENT = '/* NOOUTPUT */';

/** The tests must find the package by its name, through its exports, as users do. */
function linkPackage() {
  const link = path.join(TYPES, 'node_modules', 'qtimeit');
  fs.mkdirSync(path.dirname(link), { recursive: true });
  fs.rmSync(link, { recursive: true, force: true });
  fs.symlinkSync(ROOT, link, 'junction');
}

/** One real result of each kind of test. */
async function realResults(timeit) {
  const sync = timeit(100, () => {}, SILENT);
  const promise = await timeit(100, async () => {}, SILENT);
  const callback = await new Promise((resolve, reject) => {
    timeit(100, (done) => done(), SILENT,
      (error, count, elapsed, wallclock, result) => (error ? reject(error) : resolve(result)));
  });
  return [sync, promise, callback];
}

/** Rows of each kind of test, of one that fails, of one too fast to time, and of one in a separate process. */
async function realRows(timeit) {
  const options = { silent: true, timeGoal: 0.02 };
  const { exitCode } = process;
  const list = [3, 1, 2];
  const here = await timeit.bench({
    sync: () => list.slice().sort(), promise: async () => {}, callback: (done) => done(),
    fails() { throw new Error('on purpose'); }, empty() {},
    amounts: { fn: (input) => input.sort(), each: () => [3, 1, 2], bytes: 24, items: 3, ops: 2 },
  }, options);
  const forked = await timeit.bench([() => list.slice().sort(), () => list.slice()], { ...options, forkTests: 2 });
  process.exitCode = exitCode;
  return [...here, ...forked];
}

/**
 * The warnings in lib/: each object literal with a code in small letters ('cold-start'; codes of Node.js errors are
 * capitals) -> { code, keys, spread, place }; spread: whether it has more keys.
 */
function warningsMade() {
  const names = fs.readdirSync(LIB, { recursive: true }).filter((name) => name.endsWith('.js'));
  return names.map((name) => path.join(LIB, name)).flatMap((file) => {
    const source = ts.createSourceFile(file, fs.readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
    const made = [];
    const visit = (node) => {
      ts.forEachChild(node, visit);
      if (!ts.isObjectLiteralExpression(node)) return;
      const code = node.properties.find((one) => one.name && one.name.text === 'code' && one.initializer);
      if (!code || !ts.isStringLiteral(code.initializer) || !/^[a-z][a-z\d-]*$/.test(code.initializer.text)) return;
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      made.push({
        code: code.initializer.text,
        keys: node.properties.filter((one) => one.name).map((one) => one.name.text),
        spread: node.properties.some(ts.isSpreadAssignment),
        place: `${path.relative(ROOT, file)}:${line + 1}`,
      });
    };
    visit(source);
    return made;
  });
}

/** Documents as the commands print them: [type of documents.d.ts, JSON]. */
function printedDocuments() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'qtimeit-types-'));
  const at = (name) => path.join(folder, name);
  const printed = (line) => spawnSync(process.execPath, [path.join(ROOT, 'bin', 'qtimeit.js'), ...line.split(' ')],
    { encoding: 'utf8', cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] }).stdout;
  try {
    fs.writeFileSync(at('suite.js'), 'module.exports = { sort: () => [3, 1, 2].sort(), fails() { throw 1; } };');
    fs.writeFileSync(at('rates.js'), `const { createBenchmark } = require(${COMMON});
const bench = createBenchmark(main, { n: [1, 9] });
function main({ n }) { bench.start(); for (let i = 0; i < n * 1e5; i++); bench.end(n * 1e5); }`);
    fs.writeFileSync(at('results.json'), printed('run suite.js -t 0.2 --fork 4 --json'));
    fs.writeFileSync(at('rates.json'), printed('run rates.js --runs 2 --json'));
    return [
      ['Results', fs.readFileSync(at('results.json'), 'utf8')], ['Rates', fs.readFileSync(at('rates.json'), 'utf8')],
      ['Comparison', printed('compare results.json results.json --json --max-regression 5%')],
      ['Comparison', printed('compare rates.json rates.json --json')],
      ['Plan', printed('run suite.js --plan --json')],
      ['CommandError', printed('run missing.js --json')],
      ['Scatter', printed('scatter rates.js --runs 2 --xaxis n --json')],
    ];
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** { a: true, b: true }, which a type All<...> accepts if these are its keys. */
const keysText = (names) => JSON.stringify(Object.fromEntries(names.map((name) => [name, true])));

/** Facts about the code as typed source text, one per line. */
async function factsText() {
  const timeit = require(ROOT);
  const named = await import('../qtimeit.mjs');
  const results = await realResults(timeit);
  const rows = await realRows(timeit);
  const facts = [
    ['All<typeof named>', keysText(Object.keys(named).filter((name) => name === 'default' || timeit[name])),
      'exports for import'],
    ['All<typeof timeit>', keysText(Object.keys(timeit)), 'exports for require'],
    ['All<typeof timeit.cpuMhz>', keysText(Object.keys(timeit.cpuMhz)), 'cpuMhz'],
    ...rows.map((row) => ['Required<timeit.Row>', JSON.stringify(row), `a row, ${row.name}`]),
    ['Record<keyof timeit.BenchSettings, true>', keysText(Object.keys(require('../lib/core/suite/settings').DEFAULTS)),
      'settings of bench'],
    ...results.map((result) => ['Required<timeit.Result>', JSON.stringify(result), `a result, ${result.kind}`]),
    ['Required<timeit.SystemInfo>', JSON.stringify(timeit.sysinfo()), 'sysinfo()'],
    ...printedDocuments().map(([type, json]) => [`saved.${type}`, JSON.stringify(JSON.parse(json)), type]),
    ['timeit.CpuMhzReading', JSON.stringify(timeit.cpuMhz.reading()), 'cpuMhz.reading()'],
    ['Codes<timeit.ResultWarning>', keysText(require('../lib/core/system/warnings').codes),
      'words in lib/core/system/warnings.js'],
    ['Codes<timeit.SystemWarning>', keysText(require('../lib/core/system/warnings').systemCodes),
      'words in lib/core/system/warnings.js'],
    ...warningsMade().map(({ code, keys, spread, place }) =>
      [spread ? `Partial<Fields<'${code}'>>` : `Fields<'${code}'>`, keysText(keys), `made in ${place}`]),
  ];
  return [
    "import timeit, * as named from 'qtimeit';", "import type * as saved from 'qtimeit/documents';",
    'type All<T> = { [K in keyof T]-?: true };',
    "type Codes<W extends timeit.Warning> = { [C in W['code']]: true };",
    "type Fields<C extends timeit.Warning['code']> = All<Extract<timeit.Warning, { code: C }>>;",
    ...facts.map(([type, value, about], i) => `export const fact${i}: ${type} = ${value}; // ${about}`),
  ].join('\n');
}

/** A program of the type tests and the facts, compiled as in a project that uses the package. */
function compile(facts) {
  const compiled = { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext };
  const config = ts.getParsedCommandLineOfConfigFile(path.join(TYPES, 'tsconfig.json'), compiled, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic({ messageText }) {
      throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
    },
  });
  const host = ts.createCompilerHost(config.options);
  const { fileExists, readFile } = host;
  host.fileExists = (file) => file === FACTS || fileExists(file);
  host.readFile = (file) => (file === FACTS ? facts : readFile(file));
  return ts.createProgram(
    { rootNames: [...config.fileNames, FACTS], options: config.options, host,
      configFileParsingDiagnostics: config.errors });
}

/** Names of the types that a declaration file must export. */
function typeNames(program, file) {
  const checker = program.getTypeChecker();
  const exported = checker.getExportsOfModule(
    checker.getSymbolAtLocation(program.getSourceFile(path.join(ROOT, file))));
  return exported.map((symbol) => symbol.name).filter((name) => name !== 'default').sort().join(' ');
}

/** File, line and message; a line of the facts has its subject instead of a file. */
function describe({ file, start, messageText }) {
  const message = ts.flattenDiagnosticMessageText(messageText, '\n  ');
  if (!file) return message;
  const line = file.getLineAndCharacterOfPosition(start).line;
  const about = file.fileName === FACTS ? / \/\/ (.*)$/.exec(file.text.split('\n')[line]) : null;
  return `${about ? about[1] : `${path.relative(ROOT, file.fileName)}:${line + 1}`}: ${message}`;
}

async function main() {
  linkPackage();
  const facts = await factsText();
  const faults = faultsOfHovers(TYPES);
  if (faults.length) console.log(`an editor shows for a suite: ${faults.join(', ')}`);
  let failures = casesFail(TYPES) + faults.length;
  const program = compile(facts);
  const diagnostics = ts.getPreEmitDiagnostics(program);
  failures += diagnostics.length;
  for (const diagnostic of diagnostics) console.log(describe(diagnostic));
  const [cjs, esm] = ['qtimeit.d.ts', 'qtimeit.d.mts'].map((file) => typeNames(program, file));
  if (cjs !== esm) {
    failures++;
    console.log(`qtimeit.d.ts and qtimeit.d.mts do not export the same names:\n  ${cjs}\n  ${esm}`);
  }
  const missing = undocumented(program, ['qtimeit.d.ts', 'public/common.d.ts'].map((file) => path.join(ROOT, file)));
  failures += missing.length;
  for (const one of missing) console.log(`what an editor shows: ${one}`);
  console.log(failures ? `${failures} differences between the declarations and the code`
    : 'the declarations agree with the code');
  process.exitCode = failures ? 1 : 0;
}

// Child processes of the forked suite run this file again, but only up to the suite.
main();
