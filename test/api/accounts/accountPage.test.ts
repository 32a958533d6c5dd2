import { cookieOf, readCookie, visitCookie } from '../../../api/accounts/visit';
import { Connection } from '../../../models/connections/Connection';
import type { Browser, Page } from '../../support/browser';
import { buildConnection } from '../../support/build/connection';
import { buildWorkspace } from '../../support/build/workspace';
import { baseUrl, browserOf, connect, useConnecting } from '../../support/runs/connecting';
import { stopwatch } from '../../support/stopwatch';

const connecting = useConnecting();
const at = (path = '', platform = 'youtube') => `${baseUrl}/api/v1/oauth/${platform}/account${path}`;
const rowOf = async (id: string) => Connection.findByPk(id, { raw: true, rejectOnEmpty: true });

/** A workspace of its own connects the channel of an account. @returns the id of the connection */
async function connected(account: string): Promise<string> {
  const ticket = await connecting.ticket();
  return (await connect(connecting.app, ticket, { account })).searchParams.get('connectionId')!;
}

/** The way from the page to the platform. @returns the first page there */
async function toPlatform(browser: Browser, platform = 'youtube'): Promise<Page> {
  const away = await browser.press(await browser.visit(at('', platform)), `Log in at ${nameOf(platform)}`);
  expect(away.headers.get('set-cookie')).toMatch(
    new RegExp(
      `^account_login_${platform}=[^;]+; Path=/api/v1/oauth/${platform}/account; Max-Age=600; HttpOnly; SameSite=Lax$`,
    ),
  );
  return browser.visit(away.location);
}
const nameOf = (platform: string) => (platform === 'youtube' ? 'YouTube' : 'Facebook');

/** The way back from the platform, each redirect by itself. @returns the page at its end */
async function back(browser: Browser, from: Page): Promise<Page> {
  let page = from;
  while (page.status === 302) page = await browser.visit(page.location);
  return page;
}
async function logIn(browser: Browser, account: string): Promise<Page> {
  return back(browser, await pastQuestion(browser, await browser.follow(await toPlatform(browser), account)));
}
/** Google asks no question of an account that has consented to as much before. */
async function pastQuestion(browser: Browser, page: Page): Promise<Page> {
  return page.status === 302 ? page : browser.press(page, 'Allow');
}

describe('showAccount and disconnectAccount', () => {
  it('shows after a login what is kept in every workspace, and disconnects all of it, once', async () => {
    const [one, two] = [await connected('Olive One'), await connected('Olive One')];
    const { connectionId: other } = await buildConnection(await buildWorkspace());
    const { platformAccount } = await rowOf(one);
    expect((await rowOf(two)).platformAccount).toBe(platformAccount);
    const browser = browserOf(connecting.app);
    const page = await logIn(browser, 'Olive One');
    expect(page.status).toBe(200);
    expect(page.body.match(/<li>/g)).toHaveLength(2);
    for (const id of [one, two]) {
      const organization = await connecting.database.query<{ name: string }>(
        'SELECT o.name FROM organizations o JOIN connections c ON c.organization_id = o.id WHERE c.id = $1',
        [id],
      );
      expect(page.body).toContain(organization[0]!.name.replace("'", '&#39;'));
    }
    expect(page.body).toContain(
      'access to publish and to read numbers, name, picture and numbers of the channel, numbers and pictures of its posts.',
    );
    expect(page.body).not.toContain(one);
    expect(page.headers.get('cache-control')).toBe('no-store');

    const ended = await browser.press(page, 'Disconnect and delete');
    expect([ended.status, ended.location]).toEqual([302, at('?end=revoked')]);
    expect((await browser.visit(ended.location)).body).toMatch(
      /Our access is revoked.* The numbers and pictures of posts follow within hours\./,
    );
    for (const id of [one, two]) {
      const row = await rowOf(id);
      expect(row).toMatchObject({
        tokenStatus: 'missing',
        accessToken: null,
        refreshToken: null,
        platformAccount: null,
      });
      expect([row.name, row.thumbnailUrl, row.metadata.handle]).toEqual([row.externalPlatformId, null, null]);
    }
    expect(await rowOf(other)).toMatchObject({ tokenStatus: 'valid', dataErasedAt: null });
    const { tokens } = await connecting.sandbox.stateOf('youtube');
    const ofOne = tokens.filter(({ channelId }: { channelId: string }) => channelId === 'UCsandboxOlivesKitchen01');
    expect(ofOne.length).toBeGreaterThan(0);
    expect(ofOne.every(({ isRevoked }: { isRevoked: boolean }) => isRevoked)).toBe(true);

    // The page and its cookie end nothing that is newer.
    const again = await connected('Olive One');
    const [, token = ''] = /name="token" value="(\w+)"/.exec(page.body) ?? [];
    expect((await browser.submit(at('/disconnect'), { token })).status).toBe(400);
    expect((await rowOf(again)).tokenStatus).toBe('valid');
  });

  it('shows only what is kept, and when it is deleted by itself', async () => {
    const account = 'somebody';
    const workspace = await buildWorkspace();
    const removedAt = new Date('2026-11-01T12:00:00Z');
    const grant = { accessToken: 'a', refreshToken: 'r', account };
    await buildConnection(workspace, { removedAt, accessToken: null, refreshToken: null }, grant);
    const place = { platform: 'youtube', baseUrl, secrets: connecting.app.deps.secrets } as const;
    const [cookie = ''] = cookieOf(visitCookie, { account, token: 'token' }, place).split(';');
    expect(await (await fetch(here(at()), { headers: { cookie } })).text()).toContain(
      'Kept: no access any more, name, picture and numbers of the channel, numbers and pictures of its posts. Deleted by itself on 2026-11-08.',
    );
  });

  it('tells an account without channels that nothing is kept', async () => {
    expect((await logIn(browserOf(connecting.app), 'Noa None')).body).toContain('Nothing is kept of it.');
  });

  it('works with a login of Facebook, which grants nothing', async () => {
    const browser = browserOf(connecting.app);
    const question = await browser.follow(await toPlatform(browser, 'facebook'), 'Paula One');
    expect(question.body).not.toContain('pages_manage_posts');
    const page = await back(browser, await browser.press(question, 'Continue'));
    expect(page.body).toContain('No channel of this Facebook account is connected here');
  });

  it.each([
    [
      'the platform does not confirm the revocation',
      async () => {
        const on = { method: 'POST', path: '/revoke', times: 100 };
        await connecting.sandbox.control('POST', '/faults', { on, do: { status: 500 } });
      },
    ],
    [
      'its token cannot be decrypted',
      async (id: string) =>
        connecting.database.query(`UPDATE connections SET refresh_token = 'k0.x' WHERE id = $1`, [id]),
    ],
  ])('deletes all the same if %s, and says so', async (_what, spoil) => {
    const id = await connected('Olive One');
    const browser = browserOf(connecting.app);
    const page = await logIn(browser, 'Olive One');
    await spoil(id);
    const ended = await browser.press(page, 'Disconnect and delete');
    expect(ended.location).toBe(at('?end=erased'));
    expect((await browser.visit(ended.location)).body).toContain('has not confirmed the end of our access');
    expect((await rowOf(id)).tokenStatus).toBe('missing');
  });
});

const here = (address: string) => address.replace(baseUrl, connecting.app.url);

describe('startAccountLogin and finishAccountLogin: a login', () => {
  it.each([
    [
      'that is refused',
      async (browser: Browser, page: Page) => {
        const answer = await pastQuestion(browser, page);
        return { ...answer, location: answer.location.replace(/code=[^&]+/, 'error=access_denied') };
      },
      'You did not log in',
    ],
    [
      'of another browser',
      async (browser: Browser, page: Page) => {
        const answer = await pastQuestion(browser, page);
        browser.cookies.clear();
        return answer;
      },
      'did not tell us who you are',
    ],
    [
      'whose code is refused',
      async (browser: Browser, page: Page) => {
        const answer = await pastQuestion(browser, page);
        return { ...answer, location: answer.location.replace(/code=[^&]+/, 'code=unknown') };
      },
      'did not tell us who you are',
    ],
    [
      'whose state is another',
      async (browser: Browser, page: Page) => {
        const answer = await pastQuestion(browser, page);
        return { ...answer, location: answer.location.replace(/state=[^&]+/, 'state=account.other') };
      },
      'did not tell us who you are',
    ],
  ])('%s shows nothing', async (_what, answer, words) => {
    const browser = browserOf(connecting.app);
    const question = await browser.follow(await toPlatform(browser), 'Noa None');
    const page = await back(browser, await answer(browser, question));
    expect([page.status, page.body.includes(words), page.body.includes('Log in at YouTube')]).toEqual([
      200,
      true,
      true,
    ]);
    expect(browser.cookies.get('account_visit_youtube') ?? '').toBe('');
  });

  it('is over after ten minutes', async () => {
    const place = { platform: 'youtube', baseUrl, secrets: connecting.app.deps.secrets } as const;
    const passed = stopwatch();
    const [cookie = ''] = cookieOf(visitCookie, { account: '1', token: 'token' }, place).split(';');
    const visit = readCookie(visitCookie, `other=1; ${cookie}`, place)!;
    expect(visit.expiresAtMs).toBeGreaterThanOrEqual(Date.now() - passed() + 600_000);
    const clock = jest.spyOn(Date, 'now').mockReturnValue(visit.expiresAtMs);
    expect(readCookie(visitCookie, cookie, place)).toBeNull();
    clock.mockRestore();
    const overHttps = { ...place, baseUrl: 'https://api.example' };
    const secured = cookieOf(visitCookie, { account: '1', token: 'token' }, overHttps);
    expect(secured).toMatch(/^__Host-account_visit_youtube=\S+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/);
    expect(readCookie(visitCookie, secured.replace('__Host-', ''), overHttps)).toBeNull();
    const ofFacebook = cookie.replace('_youtube=', '_facebook=');
    expect(readCookie(visitCookie, ofFacebook, { ...place, platform: 'facebook' })).toBeNull();
    expect(readCookie(visitCookie, `${cookie}x`, place)).toBeNull();
  });
});

it.each([
  ['without a visit', ''],
  ['with another token than that of the page', 'a visit'],
])('the button ends nothing %s', async (_what, name) => {
  const id = await connected('Olive One');
  const browser = browserOf(connecting.app);
  if (name !== '') await logIn(browser, 'Olive One');
  const answer = await browser.submit(at('/disconnect'), { token: 'f'.repeat(64) });
  expect(answer.status).toBe(400);
  expect((await rowOf(id)).tokenStatus).toBe('valid');
});

it('a platform that is not there has no page', async () => {
  expect((await browserOf(connecting.app).visit(at('', 'nowhere'))).status).toBe(404);
});
