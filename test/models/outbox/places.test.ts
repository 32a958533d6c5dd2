import { Client } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { create } from '../../../models/assignments/store/create';
import type { NewAssignment } from '../../../models/assignments/store/create';
import { OutboxEntry } from '../../../models/outbox/OutboxEntry';
import { placesChannel } from '../../../models/outbox/places';
import { recordAttempt } from '../../../models/webhooks/recordAttempt';
import { TransferSlot } from '../../../models/publishing/TransferSlot';
import { edit } from '../../support/callers/edit';
import { moveOn } from '../../support/build/moveOn';
import { failTry, report } from '../../support/runs/reports';
import { WebhookDelivery } from '../../../models/webhooks/WebhookDelivery';
import { buildAssignment, nothingBeside, videoAssignment } from '../../support/build/assignment';
import { useDatabase } from '../../support/servers/database';
import { error, post, walk } from '../../support/runs/assignments';
import { dispatchAll, end, entriesOf, entryOf, openTenant, start, startMany } from '../../support/runs/lines';
import type { Start, Tenant } from '../../support/runs/lines';
import { tenantOf } from '../../support/tenant';
import { until } from '../../support/until';

const places = { runs: 4, webhooks: 2 };
const database = useDatabase({ poolSize: 20, places });
beforeEach(async () => database.query('DELETE FROM outbox'));

/** An assignment that is created, and its start ordered, in one statement. */
async function createOn(tenant: Tenant, parts: Partial<NewAssignment> = {}): Promise<number[]> {
  const { workspaceId, connectionId } = tenant;
  const assignment = {
    ...videoAssignment,
    connectionId,
    platform: 'youtube',
    ...parts,
    id: uuidv7(),
    holdId: uuidv7(),
  } as const;
  const written = await create(tenantOf({ workspaceId }), assignment, { ...nothingBeside, hasToken: true });
  if (!written) throw new Error('the workspace has no credits left');
  return written.outboxId === null ? [] : [written.outboxId];
}

/** A workspace with four assignments at work, and two that wait. */
async function fullLine() {
  const tenant = await openTenant();
  const starts = await startMany(tenant, 6);
  const [atWork, waiting] = [starts.slice(0, 4), starts.slice(4)];
  await dispatchAll(atWork.flatMap(({ claimed }) => claimed));
  return { tenant, atWork, waiting, first: atWork[0]!, next: await entryOf(waiting[0]!) };
}

describe('an immediate assignment', () => {
  it('has a place while one is free, and waits in the outbox while none is', async () => {
    const starts = await startMany(await openTenant(), 6);
    expect(starts.map(({ claimed }) => claimed.length)).toEqual([1, 1, 1, 1, 0, 0]);
    expect(await OutboxEntry.claimDue(10)).toEqual([]);
    await dispatchAll(starts.flatMap(({ claimed }) => claimed));
    expect(await OutboxEntry.claimDue(10)).toEqual([]);
    await end(starts[2]!);
    expect(await OutboxEntry.claimDue(10)).toEqual([await entryOf(starts[4]!)]);
    expect(await OutboxEntry.claimDue(10)).toEqual([]);
  });

  it('overtakes none of its workspace that waits already', async () => {
    const { tenant, first, next } = await fullLine();
    await end(first);
    expect((await start(tenant)).claimed).toEqual([]);
    expect(await OutboxEntry.claimDue(10)).toEqual([next]);
  });

  const endings: Record<string, (assignment: Start) => Promise<unknown>> = {
    'is published': async ({ assignmentId }) => {
      for (const to of ['uploading', 'uploaded', 'processing'] as const) {
        await moveOn(assignmentId, { to });
        expect(await OutboxEntry.claimDue(10)).toEqual([]);
      }
      return moveOn(assignmentId, { to: 'published', post });
    },
    'has failed': end,
    'is cancelled': async ({ assignmentId }) => moveOn(assignmentId, { to: 'cancelled' }),
    'has failed a try, and may wait for the next one for long': async ({ assignmentId }) =>
      failTry({ assignmentId }, error),
    'transfers for so long that it renews its slot': async ({ assignmentId }) => {
      await moveOn(assignmentId, { to: 'uploading' });
      const claimed = await TransferSlot.claim({ assignmentId, generation: 1 }, { slotsMax: 1, leaseMs: 60_000 });
      expect(await OutboxEntry.claimDue(10)).toEqual([]);
      expect(await TransferSlot.renew(claimed!.slot!, 60_000)).toBe(true);
    },
    'is processed by its platform, which may take long': async ({ assignmentId }) =>
      walk({ assignmentId }, 'processing').then(async () => report({ assignmentId }, { is: 'busy', generation: 1 })),
    'moved on before its start was dispatched': async (assignment) =>
      database
        .query(`UPDATE outbox SET dispatched_at = NULL WHERE id = $1`, [await entryOf(assignment)])
        .then(async () => OutboxEntry.markDispatched({ id: await entryOf(assignment), outcome: 'dropped' })),
  };
  it.each(Object.keys(endings))('gives its place to the next one when it %s', async (how) => {
    const { first, next } = await fullLine();
    await endings[how]!(first);
    expect(await OutboxEntry.claimDue(10)).toEqual([next]);
    expect(await OutboxEntry.claimDue(10)).toEqual([]);
  });

  it('has the place for as long as its claim, so that a process that dies in between leaves none taken', async () => {
    const starts = await startMany(await openTenant(), 6);
    await database.query('UPDATE outbox SET claimed_until = now() WHERE claimed_until IS NOT NULL');
    expect(await OutboxEntry.claimDue(10)).toEqual(await entriesOf(starts.slice(0, 4)));
    expect(await OutboxEntry.claimDue(10)).toEqual([]);
    await database.query('UPDATE outbox SET claimed_until = now() WHERE claimed_until IS NOT NULL');
    expect(await OutboxEntry.claimDue(10)).toEqual(await entriesOf(starts.slice(0, 4)));
  });

  it('gets one place, however many relays look at once', async () => {
    const { atWork } = await fullLine();
    for (const assignment of atWork) await end(assignment);
    const claims = await Promise.all(Array.from({ length: 12 }, async () => OutboxEntry.claimDue(10)));
    expect(claims.flat()).toHaveLength(2);
    await startMany(await openTenant(), 12);
    await database.query('UPDATE outbox SET claimed_until = NULL WHERE dispatched_at IS NULL');
    const more = await Promise.all(Array.from({ length: 12 }, async () => OutboxEntry.claimDue(10)));
    expect(more.flat()).toHaveLength(places.runs + 2);
  });
});

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000);

describe('an assignment whose time has passed, or comes within seconds', () => {
  it.each([-60, 5])('waits for a place as an immediate one does, at %s s from now', async (seconds) => {
    const { tenant } = await fullLine();
    expect((await start(tenant, { scheduledAt: inSeconds(seconds) })).claimed).toEqual([]);
    expect(await createOn(tenant, { scheduledAt: inSeconds(seconds) })).toEqual([]);
  });

  it('has a place while one is free', async () => {
    expect(await createOn(await openTenant(), { scheduledAt: inSeconds(-60) })).toHaveLength(1);
  });
});

describe('a post without media', () => {
  it.each<[string, (tenant: Tenant) => Promise<number[]>]>([
    ['created', async (tenant) => createOn(tenant, { mediaUrl: null })],
    ['taken up again', async (tenant) => (await start(tenant, { mediaUrl: null })).claimed],
  ])('does not wait behind those with media of its workspace when it is %s', async (_how, begin) => {
    const { tenant } = await fullLine();
    expect(await begin(tenant)).toHaveLength(1);
    expect(await createOn(tenant, { mediaUrl: null, payload: { mediaUrls: ['https://media.example/a.jpg'] } })).toEqual(
      [],
    );
  });
});

describe('no place is needed', () => {
  it('by an assignment with a time: it does not wait behind the immediate ones of its workspace', async () => {
    const { tenant } = await fullLine();
    const scheduled = await start(tenant, { scheduledAt: inSeconds(60) });
    expect(scheduled.claimed).toHaveLength(1);
    expect(await createOn(tenant, { scheduledAt: inSeconds(60) })).toHaveLength(1);
    await OutboxEntry.release(scheduled.claimed);
    expect(await OutboxEntry.claimDue(10)).toEqual(scheduled.claimed);
  });

  it('by an order that ends a run, nor by the start that it is about', async () => {
    const { tenant, waiting } = await fullLine();
    const ordered = await entryOf(waiting[1]!);
    await edit(waiting[1]!.assignmentId, inSeconds(3600));
    expect(await OutboxEntry.claimDue(10)).toEqual([ordered]);
    expect((await start(tenant)).claimed).toEqual([]);
  });

  it('by an assignment that was cancelled while it waited', async () => {
    const { waiting } = await fullLine();
    await moveOn(waiting[1]!.assignmentId, { to: 'cancelled' });
    expect(await OutboxEntry.claimDue(10)).toEqual([await entryOf(waiting[1]!)]);
  });
});

describe('the places of one', () => {
  it('are not those of another workspace, nor of its own webhooks, nor is a receiver another one', async () => {
    const { tenant } = await fullLine();
    expect((await start(await openTenant())).claimed).toHaveLength(1);
    const deliver = async (callbackUrl: string, of = tenant) => {
      const { assignmentId } = await buildAssignment(of, { callbackUrl });
      const claimed = await moveOn(assignmentId, { to: 'uploading' });
      const where = { assignmentId };
      const { id: deliveryId } = await WebhookDelivery.findOne({ where, raw: true, rejectOnEmpty: true });
      return { deliveryId, claimed };
    };
    const [one, two, three] = [
      await deliver('https://slow.example/a'),
      await deliver('https://slow.example/b'),
      await deliver('https://slow.example/c'),
    ];
    expect([one, two, three].map(({ claimed }) => claimed.length)).toEqual([1, 1, 0]);
    expect((await deliver('https://quick.example/')).claimed).toHaveLength(1);
    expect((await deliver('https://slow.example/a', await openTenant())).claimed).toHaveLength(1);

    await dispatchAll([...one.claimed, ...two.claimed]);
    const attempt = { round: 1, at: new Date(), durationMs: 10_000, httpStatusCode: null, responseBody: null };
    const failed = { status: 'pending', error: 'timeout', delayMs: 60_000 } as const;
    await recordAttempt({ id: two.deliveryId, ...attempt, ...failed });
    const [entry] = await OutboxEntry.findAll({ where: { subjectId: three.deliveryId }, raw: true });
    expect(await OutboxEntry.claimDue(10)).toEqual([entry!.id]);
  });

  it('are taken in turns: a workspace with many receivers has no more turns than one with few assignments', async () => {
    const [large, small] = [await openTenant(), await openTenant()];
    const ofLarge = new Set<number>();
    for (let host = 0; host < 20; host += 1) {
      const { assignmentId } = await buildAssignment(large, { callbackUrl: `https://host${host}.example/` });
      for (const id of await moveOn(assignmentId, { to: 'uploading' })) ofLarge.add(id);
    }
    const ofSmall = (await startMany(small, 3)).flatMap(({ claimed }) => claimed);
    await OutboxEntry.release([...ofLarge, ...ofSmall]);
    const claimed = await OutboxEntry.claimDue(6);
    expect(claimed.filter((id) => ofSmall.includes(id))).toEqual(ofSmall);
  });
});

describe('a place that is given up', () => {
  it('wakes the relay at once where others wait for it, and only there', async () => {
    const { atWork, waiting } = await fullLine();
    const alone = await start(await openTenant());
    await dispatchAll(alone.claimed);
    const listener = new Client(database.url);
    let heard = 0;
    listener.on('notification', () => (heard += 1));
    await listener.connect();
    try {
      await listener.query(`LISTEN ${placesChannel}`);
      await end(alone);
      await end(atWork[0]!);
      await until(() => heard > 0);
      await dispatchAll([...(await OutboxEntry.claimDue(10)), ...(await entriesOf(waiting))]);
      await end(atWork[1]!);
      await listener.query('SELECT 1');
    } finally {
      await listener.end();
    }
    expect(heard).toBe(1);
  });
});
