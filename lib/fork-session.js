'use strict';
module.exports = { createForkedSession() { throw new Error('not yet'); } };
