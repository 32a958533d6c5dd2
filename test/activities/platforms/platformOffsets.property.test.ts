import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { createDatabaseActivities } from '../../../activities';
import { runs } from '../../support/counts';
import { videoBytes } from '../../support/media/media';
import type { Json } from '../../support/servers/sandbox';
import { usePublishing } from '../../support/runs/publishing';
import type { Call, CreatedRun } from '../../support/runs/publishing';
import { use } from '../../support/use';
import { bring } from '../publishing/bring';
import { kib256, payload, uploads } from '../publishing/storm';
import { triedBy } from '../publishing/tried';

const publishing = usePublishing({ workers: false });
const channel = use(async () => publishing.connect());

const authError = { error: 'authError' };
/** A fault of one request of an upload, a question about its offset included. Fewer in a row than tries. */
const fault = fc.oneof(
  { weight: 4, arbitrary: fc.record({ cutAfterBytes: fc.nat(10 * kib256) }) },
  { weight: 3, arbitrary: fc.constant({ loseAnswer: true }) },
  {
    weight: 3,
    arbitrary: fc.record({
      error: fc.constantFrom('backendError', 'internalError', 'badGateway', 'gatewayTimeout', 'queriesPerMinute'),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ status: 503 }) },
  { weight: 1, arbitrary: fc.constant(authError) },
  { weight: 1, arbitrary: fc.record({ delayMs: fc.nat(30) }) },
);
const faults = fc
  .uniqueArray(fc.record({ nth: fc.integer({ min: 1, max: 12 }), action: fault }), {
    selector: ({ nth }) => nth,
    maxLength: 7,
  })
  .filter((given) => !refusesRenewedToken(given));
/** Whole pieces, and not; below one block of media of unknown length, and above. */
const sizeBytes = fc.constantFrom(1, kib256, 3 * kib256 + 1000, 8 * kib256, 17 * kib256 + 5, 33 * kib256);

/** A token that is refused is renewed; if the next request is refused, too, the assignment rightly fails (TOKEN_EXPIRED). */
function refusesRenewedToken(given: readonly { nth: number; action: object }[]): boolean {
  const refused = new Set(given.flatMap(({ nth, action }) => (isDeepStrictEqual(action, authError) ? [nth] : [])));
  return [...refused].some((nth) => refused.has(nth + 1));
}

/** Tries the transfer as Temporal does, but without the waits, until it is done. */
async function transfer(assignment: CreatedRun): Promise<void> {
  for (;;) {
    const tried = await triedBy(bring(publishing.deps, assignment));
    if (tried.type === 'upload' || tried.type === 'publish') return;
    if (tried.nonRetryable) throw new Error(tried.message);
  }
}

/**
 * Follows the platform's own record of the bytes that came and of the bytes that it confirmed.
 * @returns the requests whose first byte does not follow the last confirmed byte
 */
function misplaced(calls: readonly (Call & { range?: string })[]): string[] {
  let next = 0;
  return calls.flatMap(({ method, contentRange = '', bytes, status, range }) => {
    const first = /^bytes (\d+)-/.exec(contentRange)?.[1];
    const isMisplaced = method === 'PUT' && bytes > 0 && Number(first) !== next;
    const wrong = isMisplaced ? [`${contentRange}, though it has ${next} bytes`] : [];
    if (method === 'PUT' && status === 308) next = range === undefined ? 0 : Number(/-(\d+)$/.exec(range)?.[1]) + 1;
    return wrong;
  });
}

describe('an upload through any faults', () => {
  it('sends no byte again that the platform said to have, in one session, to one video with the very bytes', async () => {
    await fc.assert(
      fc.asyncProperty(sizeBytes, fc.boolean(), faults, async (size, isAnnounced, given) => {
        const bytes = videoBytes(Math.max(size, 12));
        const announced = isAnnounced ? {} : { announcedBytes: null };
        const assignment = await publishing.create(channel, {
          payload,
          mediaUrl: publishing.media.serve({ bytes, ...announced }).url,
        });
        await createDatabaseActivities(publishing.deps).begin(assignment);
        await publishing.sandbox.control('DELETE', '/faults');
        for (const { nth, action } of given) await publishing.fault({ method: 'PUT', path: uploads, nth }, action);
        const since = (await publishing.callsSince(0)).at(-1)?.seq ?? 0;
        const before = (await publishing.sandbox.stateOf('youtube')).videos.map(({ id }: Json) => id);

        await transfer(assignment);

        const calls = (await publishing.callsSince(since)).filter(({ path }) => path === uploads);
        expect(misplaced(calls)).toEqual([]);
        expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
        const made = (await publishing.sandbox.stateOf('youtube')).videos.filter(
          ({ id }: Json) => !before.includes(id),
        );
        expect(made).toHaveLength(1);
        const media = await fetch(`${publishing.sandbox.url}/youtube/media/${made[0].id}`);
        expect(bytes.equals(Buffer.from(await media.arrayBuffer()))).toBe(true);
      }),
      runs(15, 500),
    );
  }, 1_800_000);
});
