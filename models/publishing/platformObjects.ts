import type { Time } from '../../domain/assignment/snapshot';
import type { Secrets } from '../../lib/secrets';
import type { PlatformObjects, PlatformObject } from '../../platforms/Publisher';
import type { Facts } from '../assignments/store/loadAssignment';
import { sessionContext } from '../assignments/Upload';

/** The objects that an assignment has made on its platform. */
export function platformObjectsOf(secrets: Secrets, { assignmentId, media, draftId }: Facts): PlatformObjects {
  const items = media.map(({ session, objectId }) => ({ objectId, session: opened(secrets, assignmentId, session) }));
  return { items, draftId };
}

/** The spare media beside the media of the post, by their places. */
export function sparesOf(secrets: Secrets, { assignmentId, media }: Facts): { item: number; made: PlatformObject }[] {
  return media.flatMap(({ item, spareSession: session, spareObjectId: objectId }) =>
    session === null && objectId === null
      ? []
      : [{ item, made: { objectId, session: opened(secrets, assignmentId, session) } }],
  );
}

/**
 * The time at which the newest object of an assignment on the platform came to be; null: there is no object. A draft
 * that another draft has replaced is older.
 * @param draftMadeAt null: there is no draft
 */
export function newestOf({ media }: Facts, draftMadeAt: Time | null): Time | null {
  const times = media.flatMap(({ session, objectId, madeAt, spareMadeAt }) => [
    session === null && objectId === null ? null : madeAt,
    spareMadeAt,
  ]);
  const known = [draftMadeAt, ...times].filter((time) => time !== null);
  return known.length === 0 ? null : Math.max(...known);
}

function opened(secrets: Secrets, assignmentId: string, session: string | null): string | null {
  return session && secrets.decrypt(session, sessionContext(assignmentId));
}
