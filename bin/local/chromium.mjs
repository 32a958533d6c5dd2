import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * The names under which distributions package the browser that the tests drive. The shell without windows comes first: it
 * takes two thirds of the processor time.
 */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];

/**
 * The browser for the tests of pages: CHROMIUM_PATH if set, else the first on the PATH.
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {{path: string} | {missing: string}} `missing` is one line that says how to get one
 */
export function findChromium(env = process.env) {
  const { CHROMIUM_PATH } = env;
  if (CHROMIUM_PATH)
    return isProgram(CHROMIUM_PATH)
      ? { path: CHROMIUM_PATH }
      : { missing: `CHROMIUM_PATH is no program: ${CHROMIUM_PATH}` };
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const path = names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
  return path === undefined ? { missing: `The browser tests need Chromium: ${installLine()}` } : { path };
}

/** The command that installs Chromium on Debian and its kin. */
function installLine() {
  return `${process.getuid?.() === 0 ? '' : 'sudo '}apt-get install -y chromium`;
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
