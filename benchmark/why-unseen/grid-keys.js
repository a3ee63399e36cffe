// reason: string|join|concat|number
'use strict';
// Flood fill: visited set with text keys vs. integers
const W = 12, H = 8;
const walls = new Set([5, 17, 29, 41, 53, 66, 67, 68]);
const free = (x, y) => x >= 0 && y >= 0 && x < W && y < H && !walls.has(y * W + x);
function fillSlow() {
  const seen = new Set(), stack = [[0, 0]];
  while (stack.length) {
    const [x, y] = stack.pop();
    const key = `${x},${y}`; // HERE
    if (!free(x, y) || seen.has(key)) continue;
    seen.add(key);
    stack.push([x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]);
  }
  return seen.size;
}
function fillFast() {
  const seen = new Set(), stack = [[0, 0]];
  while (stack.length) {
    const [x, y] = stack.pop();
    const key = y * W + x;
    if (!free(x, y) || seen.has(key)) continue;
    seen.add(key);
    stack.push([x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]);
  }
  return seen.size;
}
module.exports = { fast() { return fillFast(); }, slow() { return fillSlow(); } };
