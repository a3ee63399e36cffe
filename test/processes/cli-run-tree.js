'use strict';

const { expect } = require('chai');
const fs = require('fs');
const { useFolder, inFolder, write, read, qtimeit, started } = require('../helpers/cli');
const { isRunning, until } = require('../helpers/child-processes');
const { needs } = require('../helpers/needs');
const { benchmark, writeToolkit, linesOf, CLIENT, LOAD, RELAY } = require('../helpers/tree');

const NODE = process.execPath;

// Creates something in the shared folder, and removes it at the end.
const TEMPORARY = `
const fs = require('fs');
const path = require('path');
const folder = path.join(__dirname, '..', 'tmp');
const log = (text) => fs.appendFileSync(path.join(__dirname, '..', 'log.txt'), text + '\\n');
function refresh() {
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder);
  process.on('exit', () => {
    fs.rmSync(folder, { recursive: true, force: true });
    log('gone ' + path.basename(__filename) + ' ' + process.pid);
  });
}
`;
const SETUP = `{ setup() {
  refresh();
  fs.writeFileSync(path.join(folder, 'fixture'), __filename);
  log('made ' + path.basename(__filename) + ' ' + process.pid);
} }`;
const USES =
  'if (fs.readFileSync(path.join(folder, "fixture"), "utf8") !== __filename) throw new Error("the fixture of ' +
    'another"); log("used " + path.basename(__filename) + " " + process.ppid);';

useFolder();

describe('qtimeit run: a tree of benchmark files with their toolkit', function () {
  this.timeout(120000);
  beforeEach(writeToolkit);

  describe('with a file that delegates its work to another file', () => {
    beforeEach(() => write('http/server.js', RELAY));

    it('measures each configuration, on both sides of a comparison', () => {
      write('http/_client.js', CLIENT());
      const result = qtimeit('compare', '--old', NODE, '--new', NODE, '--runs', '1', '--csv', 'http');
      expect(result).to.include({ status: 0, stderr: '' });
      const rows = result.stdout.trim().split('\n').slice(1).map((row) => row.split(',').slice(0, 3).join());
      expect(rows).to.deep.equal([1, 2].flatMap((len) => ['old', 'new'].map((side) => (
        `"${side}","http/_client.js","n=5 len=${len}"`))));
    });

    needs('signals', it)('leaves no process behind if it is interrupted', async () => {
      write('http/_client.js', CLIENT('console.log(`pids ${process.pid} ${process.ppid}`); for (;;);'));
      const { status, stderr } = await started(['run', '.'], 'pids ', (child) => child.kill('SIGTERM'));
      expect(status).to.equal(143);
      const pids = /pids (\d+) (\d+)/.exec(stderr).slice(1).map(Number);
      await until(() => !pids.some(isRunning));
    });
  });

  it('reports files that skip themselves, without counting them as failures', () => {
    write('napi/a.js', `${LOAD}console.log('first');\nconsole.log('the addon was not ` +
        `built');\nprocess.exit(0);\ncommon.createBenchmark(() => {}, {});\n`);
    write('napi/b.js', `console.error('the addon was not built');\nprocess.exit(0);\ncreateBenchmark();\n`);
    const alone = qtimeit('run', 'napi', '--save', 'r.json');
    expect(alone.status).to.equal(0);
    expect(alone.stdout).to.equal('\nnothing was run\nskipped: napi/a.js, napi/b.js: the addon was not built\n');
    expect(read('r.json')).to.deep.include({ complete: true, failures: [], configurations: [] });
    expect(read('r.json').skipped).to.deep.equal(
        ['a', 'b'].map((name) => ({ side: 'this', file: `napi/${name}.js`, words: 'the addon was not built' })));
  });

  /** The lines of log.txt without ids ('made a.js', 'used', 'gone a.js'). Each must name the last maker. */
  function logged() {
    let maker = null;
    return fs.readFileSync(inFolder('log.txt'), 'utf8').trim().split('\n').map((line) => {
      const [what, file, pid] = line.split(' ');
      if (what === 'made') maker = `${file} ${pid}`;
      expect(`${file} ${pid}`, `of ${line}`).to.equal(maker);
      return what === 'used' ? 'used' : `${what} ${file}`;
    });
  }

  it('runs all files except tools, one setup at a time, and reports those that fail', () => {
    write('run.js', 'throw new Error("a tool was run");\n');
    write('compare.js', 'const CLI = require("./_cli.js");\n');
    write('_cli.js', 'throw new Error("a tool was run");\n');
    write('here.js', benchmark({ n: [7] }).replace('../common.js', './common'));
    write('http/server.js', RELAY);
    write('http/_client.js', CLIENT('if (conf.len === 1) throw new RangeError("on purpose");'));
    // Not skipped: it exits silently, or with an error.
    write('napi/a.js', `${LOAD}process.exit(0);\ncommon.createBenchmark(() => {}, {});\n`);
    write('napi/b.js', 'console.error("no"); process.exit(1);\ncreateBenchmark();\n');
    for (const name of ['a', 'b']) {
      write(`fs/${name}.js`, benchmark({ n: [1] }, { top: TEMPORARY, options: SETUP, main: USES }));
    }
    // Its processes may read only their folder.
    const flag = ['--permission', '--experimental-permission'].find((one) => (
      process.allowedNodeEnvironmentFlags.has(one) || process.execArgv.includes(one)));
    const flags = flag === undefined ? '[]'
      : `['${flag}', '--no-warnings', '--allow-fs-read=' + require('path').join(__dirname, '..')]`;
    write('permission/a.js', benchmark({ n: [5] }, { options: `{ flags: ${flags} }` }));
    write('url/a.js', benchmark({ n: [1, 2] }));
    const { status, stdout, stderr } = qtimeit('run', '.', '--set', 'n=3', '--runs', '2');
    expect(stderr.split('\n')[0]).to.equal(
      'note: files in the folder of common.js that do not call createBenchmark are not run: compare.js, run.js');
    const others = ['here.js n=3', 'http/_client.js n=3 len=2', 'permission/a.js n=3', 'url/a.js n=3'];
    expect(linesOf({ stdout }))
      .to.deep.equal([...others, ...others, ...['a', 'a', 'b', 'b'].map((name) => `fs/${name}.js n=3`)]);
    expect(stdout)
      .to.match(/^FAILED http\/_client\.js n=3 len=1, 2 times: RangeError: on purpose\n +at http\/_client\.js:\d+/m)
      .and.match(/^FAILED napi\/a\.js: never called createBenchmark: .*exit code 0$/m)
      .and.match(/^FAILED napi\/b\.js: .*exit code 1\n +\| no$/m);
    expect(status).to.equal(1);
    expect(logged())
      .to.deep.equal(['a.js', 'b.js'].flatMap((file) => [`made ${file}`, 'used', 'used', `gone ${file}`]));
  });
});
