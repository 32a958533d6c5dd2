import type { NewMedium, NewSession } from '../../../models/assignments/store/mediaParts';
import { objectReport, sessionReport } from '../../../models/assignments/store/mediumReports';
import type { MediumReport } from '../../../models/assignments/store/mediumReports';
import { record } from '../../../models/assignments/store/record';
import type { SourceIdentity } from '../../../lib/media/sourceIdentity';
import { limits } from '../limits';

interface Place {
  assignmentId: string;
  generation: number;
  item: NewMedium['item'];
}

/** A transfer has opened a session. @returns whether it is stored */
export async function openSession(
  place: Place,
  { replaced, ...session }: NewSession & { replaced: string | null },
): Promise<boolean> {
  return taken(place, sessionReport(place, session, replaced));
}

/** The last byte of a transfer has made an object. @returns whether it is stored */
export async function storeObject(
  place: Place,
  objectId: string,
  { source = null, hasSession = false }: { source?: SourceIdentity | null; hasSession?: boolean } = {},
): Promise<boolean> {
  return taken(place, objectReport(place, { objectId, source }, { hasSession }));
}

async function taken({ assignmentId }: Place, { report, given }: MediumReport): Promise<boolean> {
  return (await record(assignmentId, limits, report, given))?.change.isVoid === false;
}
