import { useApp } from '../../../support/callers/app';
import { boxesOf, consentBrowser, decide, registerAssistant } from '../../../support/callers/assistant';
import type { Assistant } from '../../../support/callers/assistant';
import type { Browser, Page } from '../../../support/browser';
import { buildWorkspace } from '../../../support/build/workspace';
import { until } from '../../../support/until';
import { use } from '../../../support/use';

const app = useApp();
const workspace = use(async () => buildWorkspace());
const assistant: Assistant = use(async () => registerAssistant(app));
beforeEach(async () => {
  await app.database.query('DELETE FROM mcp_grants');
  await app.database.query('DELETE FROM failure_counts');
});

const grants = async () => (await app.database.query('SELECT 1 FROM mcp_grants')).length;
async function opened(): Promise<{ browser: Browser; page: Page; state: string }> {
  const browser = consentBrowser(app);
  const { parameters, state } = assistant.asks();
  return { browser, page: await browser.visit(assistant.urlOf(parameters)), state };
}
const allow = () => ({ action: 'allow', api_key: workspace.apiKey });
const wrong = { action: 'allow', api_key: `ds_live_${'x'.repeat(32)}` };

async function expectOver(page: Page): Promise<void> {
  expect([page.status, page.location]).toEqual([400, '']);
  expect(page.body).toContain('This page cannot be used');
}

describe('giveConsent', () => {
  it('rows 8 and 10: sends the browser to the client by 302, with code, state and iss', async () => {
    const { browser, page, state } = await opened();
    const { status, location, headers } = await decide(browser, page, allow());

    expect([status, headers.get('cache-control'), headers.get('referrer-policy')]).toEqual([
      302,
      'no-store',
      'no-referrer',
    ]);
    const query = { keep: '1', code: expect.stringMatching(/^mcp_ac_[\w-]{43}$/), state, iss: 'https://api.example' };
    expect(Object.fromEntries(new URL(location).searchParams)).toEqual(query);
    expect(location.startsWith('https://assistant.example/callback?keep=1&code=')).toBe(true);
    const [grant] = await app.database.query('SELECT workspace_id, scopes, resource FROM mcp_grants');
    expect(grant).toEqual({
      workspace_id: workspace.workspaceId,
      scopes: ['mcp.read', 'mcp.write'],
      resource: 'https://api.example/_mcp',
    });
  });

  it.each([
    ['what the page has ticked', 'mcp.read mcp.write', {}, 'mcp.read mcp.write'],
    ['what the page has ticked, to a client that named no scope', undefined, {}, 'mcp.read'],
    ['writing, too, which nobody asked for', 'mcp.read', { 'mcp.write': true }, 'mcp.read mcp.write'],
    ['less than was asked for', 'mcp.read mcp.write', { 'mcp.write': false }, 'mcp.read'],
    ['writing alone', 'mcp.write', { 'mcp.read': false }, 'mcp.write'],
  ])('grants what is ticked: %s', async (_what, scope, boxes, granted) => {
    const browser = consentBrowser(app);
    const asked = assistant.asks({ scope });
    const page = await browser.visit(assistant.urlOf(asked.parameters));
    const { location } = await decide(browser, page, allow(), boxes);
    const code = new URL(location).searchParams.get('code')!;
    const { body } = await assistant.exchange({ code, asked });
    expect(body.scope).toBe(granted);
    expect((await assistant.refresh(body.refresh_token)).body.scope).toBe(granted);
  });

  it('grants what the page has ticked to a form that has no boxes', async () => {
    const { browser, page } = await opened();
    const [, request = ''] = /name="request" value="([^"]+)"/.exec(page.body) ?? [];
    expect((await browser.submit(page.url.replace(/\?.*/, ''), { request, ...allow() })).status).toBe(302);
    const [grant] = await app.database.query('SELECT scopes FROM mcp_grants');
    expect(grant).toEqual({ scopes: ['mcp.read', 'mcp.write'] });
  });

  it('asks for a box where none is ticked, before it looks at the key, and keeps the boxes', async () => {
    const { browser, page } = await opened();
    const again = await decide(browser, page, wrong, { 'mcp.read': false, 'mcp.write': false });
    expect([again.status, again.location]).toEqual([400, '']);
    expect(again.body).toContain('Tick at least one box');
    expect(boxesOf(again).map(({ isTicked }) => isTicked)).toEqual([false, false]);
    expect(await grants()).toBe(0);

    const byWrongKey = await decide(browser, { ...again, url: page.url }, wrong, { 'mcp.write': true });
    expect(byWrongKey.status).toBe(401);
    expect(boxesOf(byWrongKey).map(({ isTicked }) => isTicked)).toEqual([false, true]);
    expect((await decide(browser, { ...byWrongKey, url: page.url }, allow())).status).toBe(302);
    expect(await app.database.query('SELECT scopes FROM mcp_grants')).toEqual([{ scopes: ['mcp.write'] }]);
  });

  it('row 10: tells the client of a denial, without a key and without a trace', async () => {
    const { browser, page, state } = await opened();
    const { status, location } = await decide(browser, page, { action: 'deny' });

    expect(status).toBe(302);
    expect(Object.fromEntries(new URL(location).searchParams)).toMatchObject({
      error: 'access_denied',
      state,
      iss: 'https://api.example',
    });
    expect(await grants()).toBe(0);
  });

  it.each([
    ['of nobody', wrong.api_key],
    ['of another form', 'ds_live_short'],
    ['in other letters', 'DS_LIVE_'],
  ])(
    'row 9: shows the page again to a key %s, always in the same words, and does not show the key',
    async (_what, key) => {
      const { browser, page } = await opened();
      const again = await decide(browser, page, { action: 'allow', api_key: key });

      expect([again.status, again.location, again.headers.get('www-authenticate')]).toEqual([401, '', 'Bearer']);
      expect(again.body).toContain('This is not the API key of a workspace.');
      expect(again.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(again.body).not.toContain(`value="${key}"`);
      expect((await decide(browser, { ...again, url: page.url }, allow())).status).toBe(302);
    },
  );

  it('row 9: asks to wait after 10 wrong keys, also if the next one is right', async () => {
    const { browser, page } = await opened();
    for (let tries = 0; tries < 10; tries += 1) expect((await decide(browser, page, wrong)).status).toBe(401);
    const { status, body, headers } = await decide(browser, page, allow());

    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(body).toContain('Too many tries');
    expect(await grants()).toBe(0);
  });

  it('row 5: is for the browser that was shown the page alone', async () => {
    const { page } = await opened();
    await expectOver(await decide(consentBrowser(app), page, allow()));
    const other = await opened();
    await expectOver(await decide(other.browser, page, allow()));
    // Another host of the domain can set a cookie without the prefix.
    const planted = consentBrowser(app);
    planted.cookies.set('consent', other.browser.cookies.get('__Host-consent')!);
    await expectOver(await decide(planted, other.page, allow()));
    expect(await grants()).toBe(0);
  });

  it.each([
    ['another site', { origin: 'https://evil.example' }],
    ['another site, by its own word', { 'sec-fetch-site': 'cross-site' }],
    ['another host of the site', { 'sec-fetch-site': 'same-site' }],
    ['nobody’s page', { 'sec-fetch-site': 'none' }],
  ])('row 5: refuses a form of %s', async (_what, headers) => {
    const { browser, page } = await opened();
    const [, request = ''] = /name="request" value="([^"]+)"/.exec(page.body) ?? [];
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
    const send = async (more: Record<string, string>) =>
      fetch(`${app.url}/oauth/mcp/authorize`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/x-www-form-urlencoded', cookie, ...more },
        body: new URLSearchParams({ request, ...allow() }),
      });
    expect((await send(headers)).status).toBe(400);
    expect(await grants()).toBe(0);
    expect((await send({ origin: 'null', 'sec-fetch-site': 'same-origin' })).status).toBe(302);
  });

  it('row 5: grants once a page, also at the same time', async () => {
    const { browser, page } = await opened();
    const answers = await Promise.all(Array.from({ length: 5 }, async () => decide(browser, page, allow())));

    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      302, 400, 400, 400, 400,
    ]);
    expect(await grants()).toBe(1);
    await expectOver(await decide(browser, page, allow()));
  });

  it('row 5: takes a page for ten minutes', async () => {
    const { browser, page } = await opened();
    const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 10 * 60_000 + 1000);
    try {
      await expectOver(await decide(browser, page, allow()));
    } finally {
      now.mockRestore();
    }
  });

  it('row 5: reads what is granted from the page that it has sealed, and from nothing else', async () => {
    const { browser, page } = await opened();
    const evil = { redirect_uri: 'https://evil.example/', client_id: 'x', scope: 'x', state: 'mine' };
    const { location } = await decide(browser, page, { ...allow(), ...evil });
    expect(location).toMatch(/^https:\/\/assistant\.example\/callback/);
    expect(location).not.toContain('mine');
    const changed = page.body.replace(/(name="request" value="v1\.[^.]+\.)./, '$1_');
    await expectOver(await decide(browser, { ...page, body: changed }, allow()));
    await expectOver(await decide(browser, { ...page, body: '' }, allow()));
    await expectOver(await decide(browser, page, { ...allow(), action: 'perhaps' }));
  });

  it('writes neither key nor code nor state into the log', async () => {
    app.forget();
    const { browser, page, state } = await opened();
    const { location } = await decide(browser, page, allow());
    const code = new URL(location).searchParams.get('code')!;
    await until(async () => app.log.filter(({ msg }) => msg === 'request').length >= 2);

    for (const secret of [code, state, workspace.apiKey, [...browser.cookies.values()][0]!])
      expect(JSON.stringify(app.log)).not.toContain(secret);
  });
});
