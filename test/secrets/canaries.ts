import { randomBytes } from 'node:crypto';
import { startInternalServer } from '../../lib/internalServer';
import { createMetrics } from '../../lib/metrics';
import { videoBody } from '../support/build/video';
import { film } from '../support/runs/publishing';
import { startOtlpReceiver } from '../support/servers/otlpReceiver';
import type { Secret, Sink } from './find';
import { metricsOf, tracesOf } from './sinks';
import { untilStatus } from './watchedDeployment';
import type { WatchedDeployment } from './watchedDeployment';

/** Forms of a text in which a plain search does not find it. */
const forms: Record<string, (text: string) => string> = {
  plain: (text) => text,
  'in base64': (text) => Buffer.from(text).toString('base64'),
  'in hexadecimal': (text) => Buffer.from(text).toString('hex'),
  'percent-encoded': (text) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16)}`).join(''),
  'in base64url of JSON in JSON': (text) =>
    Buffer.from(JSON.stringify({ nested: JSON.stringify({ deeper: text }) })).toString('base64url'),
};

export interface Planted {
  canaries: Secret[];
  /** The findings that `find` must make. */
  expected: string[];
  sinks: Sink[];
}

/** Puts canaries, in all forms, where no secret may be: into every kind of place, in words of callers and platforms. */
export async function plantCanaries(service: WatchedDeployment): Promise<Planted> {
  const canaries: Secret[] = [];
  const expected: string[] = [];
  /** One text for each form, each with a canary of its own that is to be found in `sink`. */
  const textsFor = (sink: string): string[] =>
    Object.entries(forms).map(([form, write]) => {
      const canary = { name: `a canary ${form} for ${sink}`, value: randomBytes(18).toString('hex') };
      canaries.push(canary);
      expected.push(`${canary.name} in ${sink}`);
      return write(canary.value);
    });
  const { owner, media, fault, sandbox, temporal, database } = service;
  const one = await owner();
  const create = async (more: object): Promise<string> => {
    const body = videoBody(one.connectionId, { mediaUrl: media.serve({ bytes: film }).url, ...more });
    return (await one.call('POST', '/api/v1/assignments', { body })).body.id;
  };

  const inHistory = { workflowId: 'canary', taskQueue: 'nobody', args: textsFor('the history of canary') };
  await temporal.client.workflow.start('nothing', inHistory);
  // The API logs nobody's words, but those of a database that fails.
  await database.query(
    `CREATE FUNCTION repeat_words() RETURNS trigger LANGUAGE plpgsql AS
       'BEGIN RAISE EXCEPTION ''%'', NEW.external_id; END'`,
  );
  await database.query(
    `CREATE TRIGGER repeat_words BEFORE INSERT ON assignments FOR EACH ROW
       WHEN (NEW.external_id IS NOT NULL) EXECUTE FUNCTION repeat_words()`,
  );
  for (const externalId of textsFor('the log of the api')) await create({ externalId });
  await database.query('DROP FUNCTION repeat_words CASCADE');
  // No refusal repeats a caller's words. The fields that validate ignores come nearest.
  const unknown = Object.fromEntries(textsFor('what the API refused').map((name) => [name, 1]));
  const body = videoBody(one.connectionId, { payload: { title: 'Canaries', ...unknown } });
  service.note(await one.call('POST', '/api/v1/assignments/validate', { body }));
  const words = { status: 400, headers: { 'content-type': 'text/plain' } };
  const spoken = [...textsFor('the log of the worker')].map((text) => ({ ...words, status: 503, body: text }));
  for (const [index, answer] of spoken.entries()) {
    await fault({ method: 'POST', path: '/upload', nth: index + 1 }, answer);
  }
  await untilStatus(await create({}), 'failed');
  await sandbox.control('DELETE', '/faults');
  const last = await create({ payload: { title: 'Canaries', tags: textsFor('the table assignments') } });
  await one.call('DELETE', `/api/v1/assignments/${last}`);
  const sinks = [
    await metricsWith(textsFor('the metrics of the test')),
    await tracesWith(textsFor('the traces of the test')),
  ];
  return { canaries, expected, sinks };
}

/** No word from outside ever becomes a part of a span; here some do. */
async function tracesWith(texts: readonly string[]): Promise<Sink> {
  const receiver = await startOtlpReceiver();
  await fetch(`${receiver.url}/v1/traces`, { method: 'POST', body: texts.join(' ') });
  await receiver.stop();
  return tracesOf('test', receiver);
}

/** No word from outside ever becomes a label of ours; here some do. */
async function metricsWith(texts: readonly string[]): Promise<Sink> {
  const metrics = createMetrics();
  for (const code of texts) metrics.assignmentsEnded.inc({ platform: 'youtube', status: 'failed', code });
  const silent = { error: () => undefined } as never;
  const server = await startInternalServer({
    host: '127.0.0.1',
    port: 0,
    metrics,
    logger: silent,
    notReady: async () => [],
  });
  const sink = await metricsOf('test', `http://127.0.0.1:${server.port}`);
  await server.stop();
  return sink;
}
