import { useCleanSandbox } from '../support/servers/sandbox';
import { useEach } from '../support/use';

describe('A fault is matched', () => {
  const sandbox = useCleanSandbox();
  const grant = useEach(async () => sandbox.grant());
  const fault = async (on: object) =>
    expect(await sandbox.control('POST', '/faults', { on, do: { status: 500 } })).toMatchObject({ status: 201 });
  const ask = async (query: string): Promise<number> =>
    (await sandbox.youtube('GET', `/youtube/v3/channels?${query}`, { token: grant.accessToken })).status;

  it('by the whole path where * stands for a segment of it', async () => {
    for (const path of ['/youtube/*', '/*/v3/videos', '/youtube/v3/channels/*']) await fault({ method: 'GET', path });
    expect(await ask('part=id&mine=true')).toBe(200);
    await fault({ method: 'GET', path: '/*/v3/channels' });
    expect(await ask('part=id&mine=true')).toBe(500);
  });

  it('by parameters of the query, in any order', async () => {
    await fault({ method: 'GET', path: '/youtube/v3/channels', query: 'part=id&mine=true' });
    expect(await ask('part=snippet&mine=true')).toBe(200);
    expect(await ask('mine=true&part=id')).toBe(500);
    expect(await ask('mine=true&part=id')).toBe(200);
  });
});

describe('A fault that drips', () => {
  const sandbox = useCleanSandbox();
  const grant = useEach(async () => sandbox.grant());

  it('lets an answer begin and never end, with its effect', async () => {
    const on = { method: 'POST', path: '/upload' };
    await sandbox.control('POST', '/faults', { on, do: { drip: true } });
    const abort = new AbortController();
    const url = `${sandbox.url}/upload/youtube/v3/videos?part=snippet&uploadType=resumable`;
    const answer = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${grant.accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ snippet: { title: 'A' } }),
      signal: abort.signal,
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-length')).toBeNull();
    let pieces = 0;
    const reading = (async () => {
      for await (const piece of answer.body!) {
        expect(Buffer.from(piece).toString().trim()).toBe('');
        pieces += 1;
        if (pieces === 2) abort.abort();
      }
    })();
    await expect(reading).rejects.toThrow('aborted');
    expect((await sandbox.stateOf('youtube')).uploadSessions).toHaveLength(1);
  });
});
