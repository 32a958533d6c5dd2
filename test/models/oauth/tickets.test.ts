import { randomUUID } from 'node:crypto';
import { inTransaction } from '../../../models/database/transaction';
import { OAuthTicket } from '../../../models/oauth/OAuthTicket';
import { OfferSecrets, TokenSecrets, openForTicket, sealForTicket } from '../../../models/oauth/ticketSecrets';
import { buildWorkspace } from '../../support/build/workspace';
import { useDatabase } from '../../support/servers/database';
import { testSecrets } from '../../support/secrets';

const database = useDatabase();

async function ticket(values: object): Promise<string> {
  const { workspaceId, organizationId } = await buildWorkspace();
  const id = randomUUID();
  const row = { id, workspaceId, organizationId, platform: 'youtube', connectionId: null, redirectUrl: 'x' } as const;
  await inTransaction(database.sequelize, 'test', async (transaction) => OAuthTicket.insert(row, transaction));
  await OAuthTicket.update(values, { where: { id } });
  return id;
}
const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);

it('ends what no workflow has ended, erases what it holds, and removes tickets of last month', async () => {
  const stuck = await ticket({ status: 'choosing', sealed: 'sealed', expiresAt: ago(2) });
  const open = await ticket({ status: 'consumed', sealed: 'sealed', expiresAt: ago(-0.1) });
  const recent = await ticket({ status: 'completed', createdAt: ago(24) });
  const old = await ticket({ status: 'failed', error: 'platform_error', createdAt: ago(24 * 31) });

  expect(await OAuthTicket.removeExpired(100)).toBe(2);
  expect(await OAuthTicket.removeExpired(100)).toBe(0);
  const rows = await OAuthTicket.findAll({ attributes: ['id', 'status', 'sealed'], raw: true });
  const byId = new Map(rows.map((row) => [row.id, row]));
  expect(byId.get(stuck)).toMatchObject({ status: 'expired', sealed: null });
  expect(byId.get(open)).toMatchObject({ status: 'consumed', sealed: 'sealed' });
  expect(byId.get(recent)).toMatchObject({ status: 'completed' });
  expect(byId.has(old)).toBe(false);
});

it.each([
  ['a sealed secret after the end', { status: 'completed', sealed: 'sealed' }],
  ['a failure without a reason', { status: 'failed' }],
  ['a reason without a failure', { status: 'consumed', error: 'platform_error' }],
])('the database refuses %s', async (_what, values) => {
  await expect(ticket(values)).rejects.toThrow('violates check constraint');
});

const ticketId = randomUUID();
const expiresAt = new Date('2030-01-01T00:00:00.000Z');
const tokens = {
  accessToken: 'access',
  refreshToken: null,
  expiresAt,
  permissions: ['upload'],
  account: 'their account',
};
const metadata = { subscribers: null, views: null, posts: null, handle: null };
const channel = { externalPlatformId: 'UC-1', name: 'Coast paths', thumbnailUrl: null, metadata };

it('a ticket holds the text that was sealed for it', () => {
  const offers = [
    { channel, tokens, obstacle: null },
    { channel, tokens: { ...tokens, accessEndsAt: expiresAt, account: null }, obstacle: 'You may not publish here.' },
  ];
  const sealed = sealForTicket(testSecrets, ticketId, offers);
  expect(openForTicket(testSecrets, ticketId, sealed, OfferSecrets)).toEqual(offers);
  expect(() => openForTicket(testSecrets, ticketId, sealed, TokenSecrets)).toThrow('expected object');
});
