import { Connection } from '../../models/connections/Connection';
import { OAuthTicket } from '../../models/oauth/OAuthTicket';
import { consent, browserOf, rowOf, useConnecting } from '../support/runs/connecting';
import type { TestTicket } from '../support/runs/connecting';
import { startCallersSite } from './callersSite';
import { launchChromium } from './chromium';
import { expectGoodPage, sitDown } from './reader';
import type { Reader } from './reader';
import { use, useStopping } from '../support/use';

/** The host in the service's own address: another site than the sandbox, as the platforms are for the real one. */
const service = 'localhost:9';

const connecting = useConnecting();
const callers = use(async () => startCallersSite());
const chromium = use(async () => launchChromium({ [service]: new URL(connecting.app.url).host }));
const stopping = useStopping();

async function reader(): Promise<Reader> {
  const one = await sitDown(chromium);
  stopping(one.context);
  return one;
}
const newTicket = () => connecting.ticket({ redirectUrl: `${callers.url}/connected?team=7#top` });
const connectionsOf = async ({ workspace: { workspaceId } }: TestTicket) =>
  Connection.findAll({ where: { workspaceId }, raw: true });
const end = async ({ ticketId }: TestTicket) =>
  OAuthTicket.update({ expiresAt: new Date(0) }, { where: { id: ticketId } });

/** The parameters that the caller receives in the end; the rest of its address is as it was given. */
function resultOf({ page }: Reader): Record<string, string> {
  const { origin, pathname, hash, searchParams } = new URL(page.url());
  const { team, ...result } = Object.fromEntries(searchParams);
  expect({ origin, pathname, hash, team }).toEqual({
    origin: callers.url,
    pathname: '/connected',
    hash: '#top',
    team: '7',
  });
  return result;
}
const refusal = (error: string) => ({ status: 'error', error });

/** Through the platform's pages, to its last question. */
async function toConsent(one: Reader, { authUrl }: TestTicket, account: string): Promise<void> {
  await one.visit(authUrl);
  await expectGoodPage(one, 'Choose an account');
  await one.press(account);
}

/** To the page on which one of several channels is chosen. */
async function toChooser(): Promise<{ one: Reader; ticket: TestTicket }> {
  const channel = (id: string, title: string) => ({ id, snippet: { title, customUrl: `@${id}` }, statistics: {} });
  const items = [
    channel('UC-a', 'Cats & <b>Dogs</b>'),
    channel('UC-b', 'Birds'),
    channel('UC-c', 'Ünïcode 日本'.repeat(9)),
  ];
  await connecting.fault({ method: 'GET', path: '/youtube/v3/channels' }, { status: 200, body: { items } });
  const [one, ticket] = [await reader(), await newTicket()];
  await toConsent(one, ticket, 'Olive One');
  await one.press('Allow');
  expect(one.page.url()).toBe(`http://${service}/api/v1/oauth/youtube/choose?ticket=${ticket.ticketId}`);
  await expectGoodPage(one, 'Choose a channel');
  return { one, ticket };
}

/** Nothing was asked of any other host, the browser has nothing to complain about, and no secret stands anywhere. */
async function expectDiscreet(one: Reader): Promise<void> {
  const origins = new Set(one.asked.map((url) => new URL(url).origin));
  expect([...origins].sort()).toEqual([connecting.sandbox.url, callers.url, `http://${service}`].sort());
  expect(one.complaints).toEqual([]);
  const callback = new URL(one.asked.find((url) => url.includes('/callback?'))!);
  const cookies = await one.context.cookies();
  const secrets = [
    ...['state', 'code'].flatMap((name) => callback.searchParams.get(name) ?? []),
    ...cookies.map(({ value }) => value),
  ];
  expect(secrets.length).toBeGreaterThan(1);
  const isOurs = (url: string) => !url.startsWith(connecting.sandbox.url);
  const ours = [...one.stood.filter(isOurs), ...one.read.filter(({ url }) => isOurs(url)).map(({ markup }) => markup)];
  for (const place of [...ours, ...one.read.map(({ text }) => text)]) {
    for (const secret of secrets) expect(place).not.toContain(secret);
    expect(place).not.toMatch(/ya29\.|1\/\/sandbox|whsec_|ds_live_/);
  }
  expect(callers.referers.filter((referer) => referer !== undefined)).toEqual([]);
}

describe('with a keyboard, the owner of a channel', () => {
  it('connects the one that there is', async () => {
    const [one, ticket] = [await reader(), await newTicket()];
    await toConsent(one, ticket, 'Olive One');
    await one.press('Allow');

    const [connection, ...others] = await connectionsOf(ticket);
    expect(others).toEqual([]);
    expect(connection).toMatchObject({ name: "Olive's Kitchen", tokenStatus: 'valid' });
    expect(resultOf(one)).toEqual({ status: 'success', connectionId: connection!.id });
    await expectDiscreet(one);
  });

  it('denies, and nothing is connected', async () => {
    const [one, ticket] = [await reader(), await newTicket()];
    await toConsent(one, ticket, 'Olive One');
    await one.press('Deny');

    expect(resultOf(one)).toEqual(refusal('access_denied'));
    expect(await connectionsOf(ticket)).toEqual([]);
    await expectDiscreet(one);
  });

  it('chooses one of several on the platform’s page', async () => {
    const [one, ticket] = [await reader(), await newTicket()];
    await toConsent(one, ticket, 'Sam Several');
    await expectGoodPage(one, 'Choose a channel');
    await one.press("Sam's Garage");
    await one.press('Allow');

    expect(resultOf(one)['status']).toBe('success');
    expect(await connectionsOf(ticket)).toMatchObject([{ externalPlatformId: 'UCsandboxSamsGarage00002' }]);
    await expectDiscreet(one);
  });

  it('chooses one of several on ours, and not none of them', async () => {
    const { one, ticket } = await toChooser();
    await one.page.getByRole('button', { name: 'Connect' }).focus();
    await one.page.keyboard.press('Enter');
    expect(await one.page.locator('input:invalid').count()).toBe(3);
    expect(await connectionsOf(ticket)).toEqual([]);

    await one.page.reload();
    await one.pick('Birds');
    await one.press('Connect');
    const [connection, ...others] = await connectionsOf(ticket);
    expect(others).toEqual([]);
    expect(connection).toMatchObject({ externalPlatformId: 'UC-b', name: 'Birds' });
    expect(resultOf(one)).toEqual({ status: 'success', connectionId: connection!.id });
    await expectDiscreet(one);
  });

  it('cancels the choice, and nothing is connected', async () => {
    const { one, ticket } = await toChooser();
    await one.press('Cancel');
    expect(resultOf(one)).toEqual(refusal('access_denied'));
    expect(await connectionsOf(ticket)).toEqual([]);
    await expectDiscreet(one);
  });

  it('receives platform_error where the account has no channel', async () => {
    const [one, ticket] = [await reader(), await newTicket()];
    await toConsent(one, ticket, 'Noa None');
    await one.press('Allow');
    expect(resultOf(one)).toEqual({
      ...refusal('platform_error'),
      error_description: 'This login offers no channel. Log in with an account that has one, and choose it.',
    });
    expect(await connectionsOf(ticket)).toEqual([]);
    await expectDiscreet(one);
  });
});

describe('a ticket that expires', () => {
  it('before it is opened leads back at once, and not to the platform', async () => {
    const [one, ticket] = [await reader(), await newTicket()];
    await end(ticket);
    await one.visit(ticket.authUrl);
    expect(resultOf(one)).toEqual(refusal('ticket_expired'));
    expect(one.asked.filter((url) => url.startsWith(connecting.sandbox.url))).toEqual([]);
  });

  it('while the platform asks connects nothing', async () => {
    const [one, ticket] = [await reader(), await newTicket()];
    await toConsent(one, ticket, 'Olive One');
    await end(ticket);
    await one.press('Allow');
    expect(resultOf(one)).toEqual(refusal('ticket_expired'));
    expect(await connectionsOf(ticket)).toEqual([]);
  });

  it('while the choice stands open connects nothing', async () => {
    const { one, ticket } = await toChooser();
    await end(ticket);
    await one.pick('Birds');
    await one.press('Connect');
    expect(resultOf(one)).toEqual(refusal('ticket_expired'));
    expect(await connectionsOf(ticket)).toEqual([]);
    await expectDiscreet(one);
  });
});

describe('a second use', () => {
  const callbackOf = ({ asked }: Reader) => asked.find((url) => url.includes('/callback?'))!;

  it('of the callback’s address says invalid_ticket and changes nothing', async () => {
    const [one, ticket] = [await reader(), await newTicket()];
    await toConsent(one, ticket, 'Olive One');
    await one.press('Allow');
    const before = await connectionsOf(ticket);
    await one.visit(callbackOf(one));
    expect(resultOf(one)).toEqual(refusal('invalid_ticket'));
    expect(await connectionsOf(ticket)).toEqual(before);
  });

  it('of the callback’s address does not take the choice away', async () => {
    const { one, ticket } = await toChooser();
    const chooser = one.page.url();
    await one.visit(callbackOf(one));
    expect(resultOf(one)).toEqual(refusal('invalid_ticket'));
    await one.visit(chooser);
    await one.pick('Birds');
    await one.press('Connect');
    expect(await connectionsOf(ticket)).toMatchObject([{ name: 'Birds' }]);
  });

  it('of the choice, in another tab or by going back, tells of the first one and changes nothing', async () => {
    const { one, ticket } = await toChooser();
    const chooser = one.page.url();
    const tab = await one.context.newPage();
    await tab.goto(chooser);
    await one.pick('Birds');
    await one.press('Connect');
    const result = resultOf(one);
    expect(result['status']).toBe('success');
    const before = await connectionsOf(ticket);

    await tab.getByLabel('Cats').check();
    await tab.getByRole('button', { name: 'Connect' }).click();
    await tab.waitForURL(`${callers.url}/**`);
    expect(resultOf({ ...one, page: tab })).toEqual(result);
    await one.page.goBack();
    expect(resultOf(one)).toEqual(result);
    expect(await connectionsOf(ticket)).toEqual(before);
    expect(await rowOf(ticket)).toMatchObject({ status: 'completed' });
  });

  it('of the ticket’s address says invalid_ticket, and the first one goes on', async () => {
    const [one, other, ticket] = [await reader(), await reader(), await newTicket()];
    await toConsent(one, ticket, 'Olive One');
    await other.visit(ticket.authUrl);
    expect(resultOf(other)).toEqual(refusal('invalid_ticket'));
    await one.press('Allow');
    expect(resultOf(one)['status']).toBe('success');
  });
});

describe('another browser', () => {
  it('cannot bring the platform’s answer', async () => {
    const ticket = await newTicket();
    const callback = await consent(browserOf(connecting.app), ticket);
    const other = await reader();
    await other.visit(callback);
    expect(resultOf(other)).toEqual(refusal('invalid_ticket'));
    expect(await connectionsOf(ticket)).toEqual([]);
    expect((await rowOf(ticket)).status).toBe('consumed');
  });

  it('sees no choice, and takes none away', async () => {
    const { one, ticket } = await toChooser();
    const other = await reader();
    await other.visit(one.page.url());
    expect(resultOf(other)).toEqual(refusal('invalid_ticket'));
    await one.pick('Birds');
    await one.press('Connect');
    expect(await connectionsOf(ticket)).toMatchObject([{ name: 'Birds' }]);
  });
});

it('an address that is not known shows a page that says so', async () => {
  const one = await reader();
  await one.visit(`http://${service}/api/v1/oauth/youtube/authorize?ticket=nonsense`);
  await expectGoodPage(one, 'This link does not work');
  expect(one.asked).toHaveLength(1);
  expect(one.complaints).toEqual([expect.stringContaining('status of 400')]);
});
