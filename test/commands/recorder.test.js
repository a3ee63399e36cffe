'use strict';

const { expect } = require('chai');
const { createRecorder, createResults } = require('../../lib/commands/recorder');

describe('commands/recorder', () => {
  const saver = { save() {}, saveWhenDue() {} };
  const namesOf = ({ document }) => document.suites.map(({ file, suite }) => `${file} ${suite}`);

  function recorderOf({ order, before }) {
    const document = createResults(['run'], { version: '1.0.0' });
    document.suites.push(...before);
    return createRecorder(document, order, saver);
  }

  it('has suites in the order of the files, whichever come first, and what failed among them', () => {
    const recorder = recorderOf({ order: ['a.js', 'b.js', 'c.js', 'd.js'], before: [{ file: 'c.js', suite: 1 }] });
    recorder.add('b.js', 1);
    recorder.fail(['d.js', 'a.js'], { message: 'no' });
    recorder.add('b.js', 2);
    recorder.add('c.js', 2);
    expect(namesOf(recorder)).to.deep.equal(['a.js 1', 'b.js 1', 'b.js 2', 'c.js 1', 'c.js 2', 'd.js 1']);
  });

  it('adds what has no place in the order at the end', () => {
    const recorder = recorderOf({ order: ['a.js'], before: [{ file: 'other.js', suite: 1 }] });
    recorder.add(null, 1);
    recorder.add('a.js', 1);
    recorder.add(null, 2);
    expect(namesOf(recorder)).to.deep.equal(['other.js 1', 'null 1', 'a.js 1', 'null 2']);
  });
});
