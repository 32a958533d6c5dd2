import type { WorkflowExecutionDescription } from '@temporalio/client';
import { Client } from 'pg';
import { publishWorkflowId } from '../../../domain/workflowContract';
import { Upload } from '../../../models/assignments/Upload';
import type { Call, CreatedRun, Outcome } from '../../support/runs/publishing';
import { noteStatements } from '../../support/runs/sentStatements';
import { film, usePublishing } from '../../support/runs/publishing';
import { eventsBesideTasks } from '../../support/servers/temporal';
import type { HistoryEvent } from '../../support/servers/temporal';
import { until } from '../../support/until';

const payload = {
  title: 'Walking the coast path',
  description: 'Three days, two shoes.',
  privacy: 'public',
  tags: ['coast', 'long walk'],
  categoryId: '19',
  madeForKids: true,
};
const published = ['pending', 'uploading', 'uploaded', 'processing', 'published'];

const publishing = usePublishing();

describe('a video to be published at once', () => {
  let assignment: CreatedRun;
  let outcome: Outcome;
  let calls: Call[];
  let history: HistoryEvent[];
  let run: WorkflowExecutionDescription;
  let statements: readonly string[];

  beforeAll(async () => {
    const channel = await publishing.connect();
    assignment = await publishing.submit(channel, { payload });
    const { sent, stop } = noteStatements();
    await publishing.temporal.endOf(assignment);
    stop();
    statements = sent.map(({ text }) => text);
    outcome = await publishing.outcomeOf(assignment);
    calls = await publishing.callsSince(0);
    history = await publishing.temporal.historyOf(assignment);
    run = await publishing.temporal.client.workflow.getHandle(publishWorkflowId(assignment)).describe();
  });

  it('passes through each state once, in order', () => expect(outcome.statuses).toEqual(published));

  it('counts its quota by three statements', () => {
    // With the token of the upload, with the token of the look, and for the read and the write that publish.
    expect(statements.filter((sql) => /INTO quota_days/.test(sql))).toHaveLength(3);
  });

  it('is one video with the metadata and the audience of the payload, byte for byte the source', async () => {
    expect(outcome.videos).toEqual([
      expect.objectContaining({
        id: outcome.row.platformPostId,
        sizeBytes: film.length,
        snippet: {
          title: payload.title,
          description: payload.description,
          tags: payload.tags,
          categoryId: payload.categoryId,
        },
        status: expect.objectContaining({ privacyStatus: 'public', selfDeclaredMadeForKids: true }),
      }),
    ]);
    const stored = await fetch(`${publishing.sandbox.url}/youtube/media/${outcome.row.platformPostId}`);
    expect(film.equals(Buffer.from(await stored.arrayBuffer()))).toBe(true);
  });

  it('gets its audience by the last of few calls', () => {
    expect(calls.map(({ method, path, contentRange = '' }) => `${method} ${path} ${contentRange}`.trim())).toEqual([
      'POST /upload/youtube/v3/videos',
      `PUT /upload/youtube/v3/videos bytes 0-${film.length - 1}/${film.length}`,
      'GET /youtube/v3/videos',
      'GET /youtube/v3/videos',
      'PUT /youtube/v3/videos',
    ]);
    expect(outcome.videos[0].publicSince >= calls.at(-1)!.at).toBe(true);
  });

  it('has its id, its address and the time in its row', () => {
    const { platformPostId, platformUrl, publishedAt, updatedAt, errors } = outcome.row;
    expect(platformUrl).toBe(`https://www.youtube.com/watch?v=${platformPostId}`);
    expect(publishedAt!.getTime()).toBeGreaterThanOrEqual(Date.parse(outcome.videos[0].publicSince));
    expect(publishedAt!.getTime()).toBeLessThanOrEqual(updatedAt.getTime());
    expect(errors).toEqual([]);
  });

  it('posts its hold', () => expect(outcome.credits).toEqual(['hold', 'charge']));

  it('can be found by its search attributes', async () => {
    const of = Object.fromEntries(run.typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value]));
    expect(of).toMatchObject({
      AssignmentId: assignment.assignmentId,
      WorkspaceId: assignment.channel.workspaceId,
      ConnectionId: assignment.channel.connectionId,
      Platform: 'youtube',
      ContentType: 'video',
      AssignmentStatus: 'published',
    });
    const query = `AssignmentId = '${assignment.assignmentId}' AND AssignmentStatus = 'published'`;
    const { client } = publishing.temporal;
    await until(async () => (await client.workflow.count(query)).count === 1);
  });

  it('tells an operator what it is and how far', async () => {
    expect(await run.staticSummary()).toMatch(/^youtube video to Channel \d+$/);
    const { client } = publishing.temporal;
    const handle = client.workflow.getHandle(publishWorkflowId(assignment));
    const { currentDetails } = await handle.query<{ currentDetails: string }>('__temporal_workflow_metadata');
    expect(currentDetails).toBe('**published**');
  });

  it('runs on the main queue, with one activity on the queue for transfers', () => {
    const queues = history.flatMap(({ activityTaskScheduledEventAttributes: task }) => task?.taskQueue?.name ?? []);
    expect(run.taskQueue).toBe('main');
    expect(queues).toEqual(['media-youtube']);
  });

  it('comes before scheduled ones, and shares fairly among workspaces', () => {
    const { priority } = history[0]!.workflowExecutionStartedEventAttributes!;
    expect(priority).toMatchObject({ priorityKey: 2, fairnessKey: assignment.channel.workspaceId });
  });

  it('is a run that reads Completed, of one activity, in few events', () => {
    expect(outcome.run).toBe('COMPLETED');
    expect(eventsBesideTasks(history)).toEqual([
      'workflowExecutionStarted',
      'markerRecorded',
      'activityTaskScheduled',
      'activityTaskStarted',
      'activityTaskCompleted',
      'upsertWorkflowSearchAttributes',
      'workflowExecutionCompleted',
    ]);
  });

  it('carries nothing but ids in its history', () => {
    const dump = dumpOf(history);
    expect(dump).toContain(assignment.assignmentId);
    for (const secret of [
      assignment.channel.accessToken,
      assignment.channel.refreshToken,
      'upload_id=',
      outcome.row.mediaUrl!,
    ]) {
      expect(dump).not.toContain(secret);
    }
  });
});

/** Everything in a history, payloads in clear. */
function dumpOf(history: HistoryEvent[]): string {
  return JSON.stringify(history, (_key, value) =>
    value?.type === 'Buffer' ? Buffer.from(value.data).toString() : value,
  );
}

describe('an assignment that fails', () => {
  it.each([
    ['because of its media', { status: 404 }, 'MEDIA_DOWNLOAD_FAILED'],
    ['because of the platform', { bytes: film }, 'PLATFORM_REJECTED'],
  ])('%s is found by its code, and carries no secret in its history or its error', async (_why, source, code) => {
    const channel = await publishing.connect();
    const words = { error: { code: 400, message: `Bad token ${channel.accessToken}`, errors: [{ reason: 'bad' }] } };
    // A request with an unknown refusal is tried three times.
    const everyTime = { method: 'PUT', path: '/upload/youtube/v3/videos', times: 3 };
    await publishing.fault(everyTime, { status: 400, body: words });
    const mediaUrl = `${publishing.media.serve(source).url}?signature=planted`;
    const assignment = await publishing.submit(channel, { payload, mediaUrl });
    const { run, row } = await publishing.outcomeOf(assignment);
    await publishing.sandbox.control('DELETE', '/faults');
    expect({ run, codes: row.errors.map((error) => error.code) }).toEqual({ run: 'FAILED', codes: [code] });
    const { client } = publishing.temporal;
    await until(async () => (await client.workflow.count(`ErrorCode = '${code}'`)).count === 1);
    const written =
      dumpOf(await publishing.temporal.historyOf(assignment)) + JSON.stringify([row.errors, publishing.log]);
    for (const secret of ['planted', channel.accessToken, channel.refreshToken, 'upload_id=']) {
      expect(written).not.toContain(secret);
    }
  });
});

describe('a post', () => {
  it('stays private until it has been processed', async () => {
    await publishing.sandbox.control('POST', '/settings', { processingMs: 500 });
    const channel = await publishing.connect();
    const assignment = await publishing.submit(channel, { payload: { ...payload, privacy: 'unlisted' } });
    const read = async () => {
      const { videos } = await publishing.sandbox.stateOf('youtube');
      return videos.find(({ channelId }: { channelId: string }) => channelId === channel.channelId)?.status;
    };
    await until(async () => (await read())?.processingStatus === 'processing');
    expect((await read()).privacyStatus).toBe('private');
    const { videos, statuses } = await publishing.outcomeOf(assignment);
    expect(videos).toMatchObject([{ status: { privacyStatus: 'unlisted' } }]);
    expect(statuses).toEqual(published);
    await publishing.sandbox.control('POST', '/settings', { processingMs: 0 });
  });

  it('shows how far its upload is, to operators and to callers', async () => {
    const source = publishing.media.serve({ bytes: film, pauseAfterBytes: 300 * 1024 });
    const assignment = await publishing.submit(await publishing.connect(), { payload, mediaUrl: source.url });
    const handle = publishing.temporal.client.workflow.getHandle(publishWorkflowId(assignment));
    const pending = async () => (await handle.describe()).raw.pendingActivities?.[0];
    const toOperators = async () => {
      const beat = (await pending())?.heartbeatDetails?.payloads?.[0]?.data;
      return beat ? JSON.parse(Buffer.from(beat).toString()) : undefined;
    };
    await until(async () => (await toOperators())?.bytes === 300 * 1024);
    expect(await toOperators()).toEqual({ phase: 'uploading', item: 0, bytes: 300 * 1024 });
    await until(async () => (await Upload.findByPk(assignment.assignmentId))?.bytesTransferred === 300 * 1024);
    expect(await Upload.findByPk(assignment.assignmentId)).toMatchObject({ sizeBytes: film.length });
    source.resume();
    expect((await publishing.outcomeOf(assignment)).row.status).toBe('published');
    const { values } = await publishing.deps.metrics.uploadsInFlight.get();
    expect(values.map(({ value }) => value)).toEqual([0]);
  });

  it('that is to stay private is looked at, and not changed', async () => {
    const before = (await publishing.callsSince(0)).at(-1)!.seq;
    const assignment = await publishing.submit(await publishing.connect(), {
      payload: { ...payload, privacy: 'private' },
    });
    const { videos, statuses } = await publishing.outcomeOf(assignment);
    expect(statuses).toEqual(published);
    expect(videos).toMatchObject([{ status: { privacyStatus: 'private' } }]);
    const calls = await publishing.callsSince(before);
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /upload/youtube/v3/videos',
      'PUT /upload/youtube/v3/videos',
      'GET /youtube/v3/videos',
      'GET /youtube/v3/videos',
    ]);
  });

  it('that is a short has the address of a short', async () => {
    const assignment = await publishing.submit(await publishing.connect(), { type: 'short', payload });
    const { row, videos } = await publishing.outcomeOf(assignment);
    expect(row.platformUrl).toBe(`https://www.youtube.com/shorts/${videos[0].id}`);
  });

  it('whose payload was edited before the point of no return is published with the edit', async () => {
    const source = publishing.media.serve({ bytes: film, pauseAfterBytes: 300 * 1024 });
    const assignment = await publishing.submit(await publishing.connect(), { payload, mediaUrl: source.url });
    await until(() => source.requests[0]?.sentBytes === 300 * 1024);
    const edited = JSON.stringify({ ...payload, title: 'Edited', tags: [], privacy: 'unlisted' });
    await publishing.database.query('UPDATE assignments SET payload = $1 WHERE id = $2 RETURNING id', [
      edited,
      assignment.assignmentId,
    ]);
    source.resume();
    const { videos, run } = await publishing.outcomeOf(assignment);
    expect(run).toBe('COMPLETED');
    expect(videos).toMatchObject([{ snippet: { title: 'Edited' }, status: { privacyStatus: 'unlisted' } }]);
    expect(videos[0].snippet.tags ?? []).toEqual([]);
  });

  it('is published once although the database ends all connections, again and again', async () => {
    const source = publishing.media.serve({ bytes: film, pauseAfterBytes: 300 * 1024 });
    const assignment = await publishing.submit(await publishing.connect(), { payload, mediaUrl: source.url });
    await until(() => source.requests[0]?.sentBytes === 300 * 1024);
    const breaker = new Client(publishing.database.url);
    await breaker.connect();
    const endConnections = async () =>
      breaker.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE application_name = 'content-delivery' AND datname = current_database()`,
      );
    const statusOf = async () =>
      (await breaker.query('SELECT status FROM assignments WHERE id = $1', [assignment.assignmentId])).rows[0].status;
    await endConnections();
    source.resume();
    for (const status of ['uploaded', 'processing', 'published']) {
      await until(async () => published.indexOf(await statusOf()) >= published.indexOf(status));
      await endConnections();
    }
    await breaker.end();
    await until(async () =>
      publishing.database.query('SELECT 1').then(
        () => true,
        () => false,
      ),
    );
    const { run, statuses, credits, videos } = await publishing.outcomeOf(assignment);
    expect({ run, statuses, credits }).toEqual({ run: 'COMPLETED', statuses: published, credits: ['hold', 'charge'] });
    expect(videos).toHaveLength(1);
  });

  it('is one of many at once, each published once', async () => {
    const channel = await publishing.connect();
    const assignments = await Promise.all(Array.from({ length: 12 }, () => publishing.submit(channel, { payload })));
    const outcomes = await Promise.all(assignments.map((assignment) => publishing.outcomeOf(assignment)));
    expect(outcomes.map(({ statuses }) => statuses)).toEqual(assignments.map(() => published));
    const ids = outcomes.map(({ row }) => row.platformPostId);
    const { videos } = await publishing.outcomeOf(assignments[0]!);
    expect(videos).toHaveLength(assignments.length);
    expect(new Set(videos.map(({ id }) => id))).toEqual(new Set(ids));
  });
});
