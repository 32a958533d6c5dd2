import {
  consentClient,
  follow,
  manage,
  open,
  press,
  queryOfRedirect,
  readonly,
  scopeOf,
  upload,
} from '../support/platforms/consentClient';
import { boxes } from '../support/browser';
import type { Page } from '../support/browser';
import { useCleanSandbox } from '../support/servers/sandbox';

describe("Google's consent page", () => {
  const sandbox = useCleanSandbox();

  const { address, ask, allow, exchange, ownChannels } = consentClient(() => sandbox);

  it('leads back with a code that is good for tokens of what was granted', async () => {
    const answer = await allow('Olive One');
    expect(answer).toEqual({
      kept: '1',
      state: 'a state & more',
      code: expect.stringMatching(/^4\/.{20,250}$/),
      scope: `${upload} ${readonly} ${manage}`,
    });
    const tokens = await exchange(answer['code']);
    expect(tokens).toMatchObject({ status: 200, headers: { 'cache-control': expect.stringContaining('no-store') } });
    expect(tokens.body).toEqual({
      access_token: expect.any(String),
      expires_in: 3599,
      refresh_token: expect.any(String),
      scope: `${upload} ${readonly} ${manage}`,
      token_type: 'Bearer',
    });
    expect((await ownChannels(tokens.body.access_token)).items).toMatchObject([
      { snippet: { title: "Olive's Kitchen" } },
    ]);
    const refreshed = await sandbox.token({ grant_type: 'refresh_token', refresh_token: tokens.body.refresh_token });
    expect((await ownChannels(refreshed.body.access_token)).items).toHaveLength(1);
  });

  it('leads back with access_denied when it is denied', async () => {
    const screen = await press(await ask('Olive One'), 'Deny');
    expect(queryOfRedirect(screen)).toEqual({ kept: '1', state: 'a state & more', error: 'access_denied' });
    expect((await sandbox.stateOf('youtube')).tokens).toEqual([]);
  });

  it('offers the channels that a control has made', async () => {
    const { channelId } = await sandbox.grant({ name: 'Made & <new>' });
    const { body } = await exchange((await allow('Made & <new>', { prompt: 'consent' }))['code']);
    expect((await ownChannels(body.access_token)).items).toMatchObject([{ id: channelId }]);
  });

  describe('for an account with several channels', () => {
    it('asks which one, and grants that one', async () => {
      const screen = await follow(await ask('Sam Several'), "Sam's Garage");
      expect(screen.body).toContain('channel <strong>Sam&#39;s Garage</strong>');
      const { body } = await exchange(queryOfRedirect(await press(screen, 'Allow'))['code']);
      expect((await ownChannels(body.access_token)).items).toMatchObject([{ snippet: { title: "Sam's Garage" } }]);
    });

    it('gives grants that are all revoked with one of them', async () => {
      const connect = async (channel: string) => {
        const screen = await follow(await ask('Sam Several', { prompt: 'consent' }), channel);
        return (await exchange(queryOfRedirect(await press(screen, 'Allow'))['code'])).body;
      };
      const [garage, play] = [await connect("Sam's Garage"), await connect('Sam at Play')];
      const { body: olive } = await exchange((await allow('Olive One'))['code']);
      expect((await sandbox.youtube('POST', `/revoke?token=${garage.access_token}`)).status).toBe(200);
      expect((await ownChannels(play.access_token)).error.code).toBe(401);
      expect(await sandbox.token({ grant_type: 'refresh_token', refresh_token: play.refresh_token })).toMatchObject({
        status: 400,
        body: { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' },
      });
      expect((await ownChannels(olive.access_token)).items).toHaveLength(1);
      const again = await follow(await ask('Sam Several'), "Sam's Garage");
      expect(boxes(again)).toHaveLength(3);
    });
  });

  describe('for an account without a channel', () => {
    it('gives a grant that finds no channel, may read, and may not publish', async () => {
      const { body } = await exchange((await allow('Noa None'))['code']);
      const token = body.access_token;
      expect(await ownChannels(token)).toEqual({
        kind: 'youtube#channelListResponse',
        etag: expect.any(String),
        pageInfo: { totalResults: 0, resultsPerPage: 5 },
      });
      expect((await sandbox.youtube('GET', '/youtube/v3/videos?part=id&id=x', { token })).body.items).toEqual([]);
      const insert = '/upload/youtube/v3/videos?uploadType=resumable&part=snippet';
      expect(await sandbox.youtube('POST', insert, { token, json: { snippet: { title: 'A' } } })).toMatchObject({
        status: 401,
        body: { error: { errors: [{ reason: 'youtubeSignupRequired', domain: 'youtube.header' }] } },
      });
      expect((await sandbox.youtube('POST', `/revoke?token=${token}`)).status).toBe(200);
      expect((await ownChannels(token)).error.code).toBe(401);
    });
  });

  describe('lets scopes be unticked', () => {
    it('and tells, in the redirect and with the token, what is left', async () => {
      const answer = await allow('Olive One', {}, [readonly, manage]);
      expect(answer['scope']).toBe(upload);
      const { body } = await exchange(answer['code']);
      expect(body.scope).toBe(upload);
      expect(await ownChannels(body.access_token)).toMatchObject({
        error: { code: 403, errors: [{ reason: 'insufficientPermissions' }] },
      });
    });

    it('and takes none at all as a denial', async () => {
      const screen = await press(await ask('Olive One'), 'Allow', [upload, readonly, manage]);
      expect(queryOfRedirect(screen)['error']).toBe('access_denied');
    });

    it('but not who somebody is, nor the only one', async () => {
      const scopes = ['openid', 'email', upload].join(' ');
      const screen = await ask('Olive One', { scope: scopes });
      expect(boxes(screen)).toEqual([]);
      expect(queryOfRedirect(await press(screen, 'Allow'))['scope']).toBe(
        `openid ${scopeOf('userinfo.email')} ${upload}`,
      );
    });

    it('and adds what was granted before if the client includes it', async () => {
      await allow('Olive One', { scope: upload });
      const answer = await allow('Olive One', { scope: readonly, include_granted_scopes: 'true' });
      expect(answer['scope']).toBe(`${readonly} ${upload}`);
      expect((await allow('Olive One', { scope: manage }))['scope']).toBe(manage);
    });
  });

  describe('the second time', () => {
    const again = async (changes = {}): Promise<Page> => ask('Olive One', changes);
    beforeEach(() => allow('Olive One'));

    it('asks nothing, and no refresh token follows', async () => {
      const { body } = await exchange(queryOfRedirect(await again())['code']);
      expect(Object.keys(body).sort()).toEqual(['access_token', 'expires_in', 'scope', 'token_type']);
      expect((await sandbox.youtube('GET', `/tokeninfo?access_token=${body.access_token}`)).body.access_type).toBe(
        'online',
      );
    });

    it('asks again, and a refresh token follows, with prompt=consent', async () => {
      const { body } = await exchange(
        queryOfRedirect(await press(await again({ prompt: 'consent' }), 'Allow'))['code'],
      );
      expect(body.refresh_token).toEqual(expect.any(String));
    });

    it('asks again for a scope that was not granted', async () => {
      expect(boxes(await again({ scope: `${upload} ${scopeOf('youtube.force-ssl')}` }))).toHaveLength(2);
    });

    it('needs no page at all with a hint and prompt=none', async () => {
      const silent = { prompt: 'none', login_hint: 'one@example.com' };
      expect(queryOfRedirect(await open(address(silent)))['code']).toEqual(expect.any(String));
      const stranger = { ...silent, login_hint: 'none@example.com' };
      expect(queryOfRedirect(await open(address(stranger)))['error']).toBe('interaction_required');
    });
  });

  it('gives no refresh token for access_type=online', async () => {
    const { body } = await exchange((await allow('Olive One', { access_type: undefined }))['code']);
    expect(body).not.toHaveProperty('refresh_token');
  });

  it('goes straight to the account that is hinted at, unless one is to be selected', async () => {
    const hint = { login_hint: 'one@example.com' };
    const screen = await open(address(hint));
    expect(screen.body).toContain('channel <strong>Olive&#39;s Kitchen</strong>');
    expect((await follow(screen, 'Use another account')).body).toContain('<h1>Choose an account</h1>');
    expect((await open(address({ ...hint, prompt: 'select_account' }))).body).toContain('<h1>Choose an account</h1>');
  });
});
