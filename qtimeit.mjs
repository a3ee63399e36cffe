// One function for both module systems: a second copy would calibrate a second time.
import timeit from './qtimeit.js';

export default timeit;
export const {
  bench, streams, createBenchmark, fptime, keep, blackBox, reportit, runit, cpuMhz, sysinfo, describeWarning,
} = timeit;

// Names that other tools have: without these exports, Node ends an import of one with a SyntaxError that has no hint.
const unsupported = (name, hint) => () => { throw new TypeError(`qtimeit has no ${name}(). ${hint}`); };
const grouped = 'Group tests with bench({ group: { name() {} } })';
const named = 'Give tests their names with bench({ name() {} })';
export const describe = unsupported('describe', grouped);
export const suite = unsupported('suite', grouped);
export const test = unsupported('test', named);
export const it = unsupported('it', named);
export const expect = unsupported('expect', 'Check results with node:assert');
