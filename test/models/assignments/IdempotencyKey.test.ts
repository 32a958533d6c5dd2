import { IdempotencyKey } from '../../../models/assignments/IdempotencyKey';
import { Tenant } from '../../../models/database/Tenant';
import { buildWorkspace } from '../../support/build/workspace';
import { useDatabase } from '../../support/servers/database';
import { buildAssignments } from '../../support/runs/assignments';
import { useEach } from '../../support/use';

const database = useDatabase();
const assignments = useEach(async () => buildAssignments(database));
const own = () => new Tenant(assignments.workspaceId, null);

/** A key that was used so long ago. */
async function used(
  key: string,
  assignmentId: string,
  ago = '1 second',
  scopeId = assignments.workspaceId,
): Promise<void> {
  await database.query(
    `INSERT INTO idempotency_keys (scope_id, workspace_id, key_hash, request_hash, assignment_id, created_at)
     VALUES ($1, $2, encode(sha256(convert_to($3, 'UTF8')), 'hex'), 'hash', $4, now() - $5::interval)`,
    [scopeId, assignments.workspaceId, key, assignmentId, ago],
  );
}

describe('originalOf', () => {
  it('tells the assignment as it is now', async () => {
    const { assignmentId } = await assignments.pending();
    await used('clé', assignmentId);
    const scheduledAt = new Date('2030-01-02T03:04:05.678Z');
    const [row] = await database.query<{ created_at: Date }>(
      `UPDATE assignments SET scheduled_at = $2, status = 'failed', generation = 3 WHERE id = $1 RETURNING created_at`,
      [assignmentId, scheduledAt],
    );
    expect(await IdempotencyKey.originalOf(own(), 'clé')).toEqual({
      id: assignmentId,
      status: 'failed',
      connectionId: assignments.connectionId,
      platform: 'youtube',
      type: 'video',
      scheduledAt,
      createdAt: row!.created_at,
      requestHash: 'hash',
    });
  });

  it('knows keys by every character, and those of users by organization', async () => {
    const { assignmentId } = await assignments.pending();
    await used('same', assignmentId);
    await used('user', assignmentId, '1 second', assignments.organizationId);
    const user = new Tenant(assignments.workspaceId, assignments.organizationId);
    for (const key of ['Same', 'same ', 'samé', 'user']) expect(await IdempotencyKey.originalOf(own(), key)).toBeNull();
    for (const key of ['same', 'User']) expect(await IdempotencyKey.originalOf(user, key)).toBeNull();
    expect(await IdempotencyKey.originalOf(user, 'user')).toMatchObject({ id: assignmentId });
  });

  it("never tells another workspace's assignment", async () => {
    const other = await buildAssignments(database);
    await used('foreign', (await other.pending()).assignmentId);
    expect(await IdempotencyKey.originalOf(own(), 'foreign')).toBeNull();
    const { workspaceId } = await buildWorkspace();
    await used('mine', (await assignments.pending()).assignmentId);
    expect(await IdempotencyKey.originalOf(new Tenant(workspaceId, null), 'mine')).toBeNull();
  });

  it.each([
    ['23 hours 59 minutes 50 seconds', true],
    ['24 hours', false],
    ['25 hours', false],
  ])('tells it for 24 hours, and then frees the key: %s', async (ago, isUsed) => {
    const { assignmentId } = await assignments.pending();
    await used('aged', assignmentId, ago);
    await used('other', assignmentId, '25 hours');
    expect((await IdempotencyKey.originalOf(own(), 'aged')) !== null).toBe(isUsed);
    expect(await IdempotencyKey.count({ where: { workspaceId: assignments.workspaceId } })).toBe(isUsed ? 2 : 1);
  });
});
