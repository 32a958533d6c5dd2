import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * @typedef {object} Reservation A port that is ours until `release`, which is called just before its owner binds it.
 * @property {number} port
 * @property {boolean} isPreferred
 * @property {() => Promise<void>} release
 */

/** A start takes preferred ports only while it holds this port, so that two starts cannot both count on them. */
const gatePort = 2999;

/**
 * Reserves a port for each name: the preferred port where it is free and no other start on this machine lays claim to
 * it, else any free port.
 * @template {string} Name
 * @param {Readonly<Record<Name, number>>} preferred
 * @returns {Promise<Record<Name, Reservation>>}
 */
export async function reservePorts(preferred) {
  const isFirst = (await hold(gatePort)) !== undefined;
  const entries = [];
  for (const [name, port] of Object.entries(preferred)) entries.push([name, await reserve(isFirst ? port : undefined)]);
  return Object.fromEntries(entries);
}

/**
 * Reserves one port: the preferred port if it is free, else any free port.
 * @param {number} [preferred]
 * @returns {Promise<Reservation>}
 */
export async function reserve(preferred) {
  const release = preferred === undefined ? undefined : await hold(preferred);
  if (preferred !== undefined && release !== undefined) return { port: preferred, isPreferred: true, release };
  for (;;) {
    // Below the kernel's ports for outgoing connections, so that no connection takes the port at the hand-over.
    const port = randomInt(20_000, 30_000);
    const release = await hold(port);
    if (release !== undefined) return { port, isPreferred: false, release };
  }
}

/** Listens on the loopback port; undefined when it is taken. @param {number} port @returns {Promise<(() => Promise<void>) | undefined>} */
function hold(port) {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy()).unref();
    server.on('error', () => resolve(undefined));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () =>
      resolve(() => new Promise((closed) => server.close(() => closed()))),
    );
  });
}
