let x = 1;

export function work() {
  for (let i = 0; i < 100; i++) x = Math.imul(x, 1664525) + 1013904223 | 0;
  return x;
}
