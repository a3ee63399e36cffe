'use strict';

/*
 * The recipes of docs/machines.md and examples/ci/: with the variables that an engine sets for each of its tasks, the
 * command line, as a shell expands it, measures another shard in each task, and saves to another file.
 */

const { expect } = require('chai');
const { spawnSync } = require('child_process');
const fs = require('fs');
const path = require('path');
const { ROOT, blocksOf, pages } = require('./helpers/docs');
const { needs } = require('./helpers/needs');
const { definitions } = require('#lib/cli/definitions');
const { parseOptions } = require('#lib/cli/options');
const { readShardHere } = require('#lib/compare/shards/shard');

const yaml = require(require.resolve('js-yaml', { paths: [require.resolve('mocha/package.json')] }));

const { text: PAGE } = pages.find(({ name }) => name === 'docs/machines.md');
const partOf = (heading) => PAGE.slice(PAGE.indexOf(`\n## ${heading}\n`)).split(/\n## /)[1];
const yamlOf = (name) => yaml.load(fs.readFileSync(path.join(ROOT, 'examples', 'ci', name), 'utf8'));
const shellOf = (heading, at) => blocksOf(partOf(heading), 'sh')[at].code;

const stepsOf = ({ steps }) => steps.map(({ run }) => run).filter(Boolean);

/** Of each engine: how many tasks the recipe has, its script, and what task i (from 0) gets. */
const RECIPES = {
  Slurm: () => {
    const script = shellOf('Slurm', 0);
    const count = Number(/--array=1-(\d+)/.exec(script)[1]);
    const env = (i) => ({
      SLURM_ARRAY_TASK_ID: i + 1, SLURM_ARRAY_TASK_MIN: 1, SLURM_ARRAY_TASK_MAX: count, SLURM_ARRAY_TASK_COUNT: count,
    });
    return { count, script: () => script, env };
  },
  'Slurm, two tasks of an array again': () => ({
    count: 2, script: () => shellOf('Slurm', 0), shards: [3, 17],
    env: (i) => ({
      SLURM_ARRAY_TASK_ID: [3, 17][i], SLURM_ARRAY_TASK_MIN: 3, SLURM_ARRAY_TASK_MAX: 17, SLURM_ARRAY_TASK_COUNT: 2,
    }),
  }),
  Kubernetes: () => {
    const { completionMode, completions, template } = yamlOf('kubernetes.yml').spec;
    expect(completionMode).to.equal('Indexed');
    const [sh, flag, script] = template.spec.containers[0].command;
    expect({ sh, flag }).to.deep.equal({ sh: 'sh', flag: '-c' });
    return { count: completions, script: () => script, env: (i) => ({ JOB_COMPLETION_INDEX: i }) };
  },
  'GitHub Actions': () => {
    const { measure } = yamlOf('github-shards.yml').jobs;
    const { shard } = measure.strategy.matrix;
    const [, script] = stepsOf(measure);
    const of = (i) => script.replace(/\$\{\{ matrix\.shard \}\}/g, shard[i]);
    return { count: shard.length, script: of, env: () => ({ GITHUB_ACTIONS: 'true' }) };
  },
  GitLab: () => {
    const { parallel, script } = yamlOf('gitlab-shards.yml').measure;
    const env = (i) => ({ CI_NODE_INDEX: i + 1, CI_NODE_TOTAL: parallel });
    return { count: parallel, script: () => script[1], env };
  },
  Buildkite: () => {
    const [{ parallelism, commands }] = yamlOf('buildkite.yml').steps;
    return {
      count: parallelism, script: () => commands[1].replace(/\$\$/g, '$'),
      env: (i) => ({ BUILDKITE_PARALLEL_JOB: i, BUILDKITE_PARALLEL_JOB_COUNT: parallelism }),
    };
  },
  CircleCI: () => {
    const { measure } = yamlOf('circleci.yml').jobs;
    return {
      count: measure.parallelism, script: () => stepsOf(measure)[2],
      env: (i) => ({ CIRCLE_NODE_INDEX: i, CIRCLE_NODE_TOTAL: measure.parallelism }),
    };
  },
  'GNU parallel': () => parallelRecipe(0),
  'GNU parallel on one machine': () => parallelRecipe(1),
};

function parallelRecipe(at) {
  const [line] = shellOf('GNU parallel', at).replace(/\\\n/g, '').split('\n');
  const [, command, count] = /(npx .*) ::: \$\(seq (\d+)\)$/.exec(line);
  // Quoted once for the shell in which parallel is typed.
  const of = (i) => command.replace(/'/g, '').replace(/\{\}/g, i + 1).replace(/\{%\}/g, i % 4 + 1);
  return { count: Number(count), script: of, env: (i) => ({ PARALLEL_SEQ: i + 1 }) };
}

needs('bash', describe)('the recipes for many machines', () => {
  /** The arguments of npx in each task: one shell runs all of them, and prints a line of a task as "i argument". */
  function argumentsOf(tasks) {
    const shell = tasks.map(({ script, env }, i) => {
      const variables = Object.entries(env).map(([key, value]) => `export ${key}='${value}'`).join('; ');
      return `npx() { printf '${i} %s\\n' "$@"; }; ( ${variables}; ${script}\n)\n`;
    });
    const lines = spawnSync('sh', ['-c', shell.join('')], { encoding: 'utf8' }).stdout.trim().split('\n');
    return tasks.map((_, i) =>
      lines.filter((line) => line.startsWith(`${i} `)).map((line) => line.slice(`${i} `.length)));
  }

  for (const [name, recipeOf] of Object.entries(RECIPES)) {
    it(`give each task a separate shard: ${name}`, () => {
      const { count, script, env, shards } = recipeOf();
      const given = Array.from({ length: count }, (_, i) => ({
        script: script(i), env: Object.fromEntries(Object.entries(env(i)).map(([key, value]) => [key, `${value}`])),
      }));
      const tasks = argumentsOf(given).map(([no, program, command, ...args], i) => {
        expect({ no, program }).to.deep.equal({ no: '--no', program: 'qtimeit' });
        const { options: { shard, save, pin } } = parseOptions(definitions[command], args);
        return { ...readShardHere(shard, given[i].env), save, pin };
      });
      expect(tasks.map(({ index }) => index)).to.deep.equal(shards || tasks.map((_, i) => i + 1));
      if (!shards) expect(tasks.filter((task) => task.count !== count)).to.deep.equal([]);
      expect(new Set(tasks.map(({ save }) => save))).to.have.property('size', count);
      expect(new Set(tasks.map(({ pin }) => pin)).size).to.be.oneOf([1, 4]);
    });
  }

  it('are merged from their saved results', () => {
    const folder = path.join(ROOT, 'examples', 'ci');
    const files = fs.readdirSync(folder).map((name) => fs.readFileSync(path.join(folder, name), 'utf8'));
    const merges = [PAGE, ...files].join('\n').match(/qtimeit merge (?:parts\/|\/parts\/)?part-\*\.json/g);
    expect(merges).to.have.length.of.at.least(7);
  });
});
