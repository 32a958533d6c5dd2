import { appToken, useFacebookSandbox } from '../../support/platforms/facebookSandbox';
import type { Json } from '../../support/servers/sandbox';

describe('The pages of a Facebook user', () => {
  const sandbox = useFacebookSandbox();
  const list = async (token: string, params = {}) => (await sandbox.graph('GET', '/me/accounts', token, params)).body;

  it('are listed with their tokens and tasks', async () => {
    const { data } = await list(await sandbox.userToken('Max Several'));
    expect(data).toMatchObject([
      {
        name: 'Max Several',
        access_token: expect.stringMatching(/^EAA/),
        tasks: expect.arrayContaining(['CREATE_CONTENT']),
      },
      { name: "Max's Garage" },
      { name: 'Only a reader', tasks: ['ANALYZE', 'MESSAGING'] },
    ]);
    expect((await list(await sandbox.userToken('Nils None'))).data).toEqual([]);
    expect((await list(await sandbox.userToken('Paula One', ['pages_show_list']))).data).toEqual([]);
  });

  it('have the fields that are asked for, and no others', async () => {
    const fields = 'id,name,username,tasks,picture.type(large){url},followers_count';
    const { data } = await list(await sandbox.userToken('Paula One'), { fields });
    expect(data).toEqual([
      {
        id: '100000000000011',
        name: "Paula's Bakery",
        username: 'paulasbakery',
        tasks: expect.any(Array),
        picture: { data: expect.objectContaining({ url: expect.stringMatching(/^http/) }) },
        followers_count: 1280,
      },
    ]);
    const { error } = await list(await sandbox.userToken('Paula One'), { fields: 'id,nonsense' });
    expect(error).toMatchObject({
      code: 100,
      message: '(#100) Tried accessing nonexisting field (nonsense) on node type (Page)',
    });
  });

  it('come in pages: next repeats the token and not its proof, and an empty page may have one', async () => {
    const token = await sandbox.userToken('Max Several');
    await sandbox.change({ listMax: 2, listsBeginEmpty: true });
    const empty = await list(token, { limit: '100' });
    expect(empty.data).toEqual([]);
    const names: string[] = [];
    for (let page: Json = empty; page.paging?.next !== undefined;) {
      const next = new URL(page.paging.next);
      expect(next.searchParams.get('access_token')).toBe(token);
      expect(next.searchParams.has('appsecret_proof')).toBe(false);
      page = await list(token, { limit: '100', after: next.searchParams.get('after')! });
      names.push(...page.data.map(({ name }: Json) => name));
    }
    expect(names).toEqual(['Max Several', "Max's Garage", 'Only a reader']);
  });
});

describe('The Graph host', () => {
  const sandbox = useFacebookSandbox();

  it('answers calls without a token, with a bad one, for what it does not know', async () => {
    const { accessToken, channelId } = await sandbox.page();
    const error = async (path: string, token: string | null) => (await sandbox.graph('GET', path, token)).body.error;
    expect(await error('/me', null)).toMatchObject({
      code: 2500,
      type: 'OAuthException',
      fbtrace_id: expect.any(String),
    });
    expect(await error(`/${channelId}`, null)).toMatchObject({ code: 104 });
    expect(await error('/me', 'EAAnonsense')).toMatchObject({ code: 190 });
    expect(await error('/123', accessToken)).toMatchObject({
      code: 100,
      error_subcode: 33,
      type: 'GraphMethodException',
    });
    expect(await error('/me/nonsense', accessToken)).toMatchObject({ code: 100 });
    expect(await error('/a/b/c', accessToken)).toMatchObject({ code: 2500 });
  });

  it('tells usage with every answer, and refuses calls above it', async () => {
    const { get, refreshToken, channelId } = await sandbox.page();
    await sandbox.change({ usage: { appPercent: 28, pagePercent: 97, regainMinutes: 7 } });
    const { headers } = await get('/me');
    expect(JSON.parse(String(headers['x-app-usage']))).toEqual({ call_count: 28, total_cputime: 28, total_time: 28 });
    expect(JSON.parse(String(headers['x-business-use-case-usage']))).toMatchObject({
      [channelId]: [{ type: 'pages', call_count: 97, estimated_time_to_regain_access: 0 }],
    });
    await sandbox.change({ usage: { appPercent: 28, pagePercent: 100, regainMinutes: 7 } });
    const refused = await get('/me');
    expect(refused).toMatchObject({ status: 400, body: { error: { code: 80001 } } });
    expect(JSON.parse(String(refused.headers['x-business-use-case-usage']))).toMatchObject({
      [channelId]: [{ estimated_time_to_regain_access: 7 }],
    });
    expect((await sandbox.graph('GET', '/me', refreshToken)).status).toBe(200);
    await sandbox.change({ usage: { appPercent: 100, pagePercent: 0, regainMinutes: 7 } });
    expect((await sandbox.graph('GET', '/me', refreshToken)).body.error.code).toBe(4);
  });

  it('tells when a session has expired, in the time of California', async () => {
    const token = await sandbox.userToken('Paula One');
    const made = await sandbox.graph('GET', '/debug_token', appToken, { input_token: token });
    await sandbox.control('POST', '/settings', { clockSkewMs: 7_200_001 });
    const { error } = (await sandbox.graph('GET', '/me', token)).body;
    expect(error).toMatchObject({ code: 190, error_subcode: 463 });
    const time = String.raw`\w+day, (\d\d-\w{3}-\d\d \d\d:\d\d:\d\d P[DS]T)`;
    const words = new RegExp(
      String.raw`^Error validating access token: Session has expired on ${time}\. The current time is ${time}\.$`,
    );
    const [, expiredAt = ''] = words.exec(error.message) ?? [];
    expect(Date.parse(expiredAt.replaceAll('-', ' '))).toBe(made.body.data.expires_at * 1000);
    const told = await sandbox.graph('GET', '/debug_token', appToken, { input_token: token });
    expect(told.body.data.error.message).toMatch(words);
  });

  it('answers any documented error by its name', async () => {
    const { get } = await sandbox.page();
    const fail = async (error: string) => {
      const on = { method: 'GET', path: '/v27.0/me', platform: 'facebook' };
      expect((await sandbox.control('POST', '/faults', { on, do: { error } })).status).toBe(201);
      return get('/me');
    };
    expect(await fail('passwordChanged')).toMatchObject({
      status: 400,
      body: { error: { code: 190, error_subcode: 460 } },
    });
    expect(await fail('service')).toMatchObject({ status: 500, body: { error: { code: 2, is_transient: true } } });
    const limit = await fail('businessLimit');
    expect(limit.headers).toMatchObject({ 'x-app-usage': expect.any(String) });
    expect(String(limit.headers['x-business-use-case-usage'])).toContain('estimated_time_to_regain_access');
    expect(await fail('permissionsMissing')).toMatchObject({ status: 403, body: { error: { code: 200 } } });
    expect((await fail('blocked')).body.error).toMatchObject({ code: 368, error_user_msg: expect.any(String) });
  });
});
