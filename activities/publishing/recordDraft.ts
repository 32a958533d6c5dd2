import type { PublishJob } from '../../domain/workflowContract';
import type { CallGiven } from '../../models/assignments/callParts';
import type { Recorded } from '../../models/assignments/record';
import type { ActivityDeps } from '../deps';
import { recordEvent } from '../recordEvent';

/**
 * Records the draft that a call of a job has made. Void once another call has taken its place, or the job has another draft: then
 * its maker removes the draft.
 * @param made how it compares with the draft that the job had before
 */
export async function recordDraft(
  deps: ActivityDeps,
  job: PublishJob,
  draft: NonNullable<CallGiven['draft']>,
  made: 'new' | 'same' | 'none',
): Promise<Recorded | null> {
  const event = { is: 'made', what: 'draft', by: job.generation, draft: made } as const;
  return recordEvent(
    deps,
    job,
    (_assignment, _now, { earlier }) => (earlier === null || earlier.id === draft.callId ? event : null),
    { draft },
  );
}
