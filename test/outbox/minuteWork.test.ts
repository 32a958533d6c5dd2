import { buildReadPost } from '../support/build/readPost';
import { createMinuteTasks } from '../../activities';
import { minuteTaskNames } from '../../models/housekeeping/minuteTasks';
import { publishWorkflowId } from '../../domain/workflowContract';
import { Assignment } from '../../models/assignments/Assignment';
import { MinuteTask } from '../../models/housekeeping/MinuteTask';
import type { MinuteTaskName } from '../../models/housekeeping/minuteTasks';
import { WebhookDelivery } from '../../models/webhooks/WebhookDelivery';
import { startMinuteTasks } from '../../outbox/minuteTasks';
import { createMinuteWork } from '../../outbox/minuteWork';
import { buildDelivery } from '../support/build/delivery';
import { openGate } from '../support/runs/gate';
import { film, usePublishing } from '../support/runs/publishing';
import type { CreatedRun } from '../support/runs/publishing';
import { hurried } from '../support/runs/stuckTask';
import { until } from '../support/until';
import { use } from '../support/use';

const publishing = usePublishing();
const { signal } = new AbortController();

function works(client = publishing.temporal.client) {
  const { dispatcher, deps } = publishing;
  const { logger, metrics, dueGate } = deps;
  return createMinuteWork({
    client,
    dispatcher,
    logger,
    metrics,
    standBack: dueGate.standBack,
    outside: createMinuteTasks(deps),
  });
}

// Their runs come when the tests ask for them, and at no other time.
beforeAll(async () => Promise.all(minuteTaskNames.map(async (name) => MinuteTask.pause(name))));
use(async () => startMinuteTasks({ work: works(), turnMs: 20, ...publishing.deps }));

/** Asks for a run, as an operator does, and waits for its result. */
async function runNow(name: MinuteTaskName): Promise<unknown> {
  await MinuteTask.ask(name);
  await until(async () => (await MinuteTask.states()).get(name)?.askedAt === null);
  const { result, error } = (await MinuteTask.states()).get(name)!;
  return error ?? result;
}

async function age(table: 'assignments' | 'webhook_deliveries', id: string): Promise<void> {
  const column = table === 'assignments' ? 'updated_at' : 'created_at';
  await publishing.database.query(`UPDATE ${table} SET ${column} = now() - interval '2 minutes' WHERE id = $1`, [id]);
  await publishing.database.query(
    `UPDATE outbox SET dispatched_at = now() - interval '2 minutes' WHERE subject_id = $1`,
    [id],
  );
}

const terminate = async (assignment: CreatedRun): Promise<unknown> =>
  publishing.temporal.client.workflow.getHandle(publishWorkflowId(assignment)).terminate('by hand');

/** An assignment whose media has come half way, and stays there. */
async function halfWay() {
  const source = publishing.media.serve({ bytes: film, pauseAfterBytes: 300_000 });
  const assignment = await publishing.submit(await publishing.connect(), { mediaUrl: source.url });
  await until(() => source.requests[0]?.sentBytes === 300_000);
  return { assignment, resume: () => source.resume() };
}

describe('reconcile', () => {
  it('an assignment whose run was terminated in the middle of its upload is published, once', async () => {
    const { assignment, resume } = await halfWay();
    await terminate(assignment);
    // Progress that the old transfer still reports makes the row look alive.
    await until(async () => {
      await age('assignments', assignment.assignmentId);
      return JSON.stringify(await runNow('reconcile')).includes('"repaired":1');
    });
    resume();
    const { run, row, videos, credits } = await publishing.outcomeOf({ ...assignment, generation: 2 });
    expect({ run, status: row.status, videos: videos.length }).toEqual({
      run: 'COMPLETED',
      status: 'published',
      videos: 1,
    });
    expect(credits).toEqual(['hold', 'charge']);
  });

  it('a webhook delivery without a workflow goes on', async () => {
    const { workspaceId, connectionId } = await publishing.connect();
    const { deliveryId, outboxId } = await buildDelivery({ workspaceId, connectionId }, publishing.sandbox.url);
    await publishing.database.query(`UPDATE outbox SET dispatched_at = now(), outcome = 'sent' WHERE id = $1`, [
      outboxId,
    ]);
    await age('webhook_deliveries', deliveryId);
    expect(await runNow('reconcile')).toMatchObject({ repaired: 1 });
    await until(async () => (await WebhookDelivery.findByPk(deliveryId, { raw: true }))!.attempts > 0);
  });

  it('asks Temporal about a run that was in order once a minute, unless an operator asks for it', async () => {
    const { assignment, resume } = await halfWay();
    const gate = await openGate(publishing.temporal);
    const { reconcile } = works(gate.client);
    const looks = async (isAsked = false): Promise<number> => {
      // A transfer that stands still reports nothing more, so the row may look lost.
      await age('assignments', assignment.assignmentId);
      await reconcile({ isAsked, goOn: async () => undefined, signal });
      const count = gate.calls
        .splice(0)
        .filter(({ workflowId }) => workflowId === publishWorkflowId(assignment)).length;
      // Its last report may have come in between: then the row was no suspect.
      const { updatedAt } = (await Assignment.findByPk(assignment.assignmentId))!;
      return count === 0 && Date.now() - updatedAt.getTime() < 60_000 ? looks(isAsked) : count;
    };
    expect([await looks(), await looks(), await looks()]).toEqual([1, 0, 0]);
    expect(await looks(true)).toBe(1);
    expect([await looks(), await hurried(looks)]).toEqual([0, 1]);
    gate.set('shut');
    await expect(reconcile({ isAsked: true, goOn: async () => undefined, signal })).rejects.toThrow(/./);
    gate.set('open');
    gate.calls.splice(0);
    // The client connects again in its own time.
    await until(async () => (await looks()) === 1, {
      isForgiving: true,
      wanted: 'a look at the run that had no answer',
    });
    await gate.stop();
    resume();
    expect(await publishing.outcomeOf(assignment)).toMatchObject({ run: 'COMPLETED' });
  });
});

describe('fold-statistics', () => {
  const note = async (count: number) => {
    const { workspaceId } = await publishing.connect();
    await publishing.database.query(
      'INSERT INTO statistic_changes (workspace_id, day, credits) SELECT $1, current_date, 7 FROM generate_series(1, $2::int)',
      [workspaceId, count],
    );
    return workspaceId;
  };

  it('adds up what was noted, in batches', async () => {
    const workspaceId = await note(1500);
    expect(await runNow('fold-statistics')).toEqual({ changes: expect.any(Number) });
    const sums = 'SELECT measure, amount FROM daily_statistics WHERE workspace_id = $1';
    expect(await publishing.database.query(sums, [workspaceId])).toEqual([{ measure: 'credits', amount: 10_500 }]);
    expect(await publishing.database.query('SELECT 1 FROM statistic_changes')).toEqual([]);
  });

  it('stops before the next batch where the process may not go on', async () => {
    const workspaceId = await note(2500);
    const turns = [undefined, new Error('no longer')];
    const goOn = async () => {
      const turn = turns.shift();
      if (turn) throw turn;
    };
    await expect(works()['fold-statistics']({ isAsked: false, goOn, signal })).rejects.toThrow('no longer');
    const left = 'SELECT count(*) FROM statistic_changes WHERE workspace_id = $1';
    expect(await publishing.database.query(left, [workspaceId])).toEqual([{ count: 1500 }]);
  });
});

it('read-posts: reads the posts of each platform that are due, with counts alone in its result', async () => {
  const channel = await publishing.connect();
  const id = await buildReadPost(publishing.database, channel, { postId: 'gone' });
  expect(await runNow('read-posts')).toEqual({
    youtube: { noted: 0, gone: 1, missed: 0, later: 0 },
    facebook: { noted: 0, gone: 0, missed: 0, later: 0 },
  });
  const sql = 'SELECT gone_at IS NOT NULL AS gone FROM read_posts WHERE assignment_id = $1';
  expect(await publishing.database.query(sql, [id])).toEqual([{ gone: true }]);
});

it('read-posts: a process that stops ends its round, and leaves the rest to the next', async () => {
  const channel = await publishing.connect();
  await buildReadPost(publishing.database, channel, { postId: 'gone' });
  const stopped = new Error('the process stops');
  const goOn = async () => {
    throw stopped;
  };
  await expect(works()['read-posts']({ isAsked: false, goOn, signal: AbortSignal.abort() })).rejects.toBe(stopped);
});
