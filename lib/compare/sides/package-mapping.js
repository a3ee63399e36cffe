'use strict';

/* The package that package-hook.js maps. Before Node 22.15 the loader thread loads this file, too, for resolve(). */

const { writeFileSync } = require('fs');
const path = require('path');
const { pathToFileURL } = require('url');

// Captured, because a measured test may call require().
const { apply } = Reflect;
const { includes, startsWith } = String.prototype;

const PACKAGE_VARIABLE = 'QTIMEIT_PACKAGE';
const USED = 'used'; // this file in the folder marks that the package was imported

const { name, folder, project } = JSON.parse(process.env[PACKAGE_VARIABLE] ||
  '{"name":"","folder":"","project":""}');
const within = `${name}/`;

// A nonexistent file in the folder of this version: a file in a package would resolve to that package.
const importer = path.join(folder, 'mapped.js');
const { href: parentURL } = pathToFileURL(importer);
let isReported = false;

const isOfPackage = (parent) =>
  apply(includes, parent, ['/node_modules/']) || apply(includes, parent, ['\\node_modules\\']);

/** Whether code outside of packages imports the package; parent: path or URL. */
const isMapped = (specifier, parent) =>
  (specifier === name || apply(startsWith, `${specifier}`, [within])) && !isOfPackage(parent);

// Optional peers are installed in the project only, such as luxon for its adapter.
const inProject = path.join(project, 'mapped.js');
const folderPath = path.join(folder, path.sep);
const { href: folderURL } = pathToFileURL(folderPath);
const { href: projectURL } = pathToFileURL(inProject);
const NOT_FOUND = ['MODULE_NOT_FOUND', 'ERR_MODULE_NOT_FOUND'];

/** Whether the project may have what code of this version did not find; parent: path or URL of the code */
function mayBeInProject(error, specifier, parent) {
  const isOfVersion = [folderPath, folderURL].some((start) => apply(startsWith, parent, [start]));
  return isOfVersion && Boolean(error) && NOT_FOUND.includes(error.code) && /^[^./#]/.test(specifier);
}

function mappedContext(specifier, context) {
  if (!isMapped(specifier, context.parentURL || '')) return context;
  tellUse();
  return { ...context, parentURL };
}

/** As next(specifier, context), whose result is a promise in the loader thread */
function resolveMapped(specifier, context, next) {
  const retry = (error) => {
    if (!mayBeInProject(error, specifier, context.parentURL || '')) throw error;
    return next(specifier, { ...context, parentURL: projectURL });
  };
  try {
    const found = next(specifier, mappedContext(specifier, context));
    return found instanceof Promise ? found.catch(retry) : found;
  } catch (error) {
    return retry(error);
  }
}

function tellUse() {
  if (isReported) return;
  isReported = true;
  try {
    writeFileSync(path.join(folder, USED), '');
  } catch (_) {
    // Reported as unused.
  }
}

module.exports = {
  PACKAGE_VARIABLE, USED, importer, inProject, isMapped, mayBeInProject, tellUse, resolve: resolveMapped,
};
