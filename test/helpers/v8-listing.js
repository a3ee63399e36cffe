'use strict';

const AT = 0x7f66e67c6a80; // where the code of a listing is

/** A listing of --print-opt-code, whose instructions are [offset, bytes, text, ...notes] from an address */
const listingOf = (name, start, instructions, size = 0x100) => [
  '--- Optimized code ---', `name = ${name}`, 'compiler = turbofan', '', `Instructions (size = ${size})`,
  ...instructions.flatMap(([offset, bytes, text, ...notes]) => [
    `0x${(start + offset).toString(16)}  ${offset.toString(16)}  ${bytes} ${text}`,
    ...notes.map((note) => `                    ;; ${note}`)]),
  '', 'Source positions:', ' pc offset  position',
];

module.exports = { AT, listingOf };
