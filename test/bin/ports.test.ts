import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { evaluate, startProgram } from '../support/programs';

const reserveOne = `import { reserve } from './bin/local/servers/ports.mjs';
  const { port, isPreferred, release } = await reserve(Number(process.argv[1]));
  await release();
  console.log(JSON.stringify({ port, isPreferred }));`;
const reserveSome = `import { reservePorts } from './bin/local/servers/ports.mjs';
  const got = await reservePorts({ api: 18231, worker: 18232, database: 18233 });
  console.log(JSON.stringify(Object.values(got).map(({ port }) => port)));
  setInterval(() => {}, 1000);`;

describe('the ports of a start', () => {
  it('are the preferred ones where these are free, else others', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const other = await evaluate<{ port: number; isPreferred: boolean }>(reserveOne, String(port));
    expect(other.isPreferred).toBe(false);
    expect(other.port).not.toBe(port);
    taken.close();
    await once(taken, 'close');
    expect(await evaluate(reserveOne, String(port))).toEqual({ port, isPreferred: true });
  });

  it('are never shared by two starts at the same moment', async () => {
    const starts = await Promise.all([1, 2].map(() => startProgram<number[]>(reserveSome)));
    const ports = starts.flatMap(({ said }) => said);
    expect(new Set(ports).size).toBe(6);
    await Promise.all(starts.map(({ end }) => end('SIGKILL')));
  });
});
