// reason: JSON|pars(e|es|ing)|stringif|serializ|clone|deep cop
// because: the slow one makes a deep copy of the default options by JSON.stringify and JSON.parse for every request.
'use strict';
const assert = require('assert');

const defaults = Object.freeze({
  timeout: 3000,
  retries: 3,
  headers: { accept: 'application/json', agent: 'client/2.0' },
  proxy: { host: 'localhost', port: 8080, secure: false },
});

function optionsFor(custom) {
  return { ...defaults, headers: { ...defaults.headers }, proxy: { ...defaults.proxy }, ...custom };
}

function optionsOf(custom) {
  const options = JSON.parse(JSON.stringify(defaults)); // HERE
  return Object.assign(options, custom);
}

const customs = [];
for (let i = 0; i < 32; i++) customs.push({ timeout: 1000 + i, retries: i % 5 });

let sent = 0;
let posted = 0;

module.exports = {
  fast() {
    sent = (sent + 1) & 31;
    const o = optionsFor(customs[sent]);
    return o.timeout * o.retries + o.proxy.port + o.headers.agent.length;
  },
  slow() {
    posted = (posted + 1) & 31;
    const o = optionsOf(customs[posted]);
    return o.timeout * o.retries + o.proxy.port + o.headers.agent.length;
  },
};

for (let k = 0; k < 4; k++) assert.strictEqual(module.exports.fast(), module.exports.slow());
