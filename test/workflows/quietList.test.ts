import { createMinuteTasks } from '../../activities';
import {
  connectChannelWorkflow,
  deliverWebhookWorkflow,
  housekeeping,
  mailInvitationWorkflow,
  publishAssignmentWorkflow,
  retireConnectionWorkflow,
} from '../../domain/workflowContract';
import { MinuteTask } from '../../models/housekeeping/MinuteTask';
import { minuteTaskNames } from '../../models/housekeeping/minuteTasks';
import { startMinuteTasks } from '../../outbox/minuteTasks';
import { createMinuteWork } from '../../outbox/minuteWork';
import { ensureSchedules } from '../../outbox/schedules';
import { usePublishing } from '../support/runs/publishing';
import { until } from '../support/until';
import { use } from '../support/use';

const publishing = usePublishing();
use(async () => {
  const { temporal, dispatcher, deps } = publishing;
  const { logger, metrics, dueGate } = deps;
  const work = createMinuteWork({
    ...deps,
    client: temporal.client,
    dispatcher,
    standBack: dueGate.standBack,
    outside: createMinuteTasks(deps),
  });
  return startMinuteTasks({ work, turnMs: 20, logger, metrics });
});

const ofCallers: readonly string[] = [
  publishAssignmentWorkflow,
  deliverWebhookWorkflow,
  connectChannelWorkflow,
  mailInvitationWorkflow,
  retireConnectionWorkflow,
];
/** Yesterday, by UTC. */
const midnightMs = new Date().setUTCHours(0, 0, 0, 0);
const day = { start: new Date(midnightMs - 86_400_000), end: new Date(midnightMs - 1) };
/** All runs but those for which a schedule's time comes while the test prepares it. */
const query = `TemporalScheduledStartTime IS NULL OR TemporalScheduledStartTime <= '${day.end.toISOString()}'`;

/** The runs that Temporal lists, by their workflow. */
async function listed(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for await (const { type } of publishing.temporal.client.workflow.list({ query }))
    counts[type] = (counts[type] ?? 0) + 1;
  return counts;
}

it('of a whole day has 73 runs that are no work of callers, however often the minute tasks are done', async () => {
  const { client } = publishing.temporal;
  const assignment = await publishing.submit(await publishing.connect());
  expect(await publishing.outcomeOf(assignment)).toMatchObject({ run: 'COMPLETED' });
  await ensureSchedules(client);
  for (const { scheduleId } of Object.values(housekeeping)) {
    const schedule = client.schedule.getHandle(scheduleId);
    await schedule.pause();
    await schedule.backfill({ ...day, overlap: 'ALLOW_ALL' });
  }
  for (let times = 0; times < 4; times += 1) {
    for (const name of minuteTaskNames) await MinuteTask.ask(name);
    await until(async () => [...(await MinuteTask.states()).values()].every(({ askedAt }) => askedAt === null));
  }
  const isWhole = async () => {
    const running = await client.workflow.count(`ExecutionStatus = 'Running'`);
    const { [publishAssignmentWorkflow]: published, refreshTokens, cleanUp } = await listed();
    return running.count === 0 && published && refreshTokens === 24 && cleanUp === 24;
  };
  await until(isWhole, { stepMsMax: 500 });
  const counts = Object.entries(await listed()).filter(([workflow]) => !ofCallers.includes(workflow));
  expect(Object.fromEntries(counts)).toEqual({
    cleanUp: 24,
    readSubscriptions: 12,
    reconcileAll: 1,
    refreshTokens: 24,
    snapshotChannels: 12,
  });
  expect(counts.reduce((sum, [, count]) => sum + count, 0)).toBe(73);
});
