'use strict';

/* A tree of benchmark files with a toolkit, as in Node.js core, in the folder of helpers/cli.js. */

const { write } = require('./cli');
const { COMMON } = require('./benchmark-files');

const LOAD = 'const common = require("../common.js");\n';

/** Writes the toolkit to the folder above the files. */
const writeToolkit = () => { write('common.js', `'use strict';\nmodule.exports = require(${COMMON});\n`); };

const linesOf = ({ stdout }) =>
  stdout.split('\n').filter((line) => /^\S.*: [\d,.]+(e[+-]\d+)?( ?[kMGT]?\/s)?$/.test(line))
    .map((line) => line.replace(/: \S+( \S+)?$/, ''));

/** A benchmark that takes measurable time; code in `main` can use `conf`. */
const benchmark = (configs, { main = '', options = '{}', top = '' } = {}) => `'use strict';
${LOAD}${top}
const bench = common.createBenchmark(main, ${JSON.stringify(configs)}, ${options});
function main(conf) {
  ${main}
  bench.start();
  for (let i = 0; i < 1e4; i++) Math.sqrt(i);
  bench.end(conf.n);
}
`;

/** A benchmark that starts a server and measures a client in another process, as some in Node.js core do. */
const RELAY = `'use strict';
const { fork } = require('child_process');
const net = require('net');
const assert = require('assert');
${LOAD}
const server = net.createServer((socket) => socket.end('ok'));
server.listen(0, () => {
  process.env.SERVER_PORT = server.address().port;
  const child = fork(__dirname + '/_client.js', process.argv.slice(2));
  child.on('message', (data) => { if (data.type === 'report') common.sendResult(data); });
  child.on('close', (code) => {
    server.close();
    assert.strictEqual(code, 0);
  });
});
`;
const CLIENT = (main = '') => `'use strict';
const net = require('net');
${LOAD}
const bench = common.createBenchmark(main, { len: [1, 2], n: [5] });
function main(conf) {
  ${main}
  bench.start();
  net.connect(process.env.SERVER_PORT).on('data', () => bench.end(conf.n));
}
`;

module.exports = { benchmark, writeToolkit, linesOf, CLIENT, LOAD, RELAY };
