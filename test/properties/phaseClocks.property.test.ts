import * as fc from 'fast-check';
import type { AssignmentStatus } from '../../domain/assignment';
import { bringAnew, endCleanup, fail, failTry, report } from '../support/runs/reports';
import { beginCall } from '../support/runs/attempts';
import { useApp } from '../support/callers/app';
import { runs } from '../support/counts';
import { move, targets } from '../support/runs/assignments';
import { startOperating } from '../support/runs/operating';
import type { Operating } from '../support/runs/operating';
import { passTime } from '../support/runs/passTime';

const app = useApp();
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** All that is done in one run takes far less, and each wait is far longer. */
const slackMs = hourMs / 2;
const failure = { code: 'PLATFORM_UNAVAILABLE', message: 'The platform is down.' } as const;

/** One assignment and its phase, as seen by an observer who only hears of the steps. */
class Assignment {
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

type Step = (assignment: Assignment) => Promise<void>;

const next: Partial<Record<AssignmentStatus, AssignmentStatus>> = {
  pending: 'uploading',
  uploading: 'uploaded',
  uploaded: 'processing',
  processing: 'published',
};

/** A caller's request, which may begin another run. */
async function ask(assignment: Assignment, method: string, suffix: string, body?: object): Promise<void> {
  const before = await assignment.row();
  await assignment.operating.call(method, `/api/v1/assignments/${assignment.id}${suffix}`, { ...(body && { body }) });
  const after = await assignment.row();
  if (after.generation !== before.generation || after.status !== before.status) assignment.begins();
}

async function moveTo(assignment: Assignment, to: AssignmentStatus): Promise<void> {
  if (to === 'pending') return;
  await move({ assignmentId: assignment.id }, targets[to]);
  assignment.begins();
  if (to === 'published') assignment.sinceCallMs = null;
}

/** Everything that a run or a caller does to the counters and clocks of an assignment, or that ends one of its phases. */
const steps: Record<string, Step> = {
  'a try fails': async (assignment) => {
    const { assignmentId, generation } = await assignment.fence();
    assignment.tries += 1;
    const before = await assignment.row();
    const { tries, generation: later, status } = await failTry({ assignmentId, generation }, failure);
    if (later !== generation || status !== before.status) assignment.begins();
    if (!tries) return;
    expect(tries.count).toBeLessThanOrEqual(assignment.tries);
    expect(Date.now() - tries.since).toBeLessThanOrEqual(assignment.sinceMs + slackMs);
  },
  'the platform is still processing': async (assignment) => {
    const { assignmentId, generation } = await assignment.fence();
    if (await report({ assignmentId }, { is: 'busy', generation })) assignment.tries = 0;
    const { busy, errors } = await assignment.row();
    const isTooLong = errors.some(({ message }) => message.includes('did not finish processing'));
    const atMostMs = Math.min(assignment.sinceMs, assignment.sinceCallMs ?? Infinity) + slackMs;
    if (isTooLong) expect(atMostMs).toBeGreaterThan(dayMs);
    if (busy) expect(Date.now() - busy.since).toBeLessThanOrEqual(atMostMs);
  },
  'it moves on': async (assignment) => {
    const to = next[(await assignment.row()).status];
    if (to) await moveTo(assignment, to);
  },
  'it fails': async (assignment) => {
    const { status } = await assignment.row();
    if (next[status]) await moveTo(assignment, 'failed');
  },
  'its preparation waits': async (assignment) => {
    const before = await assignment.row();
    await fail(await assignment.fence(), failure);
    const after = await assignment.row();
    if (after.preparationsFailed !== before.preparationsFailed || after.status !== before.status) assignment.begins();
  },
  'it is prepared': async (assignment) => {
    const { assignmentId, generation } = await assignment.fence();
    if (await report({ assignmentId }, { is: 'prepared', generation })) assignment.begins();
  },
  'it is prepared anew': async (assignment) => {
    const before = await assignment.row();
    await fail(await assignment.fence(), failure, { isLost: true });
    const after = await assignment.row();
    if (after.generation !== before.generation || after.status !== before.status) assignment.begins();
  },
  'its media are there anew': async (assignment) => {
    const { isMediaDue } = await assignment.row();
    await bringAnew(await assignment.fence());
    if (isMediaDue) assignment.begins();
  },
  'a call publishes': async (assignment) => {
    const attemptId = await beginCall({ ...(await assignment.fence()), leaseSeconds: 1 });
    if (attemptId === null) return;
    assignment.attemptId = attemptId;
    assignment.sinceCallMs = 0;
  },
  'the call is accepted': async (assignment) => {
    const { assignmentId } = await assignment.fence();
    if (await report({ assignmentId }, { is: 'answered', answer: 'accepted' })) assignment.sinceCallMs = 0;
  },
  'the call has not happened': async (assignment) => {
    const { assignmentId } = await assignment.fence();
    if (!(await report({ assignmentId }, { is: 'answered', answer: 'refused' }))) return;
    assignment.sinceCallMs = null;
    assignment.begins();
  },
  'its clean-up ends': async (assignment) => {
    const { assignmentId, generation } = await assignment.fence();
    if (await endCleanup(assignmentId, generation, { outcome: 'done' })) assignment.begins();
  },
  'it is retried': async (assignment) => ask(assignment, 'POST', '/retry'),
  'its text is edited': async (assignment) =>
    ask(assignment, 'PATCH', '', { payload: { title: `Edited at ${assignment.sinceMs}` } }),
  'it is put off': async (assignment) =>
    ask(assignment, 'PATCH', '', { scheduledAt: new Date(Date.now() + 365 * dayMs) }),
  'its time is now': async (assignment) => ask(assignment, 'PATCH', '', { scheduledAt: null }),
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
      const assignment = new Assignment(id, operating);
      for (const { waitMs, name } of list) {
        if (waitMs > 0) await passTime(app.database, id, waitMs);
        assignment.sinceMs += waitMs;
        if (assignment.sinceCallMs !== null) assignment.sinceCallMs += waitMs;
        await steps[name]!(assignment);
      }
    }),
    runs(25, 2000),
  );
}, 1_800_000);
