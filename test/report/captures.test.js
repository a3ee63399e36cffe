'use strict';

const fs = require('fs');
const path = require('path');
const { expect } = require('chai');
const { KINDS, WIDTHS, FOLDER, fileOf, captureOf } = require('../helpers/captures');
const { width } = require('#lib/base/text/display');

const ESC = '\u001b';
const plain = (text) => text.replace(new RegExp(`${ESC}\\[[\\d;]+m`, 'g'), '');
const linesOf = (text) => text.split('\n').slice(0, -1);

describe('the captured outputs', () => {
  for (const kind of Object.keys(KINDS)) {
    for (const columns of WIDTHS) {
      it(`of ${kind} in ${columns} columns are unchanged`, () => {
        const text = captureOf(kind, columns);
        expect(text).to.equal(fs.readFileSync(fileOf(kind, columns), 'utf8'));
        expect(plain(captureOf(kind, columns, { hasColours: true }))).to.equal(text);
      });
    }

    it(`of ${kind} fit each terminal, without meaningless lines`, () => {
      // Only some widths, for speed; four are captured.
      for (let columns = 24; columns <= 220; columns += kind === 'bench-200' ? 53 : 19) {
        const isUtf8 = columns % 2 === 0;
        const lines = linesOf(captureOf(kind, columns, { isUtf8 }));
        // Only names have other characters.
        if (!isUtf8) expect(lines.join('\n').replace(/[…\u3040-\u9fff]/g, '')).to.match(/^[ -~\n]*$/);
        for (const [i, line] of lines.entries()) {
          const where = `${columns}, line ${i + 1}: ${line}`;
          // The last column stays empty.
          expect(width(line), where).to.be.at.most(columns - 1);
          expect(line, where).not.to.match(/\s$|undefined|NaN|Infinity|\[object/);
          // Truncated text has a start, and no line starts with a unit.
          expect(line, where).not.to.match(/^\s*(?:…|[>+]+|[█-▏]+|(?:\+-|±)\d.*|[nuµm]?s\b.*|%.*)$/);
        }
        // No adjacent empty lines, and none at the end
        expect(lines.join('\n'), `${columns}`).not.to.match(/\n\n\n|\n$/);
      }
    });
  }

  it('are the only files in their folder', () => {
    const kept = Object.keys(KINDS).flatMap((kind) => WIDTHS.map((columns) => path.basename(fileOf(kind, columns))));
    expect(fs.readdirSync(FOLDER).sort()).to.deep.equal(kept.sort());
  });
});
