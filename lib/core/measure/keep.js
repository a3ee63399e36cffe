'use strict';

/*
 * keep: stores results so that V8 cannot drop their computation. Numbers go into a typed array: a property that also
 * holds other types stores a double as an object, which costs 4 ns and garbage for `1 / n`. Other values go into a
 * property of an object: a variable costs 0.3 to 0.8 ns more, because V8 does not track its type.
 *
 * blackBox: an input that V8 cannot treat as a constant. V8 folds pure operations on constants and moves operations on
 * unchanged values out of the loop. So the value is stored and read again, at an index that changes with each call and
 * that V8 cannot predict. A choice between two values is not enough: V8 then computes Math.sin of both before the loop.
 * Numbers have typed arrays, which do not box them.
 */

const { Float64Array, Int32Array, Uint8Array } = globalThis;

const numbers = new Float64Array(1);
const others = { value: undefined };

function keep(value) {
  if (typeof value === 'number') numbers[0] = value;
  else others.value = value;
}

// V8 sees all types now. Otherwise a test that keeps a new type would discard the code of earlier tests.
const ANY = [1, 1.5, 'text', {}, null, undefined, true];
for (let i = 0; i < ANY.length; i++) keep(ANY[i]);
others.value = 1;
others.value = undefined;

// Tests that store their results, as snippets do.
const storing = new WeakSet();
const { apply: applyFunction } = Reflect;
const { add, has } = WeakSet.prototype;

const markStoring = (fn) => applyFunction(add, storing, [fn]);

const forgetKept = () => { others.value = undefined; };

/** Whether the test has kept something other than a number since forgetKept(): such a store takes longer. */
function hasKeptObject(fn) {
  return others.value !== undefined || (applyFunction(has, storing, [fn]) && typeof fn() !== 'number');
}

// Written as one type and read as another, so that V8 does not know it. All bytes change, for any byte order.
const places = new Int32Array(1);
const bytes = new Uint8Array(places.buffer);
const OTHER_PLACE = 0x01010101;
const integers = new Int32Array(2);
const floats = new Float64Array(2);
const values = [{}, undefined];

function blackBox(value) {
  const place = places[0] ^ OTHER_PLACE;
  places[0] = place;
  if (typeof value !== 'number') {
    values[place & 1] = value;
    return values[bytes[0] & 1];
  }
  // An integer would lose the sign of -0.
  if ((value | 0) === value && (value !== 0 || 1 / value > 0)) {
    integers[place & 1] = value;
    return integers[bytes[0] & 1];
  }
  floats[place & 1] = value;
  return floats[bytes[0] & 1];
}

for (let i = 0; i < ANY.length; i++) blackBox(ANY[i]);
for (let i = 0; i < 2; i++) blackBox(undefined);

module.exports = { keep, blackBox, markStoring, forgetKept, hasKeptObject };
