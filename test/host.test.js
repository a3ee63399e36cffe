'use strict';

const fs = require('fs');
const os = require('os');
const path = require('path');
const { expect } = require('chai');
const host = require('../lib/host');

describe('host', () => {
  it('tells the facts of this process, as they are now', () => {
    for (const name of ['platform', 'arch', 'execPath', 'execArgv', 'env', 'versions']) expect(host[name], name).to.equal(process[name]);
    const { title } = process;
    process.title = 'qtimeit test';
    expect(host.title).to.equal(process.title);
    process.title = title;
  });

  it('tells the facts of the system', () => {
    expect(host.release()).to.equal(os.release());
    expect(host.cpus()).to.have.length(os.cpus().length);
    expect(host.loadavg()).to.have.length(3);
  });

  it('reads text and folders, and throws as fs does', () => {
    expect(host.readText(__filename)).to.equal(fs.readFileSync(__filename, 'utf8'));
    expect(host.listDir(__dirname)).to.deep.equal(fs.readdirSync(__dirname));
    const gone = path.join(__dirname, 'no such file');
    expect(() => host.readText(gone)).to.throw().with.property('code', 'ENOENT');
    expect(() => host.listDir(gone)).to.throw().with.property('code', 'ENOENT');
  });

  it('runs a command and waits for it', () => {
    const { status, stderr } = host.run(process.execPath, ['-e', 'console.error("x"); process.exit(3)'], { encoding: 'utf8' });
    expect({ status, stderr }).to.deep.equal({ status: 3, stderr: 'x\n' });
    expect(host.run(path.join(__dirname, 'no such command'), [], {}).error).to.have.property('code', 'ENOENT');
  });

  it('tells the address of the inspector', () => {
    expect(host.inspectorUrl()).to.equal(require('inspector').url());
  });

  it('loads neither child_process nor inspector before they are asked for', () => {
    const lib = path.join(__dirname, '..', 'lib');
    const script = `for (const name of ['host', 'cpu-mhz', 'sysinfo', 'warnings-system']) require(${JSON.stringify(lib)} + '/' + name);
      const { createSysinfo } = require(${JSON.stringify(lib)} + '/sysinfo');
      createSysinfo({ host: require(${JSON.stringify(lib)} + '/host') });
      console.log(process.moduleLoadList.filter((name) => /^NativeModule (child_process|inspector)$/.test(name)).join());`;
    const env = { ...process.env, NODE_OPTIONS: '', NODE_V8_COVERAGE: '' };
    expect(host.run(process.execPath, ['-e', script], { encoding: 'utf8', env }).stdout).to.equal('\n');
  });
});
