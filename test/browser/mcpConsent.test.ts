import { readFileSync } from 'node:fs';
import { request as ask } from 'node:http';
import { createServer } from 'node:https';
import { startApp, useApp } from '../support/callers/app';
import { selfSignedCertificate } from '../support/servers/certificate';
import { registerAssistant } from '../support/callers/assistant';
import { buildUser } from '../support/callers/people';
import { buildWorkspace } from '../support/build/workspace';
import { startServer, useServer } from '../support/servers/server';
import { until } from '../support/until';
import { use, useStopping } from '../support/use';
import { launchChromium } from './chromium';
import { expectGoodPage, sitDown } from './reader';
import type { Reader } from './reader';

/** The host in the service's own address, and the site of a client. */
const service = 'localhost:9';
const clientHost = 'assistant.example';

const app = useApp({ baseUrl: `http://${service}` });
const workspace = use(async () => buildWorkspace());
const page =
  '<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Client</title><h1>Connected</h1></html>';
/** A client on this computer. */
const local = useServer((_request, response) => response.setHeader('content-type', 'text/html').end(page));
/** A client with a site, which hands on to an app at one of its paths. */
const site = use(async () => {
  const server = createServer(selfSignedCertificate(clientHost), (request, response) => {
    if (request.url?.startsWith('/to-app')) response.writeHead(302, { location: 'claude://connected' }).end();
    else response.setHeader('content-type', 'text/html').end(page);
  });
  return startServer(server);
});
/** A page that allows forms to be sent to itself alone: the redirect behind the form is blocked. */
const trapped = useServer((request, response) => {
  const target = new URL(request.url!, 'http://x').searchParams.get('to')!;
  if (request.method === 'POST') return response.writeHead(302, { location: target }).end();
  response.setHeader('content-security-policy', "form-action 'self'");
  return response
    .setHeader('content-type', 'text/html')
    .end(
      '<!doctype html><html lang="en"><link rel="icon" href="data:,"><form method="post"><button>Allow</button></form>',
    );
});
/** The service behind a proxy that speaks TLS, as it is in production. */
const tlsHost = 'service.example';
const tlsApp = use(async () => startApp({ baseUrl: `https://${tlsHost}` }, { database: app.database }));
const tlsProxy = use(async () => {
  const server = createServer(selfSignedCertificate(tlsHost), (incoming, outgoing) => {
    const { method, headers, url } = incoming;
    const handedOn = ask(`${tlsApp.url}${url}`, { method, headers }, (answer) => {
      answer.pipe(outgoing.writeHead(answer.statusCode!, answer.headers));
    });
    incoming.pipe(handedOn);
  });
  return startServer(server);
});
const chromium = use(async () =>
  launchChromium({
    [service]: new URL(app.url).host,
    [clientHost]: `127.0.0.1:${site.port}`,
    [tlsHost]: `127.0.0.1:${tlsProxy.port}`,
  }),
);
const stopping = useStopping();

async function reader(): Promise<Reader> {
  const one = await sitDown(chromium, { viewport: { width: 390, height: 844 }, ignoreHTTPSErrors: true });
  stopping(one.context);
  return one;
}

async function toConsent(redirectUri: string, at = app): Promise<Reader> {
  const assistant = await registerAssistant(
    at,
    redirectUri,
    'A name that is long enough for two lines, in Ünïcode 日本',
  );
  const one = await reader();
  await one.visit(assistant.urlOf(assistant.asks().parameters));
  await expectGoodPage(one, 'Connect an app');
  return one;
}

/** By keyboard: past these fields. */
async function tabTo({ page: shown }: Reader, names: readonly (string | null)[]): Promise<void> {
  for (const name of names) {
    await shown.keyboard.press('Tab');
    expect(await shown.locator(':focus').getAttribute('name')).toBe(name);
  }
}

/** By keyboard: past the boxes and the log-in to the field of the key, and with Enter. */
async function allow(one: Reader, apiKey = workspace.apiKey): Promise<void> {
  const { page: shown } = one;
  await tabTo(one, ['read', 'write', 'credit_limit', 'email', 'password', null]);
  await shown.keyboard.press('Enter');
  await tabTo(one, ['api_key']);
  await shown.keyboard.type(apiKey);
  await shown.keyboard.press('Enter');
}

const blocked = /Content Security Policy|form-action/;

describe.each([
  ['an https address', () => `https://${clientHost}/callback`],
  ['a loopback address', () => `http://127.0.0.1:${local.port}/callback`],
])('the way to %s', (_what, redirectUri) => {
  it('is open after the page, and nothing else was asked or sent', async () => {
    const one = await toConsent(redirectUri());
    await allow(one);
    await one.page.waitForURL(`${redirectUri()}**`);

    const { searchParams } = new URL(one.page.url());
    expect([...searchParams.keys()].sort()).toEqual(['code', 'iss', 'state']);
    expect(await one.page.locator('h1').innerText()).toBe('Connected');
    expect(one.complaints).toEqual([]);
    const origins = new Set(one.asked.map((url) => new URL(url).origin));
    expect([...origins].sort()).toEqual([`http://${service}`, new URL(redirectUri()).origin].sort());
    expect(one.asked.join(' ')).not.toContain(workspace.apiKey);
  });

  it('is open after a denial, too', async () => {
    const one = await toConsent(redirectUri());
    await one.press('Deny');
    await one.page.waitForURL(`${redirectUri()}**`);

    expect(new URL(one.page.url()).searchParams.get('error')).toBe('access_denied');
    expect(one.complaints).toEqual([]);
  });
});

describe.each([
  ['cursor:', 'cursor://anysphere.cursor-mcp/oauth/callback', 'cursor://anysphere.cursor-mcp/oauth/callback?code='],
  ['an https address that hands on to an app', `https://${clientHost}/to-app`, 'claude://connected'],
])('the way to %s', (_what, redirectUri, target) => {
  it('leads out of the browser', async () => {
    const one = await toConsent(redirectUri);
    await allow(one);
    await until(async () => one.asked.some((url) => url.startsWith(target)));

    expect(one.complaints.join('\n')).not.toMatch(blocked);
  });
});

it.each([
  ['an https address', () => `https://${clientHost}/callback`],
  ['a loopback address', () => `http://127.0.0.1:${local.port}/callback`],
  ['cursor:', () => 'cursor://anysphere.cursor-mcp/oauth/callback'],
])('the way to %s would be closed by a policy for forms: so these tests can fail', async (_what, redirectUri) => {
  const one = await reader();
  await one.visit(`${trapped.url}/?to=${encodeURIComponent(redirectUri())}`);
  await one.page.getByRole('button').click({ noWaitAfter: true });
  await until(async () => blocked.test(one.complaints.join('\n')));

  expect(one.asked.some((url) => url.startsWith(redirectUri()))).toBe(false);
});

describe('a page over https', () => {
  const redirectUri = `https://${clientHost}/callback`;

  it('is tied to the browser by a cookie that no other host can set, and leads to the client', async () => {
    const one = await toConsent(redirectUri, tlsApp);
    expect(await one.context.cookies()).toMatchObject([
      { name: '__Host-consent', domain: tlsHost, path: '/', httpOnly: true, secure: true, sameSite: 'Strict' },
    ]);
    await allow(one);
    await one.page.waitForURL(`${redirectUri}**`);

    expect(new URL(one.page.url()).searchParams.get('iss')).toBe(`https://${tlsHost}`);
    expect(one.complaints).toEqual([]);
  });

  it('grants nothing without that cookie', async () => {
    const one = await toConsent(redirectUri, tlsApp);
    await one.context.clearCookies();
    await allow(one);
    await one.page.getByRole('heading', { name: 'This page cannot be used' }).waitFor();

    expect(one.asked.filter((url) => url.startsWith(redirectUri))).toEqual([]);
  });
});

describe('the way by a log-in', () => {
  it.each(['light', 'dark'] as const)('goes by keyboard, and over two pages without a fault: %s', async (scheme) => {
    const redirectUri = `https://${clientHost}/callback`;
    const user = await buildUser(app);
    await user.call('POST', '/api/v1/auth/organizations', { body: { name: 'A second one with a name of two lines' } });
    const one = await toConsent(redirectUri);
    const { page: shown } = one;
    await shown.emulateMedia({ colorScheme: scheme });
    await tabTo(one, ['read', 'write', 'credit_limit', 'email']);
    await shown.keyboard.type(user.email);
    await tabTo(one, ['password']);
    await shown.keyboard.type('wrong horse');
    await shown.keyboard.press('Enter');
    await shown.getByRole('alert').waitFor();
    expect(await faultsOf(one)).toEqual([]);
    expect([await shown.getByLabel('Email').inputValue(), await shown.getByLabel('Password').inputValue()]).toEqual([
      user.email,
      '',
    ]);
    expect(one.complaints.splice(0)).toEqual([expect.stringContaining('status of 401')]);
    await shown.getByLabel('Password').fill(user.password);
    await shown.keyboard.press('Enter');
    await shown.getByRole('heading', { name: 'Choose an organization' }).waitFor();
    await expectGoodPage(one, 'Choose an organization');
    expect(await faultsOf(one)).toEqual([]);

    await tabTo(one, ['organization']);
    await shown.keyboard.press('ArrowDown');
    await shown.keyboard.press('Enter');
    await shown.waitForURL(`${redirectUri}**`);
    const { body } = await user.call('GET', '/api/v1/console/mcp-grants');
    expect(body.items).toMatchObject([{ organization: { name: 'A second one with a name of two lines' } }]);
    expect(one.complaints).toEqual([]);
    expect(one.asked.join(' ')).not.toContain(user.password);
  });
});

describe('the page', () => {
  it.each(['light', 'dark'] as const)(
    'gives axe nothing to complain of, as it is and with a fault: %s',
    async (scheme) => {
      const one = await toConsent(`https://${clientHost}/callback`);
      await one.page.emulateMedia({ colorScheme: scheme });
      expect(await faultsOf(one)).toEqual([]);
      await allow(one, 'ds_live_wrong');
      await one.page.getByRole('alert').waitFor();
      await expectGoodPage(one, 'Connect an app');

      expect(await faultsOf(one)).toEqual([]);
      expect(await one.page.getByLabel('API key of your workspace').inputValue()).toBe('');
      expect(one.complaints).toEqual([expect.stringContaining('status of 401')]);
      await one.page.getByLabel('API key of your workspace').fill(workspace.apiKey);
      await one.press('Allow');
      await one.page.waitForURL(`https://${clientHost}/callback**`);
    },
  );

  it('cannot be framed', async () => {
    const assistant = await registerAssistant(app, `https://${clientHost}/callback`);
    const one = await reader();
    const url = assistant.urlOf(assistant.asks().parameters);
    await one.page.setContent(`<iframe src="${url.replaceAll('&', '&amp;')}"></iframe>`);
    await until(async () => one.complaints.length > 0);

    expect(one.complaints.join('\n')).toMatch(/frame-ancestors|X-Frame-Options|Refused to (?:frame|display)|Framing/);
  });
});

/** Of axe, all its rules. It runs beside the page's own policy. */
async function faultsOf({ page: shown }: Reader): Promise<unknown> {
  await shown.evaluate(readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8'));
  const found = await shown.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>('axe.run()');
  return found.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}
