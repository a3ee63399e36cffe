'use strict';
// reason: \.map

class Path {
  constructor() {
    this.points = [];
  }
  push(p) {
    this.points.push(p);
  }
}

class PointList extends Array {}

const path = new Path();
const list = new PointList();
for (let i = 0; i < 60; i++) {
  path.push({ x: i * 3 % 17, y: i * 5 % 23 });
  list.push({ x: i * 3 % 17, y: i * 5 % 23 });
}

function a() {
  const lengths = path.points.map((p) => p.x * p.x + p.y * p.y);
  let max = 0;
  for (let i = 0; i < lengths.length; i++) {
    if (lengths[i] > max) max = lengths[i];
  }
  return max;
}

function b() {
  const lengths = list.map((p) => p.x * p.x + p.y * p.y); // HERE
  let max = 0;
  for (let i = 0; i < lengths.length; i++) {
    if (lengths[i] > max) max = lengths[i];
  }
  return max;
}

module.exports = { fast: a, slow: b };
