'use strict';

const { expect } = require('chai');
const fs = require('fs');
const path = require('path');
const { pathToFileURL } = require('url');
const { cpuProfileOf, openProfileFolder } = require('#lib/extras/why/cpu-profile');
const realHost = require('#lib/base/host/host');
const { can } = require('../helpers/needs');
const { refusalOf } = require('../helpers/refusals');
const { scratchFolder } = require('../helpers/scratch');

const TEST = { name: 'slow', file: '/w/a b.js', line: 2, column: 7 };
const HELPER = { name: 'helper', file: '/w/a b.js', line: 9, column: 7 };
const at = (fn, line) => ({ fn, place: { file: fn.file, line, column: 3, text: '' } });
const samplesOf = (...given) => given.map(({ kind = 'own', leaf = '', frames = [], ...more }, i) => ({
  kind, leaf, name: leaf, pc: 1, entry: null, frames, chain: frames.filter(({ fn }) => fn), atUs: 1000 + 100 * i,
  ...more,
}));

const profileOf = (samples, callsOf = () => [], symbolAt = () => null) => (
  cpuProfileOf({ samples, callsOf, startUs: 900, seconds: 0.001 }, symbolAt));

/** The stack of each sample, outermost first */
function stacksIn({ nodes, samples }) {
  const parentOf = new Map(nodes.flatMap(({ id, children }) => children.map((child) => [child, id])));
  const nameOf = (id) => nodes.find((node) => node.id === id).callFrame.functionName;
  const stackOf = (id) => (id === undefined ? '' : `${stackOf(parentOf.get(id))}/${nameOf(id)}`);
  return samples.map((id) => stackOf(id));
}

describe('a CPU profile', () => {
  it('has the functions of each sample with their URLs, lines and columns', () => {
    const profile = profileOf(samplesOf({ frames: [at(HELPER, 10), at(TEST, 3)] }, { frames: [at(TEST, 4)] }));
    expect(stacksIn(profile)).to.deep.equal(['/(root)/slow/helper', '/(root)/slow']);
    expect(profile.nodes.find(({ callFrame }) => callFrame.functionName === 'helper')).to.deep.equal({
      id: 3, hitCount: 1, children: [], positionTicks: [{ line: 10, ticks: 1 }],
      callFrame: {
        functionName: 'helper', scriptId: '1', url: pathToFileURL(TEST.file).href, lineNumber: 8, columnNumber: 6,
      },
    });
  });

  it('has the times of the samples since its start', () => {
    const frames = [at(TEST, 3)];
    const { startTime, endTime, timeDeltas } = profileOf(samplesOf({ frames }, { frames }, { frames, atUs: 1050 }));
    expect([startTime, endTime, timeDeltas]).to.deep.equal([900, 1900, [100, 100, 0]]);
  });

  it('has builtins, C++ functions, and collections', () => {
    const frames = [at(TEST, 3)];
    const inBuiltin = [{ builtin: 'ArrayMap', fn: null }, ...frames];
    const symbolAt = (address) => ({ 1: 'Heap::Allocate', 7: 'Runtime_New' })[address] || null;
    const profile = profileOf(samplesOf(
      { kind: 'builtin', leaf: 'LoadIC', frames: inBuiltin }, { kind: 'native', frames, entry: 7 },
      { kind: 'native', frames, pc: 2 }, { kind: 'collector' }, { kind: 'native' }), () => [], symbolAt);
    expect(stacksIn(profile)).to.deep.equal([
      '/(root)/slow/ArrayMap/LoadIC', '/(root)/slow/Runtime_New/Heap::Allocate',
      '/(root)/slow/C++ of V8 or Node.js', '/(root)/(garbage collector)', '/(root)/(program)',
    ]);
    expect(profile.nodes.find(({ callFrame }) => callFrame.functionName === 'LoadIC').positionTicks).to.deep.equal([]);
  });

  it('has the callers of builtins that hide them, if they ran', () => {
    const callsOf = (name) => (name === 'LoadIC' ? [[at(HELPER, 10)], [at(HELPER, 11), at(TEST, 3)]] : []);
    const inBuiltin = { kind: 'builtin', leaf: 'LoadIC' };
    const samples = samplesOf({ frames: [at(TEST, 3)] }, inBuiltin, inBuiltin);
    const [, ...stacks] = stacksIn(profileOf(samples, callsOf));
    expect(stacks).to.deep.equal(['/(root)/slow/helper/LoadIC', '/(root)/slow/helper/LoadIC']);
  });

  it('is empty if the log was cut before its window', () => {
    const { nodes, samples, endTime } = cpuProfileOf({ samples: [], startUs: 0, seconds: null }, () => null);
    expect([nodes.length, samples, endTime]).to.deep.equal([1, [], 0]);
  });
});

describe('the folder of CPU profiles', () => {
  const scratch = scratchFolder();
  const open = (given, more) => openProfileFolder(given, { host: realHost, cwd: scratch('.'), ...more });

  it('is created, with files of readable and different names', () => {
    const folder = open('new/profiles');
    for (const name of ['a/../b: c', 'a .. b c', '', 'é'.repeat(200)]) folder.write(['suite', name], { nodes: [] });
    const names = fs.readdirSync(scratch('new/profiles')).sort();
    expect(names).to.deep.equal([
      'suite-a-..-b-c-2.cpuprofile', 'suite-a-..-b-c.cpuprofile', `suite-${'é'.repeat(37)}.cpuprofile`,
      'suite.cpuprofile',
    ]);
    expect(fs.readFileSync(scratch('new/profiles/suite.cpuprofile'), 'utf8')).to.equal('{"nodes":[]}\n');
  });

  it('must be a folder without profiles', () => {
    const refused = (given, more) => refusalOf(() => open(given, more));
    scratch('file', 'text');
    const old = scratch('old/a.cpuprofile', 'text');
    expect(refused('')).to.equal("--cpuprofile '' is empty. Pass a folder");
    expect(refused('file')).to.equal('--cpuprofile file is a file. Pass a folder');
    expect(refused('file/in'))
      .to.match(/^--cpuprofile file\/in cannot be written: (?:a part of the path is a file|it does not exist)/);
    expect(refused('old')).to.equal('--cpuprofile old already contains a.cpuprofile. Use another folder');
    open('old', { force: true }).write(['a'], {});
    expect(fs.readFileSync(old, 'utf8')).to.equal('{}\n');
  });

  it('keeps files that appear while the command runs, also through a link', () => {
    const folder = open('busy');
    const file = path.join(scratch('busy'), 'a.cpuprofile');
    if (can('links')) fs.symlinkSync(scratch('target', 'text'), file);
    else fs.writeFileSync(file, 'text');
    expect(refusalOf(() => folder.write(['a'], {}))).to.match(/a\.cpuprofile already exists/);
    expect(fs.readFileSync(file, 'utf8')).to.equal('text');
  });
});
