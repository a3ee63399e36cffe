'use strict';

/** A value as it is printed: '"fast"', '1024'; what JSON has no word for by its own. */
function valueText(value) {
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : JSON.stringify(value);
}

/** { n: 1024, type: 'fast' } -> 'n=1024 type="fast"' */
function configurationText(configuration) {
  return Object.keys(configuration).map((name) => `${name}=${valueText(configuration[name])}`).join(' ');
}

module.exports = { configurationText };
