import type { Payload } from '../../../domain/payload/payload';
import type { Secrets } from '../../../lib/secrets';
import { loadAssignment } from '../../../models/assignments/store/loadAssignment';
import { platformObjectsOf } from '../../../models/publishing/platformObjects';
import type { PlatformObjects } from '../../../platforms/Publisher';
import { limits } from '../limits';

interface MadeByAssignment {
  made: PlatformObjects;
  /** The payload that the platform was given last. */
  staged: Payload | null;
  version: number;
}

/** The objects that an assignment has made on its platform; null where it is in another generation. */
export async function madeBy(
  secrets: Secrets,
  { assignmentId, generation }: { assignmentId: string; generation: number },
): Promise<MadeByAssignment | null> {
  const loaded = await loadAssignment(assignmentId, limits);
  if (loaded?.assignment.generation !== generation) return null;
  const { facts, assignment } = loaded;
  return { made: platformObjectsOf(secrets, facts), staged: facts.staged, version: assignment.version };
}
