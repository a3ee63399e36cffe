'use strict';

/*
 * Everything outside that commands use, replaceable in tests. What takes time to load is a getter.
 */

function createDoors() {
  const instruments = () => require('../instruments');
  return {
    host: require('../host'),
    terminal: require('../terminal'),
    cwd: process.cwd(),
    now: () => new Date(),
    random: Math.random,
    sysinfo: () => instruments().sysinfo(),
    sysinfoOfRates: () => instruments().sysinfoOfRates(),
    makeBench: (more) => instruments().makeBench(more),
    get clock() { return instruments().clock; },
    get role() { return instruments().role(); },
    get conductor() { return instruments().conductor(); },
    get version() { return require('../../package.json').version; },
  };
}

module.exports = { createDoors };
