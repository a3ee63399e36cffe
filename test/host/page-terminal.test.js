'use strict';

const { expect } = require('chai');
const { createPageTerminal } = require('#lib/base/host/page-terminal');

function page() {
  const seen = { log: [], errors: [], element: null };
  seen.terminal = createPageTerminal({
    elementOf: () => seen.element,
    console: { log: (text) => seen.log.push(text), error: (text) => seen.errors.push(text) },
    document: { createElement: (name) => ({ name, textContent: '' }) },
  });
  return seen;
}

function pageWithElement() {
  const seen = page();
  seen.element = { children: [], append(child) { this.children.push(child); } };
  return seen;
}

describe('the terminal of a page', () => {
  it('is its console, to which a line is written without its end', () => {
    const { terminal, log, errors } = page();
    terminal.write('a\nb\n');
    terminal.writeError('c\n');
    expect({ log, errors, screen: terminal.screen() }).to.deep.equal({ log: ['a\nb'], errors: ['c'], screen: null });
  });

  it('is an element, with one block for all that is written', () => {
    const seen = pageWithElement();
    seen.terminal.write('a\n');
    seen.terminal.write('b\n');
    expect(seen.element.children).to.deep.equal([{ name: 'pre', textContent: 'a\nb\n' }]);
    expect({ log: seen.log, rows: seen.terminal.screen().rows }).to.deep.equal({ log: [], rows: Infinity });
  });

  it('rewrites lines that a terminal would redraw', () => {
    const { terminal, element } = pageWithElement();
    const expectText = (written, expected) => {
      terminal.write(written);
      expect(element.children[0].textContent).to.equal(expected);
    };
    terminal.write('title\n');
    terminal.write('\r\u001b[2Kone\n\u001b[2Ktwo\n\u001b[2Kprogress\n');
    expectText('\r\u001b[3A\u001b[2Kone more\n\u001b[2Ktwo more\n\u001b[2Kprogress more\n',
      'title\none more\ntwo more\nprogress more\n');
    expectText('\r\u001b[3A\u001b[J', 'title\n');
    expectText('end\n', 'title\nend\n');
  });
});
