import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceClient } from '../support/actors';
import { videoBody } from '../support/build/video';
import { videoBytes } from '../support/media/media';
import { useDeployment } from '../support/runs/deployment';
import type { Channel } from '../support/runs/publishing';
import type { ServiceProcess } from '../support/servers/processes';
import { strayIn, tracesTo, useOtlpReceiver } from '../support/servers/otlpReceiver';
import type { SeenSpan } from '../support/servers/otlpReceiver';
import { useTempDir } from '../support/tempDir';
import { until } from '../support/until';
import { mib, sessionsOf } from './haltedUploads';

const deployment = useDeployment({ WEBHOOK_DELAYS: '0,0.1,0.1' });
const receiver = useOtlpReceiver();
const deaf = useOtlpReceiver({ isDeaf: true });
const folder = useTempDir();

const rowOf = async (id: string) =>
  deployment.database.query<{ status: string; traceparent: string | null }>(
    `SELECT a.status, o.traceparent FROM assignments a JOIN outbox o ON o.subject_id = a.id WHERE a.id = $1`,
    [id],
  );
const untilPublished = async (id: string) => until(async () => (await rowOf(id))[0]?.status === 'published');

/** Processes that publish one post, and end in order once `isSeen`. @returns its assignment */
async function publishOnce(
  settings: Record<string, string>,
  isSeen: (api: ServiceProcess) => boolean = () => true,
): Promise<string> {
  const [api, worker] = [await deployment.up('api', settings), await deployment.up('worker', settings)];
  const channel = await deployment.connect();
  const body = videoBody(channel.connectionId, { mediaUrl: deployment.media.serve({ bytes: videoBytes(mib) }).url });
  const created = await workspaceClient(await api.ready(), channel)('POST', '/api/v1/assignments', { body });
  expect(created.status).toBe(201);
  await untilPublished(created.body.id);
  await until(() => isSeen(api));
  for (const one of [api, worker]) expect(await one.end('SIGTERM')).toEqual({ code: 0, signal: null });
  for (const one of [api, worker]) expect(one.errors()).toBe('');
  return created.body.id;
}

describe('the files of OpenTelemetry', () => {
  const NODE_OPTIONS = `--require ${JSON.stringify(join(__dirname, 'loadedModules.cjs'))}`;

  /** The end of processes that publish with these settings: what they have loaded, and what is noted of the trace. */
  async function publishWith(name: string, settings: Record<string, string>) {
    const LOADED_MODULES = folder.at(name);
    const id = await publishOnce({ NODE_OPTIONS, LOADED_MODULES, ...settings });
    const { memo } = await deployment.temporal.client.workflow.getHandle(`assignment/${id}/1`).describe();
    const loaded: string[] = JSON.parse(readFileSync(LOADED_MODULES, 'utf8'));
    return { loaded, memo, traceparent: (await rowOf(id))[0]!.traceparent };
  }

  it('are not loaded without an endpoint, but for the interfaces that prom-client asks for; nothing is noted', async () => {
    const loaded = ['@opentelemetry/api by @opentelemetry/api', '@opentelemetry/api by prom-client'];
    expect(await publishWith('without.json', {})).toEqual({ loaded, memo: {}, traceparent: null });
  });

  it('are loaded with one, and the row and the run name the trace', async () => {
    const { loaded, memo, traceparent } = await publishWith('with.json', tracesTo(receiver.url));
    expect(loaded).toContain('@opentelemetry/otlp-transformer by @opentelemetry/exporter-trace-otlp-proto');
    const trace = /^00-[0-9a-f]{32}-/.exec(traceparent!)![0];
    expect(memo).toEqual({ traceparent: expect.stringMatching(trace) });
  });
});

describe('a publication with secrets, over a restart of its worker,', () => {
  const secret = (name: string) => `${name}-${randomBytes(12).toString('hex')}`;
  const caller = { traceId: randomBytes(16).toString('hex'), spanId: randomBytes(8).toString('hex') };
  const secrets: Record<string, string> = Object.fromEntries(
    ['title', 'media', 'callback', 'answer', 'path', 'trace', 'state'].map((name) => [name, secret(name)]),
  );
  let channel: Channel;
  let assignmentId: string;
  let spans: SeenSpan[];

  beforeAll(async () => {
    const settings = tracesTo(receiver.url);
    const [api, first] = [await deployment.up('api', settings), await deployment.up('worker', settings)];
    channel = await deployment.connect();
    const call = workspaceClient(await api.ready(), channel);
    const hooks = await deployment.openReceiver();
    const source = deployment.media.serve((nth) => ({
      bytes: videoBytes(4 * mib),
      pauseAfterBytes: nth === 1 ? 3 * mib : 0,
    }));
    // The platform answers the call that publishes with words that repeat what it was given.
    await deployment.fault(
      { method: 'PUT', path: '/youtube/v3/videos', nth: 1 },
      { status: 503, body: `${secrets.answer} ${channel.accessToken}` },
    );
    const traceparent = `00-${caller.traceId}-${caller.spanId}-01`;
    const body = videoBody(channel.connectionId, {
      payload: { title: secrets.title, privacy: 'public' },
      mediaUrl: `${source.url}?signature=${secrets.media}`,
      callbackUrl: `${hooks.url}/${secrets.callback}?token=${secrets.callback}`,
    });
    const headers = { traceparent, tracestate: `vendor=${secrets.state}`, baggage: `user=${secrets.state}` };
    assignmentId = (await call('POST', '/api/v1/assignments', { body, headers })).body.id;
    await call('GET', `/${secrets.path}?key=${secrets.path}`, { headers: { traceparent: secrets.trace! } });
    const halted = { assignment: { channel } } as Parameters<typeof sessionsOf>[1];
    await until(async () => (await sessionsOf(deployment, halted))[0]?.fileBytes >= 2 * mib);
    await first.end('SIGTERM');
    const second = await deployment.up('worker', settings);
    source.resume();
    await untilPublished(assignmentId);
    await until(() => hooks.received.some(({ body: sent }) => sent.includes('published')));
    for (const one of [api, second]) await one.end('SIGTERM');
    spans = receiver.spans();
  });

  const named = (name: string, among = spans) => among.filter((span) => span.name === name);
  const ofTrace = () => spans.filter(({ traceId }) => traceId === caller.traceId);

  /** The span, the span that it is a part of, and so on. */
  function chainOf(span: SeenSpan | undefined): SeenSpan[] {
    return span ? [span, ...chainOf(spans.find(({ spanId }) => spanId === span.parentSpanId))] : [];
  }

  it('is one trace, from the request of its caller to the call that publishes', () => {
    const calls = named('youtube.video.publish', ofTrace());
    expect(calls.map(({ status, values }) => [status?.code, values['http.response.status_code']])).toEqual([
      [undefined, 503],
      [undefined, 200],
    ]);
    for (const call of calls) {
      const chain = chainOf(call);
      expect(chain.map(({ kind }) => kind)).toEqual(['CLIENT', 'CONSUMER', 'PRODUCER', 'SERVER']);
      expect(chain.map(({ name }) => name).slice(2)).toEqual([
        'dispatch publishAssignment',
        'POST /api/v1/assignments',
      ]);
      expect(chain.map(({ service }) => service).at(1)).toBe('content-delivery-worker');
      expect(chain.at(-1)).toMatchObject({ service: 'content-delivery-api', parentSpanId: caller.spanId });
    }
  });

  it('has the tries of both workers, and what they asked for', () => {
    const uploads = named('upload', ofTrace());
    expect(uploads.map(({ values }) => values['temporal.activity.attempt'])).toEqual(expect.arrayContaining([1, 2]));
    expect(uploads.find(({ values }) => values['temporal.activity.attempt'] === 1)).toMatchObject({
      status: { code: 'ERROR' },
    });
    for (const name of ['outside.media.read', 'outside.webhook.post', 'dispatch deliverWebhook', 'attemptLocally'])
      expect(named(name, ofTrace()).length).toBeGreaterThan(0);
    expect(named('outside.media.read', ofTrace()).length).toBeGreaterThan(1);
    const workflowIds = new Set(named('upload', ofTrace()).map(({ values }) => values['temporal.workflow.id']));
    expect([...workflowIds]).toEqual([`assignment/${assignmentId}/1`]);
  });

  it('exports no address, payload, token or body, for no kind of span', () => {
    expect(strayIn(spans)).toEqual([]);
    expect(new Set(spans.map(({ kind }) => kind))).toEqual(new Set(['SERVER', 'PRODUCER', 'CONSUMER', 'CLIENT']));
    const { accessToken, refreshToken, apiKey, channelId } = channel;
    const all = { ...secrets, accessToken, refreshToken, apiKey, channelId, media: `:${deployment.media.port}` };
    const text = receiver.text();
    expect(Object.entries(all).filter(([, value]) => text.includes(value))).toEqual([]);
    expect(text).toContain(assignmentId);
    expect(named('GET').map(({ traceId }) => traceId === caller.traceId)).toEqual([false]);
  });
});

describe('a receiver of traces that never answers', () => {
  it('holds up no request and no stop, and the log tells what is lost', async () => {
    const lost = expect.objectContaining({ level: 'warn', msg: 'traces could not be sent; they are lost' });
    let last: unknown;
    await publishOnce(tracesTo(deaf.url), ({ log }) => {
      last = log.findLast(({ msg }) => String(msg).startsWith('traces'));
      return last !== undefined;
    });
    expect(last).toEqual(lost);
    expect(JSON.stringify(last)).not.toContain('127.0.0.1');
    expect(deaf.asked()).toBeGreaterThan(0);
  });
});
