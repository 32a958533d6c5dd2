import { transitionAssignment } from '../../models/transition';
import { ImpossibleTransition } from '../../models/obstacle';
import { useDatabase } from '../support/database';
import { interleave } from '../support/interleave';
import { buildJobs, move, targets } from '../support/jobs';
import type { Job } from '../support/jobs';
import { use } from '../support/use';

type TargetName = keyof typeof targets;

const database = useDatabase({ poolSize: 20 });
const jobs = use(async () => buildJobs(database));

async function kindOf(job: Job, to: TargetName): Promise<string> {
  const outcome = await move(job, targets[to]).catch((error: unknown) => {
    if (error instanceof ImpossibleTransition) return { kind: 'impossible' };
    throw error;
  });
  return outcome.kind;
}

/** 50 rounds, ten at a time. */
async function inRounds(work: (round: number) => Promise<void>): Promise<void> {
  for (let first = 0; first < 50; first += 10) {
    await Promise.all(Array.from({ length: 10 }, async (_, index) => work(first + index)));
  }
}

/** Every second round the other one gets the start. */
async function race(job: Job, [one, other]: readonly [TargetName, TargetName], round: number): Promise<string[]> {
  if (round % 2 === 0) return Promise.all([kindOf(job, one), kindOf(job, other)]);
  return (await Promise.all([kindOf(job, other), kindOf(job, one)])).reverse();
}

describe('two transitions at once', () => {
  it.each([
    ['pending', 'uploading'],
    ['uploaded', 'processing'],
    ['processing', 'published'],
    ['uploading', 'failed'],
    ['uploaded', 'cancelled'],
  ] as const)('the same from %s to %s: one moved, the other already', async (status, to) => {
    await inRounds(async (round) => {
      const job = await jobs.pending({ status });
      const kinds = await race(job, [to, to], round);
      expect(kinds.sort()).toEqual(['already', 'moved']);
      const events = await jobs.timeline(job);
      expect(events.filter((event) => event === `1 ${to}`)).toHaveLength(1);
      expect(new Set(await jobs.entries(job)).size).toBe((await jobs.entries(job)).length);
    });
  });

  it.each([
    // from, one, other, the answer to the loser of each
    ['uploaded', 'cancelled', 'processing', 'tooLate', 'ended'],
    ['uploading', 'failed', 'cancelled', 'ended', 'ended'],
    ['processing', 'published', 'failed', 'ended', 'superseded'],
    ['uploading', 'cancelled', 'failed', 'ended', 'ended'],
  ] as const)('from %s, %s against %s: exactly one wins', async (status, one, other, oneLoses, otherLoses) => {
    await inRounds(async (round) => {
      const job = await jobs.pending({ status });
      const kinds = await race(job, [one, other], round);
      const isOneFirst = kinds[0] === 'moved';
      expect(kinds).toEqual(isOneFirst ? ['moved', otherLoses] : [oneLoses, 'moved']);
      const winner = isOneFirst ? one : other;
      expect(await jobs.row(job)).toMatchObject({ status: winner });
      const isLost = (event: string): boolean => event === `1 ${isOneFirst ? other : one}`;
      expect((await jobs.timeline(job)).filter(isLost)).toEqual([]);
      const settlements = { processing: [], published: ['charge'], failed: ['release'], cancelled: ['release'] };
      expect(await jobs.entries(job)).toEqual(['hold', ...settlements[winner]]);
    });
  });

  it('of many generations and zombies, one makes each step', async () => {
    const job = await jobs.pending();
    const path = ['uploading', 'uploaded', 'processing', 'published'] as const;
    const walk = async (generation: number): Promise<string[]> => {
      const kinds: string[] = [];
      for (const to of path) {
        kinds.push((await transitionAssignment(job.assignmentId, generation, targets[to])).kind);
      }
      return kinds;
    };
    const walks = await Promise.all([walk(1), walk(1), walk(1), walk(1), walk(2), walk(7)]);
    const moved = walks.flat().filter((kind) => kind === 'moved');
    expect(moved).toHaveLength(4);
    expect(new Set(walks.slice(4).flat())).toEqual(new Set(['superseded']));
    expect(await jobs.timeline(job)).toEqual(['1 pending', '1 uploading', '1 uploaded', '1 processing', '1 published']);
    expect(await jobs.entries(job)).toEqual(['hold', 'charge']);
  });
});

describe('a transition that waits for the row', () => {
  it('sees the session that was stored meanwhile: a cancelled job owes its removal', async () => {
    const job = await jobs.walked('uploading');
    const outcome = await interleave(
      database,
      async (client) => {
        await client.query('SELECT 1 FROM assignments WHERE id = $1 FOR UPDATE', [job.assignmentId]);
        await client.query(`INSERT INTO uploads (assignment_id, item, session) VALUES ($1, 0, 'sealed')`, [
          job.assignmentId,
        ]);
      },
      async () => move(job, targets.cancelled),
    );
    expect(outcome).toMatchObject({ kind: 'moved', cleanupDue: true });
    expect(await jobs.row(job)).toMatchObject({ status: 'cancelled', cleanup: 'due' });
  });

  it('sees the timeline that was written meanwhile: what has been made is no bug of the caller', async () => {
    const job = await jobs.pending();
    const outcome = await interleave(
      database,
      async (client) => {
        await client.query(`UPDATE assignments SET status = 'uploaded' WHERE id = $1`, [job.assignmentId]);
        await client.query(
          `INSERT INTO assignment_events (assignment_id, generation, status)
           VALUES ($1, 1, 'uploading'), ($1, 1, 'uploaded')`,
          [job.assignmentId],
        );
      },
      async () => move(job, targets.uploading),
    );
    expect(outcome).toMatchObject({ kind: 'already' });
  });

  it('sees the generation that took over meanwhile', async () => {
    const job = await jobs.pending();
    const outcome = await interleave(
      database,
      async (client) => client.query('UPDATE assignments SET generation = 2 WHERE id = $1', [job.assignmentId]),
      async () => move(job, targets.uploading),
    );
    expect(outcome).toEqual({ kind: 'superseded' });
  });

  it('sees the time to which the job was put off meanwhile', async () => {
    const job = await jobs.pending();
    const outcome = await interleave(
      database,
      async (client) =>
        client.query(`UPDATE assignments SET scheduled_at = now() + interval '1 hour' WHERE id = $1`, [
          job.assignmentId,
        ]),
      async () => move(job, targets.uploading),
    );
    expect(outcome).toMatchObject({ kind: 'notDue' });
  });
});
