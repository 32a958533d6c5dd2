import { MockActivityEnvironment } from '@temporalio/testing';
import { createRenewalActivities } from '../../../activities';
import { Connection, tokenContext } from '../../../models/connections/Connection';
import { workspaceClient } from '../../support/actors';
import { browserOf, openTicket, useConnecting } from '../../support/runs/connecting';
import { testSecrets } from '../../support/secrets';

const connecting = useConnecting();
const dayMs = 86_400_000;
const hourMs = 3_600_000;
beforeEach(async () => connecting.database.query('DELETE FROM connections'));

/** A page that its owner has connected in a browser. */
async function connectPage() {
  const ticket = await openTicket(connecting.app, { platform: 'facebook' });
  const browser = browserOf(connecting.app);
  const { location } = await browser.visit(ticket.authUrl);
  const question = await browser.follow(await browser.visit(location), 'Paula One');
  await browser.visit((await browser.press(question, 'Continue')).location);
  const { id } = await Connection.findOne({
    where: { workspaceId: ticket.workspace.workspaceId },
    raw: true,
    rejectOnEmpty: true,
  });
  return { id, client: workspaceClient(connecting.app, ticket.workspace) };
}

async function storedOf(id: string) {
  const row = await Connection.findByPk(id, { raw: true, rejectOnEmpty: true });
  const { tokenStatus, tokenVersion, tokenExpiresAt, accessEndsAt, tokensStoredAt } = row;
  const accessToken = row.accessToken && testSecrets.decrypt(row.accessToken, tokenContext(id, 'access_token'));
  const refreshToken = row.refreshToken && testSecrets.decrypt(row.refreshToken, tokenContext(id, 'refresh_token'));
  const daysTo = (end: Date | null) => end && Math.round((end.getTime() - Date.now()) / dayMs);
  const [daysLeft, accessDaysLeft] = [daysTo(tokenExpiresAt), daysTo(accessEndsAt)];
  return { tokenStatus, tokenVersion, tokensStoredAt, daysLeft, accessDaysLeft, accessToken, refreshToken };
}

/** `debug_token` says of the next token that it asks about when the token and its access to data end. */
async function foretell(tokenDays: number | null, dataDays: number): Promise<void> {
  const seconds = (days: number): number => Math.floor((Date.now() + days * dayMs) / 1000);
  const data = {
    is_valid: true,
    expires_at: tokenDays === null ? 0 : seconds(tokenDays),
    data_access_expires_at: seconds(dataDays),
    scopes: [],
  };
  await connecting.fault({ method: 'GET', path: '/v27.0/debug_token' }, { status: 200, body: { data } });
}

/** Each way to renew a connection. @returns how it stands then */
const ways: [string, (page: Awaited<ReturnType<typeof connectPage>>) => Promise<unknown>][] = [
  ['refresh-token', async ({ id, client }) => client('POST', `/api/v1/connections/${id}/refresh-token`)],
  [
    'housekeeping, 7 days before they end',
    async ({ id }) => {
      const times = [new Date(Date.now() + 6.5 * dayMs), new Date(Date.now() - 20 * hourMs)] as const;
      await Connection.update({ tokenExpiresAt: times[0], tokensStoredAt: times[1] }, { where: { id } });
      const { renewDueTokens } = createRenewalActivities(connecting.deps);
      return new MockActivityEnvironment().run(async () => renewDueTokens('facebook'));
    },
  ],
];

describe.each(ways)("a page's tokens, renewed by %s", (_way, renew) => {
  it('are both new, and work: that of the page, and that of its owner, which renews them again', async () => {
    const page = await connectPage();
    const before = await storedOf(page.id);
    await renew(page);
    const after = await storedOf(page.id);
    expect(before).toMatchObject({ daysLeft: 60, accessDaysLeft: 90 });
    expect(after).toMatchObject({ tokenStatus: 'valid', tokenVersion: before.tokenVersion + 1, daysLeft: 60 });
    expect(new Set([before, after].flatMap((one) => [one.accessToken, one.refreshToken])).size).toBe(4);
    expect(Date.now() - after.tokensStoredAt.getTime()).toBeLessThan(hourMs);
    await renew(page);
    expect(await storedOf(page.id)).toMatchObject({ tokenStatus: 'valid', tokenVersion: before.tokenVersion + 2 });
  });

  it.each([
    ['the token', 50, 80, 50],
    ['the access to data', 50, 30, 30],
    ['the access to data, of a token without an end', null, 30, 30],
  ])('end with what ends earlier: %s', async (_what, tokenDays, dataDays, daysLeft) => {
    const page = await connectPage();
    await foretell(tokenDays, dataDays);
    await renew(page);
    expect(await storedOf(page.id)).toMatchObject({ tokenStatus: 'valid', daysLeft, accessDaysLeft: dataDays });
  });

  it('are expired once the access to data has ended', async () => {
    const page = await connectPage();
    await foretell(50, -1);
    await renew(page);
    expect(await storedOf(page.id)).toMatchObject({ tokenStatus: 'expired', daysLeft: null });
  });

  it.each([
    ['stay valid while the list of its owner has it', null, 'valid'],
    ['are expired where the list of its owner does not have it either', { data: [] }, 'expired'],
  ])('of a page that Facebook says is not there %s', async (_what, list, tokenStatus) => {
    const page = await connectPage();
    const { externalPlatformId } = await Connection.findByPk(page.id, { raw: true, rejectOnEmpty: true });
    await connecting.fault({ method: 'GET', path: `/v27.0/${externalPlatformId}` }, { error: 'missingObject' });
    if (list) await connecting.fault({ method: 'GET', path: '/v27.0/me/accounts' }, { status: 200, body: list });
    await renew(page);
    expect(await storedOf(page.id)).toMatchObject({ tokenStatus });
  });

  it('stay what they are when Facebook does not answer', async () => {
    const page = await connectPage();
    await connecting.fault({ method: 'POST', path: '/v27.0/oauth/access_token' }, { status: 503 });
    const before = await storedOf(page.id);
    await renew(page);
    const { accessToken, refreshToken } = await storedOf(page.id);
    expect({ accessToken, refreshToken }).toEqual({
      accessToken: before.accessToken,
      refreshToken: before.refreshToken,
    });
  });
});

it('is left alone by housekeeping 8 days before its tokens end', async () => {
  const page = await connectPage();
  const times = {
    tokenExpiresAt: new Date(Date.now() + 8 * dayMs),
    tokensStoredAt: new Date(Date.now() - 20 * hourMs),
  };
  await Connection.update(times, { where: { id: page.id } });
  const { renewDueTokens } = createRenewalActivities(connecting.deps);
  const counts = await new MockActivityEnvironment().run(async () => renewDueTokens('facebook'));
  expect(counts).toEqual({ renewed: 0, refused: 0, failed: 0 });
});
