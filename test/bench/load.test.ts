import { text } from 'node:stream/consumers';
import { generateLoad, rehearsalCount } from '../../bench/load/generateLoad';
import { sampleOf } from '../../bench/load/runLoad';
import { useServer } from '../support/servers/server';

const seen = new Array<{ path: string | undefined; key: unknown; authorization: unknown; body: string }>();
let status = 201;
const server = useServer((request, response) => {
  const { url: path, headers } = request;
  void text(request).then((body) => {
    seen.push({ path, key: headers['idempotency-key'], authorization: headers.authorization, body });
    response.writeHead(status).end('{}');
  });
});
beforeEach(() => {
  status = 201;
  seen.length = 0;
});

const targets = () =>
  ['a', 'b'].map((name) => ({ url: `${server.url}/${name}`, apiKey: name, body: `{"of":"${name}"}` }));

it('sends so many, and a tenth before them, to each target in turn, each with a key of its own', async () => {
  const { latenciesMs } = await generateLoad({ targets: targets(), count: 20, concurrency: 4 });
  expect(latenciesMs).toHaveLength(20);
  expect(rehearsalCount(20)).toBe(2);
  expect(seen).toHaveLength(22);
  expect(new Set(seen.map(({ key }) => key)).size).toBe(22);
  expect(seen.filter(({ path }) => path === '/a')).toHaveLength(11);
  expect(seen.find(({ path }) => path === '/b')).toMatchObject({ authorization: 'Bearer b', body: '{"of":"b"}' });
});

it('ends with the first answer that is no 201', async () => {
  status = 429;
  await expect(generateLoad({ targets: targets(), count: 5, concurrency: 2 })).rejects.toThrow('answered 429: {}');
});

it('amounts to a rate and two latencies', () => {
  expect(sampleOf({ seconds: 2, latenciesMs: [1, 2, 3, 40.06] })).toEqual({
    answeredPerSecond: 2,
    p50Ms: 2,
    p99Ms: 40.1,
  });
});
