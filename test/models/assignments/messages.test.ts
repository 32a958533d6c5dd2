import type { AssignmentStatus } from '../../../domain/assignment';
import { orderWaitSeconds } from '../../../domain/webhook';
import type { CallbackEvent } from '../../../domain/webhook';
import { recordAttempt } from '../../../models/webhooks/recordAttempt';
import { buildAssignments, post, walk } from '../../support/runs/assignments';
import { endTakeDown, wishTakeDown } from '../../support/runs/reports';
import { useDatabase } from '../../support/servers/database';
import { use } from '../../support/use';

const database = useDatabase();
const assignments = use(async () => buildAssignments(database));
const callbackUrl = 'https://caller.example/hooks';

const toldOf = async (id: string) =>
  database.query<{ id: string; event: string; body: string; waitSeconds: number; isClaimed: boolean }>(
    `SELECT d.id, d.event, d.body, extract(epoch FROM o.available_at - d.created_at)::float AS "waitSeconds",
            o.claimed_until IS NOT NULL AS "isClaimed"
     FROM webhook_deliveries d JOIN outbox o ON o.subject_id = d.id WHERE d.assignment_id = $1 ORDER BY d.seq`,
    [id],
  );
const eventsOf = async (id: string) => (await toldOf(id)).map(({ event }) => event);

const made: Partial<Record<AssignmentStatus, AssignmentStatus[]>> = {
  published: ['uploading', 'uploaded', 'processing', 'published'],
  failed: ['uploading', 'failed'],
  cancelled: ['cancelled'],
};
const wishes: (AssignmentStatus[] | null)[] = [
  null,
  [],
  ['published'],
  ['published', 'failed', 'cancelled'],
  ['uploading'],
  ['processing', 'uploaded'],
];
const cases = Object.entries(made).flatMap(([end, moves]) =>
  wishes.map((wanted) => [end, wanted?.join(' ') ?? 'all', wanted, moves] as const),
);

describe.each(cases)('an assignment that ends as %s', (end, _name, wanted, moves) => {
  it(`tells a caller who wants to hear of: ${wanted?.join(', ') ?? 'all'}`, async () => {
    const { assignmentId } = await assignments.pending({ callbackUrl, callbackStatuses: wanted });
    await walk({ assignmentId }, end as AssignmentStatus);
    expect(await eventsOf(assignmentId)).toEqual(moves.filter((status) => wanted?.includes(status) ?? true));
  });
});

async function published(callbackEvents: CallbackEvent[] = ['removal'], url: string | null = callbackUrl) {
  const { assignmentId } = await assignments.pending({ callbackUrl: url, callbackEvents, callbackStatuses: [] });
  await walk({ assignmentId }, 'published');
  return assignmentId;
}

describe('the removal of a post', () => {
  it.each(['done', 'failed'] as const)('is told of when it is %s, once, with what answers show', async (end) => {
    const id = await published();
    await wishTakeDown(id);
    expect(await toldOf(id)).toEqual([]);
    await endTakeDown(id, end);
    await endTakeDown(id, end);
    const [told, ...more] = await toldOf(id);
    expect(more).toEqual([]);
    const [row] = await database.query<{ removal: { askedAt: number; endedAt: number } }>(
      'SELECT removal FROM assignments WHERE id = $1',
      [id],
    );
    const iso = (ms: number) => new Date(ms).toISOString();
    const { askedAt, endedAt } = row!.removal;
    expect(told!.event).toBe('assignment.removal');
    expect(JSON.parse(told!.body)).toEqual({
      event: 'assignment.removal',
      assignmentId: id,
      connectionId: assignments.connectionId,
      platform: 'youtube',
      ...post,
      removal: {
        mode: 'delete',
        status: end,
        requestedAt: iso(askedAt),
        requestedBy: 'apiKey',
        endedAt: iso(endedAt),
        error: end === 'failed' ? { code: 'PLATFORM_REJECTED', message: 'no' } : null,
      },
      timestamp: iso(endedAt),
    });
  });

  it('is told of once by however many reports of its end', async () => {
    const id = await published();
    await wishTakeDown(id);
    await Promise.all(Array.from({ length: 8 }, async () => endTakeDown(id, 'done')));
    expect(await eventsOf(id)).toEqual(['assignment.removal']);
  });

  it('is told of again when another round of it ends, and after another wish', async () => {
    const id = await published();
    for (const [mode, end] of [
      ['private', 'failed'],
      ['private', 'done'],
      ['delete', 'done'],
    ] as const) {
      await wishTakeDown(id, mode);
      await endTakeDown(id, end);
    }
    const told = (await toldOf(id)).map(({ body }) => JSON.parse(body).removal);
    expect(told.map(({ mode, status }) => `${mode} ${status}`)).toEqual([
      'private failed',
      'private done',
      'delete done',
    ]);
  });

  it('is told of once where deletion has taken the place of privacy', async () => {
    const id = await published();
    await wishTakeDown(id, 'private');
    await wishTakeDown(id, 'delete');
    await endTakeDown(id, 'done');
    expect((await toldOf(id)).map(({ body }) => JSON.parse(body).removal.mode)).toEqual(['delete']);
  });

  it.each([
    ['who has not asked for it', [], callbackUrl],
    ['who has asked for another event', ['extras'], callbackUrl],
    ['without an address', ['removal'], null],
  ] as [string, CallbackEvent[], string | null][])('is not told to a caller %s', async (_who, events, url) => {
    const id = await published(events, url);
    await wishTakeDown(id);
    await endTakeDown(id, 'done');
    expect(await toldOf(id)).toEqual([]);
  });

  it('is told of behind a delivery whose first attempt has not ended, and at once where there is none', async () => {
    const { assignmentId: id } = await assignments.pending({
      callbackUrl,
      callbackEvents: ['removal'],
      callbackStatuses: ['published'],
    });
    await walk({ assignmentId: id }, 'published');
    await wishTakeDown(id);
    await endTakeDown(id, 'failed');
    const [first, second] = await toldOf(id);
    expect([first, second]).toMatchObject([
      { event: 'published', waitSeconds: 0, isClaimed: true },
      { event: 'assignment.removal', waitSeconds: orderWaitSeconds, isClaimed: false },
    ]);
    const attempt = { round: 1, at: new Date(), durationMs: 1, httpStatusCode: 200, error: null, responseBody: '' };
    const delivered = { ...attempt, status: 'delivered', delayMs: null } as const;
    expect(await recordAttempt({ id: first!.id, ...delivered })).toHaveLength(1);
    await recordAttempt({ id: second!.id, ...delivered });
    await wishTakeDown(id);
    await endTakeDown(id, 'done');
    expect((await toldOf(id))[2]).toMatchObject({ waitSeconds: 0, isClaimed: true });
  });
});
