'use strict';

/* Explanations of snippets have places in the code as typed, not in the generated modules that contain it. */

const { typedPlace } = require('../core/suite/snippet');

/**
 * The explanation with places such as snippet 2:1:5. Generated lines are left out. explanation: see explainRow();
 * sources: { setups, codes }
 */
function withTypedPlaces(explanation, sources) {
  const placeOf = (place) => typedPlace(place, sources);

  function typedFrame(frame) {
    const { file, line } = frame;
    // The function of a snippet begins in the line before its code.
    const found = placeOf({ file, line, column: 1 }) || placeOf({ file, line: line + 1, column: 1 });
    return found ? { ...frame, file: found.file, line: found.line } : frame;
  }

  function typedEvent(event) {
    const [, file, line, column] = /^(.*):(\d+):(\d+)$/.exec(event.place || '') || [];
    const found = placeOf({ file, line: Number(line), column: Number(column) });
    return found ? { ...event, place: `${found.file}:${found.line}:${found.column}` } : event;
  }

  function typedFunction(fn) {
    const lines = fn.lines.flatMap((line) => {
      const found = placeOf({ file: fn.file, line: line.line, column: 1 });
      return found ? [{ file: found.file, line: { ...line, line: found.line } }] : [];
    });
    if (lines.length === 0) return fn;
    const [{ file, line: { line } }] = lines;
    return { ...fn, file, line, lines: lines.map((one) => one.line) };
  }

  const { lines, code, flame, events } = explanation;
  return {
    ...explanation,
    lines: lines.map((line) => ({ ...line, place: line.place && { ...line.place, ...placeOf(line.place) } })),
    code: { ...code, pairs: code.pairs.map((pair) => (
      { ...pair, sides: pair.sides.map((fn) => fn && typedFunction(fn)) })) },
    flame: flame.map(typedFrame),
    events: events.map(typedEvent),
  };
}

module.exports = { withTypedPlaces };
