import { execFile } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { parseOutboundAllow, rulingOf } from '../../lib/safeFetch/allow';
import { evaluate, root } from '../support/programs';
import { startServer } from '../support/servers/server';
import { useTempDir } from '../support/tempDir';
import { useStopping } from '../support/use';

const run = promisify(execFile);

describe('npm start', () => {
  const dir = useTempDir();
  const stopping = useStopping();

  it('prints a curl line that every shell reads as meant', async () => {
    const seen: unknown[] = [];
    const server = await startServer((request, response) => {
      void text(request).then((body) => {
        seen.push([request.method, request.url, request.headers.authorization, JSON.parse(body)]);
        response.end();
      });
    });
    stopping(server);
    const body = { title: `It's "quoted" $HOME \`id\` \\ !! ü`, tags: ['a b', '*'] };
    const url = `${server.url}/a?b=c&d=e`;
    const code = `import { curlLine } from './bin/local/demo/curl.mjs';
      console.log(JSON.stringify(curlLine(JSON.parse(process.argv[1]))));`;
    const line = await evaluate<string>(code, JSON.stringify({ url, apiKey: 'ds_live_1', body }));
    expect(line).not.toContain('\n');
    for (const shell of ['sh', 'bash']) await run(shell, ['-c', line]);
    expect(seen).toEqual(Array.from({ length: 2 }, () => ['POST', '/a?b=c&d=e', 'Bearer ds_live_1', body]));
  });

  it('writes every key of run.json, for the owner only', async () => {
    const file = dir.at('run.json');
    const code = `import { describeRun, writeRunFile } from './bin/local/runFile.mjs';
      const demo = { workspaceId: 'w', apiKey: 'k', webhookSecret: 's', email: 'a@b.c', password: 'p', member: { email: 'd@e.f', password: 'q' }, channels: { diaries: { connectionId: 'c' }, cafe: { connectionId: 'p' } } };
      const temporal = { address: 'a', namespace: 'default', uiUrl: 'u' };
      const app = { clientId: 'i', clientSecret: 't', redirectUris: [] };
      const sandbox = { url: 's', apps: { youtube: app, facebook: app } };
      writeRunFile(process.argv[1], describeRun({ apiUrl: 'api', temporal, databaseUrl: 'd', sandbox, demo, processes: [{ name: 'api', pid: 1 }] }));
      console.log('null');`;
    await evaluate(code, file);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const app = { clientId: 'i', clientSecret: 't', redirectUris: [] };
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      apiUrl: 'api',
      consoleUrl: 'api',
      docsUrl: 'api/docs',
      temporal: { address: 'a', namespace: 'default', uiUrl: 'u' },
      databaseUrl: 'd',
      sandbox: {
        url: 's',
        youtubeUrl: 's',
        facebookUrl: 's',
        mailUrl: 's/mailbox',
        payUrl: 's/stripe',
        receiverUrl: 's/receiver/demo',
        apps: { youtube: app, facebook: app },
      },
      demo: {
        workspaceId: 'w',
        apiKey: 'k',
        webhookSecret: 's',
        email: 'a@b.c',
        password: 'p',
        member: { email: 'd@e.f', password: 'q' },
        connections: { youtube: 'c', facebook: 'p' },
      },
      processes: [{ name: 'api', pid: 1 }],
    });
  });

  it('opens this machine to media and callbacks, but none of our own ports but the one of sample media and webhooks', async () => {
    const code = `import { outboundAllow, preferredPorts } from './bin/local/environment.mjs';
      const ports = preferredPorts();
      console.log(JSON.stringify({ ports, list: outboundAllow(Object.values(ports), ports.sandbox, ['postgres://u:p@127.0.0.1:6000/d', 'temporal://127.0.0.1:6001']) }));`;
    const { ports, list } = await evaluate<{ ports: Record<string, number>; list: string }>(code);
    const allow = parseOutboundAllow(list);
    const open = (port: number) =>
      ['127.0.0.1', '127.9.9.9', '::1'].map((address) => rulingOf(allow, { host: address, address, port }));
    const { sandbox, ...own } = ports;
    for (const port of [...Object.values(own), 6000, 6001])
      expect(open(port)).toEqual(['excluded', 'excluded', 'excluded']);
    for (const port of [sandbox ?? 0, 8080]) expect(open(port)).toEqual(['listed', 'listed', 'listed']);
  });

  it('finds every port on which a server listens, those that it has chosen itself, too', async () => {
    const code = `import { spawn } from 'node:child_process';
      import { once } from 'node:events';
      import { listeningPorts } from './bin/local/servers/listeningPorts.mjs';
      const listen = "const { createServer } = require('node:net'); const said = [];"
        + "for (const host of ['127.0.0.1', '127.0.0.2']) { const s = createServer().listen(0, host, () => {"
        + " said.push(s.address().port); if (said.length === 2) console.log(JSON.stringify(said)); }); }";
      const child = spawn(process.execPath, ['-e', listen], { stdio: ['ignore', 'pipe', 'inherit'] });
      const [said] = await once(child.stdout.setEncoding('utf8'), 'data');
      const found = { said: JSON.parse(said), child: listeningPorts(child.pid), own: listeningPorts(process.pid) };
      child.kill();
      console.log(JSON.stringify(found));`;
    const { said, child, own } = await evaluate<Record<'said' | 'child' | 'own', number[]>>(code);
    expect(new Set(child)).toEqual(new Set(said));
    expect(own).toEqual([]);
  });

  it('finds the ports of a Temporal server that are named nowhere', async () => {
    const code = `import { createProcesses } from './bin/local/servers/processes.mjs';
      import { reserve } from './bin/local/servers/ports.mjs';
      import { startTemporal } from './bin/local/servers/temporal.mjs';
      import { findTemporalExecutable } from './bin/local/servers/temporalExecutable.mjs';
      import { listeningPorts } from './bin/local/servers/listeningPorts.mjs';
      const processes = createProcesses({ onDeath: () => process.exit(1) });
      const executable = await findTemporalExecutable({ processes, root: process.argv[1], onSlow: () => {} });
      const ports = { grpc: await reserve(), http: await reserve() };
      await startTemporal({ processes, executable, ports, logFile: process.argv[2] });
      const found = listeningPorts(processes.running()[0].pid);
      const named = [ports.grpc.port, ports.http.port];
      await processes.stopAll();
      console.log(JSON.stringify({ found, named }));
      process.exit(0);`;
    const { found, named } = await evaluate<Record<'found' | 'named', number[]>>(code, root, dir.at('temporal.log'));
    expect(found).toEqual(expect.arrayContaining(named));
    expect(found.length).toBeGreaterThan(4);
  });

  it('says where everything is, and its curl line has the callback that the webhooks page shows', async () => {
    const code = `import { showBanner } from './bin/local/banner.mjs';
      import { preferredPorts } from './bin/local/environment.mjs';
      const lines = [];
      const plain = (text) => text;
      const terminal = { line: (text) => lines.push(text), bold: plain, dim: plain, cyan: plain };
      const reservations = Object.fromEntries(Object.keys(preferredPorts()).map((name) => [name, { isPreferred: true }]));
      const place = { terminal, reservations, apiUrl: 'http://api', temporal: { uiUrl: 'http://ui' }, sandbox: { url: 'http://sandbox' } };
      const channels = { diaries: { platform: 'youtube', connectionId: 'c', channelId: 'UC' }, cafe: { platform: 'facebook', connectionId: 'p', channelId: '1' } };
      const member = { email: 'd@e.f', password: 'q' };
      showBanner(place, { apiKey: 'k', email: 'a@b.c', password: 'p', member, channels }, 1000);
      console.log(JSON.stringify(lines.join('\\n')));`;
    const banner = await evaluate<string>(code);
    for (const address of [
      'http://api',
      'http://api/docs',
      'http://ui',
      'http://sandbox/youtube/channels/UC',
      'http://sandbox/facebook/channels/1',
    ])
      expect(banner).toContain(` ${address}\n`);
    expect(banner).toMatch(/Mailbox +http:\/\/sandbox\/mailbox\n/);
    expect(banner).toMatch(/a@b\.c with p .*administrator/);
    expect(banner).toContain('d@e.f with q');
    expect(banner).toMatch(/Webhooks +http:\/\/sandbox\/receiver\/demo\n/);
    expect(banner).toContain('"callbackUrl":"http://sandbox/_sandbox/receiver/demo"');
  });

  it('explains itself, and refuses what it does not know', async () => {
    const start = (...args: string[]) => run(process.execPath, [join(root, 'bin/start.mjs'), ...args]);
    expect((await start('--help')).stdout).toContain('npm start -- --check');
    await expect(start('--chekc')).rejects.toMatchObject({ code: 2 });
  });
});
