'use strict';

const { spawn, spawnSync } = require('child_process');
const { once } = require('events');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { Worker } = require('worker_threads');
const { expect } = require('chai');
const { startCounting, watchHelpers } = require('#lib/base/host/process-probes');
const { needs } = require('../helpers/needs');

describe('startCounting', () => {
  needs('scripts', it)('rejects if vgdb does not start or fails, and removes its pipes', async () => {
    const { PATH } = process.env;
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'qtimeit-test-'));
    try {
      process.env.PATH = folder;
      for (const message of [/ENOENT/, /exit code 3/]) {
        for (const name of ['p-to', 'p-from', 'q']) fs.writeFileSync(path.join(folder, name), '');
        const found = await startCounting(path.join(folder, 'p-')).catch((error) => error.message);
        expect(found).to.match(message);
        expect(fs.readdirSync(folder).filter((name) => name !== 'vgdb')).to.deep.equal(['q']);
        fs.writeFileSync(path.join(folder, 'vgdb'), '#!/bin/sh\nexit 3\n', { mode: 0o700 });
      }
    } finally {
      process.env.PATH = PATH;
      fs.rmSync(folder, { recursive: true });
    }
  });
});

describe('watchHelpers', () => {
  it('counts worker threads that are started meanwhile, and leaves no listener behind', async () => {
    const before = process.listenerCount('worker');
    const watch = watchHelpers();
    await Promise.all([1, 2].map(() => once(new Worker('0', { eval: true }), 'exit')));
    expect(watch.found().threads).to.equal(2);
    expect(process.listenerCount('worker')).to.equal(before);
  });

  needs('linux', describe)('for processes', () => {
    it('sees ended processes, of spawnSync and of spawn', async () => {
      const atOnce = watchHelpers();
      spawnSync(process.execPath, ['--version']);
      expect(atOnce.found().hasProcesses).to.equal(true);
      const later = watchHelpers();
      await once(spawn(process.execPath, ['--version']), 'close');
      expect(later.found().hasProcesses).to.equal(true);
      expect(watchHelpers().found().hasProcesses).to.equal(false);
    });

    it('is not misled by the name of the program', () => {
      const { title } = process;
      process.title = 'x) R 1 2 3';
      try {
        const watch = watchHelpers();
        spawnSync(process.execPath, ['--version']);
        expect(watch.found().hasProcesses).to.equal(true);
        expect(watchHelpers().found()).to.deep.equal({ threads: 0, hasProcesses: false });
      } finally {
        process.title = title;
      }
    });
  });
});
