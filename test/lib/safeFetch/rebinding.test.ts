import { text } from 'node:stream/consumers';
import { parseOutboundAllow } from '../../../lib/safeFetch/allow';
import { createConnector } from '../../../lib/safeFetch/connector';
import { createSafeFetch } from '../../../lib/safeFetch/safeFetch';
import { startOrigin } from '../../support/servers/origin';
import { useEach } from '../../support/use';

/** The open server stands for a public host; the inner server, same port, for a host that must never be reached. */
const open = useEach(async () => startOrigin((_request, response) => response.end('open')));
const inner = useEach(async () =>
  startOrigin((_request, response) => response.end('inner'), { host: '127.0.0.2', port: open.port }),
);
let answers: string[][];
let asked: number;
const fetching = useEach(() => {
  asked = 0;
  const resolve = async (): Promise<string[]> => answers[Math.min(asked++, answers.length - 1)] ?? [];
  return createSafeFetch({ allow: parseOutboundAllow(`127.0.0.1:${open.port}`), resolve });
});

const get = async (host = 'media.example', { request } = fetching): Promise<string> =>
  text((await request(`http://${host}:${open.port}/`)).body);

describe('a name that changes its answer', () => {
  it('is resolved once, and the address that was judged is the one dialled', async () => {
    answers = [['127.0.0.1'], ['127.0.0.2']];
    expect(await get()).toBe('open');
    expect(asked).toBe(1);
    expect(inner.connections()).toBe(0);
  });

  it('is judged anew for each request, which has a connection of its own', async () => {
    answers = [['127.0.0.1'], ['127.0.0.2']];
    expect(await get()).toBe('open');
    await expect(get()).rejects.toMatchObject({ reason: 'blocked_address' });
    expect(inner.connections()).toBe(0);
  });

  it('never gets through by many requests at once', async () => {
    answers = [['127.0.0.1'], ...Array.from({ length: 200 }, (_, index) => [index % 2 ? '127.0.0.1' : '127.0.0.2'])];
    const results = await Promise.allSettled(Array.from({ length: 100 }, () => get()));
    const outcomes = results.map((result) => (result.status === 'fulfilled' ? result.value : result.reason.reason));
    expect(new Set(outcomes)).toEqual(new Set(['open', 'blocked_address']));
    expect(inner.connections()).toBe(0);
  });
});

describe('a name with several addresses', () => {
  it.each([
    [['127.0.0.1', '127.0.0.2']],
    [['127.0.0.2', '127.0.0.1']],
    [['127.0.0.1', '::1']],
    [['93.184.216.34', '127.0.0.2']],
    [['127.0.0.1', '::ffff:127.0.0.2']],
    [['127.0.0.1', 'not an address']],
    [['127.0.0.1', '']],
  ])('is refused when one of %j is refused', async (addresses) => {
    answers = [addresses];
    await expect(get()).rejects.toMatchObject({ reason: 'blocked_address' });
    expect(open.connections() + inner.connections()).toBe(0);
  });
});

describe('a literal address', () => {
  it('is judged by the connector itself before it is dialled', async () => {
    const connect = createConnector({ allow: [], resolve: async () => [], connectTimeoutMs: 1_000 });
    const connected = connect(new URL(`http://127.0.0.1:${open.port}/`));
    await expect(connected).rejects.toMatchObject({ reason: 'blocked_address' });
    expect(open.connections()).toBe(0);
  });
});

describe('the address on the other side', () => {
  it('is judged once more when the connection stands', async () => {
    const other = createSafeFetch({ allow: parseOutboundAllow(`0.0.0.0:${open.port}`) });
    await expect(get('0.0.0.0', other)).rejects.toMatchObject({ reason: 'blocked_address' });
    expect(open.requests).toHaveLength(0);
    await other.close();
  });
});
