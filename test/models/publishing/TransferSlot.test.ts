import { Assignment } from '../../../models/assignments/Assignment';
import { TransferSlot } from '../../../models/publishing/TransferSlot';
import type { ClaimedSlot } from '../../../models/publishing/TransferSlot';
import { useDatabase } from '../../support/servers/database';
import { interleave } from '../../support/runs/interleave';
import { buildAssignments } from '../../support/runs/assignments';
import type { BuiltAssignment, BuiltAssignments } from '../../support/runs/assignments';
import { stopwatch } from '../../support/stopwatch';
import { useEach } from '../../support/use';

const database = useDatabase({ poolSize: 20 });
const assignments = useEach(async () => buildAssignments(database));

const terms = { slotsMax: 3, leaseMs: 60_000 };
const uploading = async (of: BuiltAssignments = assignments): Promise<BuiltAssignment> =>
  of.pending({ status: 'uploading' });
const claim = async ({ assignmentId }: BuiltAssignment, changed: Partial<typeof terms> = {}) =>
  TransferSlot.claim({ assignmentId, generation: 1 }, { ...terms, ...changed });
const slotOf = async (assignment: BuiltAssignment): Promise<ClaimedSlot | null> => (await claim(assignment))!.slot;
const letLeasesRunOut = async () =>
  database.query(
    `UPDATE transfer_slots SET lease_until = clock_timestamp() - interval '1 ms' WHERE workspace_id = $1`,
    [assignments.workspaceId],
  );
const claimed = async () =>
  TransferSlot.findAll({ where: { workspaceId: assignments.workspaceId }, order: ['slot'], raw: true });

/** Takes all the slots of the workspace. */
async function fill(): Promise<BuiltAssignment[]> {
  const holders = [await uploading(), await uploading(), await uploading()];
  for (const assignment of holders) expect(await slotOf(assignment)).not.toBeNull();
  return holders;
}

describe('claim', () => {
  it('reads the assignment that it takes a slot for', async () => {
    const assignment = await uploading();
    const row = (await Assignment.findByPk(assignment.assignmentId, { raw: true }))!;
    expect(await claim(assignment)).toEqual({
      workspaceId: assignments.workspaceId,
      connectionId: assignments.connectionId,
      platform: 'youtube',
      type: 'video',
      payload: row.payload,
      mediaUrl: row.mediaUrl,
      hasUploads: false,
      cleanup: 'none',
      isAhead: false,
      hasTries: false,
      isAbsent: false,
      slot: { workspaceId: assignments.workspaceId, slot: expect.any(Number), holder: expect.any(String) },
    });
    expect(await claimed()).toMatchObject([{ assignmentId: assignment.assignmentId }]);
  });

  it('holds the slot for as long as its lease, by the clock of the database', async () => {
    const passedMs = stopwatch();
    await slotOf(await uploading());
    const [row] = await database.query<{ left: number }>(
      `SELECT extract(epoch FROM lease_until - clock_timestamp())::float AS left FROM transfer_slots WHERE workspace_id = $1`,
      [assignments.workspaceId],
    );
    expect(row!.left).toBeGreaterThanOrEqual(60 - passedMs() / 1000);
    expect(row!.left).toBeLessThanOrEqual(60);
  });

  it('reads the assignment, and takes nothing, while all slots are claimed', async () => {
    await fill();
    const before = await claimed();
    const assignment = await uploading();
    expect(await claim(assignment)).toMatchObject({ workspaceId: assignments.workspaceId, slot: null });
    expect(await claimed()).toEqual(before);
  });

  it('takes the slots of its own workspace alone', async () => {
    await fill();
    const others = await buildAssignments(database);
    expect(await slotOf(await uploading(others))).toMatchObject({ workspaceId: others.workspaceId });
  });

  it('takes a slot that was given up, and one whose lease has run out', async () => {
    const [first] = await fill();
    const slot = (await claimed()).find(({ assignmentId }) => assignmentId === first!.assignmentId)!;
    await TransferSlot.release(slot);
    expect(await slotOf(await uploading())).toMatchObject({ slot: slot.slot });
    const late = await uploading();
    expect(await slotOf(late)).toBeNull();
    await letLeasesRunOut();
    expect(await slotOf(late)).not.toBeNull();
    expect(await claimed()).toHaveLength(3);
  });

  it('takes over the slot of an earlier try of its own assignment, and no second one', async () => {
    const [assignment] = await fill();
    const before = (await claimed()).find(({ assignmentId }) => assignmentId === assignment!.assignmentId)!;
    const slot = (await slotOf(assignment!))!;
    expect(slot.slot).toBe(before.slot);
    expect(slot.holder).not.toBe(before.holder);
    expect(await claimed()).toHaveLength(3);
  });

  it.each([
    ['of an earlier generation', { generation: 2 }],
    ['of an assignment that is pending', { status: 'pending' }],
    ['of an assignment that is uploaded', { status: 'uploaded' }],
    ['of an assignment that has failed', { status: 'failed' }],
    ['of an assignment that was cancelled', { status: 'cancelled' }],
  ] as const)('%s takes nothing', async (_what, overrides) => {
    const assignment = await assignments.pending({ status: 'uploading', ...overrides });
    expect(await claim(assignment)).toBeNull();
    expect(await claimed()).toEqual([]);
  });

  it('of many at once takes each slot once, and leaves none free, in 20 rounds', async () => {
    const many = await Promise.all(Array.from({ length: 12 }, async () => uploading()));
    for (let round = 0; round < 20; round += 1) {
      const claimed = await Promise.all(many.map(slotOf));
      const taken = claimed.flatMap((slot) => slot ?? []);
      expect(new Set(taken.map(({ slot }) => slot))).toEqual(new Set([1, 2, 3]));
      expect(taken).toHaveLength(3);
      if (round % 2 === 0) await letLeasesRunOut();
      else for (const slot of taken) await TransferSlot.release(slot);
    }
  });

  it('never passes the cap, whatever claims and gives up at once', async () => {
    const many = await Promise.all(Array.from({ length: 12 }, async () => uploading()));
    let running = 0;
    let most = 0;
    await Promise.all(
      many.map(async (assignment) => {
        for (let done = 0; done < 3;) {
          const slot = await slotOf(assignment);
          if (!slot) continue;
          running += 1;
          most = Math.max(most, running);
          await database.query('SELECT pg_sleep(0.002)');
          running -= 1;
          await TransferSlot.release(slot);
          done += 1;
        }
      }),
    );
    expect(most).toBeLessThanOrEqual(terms.slotsMax);
    expect(await claimed()).toEqual([]);
  });

  it('takes none where all that it saw free were taken while it waited', async () => {
    const assignment = await uploading();
    const other = await uploading();
    const slot = await interleave(
      database,
      async (client) =>
        client.query(
          `INSERT INTO transfer_slots (workspace_id, slot, assignment_id, holder, lease_until)
           VALUES ($1, 1, $2, gen_random_uuid(), now() + interval '1 minute'),
                  ($1, 2, $2, gen_random_uuid(), now() + interval '1 minute')`,
          [assignments.workspaceId, other.assignmentId],
        ),
      async () => (await claim(assignment, { slotsMax: 2 }))!.slot,
    );
    expect(slot).toBeNull();
    expect(await claimed()).toMatchObject([{ assignmentId: other.assignmentId }, { assignmentId: other.assignmentId }]);
  });
});

describe('renew and release', () => {
  it('prolong and end the lease of the try that holds the slot', async () => {
    const slot = (await slotOf(await uploading()))!;
    await letLeasesRunOut();
    const beganAtMs = Date.now();
    expect(await TransferSlot.renew(slot, 60_000)).toBe(true);
    expect((await claimed())[0]!.leaseUntil.getTime()).toBeGreaterThanOrEqual(beganAtMs + 60_000);
    await TransferSlot.release(slot);
    expect(await claimed()).toEqual([]);
    expect(await TransferSlot.renew(slot, 60_000)).toBe(false);
  });

  it('leave a slot alone that another try has taken, of another assignment or of the same', async () => {
    const assignment = await uploading();
    const slot = (await slotOf(assignment))!;
    await slotOf(assignment);
    const before = await claimed();
    expect(await TransferSlot.renew(slot, 600_000)).toBe(false);
    await TransferSlot.release(slot);
    expect(await claimed()).toEqual(before);
  });
});
