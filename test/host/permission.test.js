'use strict';

const { expect } = require('chai');
const engine = require('#engine');
const host = require('#lib/base/host/host');
const { runProcess } = require('#lib/base/host/child-process-run');
const { demand, permitted } = require('#lib/base/host/fs-queries');

/** Runs an action in an engine that permits only these: 'read', or 'read /proc' of one thing. */
function where(given, action) {
  const had = engine.permits;
  engine.permits = (name, what) => given.includes(name) || given.includes(`${name} ${what}`);
  try {
    return action();
  } finally {
    engine.permits = had;
  }
}

describe('actions without a permission of Deno', () => {
  it('are not tried, because Deno would prompt at the terminal', () => {
    let tried = 0;
    const tries = () => permitted('run', 'perf', () => ++tried);
    expect(() => where(['read'], tries)).to.throw('Deno was started without --allow-run');
    expect(tried).to.equal(0);
    expect(where(['run perf'], tries)).to.equal(1);
    where(['sys'], () => demand('sys', 'cpus'));
    expect(() => where(['sys cpus'], () => demand('sys', 'loadavg'))).to.throw('--allow-sys');
  });

  it('throw an error that names the flag, from each function of the host', () => {
    const doors = [
      [() => host.release(), 'sys'], [() => host.cpus(), 'sys'], [() => host.loadavg(), 'sys'],
      [() => host.inspectorUrl(), 'sys'], [() => host.readText(__filename), 'read'],
      [() => host.listDir(__dirname), 'read'], [() => host.run('true', []), 'run'],
      [() => host.writeTemporary('a', ''), 'write'], [() => host.openFile(`${__filename}.none`, 'wx'), 'write'],
    ];
    for (const [open, name] of doors) {
      expect(() => where([], open), name).to.throw(`Deno was started without --allow-${name}`);
    }
  });

  it('prevent processes, with a message that names the missing flags and all required ones', async () => {
    const startScript = () => { throw new Error('tried'); };
    const launch = { script: 'a.js', args: [], execPath: '/deno', execArgv: [], env: {}, job: {} };
    const needs = 'which separate processes need. Start it with deno run --allow-read --allow-env --allow-run';
    for (const [given, notStarted] of [
      [['read', 'env', 'run'], 'tried'], [['read', 'env', 'run /deno'], 'tried'],
      [['read', 'env', 'run /other'], `Deno was started without --allow-run, ${needs}`],
      [[], `Deno was started without --allow-read, --allow-env and --allow-run, ${needs}`],
    ]) {
      const end = await where(given, () => runProcess(launch, { host: { startScript } }, {}));
      expect(end, `${given}`).to.include({ notStarted });
    }
  });
});
