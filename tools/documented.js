'use strict';

/*
 * Checks the texts that an editor shows for the declarations: each public member has a sentence, numbers have a unit,
 * and optional members have a default.
 */

const ts = require('typescript');

// Units of numbers, as written in the sentences.
const UNITS = new RegExp([
  'ns', 'seconds?', 'MHz', 'bytes?', 'cycles?', 'MB/s', 'fractions?', 'shares?', 'per second', 'calls?', 'rounds?',
  'runs?', 'number of', 'times', 'how often', 'operations?', 'items?', 'processes', 'processors?', 'samples', 'chunks?',
  'rank',
  'port', 'connections', 'whole number', '0:', 'length',
].map((word) => `\\b${word}`).join('|'), 'i');

const DEFAULT = /\bDefault:\s+\S/;

// 0 next to true and false is not a number.
const SWITCH = /boolean \| 0|0 \| 1|\b0 \| null/;

/** Members of all variants of a union, and of objects in them. */
function objectsOf(type) {
  const parts = type.isUnion() ? type.types : [type];
  return parts.filter((part) => part.flags & ts.TypeFlags.Object);
}

const isNumber = (type) =>
  (type.isUnion() ? type.types : [type]).some(({ flags }) => flags & ts.TypeFlags.NumberLike);

const isOwn = (symbol, files) => (symbol.declarations || []).some((one) => files.has(one.getSourceFile().fileName));

/**
 * @param {import('typescript').Program} program
 * @param {string[]} files whose exports are public
 * @returns {string[]} members with a missing text, and what is missing
 */
function undocumented(program, files) {
  const checker = program.getTypeChecker();
  const known = new Set(files);
  const seen = new Set();
  const missing = [];

  function words(symbol) {
    const inherited = symbol.getDocumentationComment(checker);
    return ts.displayPartsToString(inherited).trim();
  }

  function check(symbol, name) {
    if (seen.has(symbol) || !isOwn(symbol, known)) return;
    seen.add(symbol);
    const [declaration] = symbol.declarations;
    const said = words(symbol);
    const isMember = ts.isPropertySignature(declaration) || ts.isPropertyDeclaration(declaration);
    const type = checker.getTypeOfSymbolAtLocation(symbol, declaration);
    const takesNumber = isMember && isNumber(type) && !SWITCH.test(checker.typeToString(type));
    if (!said && symbol.name !== 'code') missing.push(`${name}: no sentence`);
    else if (takesNumber && !UNITS.test(said)) missing.push(`${name}: no unit in "${said}"`);
    const isOption = isMember && declaration.questionToken && /(Settings|Options|TestObject)\./.test(name);
    if (isOption && !DEFAULT.test(said)) missing.push(`${name}: no default in "${said}"`);
    if (isMember) inside(type, name);
  }

  function inside(type, name) {
    for (const object of objectsOf(type)) {
      for (const member of checker.getPropertiesOfType(object)) check(member, `${name}.${member.name}`);
    }
  }

  function declared(symbol, name) {
    const type = checker.getDeclaredTypeOfSymbol(symbol);
    if (symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.Class | ts.SymbolFlags.TypeAlias)) inside(type, name);
    if (symbol.flags & ts.SymbolFlags.Module) for (const one of checker.getExportsOfModule(symbol)) top(one, name);
  }

  function top(symbol, around) {
    const name = around ? `${around}.${symbol.name}` : symbol.name;
    if (symbol.name === 'prototype') return;
    check(symbol, name);
    declared(symbol, name);
  }

  for (const file of files) {
    const module = checker.getSymbolAtLocation(program.getSourceFile(file));
    for (const symbol of checker.getExportsOfModule(module)) top(symbol, '');
  }
  return missing;
}

module.exports = { undocumented };
