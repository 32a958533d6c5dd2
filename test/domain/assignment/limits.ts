import type { after } from '../../../domain/assignment/after';
import type { Change } from '../../../domain/assignment/change';
import { nameOf } from '../../../domain/assignment/events';
import type { Event } from '../../../domain/assignment/events';
import type { AssignmentSnapshot } from '../../../domain/assignment/snapshot';

const withoutLimits: readonly Event['is'][] = [
  'edited',
  'cancelled',
  'retried',
  'takeDownAsked',
  'channelRemoved',
  'orphaned',
];
const others = { retryDelaysMs: [], processingLimitMs: 0, pollMs: 0, leaseMs: 0, settleMs: 0 };

/** Whether other limits of a run change the effect of a caller's event: `models/assignments` loads no limits for it. */
export function isDecidedByLimits(
  snapshot: AssignmentSnapshot,
  event: Event,
  { assignment, ...made }: Change,
  decide: typeof after,
): boolean {
  if (!withoutLimits.includes(event.is) && nameOf(event) !== 'resumed.channel') return false;
  const { assignment: other, ...otherwise } = decide({ ...snapshot, kind: { ...snapshot.kind, ...others } }, event, 0);
  if (JSON.stringify(otherwise) !== JSON.stringify(made)) return true;
  // Parts that no event has changed are the same objects.
  return entriesOf(assignment).some(([name, part]) => {
    const otherPart = other[name];
    return part !== otherPart && JSON.stringify(part) !== JSON.stringify(otherPart);
  });
}

type Parts = Omit<AssignmentSnapshot, 'kind'>;

function entriesOf({ kind: _kind, ...parts }: AssignmentSnapshot): [keyof Parts, Parts[keyof Parts]][] {
  return Object.entries(parts) as [keyof Parts, Parts[keyof Parts]][];
}
