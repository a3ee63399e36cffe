'use strict';

const fs = require('fs');
const path = require('path');
const zlib = require('zlib');
const { expect } = require('chai');
const { checkPlotPath, openPlot } = require('../../lib/report/picture/plot-file');
const { findBrowser } = require('../../lib/report/picture/browser');
const { cropPng, pngSize, crc32 } = require('../../lib/report/picture/png-crop');
const { StoreError } = require('../../lib/host/output-file');
const { UsageError } = require('../../lib/text/usage-error');
const { comparisonPlot } = require('../../lib/report/plot/rates-plot');
const { comparisons } = require('../helpers/rates-documents');
const { scratchFolder, hostWith } = require('../helpers/scratch');

const isWindows = process.platform === 'win32';
const SVG = comparisonPlot(comparisons.one());
const [, WIDTH, HEIGHT] = /width="(\d+)" height="(\d+)"/.exec(SVG).map(Number);

/** A PNG whose rows are their numbers, red, each filtered by the row above. */
function png(width, height, { colour = 2, depth = 8 } = {}) {
  const chunk = (type, data) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = depth;
  head[9] = colour;
  const channels = colour === 6 ? 4 : 3;
  const rows = Buffer.alloc(height * (1 + width * channels));
  for (let y = 0; y < height; y++) rows[y * (1 + width * channels)] = y === 0 ? 0 : 2;
  for (let y = 0; y < height; y++) rows[y * (1 + width * channels) + 1] = 1;
  const data = zlib.deflateSync(rows);
  const half = data.length >> 1;
  return Buffer.concat(
    [Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', head), chunk('IDAT', data.subarray(0, half)),
      chunk('IDAT', data.subarray(half)), chunk('IEND', Buffer.alloc(0))]);
}

/** The bytes of all rows, and the filter before each. */
function rowsOf(bytes) {
  const parts = [];
  for (let at = 8; at < bytes.length;) {
    const length = bytes.readUInt32BE(at);
    expect(crc32(bytes.subarray(at + 4, at + 8 + length))).to.equal(bytes.readUInt32BE(at + 8 + length));
    if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(bytes.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  return zlib.inflateSync(Buffer.concat(parts));
}

const writePlot = (file, svg, options) => openPlot(file, options).write(svg);

describe('the first rows of a PNG', () => {
  it('are kept as they are', () => {
    expect(crc32(Buffer.from('123456789'))).to.equal(0xcbf43926);
    for (const colour of [2, 6]) {
      const whole = png(7, 50, { colour });
      const cut = cropPng(whole, 20);
      expect(pngSize(cut)).to.deep.equal({ width: 7, height: 20 });
      expect(rowsOf(cut).equals(rowsOf(whole).subarray(0, 20 * (1 + 7 * (colour === 6 ? 4 : 3))))).to.equal(true);
    }
    const whole = png(3, 4);
    expect(cropPng(whole, 4)).to.equal(whole);
  });

  it('are not made up', () => {
    expect(() => cropPng(png(3, 4), 5)).to.throw('has 4 rows, and 5 are wanted');
    expect(() => cropPng(Buffer.from('no'), 1)).to.throw('no PNG');
    expect(() => cropPng(png(3, 4, { colour: 3 }), 1)).to.throw('another kind');
    expect(() => cropPng(png(3, 4, { depth: 16 }), 1)).to.throw('another kind');
    expect(pngSize(Buffer.alloc(100))).to.equal(null);
  });
});

describe('the path of a plot', () => {
  it('ends with what is to be written', () => {
    expect(['a.svg', 'a.html', 'dir.png/b.PNG', 'x.y.Svg'].map(checkPlotPath))
      .to.deep.equal(['.svg', '.html', '.png', '.svg']);
    for (const [name, reason] of [
        ['a.pdf', '.pdf is none of them'], ['a', 'it ends with none'], ['.svg', 'it ends with none'], ['', 'is empty'],
        ['a.svg/', null], ['a.svgz', '.svgz']]) {
      if (reason) {
        expect(() => checkPlotPath(name), name).to.throw(UsageError, reason).with.property('message')
          .that.includes('.svg, .html or .png');
      }
    }
  });
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

  it('is the first of the usual names in PATH that is a program', () => {
    const there =
      { '/a/google-chrome': 'program', '/b/chromium': 'program', '/a/chromium': 'text', '/c/chromium': 'folder' };
    expect(findBrowser(host({ PATH: '/c:/a::/b' }, there)).file).to.equal('/b/chromium');
    expect(findBrowser(host({ PATH: '/a' }, there)).file).to.equal('/a/google-chrome');
    expect(findBrowser(host({ PATH: '/d' }, there))).to.have.property('file', null);
    expect(findBrowser(host({}, there)).looked).to.include('chromium, chromium-browser, google-chrome')
      .and.to.include('CHROMIUM names none');
  });

  it('is what CHROMIUM names, and no other', () => {
    const there = { '/b/chromium': 'program', '/opt/mine': 'program', '/b/mine': 'program' };
    expect(findBrowser(host({ PATH: '/b', CHROMIUM: '/opt/mine' }, there)).file).to.equal('/opt/mine');
    expect(findBrowser(host({ PATH: '/b', CHROMIUM: 'mine' }, there)).file).to.equal('/b/mine');
    expect(findBrowser(host({ PATH: '/b', CHROMIUM: '/opt/gone' }, there)))
      .to.deep.equal({ file: null, looked: 'CHROMIUM is /opt/gone, which is no program' });
  });

  it('is never taken from the current folder', () => {
    expect(findBrowser(host({ PATH: '' }, { chromium: 'program', '/chromium': 'program' })).file).to.equal(null);
  });

  it('is looked for where it is installed on other systems', () => {
    const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
    expect(findBrowser(host({ PATH: '/bin' }, { [mac]: 'program' }, 'darwin')).file).to.equal(mac);
    const edge = 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe';
    expect(findBrowser(
      host({ Path: 'C:\\Windows', 'ProgramFiles(x86)': 'C:\\Program Files (x86)' }, { [edge]: 'program' }, 'win32'))
      .file).to.equal(edge);
    expect(findBrowser(host({ Path: 'C:\\x' }, { 'C:\\x\\chrome.exe': 'program' }, 'win32')).file)
      .to.equal('C:\\x\\chrome.exe');
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

  it('is tried before anything is measured', () => {
    const before = () => fs.readdirSync(path.dirname(scratch('a.svg'))).sort();
    scratch('there.svg', 'old');
    const names = before();
    expect(() => openPlot(scratch('a.jpg'), { host: noBrowser })).to.throw(UsageError, '.svg, .html or .png');
    expect(() => openPlot(scratch('there.svg'), { host: noBrowser })).to.throw(UsageError, '--force');
    expect(() => openPlot(path.join(scratch('a.svg'), '..', 'none', 'x.svg'), { host: noBrowser }))
      .to.throw(UsageError, 'no folder');
    expect(() => openPlot(scratch('b.png'), { host: noBrowser }))
      .to.throw(UsageError, /a browser is needed, and none of chromium.*\.svg or \.html, which need none/);
    expect(before()).to.deep.equal(names);
    const file = openPlot(scratch('there.svg'), { host: noBrowser, force: true });
    expect(read(scratch('there.svg'))).to.equal('old');
    file.write(SVG);
    expect(read(scratch('there.svg'))).to.equal(SVG);
  });

  describe('as pixels', function () {
    /** A program in the place of a browser; body sees args, value(name) of an option, and page, what is to be drawn. */
    const browser = (body) => {
      const file = scratch(`browser-${Math.abs(crc32(Buffer.from(body)))}`, `#!${process.execPath}
const fs = require('fs');
const args = process.argv.slice(2);
const value = (name) => (args.find((one) => one.startsWith('--' + name + '=')) || '').slice(name.length + 3);
const page = fs.readFileSync(new URL(args[args.length - 1]), 'utf8');
fs.writeFileSync(${JSON.stringify(scratch('seen.json'))},
  JSON.stringify({ args, page, folder: require('path').dirname(value('screenshot')) }));
${body}`);
      fs.chmodSync(file, 0o755);
      return hostWith({ env: { CHROMIUM: file } });
    };
    const seen = () => JSON.parse(read(scratch('seen.json')));
    const picture = (width, height) => {
      const file = scratch(`${width}x${height}.png`);
      fs.writeFileSync(file, png(width, height));
      return file;
    };
    const copy = (file) => `fs.copyFileSync(${JSON.stringify(file)}, value('screenshot'));`;

    before(function () { if (isWindows) this.skip(); });

    it('are what the browser makes of it, twice as many each way, without what is below', () => {
      const host = browser(copy(picture(2 * WIDTH, 2 * HEIGHT + 320)));
      writePlot(scratch('ok.png'), SVG, { host, uid: 1000 });
      expect(pngSize(fs.readFileSync(scratch('ok.png')))).to.deep.equal({ width: 2 * WIDTH, height: 2 * HEIGHT });
      const { args, page, folder } = seen();
      expect(args).to.include.members(
        ['--headless=new', '--force-device-scale-factor=2', `--window-size=${WIDTH},${HEIGHT + 160}`])
        .and.not.to.include('--no-sandbox');
      expect(page).to.include('<svg xmlns').and.not.to.include('prefers-color-scheme');
      expect(fs.existsSync(folder)).to.equal(false);
    });

    it('need no sandbox for root only', () => {
      const host = browser(copy(picture(2 * WIDTH, 2 * HEIGHT)));
      writePlot(scratch('root.png'), SVG, { host, uid: 0 });
      expect(seen().args).to.include('--no-sandbox');
      writePlot(scratch('none.png'), SVG, { host, uid: null });
      expect(seen().args).not.to.include('--no-sandbox');
    });

    it('are fewer where the plot is higher than a browser can paint', () => {
      const host = browser(copy(picture(100, 16000)));
      writePlot(scratch('high.png'), SVG.replace(`height="${HEIGHT}"`, 'height="31840"'), { host });
      expect(seen().args).to.include('--force-device-scale-factor=0.5');
      expect(pngSize(fs.readFileSync(scratch('high.png'))).height).to.equal(15920);
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

    it('are an SVG where the browser fails, which says why', () => {
      const message =
        failing('console.error("x\\n[1:2:ERROR:dbus/bus.cc] no bus\\nNo usable sandbox!\\nlast words"); ' +
          'process.exitCode = 7;', 'failed.png');
      expect(message).to.include('failed.png could not be saved: the browser')
        .and.to.include('exit code 7: x; No usable sandbox!; last words');
      expect(message).to.include(`the plot is in ${scratch('failed.svg')} instead`);
      expect(read(scratch('failed.svg'))).to.equal(SVG);
      expect(fs.existsSync(seen().folder)).to.equal(false);
    });

    it('are not taken from a browser that made none, half of one, or one and failed', () => {
      expect(failing('', 'silent.png')).to.include('it made no picture');
      expect(failing('fs.writeFileSync(value("screenshot"), "no picture");', 'text.png'))
        .to.include('it made no picture');
      expect(failing(copy(picture(9, 9)), 'small.png')).to.include(`has 9 rows, and ${2 * HEIGHT} are wanted`);
      expect(failing(`${copy(picture(2 * WIDTH, 2 * HEIGHT))} process.exitCode = 3;`, 'code.png'))
        .to.include('exit code 3');
      expect(failing('process.kill(process.pid, "SIGKILL"); setTimeout(() => {}, 1e4);', 'killed.png'))
        .to.include('ended by SIGKILL');
    });

    it('are made in a folder that a chromium from a snap can see', () => {
      const program =
        scratch('snap-home/bin/chromium',
          `#!/bin/sh\nexec ${browser(copy(picture(2 * WIDTH, 2 * HEIGHT))).env.CHROMIUM} "$@"\n`);
      fs.chmodSync(program, 0o755);
      const host =
        hostWith({ env: { CHROMIUM: program, HOME: scratch('snap-home'), PATH: process.env.PATH }, platform: 'linux' });
      const shared = path.dirname(scratch('snap-home/snap/chromium/common/other', ''));
      writePlot(scratch('snap.png'), SVG, { host });
      expect(path.dirname(seen().folder)).to.equal(shared);
      expect(fs.readdirSync(shared)).to.deep.equal(['other']);
    });

    it('are not waited for without end', () => {
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

    it('leave an SVG that is there alone, and take another name', () => {
      scratch('kept.svg', 'mine');
      expect(failing('process.exitCode = 1;', 'kept.png'))
        .to.include(`the plot is in ${scratch('kept.png.svg')} instead`);
      expect(read(scratch('kept.svg'))).to.equal('mine');
      scratch('full.svg', 'mine');
      scratch('full.png.svg', 'mine');
      expect(failing('process.exitCode = 1;', 'full.png')).to.include('neither could the plot be saved as SVG')
        .and.to.include('full.png.svg is there already');
      expect(failing('process.exitCode = 1;', 'full.png', { force: true }))
        .to.include(`the plot is in ${scratch('full.svg')} instead`);
    });

    it('are asked of the browser that is there at the end', () => {
      const host = browser('');
      const file = openPlot(scratch('gone.png'), { host });
      fs.unlinkSync(host.env.CHROMIUM);
      expect(() => file.write(SVG)).to.throw(StoreError, 'ENOENT');
      expect(read(scratch('gone.svg'))).to.equal(SVG);
    });
  });
});
