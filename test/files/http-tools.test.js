'use strict';

const path = require('path');
const { inspect } = require('util');
const { expect } = require('chai');
const { checkLoadOptions, formatUrl } = require('#lib/node-core/files/http/load-options');
const { wrk, autocannon, chooseTool, h2load, toMs } = require('#lib/node-core/files/http/tools');
const { fakeHost } = require('../helpers/fake-host');

const plan = (options) => checkLoadOptions({ port: 8000, ...options });

function choose(options, { files = [], cwd = '/home/me/project', ...host } = {}) {
  const there = Object.fromEntries(files.map((file) => [file, '']));
  return chooseTool(plan(options),
    { host: fakeHost({ env: { PATH: '/usr/local/bin:/usr/bin' }, files: there, ...host }), cwd, execPath: '/node' });
}

describe('the options of a load', () => {
  it('have the defaults of core', () => {
    expect(checkLoadOptions({ port: 12346, path: undefined, headers: null })).to.deep.equal({
      host: '127.0.0.1', path: '/', scheme: 'http', connections: 100, duration: 5, headers: [], port: 12346,
      isHttp2: false,
    });
  });

  it('have a range', () => {
    for (const [options, words] of [
      [{ port: undefined }, 'bench.http: no port'],
      [{ port: 0 }, 'port must be an integer from 1 to 65535, got 0'],
      [{ conections: 3 }, 'unknown option \'conections\'. Did you mean \'connections\'?'],
      [{ toString: 3 }, 'unknown option \'toString\'. Options: benchmarker, host, '],
      [{ connections: 1.5 }, 'connections must be an integer from 1 to 100000, got 1.5'],
      [{ duration: 0 }, 'duration must be a number of seconds above 0'],
      [{ duration: NaN }, 'duration must be a number of seconds above 0'],
      [{ path: 'index.html' }, 'path must be a path that begins with /'],
      [{ path: '/a b' }, 'path must be a path'],
      [{ path: '/\r\nX: y' }, 'path must be a path'],
      [{ scheme: 'http2' }, 'scheme must be \'http\' or \'https\', got \'http2\''],
      [{ host: 'a/b' }, 'host must be a name or an address'],
      [{ headers: { 'a b': '1' } }, 'headers must be an object'],
      [{ headers: { a: '1\r\nb: 2' } }, 'headers must be an object'],
      [{ headers: ['a'] }, 'headers must be an object'],
      [{ benchmarker: 7 }, 'benchmarker must be a name'],
      [{ maxConcurrentStreams: 0 }, 'maxConcurrentStreams must be an integer of at least 1'],
      [{ initialWindowSize: 65535 }, 'initialWindowSize must be an integer number of bits from 0 to 30'],
    ]) expect(() => plan(options), inspect(options)).to.throw(words);
  });

  it('give a URL', () => {
    expect(formatUrl(plan({ path: '/a?b=c' }))).to.equal('http://127.0.0.1:8000/a?b=c');
    expect(formatUrl(plan({ host: '::1', scheme: 'https' }))).to.equal('https://[::1]:8000/');
  });

  it('ask for HTTP/2 if HTTP/1.1 does not have them', () => {
    expect(plan({ encoderHeaderTableSize: 1 }).isHttp2).to.equal(true);
    expect(plan({ connections: 1, duration: 1, threads: 1, rate: 1, timeout: 1 }).isHttp2).to.equal(false);
  });
});

describe('a tool for a load', () => {
  const ALL = ['/usr/bin/h2load', '/usr/bin/autocannon', '/usr/bin/wrk', '/usr/local/bin/autocannon'];
  for (const [options, files, name, command] of [
    // The first tool that is installed
    [{}, ALL, 'wrk', '/usr/bin/wrk'],
    [{}, ALL.filter((file) => !file.endsWith('wrk')), 'autocannon', '/usr/local/bin/autocannon'],
    [{}, [], 'embedded'],
    // HTTP/2 is for h2load alone.
    [{ maxConcurrentStreams: 10 }, ALL, 'h2load', '/usr/bin/h2load'],
    [{}, ['/usr/bin/h2load'], 'embedded'],
    [{ clients: 1 }, ['/usr/bin/wrk'], 'embedded-http2'],
    // The requested one
    [{ benchmarker: 'h2load' }, ALL, 'h2load', '/usr/bin/h2load'],
    [{ benchmarker: 'embedded-http2' }, ALL, 'embedded-http2'],
    // Near the benchmark
    [{}, ['/node_modules/.bin/autocannon'], 'autocannon', '/node_modules/.bin/autocannon'],
    [{}, ['/home/me/node_modules/.bin/autocannon', '/home/me/project/node_modules/.bin/autocannon'], 'autocannon',
      '/home/me/project/node_modules/.bin/autocannon'],
    [{}, ['/home/me/project/node_modules/.bin/wrk'], 'embedded'],
  ]) {
    it(`is ${name} for ${inspect(options)} with ${files.join(' ') || 'nothing'}`, () => {
      const found = choose(options, { files });
      expect(found.tool.name).to.equal(name);
      if (command) expect(found.program).to.deep.equal({ command, args: [] });
    });
  }

  it('is ours for the names of core\'s generators', () => {
    for (const [options, expected] of [
      [{ benchmarker: 'test-double-http' }, ['embedded', false, 'http']],
      [{ benchmarker: 'test-double-http', scheme: 'https', requests: 5 }, ['embedded', false, 'https']],
      [{ benchmarker: 'test-double-https' }, ['embedded', false, 'https']],
      [{ benchmarker: 'test-double-http2' }, ['embedded-http2', true, 'http']],
      [{ benchmarker: 'embedded', requests: 5 }, ['embedded-http2', true, 'http']],
    ]) {
      const { tool: { name }, plan: { isHttp2, scheme } } = choose(options, { files: ALL });
      expect([name, isHttp2, scheme]).to.deep.equal(expected);
    }
    // The option `connections` is for HTTP/1.1.
    for (const [options, connections] of [
      [{ benchmarker: 'embedded', connections: 30, clients: 3 }, 3],
      [{ benchmarker: 'embedded-http2', connections: 30 }, 1], [{ benchmarker: 'test-double-http', clients: 3 }, 100],
    ]) {
      const { tool, plan: chosen } = choose(options);
      expect(JSON.parse(tool.argumentsOf(chosen)[0])).to.include({ connections });
    }
  });

  it('is found by a PATH of relative and empty folders', () => {
    const file = '/home/me/project/tools/wrk';
    expect(choose({}, { env: { PATH: '::tools' }, files: [file] }).program.command).to.equal(file);
    expect(choose({}, { env: {}, files: [file] }).tool.name).to.equal('embedded');
  });

  it('is a program with an extension on Windows, or the script of a package', () => {
    const cwd = 'C:\\home\\me\\project';
    const onWindows = (...files) => choose({}, { platform: 'win32', env: { Path: 'C:\\a;C:\\b' }, files, cwd });
    expect(onWindows('C:\\b\\wrk.exe').program).to.deep.equal({ command: 'C:\\b\\wrk.exe', args: [] });
    for (const folder of ['C:\\b', 'C:\\home\\me']) {
      const script = path.win32.join(folder, 'node_modules', autocannon.package);
      expect(onWindows(script, 'C:\\b\\wrk', 'C:\\home\\me\\node_modules\\.bin\\autocannon').program)
        .to.deep.equal({ command: '/node', args: [script] });
    }
    expect(onWindows().tool.name).to.equal('embedded');
  });

  it('is an executable file', () => {
    const host = fakeHost({ env: { PATH: '/usr/bin' }, files: { '/usr/bin/wrk': '' } });
    host.checkAccess = () => { throw new Error('EACCES'); };
    expect(chooseTool(plan(), { host, cwd: '/', execPath: '/node' }).tool.name).to.equal('embedded');
  });

  it('is an error if it is unknown or not installed', () => {
    const failure = (benchmarker) => {
      try {
        return choose({ benchmarker }, { files: ['/usr/bin/node'] });
      } catch (error) {
        return error;
      }
    };
    expect(failure('autocannon')).to.include({
      benchmarker: 'autocannon',
      message: 'autocannon not found in PATH or in node_modules/.bin of /home/me/project and its parent folders. ' +
        'Install it (npm install autocannon), or use benchmarker=embedded',
    });
    expect(failure('h2load').message).to.equal('h2load not found in PATH. Install it (Debian: apt-get install ' +
      'nghttp2-client, macOS: brew install nghttp2), or use benchmarker=embedded-http2');
    const names = 'Available: wrk, autocannon, h2load, embedded, embedded-http2, test-double-http, ' +
      'test-double-https, test-double-http2';
    expect(failure('wkr').message)
      .to.equal(`bench.http: unknown benchmarker 'wkr'. Did you mean 'wrk'? ${names}`);
    expect(failure('constructor').message)
      .to.equal(`bench.http: unknown benchmarker 'constructor'. ${names}`);
    expect(failure('wkr')).not.to.have.property('benchmarker');
  });
});

describe('the command line of a tool', () => {
  const options = { path: '/a', connections: 50, duration: 3, headers: { 'X-One': 'a: b', Two: ['2', 3] } };

  it('fits wrk', () => {
    expect(wrk.argumentsOf(plan(options), 4).join(' ')).to.equal(
      '-d 3 -c 50 -t 4 --latency http://127.0.0.1:8000/a -H X-One: a: b -H Two: 2 -H Two: 3');
    expect(wrk.argumentsOf(plan({ connections: 2, duration: 0.05 }), 4).slice(0, 6))
      .to.deep.equal(['-d', '1', '-c', '2', '-t', '2']);
    expect(wrk.argumentsOf(plan({ duration: 2.4 }), 4)[1]).to.equal('2');
    expect(wrk.secondsOf(plan({ duration: 0.05 }))).to.equal(1);
  });

  it('fits autocannon', () => {
    expect(autocannon.argumentsOf(plan(options)).join(' ')).to.equal(
      '-d 3 -c 50 -j -n -H X-One=a: b -H Two=2 -H Two=3 http://127.0.0.1:8000/a');
    expect(autocannon.argumentsOf(plan({ duration: 0.05 }))[1]).to.equal('1');
  });

  it('fits h2load', () => {
    expect(h2load.argumentsOf(plan({ connections: 50, duration: 3, scheme: 'https', headers: { a: 'b' } })))
      .to.deep.equal(['-D', '3', '-H', 'a: b', 'https://127.0.0.1:8000/']);
    expect(h2load.argumentsOf(plan({ duration: 0.05 }))).to.include('50ms');
    const all = {
      requests: 1000, clients: 2, threads: 3, maxConcurrentStreams: 4, initialWindowSize: 5,
      sessionInitialWindowSize: 6, rate: 7, ratePeriod: 8, timeout: 9,
      headerTableSize: 10, encoderHeaderTableSize: 11, duration: 12, host: 'localhost',
    };
    expect(h2load.argumentsOf(plan(all)).join(' ')).to.equal('-n 1000 -c 2 -t 3 -m 4 -w 5 -W 6 -r 7 --rate-period=8 ' +
      '-N 9 --header-table-size=10 --encoder-header-table-size=11 -T 12 http://localhost:8000/');
    // The option `connections` is for HTTP/1.1.
    expect(h2load.argumentsOf(plan({ requests: 7 }))).to.deep.equal(['-n', '7', '-T', '5', 'http://127.0.0.1:8000/']);
    expect(h2load.argumentsOf(plan({ rate: 7 }))).to.include('-T').and.not.include('-D');
    expect([{}, { rate: 7 }, { rate: 7, clients: 8, ratePeriod: 3 }].map((given) => h2load.secondsOf(plan(given))))
      .to.deep.equal([5, 6, 11]);
  });
});

describe('the output of a tool', () => {
  it('has times in units', () => {
    expect(['114.00us', '4.50ms', '1.10s', '2m', '1.5h'].map(toMs)).to.deep.equal([0.114, 4.5, 1100, 120000, 5400000]);
    for (const text of ['', '12', '1 ms', '-1ms', undefined]) expect(toMs(text)).to.be.NaN;
  });

  const wrkText = (more = '', rate = '62786.80') => `Running 1s test @ http://127.0.0.1:8000/
  2 threads and 10 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency   344.17us    0.88ms  14.68ms   93.89%
    Req/Sec    33.04k    12.58k   62.87k    80.95%
  Latency Distribution
     50%  114.00us
     75%  198.00us
     90%  537.00us
     99%    4.50ms
  69029 requests in 1.10s, 8.36MB read
${more}Requests/sec:  ${rate}
Transfer/sec:      7.60MB
`;

  it('is read for wrk', () => {
    expect(wrk.read(wrkText())).to.deep.equal({
      rate: 62786.8, seconds: 1.1, latency: { p50Ms: 0.114, p99Ms: 4.5 }, requests: 69029, succeeded: 69029, errors: 0,
      problem: null,
    });
    expect(wrk.read(wrkText().replace(/Latency Dist[^]*4.50ms\n/, ''))).to.include({ rate: 62786.8, latency: null });
    expect(wrk.read(wrkText('  Socket errors: connect 1, read 20, write 300, timeout 4000\n')))
      .to.include({ succeeded: 69029, errors: 4321, problem: '4321 socket errors' });
    const refused =
      wrk.read(wrkText('  Socket errors: connect 0, read 7, write 0, timeout 0\n  Non-2xx or 3xx responses: 69000\n'));
    expect(refused).to.include({ succeeded: 29, errors: 69007, problem: '69000 responses were neither 2xx nor 3xx' });
  });

  const autocannonJson = (changes) => JSON.stringify({
    duration: 3.02, errors: 0, timeouts: 0, non2xx: 0, '3xx': 0, latency: { p50: 0, p99: 2 },
    requests: { average: 79242.67, total: 237750, sent: 237800 }, ...changes,
  });

  it('is read for autocannon', () => {
    expect(autocannon.read(`${autocannonJson()}\n`)).to.deep.equal({
      rate: 79242.67, seconds: 3.02, latency: { p50Ms: 0, p99Ms: 2 }, requests: 237750, succeeded: 237750, errors: 0,
      problem: null,
    });
    expect(autocannon.read(autocannonJson({ non2xx: 237750, '3xx': 50, errors: 3 })))
      .to.include({ succeeded: 50, errors: 237703, problem: '237700 responses were neither 2xx nor 3xx' });
    expect(autocannon.read(autocannonJson({ errors: 3 })))
      .to.include({ succeeded: 237750, errors: 3, problem: '3 connections failed' });
    expect(autocannon.read(autocannonJson({ latency: undefined })).latency).to.equal(null);
  });

  const h2loadText = (names = 'min         max         mean         sd        +/- sd',
      row = 'time for request:       23us      7.51ms       123us       131us    95.46%') => `starting benchmark...
Application protocol: h2c

finished in 1.00s, 80886.00 req/s, 9.80MB/s
requests: 80896 total, 80896 started, 80886 done, 80880 succeeded, 16 failed, 10 errored, 0 timeout
status codes: 80880 2xx, 0 3xx, 0 4xx, 6 5xx
                     ${names}
${row}
time for connect:        7us        54us        35us        14us    70.00%
req/s           :    7933.21     8221.01     8086.79      119.27    60.00%
`;

  it('is read for h2load', () => {
    expect(h2load.read(h2loadText())).to.deep.equal(
        { rate: 80886, seconds: 1, latency: null, requests: 80886, succeeded: 80880, errors: 16,
          problem: '16 requests failed' });
    const columns = 'min      max      median    p95     p99    mean      sd    +/- sd';
    for (const head of ['time for request:', 'request     :']) {
      expect(h2load.read(
        h2loadText(columns, `${head}  23us   7.51ms   120us  300us   1.25ms  123us   131us   95.46%`)).latency)
        .to.deep.equal({ p50Ms: 0.12, p99Ms: 1.25 });
    }
    expect(h2load.read(h2loadText(columns, ''))).to.include({ rate: 80886, latency: null });
    expect(h2load.read(h2loadText().replace('1.00s', '203.07ms')).seconds).to.be.closeTo(0.20307, 1e-12);
    expect(h2load.read(h2loadText().replace('16 failed', '0 failed')).problem).to.equal(null);
  });

  for (const [tool, ...texts] of [
    [wrk, '', wrkText('', 'nan'), wrkText().replace('in 1.10s', 'in -'), wrkText().replace(/.*requests in.*\n/, '')],
    [autocannon, '', 'null', '{}', '{"requests":{"average":1', autocannonJson({ requests: null }),
      autocannonJson({ duration: '3' }), autocannonJson({ requests: { average: 1 } })],
    [h2load, 'finished in 1.00s', h2loadText().replace('80886.00', 'nan'), h2loadText().replace('1.00s', '-'),
      h2loadText().replace(/requests: .*/, '')],
  ]) {
    it(`is rejected if it is not from ${tool.name}`, () => {
      for (const text of texts) expect(tool.read(text), text).to.equal(null);
    });
  }
});
