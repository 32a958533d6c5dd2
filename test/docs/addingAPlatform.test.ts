import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { useTempDir } from '../support/tempDir';

const root = join(__dirname, '..', '..');
const page = readFileSync(join(root, 'docs', 'adding-a-platform.md'), 'utf8');

/** A change that the page asks for: a piece of a file before and after. */
interface Change {
  file: string;
  before: string;
  after: string;
}

/** The changes of the page: blocks as of `diff`, whose parts are separated by `@@`. */
const changes = Array.from(page.matchAll(/^```diff\n--- (.+)\n([^]*?)^```$/gm)).flatMap(([, file = '', block = '']) =>
  block.split(/^@@\n/m).map((part): Change => {
    const lines = part.split('\n').filter((line) => line !== '');
    const of = (sign: string): string =>
      lines
        .filter((line) => line.startsWith(' ') || line.startsWith(sign))
        .map((line) => line.slice(1))
        .join('\n');
    return { file, before: of('-'), after: of('+') };
  }),
);

/** Files of the project, tracked or new. */
function filesOf(...paths: string[]): string[] {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...paths];
  const files = execFileSync('git', list, { cwd: root }).toString().split('\n');
  return files.filter((file) => file !== '' && existsSync(join(root, file)));
}

/** Puts a folder of the toy where a platform has it, with its imports adapted to the place. */
function place(copy: string, from: string, to: string): void {
  mkdirSync(join(copy, to), { recursive: true });
  for (const name of readdirSync(join(root, from))) {
    const text = readFileSync(join(root, from, name), 'utf8').replaceAll(/'(\.\.\/[^']+)'/g, (_match, path: string) => {
      const moved = relative(to, relative(root, resolve(root, from, path)));
      return `'${moved.startsWith('.') ? moved : `./${moved}`}'`;
    });
    writeFileSync(join(copy, to, name), text);
  }
}

/** The files to which a platform adds a line, besides its two folders. */
const lines = [
  'domain/platform.ts',
  'platforms/index.ts',
  '.env.example',
  'docker-compose.yml',
  'sandbox/platforms.ts',
];

/**
 * Starts the sandbox with all platforms of its table, and publishes a text by the adapter of the service's table, which has the
 * settings that `npm start` gives.
 */
const publishToTheToy = `import { readConfig } from './lib/config';
  import { createPlatforms, platformModules } from './platforms';
  import { startSandbox } from './sandbox/sandbox';
  async function publish(): Promise<void> {
    const { url, mailUrl, stripeUrl, stop } = await startSandbox({ port: 0, mailPort: 0, stripePort: 0 });
    const body = JSON.stringify({ platform: 'toy', name: 'The channel of the toy' });
    const made = await fetch(url + '/_sandbox/channels', { method: 'POST', body });
    const grant = (await made.json()) as { channelId: string; accessToken: string; refreshToken: string };
    const { serviceEnvironment } = await import('./bin/local/environment.mjs');
    const environment = serviceEnvironment({
      root: '.', dataDir: '.', apiPort: 1, ports: [], databaseUrl: 'postgres://a:b@127.0.0.1:1/c',
      temporal: { address: '127.0.0.1:1', namespace: 'default', uiUrl: null },
      sandbox: { url, smtpUrl: mailUrl, stripeUrl },
    });
    const toy = createPlatforms(readConfig(platformModules, environment).platforms).get('toy')!;
    const [signal, spend] = [AbortSignal.timeout(20_000), async () => undefined];
    const { channelId, refreshToken } = grant;
    const { accessToken } = await toy.refreshTokens(refreshToken, { channelId, signal });
    const call = { channelId, accessToken, signal, spend, notAfterMs: Infinity };
    const text = toy.publishers.get('text')!;
    const payload = { message: 'The first post' };
    const draftId = await text.stage(call, { items: [], draftId: null }, payload);
    const staged = { items: [], draftId };
    const before = await text.look(call, staged, payload);
    await text.publish(call, staged, payload);
    const after = await text.look(call, staged, payload);
    console.log((await toy.channel(call)).name, before.kind, after.kind);
    await stop();
    process.exit();
  }
  void publish();`;

describe('docs/adding-a-platform.md', () => {
  const folder = useTempDir();
  const node = (...args: string[]): string =>
    execFileSync(process.execPath, args, { cwd: folder.path, encoding: 'utf8', stdio: 'pipe' });
  const read = (file: string): string => readFileSync(join(folder.path, file), 'utf8');
  const tsx = join(root, 'node_modules', 'tsx', 'dist', 'cli.mjs');

  it('adds a platform by its steps alone: it compiles, is documented, and publishes', () => {
    for (const file of filesOf(':!test', ':!*.md')) {
      cpSync(join(root, file), join(folder.path, file), { recursive: true });
    }
    symlinkSync(join(root, 'node_modules'), join(folder.path, 'node_modules'));
    place(folder.path, 'test/toy/platform', 'platforms/toy');
    place(folder.path, 'test/toy/sandbox', 'sandbox/toy');
    for (const { file, before, after } of changes) {
      expect({ file, parts: read(file).split(before).length }).toEqual({ file, parts: 2 });
      writeFileSync(
        join(folder.path, file),
        read(file).replace(before, () => after),
      );
    }

    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    node(tsc, '-p', 'tsconfig.build.json', '--noEmit');
    node(tsc, '-p', 'bin');
    node(tsx, 'bin/docs.ts');
    expect(read('docs/openapi.json')).toContain('"ToyCarouselPayload"');
    expect(read('docs/settings.md')).toContain('`TOY_CLIENT_ID`');
    const tables = `import { platformModules } from './platforms';
      import { platformModules as ofSandbox } from './sandbox/platforms';
      console.log([...Object.keys(platformModules), ...Object.keys(ofSandbox)].join());`;
    writeFileSync(join(folder.path, 'tables.ts'), tables);
    expect(node(tsx, 'tables.ts').trim()).toBe('youtube,facebook,toy,youtube,facebook,toy');
    writeFileSync(join(folder.path, 'publish.ts'), publishToTheToy);
    expect(node(tsx, 'publish.ts').trim()).toBe('The channel of the toy ready live');
  });

  it('asks for a line in five files, and no more', () => {
    expect([...new Set(changes.map(({ file }) => file))]).toEqual(lines);
  });

  it('names each file outside the folders of a platform that knows one by its name', () => {
    const elsewhere = filesOf(
      ':!platforms/*/**',
      ':!sandbox/*/**',
      ':!bin/verify/*/**',
      ':!test',
      ':!docs',
      ':!tools',
      ':!*.md',
    );
    const knowing = elsewhere.filter((file) => /facebook/i.test(readFileSync(join(root, file), 'utf8')));
    expect(knowing).toContain('platforms/index.ts');
    const named = [
      ...changes.map(({ file }) => file),
      ...Array.from(page.matchAll(/`([^`\n]+)`/g), ([, name]) => name),
    ];
    expect(knowing.filter((file) => !named.includes(file))).toEqual([]);
  });
});
