import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { lockUpload } from '../../../models/uploads/lockUpload';
import { UploadLock } from '../../../models/uploads/UploadLock';
import { buildWorkspace } from '../../support/build/workspace';
import { useDatabase } from '../../support/servers/database';
import { until } from '../../support/until';
import { useEach } from '../../support/use';

const database = useDatabase();
const logger = pino({ level: 'silent' });
const session = useEach(async () => {
  const { workspaceId } = await buildWorkspace();
  const id = uuidv7();
  await database.query(
    `INSERT INTO upload_sessions (id, workspace_id, file_name, media_content_type, media_size_bytes, expires_at)
     VALUES ($1, $2, 'coast.mp4', 'video/mp4', 10, now() + interval '1 day')`,
    [id, workspaceId],
  );
  return { id };
});
const lock = async (options: Partial<Parameters<typeof lockUpload>[1]> = {}) =>
  lockUpload(session.id, { logger, onWanted: () => undefined, ...options });

describe('the lock of an upload session', () => {
  it('has one holder at a time, of all who ask at once', async () => {
    const locked = await Promise.all(Array.from({ length: 10 }, async () => lock({ waitMs: 0 })));

    expect(locked.filter((one) => one !== null)).toHaveLength(1);
    await locked.find((one) => one !== null)!.release();
    await (await lock())!.release();
  });

  it('is let go by its holder when another one wants it', async () => {
    const first = await lock({ onWanted: () => void first!.release() });
    const second = await lock();

    expect(second).not.toBeNull();
    await second!.release();
  });

  it('is kept while it is renewed, however long that is', async () => {
    const locked = await lock();
    const [row] = await database.query<{ lease_until: Date }>('SELECT lease_until FROM upload_locks');
    await until(async () => {
      const [now] = await database.query<{ lease_until: Date }>('SELECT lease_until FROM upload_locks');
      return now!.lease_until > row!.lease_until;
    });

    expect(await lock({ waitMs: 0 })).toBeNull();
    await locked!.release();
  });

  it('is kept where the one that wanted it has given up at once', async () => {
    const locked = await lock();
    expect(await lock({ waitMs: 0 })).toBeNull();
    expect(await database.query('SELECT is_wanted FROM upload_locks')).toEqual([{ is_wanted: false }]);
    await locked!.release();
  });

  it('of a process that died is free when its lease has run out', async () => {
    await UploadLock.acquire({ uploadSessionId: session.id, holder: uuidv7() }, 500);

    const locked = await lock();
    expect(locked).not.toBeNull();
    await locked!.release();
  });

  it('that somebody else has taken by then is notified to the holder, who does not take it back', async () => {
    let isWanted = false;
    const late = await lock({ onWanted: () => void (isWanted = true) });
    const other = uuidv7();
    await database.query('UPDATE upload_locks SET holder = $1', [other]);

    await until(() => isWanted);
    await late!.release();
    expect(await database.query('SELECT holder FROM upload_locks')).toEqual([{ holder: other }]);
  });

  it('is waited for no longer than its caller wants it', async () => {
    const locked = await lock();
    const controller = new AbortController();
    const waiting = lock({ signal: controller.signal, waitMs: 60_000 });
    await delay(50);
    controller.abort();

    expect(await waiting).toBeNull();
    await locked!.release();
  });
});
