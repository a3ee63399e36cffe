'use strict';

/* Checks the options of bench.http. With an unchecked typo such as `conections`, the load would use the default. */

const { show } = require('../../../base/text/show');
const { checkName } = require('../../../base/text/nearest');

const whole = (words, least, most) =>
  ({ words, fits: (value) => Number.isInteger(value) && value >= least && value <= most });
const word = (words, fits) => ({ words, fits: (value) => typeof value === 'string' && fits(value) });
const MOST = Number.MAX_SAFE_INTEGER;
const COUNT = whole('an integer of at least 1', 1, MOST);
// In bits, as for h2load: windows of 2^N - 1 bytes.
const WINDOW = whole('an integer number of bits from 0 to 30: the window is 2^N - 1 bytes', 0, 30);
const SIZE = whole('an integer number of bytes, at least 0', 0, 2 ** 32 - 1);

// flag: of h2load; isHttp2: requires HTTP/2
const OPTIONS = {
  benchmarker: word('a name such as \'wrk\' or \'embedded\'', () => true),
  host: word('a name or an address', (value) => /^[^\s/@]+$/.test(value)),
  port: whole('an integer from 1 to 65535', 1, 65535),
  path: word('a path that begins with / and is percent-encoded', (value) => /^\/[\x21-\x7e]*$/.test(value)),
  scheme: word('\'http\' or \'https\'', (value) => value === 'http' || value === 'https'),
  connections: whole('an integer from 1 to 100000', 1, 100000),
  duration: {
    words: 'a number of seconds above 0, at most one day',
    fits: (value) => typeof value === 'number' && value > 0 && value <= 86400,
  },
  headers: { words: 'an object of valid header names and values', fits: areHeaders },
  requests: { ...COUNT, flag: '-n', isHttp2: true },
  clients: { ...COUNT, flag: '-c', isHttp2: true },
  threads: { ...COUNT, flag: '-t' },
  maxConcurrentStreams: { ...COUNT, flag: '-m', isHttp2: true },
  initialWindowSize: { ...WINDOW, flag: '-w', isHttp2: true },
  sessionInitialWindowSize: { ...WINDOW, flag: '-W', isHttp2: true },
  rate: { ...COUNT, flag: '-r' },
  ratePeriod: { ...COUNT, flag: '--rate-period=' },
  timeout: { ...COUNT, flag: '-N' },
  headerTableSize: { ...SIZE, flag: '--header-table-size=', isHttp2: true },
  encoderHeaderTableSize: { ...SIZE, flag: '--encoder-header-table-size=', isHttp2: true },
};

const DEFAULTS = { host: '127.0.0.1', path: '/', scheme: 'http', connections: 100, duration: 5, headers: {} };

function areHeaders(value) {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return false;
  return headerLines(value)
    .every(([name, text]) => /^[!#$%&'*+.^_`|~\w-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(text));
}

/** [[name, value], ...]; a list of values becomes a line for each. */
const headerLines = (headers) =>
  Object.entries(headers).flatMap(([name, value]) => [].concat(value).map((one) => [name, String(one)]));

/** Adds defaults. headers: [[name, value], ...]. Throws an error with the option, its value and the accepted values. */
function checkLoadOptions(options) {
  const given = {};
  for (const name of Object.keys(options)) {
    checkName(name, Object.keys(OPTIONS), 'bench.http: unknown option', 'Options:');
    const value = options[name];
    if (value === undefined || value === null) continue;
    if (!OPTIONS[name].fits(value)) {
      throw new RangeError(`bench.http: ${name} must be ${OPTIONS[name].words}, got ${show(value)}`);
    }
    given[name] = value;
  }
  if (given.port === undefined) throw new TypeError('bench.http: no port given. Pass { port }');
  const plan = { ...DEFAULTS, ...given };
  const isHttp2 = Object.keys(given).some((name) => OPTIONS[name].isHttp2);
  return { ...plan, headers: headerLines(plan.headers), isHttp2 };
}

/** `127.0.0.1:12346`, `[::1]:12346` */
const formatAuthority = ({ host, port }) => `${host.includes(':') ? `[${host}]` : host}:${port}`;

const formatUrl = (plan) => `${plan.scheme}://${formatAuthority(plan)}${plan.path}`;

module.exports = { OPTIONS, checkLoadOptions, formatAuthority, formatUrl };
