import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The TCP ports on which a process listens now, the ports of the system's choice included.
 * @param {number} pid
 * @returns {number[]}
 */
export function listeningPorts(pid) {
  return [...new Set(process.platform === 'linux' ? fromProc(pid) : fromLsof(pid))];
}

/** proc_pid_fd(5) has the inodes of its sockets, proc_pid_net(5) the sockets of all. @param {number} pid */
function fromProc(pid) {
  const inodes = new Set(readdirSync(`/proc/${pid}/fd`).map((fd) => socketOf(join(`/proc/${pid}/fd`, fd))));
  return ['tcp', 'tcp6'].flatMap((table) => {
    const [, ...lines] = readTable(`/proc/${pid}/net/${table}`).trim().split('\n');
    const sockets = lines.map((line) => line.trim().split(/\s+/));
    // sl local_address rem_address st tx_queue:rx_queue tr:tm->when retrnsmt uid timeout inode; 0A is LISTEN
    const own = sockets.filter(([, , , state, , , , , , inode]) => state === '0A' && inodes.has(inode));
    return own.map(([, local = '']) => Number.parseInt(local.slice(local.lastIndexOf(':') + 1), 16));
  });
}

/** The inode of a socket. @param {string} descriptor @returns {string | undefined} */
function socketOf(descriptor) {
  try {
    return /^socket:\[(\d+)\]$/.exec(readlinkSync(descriptor))?.[1];
  } catch {
    return undefined; // closed since
  }
}

/** Empty where the kernel has no IPv6. @param {string} file */
function readTable(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** @param {number} pid */
function fromLsof(pid) {
  const { stdout } = spawnSync('lsof', ['-nP', '-a', '-p', String(pid), '-iTCP', '-sTCP:LISTEN', '-Fn'], {
    encoding: 'utf8',
  });
  return Array.from((stdout ?? '').matchAll(/^n.*:(\d+)$/gm), ([, port]) => Number(port));
}
