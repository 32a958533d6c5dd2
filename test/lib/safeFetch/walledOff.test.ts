import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { parseOutboundAllow } from '../../../lib/safeFetch/allow';
import { createSafeFetch } from '../../../lib/safeFetch/safeFetch';
import { withoutHosts } from '../../../lib/safeFetch/walledOff';
import { use } from '../../support/use';
import { startServer } from '../../support/servers/server';

const server = use(async () => {
  let requests = 0;
  const started = await startServer((_request, response) => {
    requests += 1;
    response.end('here');
  });
  return { url: started.url, count: () => requests, stop: started.stop };
});
const safeFetch = use(async () => {
  const fetch = createSafeFetch({ allow: parseOutboundAllow('127.0.0.0/8') });
  return { request: fetch.request, stop: fetch.close };
});
const ask = async (): Promise<string> => text((await safeFetch.request(server.url)).body);

describe('work that must not wait for a host', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['at once', ask],
    ['after a wait', async () => delay(1).then(ask)],
    ['from a timer', async () => new Promise((resolve) => setTimeout(() => resolve(ask())))],
    ['beside other work', async () => Promise.race([ask(), new Promise(() => undefined)])],
  ])('asks none %s, and no connection is opened', async (_when, work) => {
    await expect(withoutHosts('Going live', work)).rejects.toThrow('Going live asks no host that a tenant has named');
    expect(server.count()).toBe(0);
  });
});

it('all other work asks, also beside it', async () => {
  const refused = withoutHosts('Going live', async () => delay(20));
  await expect(ask()).resolves.toBe('here');
  await refused;
});
