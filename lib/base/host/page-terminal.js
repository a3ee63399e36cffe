'use strict';

/* Terminal of a page: the console, or an element that supports the cursor controls of reports. */

// Controls in reports: to the first column, lines up, erase this line, erase all below it.
// eslint-disable-next-line no-control-regex
const CONTROLS = /\r|\u001b\[(\d*)([AJK])/g;

function createScreen() {
  const lines = [''];
  let row = 0;

  function add(text) {
    const [first, ...others] = text.split('\n');
    lines[row] += first;
    for (const line of others) lines[++row] = line;
  }

  const controls = {
    A(count) { row = Math.max(0, row - (Number(count) || 1)); },
    K() { lines[row] = ''; },
    J() {
      lines.length = row + 1;
      lines[row] = '';
    },
  };

  return {
    write(text) {
      let from = 0;
      for (const control of text.matchAll(CONTROLS)) {
        add(text.slice(from, control.index));
        if (control[2]) controls[control[2]](control[1]);
        from = control.index + control[0].length;
      }
      add(text.slice(from));
    },
    text: () => lines.join('\n'),
  };
}

/** The interface of terminal.js. elementOf(): element for reports, or null for the console. */
function createPageTerminal({ elementOf, console, document }) {
  const shown = new WeakMap();

  function write(text) {
    const element = elementOf();
    if (!element) {
      console.log(text.replace(/\n$/, ''));
      return;
    }
    if (!shown.has(element)) {
      const block = document.createElement('pre');
      element.append(block);
      shown.set(element, { block, screen: createScreen() });
    }
    const { block, screen } = shown.get(element);
    screen.write(text);
    block.textContent = screen.text();
  }

  return {
    guard() {},
    write,
    writeError: (text) => console.error(text.replace(/\n$/, '')),
    writeErrorNow: (text) => console.error(text.replace(/\n$/, '')),
    status() {},
    // Tables look best at this width; a page scrolls.
    screen: () => (elementOf() ? { columns: 101, rows: Infinity } : null),
    hasColours: () => false,
    isUtf8: () => true,
  };
}

module.exports = { createPageTerminal };
