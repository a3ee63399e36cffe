'use strict';

const fs = require('fs');
const { expect } = require('chai');
const { program: { tellAtEnd, fail } } = require('../../lib/engine/process-program');

const FILE = require.resolve('../../lib/engine/process-program');

describe('the program of a process', () => {
  it('never throws if it tells of an error at its end', () => {
    const { writeSync } = fs;
    const kept = require.cache[FILE];
    try {
      for (const code of ['EPIPE', 'EAGAIN', 'EBADF', 'ENOSPC']) {
        let calls = 0;
        fs.writeSync = () => { calls++; throw Object.assign(new Error('no'), { code }); };
        delete require.cache[FILE];
        require(FILE).program.tellAtEnd('x');
        expect(calls, code).to.equal(1);
      }
    } finally {
      fs.writeSync = writeSync;
      require.cache[FILE] = kept;
    }
    expect(tellAtEnd('')).to.equal(undefined);
  });

  it('has an exit code that tells of a failure, but keeps another one', () => {
    const before = process.exitCode;
    try {
      for (const [code, expected] of [[undefined, 1], [0, 1], [3, 3]]) {
        process.exitCode = code;
        fail();
        expect(process.exitCode, code).to.equal(expected);
      }
    } finally {
      process.exitCode = before;
    }
  });
});
