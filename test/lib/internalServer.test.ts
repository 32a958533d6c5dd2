import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import { pino } from 'pino';
import { listen, portOf, startInternalServer } from '../../lib/internalServer';
import { createMetrics } from '../../lib/metrics';
import { until } from '../support/until';
import { useEach } from '../support/use';

let log: Record<string, unknown>[];
let notReady: () => Promise<string[]>;
let more: () => Promise<string>;

const server = useEach(async () => {
  log = [];
  notReady = async () => [];
  more = async () => 'sdk_pollers 1\n';
  return startInternalServer({
    host: '127.0.0.1',
    port: 0,
    metrics: createMetrics(),
    moreMetrics: async () => more(),
    logger: pino({}, { write: (line) => log.push(JSON.parse(line)) }),
    notReady: async () => notReady(),
  });
});

async function get(path: string) {
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`);
  return { status: response.status, type: response.headers.get('content-type'), body: await response.text() };
}

describe('/ready', () => {
  it('answers 200 when nothing is missing', async () => {
    expect(await get('/ready')).toEqual({ status: 200, type: 'application/json', body: '{"ready":true,"missing":[]}' });
  });

  it('answers 503 and names what is missing, as it is at that moment', async () => {
    notReady = async () => ['schema', 'main'];
    expect(await get('/ready')).toEqual({
      status: 503,
      type: 'application/json',
      body: '{"ready":false,"missing":["schema","main"]}',
    });
    notReady = async () => [];
    expect(await get('/ready')).toMatchObject({ status: 200 });
  });

  it('answers 500, tells the log and goes on when it cannot find out', async () => {
    notReady = async () => Promise.reject(new Error('the database password is hunter2'));
    const answer = await get('/ready');
    expect(answer.status).toBe(500);
    expect(answer.body).not.toContain('hunter2');
    expect(log).toMatchObject([{ msg: 'the internal port could not answer', url: '/ready' }]);
    expect(await get('/metrics')).toMatchObject({ status: 200 });
  });
});

describe('/metrics', () => {
  it('has the metrics of others behind its own, and goes on without them', async () => {
    expect((await get('/metrics')).body).toMatch(/process_resident_memory_bytes[^]*\nsdk_pollers 1\n$/);
    more = async () => Promise.reject(new Error('not there'));
    const { status, body } = await get('/metrics');
    expect(status).toBe(200);
    expect(body).toContain('process_resident_memory_bytes');
    expect(body).not.toContain('sdk_pollers');
    expect(log).toMatchObject([{ msg: 'the metrics of others could not be read' }]);
  });

  it("answers in Prometheus's text format", async () => {
    const { status, type, body } = await get('/metrics');
    expect({ status, type }).toEqual({ status: 200, type: 'text/plain; version=0.0.4; charset=utf-8' });
    expect(body).toContain('# TYPE process_resident_memory_bytes gauge');
  });
});

describe('any other path', () => {
  it.each(['/', '/health', '/readyy', '/metrics/', '/api/v1/health', '/%00'])('%s answers 404', async (path) => {
    expect(await get(path)).toEqual({ status: 404, type: 'text/plain', body: 'try /ready or /metrics\n' });
  });
});

describe('starting and stopping', () => {
  it('rejects with the reason when the port is taken', async () => {
    const other = createServer();
    await expect(listen(other, server.port, '127.0.0.1')).rejects.toMatchObject({ code: 'EADDRINUSE' });
    expect(() => portOf(other)).toThrow('does not listen');
  });

  it('lets a running request end, closes idle connections and takes no new ones', async () => {
    let answer = (_missing: string[]): void => undefined;
    let isAsked = false;
    notReady = async () => {
      isAsked = true;
      return new Promise((resolve) => (answer = resolve));
    };
    const agent = new Agent({ keepAlive: true });
    const idle = request({ port: server.port, path: '/metrics', agent }).end();
    const [response] = await once(idle, 'response');
    response.resume();
    await once(response, 'end');
    const running = get('/ready');
    await until(() => isAsked);
    const stopped = server.stop();
    await expect(get('/metrics')).rejects.toThrow('fetch failed');
    answer([]);
    expect(await running).toMatchObject({ status: 200 });
    await stopped;
    agent.destroy();
  });
});
