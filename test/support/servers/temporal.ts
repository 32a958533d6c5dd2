import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import type { WorkflowExecutionStatusName } from '@temporalio/client';
import { WorkflowNotFoundError } from '@temporalio/common';
import type { temporal } from '@temporalio/proto';
import { DefaultLogger, NativeConnection, Runtime } from '@temporalio/worker';
import type { RuntimeOptions } from '@temporalio/worker';
import Long from 'long';
import { publishWorkflowId } from '../../../domain/workflowContract';
import { prepareNamespace } from '../../../lib/temporal';
import { servers } from './servers';
import { leastPatienceMs, until } from '../until';

export type HistoryEvent = temporal.api.history.v1.IHistoryEvent;

export interface TestTemporal {
  address: string;
  namespace: string;
  client: Client;
  /** For workers in this process. */
  native: NativeConnection;
  /** The end of a generation's run. @throws when it is not over after `limitMs`, and after the patience of `until` */
  endOf: (run: RunOf, limitMs?: number) => Promise<WorkflowExecutionStatusName>;
  historyOf: (run: RunOf) => Promise<HistoryEvent[]>;
  stop: () => Promise<void>;
}

/** Temporal's own log shows errors only, and it leaves signals to jest. */
export const quietRuntime: RuntimeOptions = {
  logger: new DefaultLogger('ERROR'),
  telemetryOptions: { logging: { filter: 'ERROR', forward: {} } },
  shutdownSignals: [],
};

interface RunOf {
  assignmentId: string;
  generation?: number;
}

/** A namespace of its own, with our search attributes, so that its queues are its own; for workers in other processes. */
export async function openBareNamespace() {
  const { temporalAddress: address } = servers();
  const namespace = `test-${randomUUID()}`;
  const connection = await Connection.connect({ address, connectTimeout: leastPatienceMs });
  const workflowExecutionRetentionPeriod = { seconds: Long.fromNumber(86_400) };
  await connection.workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod });
  await prepareNamespace(connection, namespace);
  const client = new Client({ connection, namespace });
  return { address, namespace, client, stop: async () => connection.close() };
}

/** The same for workers in this process too. */
export async function openNamespace(): Promise<TestTemporal> {
  Runtime.install(quietRuntime);
  const bare = await openBareNamespace();
  const { address, client } = bare;
  const native = await NativeConnection.connect({ address });
  const handleOf = ({ assignmentId, generation = 1 }: RunOf) =>
    client.workflow.getHandle(publishWorkflowId({ assignmentId, generation }));
  return {
    ...bare,
    native,
    endOf: async (run, limitMs = 0) => {
      const handle = handleOf(run);
      await until(async () => handle.describe().catch(orNotStarted), limitMs);
      const deadline = Date.now() + Math.max(limitMs, leastPatienceMs);
      await client.withDeadline(deadline, () => handle.result()).catch(() => undefined);
      const { status } = await handle.describe();
      if (status.name === 'RUNNING') throw new Error(`${handle.workflowId} still runs`);
      return status.name;
    },
    historyOf: async (run) => (await handleOf(run).fetchHistory()).events ?? [],
    stop: async () => {
      await Promise.all([native.close(), bare.stop()]);
      await Runtime.instance().shutdown();
    },
  };
}

/**
 * The names of a history's events, without the events of workflow tasks. A task that takes long, or times out, has
 * several events: their number depends on the machine, and `npm run bench` counts them.
 */
export function eventsBesideTasks(history: readonly HistoryEvent[]): string[] {
  const names = history.map((event) =>
    Object.keys(event).find((key) => key.endsWith('EventAttributes') && event[key as keyof HistoryEvent]),
  );
  return names
    .map((name) => name!.slice(0, -'EventAttributes'.length))
    .filter((name) => !name.startsWith('workflowTask'));
}

/** A run that was ordered may not have begun. */
function orNotStarted(error: unknown): undefined {
  if (!(error instanceof WorkflowNotFoundError)) throw error;
}
