import { get } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Bench, Figure, Preparation, Round, Sample, Workshop } from '../Bench';
import { atMost, shown, valuesOf } from '../figures';
import { collectGarbage } from '../profile/inspect';
import { readCount } from '../readCount';
import { registerUser, workspaceOf } from '../registerUser';
import { startSandbox } from '../startSandbox';
import { startTunedService } from '../startTuned';
import type { TunedService } from '../startTuned';
import { percentile } from '../statistics';
import { until } from '../until';
import { withDatabase } from '../withDatabase';
import { fill } from './consoleList/fill';
import { readMemory } from './media/memory';

const addedMebibytesMax = 100;
const lagMsMax = 1000;
/** So many streams a user may have in a process. */
const streamsOfUser = 100;
/** A tenth of the assignments that are made can still change. */
const assignmentsOfUser = 2000;
const changesCount = 50;
/** An API that has only just started has not yet loaded what a stream needs. */
const warmUps = 20;
const limitMs = 60_000;

/** People who leave the page of a job open. */
export const streams: Bench = {
  name: 'streams',
  summary: 'Event streams that are open while nothing happens: what they cost the API, and how soon a change comes.',
  options: { streams: { default: '1000', description: 'how many are open' } },
  prepare: async (workshop, options) => prepare(workshop, readCount('streams', options['streams'], 1, 5000)),
};

interface Watched {
  readonly assignmentId: string;
  readonly token: string;
}

async function prepare(workshop: Workshop, count: number): Promise<Preparation> {
  const sandbox = await startSandbox(workshop);
  const service = await startTunedService(workshop, sandbox.url);
  const watched: Watched[] = [];
  for (let n = 0; watched.length < count; n += 1)
    watched.push(...(await makeWatched(service, n, Math.min(streamsOfUser, count - watched.length))));
  const logFile = join(workshop.dir, 'logs', 'api.log');
  const usedBytes = async (): Promise<number> => {
    await collectGarbage({ pid: service.apiPid, logFile });
    return readMemory(service.apiPid).residentBytes;
  };
  await watchAll(service, watched.slice(0, warmUps), usedBytes);
  const idleBytes = await usedBytes();
  return {
    arms: [{ name: 'streams', run: async () => watchAll(service, watched, usedBytes) }],
    judge: (rounds) => judge(rounds, idleBytes),
  };
}

async function makeWatched(service: TunedService, n: number, count: number): Promise<Watched[]> {
  const user = await registerUser(service, `bench-${n}@example.com`);
  const owner = await workspaceOf(service, user);
  return withDatabase(service.databaseUrl, async (client) => {
    await fill(client, owner, assignmentsOfUser);
    const pending = `SELECT id FROM assignments WHERE organization_id = $1 AND status = 'pending' LIMIT $2`;
    const { rows } = await client.query<{ id: string }>(pending, [user.organizationId, count]);
    if (rows.length < count) throw new Error(`only ${rows.length} assignments can be watched`);
    return rows.map(({ id }) => ({ assignmentId: id, token: user.token }));
  });
}

/**
 * Opens a stream of each, changes some, and closes all.
 * @param usedBytes reads the API's memory without what it needs no more, such as what opening a stream left
 */
async function watchAll(
  { apiUrl, databaseUrl }: TunedService,
  watched: readonly Watched[],
  usedBytes: () => Promise<number>,
): Promise<Sample> {
  const open: Awaited<ReturnType<typeof watch>>[] = [];
  try {
    for (const one of watched) open.push(await watch(apiUrl, one));
    const openBytes = await usedBytes();
    const tookMs: number[] = [];
    await withDatabase(databaseUrl, async (client) => {
      for (const { assignmentId, eventsCount } of open.slice(0, changesCount)) {
        // That of an earlier round: a job begins once.
        await client.query('DELETE FROM assignment_events WHERE assignment_id = $1', [assignmentId]);
        const before = eventsCount();
        const beganMs = performance.now();
        await client.query(change, [assignmentId]);
        const hasCome = () => eventsCount() > before || undefined;
        await until(hasCome, { limitMs, pollMs: 1, complaint: () => `the change of ${assignmentId} did not come` });
        tookMs.push(performance.now() - beganMs);
      }
    });
    return { openBytes, lagP50Ms: percentile(tookMs, 0.5), lagMaxMs: Math.max(...tookMs) };
  } finally {
    for (const { close } of open) close();
  }
}

/** As another process writes that a job goes on (models/assignments). */
const change = `
  WITH written AS (
    INSERT INTO assignment_events (assignment_id, generation, status, errors) VALUES ($1, 1, 'pending', '[]')
    RETURNING assignment_id)
  SELECT pg_notify('assignment_changes', assignment_id::text) FROM written`;

async function watch(apiUrl: string, { assignmentId, token }: Watched) {
  let events = 0;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const url = `${apiUrl}/api/v1/console/assignments/${assignmentId}/events`;
    get(url, { agent: false, headers: { authorization: `Bearer ${token}` } }, resolve).on('error', reject);
  });
  if (response.statusCode !== 200) throw new Error(`a stream was answered with ${response.statusCode}`);
  response.setEncoding('utf8').on('error', () => undefined);
  response.on('data', (text: string) => (events += text.split(/^data:/m).length - 1));
  return { assignmentId, eventsCount: () => events, close: () => void response.destroy() };
}

/** The figures of these rounds. @param idleBytes the API's memory before it had many streams */
export function judge(rounds: readonly Round[], idleBytes: number): Figure[] {
  const added = valuesOf(rounds, 'streams', 'openBytes').map((bytes) => (bytes - idleBytes) / 1024 ** 2);
  const values = (name: string) => valuesOf(rounds, 'streams', name);
  return [
    atMost(addedMebibytesMax, 'memory of the API above idle', added, { unit: 'MiB' }),
    shown('from a change to its event, p50', values('lagP50Ms'), { unit: 'ms' }),
    atMost(lagMsMax, 'from a change to its event, slowest', values('lagMaxMs'), { unit: 'ms' }),
  ];
}
