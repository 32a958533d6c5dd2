import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { consentClient } from './consentClient';
import { openSandbox, send } from '../support/sandbox';

describe('A data folder', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'sandbox-test-'));
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  it('keeps codes, counts and the secrets of receivers', async () => {
    const first = await openSandbox({ dataDir });
    const { code } = await consentClient(() => first).allow('Olive One');
    await first.control('POST', '/statistics', { channelId: 'UCsandboxOlivesKitchen01', viewCount: 7 });
    await first.control('POST', '/receiver/demo/settings', { secret: 'whsec_AAAA', failTimes: 3 });
    await first.stop();

    const second = await openSandbox({ dataDir });
    const { body } = await consentClient(() => second).exchange(code);
    const answer = await second.youtube('GET', '/youtube/v3/channels?part=statistics&mine=true', {
      token: body.access_token,
    });
    expect(answer.body.items).toMatchObject([{ statistics: { viewCount: '7' } }]);
    expect((await second.control('GET', '/receiver/demo')).body.settings).toMatchObject({
      hasSecret: true,
      failTimes: 3,
    });
    await second.stop();
  });

  it('of the time before there were accounts and counts is opened', async () => {
    const [channelId, refreshToken] = ['UCaaaaaaaaaaaaaaaaaaaaaa', '1//sandbox-old'];
    const keep = (file: string, id: string, record: object) =>
      writeFile(join(dataDir, 'youtube', file), `${JSON.stringify([id, record])}\n`);
    await mkdir(join(dataDir, 'youtube'));
    await keep('channels.jsonl', channelId, { id: channelId, name: 'Old', createdAtMs: 1 });
    const grant = { refreshToken, channelId, scopes: [], createdAtMs: 1, isRevoked: false };
    await keep('grants.jsonl', refreshToken, grant);

    const sandbox = await openSandbox({ dataDir });
    const answer = await sandbox.token({ grant_type: 'refresh_token', refresh_token: refreshToken });
    expect(answer.status).toBe(200);
    expect((await send('GET', `${sandbox.url}/`)).text).toContain('Old');
    await sandbox.stop();
  });

  it('of the time before processing had reasons is opened, and its settings count', async () => {
    const quota = { uploadsPerDay: 5, unitsPerDay: 10_000, channelUploadsPerDay: null };
    const settings = { processingMs: 7, outcome: 'failed', quota, clockSkewMs: 0 };
    await writeFile(join(dataDir, 'settings.json'), JSON.stringify(settings));
    const sandbox = await openSandbox({ dataDir });
    expect((await sandbox.state()).settings).toEqual({
      ...settings,
      failureReason: 'conversion',
      processingFailureReason: 'transcodeFailed',
      rejectionReason: 'termsOfUse',
    });
    await sandbox.stop();
  });
});
