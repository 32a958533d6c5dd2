import { pictureDays, pictureTryPauseMs } from '../../domain/pictures/picture';
import { param, sql } from '../database/fragment';
import { command } from '../database/statement';
import { versionOf } from './KeptPicture';

/** A picture as it was found due. Where its post or its channel has changed meanwhile, what was read for it is not stored. */
interface Found {
  readonly id: string;
  readonly nextAt: Date;
  readonly failedTries: number;
}

const id = param('id', 'uuid');
const isAsFound = sql`pictures.id = ${id}
  AND date_trunc('milliseconds', next_at) = ${param('dueAt', 'timestamptz')}`;

/** The connection is held, so that no picture comes after its erasure. */
const keep = command(
  'pictures.keep',
  sql`WITH channel AS (
        SELECT c.id FROM connections c JOIN pictures p ON p.connection_id = c.id
        WHERE p.id = ${id} AND c.data_erased_at IS NULL FOR KEY SHARE OF c)
      UPDATE pictures SET bytes = decode(${param('jpeg', 'text')}, 'base64'), version = ${param('version', 'text')},
        read_at = now(), next_at = now() + make_interval(days => ${param('days', 'integer')}), failed_tries = 0
      FROM channel WHERE ${isAsFound}`,
);

const noPicture = command(
  'pictures.none',
  sql`UPDATE pictures SET bytes = NULL, version = NULL, read_at = NULL, next_at = NULL, failed_tries = 0 WHERE ${isAsFound}`,
);

const tryAgain = command(
  'pictures.tryAgain',
  sql`UPDATE pictures SET failed_tries = ${param('failedTries', 'integer')},
        next_at = now() + make_interval(secs => ${param('pauseSeconds', 'float8', 'orNull')}) WHERE ${isAsFound}`,
);

/**
 * Stores the JPEG that was read. Platforms show another picture late: a picture that differs from the earlier one is read again
 * after a day.
 * @returns whether it was still wanted
 */
export async function keepPicture(found: Found & { version: string | null }, jpeg: Uint8Array): Promise<boolean> {
  const version = versionOf(jpeg);
  const days = version === found.version ? pictureDays - 1 : 1;
  const binds = { ...keyOf(found), jpeg: Buffer.from(jpeg).toString('base64'), version, days };
  return (await keep.run(binds)) > 0;
}

/** There is no picture, or its source is none. It is read again when the post changes, or the channel is connected again. */
export async function haveNoPicture(found: Found): Promise<void> {
  await noPicture.run(keyOf(found));
}

/** The picture could not be read: it is tried again later, some times. The earlier picture stays for its time. */
export async function putOffPicture(found: Found): Promise<void> {
  const failedTries = found.failedTries + 1;
  const pauseMs = pictureTryPauseMs(failedTries);
  await tryAgain.run({ ...keyOf(found), failedTries, pauseSeconds: pauseMs && pauseMs / 1000 });
}

/** The picture was not tried: it is tried again after this time, or not (null). */
export async function delayPicture(found: Found, pauseMs: number | null): Promise<void> {
  await tryAgain.run({ ...keyOf(found), failedTries: found.failedTries, pauseSeconds: pauseMs && pauseMs / 1000 });
}

function keyOf({ id: pictureId, nextAt }: Found) {
  return { id: pictureId, dueAt: nextAt };
}
