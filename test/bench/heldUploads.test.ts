import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { relayAll } from '../../bench/baseline/uploads/relayAll';
import { createPlatform } from '../../bench/baseline/uploads/slowPlatform';
import { listen, portOf } from '../../lib/internalServer';
import { until } from '../support/until';

const sizeBytes = 4 * 1024 ** 2;
let server: Server;
let url = '';
beforeAll(async () => {
  server = createServer(createPlatform(() => url, sizeBytes));
  await listen(server, 0, '127.0.0.1');
  url = `http://127.0.0.1:${portOf(server)}`;
});
afterAll(() => void server.close());

interface Report {
  heldCount: number;
  receivedCount: number;
  hashes: string[];
  sha256: string;
}
const report = async () => (await (await fetch(`${url}/run`)).json()) as Report;
const begin = async (holdAtBytes: number | null) =>
  fetch(`${url}/run`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ holdAtBytes }),
  });

it('holds uploads in the middle until all are in flight, and takes them whole when it lets go', async () => {
  await begin(64 * 1024);
  const relaying = relayAll({ url, count: 5 });
  await until(async () => (await report()).heldCount === 5);
  expect(await report()).toMatchObject({ heldCount: 5, receivedCount: 0 });
  await fetch(`${url}/run`, { method: 'POST' });
  const { idleBytes, peakBytes } = await relaying;
  expect(peakBytes).toBeGreaterThanOrEqual(idleBytes);
  const { receivedCount, hashes, sha256 } = await report();
  expect({ receivedCount, hashes }).toEqual({ receivedCount: 5, hashes: [sha256] });
});

it('holds none when it was not asked to', async () => {
  await begin(null);
  await relayAll({ url, count: 2 });
  expect(await report()).toMatchObject({ heldCount: 0, receivedCount: 2 });
});
