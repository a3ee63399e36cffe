'use strict';

/*
 * Sets the governor of all processors to performance, and puts back what was there. What was there stands in a file
 * meanwhile: in /run, where only root can write, as only root can set a governor, so nobody else can have put a file
 * or a link there; and which is empty after a boot, as the governors are what they were.
 */

const { orNull, readTrimmed } = require('../host/fs-queries');
const { describeFsError } = require('../host/describe-fs-error');

const CPU = '/sys/devices/system/cpu';
const STATE = '/run/qtimeit-governor.json';
const FAST = 'performance';

const WITHOUT_RIGHTS = new Set(['EACCES', 'EPERM', 'ERR_ACCESS_DENIED']);

const governorPath = (cpu) => `${CPU}/${cpu}/cpufreq/scaling_governor`;

/** [['cpu0', 'powersave'], ...], in the order of their numbers; processors that are switched off have none. */
function readGovernors(host) {
  if (host.platform !== 'linux') return [];
  // None without /sys.
  const names = (orNull(() => host.listDir(CPU)) || []).filter((name) => /^cpu\d+$/.test(name));
  names.sort((a, b) => a.slice(3) - b.slice(3));
  return names.map((cpu) => [cpu, readTrimmed(host, governorPath(cpu))]).filter(([, governor]) => governor);
}

/** One try at a file -> null, or { what, why, lacksRights } */
function attempt(what, action) {
  try {
    action();
    return null;
  } catch (error) {
    return { what, why: describeFsError(error), lacksRights: Boolean(error) && WITHOUT_RIGHTS.has(error.code) };
  }
}

function writeTo(host, path, flags, text) {
  const fd = host.openFile(path, flags, 0o600);
  try {
    host.writeText(fd, text);
  } finally {
    host.closeFile(fd);
  }
}

/** -> { saved: { cpu0: 'powersave', ... } or null, trouble: null or as attempt() tells it } */
function readSaved(host) {
  let text = '';
  const trouble = attempt(STATE, () => {
    try {
      text = host.readText(STATE);
    } catch (error) {
      if (!error || error.code !== 'ENOENT') throw error;
    }
  });
  if (trouble || text === '') return { saved: null, trouble };
  // What goes into files of the kernel is looked at, whoever wrote it.
  try {
    const { governors } = JSON.parse(text);
    const entries = Object.entries(governors);
    if (entries.length && entries.every(([cpu, governor]) => /^cpu\d+$/.test(cpu) && /^[a-z_]+$/.test(governor))) {
      return { saved: Object.fromEntries(entries), trouble: null };
    }
  } catch (_) {
    // told below
  }
  const why = `it is not what qtimeit saves; to do without it: sudo rm ${STATE}`;
  return { saved: null, trouble: { what: STATE, why, lacksRights: false } };
}

/** Replaces the file in one step, or takes it away where there is nothing to keep. */
function writeSaved(host, governors) {
  return attempt(STATE, () => {
    if (!Object.keys(governors).length) {
      host.removeFile(STATE);
      return;
    }
    const next = `${STATE}.${host.pid}`;
    try {
      writeTo(host, next, 'wx', `${JSON.stringify({ governors })}\n`);
      host.rename(next, STATE);
    } catch (error) {
      host.removeFile(next);
      throw error;
    }
  });
}

/** Writes and reads back: a governor that is not known is refused, but one that does nothing would not show. */
function setGovernor(host, cpu, governor) {
  const path = governorPath(cpu);
  const trouble = attempt(cpu, () => writeTo(host, path, 'r+', governor));
  if (trouble) return trouble;
  const now = readTrimmed(host, path);
  if (now === governor) return null;
  return { what: cpu, why: `it is ${now || 'not to be read'} after ${governor} was written`, lacksRights: false };
}

/** Sets all of [cpu, from, to] -> { changed: [{ cpu, from, to }], failed: [{ what, why, lacksRights }] } */
function setAll(host, wanted) {
  const changed = [];
  const failed = [];
  for (const [cpu, from, to] of wanted) {
    const trouble = setGovernor(host, cpu, to);
    if (trouble) failed.push(trouble);
    else changed.push({ cpu, from, to });
  }
  return { changed, failed };
}

/**
 * @param {import('../host/host')} host
 * @returns {{ kind: 'done'|'nothing-to-do'|'no-scaling'|'failed', changed: Array<{ cpu, from, to }>,
 *   failed: Array<{ what: string, why: string, lacksRights: boolean }> }} what: a processor or a file
 */
function makeFast(host) {
  const governors = readGovernors(host);
  if (!governors.length) return { kind: 'no-scaling', changed: [], failed: [] };
  const slow = governors.filter(([, governor]) => governor !== FAST);
  if (!slow.length) return { kind: 'nothing-to-do', changed: [], failed: [] };

  const { saved, trouble } = readSaved(host);
  if (trouble) return { kind: 'failed', changed: [], failed: [trouble] };
  // What was saved first was there before anything was changed.
  const kept = { ...Object.fromEntries(slow), ...saved };
  const unsaved = writeSaved(host, kept);
  if (unsaved) return { kind: 'failed', changed: [], failed: [unsaved] };

  const { changed, failed } = setAll(host, slow.map(([cpu, governor]) => [cpu, governor, FAST]));
  if (!changed.length) writeSaved(host, saved || {});
  return { kind: failed.length ? 'failed' : 'done', changed, failed };
}

/**
 * @param {import('../host/host')} host
 * @returns {object} as makeFast; kind 'nothing-saved' where there is nothing to put back. What could not be put back
 *   stays saved.
 */
function restore(host) {
  const { saved, trouble } = readSaved(host);
  if (trouble) return { kind: 'failed', changed: [], failed: [trouble] };
  if (!saved) return { kind: 'nothing-saved', changed: [], failed: [] };
  const all = Object.entries(saved);
  const wanted = all.map(([cpu, governor]) => [cpu, readTrimmed(host, governorPath(cpu)), governor]);
  const { changed, failed } = setAll(host, wanted);
  const open = new Set(failed.map(({ what }) => what));
  const unsaved = writeSaved(host, Object.fromEntries(all.filter(([cpu]) => open.has(cpu))));
  if (unsaved && !failed.length) failed.push(unsaved);
  return { kind: failed.length ? 'failed' : 'done', changed, failed };
}

module.exports = { makeFast, restore, STATE };
