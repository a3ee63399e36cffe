'use strict';

const { expect } = require('chai');
const { progressLine, showProgress } = require('#lib/base/text/progress');
const { width } = require('#lib/base/text/display');

const lineOf = (share, leftSeconds, columns, more) => progressLine({ share, leftSeconds, ...more }, columns);

describe('a line of progress', () => {
  it('has a bar that fills the columns, and leaves out words without room', () => {
    expect(lineOf(0.52, 12, 36)).to.equal('[=====>      ] 52 %, about 12 s left');
    expect(lineOf(0.52, 12)).to.equal(`[${'='.repeat(19)}>${' '.repeat(18)}] 52 %, about 12 s left`);
    expect(lineOf(0.52, 12, 29)).to.equal('52 %, about 12 s left');
    expect(lineOf(0.52, 12, 20)).to.equal('52 %');
    for (let columns = 31; columns < 60; columns++) {
      expect(lineOf(0.3, 100, columns), columns).to.have.length.at.most(columns)
        .and.match(/^\[=+> +\] 30 %, about 2 min left$/);
    }
  });

  it('ends with the current activity, and leaves it out first', () => {
    const line = (columns) => lineOf(0.2, 12, columns, { what: 'file 2 of 3' });
    expect(line(45)).to.equal('[=>      ] 20 %, about 12 s left, file 2 of 3');
    expect(line(41)).to.equal('20 %, about 12 s left, file 2 of 3');
    expect(line(30)).to.equal('20 %, about 12 s left');
    expect(lineOf(0, null, 60, { what: 'looking at 日本.js' })).to.match(/^\[ +\] 0 %, looking at 日本\.js$/);
    for (let columns = 1; columns < 90; columns++) {
      for (const what of [null, 'looking at 日本.js', '12 of 60 processes']) {
        const line = lineOf(0.999, 5000, columns, { what });
        expect(width(line), `${columns}: ${line}`).to.be.at.most(columns);
      }
    }
  });

  it('has an empty bar at the start and a full one at the end, for any share', () => {
    expect(lineOf(0, 5, 40, { isAtMost: true })).to.match(/^\[ +\] 0 %, at most 5 s left$/);
    expect(lineOf(1, 0, 40)).to.match(/^\[=+\] 100 %, about 1 s left$/);
    expect(lineOf(0.505, 90, 22)).to.equal('51 %, about 2 min left');
    expect(lineOf(7, null, 40)).to.match(/^\[=+\] 100 %$/);
    for (const left of [null, undefined, NaN, Infinity]) expect(lineOf(NaN, left, 20)).to.equal('[              ] 0 %');
  });

  it('fits the columns of the terminal, and names the program and the file in a log', () => {
    const lines = [];
    const terminal = { status(of) { lines.push(of(20), of(40), of(null)); } };
    showProgress(terminal, { share: 0.5, leftSeconds: 9, file: 'a\n.js' });
    showProgress(terminal, { share: 0.25, what: 'counting' });
    expect(lines).to.deep.equal([
      '50 %, about 9 s left', '[========>        ] 50 %, about 9 s left', 'qtimeit: a\\n.js: 50 %, about 9 s left',
      '25 %, counting', '[=====>                 ] 25 %, counting', 'qtimeit: 25 %, counting',
    ]);
  });
});
