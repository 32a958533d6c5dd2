import { orderStart } from '../support/runs/lines';
import type { InferAttributes } from 'sequelize';
import { parseOutboundAllow } from '../../lib/safeFetch/allow';
import { createSafeFetch } from '../../lib/safeFetch/safeFetch';
import type { Assignment } from '../../models/assignments/Assignment';
import { startRelay } from '../../outbox/relay';
import { buildAssignment } from '../support/build/assignment';
import { film, usePublishing } from '../support/runs/publishing';
import type { Channel } from '../support/runs/publishing';
import { until } from '../support/until';
import { use } from '../support/use';
import { answer, hang, useReceiver } from '../support/servers/webhookReceiver';
import { usePace } from '../support/jest/pace';

const places = { runs: 2, webhooks: 2 };
const transfers = 2;
/** The assignments of the large workspace, and of the small workspace. */
const [backlog, few] = [20, 3];
const patienceMs = 60_000;
const statusesOfEach = 4;

// On a busy machine a transfer may last so long that it counts as a long one, at a quarter of the time.
usePace(1);
const safeFetch = createSafeFetch({ allow: parseOutboundAllow('127.0.0.0/8') });
const publishing = usePublishing({ database: { places }, deps: { safeFetch, workspaceUploadsInFlightMax: transfers } });
use(async () =>
  startRelay({ ...publishing.deps, dispatcher: publishing.dispatcher, databaseUrl: publishing.database.url }),
);
const [ofLarge, ofSmall] = [useReceiver(answer(204)), useReceiver(answer(204))];

type Overrides = Partial<InferAttributes<Assignment>>;

/** Asks as successive requests do: orders with a place are dispatched after the commit, the other orders wait. */
async function ask(channel: Channel, count: number, assignment: Overrides): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const { assignmentId } = await buildAssignment(channel, assignment);
    publishing.dispatcher.dispatchSoon(await orderStart(assignmentId));
  }
}

async function published({ workspaceId }: Channel): Promise<number> {
  const [row] = await publishing.database.query<{ count: number }>(
    `SELECT count(*) AS count FROM assignments WHERE workspace_id = $1 AND status = 'published'`,
    [workspaceId],
  );
  return row!.count;
}

async function dispatched({ workspaceId }: Channel): Promise<number> {
  const [row] = await publishing.database.query<{ count: number }>(
    `SELECT count(*) AS count FROM outbox WHERE workspace_id = $1 AND workflow = 'publishAssignment' AND dispatched_at IS NOT NULL`,
    [workspaceId],
  );
  return row!.count;
}

const connectBoth = async () => [await publishing.connect(), await publishing.connect()] as const;

describe('three publications of one workspace', () => {
  it(
    'and their webhooks are done before half of those that another one asked for before',
    async () => {
      const [large, small] = await connectBoth();
      const { url: mediaUrl } = publishing.media.serve({ bytes: film });
      await ask(large, backlog, { mediaUrl, callbackUrl: ofLarge.url });
      const before = { published: await published(large), webhooks: ofLarge.received.length };
      await ask(small, few, { mediaUrl, callbackUrl: ofSmall.url });
      await until(async () => (await published(small)) === few, patienceMs);
      expect((await published(large)) - before.published).toBeLessThan(backlog / 2);
      await until(() => ofSmall.received.length === few * statusesOfEach, patienceMs);
      expect(ofLarge.received.length - before.webhooks).toBeLessThan((backlog * statusesOfEach) / 2);

      await until(async () => (await published(large)) === backlog, patienceMs);
      await until(() => ofLarge.received.length === backlog * statusesOfEach, patienceMs);
    },
    2 * patienceMs,
  );

  it(
    'do not wait for the slow sources of another one, most of which wait in the outbox',
    async () => {
      const [large, small] = await connectBoth();
      const slow = publishing.media.serve({ bytes: film, pauseAfterBytes: 1000 });
      await ask(large, backlog, { mediaUrl: slow.url });
      await until(() => slow.requests.length === transfers, patienceMs);
      await ask(small, few, { mediaUrl: publishing.media.serve({ bytes: film }).url });
      await until(async () => (await published(small)) === few, patienceMs);
      expect(await published(large)).toBe(0);
      expect(await dispatched(large)).toBeLessThanOrEqual(places.runs + transfers);
      slow.resume();
      await until(async () => (await published(large)) === backlog, patienceMs);
    },
    2 * patienceMs,
  );

  it(
    'wait for no receiver of another one that hangs, nor do the publications of that one',
    async () => {
      const [large, small] = await connectBoth();
      ofLarge.behave(hang);
      const { url: mediaUrl } = publishing.media.serve({ bytes: film });
      await ask(large, backlog, { mediaUrl, callbackUrl: ofLarge.url });
      await until(() => ofLarge.received.length >= places.webhooks, patienceMs);
      await ask(small, few, { mediaUrl, callbackUrl: ofSmall.url });
      await until(() => ofSmall.received.length === few * statusesOfEach, patienceMs);
      await until(async () => (await published(large)) === backlog, patienceMs);
      ofLarge.release();
    },
    2 * patienceMs,
  );
});
