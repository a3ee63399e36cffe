'use strict';

const { abs } = Math;

/** '+2.1', in per cent; a tenth is enough above one per cent, and twice as slow is +100 */
function percentText(ratio) {
  const percent = (ratio - 1) * 100;
  const digits = abs(percent) >= 100 ? 0 : abs(percent) >= 1 ? 1 : 2;
  const text = percent.toFixed(digits);
  return /^-?0\.?0*$/.test(text) ? `+-${text.replace('-', '')}` : percent > 0 ? `+${text}` : text;
}

module.exports = { percentText };
