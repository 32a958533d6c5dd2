import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { appendFileSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { consentClient } from '../support/consentClient';
import { openSandbox, send } from '../support/sandbox';
import { useEachTempDir } from '../support/tempDir';
import { facebookDefaults } from '../../sandbox/facebook/settings';
import { openCollection } from '../../sandbox/storage/collection';

describe('A data folder', () => {
  const folder = useEachTempDir();

  it('keeps codes, counts and the secrets of receivers', async () => {
    const first = await openSandbox({ dataDir: folder.path });
    const { code } = await consentClient(() => first).allow('Olive One');
    await first.control('POST', '/statistics', { channelId: 'UCsandboxOlivesKitchen01', viewCount: 7 });
    await first.control('POST', '/receiver/demo/settings', { secret: 'whsec_AAAA', failTimes: 3 });
    await first.stop();

    const second = await openSandbox({ dataDir: folder.path });
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
      writeFile(join(folder.path, 'youtube', file), `${JSON.stringify([id, record])}\n`);
    await mkdir(join(folder.path, 'youtube'));
    await keep('channels.jsonl', channelId, { id: channelId, name: 'Old', createdAtMs: 1 });
    const grant = { refreshToken, channelId, scopes: [], createdAtMs: 1, isRevoked: false };
    await keep('grants.jsonl', refreshToken, grant);

    const sandbox = await openSandbox({ dataDir: folder.path });
    const answer = await sandbox.token({ grant_type: 'refresh_token', refresh_token: refreshToken });
    expect(answer.status).toBe(200);
    expect((await send('GET', `${sandbox.url}/`)).text).toContain('Old');
    await sandbox.stop();
  });

  it('of the time before processing had reasons is opened, and its settings count', async () => {
    const quota = { uploadsPerDay: 5, unitsPerDay: 10_000, channelUploadsPerDay: null };
    const settings = { processingMs: 7, outcome: 'failed', quota, clockSkewMs: 0, facebook: { reelsPerDay: 3 } };
    await writeFile(join(folder.path, 'settings.json'), JSON.stringify(settings));
    const sandbox = await openSandbox({ dataDir: folder.path });
    expect((await sandbox.state()).settings).toEqual({
      ...settings,
      failureReason: 'conversion',
      processingFailureReason: 'transcodeFailed',
      rejectionReason: 'termsOfUse',
      facebook: { ...facebookDefaults, reelsPerDay: 3 },
    });
    await sandbox.stop();
  });
});

describe('A collection', () => {
  const folder = useEachTempDir();
  const file = () => folder.at('numbers.jsonl');
  const open = () => openCollection(file(), z.number());

  it('is the same when it is opened again: changes, removals and order', () => {
    const first = open();
    for (const [id, record] of Object.entries({ b: 1, a: 2, c: 3 })) first.put(id, record);
    first.put('b', 4);
    first.delete('a');
    expect(open().values()).toEqual([4, 3]);
    first.clear();
    expect(open().values()).toEqual([]);
  });

  it('takes no notice of a line that was cut by the death of its process', () => {
    open().put('a', 1);
    appendFileSync(file(), '["a",2');
    const again = open();
    expect(again.get('a')).toBe(1);
    again.put('a', 3);
    expect(open().get('a')).toBe(3);
  });

  it('does not keep its history for ever', () => {
    const numbers = open();
    for (let count = 0; count < 5000; count += 1) numbers.put('a', count);
    expect(readFileSync(file(), 'utf8').split('\n').length).toBeLessThan(2100);
    expect(open().get('a')).toBe(4999);
  });

  it('refuses a journal that is not its own', () => {
    appendFileSync(file(), '["a","text"]\n');
    expect(open).toThrow('expected number');
  });
});
