import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { z } from 'zod';
import { inSpan } from '../lib/tracing/tracing';

/** The first argument of an activity, where its run belongs to a trace. */
const Input = z.object({ traceparent: z.string() });

/** Each try of an activity is a part of the trace of its run; without one it begins a trace. */
export const tracedActivity: ActivityInterceptorsFactory = ({ info }) => ({
  inbound: {
    execute: async (input, next) => {
      const span = {
        name: info.activityType,
        kind: 'consumer',
        parent: Input.safeParse(input.args[0]).data?.traceparent ?? null,
        attributes: {
          'temporal.activity.type': info.activityType,
          'temporal.activity.attempt': info.attempt,
          'temporal.task_queue.name': info.taskQueue,
          'temporal.workflow.type': info.workflowType ?? '',
          'temporal.workflow.id': info.workflowExecution?.workflowId ?? '',
        },
      } as const;
      return inSpan(span, async () => next(input));
    },
  },
});
