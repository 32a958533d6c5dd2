import { stat } from 'node:fs/promises';
import { createResolver } from '../../../lib/safeFetch/resolve';
import { startNameServer } from './support/nameServer';
import { useTempDir } from '../../support/tempDir';
import { use } from '../../support/use';

const nameServer = use(async () =>
  startNameServer({
    'two.example': ['2606:4700::1', '192.0.2.1', '192.0.2.2'],
    'six.example': ['2606:4700::6'],
    'none.example': [],
    'silent.example': 'silent',
    localhost: ['203.0.113.1'],
  }),
);
const directory = useTempDir(({ write }) =>
  write(
    'hosts',
    '::1\tlocalhost ip6-localhost # comment box.lan\n127.0.0.1 localhost\n# 10.0.0.9 box.lan\n\n10.0.0.7  box.lan Box\nnot-an-address bad.lan\n',
  ),
);

const resolver = (hostsFile = 'hosts', queryTimeoutMs = 200): ReturnType<typeof createResolver> =>
  createResolver({ hostsFile: directory.at(hostsFile), servers: [nameServer.server], queryTimeoutMs });

describe('createResolver', () => {
  it('answers all addresses of a name, IPv4 first', async () => {
    const addresses = await resolver()('two.example');
    expect(addresses.toSorted()).toEqual(['192.0.2.1', '192.0.2.2', '2606:4700::1']);
    expect(addresses.at(-1)).toBe('2606:4700::1');
    await expect(resolver()('six.example')).resolves.toEqual(['2606:4700::6']);
  });

  it('reads the hosts file before it asks DNS', async () => {
    await expect(resolver()('box.lan')).resolves.toEqual(['10.0.0.7']);
    await expect(resolver()('box')).resolves.toEqual(['10.0.0.7']);
    expect(nameServer.queries).not.toContain('box.lan');
  });

  it('never asks DNS for localhost or a name below it', async () => {
    await expect(resolver()('localhost')).resolves.toEqual(['127.0.0.1', '::1']);
    await expect(resolver()('a.localhost')).resolves.toEqual(['127.0.0.1', '::1']);
    await expect(resolver('missing')('localhost')).resolves.toEqual(['127.0.0.1']);
    expect(nameServer.queries.join()).not.toContain('localhost');
  });

  it.each(['unknown.example', 'none.example', 'bad.lan', 'a..b'])('rejects %s, which has no address', (name) =>
    expect(resolver()(name)).rejects.toThrow(/queryA/),
  );

  it('lets names whose servers are silent hold up no file, no look-up and no other name', async () => {
    let silent = 0;
    const waiting = Array.from({ length: 50 }, () =>
      resolver(
        'hosts',
        1_000,
      )('silent.example').catch(() => {
        silent += 1;
      }),
    );
    await Promise.all([stat('/'), resolver()('two.example'), resolver()('localhost')]);
    expect(silent).toBe(0);
    await Promise.all(waiting);
    expect(silent).toBe(50);
  });
});
