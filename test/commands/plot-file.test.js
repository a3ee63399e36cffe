'use strict';

const fs = require('fs');
const path = require('path');
const { expect } = require('chai');
const { checkPlotPath, findChromium, openPlot } = require('#lib/cli/plot-file');
const { StoreError } = require('#lib/base/host/output-file');
const { UsageError } = require('#lib/base/text/usage-error');
const { toPlot } = require('#lib/report/output/to-plot');
const { needs } = require('../helpers/needs');
const { comparisons } = require('../helpers/rates-documents');
const { scratchFolder, hostWith, programIn } = require('../helpers/scratch');

const SVG = toPlot(comparisons.one());
const [, WIDTH, HEIGHT] = /width="(\d+)" height="(\d+)"/.exec(SVG).map(Number);

const PNG = Buffer.from('\x89PNG\r\n\x1a\nand so on', 'latin1');

const writePlot = (file, svg, options) => openPlot(file, options).write(svg);

it('the path of a plot ends with the kind of the plot', () => {
  expect(['a.svg', 'a.html', 'dir.png/b.PNG', 'x.y.Svg'].map(checkPlotPath))
    .to.deep.equal(['.svg', '.html', '.png', '.svg']);
  for (const [name, reason] of [
    ['a.pdf', 'unknown extension .pdf'], ['a', 'no extension'], ['.svg', 'no extension'], ['', 'is empty'],
    ['a.svgz', '.svgz']]) {
    expect(() => checkPlotPath(name), name).to.throw(UsageError, reason).with.property('message')
      .that.includes('.svg, .html or .png');
  }
});

describe('a browser', () => {
  const host = (env, there, platform = 'linux') => ({
    env, platform,
    stat: (file) => {
      if (!Object.hasOwn(there, file)) throw Object.assign(new Error('not there'), { code: 'ENOENT' });
      return { isFile: () => there[file] !== 'folder' };
    },
    checkAccess: (file) => { if (there[file] === 'text') throw new Error('no permission'); },
  });

  it('is found by CHROMIUM, by a usual name in PATH, or in the usual folders', () => {
    const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
    const edge = 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe';
    const there = { '/a/google-chrome': 'program', '/b/chromium': 'program', '/a/chromium': 'text',
      '/c/chromium': 'folder', '/opt/mine': 'program', '/b/mine': 'program', [mac]: 'program', [edge]: 'program',
      chromium: 'program', '/chromium': 'program', 'C:\\x\\chrome.exe': 'program' };
    for (const [env, file, platform] of [
      [{ PATH: '/c:/a::/b' }, '/b/chromium'], [{ PATH: '/a' }, '/a/google-chrome'], [{ PATH: '/d' }, null],
      // The current folder is not searched.
      [{ PATH: '' }, null],
      [{ PATH: '/b', CHROMIUM: '/opt/mine' }, '/opt/mine'], [{ PATH: '/b', CHROMIUM: 'mine' }, '/b/mine'],
      [{ PATH: '/b', CHROMIUM: '/opt/gone' }, null], [{ PATH: '/bin' }, mac, 'darwin'],
      [{ Path: 'C:\\Windows', 'ProgramFiles(x86)': 'C:\\Program Files (x86)' }, edge, 'win32'],
      [{ Path: 'C:\\x' }, 'C:\\x\\chrome.exe', 'win32'],
    ]) expect(findChromium(host(env, there, platform)).file, JSON.stringify(env)).to.equal(file);
    expect(findChromium(host({}, there)).looked).to.include('chromium, chromium-browser, google-chrome')
      .and.to.include('CHROMIUM is not set');
    expect(findChromium(host({ CHROMIUM: '/opt/gone' }, there)).looked)
      .to.equal('CHROMIUM is set to /opt/gone, which is not a program');
  });
});

describe('the file of a plot', () => {
  const scratch = scratchFolder();
  const noBrowser = hostWith({ env: { PATH: '' } });
  const read = (file) => fs.readFileSync(file, 'utf8');

  it('is the SVG, or a page around it', () => {
    writePlot(scratch('a.svg'), SVG, { host: noBrowser });
    expect(read(scratch('a.svg'))).to.equal(SVG);
    writePlot(scratch('a.html'), SVG, { host: noBrowser });
    expect(read(scratch('a.html'))).to.include(SVG).and.to.include('<!doctype html>');
  });

  it('is replaced with --force, when the plot is written', () => {
    const file = openPlot(scratch('there.svg', 'old'), { host: noBrowser, force: true });
    expect(read(scratch('there.svg'))).to.equal('old');
    file.write(SVG);
    expect(read(scratch('there.svg'))).to.equal(SVG);
  });

  needs('scripts', describe)('as pixels', () => {
    /** A fake browser; body has access to args, value(name) of an option, and page, the page to draw. */
    let programs = 0;
    const browser = (body) => {
      const file = programIn(scratch, `browser-${programs++}`, `const fs = require('fs');
const args = process.argv.slice(2);
const value = (name) => (args.find((one) => one.startsWith('--' + name + '=')) || '').slice(name.length + 3);
const page = fs.readFileSync(new URL(args[args.length - 1]), 'utf8');
fs.writeFileSync(${JSON.stringify(scratch('seen.json'))},
  JSON.stringify({ args, page, folder: require('path').dirname(value('screenshot')) }));
${body}`, process.execPath);
      return hostWith({ env: { CHROMIUM: file } });
    };
    const seen = () => JSON.parse(read(scratch('seen.json')));
    const PAINT = `fs.writeFileSync(value('screenshot'), Buffer.from('${PNG.toString('base64')}', 'base64'));`;

    it('are drawn by the browser, without a sandbox for root, at twice the size, or less if it cannot', () => {
      const host = browser(PAINT);
      writePlot(scratch('ok.png'), SVG, { host, uid: 1000 });
      expect(fs.readFileSync(scratch('ok.png'))).to.deep.equal(PNG);
      const { args, page, folder } = seen();
      expect(args).to.include.members(
        ['--headless=new', '--force-device-scale-factor=2', `--window-size=${WIDTH},${HEIGHT}`])
        .and.not.to.include('--no-sandbox');
      expect(page).to.include('<svg xmlns').and.not.to.include('prefers-color-scheme');
      expect(fs.existsSync(folder)).to.equal(false);
      const high = SVG.replace(`height="${HEIGHT}"`, 'height="32000"');
      writePlot(scratch('root.png'), high, { host, uid: 0 });
      expect(seen().args).to.include.members(['--no-sandbox', '--force-device-scale-factor=0.5']);
    });

    const failing = (body, name, more = {}) => {
      const host = browser(body);
      const file = openPlot(scratch(name), { host: more.host ? more.host(host) : host, force: more.force });
      let error;
      try {
        file.write(SVG);
      } catch (thrown) {
        error = thrown;
      }
      expect(error).to.be.an.instanceOf(StoreError);
      expect(fs.existsSync(scratch(name))).to.equal(false);
      return error.message;
    };

    it('are replaced by an SVG and a reason if the browser fails', () => {
      const body = 'console.error("x\\n[1:2:ERROR:dbus/bus.cc] no bus\\nNo usable sandbox!\\nlast words"); ' +
        'process.exitCode = 7;';
      const message = failing(body, 'failed.png');
      expect(message).to.include('failed.png could not be saved: the browser')
        .and.to.include('exit code 7: x; No usable sandbox!; last words');
      expect(message).to.include(`the plot was saved as ${scratch('failed.svg')} instead`);
      expect(read(scratch('failed.svg'))).to.equal(SVG);
      expect(fs.existsSync(seen().folder)).to.equal(false);
      for (const [script, name, words] of [
        ['', 'silent', 'it produced no image'],
        ['fs.writeFileSync(value("screenshot"), "no picture");', 'text', 'it produced no image'],
        [`${PAINT} process.exitCode = 3;`, 'code', 'exit code 3'],
        ['process.kill(process.pid, "SIGKILL"); setTimeout(() => {}, 1e4);', 'killed', 'killed by SIGKILL'],
      ]) expect(failing(script, `${name}.png`)).to.include(words);
    });

    it('are drawn in a folder that a chromium from a snap can access', () => {
      const program = scratch('snap-home/bin/chromium', `#!/bin/sh\nexec ${browser(PAINT).env.CHROMIUM} "$@"\n`);
      fs.chmodSync(program, 0o755);
      const host =
        hostWith({ env: { CHROMIUM: program, HOME: scratch('snap-home'), PATH: process.env.PATH }, platform: 'linux' });
      const shared = path.dirname(scratch('snap-home/snap/chromium/common/other', ''));
      writePlot(scratch('snap.png'), SVG, { host });
      expect(path.dirname(seen().folder)).to.equal(shared);
      expect(fs.readdirSync(shared)).to.deep.equal(['other']);
    });

    it('time out', () => {
      const seconds = [];
      const host = (real) => Object.create(real, {
        run: {
          value: (command, args, options) => {
            seconds.push(options.timeout / 1000);
            return real.run(command, args, { ...options, timeout: 300 });
          },
        },
      });
      expect(failing('setTimeout(() => {}, 60000);', 'slow.png', { host })).to.include('it took more than 30 s');
      expect(seconds).to.deep.equal([30]);
    });

    it('keep an existing SVG, and use another name', () => {
      scratch('kept.svg', 'mine');
      expect(failing('process.exitCode = 1;', 'kept.png'))
        .to.include(`the plot was saved as ${scratch('kept.png.svg')} instead`);
      expect(read(scratch('kept.svg'))).to.equal('mine');
      scratch('full.svg', 'mine');
      scratch('full.png.svg', 'mine');
      expect(failing('process.exitCode = 1;', 'full.png')).to.include('the plot could not be saved as SVG either')
        .and.to.include('full.png.svg already exists');
      expect(failing('process.exitCode = 1;', 'full.png', { force: true }))
        .to.include(`the plot was saved as ${scratch('full.svg')} instead`);
    });

    it('are replaced by an SVG if the browser was removed during the run', () => {
      const host = browser('');
      const file = openPlot(scratch('gone.png'), { host });
      fs.unlinkSync(host.env.CHROMIUM);
      expect(() => file.write(SVG)).to.throw(StoreError, 'ENOENT');
      expect(read(scratch('gone.svg'))).to.equal(SVG);
    });
  });
});
