'use strict';

const { expect } = require('chai');
const { readFileSync } = require('fs');
const path = require('path');
const { withoutPerf } = require('./helpers/without-perf');

const root = path.join(__dirname, '..');
const readme = readFileSync(path.join(root, 'README.md'), 'utf8');

// ```js blocks, each with the ```text block that follows it directly, where one does.
const examples = [...readme.matchAll(/```js\n([\s\S]*?)```(?:\n\n```text\n([\s\S]*?)```)?/g)]
  .map(([, code, output]) => ({ code, output }));

describe('README.md', () => {
  withoutPerf();

  it('has examples', () => {
    expect(examples.length).to.be.at.least(4);
    expect(examples.filter(({ output }) => output)).to.have.length.at.least(1);
  });

  it('names files that exist', () => {
    const links = [...readme.matchAll(/\]\(([^)#]+)\)/g)].map(([, target]) => target)
      .filter((target) => !/^https?:/.test(target));
    expect(links).to.include('docs/results.md');
    links.forEach((link) => expect(() => readFileSync(path.join(root, link)), link).to.not.throw());
  });
});
