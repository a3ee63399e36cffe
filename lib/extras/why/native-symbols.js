'use strict';

/* Names of C++ functions by address, from the symbol table of an ELF executable (a stripped one has none). */

const fs = require('fs');
const { firstAbove } = require('./v8-code');

const SYMTAB = 2;
const HEADER_BYTES = 64;
const SYMBOL_BYTES = 24;
const IS_FUNCTION = 2;
const DYNAMIC = 3; // type of a position-independent executable, whose addresses are relative

function bytesAt(fd, position, length) {
  const bytes = Buffer.alloc(length);
  fs.readSync(fd, bytes, 0, length, position);
  return bytes;
}

function sectionsOf(fd, header) {
  const start = Number(header.readBigUInt64LE(0x28));
  const size = header.readUInt16LE(0x3a);
  const table = bytesAt(fd, start, size * header.readUInt16LE(0x3c));
  return Array.from({ length: table.length / size }, (_, i) => ({
    type: table.readUInt32LE(i * size + 4), offset: Number(table.readBigUInt64LE(i * size + 0x18)),
    size: Number(table.readBigUInt64LE(i * size + 0x20)), link: table.readUInt32LE(i * size + 0x28),
  }));
}

/** The last part of a mangled name, without types: 'Runtime_NewArray' for '_ZN2v88internal16Runtime_NewArrayEi...' */
function shortName(mangled) {
  const start = /^_ZN?[KVr]*/.exec(mangled);
  if (start === null) return mangled;
  const parts = [];
  for (let i = start[0].length; /\d/.test(mangled[i] || '');) {
    const digits = /^\d+/.exec(mangled.slice(i))[0];
    const end = i + digits.length + Number(digits);
    parts.push(mangled.slice(i + digits.length, end));
    i = end;
    while (/[IS_L]/.test(mangled[i] || '') && i < mangled.length) i++;
  }
  return parts.slice(-2).filter((part) => part !== 'internal' && part !== 'v8').join('::') || mangled;
}

/**
 * @param {string} file executable
 * @param {number} base where the executable lies in memory
 * @returns {(address: number) => string|null} the name of the function at an address; null without symbols
 */
function readSymbols(file, base) {
  const fd = fs.openSync(file, 'r');
  try {
    const header = bytesAt(fd, 0, HEADER_BYTES);
    if (header.readUInt32BE(0) !== 0x7f454c46 || header[4] !== 2 || header[5] !== 1) return null;
    const sections = sectionsOf(fd, header);
    const symtab = sections.find(({ type }) => type === SYMTAB);
    if (symtab === undefined) return null;
    const names = sections[symtab.link];
    const table = bytesAt(fd, symtab.offset, symtab.size);
    const texts = bytesAt(fd, names.offset, names.size);
    const shift = header.readUInt16LE(0x10) === DYNAMIC ? base : 0;
    const found = [];
    for (let at = 0; at < table.length; at += SYMBOL_BYTES) {
      const size = Number(table.readBigUInt64LE(at + 16));
      if ((table[at + 4] & 15) !== IS_FUNCTION || size === 0) continue;
      found.push({ start: Number(table.readBigUInt64LE(at + 8)) + shift, size, name: table.readUInt32LE(at) });
    }
    found.sort((a, b) => a.start - b.start);
    const starts = found.map(({ start }) => start);
    return (address) => {
      const symbol = found[firstAbove(starts, address) - 1];
      if (symbol === undefined || address >= symbol.start + symbol.size) return null;
      return shortName(texts.toString('latin1', symbol.name, texts.indexOf(0, symbol.name)));
    };
  } finally {
    fs.closeSync(fd);
  }
}

module.exports = { readSymbols };
