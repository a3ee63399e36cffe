'use strict';

/* Small bugs of files: from the syntax tree, with another text for one node each, or listed. */

const { parse } = require('acorn');
const LISTED = require('../mutations.json');

const OPPOSITE = {
  '===': '!==', '!==': '===', '==': '!=', '!=': '==', '<': '>=', '>=': '<', '>': '<=', '<=': '>',
  '+': '-', '-': '+', '*': '/', '/': '*', '%': '*', '**': '*',
  '<<': '>>', '>>': '<<', '>>>': '<<', '&': '|', '|': '&', '^': '&',
  '+=': '-=', '-=': '+=', '*=': '/=', '/=': '*=', '??=': '=',
};
const BOUNDARY = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };
const OTHER_FUNCTION = {
  max: 'min', min: 'max', floor: 'ceil', ceil: 'floor', round: 'floor', some: 'every', every: 'some',
  startsWith: 'endsWith', endsWith: 'startsWith',
};
// They return their object, or a value of the same kind.
const LEFT_OUT = /^(sort|reverse|filter|slice|concat|trim(Start|End)?|to(Lower|Upper)Case)$/;
const IN_ANY_ORDER = new Set(['max', 'min']);
// A bug in their arguments could kill or remove something outside the copy.
const DANGEROUS = /^(kill|rm|rmdir|unlink|remove|rename)(?=$|[A-Z])/;
// Adding one changes a small number; a limit of a minute hardly changes.
const SMALL = 16;

const isText = ({ type, value }) => type === 'TemplateLiteral' || typeof value === 'string';
const isNothing = (node) => !node || node.raw === 'null' || node.name === 'undefined';
const isName = ({ type }) => type === 'Identifier' || type === 'MemberExpression';
const isExport = ({ left }) => /^(module|exports)$/.test(((left && left.object) || {}).name);
const lastName = ({ name, property }) => (property ? property.name : name);

/** Calls visit(node, parent, key) for a node and its descendants; false skips the descendants. */
function walk(node, visit, parent = {}, key = '') {
  if (visit(node, parent, key) === false) return;
  for (const [name, value] of Object.entries(node)) {
    for (const child of [].concat(value)) if (child && typeof child.type === 'string') walk(child, visit, node, name);
  }
}

/** Other texts for an operation on two values; for a choice, each of the two alone. */
function otherOperations({ type, start, left, operator, right, end }, text) {
  const at = text.indexOf(operator, left.end);
  const [before, after] = [text.slice(start, at), text.slice(at + operator.length, end)];
  if (type === 'LogicalExpression') return [before.trim(), after.trim().replace(/^{[^]*/, '($&)')];
  if (/^\+=?$/.test(operator) && (isText(left) || isText(right))) return [];
  return [OPPOSITE[operator], BOUNDARY[operator]].filter(Boolean).map((one) => before + one + after);
}

function otherCalls(node, text) {
  const { start, callee, end } = node;
  const name = lastName(callee);
  const texts = [];
  const { property } = callee;
  if (property && LEFT_OUT.test(name)) texts.push(text.slice(start, property.start).replace(/\??\.\s*$/, ''));
  if (Object.hasOwn(OTHER_FUNCTION, name)) {
    texts.push(text.slice(start, callee.end - name.length) + OTHER_FUNCTION[name] + text.slice(callee.end, end));
  }
  node.arguments.slice(1).forEach((second, i) => {
    const first = node.arguments[i];
    if (!isName(first) || !isName(second) || IN_ANY_ORDER.has(name)) return;
    const [one, between, other] = [[first.start, first.end], [first.end, second.start], [second.start, second.end]]
      .map(([from, to]) => text.slice(from, to));
    texts.push(text.slice(start, first.start) + other + between + one + text.slice(second.end, end));
  });
  return texts;
}

function otherLiterals({ value }, parent, key) {
  if (key === 'key' || parent.directive || lastName(parent.callee || {}) === 'require') return [];
  if (typeof value === 'boolean') return [String(!value)];
  if (typeof value === 'string') return [value === '' ? "'mutant'" : "''"];
  if (typeof value !== 'number') return [];
  return [String(Number.isInteger(value) && value < SMALL ? value + 1 : 2 * value)];
}

/** Other texts for a node, by its type. */
function otherTexts(node, parent, key, text) {
  const { start, end, operator, argument } = node;
  const own = text.slice(start, end);
  switch (node.type) {
    case 'BinaryExpression':
      return /^in/.test(operator) ? [`!(${own})`] : otherOperations(node, text);
    case 'LogicalExpression':
    case 'AssignmentExpression':
      return otherOperations(node, text);
    case 'UnaryExpression':
      return /^[!-]$/.test(operator) ? [text.slice(argument.start, argument.end)] : [];
    case 'UpdateExpression':
      // A loop that counts the wrong way is found by its time limit, and does not test the tests.
      return key === 'update' ? [] : [own.replace(operator, operator === '++' ? '--' : '++')];
    case 'CallExpression':
    case 'NewExpression':
      return otherCalls(node, text);
    case 'TemplateLiteral':
      return ['``'];
    case 'Literal':
      return otherLiterals(node, parent, key);
    case 'ReturnStatement':
      return isNothing(argument) || typeof argument.value === 'boolean' ? [] : ['return undefined;'];
    default:
      return [];
  }
}

/** Other texts for a node, by its role in its parent: a condition, a returned value, one of several statements. */
function otherTextsInPlace(node, parent, key, text) {
  const { type, start, end } = node;
  if (key === 'test' && parent.type !== 'SwitchCase' && type !== 'Literal') {
    if (!/^(If|Conditional)/.test(parent.type)) return ['false'];
    // A comparison already has its opposite, and a negation its operand.
    return ['true', 'false', ...(/^(Binary|Unary)/.test(type) ? [] : [`!(${text.slice(start, end)})`])];
  }
  if (key === 'body' && parent.type === 'ArrowFunctionExpression') {
    return type === 'BlockStatement' || type === 'Literal' || isNothing(node) ? [] : ['undefined'];
  }
  if (key !== 'body' || !/^(BlockStatement|Program)$/.test(parent.type)) return [];
  const isRemoved = type === 'ExpressionStatement'
    ? !node.directive && !isExport(node.expression)
    : /^(Throw|Break|Continue)/.test(type) || (type === 'ReturnStatement' && !node.argument);
  return isRemoved ? [''] : [];
}

/**
 * @typedef {object} Mutant
 * @property {string} file its path
 * @property {number} start where the change begins in the text of the file
 * @property {number} end
 * @property {string} place readable
 * @property {string} was the text from start to end
 * @property {string} is the replacement
 */

const SYNTAX = { ecmaVersion: 2022, allowHashBang: true, allowReturnOutsideFunction: true, locations: true };

/** @returns {Mutant[]} all bugs of a CommonJS file from its tree */
function mutantsOf(file, text) {
  const mutants = [];
  walk(parse(text, SYNTAX), (node, parent, key) => {
    if (key === 'arguments' && DANGEROUS.test(lastName(parent.callee))) return false;
    const { start, end, loc: { start: { line, column } } } = node;
    const was = text.slice(start, end);
    const texts = new Set([...otherTexts(node, parent, key, text), ...otherTextsInPlace(node, parent, key, text)]);
    texts.delete(was);
    for (const is of texts) mutants.push({ file, start, end, place: `${file}:${line}:${column + 1}`, was, is });
    return true;
  });
  return mutants;
}

/**
 * The listed bugs, in generated code, in patterns, and of several lines. Each is a text that occurs once in all files,
 * and its replacement.
 *
 * @param {Map<string, string>} texts of all files, by their paths
 * @returns {{ mutants: Mutant[], misfits: string[] }} misfits: texts that do not occur, or occur several times
 */
function listedMutants(texts) {
  const mutants = [];
  const misfits = [];
  for (const { find, replace } of LISTED) {
    const having = [...texts].filter(([, text]) => text.includes(find));
    if (having.length === 1 && having[0][1].split(find).length === 2) {
      const [[file, text]] = having;
      const start = text.indexOf(find);
      const place = `${file}:${text.slice(0, start).split('\n').length}`;
      mutants.push({ file, start, end: start + find.length, place, was: find, is: replace });
    } else {
      misfits.push(find);
    }
  }
  return { mutants, misfits };
}

module.exports = { listedMutants, mutantsOf };
