import * as fc from 'fast-check';
import type { AssignmentStatus } from '../../domain/assignment';
import { bringAnew, endCleanup, fail, failTry, report } from '../support/runs/reports';
import { beginCall } from '../support/runs/attempts';
import { useApp } from '../support/callers/app';
import { runs } from '../support/counts';
import { move, targets } from '../support/runs/jobs';
import { startOperating } from '../support/runs/operating';
import type { Operating } from '../support/runs/operating';
import { passTime } from '../support/runs/passTime';

const app = useApp();
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** All that is done in one run takes far less, and each wait is far longer. */
const slackMs = hourMs / 2;
const failure = { code: 'PLATFORM_UNAVAILABLE', message: 'The platform is down.' } as const;

/** One job, and the phase that it is in, as somebody sees it who only hears of what is done. */
class Job {
  /** Since the phase began. */
  sinceMs = 0;
  /** Since the call that publishes and has no known outcome; null while there is none. */
  sinceCallMs: number | null = null;
  /** Failed tries of the phase, in a row. */
  tries = 0;
  attemptId: number | null = null;

  readonly id: string;
  readonly operating: Operating;

  constructor(id: string, operating: Operating) {
    this.id = id;
    this.operating = operating;
  }

  begins(): void {
    this.sinceMs = 0;
    this.tries = 0;
  }

  async row() {
    return this.operating.row(this.id);
  }

  async fence() {
    const { generation } = await this.row();
    return { assignmentId: this.id, generation };
  }
}

type Step = (job: Job) => Promise<void>;

const next: Partial<Record<AssignmentStatus, AssignmentStatus>> = {
  pending: 'uploading',
  uploading: 'uploaded',
  uploaded: 'processing',
  processing: 'published',
};

/** A caller's request, which may begin another run. */
async function ask(job: Job, method: string, suffix: string, body?: object): Promise<void> {
  const before = await job.row();
  await job.operating.call(method, `/api/v1/assignments/${job.id}${suffix}`, { ...(body && { body }) });
  const after = await job.row();
  if (after.generation !== before.generation || after.status !== before.status) job.begins();
}

async function moveTo(job: Job, to: AssignmentStatus): Promise<void> {
  if (to === 'pending') return;
  await move({ assignmentId: job.id }, targets[to]);
  job.begins();
  if (to === 'published') job.sinceCallMs = null;
}

/** Everything that a run or a caller does to the counters and clocks of a job, or that ends one of its phases. */
const steps: Record<string, Step> = {
  'a try fails': async (job) => {
    const { assignmentId, generation } = await job.fence();
    job.tries += 1;
    const before = await job.row();
    const { tries, generation: later, status } = await failTry({ assignmentId, generation }, failure);
    if (later !== generation || status !== before.status) job.begins();
    if (!tries) return;
    expect(tries.count).toBeLessThanOrEqual(job.tries);
    expect(Date.now() - tries.since).toBeLessThanOrEqual(job.sinceMs + slackMs);
  },
  'the platform is still processing': async (job) => {
    const { assignmentId, generation } = await job.fence();
    if (await report({ assignmentId }, { is: 'busy', generation })) job.tries = 0;
    const { busy, errors } = await job.row();
    const isTooLong = errors.some(({ message }) => message.includes('did not finish processing'));
    const atMostMs = Math.min(job.sinceMs, job.sinceCallMs ?? Infinity) + slackMs;
    if (isTooLong) expect(atMostMs).toBeGreaterThan(dayMs);
    if (busy) expect(Date.now() - busy.since).toBeLessThanOrEqual(atMostMs);
  },
  'it moves on': async (job) => {
    const to = next[(await job.row()).status];
    if (to) await moveTo(job, to);
  },
  'it fails': async (job) => {
    const { status } = await job.row();
    if (next[status]) await moveTo(job, 'failed');
  },
  'its preparation waits': async (job) => {
    const before = await job.row();
    await fail(await job.fence(), failure);
    const after = await job.row();
    if (after.preparationsFailed !== before.preparationsFailed || after.status !== before.status) job.begins();
  },
  'it is prepared': async (job) => {
    const { assignmentId, generation } = await job.fence();
    if (await report({ assignmentId }, { is: 'prepared', generation })) job.begins();
  },
  'it is prepared anew': async (job) => {
    const before = await job.row();
    await fail(await job.fence(), failure, { isLost: true });
    const after = await job.row();
    if (after.generation !== before.generation || after.status !== before.status) job.begins();
  },
  'its media are there anew': async (job) => {
    const { isMediaDue } = await job.row();
    await bringAnew(await job.fence());
    if (isMediaDue) job.begins();
  },
  'a call publishes': async (job) => {
    const attemptId = await beginCall({ ...(await job.fence()), leaseSeconds: 1 });
    if (attemptId === null) return;
    job.attemptId = attemptId;
    job.sinceCallMs = 0;
  },
  'the call is accepted': async (job) => {
    const { assignmentId } = await job.fence();
    if (await report({ assignmentId }, { is: 'answered', answer: 'accepted' })) job.sinceCallMs = 0;
  },
  'the call has not happened': async (job) => {
    const { assignmentId } = await job.fence();
    if (!(await report({ assignmentId }, { is: 'answered', answer: 'refused' }))) return;
    job.sinceCallMs = null;
    job.begins();
  },
  'its clean-up ends': async (job) => {
    const { assignmentId, generation } = await job.fence();
    if (await endCleanup(assignmentId, generation, { outcome: 'done' })) job.begins();
  },
  'it is retried': async (job) => ask(job, 'POST', '/retry'),
  'its text is edited': async (job) => ask(job, 'PATCH', '', { payload: { title: `Edited at ${job.sinceMs}` } }),
  'it is put off': async (job) => ask(job, 'PATCH', '', { scheduledAt: new Date(Date.now() + 365 * dayMs) }),
  'its time is now': async (job) => ask(job, 'PATCH', '', { scheduledAt: null }),
};

const wait = fc.oneof(fc.constant(0), fc.integer({ min: hourMs, max: 366 * dayMs }));
const step = fc.record({ waitMs: wait, name: fc.constantFrom(...Object.keys(steps)) });
/** The steps that show a limit are wanted often. */
const shown = fc.record({
  waitMs: wait,
  name: fc.constantFrom('a try fails', 'the platform is still processing', 'it moves on'),
});

it('a limit counts nothing that was before its phase, whatever comes in whatever order, up to 366 days apart', async () => {
  const operating = await startOperating(app, { credits: 10_000_000 });
  const life = fc.record({
    aheadMs: fc.oneof(fc.constant(null), fc.integer({ min: hourMs, max: 366 * dayMs })),
    list: fc.array(fc.oneof(step, shown), { minLength: 5, maxLength: 30 }),
  });
  await fc.assert(
    fc.asyncProperty(life, async ({ aheadMs, list }) => {
      const scheduledAt = aheadMs === null ? null : new Date(Date.now() + aheadMs);
      const id = await operating.make('pending', { scheduledAt, prepareAheadSeconds: 366 * 86_400 });
      const job = new Job(id, operating);
      for (const { waitMs, name } of list) {
        if (waitMs > 0) await passTime(app.database, id, waitMs);
        job.sinceMs += waitMs;
        if (job.sinceCallMs !== null) job.sinceCallMs += waitMs;
        await steps[name]!(job);
      }
    }),
    runs(25, 2000),
  );
}, 1_800_000);
