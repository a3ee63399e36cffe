'use strict';

/*
 * Before version 22, Node.js parses all certificates at each start if NODE_EXTRA_CA_CERTS is set, which takes 70 ms. So
 * processes of tests get this variable after their start, and start again with it if they use TLS.
 */

const NAME = 'NODE_EXTRA_CA_CERTS';
const FIRST_LAZY = 22;

const needing = new WeakSet(); // hosts whose tests use TLS
let hasThreads = false;

/**
 * Whether this process has loaded TLS, or may have loaded it in a thread, whose modules are not known here. Without
 * methods of arrays, because a test may have replaced them.
 */
function usesTls() {
  const names = process.moduleLoadList;
  for (let i = 0; i < names.length; i++) if (names[i] === 'NativeModule tls') return true;
  return hasThreads;
}

/** Removes the variable from an environment, until a test has needed it; returns its value, or undefined. */
function withholdCertificates(env, host) {
  const value = env[NAME];
  const isSlow = Number(host.versions.node.split('.')[0]) < FIRST_LAZY;
  // The process that has loaded the file uses what the processes of its tests use.
  if (!isSlow || needing.has(host) || usesTls() || !value) return undefined;
  delete env[NAME];
  return value;
}

/** For all later processes */
const needCertificates = (host) => needing.add(host);

/** job: of this process. Sets the variable for the script. Returns { lacks(), areUsed() } */
function restoreCertificates({ certificates } = {}) {
  process.on('worker', () => { hasThreads = true; });
  if (certificates !== undefined) process.env[NAME] = certificates;
  return { areUsed: usesTls, lacks: () => certificates !== undefined && usesTls() };
}

module.exports = { withholdCertificates, needCertificates, restoreCertificates };
