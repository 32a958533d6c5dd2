import { randomUUID } from 'node:crypto';
import { HeldOffers, HeldTokens, openHeld, sealForTicket } from '../../models/ticketSecrets';
import { testSecrets } from '../support/secrets';

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
