import { Client, Connection } from '@temporalio/client';
import { defineSearchAttributeKey } from '@temporalio/common';
import type { SearchAttributePair } from '@temporalio/common';

/** The facts in a start about an assignment: data that is indexed or stored. */
export interface StartOf {
  readonly id: string;
  readonly workspaceId: string;
  readonly connectionId: string;
  readonly type: string;
  readonly scheduledAt: string;
}

/**
 * Starts a workflow that waits until its assignment is due, with as many attributes as the service's. No worker polls
 * that task queue.
 */
export async function openStarts(address: string, namespace: string): Promise<(assignment: StartOf) => Promise<void>> {
  const connection = await Connection.connect({ address });
  const client = new Client({ connection, namespace });
  return async (assignment) => {
    await client.workflow.start('bare', {
      workflowId: `bare/${assignment.id}`,
      taskQueue: 'bare',
      args: [{ assignmentId: assignment.id, generation: 1, platform: 'youtube' }],
      startDelay: Date.parse(assignment.scheduledAt) - Date.now(),
      staticSummary: 'youtube video to a channel',
      priority: { priorityKey: 3, fairnessKey: assignment.workspaceId },
      typedSearchAttributes: attributesOf(assignment),
    });
  };
}

function attributesOf({ id, workspaceId, connectionId, type, scheduledAt }: StartOf): SearchAttributePair[] {
  const values = {
    AssignmentId: id,
    WorkspaceId: workspaceId,
    ConnectionId: connectionId,
    Platform: 'youtube',
    ContentType: type,
    AssignmentStatus: 'pending',
  };
  const due = defineSearchAttributeKey('ScheduledAt', 'DATETIME');
  return [
    ...Object.entries(values).map(([name, value]) => ({
      key: defineSearchAttributeKey(name, 'KEYWORD'),
      value,
    })),
    { key: due, value: new Date(scheduledAt) },
  ];
}
