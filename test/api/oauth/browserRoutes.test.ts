import { createHash, randomUUID } from 'node:crypto';
import { OAuthTicket } from '../../../models/oauth/OAuthTicket';
import { sealForTicket } from '../../../models/oauth/ticketSecrets';
import { workspaceClient } from '../../support/actors';
import { offerOf } from '../../support/build/offer';
import { buildWorkspace } from '../../support/build/workspace';
import { useApp } from '../../support/callers/app';
import { browserOf } from '../../support/runs/connecting';
import type { Browser, Page } from '../../support/browser';
import { testSecrets } from '../../support/secrets';
import { stopwatch } from '../../support/stopwatch';
import { use } from '../../support/use';

const handedOver: string[] = [];
/** The API alone, as a browser meets it, without the workflow behind. */
const app = useApp({ baseUrl: 'https://api.example/v' }, { completeTicket: async (id) => void handedOver.push(id) });
const workspace = use(async () => buildWorkspace());

const at = (path: string) => `${app.url}/api/v1/oauth${path}`;
async function makeTicket(redirectUrl = 'https://app.example/done?keep=a%20b'): Promise<string> {
  const body = { platform: 'youtube', redirectUrl };
  return (await workspaceClient(app, workspace)('POST', '/api/v1/oauth/tickets', { body })).body.ticketId;
}
const authorize = (browser: Browser, id: string) => browser.visit(at(`/youtube/authorize?ticket=${id}`));

/** A ticket at the platform. */
async function atPlatform() {
  const id = await makeTicket();
  const browser = browserOf(app);
  const { location } = await authorize(browser, id);
  const state = new URL(location).searchParams.get('state')!;
  return { id, browser, state, back: (query: string) => at(`/youtube/callback?state=${state}&${query}`) };
}

const rowOf = (id: string) => OAuthTicket.findByPk(id, { raw: true, rejectOnEmpty: true });
const change = async (id: string, values: object) => OAuthTicket.update(values, { where: { id } });
const past = () => new Date(Date.now() - 1000);

/** The error that the browser brings back to the caller, with nothing else changed on its way. */
function refusalOf(visit: Page): string | null {
  const error = new URL(visit.location).searchParams.get('error');
  expect(visit).toMatchObject({
    status: 302,
    location: `https://app.example/done?keep=a%20b&status=error&error=${error}`,
  });
  expect(visit.headers.get('cache-control')).toBe('no-store');
  expect(visit.headers.get('referrer-policy')).toBe('no-referrer');
  return error;
}

/** The status of a page that leads nowhere, loads nothing and runs nothing. */
function pageStatusOf(visit: Page): number {
  expect(visit.location).toBe('');
  expect(visit.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(visit.headers.get('cache-control')).toBe('no-store');
  const [, style = ''] = /<style>([^]*)<\/style>/.exec(visit.body) ?? [];
  const styleHash = createHash('sha256').update(style).digest('base64');
  expect(visit.headers.get('content-security-policy')).toBe(
    `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'none'`,
  );
  expect(visit.body).toContain('<h1>');
  expect(visit.body).not.toMatch(/<script|\son\w+=|https?:|style=/);
  return visit.status;
}

describe('startChannelConsent', () => {
  it('sends the browser to the platform with a cookie that no script and no other site gets', async () => {
    const id = await makeTicket();
    const browser = browserOf(app);
    const passedMs = stopwatch();
    const { status, headers, location } = await authorize(browser, id);

    expect(status).toBe(302);
    expect(location).toContain('/o/oauth2/v2/auth?');
    expect(headers.get('set-cookie')).toMatch(
      new RegExp(`^__Host-browser=[\\w-]{43}; Path=/; Max-Age=900; HttpOnly; SameSite=Lax; Secure$`),
    );
    const row = await rowOf(id);
    const [secret] = browser.cookies.values();
    const state = new URL(location).searchParams.get('state')!;
    expect(row).toMatchObject({ status: 'consumed', stateHash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(JSON.stringify(row)).not.toMatch(new RegExp(`${state}|${secret}`));
    expect(Math.abs(row.expiresAt.getTime() - Date.now() - 900_000)).toBeLessThanOrEqual(passedMs());
  });

  it('answers a plain 400 page where no ticket is known', async () => {
    for (const query of ['', '?ticket=', '?ticket=x', `?ticket=${randomUUID()}`, `?ticket=${randomUUID()}&ticket=x`]) {
      expect(pageStatusOf(await browserOf(app).visit(at(`/youtube/authorize${query}`)))).toBe(400);
    }
  });

  it('answers 404 for an unknown platform', async () => {
    expect(pageStatusOf(await browserOf(app).visit(at(`/myspace/authorize?ticket=${await makeTicket()}`)))).toBe(404);
  });

  it('refuses a ticket that was opened before, also after its time', async () => {
    const { id, browser } = await atPlatform();
    expect(refusalOf(await authorize(browser, id))).toBe('invalid_ticket');
    await change(id, { expiresAt: past() });
    expect(refusalOf(await authorize(browser, id))).toBe('invalid_ticket');
    await OAuthTicket.expire(id);
    expect(refusalOf(await authorize(browser, id))).toBe('invalid_ticket');
  });

  it('refuses a ticket of another platform, without using it up', async () => {
    const id = await makeTicket();
    await change(id, { platform: 'facebook' });
    expect(refusalOf(await authorize(browserOf(app), id))).toBe('invalid_ticket');
    expect((await rowOf(id)).status).toBe('pending');
  });

  it('says ticket_expired after five minutes', async () => {
    const id = await makeTicket();
    await change(id, { expiresAt: past() });
    expect(refusalOf(await authorize(browserOf(app), id))).toBe('ticket_expired');
    await OAuthTicket.expire(id);
    expect(refusalOf(await authorize(browserOf(app), id))).toBe('ticket_expired');
  });
});

describe('finishChannelConsent', () => {
  it('hands the code over encrypted, once', async () => {
    const { id, browser, back } = await atPlatform();
    handedOver.length = 0;
    await browser.visit(back('code=4/a-secret-code'));
    expect(handedOver).toEqual([id]);
    // No workflow has taken the code: the ticket ends, and with it all its secrets.
    expect(await rowOf(id)).toMatchObject({ status: 'failed', error: 'platform_error', sealed: null });
    expect(refusalOf(await browser.visit(back('code=4/a-secret-code')))).toBe('invalid_ticket');
    expect(handedOver).toEqual([id]);
  });

  it.each([
    ['error=access_denied', 'access_denied'],
    ['error=server_error', 'platform_error'],
    ['error=access_denied&code=x', 'access_denied'],
    ['scope=x', 'platform_error'],
  ])('ends the ticket when the platform says %s', async (query, error) => {
    const { id, browser, back } = await atPlatform();
    expect(refusalOf(await browser.visit(back(query)))).toBe(error);
    expect(await rowOf(id)).toMatchObject({ status: 'failed', error, sealed: null });
    expect(refusalOf(await browser.visit(back('code=x')))).toBe('invalid_ticket');
  });

  it('refuses every browser but the one that opened the ticket, which may still come', async () => {
    const { id, browser, back } = await atPlatform();
    const another = await atPlatform();
    const forged = browserOf(app);
    forged.cookies.set('__Host-browser', 'x'.repeat(43));
    // Another host of the domain can set a cookie without the prefix.
    const planted = browserOf(app);
    planted.cookies.set('browser', browser.cookies.get('__Host-browser')!);
    for (const wrong of [browserOf(app), another.browser, forged, planted]) {
      expect(refusalOf(await wrong.visit(back('code=x')))).toBe('invalid_ticket');
      expect(refusalOf(await wrong.visit(back('error=access_denied')))).toBe('invalid_ticket');
    }
    expect((await rowOf(id)).status).toBe('consumed');
    expect(refusalOf(await browser.visit(back('error=access_denied')))).toBe('access_denied');
  });

  it('takes no answer of another platform than the one that was asked', async () => {
    const { id, browser, state } = await atPlatform();
    expect(pageStatusOf(await browser.visit(at(`/facebook/callback?state=${state}&code=x`)))).toBe(400);
    expect((await rowOf(id)).status).toBe('consumed');
  });

  it('knows a browser by one cookie for all its tickets', async () => {
    const first = await atPlatform();
    const second = await makeTicket();
    const { location } = await authorize(first.browser, second);
    expect(first.browser.cookies.size).toBe(1);
    const state = new URL(location).searchParams.get('state')!;
    for (const back of [first.back('error=access_denied'), at(`/youtube/callback?state=${state}&error=access_denied`)])
      expect(refusalOf(await first.browser.visit(back))).toBe('access_denied');
  });

  it('finds its cookie among others', async () => {
    const { browser, back } = await atPlatform();
    const [own] = browser.cookies;
    browser.cookies.clear();
    browser.cookies.set('a', '1').set(own![0], own![1]).set('b', '2');
    expect(refusalOf(await browser.visit(back('error=access_denied')))).toBe('access_denied');
  });

  it('says ticket_expired when consent took longer than fifteen minutes', async () => {
    const { id, browser, back } = await atPlatform();
    await change(id, { expiresAt: past() });
    expect(refusalOf(await browser.visit(back('code=x')))).toBe('ticket_expired');
    await OAuthTicket.expire(id);
    expect(refusalOf(await browser.visit(back('code=x')))).toBe('ticket_expired');
  });

  it('answers a plain 400 page where no ticket is known', async () => {
    for (const query of ['', '?state=', '?state=x&code=y', '?state=a&state=b']) {
      expect(pageStatusOf(await browserOf(app).visit(at(`/youtube/callback${query}`)))).toBe(400);
    }
    expect(pageStatusOf(await browserOf(app).visit(at('/myspace/callback?state=x')))).toBe(404);
  });
});

describe('offerChannels and chooseChannel', () => {
  async function choosing() {
    const { id, browser } = await atPlatform();
    const sealed = sealForTicket(testSecrets, id, [
      offerOf('UC-a', '"><script>alert(1)</script>'),
      offerOf('UC-b', 'Birds'),
      offerOf('UC-z', 'Zoo', 'You may not <b>publish</b> here.'),
    ]);
    await change(id, { status: 'choosing', sealed });
    return { id, browser, url: at(`/youtube/choose?ticket=${id}`), submitUrl: at('/youtube/choose') };
  }

  it('shows a page without script on which names are only text', async () => {
    const { browser, url } = await choosing();
    const page = await browser.visit(url);
    expect(pageStatusOf(page)).toBe(200);
    expect(page.body).toContain('value="UC-b"');
    expect(page.headers.get('content-security-policy')).not.toContain('form-action');
  });

  it('shows why a channel cannot be chosen, and does not let it be', async () => {
    const { id, browser, url, submitUrl } = await choosing();
    const { body } = await browser.visit(url);
    expect(body).toContain('You may not &#60;b&#62;publish&#60;/b&#62; here.');
    expect(body).not.toContain('value="UC-z"');
    const chosen = await browser.submit(submitUrl, { ticket: id, action: 'connect', channel: 'UC-z' });
    expect(pageStatusOf(chosen)).toBe(400);
    expect((await rowOf(id)).status).toBe('choosing');
  });

  it('is open to the browser of the ticket alone', async () => {
    const { id, url, submitUrl } = await choosing();
    const other = browserOf(app);
    expect(refusalOf(await other.visit(url))).toBe('invalid_ticket');
    expect(refusalOf(await other.submit(submitUrl, { ticket: id, action: 'connect', channel: 'UC-a' }))).toBe(
      'invalid_ticket',
    );
    expect((await rowOf(id)).status).toBe('choosing');
  });

  it('answers a 400 page to a channel that was not offered, and the choice stays open', async () => {
    const { id, browser, submitUrl } = await choosing();
    expect(pageStatusOf(await browser.submit(submitUrl, { ticket: id, action: 'connect', channel: 'UC-c' }))).toBe(400);
    expect(pageStatusOf(await browser.submit(submitUrl, { ticket: id, action: 'connect' }))).toBe(400);
    expect(pageStatusOf(await browser.submit(submitUrl, { ticket: id, action: 'steal' }))).toBe(400);
    expect(
      pageStatusOf(await browser.submit(submitUrl, { ticket: randomUUID(), action: 'connect', channel: 'UC-a' })),
    ).toBe(400);
    expect((await rowOf(id)).status).toBe('choosing');
  });

  it('says ticket_expired when the time for it is over', async () => {
    const { id, browser, url, submitUrl } = await choosing();
    await change(id, { expiresAt: past() });
    expect(refusalOf(await browser.visit(url))).toBe('ticket_expired');
    const late = await browser.submit(submitUrl, { ticket: id, action: 'connect', channel: 'UC-a' });
    expect(refusalOf(late)).toBe('ticket_expired');
    await OAuthTicket.expire(id);
    expect(refusalOf(await browser.visit(url))).toBe('ticket_expired');
  });

  it('refuses a ticket that has nothing to choose yet', async () => {
    const { id, browser } = await atPlatform();
    expect(refusalOf(await browser.visit(at(`/youtube/choose?ticket=${id}`)))).toBe('invalid_ticket');
  });

  it('answers 415 to a body that is no form', async () => {
    const answer = await fetch(at('/youtube/choose'), {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(415);
  });
});

it.each([
  ['https://app.example', 'https://app.example?status=error&error=invalid_ticket'],
  ['https://app.example/?', 'https://app.example/?status=error&error=invalid_ticket'],
  ['https://app.example/?a=1&', 'https://app.example/?a=1&status=error&error=invalid_ticket'],
  ['https://app.example/#/route?x=1', 'https://app.example/?status=error&error=invalid_ticket#/route?x=1'],
  [
    'http://localhost:3000/a?statuses=old&x=%2F+',
    'http://localhost:3000/a?statuses=old&x=%2F+&status=error&error=invalid_ticket',
  ],
  ['https://größe.example/a', 'https://xn--gre-6ka8i.example/a?status=error&error=invalid_ticket'],
  ['https://app.example/größe', 'https://app.example/gr%C3%B6%C3%9Fe?status=error&error=invalid_ticket'],
])('%s stays as it is but for the parameters that are appended', async (redirectUrl, expected) => {
  const id = await makeTicket(redirectUrl);
  const browser = browserOf(app);
  await authorize(browser, id);
  expect((await authorize(browser, id)).location).toBe(expected);
});
