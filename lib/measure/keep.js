'use strict';

/*
 * keep: where results go that V8 must not drop. Numbers go into a typed array, because a property that holds other
 * things, too, takes a double as an object of its own: 4 ns and garbage, for `1 / n`. The rest goes into a property of
 * an object. In a variable it would take 0.3 to 0.8 ns more, for V8 knows nothing there of what it holds.
 *
 * blackBox: an input that V8 must not take for a constant, because it computes pure operations on a constant when it
 * compiles, and moves those on a value that stays the same out of the loop. The value is stored and read again, at an
 * index that changes with each call and that V8 does not know, so that it has to read it. A choice between the value
 * and another one is not enough: V8 then computes Math.sin of both before the loop. Numbers have typed arrays, and are
 * not boxed.
 */

const { Float64Array, Int32Array, Uint8Array } = globalThis;

const numbers = new Float64Array(1);
const others = { value: undefined };

/**
 * Keeps a value until the next one is kept, so that V8 cannot leave out what makes it.
 *
 * @param {*} value
 */
function keep(value) {
  if (typeof value === 'number') numbers[0] = value;
  else others.value = value;
}

// V8 learns that anything may come: else the second test of a process that keeps a value of another type would have the
// code of the first thrown away.
const ANY = [1, 1.5, 'text', {}, null, undefined, true];
for (let i = 0; i < ANY.length; i++) keep(ANY[i]);
others.value = 1;
others.value = undefined;

// Tests that store what they return, as snippets do.
const storing = new WeakSet();
const { apply: applyFunction } = Reflect;
const { add, has } = WeakSet.prototype;

const markStoring = (fn) => applyFunction(add, storing, [fn]);

/** Forgets what was kept until now. */
function forgetKept() {
  others.value = undefined;
}

/** Whether a test, called since then, has kept something other than a number: such a store takes longer. */
function hasKeptObject(fn) {
  return others.value !== undefined || (applyFunction(has, storing, [fn]) && typeof fn() !== 'number');
}

// The place of the latest value is stored as one type and read as another one, so that V8 does not know it. All bytes
// change, because on some processors the first one is the lowest and on others the highest.
const places = new Int32Array(1);
const bytes = new Uint8Array(places.buffer);
const OTHER_PLACE = 0x01010101;
const integers = new Int32Array(2);
const floats = new Float64Array(2);
const values = [{}, undefined];

/**
 * Returns a value so that V8 cannot treat it as a constant, nor as the same value in each call.
 *
 * @template T
 * @param {T} value
 * @returns {T}
 */
function blackBox(value) {
  const place = places[0] ^ OTHER_PLACE;
  places[0] = place;
  if (typeof value !== 'number') {
    values[place & 1] = value;
    return values[bytes[0] & 1];
  }
  // Of -0, an integer would lose the sign.
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
