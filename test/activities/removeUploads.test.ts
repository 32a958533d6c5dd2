import { readdirSync } from 'node:fs';
import { Readable } from 'node:stream';
import { MockActivityEnvironment } from '@temporalio/testing';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { createDueGate } from '../../activities/dueGate';
import { removeUploads } from '../../activities/removeUploads';
import type { MediaStore } from '../../lib/mediaStore/MediaStore';
import { lockUpload } from '../../models/uploads/lockUpload';
import { buildWorkspace } from '../support/build/workspace';
import { useDatabase } from '../support/servers/database';
import { openMediaFolder } from '../support/media/mediaFolder';
import { use, useEach } from '../support/use';

const logger = pino({ level: 'silent' });
const database = useDatabase();
const workspace = use(buildWorkspace);
const files = useEach(openMediaFolder);
beforeEach(async () => database.query('DELETE FROM upload_sessions'));

const run = async (mediaStore: MediaStore = files) =>
  new MockActivityEnvironment().run(async () => removeUploads({ mediaStore, logger, dueGate: createDueGate() }));

/** Open sessions of so many hours ago, each with a byte of its file if it has begun. */
async function abandon(count: number, { hours = 25, isBegun = false } = {}): Promise<string[]> {
  const ids = Array.from({ length: count }, () => uuidv7());
  await database.query(
    `INSERT INTO upload_sessions (id, workspace_id, file_name, media_content_type, media_size_bytes, is_begun, expires_at, created_at)
     SELECT id, $2, 'coast.mp4', 'video/mp4', 10, $3::boolean, created + interval '24 hours', created
     FROM unnest($1::uuid[]) id, (SELECT now() - make_interval(hours => $4::int) AS created) moment`,
    [ids, workspace.workspaceId, isBegun, hours],
  );
  if (!isBegun) return ids;
  await files.begin('', 0);
  for (const id of ids) await files.write(id, 0, Readable.from([Buffer.from('x')]));
  return ids;
}

const statuses = async () =>
  database.query<{ status: string; removed: boolean; count: number }>(
    `SELECT status, removed_at IS NOT NULL AS removed, count(*)::int AS count FROM upload_sessions GROUP BY 1, 2 ORDER BY 1, 2`,
  );

it('removes the files of sessions that were open for 24 hours, and leaves the others', async () => {
  await abandon(3, { isBegun: true });
  const [kept] = await abandon(1, { isBegun: true, hours: 23 });

  expect(await run()).toEqual({ expired: 3, removed: 3, left: 0 });
  expect(readdirSync(files.path)).toEqual([kept]);
  expect(await run()).toEqual({ expired: 0, removed: 0, left: 0 });
});

it('ends 10,000 sessions that were abandoned before their first byte, without asking the store for any', async () => {
  await abandon(10_000);
  const store = { ...files, remove: async () => Promise.reject(new Error('the store was asked')) };

  expect(await run(store)).toEqual({ expired: 10_000, removed: 0, left: 0 });
  expect(await statuses()).toEqual([{ status: 'expired', removed: true, count: 10_000 }]);
});

it('leaves a file that the store does not remove for the next time, and removes the others', async () => {
  const [bad] = await abandon(3, { isBegun: true });
  const remove = async (id: string) => (id === bad ? Promise.reject(new Error('no')) : files.remove(id));

  expect(await run({ ...files, remove })).toEqual({ expired: 3, removed: 2, left: 1 });
  expect(await run()).toEqual({ expired: 0, removed: 1, left: 0 });
  expect(readdirSync(files.path)).toEqual([]);
});

it('asks a request that writes into an expired session to let go, and waits until it does', async () => {
  const [id] = await abandon(1, { isBegun: true });
  const locked = await lockUpload(id!, { logger, onWanted: () => void locked!.release() });

  expect(await run()).toEqual({ expired: 1, removed: 1, left: 0 });
});

it('leaves the file of a request that does not let go in time', async () => {
  const [id] = await abandon(1, { isBegun: true });
  const locked = await lockUpload(id!, { logger, onWanted: () => undefined });

  expect(await run()).toEqual({ expired: 1, removed: 0, left: 1 });
  await locked!.release();
  expect(await run()).toEqual({ expired: 0, removed: 1, left: 0 });
});

it('forgets sessions without a file after 30 days', async () => {
  await abandon(2);
  await run();
  await database.query(`UPDATE upload_sessions SET removed_at = now() - interval '31 days'`);

  await run();
  expect(await statuses()).toEqual([]);
});
