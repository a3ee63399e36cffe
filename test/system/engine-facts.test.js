'use strict';

const { expect } = require('chai');
const { describeEngine, engineText, isOfNode } = require('#lib/core/system/engine-facts');

describe('the engine of an environment', () => {
  const cases = [
    [{ engine: 'bun', engineVersion: '1.4.5', jit: 'JavaScriptCore 1a2b3c4d', nodeVersion: null, v8Version: null },
      { name: 'bun', title: 'Bun', version: '1.4.5', jit: { key: 'jsc', version: '1a2b3c4d' } }, 'bun 1.4.5'],
    [{ engine: 'deno', engineVersion: '2.9.6', jit: 'V8 15.0.245.2-rusty', nodeVersion: null, v8Version: '15.0' },
      { name: 'deno', title: 'Deno', version: '2.9.6', jit: { key: 'v8', version: '15.0.245.2-rusty' } }, 'deno 2.9.6'],
    [{ engine: 'later', engineVersion: null, jit: null },
      { name: 'later', title: 'later', version: null, jit: null }, 'later'],
  ];
  it('has a name, a version and a compiler', () => {
    for (const [environment, ...known] of cases) {
      expect([describeEngine(environment), engineText(environment), isOfNode(environment)])
        .to.deep.equal([...known, false]);
    }
  });

  it('was Node before there were others', () => {
    const old = { nodeVersion: '20.20.2', v8Version: '11.3.244.8-node.38' };
    const jit = { key: 'v8', version: '11.3.244.8-node.38' };
    const facts = { name: 'node', title: 'Node.js', version: '20.20.2', jit };
    expect(describeEngine(old)).to.deep.equal(facts);
    expect(describeEngine({ ...old, engine: 'node', engineVersion: '20.20.2', jit: 'V8 11.3.244.8-node.38' }))
      .to.deep.equal(facts);
    expect(engineText({})).to.equal('node');
    expect(isOfNode({})).to.equal(true);
  });
});
