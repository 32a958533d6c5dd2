import { freshAccessToken } from '../../../channels/connectionTokens';
import { tokenContext } from '../../../models/connections/Connection';
import { RunChannel } from '../../../models/assignments/runSubjects';
import { inTransaction } from '../../../models/database/transaction';
import { storeGrant } from '../../../models/oauth/storeGrant';
import type { ChannelGrant } from '../../../models/oauth/storeGrant';
import { useDatabase } from '../../support/servers/database';
import { buildWorkspace } from '../../support/build/workspace';
import { testSecrets } from '../../support/secrets';
import { untilSomebodyWaits } from '../../support/runs/interleave';

const database = useDatabase();

const channel = {
  externalPlatformId: 'UC-1',
  name: 'Coast paths',
  thumbnailUrl: 'https://img.example/1.jpg',
  metadata: { subscribers: 12, views: 3400, posts: 5, handle: '@coast' },
};
const tokenExpiresAt = new Date('2030-01-01T00:00:00.000Z');

async function newGrant(overrides: Partial<ChannelGrant> = {}): Promise<ChannelGrant> {
  const { workspaceId, organizationId } = await buildWorkspace();
  return {
    workspaceId,
    organizationId,
    platform: 'youtube',
    channel,
    tokenExpiresAt,
    accessToken: 'access',
    refreshToken: 'refresh',
    permissions: ['upload'],
    platformAccount: 'their account',
    ...overrides,
  };
}
const store = async (grant: ChannelGrant) =>
  inTransaction(database.sequelize, 'test', (transaction) => storeGrant(grant, testSecrets, transaction));

async function stored(connectionId: string) {
  type Tokens = { access_token: string; refresh_token: string | null };
  const [row] = await database.query<Tokens>('SELECT * FROM connections WHERE id = $1', [connectionId]);
  const open = (column: keyof Tokens) => {
    const sealed = row![column];
    return sealed && testSecrets.decrypt(sealed, tokenContext(connectionId, column));
  };
  return { ...row!, access_token: open('access_token'), refresh_token: open('refresh_token') } as Record<
    string,
    unknown
  >;
}

describe('storeGrant', () => {
  it('creates the connection to a new channel, its tokens encrypted for it alone', async () => {
    const grant = await newGrant();
    const { connectionId, name } = await store(grant);
    expect(name).toBe('Coast paths');
    expect(await stored(connectionId)).toMatchObject({
      workspace_id: grant.workspaceId,
      organization_id: grant.organizationId,
      platform: 'youtube',
      external_platform_id: 'UC-1',
      platform_account: 'their account',
      name: 'Coast paths',
      thumbnail_url: 'https://img.example/1.jpg',
      external_id: null,
      is_active: true,
      token_status: 'valid',
      access_token: 'access',
      refresh_token: 'refresh',
      token_expires_at: tokenExpiresAt,
      token_version: 1,
      renewal_lease_until: null,
      metadata: channel.metadata,
    });
    const [sealed] = await database.query<{ access_token: string }>(
      'SELECT access_token FROM connections WHERE id = $1',
      [connectionId],
    );
    const other = tokenContext(connectionId, 'refresh_token');
    expect(() => testSecrets.decrypt(sealed!.access_token, other)).toThrow('sealed for another place');
  });

  it('keeps the id of a channel that comes back, with its newer tokens and what is known of it', async () => {
    const grant = await newGrant();
    const { connectionId } = await store(grant);
    await database.query(
      `UPDATE connections SET token_status = 'expired', token_expires_at = NULL, external_id = 'mine', token_version = 4,
         renewal_lease_until = now() + interval '30 seconds' WHERE id = $1`,
      [connectionId],
    );
    const later = { ...channel, metadata: { ...channel.metadata, subscribers: 99 }, thumbnailUrl: null };
    const again = await store({ ...grant, channel: later, accessToken: 'newer', refreshToken: 'newer refresh' });
    expect(again.connectionId).toBe(connectionId);
    expect(await stored(connectionId)).toMatchObject({
      token_status: 'valid',
      token_version: 5,
      renewal_lease_until: null,
      token_expires_at: tokenExpiresAt,
      access_token: 'newer',
      refresh_token: 'newer refresh',
      external_id: 'mine',
      thumbnail_url: null,
      metadata: { subscribers: 99 },
    });
  });

  it.each([
    ['a refresh token that is new brings its own end', 'newer refresh', null],
    ['a kept one keeps its end', null, tokenExpiresAt],
  ])('replaces the permissions; %s', async (_name, refreshToken, access_ends_at) => {
    const grant = await newGrant({ accessEndsAt: tokenExpiresAt, permissions: ['upload', 'comment'] });
    const { connectionId } = await store(grant);
    expect(await stored(connectionId)).toMatchObject({ permissions: ['upload', 'comment'] });
    await store({ ...grant, refreshToken, accessEndsAt: null, permissions: ['upload'] });
    expect(await stored(connectionId)).toMatchObject({ permissions: ['upload'], access_ends_at });
  });

  it('keeps a name that was edited', async () => {
    const grant = await newGrant();
    const { connectionId } = await store(grant);
    await database.query(`UPDATE connections SET name = 'My channel' WHERE id = $1`, [connectionId]);
    expect(await store(grant)).toEqual({ connectionId, name: 'My channel' });
    expect(await stored(connectionId)).toMatchObject({ name: 'My channel' });
  });

  it('keeps the stored refresh token where the platform gives none this time', async () => {
    const grant = await newGrant();
    const { connectionId } = await store(grant);
    await store({ ...grant, accessToken: 'newer', refreshToken: null });
    expect(await stored(connectionId)).toMatchObject({ access_token: 'newer', refresh_token: 'refresh' });
  });

  it('knows the account that has consented last, and none where the platform did not tell', async () => {
    const grant = await newGrant();
    for (const platformAccount of ['one', null, 'other']) {
      const { connectionId } = await store({ ...grant, platformAccount });
      expect(await stored(connectionId)).toMatchObject({ platform_account: platformAccount });
    }
  });

  it('takes a channel that never gave a refresh token, and tokens that do not expire', async () => {
    const { connectionId } = await store(await newGrant({ refreshToken: null, tokenExpiresAt: null }));
    expect(await stored(connectionId)).toMatchObject({
      refresh_token: null,
      token_expires_at: null,
      token_status: 'valid',
    });
  });

  it('makes two connections of one channel in two organizations, and of two channels in one', async () => {
    const [grant, other] = [await newGrant(), await newGrant()];
    const made = [
      await store(grant),
      await store(other),
      await store({ ...grant, channel: { ...channel, externalPlatformId: 'UC-2' } }),
    ];
    expect(new Set(made.map(({ connectionId }) => connectionId)).size).toBe(3);
  });

  it('makes one connection of a new channel that is granted twice at the same moment', async () => {
    const grant = await newGrant();
    const first = await database.sequelize.transaction();
    const { connectionId } = await storeGrant(grant, testSecrets, first);
    const second = store({ ...grant, accessToken: 'second' });
    second.catch(() => undefined);
    await untilSomebodyWaits(database);
    await first.commit();
    expect(await second).toEqual({ connectionId, name: 'Coast paths' });
    expect(await stored(connectionId)).toMatchObject({ access_token: 'second', token_version: 2 });
  });

  it('outdates a renewal that is under way: its late answer changes nothing', async () => {
    const grant = await newGrant({ tokenExpiresAt: new Date(0) });
    const { connectionId } = await store(grant);
    const token = await freshAccessToken(
      {
        secrets: testSecrets,
        renew: async () => {
          await store({ ...grant, accessToken: 'granted meanwhile', tokenExpiresAt });
          return { accessToken: 'late', expiresInSeconds: 3600 };
        },
      },
      new RunChannel(connectionId),
      AbortSignal.timeout(20_000),
    );
    expect(token).toEqual({
      accessToken: 'granted meanwhile',
      tokenVersion: 2,
      isPaid: false,
      channelId: expect.any(String),
      workspaceId: expect.any(String),
    });
    expect(await stored(connectionId)).toMatchObject({ access_token: 'granted meanwhile', token_version: 2 });
  });
});
