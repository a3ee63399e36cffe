'use strict';

const { PassThrough } = require('stream');
const { streams } = require('../..');

streams({ pass: () => new PassThrough() }, { input: Buffer.alloc(2 ** 22) });
