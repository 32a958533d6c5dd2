import { publishWorkflowId, retirementWorkflowId } from '../../../domain/workflowContract';
import { Connection } from '../../../models/connections/Connection';
import type { CreatedRun } from '../../support/runs/publishing';
import type { Answer } from '../../support/actors';
import { until } from '../../support/until';
import { hourMs, leftOf, next, patienceMs, payload, rowOf, stopped } from '../calling';
import type { Calling } from '../calling';

/** The path at which the sandbox takes uploads. */
export const uploads = '/upload/youtube/v3/videos';

/** The actions of a caller on an assignment, each with its visible effect. */
export function operate(calling: Calling) {
  const ask = async (assignment: CreatedRun, method: string, suffix = '', body?: unknown): Promise<Answer> =>
    calling.request(assignment, method, `/api/v1/assignments/${assignment.assignmentId}${suffix}`, body);
  const removeConnection = async (assignment: CreatedRun): Promise<Answer> =>
    calling.request(assignment, 'DELETE', `/api/v1/connections/${assignment.channel.connectionId}`);

  /** The webhooks of this assignment, in the order in which they came. */
  const statusesSent = ({ assignmentId }: CreatedRun) =>
    calling.receiver
      .events()
      .filter((event) => event['assignmentId'] === assignmentId)
      .map(({ status }) => status);

  async function expectCancelled(assignment: CreatedRun, cleanup: string): Promise<void> {
    const { run, row, statuses, credits } = await calling.publishing.outcomeOf(assignment, patienceMs);
    expect({ run, status: row.status, last: statuses.at(-1), credits, cleanup: row.cleanup }).toEqual({
      run: 'CANCELLED',
      status: 'cancelled',
      last: 'cancelled',
      credits: ['hold', 'release'],
      cleanup,
    });
    expect(await leftOf(calling.publishing, assignment)).toEqual({ open: [], videos: [] });
    await until(() => statusesSent(assignment).includes('cancelled'));
  }

  async function expectPublished(assignment: CreatedRun, title = payload.title): Promise<void> {
    const { run, row, videos, credits } = await calling.publishing.outcomeOf(assignment, patienceMs);
    expect({ run, status: row.status, errors: row.errors }).toEqual({
      run: 'COMPLETED',
      status: 'published',
      errors: [],
    });
    expect(videos).toMatchObject([{ id: row.platformPostId, snippet: { title }, status: { privacyStatus: 'public' } }]);
    expect(credits.filter((type) => type === 'charge')).toHaveLength(1);
    await until(() => statusesSent(assignment).at(-1) === 'published');
  }

  return { ask, removeConnection, statusesSent, expectCancelled, expectPublished };
}

/** Describes the effects of a caller's changes. @param during does a change while Temporal is there, or down */
export function describeOperations(calling: Calling, during: (work: () => Promise<void>) => Promise<void>): void {
  const { ask, removeConnection, statusesSent, expectCancelled, expectPublished } = operate(calling);

  it('a cancelled transfer stops before another one has reported its progress three times, and what was half made is removed', async () => {
    const [assignment, other] = await Promise.all([calling.uploading(), calling.uploading()]);
    await during(async () => {
      expect((await ask(assignment, 'DELETE')).status).toBe(204);
      expect((await rowOf(assignment)).status).toBe('cancelled');
      expect(await stopped(assignment, other)).toBeLessThanOrEqual(2);
    });
    await expectCancelled(assignment, 'done');
    expect(statusesSent(assignment)).toEqual(['uploading', 'cancelled']);
  });

  it('a cancelled assignment that waits is over, and the platform never hears of it', async () => {
    const assignment = await calling.submit({ scheduledAt: new Date(Date.now() + hourMs) });
    await during(async () => expect((await ask(assignment, 'DELETE')).status).toBe(204));
    await expectCancelled(assignment, 'none');
    expect(statusesSent(assignment)).toEqual(['cancelled']);
  });

  it('a cancelled assignment that has been uploaded leaves no video', async () => {
    const assignment = await calling.putOff();
    expect((await leftOf(calling.publishing, assignment)).videos).toHaveLength(1);
    await during(async () => expect((await ask(assignment, 'DELETE')).status).toBe(204));
    await expectCancelled(assignment, 'done');
  });

  it('an assignment whose time is now after all is published, by its next generation alone', async () => {
    const assignment = await calling.submit({ scheduledAt: new Date(Date.now() + hourMs) });
    const body = { scheduledAt: null, payload: { title: 'Now after all' } };
    await during(async () => expect((await ask(assignment, 'PATCH', '', body)).status).toBe(200));
    await expectPublished(await next(calling.publishing, assignment), 'Now after all');
    expect(await calling.publishing.temporal.endOf(assignment)).toBe('TERMINATED');
    expect(statusesSent(assignment)).toEqual(['uploading', 'uploaded', 'processing', 'published']);
  });

  it('an assignment that is put off does not begin', async () => {
    const assignment = await calling.submit({ scheduledAt: new Date(Date.now() + 60_000) });
    const scheduledAt = new Date(Date.now() + 2 * hourMs).toISOString();
    await during(async () => expect((await ask(assignment, 'PATCH', '', { scheduledAt })).status).toBe(200));
    expect(await calling.publishing.temporal.endOf(assignment, patienceMs)).toBe('TERMINATED');
    const handle = calling.publishing.temporal.client.workflow.getHandle(
      publishWorkflowId(await next(calling.publishing, assignment)),
    );
    expect((await handle.describe()).searchAttributes['ScheduledAt']).toEqual([new Date(scheduledAt)]);
    expect(await rowOf(assignment)).toMatchObject({ status: 'pending', generation: 2 });
  });

  it('an assignment that has been uploaded goes live with the payload and at the time of its last edit, without a second upload', async () => {
    const assignment = await calling.putOff();
    await during(async () => {
      expect((await ask(assignment, 'PATCH', '', { payload: { title: 'Edited once' } })).status).toBe(200);
      expect((await ask(assignment, 'PATCH', '', { payload: { title: 'Edited twice' } })).status).toBe(200);
      expect((await ask(assignment, 'PATCH', '', { scheduledAt: null })).status).toBe(200);
    });
    // Each edit of a prepared assignment begins another run.
    await expectPublished(await next(calling.publishing, { ...assignment, generation: 3 }), 'Edited twice');
    expect(statusesSent(assignment)).toEqual(['uploading', 'uploaded', 'processing', 'published']);
  });

  it('a failed assignment that is retried is published, for a new hold', async () => {
    await calling.publishing.sandbox.control('POST', '/settings', { outcome: 'failed' });
    const assignment = await calling.submit();
    expect((await calling.publishing.outcomeOf(assignment)).row.errors).toMatchObject([{ code: 'PROCESSING_FAILED' }]);
    await calling.publishing.sandbox.control('POST', '/settings', { outcome: 'succeeded' });
    await during(async () => expect(await ask(assignment, 'POST', '/retry')).toMatchObject({ status: 200 }));
    await expectPublished(await next(calling.publishing, assignment));
    expect((await calling.publishing.outcomeOf(await next(calling.publishing, assignment))).credits).toEqual([
      'hold',
      'release',
      'hold',
      'charge',
    ]);
  });

  it('a removed connection stops its transfers as soon, which are cleaned up, and then has no tokens any more', async () => {
    const [assignment, other] = await Promise.all([calling.uploading(), calling.uploading()]);
    const seq = (await calling.publishing.callsSince(0)).at(-1)!.seq;
    await during(async () => {
      expect((await removeConnection(assignment)).status).toBe(204);
      expect(await rowOf(assignment)).toMatchObject({ status: 'failed', errors: [{ code: 'CONNECTION_INACTIVE' }] });
      expect(await stopped(assignment, other)).toBeLessThanOrEqual(2);
    });
    const { run, row, credits } = await calling.publishing.outcomeOf(assignment, patienceMs);
    expect({ run, cleanup: row.cleanup, credits }).toEqual({
      run: 'FAILED',
      cleanup: 'done',
      credits: ['hold', 'release'],
    });
    expect(await leftOf(calling.publishing, assignment)).toEqual({ open: [], videos: [] });
    const { connectionId } = assignment.channel;
    await until(async () => (await Connection.findByPk(connectionId))!.tokenStatus === 'missing', patienceMs);
    expect(await Connection.findByPk(connectionId)).toMatchObject({ accessToken: null, refreshToken: null });
    const calls = (await calling.publishing.callsSince(seq)).map(({ method, path }) => `${method} ${path}`);
    expect(calls.filter((call) => call === 'POST /revoke')).toHaveLength(1);
    expect(calls.indexOf('POST /revoke')).toBeGreaterThan(calls.indexOf(`DELETE ${uploads}`));
    const handle = calling.publishing.temporal.client.workflow.getHandle(
      retirementWorkflowId({ connectionId, removal: 1 }),
    );
    await handle.result();
    await until(() => statusesSent(assignment).includes('failed'));
  });
}
