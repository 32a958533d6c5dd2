import { Context } from '@temporalio/activity';
import { parseOutboundAllow } from '../../lib/safeFetch/allow';
import { createSafeFetch } from '../../lib/safeFetch/safeFetch';
import type { Platforms } from '../../platforms';
import { kindOf, platformsAt, platformsOfKinds, requestOf } from '../kinds';
import { makePng } from '../support/media/mediaFiles';
import { film, usePublishing } from '../support/runs/publishing';
import { until } from '../support/until';
import { rescheduleAssignment } from './operations/rescheduleAssignment';

const safeFetch = createSafeFetch({ allow: parseOutboundAllow('127.0.0.0/8') });
/** The outcome of each request to a host, by the queue of the activity that made it and its step. */
const seen: Record<string, 'allowed' | 'refused'> = {};
const dispatched: Promise<void>[] = [];

/** Asks a host as a tenant may name a host. No server listens there, so that only the wall gives another error. */
async function probe(step: string): Promise<void> {
  const { taskQueue } = Context.current().info;
  const error: unknown = await safeFetch.request('http://127.0.0.1:9/').catch((thrown: unknown) => thrown);
  seen[`${taskQueue} ${step}`] = /asks no host/.test(String(error)) ? 'refused' : 'allowed';
}

const publishing = usePublishing({
  platforms: { open: platformsOfKinds, at: (url) => probing(platformsAt(url)) },
  // Local activities dispatch the promised orders, and wait for no answer.
  deps: { safeFetch, dispatch: () => void dispatched.push(probe('dispatch')) },
});
afterAll(() => safeFetch.close());

/** The platforms, where each call that the service makes of a publisher asks a host first. */
function probing(platforms: Platforms): Platforms {
  return new Map(
    Array.from(platforms, ([slug, platform]) => {
      const publishers = Array.from(platform.publishers, ([type, one]) => [type, withProbes(one)] as const);
      return [slug, { ...platform, publishers: new Map(publishers) }] as const;
    }),
  );
}

/** An object with a probe before each of its functions that answers by a promise. */
function withProbes<T extends object>(of: T): T {
  const wrapped = Object.entries(of).map(([key, value]: [string, unknown]) => {
    if (typeof value === 'object' && value !== null && ['upload', 'extras', 'picture', 'place'].includes(key))
      return [key, withProbes(value)];
    if (typeof value !== 'function' || ['checkPayload', 'mediaUrls', 'idOf'].includes(key)) return [key, value];
    const call = async (...given: unknown[]): Promise<unknown> => {
      await probe(key);
      return value.apply(of, given);
    };
    return [key, call];
  });
  return { ...of, ...Object.fromEntries(wrapped) };
}

it('no step that publishes, and none beside a workflow, gets through to the host of a tenant', async () => {
  const kind = kindOf({ platform: 'youtube', type: 'video' });
  const channel = await publishing.connect();
  const png = publishing.media.serve({ bytes: makePng(64, 36) }).url;
  const placeId = await kind.extras!.makePlace(publishing.sandbox.url, channel.accessToken);
  const submit = async (scheduledAt: Date | null) => {
    const payload = { ...kind.payload('Walled off', 'public'), thumbnailUrl: png, playlistId: placeId };
    const request = requestOf(kind, payload, [publishing.media.serve({ bytes: kind.media(film.length) }).url]);
    const callbackUrl = 'http://127.0.0.1:9/';
    return publishing.submit(channel, { ...request, callbackUrl, scheduledAt, prepareAheadSeconds: 7200 });
  };
  const anHourAhead = new Date(Date.now() + 3_600_000);
  const [atOnce, later, cancelled] = [await submit(null), await submit(anHourAhead), await submit(anHourAhead)];
  const isPrepared = async ({ assignmentId }: typeof later) =>
    (
      await publishing.database.query('SELECT 1 FROM assignments WHERE id = $1 AND prepared_at IS NOT NULL', [
        assignmentId,
      ])
    ).length > 0;
  await until(async () => (await isPrepared(later)) && isPrepared(cancelled));
  await publishing.temporal.client.workflow.getHandle(`assignment/${cancelled.assignmentId}/1`).cancel();
  const due = await rescheduleAssignment(publishing, later, new Date(Date.now() + 1000), { title: 'Edited' });
  const ends = await Promise.all([atOnce, due, cancelled].map(async (assignment) => publishing.outcomeOf(assignment)));
  expect(ends.map(({ row }) => row.status)).toEqual(['published', 'published', 'cancelled']);
  await Promise.all(dispatched);
  // A dispatch asks Temporal, and no host; it depends on which run wakes in time.
  const steps = Object.fromEntries(Object.entries(seen).filter(([name]) => !name.endsWith(' dispatch')));
  expect(steps).toEqual({
    'media-youtube open': 'allowed',
    'media-youtube send': 'allowed',
    'media-youtube look': 'refused',
    'media-youtube publish': 'refused',
    'platform-youtube look': 'refused',
    'platform-youtube stage': 'refused',
    'platform-youtube publish': 'refused',
    'platform-youtube remove': 'refused',
    'hosts-youtube set': 'allowed',
    'hosts-youtube find': 'allowed',
    'hosts-youtube add': 'allowed',
  });
});
