'use strict';

const { expect } = require('chai');
const { spawnSync } = require('child_process');
const fs = require('fs');
const path = require('path');
const { SENT_BY } = require('#lib/base/host/protocol');
const { WORKER_VARIABLE } = require('#lib/base/host/worker');

const ROOT = path.join(__dirname, '..', '..');
const WORKER = path.join(ROOT, 'lib', 'base', 'host', 'worker.js');

describe('the messages of workers', () => {
  it('match the table of docs/architecture.md', () => {
    const page = fs.readFileSync(path.join(ROOT, 'docs', 'architecture.md'), 'utf8');
    const rows = [...page.matchAll(/^\| `([a-z ]+)` \| [^|]+ \| [^|]+ \| ([^|]+) \|[^|]*\|$/gm)];
    const wordsIn = (cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, word]) => word);
    expect(Object.fromEntries(rows.map(([, role, sends]) => [role, wordsIn(sends)]))).to.deep.equal(SENT_BY);
  });
});

describe('the entry of workers', () => {
  /**
   * For each text of the variable: the role, whether there is a channel, and what child processes inherit. One process
   * without a pipe loads the modules of the library again for each.
   */
  function entered(texts) {
    const code = `console.log(JSON.stringify(${JSON.stringify(texts)}.map((text) => {
        for (const file of Object.keys(require.cache)) delete require.cache[file];
        delete process.env.${WORKER_VARIABLE};
        if (text !== null) process.env.${WORKER_VARIABLE} = text;
        const { role, channel } = require(${JSON.stringify(WORKER)});
        return [role, channel !== null, process.env.${WORKER_VARIABLE} || null];
      })));`;
    return JSON.parse(spawnSync(process.execPath, ['-e', code], { encoding: 'utf8' }).stdout);
  }

  const entries = [
    ['none', null, [null, false, null]],
    ['no JSON', '{', [null, false, null]],
    ['JSON of something else', '5', [null, false, null]],
    ['null', 'null', [null, false, null]],
    ['a job without a secret', '{"role":"test"}', ['test', false, null]],
    ['a job without its pipe', '{"role":"test","secret":"x"}', ['test', false, null]],
    ['a relay', '{"role":"relay","relay":0}', ['relay', false, null]],
    ['a job that another process does', '{"role":"file","relay":"look","loadNode":"/n","secret":"x"}',
      ['file', false, '{"role":"relay","relay":"look","loadNode":"/n"}']],
  ];
  let roles;
  before(() => { roles = entered(entries.map(([, text]) => text)); });

  entries.forEach(([what, , found], i) => {
    it(`deletes the variable, and keeps the role: ${what}`, () => expect(roles[i]).to.deep.equal(found));
  });
});
