import { useApp } from '../../../support/callers/app';
import { stranger } from '../../../support/actors';
import { boxesOf, consentBrowser, decide, registerAssistant } from '../../../support/callers/assistant';
import type { Assistant } from '../../../support/callers/assistant';
import type { Browser, Page } from '../../../support/browser';
import { addMember, buildUser } from '../../../support/callers/people';
import { until } from '../../../support/until';
import { use, useEach } from '../../../support/use';

const app = useApp();
const assistant: Assistant = use(async () => registerAssistant(app));
const ada = useEach(async () => {
  await app.database.query('DELETE FROM mcp_grants');
  await app.database.query('DELETE FROM failure_counts');
  return buildUser(app);
});

const grants = async () => app.database.query('SELECT user_id, organization_id, workspace_id, scopes FROM mcp_grants');
async function opened(scope?: string): Promise<{ browser: Browser; page: Page }> {
  const browser = consentBrowser(app);
  const { parameters } = assistant.asks(scope === undefined ? {} : { scope });
  return { browser, page: await browser.visit(assistant.urlOf(parameters)) };
}
const logIn = (password = ada.password, email = ada.email) => ({ action: 'allow', email, password });
const pick = (organization = ada.organizationId) => ({ action: 'allow', organization });
/** The browser on the page that follows a log-in. */
async function loggedIn(fields: Record<string, string> = {}): Promise<{ browser: Browser; page: Page }> {
  const { browser, page } = await opened();
  return { browser, page: await decide(browser, page, { ...logIn(), ...fields }) };
}
const organizationsOn = ({ body }: Page) =>
  [...body.matchAll(/<input type="radio" name="organization" value="([^"]+)" required (checked)? ?\/>/g)].map(
    ([, id, checked]) => [id, checked !== undefined],
  );

async function expectOver(page: Page): Promise<void> {
  expect([page.status, page.location]).toEqual([400, '']);
  expect(page.body).toContain('This page cannot be used');
  expect(await grants()).toEqual([]);
}

describe('giveConsent by a log-in', () => {
  it('lets the person pick one of their organizations, and grants there in their name', async () => {
    const { body: second } = await ada.call('POST', '/api/v1/auth/organizations', { body: { name: 'Second <b>' } });
    await buildUser(app);
    const { browser, page } = await loggedIn();

    expect([page.status, page.location]).toEqual([200, '']);
    expect(organizationsOn(page)).toEqual([
      [ada.organizationId, true],
      [second.id, false],
    ]);
    expect(page.body).toContain('Second &#60;b&#62;');
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.body).not.toMatch(/<script|\son\w+=|style=|src=|href=/);
    expect(await grants()).toEqual([]);

    const { status, location } = await decide(browser, page, pick(second.id));
    expect([status, location]).toEqual([302, expect.stringContaining('code=mcp_ac_')]);
    const { userId, workspaceId } = ada;
    const scopes = ['mcp.read', 'mcp.write'];
    expect(await grants()).toEqual([
      { user_id: userId, organization_id: second.id, workspace_id: workspaceId, scopes },
    ]);
  });

  it('grants what was ticked before the log-in, and names it on the page for the organization', async () => {
    const { browser, page } = await opened('mcp.read');
    expect(boxesOf(page).map(({ isTicked }) => isTicked)).toEqual([true, false]);
    const next = await decide(browser, page, logIn(), { 'mcp.read': false, 'mcp.write': true });
    expect(next.body).toContain('take public posts down for good');
    expect(next.body).not.toContain('See posts');
    // The boxes of the page before count no more.
    await decide(browser, next, { ...pick(), boxes: 'shown', read: 'mcp.read' });
    expect(await grants()).toMatchObject([{ scopes: ['mcp.write'] }]);
  });

  it.each([
    ['a wrong password', () => logIn('wrong horse')],
    ['an email that nobody has', () => logIn(ada.password, 'nobody@example.com')],
    ['a password alone', () => ({ action: 'allow', password: ada.password })],
    ['an email alone', () => ({ action: 'allow', email: ada.email })],
    ['a password that is too long', () => logIn('x'.repeat(129))],
  ])('shows the page again in the same words: %s', async (_what, fields) => {
    const { browser, page } = await opened();
    const again = await decide(browser, page, fields());
    expect([again.status, again.location, again.headers.get('www-authenticate')]).toEqual([401, '', 'Bearer']);
    expect(again.body).toContain('The email or the password is wrong.');
    expect(again.body).not.toContain(ada.password);
    expect(organizationsOn(await decide(browser, { ...again, url: page.url }, logIn()))).toHaveLength(1);
  });

  it('counts failures together with those of the log-in', async () => {
    const { browser, page } = await opened();
    for (let tries = 0; tries < 5; tries += 1)
      expect((await decide(browser, page, logIn('wrong horse'))).status).toBe(401);
    const body = { email: ada.email, password: 'wrong horse' };
    for (let tries = 0; tries < 5; tries += 1)
      expect((await stranger(app)('POST', '/api/v1/auth/login', { body })).status).toBe(400);

    const refused = await decide(browser, page, logIn());
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(await grants()).toEqual([]);
  });

  it('asks for a credential where none was typed', async () => {
    const { browser, page } = await opened();
    const again = await decide(browser, page, { action: 'allow' });
    expect(again.status).toBe(401);
    expect(again.body).toContain('Type your email and password, or the API key of the workspace.');
  });

  it('grants nothing in an organization of others, and nothing without one', async () => {
    const bob = await buildUser(app);
    const { browser, page } = await loggedIn();
    await expectOver(await decide(browser, page, pick(bob.organizationId)));
    await expectOver(await decide(browser, page, pick('nowhere')));
    await expectOver(await decide(browser, page, { action: 'allow' }));
  });

  it('grants nothing to a person who was removed, or has another password, since the log-in', async () => {
    const bob = await buildUser(app);
    await addMember(bob.organizationId, ada.userId, 'admin');
    const { browser, page } = await loggedIn();
    await ada.call('POST', `/api/v1/auth/organizations/${bob.organizationId}/leave`);
    await expectOver(await decide(browser, page, pick(bob.organizationId)));
    const body = { currentPassword: ada.password, newPassword: 'another horse' };
    expect((await ada.call('POST', '/api/v1/auth/change-password', { body })).status).toBe(200);
    await expectOver(await decide(browser, page, pick()));
  });

  it('is for the browser that has logged in alone, and grants once', async () => {
    const { browser, page } = await loggedIn();
    await expectOver(await decide(consentBrowser(app), page, pick()));
    const answers = await Promise.all(Array.from({ length: 3 }, async () => decide(browser, page, pick())));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([302, 400, 400]);
    expect(await grants()).toHaveLength(1);
  });

  it('may be denied after the log-in, too', async () => {
    const { browser, page } = await loggedIn();
    const { location } = await decide(browser, page, { action: 'deny' });
    expect(new URL(location).searchParams.get('error')).toBe('access_denied');
    expect(await grants()).toEqual([]);
  });

  it('writes neither email nor password into the log', async () => {
    app.forget();
    const { browser, page } = await loggedIn();
    await decide(browser, page, pick());
    await until(async () => app.log.filter(({ msg }) => msg === 'request').length >= 3);
    for (const secret of [ada.password, ada.email]) expect(JSON.stringify(app.log)).not.toContain(secret);
    expect(app.log.filter(({ msg }) => msg === 'authentication')).toMatchObject([
      { purpose: 'login', outcome: 'right', userId: ada.userId },
    ]);
  });
});

describe('giveConsent: the limit of credits', () => {
  const limits = async () => app.database.query('SELECT credit_limit FROM mcp_grants');

  it.each([
    ['none', '', null],
    ['none, in blanks', ' ', null],
    ['0', '0', 0],
    ['40', '40', 40],
    ['the largest', '2147483647', 2_147_483_647],
  ])('is that of the page: %s', async (_what, typed, limit) => {
    const { browser, page } = await loggedIn({ credit_limit: typed });
    expect(page.body.includes(`It may use ${limit} credits a cycle.`)).toBe(limit !== null);
    await decide(browser, page, pick());
    expect(await limits()).toEqual([{ credit_limit: limit }]);
  });

  it('is that of a key grant, too', async () => {
    const { body } = await ada.call('POST', '/api/v1/console/credentials/api-key/regenerate');
    const { browser, page } = await opened();
    await decide(browser, page, { action: 'allow', api_key: body.apiKey, credit_limit: '7' });
    expect(await limits()).toEqual([{ credit_limit: 7 }]);
  });

  it.each(['-1', '1.5', 'many', '2147483648', '1e3'])('is asked for again: %s', async (typed) => {
    const { browser, page } = await opened();
    const again = await decide(browser, page, { ...logIn(), credit_limit: typed });
    expect(again.status).toBe(400);
    expect(again.body).toContain('Type a whole number, or nothing.');
    expect(again.body).toContain(`value="${typed}"`);
    expect(await limits()).toEqual([]);
  });
});
