'use strict';

/* Executables as Windows has them, on a machine that is not there. */

const { expect } = require('chai');
const { probeBinary } = require('../../lib/compare/binary');
const { fakeHost, systemError } = require('../helpers/fake-host');
const { WINDOWS } = require('../helpers/other-systems');

const cwd = 'C:\\Users\\me\\project';
const NPM = 'C:\\Users\\me\\AppData\\Roaming\\npm';
const ANSWER = `qtimeit-probe:${JSON.stringify(
  { versions: { node: '22.1.0', v8: '12.4' }, platform: 'win32', arch: 'x64', runsTypeScript: false })}\n`;

function probe(given, files) {
  const there = Object.fromEntries(files.map((file) => [file, 'MZ']));
  const host = fakeHost({ ...WINDOWS, files: there, run: { status: 0, stdout: ANSWER, stderr: '' } });
  host.listDir = () => { throw systemError('ENOENT', ''); };
  return probeBinary(given, { host, cwd });
}
const refusal = (given, files) => {
  try {
    return probe(given, files).execPath;
  } catch (error) {
    return error.message;
  }
};

describe('an executable on Windows', () => {
  it('is found by its name in PATH, with its ending', () => {
    const node = 'C:\\Program Files\\nodejs\\node.exe';
    expect(probe('node', [node])).to.include({ execPath: node, version: '22.1.0', platform: 'win32' });
    expect(probe('node.exe', [node]).execPath).to.equal(node);
  });

  it('is not the script without an ending that npm puts beside it for other shells', () => {
    const later = 'C:\\Users\\me\\AppData\\Roaming\\npm\\bun.exe';
    expect(probe('bun', [`${NPM}\\bun`, later]).execPath).to.equal(later);
  });

  it('is no .cmd, which is told with the way out', () => {
    const words = `${NPM}\\bun.cmd is a script of a shell: give the path of the .exe that it starts`;
    expect(refusal('bun', [`${NPM}\\bun`, `${NPM}\\bun.cmd`])).to.equal(words);
    expect(refusal(`${NPM}\\bun.cmd`, [`${NPM}\\bun.cmd`])).to.equal(words);
    expect(refusal('bun', [])).to.match(/^bun was looked for in PATH and is not there/);
  });

  it('has a path with a drive, or one from the current folder', () => {
    expect(probe('D:\\node22\\node.exe', ['D:\\node22\\node.exe']).execPath).to.equal('D:\\node22\\node.exe');
    for (const given of ['bin\\node.exe', 'bin/node.exe', '.\\bin\\node.exe']) {
      expect(probe(given, [`${cwd}\\bin\\node.exe`]).execPath, given).to.equal(`${cwd}\\bin\\node.exe`);
    }
  });
});
