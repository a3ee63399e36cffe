'use strict';

/* Files of the working tree in the checkout of a revision, see worktree.js. */

const path = require('path');

const { describeFsError, orNull, tryStat } = require('../../base/host/fs-queries');
const { writeNew } = require('../../base/host/new-file');
const { isSamePath, isWithin, shownPath, withParents } = require('../../base/host/paths');
const { UsageError } = require('../../base/text/usage-error');

/** Refuses to follow a link of the revision that leads out of the checkout. */
function makeFolderWithin(top, folder, host) {
  if (tryStat(folder, host)) return;
  const above = path.dirname(folder);
  makeFolderWithin(top, above, host);
  if (!isWithin(top, host.realPath(above))) throw new Error(`${path.relative(top, above)} points outside the checkout`);
  host.makeFolder(folder);
}

/** places: absolute paths without links; label: of the revision. See openWorktree() */
function createCheckoutFiles({ top, cwd, folder, label, isPrepared }, git, host) {
  function mapPath(file) {
    const direct = path.resolve(cwd, file);
    const above = path.dirname(direct);
    // The path may lead through a link.
    const found = isWithin(top, direct) ? direct
      : path.join(orNull(() => host.realPath(above)) || above, path.basename(direct));
    return isWithin(top, found) ? path.join(folder, path.relative(top, found)) : direct;
  }

  /** Also refuses files below a link that leads out of the repository: both sides would load the same ones. */
  function checkInside(files) {
    for (const file of files) {
      const mapped = mapPath(file);
      const real = orNull(() => host.realPath(mapped));
      if (!isWithin(folder, mapped) || (real !== null && !isWithin(folder, real))) {
        const where = isWithin(folder, mapped) ? `: it is ${real}` : '';
        throw new UsageError(`${file} is outside the repository and has no revisions${where}`);
      }
    }
  }

  /** The folder of a submodule, or of another repository, that a file is in */
  const repositoryBelow = (file) => withParents(path.dirname(file)).find((one) => (
    isWithin(top, one) && !isSamePath(top, one, host) && tryStat(path.join(one, '.git'), host)));

  const missingWords = (files) => (files.length === 1 ? `${files[0]} does not exist at ${label}`
    : `${files.length} files do not exist at ${label}: ${files.join(', ')}`);

  function checkFiles(files) {
    checkInside(files);
    const missing = files.filter((file) => !tryStat(mapPath(file), host));
    if (!missing.length) return;
    const places = missing.map((file) => path.resolve(cwd, file));
    const [isIt, it] = missing.length === 1 ? ['Is it', 'it'] : ['Are they', 'them'];
    const other = repositoryBelow(places[0]);
    const why = other !== undefined ? `. It is in another repository: run the command in ${shownPath(other, cwd)}`
      : places.every((place) => tryStat(place, host))
        ? `. ${isIt} new or ignored by git? Compare with a revision that has ${it}` +
          `${isPrepared ? '' : `, or build ${it} with --prepare`}` : '';
    throw new UsageError(missingWords(missing) + why);
  }

  function copyFile(file) {
    const copy = mapPath(file);
    const above = path.dirname(copy);
    try {
      makeFolderWithin(folder, above, host);
      if (!isWithin(folder, host.realPath(above))) throw new Error('its folder points outside the checkout');
      writeNew(copy, host.readText(path.resolve(cwd, file)), 0o600, host);
    } catch (error) {
      throw new UsageError(`${file} cannot be copied into ${label}: ${describeFsError(error)}`);
    }
  }

  async function copyNew(files) {
    const places = files.map((file) => path.resolve(cwd, file));
    // Ignored files are mostly build output, which contains the code that is to be compared.
    const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...places];
    const { stdout } = await git.later(listed);
    const known = stdout.split('\0').map((name) => path.join(folder, name));
    const isAdded = (file) => known.some((one) => isSamePath(one, mapPath(file), host));
    const added = files.filter(isAdded);
    if (added.length === 0) checkFiles(files);
    added.forEach(copyFile);
    const ignored = files.filter((file) => !isAdded(file));
    const [own, load] = added.length === 1 ? ['the file', 'it loads'] : ['the files', 'they load'];
    const left = ignored.length > 0 ? `. Ignored by git, and only on the new side: ${ignored.join(', ')}` : '';
    return `${missingWords(added)}. Both sides run ${own} of the working tree; ` +
      `only the code that ${load} differs${left}`;
  }

  return { mapPath, checkFiles, checkInside, copyNew };
}

module.exports = { createCheckoutFiles, makeFolderWithin };
