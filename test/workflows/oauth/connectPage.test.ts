import { Connection, tokenContext } from '../../../models/connections/Connection';
import { browserOf, openTicket, rowOf, useConnecting } from '../../support/runs/connecting';
import type { TestTicket } from '../../support/runs/connecting';
import { testSecrets } from '../../support/secrets';

const connecting = useConnecting();

/** Opens a ticket for Facebook, and answers its dialog as a person who allows everything. */
async function login(person: string, body: object = {}, earlier?: TestTicket) {
  const ticket = await openTicket(connecting.app, { platform: 'facebook', ...body }, earlier?.workspace);
  const browser = browserOf(connecting.app);
  const { location } = await browser.visit(ticket.authUrl);
  const question = await browser.follow(await browser.visit(location), person);
  const back = await browser.visit((await browser.press(question, 'Continue')).location);
  return { ticket, browser, back, query: Object.fromEntries(new URL(back.location).searchParams) };
}

const connectionsOf = async ({ workspace: { workspaceId } }: TestTicket) =>
  Connection.findAll({ where: { workspaceId }, raw: true });

it('connects the only page of a login, with a token of the page and what renews it', async () => {
  const { ticket, query } = await login('Paula One');
  const [connection, ...others] = await connectionsOf(ticket);
  expect(others).toEqual([]);
  expect(query).toMatchObject({ status: 'success', connectionId: connection!.id });
  expect(connection).toMatchObject({
    platform: 'facebook',
    externalPlatformId: '100000000000011',
    platformAccount: expect.stringMatching(/^\d+$/),
    tokenStatus: 'valid',
  });
  const daysLeft = (connection!.tokenExpiresAt!.getTime() - Date.now()) / 86_400_000;
  expect(Math.round(daysLeft)).toBe(60);
  const [access, renewing] = (['access_token', 'refresh_token'] as const).map((column) =>
    testSecrets.decrypt(
      column === 'access_token' ? connection!.accessToken! : connection!.refreshToken!,
      tokenContext(connection!.id, column),
    ),
  );
  expect(access).not.toBe(renewing);
});

it('ends with the reason where the only page cannot be used, and connects nothing', async () => {
  const { ticket, query } = await login('Rita Reader');
  expect(query).toMatchObject({ status: 'error', error: 'access_denied' });
  expect(query['error_description']).toContain('CREATE_CONTENT');
  expect(await connectionsOf(ticket)).toEqual([]);
  expect(await rowOf(ticket)).toMatchObject({ status: 'failed', error: 'access_denied', sealed: null });
});

it('ends with the reason where the login has no page', async () => {
  const { query } = await login('Nils None');
  expect(query).toMatchObject({ status: 'error', error: 'platform_error' });
  expect(query['error_description']).toContain('offers no channel');
});

it('offers several pages, says which cannot be used and why, and connects the one that is chosen', async () => {
  const { ticket, browser, back } = await login('Max Several');
  const page = await browser.visit(back.location);
  expect(page.body).toContain('CREATE_CONTENT');
  const ids = [...page.body.matchAll(/value="(\d+)"/g)].map(([, id]) => id);
  expect(ids).toEqual(['100000000000021', '100000000000022']);
  const choice = { ticket: ticket.ticketId, action: 'connect', channel: '100000000000022' };
  const { location } = await browser.submit(page.url, choice);
  expect(location).toContain('status=success');
  expect(await connectionsOf(ticket)).toMatchObject([{ externalPlatformId: '100000000000022' }]);
});

it('authorizes a page anew without asking which, and says why where it can no longer be used', async () => {
  const { ticket, query } = await login('Paula One');
  const connectionId = query['connectionId']!;
  const again = await login('Paula One', { connectionId }, ticket);
  expect(again.query).toMatchObject({ status: 'success', connectionId });
  await connecting.sandbox.control('POST', '/channels', {
    platform: 'facebook',
    name: 'ignored',
    channelId: '100000000000011',
    tasks: ['ANALYZE'],
  });
  const refused = await login('Paula One', { connectionId }, ticket);
  expect(refused.query).toMatchObject({ status: 'error', error: 'access_denied' });
  expect(refused.query['error_description']).toContain('CREATE_CONTENT');
  expect(await connectionsOf(ticket)).toMatchObject([{ id: connectionId, tokenStatus: 'valid' }]);
});

it('takes time for a list that comes slowly and in many pieces', async () => {
  await connecting.sandbox.control('POST', '/settings', { facebook: { listMax: 1 } });
  await connecting.fault({ method: 'GET', path: '/v27.0/me/accounts', times: 3 }, { delayMs: 900 });
  const { back } = await login('Max Several');
  expect(back.location).toContain('/choose?');
});
