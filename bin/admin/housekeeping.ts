import type { Client } from '@temporalio/client';
import { isMinuteTask, minuteTaskNames, minuteTasks } from '../../models/housekeeping/minuteTasks';
import type { MinuteTaskName } from '../../models/housekeeping/minuteTasks';
import { housekeeping } from '../../domain/workflowContract';
import { MinuteTask } from '../../models/housekeeping/MinuteTask';
import type { MinuteTaskState } from '../../models/housekeeping/MinuteTask';
import { pauseSchedule, resumeSchedule, runSchedule, scheduleState } from '../../outbox/scheduleControl';
import type { Config } from '../run';
import { Refusal, withDatabase } from './Command';
import type { Command, Given } from './Command';
import { withTemporal } from './withTemporal';

const schedules = Object.values(housekeeping);
type Schedule = (typeof schedules)[number];
const taskNames = [...minuteTaskNames, ...schedules.map(({ scheduleId }) => scheduleId)];

/** Every task, also while the database or Temporal does not answer: then its state is unknown. */
async function list(_given: Given, config: Config): Promise<object> {
  const [ofWorkers, ofTemporal] = await Promise.all([
    withDatabase(config, async () => MinuteTask.states()).catch(reasonOf),
    withTemporal(async (client) => Promise.all(schedules.map(async (one) => stateOfSchedule(client, one)))),
  ]);
  const unknown = (reason: string) => (name: MinuteTaskName) => ({ ...headOf(name), unknown: reason });
  const show = typeof ofWorkers === 'string' ? unknown(ofWorkers) : (name: MinuteTaskName) => shown(name, ofWorkers);
  return { tasks: [...minuteTaskNames.map(show), ...ofTemporal] };
}

function headOf(task: MinuteTaskName) {
  const { everySeconds, note } = minuteTasks[task];
  return { task, runsIn: 'a worker', every: `${everySeconds}s`, note };
}

function shown(task: MinuteTaskName, states: ReadonlyMap<string, MinuteTaskState>): object {
  const state = states.get(task);
  if (!state) return { ...headOf(task), unknown: 'no worker has done it yet' };
  const { holder, heldSince, leaseUntil, isHeld, endedAt, tookMs, result, error } = state;
  return {
    ...headOf(task),
    holder: isHeld ? { process: holder, heldSince, leaseUntil } : null,
    isPaused: state.pausedAt !== null,
    pausedAt: state.pausedAt,
    isUnderWay: isHeld && state.isUnderWay,
    dueAt: state.askedAt ?? (state.pausedAt ? null : state.dueAt),
    lastRun: endedAt && { endedAt, tookMs, result, error },
  };
}

async function stateOfSchedule(client: Client, schedule: Schedule): Promise<object> {
  const head = { task: schedule.scheduleId, runsIn: 'a Temporal schedule', every: schedule.every };
  const state = await scheduleState(client, schedule).catch(reasonOf);
  if (typeof state === 'string') return { ...head, unknown: state };
  return { ...head, ...(state ?? { unknown: 'there is no such schedule; a worker makes it at its start' }) };
}

/** A client's error says what was asked, and its cause why there is no answer. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

interface Act {
  onTask: (name: MinuteTaskName) => Promise<void>;
  onSchedule: (client: Client, schedule: Schedule) => Promise<void>;
}

/** Acts on a task, wherever it runs, and shows it as `list` does. */
function acting({ onTask, onSchedule }: Act): Command['run'] {
  return async ({ words: [name = ''] }, config) => {
    if (isMinuteTask(name))
      return withDatabase(config, async () => {
        await onTask(name);
        return shown(name, await MinuteTask.states());
      });
    const schedule = schedules.find(({ scheduleId }) => scheduleId === name);
    if (!schedule) throw new Refusal(`there is no such task; the tasks are ${taskNames.join(', ')}`);
    return withTemporal(async (client) => {
      await onSchedule(client, schedule);
      return stateOfSchedule(client, schedule);
    });
  };
}

/** Commands about the work that comes by the clock. */
export const housekeepingCommands: readonly Command[] = [
  {
    form: 'housekeeping list',
    answer: '{tasks}; where each runs, who holds it, whether it is paused, and its last run',
    run: list,
  },
  {
    form: 'housekeeping pause <task>',
    answer: 'the task; it does not run by itself until it is resumed',
    run: acting({
      onTask: async (name) => MinuteTask.pause(name),
      onSchedule: async (client, schedule) =>
        pauseSchedule(client, schedule, `paused by an operator at ${new Date().toISOString()}`),
    }),
  },
  {
    form: 'housekeeping resume <task>',
    answer: 'the task; it runs by itself again',
    run: acting({ onTask: async (name) => MinuteTask.resume(name), onSchedule: resumeSchedule }),
  },
  {
    form: 'housekeeping run <task>',
    answer: 'the task; it runs at once, also while it is paused',
    run: acting({ onTask: async (name) => MinuteTask.ask(name), onSchedule: runSchedule }),
  },
];
