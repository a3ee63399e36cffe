'use strict';

const { expect } = require('chai');
const path = require('path');
const { pathToFileURL } = require('url');
const { readLog } = require('#lib/extras/why/v8-log');

const USER = '/w/a.js';
const SOURCE = 'function f(o) {\n  return o.x;\n}\nfor (;;) f({ x: 1 });\n';
const escapedSource = SOURCE.replace(/\n/g, '\\n').replace(/,/g, '\\x2C');

/** A log whose process has a loop of ours at 0x100, the test at 0x200, and a builtin at 0x1000 (called at 0x9000). */
const logOf = (...inWindow) => [
  'v8-version,11,3,244,8,-node.38,0',
  'shared-library,/usr/bin/node,0x400000,0x2601000,0',
  'code-creation,Builtin,2,10,0x1000,256,LoadIC_Megamorphic',
  `script-source,7,${USER},${escapedSource}`,
  'code-creation,JS,10,100,0x100,64,run /lib/loop.js:1:1,0xa1,*',
  `code-creation,JS,13,101,0x200,128,f ${USER}:1:10,0xa2,*`,
  // Offset 20 of the code is `.x`, in the second line.
  'code-source-info,0x200,7,10,34,C0O10C20O26,,',
  'code-creation,Script,10,200,0x300,4, begins:1:1,0xa3,~',
  ...inWindow,
  'code-creation,Script,10,1000200,0x310,4, ends:1:1,0xa4,~',
  'tick,0x214,2000000,0,0x0,0,0x110',
];

const read = (lines, listing = [], readText = () => { throw new Error('no such file'); }) => readLog(lines, {
  listing, begin: 'begins', end: 'ends', isOurs: (file) => file.startsWith('/lib/'), readText,
});
const placeOf = ({ chain: [{ place }] }) => `${place.file}:${place.line}:${place.column} ${place.text}`;

describe('the log of V8', () => {
  it('shows the place of a sample in code of the user, in the window only', () => {
    const { samples, seconds } = read(logOf('tick,0x214,300,0,0x0,0,0x110'));
    expect(seconds).to.equal(1);
    expect(samples).to.have.length(1);
    expect(samples[0]).to.include({ kind: 'own', name: '' });
    expect(placeOf(samples[0])).to.equal(`${USER}:2:11   return o.x;`);
  });

  it('knows the function of Node.js that the test called, and regular expressions', () => {
    const samplesOf = (code, at) => read(logOf(code, `tick,${at},300,0,0x0,0,0x214,0x110`)).samples[0];
    const inNode = samplesOf('code-creation,JS,10,150,0x500,64,URL node:internal/url:1:1,0xa5,*', '0x510');
    expect(inNode).to.deep.include({ kind: 'own', name: '' });
    expect(inNode.api).to.include({ name: 'URL', file: 'node:internal/url' });
    const inPattern = samplesOf('code-creation,RegExp,10,150,0x500,64,^a+$', '0x510');
    expect([inPattern.name, inPattern.api]).to.deep.equal(['RegExp', null]);
  });

  it('has the lines of functions, whose names can have spaces', () => {
    const lines = logOf('tick,0x214,300,0,0x0,0,0x110')
      .map((line) => line.replace(`f ${USER}`, `a / b ${USER}`).replace(',10,34,', ',10,31,'));
    const { functions: [fn], sourceOf } = read(lines);
    expect(fn).to.include({ name: 'a / b', file: USER, line: 1, column: 10 });
    expect(sourceOf(fn)).to.deep.equal({ first: 1, lines: ['function f(o) {', '  return o.x;', '}'] });
    expect(sourceOf({ script: null })).to.equal(null);
  });

  it('knows functions whose names have commas and newlines, which V8 does not escape', () => {
    for (const name of ['a, b', 'a,0x1,2', 'a\nb', 'a,\n\n b,']) {
      const lines = logOf('tick,0x214,300,0,0x0,0,0x110').map((line) => line.replace(`f ${USER}`, `${name} ${USER}`));
      const { samples, functions: [fn] } = read(lines.join('\n').split('\n'));
      expect(fn).to.include({ name, file: USER, line: 1, column: 10 });
      expect(placeOf(samples[0])).to.equal(`${USER}:2:11   return o.x;`);
    }
    const inPattern = logOf('code-creation,RegExp,10,150,0x500,64,^a{1,2}$', 'tick,0x510,300,0,0x0,0,0x214,0x110');
    expect(read(inPattern).samples[0].pattern).to.equal('^a{1,2}$');
  });

  it('knows paths with commas, which V8 escapes', () => {
    const { samples: [{ chain: [{ fn }] }] } = read(logOf('tick,0x214,300,0,0x0,0,0x110')
      .map((line) => line.replace(USER, '/w/a\\x2C b.js')));
    expect(fn).to.include({ name: 'f', file: '/w/a, b.js' });
  });

  it('shows places of TypeScript in its source: by a source map, or with its types', () => {
    const map = { version: 3, sources: ['a.ts'], names: [], mappings: 'AAAA,UAAU,YACA' };
    const url = `data:application/json;base64,${Buffer.from(JSON.stringify(map)).toString('base64')}`;
    const compiled = `function f(o){return o.x}\\n//# sourceMappingURL=${url.replace(/,/g, '\\x2C')}`;
    const logged = 'code-deopt,300,9,0x200,0,20,deopt-eager,</w/a.ts:1:23>,x';
    const mapped = logOf('tick,0x214,300,0,0x0,0,0x110', logged)
      .map((line) => line.replace(`${USER}:1:10`, '/w/a.ts:1:11').replace(USER, '/w/a.ts')
        .replace(escapedSource, compiled)
        .replace('C0O10C20O26', 'C0O10C20O22').replace(',7,10,34,', ',7,10,25,'));
    const typed = 'function f(o: P) {\n  return (o as P).x;\n}\n';
    const { samples: [sample], functions: [fn], deopts: [deopt], sourceOf, sourcePlace } =
      read(mapped, [], () => typed);
    // The source map has a relative path.
    expect(placeOf(sample)).to.equal(`${path.resolve('/w/a.ts')}:2:11   return (o as P).x;`);
    const inScript = { file: '/w/a.ts', line: 1, column: 23 };
    expect([fn.line, fn.column, deopt.at.line, sourcePlace(inScript).line]).to.deep.equal([1, 11, 2, 2]);
    expect(sourceOf(fn)).to.deep.equal({ first: 1, lines: typed.split('\n').slice(0, 2) });
    expect(read(mapped).sourceOf(fn)).to.equal(null);
    const stripped = logOf('tick,0x214,300,0,0x0,0,0x110').map((line) => line.replace(USER, '/w/a.ts'));
    expect(placeOf(read(stripped, [], () => typed).samples[0])).to.equal('/w/a.ts:2:11   return (o as P).x;');
    expect(placeOf(read(stripped).samples[0])).to.equal('/w/a.ts:2:11   return o.x;');
  });

  it('shows the function into which another is inlined', () => {
    const lines = logOf(
      'code-creation,JS,13,201,0x400,128,run /lib/loop.js:1:1,0xa1,*',
      'code-source-info,0x400,1,0,99,C0O5I0,F0O44,S0xa2',
      'tick,0x404,300,0,0x0,0');
    const [{ kind, chain, frameFn }] = read(lines).samples;
    expect(kind).to.equal('own');
    expect(chain.map(({ fn }) => fn.name)).to.deep.equal(['f']);
    expect(frameFn.file).to.equal('/lib/loop.js');
  });

  it('names the builtin that the code of the user called', () => {
    const [sample] = read(logOf('tick,0x1010,300,0,0x0,0,0x215')).samples;
    expect(sample).to.include({ kind: 'builtin', name: 'LoadIC_Megamorphic' });
    expect(placeOf(sample)).to.equal(`${USER}:2:11   return o.x;`);
  });

  it('knows pieces of the interpreter, which have the names of bytecodes', () => {
    const added = 'code-creation,BytecodeHandler,0,150,0x500,64,Add';
    expect(read(logOf(added, 'tick,0x510,300,0,0x0,0,0x215')).samples[0].name).to.equal('Add (bytecode)');
  });

  it('finds builtins that Node.js 20 executes elsewhere, and the places that call them', () => {
    const listing = ['0x214    14  e8           call 0x9000  (LoadIC_Megamorphic)    ;; near builtin entry'];
    const { samples: [sample], callsOf } = read(logOf('tick,0x9010,300,0,0x0,0,0x110'), listing);
    expect(sample).to.include({ kind: 'builtin', name: 'LoadIC_Megamorphic' });
    expect(sample.chain).to.deep.equal([]);
    const [chain] = callsOf('LoadIC_Megamorphic');
    expect(placeOf({ chain })).to.equal(`${USER}:2:11   return o.x;`);
  });

  it('has paths of ES modules instead of their URLs', () => {
    const lines = logOf('tick,0x214,300,0,0x0,0,0x110').map((line) => line.replace(USER, pathToFileURL(USER)));
    const [sample] = read(lines).samples;
    expect(placeOf(sample)).to.equal(`${path.resolve(USER)}:2:11   return o.x;`);
    expect(sample.frameFn.file).to.equal(path.resolve(USER));
  });

  it('has the frames of a sample up to the code of the user, with times', () => {
    const { samples, startUs } = read(logOf(
      'tick,0x1010,300,0,0x0,0,0x215,0x110', 'tick,0x1010,450,0,0x0,0,0x110,0x1020'));
    const names = samples.map(({ frames }) => frames.map(({ fn, builtin }) => (fn ? fn.name : builtin)));
    expect(names).to.deep.equal([['f'], []]);
    expect([startUs, ...samples.map(({ atUs }) => atUs)]).to.deep.equal([200, 300, 450]);
  });

  it('has samples of collections and of C++ functions', () => {
    const { samples } = read(logOf('tick,0x500000,300,0,0x0,1', 'tick,0x500010,301,0,0x0,5,0x600000,0x215'));
    expect(samples.map(({ kind }) => kind)).to.deep.equal(['collector', 'native']);
    expect(samples[1].entry).to.equal(0x600000);
    expect(placeOf(samples[1])).to.equal(`${USER}:2:11   return o.x;`);
  });

  it('has deoptimizations with their places', () => {
    const { deopts } = read(logOf(
      `code-deopt,300,512,0x200,0,26,deopt-eager,<${USER}:2:11> inlined at </lib/loop.js:9:1>,wrong map`,
      'code-deopt,301,512,0x200,0,26,deopt-lazy,<:1:13>,dependent prototype\\x2C chain'));
    expect(deopts.map(({ reason, isInWindow }) => [reason, isInWindow])).to.deep.equal(
      [['wrong map', true], ['dependent prototype, chain', true]]);
    expect(deopts[0].at).to.deep.equal({ file: USER, line: 2, column: 11 });
  });

  it('counts what inline caches have seen at a place of the user', () => {
    const ic = (map, before, after) => `LoadIC,0x215,300,2,11,${before},${after},${map},x,,`;
    const { caches } = read(logOf(ic('0x1', '0', '1'), ic('0x2', '1', 'P'), ic('0x3', 'P', 'N'),
      'LoadIC,0x110,300,1,1,P,N,0x9,y,,'));
    expect([...caches.keys()]).to.deep.equal([`${USER}:2:11`]);
    const { shapes, isMegamorphic, keys } = caches.get(`${USER}:2:11`);
    expect([shapes.size, isMegamorphic, [...keys]]).to.deep.equal([3, true, ['x']]);
  });

  it('follows code that was moved, and ignores lines that are cut', () => {
    const lines = logOf('code-move,0x200,0x800', 'tick,0x814,300,0,0x0,0,0x110', 'code-creation,JS', 'tick,0x', '');
    expect(read(lines).samples.map(({ kind }) => kind)).to.deep.equal(['own']);
  });

  it('ends with the last sample if the log is cut within the window', () => {
    const lines = logOf('tick,0x214,500200,0,0x0,0,0x110');
    const { samples, seconds } = read(lines.slice(0, lines.findIndex((line) => line.includes(' ends:'))));
    expect({ samples: samples.length, seconds }).to.deep.equal({ samples: 1, seconds: 0.5 });
  });

  it('has no length without the marks of the window', () => {
    const { samples, seconds } = read(logOf().filter((line) => !line.includes('begins')));
    expect([samples.length, seconds]).to.deep.equal([0, null]);
  });
});
