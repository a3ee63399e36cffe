'use strict';

const { expect } = require('chai');
const { spawnSync } = require('child_process');
const fs = require('fs');
const path = require('path');
const { SENT_BY } = require('../../lib/host/protocol');
const { VARIABLE } = require('../../lib/host/worker');

const ROOT = path.join(__dirname, '..', '..');
const WORKER = path.join(ROOT, 'lib', 'host', 'worker.js');

describe('the messages of workers', () => {
  it('are those in the table of docs/architecture.md', () => {
    const page = fs.readFileSync(path.join(ROOT, 'docs', 'architecture.md'), 'utf8');
    const rows = [...page.matchAll(/^\| `([a-z ]+)` \| [^|]+ \| [^|]+ \| ([^|]+) \|[^|]*\|$/gm)];
    const wordsIn = (cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, word]) => word);
    expect(Object.fromEntries(rows.map(([, role, sends]) => [role, wordsIn(sends)]))).to.deep.equal(SENT_BY);
  });
});

describe('the entry of workers', () => {
  /** What a process with this variable finds: its role, whether it has a channel, and what its children inherit. */
  function entered(text) {
    const code = `const { role, channel } = require(${JSON.stringify(WORKER)});
      console.log(JSON.stringify([role, channel !== null, process.env.${VARIABLE} || null]))`;
    const { stdout } = spawnSync(process.execPath, ['-e', code], {
      env: { ...process.env, ...(text !== null && { [VARIABLE]: text }) }, encoding: 'utf8',
    });
    return JSON.parse(stdout);
  }

  for (const [what, text, found] of [
    ['none', null, [null, false, null]],
    ['no JSON', '{', [null, false, null]],
    ['JSON of something else', '5', [null, false, null]],
    ['null', 'null', [null, false, null]],
    ['a job without a secret', '{"role":"test"}', ['test', false, null]],
    ['a job without its pipe', '{"role":"test","secret":"x"}', ['test', false, null]],
    ['a relay', '{"role":"relay","relay":0}', ['relay', false, null]],
    ['a job that another process does', '{"role":"file","relay":"look","loadNode":"/n","secret":"x"}',
      ['file', false, '{"role":"relay","relay":"look","loadNode":"/n"}']],
  ]) {
    it(`takes the variable away, and keeps the role: ${what}`, () => expect(entered(text)).to.deep.equal(found));
  }
});
