import { spawnSync } from 'node:child_process';
import { lstatSync } from 'node:fs';

/** The user "nobody", which every system has; PostgreSQL asks that its user has a name. */
const nobody = 65_534;

const inNamespace = ['unshare', '--user', `--map-user=${nobody}`, `--map-group=${nobody}`];
const asNobody = ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'];
/** Lets "nobody" pass through folders that only root may enter, such as a checkout in root's home. */
const keepingAccess = [...asNobody, '--inh-caps=+dac_override', '--ambient-caps=+dac_override'];

/**
 * The words to put before a command of PostgreSQL, which refuses to run as root. For root: a user namespace in which
 * root appears as "nobody", so that files stay root's; else, the user "nobody" itself. The chosen user gets `dir`.
 * @param {string} dir
 * @returns {string[]} empty for an ordinary user
 */
export function unprivileged(dir) {
  if (process.getuid?.() !== 0) return [];
  const prefix = [inNamespace, keepingAccess, asNobody].find(works);
  if (prefix === undefined) {
    throw new Error(
      'PostgreSQL does not run as root, and this system refuses both unshare and setpriv: start as another user.',
    );
  }
  const owner = prefix === inNamespace ? 0 : nobody;
  if (lstatSync(dir).uid !== owner) spawnSync('chown', ['-R', `${owner}:${owner}`, dir]);
  return prefix;
}

/** @param {string[]} prefix */
function works([command = '', ...args]) {
  return spawnSync(command, [...args, 'true']).status === 0;
}
