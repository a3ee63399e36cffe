/* Immutable collections, for mitata */

import { List, Map as ImmutableMap } from 'immutable';
import { bench, do_not_optimize as use, group, run } from 'mitata';

const numbers = Array.from({ length: 10e3 }, (_, i) => i * 7919 % 10007);
const list = List(numbers);
const map = ImmutableMap(numbers.map((one) => [`key ${one}`, one]));

group('list', () => {
  bench('create', () => use(List(numbers)));
  bench('set', () => use(list.set(5000, 1)));
  bench('push', () => use(list.push(1)));
  bench('iterate', () => {
    let sum = 0;
    for (const one of list) sum += one;
    return use(sum);
  });
});

group('map', () => {
  bench('create', () => use(ImmutableMap(numbers.map((one) => [`key ${one}`, one]))));
  bench('get', () => use(map.get('key 5000')));
  bench('set', () => use(map.set('key 5000', 1)));
  bench('with mutations', () => use(map.withMutations((own) => {
    for (let i = 0; i < 100; i++) own.set(`new ${i}`, i);
  })));
});

await run();
