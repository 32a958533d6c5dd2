import { workflowInfo } from '@temporalio/workflow';
import type { Traced } from '../domain/workflowContract';

/** The input of a run, with the trace of its memo, so that its activities go on with that trace. */
export function traced<Run extends object>(run: Run): Run & Traced {
  const traceparent = workflowInfo().memo?.['traceparent'];
  return typeof traceparent === 'string' ? { ...run, traceparent } : run;
}
