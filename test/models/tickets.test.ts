import { randomUUID } from 'node:crypto';
import { inTransaction } from '../../models/database';
import { OAuthTicket } from '../../models/OAuthTicket';
import { HeldOffers, HeldTokens, openHeld, sealForTicket } from '../../models/ticketSecrets';
import { buildWorkspace } from '../support/build/workspace';
import { useDatabase } from '../support/database';
import { testSecrets } from '../support/secrets';

const database = useDatabase();

async function ticket(values: object): Promise<string> {
  const { workspaceId, organizationId } = await buildWorkspace();
  const id = randomUUID();
  const row = { id, workspaceId, organizationId, platform: 'youtube', connectionId: null, redirectUrl: 'x' } as const;
  await inTransaction(database.sequelize, async (transaction) => OAuthTicket.insert(row, transaction));
  await OAuthTicket.update(values, { where: { id } });
  return id;
}
const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);

it('ends what no workflow has ended, erases what it holds, and removes tickets of last month', async () => {
  const stuck = await ticket({ status: 'choosing', held: 'sealed', expiresAt: ago(2) });
  const open = await ticket({ status: 'consumed', held: 'sealed', expiresAt: ago(-0.1) });
  const recent = await ticket({ status: 'completed', createdAt: ago(24) });
  const old = await ticket({ status: 'failed', error: 'platform_error', createdAt: ago(24 * 31) });

  expect(await OAuthTicket.removeExpired(100)).toBe(2);
  expect(await OAuthTicket.removeExpired(100)).toBe(0);
  const rows = await OAuthTicket.findAll({ attributes: ['id', 'status', 'held'], raw: true });
  const byId = new Map(rows.map((row) => [row.id, row]));
  expect(byId.get(stuck)).toMatchObject({ status: 'expired', held: null });
  expect(byId.get(open)).toMatchObject({ status: 'consumed', held: 'sealed' });
  expect(byId.get(recent)).toMatchObject({ status: 'completed' });
  expect(byId.has(old)).toBe(false);
});

it.each([
  ['a held secret after the end', { status: 'completed', held: 'sealed' }],
  ['a failure without a reason', { status: 'failed' }],
  ['a reason without a failure', { status: 'consumed', error: 'platform_error' }],
])('the database refuses %s', async (_what, values) => {
  await expect(ticket(values)).rejects.toThrow('violates check constraint');
});

const ticketId = randomUUID();
const tokens = { accessToken: 'access', refreshToken: null, expiresAt: new Date('2030-01-01T00:00:00.000Z') };
const metadata = { subscribers: null, views: null, posts: null, handle: null };
const channel = { externalPlatformId: 'UC-1', name: 'Coast paths', thumbnailUrl: null, metadata };

describe('what a ticket holds', () => {
  it('is what was sealed for it', () => {
    const known = { ...tokens, account: 'their account' };
    const held = sealForTicket(testSecrets, ticketId, [{ channel, tokens: known }]);
    expect(openHeld(testSecrets, ticketId, held, HeldOffers)).toEqual([{ channel, tokens: known }]);
  });

  it('may have been written before accounts were asked for: theirs is not known', () => {
    const unknown = { ...tokens, account: null };
    const held = sealForTicket(testSecrets, ticketId, tokens);
    expect(openHeld(testSecrets, ticketId, held, HeldTokens)).toEqual(unknown);
    const offers = sealForTicket(testSecrets, ticketId, [{ channel, tokens }]);
    expect(openHeld(testSecrets, ticketId, offers, HeldOffers)).toEqual([{ channel, tokens: unknown }]);
  });
});
