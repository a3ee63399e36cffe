'use strict';

/*
 * Run from the root of the package: node tools/node_modules/eslint/bin/eslint.js -c tools/eslint.config.js .
 * Finds mistakes, and code that is too long to read; other matters of style are left to authors.
 */

const js = require('@eslint/js');
const globals = require('globals');

/** A call with more than some 100 000 arguments throws a RangeError. */
const noLongCalls = {
  create: ({ report, sourceCode }) => {
    const isRest = (node) => {
      for (let scope = sourceCode.getScope(node); scope !== null; scope = scope.upper) {
        const found = scope.set.get(node.name);
        const hasRest = ({ node: { params = [] } }) => params.some((one) => one.type === 'RestElement');
        if (found) return found.defs.some(hasRest);
      }
      return false;
    };
    const isShort = (node) => node.type === 'ArrayExpression'
      || (node.type === 'CallExpression' && node.callee.type === 'MemberExpression' && isShort(node.callee.object));
    return {
      ':matches(CallExpression, NewExpression) > SpreadElement.arguments'({ argument }) {
        if (argument.type === 'Identifier' && (isRest(argument) || /^[A-Z_]+$/.test(argument.name))) return;
        if (isShort(argument)) return;
        report({ node: argument, message: 'A list of unknown length as arguments: use maxOf(), a loop or [...list]' });
      },
    };
  },
};

module.exports = [
  // The last one is written by bundle.js.
  { ignores: ['test/fixtures/**/syntax-error.js', 'public/qtimeit.browser.mjs'] },
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2022, sourceType: 'commonjs', globals: globals.node },
    rules: {
      eqeqeq: 'error',
      'no-unused-vars': ['error', { argsIgnorePattern: '^_', caughtErrorsIgnorePattern: '^_' }],
      'no-var': 'error',
      'prefer-const': 'error',
      'require-yield': 'off', // plans are generators, also those that happen to ask for nothing
      strict: ['error', 'global'],
    },
  },
  {
    // Fixtures stand for files of users, who write as they like.
    ignores: ['test/fixtures/**'],
    rules: { 'max-len': ['error', { code: 120 }] },
  },
  {
    files: ['lib/**', 'bin/**', 'public/**', '*.js'],
    plugins: { qtimeit: { rules: { 'no-long-calls': noLongCalls } } },
    rules: { 'max-lines-per-function': ['error', { max: 80 }], 'qtimeit/no-long-calls': 'error' },
  },
  {
    files: ['**/*.mjs'],
    languageOptions: { sourceType: 'module', globals: globals.nodeBuiltin },
  },
  {
    files: ['test/**'],
    languageOptions: { globals: globals.mocha },
  },
  {
    // A test has to leave its value somewhere, or V8 drops the body; a `var` has no dead zone to be checked.
    files: ['examples/**'],
    rules: { 'no-unused-vars': 'off', 'no-var': 'off' },
  },
];
