import { retentionDefaults } from '../../../domain/retention';
import { Connection } from '../../../models/connections/Connection';
import { noteReadings } from '../../../models/readings/noteReadings';
import { PostReading } from '../../../models/readings/PostReading';
import { eraseOverdueData } from '../../../models/removals/platformData';
import { retentions } from '../../../models/retentions';
import { buildReadPost } from '../../support/build/readPost';
import { buildAssignments } from '../../support/runs/assignments';
import { useDatabase } from '../../support/servers/database';

const database = useDatabase();
const figures = { views: 5, likes: 4, comments: 3, shares: 2, reach: 1, watchTimeSeconds: 60 };
const ago = (days: number) => new Date(Date.now() - days * 86_400_000);

/** A post of a channel of its own, with a reading. */
async function readPost() {
  const assignments = await buildAssignments(database);
  const id = await buildReadPost(database, assignments, { postId: 'video-1' });
  await PostReading.makePartitions();
  expect(await note(assignments.connectionId, id)).toBe(1);
  return { id, connectionId: assignments.connectionId };
}
async function note(connectionId: string, assignmentId: string): Promise<number> {
  const [row] = await database.query<{ nextAt: Date }>(
    'SELECT next_reading_at AS "nextAt" FROM read_posts WHERE assignment_id = $1',
    [assignmentId],
  );
  const post = { assignmentId, nextAt: row?.nextAt ?? new Date() };
  return noteReadings(connectionId, [{ post, to: ago(-1), figures }]);
}
const countOf = async (table: string, id: string): Promise<number> => {
  const rows = await database.query(`SELECT FROM ${table} WHERE assignment_id = $1`, [id]);
  return rows.length;
};
const isKept = async (id: string) => [await countOf('read_posts', id), await countOf('post_readings', id)];
async function cleanUp(): Promise<void> {
  const { read_posts: kept } = retentions;
  if (!('also' in kept) || !kept.also) throw new Error('nothing is removed');
  for (const { remove } of Object.values(kept.also)) await remove(1000, retentionDefaults);
}

describe('the numbers of a post', () => {
  it('begin with its publication, an hour later, and nothing touches its row', async () => {
    const assignments = await buildAssignments(database);
    const assignment = await assignments.walked('published');
    const { version, published_at: publishedAt } = await assignments.row(assignment);
    const [read] = await database.query<{ next: Date }>(
      'SELECT next_reading_at AS next FROM read_posts WHERE assignment_id = $1',
      [assignment.assignmentId],
    );
    expect(read!.next.getTime() - (publishedAt as Date).getTime()).toBe(3_600_000);
    await note(assignments.connectionId, assignment.assignmentId);
    expect((await assignments.row(assignment))['version']).toBe(version);
  });

  it('do not begin with any other end', async () => {
    const assignments = await buildAssignments(database);
    for (const status of ['failed', 'cancelled'] as const) {
      const { assignmentId } = await assignments.walked(status);
      expect(await countOf('read_posts', assignmentId)).toBe(0);
    }
  });

  it('are noted once for each time', async () => {
    const assignments = await buildAssignments(database);
    const id = await buildReadPost(database, assignments, { postId: 'video-1' });
    await PostReading.makePartitions();
    const twice = await Promise.all([note(assignments.connectionId, id), note(assignments.connectionId, id)]);
    expect(twice.toSorted()).toEqual([0, 1]);
  });
});

describe('are deleted', () => {
  it.each([
    ['removed', 'removedAt', 7],
    ['without access', 'accessLostAt', 30],
  ] as const)('with the data of a connection that is %s, and not a day before', async (_how, column, days) => {
    const { id, connectionId } = await readPost();
    const after = async (age: number) => {
      await Connection.update({ [column]: ago(age) }, { where: { id: connectionId } });
      await eraseOverdueData(1000);
      await cleanUp();
      return isKept(id);
    };
    expect(await after(days - 1)).toEqual([1, 1]);
    expect(await after(days + 0.01)).toEqual([0, 0]);
    expect((await Connection.findByPk(connectionId, { raw: true }))!.erasePostsUntil).toBeNull();
  });

  it('and none come back from a reading that was under way', async () => {
    const { id, connectionId } = await readPost();
    await Connection.update({ dataErasedAt: new Date() }, { where: { id: connectionId } });
    expect(await note(connectionId, id)).toBe(0);
  });

  it('but not those of posts that were published after the channel had come back', async () => {
    const { id, connectionId } = await readPost();
    await Connection.update({ erasePostsUntil: ago(1) }, { where: { id: connectionId } });
    await cleanUp();
    expect(await isKept(id)).toEqual([1, 1]);
  });

  it('30 days after the post was gone', async () => {
    const { id } = await readPost();
    const after = async (days: number) => {
      await database.query('UPDATE read_posts SET gone_at = $2, next_reading_at = NULL WHERE assignment_id = $1', [
        id,
        ago(days),
      ]);
      await cleanUp();
      return isKept(id);
    };
    expect(await after(29.9)).toEqual([1, 1]);
    expect(await after(30.1)).toEqual([0, 0]);
  });

  it('a month at a time, when the month is older than all that is kept', async () => {
    await database.query(`SELECT make_reading_partitions(current_date - 800, current_date - 700)`);
    const partitions = async () =>
      (
        await database.query(
          `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'post_readings'::regclass`,
        )
      ).length;
    const before = await partitions();
    const dropped = await PostReading.dropPartitions(730);
    expect(dropped).toBeGreaterThan(0);
    expect(await partitions()).toBe(before - dropped);
    expect(await PostReading.dropPartitions(730)).toBe(0);
    await PostReading.makePartitions();
    expect(await partitions()).toBe(before - dropped);
  });
});
