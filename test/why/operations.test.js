'use strict';

const { expect } = require('chai');
const { operationOf, repeatsRepetition } = require('#lib/extras/why/operations');

it('builtins and functions of V8 have words that a user knows', () => {
  for (const [name, words] of [
    ['ArrayPrototypeSplice', 'Array.prototype.splice'],
    ['ArrayIncludesSmiOrObject', 'Array.prototype.includes'],
    ['ArrayIndexOfPackedDoubles', 'Array.prototype.indexOf'],
    ['ArrayFilterLoopContinuation', 'treats a list in the general way'],
    ['ArrayFindLastIndex', 'Array.prototype.findLastIndex'],
    ['ArrayFrom', 'Array.from'],
    ['RegExpConstructor', 'creates a regular expression'],
    ['NumberFormatConstructor', 'new Intl.NumberFormat'],
    ['Builtin_NumberFormatInternalFormatNumber', 'Intl.NumberFormat.prototype.format'],
    ['DateTimeFormatPrototypeFormatToParts', 'Intl.DateTimeFormat.prototype.format'],
    ['ArrayIsArray', 'Array.isArray'],
    ['MapConstructor', 'new Map'],
    ['Builtin_GrowFastSmiOrObjectElements', 'grows an array'],
    ['GrowFastDoubleElements', 'grows an array'],
    ['LoadIC_Megamorphic', 'reads a property of objects of many shapes'],
    ['Runtime_DeleteProperty', 'deletes a property'],
    ['SetPrototypeAdd', 'Set.prototype.add'],
    ['JSObject::SetPrototype', 'changes the prototype of an object'],
    ['Runtime_JSReceiverSetPrototypeOfThrow', 'changes the prototype of an object'],
    ['LoadPropertyWithInterceptor', 'reads or writes a property that C++ computes, such as those of process.env'],
    ['LoadIC_Miss', 'reads a property whose place is not cached'],
    ['GetIterator (bytecode)', 'runs or compiles code that is not optimized'],
    ['BigIntMultiplyNoThrow', 'computes with BigInts'],
    ['Runtime_ThrowTypeError', 'throws an exception'],
    ['SetKeyedProperty', 'writes an element or a computed property in the general way'],
    ['SetOrSetIteratorToList', 'spreads an iterable'],
    ['NewRestArgumentsElements', 'creates the array of a rest parameter'],
    ['FastNewStrictArguments', 'creates an arguments object'],
    ['StringToLowerCaseIntl', 'String.prototype.toLowerCase'],
    ['StringPrototypeNormalizeIntl', 'String.prototype.normalize'],
    ['StringFromCharCode', 'String.fromCharCode'],
    ['StoreCallbackProperty', 'reads or writes a property that C++ computes, such as the length of an array'],
    ['CreateTypedArray', 'creates a typed array'],
    ['WeakMapLookupHashIndex', 'looks up a key of a WeakMap'],
    ['WeakMapGet', 'looks up a key of a WeakMap'],
    ['GlobalDecodeURIComponent', 'decodeURIComponent'],
    ['StartMaglevOptimizeJob', 'runs or compiles code that is not optimized'],
    ['AllocateRegularInYoungGeneration', 'allocates memory'],
    ['UnknownToUs', 'UnknownToUs'],
  ]) expect(operationOf(name).words, name).to.equal(words);
});

it('patterns that repeat a repetition are known', () => {
  for (const pattern of [
    '(a+)+', '^(?:[a-z]+-?)+$', '((a*)b){2,}', '(?<x>a{2,3})*', '(a|(b+))*', '[(](a+)+',
  ]) expect(repeatsRepetition(pattern), pattern).to.equal(true);
  for (const pattern of [
    'a+b+', '(?:ab)+c*', '[(a+)+]', String.raw`\(a+\)+`, '(a+)?', '(?=a+)b', '((a+)b)c+', ')+(', '',
  ]) expect(repeatsRepetition(pattern), pattern).to.equal(false);
});
