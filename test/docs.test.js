'use strict';

/* README.md and docs/: links have targets, command lines are valid, workflows are YAML. */

const { expect } = require('chai');
const fs = require('fs');
const path = require('path');
const { ROOT, pages, blocksOf, withoutFences } = require('./helpers/docs');
const { SETTINGS } = require('#lib/core/suite/settings');
const { definitions } = require('#lib/cli/definitions');
const { parseOptions } = require('#lib/cli/options');
const { formatBrackets, codes } = require('#lib/core/system/warnings');

// The parser that mocha reads its configuration with.
const yaml = require(require.resolve('js-yaml', { paths: [require.resolve('mocha/package.json')] }));

const README_WORDS = 900;
const MOST_COLUMNS = 120;

const pageOf = (name) => pages.find((page) => page.name === `docs/${name}.md`).text;

/** As GitHub makes them: '## timeit.keep' -> 'timeitkeep' */
const anchorsIn = (text) => [...withoutFences(text).matchAll(/^#+ (.*)$/gm)]
  .map(([, heading]) => heading.toLowerCase().replace(/[^\w\- ]/g, '').replace(/ /g, '-'));

const linksIn = (text) =>
  [...withoutFences(text).replace(/`[^`\n]*`/g, '').matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target);

/** The fault of a link of a page, '' if it has a target. */
function faultOf(target, name) {
  if (/^https?:/.test(target)) return '';
  const [file, anchor] = target.split('#');
  const to = file ? path.join(ROOT, path.dirname(name), file) : path.join(ROOT, name);
  if (!fs.existsSync(to)) return `${name}: ${target}: no such file`;
  if (anchor === undefined || anchorsIn(fs.readFileSync(to, 'utf8')).includes(anchor)) return '';
  return `${name}: ${target}: no such heading`;
}

/** The words of a line as a shell takes them, up to a comment, a pipe or what goes to a file. */
function shellWords(line) {
  const words = [];
  const part = /\s*((?:"[^"]*"|'[^']*'|\\.|[^\s"'\\])+)/y;
  for (let found; (found = part.exec(line));) {
    if (/^(#|[|&;]|>|\d>)/.test(found[1])) break;
    words.push(found[1].replace(/"([^"]*)"|'([^']*)'|\\(.)/g, (_, a, b, c) => a || b || c || ''));
  }
  return words;
}

/** The arguments of each `qtimeit ...` that a page shows: in blocks, folded lines of YAML joined, and in backticks. */
function commandLinesIn(text) {
  const workflows = blocksOf(text, 'yaml').flatMap(({ code }) => stringsIn(yaml.load(code)));
  const shell = blocksOf(text, 'sh').map(({ code }) => code);
  const unfenced = withoutFences(text);
  const indented = unfenced.match(/^ {4}\S.*$/gm) || [];
  const inline = [...unfenced.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code);
  return [...workflows, ...shell, ...indented, ...inline]
    .flatMap((code) => code.split('\n'))
    .flatMap((line) => [...line.matchAll(/(?:^|[\s/])qtimeit(?:\.js)? (\S.*)$/g)].map(([, rest]) => rest));
}

const stringsIn = (value) => (typeof value === 'string' ? [value]
  : value && typeof value === 'object' ? Object.values(value).flatMap(stringsIn) : []);

// What a shell or a workflow puts a number or a name in the place of.
const VARIABLES = /\$\(\([^)]*\)\)|\$\{\{[^}]*\}\}|\$+\{?\w+\}?|\{\}/g;

/** The error of our parser for a command line, '' without one. */
function refusalOf(line) {
  const [first, ...rest] = shellWords(line.replace(VARIABLES, '1'));
  if (['help', '--help', '--version'].includes(first)) return '';
  const isCommand = Object.hasOwn(definitions, first) && first !== 'snippets';
  try {
    parseOptions(isCommand ? definitions[first] : definitions.snippets, isCommand ? rest : [first, ...rest]);
    return '';
  } catch (error) {
    return `qtimeit ${line}: ${error.message}`;
  }
}

describe('README.md and docs/', () => {
  it('link to files and headings that exist', () => {
    const links = pages.flatMap(({ name, text }) => linksIn(text).map((target) => ({ name, target })));
    expect(links).to.have.length.above(50);
    expect(links.map(({ name, target }) => faultOf(target, name)).filter(Boolean)).to.deep.equal([]);
  });

  it('are all reached from README.md', () => {
    const linked = [...pages[0].text.matchAll(/\]\((docs\/\w[\w-]*\.md)/g)].map(([, name]) => name);
    expect(pages.slice(1).map(({ name }) => name).filter((name) => !linked.includes(name))).to.deep.equal([]);
  });

  it('have lines no longer than in the code, except in tables and examples', () => {
    const isProse = (line) => !/^\s*\||^ {4}/.test(line);
    for (const { name, text } of pages) {
      const long = withoutFences(text).split('\n').filter((line) => isProse(line) && line.length > MOST_COLUMNS);
      expect(long, name).to.deep.equal([]);
    }
  });

  it('name the version of the original that the figures are of', () => {
    const { devDependencies, dependencies = devDependencies } = require('../benchmark/package.json');
    const [version] = /^\d+\.\d+/.exec(dependencies.qtimeit);
    const { text } = pages.find(({ name }) => name === 'README.md');
    expect(text.match(/(?<=\(version |qtimeit )0\.\d+/g)).to.deep.equal([version, version]);
  });

  it('do not call an engine unsupported that engines.md is about', () => {
    const rows = pageOf('coming-from').split('\n').filter((line) => /^\| .*(browser|Deno|Bun|DOM)/.test(line));
    expect(rows).to.have.lengthOf.above(0);
    expect(rows.filter((line) => / \| no( \||$)/.test(line))).to.deep.equal([]);
  });

  it('show command lines that the command takes', () => {
    const lines = pages.flatMap(({ name, text }) => commandLinesIn(text).map((line) => ({ name, line })));
    expect(lines).to.have.length.above(50);
    const refused = lines.map(({ name, line }) => [name, refusalOf(line)]).filter(([, why]) => why);
    expect(refused).to.deep.equal([]);
  });

  it('have workflows with steps that run the command', () => {
    const [pull] = blocksOf(pageOf('ci'), 'yaml').map(({ code }) => yaml.load(code));
    const runsOf = (job) => job.steps.map(({ run }) => run).filter(Boolean).join('\n');
    const exampleOf = (name) => yaml.load(fs.readFileSync(path.join(ROOT, 'examples', 'ci', name), 'utf8'));
    const { inputs } = yaml.load(fs.readFileSync(path.join(ROOT, 'action.yml'), 'utf8'));
    expect(pull.on).to.equal('pull_request');
    const [{ with: given }] = pull.jobs.compare.steps.filter(({ uses }) => uses === './node_modules/qtimeit');
    expect(Object.keys(inputs)).to.include.members(Object.keys(given));
    expect(exampleOf('github-comment.yml').on.workflow_run.workflows).to.deep.equal([pull.name]);
    const { benchmarks, 'benchmark comment': comment } = exampleOf('gitlab-comment.yml');
    expect(benchmarks.script.join('\n')).to.match(/^npm ci\nnpx --no qtimeit compare --rev .* --strict/);
    expect(comment.script.join('\n')).to.match(/TARGET_BRANCH_NAME"\nnpm ci --ignore-scripts\n.* comment \/tmp\//);
    const baseline = exampleOf('github-baseline.yml');
    expect(runsOf(baseline.jobs.measure)).to.match(/qtimeit run .*\n[\s\S]*qtimeit compare baseline.json new.json/);
    const steps = [...pull.jobs.compare.steps, ...baseline.jobs.measure.steps];
    expect(steps.filter(({ uses, run }) => Boolean(uses) === Boolean(run))).to.deep.equal([]);
  });

  it('have workflows that give measured code no permissions, tokens or machines', () => {
    const [pull] = blocksOf(pageOf('ci'), 'yaml').map(({ code }) => yaml.load(code));
    const inFolder = (folder, pattern) => fs.readdirSync(path.join(ROOT, folder)).filter((name) => pattern.test(name))
      .map((name) => yaml.load(fs.readFileSync(path.join(ROOT, folder, name), 'utf8')));
    const workflows = [pull, ...inFolder('examples/ci', /^github-/), ...inFolder('.github/workflows', /\.yml$/)];
    expect(workflows).to.have.length(6);
    for (const { name, on, permissions, concurrency, jobs } of workflows) {
      expect(concurrency, name).to.not.equal(undefined);
      const isMeasuring = !on.workflow_run;
      if (isMeasuring) expect(permissions, name).to.deep.equal({ contents: 'read' });
      for (const job of Object.values(jobs)) {
        expect(job.permissions, name).to.equal(undefined);
        if (job['runs-on'] === 'self-hosted') expect(job.if).to.include('head.repo.full_name == github.repository');
        for (const { uses, run = '', with: given = {} } of job.steps) {
          if (uses && !uses.startsWith('./')) expect(uses).to.match(/^actions\/.*@[\da-f]{40}$/);
          if (/checkout/.test(uses)) expect(given['persist-credentials'], name).to.equal(false);
          if (!isMeasuring && /npm ci/.test(run)) expect(run).to.include('--ignore-scripts');
        }
      }
    }
    const { runs: { steps } } = yaml.load(fs.readFileSync(path.join(ROOT, 'action.yml'), 'utf8'));
    for (const { uses, run } of steps) {
      if (uses) expect(uses).to.match(/@[\da-f]{40}$/);
      // A value can begin with a dash.
      else expect(run).to.not.match(/ --[\w-]+ "\$QTIMEIT/);
    }
    // The names of a job are not unique: a workflow can call a reusable one twice.
    const [upload] = steps.filter(({ uses = '' }) => uses.startsWith('actions/upload-artifact'));
    expect(upload.with.name).to.include('github.run_attempt').and.include('steps.compare.outputs.id');
    expect(steps.some(({ run = '' }) => /"id=\$\(.*random/.test(run))).to.equal(true);
  });

  it('name every setting, every warning, and the remedy of those in parentheses', () => {
    const [comparing, believing] = ['comparing', 'believing'].map(pageOf);
    const settings = Object.keys(SETTINGS).filter((name) => !comparing.includes(`\`${name}\``));
    expect(settings).to.deep.equal([]);
    expect(codes).to.have.length.above(20);
    expect(codes.filter((code) => !believing.includes(`\`${code}\``))).to.deep.equal([]);
    const brackets = codes.map((code) => formatBrackets([{ code }])).filter(Boolean);
    expect(brackets).to.have.length.above(10);
    expect(brackets.filter((words) => !believing.includes(`\n| ${words.slice(1, -1)} | `))).to.deep.equal([]);
  });

  it(`have a first page of at most ${README_WORDS} words`, () => {
    expect(pages[0].text.split(/\s+/).filter(Boolean)).to.have.length.at.most(README_WORDS);
  });
});
