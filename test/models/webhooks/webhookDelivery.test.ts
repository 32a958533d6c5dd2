import { inTransaction } from '../../../models/database/transaction';
import { recordAttempt } from '../../../models/webhooks/recordAttempt';
import type { AttemptRecord } from '../../../models/webhooks/recordAttempt';
import { moveOn } from '../../support/build/moveOn';
import { WebhookDelivery } from '../../../models/webhooks/WebhookDelivery';
import { useDatabase } from '../../support/servers/database';
import { buildDelivery } from '../../support/build/delivery';
import { buildAssignments, error, move, post, targets } from '../../support/runs/assignments';
import type { BuiltAssignment } from '../../support/runs/assignments';
import { stopwatch } from '../../support/stopwatch';
import { use } from '../../support/use';
import { Tenant } from '../../../models/database/Tenant';
import { attemptsOf } from '../../support/tenant';

const database = useDatabase();
const assignments = use(async () => buildAssignments(database));
// Orders left by other tests wait in line before the orders of a test, once their claims have run out.
beforeEach(async () => database.query('DELETE FROM outbox'));

const url = 'https://caller.example/hooks';

interface Promised {
  id: string;
  event: string;
  body: string;
  status: string;
  url: string;
  outboxId: number;
  /** The wait before the order may be dispatched. */
  waitSeconds: number;
  isClaimed: boolean;
}

/** The deliveries of an assignment with the orders to start them, in the order of the transitions. */
async function promised({ assignmentId }: Pick<BuiltAssignment, 'assignmentId'>): Promise<Promised[]> {
  return database.query<Promised & object>(
    `SELECT d.id, d.event, d.body, d.status, d.url, o.id AS "outboxId",
            extract(epoch FROM o.available_at - clock_timestamp())::float AS "waitSeconds",
            coalesce(o.claimed_until > clock_timestamp(), false) AS "isClaimed"
     FROM webhook_deliveries d JOIN outbox o ON o.subject_id = d.id AND o.kind = 'start' AND o.generation = d.round
     WHERE d.assignment_id = $1 ORDER BY d.seq`,
    [assignmentId],
  );
}

async function attempted(id: string, record: Partial<AttemptRecord> = {}): Promise<number[]> {
  return recordAttempt({
    id,
    round: 1,
    status: 'delivered',
    delayMs: null,
    at: new Date(),
    durationMs: 5,
    httpStatusCode: 200,
    error: null,
    responseBody: '',
    ...record,
  });
}

const failure = { status: 'pending', delayMs: 60_000, httpStatusCode: 500, error: 'http_status: 500' } as const;

describe('a transition', () => {
  it.each([
    ['uploading', ['uploading']],
    ['uploaded', ['uploading', 'uploaded']],
    ['processing', ['uploading', 'uploaded', 'processing']],
    ['published', ['uploading', 'uploaded', 'processing', 'published']],
    ['failed', ['uploading', 'failed']],
    ['cancelled', ['cancelled']],
  ] as const)('to %s leaves one delivery for each change so far', async (_status, path) => {
    const assignment = await assignments.pending({ callbackUrl: url });
    expect(await promised(assignment)).toEqual([]);
    for (const to of path) await move(assignment, targets[to]);
    const deliveries = await promised(assignment);
    expect(deliveries.map(({ event }) => event)).toEqual(path);
    expect(deliveries.map(({ status }) => status)).toEqual(path.map(() => 'pending'));
    expect(deliveries.map((delivery) => delivery.url)).toEqual(path.map(() => url));
    const { published, failed } = { published: path.at(-1) === 'published', failed: path.at(-1) === 'failed' };
    const timeline = await database.query<{ at: Date }>(
      `SELECT at FROM assignment_events WHERE assignment_id = $1 AND status <> 'pending' ORDER BY id`,
      [assignment.assignmentId],
    );
    expect(deliveries.map(({ body }) => JSON.parse(body))).toEqual(
      path.map((status, index) => ({
        assignmentId: assignment.assignmentId,
        status,
        platform: 'youtube',
        connectionId: assignments.connectionId,
        platformPostId: published && index === path.length - 1 ? post.platformPostId : null,
        platformUrl: published && index === path.length - 1 ? post.platformUrl : null,
        errors: failed && index === path.length - 1 ? [error] : [],
        timestamp: timeline[index]!.at.toISOString(),
      })),
    );
  });

  it('that is taken back leaves none', async () => {
    const assignment = await assignments.pending({ callbackUrl: url });
    const undone = inTransaction(database.sequelize, 'test', async (transaction) => {
      await moveOn(assignment.assignmentId, targets.uploading, transaction);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await promised(assignment)).toEqual([]);
  });

  it('leaves none where no callback URL was given', async () => {
    const assignment = await assignments.pending();
    for (const to of ['uploading', 'uploaded', 'processing', 'published'] as const) {
      expect(await move(assignment, targets[to])).toEqual([]);
    }
    expect(await promised(assignment)).toEqual([]);
  });
});

describe('first attempts', () => {
  it('begin one after the other: the first at once, each other after 15 s at the latest', async () => {
    const assignment = await assignments.pending({ callbackUrl: url });
    const passedMs = stopwatch();
    const first = await move(assignment, targets.uploading);
    const second = await move(assignment, targets.uploaded);
    const [one, two] = await promised(assignment);
    expect(first).toEqual([one!.outboxId]);
    expect(one).toMatchObject({ isClaimed: true });
    expect(one!.waitSeconds).toBeLessThanOrEqual(0);
    expect(second).toEqual([]);
    expect(two).toMatchObject({ isClaimed: false });
    expect(two!.waitSeconds).toBeGreaterThanOrEqual(15 - passedMs() / 1000);
    expect(two!.waitSeconds).toBeLessThanOrEqual(15);
  });

  it.each<[string, Partial<AttemptRecord>]>([
    ['delivered', {}],
    ['failed for now', failure],
    ['failed for good', { ...failure, status: 'failed', delayMs: null }],
  ])('of the next one begins when the one before has %s', async (_how, record) => {
    const assignment = await assignments.pending({ callbackUrl: url });
    const passedMs = stopwatch();
    for (const to of ['uploading', 'uploaded', 'processing'] as const) await move(assignment, targets[to]);
    const [one, two, three] = await promised(assignment);
    expect(await attempted(one!.id, record)).toEqual([two!.outboxId]);
    const [, afterwards, last] = await promised(assignment);
    expect(afterwards).toMatchObject({ isClaimed: true });
    expect(afterwards!.waitSeconds).toBeLessThanOrEqual(0);
    expect(last!.waitSeconds).toBeGreaterThanOrEqual(15 - passedMs() / 1000);
    // Retries of the first delivery hold up no delivery, and let go of no delivery before its turn.
    const retried = record.status === 'pending' ? await attempted(one!.id, failure) : [];
    expect(retried).toEqual([]);
    expect(await attempted(two!.id)).toEqual([three!.outboxId]);
  });

  it('begins at once when all before it have ended theirs', async () => {
    const assignment = await assignments.pending({ callbackUrl: url });
    await move(assignment, targets.uploading);
    await attempted((await promised(assignment))[0]!.id, failure);
    expect(await move(assignment, targets.uploaded)).toEqual([(await promised(assignment))[1]!.outboxId]);
  });

  it('of different assignments do not wait for each other', async () => {
    const [one, two] = [
      await assignments.pending({ callbackUrl: url }),
      await assignments.pending({ callbackUrl: url }),
    ];
    await move(one, targets.uploading);
    expect(await move(two, targets.uploading)).toEqual([expect.any(Number)]);
  });

  it('lose nobody when a transition and the end of an attempt meet', async () => {
    for (let round = 0; round < 30; round += 1) {
      const assignment = await assignments.pending({ callbackUrl: url });
      await move(assignment, targets.uploading);
      const [{ id }] = (await promised(assignment)) as [Promised];
      const [released, moved] = await Promise.all([attempted(id), move(assignment, targets.uploaded)]);
      const outboxIds = [...released, ...moved];
      expect(outboxIds).toEqual([(await promised(assignment))[1]!.outboxId]);
    }
  });
});

describe('an attempt', () => {
  it('is counted, logged and written to the row', async () => {
    const { deliveryId } = await buildDelivery(assignments, url);
    const at = new Date('2026-12-01T09:00:00.123Z');
    await attempted(deliveryId, { ...failure, at, durationMs: 41, responseBody: 'out of order' });
    expect(await WebhookDelivery.findByPk(deliveryId, { raw: true })).toMatchObject({
      status: 'pending',
      attempts: 1,
      roundAttempts: 1,
      httpStatusCode: 500,
      lastAttemptAt: at,
      lastError: null,
    });
    await attempted(deliveryId, { ...failure, status: 'failed', delayMs: null, httpStatusCode: null });
    expect(await WebhookDelivery.findByPk(deliveryId, { raw: true })).toMatchObject({
      status: 'failed',
      attempts: 2,
      httpStatusCode: null,
      lastError: 'http_status: 500',
      nextAttemptAt: null,
    });
    const log = await attemptsOf(deliveryId);
    expect(log.map(({ attempt, httpStatusCode }) => [attempt, httpStatusCode])).toEqual([
      [1, 500],
      [2, null],
    ]);
    expect(log[0]).toMatchObject({
      at,
      durationMs: 41,
      error: 'http_status: 500',
      responseBody: 'out of order',
      round: 1,
    });
  });

  it('says by the clock of the database when the next one is due', async () => {
    const { deliveryId } = await buildDelivery(assignments, url);
    expect(await WebhookDelivery.ofRound(deliveryId, 1)).toMatchObject({ waitMs: 0, attempts: 0 });
    const passedMs = stopwatch();
    await attempted(deliveryId, failure);
    const running = await WebhookDelivery.ofRound(deliveryId, 1);
    expect(running!.waitMs).toBeGreaterThanOrEqual(60_000 - passedMs());
    expect(running!.waitMs).toBeLessThanOrEqual(60_000);
  });

  it.each([
    ['delivered', {}],
    ['failed', { ...failure, status: 'failed', delayMs: null }],
  ] as const)('that has %s ends the round', async (status, record) => {
    const { deliveryId } = await buildDelivery(assignments, url);
    await attempted(deliveryId, record);
    expect(await WebhookDelivery.ofRound(deliveryId, 1)).toBeUndefined();
    expect(await WebhookDelivery.findByPk(deliveryId, { raw: true })).toMatchObject({ status });
  });

  it('that ends after its round is counted and logged, and changes nothing else', async () => {
    const { deliveryId } = await buildDelivery(assignments, url, { status: 'failed' });
    await inTransaction(database.sequelize, 'test', (transaction) =>
      WebhookDelivery.redeliver(new Tenant(assignments.workspaceId, null), deliveryId, transaction),
    );
    await attempted(deliveryId);
    expect(await WebhookDelivery.ofRound(deliveryId, 2)).toMatchObject({ attempts: 1, roundAttempts: 0, waitMs: 0 });
    await attempted(deliveryId, { ...failure, round: 2 });
    const log = await attemptsOf(deliveryId);
    expect(log.map(({ attempt, round }) => [attempt, round])).toEqual([
      [1, 1],
      [2, 2],
    ]);
  });

  it('of many at the same time has a number of its own', async () => {
    const { deliveryId } = await buildDelivery(assignments, url);
    await Promise.all(Array.from({ length: 8 }, () => attempted(deliveryId, failure)));
    const log = await attemptsOf(deliveryId);
    expect(log.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });
});

describe('a redelivery', () => {
  it.each(['delivered', 'failed'] as const)('begins another round when the delivery is %s', async (status) => {
    const lastError = status === 'failed' ? 'timeout: late' : null;
    const spent = { attempts: 12, roundAttempts: 12 };
    const { deliveryId } = await buildDelivery(assignments, url, { status, ...spent, lastError });
    const outboxId = await inTransaction(database.sequelize, 'test', (transaction) =>
      WebhookDelivery.redeliver(new Tenant(assignments.workspaceId, null), deliveryId, transaction),
    );
    expect(await WebhookDelivery.ofRound(deliveryId, 2)).toMatchObject({ attempts: 12, roundAttempts: 0, waitMs: 0 });
    expect(await WebhookDelivery.findByPk(deliveryId, { raw: true })).toMatchObject({
      status: 'pending',
      lastError: null,
    });
    const orders = await database.query(
      'SELECT id, kind, generation FROM outbox WHERE subject_id = $1 AND (kind, generation) <> ($2, 1) ORDER BY kind',
      [deliveryId, 'start'],
    );
    expect(orders).toEqual([{ id: outboxId, kind: 'start', generation: 2 }]);
  });

  it('joins a round that is under way', async () => {
    const { deliveryId } = await buildDelivery(assignments, url);
    const outboxId = await inTransaction(database.sequelize, 'test', (transaction) =>
      WebhookDelivery.redeliver(new Tenant(assignments.workspaceId, null), deliveryId, transaction),
    );
    expect(outboxId).toBeNull();
    expect(await WebhookDelivery.ofRound(deliveryId, 1)).toBeDefined();
  });

  it('is not for another workspace', async () => {
    const { deliveryId } = await buildDelivery(assignments, url, { status: 'failed' });
    const others = await buildAssignments(database);
    const outboxId = await inTransaction(database.sequelize, 'test', (transaction) =>
      WebhookDelivery.redeliver(new Tenant(others.workspaceId, null), deliveryId, transaction),
    );
    expect(outboxId).toBeNull();
    expect(await WebhookDelivery.ofRound(deliveryId, 2)).toBeUndefined();
  });
});
