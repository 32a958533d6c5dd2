import { ScheduleOverlapPolicy } from '@temporalio/client';
import { housekeeping, mainQueue } from '../../domain/workflowContract';
import { ensureSchedules } from '../../outbox/schedules';
import { openNamespace } from '../support/servers/temporal';
import { until } from '../support/until';
import { useEach } from '../support/use';
import * as workflows from '../../workflows/index';

const definitions = Object.values(housekeeping);
const everyMs = {
  'reconcile-all': 86_400_000,
  'refresh-tokens': 3_600_000,
  'snapshot-channels': 7_200_000,
  'read-subscriptions': 7_200_000,
  'clean-up': 3_600_000,
} as const;

const temporal = useEach(openNamespace);

const handleOf = (scheduleId: string) => temporal.client.schedule.getHandle(scheduleId);
const described = async (scheduleId: string) => handleOf(scheduleId).describe();
async function all(): Promise<string[]> {
  const ids: string[] = [];
  for await (const { scheduleId } of temporal.client.schedule.list()) ids.push(scheduleId);
  return ids.sort();
}

it('makes every schedule of the table, of workflows that exist', async () => {
  await ensureSchedules(temporal.client);
  expect(definitions.map(({ scheduleId }) => scheduleId).sort()).toEqual(Object.keys(everyMs).sort());
  for (const { scheduleId, workflow, note } of definitions) {
    expect(Object.keys(workflows)).toContain(workflow);
    expect(await described(scheduleId)).toMatchObject({
      action: { workflowType: workflow, workflowId: scheduleId, taskQueue: mainQueue },
      spec: { intervals: [{ every: everyMs[scheduleId] }] },
      policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: 60_000 },
      state: { paused: false, note },
    });
  }
});

it('begins each at a second of its own, away from whole minutes', async () => {
  await ensureSchedules(temporal.client);
  const seconds: number[] = [];
  for (const { scheduleId } of definitions) {
    const { offset } = (await described(scheduleId)).spec.intervals![0]!;
    seconds.push((offset / 1000) % 60);
  }
  expect(new Set(seconds).size).toBe(definitions.length);
  expect(seconds.filter((second) => second < 15 || second > 55)).toEqual([]);
});

it('gives a run that hangs an end, so that it cannot keep its schedule from ever running again', async () => {
  await ensureSchedules(temporal.client);
  for (const { scheduleId } of definitions) {
    const { raw } = await described(scheduleId);
    expect(Number(raw.schedule!.action!.startWorkflow!.workflowExecutionTimeout!.seconds)).toBe(3 * 3600);
  }
});

it('makes each once, however many workers start at the same time and later', async () => {
  await Promise.all([1, 2, 3].map(async () => ensureSchedules(temporal.client)));
  const before = await described('reconcile-all');
  await ensureSchedules(temporal.client);
  await until(async () => (await all()).length === definitions.length);
  const { info, spec, action } = await described('reconcile-all');
  expect({ spec, action, createdAt: info.createdAt }).toEqual({
    spec: before.spec,
    action: before.action,
    createdAt: before.info.createdAt,
  });
});

it("keeps an operator's pause, and the reason that was given for it", async () => {
  await ensureSchedules(temporal.client);
  await handleOf('refresh-tokens').pause('the platform asked us to wait');
  await ensureSchedules(temporal.client);
  const { state } = await described('refresh-tokens');
  expect(state).toMatchObject({ paused: true, note: 'the platform asked us to wait' });
  expect((await described('clean-up')).state.paused).toBe(false);

  await handleOf('refresh-tokens').unpause();
  await ensureSchedules(temporal.client);
  expect((await described('refresh-tokens')).state).toMatchObject({
    paused: false,
    note: housekeeping.refreshTokens.note,
  });
});

it.each([false, true])('brings a definition of an older build up to date (paused: %s)', async (paused) => {
  const { scheduleId } = housekeeping.cleanUp;
  await temporal.client.schedule.create({
    scheduleId,
    spec: { intervals: [{ every: '7h' }] },
    action: { type: 'startWorkflow', workflowType: 'anOlderName', taskQueue: 'another', workflowId: 'old' },
    policies: { overlap: ScheduleOverlapPolicy.ALLOW_ALL },
    state: { paused, note: 'older' },
  });
  await ensureSchedules(temporal.client);
  expect(await described(scheduleId)).toMatchObject({
    action: { workflowType: 'cleanUp', workflowId: scheduleId, taskQueue: mainQueue },
    spec: { intervals: [{ every: everyMs[scheduleId] }] },
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: 60_000 },
    state: { paused, note: paused ? 'older' : housekeeping.cleanUp.note },
  });
});
