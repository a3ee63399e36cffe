'use strict';

/* Libraries for dates, for Deno.bench */

/* global Deno */

const { addMonths, format, parseISO } = require('date-fns');
const dayjs = require('dayjs');
const { DateTime } = require('luxon');

const TEXT = '2024-02-29T12:34:56.789Z';
const PATTERN = 'yyyy-MM-dd HH:mm:ss';
const date = new Date(TEXT);
const day = dayjs(TEXT);
const time = DateTime.fromISO(TEXT);

Deno.bench('Date', { group: 'parse', baseline: true }, () => new Date(TEXT).getTime());
Deno.bench('date-fns', { group: 'parse' }, () => parseISO(TEXT).getTime());
Deno.bench('dayjs', { group: 'parse' }, () => dayjs(TEXT).valueOf());
Deno.bench('luxon', { group: 'parse' }, () => DateTime.fromISO(TEXT).toMillis());

Deno.bench('date-fns', { group: 'format', baseline: true }, () => format(date, PATTERN));
Deno.bench('dayjs', { group: 'format' }, () => day.format('YYYY-MM-DD HH:mm:ss'));
Deno.bench('luxon', { group: 'format' }, () => time.toFormat(PATTERN));

Deno.bench('date-fns', { group: 'add', baseline: true }, () => addMonths(date, 1));
Deno.bench('dayjs', { group: 'add' }, () => day.add(1, 'month'));
Deno.bench('luxon', { group: 'add' }, () => time.plus({ months: 1 }));
