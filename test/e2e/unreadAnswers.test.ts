import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { useDeployment } from '../support/runs/deployment';
import { until } from '../support/until';
import { useStopping } from '../support/use';

const deployment = useDeployment();
const stopping = useStopping();

/** The document is the largest answer that needs no credential: 1 MiB. */
const requests = 'GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(800);

it('clients that pipeline requests and read no answer neither keep others waiting nor fill the memory', async () => {
  const api = await deployment.up('api');
  const { url, internalUrl } = await api.ready();
  const residentBytes = async (): Promise<number> => {
    const metrics = await (await fetch(`${internalUrl}/metrics`)).text();
    return Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)![1]);
  };
  const open = async (): Promise<Socket> => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined);
    stopping({ stop: () => socket.destroy() });
    await once(socket, 'connect');
    return socket.pause();
  };
  for (let nth = 0; nth < 40; nth += 1) await (await fetch(`${url}/openapi.json`)).arrayBuffer();
  const before = await residentBytes();

  const clients = await Promise.all(Array.from({ length: 40 }, open));
  for (const client of clients) client.write(requests);
  // Each answer that the system has taken is a line of the log. The process waits when no more come.
  const { length: answered } = api.log;
  await until(() => api.log.length > answered);
  for (let seen = -1; seen !== api.log.length; await delay(500)) seen = api.log.length;

  expect((await fetch(`${url}/api/v1/health`)).status).toBe(200);
  // Without the bound it is 40 connections with hundreds of answers each: some 30 GiB.
  expect((await residentBytes()) / before).toBeLessThan(3);
});
