'use strict';

const { expect } = require('chai');
const { operationOf } = require('#lib/extras/why/operations');

it('builtins and functions of V8 have words that a user knows', () => {
  for (const [name, words] of [
    ['ArrayPrototypeSplice', 'Array.prototype.splice'],
    ['ArrayIncludesSmiOrObject', 'Array.prototype.includes'],
    ['ArrayIndexOfPackedDoubles', 'Array.prototype.indexOf'],
    ['ArrayIsArray', 'Array.isArray'],
    ['MapConstructor', 'new Map'],
    ['Builtin_GrowFastSmiOrObjectElements', 'grows an array'],
    ['GrowFastDoubleElements', 'grows an array'],
    ['LoadIC_Megamorphic', 'reads a property of objects of many shapes'],
    ['Runtime_DeleteProperty', 'deletes a property'],
    ['Runtime_JSReceiverSetPrototypeOfThrow', 'changes the prototype of an object'],
    ['LoadPropertyWithInterceptor', 'reads or writes a property that C++ computes, such as those of process.env'],
    ['UnknownToUs', 'UnknownToUs'],
  ]) expect(operationOf(name).words, name).to.equal(words);
});
