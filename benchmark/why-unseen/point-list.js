'use strict';
// Projects the points of a chart series to the screen and renders an SVG path.
// reason: Array\.prototype\.map

class Series extends Array {
  path() {
    return toPath(this);
  }
}

function toPath(list) {
  let d = '';
  for (let i = 0; i < list.length; i++) {
    d += (i === 0 ? 'M' : 'L') + i * 8 + ' ' + list[i].toFixed(1);
  }
  return d;
}

function fill(list) {
  for (let i = 0; i < 24; i++) list.push((i * 41) % 97);
  return list;
}

const plain = fill([]);
const series = fill(new Series()); // HERE

const project = (v) => 240.5 - v * 2;

function fast() {
  const screen = plain.map(project);
  return toPath(screen);
}

function slow() {
  const screen = series.map(project);
  return screen.path();
}

module.exports = { fast, slow };
