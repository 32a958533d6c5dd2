import type { InferAttributes } from 'sequelize';
import { platformDataEnd } from '../../../domain/retention';
import { Connection } from '../../../models/connections/Connection';
import { expireTokens, storeTokens } from '../../../models/connections/tokenRows';
import { eraseOverdueData } from '../../../models/removals/platformData';
import { ChannelSnapshot } from '../../../models/statistics/ChannelSnapshot';
import { workspaceClient } from '../../support/actors';
import { buildAssignment } from '../../support/build/assignment';
import { buildConnection } from '../../support/build/connection';
import { buildWorkspace } from '../../support/build/workspace';
import { useApp } from '../../support/callers/app';
import { use } from '../../support/use';

const app = useApp();
const workspace = use(async () => buildWorkspace());

type Row = InferAttributes<Connection>;
const noMetadata = { subscribers: null, views: null, posts: null, handle: null };

/** So many days ago. */
const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
const rowOf = async (id: string) => Connection.findByPk(id, { raw: true, rejectOnEmpty: true });

/** A connection in this state with a picture and a counter of today. */
async function connected(values: Partial<Row> = {}): Promise<string> {
  const { connectionId } = await buildConnection(workspace, {
    thumbnailUrl: 'https://img.example/1.jpg',
    ...values,
  });
  await app.database.query(`INSERT INTO channel_snapshots VALUES ($1, current_date, 5, 6)`, [connectionId]);
  await app.database.query(`INSERT INTO channel_lists (connection_id, name, items) VALUES ($1, 'playlists', '[]')`, [
    connectionId,
  ]);
  return connectionId;
}
async function isErased(id: string): Promise<boolean> {
  const { name, externalPlatformId, thumbnailUrl, metadata, dataErasedAt } = await rowOf(id);
  const counters = await app.database.query('SELECT FROM channel_snapshots WHERE connection_id = $1', [id]);
  const lists = await app.database.query('SELECT FROM channel_lists WHERE connection_id = $1', [id]);
  const facts = [
    lists.length === 0,
    name === externalPlatformId,
    thumbnailUrl === null,
    metadata.handle === null,
    counters.length === 0,
  ];
  expect(new Set([...facts, dataErasedAt !== null]).size).toBe(1);
  return dataErasedAt !== null;
}

const refused = { tokenStatus: 'expired', tokenExpiresAt: null } as const;
const states: readonly [state: string, at: (days: number) => Partial<Row>, days: number | null][] = [
  ['removed', (days) => ({ removedAt: ago(days), isActive: false }), 7],
  ['refused by the platform', (days) => ({ ...refused, accessLostAt: ago(days) }), 30],
  ['past the end of its access, and switched off', (days) => ({ accessEndsAt: ago(days), isActive: false }), 30],
  ['run out, and nothing renews it', (days) => ({ refreshToken: null, tokenExpiresAt: ago(days) }), 30],
  ['refused, and then removed', (days) => ({ ...refused, accessLostAt: ago(days), removedAt: ago(0) }), 30],
  ['removed, and then refused', (days) => ({ ...refused, accessLostAt: ago(0), removedAt: ago(days) }), 7],
  ['active, with a token that is renewed', (days) => ({ tokenExpiresAt: ago(days) }), null],
  ['active, and its access lasts', (days) => ({ accessEndsAt: ago(-days) }), null],
  ['active, and long unused', (days) => ({ tokensStoredAt: ago(days), updatedAt: ago(days) }), null],
];
const ages = [0, 6.99, 7.01, 29.99, 30.01, 400];

describe('the platform’s data of a connection', () => {
  it.each(states.flatMap(([state, at, days]) => ages.map((age) => ({ state, age, at, days }))))(
    'that is $state, for $age days, are kept for $days days',
    async ({ age, at, days }) => {
      const values = at(age);
      const id = await connected(values);
      const shouldEnd = days !== null && age > days;
      const { removedAt = null, accessLostAt, accessEndsAt, refreshToken, tokenExpiresAt } = values;
      const over = accessLostAt ?? accessEndsAt ?? (refreshToken === null ? tokenExpiresAt : null) ?? null;
      const end = platformDataEnd({ removedAt, accessOverAt: over });
      expect(end !== null && end.getTime() <= Date.now()).toBe(shouldEnd);

      expect(await eraseOverdueData(100)).toBe(shouldEnd ? 1 : 0);
      expect(await isErased(id)).toBe(shouldEnd);
      expect(await eraseOverdueData(100)).toBe(0);
    },
  );

  it('leave answers valid, and what the user wrote; the channel fills them when it is connected again', async () => {
    const channelId = 'UC-comes-back';
    const grant = { channelId, accessToken: 'access', refreshToken: 'refresh' };
    const { connectionId } = await buildConnection(workspace, { ...refused, accessLostAt: ago(31) }, grant);
    const { assignmentId } = await buildAssignment({ ...workspace, connectionId });
    const call = workspaceClient(app, workspace);
    const before = (await call('GET', `/api/v1/assignments/${assignmentId}`)).body;
    await eraseOverdueData(100);

    expect((await call('GET', `/api/v1/connections/${connectionId}`)).body).toMatchObject({
      name: channelId,
      thumbnailUrl: null,
      metadata: noMetadata,
      tokenStatus: 'expired',
    });
    const { items } = (await call('GET', '/api/v1/connections?limit=100')).body;
    expect(items).toContainEqual(expect.objectContaining({ id: connectionId, name: channelId, thumbnailUrl: null }));
    expect((await call('GET', `/api/v1/assignments/${assignmentId}`)).body).toEqual(before);

    expect(await buildConnection(workspace, {}, grant)).toEqual({ connectionId });
    const row = await rowOf(connectionId);
    expect(row).toMatchObject({ accessLostAt: null, dataErasedAt: null, name: expect.stringMatching(/^Channel \d+$/) });
    expect(row.metadata.handle).not.toBeNull();
  });

  it('a name that the user has given since is no data of the platform', async () => {
    const channelId = 'UC-renamed';
    const grant = { channelId, accessToken: 'access', refreshToken: 'refresh' };
    const { connectionId } = await buildConnection(workspace, { ...refused, accessLostAt: ago(31) }, grant);
    await eraseOverdueData(100);
    const body = { name: 'Our channel' };
    await workspaceClient(app, workspace)('PATCH', `/api/v1/connections/${connectionId}`, { body });
    await buildConnection(workspace, {}, grant);
    expect((await rowOf(connectionId)).name).toBe('Our channel');
  });

  it('get no counters after they are erased', async () => {
    const id = await connected({ ...refused, accessLostAt: ago(31) });
    await eraseOverdueData(100);
    await ChannelSnapshot.note([{ connectionId: id, subscribers: 5, totalViews: 6 }]);
    expect(await isErased(id)).toBe(true);
  });

  it('the account is named as long as there are tokens to revoke', async () => {
    const withTokens = await connected({ removedAt: ago(8) });
    const without = await connected({ removedAt: ago(8), accessToken: null, refreshToken: null });
    expect(await eraseOverdueData(100)).toBe(2);
    expect((await rowOf(withTokens)).platformAccount).not.toBeNull();
    expect((await rowOf(without)).platformAccount).toBeNull();
  });

  it('no more than was asked for are erased at once', async () => {
    for (let count = 0; count < 3; count += 1) await connected({ removedAt: ago(8) });
    expect([await eraseOverdueData(2), await eraseOverdueData(2), await eraseOverdueData(2)]).toEqual([2, 1, 0]);
  });
});

describe('the time since which access is lost', () => {
  it('is that of the first refusal, until the tokens work again', async () => {
    const connectionId = await connected();
    await expireTokens({ connectionId, tokenVersion: 1 });
    const { accessLostAt } = await rowOf(connectionId);
    expect(Math.abs(accessLostAt!.getTime() - Date.now())).toBeLessThan(60_000);
    await expireTokens({ connectionId, tokenVersion: 2 });
    expect((await rowOf(connectionId)).accessLostAt).toEqual(accessLostAt);

    await storeTokens({ connectionId, tokenVersion: 3 }, { accessToken: 'sealed', expiresInSeconds: 3600 });
    expect(await rowOf(connectionId)).toMatchObject({ tokenStatus: 'valid', accessLostAt: null });
  });
});
