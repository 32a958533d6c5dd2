import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { workspaceClient } from '../support/actors';
import { useDeployment } from '../support/deployment';
import { until } from '../support/until';

const deployment = useDeployment();

const statusOf = async (url: string): Promise<number | 'refused'> =>
  fetch(url).then(
    ({ status }) => status,
    () => 'refused' as const,
  );

describe('an API that is asked to stop', () => {
  it('is not ready at once, takes connections for a while, and then ends', async () => {
    const api = await deployment.up('api', { SHUTDOWN_DELAY_MS: '1500' });
    const { url, internalUrl } = await api.ready();
    expect(await statusOf(`${internalUrl}/ready`)).toBe(200);
    const ended = api.end('SIGTERM');

    await until(async () => (await statusOf(`${internalUrl}/ready`)) === 503);
    const late = await fetch(`${url}/api/v1/health`);
    expect([late.status, late.headers.get('connection')]).toEqual([200, 'close']);
    expect(await ended).toEqual({ code: 0, signal: null });
    expect(await statusOf(`${url}/api/v1/health`)).toBe('refused');
  });

  it('ends connections that are idle, and lets a request in flight end by itself', async () => {
    const api = await deployment.up('api');
    const { url } = await api.ready();
    const idle = connect(Number(new URL(url).port), '127.0.0.1');
    idle.write('GET /api/v1/health HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(idle, 'data');
    const channel = await deployment.connect();
    const fault = { on: { method: 'GET', path: '/youtube/v3/channels' }, do: { delayMs: 2000 } };
    await deployment.sandbox.control('POST', '/faults', fault);
    const slow = workspaceClient({ url }, channel)('GET', `/api/v1/connections/${channel.connectionId}/channel-stats`);
    await delay(300);
    const ended = api.end('SIGTERM');

    await once(idle.resume(), 'close');
    expect((await slow).status).toBe(200);
    expect(await ended).toEqual({ code: 0, signal: null });
  });
});
