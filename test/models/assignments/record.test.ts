import { execFileSync } from 'node:child_process';
import { record } from '../../../models/assignments/store/record';
import { useDatabase } from '../../support/servers/database';
import { buildAssignments } from '../../support/runs/assignments';
import { limits } from '../../support/limits';
import { use } from '../../support/use';

const database = useDatabase();
const assignments = use(async () => buildAssignments(database));

/** Another process writes to the assignment, and has done so when this returns. */
function writeElsewhere(assignmentId: string): void {
  const script = `const { Client } = require('pg');
    (async () => {
      const client = new Client(process.argv[1]);
      await client.connect();
      await client.query('UPDATE assignments SET external_id = now()::text WHERE id = $1', [process.argv[2]]);
      await client.end();
    })();`;
  execFileSync(process.execPath, ['-e', script, database.url, assignmentId]);
}

it.each([0, 1, 4, 5])(
  'an event is recorded once, although others write %i times between a read and its write',
  async (times) => {
    const assignment = await assignments.pending();
    const { assignmentId } = assignment;
    let reads = 0;
    const recorded = await record(assignmentId, limits, () => {
      reads += 1;
      // After five times the row is locked: another writer would wait for this.
      if (reads <= times) writeElsewhere(assignmentId);
      return { is: 'began', generation: 1 };
    });
    expect(reads).toBe(times + 1);
    expect(recorded?.change.moves).toEqual(['uploading']);
    expect(await assignments.row(assignment)).toMatchObject({ status: 'uploading' });
    expect(await assignments.timeline(assignment)).toEqual(['1 pending', '1 uploading']);
  },
);

it('twenty reports of one beginning make one move', async () => {
  const { assignmentId } = await assignments.pending();
  const begin = async () => record(assignmentId, limits, () => ({ is: 'began', generation: 1 }));
  const all = await Promise.all(Array.from({ length: 20 }, begin));
  expect(all.filter((one) => one?.change.isVoid === false)).toHaveLength(1);
  expect(all.map((one) => one?.assignment.status)).toEqual(Array(20).fill('uploading'));
});

it('of no assignment nothing is recorded', async () => {
  expect(await record('00000000-0000-7000-8000-000000000000', limits, () => ({ is: 'cancelled' }))).toBeNull();
});
